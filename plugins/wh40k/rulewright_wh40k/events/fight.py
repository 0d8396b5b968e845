"""What can happen in the Fight phase besides moves and attacks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rulewright import Event

from ..state import Deed
from .changes import did

if TYPE_CHECKING:
    from ..state import War


class StayedInMelee(Event, frozen=True):
    """A unit piled in or consolidated, and none of its models moved."""

    unit: str
    how: Deed

    def apply(self, state: War) -> None:
        did(state, self.unit, self.how)


EVENTS: Final = (StayedInMelee,)
