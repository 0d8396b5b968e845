"""One step from what models usually have: a thing for another thing, or a thing besides; and where such steps lead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from .ways import PRINTED, Kit

Document: TypeAlias = dict[str, Any]
Chosen: TypeAlias = Counter[str]
"""How many of each entry are chosen, by id."""


class Swap(Struct, frozen=True):
    """One thing in the place of another, or besides where it replaces nothing."""

    replaces: str
    by: str

    def after(self, kit: Kit) -> Kit | None:
        """A kit in which it is made; None for one in which it cannot be."""
        if self.replaces not in kit if self.replaces else self.by in kit:
            return None
        left = list(kit)
        if self.replaces:
            left.remove(self.replaces)
        return tuple(sorted((*left, self.by)))


class Line(Struct):
    """Models that usually have the same, by the size of the unit how many, and all that one of them can have."""

    numbers: Mapping[int, int]
    kit: Kit
    chosen: Chosen
    kits: dict[Kit, Chosen]

    def steps(self) -> Iterator[tuple[Swap, Chosen]]:
        """The kits that are one swap from the usual one."""
        usual = Counter(self.kit)
        for kit, chosen in self.kits.items():
            gone, got = [*(usual - Counter(kit)).elements()], [*(Counter(kit) - usual).elements()]
            if len(got) == 1 and len(gone) <= 1 and not any(one.startswith(PRINTED) for one in (*got, *gone)):
                swap = Swap(gone[0] if gone else "", got[0])
                if swap.after(self.kit) == kit:
                    yield swap, chosen


class Change(Struct):
    """A swap that models of some lines can make, with what is chosen for it in each of them.

    ``able`` is how many models could make it by the size of the unit, ``most`` how many the file lets make it, and
    ``every`` whether it lets all make it or none.
    """

    swap: Swap
    places: list[tuple[Line, Chosen]]
    able: dict[int, int] = {}
    most: dict[int, int] = {}
    every: bool = False

    def made(self, size: int, count: int) -> list[tuple[Line, Chosen, int]]:
        """It made by this many models, the first ones of those that can."""
        found = []
        for line, chosen in self.places:
            some = min(count, line.numbers[size])
            found.append((line, chosen, some))
            count -= some
        return found

    @property
    def limit(self) -> int | None:
        """The most models of a unit of any size that can make it; None where all can."""
        return min((most for size, most in self.most.items() if most < self.able[size]), default=None)

    @property
    def document(self) -> Document:
        """It as content writes it."""
        found: Document = {"who": "all" if self.every else "any"}
        found |= {"replaces": self.swap.replaces} if self.swap.replaces else {}
        found["by"] = self.swap.by
        return found if self.every or self.limit is None else {**found, "most": self.limit}


def reached(start: Kit, swaps: Sequence[Swap]) -> Iterator[Kit]:
    """The kits to which a model comes that makes some swaps, each once, in whatever order."""
    known = {(start, frozenset[Swap]())}
    ahead = [*known]
    while ahead:
        kit, made = ahead.pop()
        yield kit
        for swap in swaps:
            after = None if swap in made else swap.after(kit)
            if after is not None and (after, made | {swap}) not in known:
                known.add((after, made | {swap}))
                ahead.append((after, made | {swap}))
