"""Damage and the power it gives: only for effects of enemies, only for what was suffered, never where it cannot be.

Nobody rolls dice: an activated character moves, or blasts everyone in its reach, friend and foe alike.
"""

from typing import Any

import rulewright as rw
from rulewright.powers import Bearer, forbids

from .terms import (  # isort: skip
    CARRIERS, Activation, Battlefield, Character, Damaged, Fell, Moved, PowerChanged, Profile, Skirmish, able, activate,
    near, next_turn, nobody, populate, reactive, squad,
)  # fmt: skip

POWER_FROM_DAMAGE = rw.Permission("power from damage", default=True, rule="damage.power")


# ------------------------------------------------------------------------------------------------- an activation


@rw.rule("action.move", "area.resolve")
def act(game: rw.Game, activation: Activation) -> rw.Steps:
    """A character moves by 1, or all others in its reach suffer damage at the same time."""
    card = game.state.characters[activation.character]
    deed = yield rw.choose(card.player, "action", ["left", "right", "blast"])
    if deed != "blast":
        return Moved(card.id, 1 if deed == "right" else -1)
    struck = [who for enemies in (True, False) for who in near(game, card.id, card.attack.reach, enemies)]
    return [Damaged(who, card.attack.strength, card.id) for who in struck if able(game, who)]


@rw.rule("field.condition.bleed", "condition.not-enemy")
def bleed(game: rw.Game, activation: Activation) -> rw.Event | None:
    """The end of an activation costs a bleeding character 1 stamina; a condition is nobody's effect."""
    return Damaged(activation.character, 1) if game.has("bleed", activation.character) else None


# ------------------------------------------------------------------------------------------------ what damage does


@rw.trigger(Damaged, before=True, player=nobody)
@rw.rule("damage.excess")
def ignore_excess(game: rw.Game, event: Damaged, source: None) -> rw.Event | None:
    """Nobody suffers more damage than the stamina that is left."""
    card = game.state.characters[event.target]
    left = card.stamina - card.damage
    return Damaged(event.target, min(event.amount, left), event.by) if left else None


@rw.trigger(Damaged, player=nobody)
@rw.rule("damage.power", "condition.not-enemy")
def gain_power(game: rw.Game, event: Damaged, source: None) -> rw.Event | None:
    """Damage from an effect of an enemy gives as much power."""
    enemy = event.by and squad(game, event, event.by) != squad(game, event, event.target)
    gains = enemy and game.may("power from damage", event.target)
    return PowerChanged(event.target, event.amount) if gains else None


@rw.trigger(Damaged, player=nobody)
@rw.rule("damage.dazed", "damage.ko")
def collapse(game: rw.Game, event: Damaged, source: None) -> rw.Event | None:
    """At full damage a healthy character is dazed, an injured one knocked out."""
    card = game.state.characters[event.target]
    return Fell(card.id, out=card.injured) if card.damage == card.stamina else None


@rw.trigger(Fell, player=nobody)
@rw.rule("damage.dazed-limits", "win.last-standing")
def break_off(game: rw.Game, event: Fell, source: None) -> Any:
    """A squad of which nobody is left standing has lost; an activation ends at once with its character."""
    standing = {card.player for card in game.state.characters.values() if not card.dazed}
    if len(standing) < 2:
        return rw.GameOver(tuple(standing), "last standing")
    return rw.Leave("activation") if game.context(Activation).character == event.target else None


def damaged_by_enemy(game: rw.Game, me: Bearer, event: Damaged) -> bool:
    """An enemy did it who still stands."""
    return able(game, event.by) and event.by in near(game, me.id, 99, enemies=True)


class Spite(rw.Power, name="spite"):
    """The character strikes back for 1 damage, which may be answered with spite again: it is another event."""

    @reactive(Damaged, "target", only=damaged_by_enemy)
    def strike_back(self, game: rw.Game, me: Bearer, event: Damaged) -> rw.Event:
        return Damaged(event.by, 1, me.id)


class Judgement(rw.Power, name="judgement", rule="terms.cannot-beats-can"):
    """The rules say that power is gained from damage, this special condition that it cannot be."""

    @forbids("power from damage")
    def deny(self, game: rw.Game, me: Bearer) -> bool:
        return True


BLEED = rw.Power.of("bleed", text="The end of its activation costs it 1 stamina.")

DAMAGE = [ignore_excess, gain_power, collapse, break_off]
"""The rules of damage, for other rulesets too, and what characters carry that has to do with it."""
DAMAGE_POWERS: list[Any] = [Spite, Judgement, BLEED]
CONDITIONS: tuple[tuple[str, ...], ...] = ((), ("bleed",), ("judgement",))
SQUADS = [
    Character(f"{name}{seat}", seat, place + 2 * seat, Profile(place + 1), ("spite",), stamina=5, conditions=conditions)
    for seat in (0, 1)
    for place, (name, conditions) in enumerate(zip("abc", CONDITIONS, strict=True))
]
SETUP = Skirmish(tuple(SQUADS))
RULESET = rw.Ruleset(
    id="crisis_damage",
    title="Damage and the power it gives",
    state=Battlefield,
    setup=Skirmish,
    populate=populate,
    flow=rw.Loop("turn", next_turn, [rw.Procedure("activation", [activate, act, bleed], Activation)]),
    triggers=DAMAGE,
    powers=DAMAGE_POWERS,
    carriers=[CARRIERS],
    permissions=[POWER_FROM_DAMAGE],
    timing=rw.TimingPolicy(lambda game: (0, 1)),
).freeze()
