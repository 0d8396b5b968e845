"""The names of the abilities of weapons, as they are printed and as powers have them."""

from __future__ import annotations

import re
from typing import Final

WEAPON_ABILITIES: Final = (
    "anti-", "assault", "blast", "devastating wounds", "extra attacks", "hazardous", "heavy", "ignores cover",
    "indirect fire", "lance", "lethal hits", "melta", "one shot", "pistol", "precision", "psychic", "rapid fire",
    "searing", "sustained hits", "torrent", "twin-linked",
)  # fmt: skip
"""What the abilities of weapons begin with."""
ANTI: Final = "anti-"
"""What stands before the keyword of a target: ``anti-fly:2``."""
AS_POWERS: Final = {name.replace(" ", "-"): name for name in WEAPON_ABILITIES if name != ANTI}
"""The abilities that weapons can be given, by the names that powers have."""


def of_weapons(power: str) -> tuple[str, str] | None:
    """What weapons have by a power, as their sheets have it: an ability and its number; None for any other power."""
    name, _, number = power.partition(":")
    if name.startswith(ANTI):
        return (name, number) if re.fullmatch(r"anti-[a-z-]+:[2-6]", power) else None
    return (AS_POWERS[name], number) if name in AS_POWERS else None
