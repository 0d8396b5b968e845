"""One step from what models usually have: things for other things, or things besides; and where such steps lead."""

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
    """Things in the place of others, or besides where it replaces nothing."""

    replaces: Kit
    by: Kit

    @property
    def is_single(self) -> bool:
        """Whether it is about one thing."""
        return len(self.by) == 1 and len(self.replaces) <= 1

    def after(self, kit: Kit) -> Kit | None:
        """A kit in which it is made; None for one in which it cannot be."""
        have, gone = Counter(kit), Counter(self.replaces)
        if not gone <= have if gone else any(have[one] for one in self.by):
            return None
        return tuple(sorted((have - gone + Counter(self.by)).elements()))


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
            gone, got = (usual - Counter(kit)).elements(), (Counter(kit) - usual).elements()
            swap = Swap(tuple(gone), tuple(got))
            if swap.by and not any(one.startswith(PRINTED) for one in (*swap.by, *swap.replaces)):
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
    def grows(self) -> tuple[int, int] | None:
        """How many models for each number of models of the unit, where the file has that for several sizes."""
        if self.limit is None or len({*self.most.values()}) < 2:
            return None
        found = (
            (most, per) for per in range(min(self.most), 1, -1) for most in (1, 2, 3)
            if all(min(most * (size // per), self.able[size]) == count for size, count in self.most.items())
        )  # fmt: skip
        return next(found, None)

    def allowed(self, size: int) -> int:
        """How many models of a unit of a size can make it as content says it."""
        most = self.able[size] if self.limit is None or self.every else self.limit
        if self.grows is not None:
            most = self.grows[0] * (size // self.grows[1])
        return min(most, self.able[size])

    @property
    def document(self) -> Document:
        """It as content writes it."""
        found: Document = {"who": "all" if self.every else "any"}
        found |= {"replaces": _plain(self.swap.replaces)} if self.swap.replaces else {}
        found["by"] = _plain(self.swap.by)
        if self.every or self.limit is None:
            return found
        most, per = self.grows or (self.limit, 0)
        return {**found, "most": most, **({"per": per} if per else {})}


def _plain(ids: Kit) -> str | list[str]:
    """One id alone, or several as a list."""
    return ids[0] if len(ids) == 1 else list(ids)


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
