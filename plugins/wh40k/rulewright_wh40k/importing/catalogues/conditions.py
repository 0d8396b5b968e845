"""Conditions of catalogues, as far as they ask for what a unit itself has; nothing else is chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import inf
from typing import Final
from xml.etree.ElementTree import Element

from msgspec import Struct

from rulewright.problems import ContentError, Problem

Conditions = tuple[Element, ...]
LARGEST: Final = 100_000


class Counts(Struct, frozen=True):
    """How many of each entry are chosen, by id, and models under ``model``; ``instances`` are what a unit is one of."""

    chosen: Mapping[str, int]
    instances: frozenset[str]


def number_of(element: Element, name: str = "value", without: float = 0) -> float:
    """A number of an element. Raises ContentError for what is none, or is larger than any in a catalogue."""
    printed = element.get(name) or str(without)
    try:
        found = float(printed)
    except ValueError:
        found = inf
    if not abs(found) <= LARGEST:
        wish = f"a number of at most {LARGEST:,}"
        raise ContentError([Problem("", f"{element.tag} {element.get('id', '')}".strip(), name, repr(printed), wish)])
    return found


_COMPARED: Final[Mapping[str, Callable[[float, float], bool]]] = {
    "atLeast": lambda count, value: count >= value, "greaterThan": lambda count, value: count > value,
    "atMost": lambda count, value: count <= value, "lessThan": lambda count, value: count < value,
    "equalTo": lambda count, value: count == value, "notEqualTo": lambda count, value: count != value,
}  # fmt: skip


def holds(condition: Element, counts: Counts) -> bool:
    """Whether a condition, or a group of them, holds."""
    if condition.tag == "conditionGroup":
        inside = [holds(one, counts) for one in _conditions(condition)]
        return any(inside) if condition.get("type") == "or" else all(inside)
    kind, child = condition.get("type", ""), condition.get("childId", "")
    if kind in ("instanceOf", "notInstanceOf"):
        return (child in counts.instances) is (kind == "instanceOf")
    compare = _COMPARED.get(kind)
    return compare is not None and compare(counts.chosen.get(child, 0), number_of(condition))


def changes(element: Element, field: str) -> Iterator[tuple[Element, Conditions]]:
    """The modifiers of a field of an element, with the conditions under which they count."""
    for change, conditions in _modifiers(element, ()):
        if change.get("field") == field:
            yield change, conditions


def amended(value: float, sources: Iterable[Element], field: str, counts: Counts) -> float:
    """A number with the modifiers of a field whose conditions hold, in the order in which they stand."""
    for change, conditions in (each for source in sources for each in changes(source, field)):
        by = number_of(change) * _times(change, counts)
        if all(holds(one, counts) for one in conditions):
            value = {"set": by, "increment": value + by, "decrement": value - by}.get(change.get("type", ""), value)
    return value


def _times(change: Element, counts: Counts) -> int:
    """How often a modifier counts: once, or for each given number of something."""
    repeats = list(change.iterfind("repeats/repeat"))
    return sum(
        int(counts.chosen.get(one.get("childId", ""), 0) // max(1, number_of(one, without=1)))
        * round(number_of(one, "repeats", 1))
        for one in repeats
    ) if repeats else 1  # fmt: skip


def _modifiers(element: Element, around: Conditions) -> Iterator[tuple[Element, Conditions]]:
    for one in element.iterfind("modifiers/modifier"):
        yield one, (*around, *_conditions(one))
    for group in element.iterfind("modifierGroups/modifierGroup"):
        yield from _modifiers(group, (*around, *_conditions(group)))


def _conditions(element: Element) -> Iterator[Element]:
    yield from element.iterfind("conditions/*")
    yield from element.iterfind("conditionGroups/*")
