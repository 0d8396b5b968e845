"""A loop that is left has no further pass."""

from __future__ import annotations

from typing import Any

from rulewright import (
    Event,
    Game,
    Leave,
    Loop,
    Procedure,
    Round,
    Ruleset,
    State,
    Steps,
    begin_effect,
    choose,
    during,
    new_game,
    rounds,
)


class Told(Event, frozen=True):
    what: str


def played(leave: Leave | None, *, inside: bool = False) -> list[str]:
    """A loop of three passes that is left in its second; what was told, and what effects were left over."""

    def go(game: Game, this: Round) -> Steps:
        yield Told(f"pass {this.number}")
        yield begin_effect(game, "glow", during("round"))
        return leave if this.number == 2 else None

    def rest(game: Game, this: Round) -> Event:
        return Told(f"rest {this.number}")

    def after(game: Game, nothing: Any) -> Steps:
        yield Told(f"over, {len(game.state.effects)} left")
        yield choose(0, "go on", (1,))

    first = Procedure("first", [go]) if inside else go
    flow = Procedure("main", [Loop("round", rounds(3), [first, rest]), after])
    game = new_game(Ruleset(id="t", title="t", state=State, flow=flow), seed=1)
    return [event.what for event in game.events() if isinstance(event, Told)]


def test_a_loop_that_is_left_has_no_further_pass() -> None:
    assert played(Leave("round")) == ["pass 1", "rest 1", "pass 2", "over, 0 left"]


def test_a_loop_is_left_from_inside_a_procedure() -> None:
    assert played(Leave("round"), inside=True) == ["pass 1", "rest 1", "pass 2", "over, 0 left"]
