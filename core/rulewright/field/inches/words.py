"""Numbers, places and goals as people type them, and the other way round."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from ...plaindata import Answer
from ...text import Words, show

NUMBER: Final = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
LEG: Final = re.compile(rf"{NUMBER}(?:,{NUMBER}){{1,2}}|{NUMBER}(?:deg|度)")
STAY: Final = ("stay", "不动")
CHARGE_WORDS: Final = ("charge", "冲锋")

Patterns = tuple[tuple[str, re.Pattern[str]], ...]

GOALS: Final[Patterns] = tuple(
    (word, re.compile(pattern, re.IGNORECASE))
    for word, pattern in (
        ("spot", rf"(?:towards|朝)\s*({NUMBER}), ?({NUMBER})"),
        ("heading", rf"(?:heading|方向)\s*({NUMBER})"),
        ("beside", rf"within ({NUMBER}) of (.+)"),
        ("within", rf"距\s*(.+?)\s*({NUMBER})\s*(?:英寸)?以内"),
        ("away", r"(?:away from|远离)\s*(.+)"),
        ("hide", r"(?:out of sight of|躲开)\s*(.+)"),
        ("cover", r"(?:in cover from|掩蔽于)\s*(.+)"),
        ("beside", r"(?:to|到)\s*(.+)"),
    )
)
"""How goals are typed, in this order. In ``beside`` a number comes first, in ``within`` last: they mean the same."""


def read_number(text: str) -> int | float:
    """A number as it was typed: whole ones are ints."""
    return int(text) if re.fullmatch(r"[+-]?\d{1,15}", text) else float(text)


def read_leg(text: str) -> tuple[int | float, ...]:
    """``x,y``, ``x,y,height`` or ``30deg``."""
    return tuple(map(read_number, text.removesuffix("deg").removesuffix("度").split(",")))


def show_leg(leg: Sequence[float]) -> str:
    """A straight line or a turn as it would be typed."""
    return ",".join(map(repr, leg)) + ("deg" if len(leg) == 1 else "")


def read_legs(text: str) -> tuple[str, tuple[tuple[int | float, ...], ...]]:
    """A name and the legs behind it: both may be empty."""
    words = re.sub(r"\s*,\s*", ",", text).split()
    count = len(words)
    while count and LEG.fullmatch(words[count - 1]):
        count -= 1
    return " ".join(words[:count]), tuple(map(read_leg, words[count:]))


def read_goal(text: str, called: Mapping[str, Words]) -> Answer | None:
    """A goal as an intent; None for what is none. Things that nobody knows stand as they were typed."""
    for word, pattern in GOALS:
        if found := pattern.fullmatch(text):
            given = found.groups()
            if word in ("spot", "heading"):
                return (word, *map(read_number, given))
            if word == "within":
                return ("beside", find(given[0], called), read_number(given[1]))
            if word == "beside":
                inches = read_number(given[0]) if len(given) == 2 else 0.0
                return (word, find(given[-1], called), inches)
            return (word, *(find(name.strip(), called) for name in re.split("[,，、]", given[0])))
    return None


def show_goal(intent: Answer, called: Mapping[str, Words]) -> Iterator[str]:
    """How an intent might be typed."""
    word, *rest = intent
    names = [show(called.get(one, str(one))) for one in rest]
    if word == "spot":
        yield f"{rest[0]!r},{rest[1]!r}"
        yield f"towards {rest[0]!r},{rest[1]!r}"
    elif word == "heading":
        yield f"heading {rest[0]!r}"
    elif word == "beside":
        yield f"to {names[0]}"
        yield f"within {rest[1]!r} of {names[0]}"
    elif word in ("away", "hide", "cover"):
        opening = {"away": "away from", "hide": "out of sight of", "cover": "in cover from"}[word]
        yield f"{opening} {', '.join(names)}"


def find(text: str, called: Mapping[str, Words]) -> str:
    """The id of the thing of that name, in any language, or of the only one that begins so; else what was typed."""
    wanted = text.casefold()
    for same in (str.__eq__, str.startswith):
        spelt = {name: map(str.casefold, spellings(words)) for name, words in called.items()}
        found = [name for name, ways in spelt.items() if any(same(way, wanted) for way in ways)]
        if len(found) == 1:
            return found[0]
        if text in called:
            return text
    return text


def spellings(words: Words) -> tuple[str, ...]:
    """Words in each language in which they are known."""
    return (words,) if isinstance(words, str) else tuple(words.values())


def listed(names: Iterable[Words], most: int = 8) -> list[Words]:
    """The first few names, for a sentence."""
    every = list(names)
    return [*every[:most], "…"] if len(every) > most else every
