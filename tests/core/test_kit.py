"""The conformance kit: a sound ruleset passes, and each kind of fault is caught and named."""

from __future__ import annotations

import importlib
import json
import pickle
import random
import time
from collections.abc import Callable
from pathlib import Path
from time import perf_counter_ns
from typing import Any

import msgspec
import pytest

from rulewright import (
    Event,
    Options,
    Procedure,
    Record,
    Request,
    Roll,
    Steps,
    Table,
    Turn,
    Window,
    choose,
    load,
    reaction,
    trigger,
)
from rulewright.dice import D6
from rulewright.panels import Heading, Panel
from rulewright.plaindata import shown
from rulewright.refusals import Violation
from rulewright.spaces import Space
from rulewright.testing.findings import CheckFailed, KitFailure, Report
from rulewright.testing.kit import check_ruleset
from rulewright.testing.processes import same_under_hash_seeds
from rulewright.testing.watching import clocks_refused
from tests.core.heap_game import (
    EVENTS,
    SOUND,
    Board,
    Charmed,
    CharmGone,
    Hand,
    Heap,
    Taking,
    Told,
    fault_of,
    heap_game,
    roll_bonus,
    set_up,
    take,
    tell,
)


@pytest.fixture(autouse=True)
def _journals_go_with_the_test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))


# ----------------------------------------------------------------------------------------------- what passes


def test_a_sound_ruleset_passes_every_check() -> None:
    report = check_ruleset(SOUND, games=4, where="tests.core.heap_game:SOUND")

    assert isinstance(report, Report)
    assert report.games == 4
    assert report.decisions > 20
    assert report.chances > 8
    for name in (
        "ends", "options", "refusals", "seed", "rerun", "fork", "undo", "save", "state", "windows", "faces", "leak",
        "hash seeds", "gone",
    ):  # fmt: skip
        assert report.checks[name] > 0, name
    assert not report.skipped


def test_what_came_up_is_counted_and_what_never_did_is_named() -> None:
    @trigger(Charmed, sources=lambda game, event: ())
    def never(game: Any, event: Any, source: Any) -> None: ...

    content = {"charms": {"luck": 1, "wit": 2, "sloth": 3}}
    rules = heap_game(triggers=[tell, never], content=lambda more: content)

    report = check_ruleset(rules, games=4, looks=1)

    assert report.exercised["step"]["turn/decide"] > 0
    assert report.exercised["reaction"]["use_charm"] > 0
    assert report.exercised["window"]["taking/before taking"] > 0
    assert report.exercised["trigger"]["tell"] > 0
    assert report.exercised["content charms"]["luck"] > 0
    assert report.silent == {"trigger": ("never",), "content charms": ("sloth",)}
    assert "never came up (trigger, 1 of 2): never" in str(report)


def test_content_that_the_setup_names_has_come_up() -> None:
    class Place(msgspec.Struct):
        map: str = "yard"

    content = {"maps": {"yard": 1, "roof": 2}}

    report = check_ruleset(heap_game(setup=Place, content=lambda more: content), games=2, looks=1, damages=0)

    assert report.silent == {"content maps": ("roof",)}


def test_everything_registered_must_come_up_where_that_is_asked_for() -> None:
    @trigger(Charmed, sources=lambda game, event: ())
    def never(game: Any, event: Any, source: Any) -> None: ...

    rules = heap_game(triggers=[tell, never])

    with pytest.raises(KitFailure, match="trigger never"):
        check_ruleset(rules, games=4, looks=1, must_exercise=True)
    check_ruleset(rules, games=4, looks=1, must_exercise=True, excused=["never"])


def test_counting_leaves_the_rules_as_they_were() -> None:
    rules = SOUND.freeze()
    before = [step.fn for step in rules.flow.steps]

    check_ruleset(rules, games=1, looks=1)

    assert [step.fn for step in rules.flow.steps] == before
    assert time.time.__module__ == "time"


def test_the_setup_may_depend_on_the_seed() -> None:
    class Size(msgspec.Struct):
        heap: int = 12

    sizes = []

    def set_size(state: Board, setup: Size, content: Any) -> None:
        sizes.append(setup.heap)
        state.heap.add(Heap(0, setup.heap))
        for player in (0, 1):
            state.hands.add(Hand(player))

    check_ruleset(
        heap_game(setup=Size, populate=set_size),
        games=2,
        seed=5,
        looks=1,
        setup=lambda seed: {"heap": 2 * seed},
        damages=0,
    )

    assert set(sizes) == {10, 12}


# ------------------------------------------------------------------------------------------ what is caught


def test_the_failure_names_the_check_the_game_and_the_decision_and_keeps_a_journal() -> None:
    def fail(game: Any, turn: Turn) -> None:
        if turn.number == 3:
            raise KeyError("missing")

    failure = fault_of(fail)

    assert failure.check == "ends"
    assert failure.seed == 1
    assert failure.request is not None
    assert failure.request >= 1
    assert "heap fails the check 'ends' (game with seed 1, decision" in str(failure)
    assert "KeyError: 'missing'" in str(failure)
    assert "Step" in str(failure) or "fail" in str(failure)
    kept = load(failure.journal, game=heap_game(fail))
    assert kept.request.player in (0, 1)
    Path(failure.journal).unlink()


def change_in_place(game: Any, turn: Turn) -> None:
    game.state.heap[0].colour += "red"


def change_context(game: Any, turn: Turn) -> None:
    turn.number += 100


def test_a_record_changed_in_place_is_named() -> None:
    failure = fault_of(change_in_place)

    assert failure.check == "records"
    assert "Heap.colour is written in place, and records never change" in failure.difference


def test_a_record_changed_in_place_behind_a_snapshot_is_named() -> None:
    def change(game: Any, turn: Turn) -> Steps:
        yield choose(turn.player, "sure", (True, False))
        change_in_place(game, turn)
        yield choose(turn.player, "really sure", (True, False))

    failure = fault_of(change)

    assert failure.check == "records"
    assert "Heap.colour is written in place, and records never change" in failure.difference


def test_a_context_changed_in_place_is_named() -> None:
    def change(game: Any, taking: Taking) -> Steps:
        taking.amount += 1
        yield Told(taking.player)
        yield choose(taking.player, "sure", (True, False))

    failure = fault_of(procedures=[Procedure("taking", [roll_bonus, Window("before taking"), change, take], Taking)])

    assert failure.check == "records"
    assert "Taking.amount is written in place, and contexts never change" in failure.difference
    assert "game.note(context, amount=...)" in failure.difference


class Painted(Event, frozen=True):
    colour: str

    def apply(self, state: Board) -> None:
        state.heap.edit(0).colour = self.colour


class Eaten(Event, frozen=True):
    def apply(self, state: Board) -> None:
        state.heap[0].colour += "green"


def test_an_event_that_writes_without_taking_a_copy_is_caught() -> None:
    failure = fault_of(lambda game, turn: Eaten())

    assert failure.check == "records"
    assert "Heap.colour is written in place, and records never change" in failure.difference


class Marks(Record):
    colours: frozenset[str] = frozenset({"red"})


class Marked(Board):
    marks: Table[Marks]


def test_a_set_in_a_record_is_caught() -> None:
    def with_marks(state: Marked, setup: Any, content: Any) -> None:
        set_up(state, setup, content)
        state.marks.add(Marks(0))

    failure = fault_of(state=Marked, populate=with_marks)

    assert failure.check == "records"
    assert "marks[0].colours is a set" in failure.difference


class Renamed(Event, frozen=True):
    def apply(self, state: Board) -> None:
        state.heap.edit(0).id = 7


def test_a_record_whose_id_is_changed_is_caught() -> None:
    failure = fault_of(lambda game, turn: Renamed())

    assert failure.check == "records"
    assert "heap[0] has the id 7" in failure.difference


def test_a_global_generator_is_named() -> None:
    failure = fault_of(lambda game, turn: Told(turn.player, random.random() < 2))  # noqa: TID251

    assert failure.check == "clock"
    assert "random.random()" in failure.difference


def test_a_clock_imported_by_name_shows_in_the_log() -> None:
    failure = fault_of(lambda game, turn: Told(turn.player, perf_counter_ns()))

    assert failure.check in ("seed", "rerun", "fork")
    assert "Told" in failure.difference


def test_a_log_that_differs_only_in_its_causes_is_caught() -> None:
    calls: list[int] = []

    def forgetful(game: Any, turn: Turn) -> Any:
        calls.append(1)
        return None if len(calls) % 7 else Told(turn.player)

    assert fault_of(forgetful).check in ("seed", "rerun", "fork", "save")


class Grumpy(Space, frozen=True):
    """Lists an answer that it does not take."""

    def check(self, answer: Any) -> tuple[Violation, ...]:
        return () if answer == "yes" else (Violation("not_wanted", given=shown(answer)),)

    def sample(self, rng: Any) -> Any:
        return "yes"

    def options(self) -> tuple[str, ...]:
        return ("yes", "no")


class Credulous(Grumpy, frozen=True):
    """Takes whatever it is given."""

    def check(self, answer: Any) -> tuple[Violation, ...]:
        return ()


class Fragile(Grumpy, frozen=True):
    """Fails on what it does not expect."""

    def check(self, answer: Any) -> tuple[Violation, ...]:
        return () if answer.lower() in ("yes", "no") else (Violation("yes_or_no"),)


class Silent(Grumpy, frozen=True):
    """Refuses without a word."""

    def check(self, answer: Any) -> tuple[Violation, ...]:
        return () if answer in ("yes", "no") else (Violation(""),)


def asking(space: Space) -> Callable[[Any, Turn], Steps]:
    def ask(game: Any, turn: Turn) -> Steps:
        yield Request(turn.player, "really", space)

    return ask


def test_a_listed_answer_that_is_refused_is_named() -> None:
    failure = fault_of(asking(Grumpy()))

    assert failure.check == "options"
    assert "'really'" in failure.difference
    assert "lists 'no', but refuses it: not wanted (given: 'no')" in failure.difference


def test_a_listed_answer_that_a_step_refuses_is_named() -> None:
    from rulewright import Refused

    def ask(game: Any, turn: Turn) -> Steps:
        answer = yield choose(turn.player, "really", ("yes", "no"))
        if answer == "no":
            raise Refused(Violation("not_taken"))

    failure = fault_of(ask)

    assert failure.check in ("options", "ends")
    assert "refuses it: not taken" in failure.difference


@pytest.mark.parametrize(
    ("space", "words"),
    [(Credulous(), "accepts"), (Fragile(), "fails on"), (Silent(), "without a reason")],
)
def test_answers_outside_the_options_must_be_refused_in_words(space: Space, words: str) -> None:
    failure = fault_of(asking(space))

    assert failure.check == "refusals"
    assert words in failure.difference


def test_a_question_without_a_legal_answer_is_named() -> None:
    failure = fault_of(asking(Options(())))

    assert failure.check == "options"
    assert "'really' to player 0 has no legal answer" in failure.difference


def test_a_listed_answer_that_breaks_the_rules_is_named() -> None:
    def ask(game: Any, turn: Turn) -> Steps:
        answer = yield choose(turn.player, "way", ("left", "right", "up", "down"))
        if answer == "down":
            raise ZeroDivisionError("there is no down")

    failure = fault_of(ask, games=1)

    assert failure.check == "ends"
    assert "there is no down" in failure.difference


def test_an_endless_chain_of_triggers_is_named() -> None:
    @trigger(Told)
    def retell(game: Any, event: Told, source: Any) -> Event:
        return Told(event.player)

    failure = fault_of(triggers=[tell, retell])

    assert failure.check == "ends"
    assert "circles: Told" in failure.difference


def test_a_field_of_the_wrong_type_does_not_survive_json() -> None:
    failure = fault_of(lambda game, turn: Painted(7))  # type: ignore[arg-type]

    assert failure.check == "state"
    assert "table heap, row 0" in failure.difference


def test_a_picture_that_fails_is_named() -> None:
    def panel(view: Any) -> Panel:
        return Panel((Heading(view.state.hands[1 - view.player].charms[0][0]),))

    failure = fault_of(panel=panel)

    assert failure.check == "faces"


def test_faces_that_are_called_alike_and_are_not_are_caught() -> None:
    def add_face(game: Any, turn: Turn) -> Steps:
        (face,) = yield Roll((D6,), turn.player, "bonus", alike=((1, 2), (3, 4, 5, 6)))
        yield Painted("red" if face >= 5 else "green")

    failure = fault_of(add_face, games=5)

    assert failure.check == "alike"
    assert "request 'bonus'" in failure.difference
    assert "heap.0.colour" in failure.difference


def test_faces_that_are_alike_pass() -> None:
    def add_face(game: Any, turn: Turn) -> Steps:
        (face,) = yield Roll((D6,), turn.player, "bonus", alike=((1, 2), (3, 4, 5, 6)))
        yield Painted("red" if face >= 3 else "green")

    check_ruleset(heap_game(add_face, events=[*EVENTS, Painted]), games=5)


# ------------------------------------------------------------------------------------------------- what leaks


def test_options_that_depend_on_the_other_hand_are_a_leak() -> None:
    def ask(game: Any, turn: Turn) -> Steps:
        yield choose(turn.player, "guess", (*dict.fromkeys(game.state.hands[1 - turn.player].charms), "none"))

    failure = fault_of(ask)

    assert failure.check == "leak"
    assert "player" in failure.difference


class Careless(Hand):
    def seen_by(self, viewer: Any) -> Any:
        return self


class Open(Board):
    hands: Table[Careless]  # type: ignore[assignment]


def test_a_record_that_shows_a_hidden_field_is_a_leak() -> None:
    def set_up_careless(state: Open, setup: Any, content: Any) -> None:
        state.heap.add(Heap(0))
        for player in (0, 1):
            state.hands.add(Careless(player))

    failure = fault_of(state=Open, populate=set_up_careless)

    assert failure.check == "leak"
    assert "hands" in failure.difference


class Blurted(Event, frozen=True):
    player: int
    charm: str


def test_an_event_that_tells_a_hidden_card_is_a_leak() -> None:
    def blurt(game: Any, turn: Turn) -> Steps:
        yield choose(turn.player, "draw", ("draw",))
        pile = game.state.hands[turn.player].pile
        if pile:
            yield Blurted(turn.player, pile[0])

    failure = fault_of(blurt)

    assert failure.check == "leak"
    assert "Blurted" in failure.difference


def test_an_event_that_turns_a_card_up_is_no_leak() -> None:
    class TurnedUp(Blurted, frozen=True):
        REVEALS = True

    def turn_up(game: Any, turn: Turn) -> Steps:
        yield choose(turn.player, "draw", ("draw",))
        pile = game.state.hands[turn.player].pile
        if pile:
            yield TurnedUp(turn.player, pile[0])

    turning = heap_game(turn_up, events=[*EVENTS, TurnedUp])
    assert check_ruleset(turning, games=3, looks=None).checks["leak"] > 0


def test_who_is_asked_must_not_tell_a_hand() -> None:
    def lucky(game: Any, player: int, taking: Taking) -> tuple[str, ...]:
        return ("luck",) if "luck" in game.state.hands[player].charms else ()

    @reaction("before taking", options=lucky)
    def use_luck(game: Any, player: int, charm: str, taking: Taking) -> Event:
        return CharmGone(player, charm)

    failure = fault_of(reactions=[use_luck])

    assert failure.check == "leak"


def test_a_window_without_a_reaction_is_not_asked() -> None:
    def pester(game: Any, turn: Turn) -> Steps:
        yield Request(turn.player, "react", Options((None,)), "", {"window": "before taking"})

    failure = fault_of(pester)

    assert failure.check == "windows"
    assert "'before taking'" in failure.difference


# --------------------------------------------------------------------------------------------- two hash seeds


WORDS = {"alpha", "beta", "gamma", "delta", "epsilon"}


def in_any_order(game: Any, turn: Turn) -> Steps:
    for word in WORDS:
        yield Told(turn.player, word)


UNORDERED = heap_game(in_any_order)


def test_going_through_a_set_is_caught_by_two_hash_seeds() -> None:
    with pytest.raises(KitFailure, match="does a rule go through a set") as caught:
        same_under_hash_seeds(f"{__name__}:UNORDERED", games=1)

    assert caught.value.check == "hash seeds"
    assert "events" in caught.value.difference


def test_a_failure_in_another_process_is_told_whole() -> None:
    failure = KitFailure("replay", "heap", "other events", 3, 12, "game.json")

    told = pickle.loads(pickle.dumps(failure))

    assert (str(told), told.check, told.request) == (str(failure), "replay", 12)


def test_a_ruleset_that_cannot_be_found_in_a_process_is_named() -> None:
    with pytest.raises(KitFailure, match="NOWHERE"):
        same_under_hash_seeds(f"{__name__}:NOWHERE")


# ------------------------------------------------------------------------------------------------- as a command


def conformance(*arguments: str) -> Any:
    from click.testing import CliRunner

    from rulewright.testing.__main__ import conform

    return CliRunner().invoke(conform, [*arguments, "--games", "1", "--looks", "2"])


def test_the_kit_is_a_command() -> None:
    result = conformance("tests.core.heap_game:SOUND")
    assert result.exit_code == 0
    assert "heap: 1 games" in result.output
    assert "hash seeds 1" in result.output

    data = json.loads(conformance("tests.core.heap_game:SOUND", "--json").output)
    assert (data["game"], data["games"], data["skipped"]) == ("heap", 1, {})


def test_the_command_says_what_fails_and_what_it_cannot_use() -> None:
    result = conformance(f"{__name__}:UNORDERED")
    assert result.exit_code == 1
    assert "fails the check" in result.output
    assert json.loads(conformance(f"{__name__}:UNORDERED", "--json").output)["failed"]["check"] in (
        "hash seeds",
        "replay",
    )

    for wrong in ("no_such_game", f"{__name__}:NOWHERE", "nowhere:RULES"):
        result = conformance(wrong)
        assert result.exit_code == 2, wrong
        assert "Error: " in result.output


def test_what_a_library_reads_while_it_is_loaded_is_not_the_rules_doing(tmp_path: Path, monkeypatch: Any) -> None:
    asking = "import os\nHOME = os.environ['PATH']\n\ndef ask():\n    return os.environ['PATH']\n"
    (tmp_path / "lib_that_asks.py").write_text(asking)
    monkeypatch.syspath_prepend(tmp_path)

    with clocks_refused("survey"):
        library = importlib.import_module("lib_that_asks")
        with pytest.raises(CheckFailed, match=r"lib_that_asks, line 5, reads os\.environ"):
            library.ask()
