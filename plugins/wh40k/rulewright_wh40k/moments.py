"""The moments of the flow at which texts are used: each is a window of its name, and offers what is there then."""

from __future__ import annotations

from typing import Any, Final

from rulewright import Window
from rulewright.vocabulary import Moments, NamedMoment

ACTS: Final = "a unit that acts"
ATTACKED: Final = "units that are attacked or charged"
HIT: Final = "units that attacks have hit"
ROLL: Final = "a roll that has been made"
TEST: Final = "a Battle-shock test that is about to be taken"
FIGHT: Final = "a fight that is going on"
TARGET: Final = "a unit that the text is used on"
AWAY: Final = "a unit in Reserves that the text is used on"
FALLEN: Final = "a destroyed unit that the text is used on"
MOVES: Final = "a moment at which units may move"
CALM: Final = "a moment at which no unit acts"
TURN: Final = "a turn that is going on"
CHOSEN: Final = "a unit that the text has picked"


class Moment(NamedMoment, frozen=True):
    """A moment of texts; ``scope`` is what it comes in: a text that says no more is used once in it."""

    scope: str = "phase"


def _of_turn(name: str) -> Moment:
    """A moment of a phase, of the player whose turn it is."""
    return Moment(name, window=name, me="player", of="player", offers=(CALM, MOVES, TURN))


def _of_round(name: str) -> Moment:
    """A moment outside turns, at which both players act."""
    return Moment(name, window=name, of="player", offers=(CALM,), scope="round")


def _of_unit(name: str, scope: str, *offers: str) -> Moment:
    """A moment of a unit that acts."""
    return Moment(name, window=name, me="unit", other="unit", of="units", offers=(ACTS, TURN, *offers), scope=scope)


MOMENTS: Final = Moments(
    *map(_of_turn, (
        "command step", "end of command phase", "select to move", "end of movement phase", "select to shoot",
        "end of shooting phase", "select to charge", "end of charge phase", "end of fight phase",
        "movement phase start", "shooting phase start", "charge phase start", "fight phase start",
    )),
    _of_unit("battle-shock test", "battle-shock step", TEST),
    _of_unit("move starts", "going"),
    _of_unit("move ends", "going", MOVES),
    _of_unit("targets selected", "strike", ATTACKED, FIGHT, MOVES),
    _of_unit("has shot", "a unit has shot", ATTACKED, HIT, MOVES),
    _of_unit("model has shot", "a model has shot", ATTACKED, HIT),
    _of_unit("charge declared", "charge", ATTACKED, MOVES),
    _of_unit("charge ended", "charge", ATTACKED, MOVES),
    _of_unit("selected to fight", "fight", FIGHT),
    _of_unit("has fought", "fight", FIGHT, MOVES),
    _of_unit("rolled", "throw", ROLL, FIGHT),
    _of_unit("set up", "set down", MOVES),
    _of_unit("mortal wounds", "before mortal wounds"),
    _of_unit("unit destroyed", "unit falls"),
)  # fmt: skip
"""What may be there then; whether it is, a verb looks (`Verb.can`): targets are selected in two phases."""
STARTS: Final = ("command phase start", *(name for name in MOMENTS if name.endswith(" phase start")))
ENDS: Final = tuple(name for name in MOMENTS if name.startswith("end of "))
BEFORE: Final = ("battle formations", "armies deployed")
"""The moments before the battle: the Declare Battle Formations step begins; both armies have been deployed."""
OF_ABILITIES: Final = Moments(
    *MOMENTS.values(), _of_turn("command phase start"),
    Moment("phase start", window=STARTS, me="player", of="player", offers=(CALM, MOVES, TURN)),
    Moment("phase end", window=ENDS, me="player", of="player", offers=(CALM, MOVES, TURN)),
    _of_unit("stratagem used", "after a Stratagem"),
    *map(_of_round, (*BEFORE, "battle round start", "battle round end")),
)  # fmt: skip
"""The moments of abilities: those of Stratagems, the start and the end of any phase, both ends of a battle round, those
before the battle, and that a Stratagem is used on a unit."""


def moment(name: str, **more: Any) -> Window:
    """The window of a moment; further keywords as for windows. Raises KeyError for one that is not declared."""
    return Window(OF_ABILITIES[name].name, rule="core.stratagems", **more)
