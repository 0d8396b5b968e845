"""What programs that play need: a position that could be the hidden one, and how good a position looks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from rulewright.zones import fill_hidden

from ..damage.attacks import attack_parts
from ..damage.prevention import damage_left
from ..dice.best_rerolls import Keeping
from ..dice.on_the_table import KEEPS
from ..dice.requirements import DICE
from ..dice.throws import Throw, Worths, dice_of, worths
from ..effects.worth import CARD, CP, HEAL, TOKEN, promise
from ..moments import UNDER_WAY
from ..numbers import ATTEMPTS
from ..roll_phases.rolling import PLACE, attempts_left
from ..state import DECK, DISCARD, HAND, OFFENCE, PLAYED

if TYPE_CHECKING:
    from random import Random

    from rulewright import Request, View
    from rulewright.programs import Program

    from ..book.compiled import Book
    from ..book.sheets import VariantSheet
    from ..state import Hero, Rolled

# What is hidden ---------------------------------------------------------------------------------------------


def determinize(view: View, rng: Random) -> Mapping[str, Iterable[Any]]:
    """Decks and hands as they could be: the cards that the viewer does not see, dealt at random."""
    zones = view.state.zones
    filled = []
    for player, hero in view.state.heroes.items():
        cards = Counter(view.content.heroes[hero.name].deck)
        cards.subtract(hero.upgrades)
        places = [zones[of[player]] for of in (DECK, HAND, DISCARD, PLAYED)]
        made_up = fill_hidden(places, cards.elements(), rng)
        filled += [zone for zone, seen in zip(made_up, places, strict=True) if None in seen.cards]
    return {"zones": filled}


# How good it looks ------------------------------------------------------------------------------------------

LEVEL: Final = 1.6
COMPANION: Final = 0.5
"""How much a point on the dial of a companion counts."""


def evaluate(view: View, player: int) -> float:
    """The position in health: what the own side has and may expect, less what the others have."""
    state = view.state
    worth = 0.0
    for side in state.sides.values():
        worth += side.health if side.id == state.heroes[player].side else -side.health
    own = state.heroes[player].side
    for seat, hero in state.heroes.items():
        if hero.out:
            continue
        worth += _holdings(view, seat, hero) * (1 if hero.side == own else -1)
    return worth + _expected(view, own)


def _holdings(view: View, seat: int, hero: Hero) -> float:
    """Cards, CP, upgrades and tokens of a hero, and what this phase will do to it."""
    statuses = view.content.statuses
    pending = view.state.pending[seat]
    tokens = sum(token.count if statuses[token.status].positive else -token.count for token in hero.tokens)
    worth: float = CARD * len(view.state.zones[HAND[seat]].cards) + CP * hero.cp
    worth += LEVEL * (sum(hero.levels) - len(hero.levels)) + TOKEN * tokens
    worth += COMPANION * sum(companion.dial for companion in hero.companions)
    if pending.damage:
        worth -= damage_left(view, pending)  # type: ignore[arg-type]
    return float(worth + HEAL * pending.healing)


def _expected(view: View, own: int) -> float:
    """What the dice on the table, or the Attack made with them, promise to the player who rolled them."""
    state = view.state
    attack = state.attack[0]
    if attack.stage in UNDER_WAY:
        worth = float(sum(amount for _, amount in attack_parts(attack)))
        return worth * _concern(view, attack.attacker, attack.target, own)
    rolled = state.rolls[OFFENCE]
    if state.round[0].phase != "offensive_roll" or not rolled.faces or attack.stage == "declined":
        return 0.0
    hero = state.heroes[rolled.player]
    if attack.stage == "announced":
        variant = view.content.variants(hero.name, hero.levels)[attack.variant]
        row = view.content.row(hero.name, variant, rolled.faces)
        worth = 0.0 if row is None else promise(row.effects)
    else:
        worth = _prospect(view, hero, rolled)
    return worth * _concern(view, rolled.player, -1, own)


def _concern(view: View, attacker: int, target: int, own: int) -> float:
    """What an attack means to a side: its own is good, one against it bad, one of opponents among themselves good.

    As long as the target is open it can be each of those whom the attacker may choose.
    """
    state = view.state
    if state.heroes[attacker].side == own:
        return 1.0
    if target >= 0:
        return -1.0 if state.heroes[target].side == own else 1.0
    rivals = [side.id for side in state.sides.values() if side.health and side.id != state.heroes[attacker].side]
    return -1.0 / len(rivals) if own in rivals else 0.0


FALLEN: Final = 0.35
"""How much the luck of the dice that have just fallen counts."""


def _prospect(view: View, hero: Hero, rolled: Rolled) -> float:
    """What a roll promises before anything is announced.

    What has fallen is partly luck: a program that tries a few rerolls would take the luckiest for the best. So most
    of the luck, what fell less what the kept dice promised before, does not count. What someone has altered since is
    no luck and counts in full. A player who stops early has what lies there.
    """
    left = min(ATTEMPTS - 1, max(0, attempts_left(view)))
    values, expected = roll_values(view.content, hero.name, hero.levels, len(rolled.faces))
    faces = tuple(sorted(rolled.faces))
    request = view.request
    if left and request is not None and request.ask == "announce":
        return values[0][faces]
    luck = values[left][rolled.fell] - expected[left][rolled.kept]
    return values[left][faces] - (1 - FALLEN) * luck


SUGGESTED: Final = 6
"""This many ways to reroll are suggested; the others promise less by the odds of the board."""


def suggest(view: View, request: Request) -> Sequence[Any] | None:
    """For the own roll which dice to roll again, those first that promise most, counted exactly; in a window all but
    what would only serve an opponent."""
    return _unselfish(view, request) if request.ask == "react" else _rerolls(view, request)


def _unselfish(view: View, request: Request) -> Sequence[Any] | None:
    """The reactions without cards that give an opponent more rolls; None where there is no such card.

    A program that thinks of others as answering at random takes it for a gain when they roll what they have again.
    """
    options = request.options() or ()
    given = [option for option in options if option and option[0] == "play" and _gives_away(view, request, option[1])]
    return [option for option in options if option not in given] if given else None


def _gives_away(view: View, request: Request, card: str) -> bool:
    """Whether a card can do nothing now but let an opponent roll once more."""
    heroes = view.state.heroes
    own = heroes[request.player]
    needs = view.content.heroes[own.name].cards[card].needs
    return bool(needs) and all(verb.serves_opponents(view, request.player) for verb in needs)


def _rerolls(view: View, request: Request) -> Sequence[tuple[int, ...]] | None:
    """Which dice of the own roll to roll again."""
    if request.ask != "keep_or_reroll" or request.about != PLACE:
        return None
    hero, rolled = view.state.heroes[request.player], view.state.rolls[OFFENCE]
    values, expected = roll_values(view.content, hero.name, hero.levels, len(rolled.faces))
    before = expected[min(ATTEMPTS, attempts_left(view)) - 1]
    promised: dict[tuple[int, ...], float] = {(): values[0][tuple(sorted(rolled.faces))]}
    seen = set()
    for again in KEEPS[len(rolled.faces)].listed:
        kept = tuple(sorted(face for place, face in enumerate(rolled.faces) if place not in again))
        if again and kept not in seen:
            seen.add(kept)
            promised[again] = before[kept]
    return sorted(promised, key=lambda again: -promised[again])[:SUGGESTED]


Values = Sequence[Mapping[Throw, float]]

PARTS: Final = 1000
"""What abilities are worth counts in thousandths of a health, so that sums over dice are exact."""


def card_price(cost: int) -> int:
    """What a card of such a cost is worth in hand, with the CP for it, in those parts."""
    return round(PARTS * (CARD + CP * cost))


@lru_cache(maxsize=256)
def roll_values(book: Book, hero: str, levels: tuple[int, ...], count: int = DICE) -> tuple[Values, Values]:
    """For 0, 1 and 2 attempts left, exactly, if the best is made of it: what each throw promises, and what each
    selection of kept dice promises before the others fall."""
    keeping = Keeping(count, board_worths(book, hero, book.variants(hero, levels).values(), count))
    dice, lefts = keeping.dice, range(ATTEMPTS)
    values = [dict(zip(dice.throws, keeping.thrown(left).floats(), strict=True)) for left in lefts]
    expected = [dict(zip(dice.kept, keeping.kept(left + 1).floats(), strict=True)) for left in lefts]
    return values, expected


def board_worths(
    book: Book, hero: str, variants: Iterable[VariantSheet], count: int = DICE, fixed: Throw = ()
) -> Worths:
    """What each throw of this many dice, with fixed ones beside it, promises at once: its best ability, or nothing."""
    variants = tuple(variants)
    promised: dict[Program, int] = {}

    def best(throw: Throw) -> int:
        rows = [book.row(hero, variant, throw) for variant in variants]
        found = [row for row in rows if row is not None]
        for row in found:
            if row.program not in promised:
                promised[row.program] = round(PARTS * promise(row.effects))
        return max((promised[row.program] for row in found), default=0)

    return worths([[best((*throw, *fixed))] for throw in dice_of(count).throws], PARTS)
