"""What counts for a time: the kinds of effect that several rooms name."""

from __future__ import annotations

from typing import Final

LENT: Final = "lent"
"""The kind of effect by which a Vehicle has something of its pilot, and a title character what its plot gives."""

OUTWITTED: Final = "outwitted"
"""The kind of effect by which Outwit takes a power."""

PULSE_WAVED: Final = "pulse-waved"
"""The kind of effect on characters within range of a Pulse Wave, which can use no powers."""

SHAPE_CHANGED: Final = "shape changed"
"""The effect on a character that an attacker cannot target this turn."""
