"""Goals for dice, as people write them: straights, of a kind, symbols, numbers, slots, abilities by name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from rulewright.problems import did_you_mean, nearest

from ..dice.notation import read_slots
from ..dice.requirements import LARGE_STRAIGHT, SMALL_STRAIGHT, AnyOf, Faces, Numbers, OfAKind, Straight, Symbols
from ..dice.tricks import DiceCard

if TYPE_CHECKING:
    from ..book.compiled import Book
    from ..book.sheets import HeroSheet, Names, VariantSheet
    from ..dice.requirements import Requirement

BOARD: Final = "board"
"""The goal that is no throw: the best of a whole board, by what its abilities are worth."""

NUMBERS_ONLY: Final = ("",) * 6
"""The faces of a die of nobody: numbers without symbols."""


class Unknown(ValueError):
    """A goal that is unknown or impossible; the message names the nearest one that can be used."""


class Slots(Struct, frozen=True):
    """The notation of roll-tree files: each slot is one die that shows one of its numbers."""

    slots: tuple[frozenset[int], ...]

    def met(self, values: Sequence[int], faces: Faces) -> bool:
        """Whether every slot gets a die of its own."""
        return _fills(self.slots, tuple(values))


def _fills(slots: tuple[frozenset[int], ...], values: tuple[int, ...]) -> bool:
    if not slots:
        return True
    fitting = {value: place for place, value in enumerate(values) if value in slots[0]}
    return any(_fills(slots[1:], values[:place] + values[place + 1 :]) for place in fitting.values())


class Goal(Struct, frozen=True):
    """What dice shall show, under the name by which it was asked for."""

    id: str
    name: Names
    requires: Requirement


class Board(Struct, frozen=True):
    """A hero with abilities at certain levels."""

    book: Book
    hero: HeroSheet
    levels: tuple[int, ...]

    @property
    def variants(self) -> Mapping[str, VariantSheet]:
        """What can be announced."""
        return self.book.variants(self.hero.id, self.levels)

    def goals(self) -> list[Goal]:
        """The abilities that can be announced; any of their tiers will do."""
        return [ability_goal(variant) for variant in self.variants.values()]


def ability_goal(variant: VariantSheet) -> Goal:
    """An ability as a goal: any of its tiers."""
    rows = tuple(row.requires for row in variant.rows)
    return Goal(variant.id, variant.name, rows[0] if len(rows) == 1 else AnyOf(rows))


# Reading goals ----------------------------------------------------------------------------------------------

_STRAIGHTS: Final = {
    "small straight": SMALL_STRAIGHT, "smallstraight": SMALL_STRAIGHT, "小顺": SMALL_STRAIGHT, "小顺子": SMALL_STRAIGHT,
    "large straight": LARGE_STRAIGHT, "largestraight": LARGE_STRAIGHT, "大顺": LARGE_STRAIGHT, "大顺子": LARGE_STRAIGHT,
}  # fmt: skip
_STRAIGHT_NAMES: Final = {
    SMALL_STRAIGHT: {"en": "small straight", "zh": "小顺"},
    LARGE_STRAIGHT: {"en": "large straight", "zh": "大顺"},
}
_COUNTS: Final = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_FACES: Final = {**_COUNTS, "ones": 1, "twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6}
_COUNTED: Final = re.compile(
    rf"([1-6]|{'|'.join(_COUNTS)})(?: *[x×个颗] *([1-6]|{'|'.join(_FACES)})| +([1-6]s|{'|'.join(_FACES)}))"
)
_KIND: Final = re.compile(r"(\d|two|three|four|five|six)(?:[ -]of[ -]a[ -]kind| *相等)")
_SYMBOLS: Final = re.compile(r"(\d+) *[x×个颗]? *(\D+)")
MOST_SLOTS: Final = 6
"""This many dice are rolled at the most."""

_BETWEEN: Final = " ,，、+&和"
_LEVELS: Final = {"i": 1, "ii": 2, "iii": 3, "iv": 4, "1": 1, "2": 2, "3": 3, "4": 4}
_EXAMPLES: Final = ("small straight", "large straight", "3 of a kind", "4 of a kind", "5 of a kind", BOARD)


def read_goal(text: str, book: Book, board: Board | None) -> Goal:
    """A goal from words such as "small straight", "four sixes", "2 bow 2 moon", "[(123)(45)6]", or of an ability.

    Raises Unknown naming the nearest that is known.
    """
    words = " ".join(text.split())
    found = _plain(words) or (_of_hero(words, board) if board is not None else None)
    if found is None and len(parts := re.split(r" or |\||；|;|或", words)) > 1:
        goals = [read_goal(part, book, board) for part in parts]
        return any_of(goals)
    if found is None:
        raise Unknown(_why_not(words, book, board))
    return found


def any_of(goals: Sequence[Goal]) -> Goal:
    """The goal to reach one of several."""
    if len(goals) == 1:
        return goals[0]
    name = {"en": " or ".join(goal.name["en"] for goal in goals), "zh": " 或 ".join(_zh(goal) for goal in goals)}
    return Goal(" or ".join(goal.id for goal in goals), name, AnyOf(tuple(goal.requires for goal in goals)))


def _zh(goal: Goal) -> str:
    return goal.name.get("zh") or goal.name["en"]


def _plain(words: str) -> Goal | None:
    """A goal in numbers, which is the same for all heroes."""
    text = words.casefold()
    if text in _STRAIGHTS:
        length = _STRAIGHTS[text]
        return Goal(_STRAIGHT_NAMES[length]["en"], _STRAIGHT_NAMES[length], Straight(length))
    if kind := _KIND.fullmatch(text):
        count = _COUNTS.get(kind[1]) or int(kind[1])
        if not 2 <= count <= 6:
            raise Unknown(f"{words!r}: from 2 to 6 dice can be of a kind")
        return Goal(f"{count} of a kind", {"en": f"{count} of a kind", "zh": f"{count} 相等"}, OfAKind(count))
    if (numbers := _numbers(text)) is not None:
        return numbers
    if re.fullmatch(r"[1-6]{1,6}", text):
        counts = tuple((number, text.count(str(number))) for number in range(1, 7) if str(number) in text)
        return Goal(words, {"en": words, "zh": words}, Numbers(counts))
    if (slots := read_slots(text.replace(" ", ""))) is not None and len(slots) <= MOST_SLOTS:
        return Goal(words, {"en": words, "zh": words}, Slots(tuple(map(frozenset, slots))))
    return None


def _numbers(text: str) -> Goal | None:
    """This many dice of numbers: "four sixes", "2 x 6 and three 1s"."""
    counts: dict[int, int] = {}
    for part in re.split(r" *(?:,|，|、|\+|&|\band\b|和) *", text):
        found = _COUNTED.fullmatch(part)
        if found is None:
            return None
        number = found[2] or found[3]
        face = _FACES.get(number) or int(number[0])
        counts[face] = counts.get(face, 0) + (_COUNTS.get(found[1]) or int(found[1]))
    if sum(counts.values()) > MOST_SLOTS:
        return None
    plain = "".join(str(face) * count for face, count in sorted(counts.items()))
    return Goal(plain, {"en": text, "zh": text}, Numbers(tuple(sorted(counts.items()))))


def _of_hero(words: str, board: Board) -> Goal | None:
    return _ability(words, board) or _shown(words, board.hero)


def _ability(words: str, board: Board) -> Goal | None:
    """An ability by its id or name, at the level it has; at the lowest that has it where this one has not.

    A level behind the name ("Showdown III", "showdown 3", "showdown-3") counts instead.
    """
    name, _, last = words.replace("-", " ").rpartition(" ")
    if name and (level := _LEVELS.get(last.casefold())) is not None:
        found = [v for v in _at_level(board.hero, level) if _is_called(v, name)]
        if found:
            goal = any_of([ability_goal(variant) for variant in found])
            names = {lang: f"{said} {level}" for lang, said in goal.name.items()}
            return Goal(f"{goal.id} {level}", names, goal.requires)
    candidates = list(board.variants.values())
    for level in range(1, 5):
        candidates += _at_level(board.hero, level)
    variant = next((variant for variant in candidates if _is_called(variant, words)), None)
    if variant is not None:
        return ability_goal(variant)
    for slot, ability in enumerate(board.hero.abilities):  # the ability whose variants have other names
        if folded(words) in (folded(ability.id), *map(folded, ability.name.values())):
            variants = board.hero.level(slot, board.levels).variants
            if variants:
                return any_of([ability_goal(variant) for variant in variants])
    return None


def _at_level(hero: HeroSheet, level: int) -> list[VariantSheet]:
    found = (ability.levels[level - 1].variants for ability in hero.abilities if len(ability.levels) >= level)
    return [variant for variants in found for variant in variants]


def _is_called(variant: VariantSheet, words: str) -> bool:
    return folded(words) in (folded(variant.id), *map(folded, variant.name.values()))


def folded(words: str) -> str:
    """A name without what people leave out: case, hyphens, apostrophes, exclamation marks."""
    return re.sub(r"[\s\-_'’!！.,:：]+", "", words).casefold()


def _shown(words: str, hero: HeroSheet) -> Goal | None:
    """This many dice of symbols, by id or name, also in the plural."""
    if not re.fullmatch(r"(\d+\D+)+", words):
        return None
    counts: dict[str, int] = {}
    for count, name in _SYMBOLS.findall(words):
        symbol = _symbol(name.strip(_BETWEEN).removesuffix(" and"), hero)
        if symbol is None:
            return None
        counts[symbol] = counts.get(symbol, 0) + int(count)
    names = {
        lang: " + ".join(f"{count} {hero.symbols[symbol].get(lang) or symbol}" for symbol, count in counts.items())
        for lang in ("en", "zh")
    }
    return Goal(
        " ".join(f"{n} {symbol}" for symbol, n in counts.items()), names, Symbols(tuple(sorted(counts.items())))
    )


def _symbol(name: str, hero: HeroSheet) -> str | None:
    wanted = folded(name)
    for symbol, names in hero.symbols.items():
        called = {folded(symbol), *map(folded, names.values())}
        if wanted in called or wanted.removesuffix("s") in called:
            return symbol
    return None


def _why_not(words: str, book: Book, board: Board | None) -> str:
    """What is wrong with a goal, and what may have been meant."""
    if board is None:
        owners = [hero.id for hero in book.heroes.values() if _of_hero(words, _first_board(book, hero)) is not None]
        if owners:
            return f"{words!r} belongs to a hero, and none is named: {', '.join(owners)}"
        return f"{words!r} is no goal{did_you_mean(nearest(words, _EXAMPLES)) or _what_is(())}"
    names = {name for ability in board.hero.abilities for name in _names_of(ability.levels)}
    symbols = [f"3 {symbol}" for symbol in board.hero.symbols]
    near = nearest(words, [*_EXAMPLES, *sorted(names), *symbols])
    return f"{words!r} is no goal of {board.hero.id}{did_you_mean(near) or _what_is(symbols)}"


def _first_board(book: Book, hero: HeroSheet) -> Board:
    return Board(book, hero, (1,) * len(hero.abilities))


def _names_of(levels: Iterable[object]) -> Iterable[str]:
    for level in levels:
        for variant in level.variants:  # type: ignore[attr-defined]
            yield from variant.name.values()


def _what_is(symbols: Sequence[str]) -> str:
    examples = ["small straight", "3 of a kind", "four sixes", "[(123)(45)6]", BOARD, *symbols[:1]]
    return f"; goals are such as {', '.join(examples)}, or the name of an ability"


# Cards that alter dice --------------------------------------------------------------------------------------


def dice_card(book: Book, hero: HeroSheet, id: str) -> DiceCard:
    """A card as what it does to the own dice of an offensive roll. Raises Unknown for one that does nothing to them.

    What else the card does (drawing, healing) does not count.
    """
    from rulewright.vocabulary import walk

    from ..book.sheets import INSTANT, ROLL
    from ..effects.verb import Verb

    sheet = hero.cards[id]
    if not sheet.bit & (ROLL | INSTANT) or (sheet.phases and "offensive_roll" not in sheet.phases):
        raise Unknown(f"{id} is not played in the Offensive Roll Phase")
    model = book.content.card(hero.id, id)
    verbs = [effect for effect in model.effects if isinstance(effect, Verb) and effect.alters_dice]
    inside = [part for _, part in walk(model) if isinstance(part, Verb) and part.alters_dice]
    if len(verbs) != len(inside) or (verbs and (sheet.window or sheet.test is not None)):
        raise Unknown(f"{id} alters dice under conditions that these odds do not follow")
    tricks = tuple(trick for verb in verbs if (trick := verb.trick()) is not None)
    if not tricks:
        raise Unknown(f"{id} does not alter one's own dice")
    return DiceCard(id, sheet.cost, tricks)
