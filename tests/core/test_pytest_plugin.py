"""Tests that cite rules, and the report of what they prove."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rulewright import Extension, Procedure, Ruleset, State
from rulewright.plugins import BrokenPlugin, Registry, hookimpl
from rulewright.rules import Ledger, LedgerError, Rule
from rulewright.testing import citing
from rulewright.testing import report as rule_report
from rulewright.testing.report import ReportError, RuledGame, build, find_games, read_report, summary

pytest_plugins = ("pytester",)

RULES = """
game = "duel"
[[rule]]
id = "1.1"
en = "Attack"
zh = "攻击"
line = 1
kind = "mechanic"
asserts = ["Two dice are rolled.", "Six hits."]
[[rule]]
id = "1.2"
en = "Damage"
zh = "伤害"
line = 2
kind = "limit"
asserts = ["Damage is never negative."]
[[rule]]
id = "1.3"
en = "Old cards"
zh = "旧卡"
line = 3
kind = "legacy"
asserts = ["Old cards may be used."]
excuse = "no such card is left"
[[rule]]
id = "9"
en = "Play fair"
zh = "公平"
line = 4
kind = "advice"
asserts = ["Smile."]
"""


class Project:
    """A game with a ledger and code, and tests that cite it."""

    def __init__(self, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
        self.pytester = pytester
        self.package = pytester.mkdir("duel_package")
        self.write("rules.toml", RULES)
        self.write("attack.py", '@rule("1.1")\ndef roll(): yield Hit(rule="duel:1.1")\n')
        monkeypatch.setattr(rule_report, "find_games", self.games)
        # Only the plugin itself, be it installed or not; loading all others takes most of the time.
        monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")

    def write(self, name: str, text: str) -> None:
        (self.package / name).write_text(text, encoding="utf-8")

    def games(self) -> dict[str, RuledGame]:
        return {"duel": RuledGame(Ledger.load(self.package / "rules.toml"), (self.package,))}

    def run(self, tests: str, *options: str) -> pytest.RunResult:
        self.pytester.makepyfile("import pytest\nrule = pytest.mark.rule\n" + tests)
        plugins = ("-p", "rulewright.testing.pytest_plugin", "-p", "no:cacheprovider")
        return self.pytester.runpytest_inprocess(*plugins, *options)

    def report(self, tests: str, *options: str) -> tuple[pytest.RunResult, dict[str, Any]]:
        result = self.run(tests, "--rule-report=out/rules.json", *options)
        return result, read_report(self.pytester.path / "out" / "rules.json")

    def proven(self, tests: str, *options: str) -> dict[str, list[list[str]]]:
        """For each rule and each of its asserts the names of the tests that prove it."""
        _, report = self.report(tests, *options)
        return {
            entry["id"]: [[name.partition("::")[2] for name in text["tests"]] for text in entry["asserts"]]
            for entry in report["games"]["duel"]["rules"]
        }


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Project:
    return Project(pytester, monkeypatch)


# What a test proves -----------------------------------------------------------------


def test_a_mark_proves_all_asserts_of_a_rule_or_those_of_its_numbers(project: Project) -> None:
    tests = """
@rule("duel:1.1")
def test_all(): pass

@rule("duel:1.1", 2)
@rule("duel:1.2", 1)
def test_some(): pass

def test_none(): pass
"""
    assert project.proven(tests) == {
        "1.1": [["test_all"], ["test_all", "test_some"]],
        "1.2": [["test_some"]],
        "1.3": [[]],
        "9": [[]],
    }


@pytest.mark.parametrize(
    "body",
    [
        "def test_it(): assert False",
        "def test_it(): pytest.skip()",
        "@pytest.mark.skip\ndef test_it(): pass",
        "@pytest.mark.xfail\ndef test_it(): assert False",
        "@pytest.mark.xfail(strict=False)\ndef test_it(): pass",
        "@pytest.fixture\ndef bad(): assert False\n@rule('duel:1.2')\ndef test_it(bad): pass",
        "@pytest.fixture\ndef bad():\n    yield\n    assert False\n@rule('duel:1.2')\ndef test_it(bad): pass",
        pytest.param(
            "def test_it(subtests):\n    with subtests.test(): assert False",
            marks=pytest.mark.skipif(pytest.version_tuple < (9,), reason="this pytest has no subtests"),
        ),
    ],
)
def test_a_test_that_did_not_pass_in_every_phase_proves_nothing(project: Project, body: str) -> None:
    if "rule" not in body:
        body = f"@rule('duel:1.2')\n{body}"
    assert project.proven(body)["1.2"] == [[]]


def test_a_deselected_test_proves_nothing(project: Project) -> None:
    assert project.proven("@rule('duel:1.2')\ndef test_it(): pass", "-k", "other")["1.2"] == [[]]


def test_one_failing_case_spoils_the_other_cases_of_its_test(project: Project) -> None:
    tests = """
@rule("duel:1.2")
@pytest.mark.parametrize("x", [1, 2])
def test_bad(x): assert x == 1

@rule("duel:1.2")
@pytest.mark.parametrize("x", [1, "[2"])
def test_good(x): pass
"""
    assert project.proven(tests)["1.2"] == [["test_good[1]", "test_good[[2]"]]


def test_a_failing_case_spoils_only_what_it_should_have_proven(project: Project) -> None:
    tests = """
@pytest.mark.parametrize("x", [
    pytest.param(1, marks=rule("duel:1.1", 1)),
    pytest.param(2, marks=rule("duel:1.1", 2)),
])
def test_it(x): assert x == 1
"""
    assert project.proven(tests)["1.1"] == [["test_it[1]"], []]


def test_marks_on_classes_and_modules_count(project: Project) -> None:
    tests = """
pytestmark = rule("duel:1.2")

@rule("duel:1.1", 1)
class TestAttack:
    def test_it(self): pass
"""
    proven = project.proven(tests)
    assert proven["1.1"] == [["TestAttack::test_it"], []]
    assert proven["1.2"] == [["TestAttack::test_it"]]


@pytest.mark.skipif(importlib.util.find_spec("xdist") is None, reason="pytest-xdist is not installed")
def test_workers_of_xdist_report_to_one_file(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    # Workers are processes of their own: there the game comes from a conftest.
    project.pytester.makeconftest(
        f"""
from pathlib import Path
from rulewright.rules import Ledger
from rulewright.testing import report

PACKAGE = Path({str(project.package)!r})
GAMES = {{"duel": report.RuledGame(Ledger.load(PACKAGE / "rules.toml"), (PACKAGE,))}}
report.find_games = lambda: GAMES
"""
    )
    core = str(Path(rule_report.__file__).parents[2])
    monkeypatch.setenv("PYTHONPATH", core, prepend=os.pathsep)
    tests = "@rule('duel:1.2')\n@pytest.mark.parametrize('x', [1, 2])\ndef test_it(x): pass"
    assert project.proven(tests, "-p", "xdist", "-n2")["1.2"] == [["test_it[1]", "test_it[2]"]]
    result = project.run("@rule('duel:7')\ndef test_it(): pass", "-p", "xdist", "-n2")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*duel has no rule '7'*"])


# Marks that cite nothing ------------------------------------------------------------


@pytest.mark.parametrize(
    ("mark", "message"),
    [
        ("'duel:1.22'", "*test_it: duel has no rule '1.22'; did you mean '1.2'*"),
        ("'duel:1.1', 3", "*test_it: duel:1.1 has the asserts 1 to 2, and none is 3"),
        ("'duel:1.1', 0", "*duel:1.1 has the asserts 1 to 2, and none is 0"),
        ("'duel:1.1', 'duel:1.2'", "*duel:1.1 has the asserts 1 to 2, and none is 'duel:1.2'"),
        ("'duell:1.1'", "*no installed ruleset 'duell' has a rule ledger; did you mean 'duel'[?]"),
        ("'chess:1.1'", "*no installed ruleset 'chess' has a rule ledger; there are: duel"),
        ("'1.1'", "*the rule '1.1' has no game; write it as 'game:1.1'"),
        ("", "*a rule mark takes the id of a rule, and numbers of asserts"),
        ("'duel:1.1', asserts=1", "*a rule mark takes the id of a rule, and numbers of asserts"),
    ],
)
def test_a_mark_that_cites_nothing_ends_the_run_before_the_first_test(
    project: Project, mark: str, message: str
) -> None:
    tests = f"@rule({mark})\n@pytest.mark.parametrize('x', [1, 2])\ndef test_it(x): print('started')"
    result = project.run(tests, "-s")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: {message}"])
    assert len([line for line in result.errlines if "test_it" in line]) == 1
    result.stdout.no_fnmatch_line("*started*")


def test_a_mark_is_checked_even_if_its_test_is_deselected(project: Project) -> None:
    result = project.run("@rule('duel:7')\ndef test_it(): pass\ndef test_other(): pass", "-k", "other")
    assert result.ret == pytest.ExitCode.USAGE_ERROR


def test_an_ended_run_does_not_touch_the_last_report(project: Project) -> None:
    project.report("@rule('duel:1.2')\ndef test_it(): pass")
    before = read_report(project.pytester.path / "out" / "rules.json")
    _, after = project.report("@rule('duel:7')\ndef test_it(): pass")
    assert after == before


def test_a_damaged_ledger_ends_the_run(project: Project) -> None:
    project.write("rules.toml", "x")
    result = project.run("@rule('duel:1.2')\ndef test_it(): pass")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: a rule ledger is damaged:", "rules.toml: *"])


def test_a_run_without_marks_and_report_does_not_look_for_games(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rule_report, "find_games", lambda: 1 / 0)
    project.run("def test_it(): pass").assert_outcomes(passed=1)


# Runs that have nothing to do with Rulewright ----------------------------------------


def in_a_run_of_its_own(pytester: pytest.Pytester, tests: str) -> pytest.RunResult:
    """A run in a fresh interpreter, with the plugin loaded as where it is installed."""
    pytester.makepyfile(f"import sys, pytest\n{tests}")
    plugins = ("-p", "rulewright.testing.pytest_plugin", "-p", "no:cacheprovider")
    return pytester.runpytest_subprocess(*plugins)


def test_nothing_of_the_kernel_is_imported_into_a_run_that_does_not_use_it(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    tests = """
def test_it():
    loaded = {name for name in sys.modules if name.partition(".")[0] in ("rulewright", "msgspec", "numpy", "pydantic")}
    mine = {"rulewright", "rulewright.late", "rulewright.testing"}
    assert loaded == mine | {"rulewright.testing.fixtures", "rulewright.testing.pytest_plugin"}
"""
    in_a_run_of_its_own(pytester, tests).assert_outcomes(passed=1)


def test_marks_of_another_project_that_are_called_rule_are_its_own(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    mark = "@pytest.mark.rule('no double negatives', level=3)\n"

    in_a_run_of_its_own(pytester, f"{mark}def test_it(): pass").assert_outcomes(passed=1)
    ended = in_a_run_of_its_own(pytester, f"{mark}def test_it(set_up): pass")

    assert ended.ret == pytest.ExitCode.USAGE_ERROR
    ended.stderr.fnmatch_lines(["*a rule mark takes the id of a rule*"])


def test_a_mark_of_a_game_that_does_not_load_says_why(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Once, however many tests cite it.
    """
    broken = Registry()
    broken._broken.append(BrokenPlugin("chess", "rulewright_chess", "failed to import: no board (chess.py, line 1)"))
    monkeypatch.setattr(citing, "registry", lambda: broken)

    ended = project.run("@rule('chess:1')\ndef test_one(): pass\n\n@rule('chess:2')\ndef test_two(): pass")

    assert ended.ret == pytest.ExitCode.USAGE_ERROR
    said = "ruleset plugin 'chess' (rulewright_chess) failed to import: no board (chess.py, line 1)"
    told = [line.partition("::")[2] for line in ended.stderr.lines if "chess" in line]
    assert told == [f"test_one and 1 more: {said}"]


# The report -------------------------------------------------------------------------


def test_the_report_says_which_code_cites_a_rule(project: Project) -> None:
    result, report = project.report("@rule('duel:1.2')\ndef test_it(): pass")
    attack, damage, old, _ = report["games"]["duel"]["rules"]
    assert attack == {
        "id": "1.1",
        "en": "Attack",
        "kind": "mechanic",
        "cited": ["attack.py:1 (roll)", "attack.py:2 (roll)"],
        "unreached": [],
        "asserts": [{"text": "Two dice are rolled.", "tests": []}, {"text": "Six hits.", "tests": []}],
        "excuse": "",
        "open": "",
    }
    assert damage["cited"] == []
    assert old["excuse"] == "no such card is left"
    result.stdout.fnmatch_lines(["*rule report out/rules.json*", "duel: 1 of 3 rules claimed"])


def test_code_that_cites_an_unknown_rule_fails_the_run(project: Project) -> None:
    project.write("damage.py", '@rule("1.22")\ndef deal(): ...\n')
    result, report = project.report("@rule('duel:1.2')\ndef test_it(): pass")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(
        ["ERROR: duel has no rule '1.22', which is cited in damage.py:1 (deal); did you mean '1.2'*"]
    )
    assert report["games"]["duel"]["unknown"] == {"1.22": ["damage.py:1 (deal)"]}


def test_code_of_a_game_that_the_run_does_not_test_fails_nothing(project: Project) -> None:
    project.write("damage.py", '@rule("1.22")\ndef deal(): ...\n')
    result, report = project.report("def test_it(): pass")
    assert result.ret == pytest.ExitCode.OK
    assert report["games"]["duel"]["unknown"] != {}


def test_damaged_code_fails_the_run_with_its_place(project: Project) -> None:
    project.write("damage.py", "def (")
    result = project.run("@rule('duel:1.2')\ndef test_it(): pass", "--rule-report=rules.json")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["ERROR: damage.py: *"])


def test_collecting_alone_writes_no_report(project: Project) -> None:
    project.run("def test_it(): pass", "--rule-report=rules.json", "--collect-only")
    assert not (project.pytester.path / "rules.json").exists()


def test_the_summary_counts_what_a_program_can_act_on(project: Project) -> None:
    _, report = project.report("@rule('duel:1.1')\ndef test_it(): pass")
    assert summary(report) == {
        "game": "duel",
        "rules": 3,
        "asserts": 4,
        "cited": 1,
        "claimed": 1,
        "proven": 1,
        "unreached": {},
        "excused": [{"id": "1.3", "reason": "no such card is left"}],
        "open": ["1.2"],
        "reasons": [],
        "unexplained": ["1.2"],
        "uncited": ["1.2"],
        "unknown": {},
    }
    json.dumps(summary(report))


def test_a_rule_is_claimed_where_all_of_its_asserts_are(project: Project) -> None:
    _, report = project.report("@rule('duel:1.1', 1)\ndef test_it(): pass")
    assert summary(report, "duel")["claimed"] == 0
    assert summary(report, "duel")["open"] == ["1.1", "1.2"]


def test_a_report_needs_no_test_run(project: Project) -> None:
    assert summary(build(project.games()))["cited"] == 1


def test_a_summary_of_a_game_that_is_not_there_is_refused() -> None:
    two: dict[str, Any] = {"games": {"duel": {}, "chess": {}}}
    with pytest.raises(ReportError, match="the report has 2 games; name one: duel, chess"):
        summary(two)
    with pytest.raises(ReportError, match=r"no game 'ches'; did you mean 'chess'\?"):
        summary(two, "ches")


@pytest.mark.parametrize("text", ["{", "[]", '{"format": 0, "games": {}}'])
def test_a_damaged_report_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "report.json").write_text(text)
    with pytest.raises(ReportError, match=r"report\.json is"):
        read_report(tmp_path / "report.json")
    with pytest.raises(ReportError, match="there is no such file"):
        read_report(tmp_path / "nothing.json")


# Finding the games ------------------------------------------------------------------


class Duel:
    """A plugin with a ruleset."""

    def __init__(self, ledger: object) -> None:
        self.ledger = ledger

    @hookimpl
    def register_ruleset(self) -> Ruleset:
        return Ruleset(id="duel", title="Duel", state=State, flow=Procedure("flow", []), ledger=self.ledger)


class More:
    """A plugin that extends it."""

    def __init__(self, ledger: object) -> None:
        self.ledger = ledger

    @hookimpl
    def extend_ruleset(self) -> Extension:
        return Extension(ruleset="duel", id="more", ledger=self.ledger)


def test_the_games_with_a_ledger_are_found_with_the_rules_of_their_extensions(project: Project) -> None:
    plugins = Registry()
    plugins.register(Duel(project.package / "rules.toml"))
    plugins.register(More(Ledger("duel", [Rule("x.1", "New", "新", "mechanic", 0, ("It is new.",), "duel")])))
    game = find_games(plugins)["duel"]
    assert [rule.id for rule in game.ledger] == ["1.1", "1.2", "1.3", "9", "x.1"]
    assert game.packages == (project.package,)


def test_an_extension_may_not_have_a_rule_of_its_ruleset_again(project: Project) -> None:
    plugins = Registry()
    plugins.register(Duel(project.package / "rules.toml"))
    plugins.register(More(project.package / "rules.toml"))
    with pytest.raises(LedgerError, match=r"extension 'more' has rules of its ruleset again: duel:1\.1"):
        find_games(plugins)


def test_a_ruleset_without_ledger_has_no_report() -> None:
    plugins = Registry()
    plugins.register(Duel(None))
    assert find_games(plugins) == {}


def test_the_kit_itself_does_not_import_pytest() -> None:
    script = "import sys, rulewright.testing.report; print('pytest' in sys.modules)"
    core = Path(rule_report.__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": str(core)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "False"
