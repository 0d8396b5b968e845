"""Simulations give the same results in any number of processes, and survive games that fail."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rulewright import Game, Loop, SetupError, Turn, View, choose, load, new_game, turns
from rulewright.bots import UnknownBot, base
from rulewright.journal import read
from rulewright.simulate import Summary, executors, game_seed, simulate, turns_of

from .single_games import play_game
from .small_games import DUEL, SURVEY, duel

RULES = duel()


@pytest.fixture(autouse=True)
def empty_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Failed games are kept in an empty folder."""
    monkeypatch.chdir(tmp_path)


def without_seconds(summary: Summary) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(summary)
    del plain["seconds"]
    return plain


def test_results_do_not_depend_on_the_number_of_processes(tmp_path: Path) -> None:
    results = [
        without_seconds(simulate(RULES, 30, seed=7, seats=("greedy", "random"), jobs=jobs, failures=tmp_path))
        for jobs in (1, 2, 3)
    ]
    assert results[0] == results[1] == results[2]
    assert results[0]["finished"] == 30 and results[0]["failed"] == 0
    assert sum(results[0]["wins"].values()) == 30
    assert set(results[0]["wins"]) == {"0", "1", "draw"}


def test_the_summary_is_the_sum_of_its_games() -> None:
    played = [play_game(RULES, game_seed(3, number), ("random", "random"), number=number) for number in range(12)]
    summary = simulate(RULES, 12, seed=3)
    assert summary.decisions == sum(one.decisions for one in played) > 0
    assert summary.rolls == sum(one.rolls for one in played) > 0
    assert summary.events == sum(one.events for one in played) > summary.decisions
    assert summary.turns == round(sum(one.turns for one in played) / 12, 3)
    assert summary.wins["1"] == sum(one.winners == (1,) for one in played)
    assert summary.seats == ("random", "random") and summary.seconds > 0


def test_rolls_are_dice_and_not_shuffles() -> None:
    game = new_game(RULES, seed=1)
    game.answer("strike")  # after a shuffle and a draw
    one = play_game(RULES, 1, ("random",) * 2, most=1)
    assert one.failure is not None
    played = play_game(RULES, 1, ("random",) * 2)
    again = new_game(RULES, seed=1)
    bots = [base.make_bot("random", base.seat_seed(1, seat)) for seat in (0, 1)]
    while request := again.request:
        again.answer(bots[request.player].choose(again.view(request.player), request))
    chance = [answer for player, answer in again.answers if player == -1]
    assert played.rolls == sum(len(answer) == 1 for answer in chance) == len(chance) - 2
    assert played.events == len(again.log) and played.turns == turns_of(again)


def test_each_game_can_be_played_again_from_its_own_seed() -> None:
    seed = game_seed(9, 4)
    assert play_game(RULES, seed, ("random", "greedy")) == play_game(RULES, seed, ("random", "greedy"))
    assert len({game_seed(9, number) for number in range(200)} | {game_seed(10, n) for n in range(200)}) == 400


def test_draws_are_counted() -> None:
    summary = simulate(SURVEY, 4, seed=1)
    assert summary.wins == {"0": 0, "1": 0, "draw": 4}
    assert summary.turns == 2  # not announced: from the running turn


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_failing_game_is_kept_while_the_rest_go_on(tmp_path: Path, jobs: int) -> None:
    summary = simulate(RULES, 12, seed=1, setup={"fail_at": 6}, jobs=jobs, failures=tmp_path)
    assert 0 < summary.failed < 12 and summary.finished == 12 - summary.failed
    assert [failure.number for failure in summary.failures] == sorted(failure.number for failure in summary.failures)
    for failure in summary.failures:
        assert failure.seed == game_seed(1, failure.number)
        assert failure.error.startswith("BrokenRules: ") and "the rules fail on purpose" in failure.error
        game = load(failure.journal, game=RULES)
        assert game.header.seed == failure.seed
        assert turns_of(game) == 5


def test_a_game_that_fails_before_its_first_question_has_a_journal_too(tmp_path: Path) -> None:
    summary = simulate(RULES, 2, seed=1, setup={"fail_at": 1}, failures=tmp_path)
    assert summary.failed == 2 and summary.turns == 0
    journal = read(summary.failures[0].journal)
    assert journal.answers == [] and journal.header.setup == {"hp": 8, "fail_at": 1}


def test_a_game_without_end_fails(tmp_path: Path) -> None:
    summary = simulate(RULES, 1, seed=1, failures=tmp_path, most=2)
    assert summary.failures[0].error == "EndlessGame: the game is not over after 2 decisions"
    assert len([1 for player, _ in load(summary.failures[0].journal, game=RULES).answers if player != -1]) == 2


def test_failures_need_no_folder(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    for folder in (None, file):
        summary = simulate(RULES, 1, seed=1, failures=folder, most=2)
        assert summary.failed == 1 and summary.failures[0].journal == ""


class Deadly:
    """A bot that ends its own process in one of the games, as a crash or the system would."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, view: View, request: Any) -> Any:
        if self.seed == base.seat_seed(game_seed(5, 3), 0):
            os._exit(9)
        return request.space.options()[0]


@pytest.mark.skipif(not executors._forks(), reason="the bot is known to forks only")
def test_a_worker_that_dies_costs_one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "_built_in", lambda: {"deadly": Deadly, "random": base.RandomBot})
    summary = simulate(RULES, 10, seed=5, seats=("deadly", "random"), jobs=2, failures=None)
    assert summary.finished == 9
    assert [(failure.number, failure.error) for failure in summary.failures] == [
        (3, "the process that played this game died")
    ]


class Raising:
    def __init__(self, seed: int) -> None: ...

    def choose(self, view: View, request: Any) -> Any:
        raise LookupError("no idea")


class Cheating(Raising):
    def choose(self, view: View, request: Any) -> Any:
        return "win"


@pytest.mark.parametrize(("bot", "words"), [(Raising, "LookupError: no idea"), (Cheating, "Refused: 'win' is not")])
def test_a_bot_that_fails_is_told_from_rules_that_fail(bot: Any, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "_built_in", lambda: {"bad": bot, "random": base.RandomBot})
    summary = simulate(RULES, 2, seed=5, seats=("random", "bad"), failures=None)
    assert summary.failures[0].error.startswith(f"bad (player 2): {words}")
    failing = simulate(RULES, 2, seed=5, setup={"fail_at": 2}, failures=None)
    assert failing.failures[0].error.startswith("BrokenRules: duel: ")


def test_a_question_without_an_answer_is_named_with_its_step_and_rule() -> None:
    def starve(game: Game, turn: Turn) -> Any:
        yield choose(turn.player, "eat", (), "1.1")

    hungry = replace(DUEL, flow=Loop("turn", turns(lambda game: game.players), [starve]))
    error = simulate(hungry, 1, seed=5, failures=None).failures[0].error
    assert error == (
        "duel: request 'eat' to player 0 has no legal answer: there is nothing to choose from; "
        "it is asked by <turn/starve> [1.1]"
    )


@pytest.mark.parametrize("jobs", [1, 2])
def test_progress_counts_every_game(jobs: int) -> None:
    seen: list[int] = []
    simulate(RULES, 17, seed=1, jobs=jobs, progress=seen.append)
    assert sum(seen) == 17 and len(seen) > 1


def test_wrong_use_is_refused_before_the_first_game() -> None:
    with pytest.raises(SetupError, match="hp"):
        simulate(DUEL, 3, setup={"hp": 99})
    with pytest.raises(UnknownBot, match="greddy"):
        simulate(DUEL, 3, seats=("greddy", "random"))
    with pytest.raises(ValueError, match="2 seats, and 3 names"):
        simulate(DUEL, 3, seats=("random",) * 3)
    with pytest.raises(ValueError, match="0 or more, not -1"):
        simulate(DUEL, -1)
    for jobs in (0, -1):
        with pytest.raises(ValueError, match=f"jobs is 1 or more, or None .*, not {jobs}"):
            simulate(DUEL, 3, jobs=jobs)


def test_no_games_are_no_error() -> None:
    summary = simulate(DUEL, 0, seed=1)
    assert (summary.finished, summary.failed, summary.turns) == (0, 0, 0.0)
