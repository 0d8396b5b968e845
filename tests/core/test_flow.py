"""Flow and procedures: steps in order, loops, phases, calls, leaving, insertions, and what registration refuses."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright import (
    BrokenRules,
    Call,
    Context,
    Event,
    Extension,
    FlowError,
    Game,
    Insert,
    Leave,
    Loop,
    Phase,
    Procedure,
    Round,
    Step,
    Steps,
    TimingPolicy,
    Turn,
    Window,
    alternating,
    in_seat_order,
    new_game,
    reaction,
    rounds,
    trigger,
    turns,
)
from rulewright.events import Began, Ended
from tests.core.sketch import Came, Grew, Said, ask, said, sketch, sketch_rules, value


def say(what: Any) -> Step:
    """A step that says something."""
    return Step(lambda game, context: Said(what), f"say {what}")


def saying(*words: Any) -> list[Step]:
    return [say(word) for word in words]


# ------------------------------------------------------------------------------------------------------- steps


def test_steps_run_in_the_order_they_stand_in() -> None:
    assert said(sketch(*saying("a", "b", "c"))) == ["a", "b", "c"]


def test_a_step_takes_its_name_from_the_function_or_as_given() -> None:
    def roll_attack(game: Game, context: Any) -> None: ...

    assert Step(roll_attack).name == "roll_attack"
    assert Step(roll_attack, "roll").name == "roll"
    nodes = sketch_rules(roll_attack, Step(roll_attack, "roll")).freeze().flow.steps
    assert [node.path for node in nodes] == ["game/roll_attack", "game/roll"]


def test_what_a_step_returns_is_done_after_it_has_ended() -> None:
    def both(game: Game, context: Any) -> Any:
        yield Said("yielded")
        return Said("returned")

    assert said(sketch(both, lambda game, context: [Said(1), Said(2)])) == ["yielded", "returned", 1, 2]


def test_a_step_may_wait_for_a_condition() -> None:
    full = Step(lambda game, context: Said("full"), "full", when=lambda game: value(game) > 0)

    assert said(sketch(full)) == []
    assert said(sketch(lambda game, context: Grew(0), full)) == ["full"]


def test_a_step_receives_what_happened_to_its_event() -> None:
    @trigger(Grew, before=True)
    def prevent_big(game: Game, event: Grew, source: Any) -> Any:
        return None if event.by > 1 else event

    def grow(game: Game, context: Any) -> Steps:
        small = yield Grew(0, 1)
        big = yield Grew(0, 2)
        together = yield [Grew(0, 1), Grew(0, 3)]
        yield Said((small, big, together))

    game = sketch(grow, triggers=[prevent_big])

    assert said(game) == [(Grew(0, 1), None, [Grew(0, 1), None])]
    assert value(game) == 2


def test_an_empty_list_of_events_is_nothing() -> None:
    def nothing(game: Game, context: Any) -> Steps:
        found = yield []
        yield Said(found)

    assert said(sketch(nothing)) == [[]]


# -------------------------------------------------------------------------------------------------- procedures


class Job(Context):
    size: int = 1
    done: int = 0


def work(game: Game, job: Job) -> Steps:
    yield game.note(job, done=job.size * 2)


def report(game: Game, job: Job) -> Event:
    return Said(job.done)


JOB = Procedure("job", [work, report], Job)


def test_a_called_procedure_hands_back_its_finished_context() -> None:
    def employ(game: Game, context: Any) -> Steps:
        job = yield JOB(size=4)
        yield Said(("back", job.done))

    assert said(sketch(employ, procedures=[JOB])) == [8, ("back", 8)]


def test_the_fields_of_a_call_are_those_of_the_context() -> None:
    with pytest.raises(TypeError):
        JOB(sise=4)
    with pytest.raises(FlowError, match="'bare' has no context, so it takes no fields"):
        Procedure("bare", [work])(size=1)


def test_a_context_given_to_a_call_twice_is_two_contexts() -> None:
    call = JOB(size=3)

    def twice(game: Game, context: Any) -> Steps:
        yield call
        yield call

    assert said(sketch(twice, procedures=[JOB])) == [6, 6]
    assert call.context == Job(size=3)


def test_a_call_by_an_unknown_name_names_the_nearest() -> None:
    def lost(game: Game, context: Any) -> Steps:
        yield ask("begin")
        yield Call("jbo")

    game = sketch(lost, procedures=[JOB])

    with pytest.raises(BrokenRules, match=r"no procedure 'jbo' is registered; did you mean 'job'\?"):
        game.answer(True)


def test_nested_procedures_share_the_context_round_them() -> None:
    inner = Procedure("inner", [work])

    assert said(sketch(lambda game, context: OUTER_JOB(size=5), procedures=[procedure_with(inner)])) == [10]


def procedure_with(inner: Procedure) -> Procedure:
    return Procedure("outer job", [inner, report], Job)


OUTER_JOB = procedure_with(Procedure("inner", [work]))


def test_a_fact_noted_inside_is_known_outside_and_in_the_same_step_after_reading_again() -> None:
    def begin(game: Game, job: Job) -> Steps:
        yield game.note(job, done=1)
        yield Said((job.done, game.context(Job).done))
        yield NOTE()
        yield Said(game.context(Job).done)

    def note_outer(game: Game, context: Any) -> Steps:
        yield game.note(game.context(Job), done=7)

    NOTE = Procedure("note", [note_outer])
    task = Procedure("task", [begin, report], Job)

    assert said(sketch(lambda game, context: task(), procedures=[task, NOTE])) == [(0, 1), 7, 7]


def test_a_fact_for_a_context_that_has_ended_is_refused() -> None:
    kept: list[Any] = []

    def keep(game: Game, job: Job) -> None:
        kept.append(job)

    def late(game: Game, context: Any) -> Steps:
        yield ask("late")
        yield game.note(kept[0], done=3)

    task = Procedure("task", [keep], Job)
    game = sketch(lambda game, context: task(), late, procedures=[task])

    with pytest.raises(BrokenRules, match="done: the context to be noted is of something that has ended"):
        game.answer(True)


def test_a_fact_that_the_context_has_no_field_for_is_refused() -> None:
    def wrong(game: Game, job: Job) -> Steps:
        yield ask("wrong")
        yield game.note(job, dnoe=3)

    task = Procedure("task", [wrong], Job)
    game = sketch(lambda game, context: task(), procedures=[task])

    with pytest.raises(BrokenRules, match="dnoe"):
        game.answer(True)


def test_an_out_of_phase_call_is_in_no_phase() -> None:
    def where(game: Game, context: Any) -> Event:
        return Said(game.phase)

    look = Procedure("look", [where])

    def act(game: Game, context: Any) -> Steps:
        yield look()
        yield look(out_of_phase=True)
        yield Said(game.phase)

    assert said(sketch(Phase("shooting", [act]), procedures=[look])) == ["shooting", "", "shooting"]


def test_announced_procedures_begin_and_end_in_the_log() -> None:
    game = sketch(Phase("move", saying("run")), Procedure("turn", [], announce=True, scope="round"))

    assert [entry.event for entry in game.log][:-1] == [
        Began("phase", "move"),
        Said("run"),
        Ended("phase", "move"),
        Began("round", "turn"),
        Ended("round", "turn"),
    ]


def test_an_announced_loop_says_which_pass_begins_where_it_counts() -> None:
    """
    What stands inside a round, such as its phases, is not counted with it.
    """
    passes = iter((Context(), None))
    game = sketch(
        Loop("round", rounds(2), [Phase("move", [])], announce=True),
        Loop("uncounted", lambda game, last: next(passes), saying("run"), announce=True),
    )

    begun = [event for event in game.events() if isinstance(event, Began)]
    assert [(event.name, event.number) for event in begun] == [
        ("round", 1), ("move", None), ("round", 2), ("move", None), ("uncounted", None),
    ]  # fmt: skip


def test_what_a_step_returns_stands_where_the_step_stood() -> None:
    """A tail call leaves nothing suspended, so the position is pure data."""
    game = sketch(lambda game, context: PAUSE(), procedures=[PAUSE])

    assert [frame.node.name for frame in game.frames()] == ["pause", "game"]
    assert [frame.floor for frame in game.frames()] == [0, 0]


def pause(game: Game, context: Any) -> Steps:
    yield ask("pause")


PAUSE = Procedure("pause", [pause])


# ------------------------------------------------------------------------------------------------------- loops


def tell_turn(game: Game, turn: Turn) -> Event:
    return Said((turn.player, turn.number))


def test_turns_go_round_and_round_until_the_game_is_over() -> None:
    def stop(game: Game, turn: Turn) -> Any:
        return Leave("turns") if turn.number == 5 else None

    game = sketch(Loop("turns", turns(lambda game: (1, 0)), [tell_turn, stop]), say("after"))

    assert said(game) == [(1, 1), (0, 2), (1, 3), (0, 4), (1, 5), "after"]


def test_turns_once_each_and_only_of_those_who_play() -> None:
    def loop(**how: Any) -> list[Any]:
        return said(sketch(Loop("turn", turns(lambda game: (2, 0, 1), **how), [tell_turn]), players=lambda setup: 3))

    assert loop(once=True) == [(2, 1), (0, 2), (1, 3)]
    assert loop(once=True, playing=lambda game, player: player != 0) == [(2, 1), (1, 2)]
    assert loop(playing=lambda game, player: False) == []


def test_alternating_activations_pass_over_who_cannot_act() -> None:
    """Player 1 has one thing to activate, player 0 three."""
    left = {0: 3, 1: 1}

    def able(game: Game, player: int) -> bool:
        used = sum(1 for who, _ in said(game) if who == player)
        return used < left[player]

    game = sketch(Loop("activation", alternating(lambda game: game.players, able), [tell_turn]))

    assert said(game) == [(0, 1), (1, 2), (0, 3), (0, 4)]


def test_rounds_are_counted() -> None:
    def tell(game: Game, round_: Round) -> Event:
        return Said(round_.number)

    assert said(sketch(Loop("round", rounds(3), [tell]))) == [1, 2, 3]
    assert said(sketch(Loop("round", rounds(0), [tell]))) == []


def test_loops_in_loops_each_have_their_own_pass() -> None:
    def tell(game: Game, turn: Turn) -> Event:
        return Said((game.context(Round).number, turn.player))

    inner = Loop("turn", turns(lambda game: game.players, once=True), [tell])

    assert said(sketch(Loop("round", rounds(2), [inner]))) == [(1, 0), (1, 1), (2, 0), (2, 1)]


def test_each_pass_of_a_loop_has_a_number_of_its_own() -> None:
    seen: list[int] = []

    def look(game: Game, turn: Turn) -> None:
        scope = game.scope("turn")
        assert scope is not None
        seen.append(scope.uid)

    sketch(Loop("turn", turns(lambda game: game.players, once=True), [look]))

    assert len(set(seen)) == 2


def test_a_loop_hands_back_its_last_context() -> None:
    loop = Loop("round", rounds(3), saying("again"))

    def call(game: Game, context: Any) -> Steps:
        last = yield loop()
        yield Said(last.number)

    assert said(sketch(call, procedures=[loop])) == ["again", "again", "again", 3]


# ------------------------------------------------------------------------------------------------------ leaving


def test_leaving_breaks_off_the_innermost_of_that_name_with_all_inside() -> None:
    def leave(game: Game, context: Any) -> Steps:
        yield Said("before")
        yield Leave("middle")
        yield Said("never")

    inner = Procedure("inner", [leave, *saying("never either")])
    middle = Procedure("middle", [inner, *saying("nor this")])

    assert said(sketch(middle, say("after"))) == ["before", "after"]


def test_leaving_from_deep_inside_a_trigger_closes_every_open_step() -> None:
    closed: list[str] = []

    def attack(game: Game, context: Any) -> Steps:
        try:
            yield Grew(0)
            yield Said("never")
        finally:
            closed.append("attack")

    @trigger(Grew)
    def react(game: Game, event: Grew, source: Any) -> Steps:
        try:
            yield SUB()
        finally:
            closed.append("react")

    def sub(game: Game, context: Any) -> Steps:
        try:
            stop = yield ask("stop")
            if stop:
                yield Leave("assault")
            yield Said("went on")
        finally:
            closed.append("sub")

    SUB = Procedure("sub", [sub])
    assault = Procedure("assault", [attack])

    def run(answer: bool) -> Game:
        game = sketch(assault, say("after"), triggers=[react], procedures=[SUB])
        closed.clear()
        game.answer(answer)
        return game

    assert said(run(True)) == ["after"]
    assert closed == ["sub", "react", "attack"]
    assert said(run(False)) == ["went on", "never", "after"]


@pytest.mark.parametrize("nesting", ["at once", "wait", "others wait"])
def test_leaving_from_a_trigger_while_others_wait_leaves_nothing_behind(nesting: str) -> None:
    """The waiting triggers belong to what was left; a fork afterwards knows as much of them as the game."""

    @trigger(Grew)
    def leave(game: Game, event: Grew, source: Any) -> Steps:
        if event.by == 1:
            yield Grew(1, 2)
            yield Leave("assault")

    @trigger(Grew)
    def tell(game: Game, event: Grew, source: Any) -> Event:
        return Said(("grew", event.thing, event.by))

    def attack(game: Game, context: Any) -> Steps:
        yield Grew(0, 1)

    def later(game: Game, context: Any) -> Steps:
        yield ask("later")
        yield Grew(2, 5)
        yield ask("end")

    timing = TimingPolicy(in_seat_order, nesting=nesting, ask_order=False)
    game = sketch(Procedure("assault", [attack]), later, triggers=[leave, tell], timing=timing)

    fork = game.fork()
    for one in (game, fork):
        one.answer(True)
    assert said(game) == said(fork)
    assert ("grew", 2, 5) in said(game)


def test_leaving_what_does_not_run_is_named() -> None:
    def leave(game: Game, context: Any) -> Steps:
        yield ask("leave")
        yield Leave("siege")

    game = sketch(leave)

    with pytest.raises(BrokenRules, match="nothing named 'siege' is running"):
        game.answer(True)


def test_leaving_from_a_reaction_closes_the_window_with_its_procedure() -> None:
    @reaction("moment", options=lambda game, player, context: ("flee",))
    def flee(game: Game, player: int, choice: Any, context: Any) -> Steps:
        yield Said(("flee", player))
        yield Leave("fight")

    game = sketch(Procedure("fight", [Window("moment"), say("never")]), say("after"), reactions=[flee])
    game.answer(("flee", "flee"))

    assert said(game) == [("flee", 0), "after"]


def test_whoever_called_what_was_left_gets_its_context() -> None:
    def half(game: Game, job: Job) -> Steps:
        yield game.note(job, done=5)
        yield Leave("task")

    task = Procedure("task", [half, report], Job)

    def call(game: Game, context: Any) -> Steps:
        job = yield task()
        yield Said(("left with", job.done))

    assert said(sketch(call, procedures=[task])) == [("left with", 5)]


# -------------------------------------------------------------------------------------------------- insertions


def freeze(*inserts: Insert, more: tuple[Procedure, ...] = ()) -> Any:
    rules = sketch_rules(*saying("a", "b"), procedures=[JOB])
    extensions = [Extension(ruleset="sketch", id=f"x{n}", inserts=[i]) for n, i in enumerate(inserts)]
    return rules.freeze([*extensions, Extension(ruleset="sketch", id="more", procedures=more)])


def run(rules: Any) -> list[Any]:
    return said(new_game(rules, seed=1))


def test_a_step_is_inserted_before_or_after_a_named_one() -> None:
    before = Insert(say("x"), procedure="game", before="say a")
    after = Insert(say("y"), procedure="game", after="say a")

    assert run(freeze(before, after)) == ["x", "a", "y", "b"]


def test_an_insertion_may_stand_next_to_another_in_whatever_order_they_come() -> None:
    second = Insert(say("y"), procedure="game", after="say x")
    first = Insert(say("x"), procedure="game", after="say b")

    assert run(freeze(second, first)) == ["a", "b", "x", "y"]


def test_a_window_and_a_procedure_may_be_inserted() -> None:
    inserted = Procedure("inserted", saying("in"))

    assert run(freeze(Insert(inserted, procedure="game", before="say b"))) == ["a", "in", "b"]
    rules = freeze(Insert(Window("pause"), procedure="game", after="say b"))
    assert [node.name for node in rules.flow.steps] == ["say a", "say b", "pause"]


def test_an_insertion_changes_neither_the_ruleset_nor_another_freeze_of_it() -> None:
    rules = sketch_rules(*saying("a", "b"))
    insert = Extension(ruleset="sketch", id="x", inserts=[Insert(say("x"), procedure="game", after="say a")])

    assert run(rules.freeze([insert])) == ["a", "x", "b"]
    assert run(rules.freeze()) == ["a", "b"]
    assert rules.freeze([insert]).fingerprint != rules.freeze().fingerprint


@pytest.mark.parametrize(
    ("inserts", "words"),
    [
        ([Insert(say("x"), procedure="game", before="say q")], r"'say x' before 'say q' of 'game': no such part"),
        ([Insert(say("x"), procedure="gaem", before="say a")], r"no procedure 'gaem'; did you mean 'game'\?"),
        ([Insert(say("a"), procedure="game", before="say b")], r"'game' already has a part named 'say a'"),
        (
            [
                Insert(say("x"), procedure="game", before="say y"),
                Insert(say("y"), procedure="game", before="say x"),
            ],
            r"cannot insert 'say x' before 'say y' of 'game': no such part.*'say y' before 'say x'",
        ),
        (
            [
                Insert(say("x"), procedure="game", after="say a"),
                Insert(say("x"), procedure="game", after="say b"),
            ],
            r"already has a part named 'say x'",
        ),
    ],
)
def test_insertions_that_do_not_fit_are_refused(inserts: list[Insert], words: str) -> None:
    with pytest.raises(FlowError, match=words):
        freeze(*inserts)


def test_an_insertion_names_one_place() -> None:
    for how in ({}, {"before": "say a", "after": "say b"}):
        with pytest.raises(FlowError, match="names either before or after"):
            Insert(say("x"), procedure="game", **how)


def test_a_procedure_inserted_into_itself_is_a_cycle() -> None:
    loop = Procedure("loop", saying("l"))

    with pytest.raises(FlowError, match="contains itself: loop > loop"):
        freeze(Insert(loop, procedure="game", after="say b"), Insert(loop, procedure="loop", after="say l"))


# -------------------------------------------------------------------------------------- refused at registration


def test_two_parts_of_one_name_are_refused() -> None:
    with pytest.raises(FlowError, match="'game' has two parts named 'say a'"):
        sketch_rules(say("a"), say("a")).freeze()


def test_two_procedures_of_one_name_are_refused() -> None:
    with pytest.raises(FlowError, match="two procedures are named 'job'"):
        sketch_rules(procedures=[JOB, Procedure("job", [])]).freeze()


def test_a_cycle_of_procedures_is_named() -> None:
    outer = Procedure("outer", [])
    inner = Procedure("inner", [outer])
    outer.steps = (inner,)

    with pytest.raises(FlowError, match="contains itself: outer > inner > outer"):
        sketch_rules(outer).freeze()


def test_two_windows_of_one_name_that_differ_are_refused() -> None:
    with pytest.raises(FlowError, match="two different windows are named 'w'"):
        sketch_rules(Procedure("p", [Window("w")]), Window("w", until="each once")).freeze()


def test_a_window_and_a_procedure_of_one_name_are_refused() -> None:
    with pytest.raises(FlowError, match="both named 'job'"):
        sketch_rules(Window("job"), procedures=[JOB]).freeze()


def test_a_reaction_that_waits_for_an_unknown_window_is_refused() -> None:
    @reaction("afterwords", options=lambda game, player, context: ())
    def late(game: Game, player: int, choice: Any, context: Any) -> None: ...

    with pytest.raises(FlowError, match=r"'late' waits for window 'afterwords', .*did you mean 'afterwards'\?"):
        sketch_rules(Window("afterwards"), reactions=[late]).freeze()


def test_a_loop_without_steps_is_refused() -> None:
    with pytest.raises(FlowError, match="loop 'round' has no steps"):
        sketch_rules(Loop("round", rounds(3), [])).freeze()


def test_what_is_no_part_is_refused() -> None:
    with pytest.raises(FlowError, match="procedure 'p': 42 is neither a step function nor a window nor a procedure"):
        Procedure("p", [42])


def test_a_window_that_closes_in_an_unknown_way_is_refused() -> None:
    with pytest.raises(FlowError, match="until is 'someday'"):
        Window("w", until="someday")


def test_a_procedure_may_stand_in_two_places() -> None:
    shared = Procedure("shared", saying("s"))

    game = sketch(Procedure("one", [shared]), Procedure("two", [shared]))

    assert said(game) == ["s", "s"]


def test_records_come_in_the_order_of_the_events() -> None:
    def come(game: Game, context: Any) -> Steps:
        yield [Came(7), Came(5)]
        yield Came(6)

    game = sketch(come)

    assert list(game.state.things) == [0, 1, 2, 7, 5, 6]


def test_the_windows_of_a_phase_have_its_rule() -> None:
    phase = Phase("move", [], rule="3.1")

    assert [(part.name, part.rule) for part in phase.steps if isinstance(part, Window)] == [
        ("move start", "3.1"), ("move end", "3.1"),
    ]  # fmt: skip
