"""Every pair of what can meet, against each other."""

import csv
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from rulewright import GameOver, Matchups, Procedure, Roll, Ruleset, State, Steps
from rulewright.bots import UnknownBot
from rulewright.cli import main
from rulewright.dice import D6
from rulewright.simulate import RecordsError, compare, matchups

from .single_games import play_game
from .small_games import SURVEY

STRENGTH = {"weak": 0, "even": 2, "strong": 6}


class Bout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who meets, and by how much the second has to win."""

    sides: tuple[str, ...] = ("weak", "even")
    lead: int = 0


def fight(game: Any, context: Any) -> Steps:
    """Both roll a die and add their strength; more wins, and the lead is the first seat's."""
    setup = game.setup
    faces = yield Roll((D6,) * len(setup.sides), 0, "fight")
    totals = [face + STRENGTH[side] for face, side in zip(faces, setup.sides, strict=True)]
    margin = totals[0] + setup.lead - totals[1]
    yield GameOver((0,) if margin > 0 else (1,) if margin < 0 else ())


BOUT = Ruleset(
    id="bout",
    title="A bout",
    state=State,
    flow=Procedure("bout", [fight]),
    setup=Bout,
    players=lambda setup: len(setup.sides),
    matchups=Matchups(lambda content: tuple(STRENGTH), lambda setup, names: {**setup, "sides": tuple(names)}),
)


@pytest.fixture(autouse=True)
def empty_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Files are written into an empty folder."""
    monkeypatch.chdir(tmp_path)


def test_each_meets_each_and_the_stronger_wins() -> None:
    found = matchups(BOUT, 20, seed=1)

    assert found.names == ("weak", "even", "strong")
    assert [(one.a, one.b, one.pairs) for one in found.matchups] == [
        ("weak", "even", 10), ("weak", "strong", 10), ("even", "strong", 10),
    ]  # fmt: skip
    assert found["weak", "strong"].wins == {"a": 0, "b": 20, "draw": 0}
    assert found["strong", "weak"].wins == {"a": 20, "b": 0, "draw": 0}
    assert found["strong", "weak"].score.rate == 1
    assert found["strong", "weak"].score.low == round(1 - found["weak", "strong"].score.high, 6)
    assert found.scores["strong"].rate > found.scores["even"].rate > found.scores["weak"].rate
    assert found.summary.games == found.summary.finished == 60
    with pytest.raises(KeyError):
        found["weak", "weak"]


def test_the_score_against_all_is_that_of_all_pairs() -> None:
    found = matchups(BOUT, 30, seed=3)

    for name in found.names:
        against = [found[name, other].score.rate for other in found.names if other != name]
        assert found.scores[name].rate == pytest.approx(sum(against) / len(against), abs=2e-6)


def test_the_lead_of_the_first_seat_cancels_out() -> None:
    """
    Whoever has the first seat wins by the lead; both have it once with each seed.
    """
    rules = replace(BOUT, matchups=Matchups(lambda content: ("even", "weak"), lambda setup, names: dict(setup)))
    found = matchups(rules, 40, setup={"sides": ("even", "even"), "lead": 6}, seed=1)

    assert found["even", "weak"].score.rate == 0.5
    assert found.summary.wins["0"] == 40


def test_each_game_is_the_game_of_its_seed() -> None:
    matchups(BOUT, 4, seed=5, records="games.csv")

    with open("games.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 12
    assert [rows[place]["seed"] for place in (0, 1, 2, 3, 4, 5)] == [rows[0]["seed"]] * 6
    for row in rows:
        again = play_game(BOUT.freeze(), int(row["seed"]), ("random",) * 2, msgspec.json.decode(row["setup"]))
        assert ",".join(map(str, again.winners)) == row["winners"]


def test_a_run_goes_on_and_does_not_depend_on_the_number_of_processes() -> None:
    whole = matchups(BOUT, 8, seed=2)
    matchups(BOUT, 4, seed=2, records="games.csv")

    more = matchups(BOUT, 8, records="games.csv", jobs=2)

    assert more.summary.kept == 12
    assert (more.matchups, more.scores) == (whole.matchups, whole.scores)
    with pytest.raises(RecordsError):
        matchups(BOUT, 8, among=("weak", "strong"), records="games.csv")


def test_the_matrix_is_written_as_csv_and_as_a_picture() -> None:
    found = matchups(BOUT, 10, seed=1, table="matrix.csv", plot="matrix.svg")

    with open("matrix.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 6
    for row in rows:
        one = found[row["a"], row["b"]]
        assert (int(row["games"]), float(row["score"]), float(row["low"])) == (10, one.score.rate, one.score.low)
        assert (int(row["wins_a"]), int(row["wins_b"])) == (one.wins["a"], one.wins["b"])
    picture = Path("matrix.svg").read_text(encoding="utf-8")
    assert all(f">{name}<" in picture for name in ("weak", "even", "strong", "all"))
    assert f">{100 * found['weak', 'even'].score.rate:.0f} %<" in picture


EVEN_STAYS_APART = replace(
    BOUT,
    matchups=Matchups(
        lambda content: tuple(STRENGTH),
        lambda setup, names: {**setup, "sides": tuple(names)},
        lambda a, b: {a, b} != {"weak", "even"},
    ),
)


def test_who_may_not_meet_does_not() -> None:
    found = matchups(EVEN_STAYS_APART, 4, seed=1, table="matrix.csv", plot="matrix.svg")

    assert [(one.a, one.b) for one in found.matchups] == [("weak", "strong"), ("even", "strong")]
    assert found.summary.games == 8
    assert found.scores["weak"].rate == found["weak", "strong"].score.rate
    with open("matrix.csv", newline="", encoding="utf-8") as file:
        met = [(row["a"], row["b"]) for row in csv.DictReader(file)]
    assert met == [("weak", "strong"), ("even", "strong"), ("strong", "weak"), ("strong", "even")]
    assert Path("matrix.svg").exists()


def three(setup: Any, names: Sequence[str]) -> Any:
    return {**setup, "sides": (*names, "weak")}


@pytest.mark.parametrize(
    ("rules", "how", "words"),
    [
        (SURVEY, {}, "does not say who can meet"),
        (BOUT, {"among": ("weak", "stong")}, "no 'stong'; did you mean 'strong'"),
        (BOUT, {"among": ("weak", "weak")}, "at least two"),
        (EVEN_STAYS_APART, {"among": ("weak", "even")}, "weak can meet none of the others"),
        (BOUT, {"games": 5}, "even number"),
        (BOUT, {"games": 0}, "even number"),
        (BOUT, {"table": "matrix.txt"}, "as .csv"),
        (replace(BOUT, matchups=Matchups(lambda content: tuple(STRENGTH), three)), {}, "two meet at a time"),
    ],
)
def test_what_cannot_be_done_is_said_before_the_first_game(rules: Ruleset, how: dict[str, Any], words: str) -> None:
    games = how.pop("games", 4)
    with pytest.raises(ValueError, match=words):
        matchups(rules, games, records="games.csv", **how)
    assert not Path("games.csv").exists()


def test_unknown_bots_and_folders_are_named() -> None:
    with pytest.raises(UnknownBot, match="nobody"):
        matchups(BOUT, 4, seats=("nobody",))
    with pytest.raises(FileNotFoundError, match="missing"):
        matchups(BOUT, 4, table="missing/matrix.csv")


def test_a_comparison_of_bots_still_counts_pairs() -> None:
    found = compare(BOUT, "random", "greedy", 20, seed=1)

    assert found.pairs == 10
    assert sum(found.wins.values()) == 20


@pytest.mark.parametrize(
    ("game", "among", "said"),
    [("dice_throne", ("--among", "zzz,monk"), "--among: dice_throne has no 'zzz'; there are barbarian, "),
     ("heroclix", (), "--matchups: heroclix does not say who can meet whom")],
)  # fmt: skip
def test_who_cannot_meet_is_refused_at_the_command_line(game: str, among: tuple[str, ...], said: str) -> None:
    done = CliRunner().invoke(main, ["simulate", game, "--games", "2", "--matchups", "m.csv", *among])
    assert done.exit_code == 2 and said in done.stderr
