"""Intervals that keep what they promise, comparisons in pairs, and pictures of both."""

from __future__ import annotations

import math
from pathlib import Path
from random import Random
from typing import Any

import pytest
from benchmarks import strength

from rulewright import Ruleset
from rulewright.bots import UnknownBot
from rulewright.geometry import GeometryError
from rulewright.simulate import compare, game_seed, paired, simulate, wilson

from .single_games import play_game
from .small_games import SURVEY, duel, install

RULES = duel()


@pytest.fixture(autouse=True)
def empty_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Files are written into an empty folder."""
    monkeypatch.chdir(tmp_path)
    install()


# Intervals ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_the_published_examples_of_the_score_interval(wins: int, games: int, low: float, high: float) -> None:
    """
    R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17, 1998.
    """
    found = wilson(wins, games)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)
    assert found.rate == round(wins / games, 6) and found.level == 0.95
    other = wilson(games - wins, games)
    assert (round(1 - other.high, 6), round(1 - other.low, 6)) == (found.low, found.high)


def test_the_ends_of_the_score_interval_are_where_the_test_says_so() -> None:
    """
    At each end the observed rate is exactly z standard deviations away from the supposed one.
    """
    for wins, games, z in ((3, 10, 1.959964), (40, 50, 1.959964)):
        found = wilson(wins, games)
        for end in (found.low, found.high):
            assert abs(wins / games - end) / math.sqrt(end * (1 - end) / games) == pytest.approx(z, abs=1e-3)
    assert wilson(3, 10, 0.99).low < wilson(3, 10).low < wilson(3, 10, 0.5).low


def coverage(games: int, chance: float) -> float:
    """How often the interval holds the true rate, exactly: the sum over all numbers of wins."""
    held = (wins for wins in range(games + 1) if (found := wilson(wins, games)).low <= chance <= found.high)
    return sum(math.comb(games, wins) * chance**wins * (1 - chance) ** (games - wins) for wins in held)


@pytest.mark.parametrize("games", [10, 50, 100])
def test_wilson_holds_the_true_rate_as_often_as_it_says(games: int) -> None:
    covered = [coverage(games, chance / 200) for chance in range(1, 200)]
    assert 0.945 < sum(covered) / len(covered) < 0.96
    assert min(covered) > 0.83


@pytest.mark.parametrize("chances", [(0.25, 0.5, 0.25), (0.6, 0.3, 0.1), (0.9, 0.1, 0.0), (0.02, 0.96, 0.02)])
def test_pairs_hold_the_true_difference_as_often_as_they_say(chances: tuple[float, float, float]) -> None:
    """
    A thousand simulated comparisons of fifty pairs, in which the first bot wins both games, one, or none.
    """
    rng = Random(20)
    true = chances[0] - chances[2]
    held = 0
    for _ in range(1000):
        found = paired(rng.choices((1, 0, -1), chances, k=50))
        held += found.low <= true <= found.high
    assert held >= 930


def test_pairs_that_are_all_alike_claim_no_certainty() -> None:
    """
    By hand: with two more pairs 1 x 8 / 10, variance (8 + 1) / 10 - 0.64, and nothing beyond 1.
    """
    found = paired([1.0] * 8)
    assert found.rate == 1
    assert found.low == pytest.approx(0.8 - 1.959964 * math.sqrt(0.26 / 10), abs=1e-6)
    assert found.high == 1
    alike = paired([0.0] * 8)
    assert alike.rate == 0 and alike.high == pytest.approx(1.959964 * math.sqrt(0.1 / 10), abs=1e-6)
    assert alike.low == -alike.high


def test_without_games_nothing_is_known() -> None:
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0, 1)
    assert (paired([]).low, paired([]).high) == (-1, 1)


def test_what_no_interval_can_be_made_of_is_refused() -> None:
    with pytest.raises(ValueError, match="11 wins are not among 10 games"):
        wilson(11, 10)
    with pytest.raises(ValueError, match="a level lies between 0 and 1"):
        wilson(1, 10, 95)
    with pytest.raises(ValueError, match="a level lies between 0 and 1"):
        paired([0], 1)
    with pytest.raises(ValueError, match=r"a difference lies between -1 and 1, and is not 1\.5"):
        paired([0, 1.5])


def test_a_summary_has_the_intervals_of_its_wins() -> None:
    summary = simulate(RULES, 30, seed=3, seats=("greedy", "random"))
    assert summary.rates == {seat: wilson(wins, 30) for seat, wins in summary.wins.items()}
    failing = simulate(RULES, 12, seed=1, setup={"fail_at": 6}, failures=None)
    assert failing.rates["0"] == wilson(failing.wins["0"], failing.finished)


# Comparisons ----------------------------------------------------------------------------


def test_each_seed_is_played_with_both_seats() -> None:
    found = compare(RULES, "greedy", "random", 40, seed=3, jobs=2)
    wins, differences = {"a": 0, "b": 0, "draw": 0}, []
    for pair in range(20):
        first = play_game(RULES, game_seed(3, pair), ("greedy", "random")).winners
        second = play_game(RULES, game_seed(3, pair), ("random", "greedy")).winners
        assert len(first) == len(second) == 1
        wins["ab"[first[0]]] += 1
        wins["ba"[second[0]]] += 1
        differences.append(((first == (0,)) + (second == (1,))) - 1)
    assert found.wins == wins and found.difference == paired(differences)
    assert found.pairs == 20 and (found.a, found.b) == ("greedy", "random")
    assert found.score.rate == (1 + found.difference.rate) / 2 == wins["a"] / 40
    assert found.score.low == pytest.approx((1 + found.difference.low) / 2, abs=1e-6)
    assert found.difference.low > 0, "greedy is better than random"
    assert found.summary.finished == 40 and sum(found.summary.wins.values()) == 40
    assert found.summary.seats == ("greedy or random",) * 2


def test_a_comparison_the_other_way_round_says_the_opposite() -> None:
    there, back = compare(RULES, "greedy", "random", 20, seed=3), compare(RULES, "random", "greedy", 20, seed=3)
    assert there.difference.rate == -back.difference.rate and there.difference.low == -back.difference.high
    assert (there.wins["a"], there.wins["b"]) == (back.wins["b"], back.wins["a"])


def test_a_bot_is_no_better_than_itself() -> None:
    """
    The same seed with both seats is the same game twice, so every pair is even.
    """
    found = compare(RULES, "random", "random", 20, seed=3)
    assert found.difference.rate == 0 and found.score.rate == 0.5 and found.wins["a"] == found.wins["b"] == 10


def test_a_draw_is_half_a_game_for_each() -> None:
    found = compare(SURVEY, "random", "greedy", 4, seed=1)
    assert found.wins == {"a": 0, "b": 0, "draw": 4} and found.score.rate == 0.5


def test_pairs_with_a_failed_game_are_left_out() -> None:
    found = compare(RULES, "greedy", "random", 24, seed=1, setup={"fail_at": 6}, failures=None)
    seatings = (("greedy", "random"), ("random", "greedy"))
    finished = [
        play_game(RULES, game_seed(1, pair), seats, {"fail_at": 6}).failure is None
        for pair in range(12)
        for seats in seatings
    ]
    assert 0 < found.summary.failed == finished.count(False) < 24
    assert found.pairs == sum(map(all, zip(finished[::2], finished[1::2], strict=True)))
    assert sum(found.wins.values()) == found.summary.finished


def test_wrong_comparisons_are_refused() -> None:
    with pytest.raises(ValueError, match="games are compared in pairs; ask for 4 games, not 3"):
        compare(RULES, "greedy", "random", 3)
    with pytest.raises(UnknownBot, match="greddy"):
        compare(RULES, "random", "greddy", 4)


def test_the_script_of_strength_says_who_is_stronger(capsys: pytest.CaptureFixture[str]) -> None:
    found = compare("duel", "greedy", "random", 40, seed=1)
    arguments = ["duel", "--games", "40", "--jobs", "1"]
    assert strength.main([*arguments, "--bots", "greedy,random"]) == 0
    said = capsys.readouterr().out
    assert said.splitlines() == strength.lines(found) and "greedy is stronger" in said
    assert strength.main([*arguments, "--bots", "random,greedy", "--records", "games.csv"]) == 1
    assert "random is weaker" in capsys.readouterr().out and Path("games.csv").is_file()
    with pytest.raises(SystemExit):
        strength.main([*arguments, "--bots", "greedy"])


# Pictures -------------------------------------------------------------------------------


def drawn(name: str, **wishes: Any) -> bytes:
    simulate(RULES, 20, seed=3, seats=("greedy", "random"), plot=name, **wishes)
    return Path(name).read_bytes()


def test_a_summary_is_drawn() -> None:
    picture = drawn("wins.svg").decode()
    for word in ("duel: 20 games, seed 3", "greedy", "turns in a game", "decisions in a game", "95% intervals"):
        assert word in picture
    assert drawn("wins.png").startswith(b"\x89PNG") and drawn("wins.pdf").startswith(b"%PDF")
    assert picture == drawn("again.svg", jobs=2).decode(), "the same games are the same picture"


def test_a_picture_shows_the_games_of_earlier_runs_too() -> None:
    whole = drawn("whole.svg")
    simulate(RULES, 8, seed=3, seats=("greedy", "random"), records="games.csv")
    assert drawn("again.svg", records="games.csv") == whole


def test_a_comparison_is_drawn() -> None:
    compare(RULES, "greedy", "random", 20, seed=3, plot="bots.svg")
    assert "greedy against random, 10 pairs" in Path("bots.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize(("game", "setup"), [(RULES, {"fail_at": 1}), (SURVEY, None)])
def test_games_without_winners_are_drawn(game: Any, setup: Any) -> None:
    simulate(game, 3, seed=1, setup=setup, failures=None, plot="none.svg")
    shown = Path("none.svg").read_text(encoding="utf-8")
    assert ("draw" in shown) == isinstance(game, Ruleset)


def test_pictures_that_cannot_be_written_are_refused_before_the_first_game() -> None:
    played: list[int] = []
    with pytest.raises(GeometryError, match=r"wins\.bmp: a picture is written as \.svg, \.png, \.pdf, not as \.bmp"):
        drawn("wins.bmp", progress=played.append)
    with pytest.raises(OSError, match=r"no such folder.*missing"):
        drawn("missing/wins.svg", progress=played.append)
    assert played == []
