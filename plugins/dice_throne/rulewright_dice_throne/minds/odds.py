"""What may be asked about dice: how likely every ability is, which dice to keep, what cards in hand add to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from rulewright.odds_desk import BadWish, OddsDesk, Option, Told
from rulewright.problems import did_you_mean, instead, nearest

from ..dice.requirements import DICE
from ..dice.tricks import DiceCard
from ..numbers import ATTEMPTS, MOST_DICE
from .goals import BOARD, Board, Unknown, dice_card, folded, read_goal
from .report import Report
from .situation import MOST_CP, Situation, plain

if TYPE_CHECKING:
    from rulewright.ruleset import Rules

    from ..book.compiled import Book
    from ..book.sheets import HeroSheet

MOST_ROLLS: Final = 12
SHOWN: Final = 5
"""How many of the selections that can be kept are listed, unless told otherwise."""

_FACES: Final[dict[str, Any]] = {
    "kind": int, "many": True, "apart": ", ，、", "least": 1, "most": 6, "metavar": "N,N,...",
}  # fmt: skip

OPTIONS: Final = (
    Option("goal", 'What is wanted, such as "small straight", "four sixes", "2 bow 2 moon", 6666, "[(123)(45)6]", '
           'the name of an ability, or board: the best expected value. Several times: any of them.  '
           '[default: every ability of the hero]', many=True),
    Option("rolls", "How many rolls are left.  [default: 3, or 2 with --dice]", int, least=0, most=MOST_ROLLS),
    Option("dice", "What the dice show, such as 1,2,4,6,6.", **_FACES),
    Option("locked", "Which of them may not be rolled again or turned.", **_FACES),
    Option("number", "How many dice are rolled.", int, DICE, least=1, most=MOST_DICE),
    Option("hero", "Whose abilities, symbols and cards count.", metavar="NAME"),
    Option("levels", "Upgrades: showdown=2,revolver=3, or 2 for all that have it.", many=True, apart=",，",
           metavar="ABILITY=N"),
    Option("cards", "Cards in hand that alter dice, such as six-it,tip-it; they are played when that is best.",
           many=True, apart=",，", metavar="CARD,..."),
    Option("cp", "The CP that there are for them.", int, MOST_CP, least=0, most=MOST_CP),
    Option("top", "How many selections of dice are listed.", int, SHOWN, least=1, most=2**MOST_DICE),
)  # fmt: skip


def ask(rules: Rules, wishes: Mapping[str, Any], lang: str) -> Told:
    """The odds of goals, or of every ability of a hero. Raises BadWish."""
    book: Book = rules.content
    board = _board(book, wishes)
    situation = _situation(book, board, wishes)
    asked = tuple(wishes["goal"])
    if not asked and board is None:
        raise BadWish("goal", "neither a goal nor a hero is named")
    if any(goal.strip().casefold() == BOARD for goal in asked):
        if board is None:
            raise BadWish("goal", f"{BOARD!r} is the board of a hero, and none is named")
        if len(asked) > 1:
            raise BadWish("goal", f"{BOARD!r} stands alone: it is worth health, other goals are chances")
        asked = ()
    report = Report(book, board, situation, wishes["top"], lang)
    try:
        goals = [read_goal(goal, book, board) for goal in asked]
    except Unknown as problem:
        raise BadWish("goal", str(problem)) from None
    return report.of_goals(goals) if goals else report.of_board(alone=bool(wishes["goal"]))


def _board(book: Book, wishes: Mapping[str, Any]) -> Board | None:
    if wishes["hero"] is None:
        if wishes["levels"]:
            raise BadWish("levels", "upgrades belong to a hero, and none is named")
        return None
    hero = _found("hero", wishes["hero"], {hero.id: (hero.id, *hero.name.values()) for hero in book.heroes.values()})
    sheet = book.heroes[hero]
    return Board(book, sheet, _levels(sheet, wishes["levels"]))


def _levels(hero: HeroSheet, wanted: Iterable[str]) -> tuple[int, ...]:
    levels = [1] * len(hero.abilities)
    names = {ability.id: (ability.id, *ability.name.values()) for ability in hero.abilities}
    for wish in wanted:
        name, equals, level = wish.rpartition("=")
        if not level.strip().isdecimal() or int(level) < 1 or (equals and not name):
            raise BadWish("levels", f"{wish!r} is not of the form ABILITY=N, or N for all")
        if not equals:
            levels = [min(int(level), len(ability.levels)) for ability in hero.abilities]
            continue
        slot = hero.slots[_found("levels", name, names)]
        most = len(hero.abilities[slot].levels)
        if int(level) > most:
            raise BadWish("levels", f"{hero.abilities[slot].id} has {most} level{'s' * (most > 1)}, not {int(level)}")
        levels[slot] = int(level)
    return tuple(levels)


def _found(option: str, name: str, known: Mapping[str, Iterable[str]]) -> str:
    """The id of something by its id or one of its names. Raises BadWish naming the nearest."""
    for id, names in known.items():
        if folded(name) in map(folded, names):
            return id
    near = nearest(name.strip(), [each for names in known.values() for each in names])
    raise BadWish(option, f"{name.strip()!r} is not known{did_you_mean(near) or instead(name.strip(), known)}")


def _situation(book: Book, board: Board | None, wishes: Mapping[str, Any]) -> Situation:
    count, dice, fixed = wishes["number"], tuple(sorted(wishes["dice"])), tuple(sorted(wishes["locked"]))
    if dice and len(dice) != count:
        raise BadWish("dice", f"{count} dice are rolled, and {len(dice)} are given; --number says how many there are")
    free = Counter(dice)
    free.subtract(fixed)
    if dice and min(free.values()) < 0:
        raise BadWish("locked", f"{plain(fixed)} are not all among the dice {plain(dice)}")
    if len(fixed) > count:
        raise BadWish("locked", f"{len(fixed)} dice are locked, and there are {count}")
    rolls = wishes["rolls"]
    if rolls is None:
        rolls = ATTEMPTS - bool(dice)
    if not rolls and not dice:
        raise BadWish("rolls", "no roll is left and no dice lie there; --dice says what they show")
    cards = tuple(_card(book, board, card) for card in wishes["cards"])
    return Situation(count, fixed, tuple(sorted(free.elements())) if dice else None, rolls, cards, wishes["cp"])


def _card(book: Book, board: Board | None, name: str) -> DiceCard:
    heroes = [board.hero] if board is not None else list(book.heroes.values())
    cards = {card.id: (card.id, *card.name.values()) for hero in heroes for card in hero.cards.values()}
    id = _found("cards", name, cards)
    try:
        return dice_card(book, next(hero for hero in heroes if id in hero.cards), id)
    except Unknown as problem:
        raise BadWish("cards", str(problem)) from None


DESK: Final = OddsDesk(
    "How likely goals and abilities are with the best keeping, for dice, rolls left and cards in hand, exactly; "
    "and which dice to keep.",
    ask,
    OPTIONS,
)
