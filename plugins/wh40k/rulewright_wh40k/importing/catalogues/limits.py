"""What catalogues say of a whole unit: how many of its entries there can be together, and what is an error."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from xml.etree.ElementTree import Element

from msgspec import Struct

from .conditions import Conditions, Counts, amended, changes, holds, number_of
from .library import parts
from .trees import Node


class Bound(Struct, frozen=True):
    """How many there are of some entries together, at least or at most."""

    constraint: Element
    ids: tuple[str, ...]
    sources: tuple[Element, ...]

    def holds(self, counts: Counts) -> bool:
        """Whether it is kept."""
        value = amended(number_of(self.constraint), self.sources, self.constraint.get("id", ""), counts)
        found = sum(counts.chosen.get(id, 0) for id in self.ids)
        return found >= value if self.constraint.get("type") == "min" else value < 0 or found <= value


class Limits:
    """The bounds of a unit, and its errors."""

    def __init__(self, unit: Node, instances: frozenset[str]) -> None:
        self._instances = instances
        self._bounds = [*_in_unit(unit), *(bound for one in unit.walk() for bound in _of_unit(one, unit.ids))]
        self._errors = [
            conditions for one in unit.walk() for source in one.sources
            for change, conditions in changes(source, "error") if change.get("type") == "add"
        ]  # fmt: skip

    def broken(self, chosen: Mapping[str, int]) -> set[int]:
        """The numbers of the bounds and errors that are broken with this many of each entry."""
        counts = Counts(chosen, self._instances)
        found = {place for place, bound in enumerate(self._bounds) if not bound.holds(counts)}
        return found | {~place for place, error in enumerate(self._errors) if _all_hold(error, counts)}

    def ids(self, place: int) -> set[str]:
        """The ids of the entries that a bound or an error is about."""
        if place >= 0:
            return set(self._bounds[place].ids)
        return {each.get("childId", "") for one in self._errors[~place] for each in one.iter()}


def _all_hold(conditions: Conditions, counts: Counts) -> bool:
    return all(holds(one, counts) for one in conditions)


def _in_unit(node: Node) -> Iterator[Bound]:
    """The bounds of what stands in a unit, but not in its models."""
    for child in node.inside:
        yield from _bounds(child, ("parent", "self"))
        if child.type == "group":
            yield from _in_unit(child)


def _of_unit(node: Node, unit: frozenset[str]) -> Iterator[Bound]:
    """The bounds of an entry, wherever it stands, that count in the whole unit."""
    yield from _bounds(node, ("unit", *unit))


def _bounds(node: Node, scopes: tuple[str, ...]) -> Iterator[Bound]:
    for source in node.sources:
        for one in parts(source, "constraints"):
            if one.get("field") == "selections" and one.get("scope") in scopes:
                yield Bound(one, tuple(_counted(node)), node.sources)


def _counted(node: Node) -> Iterator[str]:
    """The ids whose numbers together are that of an entry or a group."""
    if node.type == "group":
        for child in node.inside:
            yield from _counted(child)
    else:
        yield node.id
