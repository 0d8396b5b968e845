"""Chapter 7: the five types of damage."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple


class DamageType(NamedTuple):
    """What can be done against damage of a type (7.3)."""

    defendable: bool
    ignorable: bool
    enhanceable: bool
    special_targeting: bool


TYPES: Final[Mapping[str, DamageType]] = {
    "normal": DamageType(True, True, True, False),
    "undefendable": DamageType(False, True, True, False),
    "pure": DamageType(False, True, False, False),
    "collateral": DamageType(False, True, False, True),
    "ultimate": DamageType(False, False, True, False),
}
"""The table of 7.3."""
IGNORABLE: Final = frozenset(name for name, kind in TYPES.items() if kind.ignorable)
THEFT: Final = "stolen"
"""Health that is stolen (8.5b) goes like damage, but nothing lessens it: as much is added to someone else's."""

REDUCIBLE: Final = ("normal", "undefendable")
"""The types of which 7.1 says that they can be reduced; of the other ignorable ones it says only ignored."""

Part = tuple[str, int]
"""Damage: type and amount."""
