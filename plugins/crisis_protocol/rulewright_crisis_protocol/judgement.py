"""What programs think: what the opponent may hold in secret, and how good a position is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from rulewright import rule

from .crises import points_for
from .mission import DRAWN, affiliations_of

if TYPE_CHECKING:
    from rulewright import View

    from .state import Squad


# What is hidden ---------------------------------------------------------------------------------------------


@rule("squad.secret", "mission.step-3")
def determinize(view: View, rng: Random) -> Mapping[str, Iterable[Any]]:
    """The crises that an opponent drew, and the squad that it chose in secret, as they may be."""
    if view.setup.rosters is None:
        return {}
    return {"squads": [_guessed(view, squad, rng) for squad in view.state.squads.values()]}


def _guessed(view: View, squad: Squad, rng: Random) -> Squad:
    roster = view.setup.rosters[squad.player]
    changes: dict[str, Any] = {}
    if squad.drawn and squad.drawn[0] is None:
        changes["drawn"] = tuple(rng.sample(getattr(roster, _type_drawn(view, squad.player)), DRAWN))
    if squad.chosen and squad.chosen[0] is None:
        cards = _some_squad(view, roster.characters, len(squad.chosen), rng)
        changes["chosen"] = cards
        usable = ["", *affiliations_of(view, cards)]
        changes["secret"] = rng.choice(usable)
        tactics = [id for id in roster.tactics if view.content.tactics[id].affiliation in ("", changes["secret"])]
        changes["cards"] = tuple(rng.sample(tactics, min(len(squad.cards), len(tactics))))
    return replace(squad, **changes) if changes else squad


def _type_drawn(view: View, player: int) -> str:
    """Which type of crisis a player drew from: everyone saw that."""
    from .events import CrisesDrawn

    drawn = (event for event in view.events() if isinstance(event, CrisesDrawn) and event.player == player)
    return next(event.type for event in drawn)


def _some_squad(view: View, cards: Iterable[str], count: int, rng: Random) -> tuple[str, ...]:
    """This many characters within the threat of the mission, as far as that is possible."""
    order = list(cards)
    most = view.state.mission[0].threat
    for _ in range(TRIES):
        chosen = rng.sample(order, count)
        if sum(view.content.characters[card].threat for card in chosen) <= most:
            break
    return tuple(chosen)


TRIES: Final = 200

# How good a position is -------------------------------------------------------------------------------------


def evaluate(view: View, player: int) -> float:
    """Points, what the tokens would score now, and the strength of both squads."""
    return _worth(view, player) - _worth(view, 1 - player)


def _worth(view: View, player: int) -> float:
    mission, squads = view.state.mission[0], view.state.squads
    total = 3.0 * squads[player].points
    for crisis in (mission.secure, mission.extract):
        if crisis:
            total += 2.0 * points_for(view, crisis)[player]
    for one in view.state.characters.values():
        if one.player == player:
            card = view.content.characters[one.card]
            side = card.injured if one.injured else card.healthy
            left = 0 if one.dazed else side.stamina - one.damage
            sides = 1 if one.injured else 2
            total += card.threat * (sides + left / side.stamina) / 2 + 0.15 * min(one.power, FULL)
            total -= 0.3 * len(one.conditions)
    return float(total)


FULL: Final = 6
"""More power than this is of little more use."""
