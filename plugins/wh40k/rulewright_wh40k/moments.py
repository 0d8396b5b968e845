"""The moments of the flow at which texts are used: each is a window of its name, and offers what is there then."""

from __future__ import annotations

from typing import Any, Final

from rulewright import Window
from rulewright.vocabulary import Moments, NamedMoment

ACTS: Final = "a unit that acts"
ATTACKED: Final = "units that are attacked or charged"
ROLL: Final = "a roll that has been made"
TEST: Final = "a Battle-shock test that is about to be taken"
FIGHT: Final = "a fight that is going on"
TARGET: Final = "a unit that the text is used on"
AWAY: Final = "a unit in Reserves that the text is used on"
CHOSEN: Final = "a unit that the text has picked"


def _named(name: str, *offers: str) -> NamedMoment:
    return NamedMoment(name, window=name, offers=offers)


MOMENTS: Final = Moments(
    *map(_named, (
        "command step", "end of command phase", "select to move", "end of movement phase", "select to shoot",
        "end of shooting phase", "select to charge", "end of charge phase", "end of fight phase",
        "movement phase start", "shooting phase start", "charge phase start", "fight phase start",
    )),
    _named("battle-shock test", ACTS, TEST),
    _named("move starts", ACTS),
    _named("move ends", ACTS),
    _named("targets selected", ACTS, ATTACKED, FIGHT),
    _named("charge declared", ACTS, ATTACKED),
    _named("charge ended", ACTS, ATTACKED),
    _named("selected to fight", ACTS, FIGHT),
    _named("has fought", ACTS, FIGHT),
    _named("rolled", ACTS, ROLL, FIGHT),
    _named("set up", ACTS),
)  # fmt: skip
"""What may be there then; whether it is, a verb looks (`Verb.can`): targets are selected in two phases."""


def moment(name: str, **more: Any) -> Window:
    """The window of a moment; further keywords as for windows. Raises KeyError for one that is not declared."""
    return Window(MOMENTS[name].name, rule="core.stratagems", **more)
