"""The page on geometry: its rules are those of the catalogues, its queries exist, its example runs."""

import ast
import re
import tomllib
from functools import cache
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from rulewright.content import load_files
from rulewright.field import Route
from rulewright.geometry import grid
from rulewright.geometry.plane.data import TableData
from rulewright.plugins import registry
from rulewright.problems import ContentError
from tests.core.geometry.test_grid_data import Map

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "geometry.md").read_text(encoding="utf-8")
CATALOGUES = ROOT / ".." / "shared" / "rules"


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


ROOMS = {"grid": "rulewright.geometry.grid", "plane": "rulewright.geometry.plane", "maps": "rulewright.geometry.maps",
         "spaces": "rulewright_unmatched_nemesis.book.spaces"}  # fmt: skip


@pytest.mark.parametrize("room", ROOMS)
def test_every_query_that_the_page_names_is_there(room: str) -> None:
    names = sorted(set(re.findall(rf"`{room}\.(\w+)[`(]", PAGE)))
    module = import_module(ROOMS[room])

    missing = [name for name in names if not hasattr(module, name)]

    assert len(names) > 5
    assert missing == []


@pytest.mark.parametrize("room", ["moves", "bases", "knockback", "adjacency"])
def test_every_reason_on_squares_is_explained(room: str) -> None:
    source = Path(grid.__file__).with_name(f"{room}.py").read_text(encoding="utf-8")
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    made = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id in ("Fault", "_at_corner")]
    texts = [part.value for call in made for part in ast.walk(call.args[0]) if isinstance(part, ast.Constant)]
    section = " ".join(PAGE.split("### What stops or costs a step")[1].split("###")[0].split())

    assert texts
    assert [text for text in texts if f"`{text!s}`" not in section] == []


def test_the_board_on_the_page_is_read(tmp_path: Path) -> None:
    """
    As content of a game, with the mistake that the page quotes.
    """
    toml = re.search(r"```toml\n(.*?)```", PAGE, re.S)
    assert toml is not None
    path = tmp_path / "maps.toml"
    path.write_text(toml[1], encoding="utf-8")
    found = load_files([path], {"maps": Map})["maps"]["yard"].map.board("yard")
    assert (found.width, found.height, len(found.edges), found.area("flag").bit_count()) == (5, 3, 3, 1)

    path.write_text(toml[1].replace("A1|W", "Y1|Z1"), encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        load_files([path], {"maps": Map})
    assert " ".join(str(caught.value).split("maps.toml")[1].split()) in " ".join(PAGE.split())


def test_the_table_on_the_page_is_content_of_a_game(tmp_path: Path) -> None:
    toml = re.search(r"```toml\n# content/layouts/yard.toml[^\n]*\n(.*?)```", PAGE, re.S)
    assert toml is not None
    path = tmp_path / "yard.toml"
    path.write_text(toml[1], encoding="utf-8")

    scene = load_files([path], {"layouts": TableData}, kind="layouts")["layouts"]["yard"].scene()

    assert (scene.width, scene.depth, [*scene.pieces], [*scene.models]) == (30.0, 22.0, ["ruin"], ["Scout 1"])


@pytest.mark.parametrize("game", sorted(registry().rulesets))
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


def test_the_example_on_maps_draws_a_move_that_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first, *_, second = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    monkeypatch.chdir(tmp_path)

    exec(first + second, {})

    assert "c captain would stand at (24.6, 9.6)" in capsys.readouterr().out
    assert "partly on ruin" in (tmp_path / "refused.svg").read_text(encoding="utf-8")


def test_the_example_of_a_game_on_squares_names_a_rule_for_every_fault() -> None:
    (code,) = [code for code in re.findall(r"```python\n(.*?)```", PAGE, re.S) if "rulewright.field" in code]
    names: dict[str, Any] = {}

    exec(code, names)

    assert all(names["MOVING"].rule(kind) for kind in Route.KINDS)
    figure = names["stand"](None, SimpleNamespace(id="ace", at=(1, 2), player=1))
    assert figure == grid.Figure("ace", ((1, 2),), side=1)
