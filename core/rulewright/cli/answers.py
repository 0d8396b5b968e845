"""Answers as people type them: numbers of a list, dice, shares, points."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any, Final

from ..dice import DiceSpace, PickSpace, ShuffleSpace
from ..requests import Allocation, Answer, Cells, Number, Options, Ordering, Path, Pose, Space, Subset, plain

LETTERS: Final = "abcdefghij"
"""Names of suggestions, where answers can not be listed."""

NONE_WORDS: Final = ("none", "-", "无", "不选")
ALL_WORDS: Final = ("all", "*", "全部")
PASS_WORDS: Final = ("pass", "跳过", "过")
STAY_WORDS: Final = ("stay", "none", "-", "不动")


class Unreadable(Exception):
    """What was typed is no answer to this question; ``key`` and ``facts`` say why in the texts of the program."""

    def __init__(self, key: str, **facts: Any) -> None:
        super().__init__(key)
        self.key = f"parse.{key}"
        self.facts = facts


def items_of(space: Space) -> Sequence[Answer] | None:
    """What is listed with numbers for a space; None where there is nothing to list."""
    match space:
        case Options():
            return space.values
        case Subset() | Ordering():
            return space.items
        case Cells():
            return space.cells
        case Allocation():
            return space.keys
        case ShuffleSpace() | PickSpace():
            return space.items
        case Number() | Path() | Pose() | DiceSpace():
            return None
    return space.options()


def read(space: Space, typed: str, labels: Sequence[str] = (), suggestions: Sequence[Answer] = ()) -> Answer:
    """The answer that was typed: ``labels`` are those of `items_of`, ``suggestions`` have letters.

    Whether it is legal is for the space to check. Raises Unreadable.
    """
    typed = typed.strip()
    if suggestions and typed.lower() in LETTERS[: len(suggestions)] and len(typed) == 1:
        return suggestions[LETTERS.index(typed.lower())]
    for kind, reader in _READERS:
        if isinstance(space, kind):
            return reader(space, typed, labels)
    listed = space.options()
    return _one_of(listed, typed, labels) if listed is not None else _json(typed)


# Lists ------------------------------------------------------------------------------


def _options(space: Options, typed: str, labels: Sequence[str]) -> Answer:
    return _one_of(space.values, typed, labels)


def _one_of(values: Sequence[Answer], typed: str, labels: Sequence[str]) -> Answer:
    if not typed and values and (values[0] is None or one_thing_or_none(values)):
        return values[0]
    if typed.lower() in PASS_WORDS and None in values:
        return None
    if not typed:
        raise Unreadable("no_pass", most=max(numbers_of(values)))
    if typed.lstrip("-").isdecimal():
        return values[_place(typed, numbers_of(values))]
    named = _named(typed, labels)
    exact = [place for place in named if labels[place].casefold() == typed.casefold()]
    if len(exact or named) == 1:
        return values[(exact or named)[0]]
    if named:
        raise Unreadable("ambiguous", text=typed, options=[labels[place] for place in named[:4]])
    raise Unreadable("one_of", most=max(numbers_of(values), default=0))


def _named(typed: str, labels: Sequence[str]) -> list[int]:
    """The places of labels that begin like this, or else have it as a word, as the beginning of one, or in Chinese."""
    text = re.escape(typed)
    anywhere = text if not typed.isascii() else rf"\b{text}"
    for pattern in (rf"\A{text}", rf"\b{text}\b", anywhere):  # "Play Feint" is also called Feint
        found = re.compile(pattern, re.IGNORECASE)
        if named := [place for place, label in enumerate(labels) if found.search(label)]:
            return named
    return []


def one_thing_or_none(values: Sequence[Answer]) -> bool:
    """Whether there is one thing to do, such as the only defence, or to leave it: Enter alone does it."""
    return len(values) == 2 and values[1] is None


def numbers_of(values: Sequence[Answer]) -> list[int]:
    """The numbers of a list: 1, 2, 3; but numbers to choose from, such as faces of a die, are their own."""
    if all(type(value) is int and value > 0 for value in values):
        return list(values)
    return list(range(1, len(values) + 1))


def whole_number(text: str) -> int | None:
    """A whole number of at most nine digits as it was typed; None for anything else."""
    return int(text) if re.fullmatch(r"-?\d{1,9}", text) else None


def _place(text: str, numbers: Sequence[int]) -> int:
    if (number := whole_number(text)) in numbers:
        return numbers.index(number)
    if numbers == list(range(1, len(numbers) + 1)):
        return _index(text, len(numbers))
    raise Unreadable("not_listed", text=text, numbers=numbers)


def _index(text: str, most: int) -> int:
    if not text.isdecimal():
        raise Unreadable("not_number", text=text)
    if not 1 <= int(text[:9]) <= most:
        raise Unreadable("not_among", text=text, most=most)
    return int(text) - 1


def _indexes(typed: str, most: int) -> list[int]:
    """``1,3 5-7`` as places counted from 0."""
    found: list[int] = []
    for part in re.split(r"[\s,;，、]+", re.sub(r"\s*-\s*", "-", typed)):
        if part:
            first, dash, last = part.partition("-")
            start = _index(first, most)
            found += range(start, _index(last, most) + 1) if dash else [start]
    return found


def _subset(space: Subset, typed: str, labels: Sequence[str]) -> Answer:
    return _some(space.items, typed, empty=space.least == 0)


def _pick(space: PickSpace, typed: str, labels: Sequence[str]) -> Answer:
    return _some(space.items, typed, empty=space.count == 0)


def _some(items: Sequence[Answer], typed: str, *, empty: bool) -> tuple[Answer, ...]:
    if typed.lower() in ALL_WORDS:
        return tuple(items)
    if typed.lower() in NONE_WORDS or (empty and not typed):
        return ()
    if not typed:
        raise Unreadable("no_pass", most=len(items))
    return tuple(items[index] for index in dict.fromkeys(_indexes(typed, len(items))))


def _cells(space: Cells, typed: str, labels: Sequence[str]) -> Answer:
    parts = typed.replace("，", ",").replace("(", " ").replace(")", " ").split()
    if parts and all("," in part for part in parts):
        return tuple(_coordinates(part, whole=True) for part in parts)
    return _some(space.cells, typed, empty=space.count == 0)


def _ordering(space: Ordering | ShuffleSpace, typed: str, labels: Sequence[str]) -> Answer:
    first = _indexes(typed, len(space.items))
    rest = [index for index in range(len(space.items)) if index not in first]
    return tuple(space.items[index] for index in (*first, *rest))


# Numbers and places -----------------------------------------------------------------


def _number(space: Number, typed: str, labels: Sequence[str]) -> Answer:
    return _measure(typed)


def _measure(text: str) -> int | float:
    if re.fullmatch(r"[+-]?\d{1,18}", text):
        return int(text)
    if re.fullmatch(r"[+-]?(\d{1,18}\.?\d*|\.\d+)", text):
        return float(text)
    raise Unreadable("not_number", text=text or "—")


def _allocation(space: Allocation, typed: str, labels: Sequence[str]) -> Answer:
    parts = re.split(r"[\s,;，、]+", typed)
    if len(parts) != len(space.keys) or not all(re.fullmatch(r"\d{1,9}", part) for part in parts):
        raise Unreadable("shares", count=len(space.keys), example=example_of(space))
    return tuple(map(int, parts))


def _coordinates(text: str, *, whole: bool = False) -> tuple[int | float, ...]:
    try:
        x, y = map(_measure, text.split(","))
    except (ValueError, Unreadable):
        raise Unreadable("points") from None
    return (x, y) if whole else (float(x), float(y))


def _path(space: Path, typed: str, labels: Sequence[str]) -> Answer:
    if typed.lower() in STAY_WORDS:
        return ()
    parts = re.sub(r"\s*[,，]\s*", ",", typed.replace("(", " ").replace(")", " ")).split()
    if not parts:
        raise Unreadable("points")
    return tuple(_coordinates(part) for part in parts)


def _pose(space: Pose, typed: str, labels: Sequence[str]) -> Answer:
    parts = [part for part in re.split(r"[\s,;，、]+", typed) if part]
    try:
        numbers = [float(_measure(part)) for part in parts]
    except Unreadable:
        raise Unreadable("pose") from None
    if len(numbers) == 2:
        numbers.append(0.0)
    if len(numbers) != 3:
        raise Unreadable("pose")
    return tuple(numbers)


# Chance -----------------------------------------------------------------------------


def _dice(space: DiceSpace, typed: str, labels: Sequence[str]) -> Answer:
    parts = [part for part in re.split(r"[\s,;+，、]+", typed) if part]
    short = all(len(str(face)) == 1 for die in space.dice for face in die.faces)
    if short and len(parts) == 1 and len(parts[0]) == len(space.dice) > 1:
        parts = list(parts[0])
    if len(parts) != len(space.dice):
        raise Unreadable("dice", count=len(space.dice), example=example_of(space))
    return tuple(_face(die, part) for die, part in zip(space.dice, parts, strict=True))


def _face(die: Any, text: str) -> Any:
    """A face by itself, by the beginning of its name, or by its symbol where only one face has it."""
    faces = list(dict.fromkeys(die.faces))
    by_name = [face for face in faces if str(face).casefold() == text.casefold()]
    by_start = [face for face in faces if isinstance(face, str) and face.casefold().startswith(text.casefold())]
    by_symbol = [face for face in faces if die.symbols and die.symbol(face).casefold() == text.casefold()]
    for found in (by_name, by_start, by_symbol):
        if len(found) == 1:
            return found[0]
    raise Unreadable("no_face", text=text, faces=faces)


def _json(typed: str) -> Answer:
    try:
        return plain(json.loads(typed))
    except (ValueError, TypeError, RecursionError) as error:
        raise Unreadable("json", reason=str(error)) from None


def example_of(space: Space) -> str:
    """What an answer may look like."""
    match space:
        case DiceSpace():
            return " ".join(str(die.faces[(2 * place + 1) % len(die.faces)]) for place, die in enumerate(space.dice))
        case Allocation():
            each, more = divmod(space.total, max(1, len(space.keys)))
            return " ".join(str(each + (place < more)) for place in range(len(space.keys)))
    return ""


_READERS: Final[tuple[tuple[type | tuple[type, ...], Callable[[Any, str, Sequence[str]], Answer]], ...]] = (
    (Options, _options),
    (Subset, _subset),
    (Cells, _cells),
    (Ordering, _ordering),
    (ShuffleSpace, _ordering),
    (PickSpace, _pick),
    (Number, _number),
    (Allocation, _allocation),
    (Path, _path),
    (Pose, _pose),
    (DiceSpace, _dice),
)
