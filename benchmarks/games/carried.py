"""Thirty figures, and powers that hardly any of them carries, to measure what is not carried and so not asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from rulewright import (
    Carriers,
    Event,
    Game,
    Loop,
    Options,
    Power,
    Record,
    Request,
    Ruleset,
    State,
    Steps,
    Table,
    Turn,
    Window,
    turns,
)
from rulewright.powers import Bearer, after, use
from rulewright.ruleset import Rules

from .tally import Tally

FIGURES: Final = 30
ASK: Final = Request(0, "go on", Options((0, 1)))
TALLY: Final = Tally()


class Figure(Record):
    """What it carries, and how often it was hurt."""

    player: int = 0
    powers: tuple[str, ...] = ()
    wounds: int = 0


class Yard(State):
    """The figures."""

    figures: Table[Figure]


class Hurt(Event, frozen=True):
    """A figure has this many wounds."""

    figure: int
    wounds: int

    def apply(self, state: Any) -> None:
        state.figures.edit(self.figure).wounds = self.wounds


class Healed(Event, frozen=True):
    """What the power that all figures carry listens to; it never happens."""

    figure: int


def _tell(game: Game, me: Bearer, event: Any) -> None:
    TALLY.seen += 1


def _powers(count: int, mark: Callable[[Callable[..., Any]], Any]) -> list[Power]:
    """The one that all figures carry, and others."""
    others = [Power.of(f"power {number}", mark(_tell)) for number in range(count)]
    return [Power.of("common", after(Healed, me="figure")(_tell)), *others]


def _yard(powers: Sequence[Power], steps: Sequence[Any], first: str = "", windows: Sequence[Window] = ()) -> Rules:
    """One question a turn, and then these steps; the first figure carries one power more."""

    def ask(game: Game, turn: Turn) -> Steps:
        yield ASK

    def populate(state: Yard, setup: Any, content: Any) -> None:
        for number in range(FIGURES):
            carried = ("common", first) if first and not number else ("common",)
            state.figures.add(Figure(number, number % 2, carried))

    return Ruleset(
        id="bench_carried",
        title="Carried",
        state=Yard,
        flow=Loop("turn", turns(lambda game: (0,)), [ask, *steps]),
        players=lambda setup: 2,
        populate=populate,
        events=(Hurt, Healed),
        windows=windows,
        powers=powers,
        carriers=[Carriers("figures", lambda content, figure: figure.powers, reads=("powers",))] if powers else (),
    ).freeze()


def hurting(events: int, powers: int, role: str = "", carried: str = "") -> Rules:
    """A step in which figures are hurt, of which this many powers would hear; with 0 there are no powers at all."""

    def hurt(game: Game, turn: Turn) -> Steps:
        for number in range(events):
            yield Hurt(number % FIGURES, number)

    return _yard(_powers(powers, after(Hurt, me=role)) if powers else (), [hurt] if events else [], carried)


def opening(windows: int, powers: int) -> Rules:
    """A step that opens a window again and again, in which one figure has something to use, of this many powers."""

    def open_all(game: Game, turn: Turn) -> Steps:
        for _ in range(windows):
            yield Window("moment")

    return _yard(_powers(powers, use("moment")), [open_all] if windows else [], "power 0", [Window("moment")])
