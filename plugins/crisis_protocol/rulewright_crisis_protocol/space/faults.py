"""Which rule forbids what the geometry finds wrong."""

from __future__ import annotations

from typing import Final

from rulewright.field import FaultRules

_STAND: Final = {
    "off the table": "move.battlefield-edge",
    "overlaps": "move.overlap",
    "partly on": "move.overlap",
    "may not stand on": "climb.limit",
    "cannot balance on": "move.balance",
}
"""Where a base cannot stand."""

ADVANCING: Final = FaultRules(
    {
        **_STAND,
        "out of reach": "advance.place",
        "base does not touch the tool": "advance.place",
        "tool overlaps": "advance.tool",
        "no room for the tool": "advance.tool",
    },
    others="advance.tool",
)
CLIMBING: Final = FaultRules(
    {**_STAND, "out of reach": "climb.tool", "base does not touch the tool": "climb.tool"}, others="climb.limit"
)
PLACING: Final = FaultRules({**_STAND, "too far": "place.range"}, others="place.range")
DROPPING: Final = FaultRules({}, others="objective.drop")
LAYING: Final = FaultRules({}, others="terms.objects")
DEPLOYING: Final = FaultRules(_STAND, others="deployment.order")
SLIDING: Final = FaultRules({}, others="toward-away.setup")
AIMING: Final = FaultRules({}, others="throw.terrain-tool")
