"""The parts of an engine, one by one: telling listeners, and numbers that effects change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rulewright import Game, new_game
from rulewright.ruleset import Rules

from ..games import drill
from ..games.warband import WORKED_OUT
from ..measure import Pair, Row, Sample, Tools, cost, less, needs
from .state import warband

EVENTS: Final = 200
EFFECTS: Final = 20
MANY: Final = 60
NEIGHBOURS: Final = 80


def answering(rules: Rules) -> Sample:
    """Nanoseconds an answer."""

    def sample(seconds: float) -> float:
        game = new_game(rules, seed=1)
        return cost(lambda: game.answer(1), 1e9)(seconds)

    return sample


def _pluggy(implementations: int) -> Callable[[], Any]:
    """A call of a hook with this many implementations."""
    with needs("pluggy"):
        import pluggy
    spec, impl = pluggy.HookspecMarker("bench"), pluggy.HookimplMarker("bench")

    class Hooks:
        @spec
        def told(self, game: Any, event: Any, source: Any) -> None:
            """An event happened."""

    class Listener:
        @impl
        def told(self, game: Any, event: Any, source: Any) -> None:
            drill.TALLY.seen += 1

    manager = pluggy.PluginManager("bench")
    manager.add_hookspecs(Hooks)
    for _ in range(implementations):
        manager.register(Listener())
    told = manager.hook.told
    return lambda: told(game=None, event=None, source=None)


def _tells(rules: Rules, events: int, listeners: int) -> None:
    """Every listener hears every event."""
    game = new_game(rules, seed=1)
    before = drill.TALLY.seen
    game.answer(1)
    assert len(game.log) == events and drill.TALLY.seen - before == events * listeners


def _unheard(tools: Tools) -> Pair:
    """What the engine does to learn that nobody listens: it looks the event's type up, once for everything."""
    rules = drill.drill(EVENTS)
    _tells(rules, EVENTS, 0)
    plans, event = rules.plans, drill.Beat(1)
    quiet = plans[drill.Beat]

    def look() -> bool:
        return plans.get(event.__class__) <= quiet  # type: ignore[operator]

    return Pair(cost(look, 1e9), cost(_pluggy(0), 1e9), "the log has every event, the listeners heard none")


def _heard(tools: Tools) -> Pair:
    five, none = drill.drill(EVENTS, listeners=5), drill.drill(EVENTS)
    _tells(five, EVENTS, 5)
    hook = _pluggy(5)
    before = drill.TALLY.seen
    hook()
    assert drill.TALLY.seen == before + 5
    ours = less(answering(five), answering(none), EVENTS)
    return Pair(ours, cost(hook, 1e9), f"{EVENTS} events are heard {EVENTS * 5} times")


def _whole_event(tools: Tools) -> Pair:
    rules = drill.drill(EVENTS)
    _tells(rules, EVENTS, 0)
    ours = less(answering(rules), answering(drill.drill(0)), EVENTS)
    return Pair(ours, cost(_pluggy(0), 1e9), "the log has every event")


def _beside_quiet(rules: Rules) -> Pair:
    """An event of these rules beside one of rules without effects and triggers."""
    _tells(rules, EVENTS, 0)
    none = answering(drill.drill(0))
    ours, quiet = (less(answering(one), none, EVENTS) for one in (rules, drill.drill(EVENTS)))
    return Pair(ours, quiet, "the log has every event")


def _under_effects(tools: Tools) -> Pair:
    return _beside_quiet(drill.drill(EVENTS, effects=MANY))


def _no_holder(tools: Tools) -> Pair:
    return _beside_quiet(drill.drill(EVENTS, unheld=1))


def _neighbour(tools: Tools) -> Pair:
    """The numbers of eighty units, asked after another one was wounded, beside eighty plain calls."""
    game = warband(NEIGHBOURS + 1, effects=EFFECTS)
    state: Any = game.state
    units = range(NEIGHBOURS)

    def wound() -> None:
        state.writes.open = True
        state.units.edit(NEIGHBOURS).hp -= 1
        state.writing = False
        state.version += 1
        state.undo.clear()

    def ask() -> list[int]:
        return [game.number("speed", unit) for unit in units]

    def wound_and_ask() -> None:
        wound()
        ask()

    def call() -> list[int]:
        return [_nothing(None, unit) for unit in units]

    first = ask()
    assert first == [game.value("speed", unit).number for unit in units]
    worked_out = WORKED_OUT.seen
    wound_and_ask()
    assert WORKED_OUT.seen == worked_out and ask() == first
    return Pair(less(cost(wound_and_ask, 1e9), cost(wound, 1e9), NEIGHBOURS), cost(call, 1e9 / NEIGHBOURS),
                "no number is worked out again, and each equals the traced value")  # fmt: skip


def _blessed() -> Game:
    game = warband(10, effects=EFFECTS)
    value = game.value("attack", 0)
    assert game.number("attack", 0) == value.number == 4 + EFFECTS // 2, value
    return game


def _nothing(game: Any, unit: int) -> int:
    return unit


def _plain_call() -> Sample:
    return cost(lambda: _nothing(None, 1), 1e9)


def _unchanged(tools: Tools) -> Pair:
    number = _blessed().number
    return Pair(cost(lambda: number("attack", 0), 1e9), _plain_call(), "the number equals the traced value")


def _changed(tools: Tools) -> Pair:
    game = _blessed()
    state: Any = game.state
    amounts = [dict(state.effects["e0"].data, amount=amount) for amount in (1, 2)]
    turn = 0

    def change() -> None:
        nonlocal turn
        turn = 1 - turn
        state.writes.open = True
        state.effects.edit("e0").data = amounts[turn]
        state.writes.open = False
        state.version += 1
        state.undo.clear()

    def change_and_ask() -> None:
        change()
        game.number("attack", 0)

    for expected in (15, 14, 15):
        change()
        assert game.number("attack", 0) == expected == game.value("attack", 0).number
    change()
    ours = less(cost(change_and_ask, 1e9), cost(change, 1e9))
    return Pair(ours, _plain_call(), "the number follows every change and equals the traced value")


ROWS: Final = (
    Row("event-unheard", "finding out that nobody listens to an event", "pluggy, no implementation", "ns",
        _unheard, must=1 / 8, stretch=1 / 15),
    Row("event-five", "telling an event to five listeners", "pluggy, five implementations", "ns",
        _heard, must=1 / 6, stretch=1 / 10),
    Row("event-whole", "a whole event: made, yielded, logged, applied; nobody listens",
        "pluggy, no implementation", "ns", _whole_event),
    Row("event-effects-60", "a whole event while 60 effects last", "the same event under no effect", "ns",
        _under_effects, must=2),
    Row("event-no-holder", "a whole event for which a trigger waits that nothing holds",
        "the same event without a trigger", "ns", _no_holder, must=4),
    Row("stat-unchanged", "a characteristic under 20 effects, asked again", "a plain call", "ns",
        _unchanged, must=4, stretch=2),
    Row("stat-changed", "a characteristic under 20 effects, asked after one has changed", "a plain call", "ns",
        _changed, must=45, stretch=15),
    Row("number-neighbour", "a characteristic of each of 80 units after another one was wounded", "a plain call", "ns",
        _neighbour, must=45),
)  # fmt: skip
