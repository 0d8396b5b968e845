"""The ten faults that authors make most, planted in a sound game: the kit names the place of each."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, Field

from rulewright import Event, GameOver, Loop, Options, Request, Seen, Shuffle, Steps, Turn, choose, trigger, turns
from rulewright.testing import KitFailure, check_ruleset, same_under_hash_seeds
from rulewright.testing.outside import answers_outside
from tests.core.heap_game import SOUND, Board, Charmed, Hand, Heap, Taken, Told, fault_of, heap_game, tell


@pytest.fixture(autouse=True)
def _journals_go_with_the_test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))


class Blurted(Event, frozen=True):
    player: int
    charm: str


def shuffle_and_blurt(game: Any, turn: Turn) -> Steps:
    """A leak at the very beginning: no question is asked before it."""
    if turn.number == 1:
        pile = yield Shuffle(("luck", "might", "luck", "wit"), 0)
        yield Piled(0, pile)
        yield Blurted(0, pile[-1])


class Piled(Event, frozen=True):
    player: int
    pile: Any

    AUDIENCE = Seen.NOBODY

    def apply(self, state: Board) -> None:
        state.hands.edit(self.player).pile = self.pile


def test_a_leak() -> None:
    failure = fault_of(shuffle_and_blurt)

    assert failure.check == "leak"
    assert "Blurted" in failure.difference
    assert "tells player" in failure.difference or "shows player" in failure.difference


def test_a_hidden_clock() -> None:
    failure = fault_of(lambda game, turn: Told(turn.player, int(time.monotonic())))

    assert failure.check == "clock"
    assert "test_planted_faults, line" in failure.difference
    assert "time.monotonic()" in failure.difference


COLOURS = {"red", "green", "blue", "yellow", "white", "black"}
IN_ANY_ORDER = heap_game(lambda game, turn: [Told(turn.player, colour) for colour in COLOURS])


def test_a_set_iteration() -> None:
    with pytest.raises(KitFailure) as caught:
        check_ruleset(IN_ANY_ORDER, games=1, looks=1, damages=0, where=f"{__name__}:IN_ANY_ORDER")

    assert caught.value.check in ("hash seeds", "replay")
    assert "events" in caught.value.difference
    assert "set" in caught.value.difference or "depend on state" in caught.value.difference


class Painted(Event, frozen=True):
    colour: str

    def apply(self, state: Board) -> None:
        state.heap.edit(0).colour = self.colour


def forget(game: Any, turn: Turn) -> None:
    """The event is made, and never yielded."""
    Painted("red")


def test_a_forgotten_event() -> None:
    rules = heap_game(forget, events=[*SOUND.events, Painted])

    assert "never came up (event, 1 of 7): Painted" in str(check_ruleset(rules, games=2, looks=1, damages=0))
    with pytest.raises(KitFailure, match="event Painted"):
        check_ruleset(rules, games=2, looks=1, damages=0, must_exercise=True)


def test_a_write_outside_an_event() -> None:
    def write(game: Any, turn: Turn) -> None:
        game.state.heap.edit(0).left -= 1

    failure = fault_of(write)

    assert failure.check == "ends"
    assert "heap[0] is written outside an event; yield an Event instead" in failure.difference
    assert "in write, line" in failure.difference


class Vain(Options, frozen=True):
    """Lists what it refuses."""

    def check(self, answer: Any) -> Any:
        return Options(("up", "down")).check(answer)


def test_an_option_that_is_refused() -> None:
    def ask(game: Any, turn: Turn) -> Steps:
        yield Request(turn.player, "direction", Vain(("up", "down", "sideways")))

    failure = fault_of(ask)

    assert "'direction'" in failure.difference
    assert "'sideways'" in failure.difference
    assert failure.check in ("options", "ends")


def test_an_endless_loop_of_events() -> None:
    def babble(game: Any, turn: Turn) -> Steps:
        while True:
            yield Told(turn.player)

    failure = fault_of(babble)

    assert failure.check == "ends"
    assert "run in circles: Told and again, inside turn" in failure.difference
    assert "turn/babble" in failure.difference


def test_an_endless_loop_of_plain_python() -> None:
    def think(game: Any, turn: Turn) -> None:
        while turn.number:
            pass

    with pytest.raises(KitFailure, match=r"more than 0\.3 seconds, and is in .*think, line \d+") as caught:
        check_ruleset(heap_game(think), games=1, wait=0.3)
    assert caught.value.check == "ends"


def test_state_outside_the_tables() -> None:
    seen: list[int] = []

    def remember(game: Any, turn: Turn) -> Event:
        seen.append(turn.player)
        return Told(turn.player, len(seen))

    failure = fault_of(remember)

    assert failure.check in ("seed", "rerun", "fork")
    assert "Told" in failure.difference
    assert "rules must depend on state, answers and chance alone" in failure.difference


def test_a_trigger_that_never_fires() -> None:
    @trigger(Charmed, sources=lambda game, event: ())
    def comfort(game: Any, event: Any, source: Any) -> None: ...

    rules = heap_game(triggers=[tell, comfort])

    assert "never came up (trigger, 1 of 2): comfort" in str(check_ruleset(rules, games=2, looks=1, damages=0))
    with pytest.raises(KitFailure, match="trigger comfort"):
        check_ruleset(rules, games=2, looks=1, damages=0, must_exercise=True)


class Size(BaseModel):
    heap: int = Field(12, exclude=True)


def test_a_save_that_loses_a_field() -> None:
    """The setup does not write one of its fields down, so the loaded game begins with another heap."""

    def lay_out(state: Board, setup: Size, content: Any) -> None:
        state.heap.add(Heap(0, setup.heap))
        for player in (0, 1):
            state.hands.add(Hand(player))

    rules = heap_game(setup=Size, populate=lay_out)
    with pytest.raises(KitFailure) as caught:
        check_ruleset(rules, games=1, setup=Size(heap=5))

    assert caught.value.check == "save"
    assert "heap is 5 in the first and 12 in the second" in caught.value.difference


# ------------------------------------------------------------------------------- what else only looking closely shows


class Peeked(Event, frozen=True):
    """What a player sees by right, told to everybody."""

    player: int
    charm: str


def test_an_event_that_tells_a_single_secret_is_a_leak() -> None:
    """A hidden field that nothing can be exchanged with: no other position can be made up, but the word is the same."""

    def swear(game: Any, turn: Turn) -> Steps:
        if turn.number == 1:
            yield Sworn(0, "thief")
        yield Peeked(0, game.state.hands[0].pile[0])
        if (yield choose(turn.player, "go on", (True, False))):
            yield GameOver(())

    failure = fault_of(flow=Loop("turn", turns(lambda game: game.players), [swear]))

    assert failure.check == "leak"
    assert "tells player" in failure.difference
    assert "'thief', which lies hidden in hands[0].pile" in failure.difference


class Sworn(Event, frozen=True):
    player: int
    role: str

    AUDIENCE = Seen.NOBODY

    def apply(self, state: Board) -> None:
        state.hands.edit(self.player).pile = (self.role,)


def test_words_that_were_answered_or_fell_openly_are_no_secrets() -> None:
    def name_a_charm(game: Any, turn: Turn) -> Steps:
        charm = yield choose(turn.player, "guess", ("luck", "might", "wit"))
        yield Told(turn.player, charm)

    assert check_ruleset(heap_game(name_a_charm), games=3, looks=4).checks["events told"] > 0


def test_a_shuffle_that_says_who_begins_is_open() -> None:
    def draw_lots(game: Any, turn: Turn) -> Steps:
        order = yield Shuffle(("first", "second"), 0)
        yield Told(turn.player, order)

    check_ruleset(heap_game(draw_lots), games=2, looks=6)


@pytest.mark.parametrize(
    ("space", "outside", "inside"),
    [
        (Options((1, 2)), [True, "1", 1.0, -2], [1, 2]),
        (Options(("a", None)), ["A", "a ", False, ()], ["a", None]),
    ],
)
def test_answers_outside_are_close_to_legal_ones(space: Any, outside: list[Any], inside: list[Any]) -> None:
    from random import Random

    found = list(answers_outside(Request(0, "what", space), Random(1)))

    for answer in outside:
        assert any(answer == other and type(answer) is type(other) for other in found), answer
    assert not any(answer is other for answer in inside for other in found)


def test_a_refusal_cites_a_rule_where_there_is_a_ledger() -> None:
    from rulewright.rules import Ledger, Rule

    ledger = Ledger("heap", [Rule("1.1", "Taking", "拿取", "mechanic", 1, ("One to three are taken.",), "heap")])

    def ask(cited: str) -> Any:
        def ask_by_rule(game: Any, turn: Turn) -> Steps:
            yield choose(turn.player, "really", ("yes",), cited)

        return ask_by_rule

    assert "without the id of a rule" in fault_of(ask(""), ledger=ledger).difference
    assert "by '1.11', which no ledger has; did you mean '1.1'?" in fault_of(ask("1.11"), ledger=ledger).difference


def test_a_game_is_replayed_in_a_fresh_process() -> None:
    """Played here with other words than there, a game differs from its replay."""
    from rulewright.testing import playthrough

    game = playthrough(SOUND, seed=4)
    same_under_hash_seeds(f"{__name__}:SOUND", games=0, seeds=(1,), played=[game])
    game.log[3] = type(game.log[3])(Taken(0, 99), game.log[3].source, game.log[3].cause)
    with pytest.raises(KitFailure, match=r"played again from its journal in a fresh process.*events\[3\]"):
        same_under_hash_seeds(f"{__name__}:SOUND", games=0, seeds=(1,), played=[game])
