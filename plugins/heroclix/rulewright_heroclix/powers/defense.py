"""Standard defense powers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from rulewright import Event, Power, Roll
from rulewright.powers import Bearer, before, modifies

from ..actions import action
from ..board import adjacent
from ..damage import heal
from ..events import DamageDealt, Hit, Missed, TokenRemoved, TurnBegan
from ..terms import attack_of, character, friendly, shows

if TYPE_CHECKING:
    from rulewright import Game

    from ..terms import Doing


def reducible(game: Any, me: Bearer, event: DamageDealt) -> bool:
    """Whether damage may be reduced: one effect reduces it, and penetrating and unavoidable damage is not reduced."""
    return not event.kind and not event.reduced and event.taken > event.least


class Toughness(Power, name="toughness", rule="pac.toughness"):
    """Damage taken is reduced by 1."""

    by = 1

    @before(DamageDealt, me="character", only=reducible)
    def reduce(self, game: Game, me: Bearer, event: DamageDealt) -> Event:
        return replace(event, taken=max(event.least, event.taken - self.by), reduced=True)


class Invulnerability(Toughness, name="invulnerability", rule="pac.invulnerability"):
    """Damage taken is reduced by 2."""

    by = 2


class Invincible(Power, name="invincible", rule="pac.invincible"):
    """Damage taken is reduced by 2, penetrating damage too."""

    @before(DamageDealt, me="character", only=lambda game, me, event: event.kind != "unavoidable"
            and not event.reduced and event.taken > event.least)  # fmt: skip
    def reduce(self, game: Game, me: Bearer, event: DamageDealt) -> Event:
        return replace(event, taken=max(event.least, event.taken - 2), reduced=True)


class Impervious(Power, name="impervious", rule="pac.impervious"):
    """Damage taken is reduced by 2; from an attack it is 0 on a d6 of 5 or 6."""

    @before(DamageDealt, me="character", only=reducible)
    def reduce(self, game: Game, me: Bearer, event: DamageDealt) -> Any:
        less = 2
        if event.attack:
            (face,) = yield Roll.d6(1, me.player, "impervious", self.rule)
            less = event.taken if face >= 5 else 2
        return replace(event, taken=max(event.least, event.taken - less), reduced=True)


class SuperSenses(Power, name="super-senses", rule="pac.super-senses"):
    """When it would be hit, its player may roll a d6: on 5 or 6 it evades."""

    @before(Hit, me="target", optional=True)
    def evade(self, game: Game, me: Bearer, event: Hit) -> Any:
        (face,) = yield Roll.d6(1, me.player, "super senses", self.rule)
        if face < 5:
            return event
        return Missed(event.attacker, event.target, event.total, event.defense, True, rule=self.rule)


class CombatReflexes(Power, name="combat-reflexes", rule="pac.combat-reflexes"):
    """It modifies defense +2 against close attacks."""

    kind = "close"

    @modifies("defense", "modify")
    def guard(self, game: Game, me: Bearer) -> int | None:
        attack = attack_of(game)
        return 2 if attack is not None and attack.kind == self.kind and me.id in attack.targets else None


class EnergyShield(CombatReflexes, name="energy-shield-deflection", rule="pac.energy-shield-deflection"):
    """It modifies defense +2 against range attacks."""

    kind = "range"


class Defend(Power, name="defend", rule="pac.defend"):
    """An adjacent friendly character may replace its defense value with its printed one."""

    @modifies("defense", "replace", others=True)
    def cover(self, game: Game, me: Bearer, other: str) -> int | None:
        printed = shows(game, me.id).defense
        near = friendly(game, me.id, other) and adjacent(game, me.id, other)
        return printed if near and printed > shows(game, other).defense else None


class Willpower(Power, name="willpower", rule="pac.willpower"):
    """At the beginning of its player's turn a d6 may be rolled: on 5 or 6 it loses an action token."""

    @before(TurnBegan, only=lambda game, me, event: event.player == me.player and me.record.tokens > 0, optional=True)
    def shake_off(self, game: Game, me: Bearer, event: TurnBegan) -> Any:
        (face,) = yield Roll.d6(1, me.player, "willpower", self.rule)
        if face >= (3 if game.has("great-size", me.id) else 5):
            yield TokenRemoved(me.id, rule=self.rule)
        return event


class Regeneration(Power, name="regeneration", rule="pac.regeneration"):
    """POWER: it is healed half the result of a d6, rounded up."""

    @action("POWER", lambda position, id: character(position, id).click > character(position, id).start)
    def regenerate(self, game: Game, doing: Doing) -> Any:
        (face,) = yield Roll.d6(1, doing.player, "regeneration", self.rule)
        less = 1 if game.has("stop", doing.character) else 0
        yield from heal(game, doing.character, (face + 1) // 2 - less, self.rule)


POWERS: Final = (
    Toughness(), Invulnerability(), Invincible(), Impervious(), SuperSenses(), CombatReflexes(), EnergyShield(),
    Defend(), Willpower(), Regeneration(),
)  # fmt: skip
