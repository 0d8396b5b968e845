"""What has been renamed keeps its earlier name in digests and saves, so that older saves are verified."""

from __future__ import annotations

from typing import Any

import msgspec

from rulewright import Context, Event, Game, Procedure, Record, Ruleset, State, Steps, Table, new_game
from rulewright.api import from_journal
from rulewright.env.encoding import ViewEncoder
from rulewright.events import Noted
from rulewright.journal import doubt, journal_of
from rulewright.state import saved_name
from rulewright.testing import set_up
from tests.core.sketch import ask


class Job(Context):
    zeal: int = 0
    done: tuple[int, ...] = ()


class Task(Context):
    """A Job, as it is called now."""

    SAVED_AS = "Job"

    eagerness: int = msgspec.field(default=0, name="zeal")
    done: tuple[int, ...] = ()


class Chore(Task):
    """A kind of task that has always had this name."""


class Bench(Record):
    worn: int = 0


class Workbench(Record):
    wear: int = msgspec.field(default=0, name="worn")


class Earlier(State):
    benches: Table[Bench]


class Present(State):
    benches: Table[Workbench]


class Used(Event, frozen=True):
    def apply(self, state: Any) -> None:
        bench = state.benches.edit(0)
        if isinstance(bench, Bench):
            bench.worn += 1
        else:
            bench.wear += 1


def work_by_earlier_names(game: Game, job: Job) -> Steps:
    yield game.note(job, zeal=2, done=(1,))
    yield Used()
    yield ask("rest", 1, 2)
    yield ask("rest", 1, 2)


def work_by_present_names(game: Game, task: Task) -> Steps:
    yield game.note(task, eagerness=2, done=(1,))
    yield Used()
    yield ask("rest", 1, 2)
    yield ask("rest", 1, 2)


work_by_earlier_names.__name__ = work_by_present_names.__name__ = "work"


def rules(state: type[State], record: type[Record], step: Any, context: type[Context]) -> Ruleset:
    def populate(state: Any, setup: Any, content: Any) -> None:
        state.benches.add(record(0))

    flow = Procedure("job", [step], context=context)
    return Ruleset(id="workshop", title="A workshop", state=state, populate=populate, flow=flow)


EARLIER = rules(Earlier, Bench, work_by_earlier_names, Job)
PRESENT = rules(Present, Workbench, work_by_present_names, Task)


def begun(rules: Ruleset) -> Game:
    """A game in the middle of the step."""
    game = new_game(rules, seed=1)
    game.answer(1)
    return game


def test_a_game_saved_in_mid_step_by_earlier_names_is_verified() -> None:
    saved = journal_of(begun(EARLIER))
    game = from_journal(saved, game=PRESENT)

    assert doubt(saved, game) == ""
    assert game.context(Task).eagerness == 2


def test_equal_positions_have_one_digest_by_either_name() -> None:
    earlier, present = begun(EARLIER), begun(PRESENT)

    assert present.digest() == earlier.digest()
    assert journal_of(present) == journal_of(earlier)


def test_a_state_in_earlier_names_is_read() -> None:
    state = Present.from_json(begun(EARLIER).state.to_json())

    assert state.benches[0].wear == 1


def test_a_note_read_from_plain_data_finds_its_field() -> None:
    game = begun(PRESENT)
    (note,) = [entry.event for entry in game.log if isinstance(entry.event, Noted)]
    plain = {**msgspec.to_builtins(note), "fields": {"zeal": 5}}
    game.state.writing = True
    msgspec.convert(plain, Noted).apply(game.state)

    assert game.context(Task).eagerness == 5


def test_a_class_that_derives_from_a_renamed_one_has_its_own_name() -> None:
    assert [saved_name(kind) for kind in (Job, Task, Chore)] == ["Job", "Job", "Chore"]


def test_a_scenario_keeps_what_a_renamed_field_holds() -> None:
    def rest(game: Game, task: Task) -> Steps:
        yield ask("rest", 1, 2)

    position = set_up(rules(Present, Workbench, rest, Task)).begin("job", Task(eagerness=7))

    assert position.game.context(Task).eagerness == 7


def test_what_an_agent_has_learned_holds_for_present_names() -> None:
    seen = [ViewEncoder(256)(game.view(0), game.request) for game in (begun(EARLIER), begun(PRESENT))]

    assert seen[0].tolist() == seen[1].tolist()
