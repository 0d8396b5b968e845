"""Do these dice satisfy that requirement? Chapter 4.1 as plain functions, without a game around them.

Dice are the numbers that they show (1 to 6, in any order). A die of a hero is a `Faces`: the symbols of its
faces 1 to 6. A requirement is read once from content with `read_requirement` and then only asked.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations_with_replacement
from typing import Any, Protocol

from msgspec import Struct

from rulewright.rules import rule

Faces = Sequence[str]
"""The symbols of the faces 1 to 6 of a hero die, in this order."""

SMALL_STRAIGHT = 4
LARGE_STRAIGHT = 5
DICE = 5
"""The hero dice of an offensive roll."""


def symbols_shown(values: Iterable[int], faces: Faces) -> list[str]:
    """The symbol that each of the dice shows."""
    return [faces[value - 1] for value in values]


def longest_run(values: Iterable[int]) -> int:
    """The most consecutive numbers among the dice: 4 for 1-2-2-3-4."""
    present = set(values)
    best = run = 0
    for number in range(1, 7):
        run = run + 1 if number in present else 0
        best = max(best, run)
    return best


@rule("4.1.small-straight", "11.small-straight", "note.straight-examples")
def is_small_straight(values: Iterable[int]) -> bool:
    """Four consecutive numbers; the fifth die shows anything."""
    return longest_run(values) >= SMALL_STRAIGHT


@rule("4.1.large-straight", "11.large-straight", "note.straight-examples")
def is_large_straight(values: Iterable[int]) -> bool:
    """Five consecutive numbers."""
    return longest_run(values) >= LARGE_STRAIGHT


@rule("4.1.of-a-kind", "11.of-a-kind")
def is_of_a_kind(values: Sequence[int], count: int) -> bool:
    """At least `count` dice show one number. Symbols do not count."""
    return any(values.count(value) >= count for value in set(values))


class Requirement(Protocol):
    """What the dice of an ability must show."""

    def met(self, values: Sequence[int], faces: Faces) -> bool:
        """Whether these dice show it; more dice than asked for may show anything."""
        ...

    def __hash__(self) -> int: ...


class Symbols(Struct, frozen=True):
    """At least this many dice of each symbol."""

    counts: tuple[tuple[str, int], ...]

    @rule("4.1.requirement")
    def met(self, values: Sequence[int], faces: Faces) -> bool:
        """Every symbol is shown often enough."""
        shown = symbols_shown(values, faces)
        return all(shown.count(symbol) >= count for symbol, count in self.counts)


class Numbers(Struct, frozen=True):
    """At least this many dice of each number."""

    counts: tuple[tuple[int, int], ...]

    @rule("4.1.requirement")
    def met(self, values: Sequence[int], faces: Faces) -> bool:
        """Every number is shown often enough."""
        return all(values.count(number) >= count for number, count in self.counts)


class OfAKind(Struct, frozen=True):
    """This many dice with one number."""

    count: int

    def met(self, values: Sequence[int], faces: Faces) -> bool:
        """Some number is shown often enough."""
        return is_of_a_kind(values, self.count)


class Straight(Struct, frozen=True):
    """A small or a large straight."""

    length: int

    def met(self, values: Sequence[int], faces: Faces) -> bool:
        """The dice hold a straight of this length or a longer one."""
        return is_large_straight(values) if self.length == LARGE_STRAIGHT else is_small_straight(values)


class AnyOf(Struct, frozen=True):
    """One of several requirements is enough."""

    parts: tuple[Requirement, ...]

    def met(self, values: Sequence[int], faces: Faces) -> bool:
        """At least one part is met."""
        return any(part.met(values, faces) for part in self.parts)


class AllOf(Struct, frozen=True):
    """Several requirements at once; a die may serve more than one of them."""

    parts: tuple[Requirement, ...]

    def met(self, values: Sequence[int], faces: Faces) -> bool:
        """Every part is met."""
        return all(part.met(values, faces) for part in self.parts)


def read_requirement(data: Mapping[str, Any]) -> Requirement:
    """Build a requirement from validated content such as ``{"symbols": {"sword": 3}}``.

    Raises:
        ValueError: no kind of requirement has this shape.
    """
    match data:
        case {"symbols": counts}:
            return Symbols(tuple(sorted(counts.items())))
        case {"numbers": counts}:
            return Numbers(tuple(sorted((int(number), count) for number, count in counts.items())))
        case {"of_a_kind": count}:
            return OfAKind(count)
        case {"straight": "small"}:
            return Straight(SMALL_STRAIGHT)
        case {"straight": "large"}:
            return Straight(LARGE_STRAIGHT)
        case {"any": parts}:
            return AnyOf(tuple(read_requirement(part) for part in parts))
        case {"all": parts}:
            return AllOf(tuple(read_requirement(part) for part in parts))
        case _:
            raise ValueError(f"{dict(data)} is no requirement for dice")


@cache
def is_achievable(requirement: Requirement, faces: Faces, dice: int = DICE) -> bool:
    """Whether some throw of this many dice satisfies the requirement at all."""
    throws = combinations_with_replacement(range(1, 7), dice)
    return any(requirement.met(throw, faces) for throw in throws)
