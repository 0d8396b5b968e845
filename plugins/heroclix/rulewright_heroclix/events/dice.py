"""Single dice (6.4)."""

from __future__ import annotations

from typing import Final

from rulewright import Event


class D6Rolled(Event, frozen=True):
    """A d6 was rolled for a character: ``name`` is the power or text for which, ``face`` what it shows in the end."""

    character: str
    name: str
    face: int


EVENTS: Final[tuple[type[Event], ...]] = (D6Rolled,)
