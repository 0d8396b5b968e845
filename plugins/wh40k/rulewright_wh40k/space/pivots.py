"""What turning costs a model: its pivot value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rulewright import rule
from rulewright.geometry.plane.shapes import Circle, base_of

if TYPE_CHECKING:
    from ..book.models import Profile

TURNED: Final = 1.0
"""Inches for the first pivot of a model that is not on a round base."""
LARGE_TURNED: Final = 2.0
"""Inches for that of a Monster or Vehicle, or of a Vehicle with a stem on a round base that is not small."""
SMALL: Final = 32.0
"""Millimetres of a round base on which a stem costs nothing."""


@rule("errata.pivots", "errata.pivot-values", "errata.pivot-example-multiple", "errata.pivot-example-overhang",
      "commentary.round-base")  # fmt: skip
def pivot_value(keywords: frozenset[str], profile: Profile) -> float:
    """The inches that the first pivot of a move costs a model."""
    base = base_of(profile.base) if profile.base else None
    if "Aircraft" in keywords:
        return 0.0
    if not isinstance(base, Circle):
        return LARGE_TURNED if keywords & {"Monster", "Vehicle"} else TURNED
    stands = "Vehicle" in keywords and profile.stem
    return LARGE_TURNED if stands and base.mm > SMALL else 0.0
