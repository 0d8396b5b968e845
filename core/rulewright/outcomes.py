"""Outcomes of chance: the spaces of dice, shuffles and picks, with their exact probabilities."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, permutations, product
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from .dice import Dice, Die, Face, Faces, dice_of, number_on, weights_of
from .laws import sorted_law
from .plaindata import Answer, same
from .reading import (
    Find,
    Name,
    Prompt,
    ask_for_some,
    how_some,
    read_some,
    split,
    unreadable,
    words,
)
from .refusals import Violation
from .spaces import LISTABLE, OfItems, Ordering, Space, as_given, matched, not_among, surplus

if TYPE_CHECKING:
    from random import Random

Uniforms: TypeAlias = Callable[[], float]
Outcome: TypeAlias = tuple[Answer, Fraction]

MOST_OUTCOMES: Final = 100_000
"""`outcomes` refuses to list more than this many."""

MOST_SHUFFLED: Final = 8
"""`outcomes` refuses to list the permutations of more items than this."""


class TooManyOutcomes(ValueError):
    """There are too many outcomes to list; sample them, or use `distribution` for what counts."""


# ------------------------------------------------------------------------------------- spaces of chance


class ChanceSpace(Space, frozen=True):
    """What chance may bring: a space with a law."""

    def draw(self, uniforms: Uniforms) -> Answer:
        """What happens for the next numbers (each from 0 to below 1) of this random stream."""
        raise NotImplementedError(f"{type(self).__name__} does not draw")

    def outcomes(self) -> Sequence[Outcome]:
        """
        Everything that may happen and its exact probability; these sum to 1.

        Raises TooManyOutcomes where there are more than can sensibly be listed (see `count_outcomes`).
        """
        raise NotImplementedError(f"{type(self).__name__} has no list of outcomes")

    def count_outcomes(self) -> int:
        """How many outcomes there are, at most (equal ones may be merged)."""
        raise NotImplementedError(f"{type(self).__name__} does not count outcomes")

    def sample(self, rng: Random) -> Answer:
        return self.draw(rng.random)

    def options(self) -> Sequence[Answer] | None:
        if self.count_outcomes() > LISTABLE:
            return None
        return [answer for answer, _ in self.outcomes()]


class DiceSpace(ChanceSpace, frozen=True):
    """
    The faces of these dice: a tuple, one face for each die, in the order of the dice.

    Unless `ordered`, dice of one kind are exchangeable: `outcomes` then has each handful of faces once,
    sorted in the order of the faces on the die; `check` still takes the faces in any order. Faces that stand
    together in `alike` make no difference to anything; the first on the die stands for all of them in `outcomes`.
    """

    dice: tuple[Die, ...]
    ordered: bool = False
    alike: tuple[Faces, ...] = ()

    def check(self, answer: Answer) -> tuple[Violation, ...]:
        if not isinstance(answer, tuple):
            return (Violation("not_faces", given=as_given(answer), dice=len(self.dice)),)
        if len(answer) != len(self.dice):
            return (Violation("face_count", faces=len(answer), dice=len(self.dice)),)
        wrong: tuple[Violation, ...] = ()
        for place, face in enumerate(answer):
            die = self.dice[place]
            kind = type(face)
            if not ((kind is int or kind is str) and face in die.faces):
                wrong = (*wrong, not_on_die(place + 1, die, face))
        return wrong

    def draw(self, uniforms: Uniforms) -> Faces:
        fallen = []
        for die in self.dice:  # die.draw(uniforms()) for each, three times as quick
            if die.weights:
                fallen.append(die.draw(uniforms()))
            else:
                faces = die.faces
                fallen.append(faces[int(uniforms() * len(faces))])
        return tuple(fallen)

    def count_outcomes(self) -> int:
        counts = [len(weights_of(die, self.alike)) for die in self.dice]
        if self.ordered:
            return math.prod(counts)
        kinds = _kinds(self.dice)
        return math.prod(
            math.comb(len(weights_of(die, self.alike)) + len(places) - 1, len(places)) for die, places in kinds.items()
        )

    def outcomes(self) -> Sequence[tuple[Faces, Fraction]]:
        return _fallen(self.dice, self.ordered, self.alike)

    def parts(self) -> None:
        return None

    def prompt(self, names: Sequence[str] = ()) -> Prompt:
        return Prompt(words("how.dice", example=self._example()))

    def _example(self) -> str:
        return " ".join(_spelt(die.faces[(2 * place + 1) % len(die.faces)]) for place, die in enumerate(self.dice))

    def read(self, text: str, names: Sequence[str] = ()) -> Answer:
        faces = split(text)
        short = all(len(str(face)) == 1 for die in self.dice for face in die.faces)
        if short and len(faces) == 1 and len(faces[0]) == len(self.dice) > 1:
            faces = list(faces[0])
        if len(faces) != len(self.dice):
            raise unreadable("dice", count=len(self.dice), example=self._example())
        return tuple([_read_face(die, face) for die, face in zip(self.dice, faces, strict=True)])

    def shown(self, answer: Answer, names: Sequence[str] = ()) -> str:
        return " ".join(map(_spelt, answer))

    def named(self, given: Any, find: Find) -> Answer:
        faces = tuple(given) if isinstance(given, tuple | list) else (given,)
        known = tuple([_face_named(die, face) for die, face in zip(self.dice, faces, strict=False)])
        return known + faces[len(self.dice) :]

    def told(self, answer: Answer, name: Name) -> str:
        dice = zip(self.dice, answer, strict=True)
        return " ".join([name(face) if isinstance(face, str) else _told_face(die, face) for die, face in dice])

    def describe(self) -> dict[str, Any]:
        dice = [{"name": die.name, "faces": list(die.faces)} for die in self.dice]
        return {"kind": "dice", "dice": dice, "ordered": self.ordered}


def _spelt(face: Face) -> str:
    """A face in one word."""
    return "-".join(split(str(face)))


def _read_face(die: Die, text: str) -> Face:
    """A face by itself, by the beginning of its name, or by its symbol where only one face has it."""
    faces = list(dict.fromkeys(die.faces))
    wanted = text.casefold()
    ways: tuple[Callable[[Face], bool], ...] = (
        lambda face: _spelt(face) == text,
        lambda face: _spelt(face).casefold() == wanted,
        lambda face: isinstance(face, str) and _spelt(face).casefold().startswith(wanted),
        lambda face: bool(die.symbols) and die.symbol(face).casefold() == wanted,
    )
    for way in ways:
        if len(found := list(filter(way, faces))) == 1:
            return found[0]
    raise unreadable("no_face", text=text, faces=faces)


def _face_named(die: Die, given: Any) -> Any:
    """A face by itself, or by its symbol where only one face has it."""
    if given in die.faces:
        return given
    faces = [face for face in dict.fromkeys(die.faces) if die.symbols and die.symbol(face) == given]
    return faces[0] if len(faces) == 1 else given


def _told_face(die: Die, face: Face) -> str:
    return f"{face} ({die.symbol(face)})" if die.symbols and die.symbol(face) != str(face) else str(face)


def not_on_die(number: int, die: Die, face: Any) -> Violation:
    """The violation of a face that a die does not have; dice are counted from 1."""
    return not_among(face, tuple(weights_of(die)), "not_a_face", die=number, kind=die.name)


def _kinds(dice: Iterable[Die]) -> dict[Die, list[int]]:
    """The places of each kind of die, in the order in which the kinds appear."""
    kinds: dict[Die, list[int]] = {}
    for place, die in enumerate(dice):
        kinds.setdefault(die, []).append(place)
    return kinds


@lru_cache(maxsize=64)
def _fallen(dice: tuple[Die, ...], ordered: bool, alike: tuple[Faces, ...]) -> tuple[tuple[Faces, Fraction], ...]:
    if (count := DiceSpace(dice, ordered, alike).count_outcomes()) > MOST_OUTCOMES:
        raise TooManyOutcomes(f"{len(dice)} dice fall in {count} ways; at most {MOST_OUTCOMES} are listed")
    kinds = [(die, [place]) for place, die in enumerate(dice)] if ordered else list(_kinds(dice).items())
    groups = [(places, _handfuls(die, len(places), alike)) for die, places in kinds]
    whole = math.prod(sum(weights_of(die).values()) for die in dice)
    seats = [place for places, _ in groups for place in places]
    order = sorted(range(len(seats)), key=seats.__getitem__)
    law = []
    for chosen in product(*(handfuls for _, handfuls in groups)):
        faces = [face for handful, _ in chosen for face in handful]
        weight = math.prod(weight for _, weight in chosen)
        law.append((tuple([faces[index] for index in order]), Fraction(weight, whole)))
    return tuple(law)


def _handfuls(die: Die, n: int, alike: tuple[Faces, ...]) -> list[tuple[Faces, int]]:
    """What `n` of these dice show, sorted, and in how many (weighted) ways."""
    weights = weights_of(die, alike)
    handfuls = []
    for faces in combinations_with_replacement(weights, n):
        ways = math.factorial(n)
        for face in dict.fromkeys(faces):
            ways //= math.factorial(faces.count(face))
        handfuls.append((faces, ways * math.prod(weights[face] for face in faces)))
    return handfuls


class ShuffleSpace(ChanceSpace, Ordering, frozen=True):
    """All items in a random order. Equal items may stand for each other."""

    def draw(self, uniforms: Uniforms) -> tuple[Answer, ...]:
        return tuple(_fisher_yates(self.items, len(self.items), uniforms))

    def count_outcomes(self) -> int:
        return math.factorial(len(self.items))

    def outcomes(self) -> Sequence[tuple[tuple[Answer, ...], Fraction]]:
        if len(self.items) > MOST_SHUFFLED:
            count = len(self.items)
            raise TooManyOutcomes(f"{count} items are shuffled; at most {MOST_SHUFFLED} can be listed")
        return _merged(self.items, permutations(_likeness(self.items)))

    def describe(self) -> dict[str, Any]:
        return {**super().describe(), "kind": "shuffle", "random": True}


class PickSpace(ChanceSpace, OfItems, frozen=True):
    """
    `count` of the items at random, none of them twice: a tuple, sorted as the items are unless `ordered`.

    Where two items are equal, both may be picked.
    """

    count: int = 1
    ordered: bool = False

    def check(self, answer: Answer) -> tuple[Violation, ...]:
        if not isinstance(answer, tuple):
            return (Violation("not_picks", given=as_given(answer), count=self.count),)
        if len(answer) != self.count:
            return (Violation("pick_count", picked=len(answer), count=self.count),)
        return tuple([surplus(item, self.items) for item in matched(self.items, answer)[1]])

    def draw(self, uniforms: Uniforms) -> tuple[Answer, ...]:
        picked = _fisher_yates(range(len(self.items)), self.count, uniforms)
        if not self.ordered:
            picked.sort(key=lambda index: (_first_alike(self.items, index), index))
        return tuple([self.items[index] for index in picked])

    def count_outcomes(self) -> int:
        ways = math.perm if self.ordered else math.comb
        return ways(len(self.items), self.count)

    def outcomes(self) -> Sequence[tuple[tuple[Answer, ...], Fraction]]:
        if (count := self.count_outcomes()) > MOST_OUTCOMES:
            raise TooManyOutcomes(f"there are {count} ways to pick; at most {MOST_OUTCOMES} are listed")
        likeness = _likeness(self.items)
        if self.ordered:
            return _merged(self.items, permutations(likeness, self.count))
        return _merged(self.items, map(sorted, combinations(likeness, self.count)))

    def prompt(self, names: Sequence[str] = ()) -> Prompt:
        return ask_for_some(how_some(self.count, self.count, len(self.items)), self.items, names)

    def read(self, text: str, names: Sequence[str] = ()) -> Answer:
        return read_some(self.items, text, empty=self.count == 0)

    def describe(self) -> dict[str, Any]:
        return {"kind": "pick", **super().describe(), "count": self.count, "ordered": self.ordered}


def _fisher_yates(items: Sequence[Any], count: int, uniforms: Uniforms) -> list[Any]:
    """The first `count` of the shuffled items."""
    shuffled = list(items)
    for index in range(min(count, len(shuffled) - 1)):
        other = index + int(uniforms() * (len(shuffled) - index))
        shuffled[index], shuffled[other] = shuffled[other], shuffled[index]
    return shuffled[:count]


def _first_alike(items: Sequence[Any], index: int) -> int:
    return next(place for place, item in enumerate(items) if same(item, items[index]))


def _likeness(items: Sequence[Any]) -> list[int]:
    """For each item the place of the first one that equals it."""
    return [_first_alike(items, index) for index in range(len(items))]


def _merged(items: Sequence[Any], ways: Iterable[Iterable[int]]) -> list[tuple[tuple[Answer, ...], Fraction]]:
    """Equally likely ways to choose places, as outcomes; ways that show the same items are one outcome."""
    counts: dict[tuple[int, ...], int] = {}
    for way in ways:
        places = tuple(way)
        counts[places] = counts.get(places, 0) + 1
    whole = sum(counts.values())
    return [(tuple([items[place] for place in places]), Fraction(n, whole)) for places, n in counts.items()]


# --------------------------------------------------------------------------------------------- exact laws


def distribution(
    dice: Dice | Iterable[Die],
    key: Callable[[Any], Any] = sum,
    each: Callable[[Face], Any] | None = None,
) -> dict[Any, Fraction]:
    """
    The exact law of what some dice come to: {value: probability}, sorted by value where values can be sorted.

    `each` gives the value of one face (left out: the face itself; for a count, 1 or 0), `key` what all values
    come to together, with no regard to the order of dice of one kind. A sum is quick for any number of dice;
    another key raises TooManyOutcomes for too many.

    >>> distribution((D6, D6))[7]
    Fraction(1, 6)
    """
    if key is sum:
        return sorted_law(_law_of_sum(dice_of(dice), each or number_on))
    law: dict[Any, Fraction] = {}
    for faces, chance in DiceSpace(dice_of(dice)).outcomes():
        value = key(tuple(map(each, faces)) if each else faces)
        law[value] = law.get(value, Fraction(0)) + chance
    return sorted_law(law)


def _law_of_sum(dice: tuple[Die, ...], each: Callable[[Face], Any]) -> dict[Any, Fraction]:
    ways: dict[Any, int] = {0: 1}
    for die in dice:
        ways = _convolved(ways, [(each(face), weight) for face, weight in weights_of(die).items()])
    whole = sum(ways.values())
    return {value: Fraction(n, whole) for value, n in ways.items()}


def _convolved(ways: Mapping[Any, int], more: Sequence[tuple[Any, int]]) -> dict[Any, int]:
    summed: dict[Any, int] = {}
    for value, n in ways.items():
        for extra, weight in more:
            summed[value + extra] = summed.get(value + extra, 0) + n * weight
    return summed
