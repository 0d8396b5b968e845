"""Standard damage powers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Limit, Modifier, Power, Roll, begin_effect, choose, until_next
from rulewright.powers import Bearer, after, before, forbids, modifies, permits, use

from ..actions import action
from ..board import adjacent, adjacent_friends, distance, line
from ..damage import heal
from ..events import Targeted, TokenRemoved, TurnBegan
from ..terms import attack_of, character, force, friendly, made_by, on_map, on_maps, opponents, pick, sheet, shows

if TYPE_CHECKING:
    from rulewright import Game, Position

    from ..terms import Attack, Doing

AT_LEAST: Final = 4
"""The range value of those who use such powers, where theirs is less."""


def reached(position: Position, id: str) -> list[str]:
    """The characters within range and line of fire, where the range value is at least 4; itself too."""
    reach = int(position.number("range", id, Modifier("range", "minimum", AT_LEAST, "at least 4")))
    near = (str(one.id) for one in on_maps(position))
    return [
        other
        for other in near
        if other == id
        or (distance(position, id, other) <= reach and line(position, id, other, reach).name != "BLOCKED")
    ]


class Expert(Power, name="close-combat-expert", rule="pac.close-combat-expert"):
    """It modifies attack +1 and damage +1 while it makes a close attack."""

    kind = "close"

    @modifies("attack", "modify")
    def aim(self, game: Game, me: Bearer) -> int | None:
        return 1 if made_by(attack_of(game), me.id, self.kind) else None

    @modifies("damage", "modify")
    def strike(self, game: Game, me: Bearer) -> int | None:
        return 1 if made_by(attack_of(game), me.id, self.kind) else None


class RangedExpert(Expert, name="ranged-combat-expert", rule="pac.ranged-combat-expert"):
    """It modifies attack +1 and damage +1 while it makes a range attack."""

    kind = "range"


class Empower(Power, name="empower", rule="pac.empower"):
    """Adjacent friendly characters modify damage +1 while they make a close attack."""

    kind = "close"

    @modifies("damage", "modify", others=True)
    def help(self, game: Game, me: Bearer, other: str) -> int | None:
        helps = made_by(attack_of(game), other, self.kind) and friendly(game, me.id, other)
        return 1 if helps and adjacent(game, me.id, other) else None


class Enhancement(Empower, name="enhancement", rule="pac.enhancement"):
    """Adjacent friendly characters modify damage +1 while they make a range attack."""

    kind = "range"


class ExploitWeakness(Power, name="exploit-weakness", rule="pac.exploit-weakness"):
    """Damage dealt by its close attacks is penetrating damage."""

    @permits("deal penetrating damage")
    def pierce(self, game: Game, me: Bearer) -> bool:
        return made_by(attack_of(game), me.id, "close")


class BattleFury(Power, name="battle-fury", rule="pac.battle-fury"):
    """It makes no range attacks and cannot be carried."""

    @forbids("make range attacks")
    @forbids("be carried")
    def rage(self, game: Game, me: Bearer) -> bool:
        return True


class Support(Power, name="support", rule="pac.support"):
    """POWER: an adjacent friendly character is healed half the result of a d6, rounded up."""

    @action("POWER", lambda position, id: bool(hurt_beside(position, id)))
    def support(self, game: Game, doing: Doing) -> Any:
        found = hurt_beside(game, doing.character)
        one = yield from pick(doing.player, "support", found, self.rule)
        (face,) = yield Roll.d6(1, doing.player, "support", self.rule)
        less = 1 if game.has("stop", one) else 0
        yield from heal(game, one, (face + 1) // 2 - less, self.rule)


def hurt_beside(position: Position, id: str) -> list[str]:
    """The adjacent friendly characters that are past their starting line."""
    friends = adjacent_friends(position, id)
    return [one for one in friends if character(position, one).click > character(position, one).start]


class ShapeChange(Power, name="shape-change", rule="pac.shape-change"):
    """When it would be targeted by an attack, its player may roll a d6: on 5 or 6 it is not."""

    @before(Targeted, me="target", optional=True)
    def change(self, game: Game, me: Bearer, event: Targeted) -> Any:
        (face,) = yield Roll.d6(1, me.player, "shape change", self.rule)
        return None if face >= 5 else event


class ProbabilityControl(Power, name="probability-control", rule="pac.probability-control"):
    """Once per turn an attack roll of a character within range and line of fire is rolled again."""

    @use("reroll", only=lambda game, me, attack: on_map(game, attack.attacker)
         and attack.attacker in reached(game, me.id), limit=Limit(1, "turn"))  # fmt: skip
    def reroll(self, game: Game, me: Bearer, attack: Attack) -> Any:
        faces = yield Roll.d6(2, attack.player, "reroll", "21.3")
        again = dict(enumerate(faces))
        yield game.note(attack, roll=attack.roll.rerolled(again, self.name, me.player))


class Perplex(Power, name="perplex", rule="pac.perplex"):
    """FREE: a combat value other than damage of a character within range and line of fire goes up or down by 1."""

    @action("FREE")
    def perplex(self, game: Game, doing: Doing) -> Any:
        id = doing.character
        target = yield choose(doing.player, "perplex", reached(game, id), self.rule, character=id)
        changes = [(stat, by) for stat in ("speed", "attack", "defense", "range") for by in (1, -1)]
        stat, by = yield choose(doing.player, "change", changes, self.rule, character=target)
        yield begin_effect(
            game, "perplexed", until_next("turn", doing.player), source=("characters", id),
            target=("characters", target), data={"stat": stat, "layer": "modify", "amount": by}, rule=self.rule,
        )  # fmt: skip


class Outwit(Power, name="outwit", rule="pac.outwit"):
    """FREE: an opposing character within range and line of fire cannot use a power until the player's next turn."""

    @action("FREE", lambda position, id: bool(outwitted(position, id)))
    def outwit(self, game: Game, doing: Doing) -> Any:
        id = doing.character
        found = outwitted(game, id)
        target = yield from pick(doing.player, "outwit", found, self.rule, character=id)
        power = yield from pick(doing.player, "power", shows(game, target).powers, self.rule, character=target)
        yield begin_effect(
            game, "outwitted", until_next("turn", doing.player), source=("characters", id),
            target=("characters", target), data={"counters": power}, rule=self.rule,
        )  # fmt: skip


def outwitted(position: Position, id: str) -> list[str]:
    """The opposing characters within reach that show a power."""
    foes = set(opponents(position, force(position, id)))
    return [one for one in reached(position, id) if one in foes and shows(position, one).powers]


class Leadership(Power, name="leadership", rule="pac.leadership"):
    """The action total is 1 higher; at the beginning of the turn a friend beside it may lose an action token."""

    @after(TurnBegan, only=lambda game, me, event: event.player == me.player and bool(led(game, me.id)), optional=True)
    def lead(self, game: Game, me: Bearer, event: TurnBegan) -> Any:
        (face,) = yield Roll.d6(1, me.player, "leadership", self.rule)
        if face >= 5:
            found = led(game, me.id)
            one = yield from pick(me.player, "lead", found, self.rule)
            yield TokenRemoved(one, rule=self.rule)


def led(position: Position, id: str) -> list[str]:
    """The adjacent friends with action tokens of a lower point value, or that share a keyword."""
    mine, own = character(position, id), set(sheet(position, id).keywords)
    return [
        one
        for one in adjacent_friends(position, id)
        if character(position, one).tokens
        and (character(position, one).points < mine.points or own & set(sheet(position, one).keywords))
    ]


POWERS: Final = (
    Expert(), RangedExpert(), Empower(), Enhancement(), ExploitWeakness(), BattleFury(), Support(), ShapeChange(),
    ProbabilityControl(), Perplex(), Outwit(), Leadership(),
)  # fmt: skip
