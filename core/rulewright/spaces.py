"""Spaces of answers: options, selections, numbers, orders, allotments; what is legal, and how it is typed and shown."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from itertools import combinations, islice, permutations
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias, TypeVar, cast

from msgspec import Struct
from msgspec.structs import force_setattr

from .ondemand import OnDemand, OneByOne
from .plaindata import NAMED, Answer, as_json, listed, same, shown
from .reading import (
    Find,
    Name,
    Prompt,
    Unreadable,
    ask_for_one,
    ask_for_some,
    find_some,
    how_some,
    list_lines,
    read_json,
    read_measure,
    read_one,
    read_order,
    read_some,
    show_json,
    show_measure,
    show_one,
    show_order,
    show_some,
    split,
    tell_some,
    unreadable,
    whole_number,
    words,
)
from .refusals import NothingLegal, Violation
from .text import Words, show

if TYPE_CHECKING:
    from random import Random

    from .geometry.maps import Item


LISTABLE: Final = 1000
"""A space that is not itself a list lists its answers only if there are at most this many."""

SLACK: Final = 1e-6
"""Numbers that are not whole are taken for equal where they differ by no more."""

_LARGEST: Final = 1e9  # keeps sums and differences finite
_TRIES: Final = 64
_LONGEST_MEANT: Final = 200  # a longer text is no misspelling, and comparing it takes long


# --------------------------------------------------------------------------------------------- refusals, their words


def _holds(values: Sequence[Answer], answer: Answer) -> bool:
    """Whether the answer is one of the values, in value and in kind."""
    try:
        if isinstance(values, OneByOne):
            return values.holds(answer)
        first = values.index(answer)
        found = values[first]
        if found is answer or same(found, answer):
            return True
        return any(same(value, answer) for value in values[first + 1 :])
    except Exception:  # not there, or an object whose comparison fails: no answer either way
        return False


def _distinct(values: Iterable[Answer]) -> list[Answer]:
    return list({repr(value): value for value in values}.values())


def _is_number(value: Any) -> bool:
    """A finite int or float of a sensible size; no bool."""
    kind = type(value)
    return (kind is float or kind is int) and -_LARGEST <= value <= _LARGEST


def as_given(answer: Any, values: Sequence[Any] = ()) -> Words:
    """The answer, and its type where that is what is wrong with it."""
    strange = not isinstance(answer, tuple | str | int | float | None)
    if strange or _equals_one(answer, values):
        return _typed(answer)
    return _called(answer)


def _typed(answer: Any) -> Words:
    kind = type(answer).__name__
    return {"en": f"{shown(answer)} (of type {kind})", "zh": shown(answer)}


def _called(value: Any) -> Words:
    """A value in a sentence."""
    return {"en": shown(None), "zh": "跳过"} if value is None else shown(value)


def _listed(values: Sequence[Any]) -> Words:
    """The first few values in a sentence, and how many more there are."""
    first = [_called(value) for value in values[:NAMED]]
    more = len(values) - NAMED
    zh = show(first, "zh") + (f"等 {len(values)} 项" if more > 0 else "")
    return {"en": listed(values), "zh": zh}


def _equals_one(answer: Any, values: Sequence[Any]) -> bool:
    try:
        return answer in values
    except Exception:  # an object whose comparison fails
        return False


def _nearest(answer: Any, values: Sequence[Any]) -> list[Any]:
    """The few values the answer may have meant: alike in spelling, or close by in numbers."""
    if isinstance(answer, str):
        if len(answer) > _LONGEST_MEANT:
            return []
        import difflib

        texts = [value for value in values if isinstance(value, str)]
        spelt = list(dict.fromkeys(map(str.casefold, texts)))
        close = difflib.get_close_matches(answer.casefold(), spelt, n=NAMED)
        return [text for like in close for text in texts if text.casefold() == like]
    ranked = [(gap, index) for index, value in enumerate(values) if (gap := _gap(answer, value)) is not None]
    return [values[index] for _, index in sorted(ranked)[:NAMED]]


def _gap(one: Any, other: Any) -> float | None:
    """How far two numbers, or two tuples of numbers, lie apart; None if that cannot be said."""
    if _is_number(one) and _is_number(other):
        return abs(float(one) - float(other))
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other) > 0:
        gaps = [_gap(a, b) for a, b in zip(one, other, strict=True)]
        return None if None in gaps else sum(gap for gap in gaps if gap is not None)
    return None


def not_among(answer: Any, values: Sequence[Any], key: str = "not_among", **facts: Any) -> Violation:
    """The answer is none of the values: names them, or those nearest to the answer when there are many."""
    if not values:
        return Violation("nothing_to_choose", given=as_given(answer), options=0, **facts)
    close = _nearest(answer, values) if len(values) > NAMED or isinstance(answer, str) else []
    if close and key == "not_among":
        key = "not_among_many"
    facts |= {"given": as_given(answer, values), "options": len(values)}
    return Violation(key, listed=_listed(close or values), **facts)


# --------------------------------------------------------------------------------------------- spaces


Read = TypeVar("Read", bound=Callable[..., Any])


def _within_bounds(read: Read) -> Read:
    """`Space.read` for texts that a person may have typed."""

    @wraps(read)
    def bounded(space: Space, text: str, *names: Any, **named: Any) -> Any:
        if len(text) > space.MOST_TYPED:
            raise unreadable("too_long", found=len(text), most=space.MOST_TYPED)
        return read(space, text, *names, **named)

    return cast(Read, bounded)


class Space(Struct, frozen=True):
    """
    The legal answers to one question. A new kind of space gives at least `check` and `sample`.

    A space is an immutable value; its random draws depend on nothing but the generator passed in. Whoever asks a
    person, a bot or another program knows no kinds of spaces: the rest of the methods say how a space is listed,
    typed, read, shown and drawn. By default an answer is one of `options`, or JSON where they cannot be listed.
    """

    MOST_TYPED: ClassVar[int] = 1_000
    """Characters that `read` takes, whatever a kind of space makes of them: more is refused before it is looked at."""

    EARLIER: ClassVar[Mapping[str, str]] = {"_ideas": "ideas"}
    """What a space that is derived may define, by its name before version 0.2, and the name that it has now."""

    def __init_subclass__(cls, **config: Any) -> None:
        super().__init_subclass__(**config)
        if "read" in cls.__dict__:
            cls.read = _within_bounds(cls.read)  # type: ignore[method-assign]
        for earlier, hook in cls.EARLIER.items():
            if earlier in cls.__dict__:
                warnings.warn(f"{cls.__qualname__}.{earlier} is now {hook}", DeprecationWarning, stacklevel=3)
                setattr(cls, hook, cls.__dict__[earlier])

    def check(self, answer: Answer) -> tuple[Violation, ...]:
        """Everything that is wrong with the answer; () if it is legal. Takes any object, never raises."""
        raise NotImplementedError(f"{type(self).__name__} does not check answers")

    def sample(self, rng: Random) -> Answer:
        """A random legal answer. Raises NothingLegal if there is none, or none was found."""
        raise NotImplementedError(f"{type(self).__name__} does not sample answers")

    def for_program(self, rng: Random) -> Answer:
        """The answer of a program that does not judge: any legal one, or one that leaves the question to people."""
        return self.sample(rng)

    def suggest(self, n: int, rng: Random) -> list[Answer]:
        """Up to `n` distinct legal answers worth considering; all of them if there are no more than `n`."""
        listed = self.options()
        if listed is None:
            return list(islice(self._legal_ideas(n, rng), n))
        return _distinct(listed if len(listed) <= n else rng.sample(listed, n))

    def options(self) -> Sequence[Answer] | None:
        """All legal answers; None where they cannot be listed or are too many (see `LISTABLE`)."""
        return None

    def describe(self) -> dict[str, Any]:
        """The kind of the space and its bounds as JSON data, for programs that have no Python."""
        return {"kind": type(self).__name__.lower()}

    def settle(self, answer: Answer) -> Answer:
        """
        The exact answer that is kept for an intent, such as a goal or a direction; anything else as it is.

        It is asked only of what is not legal as it stands, so a replay never asks it. An intent that leads nowhere
        is returned as it is, for `check` to say why. Takes any object, never raises.
        """
        return answer

    def may_pass(self) -> bool:
        """Whether to pass, which is the answer None, is legal."""
        return not self.check(None)

    def barred(self) -> Sequence[tuple[Answer, Violation]]:
        """Answers that a player may think of and cannot give now, each with the reason; as far as it is known."""
        return ()

    def comes_to_nothing(self, answer: Answer) -> bool:
        """Whether nothing comes of a legal answer, as far as it is known: faces mark it, and bots that look ahead leave
        it where anything else is left."""
        return False

    def parts(self) -> Sequence[Answer] | None:
        """What a face lists and calls by name: the options, or what an answer is made of; None for nothing."""
        return self.options()

    def prompt(self, names: Sequence[str] = ()) -> Prompt:
        """How a face asks for an answer. `names` are what the `parts` are called, in their order."""
        parts = self.parts()
        if parts is not None:
            return ask_for_one(parts, names)
        from random import Random

        ideas = self.suggest(1, Random(0))
        return Prompt(words("how.json", example=show_json(ideas[0]) if ideas else "[]"), suggests=True)

    @_within_bounds
    def read(self, text: str, names: Sequence[str] = ()) -> Answer:
        """
        The answer that was typed (without spaces around it); `names` as for `prompt`.

        Whether it is legal is for `check` to say. Raises Unreadable, which says what could be typed; also for a text of
        more than `MOST_TYPED` characters.
        """
        parts = self.parts()
        return read_json(text) if parts is None else read_one(parts, text, names)

    def shown(self, answer: Answer, names: Sequence[str] = ()) -> str:
        """A legal answer as it would be typed: `read` gives it back."""
        parts = self.parts()
        return show_json(answer) if parts is None else show_one(parts, answer, names)

    def named(self, given: Any, find: Find) -> Answer:
        """An answer given with names in place of values; what cannot be made out is returned as it is."""
        parts = self.parts()
        if parts is not None:
            return find(parts, given)
        try:
            return self.read(given.strip()) if isinstance(given, str) else given
        except Unreadable:
            return given

    def told(self, answer: Answer, name: Name) -> Words:
        """A legal answer in words, for a log; `name` gives what a part is called."""
        return name(answer)

    def hint(self, answer: Answer) -> Words:
        """What a suggestion is in a few words; empty where it is shown as it would be typed."""
        return ""

    def preview(self, answer: Answer = None) -> tuple[Item, ...]:
        """
        What a face may lay over the map before the answer is given: `rulewright.geometry.maps` items.

        That is where one can go, with ranges; with an answer also what it comes to, such as ghosts of where models
        would stand, and each fault that `check` finds, with its words. () where there is nothing to draw.
        """
        return ()

    def ideas(self, rng: Random) -> Iterator[Answer]:
        """Answers worth trying first; need not be legal."""
        return iter(())

    def _legal_ideas(self, n: int, rng: Random) -> Iterator[Answer]:
        seen = set()
        for answer in self.ideas(rng):
            if (name := repr(answer)) not in seen and not self.check(answer):
                seen.add(name)
                yield answer
        for _ in range(4 * n):
            try:
                answer = self.sample(rng)
            except NothingLegal:
                return
            if (name := repr(answer)) not in seen:
                seen.add(name)
                yield answer


class Options(Space, frozen=True):
    """
    One of these values. None among them means that passing is allowed.

    ``why_not`` is what a player may think of and cannot choose now, as pairs of answer and reason: a card of another
    phase, one that costs too much. Such an answer is refused for that reason, by the rule that forbids it.
    ``idle`` are those of the values of which nothing comes now.
    """

    values: Sequence[Answer]
    why_not: Sequence[tuple[Answer, Violation]] = ()
    idle: Sequence[Answer] = ()

    def check(self, answer: Answer) -> tuple[Violation, ...]:
        if _holds(self.values, answer):
            return ()
        why = next((why for option, why in self.why_not if _holds((option,), answer)), None)
        return (why or not_among(answer, self.values),)

    def sample(self, rng: Random) -> Answer:
        values = self.values
        try:
            return values.draw(rng) if isinstance(values, OnDemand) else values[int(rng.random() * len(values))]
        except IndexError:
            raise NothingLegal("there is nothing to choose from") from None

    def options(self) -> Sequence[Answer]:
        return self.values

    def may_pass(self) -> bool:
        return None in self.values

    def barred(self) -> Sequence[tuple[Answer, Violation]]:
        return self.why_not

    def comes_to_nothing(self, answer: Answer) -> bool:
        return _holds(self.idle, answer)

    def describe(self) -> dict[str, Any]:
        idle = {"idle": as_json(list(self.idle))} if self.idle else {}
        return {"kind": "options", "values": as_json(list(self.values)), **idle}


Judge: TypeAlias = Callable[[Any], Iterable[Violation]]
"""Says what is wrong with an answer of the right shape."""


class OfItems(Space, frozen=True):
    """Answers made of items: tuples of some or all of them, shown and told item by item."""

    items: Sequence[Answer]

    def __post_init__(self) -> None:
        if isinstance(self.items, list):
            force_setattr(self, "items", tuple(self.items))

    def parts(self) -> Sequence[Answer]:
        return self.items

    def shown(self, answer: Answer, names: Sequence[str] = ()) -> str:
        return show_some(self.items, answer)

    def named(self, given: Any, find: Find) -> Answer:
        return find_some(self.items, given, find)

    def told(self, answer: Answer, name: Name) -> str:
        return tell_some(answer, name)

    def describe(self) -> dict[str, Any]:
        return {"items": as_json(list(self.items))}


class Subset(OfItems, frozen=True):
    """
    Some of these items, from `least` to `most` of them (None: all): a tuple without repetition, in any order.

    `judge` adds the conditions of a rule, such as a cost that they pay together; it only sees answers of the
    right shape.
    """

    least: int = 0
    most: int | None = None
    judge: Judge | None = None

    def check(self, answer: Answer) -> tuple[Violation, ...]:
        if not isinstance(answer, tuple):
            return (Violation("not_items", given=as_given(answer)),)
        wrong = tuple(self._wrong_in(answer))
        return wrong if wrong or self.judge is None else tuple(self.judge(answer))

    def _wrong_in(self, answer: tuple[Any, ...]) -> Iterator[Violation]:
        least, most = self.least, self._most
        for index, item in enumerate(answer[: len(self.items)]):
            if not _holds(self.items, item):
                yield not_among(item, self.items)
            elif _holds(answer[:index], item):
                yield Violation("twice", given=_called(item))
        if not least <= len(answer) <= most:
            several = {"en": f"{least} to {most}", "zh": f"{least} 到 {most}"}
            wanted: Words = str(least) if least == most else several
            yield Violation("item_count", chosen=len(answer), least=least, most=most, wanted=wanted)

    @property
    def _most(self) -> int:
        return len(self.items) if self.most is None else min(self.most, len(self.items))

    def sample(self, rng: Random) -> Answer:
        distinct = _distinct(self.items)
        most = min(self._most, len(distinct))
        if most < self.least:
            raise NothingLegal(f"{self.least} of {len(distinct)} cannot be chosen")
        for _ in range(_TRIES):
            size = self.least + int(rng.random() * (most - self.least + 1))
            answer = tuple([distinct[index] for index in sorted(rng.sample(range(len(distinct)), size))])
            if self.judge is None or not self.check(answer):
                return answer
        legal = self.options()
        if not legal:
            raise NothingLegal("no legal selection was found")
        return legal[int(rng.random() * len(legal))]

    def options(self) -> Sequence[Answer] | None:
        distinct = _distinct(self.items)
        sizes = range(max(self.least, 0), min(self._most, len(distinct)) + 1)
        if sum(math.comb(len(distinct), size) for size in sizes) > LISTABLE:
            return None
        listed = (chosen for size in sizes for chosen in combinations(distinct, size))
        return [answer for answer in listed if self.judge is None or not self.check(answer)]

    def prompt(self, names: Sequence[str] = ()) -> Prompt:
        enter = words("enter.none") if self.least == 0 else ""
        return ask_for_some(how_some(self.least, self._most, len(self.items)), self.items, names, enter=enter)

    def read(self, text: str, names: Sequence[str] = ()) -> Answer:
        return read_some(self.items, text, empty=self.least == 0)

    def describe(self) -> dict[str, Any]:
        bounds = {"least": self.least, "most": self._most}
        return {"kind": "subset", **super().describe(), **bounds, "judged": self.judge is not None}


class Number(Space, frozen=True):
    """
    A number from `least` to `most` in steps counted from `least`; step 0 means any number between.

    If all three are integers, so is the answer; otherwise int and float are both taken.
    """

    least: float
    most: float
    step: float = 1

    @property
    def whole(self) -> bool:
        """Whether only integers are legal."""
        return type(self.least) is type(self.most) is type(self.step) is int and self.step != 0

    def check(self, answer: Answer) -> tuple[Violation, ...]:
        kind = type(answer)
        if kind is not int and (kind is not float or self.whole):
            key = "not_whole" if self.whole else "not_number"
            return (Violation(key, given=_typed(answer), least=self.least, most=self.most),)
        slack = 0.0 if self.whole else SLACK
        if not self.least - slack <= answer <= self.most + slack:
            return (Violation("out_of_range", given=_called(answer), least=self.least, most=self.most),)
        if self.step and self._off_step(answer):
            return (Violation("off_step", given=_called(answer), least=self.least, most=self.most, step=self.step),)
        return ()

    def _off_step(self, answer: float) -> bool:
        if self.whole:
            return (answer - self.least) % self.step != 0
        gone = answer - self.least
        return abs(gone - round(gone / self.step) * self.step) > SLACK

    def _count(self) -> int:
        if self.step < 0:
            raise ValueError(f"the step of a number is 0 or more, not {self.step}")
        if self.most < self.least:
            return 0
        if self.whole:
            return int((self.most - self.least) // self.step) + 1
        return math.floor((self.most - self.least + SLACK) / self.step) + 1

    def sample(self, rng: Random) -> Answer:
        if self.most < self.least:
            raise NothingLegal(f"there is no number from {self.least} to {self.most}")
        if not self.step:
            return rng.uniform(self.least, self.most)
        return self.least + self.step * rng.randrange(self._count())

    def options(self) -> Sequence[Answer] | None:
        if not self.step or self._count() > LISTABLE:
            return None
        return [self.least + self.step * index for index in range(self._count())]

    def ideas(self, rng: Random) -> Iterator[Answer]:
        yield self.least
        yield self.most

    def parts(self) -> None:
        return None

    def prompt(self, names: Sequence[str] = ()) -> Prompt:
        key = "how.range" if self.step in (0, 1) else "how.steps"
        bounds = words(key, least=self.least, most=self.most, step=self.step)
        return Prompt(words("how.number", range=bounds))

    def read(self, text: str, names: Sequence[str] = ()) -> Answer:
        return read_measure(text)

    def shown(self, answer: Answer, names: Sequence[str] = ()) -> str:
        return show_measure(answer)

    def describe(self) -> dict[str, Any]:
        bounds = {"least": self.least, "most": self.most, "step": self.step}
        return {"kind": "number", **bounds, "whole": self.whole}


class Ordering(OfItems, frozen=True):
    """All of these items in some order: a permutation, as a tuple. Equal items may stand for each other."""

    def check(self, answer: Answer) -> tuple[Violation, ...]:
        if not isinstance(answer, tuple):
            return (Violation("not_in_order", given=as_given(answer), items=len(self.items)),)
        if len(answer) > len(self.items):
            there = len(self.items)
            return (Violation("too_many_items", count=len(answer), items=there, listed=_listed(self.items)),)
        left, extra = matched(self.items, answer)
        wrong = [surplus(item, self.items) for item in extra]
        if left:
            wrong.append(Violation("not_placed", missing=len(left), listed=_listed(left)))
        return tuple(wrong)

    def sample(self, rng: Random) -> Answer:
        return tuple(rng.sample(list(self.items), len(self.items)))

    def options(self) -> Sequence[Answer] | None:
        if len(self.items) > 12 or math.factorial(len(self.items)) > LISTABLE:
            return None
        return _distinct(permutations(self.items))

    def prompt(self, names: Sequence[str] = ()) -> Prompt:
        return ask_for_some(words("how.ordering"), self.items, names)

    def read(self, text: str, names: Sequence[str] = ()) -> Answer:
        return read_order(self.items, text)

    def shown(self, answer: Answer, names: Sequence[str] = ()) -> str:
        return show_order(self.items, answer)

    def describe(self) -> dict[str, Any]:
        return {"kind": "ordering", **super().describe()}


def matched(items: Sequence[Answer], answer: Sequence[Answer]) -> tuple[list[Answer], list[Answer]]:
    """Items that the answer leaves out, and things in the answer that no item is left for."""
    if len(items) == len(answer) and sorted(map(id, items)) == sorted(map(id, answer)):
        return [], []
    left, extra = list(items), []
    for item in answer:
        index = next((index for index, other in enumerate(left) if same(other, item)), None)
        if index is None:
            extra.append(item)
        else:
            del left[index]
    return left, extra


def surplus(item: Answer, items: Sequence[Answer]) -> Violation:
    """An item that is in the answer but may not be: given more often than it is there, or not there at all."""
    if _holds(items, item):
        return Violation("too_often", given=_called(item))
    return not_among(item, items)


Bound: TypeAlias = Mapping[Any, int] | int | None


class Allocation(Space, frozen=True):
    """
    `total` units shared out among the keys: a tuple of whole numbers, one for each key, in the order of the
    keys.

    `least` and `most` bound the share of a key (one number for all, or a mapping; a key that is not in it
    gets from 0 to everything). With `exact` all units must be given out, otherwise some may be kept.
    """

    total: int
    keys: Sequence[Answer]
    most: Bound = None
    least: Bound = None
    exact: bool = True

    def check(self, answer: Answer) -> tuple[Violation, ...]:
        if not isinstance(answer, tuple):
            keys, called = len(self.keys), _listed(self.keys)
            return (Violation("not_shares", given=as_given(answer), keys=keys, listed=called),)
        if len(answer) != len(self.keys):
            keys, called = len(self.keys), _listed(self.keys)
            return (Violation("share_count", shares=len(answer), keys=keys, listed=called),)
        wrong = [
            Violation("share_not_whole", key=_called(key), given=as_given(share))
            for key, share in zip(self.keys, answer, strict=True)
            if type(share) is not int
        ]
        return tuple(wrong) or (*self._check_shares(answer), *self._check_sum(answer))

    def _check_shares(self, shares: tuple[int, ...]) -> Iterator[Violation]:
        for key, share, (least, most) in zip(self.keys, shares, self._bounds(), strict=True):
            if not least <= share <= most:
                yield Violation("share_bounds", key=_called(key), share=shown(share), least=least, most=most)

    def _check_sum(self, shares: tuple[int, ...]) -> Iterator[Violation]:
        given = sum(shares)
        if given > self.total or (self.exact and given < self.total):
            yield Violation("sum_exact" if self.exact else "sum_most", sum=shown(given), total=self.total)

    def _bounds(self) -> list[tuple[int, int]]:
        return [(_bound(self.least, key, 0), _bound(self.most, key, self.total)) for key in self.keys]

    def sample(self, rng: Random) -> Answer:
        bounds = self._bounds()
        lowest, highest = sum(low for low, _ in bounds), sum(high for _, high in bounds)
        least = max(lowest, self.total) if self.exact else lowest
        most = min(highest, self.total)
        if any(low > high for low, high in bounds) or least > most:
            raise NothingLegal(f"{self.total} units cannot be shared out among {listed(self.keys)}")
        total = rng.randint(least, most)
        shares = [low for low, _ in bounds]
        spare = total - lowest
        open_ = [index for index, (low, high) in enumerate(bounds) if high > low]
        room = sum(bounds[index][1] - bounds[index][0] for index in open_)
        rng.shuffle(open_)
        for index in open_:
            width = bounds[index][1] - bounds[index][0]
            room -= width
            extra = rng.randint(max(0, spare - room), min(width, spare))
            shares[index] += extra
            spare -= extra
        return tuple(shares)

    def options(self) -> Sequence[Answer] | None:
        bounds = self._bounds()
        if any(low > high for low, high in bounds):
            return []
        listed = list(islice(self._shares(bounds, self.total), LISTABLE + 1))
        return listed if len(listed) <= LISTABLE else None

    def _shares(self, bounds: list[tuple[int, int]], total: int) -> Iterator[tuple[int, ...]]:
        if not bounds:
            if total == 0 or (not self.exact and total > 0):
                yield ()
            return
        (low, high), rest = bounds[0], bounds[1:]
        highest = total - sum(low for low, _ in rest)
        lowest = total - sum(high for _, high in rest) if self.exact else low
        for share in range(max(low, lowest), min(high, highest) + 1):
            for others in self._shares(rest, total - share):
                yield (share, *others)

    def parts(self) -> Sequence[Answer]:
        return self.keys

    def prompt(self, names: Sequence[str] = ()) -> Prompt:
        called = names or [*map(shown, self.keys)]
        lines = [f"{name} ({low}–{high})" for name, (low, high) in zip(called, self._bounds(), strict=True)]
        return Prompt(words("how.allocation", total=self.total, example=self._example()), list_lines(lines))

    def _example(self) -> str:
        """Equal shares, as they would be typed."""
        each, more = divmod(self.total, max(1, len(self.keys)))
        return " ".join(str(each + (place < more)) for place in range(len(self.keys)))

    def read(self, text: str, names: Sequence[str] = ()) -> Answer:
        shares = split(text)
        numbers = [int(share) for share in shares if whole_number(share) is not None]
        if len(numbers) < len(shares) or len(shares) != len(self.keys):
            raise unreadable("shares", count=len(self.keys), example=self._example())
        return tuple(numbers)

    def shown(self, answer: Answer, names: Sequence[str] = ()) -> str:
        return " ".join(map(str, answer))

    def named(self, given: Any, find: Find) -> Answer:
        if not isinstance(given, Mapping):
            return given
        shares = {find(self.keys, key): share for key, share in given.items()}
        if not set(shares) <= set(self.keys):
            return tuple(shares)
        return tuple(shares.get(key, 0) for key in self.keys)

    def told(self, answer: Answer, name: Name) -> str:
        return ", ".join(f"{name(key)} {share}" for key, share in zip(self.keys, answer, strict=True))

    def describe(self) -> dict[str, Any]:
        bounds = self._bounds()
        shares = {"least": [low for low, _ in bounds], "most": [high for _, high in bounds]}
        keys = as_json(list(self.keys))
        return {"kind": "allocation", "total": self.total, "keys": keys, **shares, "exact": self.exact}


def _bound(bound: Bound, key: Answer, default: int) -> int:
    if bound is None:
        return default
    return bound if isinstance(bound, int) else bound.get(key, default)
