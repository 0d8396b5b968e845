"""All powers and abilities: the standard powers of the PAC by column, inherent and improved abilities, keyphrases."""

from __future__ import annotations

from typing import Final

from ..actions import gives_actions
from . import (
    attack,
    countdown,
    damage,
    defense,
    equipment,
    hurl,
    inherent,
    keyphrases,
    space,
    speed,
    team_abilities,
    vehicles,
)
from .card import printed

_COLUMNS: Final = (speed, attack, defense, damage, space)
"""Where standard powers stand; each of them puts itself on the card."""

STANDARD: Final = tuple(one.power.name for one in printed())
"""The standard powers, in the order of the card (18.1)."""

ROLLED: Final = tuple(one.power.name for one in printed() if one.rolled)
"""The standard powers for which a d6 is rolled."""

USED: Final = tuple(one.power.name for one in printed() if one.used)
"""The standard powers of which texts hear that they are used; of others with an action they hear that it is given."""

LIMITED: Final = tuple(one.power.name for one in printed() if gives_actions(one.power))
"""The standard powers of which a special power may say when they can be used: those with an action (20.2)."""

_KEYPHRASES: Final = (*keyphrases.KEYPHRASES, *team_abilities.KEYPHRASES, *vehicles.KEYPHRASES)

IMPROVED: Final = tuple(one.name for one in keyphrases.IMPROVED)
"""The improved abilities (19.3)."""

NAMES: Final = frozenset((*STANDARD, *IMPROVED, *(one.name for one in _KEYPHRASES)))
"""What a special power or a trait may grant."""

ALL: Final = (
    *(one.power for one in printed()), *inherent.POWERS, *space.INHERENT, hurl.Hurl(), *_KEYPHRASES,
    *keyphrases.IMPROVED, countdown.Countdown(), *vehicles.POWERS, *equipment.POWERS,
)  # fmt: skip
"""All powers and abilities of the game but those on its cards."""
