"""
Dice, shuffles and random picks: requests to chance, the exact law of what may fall, and what fell.

A random driver calls `draw` with numbers from 0 to below 1; a person types the faces that fell on the table,
and `check` reads them; a calculator walks through `outcomes`. The rest of a game cannot tell them apart.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, combinations, combinations_with_replacement, permutations, product
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from .plaindata import Answer, listed, same, shown
from .reading import (
    Find,
    Name,
    Prompt,
    ask_for_some,
    read_some,
    split,
    unreadable,
    words,
)
from .requests import (
    CHANCE,
    LISTABLE,
    OfItems,
    Ordering,
    Player,
    Space,
    Violation,
    as_given,
    matched,
    not_among,
    ruled,
    surplus,
)

if TYPE_CHECKING:
    from random import Random

Face: TypeAlias = int | str
Faces: TypeAlias = tuple[Face, ...]
Uniforms: TypeAlias = Callable[[], float]
Outcome: TypeAlias = tuple[Answer, Fraction]

MOST_OUTCOMES: Final = 100_000
"""`outcomes` refuses to list more than this many."""

MOST_SHUFFLED: Final = 8
"""`outcomes` refuses to list the permutations of more items than this."""


class TooManyOutcomes(ValueError):
    """There are too many outcomes to list; sample them, or use `distribution` for what counts."""


# --------------------------------------------------------------------------------------------- dice


class Die(Struct, frozen=True, cache_hash=True):
    """
    One kind of die: its faces, which may repeat, and how likely each is (`weights`, whole numbers; none: all
    the same).

    `symbols` names what each face shows where several faces show the same thing (a hero die: five numbers are
    swords). Raises ValueError if the lists do not fit together.
    """

    name: str
    faces: Faces
    weights: tuple[int, ...] = ()
    symbols: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.faces:
            raise ValueError(f"die {self.name!r} has no faces")
        for what, given in (("weights", self.weights), ("symbols", self.symbols)):
            if given and len(given) != len(self.faces):
                raise ValueError(f"die {self.name!r} has {len(self.faces)} faces and {len(given)} {what}")
        if any(type(face) not in (int, str) for face in self.faces):
            raise ValueError(f"die {self.name!r} has a face that is neither a whole number nor a name")
        if any(type(weight) is not int or weight < 1 for weight in self.weights):
            raise ValueError(f"die {self.name!r} has a weight that is not a whole number from 1 up")
        if len(set(zip(self.faces, self.symbols, strict=False))) > len(set(self.faces)):
            raise ValueError(f"die {self.name!r} has two symbols for one face")

    @classmethod
    def numbered(cls, sides: int) -> Die:
        """The die with faces 1 to `sides`."""
        return cls(f"D{sides}", tuple(range(1, sides + 1)))

    def symbol(self, face: Face) -> str:
        """What this face shows; without symbols, the face itself. Raises ValueError for a face it has not."""
        if face not in self.faces:
            raise ValueError(f"{shown(face)} is no face of {self.name}: {listed(self.faces)}")
        return self.symbols[self.faces.index(face)] if self.symbols else str(face)

    def has(self, face: Any) -> bool:
        """Whether this is one of its faces (1 is, but neither True nor 1.0)."""
        return type(face) in (int, str) and face in self.faces

    def draw(self, uniform: float) -> Face:
        """The face for a number from 0 to below 1."""
        if not self.weights:
            return self.faces[int(uniform * len(self.faces))]
        summed = _summed(self)
        return self.faces[bisect_right(summed, uniform * summed[-1])]

    def law(self) -> dict[Face, Fraction]:
        """The probability of each different face, in the order of the faces."""
        weights = _weights(self)
        whole = sum(weights.values())
        return {face: Fraction(weight, whole) for face, weight in weights.items()}


@lru_cache(maxsize=256)
def _summed(die: Die) -> tuple[int, ...]:
    return tuple(accumulate(die.weights))


@lru_cache(maxsize=256)
def _weights(die: Die, alike: tuple[Faces, ...] = ()) -> Mapping[Face, int]:
    """Each different face with the sum of its weights, those alike as the first of them."""
    stands_for: dict[Face, Face] = {}
    for group in alike:
        shown = [face for face in die.faces if face in group]
        stands_for.update(dict.fromkeys(shown, shown[0]) if shown else {})
    weights: dict[Face, int] = {}
    for face, weight in zip(die.faces, die.weights or (1,) * len(die.faces), strict=True):
        face = stands_for.get(face, face)
        weights[face] = weights.get(face, 0) + weight
    return weights


D6: Final = Die.numbered(6)


def halved(face: int) -> int:
    """A D6 read as a D3: half of it, rounded up."""
    return -(-face // 2)


class Pool(Struct, frozen=True):
    """Some dice to be rolled together, while effects still add some and take some away."""

    dice: tuple[Die, ...] = ()

    @classmethod
    def of(cls, die: Die, n: int) -> Pool:
        """`n` dice of one kind; none if `n` is below 0."""
        return cls((die,) * n)

    def plus(self, die: Die, n: int = 1) -> Pool:
        """With `n` more of these."""
        return Pool(self.dice + (die,) * n)

    def minus(self, die: Die, n: int = 1) -> Pool:
        """With `n` fewer of these, the last ones; with none of them if there are not that many."""
        left = self.count(die) - n
        kept = []
        for each in self.dice:
            if each == die:
                left -= 1
            if each != die or left >= 0:
                kept.append(each)
        return Pool(tuple(kept))

    def count(self, die: Die) -> int:
        """How many of this kind."""
        return self.dice.count(die)

    def __len__(self) -> int:
        return len(self.dice)


Dice: TypeAlias = tuple[Die, ...] | Pool


def _dice(dice: Dice | Iterable[Die]) -> tuple[Die, ...]:
    return dice.dice if isinstance(dice, Pool) else tuple(dice)


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
                wrong = (*wrong, _not_on_die(place + 1, die, face))
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
        counts = [len(_weights(die, self.alike)) for die in self.dice]
        if self.ordered:
            return math.prod(counts)
        kinds = _kinds(self.dice)
        return math.prod(
            math.comb(len(_weights(die, self.alike)) + len(places) - 1, len(places)) for die, places in kinds.items()
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
        return " ".join([_told_face(die, face) for die, face in zip(self.dice, answer, strict=True)])

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


def _not_on_die(number: int, die: Die, face: Any) -> Violation:
    return not_among(face, tuple(_weights(die)), "not_a_face", die=number, kind=die.name)


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
    whole = math.prod(sum(_weights(die).values()) for die in dice)
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
    weights = _weights(die, alike)
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
        return ask_for_some(words("how.subset", count=self.count), self.items, names)

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


# ----------------------------------------------------------------------------------- requests to chance


class ChanceRequest(Struct, frozen=True):
    """
    A question that no player answers: `Roll`, `Shuffle`, `Pick`, or a plugin's own kind.

    `player` is the one who rolls or shuffles; `stream` names the random stream that a seeded game draws from,
    so that a card more in a deck does not change the dice. With ``IN_THE_OPEN`` everyone sees the answer: what follows
    from it can be explained by it.
    """

    IN_THE_OPEN = False

    if TYPE_CHECKING:  # fields of every subclass, each in its own order

        @property
        def player(self) -> Player: ...
        @property
        def ask(self) -> str: ...
        @property
        def rule(self) -> str: ...
        @property
        def about(self) -> Mapping[str, Any]: ...
        @property
        def stream(self) -> str: ...

    @property
    def space(self) -> ChanceSpace:
        """What may happen."""
        raise NotImplementedError(f"{type(self).__name__} has no space")

    def check(self, answer: Answer) -> tuple[Violation, ...]:
        """Everything that is wrong with this outcome; what names no rule of its own names the request's."""
        return ruled(self.space.check(answer), self.rule)

    def draw(self, uniforms: Uniforms) -> Answer:
        """What happens for the next numbers (each from 0 to below 1) of the stream."""
        return self.space.draw(uniforms)

    def outcomes(self) -> Sequence[Outcome]:
        """Everything that may happen and its exact probability. Raises TooManyOutcomes."""
        return self.space.outcomes()

    def options(self) -> Sequence[Answer] | None:
        """Everything that may happen, or None where that is too much."""
        return self.space.options()


class Roll(ChanceRequest, frozen=True):
    """
    These dice are rolled. The answer is the tuple of the faces that fell, in the order of the dice.

    Unless `ordered` (a D66, a die for each target), dice of one kind are exchangeable. `alike` is a promise of the
    rules: faces that stand together in one of its tuples make no difference to anything that follows. All of them
    still fall; but whoever computes odds plays only one of them (a hit on 3 or more: 2 courses instead of 6).
    """

    dice: Dice
    player: Player
    ask: str = "roll"
    rule: str = ""
    about: Mapping[str, Any] = {}
    ordered: bool = False
    stream: str = "play"
    alike: tuple[Faces, ...] = ()

    IN_THE_OPEN = True

    @classmethod
    def d6(cls, n: int, player: Player, ask: str = "roll", rule: str = "", **about: Any) -> Roll:
        """`n` six-sided dice; the keywords are data for the prompt."""
        return cls((D6,) * n, player, ask, rule, about)

    @property
    def space(self) -> DiceSpace:
        dice = self.dice
        return DiceSpace(dice.dice if isinstance(dice, Pool) else dice, self.ordered, self.alike)

    def fallen(self, faces: Faces, source: str = "") -> DiceRoll:
        """The roll with these faces."""
        return DiceRoll.of(self.dice, faces, source, self.player)


def roll(die: Die, n: int, player: Player, ask: str = "roll", rule: str = "", **about: Any) -> Roll:
    """A request for `n` dice of one kind; the keywords are data for the prompt."""
    return Roll((die,) * n, player, ask, rule, about)


class Shuffle(ChanceRequest, frozen=True):
    """These items are put in random order. The answer is the tuple of all of them."""

    items: tuple[Answer, ...]
    player: Player
    ask: str = "shuffle"
    rule: str = ""
    about: Mapping[str, Any] = {}
    stream: str = "shuffle"

    @property
    def space(self) -> ShuffleSpace:
        return ShuffleSpace(self.items)


class Pick(ChanceRequest, frozen=True):
    """`count` of these items are picked at random, none twice. The answer is the tuple of those picked."""

    items: tuple[Answer, ...]
    count: int
    player: Player
    ask: str = "pick"
    rule: str = ""
    about: Mapping[str, Any] = {}
    ordered: bool = False
    stream: str = "shuffle"

    @property
    def space(self) -> PickSpace:
        return PickSpace(self.items, self.count, self.ordered)


# --------------------------------------------------------------------------------------------- what fell


class Fall(Struct, frozen=True):
    """One thing that happened to one die: the face it then showed, how, through what, and by whom."""

    face: Face
    how: Literal["rolled", "rerolled", "changed", "added"] = "rolled"
    source: str = ""
    by: Player = CHANCE


class DiceRoll(Struct, frozen=True):
    """Dice that fell, each with its whole history; the last entry of a history is what counts."""

    dice: tuple[Die, ...]
    history: tuple[tuple[Fall, ...], ...]

    @classmethod
    def of(cls, dice: Dice, faces: Iterable[Face], source: str = "", by: Player = CHANCE) -> DiceRoll:
        """Freshly rolled. Raises ValueError for faces that are not on the dice."""
        given = _dice(dice)
        return cls((), ())._more(given, faces, "rolled", source, by)

    @property
    def faces(self) -> Faces:
        """What each die shows now."""
        return tuple([falls[-1].face for falls in self.history])

    @property
    def initial(self) -> Faces:
        """What the dice showed that were rolled at first, before anything happened to them."""
        return tuple([falls[0].face for falls in self.history if falls[0].how == "rolled"])

    @property
    def symbols(self) -> tuple[str, ...]:
        """What each die shows now, as symbols."""
        return tuple([die.symbol(face) for die, face in zip(self.dice, self.faces, strict=True)])

    @property
    def numbers(self) -> tuple[int, ...]:
        """The faces of numbered dice. Raises TypeError if one is no number."""
        return tuple(map(_number, self.faces))

    @property
    def total(self) -> int:
        """The sum of the faces. Raises TypeError if one is no number."""
        return sum(map(_number, self.faces))

    def count(self, wanted: Face | Collection[Face]) -> int:
        """How many dice show this face, or one of these."""
        if isinstance(wanted, int | str):
            wanted = (wanted,)
        return sum(face in wanted for face in self.faces)

    def rerolled(self, faces: Mapping[int, Face], source: str = "", by: Player = CHANCE) -> DiceRoll:
        """With the dice at these indexes rolled again, each now showing the face given for it."""
        return self._with("rerolled", faces, source, by)

    def changed(self, faces: Mapping[int, Face], source: str = "", by: Player = CHANCE) -> DiceRoll:
        """With the dice at these indexes turned to the face given for each."""
        return self._with("changed", faces, source, by)

    def with_added(self, dice: Dice | Die, faces: Iterable[Face], source: str = "", by: Player = CHANCE) -> DiceRoll:
        """With further dice, showing these faces; one die stands for as many as there are faces."""
        given = tuple(faces)
        more = (dice,) * len(given) if isinstance(dice, Die) else _dice(dice)
        return self._more(more, given, "added", source, by)

    def explain(self, lang: str = "en", names: Callable[[str], str] = str) -> list[str]:
        """A line for each die: what fell, and what it was turned or rolled to again, through what."""
        words = _WORDS.get(lang, _WORDS["en"])
        return [" > ".join([_told_fall(fall, words, names) for fall in falls]) for falls in self.history]

    def times(self, index: int, how: str, source: str | None = None) -> int:
        """How often this happened to a die (through this source)."""
        return sum(fall.how == how and source in (None, fall.source) for fall in self.history[index])

    def _more(
        self,
        dice: tuple[Die, ...],
        faces: Iterable[Face],
        how: Literal["rolled", "added"],
        source: str,
        by: Player,
    ) -> DiceRoll:
        given = tuple(faces)
        if wrong := DiceSpace(dice).check(given):
            raise ValueError("; ".join(violation.reason for violation in wrong))
        falls = tuple([(Fall(face, how, source, by),) for face in given])
        return replace(self, dice=self.dice + dice, history=self.history + falls)

    def _with(
        self, how: Literal["rerolled", "changed"], faces: Mapping[int, Face], source: str, by: Player
    ) -> DiceRoll:
        history = list(self.history)
        for index, face in faces.items():
            if not 0 <= index < len(history):
                raise ValueError(f"there is no die {index}: the roll has {len(history)} dice, counted from 0")
            if not self.dice[index].has(face):
                raise ValueError(_not_on_die(index + 1, self.dice[index], face).reason)
            history[index] = (*history[index], Fall(face, how, source, by))
        return replace(self, history=tuple(history))


_WORDS: Final = {
    "en": {"rerolled": "re-rolled", "changed": "changed", "added": "added"},
    "zh": {"rerolled": "重掷", "changed": "改变", "added": "追加"},
}


def _told_fall(fall: Fall, words: Mapping[str, str], names: Callable[[str], str]) -> str:
    source = [names(fall.source)] if fall.source else []
    how = ", ".join([words[fall.how], *source] if fall.how in words else source)
    return f"{fall.face} ({how})" if how else str(fall.face)


def _number(face: Face) -> int:
    if isinstance(face, str):
        raise TypeError(f"face {face!r} is no number and cannot be added up")
    return face


class RerollRule(Struct, frozen=True):
    """
    Which dice of a roll may be rolled again or changed.

    `per_die`: how often one die may be re-rolled at all (None: no limit); `per_source_per_die`: how often
    through one source; `locked`: faces that can neither be re-rolled nor changed; `whole`: the dice are one
    roll, so that all of them may be re-rolled or none; `rerolls_first`: once a die was changed, no die of the
    roll may be re-rolled any more. `rule` is cited in refusals.
    """

    per_die: int | None = None
    per_source_per_die: int | None = None
    locked: Faces = ()
    whole: bool = False
    rerolls_first: bool = False
    rule: str = ""

    def may_reroll(self, fallen: DiceRoll, source: str) -> tuple[int, ...]:
        """The indexes of the dice that may be re-rolled through this source."""
        free = self._free(fallen, lambda index: self.why_not(fallen, index, source))
        return () if self.whole and len(free) < len(fallen.dice) else free

    def may_change(self, fallen: DiceRoll, source: str) -> tuple[int, ...]:
        """The indexes of the dice that may be turned to another face through this source."""
        return self._free(fallen, lambda index: self.why_not_change(fallen, index, source))

    def why_not(self, fallen: DiceRoll, index: int, source: str) -> Violation | None:
        """Why this die may not be re-rolled through this source; None if it may."""
        if locked := self._locked(fallen, index, "cannot_reroll"):
            return locked
        if self.rerolls_first and any(fallen.times(place, "changed") for place in range(len(fallen.dice))):
            return Violation("rerolls_first", self.rule)
        times, most = fallen.times(index, "rerolled"), self.per_die
        if most is not None and times >= most:
            return Violation("rerolled", self.rule, die=index + 1, times=times, most=most)
        times, most = fallen.times(index, "rerolled", source), self.per_source_per_die
        if most is not None and times >= most:
            return Violation("rerolled_through", self.rule, die=index + 1, times=times, most=most, source=source)
        return None

    def why_not_change(self, fallen: DiceRoll, index: int, source: str) -> Violation | None:
        """Why this die may not be turned to another face through this source; None if it may."""
        return self._locked(fallen, index, "cannot_change")

    @staticmethod
    def _free(fallen: DiceRoll, why_not: Callable[[int], Violation | None]) -> tuple[int, ...]:
        return tuple([index for index in range(len(fallen.dice)) if why_not(index) is None])

    def _locked(self, fallen: DiceRoll, index: int, key: str) -> Violation | None:
        face = fallen.history[index][-1].face
        return Violation(key, self.rule, die=index + 1, face=face) if face in self.locked else None


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
        return _sorted(_law_of_sum(_dice(dice), each or _number))
    law: dict[Any, Fraction] = {}
    for faces, chance in DiceSpace(_dice(dice)).outcomes():
        value = key(tuple(map(each, faces)) if each else faces)
        law[value] = law.get(value, Fraction(0)) + chance
    return _sorted(law)


def _law_of_sum(dice: tuple[Die, ...], each: Callable[[Face], Any]) -> dict[Any, Fraction]:
    ways: dict[Any, int] = {0: 1}
    for die in dice:
        ways = _convolved(ways, [(each(face), weight) for face, weight in _weights(die).items()])
    whole = sum(ways.values())
    return {value: Fraction(n, whole) for value, n in ways.items()}


def _convolved(ways: Mapping[Any, int], more: Sequence[tuple[Any, int]]) -> dict[Any, int]:
    summed: dict[Any, int] = {}
    for value, n in ways.items():
        for extra, weight in more:
            summed[value + extra] = summed.get(value + extra, 0) + n * weight
    return summed


def _sorted(law: dict[Any, Fraction]) -> dict[Any, Fraction]:
    try:
        return dict(sorted(law.items(), key=lambda item: item[0]))
    except TypeError:
        return law
