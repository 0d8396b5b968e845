"""The Powers and Abilities Card (6.1): the names of standard powers and keyphrases, and the values of terrain."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, get_args

if TYPE_CHECKING:
    from collections.abc import Mapping


COLUMNS: Final = ("speed", "attack", "defense", "damage")
"""The columns of a dial, in their order."""

SPEED: Final = (
    "flurry", "leap-climb", "phasing-teleport", "earthbound-neutralized", "charge", "mind-control", "plasticity",
    "force-blast", "sidestep", "hypersonic-speed", "stealth", "running-shot",
)  # fmt: skip

ATTACK: Final = (
    "blades-claws-fangs", "energy-explosion", "pulse-wave", "quake", "super-strength", "incapacitate",
    "penetrating-psychic-blast", "smoke-cloud", "precision-strike", "poison", "steal-energy", "telekinesis",
)  # fmt: skip

DEFENSE: Final = (
    "super-senses", "toughness", "defend", "combat-reflexes", "energy-shield-deflection", "barrier", "mastermind",
    "willpower", "invincible", "impervious", "regeneration", "invulnerability",
)  # fmt: skip

DAMAGE: Final = (
    "ranged-combat-expert", "battle-fury", "support", "exploit-weakness", "enhancement", "probability-control",
    "shape-change", "close-combat-expert", "empower", "perplex", "outwit", "leadership",
)  # fmt: skip

STANDARD: Final = (*SPEED, *ATTACK, *DEFENSE, *DAMAGE)
"""The standard powers (18.1)."""

ROLLED: Final = (
    "super-senses", "shape-change", "willpower", "leadership", "impervious", "regeneration", "support",
    "blades-claws-fangs",
)  # fmt: skip
"""The standard powers for which a d6 is rolled."""

KEYPHRASES: Final = (
    "autonomous", "autopilot", "colossal-stamina", "evade", "flight", "giant-reach", "great-size", "immobile", "immune",
    "knockback", "passenger", "safeguard", "sideline-active", "stop", "swim", "tiny-size", "wild-card",
)  # fmt: skip
"""What powers and abilities may grant besides (19.5); some have a number behind a colon."""

Limitable = Literal[
    "flurry", "leap-climb", "phasing-teleport", "charge", "running-shot", "sidestep", "force-blast", "quake",
    "smoke-cloud", "telekinesis", "barrier", "regeneration", "mind-control", "support", "outwit", "perplex",
]  # fmt: skip

LIMITED: Final[tuple[str, ...]] = get_args(Limitable)
"""The standard powers of which a special power may say when they can be used: those with an action (20.2)."""

IMPROVED: Final = (
    "improved-movement-elevated", "improved-movement-blocking", "improved-movement-outdoor-blocking",
    "improved-movement-destroy-blocking", "improved-movement-characters", "improved-movement-move-through",
    "improved-targeting-elevated", "improved-targeting-hindering", "improved-targeting-blocking",
    "improved-targeting-destroy-blocking", "improved-targeting-characters", "improved-targeting-adjacent",
    "improved-movement-hindering", "improved-movement-water",
)  # fmt: skip
"""The improved abilities (19.3)."""

NAMES: Final = frozenset((*STANDARD, *KEYPHRASES, *IMPROVED))
"""What a special power or a trait may grant."""

SIZES: Final[Mapping[str, tuple[str, ...]]] = {
    "tiny": ("tiny-size",),
    "standard": (),
    "giant": ("giant-reach:2", "great-size"),
    "colossal": ("giant-reach:3", "great-size"),
}
"""What size symbols grant (1.3f to 1.3h), from the smallest to the largest (21.2a)."""

MARKERS: Final = ("object", "hindering", "blocking", "water", "smoke")
"""The standard terrain markers that a force may include (17.2a)."""
