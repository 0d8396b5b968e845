"""Firing Decks: embarked models lend weapons to the Transport that shoots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rulewright import Request, Violation, rule

from ..events.shooting import DeckLeft, DeckUsed
from ..numbers import as_changed
from ..space.declarations import Declarations
from ..terms import did, models, shared, unit, units
from ..transports.capacity import inside
from .eligible import usable
from .select_targets import is_open, reaching

if TYPE_CHECKING:
    from rulewright import Event, Game, Position, Steps


@rule("errata.firing-deck", "core.firing-deck", "faq.transports.firing-deck-after-fall-back-or-advance")
def man_deck(game: Game, player: int, id: str) -> Steps:
    """The player selects embarked models, and a ranged weapon of each; their units cannot shoot any more."""
    printed = max(map(int, shared(game, id, "firing-deck")), default=0)
    most = as_changed(game, "firing deck", id, printed) if printed else 0
    arms = tuple(deck_weapons(game, id)) if most else ()
    if not arms:
        return
    space = Declarations(arms, most=most, judge=one_weapon_each)
    chosen: Any = yield Request(player, "firing_deck", space, "errata.firing-deck", {"unit": id})
    if chosen:
        yield DeckUsed(id, str(models(game, id)[0].id), chosen, rule="errata.firing-deck")


@rule("errata.firing-deck", "commentary.one-shot")
def deck_weapons(position: Position, id: str) -> Iterator[tuple[str, str]]:
    """The embarked models whose units have not shot, with each of their ranged weapons that is not One Shot."""
    for one in inside(position, id):
        for model in () if did(position, one, "shot") else models(position, one):
            for used in dict.fromkeys(model.weapons):
                arm = position.content.weapons.get(used)
                if arm is not None and not arm.melee and "one shot" not in arm.abilities:
                    yield str(model.id), used


@rule("errata.firing-deck", "errata.selected-to-shoot")
def deck_reaches(position: Position, id: str) -> bool:
    """Whether a Transport could shoot a weapon that it could be lent at an enemy unit."""
    if not shared(position, id, "firing-deck"):
        return False
    arms = {used for _, used in deck_weapons(position, id) if usable(position, id, used)}
    foes = units(position, 1 - unit(position, id).player)
    return any(is_open(position, id, used, foe) and reaching(position, id, used, foe) for used in arms for foe in foes)


@rule("errata.firing-deck")
def one_weapon_each(chosen: Sequence[tuple[str, str]]) -> tuple[Violation, ...]:
    """Each model lends one weapon."""
    twice = [model for model, count in Counter(model for model, _ in chosen).items() if count > 1]
    return tuple(Violation("lends_once", "errata.firing-deck", model=one) for one in twice)


@rule("errata.firing-deck")
def leave_deck(game: Game, context: Any) -> list[Event]:
    """When a Transport has resolved its attacks it has only its own weapons."""
    borrowing = [str(one.id) for one in game.state.units.values() if one.borrowed]
    return [DeckLeft(id, rule="errata.firing-deck") for id in borrowing]
