"""What can happen with skill cards."""

from __future__ import annotations

from typing import Final

from rulewright import Event


class SkillTriggered(Event, frozen=True):
    """An active skill does what it says."""

    player: int
    skill: str


EVENTS: Final = (SkillTriggered,)
