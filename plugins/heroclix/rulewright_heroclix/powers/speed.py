"""Standard speed powers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Power, choose
from rulewright.powers import Bearer, modifies, permits

from ..actions import action, free_actions, given_as_free
from ..attack.damage import instead
from ..attack.sequence import make_attack
from ..attack.targets import has_target
from ..movement.moves import make_move
from ..space.board import adjacent
from ..terms import Doing, friendly, has, using
from .card import standard
from .inherent import can_attack, can_move, no_target
from .mind_control import control
from .reach import AT_LEAST

if TYPE_CHECKING:
    from rulewright import Game

    from ..terms import Attack


@standard("speed", "red")
class Flurry(Power, name="flurry", rule="pac.flurry"):
    """CLOSE: it makes up to two close attacks."""

    @action("CLOSE", can_attack("close"), no_target("close"))
    def strike_twice(self, game: Game, doing: Doing) -> Any:
        id = doing.character
        yield from make_attack(game, id, "close")
        if has_target(game, id, "close"):
            if (yield choose(doing.player, "again", ("yes", None), self.rule, character=id)):
                yield from make_attack(game, id, "close")


@standard("speed", "orange")
class LeapClimb(Power, name="leap-climb", rule="pac.leap-climb"):
    """It moves over elevation and outdoor blocking terrain, through and past opposing characters."""

    @permits("cross elevations")
    @permits("move through outdoor blocking terrain")
    @permits("move through opposing characters")
    def leap(self, game: Game, me: Bearer) -> bool:
        return True


@standard("speed", "yellow")
class PhasingTeleport(Power, name="phasing-teleport", rule="pac.phasing-teleport"):
    """MOVE: it breaks away automatically and moves through everything."""

    @action("MOVE", can_move, "cannot_move")
    def phase(self, game: Game, doing: Doing) -> Any:
        yield from make_move(game, doing.character)

    @permits("break away automatically")
    @permits("cross elevations")
    @permits("move through blocking terrain")
    @permits("move through opposing characters")
    def slip_away(self, game: Game, me: Bearer) -> bool:
        return using(game, me.id, self.name)


@standard("speed", "green")
class Charge(Power, name="charge", rule="pac.charge"):
    """POWER: halve its speed; it moves, then may be given a CLOSE action as FREE."""

    @modifies("speed", "divide")
    def halve(self, game: Game, me: Bearer) -> int | None:
        return 2 if using(game, me.id, self.name) else None

    @action("POWER", can_move, "cannot_move")
    def charge(self, game: Game, doing: Doing) -> Any:
        yield from make_move(game, doing.character)
        yield from then_as_free(game, doing, "close", "CLOSE", self.rule)


@standard("speed", "gray")
class RunningShot(Power, name="running-shot", rule="pac.running-shot"):
    """POWER: halve its speed; it moves, then may be given a RANGE action as FREE."""

    @modifies("speed", "divide")
    def halve(self, game: Game, me: Bearer) -> int | None:
        return 2 if using(game, me.id, self.name) else None

    @action("POWER", can_move, "cannot_move")
    def run(self, game: Game, doing: Doing) -> Any:
        yield from make_move(game, doing.character)
        yield from then_as_free(game, doing, "range", "RANGE", self.rule)


@standard("speed", "pink")
class Sidestep(Power, name="sidestep", rule="pac.sidestep"):
    """FREE: it moves up to 2 squares."""

    @action("FREE", can_move, "cannot_move")
    def sidestep(self, game: Game, doing: Doing) -> Any:
        yield from make_move(game, doing.character, 2)


SLIPPERY: Final = ("phasing-teleport", "plasticity", "leap-climb", "hypersonic-speed")
"""Who can use one of these is not held by Plasticity."""


@standard("speed", "blue")
class Plasticity(Power, name="plasticity", rule="pac.plasticity"):
    """It breaks away on any result except 1; adjacent opposing characters do only on a 6."""

    @modifies("break away", "maximum")
    def slip(self, game: Game, me: Bearer) -> int:
        return 2

    @modifies("break away", "minimum", others=True)
    def hold(self, game: Game, me: Bearer, other: str) -> int | None:
        held = not friendly(game, me.id, other) and adjacent(game, me.id, other)
        return 6 if held and not any(has(game, power, other) for power in SLIPPERY) else None


@standard("speed", "light blue")
class MindControl(Power, name="mind-control", rule="pac.mind-control"):
    """CLOSE or RANGE: instead of damage, those that it hits are controlled: they move and attack for its force."""

    @modifies("range", "minimum")
    def reach(self, game: Game, me: Bearer) -> int | None:
        return AT_LEAST.amount if using(game, me.id, self.name) else None

    @action("CLOSE", can_attack("close", "mind-control"), no_target("close"))
    def take_over(self, game: Game, doing: Doing) -> Any:
        yield from make_attack(game, doing.character, "close", self.name)

    @action("RANGE", can_attack("range", "mind-control", AT_LEAST), no_target("range"))
    def take_over_from_afar(self, game: Game, doing: Doing) -> Any:
        yield from make_attack(game, doing.character, "range", self.name)

    @instead(lambda game, me, attack: attack.power == "mind-control", harmless=True)
    def command(self, game: Game, me: Bearer, attack: Attack) -> Any:
        yield from control(game, attack.player, [id for id in attack.hits if id in attack.targets])
        return {}


@standard("speed", "brown")
class Hypersonic(Power, name="hypersonic-speed", rule="pac.hypersonic-speed"):
    """POWER: halve its range; it moves, makes an attack, and moves again over what is left of its speed value."""

    @modifies("range", "divide")
    def halve(self, game: Game, me: Bearer) -> int | None:
        return 2 if using(game, me.id, self.name) else None

    @permits("move through opposing characters")
    def dash(self, game: Game, me: Bearer) -> bool:
        return using(game, me.id, self.name)

    @action("POWER", can_move, "cannot_move")
    def rush(self, game: Game, doing: Doing) -> Any:
        id = doing.character
        first = yield from make_move(game, id, may_carry=False)
        kinds = [kind for kind in ("close", "range") if has_target(game, id, kind)]
        kind = (yield choose(doing.player, "attack", (*kinds, None), self.rule, character=id)) if kinds else None
        if kind is not None:
            yield from make_attack(game, id, kind)
        left = int(game.number("speed", id)) - (first or 0)
        if left > 0:
            yield from make_move(game, id, left, may_carry=False)


standard("speed", "black")(
    Power.of(
        "stealth",
        rule="pac.stealth",
        text="In others' turns a hindered line of fire to it by a character that is not adjacent is blocked.",
    )
)


def then_as_free(game: Game, doing: Doing, kind: str, type: str, rule: str) -> Any:
    """After the move of a power it may make an attack of a kind, or be given any action of a type as FREE."""
    doing, id = game.context(Doing), doing.character
    found = {one.name: one for one in free_actions(game, doing, type)}
    if found:
        idle = tuple(name for name, action in found.items() if not action.comes(game, id))
        chosen = yield choose(doing.player, "attack", (*found, None), rule, idle=idle, character=id)
        if chosen == kind:
            yield from make_attack(game, id, kind)
        elif chosen is not None:
            yield given_as_free(game, doing, found[chosen])
