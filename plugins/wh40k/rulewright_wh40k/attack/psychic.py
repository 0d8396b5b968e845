"""Psychic weapons and abilities: what they inflict is a Psychic Attack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright import rule

from ..terms import weapon

if TYPE_CHECKING:
    from rulewright import Position


@rule("core.weapon-psychic", "commentary.psychic-attack", "commentary.psychic-weapons-and-abilities")
def is_psychic(position: Position, used: str, unit: str) -> bool:
    """Whether attacks of a unit with a weapon are Psychic Attacks."""
    return "psychic" in weapon(position, used, unit).abilities
