"""Which rules tests prove: the code of a rule is changed, and its tests are run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import FunctionType
from typing import Final

import pytest

from rulewright.testing.changes import changed_tree, changes_of
from rulewright.testing.proving import sampled

CODE: Final = '''
from rulewright import rule


@rule("1.1")
def hits(roll: int, skill: int = 3) -> bool:
    """A roll hits that is its skill or more."""
    return roll >= skill and roll != 1


@rule("1.2")
def all_hit(rolls: list[int]) -> bool:
    if not rolls:
        return False
    return all(hits(roll) for roll in rolls if roll > 0)


class Dice:
    """Two dice."""

    count: int = 2

    @rule("1.3")
    def total(self, rolls: list[int]) -> int:
        return sum(rolls) + self.count - 2


LIMITS = dict(rule="1.5", most=7, sorts=("attack", "defence"))
'''
TESTS: Final = """
import pytest
from dicey import LIMITS, Dice, all_hit, hits


@pytest.mark.rule("dicey:1.1")
@pytest.mark.parametrize(("roll", "hit"), [(2, False), (3, True), (1, False)])
def test_hits(roll, hit):
    assert hits(roll) is hit


@pytest.mark.rule("dicey:1.2")
def test_all_hit_with_one():
    assert all_hit([6]) in (True, False, None)


@pytest.mark.rule("dicey:1.3")
def test_total_fails():
    assert Dice().total([1]) == 5


@pytest.mark.rule("dicey:1.5")
def test_a_limit():
    assert LIMITS["most"] == 7
"""
EXCUSES: Final = """
game = "{game}"

[[change]]
function = "dicey.py (hits)"
before = "1"
after = "{after}"
reason = "a 1 is below every skill"
"""
PROVE: Final = """
import sys
from pathlib import Path
from rulewright.rules import Ledger, Rule
from rulewright.testing.proving import prove, summary, told
from rulewright.testing.report import RuledGame

import pytest

folder = Path(sys.argv[1])
ids = ("1.1", "1.2", "1.3", "1.4", "1.5")
rules = [Rule(id, id, id, "mechanic", 0, ("It is so.",), "dicey") for id in ids]
game = RuledGame(Ledger("dicey", rules), (folder,))
tests, wanted = str(folder / "test_dicey.py"), [id for id in ids if id in sys.argv]
found = list(prove(game, tests, wanted, most=9, first="first" in sys.argv))
for proof in found:
    print(*told(proof), sep="\\n")
print(summary(found))
"""


def test_a_sample_stays_the_same_when_there_are_more_rules() -> None:
    few = [f"1.{number}" for number in range(20)]
    more = [*few, *(f"2.{number}" for number in range(3))]
    drawn = sampled(few, 6)
    assert len(drawn) == 6 and drawn == sorted(drawn) != sampled(few, 6, seed=1)
    assert len({*drawn} & {*sampled(more, 6)}) >= 3 and sampled(few, 99) == sorted(few)


def changes(tmp_path: Path, function: str) -> list[tuple[str, str]]:
    file = tmp_path / "dicey.py"
    file.write_text(CODE, encoding="utf-8")
    return [(one.before, one.after) for one in changes_of(file, function)]


def test_boundaries_orders_and_connectives_are_changed(tmp_path: Path) -> None:
    assert changes(tmp_path, "hits") == [
        ("return roll >= skill and roll != 1", "return None"),
        ("roll >= skill and roll != 1", "roll >= skill or roll != 1"),
        ("roll >= skill", "roll > skill"),
        ("roll != 1", "roll == 1"),
        ("1", "2"),
        ("1", "0"),
    ]


def test_every_becomes_any_and_a_condition_is_dropped(tmp_path: Path) -> None:
    found = changes(tmp_path, "all_hit")
    assert (
        "all((hits(roll) for roll in rolls if roll > 0))",
        "any((hits(roll) for roll in rolls if roll > 0))",
    ) in found
    assert ("for roll in rolls if roll > 0", "for roll in rolls") in found
    assert ("False", "True") in found


def test_of_a_class_its_methods_and_fields_are_changed_and_of_a_table_its_entries(tmp_path: Path) -> None:
    assert ("sum(rolls) + self.count", "sum(rolls) - self.count") in changes(tmp_path, "Dice")
    assert changes(tmp_path, "Dice") == [*changes(tmp_path, "Dice.total"), ("2", "3"), ("2", "1")]
    assert ("('attack', 'defence')", "('defence',)") in changes(tmp_path, "LIMITS")
    assert ("7", "8") in changes(tmp_path, "LIMITS")
    assert changes(tmp_path, "Dice.count") == changes(tmp_path, "nothing") == []


@pytest.mark.parametrize(
    ("code", "before", "after"),
    [
        ("class Card:\n    points: Annotated[int, Field(ge=1)]", "1", "0"),
        ("class Card:\n    points = 2", "2", "3"),
        ("class Card:\n    sort: Literal['hit', 'miss']", "('hit', 'miss')", "('miss',)"),
        ("ORDER = {'hit': first, 'miss': second}", "{'hit': first, 'miss': second}", "{'hit': second, 'miss': first}"),
        ("ORDER: Final = [hit, miss]", "[hit, miss]", "[hit]"),
    ],
)
def test_bounds_words_and_tables_are_data(tmp_path: Path, code: str, before: str, after: str) -> None:
    file = tmp_path / "cards.py"
    file.write_text(code, encoding="utf-8")
    found = [one for name in ("Card", "ORDER") for one in changes_of(file, name, tmp_path)]
    (change,) = (one for one in found if (one.before, one.after) == (before, after))
    assert change.data and change.module == "cards.py"


def test_the_numbers_that_a_function_names_are_changed_with_it(tmp_path: Path) -> None:
    file = tmp_path / "hands.py"
    file.write_text("HAND: Final = 4\nOTHER = 9\nWORD = 'four'\n\ndef draw(cards):\n    return cards[:HAND]\n")
    assert [(one.before, one.after) for one in changes_of(file, "draw") if one.data] == [("4", "5"), ("4", "3")]


def test_of_what_is_called_once_only_the_call_that_cites_is_changed(tmp_path: Path) -> None:
    file = tmp_path / "numbers.py"
    lines = ["def _stats():", "    return (", "        stat(1, rule='1'),", "        stat(5, rule='2'),", "    )"]
    lines += ["STATS = _stats()", "LIMITS = [", "    Limit(7, rule='3'),", "    Limit(9, rule='4'),", "]"]
    file.write_text("\n".join(lines), encoding="utf-8")

    def changed(name: str, line: int) -> set[str]:
        return {one.before for one in changes_of(file, name, tmp_path, line) if one.data}

    assert changed("_stats", 4) == {"5"} and changed("_stats", 3) == {"1"}
    assert changed("LIMITS", 9) == {"9"}
    assert {"1", "5"} <= changed("_stats", 1), "a mark on the function is for all of it"


def test_a_change_is_the_module_with_nothing_else_changed_and_its_lines(tmp_path: Path) -> None:
    file = tmp_path / "dicey.py"
    file.write_text(CODE, encoding="utf-8")
    (shifted,) = (one for one in changes_of(file, "hits") if one.after == "roll > skill")
    space: dict[str, object] = {}
    exec(compile(changed_tree(file, shifted), str(file), "exec"), space)
    hits = space["hits"]
    assert isinstance(hits, FunctionType) and [hits(3), hits(4)] == [False, True]
    assert hits.__code__.co_firstlineno == 5 and str(shifted) == f"{file}:8 (hits): 'roll >= skill' -> 'roll > skill'"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="rules are proven in forks")
def test_what_tests_notice_is_proven_and_what_they_do_not_is_named(tmp_path: Path) -> None:
    for name, text in (("dicey.py", CODE), ("test_dicey.py", TESTS), ("prove.py", PROVE)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    quiet = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": "-q"}  # the game of these rules is not installed
    env = {**os.environ, **quiet, "PYTHONPATH": os.pathsep.join((str(tmp_path), os.environ.get("PYTHONPATH", "")))}

    def run(*more: str) -> subprocess.CompletedProcess[str]:
        words = [sys.executable, str(tmp_path / "prove.py"), str(tmp_path), *more]
        return subprocess.run(words, capture_output=True, text=True, check=False, env=env, cwd=tmp_path)

    def proven(*more: str) -> list[str]:
        done = run(*more)
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()

    lines = proven("1.1", "1.2", "1.3", "1.4", "1.5")
    assert lines[0] == "1.1  proven: 4 of 6 changes noticed by 3 tests"
    unnoticed = sorted(line.rpartition(": ")[2] for line in lines[1:3])
    assert unnoticed == ["'1' -> '0'", "'1' -> '2'"], "a 1 fails in these tests by the skill alone"
    assert any(line.startswith("1.2  claimed, not proven: 0 of") for line in lines)
    assert any(line.startswith("    not noticed: ") and "all(" in line for line in lines)
    assert "1.3  its tests fail as it is" in lines and "1.4  claimed by no test" in lines
    assert "1.5  proven: 2 of 4 changes noticed by 1 tests" in lines, "what a module says is changed in a copy"
    assert "'proven': 2" in lines[-1] and "'rules': 5" in lines[-1]
    quickly = proven("first")
    assert "'proven': 2" in quickly[-1] and "1.4" not in "\n".join(quickly), "without names, those that are claimed"
    assert any(line.startswith("1.1  proven: 1 of ") for line in quickly), "no more are tried once one is noticed"

    (tmp_path / "equivalent.toml").write_text(EXCUSES.format(game="dicey", after="0"), encoding="utf-8")
    assert proven("1.1")[0] == "1.1  proven: 4 of 5 changes noticed by 3 tests", "nobody is asked to notice it"
    (tmp_path / "equivalent.toml").write_text(EXCUSES.format(game="dicey", after="-7"), encoding="utf-8")
    assert "dicey.py (hits) has no change '1' -> '-7'" in run("1.1").stderr
    (tmp_path / "equivalent.toml").write_text(EXCUSES.format(game="another", after="-7"), encoding="utf-8")
    assert proven("1.1")[0] == "1.1  proven: 4 of 6 changes noticed by 3 tests", "another game's are left alone"
    (tmp_path / "equivalent.toml").write_text('game = "dicey"\n[[change]]\nfunction = "x"\n', encoding="utf-8")
    assert "equivalent.toml: Object missing required field `before`" in run("1.1").stderr
