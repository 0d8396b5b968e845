"""
Answers as people type them: what spaces read and show, and how a face asks for them.

A space reads by these functions or by its own. Its sentences are words of one language, or of several by
language (``{"en": ..., "zh": ...}``); the kernel's own stand in ``reading.toml``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from msgspec import Struct

from .plaindata import Answer, plain, same, shown
from .text import PackageTexts, Words, show

Name: TypeAlias = Callable[[Any], str]
"""What a value is called."""

Find: TypeAlias = Callable[[Sequence[Any], Any], Any]
"""The one among values that is called so; what was given itself where none is."""

NONE_WORDS: Final = ("none", "-", "无", "不选")
NONE_TOLD: Final = "-"
"""A choice of nothing, in a log."""
ALL_WORDS: Final = ("all", "*", "全部")
PASS_WORDS: Final = ("pass", "跳过", "过")

_APART: Final = re.compile(r"[\s,;+，、]+")


class Unreadable(Exception):
    """What was typed cannot be read as an answer: ``reason`` says what could be typed, ``facts`` has its parts."""

    def __init__(self, reason: Words, facts: Mapping[str, Any] | None = None) -> None:
        super().__init__(show(reason))
        self.reason = reason
        self.facts = dict(facts or {})


class Prompt(Struct, frozen=True):
    """
    How a face asks for an answer.

    `how` says how it is typed; where `plain` is set, the list says enough and `how` is kept for those who ask for
    help. `lines` are listed: what to type, and what that is; `all` is listed only for those who ask for help. `enter`
    is what an empty line does, empty for nothing. Where `suggests` is set, a face offers what the space suggests
    besides.
    """

    how: Words
    lines: Sequence[tuple[str, Words]] = ()
    enter: Words = ""
    plain: bool = False
    suggests: bool = False
    all: Sequence[tuple[str, Words]] = ()


TEXTS: Final = PackageTexts(__package__, "reading.toml")
"""The sentences of the kernel's own spaces."""


def words(key: str, **facts: Any) -> Words:
    """A sentence of the kernel's own spaces, by language."""
    return TEXTS.both(key, **facts)


def unreadable(key: str, **facts: Any) -> Unreadable:
    """The error with this sentence of the kernel's own spaces."""
    return Unreadable(words(f"parse.{key}", **facts), facts)


# --------------------------------------------------------------------------------------------- one of a list


def ask_for_one(values: Sequence[Answer], names: Sequence[str]) -> Prompt:
    """Asks for one of the values, by number or name."""
    enter = _called(values, names)[0] if values and values[0] is None else ""
    lines = tuple(zip(map(str, numbers_of(values)), _called(values, names), strict=True))
    return Prompt(words("how.options"), lines, enter, plain=True)


def read_one(values: Sequence[Answer], text: str, names: Sequence[str]) -> Answer:
    """One of the values by its number or the beginning of its name, or an answer as JSON. Raises Unreadable.

    One Latin letter is no beginning: nobody shall end a turn by a slip of the finger.
    """
    if not text and values and values[0] is None:
        return None
    if text.lower() in PASS_WORDS and None in values:
        return None
    if not text:
        raise unreadable("no_pass", most=max(numbers_of(values), default=0))
    if text.lstrip("-").isdecimal():
        return values[_place(text, numbers_of(values))]
    named = _named(text, names)
    exact = [place for place in named if names[place].casefold() == text.casefold()]
    if len(named) == 1 and not exact and len(text) == 1 and text.isascii():
        raise unreadable("more", text=text, options=[names[named[0]]])
    if len(exact or named) == 1:
        return values[(exact or named)[0]]
    if named:
        raise unreadable("ambiguous", text=text, options=[names[place] for place in named[:4]])
    try:
        return read_json(text)
    except Unreadable:
        raise unreadable("one_of", most=max(numbers_of(values), default=0)) from None


def show_one(values: Sequence[Answer], answer: Answer, names: Sequence[str]) -> str:
    """A value as it would be typed: its name where that is enough, else its number; JSON for what is no value."""
    (place,) = places_of(values, (answer,)) or (None,)
    if place is None:
        return show_json(answer)
    try:
        if names and same(read_one(values, names[place].strip(), names), answer):
            return names[place]
    except Unreadable:
        pass
    return str(numbers_of(values)[place])


def numbers_of(values: Sequence[Answer]) -> list[int]:
    """The numbers of a list: 1, 2, 3; but numbers to choose from, such as faces of a die, are their own."""
    if all(type(value) is int and value > 0 for value in values):
        return list(values)
    return list(range(1, len(values) + 1))


def whole_number(text: str) -> int | None:
    """A whole number of at most nine digits as it was typed; None for anything else."""
    return int(text) if re.fullmatch(r"-?\d{1,9}", text) else None


def _called(values: Sequence[Answer], names: Sequence[str]) -> Sequence[str]:
    """The names of the values; where there are none, the values as they stand."""
    return names if len(names) == len(values) else [*map(shown, values)]


def _named(text: str, names: Sequence[str]) -> list[int]:
    """The places of names that begin like this, or else have it as a word, as the beginning of one, or in Chinese."""
    pattern = re.escape(text)
    anywhere = pattern if not text.isascii() else rf"\b{pattern}"
    for way in (rf"\A{pattern}", rf"\b{pattern}\b", anywhere):  # "Play Feint" is also called Feint
        found = re.compile(way, re.IGNORECASE)
        if named := [place for place, name in enumerate(names) if found.search(name)]:
            return named
    return []


def _place(text: str, numbers: Sequence[int]) -> int:
    if (number := whole_number(text)) in numbers:
        return numbers.index(number)
    if numbers == list(range(1, len(numbers) + 1)):
        return _index(text, len(numbers))
    raise unreadable("not_listed", text=text, numbers=numbers)


# --------------------------------------------------------------------------------------------- some of a list


def list_lines(names: Sequence[Words]) -> Sequence[tuple[str, Words]]:
    """Names with their numbers from 1 on, for `Prompt.lines`."""
    return tuple((str(number), name) for number, name in enumerate(names, start=1))


def how_some(least: int, most: int, of: int) -> Words:
    """How some of so many items are typed, where from ``least`` to ``most`` of them may be chosen."""
    example: Words = "1" if most <= 1 else f"1,{min(of, 3)}" if most == 2 else words("how.some")
    return words(
        "how.subset",
        count=words("how.exactly" if least == most else "how.between", least=least, most=most),
        example=example,
        all=words("how.all") if most >= of else "",
        none=words("how.none") if least == 0 else "",
    )


def ask_for_some(how: Words, items: Sequence[Answer], names: Sequence[str], *, enter: Words = "") -> Prompt:
    """Asks for several of the items, by their numbers."""
    return Prompt(how, list_lines(_called(items, names)), enter)


def read_some(items: Sequence[Answer], text: str, *, empty: bool) -> tuple[Answer, ...]:
    """The items of these numbers (``1,3 5-7``, all, none). An empty line is none where `empty`. Raises Unreadable."""
    if text.lower() in ALL_WORDS:
        return tuple(items)
    if text.lower() in NONE_WORDS or (empty and not text):
        return ()
    if not text:
        raise unreadable("no_pass", most=len(items))
    return tuple(items[index] for index in dict.fromkeys(_indexes(text, len(items))))


def read_order(items: Sequence[Answer], text: str) -> tuple[Answer, ...]:
    """All items, those of these numbers first; what is left out follows as it stands. Raises Unreadable."""
    first = _indexes(text, len(items))
    rest = [index for index in range(len(items)) if index not in first]
    return tuple(items[index] for index in (*first, *rest))


def show_some(items: Sequence[Answer], answer: Sequence[Answer]) -> str:
    """The numbers of the items in an answer, or none."""
    return show_order(items, answer) or NONE_WORDS[0]


def show_order(items: Sequence[Answer], answer: Sequence[Answer]) -> str:
    """The numbers of the items in an answer, in its order."""
    return " ".join(str(place + 1) for place in places_of(items, answer))


def find_some(items: Sequence[Answer], given: Any, find: Find) -> tuple[Answer, ...]:
    """The items of these names; a single one need not stand in a list."""
    alone = not isinstance(given, list | tuple) or given in items
    return tuple(find(items, name) for name in ((given,) if alone else given))


def tell_some(answer: Sequence[Answer], name: Name) -> str:
    """Several values by their names."""
    return ", ".join(map(name, answer)) or NONE_TOLD


def places_of(items: Sequence[Answer], chosen: Iterable[Answer]) -> list[int]:
    """Where what was chosen stands among the items, no place twice; what is not among them is left out."""
    places: dict[int, None] = {}
    for thing in chosen:
        at = next((at for at, item in enumerate(items) if at not in places and same(item, thing)), None)
        if at is not None:
            places[at] = None
    return list(places)


def _index(text: str, most: int) -> int:
    if not text.isdecimal():
        raise unreadable("not_number", text=text)
    if not 1 <= int(text[:9]) <= most:
        raise unreadable("not_among", text=text, most=most)
    return int(text) - 1


def _indexes(typed: str, most: int) -> list[int]:
    """``1,3 5-7`` as places counted from 0."""
    found: list[int] = []
    for part in split(re.sub(r"\s*-\s*", "-", typed)):
        first, dash, last = part.partition("-")
        start = _index(first, most)
        found += range(start, _index(last, most) + 1) if dash else [start]
    return found


# --------------------------------------------------------------------------------------------- numbers, data


def split(text: str) -> list[str]:
    """The parts of a text between spaces and commas."""
    return [part for part in _APART.split(text) if part]


def read_measure(text: str) -> int | float:
    """A number, such as 3 or 4.5. Raises Unreadable."""
    if re.fullmatch(r"[+-]?\d{1,18}", text):
        return int(text)
    if re.fullmatch(r"[+-]?(\d{1,18}\.?\d*|\.\d+)", text):
        return float(text)
    raise unreadable("not_number", text=text or "—")


def show_measure(number: float) -> str:
    """A number in digits, as `read_measure` reads it back."""
    from decimal import Decimal

    return str(number) if isinstance(number, int) else format(Decimal(repr(number)), "f")


def read_json(text: str) -> Answer:
    """An answer as JSON. Raises Unreadable."""
    try:
        return plain(json.loads(text))
    except (ValueError, TypeError, RecursionError) as error:
        raise unreadable("json", reason=str(error)) from None


def show_json(answer: Answer) -> str:
    """Plain data as JSON; anything else in short."""
    try:
        return json.dumps(answer, ensure_ascii=False)
    except (ValueError, TypeError, RecursionError):
        return shown(answer)
