"""Rosters of Rosterizer: JSON in which each asset says what it is, ``Unit§Wardens``, and all is names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec
from msgspec import Struct, field

from rulewright.problems import ContentError, Problem

from .model import ArmyList, Entry, ListedUnit

POINTS: Final = "Points"
BESIDE: Final = ("Enhancement", "Trait")
"""What a unit has that is no models and no wargear."""


class Stat(Struct, frozen=True):
    """A number of an asset."""

    value: float | str | None = None


class Assets(Struct, frozen=True):
    """What is in an asset, and what it is besides."""

    included: tuple[Asset, ...] = ()
    traits: tuple[Asset, ...] = ()


class Asset(Struct, frozen=True):
    """Something of a roster; ``item`` says what, before the sign §."""

    item: str
    name: str = ""
    quantity: int = 1
    stats: dict[str, Stat] = {}
    assets: Assets = field(default_factory=Assets)

    @property
    def kind(self) -> str:
        """What it is, such as a Unit."""
        return self.item.partition("§")[0]

    @property
    def called(self) -> str:
        """Its name, or that of its item."""
        return self.name or self.item.rpartition("§")[2]

    @property
    def points(self) -> int | None:
        """Its own points, without those of what is in it; None where it says none."""
        value = self.stats[POINTS].value if POINTS in self.stats else None
        return round(value) if isinstance(value, float) else None

    def within(self) -> Iterator[Asset]:
        """What is in it, at any depth."""
        for one in (*self.assets.included, *self.assets.traits):
            yield one
            yield from one.within()


class _Document(Struct):
    snapshot: Asset


def read_rosterizer(data: bytes) -> ArmyList:
    """A roster of Rosterizer as a list. Raises ContentError for what is none."""
    try:
        root = msgspec.json.decode(data, type=_Document, strict=True).snapshot
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ContentError([Problem("", found=str(error), expected="a roster of Rosterizer")]) from None
    named = {one.kind: one.called for one in root.assets.included}
    units = tuple(_unit(one) for one in root.assets.included if one.kind == "Unit")
    return ArmyList(
        "Rosterizer", units, root.name, named.get("Faction", ""), named.get("Detachment", ""), root.points
    )  # fmt: skip


def _unit(asset: Asset) -> ListedUnit:
    """A unit; its points are those of itself and of all that is in it."""
    inside = list(asset.within())
    gifts = tuple(Entry(one.called, points=one.points) for one in inside if one.kind == "Enhancement")
    known = [one.points for one in (asset, *inside) if one.points is not None]
    return ListedUnit(
        asset.called, count=asset.quantity, points=sum(known) if known else None, enhancements=gifts,
        entries=tuple(_entry(one) for one in asset.assets.included if one.kind not in BESIDE),
        warlord=any(one.called.lower() == "warlord" for one in inside),
    )  # fmt: skip


def _entry(asset: Asset) -> Entry:
    return Entry(asset.called, max(1, asset.quantity), inside=tuple(map(_entry, asset.assets.included)))
