"""A loop of one question and a number of equal events, to measure what one event, step or answer costs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from rulewright import (
    Event,
    Game,
    Loop,
    Options,
    Record,
    Request,
    Roll,
    Ruleset,
    State,
    Steps,
    Table,
    Turn,
    trigger,
    turns,
)
from rulewright.dice import Die
from rulewright.ruleset import Rules
from rulewright.state import Effect

from .tally import Tally

ASK: Final = Request(0, "go on", Options((0, 1, 2)))
DICE: Final = Roll((Die.numbered(6),) * 4, 0, "dice")
TALLY: Final = Tally()


class Counter(Record):
    """One number."""

    count: int = 0


class Yard(State):
    """One counter, with id 0."""

    counters: Table[Counter]


class Beat(Event, frozen=True):
    """Nothing changed."""

    number: int


class Counted(Event, frozen=True):
    """The counter shows a number."""

    number: int

    def apply(self, state: Any) -> None:
        state.counters.edit(0).count = self.number


def _listener(name: str) -> Any:
    def count(game: Game, event: Event, source: Any) -> None:
        TALLY.seen += 1

    return trigger(Beat, name=name, order_matters=False)(count)


def populate(effects: int, state: Yard, setup: Any, content: Any) -> None:
    """A counter at zero, and this many effects on it."""
    state.counters.add(Counter(0))
    for number in range(effects):
        state.effects.add(Effect(number, "blessing", target=0, target_table="counters"))


def _unheld(name: str) -> Any:
    def never(game: Game, event: Event, source: Any) -> None:
        raise AssertionError("nothing holds this trigger")

    return trigger(Beat, name=name, sources=lambda game, event: ())(never)


def drill(
    number: int,
    event: Callable[[int], Any] = Beat,
    *,
    listeners: int = 0,
    unheld: int = 0,
    effects: int = 0,
    steps: int = 1,
) -> Rules:
    """One question a turn, and in each of ``steps`` further steps ``number`` times what ``event`` makes.

    ``listeners`` hear every Beat, ``unheld`` triggers wait for one and have no holder, ``effects`` lie on the counter.
    """

    def ask(game: Game, turn: Turn) -> Steps:
        yield ASK

    def make(place: int) -> Callable[[Game, Turn], Steps]:
        def repeat(game: Game, turn: Turn) -> Steps:
            for item in range(number):
                yield event(item)

        repeat.__name__ = f"repeat {place}"
        return repeat

    return Ruleset(
        id="bench_drill",
        title="Drill",
        state=Yard,
        flow=Loop("turn", turns(lambda game: (0,)), [ask, *(make(place) for place in range(steps))]),
        players=lambda setup: 1,
        populate=partial(populate, effects),
        events=(Beat, Counted),
        triggers=[
            *(_listener(f"listener {place}") for place in range(listeners)),
            *(_unheld(f"unheld {place}") for place in range(unheld)),
        ],
    ).freeze()
