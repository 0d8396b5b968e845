"""Many units with twenty fields each, to measure forks, copies, saves and characteristics with. Nobody wins."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from rulewright import (
    Event,
    Game,
    Layer,
    Loop,
    Options,
    Record,
    Request,
    Ruleset,
    Stat,
    State,
    StatRule,
    Steps,
    Table,
    Turn,
    turns,
)
from rulewright.state import Effect

from .tally import Tally

WOUNDED_AT_ONCE: Final = 10
WORKED_OUT: Final = Tally()
"""How often a speed was worked out."""
CONTROL: Final = tuple(Request(0, ask, Options((0, 1, 2))) for ask in ("order", "pause", "volley", "again", "hold"))


class Muster(msgspec.Struct, frozen=True):
    """How many units there are, and how many continuous effects lie on the first of them."""

    units: int = 40
    effects: int = 0


class Unit(Record):
    """A unit: with its id twenty fields."""

    name: str
    owner: int
    x: float
    y: float
    facing: float = 90.0
    speed: int = 6
    tough: int = 4
    save: int = 3
    leader: int = 6
    oc: int = 2
    hp: int = 1_000_000
    actions: int = 2
    moved: bool = False
    shot: bool = True
    charged: bool = False
    keywords: tuple[str, ...] = ("INFANTRY", "CORE", "IMPERIUM")
    wounds: tuple[int, ...] = (2, 2, 2, 2, 2)
    tokens: tuple[tuple[str, int], ...] = (("stagger", 1), ("poison", 0))
    effects: tuple[str, ...] = ("cover", "aura")


class Warband(State):
    """The units."""

    units: Table[Unit]


class Wounded(Event, frozen=True):
    """A unit lost a hit point."""

    unit: int

    def apply(self, state: Any) -> None:
        state.units.edit(self.unit).hp -= 1


def order(game: Game, turn: Turn) -> Steps:
    """One question at the very beginning, then ten writes."""
    first = yield CONTROL[0]
    for unit in range(first, first + WOUNDED_AT_ONCE):
        yield Wounded(unit)


def pause(game: Game, turn: Turn) -> Steps:
    """One question."""
    yield CONTROL[1]


def volley(game: Game, turn: Turn) -> Steps:
    """Two questions with ten writes each, and a third one."""
    for ask in CONTROL[2:4]:
        first = yield ask
        for unit in range(first, first + WOUNDED_AT_ONCE):
            yield Wounded(unit)
    yield CONTROL[4]


def populate(state: Warband, setup: Muster, content: Any) -> None:
    """Units in rows; effects by turns for attack and for defence."""
    for number in range(setup.units):
        state.units.add(Unit(number, f"Unit {number}", number % 2, number % 10 * 6.25, number // 10 * 4.5))
    for number in range(setup.effects):
        data = {"stat": ("attack", "defence")[number % 2], "layer": "modifiers", "amount": 1}
        state.effects.add(Effect(f"e{number}", "blessing", target=0, target_table="units", data=data))


def _characteristic(name: str) -> StatRule:
    stat = Stat(name, (Layer("modifiers", "add"),))
    return StatRule(stat=stat, base=lambda game, unit: game.state.units[unit].tough, reads=("units", "effects"))


def _speed(game: Game, unit: int) -> int:
    WORKED_OUT.seen += 1
    speed: int = game.state.units[unit].speed
    return speed


SPEED: Final = StatRule(stat=Stat("speed", (Layer("modifiers", "add"),)), base=_speed, own=("units",))
WARBAND: Final = Ruleset(
    id="bench_warband",
    title="Warband",
    state=Warband,
    flow=Loop("turn", turns(lambda game: (0,)), [order, pause, volley]),
    players=lambda setup: 1,
    populate=populate,
    setup=Muster,
    events=(Wounded,),
    stats=(_characteristic("attack"), _characteristic("defence"), SPEED),
)
RULES: Final = WARBAND.freeze()
