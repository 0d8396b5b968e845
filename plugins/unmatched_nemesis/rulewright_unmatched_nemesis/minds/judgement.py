"""What programs that play need: a position that could be the hidden one, and how good a position looks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from rulewright import programs, rule
from rulewright.geometry.irrational import scalar
from rulewright.zones import Zone, fill_hidden

from ..hands import can_pay
from ..knockdown import chance_to_stand
from ..paying import Payment
from ..rounds import ROUNDS_TO_WIN
from ..space.arena import gap, is_in_range
from ..state import ACTIVE, DEALT, DECK, DISCARD, DISPLAY, HAND, KEPT, REMOVED, SKILLS
from ..terms import panel_of

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


# What things are worth: in light cubes, fitted to who won the round (29,813 positions between bots).

LIGHT: Final = 1.0
HEAVY: Final = 2.8
"""A heavy cube stays until the end of the round; half of the light ones go when a test is passed."""
SHIELD: Final = 1.3
CARD: Final = 0.2
"""Any other card in hand, besides what it pays for."""
UNSEEN: Final = 0.5
"""A card that is not known."""
TOKEN: Final = 0.2
READY: Final = 0.5
"""How much counts, before it is made, of the damage of the best special attack that a hand can pay."""
FALL: Final = 4.4
"""How much it counts that a knockdown test would be failed for certain."""
ABOUT_TO_FALL: Final = 5.4
"""And how much more, where the opponent can call it in this turn with a special attack."""
SOON_TO_FALL: Final = 2.0
"""And in the next one."""
NEAR: Final = 0.3
"""A space nearer to the opponent."""
TELLING: Final = 0.095
"""How much a light cube more moves the chance of an even round, twice over."""


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
    """The chance to win the match, in percent: this round by cubes, hands and what they can do, all others are even."""
    ahead = _worth(view, player) - _worth(view, 1 - player) - NEAR * gap(view)
    won, lost = (view.state.fighters[seat].wins for seat in (player, 1 - player))
    chance = (1 + TELLING * ahead / scalar.sqrt(1 + (TELLING * ahead) ** 2)) / 2
    return 100 * (chance * _to_win(won + 1, lost) + (1 - chance) * _to_win(won, lost + 1))


def _to_win(won: int, lost: int) -> float:
    """The chance to win a match between rounds."""
    if max(won, lost) >= ROUNDS_TO_WIN:
        return float(won > lost)
    return (_to_win(won + 1, lost) + _to_win(won, lost + 1)) / 2


def _worth(view: View, player: int) -> float:
    """What a fighter has in this round and can do to the other one, in light cubes."""
    fighter, other = view.state.fighters[player], view.state.fighters[1 - player]
    cards = view.state.zones[HAND[player]].cards
    known = [card for card in cards if card is not None]
    ready = [one for one in panel_of(view, player).specials.values() if can_pay(view, known, one.cost)]
    worth = -HEAVY * fighter.heavy - LIGHT * fighter.light - FALL * may_fall(fighter.cubes)
    worth += sum(SHIELD if view.content.attacks[card].symbol == "shield" else CARD for card in known)
    worth += UNSEEN * (len(cards) - len(known)) + TOKEN * min(3, fighter.tokens)
    worth += READY * max((HEAVY * one.heavy + LIGHT * one.light for one in ready), default=0.0)
    risk = may_fall(other.cubes)
    if risk and any(one.knockdown and is_in_range(view, player, one.range) for one in ready):
        worth += (ABOUT_TO_FALL if view.active == player else SOON_TO_FALL) * risk
    return float(worth)


@cache
def may_fall(cubes: int) -> float:
    """How likely a fighter with so many cubes fails a knockdown test."""
    return float(1 - chance_to_stand(cubes))
