"""Standard speed powers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Power, choose
from rulewright.powers import Bearer, modifies, permits

from ..actions import action
from ..attack import legal_targets, make_attack
from ..moving import make_move
from ..terms import using
from .inherent import can_attack, can_move

if TYPE_CHECKING:
    from rulewright import Game

    from ..terms import Doing


class Flurry(Power, name="flurry", rule="pac.flurry"):
    """CLOSE: it makes up to two close attacks."""

    @action("CLOSE", can_attack("close"))
    def strike_twice(self, game: Game, doing: Doing) -> Any:
        id = doing.character
        yield from make_attack(game, id, "close")
        if legal_targets(game, id, "close"):
            if (yield choose(doing.player, "again", ("yes", None), self.rule, character=id)):
                yield from make_attack(game, id, "close")


class LeapClimb(Power, name="leap-climb", rule="pac.leap-climb"):
    """It moves over elevation and outdoor blocking terrain, through and past opposing characters."""

    @permits("cross elevations")
    @permits("move through outdoor blocking terrain")
    @permits("move through opposing characters")
    def leap(self, game: Game, me: Bearer) -> bool:
        return True


class PhasingTeleport(Power, name="phasing-teleport", rule="pac.phasing-teleport"):
    """MOVE: it breaks away automatically and moves through everything."""

    @action("MOVE", can_move)
    def phase(self, game: Game, doing: Doing) -> Any:
        yield from make_move(game, doing.character)

    @permits("break away automatically")
    @permits("cross elevations")
    @permits("move through blocking terrain")
    @permits("move through opposing characters")
    def slip_away(self, game: Game, me: Bearer) -> bool:
        return using(game, me.id, self.name)


class Charge(Power, name="charge", rule="pac.charge"):
    """POWER: halve its speed; it moves, and may make a close attack."""

    @modifies("speed", "divide")
    def halve(self, game: Game, me: Bearer) -> int | None:
        return 2 if using(game, me.id, self.name) else None

    @action("POWER", can_move)
    def charge(self, game: Game, doing: Doing) -> Any:
        yield from make_move(game, doing.character)
        yield from may_attack(game, doing, "close", self.rule)


class RunningShot(Power, name="running-shot", rule="pac.running-shot"):
    """POWER: halve its speed; it moves, and may make a range attack."""

    @modifies("speed", "divide")
    def halve(self, game: Game, me: Bearer) -> int | None:
        return 2 if using(game, me.id, self.name) else None

    @action("POWER", can_move)
    def run(self, game: Game, doing: Doing) -> Any:
        yield from make_move(game, doing.character)
        yield from may_attack(game, doing, "range", self.rule)


class Sidestep(Power, name="sidestep", rule="pac.sidestep"):
    """FREE: it moves up to 2 squares."""

    @action("FREE", can_move)
    def sidestep(self, game: Game, doing: Doing) -> Any:
        yield from make_move(game, doing.character, 2)


class Plasticity(Power, name="plasticity", rule="pac.plasticity"):
    """It breaks away on any result except 1."""

    @modifies("break away", "maximum")
    def slip(self, game: Game, me: Bearer) -> int:
        return 2


class Hypersonic(Power, name="hypersonic-speed", rule="pac.hypersonic-speed"):
    """POWER: halve its range; it moves, makes an attack, and moves again over what is left of its speed value."""

    @modifies("range", "divide")
    def halve(self, game: Game, me: Bearer) -> int | None:
        return 2 if using(game, me.id, self.name) else None

    @permits("move through opposing characters")
    def dash(self, game: Game, me: Bearer) -> bool:
        return using(game, me.id, self.name)

    @action("POWER", can_move)
    def rush(self, game: Game, doing: Doing) -> Any:
        id = doing.character
        first = yield from make_move(game, id, may_carry=False)
        kinds = [kind for kind in ("close", "range") if legal_targets(game, id, kind)]
        kind = (yield choose(doing.player, "attack", (*kinds, None), self.rule, character=id)) if kinds else None
        if kind is not None:
            yield from make_attack(game, id, kind)
        left = int(game.number("speed", id)) - first
        if left > 0:
            yield from make_move(game, id, left, may_carry=False)


STEALTH: Final = Power.of(
    "stealth",
    rule="pac.stealth",
    text="In others' turns a hindered line of fire to it by a character that is not adjacent is blocked.",
)


def may_attack(game: Game, doing: Doing, kind: str, rule: str) -> Any:
    """After the move of a power it may make an attack of a kind."""
    id = doing.character
    if legal_targets(game, id, kind):
        if (yield choose(doing.player, "attack", (kind, None), rule, character=id)):
            yield from make_attack(game, id, kind)


POWERS: Final = (
    Flurry(), LeapClimb(), PhasingTeleport(), Charge(), RunningShot(), Sidestep(), Plasticity(), Hypersonic(),
    STEALTH,
)  # fmt: skip
