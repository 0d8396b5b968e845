"""A unit has just been set up: the moment for what interrupts that."""

from __future__ import annotations

from typing import Final

from rulewright import Context, Procedure

from .stratagems.moments import moment


class SetDown(Context):
    """A unit that was set up, from Reserves or out of a Transport."""

    player: int
    unit: str


SET_DOWN: Final = Procedure("set down", [moment("set up")], SetDown)
