"""Standard defense powers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from rulewright import Limit, Power, ask_which, choose, rule
from rulewright.powers import Bearer, after, before, modifies

from ..actions import action
from ..attack.damage import deals_damage
from ..dice.rolls import d6, least, more, succeeds
from ..events.attacks import Hit, Missed
from ..events.damage import DamageDealt
from ..events.turns import TokenRemoved, TurnBegan
from ..space.board import adjacent, adjacent_friends
from ..terms import Attack, attack_of, friendly, lesser, sheet, shows
from .card import standard
from .damage import heal_half
from .reach import means
from .used import used

if TYPE_CHECKING:
    from rulewright import Game, Steps

    from ..terms import Doing


@rule("12.4d", "12.5b", "8.1f")
def reducible(game: Any, me: Bearer, event: DamageDealt) -> bool:
    """Whether damage may be reduced: one effect reduces it, and penetrating and unavoidable damage is not reduced."""
    return not event.kind and not event.reduced and event.taken > event.least


@rule("12.5b", "8.1f")
def reduced(game: Game, me: Bearer, event: DamageDealt, by: int, power: Power) -> Steps:
    """The damage reduced by a power, which is used so."""
    yield from used(game, me, power, event.by if event.attack else "")
    return replace(event, taken=max(event.least, event.taken - by), reduced=True)


@standard("defense", "orange", used=True)
class Toughness(Power, name="toughness", rule="pac.toughness"):
    """Damage taken is reduced by 1."""

    by = 1

    @before(DamageDealt, me="character", only=reducible)
    def reduce(self, game: Game, me: Bearer, event: DamageDealt) -> Steps:
        return reduced(game, me, event, self.by, self)


@standard("defense", "gray", used=True)
class Invulnerability(Toughness, name="invulnerability", rule="pac.invulnerability"):
    """Damage taken is reduced by 2."""

    by = 2


@standard("defense", "pink", used=True)
class Invincible(Power, name="invincible", rule="pac.invincible"):
    """Damage taken is reduced by 2, penetrating damage too."""

    @before(DamageDealt, me="character", only=lambda game, me, event: event.kind != "unavoidable"
            and not event.reduced and event.taken > event.least)  # fmt: skip
    def reduce(self, game: Game, me: Bearer, event: DamageDealt) -> Steps:
        return reduced(game, me, event, 2, self)


@standard("defense", "brown", rolled=True, used=True)
class Impervious(Power, name="impervious", rule="pac.impervious"):
    """Damage taken is reduced by 2; its player may roll a d6 for that of an attack: on 5 or 6 it is 0."""

    @before(DamageDealt, me="character", only=reducible)
    def reduce(self, game: Game, me: Bearer, event: DamageDealt) -> Any:
        less = 2
        if event.attack and (yield choose(me.player, "impervious", ("yes", None), self.rule, character=me.id)):
            face = yield from d6(game, me.player, me.id, "impervious")
            less = event.taken if succeeds(face, 5, more(game, me, self.name)) else 2
        return (yield from reduced(game, me, event, less, self))


@rule("12.3a", "12.3d", "8.1i")
def would_be_hit(game: Any, me: Bearer, event: Hit) -> bool:
    """Whether a hit can still be evaded: what an effect has made a hit target simply is one."""
    return not event.became


@standard("defense", "red", rolled=True, used=True)
class SuperSenses(Power, name="super-senses", rule="pac.super-senses"):
    """When it would be hit, its player may roll a d6: on 5 or 6 it evades."""

    @before(Hit, me="target", optional=True, limit=Limit(1, "attack", name="super-senses"), only=would_be_hit)
    def sense(self, game: Game, me: Bearer, event: Hit) -> Any:
        yield from used(game, me, self, event.attacker)
        face = yield from d6(game, me.player, me.id, "super senses")
        return evaded(event, self.rule) if succeeds(face, 5, more(game, me, self.name)) else event


@rule("12.3a", "keyword.evade")
def evaded(hit: Hit, rule: str) -> Missed:
    """The attack misses the character instead of hitting it."""
    return Missed(hit.attacker, hit.target, hit.total, hit.defense, True, rule=rule)


@rule("pac.mastermind", "24.4")
def pawns(game: Game, id: str) -> list[str]:
    """The adjacent friendly characters that would not be hit, of less points or with a keyword of its own."""
    attack = attack_of(game)
    if attack is None or friendly(game, attack.attacker, id) or not deals_damage(game, attack):
        return []
    near = [one for one in adjacent_friends(game, id) if not sheet(game, one).vehicle]
    less = [one for one in near if one not in attack.would_hit and lesser(game, one, id)]
    return [one for one in less if means(game, id, "mastermind", one)]


@standard("defense", "blue", used=True)
class Mastermind(Power, name="mastermind", rule="pac.mastermind"):
    """When it would be hit by an attack that deals damage, a lesser friend beside it may be hit instead."""

    @before(Hit, me="target", optional=True, only=lambda game, me, event: would_be_hit(game, me, event)
            and bool(pawns(game, me.id)))  # fmt: skip
    def sacrifice(self, game: Game, me: Bearer, event: Hit) -> Any:
        yield from used(game, me, self, event.attacker)
        pawn = yield from ask_which(me.player, "mastermind", pawns(game, me.id), self.rule, character=me.id)
        attack = game.context(Attack)
        bound = tuple(dict.fromkeys((*attack.bound, pawn)))
        targets = tuple(dict.fromkeys((*attack.targets, pawn)))
        yield game.note(attack, targets=targets, bound=bound)
        return replace(event, target=pawn, became=True, rule=self.rule)


def attacked(game: Game, id: str, kind: str) -> bool:
    """Whether a character is a target of an attack of a kind, "close" or "range"."""
    attack = attack_of(game)
    return attack is not None and attack.kind == kind and id in attack.targets


@standard("defense", "light green")
class CombatReflexes(Power, name="combat-reflexes", rule="pac.combat-reflexes"):
    """It modifies defense +2 against close attacks."""

    @modifies("defense", "modify")
    def guard(self, game: Game, me: Bearer) -> int | None:
        return 2 if attacked(game, me.id, "close") else None


@standard("defense", "green")
class EnergyShield(Power, name="energy-shield-deflection", rule="pac.energy-shield-deflection"):
    """It modifies defense +2 against range attacks."""

    @modifies("defense", "modify")
    def guard(self, game: Game, me: Bearer) -> int | None:
        return 2 if attacked(game, me.id, "range") else None


@standard("defense", "yellow")
class Defend(Power, name="defend", rule="pac.defend"):
    """An adjacent friendly character may replace its defense value with its printed one."""

    @modifies("defense", "replace", others=True)
    def cover(self, game: Game, me: Bearer, other: str) -> int | None:
        printed = shows(game, me.id).defense
        near = friendly(game, me.id, other) and adjacent(game, me.id, other)
        better = near and printed > shows(game, other).defense
        return printed if better and means(game, me.id, self.name, other) else None


@standard("defense", "purple", rolled=True, used=True)
class Willpower(Power, name="willpower", rule="pac.willpower"):
    """At the beginning of its player's turn a d6 may be rolled: on 5 or 6 it loses an action token."""

    @after(TurnBegan, only=lambda game, me, event: event.player == me.player and me.record.tokens > 0, optional=True,
           limit=Limit(1, "turn", name="willpower"))  # fmt: skip
    def shake_off(self, game: Game, me: Bearer, event: TurnBegan) -> Any:
        yield from used(game, me, self)
        face = yield from d6(game, me.player, me.id, "willpower")
        if succeeds(face, least(me, 5), more(game, me, self.name)):
            yield TokenRemoved(me.id, rule=self.rule)


@standard("defense", "black", rolled=True)
class Regeneration(Power, name="regeneration", rule="pac.regeneration"):
    """POWER: it is healed half the result of a d6, rounded up."""

    @action("POWER")
    def regenerate(self, game: Game, doing: Doing) -> Any:
        me = Bearer(game, "characters", doing.character, doing.name.partition(":")[2])
        yield from heal_half(game, me, doing.character, self.name, self.rule)
