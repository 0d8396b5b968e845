"""Loops that are called with a context, phases without windows, and reactions that only call a procedure."""

from typing import Any

from rulewright import (
    Call,
    Context,
    Event,
    FlowError,
    Loop,
    Phase,
    Procedure,
    Record,
    Ruleset,
    State,
    Steps,
    Table,
    Window,
    choose,
    new_game,
    reaction,
)


class Tally(Record):
    total: int = 0


class Sums(State):
    tallies: Table[Tally]


class Counted(Event, frozen=True):
    by: int

    def apply(self, state: Sums) -> None:
        state.tallies.edit(0).total += self.by


class Countdown(Context):
    player: int = 0
    left: int = 0


def next_count(game: Any, last: Countdown | None) -> Countdown | None:
    if last is None or last.left == 1:
        return None
    return Countdown(left=last.left - 1)


def count(game: Any, countdown: Countdown) -> Steps:
    by = yield choose(0, "by", (1, 2, 3))
    yield Counted(by * countdown.left)


COUNTDOWN = Loop("countdown", next_count, [count], Countdown)


@reaction("quiet", options=lambda game, player, context: () if game.state.tallies[0].total else ("go",))
def go(game: Any, player: int, choice: str, context: Any) -> Call:
    return COUNTDOWN(left=2)


def finish(game: Any, context: Any) -> Steps:
    done = yield COUNTDOWN(left=1)
    yield Counted(100 * done.left)


def sums(flow: Procedure) -> Ruleset:
    return Ruleset(
        id="sums",
        title="Sums",
        state=Sums,
        flow=flow,
        procedures=[COUNTDOWN],
        reactions=[go],
        windows=[Window("quiet")],
        populate=lambda state, setup, content: state.tallies.add(Tally(0)),
        players=lambda setup: 1,
    )


def test_a_loop_called_with_fields_begins_with_them_and_hands_back_the_last_context() -> None:
    game = new_game(sums(Procedure("game", [finish])), seed=1)
    game.answer(3)

    assert game.state.tallies[0].total == 103
    assert game.result is not None


def test_a_loop_without_a_context_takes_no_fields() -> None:
    try:
        Loop("turns", lambda game, last: None, [])(player=1)
    except FlowError as error:
        assert "takes no fields" in str(error)
    else:
        raise AssertionError("fields were taken")


def test_a_phase_without_windows_has_only_its_body() -> None:
    rules = sums(Phase("act", [finish], windows=False)).freeze()

    assert [step.name for step in rules.node("act").steps] == ["began", "finish", "ended"]


def test_a_reaction_that_only_calls_a_procedure_leaves_nothing_suspended() -> None:
    """So the checkpoint of a fork lies at the running step of the procedure, not before the window."""
    game = new_game(sums(Procedure("game", [Window("quiet")])), seed=1)
    game.answer(("go", "go"))
    game.answer(2)
    assert game.state.tallies[0].total == 4

    fork = game.fork()
    assert len(game.position()["open"]) == 0
    fork.answer(3)
    game.answer(1)

    assert (game.state.tallies[0].total, fork.state.tallies[0].total) == (5, 7)
    assert game.result is not None
