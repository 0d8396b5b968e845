"""What programs think: what the opponent may hold in secret, and how good a position is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from rulewright import rule

from .crises import points_for
from .events import AffiliationChosen, CharactersChosen, CrisesDrawn, SquadRevealed, TacticsChosen
from .mission import DRAWN, MOST_TACTICS, affiliations_of

if TYPE_CHECKING:
    from rulewright import View

    from .state import Squad


# What is hidden ---------------------------------------------------------------------------------------------


@rule("squad.secret", "mission.step-3")
def determinize(view: View, rng: Random) -> Mapping[str, Iterable[Any]]:
    """The crises that an opponent drew, and the squad that it chose in secret, as they may be."""
    return {"squads": [_guessed(view, squad, rng) for squad in view.state.squads.values()]}


def _guessed(view: View, squad: Squad, rng: Random) -> Squad:
    if squad.drawn is not None:
        return squad
    player = squad.player
    told = {type(event): event for event in view.events() if getattr(event, "player", None) == player}
    if SquadRevealed in told or view.setup.rosters is None:
        return replace(squad, drawn=(), chosen=(), secret="", cards=())
    roster = view.setup.rosters[player]
    drawn: tuple[str, ...] = ()
    if (event := told.get(CrisesDrawn)) is not None:
        drawn = tuple(rng.sample(getattr(roster, event.type), DRAWN))
    chosen = _some_squad(view, roster.characters, rng) if CharactersChosen in told else ()
    secret = rng.choice(["", *affiliations_of(view.content, chosen)]) if AffiliationChosen in told else ""
    cards: tuple[str, ...] = ()
    if TacticsChosen in told:
        usable = [id for id in roster.tactics if view.content.tactics[id].affiliation in ("", secret)]
        cards = tuple(rng.sample(usable, rng.randint(0, min(MOST_TACTICS, len(usable)))))
    return replace(squad, drawn=drawn, chosen=chosen, secret=secret, cards=cards)


def _some_squad(view: View, cards: Iterable[str], rng: Random) -> tuple[str, ...]:
    """Characters of a roster in any order, as long as the threat of the mission allows."""
    left = view.state.mission[0].threat
    chosen = []
    for card in rng.sample(list(cards), len(list(cards))):
        threat = view.content.characters[card].threat
        if threat <= left:
            chosen.append(card)
            left -= threat
    return tuple(chosen)


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
