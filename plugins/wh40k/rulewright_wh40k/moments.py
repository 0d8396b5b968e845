"""The moments of the flow at which Stratagems are used: each is a window of that name."""

from __future__ import annotations

from typing import Any, Final

from rulewright import Window

ACTED: Final = (
    "battle-shock test", "move starts", "move ends", "targets selected", "charge declared", "charge ended",
    "selected to fight", "has fought", "rolled", "set up",
)  # fmt: skip
"""Those in which a unit acts."""
MOMENTS: Final = (
    "command step", "end of command phase", "select to move", "end of movement phase", "select to shoot",
    "end of shooting phase", "select to charge", "end of charge phase", "end of fight phase",
    "movement phase start", "shooting phase start", "charge phase start", "fight phase start", *ACTED,
)  # fmt: skip


def moment(name: str, **more: Any) -> Window:
    """The window of a moment; further keywords as for windows."""
    return Window(name, rule="core.stratagems", **more)
