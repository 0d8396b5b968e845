"""Powers: what those cost that nothing carries."""

from __future__ import annotations

from typing import Final

from rulewright import new_game
from rulewright.ruleset import Rules

from ..games import carried
from ..measure import Pair, Row, Sample, Tools, cost, less
from .parts import answering

EVENTS: Final = 200
WINDOWS: Final = 20
POWERS: Final = 100
USES: Final = 60


def _hears(rules: Rules, heard: int) -> None:
    game = new_game(rules, seed=1)
    before = carried.TALLY.seen
    game.answer(1)
    assert len(game.log) == EVENTS and carried.TALLY.seen - before == heard, (
        len(game.log),
        carried.TALLY.seen - before,
    )


def _hurting(powers: int, role: str = "") -> Sample:
    return less(answering(carried.hurting(EVENTS, powers, role)), answering(carried.hurting(0, powers, role)), EVENTS)


def _unheard(role: str, heard: int) -> Pair:
    _hears(carried.hurting(EVENTS, 0), 0)
    _hears(carried.hurting(EVENTS, POWERS, role), 0)
    _hears(carried.hurting(EVENTS, POWERS, role, "power 7"), heard)
    return Pair(
        _hurting(POWERS, role), _hurting(0), f"where one figure carries a listener it hears {heard} of {EVENTS}"
    )


def _anyone(tools: Tools) -> Pair:
    return _unheard("", EVENTS)


def _role(tools: Tools) -> Pair:
    return _unheard("figure", len(range(0, EVENTS, carried.FIGURES)))


def _passing(powers: int) -> Sample:
    """A turn in which every window is asked about and passed."""
    rules = carried.opening(WINDOWS, powers)

    def sample(seconds: float) -> float:
        game = new_game(rules, seed=1)

        def turn() -> None:
            game.answer(1)
            for _ in range(WINDOWS):
                game.answer(None)

        return cost(turn)(seconds) / WINDOWS

    return sample


def _window(tools: Tools) -> Pair:
    for powers in (1, USES):
        game = new_game(carried.opening(WINDOWS, powers), seed=1)
        game.answer(1)
        assert game.request.space.options() == (None, ("power 0", 0))
    return Pair(_passing(USES), _passing(1), "the same one is offered")


ROWS: Final = (
    Row("powers-100", "an event that nobody hears: 30 figures, 100 powers that would hear it of anyone",
        "the same without powers", "ns", _anyone, must=1.5),
    Row("powers-100-role", "the same, of the figure that it names", "the same without powers", "ns", _role, must=1.5),
    Row("window-reactions-60", "a window passed in which one of 60 powers can be used; 30 figures",
        "with this power alone", "us", _window, must=1.5),
)  # fmt: skip
