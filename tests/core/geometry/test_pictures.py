"""Pictures: what files describe, what queries find, and what cannot be drawn."""

import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner
from pydantic import BaseModel

from rulewright.cli import main
from rulewright.cli.failing import Failed
from rulewright.cli.rendering import render_content
from rulewright.geometry import GeometryError
from rulewright.geometry.grid.data import BoardData
from rulewright.geometry.pictures import SHOWS, picture, read_drawn, save
from rulewright.geometry.plane.data import TableData

from ..measuring import rulewright

ROOT = Path(__file__).parents[3]
SCENES = ROOT / "docs" / "scenes"
YARD, ROOFTOPS = SCENES / "yard.toml", SCENES / "rooftops.toml"

TABLE = {"table": {"width": 20, "depth": 10}}
BOARD = {"board": {"rows": ["...", ".#.", "..."]}}


def written(folder: Path, data: object) -> Path:
    path = folder / "scene.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def model(name: str, x: float, y: float, **more: object) -> dict[str, object]:
    return {"id": name, "base": "32mm", "at": [x, y], **more}


# Pictures -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scene", [YARD, ROOFTOPS])
@pytest.mark.parametrize("ending", [".svg", ".png", ".pdf"])
def test_a_scene_becomes_a_picture(scene: Path, ending: str, tmp_path: Path) -> None:
    """
    The scenes of the documentation are drawn in every format, with a line of words for each query.
    """
    out = tmp_path / f"out{ending}"
    shown = picture(scene)
    save(shown, out)

    assert len(shown.said) == len(read_drawn(scene).shows)
    if ending == ".svg":
        assert ElementTree.parse(out).getroot().tag.endswith("svg")
    else:
        assert out.read_bytes().startswith({".png": b"\x89PNG", ".pdf": b"%PDF"}[ending])


@pytest.mark.parametrize("ending", ["svg", "png", "pdf"])
def test_a_picture_takes_little_memory(ending: str, tmp_path: Path) -> None:
    """
    With a heat map of a whole table, in every format: under 300 MB for the whole process.
    """
    pytest.importorskip("resource")

    found = rulewright("render", str(YARD), "-o", str(tmp_path / f"out.{ending}"))

    assert found.status == 0
    assert found.megabytes < 300


def test_the_same_scene_is_the_same_file(tmp_path: Path) -> None:
    """
    Pictures can stand in a repository: drawn again they are the same, byte for byte.
    """
    for name in ("one.svg", "two.svg"):
        save(picture(YARD), tmp_path / name)

    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()


def test_names_and_findings_stand_in_the_picture(tmp_path: Path) -> None:
    """
    What was found is written below the map, every model and piece of terrain has its name.
    """
    shown = picture(YARD)
    save(shown, tmp_path / "yard.svg")
    text = (tmp_path / "yard.svg").read_text(encoding="utf-8")

    for word in ("scout", "captain", "tank", "ruin", "silo", "The yard"):
        assert word in text
    assert all(str(line.text).replace('"', "&quot;") in text for line in shown.said)


def test_every_query_on_a_table_is_drawn(tmp_path: Path) -> None:
    """
    Each of them finds something, and says it in a line of its own.
    """
    data = {
        **TABLE,
        "terrain": [{"id": "rock", "outline": [[9, 3], [11, 3], [11, 7], [9, 7]], "height": 4, "size": 4}],
        "model": [model("a", 3, 5, size=2), model("b", 16, 5, size=2, side=1), model("c", 3, 8, size=2)],
    }
    queries = {
        "distance a b": 'a and b are 11.74" apart',
        "range a 2": 'within 2" of a: c',
        "sight a b": "a does not see b: rock in the way (in plan view)",
        "seen a c": "some of a, c see ",
        "walk a 4": 'a can walk 4"',
        "route a 17 2": "a walks ",
        "tool a 5": 'with a tool of 5" a can end in',
        "throw a 0 9": 'a is thrown 5.37", collides with rock: 3.63',
        "wedge a c toward": "a moves toward c from 45 to 135 degrees",
    }
    assert [query.split()[0] for query in queries] == list(SHOWS["table"])

    said = picture(written(tmp_path, data), queries).said

    for line, words in zip((str(line.text) for line in said), queries.values(), strict=True):
        assert line.startswith(words)


def test_the_file_says_what_blocks_sight(tmp_path: Path) -> None:
    """
    Terrain blocks in plan view, unless the file lets heights or sizes count, or other models block.
    """
    crate = {"id": "crate", "outline": [[9, 3], [11, 3], [11, 7], [9, 7]], "height": 1, "size": 1}
    models = [model("a", 3, 5, height=2, size=2), model("b", 16, 5, height=2, size=2), model("c", 6, 5, height=2)]
    data = {**TABLE, "terrain": [crate], "model": models}

    def said(sight: dict[str, bool]) -> str:
        return str(picture(written(tmp_path, {**data, "sight": sight}), ["sight a b"]).said[0].text)

    assert said({}) == "a does not see b: crate in the way (in plan view)"
    assert said({"heights": True}).startswith("a sees b, partly hidden by crate")
    assert said({"sizes": True}) == "a sees b fully (in plan view)"
    assert "c" in said({"sizes": True, "models": True})


def test_exactly_at_range_is_in_range(tmp_path: Path) -> None:
    data = {**TABLE, "model": [model("a", 3, 5, base="50.8mm"), model("b", 8.3, 5, base="50.8mm")]}

    assert picture(written(tmp_path, data), ["range a 3.3"]).said[0].text == 'within 3.3" of a: b'


def test_every_query_on_a_board_is_drawn(tmp_path: Path) -> None:
    """
    Each of them finds something, and says it in a line of its own.
    """
    figures = [{"id": "a", "squares": ["A2"]}, {"id": "b", "squares": ["C2"], "side": 1}]
    queries = {
        "distance a b": "a and b are 2 squares apart",
        "range a 1": "6 squares are within 1 squares of a",
        "fire a b": "the line of fire from a to b (A2 to C2) is blocked: blocking terrain B2",
        "seen a": "a: lines of fire into ",
        "reach a 1": "a can move to 4 squares in 1 step",
        "path a A3 1": "a goes to A3 in 1 step: A2 A3",
        "knockback a C2 2": "a is knocked back 0 squares to A2, stopped: off the board",
    }
    assert [query.split()[0] for query in queries] == list(SHOWS["board"])

    shown = picture(written(tmp_path, {**BOARD, "figure": figures}), queries)

    for line, words in zip(shown.said, queries.values(), strict=True):
        assert str(line.text).startswith(words)


# What is wrong ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({}, "there is no table and no board in it"),
        ([1], "there is no table and no board in it"),
        ({"rulewright": 1, "header": {}}, "this is a saved game"),
        ({"table": {"width": 20}}, r"table\.depth: found nothing, expected a value"),
        ({"table": {"width": 0, "depth": 5}}, r"table\.width: found 0, expected more than 0"),
        ({**TABLE, "modle": []}, "modle: found an unknown field, expected a known one; did you mean 'model'"),
        ({**TABLE, "model": [model("a", 3, 5), model("a", 6, 5)]}, "model 'a' stands twice"),
        ({**TABLE, "model": [model("a", 3, 11)]}, r"model 'a' at \(3, 11\) is 1.63 inch off the table"),
        ({**TABLE, "model": [model("a", 3, 5, base="32cm")]}, "'32cm' is no base"),
        ({**TABLE, "model": [{"id": "a", "at": [3, 5]}]}, r"model\[0\]: .*a base or a hull, one of them"),
        ({**TABLE, "model": [{"id": "a", "base": "32mm", "at": ["nan", 5]}]}, r"model\[0\]\.at\[0\]"),
        (
            {**TABLE, "terrain": [{"id": "bow", "outline": [[0, 0], [2, 2], [2, 0], [0, 2]]}]},
            "terrain 'bow': the outline is no simple polygon",
        ),
        ({"board": {"rows": ["..x"]}}, r"board\.rows\[0\]: found 'x' in column 3, expected \. clear, h hindering"),
        ({"board": {"rows": ["..."], "elevation": ["11"]}}, r"board\.elevation\[0\]: found '11', expected a digit"),
        ({"board": {"rows": ["..."], "walls": ["A1-B1"]}}, r"board\.walls\[0\]: 'A1-B1' is no pair of squares"),
        ({"board": {"rows": ["..."], "walls": ["A1|C1"]}}, r"board\.walls\[0\]: A1 and C1 share no edge"),
        ({**BOARD, "figure": [{"id": "a", "squares": ["D1"]}]}, "has no square D1"),
    ],
)
def test_a_file_that_cannot_be_drawn_says_where(data: object, words: str, tmp_path: Path) -> None:
    """
    The error names the file, the place in it, and what would be right.
    """
    path = written(tmp_path, data)

    with pytest.raises(GeometryError, match=words) as caught:
        read_drawn(path)

    assert str(caught.value).startswith(str(path))


@pytest.mark.parametrize(
    ("scene", "query", "words"),
    [
        (YARD, "look scout", "nothing of that name can be shown here; there is distance"),
        (YARD, "sight scout", "write it as 'sight A B'"),
        (YARD, "sight scout tank captain", "write it as 'sight A B'"),
        (YARD, "sight scout nobody", "the scene has no model 'nobody'; it has scout"),
        (YARD, "walk scout far", "'far' is no number"),
        (YARD, "walk scout inf", "'inf' is no number"),
        (YARD, "wedge scout tank beside", "a wedge is toward or away, not 'beside'"),
        (YARD, "sight 'scout", "No closing quotation"),
        (ROOFTOPS, "fire archer Z99", "has no square Z99"),
        (ROOFTOPS, "fire archer someone", "'someone' is neither a square, such as B7, nor a figure; there are"),
        (ROOFTOPS, "reach archer -1", "'-1' is no number of squares"),
    ],
)
def test_a_query_that_cannot_be_shown_is_named(scene: Path, query: str, words: str) -> None:
    """
    The error repeats the query and says how it would be right.
    """
    with pytest.raises(GeometryError, match=re.escape(words)) as caught:
        picture(scene, [query])

    assert query in str(caught.value)


# At the command line ------------------------------------------------------------------------------------------


def test_render_writes_a_picture_and_says_what_it_found(tmp_path: Path) -> None:
    out = tmp_path / "out.svg"

    done = CliRunner().invoke(main, ["render", str(YARD), "-o", str(out), "--show", "distance scout captain"])

    assert done.exit_code == 0
    assert done.output.splitlines()[-1] == 'scout and captain are 19.61" apart'
    assert out.stat().st_size > 5000


def test_render_prints_one_json_document(tmp_path: Path) -> None:
    out = tmp_path / "out.svg"

    done = CliRunner().invoke(main, ["render", str(ROOFTOPS), "-o", str(out), "--json"])

    data = json.loads(done.stdout)
    assert data["out"] == str(out)
    assert any("blocked: higher terrain C3" in line for line in data["found"])


class Chart(BaseModel):
    """An entry of content that has a board among other things."""

    id: str
    price: int = 0
    map: BoardData


def rules_with(content: object) -> Any:
    """Rules that have nothing but content."""
    return SimpleNamespace(id="game", content=content)


ENTRIES = {
    "charts": {"reef": Chart.model_validate({"id": "reef", "map": BOARD["board"]})},
    "layouts": {"yard": TableData.model_validate(TABLE), "reef": TableData.model_validate(TABLE)},
    "cards": {"ace": {"id": "ace"}},
}


@pytest.mark.parametrize(
    ("name", "shows", "found"),
    [
        ("charts/reef", ["reach A1 1"], ["A1 can move to 2 squares in 1 step"]),
        ("layouts/reef", [], []),
        ("yard", [], []),
    ],
)
def test_what_the_content_of_a_game_has_is_drawn_by_its_id(
    name: str, shows: list[str], found: list[str], tmp_path: Path
) -> None:
    out = tmp_path / "out.svg"

    assert render_content(rules_with(ENTRIES), name, out, shows).found == found
    assert ElementTree.parse(out).getroot().tag.endswith("svg")


@pytest.mark.parametrize(
    ("content", "name", "words"),
    [
        (ENTRIES, "yrad", "the content of game has no table and no board 'yrad'; did you mean 'yard'?"),
        (ENTRIES, "ace", "the content of game has no table and no board 'ace'; there are: reef, yard"),
        (ENTRIES, "reef", "game has several 'reef': charts/reef, layouts/reef"),
        ({"cards": ENTRIES["cards"]}, "ace", "the content of game has no table and no board 'ace'; it has none at all"),
        (None, "ace", "it has none at all"),
    ],
)
def test_what_content_has_not_is_not_drawn(content: object, name: str, words: str, tmp_path: Path) -> None:
    out = tmp_path / "out.svg"

    with pytest.raises(Failed, match=re.escape(words)):
        render_content(rules_with(content), name, out, [])

    assert not out.exists()


def test_own_content_is_drawn_of_a_game_that_is_named() -> None:
    done = CliRunner().invoke(main, ["render", "yard", "--content", "more", "-o", "out.svg"])

    assert done.exit_code == 2
    assert "--content: --game says whose content it is" in done.output


def test_render_lists_its_queries() -> None:
    done = CliRunner().invoke(main, ["render", "--queries"])

    assert done.exit_code == 0
    for shows in SHOWS.values():
        assert all(show.usage in done.output for show in shows.values())


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        ([str(YARD)], 2, "Missing option '-o'"),
        ([str(YARD), "-o", "out.gif"], 1, "out.gif: a picture is written as .svg, .png, .pdf, not as .gif"),
        (["nothing.toml", "-o", "out.svg"], 1, "nothing.toml: there is no such file"),
        ([str(YARD), "-o", "out.svg", "--show", "sight scout"], 1, "show 'sight scout': write it as 'sight A B'"),
    ],
)
def test_render_refuses_in_one_line(
    arguments: list[str], status: int, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Nothing is written then.
    """
    monkeypatch.chdir(tmp_path)

    done = CliRunner().invoke(main, ["render", *arguments])

    assert done.exit_code == status
    assert words in done.stderr
    assert not list(tmp_path.iterdir())
