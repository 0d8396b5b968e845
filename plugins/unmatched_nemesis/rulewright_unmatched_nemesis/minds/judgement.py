"""What programs that play need: a position that could be the hidden one, and how good a position looks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from rulewright import programs, rule
from rulewright.zones import Zone, fill_hidden

from ..hands import can_pay
from ..knockdown import chance_to_stand
from ..paying import Payment
from ..space.arena import gap
from ..state import ACTIVE, DEALT, DECK, DISCARD, DISPLAY, HAND, KEPT, REMOVED, SKILLS

if TYPE_CHECKING:
    from random import Random

    from rulewright import View

ATTACK_PLACES: Final = (DECK, DISPLAY, DISCARD, *HAND)
SKILL_PLACES: Final = (SKILLS, REMOVED, *DEALT, *KEPT, *ACTIVE)


@rule("field.hidden")
def determinize(view: View, rng: Random) -> Mapping[str, Iterable[Any]]:
    """All unseen cards, dealt at random, except that a player who is about to pay can pay."""
    zones, book, match = view.state.zones, view.content, view.state.match[0]
    skills = fill_hidden([zones[place] for place in SKILL_PLACES], book.skill_set(match.skill_set), rng)
    deck = book.deck(match.deck)
    while True:
        attacks = fill_hidden([zones[place] for place in ATTACK_PLACES], deck, rng)
        if _can_be(view, attacks):
            return {"zones": attacks + skills}


def _can_be(view: View, zones: list[Zone]) -> bool:
    """Whether a player who is about to pay can do so."""
    payment = view.find_context(Payment)
    if payment is None or payment.paid:
        return True
    hand = next(tuple(map(str, zone.cards)) for zone in zones if zone.id == HAND[payment.player])
    return can_pay(view, hand, payment.cost)


HEAVY: Final = 1.4
LIGHT: Final = 1.0
CARD: Final = 0.5
TOKEN: Final = 0.4
ROUND: Final = 40.0
NEAR: Final = 0.8
LEAD: Final = 4.0
"""How far ahead a fighter is who need not look for a fight."""
FALL: Final = 8.0
"""How much it counts that a knockdown test would be failed for certain."""


class Judge(programs.Judge):
    """What texts are usually worth, in light cubes."""

    values = MappingProxyType({
        "distance": 3, "own_cubes": 5, "opponent_cubes": 5, "own_tokens": 1, "opponent_tokens": 1, "own_hand": 4,
        "opponent_hand": 4,
    })  # fmt: skip
    worths = MappingProxyType({
        "heavy": -HEAVY, "light": -LIGHT, "recover": LIGHT, "draw": CARD, "discard": -CARD, "discard_taken": -CARD,
        "show_and_discard": CARD / 2, "name_card": 0.1, "gain_tokens": TOKEN, "trade_for_tokens": TOKEN / 4,
        "move": 0.2, "spend_to_move": 0.1, "trade_places": 0.2,
    })  # fmt: skip


JUDGE: Final = Judge()


def evaluate(view: View, player: int) -> float:
    """The position in light cubes: rounds, damage, cards and tokens; a player not far ahead wants to be near."""
    ahead = _worth(view, player) - _worth(view, 1 - player)
    return ahead if ahead > LEAD else ahead - NEAR * gap(view)


def _worth(view: View, player: int) -> float:
    fighter = view.state.fighters[player]
    danger = FALL * float(1 - chance_to_stand(fighter.cubes))
    worth = ROUND * fighter.wins - HEAVY * fighter.heavy - LIGHT * fighter.light - danger
    return float(worth + CARD * len(view.state.zones[HAND[player]].cards) + TOKEN * min(3, fighter.tokens))
