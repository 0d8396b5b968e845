"""The smallest games: a few steps on a table of things, for tests of one room at a time."""

from __future__ import annotations

from typing import Any

from rulewright import Event, Game, Procedure, Record, Request, Ruleset, State, Table, choose, new_game


class Thing(Record):
    owner: int = 0
    value: int = 0


class Shelf(State):
    things: Table[Thing]


class Said(Event, frozen=True):
    """Something was said; changes nothing."""

    what: Any = None


class Came(Event, frozen=True):
    thing: int
    owner: int = 0
    value: int = 0

    def apply(self, state: Shelf) -> None:
        state.things.add(Thing(self.thing, self.owner, self.value))


class Went(Event, frozen=True):
    thing: int

    def apply(self, state: Shelf) -> None:
        state.things.remove(self.thing)


class Grew(Event, frozen=True):
    thing: int
    by: int = 1

    def apply(self, state: Shelf) -> None:
        state.things.edit(self.thing).value += self.by


class Shrank(Event, frozen=True):
    thing: int
    by: int = 1

    def apply(self, state: Shelf) -> None:
        state.things.edit(self.thing).value -= self.by


def stock(state: Shelf, setup: Any, content: Any) -> None:
    """Three things with the ids 0, 1 and 2; the first two belong to the players of these seats."""
    for number in range(3):
        state.things.add(Thing(number, number % 2))


def sketch_rules(*steps: Any, **registered: Any) -> Ruleset:
    """A ruleset whose whole flow is these steps, once."""
    flow = registered.pop("flow", None) or Procedure("game", steps)
    how: dict[str, Any] = {"id": "sketch", "title": "A sketch", "state": Shelf, "populate": stock, **registered}
    return Ruleset(flow=flow, **how)


def sketch(*steps: Any, chance: Any = "manual", seed: int = 1, **registered: Any) -> Game:
    """A game of these steps."""
    return new_game(sketch_rules(*steps, **registered), seed=seed, chance=chance)


def ask(what: str, *values: Any, player: int = 0) -> Request:
    """A question; yes or no unless other values are given."""
    return choose(player, what, values or (True, False))


def said(game: Game) -> list[Any]:
    """What was said so far."""
    return [entry.event.what for entry in game.log if isinstance(entry.event, Said)]


def told(game: Game) -> list[tuple[str, str, str]]:
    """The log: type of each event, what brought it about, and its cause: the number of an event, or a reason."""
    return [(type(entry.event).__name__, repr(entry.source), repr(entry.cause)) for entry in game.log]


def value(game: Game, thing: int = 0) -> int:
    """The value of a thing."""
    return int(game.state.things[thing].value)
