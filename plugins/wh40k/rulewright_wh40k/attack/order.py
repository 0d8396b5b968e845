"""In which order the attacks of a unit are resolved: all at one target, and all with one weapon, before others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from rulewright import choose, rule

from ..terms import AttackSequence, Declared, Strike, models, weapon

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps

RULES = ("core.make-ranged-attacks", "core.make-melee-attacks")


@rule(*RULES, "commentary.shooting-model-unit", "commentary.target-of-an-attack")
def next_attacks(game: Game, last: AttackSequence | None) -> AttackSequence | None:
    """The first attacks that are left and can still be resolved."""
    strike = game.context(Strike)
    for place in left_after(strike, last):
        one = strike.declared[place]
        if alive := can_be_resolved(game, one):
            return AttackSequence(
                index=place, player=strike.player, unit=strike.unit, target=one.target, weapon=one.weapon, models=alive,
                size=one.size, near=one.near, unseen=one.unseen, locked=one.locked, plunging=one.plunging,
                toughness=one.toughness, declared=one.attacks, weak=one.weak, closest=one.closest, inches=one.inches,
            )  # fmt: skip
    return None


def select_first(game: Game, strike: Strike) -> Steps:
    """The player selects which attacks are resolved first."""
    yield from _select(game, strike)


def select_next(game: Game, attack: AttackSequence) -> Steps:
    """The player selects which attacks are resolved after these."""
    yield from _select(game, game.context(Strike), attack)


@rule(*RULES)
def _select(game: Game, strike: Strike, last: AttackSequence | None = None) -> Steps:
    """Where several attacks may come next the player selects, until the rest will do in the order that is shown."""
    left = left_after(strike, last)
    found = may_be_next([one for place in left if can_be_resolved(game, one := strike.declared[place])], last)
    if strike.settled or not order_matters(game, strike.unit, found):
        return
    picked = yield choose(strike.player, "next_attacks", [None, *found], RULES[strike.melee], unit=strike.unit)
    if picked is None:
        yield game.note(strike, settled=True)
        return
    target, used = picked
    declared = strike.declared
    left.sort(key=lambda place: (declared[place].target != target, declared[place].weapon != used))
    done = [place for place in in_order(strike) if place not in left]
    yield game.note(strike, order=(*done, *left))


@rule(*RULES)
def may_be_next(left: Sequence[Declared], last: AttackSequence | None = None) -> list[tuple[str, str]]:
    """The targets and weapons that may come next: those of the last attacks, as long as anything is left of them."""
    found = list(dict.fromkeys((one.target, one.weapon) for one in left))
    if last is None:
        return found
    begun = [(target, used) for target, used in found if target == last.target]
    return [(target, used) for target, used in begun if used == last.weapon] or begun or found


UP_TO_WOUNDS: Final = (
    "anti-", "assault", "blast", "extra attacks", "hazardous", "heavy", "indirect fire", "lance", "lethal hits",
    "one shot", "pistol", "rapid fire", "sustained hits", "torrent", "twin-linked",
)  # fmt: skip
"""Abilities that have done what they do before an attack is allocated, or do it after all attacks."""


@rule(*RULES)
def order_matters(position: Position, unit: str, pairs: Sequence[tuple[str, str]]) -> bool:
    """Whether anything hangs on which attacks come first.

    Nothing does where they are made with one weapon, or at one target with weapons that wound alike.
    """
    targets, weapons = {target for target, _ in pairs}, {weapon for _, weapon in pairs}
    return len(weapons) > 1 and (len(targets) > 1 or len({_wounds(position, unit, one) for one in weapons}) > 1)


def _wounds(position: Position, unit: str, id: str) -> Any:
    """What a weapon does to what it wounds."""
    arm = weapon(position, id, unit)
    more = frozenset(one for one in arm.abilities.items() if not one[0].startswith(UP_TO_WOUNDS))
    return arm.ap, arm.damage, more


@rule(*RULES)
def in_order(strike: Strike) -> list[int]:
    """The places of what is declared; until the player selects, what is shot at the first target comes first."""
    targets = list(dict.fromkeys(one.target for one in strike.declared))
    places = range(len(strike.declared))
    usual = sorted(
        places, key=lambda place: (targets.index(strike.declared[place].target), strike.declared[place].weapon)
    )
    return list(strike.order) or usual


def left_after(strike: Strike, last: AttackSequence | None) -> list[int]:
    """The places of what is left after the last attacks."""
    places = in_order(strike)
    return places if last is None else places[places.index(last.index) + 1 :]


@rule("faq.timing.unresolved-attacks-after-target-destroyed")
def can_be_resolved(position: Position, one: Declared) -> tuple[str, ...]:
    """The models left of those that attack, if anything is left of their target."""
    return tuple(id for id in one.models if id in position.state.models) if models(position, one.target) else ()
