"""All powers and abilities: the standard powers of the PAC by column, inherent and improved abilities, keyphrases."""

from __future__ import annotations

from typing import Final

from . import attack, damage, defense, equipment, hurl, inherent, keyphrases, space, speed, team_abilities, vehicles

STANDARD: Final = (*speed.POWERS, *attack.POWERS, *defense.POWERS, *damage.POWERS, *space.POWERS)
"""The standard powers (18.1)."""

OTHERS: Final = (
    *inherent.POWERS, *space.INHERENT, hurl.Hurl(), *keyphrases.POWERS, *team_abilities.POWERS, *vehicles.POWERS,
    *equipment.POWERS,
)  # fmt: skip
"""The abilities (19)."""
