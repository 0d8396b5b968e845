"""Problems in what people write: where, what was found, what would be right, and the nearest known names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING

import msgspec

from .text import brief, shown

if TYPE_CHECKING:
    from .kinds import ContentKind


MAX_PROBLEMS = 500  # kept in one ContentError


def nearest(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """Up to three of the known names that look most like `name`, best first, and never `name` itself."""
    from difflib import get_close_matches

    names = {candidate.casefold(): candidate for candidate in known if candidate != name}
    return tuple(names[match] for match in get_close_matches(name[:100].casefold(), names, n=3, cutoff=0.6))


def did_you_mean(names: Iterable[str]) -> str:
    """The end of an error message: ``; did you mean 'a' or 'b'?``, or nothing when there is no such name."""
    quoted = " or ".join(f"'{name}'" for name in names)
    return f"; did you mean {quoted}?" if quoted else ""


MOST_NAMED = 24  # known names in one message


def instead(name: str, known: Iterable[str]) -> str:
    """The end of an error message about an unknown name: the nearest known ones, or else those that there are."""
    names = list(known)
    if near := nearest(name, names):
        return did_you_mean(near)
    if not names:
        return "; there are none"
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return f"; there are {', '.join(names[:MOST_NAMED])}{more}"


# Problems -----------------------------------------------------------------------------------------


class Problem(msgspec.Struct, frozen=True):
    """One thing that is wrong in content: where, what stands there, what would be right."""

    file: str
    entry: str = ""  # its id, or "entry 3" when it has none
    field: str = ""  # such as dial[0].powers[1]
    found: str = ""
    expected: str = ""
    nearest: tuple[str, ...] = ()

    def __str__(self) -> str:
        place = ": ".join(_printable(part) for part in (self.file, self.entry, self.field) if part)
        found, expected = brief(self.found), brief(self.expected)
        fact = f"found {found}, expected {expected}" if expected else found
        return f"{place}: {fact}{did_you_mean(self.nearest)}".removeprefix(": ")


class ContentError(ValueError):
    """Content that is broken: every problem found, one a line.

    `omitted` counts the problems beyond the first `MAX_PROBLEMS`; `forms` has the kinds that were read, by name.
    """

    forms: Mapping[str, ContentKind] = MappingProxyType({})

    def __init__(self, problems: Iterable[Problem], omitted: int = 0) -> None:
        found = iter(problems)
        self.problems = tuple(islice(found, MAX_PROBLEMS))
        self.omitted = omitted + sum(1 for _ in found)
        super().__init__(self.problems, self.omitted)

    def __str__(self) -> str:
        more = [f"and {self.omitted} further problems"] if self.omitted else []
        return "\n".join([*map(str, self.problems), *more])


# Words of the problems ----------------------------------------------------------------------------


def _printable(text: str) -> str:
    """A text from a stranger's file, in one line, and not too long."""
    return shown(brief(text, 200), lines=False)


def shortened(value: object) -> str:
    """A value as it is shown in a message: never long, however big it is, and nothing but plain data."""
    if value is None:
        return "null"
    if type(value) is dict:
        return f"a table of {len(value)} field{'s' * (len(value) != 1)}"
    if type(value) is list or type(value) is tuple:
        return f"a list of {len(value)} item{'s' * (len(value) != 1)}"
    if type(value) is str:
        return brief(repr(value), 60)
    if type(value) is bool:
        return str(value).lower()
    if type(value) is int and value.bit_length() > 200:
        return f"a number of {value.bit_length()} bits"
    return repr(value) if type(value) in (int, float) else f"something of type {type(value).__name__}"


def names_listed(names: Iterable[str]) -> str:
    """Names with commas between them."""
    return ", ".join(names)
