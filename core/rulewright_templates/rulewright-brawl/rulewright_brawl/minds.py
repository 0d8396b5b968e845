"""What bots need: how hidden cards might lie, and how good a position looks."""

from __future__ import annotations

from random import Random

from rulewright import View
from rulewright.zones import Zone, fill_hidden

from .cards import deck_list
from .state import hand


def determinize(view: View, rng: Random) -> dict[str, list[Zone]]:
    """Deal the cards that the player of this view does not see at random."""
    zones: list[Zone] = []
    for player in view.players:
        own = [zone for zone in view.state.zones.values() if zone.owner == player]
        zones += fill_hidden(own, deck_list(view.content), rng)
    return {"zones": zones}


def evaluate(view: View, player: int) -> float:
    """More health than the opponent is good, and so are cards."""
    fighters, zones = view.state.fighters, view.state.zones
    cards = len(zones[hand(player)].cards) - len(zones[hand(1 - player)].cards)
    return float(fighters[player].health - fighters[1 - player].health + 0.4 * cards)
