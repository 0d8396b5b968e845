"""The page on geometry: its rules are those of the catalogues, its queries exist, its example runs."""

import ast
import re
import tomllib
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "geometry.md").read_text(encoding="utf-8")
CATALOGUES = ROOT / ".." / "shared" / "rules"
GAMES = ("heroclix", "unmatched_nemesis", "crisis_protocol", "wh40k")


@cache
def rows() -> dict[str, str]:
    """Rule -> what the page says answers it."""
    found = re.findall(r"^\| `(\w+:[\w.-]+)` [^|]*\| (.+) \|$", PAGE, re.M)
    assert len(found) == len(dict(found)), "a rule stands twice"
    return dict(found)


def test_every_row_names_a_query_or_says_whose_data_it_is() -> None:
    vague = [rule for rule, answer in rows().items() if "`" not in answer and answer != "data of the ruleset"]

    assert len(rows()) > 100
    assert vague == []


@pytest.mark.parametrize("room", ["grid", "plane", "arena"])
def test_every_query_that_the_page_names_is_there(room: str) -> None:
    names = sorted(set(re.findall(rf"`{room}\.(\w+)`", PAGE)))
    module = import_module(f"rulewright.geometry.{room}")

    missing = [name for name in names if not hasattr(module, name)]

    assert len(names) > 5
    assert missing == []


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_of_geometry_is_on_the_page(game: str) -> None:
    path = CATALOGUES / f"{game}.toml"
    if not path.is_file():
        pytest.skip(f"the catalogue of {game} is not here")
    rules = tomllib.loads(path.read_text(encoding="utf-8"))["rule"]
    wanted = {f"{game}:{rule['id']}" for rule in rules if rule["kind"] == "geometry"}

    assert {rule for rule in rows() if rule.startswith(f"{game}:")} == wanted


def test_the_example_runs_and_its_comments_are_true() -> None:
    code = re.search(r"```python\n(.*?)```", PAGE, re.S)
    assert code is not None
    checked = 0
    names: dict[str, object] = {}
    for statement in ast.parse(code[1]).body:
        lines = ast.get_source_segment(code[1], statement)
        assert lines is not None
        if not isinstance(statement, ast.Expr):
            exec(lines, names)
            continue
        said = code[1].splitlines()[statement.end_lineno - 1].partition("  # ")[2]  # type: ignore[operator]
        value = eval(lines, names)
        if isinstance(value, float):
            assert float(said.split()[0]) == pytest.approx(value, abs=0.05)
        else:
            assert eval(said) == value
        checked += 1
    assert checked == 3
