"""The commands, as scripts rely on them: documents, lines, exit status."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner, Result
from rich.console import Console

from rulewright import Event, Ruleset, View, load, new_game
from rulewright.bots import base, make_bot, seat_seed
from rulewright.cli import main
from rulewright.cli.prompting import read
from rulewright.cli.terminal import Terminal
from rulewright.dice import D6, Die
from rulewright.geometry.maps import Area, Kind, Map
from rulewright.outcomes import DiceSpace, PickSpace, ShuffleSpace
from rulewright.panels import Bar, Heading, MapOf, Panel
from rulewright.plugins import BrokenPlugin, registry
from rulewright.problems import ContentError, Problem
from rulewright.reading import TEXTS as reading_texts
from rulewright.reading import Unreadable
from rulewright.spaces import Allocation, Number, Options, Ordering, Subset
from rulewright.text import Texts, Words, show
from tests.lengths import long

from .single_games import play_game
from .small_games import DUEL, Hurt, Nothing, Walk, duel, install


@pytest.fixture(autouse=True)
def games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """The small games are installed, and the current directory is an empty one."""
    install()
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("RULEWRIGHT_LANG", raising=False)
    yield


def run(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, arguments, input=typed, prog_name="rulewright")


def document(*arguments: str, status: int = 0) -> Any:
    """The JSON document on standard output, which holds nothing else."""
    result = run(*arguments, "--json")
    assert result.exit_code == status, result.output
    return json.loads(result.stdout)


def failure(*arguments: str, status: int = 1) -> str:
    """The one line on standard error with which a command fails."""
    result = run(*arguments)
    assert result.exit_code == status, result.output
    assert result.stdout == "" and "Traceback" not in result.stderr
    if status == 1:
        assert result.stderr.startswith("rulewright: ") and result.stderr.count("\n") == 1
    return result.stderr


def saved(name: str = "game.json", seed: int = 3, answers: int | None = None, **setup: Any) -> Path:
    """A game between random bots, whole or its first few decisions."""
    game = new_game(duel(), setup, seed)
    bots = [make_bot("random", seat_seed(seed, seat)) for seat in (0, 1)]
    count = 0
    while (request := game.request) and (answers is None or count < answers):
        game.answer(bots[request.player].choose(game.view(request.player), request))
        count += 1
    game.save(name)
    return Path(name)


# What there is -----------------------------------------------------------------------


def test_games_lists_what_is_installed_and_names_what_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = BrokenPlugin("checkers", "rulewright_checkers", "failed to import: no module named 'nothing'")
    monkeypatch.setattr(registry(), "_broken", [broken])
    result = run("games")
    assert "duel" in result.stdout and "A duel for tests (1)" in result.stdout
    assert "ruleset plugin 'checkers'" in result.stderr and "nothing" in result.stderr
    listed = document("games")
    assert {"game": "duel", "title": "A duel for tests", "version": "1"}.items() <= next(
        game.items() for game in listed["games"] if game["game"] == "duel"
    )
    assert [one["name"] for one in listed["broken"]] == ["checkers"]
    assert "failed to import" in failure("describe", "checkers")
    assert run("describe", "duel").exit_code == 0


@pytest.mark.parametrize("command", ["describe", "play", "rules", "coverage"])
def test_an_unknown_game_is_refused_with_the_nearest_name(command: str) -> None:
    assert "no ruleset is named 'dual'; did you mean 'duel'" in failure(command, "dual")


def test_describe_has_what_the_ruleset_registered() -> None:
    data = document("describe", "duel")
    assert data["phases"] == ["deed"]
    assert data["flow"]["loop"] == "turn"
    assert [step["step"] for step in data["flow"]["steps"][:3]] == ["fail", "shuffle_decks", "draw_card"]
    assert data["flow"]["steps"][2]["rules"] == ["1.1"]
    deed = data["flow"]["steps"][3]["steps"]
    assert deed == [{"window": "deed start"}, {"step": "act"}, {"window": "deed end"}]
    assert [*data["procedures"]] == ["blow"]
    assert data["windows"][-1] == {"name": "struck", "until": "all pass", "reactions": ["block"], "rule": "3.3"}
    assert data["reactions"][0]["limit"] == "1 per blow, per player"
    assert data["stats"][0]["layers"][0] == {
        "name": "modify", "op": "add", "least": -3, "most": 3, "stacking": "sum", "rule": "5.1"
    }  # fmt: skip
    assert data["stats"][0]["least"] == 0
    assert data["tables"]["fighters"]["hidden"] == {"hand": "count", "deck": "nobody"} and data["hidden"] is True
    assert data["setup"]["properties"]["hp"]["maximum"] == 30
    assert "hp: integer 1..30 = 8" in run("describe", "duel").stdout
    assert "phase deed" not in run("describe", "duel").stdout
    shown = run("describe", "duel", "--internals").stdout
    for words in ("phase deed", "window struck", "hp: integer 1..30 = 8", "block in struck", "modify: add (least -3"):
        assert words in shown


def test_describe_names_all_that_a_setup_may_be_made_of(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    entries = {"maps": {"yard": 1, "hall": 2}, "cards": {f"card-{number}": number for number in range(30)}}
    monkeypatch.setitem(registry().rulesets, "duel", replace(DUEL, content=lambda added: entries))
    monkeypatch.setattr(registry(), "_frozen", {})
    shown = run("describe", "duel").stdout
    assert "maps: 2  yard, hall\n" in shown and f"cards: 30  {', '.join(entries['cards'])}\n" in shown
    assert document("describe", "duel")["entries"]["maps"] == ["yard", "hall"]


def test_rules_are_listed_found_and_shown() -> None:
    assert "3.3  Block\n" in run("rules", "duel").stdout
    assert run("rules", "duel", "--lang", "zh", "--search", "block").stdout == "3.3  格挡\n"
    shown = run("rules", "duel", "3.3").stdout
    assert "duel:3.3  Block (格挡)  [timing]" in shown and "a shield takes three off" in shown
    assert [rule["id"] for rule in document("rules", "duel")["rules"]] == ["1.1", "2.1", "3.1", "3.2", "3.3", "9.9"]
    (rule,) = document("rules", "duel", "3.3")["rules"]
    assert rule["asserts"] == ["a shield takes three off"]
    assert document("rules", "duel", "--search", "nowhere")["rules"] == []


def test_rules_names_what_it_does_not_find() -> None:
    assert "duel has no rule '3.33'; did you mean '3.3'" in failure("rules", "duel", "3.33")
    assert "survey has no ledger of rules" in failure("rules", "survey")
    assert "not both" in failure("rules", "duel", "3.3", "--search", "x", status=2)


def test_coverage_counts_what_is_cited_and_what_tests_claim(tmp_path: Path) -> None:
    data = document("coverage", "duel")
    assert (data["game"], data["rules"], data["asserts"], data["proven"]) == ("duel", 5, 5, 0)
    assert set(data["open"]) == {"1.1", "2.1", "3.1", "3.2", "3.3"} and data["excused"] == []
    proven, unproven = [{"text": "x", "tests": ["t"]}], [{"text": "y", "tests": []}]
    rules = [
        {"id": "1.1", "kind": "mechanic", "excuse": "", "cited": ["a.py:1"], "asserts": proven},
        {"id": "2.1", "kind": "mechanic", "excuse": "people shake hands", "cited": [], "asserts": unproven},
    ]
    report = tmp_path / "report.json"
    report.write_text(json.dumps({"format": 1, "games": {"duel": {"rules": rules, "unknown": {}}}}))
    data = document("coverage", "duel", "--report", str(report))
    assert (data["cited"], data["proven"], data["open"]) == (1, 1, [])
    assert data["excused"] == [{"id": "2.1", "reason": "people shake hands"}]
    assert "claimed by tests      1" in run("coverage", "duel", "--report", str(report)).stdout
    assert "pytest --rule-report" in run("coverage", "duel").stdout
    assert "no game" in failure("coverage", "survey", "--report", str(report))
    assert "missing.json" in failure("coverage", "duel", "--report", "missing.json")


def test_what_only_tests_call_is_named_and_open(tmp_path: Path) -> None:
    rules = [
        {"id": "1.1", "kind": "mechanic", "excuse": "", "cited": [], "unreached": ["a.py:1 (dead)"],
         "asserts": [{"text": "x", "tests": ["t"]}]},
    ]  # fmt: skip
    report = tmp_path / "report.json"
    report.write_text(json.dumps({"format": 1, "games": {"duel": {"rules": rules, "unknown": {}}}}))
    words = run("coverage", "duel", "--report", str(report)).stdout
    assert "rule 1.1 is cited only where no game comes by: a.py:1 (dead)" in words
    assert "cited by code         0" in words and "open without a reason: 1.1" in words


def test_coverage_counts_what_changes_prove(tmp_path: Path) -> None:
    proofs = tmp_path / "proofs.json"
    tried = [{"rule": "1.1", "noticed": [{}], "broken": False}, {"rule": "2.1", "noticed": [], "broken": False}]
    proofs.write_text(json.dumps({"game": "duel", "proofs": tried}))
    words = run("coverage", "duel", "--proofs", str(proofs)).stdout
    assert "proven by changes     1  20 %, of 2 that were tried" in words and "claimed, not proven: 2.1" in words
    assert "--proofs FILE" in run("coverage", "duel").stdout
    proofs.write_text(json.dumps({"game": "duel", "proofs": [{"rule": "1.1"}]}))
    assert "is damaged: a proof has no rule" in failure("coverage", "duel", "--proofs", str(proofs))
    proofs.write_text(json.dumps({"game": "chess", "proofs": tried}))
    assert "is not what `rulewright prove duel --json` wrote" in failure("coverage", "duel", "--proofs", str(proofs))


def test_coverage_fails_where_a_rule_is_open_without_a_reason(tmp_path: Path) -> None:
    def report(*reasons: str) -> str:
        rules = [
            {"id": f"{number}.1", "kind": "mechanic", "excuse": "", "open": reason, "cited": [], "asserts": []}
            for number, reason in enumerate(reasons, start=1)
        ]
        path = tmp_path / "report.json"
        path.write_text(json.dumps({"format": 1, "games": {"duel": {"rules": rules, "unknown": {}}}}))
        return str(path)

    told = run("coverage", "duel", "--report", report("nobody parries", ""))
    assert told.exit_code == 1
    lines = "  open                  2\n    1.1: open, because nobody parries\n    open without a reason: 2.1\n"
    assert lines in told.stdout
    data = document("coverage", "duel", "--report", report("nobody parries", ""), status=1)
    assert (data["open"], data["unexplained"]) == (["1.1", "2.1"], ["2.1"])
    assert data["reasons"] == [{"id": "1.1", "reason": "nobody parries"}]
    assert run("coverage", "duel", "--report", report("nobody parries", "nobody feints")).exit_code == 0
    assert run("coverage", "duel").exit_code == 0, "without a report nothing is known to be open"


# Simulate ----------------------------------------------------------------------------


def test_simulate_gives_one_document() -> None:
    data = document("simulate", "duel", "--games", "8", "--seed", "5", "--seats", "greedy,random", "--jobs", "2")
    wanted = {"game", "games", "finished", "failed", "decisions", "rolls", "events", "seconds", "wins", "turns", "seed"}
    assert wanted <= data.keys()
    assert (data["game"], data["games"], data["finished"], data["failed"], data["seed"]) == ("duel", 8, 8, 0, 5)
    assert sum(data["wins"].values()) == 8 and set(data["wins"]) == {"0", "1", "draw"}
    again = document("simulate", "duel", "--games", "8", "--seed", "5", "--seats", "greedy,random", "--jobs", "1")
    assert {**again, "seconds": 0} == {**data, "seconds": 0}


def test_simulate_reports_failing_games_and_goes_on(tmp_path: Path) -> None:
    Path("setup.toml").write_text("fail_at = 6\n")
    arguments = ["simulate", "duel", "--games", "10", "--seed", "1", "--setup", "setup.toml", "--out", "sum.json"]
    result = run(*arguments)
    assert result.exit_code == 1
    data = json.loads(Path("sum.json").read_text())
    assert 0 < data["failed"] < 10 and data["finished"] + data["failed"] == 10
    one = data["failures"][0]
    assert f"game {one['number']} failed (seed {one['seed']}): BrokenRules" in result.stdout
    assert Path(one["journal"]).parent == Path("failed-games")
    assert load(one["journal"], game=DUEL).header.seed == one["seed"]
    again = document(*arguments, "--force", status=1)
    assert {**again, "seconds": 0} == {**data, "seconds": 0}


def test_simulate_in_words() -> None:
    text = run("simulate", "duel", "--games", "4", "--seed", "1").stdout
    assert "duel: 4 of 4 games finished" in text and "player 1 (random)" in text and "decisions a second" in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--games", "0"], "0 is not in the range"),
        (["--games", "3", "--seats", "greddy"], "did you mean 'greedy'"),
        (["--games", "3", "--seats", "random,random,random"], "2 seats, and 3 names"),
        (["--games", "3", "--seats", "random,"], "names nobody"),
        ([], "Missing option '--games'"),
    ],
)
def test_wrong_usage_has_status_2(arguments: list[str], words: str) -> None:
    assert words in failure("simulate", "duel", *arguments, status=2)


def test_setups_that_do_not_fit_are_refused_with_the_field() -> None:
    Path("setup.json").write_text('{"hp": 99}')
    Path("broken.toml").write_text("hp = \n")
    for command in (["simulate", "duel", "--games", "1"], ["play", "duel", "--seats", "random"]):
        assert "hp" in failure(*command, "--setup", "setup.json")
        assert "broken.toml: line 1" in failure(*command, "--setup", "broken.toml")
        assert "missing.toml: there is no such file" in failure(*command, "--setup", "missing.toml")


def test_options_of_the_setup_are_set_at_the_command_line() -> None:
    Path("setup.json").write_text('{"hp": 99}')
    assert "duel" in run("simulate", "duel", "--games", "1", "--setup", "setup.json", "--set", "hp=3").stdout
    assert "hp" in failure("simulate", "duel", "--games", "1", "--set", "hp=99")
    assert "hp" in failure("play", "duel", "--seats", "random", "--set", "hp=many")
    assert "'hp' is not NAME=VALUE" in failure("play", "duel", "--set", "hp", status=2)
    assert "--set" in failure("play", "duel", "--load", "setup.json", "--set", "hp=3", status=2)
    Path("list.json").write_text("[1]")
    assert "list.json: no table" in failure("simulate", "duel", "--games", "1", "--setup", "list.json", "--set", "hp=3")


# Replay and check --------------------------------------------------------------------


def test_replay_prints_the_log_and_verifies() -> None:
    path = saved()
    shown = run("replay", str(path)).stdout
    assert "Turn of Player 1" in shown and "[3.1]" in shown and "wins. (knocked out)" in shown
    assert "的回合" in run("replay", str(path), "--lang", "zh").stdout
    verdict = run("replay", str(path), "--verify")
    assert verdict.exit_code == 0
    assert re.search(r"game.json: verified: \d+ answers, [1-9]\d* digests agree", verdict.stdout)


def test_replay_as_a_document() -> None:
    path = saved()
    game = load(path, game=DUEL)
    data = document("replay", str(path))
    assert (data["game"], data["seed"], data["verified"], data["over"]) == ("duel", 3, True, True)
    assert data["answers"] == len(game.answers) and len(data["events"]) == len(game.log)
    assert data["result"]["winners"] == list(game.result.winners)  # type: ignore[union-attr]
    hurt = next(event for event in data["events"] if event["event"] == "Hurt")
    assert hurt["rule"] == "3.2" and hurt["by"] == "blow/deal" and {"target", "amount", "number"} <= hurt.keys()
    part = document("replay", str(path), "--to", "4")
    assert part["answers"] in (4, 5) and part["over"] is False and len(part["events"]) < len(data["events"])


def test_replay_explains_an_event() -> None:
    path = saved()
    game = load(path, game=DUEL)
    number = next(n for n, entry in enumerate(game.log) if isinstance(entry.event, Hurt))
    assert "rule 3.2 Damage" in run("replay", str(path), "--why", str(number)).stdout
    assert "规则 3.2 伤害" in run("replay", str(path), "--why", str(number), "--lang", "zh").stdout
    (first, *_) = document("replay", str(path), "--why", str(number))["why"]
    assert first["number"] == number and first["event"] == "Hurt" and "3.2" in first["rules"]
    assert "there is no event 9999" in failure("replay", str(path), "--why", "9999")


def tampered(path: Path) -> Path:
    """A save in which someone else's die fell."""
    data = json.loads(path.read_text())
    place = next(n for n, (player, answer) in enumerate(data["answers"]) if player == -1 and answer[0] in range(1, 6))
    data["answers"][place][1] = [6]
    path.write_text(json.dumps(data))
    return path


@pytest.mark.parametrize("verify", [[], ["--verify"]])
def test_a_game_that_drifts_is_never_shown_as_true(verify: list[str]) -> None:
    path = tampered(saved(answers=6))
    words = failure("replay", str(path), *verify)
    assert "game.json: " in words and "changed since the game was saved: answers" in words
    data = json.loads(run("replay", str(path), "--json", *verify).stdout)
    assert data["verified"] is False and data["drift"] and data["events"] == []


@pytest.mark.parametrize("text", ["", "{", '{"rulewright": 1}', "[]", "\x00", '{"rulewright": 99}'])
def test_a_damaged_save_is_named(text: str) -> None:
    Path("bad.json").write_text(text)
    assert "bad.json: " in failure("replay", "bad.json")
    assert "bad.json: " in failure("play", "duel", "--load", "bad.json")
    checked = run("check", "bad.json")
    assert checked.exit_code == 1 and "bad.json" in checked.stdout


def test_check_knows_saves_and_setups() -> None:
    path = saved(answers=6)
    Path("setup.json").write_text('{"hp": 12}')
    Path("wrong.toml").write_text("hp = 99\nfail_at = 'x'\n")
    good = run("check", str(path), "setup.json")
    assert good.exit_code == 0
    assert "game.json: fine (save of duel)" in good.stdout and "setup.json: fine (setup of duel)" in good.stdout
    tampered(path)
    data = document("check", str(path), "wrong.toml", "missing.json", status=1)
    assert [one["kind"] for one in data["files"]] == ["save", "setup", "unknown"]
    assert data["problems"] == 4
    hp, fail_at = data["files"][1]["problems"]
    assert hp.startswith("wrong.toml: hp: ") and fail_at.startswith("wrong.toml: fail_at: ")
    assert "there is no such file" in data["files"][2]["problems"][0]


def test_check_reads_content_through_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    def reader(added: Sequence[Path]) -> dict[str, Any]:
        for path in added:
            if "bad" in path.read_text():
                raise ContentError([Problem(path.name, "thor", "hp", "bad", "a number"), Problem(path.name, "hulk")])
        return {"figures": {}}

    Path("figures.json").write_text('[{"id": "thor"}]')
    assert "neither a saved game nor a setup" in run("check", "figures.json").stdout
    monkeypatch.setitem(registry().rulesets, "duel", replace(DUEL, content=reader))
    assert "figures.json: fine (content of duel)" in run("check", "figures.json", "--game", "duel").stdout
    Path("figures.json").write_text('["bad"]')
    result = run("check", "figures.json", "--game", "duel")
    assert result.exit_code == 1
    assert "figures.json: thor: hp: found bad, expected a number\nfigures.json: hulk" in result.stdout


# Errors ------------------------------------------------------------------------------


def test_an_unexpected_error_is_one_line_and_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise KeyError("something\nodd")

    monkeypatch.setattr("rulewright.plugins.registry", broken)
    words = failure("games")
    assert "KeyError" in words and "test_cli.py, line" in words and "RULEWRIGHT_TRACEBACK" in words


def test_wrong_options_and_commands_have_status_2() -> None:
    assert "No such command" in failure("plya", status=2)
    assert "No such option" in failure("games", "--jsn", status=2)
    assert "--load goes without" in failure("play", "duel", "--load", "x", "--seed", "1", status=2)


def test_help_lists_the_commands() -> None:
    text = run("--help").stdout
    for command in ("games", "describe", "play", "simulate", "replay", "rules", "coverage", "check"):
        assert re.search(rf"^  {command} ", text, re.MULTILINE)
        assert run(command, "--help").exit_code == 0


def test_the_package_runs_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "rulewright", "--version"], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.startswith("rulewright, version ")


# Play, with lines from a file ----------------------------------------------------------


def test_without_a_terminal_bots_play_to_the_end() -> None:
    result = run("play", "duel", "--seed", "4")
    assert result.exit_code == 0
    assert "bots play all seats" in result.stdout and "The game is over: " in result.stdout
    assert list(Path().iterdir()) == []
    assert result.stdout == run("play", "duel", "--seed", "4").stdout


def test_play_and_simulate_play_the_same_game() -> None:
    text = run("play", "duel", "--seed", "77", "--seats", "random,greedy", "--save", "played.json").stdout
    played = play_game(duel(), 77, ("random", "greedy"))
    game = load("played.json", game=DUEL)
    assert game.result is not None and game.result.winners == played.winners
    assert len(game.log) == played.events
    assert f"Player {played.winners[0] + 1} wins" in text


def test_a_game_is_played_from_a_file_of_answers() -> None:
    result = run("play", "duel", "--seed", "3", "--seats", "human,random", "--save", "g.json", typed="1\n" * 60)
    assert result.exit_code == 0
    assert "The game is over" in result.stdout and load("g.json", game=DUEL).result is not None


def test_the_end_of_input_saves_the_game() -> None:
    result = run("play", "duel", "--seed", "3", "--seats", "human,random", typed="1\n")
    assert result.exit_code == 0
    assert "The game is saved: duel-3.save.json" in result.stdout
    assert "rulewright play duel --load duel-3.save.json" in result.stdout
    assert load("duel-3.save.json", game=DUEL).result is None


def test_a_saved_game_goes_on_and_is_saved_there_again() -> None:
    run("play", "duel", "--seed", "3", "--seats", "human,random", typed="2\n")
    before = load("duel-3.save.json", game=DUEL)
    again = ["play", "duel", "--load", "duel-3.save.json", "--seats", "human,random"]
    result = run(*again, typed="1\n")
    assert result.exit_code == 0 and "Resuming " in result.stdout
    after = load("duel-3.save.json", game=DUEL)
    assert after.answers[: len(before.answers)] == before.answers and len(after.answers) > len(before.answers)
    run(*again, typed="1\n" * 60)
    assert load("duel-3.save.json", game=DUEL).result is not None
    assert "The game is over" in run(*again).stdout
    assert [path.name for path in Path().iterdir()] == ["duel-3.save.json"]


def test_where_nobody_can_type_bots_end_a_saved_game_and_leave_the_file_as_it_is() -> None:
    run("play", "duel", "--seed", "3", "--seats", "human,random", typed="2\n")
    before = Path("duel-3.save.json").read_bytes()

    assert "The game is over" in run("play", "duel", "--load", "duel-3.save.json").stdout
    assert Path("duel-3.save.json").read_bytes() == before
    run("play", "duel", "--load", "duel-3.save.json", "--save", "ended.json")
    assert load("ended.json", game=DUEL).result is not None


def test_a_game_of_another_ruleset_does_not_go_on() -> None:
    path = saved()
    assert "a game of 'duel', not of 'survey'" in failure("play", "survey", "--load", str(path))


@pytest.mark.parametrize("dice", ["seeded", "manual"])
def test_a_save_with_a_stream_where_none_can_be_is_refused_with_its_name(dice: str) -> None:
    path = saved(answers=6)
    data = json.loads(path.read_text())
    data["streams"]["play"], data["chain"] = -5, []
    path.write_text(json.dumps(data))
    told = failure("play", "duel", "--load", str(path), "--dice", dice)
    assert told.startswith("rulewright: game.json: ") and "the stream 'play' is at -5" in told


def test_nothing_of_others_is_overwritten() -> None:
    Path("notes.txt").write_text("mine")
    assert "notes.txt already exists; --force overwrites it" in failure("play", "duel", "--save", "notes.txt")
    result = run("play", "duel", "--seed", "3", "--seats", "human,random", typed="save notes.txt\n")
    assert "cannot be saved to notes.txt" in result.stdout and Path("notes.txt").read_text() == "mine"
    first = Path("duel-3.save.json").read_text()
    run("play", "duel", "--seed", "3", "--seats", "human,random", typed="2\n")
    assert Path("duel-3.save.json").read_text() == first and Path("duel-3-2.save.json").exists()


def test_a_game_is_saved_somewhere_if_not_where_it_should(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    result = run("play", "duel", "--seed", "3", "--seats", "human,random", "--save", "no/such/folder/g.json", typed="")
    assert result.exit_code == 0 and "The game is saved: " in result.stdout
    assert load("duel-3.save.json", game=DUEL).header.seed == 3


PLAY = ["play", "duel", "--seed", "3", "--seats", "human,random"]


def typed(*lines: str, lang: str = "en", arguments: list[str] = PLAY) -> str:
    """What is shown when these lines are typed."""
    result = run(*arguments, "--lang", lang, typed="".join(f"{line}\n" for line in lines))
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize(("lang", "words"), [("en", "The game's own picture failed ("), ("zh", "游戏自己的画面出错（")])
@pytest.mark.parametrize("pieces", [None, (Bar("many", 1),)])  # type: ignore[arg-type]
def test_a_picture_that_fails_is_said_above_the_tables(
    lang: str, words: str, pieces: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def panel(view: Any) -> Any:
        if pieces is None:
            raise LookupError("no such card: moon")
        return Panel(pieces)

    from dataclasses import replace

    monkeypatch.setitem(registry().rulesets, "duel", replace(DUEL, panel=panel))
    monkeypatch.setattr(registry(), "_frozen", {})
    shown = typed(lang=lang)
    assert words + ("LookupError: no such card: moon" if pieces is None else "") in shown
    assert "shield" in shown.casefold() or "盾牌" in shown


def test_one_letter_alone_chooses_nothing() -> None:
    """Nobody ends a turn with e: a name is begun with two letters, or with one sign in Chinese."""
    shown = typed("w", "wa")
    assert "w is one letter only; type more of Wait" in shown and "Turn of Player 2" in shown
    assert "玩家 2 的回合" in typed("等", lang="zh")


def test_bad_input_is_asked_again_with_the_reason() -> None:
    shown = typed("9", "jump", "", "wa")
    assert "9 is not among 1 to 2" in shown
    assert "Not understood: type a number from 1 to 2, or help" in shown
    assert "something must be chosen" in shown
    assert "Turn of Player 2" in shown  # wa is Wait


def test_commands_work_at_every_prompt() -> None:
    shown = typed("why", "why 2", "why 999", "why might 0", "why might", "why luck", "log", "table", "rule 3.3", "help")
    assert "turn/draw_card" not in shown and "rule 1.1 Drawing" in shown
    assert "There is no event 999" in shown
    assert "base 3" in shown and "wounds" in shown
    assert "Type why might and one of: 0, 1" in shown
    assert "no number luck; known are: might" in shown
    assert shown.count("Player 1 draws Shield") >= 3  # as news, in the log, and explained
    assert shown.count("hand: shield") == 2
    assert "duel:3.3  Block" in shown and "save [FILE]" in shown


def test_what_only_looks_like_a_number_ends_no_game() -> None:
    many = "9" * 5000
    asked = "--5", "why --5", "why might --5", f"why {many}", f"why might {many}", "log --5", f"log {many}"
    shown = typed(*asked, "help")
    assert "no number --5; known are: might" in shown and f"no number {many}" in shown.replace("\n", "")
    assert shown.count("Type why might and one of: 0, 1") == 2
    assert shown.rindex("At any prompt:") > shown.rindex("> log 9")


def test_undo_takes_back_a_decision_but_not_past_dice_or_bots() -> None:
    shown = typed("undo", "2", "undo", "undo everything", "undo!", "2")
    assert "Not understood: type undo, or undo! to go past dice and bots" in shown
    assert "That cannot be done: there is no decision of yours to take back" in shown
    assert "That cannot be done: a bot has acted since; undo! undoes that too" in shown
    assert "Taken back: Wait" in shown
    assert shown.count("What do you do at 8 health?") >= 3


def test_the_log_stands_below_its_turns_and_phases() -> None:
    whole, last = typed("2", "2", "log"), typed("2", "2", "log 1")
    again = whole[whole.index("> log\n") :]
    assert again.index("Turn of Player 1") < again.index("draws Shield") < again.index("Turn of Player 2")
    assert "Turn of" in last[last.index("> log 1\n") :].partition("  ")[0]


def test_rules_are_found_at_the_prompt() -> None:
    assert "duel:2.1  Deeds" in typed("rule")  # that of the question
    shown = typed("rule a player", "rule dragon")
    assert "Rules with these words:" in shown and "  1.1  Drawing" in shown
    assert "There is no rule dragon. Type rule and an id such as 1.1" in shown


def test_where_the_game_has_no_numbers_none_are_offered() -> None:
    shown = typed("why x", arguments=["play", "survey", "--seed", "1", "--seats", "human,random"])
    assert "There is no event x" in shown and "known are" not in shown


def test_undo_after_load_takes_back_the_last_decision(tmp_path: Path) -> None:
    file = str(tmp_path / "game.json")
    run("play", "survey", "--seed", "1", "--seats", "human", "--save", file, typed="1\nquit\n")
    shown = run("play", "survey", "--load", file, "--seats", "human", typed="undo\nquit\n").stdout
    assert "Taken back: " in shown and "That cannot be done" not in shown


def test_an_unknown_seat_is_told_what_a_person_is_called() -> None:
    assert "a person who plays at this terminal is 'human'" in failure("play", "duel", "--seats", "person", status=2)


def test_undo_between_people_at_one_terminal() -> None:
    shown = typed("", "", "2", "", "", "undo", arguments=["play", "survey", "--seed", "1", "--seats", "human"])
    assert "Secret" not in shown
    assert "Taken back: " in typed("1", "undo", "1", arguments=["play", "survey", "--seed", "1", "--seats", "human"])


def test_what_is_decided_in_secret_is_hidden_from_the_other_person() -> None:
    arguments = ["play", "survey", "--seed", "1", "--seats", "human"]
    answers = ["1", "1", "", "2 1", "5", "1", "1", "1 2", ""]
    shown = typed(*answers, "2", "", "", "1", arguments=arguments)
    assert "Player 1: Secret" in shown and "Player 2 is next. Press Enter to clear the screen." in shown
    assert shown.index("Press Enter to clear") < shown.index("Player 2: Secret")


def test_save_says_where_and_quit_leaves() -> None:
    shown = typed("save mine.json", "save", "quit", "1")
    assert "The game is saved: mine.json" in shown
    assert load("mine.json", game=DUEL).header.seed == 3
    assert not Path("duel-3.save.json").exists()  # later saves go where the first one went


def test_everything_is_said_in_chinese() -> None:
    shown = typed("x", "9", "帮助", "为什么", "撤销", "牌桌", "日志", "停顿", "1", "", "", "退出", lang="zh")
    english = re.findall(r"[A-Za-z]{4,}", re.sub(r"duel\S*|A duel for tests|hand[:：].*|\S+/\S+", "", shown))
    allowed = {"random", "might", "rulewright", "play", "load", "seats", "human", "lang", "easy", "normal", "hard"}
    assert set(english) - allowed <= {"json", "cards"}
    for words in ("玩家 1 的回合", "你有 8 点生命，要做什么？", "无法理解", "规则 1.1 抽牌", "游戏已保存"):
        assert words in shown


def test_the_way_back_to_a_game_leads_to_the_same_table() -> None:
    assert "To resume: rulewright play duel --load duel-3.save.json --seats human,random\n" in typed("quit")
    assert "--load duel-3-2.save.json --seats human,random --lang zh" in typed("quit", lang="zh")


def test_the_language_may_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_LANG", "zh")
    assert "游戏结束" in run("play", "duel", "--seed", "4").stdout


def test_illegal_answers_show_the_refusal_with_its_rule() -> None:
    shown = typed("1", "1,2,3", "1 2", arguments=["play", "survey", "--seed", "1", "--seats", "human,random"])
    assert "That cannot be done: 3 items chosen instead of 1 to 2 [7.1]" in shown
    shown = typed("1", "1,2,3", lang="zh", arguments=["play", "survey", "--seed", "1", "--seats", "human,random"])
    assert "不能这样做：选了 3 项，应选 1 到 2 项 [7.1]" in shown


def test_dice_of_a_real_table_are_typed_in() -> None:
    arguments = ["play", "duel", "--seed", "3", "--seats", "human,random", "--dice", "manual"]
    shown = typed("1", "7", "1 2", "", "help", "5", arguments=arguments)
    assert "7 is not on the die: 1, 2, 3, 4, 5, 6" in shown and "a face for each die (1), such as" in shown
    assert "or roll, and the program rolls" in shown
    assert "Player 1 strikes Player 2: 5" in shown
    game = load("duel-3.save.json", game=DUEL)
    assert (-1, (5,)) in game.answers
    again = [*arguments[:2], "--load", "duel-3.save.json", "--seats", "human,random", "--dice", "manual"]
    assert "The program rolls: " in typed("roll", "roll", "1", "roll", arguments=again)
    assert len(load("duel-3.save.json", game=DUEL).answers) > len(game.answers)


def test_a_person_can_take_back_a_blow_before_the_die_has_fallen() -> None:
    arguments = ["play", "duel", "--seed", "3", "--seats", "human,random", "--dice", "manual"]
    shown = typed("1", "undo", "2", arguments=arguments)
    assert "Taken back: Strike" in shown and "strikes Player 2" not in shown


def test_all_seats_may_be_people_and_hands_stay_hidden() -> None:
    arguments = ["play", "duel", "--seed", "3", "--seats", "human"]
    shown = typed("", "1", "", "", "2", arguments=arguments)
    first, second = shown.split("Player 2 is next. Press Enter to clear the screen.")[:2]
    assert "Player 1 draws Shield" in first and "Player 2: What do you do" not in first
    assert "Player 1 draws a card" in second and "hand: oil" in second
    assert "Player 2: press Enter when nobody else is looking." in second


def test_a_question_that_names_the_player_is_not_headed_by_the_name_again(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    names = Texts({"question.action": {"en": "What does {player} do?", "zh": "{player}要做什么？"}})
    monkeypatch.setitem(registry().rulesets, "duel", replace(DUEL, texts=names))
    monkeypatch.setattr(registry(), "_frozen", {})
    shown = typed("", arguments=["play", "duel", "--seed", "3", "--seats", "human"])
    assert "\nWhat does Player 1 do?" in shown


def test_a_long_option_is_told_to_its_end_where_no_blank_breaks_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    long = "用双手把门推开" * 9
    names = Texts({"option.action.wait": {"en": long, "zh": long}})
    monkeypatch.setitem(registry().rulesets, "duel", replace(DUEL, texts=names))
    monkeypatch.setattr(registry(), "_frozen", {})

    assert long in re.sub(r"\s", "", typed("quit", lang="zh"))


def test_each_command_says_in_one_line_what_it_does() -> None:
    commands = run("--help").stdout.partition("Commands:\n")[2].splitlines()

    assert len(commands) >= 12 and all(re.match(r"  \w+ +[A-Z].*[^.]\.$", line) for line in commands), commands


def test_help_stands_in_two_columns_however_long_it_is() -> None:
    help = typed("help").partition("At any prompt:\n")[2].partition("\n\n")[0].splitlines()

    assert all(re.match(r"\S.*\S  +\S| {5,}\S", line) and len(line.rstrip()) <= 80 for line in help), help
    assert len({re.match(r"(\S+( \S+)* {2,}| +)", line).end() for line in help}) == 1  # type: ignore[union-attr]


def test_no_clock_runs_for_answers_from_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.sleep", lambda seconds: pytest.fail("the program waits"))
    shown = typed("1", "2", arguments=["play", "plates", "--seats", "human", "--seed", "1"])
    assert "the clock of" not in shown and "Time is over" not in shown and "Player 1 wins" in shown


def test_what_hands_have_to_do_a_person_does_for_a_bot() -> None:
    shown = typed("1", "2", arguments=["play", "plates", "--seats", "human,random", "--seed", "1"])
    assert "Player 2 is a bot and has no hands: do it for it, and say how it ended." in shown
    assert shown.count("2 plates in 1.5 s") == 2 and "Player 1 wins" in shown


def test_a_clock_counts_the_seconds_aloud() -> None:
    waits: list[float] = []
    shown = io.StringIO()
    terminal = Terminal("en", Console(file=shown, force_terminal=True), waits.append)
    terminal.count_down(2.5)
    assert waits == [0.5, 1, 1] and "3 2 1 0  Time is over." in re.sub(r"\x1b\[[\d;]*m", "", shown.getvalue())


def test_a_pass_that_is_forced_does_not_show() -> None:
    from dataclasses import replace

    from rulewright import TimingPolicy, active_first

    asked = replace(DUEL, timing=TimingPolicy(active_first, ask_all=lambda game, player, window: window == "struck"))
    monkey = pytest.MonkeyPatch()
    try:
        monkey.setitem(registry().rulesets, "duel", asked)
        monkey.setattr(registry(), "_frozen", {})
        alone = typed(*["1"] * 40)
        assert "The game is over" in alone
        assert alone.count("Do you react?") == alone.count("Block with Shield") > 0
        together = typed("", "1", arguments=["play", "duel", "--seed", "3", "--seats", "human"])
        assert "Player 1: Do you react?" in together and "  2 Block" not in together  # else Player 2 would learn it
    finally:
        monkey.undo()


def test_a_single_choice_is_taken_and_shown() -> None:
    from dataclasses import replace

    from rulewright import GameOver, Procedure, Steps, choose

    def only(game: Any, context: Any) -> Steps:
        yield choose(0, "road", ("north",))
        yield choose(0, "road", ("south", "west"))
        yield GameOver((0,))

    ruleset = Ruleset(id="only", title="One way", state=Nothing, flow=Procedure("game", [only]))
    monkey = pytest.MonkeyPatch()
    try:
        monkey.setitem(registry().rulesets, "only", replace(ruleset))
        monkey.setattr(registry(), "_frozen", {})
        shown = typed("2", arguments=["play", "only", "--seats", "human,random"])
        assert "Player 1: north (the only choice)" in shown and "1 south" in shown
        back = typed("undo", "2", arguments=["play", "only", "--seats", "human,random"])
        assert "no decision" in back or "There is no decision" in back or "Taken back" not in back
    finally:
        monkey.undo()


def test_why_a_game_is_not_saved_there_is_said_in_the_language_of_the_person() -> None:
    Path("notes.txt").write_text("milk")
    Path("attic").mkdir()
    for lang, *reasons in (("en", "it already exists", "it is a folder"), ("zh", "文件已存在", "这是一个文件夹")):
        shown = typed("save notes.txt", "save attic", lang=lang)
        assert all(reason in shown for reason in reasons)
    assert Path("notes.txt").read_text() == "milk"


def test_a_question_without_an_answer_is_no_fault_of_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base.RandomBot, "choose", lambda bot, view, request: Options(()).sample(Random(1)))
    result = run("play", "duel", "--seed", "3", "--seats", "random")
    assert "duel: request 'action' to player 0 has no legal answer: there is nothing to choose from;" in result.stderr
    assert "the bot" not in result.stderr


def test_a_bot_that_fails_is_named_and_the_game_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    class Sleepy:
        def __init__(self, seed: int) -> None: ...

        def choose(self, view: View, request: Any) -> Any:
            raise RuntimeError("fell asleep")

    point = SimpleNamespace(name="sleepy", value="x:y", load=lambda: Sleepy)
    monkeypatch.setattr(base, "_installed", lambda: {"sleepy": [point]})
    result = run("play", "duel", "--seed", "3", "--seats", "random,sleepy")
    assert result.exit_code == 1
    assert "the bot Sleepy failed: RuntimeError: fell asleep" in result.stderr
    assert "the game up to here is saved: duel-3.save.json" in result.stderr
    assert load("duel-3.save.json", game=DUEL).header.seed == 3


def test_rules_that_fail_leave_the_game_to_go_on_or_save() -> None:
    Path("setup.json").write_text('{"fail_at": 2}')
    shown = typed("2", "help", arguments=[*PLAY, "--setup", "setup.json"])
    assert "The rules failed, and the game is as it was before" in shown and "on purpose" in shown
    assert load("duel-3.save.json", game=DUEL).request is not None


def test_an_error_in_a_drawing_does_not_stop_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    def panel(view: View) -> Panel:
        raise ZeroDivisionError

    for ruleset in (replace(DUEL, panel=panel), replace(DUEL, panel=None)):
        monkeypatch.setitem(registry().rulesets, "duel", ruleset)
        monkeypatch.setattr(registry(), "_frozen", {})
        shown = typed("2")
        assert "Fighters" in shown and "(hidden)" in shown and "Shield" in shown


def test_games_without_a_map_say_so_and_a_map_that_fails_stops_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    assert "This game has no map." in typed("map") and "map [ANSWER]" not in typed("help")

    dot = Area(kind=Kind.TERRAIN, rings=(((0.0, 0.0),),))
    panel = Panel((MapOf(Map(False, 3.0, 3.0, (dot,))),))
    monkeypatch.setitem(registry().rulesets, "duel", replace(DUEL, panel=lambda view: panel))
    monkeypatch.setattr(registry(), "_frozen", {})
    shown = typed("map", "help", "2")
    assert "map [ANSWER]" in shown and shown.count("Fighters") >= 2


def test_texts_are_optional(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    monkeypatch.setitem(registry().rulesets, "duel", replace(DUEL, texts=None, name=None, label=None, panel=None))
    monkeypatch.setattr(registry(), "_frozen", {})
    shown = typed("1", "1", "1")
    assert "Struck: player Player 1, target 1, faces" in shown and "Action (hp 8)" in shown and "1 strike" in shown
    assert "Deck shuffled: player Player 1, deck (hidden)" in shown


def test_labels_come_before_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    def label(view: View, request: Any, answer: Any, lang: str) -> str | None:
        return f"{lang} STRIKE" if answer == "strike" else None

    monkeypatch.setitem(registry().rulesets, "duel", replace(DUEL, label=label))
    monkeypatch.setattr(registry(), "_frozen", {})
    shown = typed("en str", "1")
    assert "1 en STRIKE" in shown and "2 Wait" in shown and "Player 1 strikes" in shown


def test_facts_of_the_ruleset_stand_in_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    def facts(view: View, thing: Any, lang: str) -> dict[str, Any]:
        return {"player": f"{lang} {type(thing).__name__}", "hp": "plenty of"}

    monkeypatch.setitem(registry().rulesets, "duel", replace(DUEL, facts=facts))
    monkeypatch.setattr(registry(), "_frozen", {})
    shown = typed("1", "1")
    assert "What do you do at plenty of health?" in shown and "en Struck strikes" in shown


def test_a_closer_look_is_that_of_the_ruleset(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    seen: dict[str, Words] = {"": "the board", "shield": {"en": "a shield in English", "zh": "中文盾牌"}}

    def look(view: View, what: str) -> Panel | None:
        return Panel((Heading(seen[what]),)) if what in seen else None

    assert "Nothing is called shield." in typed("look shield")
    assert "look [NAME]" not in typed("help")
    monkeypatch.setitem(registry().rulesets, "duel", replace(DUEL, look=look))
    monkeypatch.setattr(registry(), "_frozen", {})
    shown = typed("look", "look shield", "look sword", "help")
    assert "the board" in shown and "a shield in English" in shown and "Nothing is called sword." in shown
    assert "look [NAME]" in shown


@pytest.mark.parametrize("options", [("parry", None), ("parry", "dodge", None), ("parry", "dodge")])
def test_enter_alone_neither_spends_a_thing_nor_gives_up_a_defence(options: tuple[str | None, ...]) -> None:
    assert read(Options((None, "parry")), "") is None
    assert Options(options).prompt(("Parry", "Dodge", "Nothing")[: len(options)]).enter == ""
    with pytest.raises(Unreadable):
        read(Options(options), "")


def test_escape_codes_of_content_do_not_reach_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    monkeypatch.setitem(registry().rulesets, "duel", replace(DUEL, name=lambda *_: "\x1b[2J[bold]evil", label=None))
    monkeypatch.setattr(registry(), "_frozen", {})
    shown = typed("1", "why", "log")
    assert "\x1b" not in shown and "[bold]evil" in shown


# Reading what was typed ----------------------------------------------------------------

HERO = Die("hero", (1, 2, 3, 4, 5, 6), symbols=("sword",) * 3 + ("bullseye",) * 2 + ("skull",))
COINS = Die("coin", ("heads", "tails"))


@pytest.mark.parametrize(
    ("space", "text", "answer"),
    [
        (Options(("a", "b", None)), "2", "b"),
        (Options((1, 3, 4, 6)), "6", 6),
        (Options((0, 1, 2)), "1", 0),
        (Options((True, False)), "2", False),
        (Options((None, "a", "b")), "", None),
        (Options(("a", "b", None)), "pass", None),
        (Options(("a", "b", None)), "3", None),
        (Options(("Play Feint", "Play Fire", "Sell Fire")), "feint", "Play Feint"),
        (Options(("Play Feint", "Feint")), "feint", "Feint"),
        (Options(("Announce Showdown", "Go")), "show", "Announce Showdown"),
        (Options(("宣告对决", "不发动任何能力")), "对决", "宣告对决"),
        (Subset(("a", "b", "c")), "1,3", ("a", "c")),
        (Subset(("a", "b", "c")), "3 1 3", ("c", "a")),
        (Subset(("a", "b", "c")), "2 - 3", ("b", "c")),
        (Subset(("a", "b", "c")), "all", ("a", "b", "c")),
        (Subset(("a", "b", "c")), "", ()),
        (Subset(("a", "b", "c"), 1), "none", ()),
        (Ordering(("x", "y", "z")), "3 1 2", ("z", "x", "y")),
        (Ordering(("x", "y", "z")), "2", ("y", "x", "z")),
        (Ordering(("x", "y", "z")), "", ("x", "y", "z")),
        (Allocation(3, ("l", "r")), "2 1", (2, 1)),
        (Allocation(3, ("l", "r")), "0，3", (0, 3)),
        (Allocation(3, ("l", "r")), "4 -1", (4, -1)),
        (Options(((0, 1), (2, 3))), "[4, 5]", (4, 5)),
        (Walk((1.0, 1.0), 6.0), "9,9", (9.0, 9.0)),
        (Walk((1.0, 1.0), 6.0), "north", "north"),
        (Number(0, 10), "7", 7),
        (Number(0.0, 10.0, 0), "7.25", 7.25),
        (Number(-5, 5), "-3", -3),
        (DiceSpace((D6,) * 5), "3 5 5 1 6", (3, 5, 5, 1, 6)),
        (DiceSpace((D6,) * 5), "35516", (3, 5, 5, 1, 6)),
        (DiceSpace((D6,)), "4", (4,)),
        (DiceSpace((HERO, HERO)), "skull 2", (6, 2)),
        (DiceSpace((COINS, COINS)), "h tails", ("heads", "tails")),
        (ShuffleSpace(("x", "y", "z")), "3 2 1", ("z", "y", "x")),
        (PickSpace(("x", "y", "z"), 2), "1 3", ("x", "z")),
    ],
)
def test_answers_are_read(space: Any, text: str, answer: Any) -> None:
    labels = [str(item) for item in space.parts() or ()]
    found = read(space, text, labels)
    assert found == answer and repr(found) == repr(answer)


@pytest.mark.parametrize(
    ("space", "text", "key"),
    [
        (Options(("ab", "ac")), "0", "not_among"),
        (Options((1, 3, 4, 6)), "2", "not_listed"),
        (Options(("ab", "ac")), "-1", "not_number"),
        (Options(("ab", "ac")), "--1", "not_number"),
        (Options((1, 3, 4, 6)), "-3", "not_listed"),
        (Options(("ab", "ac")), "a", "ambiguous"),
        (Options(("ab", "ac")), "²", "one_of"),
        (Options(("ab", "ac")), "9" * 900, "not_among"),
        (Options(("ab", "ac")), "9" * 5000, "too_long"),
        (Subset(("a", "b")), "1,x", "not_number"),
        (Subset(("a", "b"), 1), "", "no_pass"),
        (Options(("a", "b", None)), "", "no_pass"),
        (Subset(("a", "b")), "3", "not_among"),
        (Number(0, 5), "five", "not_number"),
        (Number(0, 5), "1e99", "not_number"),
        (Number(0, 5), "nan", "not_number"),
        (Allocation(3, ("l", "r")), "3", "shares"),
        (Allocation(3, ("l", "r")), "1 x", "shares"),
        (DiceSpace((D6, D6)), "1", "dice"),
        (DiceSpace((D6, D6)), "1 7", "no_face"),
        (DiceSpace((HERO, HERO)), "sword 1", "no_face"),
    ],
)
def test_what_cannot_be_read_is_told(space: Any, text: str, key: str) -> None:
    labels = [str(item) for item in space.parts() or ()]
    with pytest.raises(Unreadable) as caught:
        read(space, text, labels)
    for lang in ("en", "zh"):
        assert show(caught.value.reason, lang) == reading_texts.say(f"parse.{key}", lang, **caught.value.facts)


def test_letters_choose_suggestions() -> None:
    walk = Walk((1.0, 1.0), 6.0)
    assert read(walk, "b", (), [(2.0, 1.0), (1.0, 1.5)]) == (1.0, 1.5)


WRONG_ANSWERS: list[tuple[Any, Any]] = [
    (Options(("a", "b")), "c"),
    (Options(tuple(range(20))), 25),
    (Options(()), 1),
    (Subset((1, 2, 3), 1, 2), (1, 2, 3)),
    (Subset((1, 2, 3), 2, 2), (1, 1)),
    (Number(0, 10, 2), 3),
    (Number(0, 10), 2.5),
    (Number(0.5, 2.5, 0), 9),
    (Number(0.5, 2.5, 0), "x"),
    (Ordering((1, 2, 3)), (1, 2)),
    (Ordering((1, 2, 3)), (1, 1, 2, 3)),
    (Ordering((1, 2, 3)), (1, 1, 2)),
    (Allocation(3, ("l", "r"), most=2), (3, 0)),
    (Allocation(3, ("l", "r")), (1, 1)),
    (Allocation(3, ("l", "r"), exact=False), (2, 2)),
    (Allocation(3, ("l", "r")), (1,)),
    (DiceSpace((D6, D6)), (1,)),
    (DiceSpace((D6, D6)), (1, 7)),
    (PickSpace((1, 2, 3), 2), (1,)),
]


@pytest.mark.parametrize(("space", "answer"), WRONG_ANSWERS)
def test_refusals_of_the_kernel_are_said_in_chinese(space: Any, answer: Any) -> None:
    """Every sentence of a built-in space about an answer of the right form has a Chinese one with the same numbers."""
    violations = space.check(answer)
    assert violations
    for violation in violations:
        chinese = violation.told("zh")
        assert re.search(r"[\u4e00-\u9fff]", chinese), violation.reason
        assert not re.search(r"[a-z]{4,}", chinese), chinese
        assert set(re.findall(r"\d+\.?\d*", chinese)) <= set(re.findall(r"\d+\.?\d*", violation.reason)) | {"0", "360"}
        assert violation.told() == violation.reason


def test_every_text_of_the_program_has_both_languages() -> None:
    from importlib.resources import files

    from rulewright.narrator import WORDS
    from rulewright.text import Texts

    texts = Texts.load(files("rulewright.cli") / "texts.toml")
    assert texts.missing("en") == texts.missing("zh") == ()
    assert reading_texts.missing("en") == reading_texts.missing("zh") == ()
    assert set(WORDS.missing("en")) == set(WORDS.missing("zh"))
    source = "".join(path.read_text() for path in Path(os.fspath(files("rulewright.cli"))).glob("*.py"))  # type: ignore[call-overload]
    said = set(re.findall(r'(?:say|words)\(\s*f?"([a-z_]+\.[a-z_]+)"', source))
    assert said and said <= set(texts)


def test_every_kind_of_event_can_be_told() -> None:
    """Whatever a ruleset leaves out, an event has words."""
    from rulewright.narrator import Narrator

    class OddThing(Event, frozen=True):
        player: int
        things: tuple[Any, ...]
        flag: bool = True

    game = new_game(duel(texts=None, name=None), seed=1)
    view = game.view(0)
    teller = Narrator(game.rules)
    told = teller.event(view, OddThing(0, ("a_b", (1, 2), None, {"en": "word", "zh": "词"})))
    assert told == "Odd thing: player Player 1, things a b, (1, 2), (hidden), word, flag yes"


# Every game that is installed ------------------------------------------------------------


INSTALLED = sorted(registry().rulesets)


@pytest.mark.parametrize("game", [pytest.param(one, marks=long if one == "wh40k" else ()) for one in INSTALLED])
def test_an_installed_game_has_all_faces(game: str) -> None:
    assert document("describe", game)["game"] == game
    assert run("describe", game).exit_code == 0
    played = run("play", game, "--seed", "1", "--seats", "random", "--save", "g.json")
    assert played.exit_code == 0, played.stderr
    assert "The game is over" in played.stdout
    assert document("replay", "g.json", "--verify")["over"] is True
    data = document("simulate", game, "--games", "1", "--seed", "1", "--jobs", "1")
    assert (data["finished"], data["failed"]) == (1, 0) and data["turns"] > 0
    for lang in ("en", "zh"):
        arguments = ("play", game, "--seed", "1", "--seats", "human,random", "--lang", lang, "--save", f"{lang}.json")
        assert run(*arguments, typed="1\n" * 5).exit_code == 0
    assert run("check", "zh.json").exit_code == 0
