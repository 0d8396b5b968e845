"""Maps as a file format: at the command line, as scenes, and the lines of fire of printed ones."""

import json
from pathlib import Path
from random import Random

import numpy as np
import pytest
from click.testing import CliRunner, Result

from rulewright import new_game, rules_for
from rulewright.cli import main
from rulewright.geometry.grid.figures import Figure, Figures
from rulewright.geometry.grid.fire import REGARDING_ALL, FirePolicy
from rulewright.geometry.pictures import Grid, draw, drawn_of, save
from rulewright.plugins import registry
from rulewright.problems import ContentError
from rulewright_heroclix.importing.maps.formats import HCMap
from rulewright_heroclix.importing.maps.reading import read_map
from rulewright_heroclix.importing.maps.words import FENCE
from tests.core.geometry.test_grid_fire import Case
from tests.heroclix.test_map_files import SHARED, YARD, a_map, span
from tests.lengths import length

MAPS = sorted(SHARED.glob("*__*.json")) if SHARED.is_dir() else []
READABLE = [path for path in MAPS if not path.name.startswith("terrain__")]


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def written(folder: Path, data: object = YARD) -> Path:
    path = folder / "yard.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def test_the_game_is_listed_and_its_files_are_read() -> None:
    assert "heroclix" in run("games").output
    assert "HCMaps map" in {form.name for form in registry().file_formats("heroclix")}
    assert not registry().broken


@pytest.mark.parametrize("game", [(), ("--game", "heroclix")])
def test_a_map_is_imported_to_play_on_it(game: tuple[str, ...], tmp_path: Path) -> None:
    out = tmp_path / "board.json"

    done = run("import", written(tmp_path), "-o", out, *game)

    assert done.exit_code == 0 and "(content of heroclix)" in done.output
    board = read_map(YARD).board
    (new,) = (
        one for one in rules_for("heroclix", [out]).content.maps.values() if one.name["en"] == read_map(YARD).name
    )
    assert (new.board.tiles, new.board.edges, new.board.ramps) == (board.tiles, board.edges, board.ramps)


def test_what_a_board_has_no_place_for_is_named(tmp_path: Path) -> None:
    done = run("import", written(tmp_path, {**YARD, "special": ["x"]}), "-o", tmp_path / "out.json", "--json")

    assert json.loads(done.stdout)["left_out"] == [
        "special: 1 rules of the map's own, not read",
        "set: Demo",
        "source: Made up",
        "date: 2026",
        "labels: 1 texts that are printed in squares",
    ]


def test_edges_that_are_no_walls_are_carried_over() -> None:
    found = HCMap().read(json.dumps(a_map(walls=[span(1, 0, 1, 1, type="chainLinkFence")])).encode())
    world = drawn_of(found.scene).world
    assert isinstance(world, Grid) and world.board.edges == {((0, 0), (1, 0)): FENCE}


def test_a_map_is_drawn_as_it_is_and_its_doubts_are_told(tmp_path: Path) -> None:
    out = tmp_path / "yard.svg"

    done = run("render", written(tmp_path, {**YARD, "special": ["x"]}), "-o", out, "--show", "distance A1 C2")

    assert done.exit_code == 0 and out.stat().st_size > 1000
    assert "A1 and C2 are 2 squares apart" in done.output
    assert "special: 1 rules of the map's own, not read" in done.stderr


def test_what_is_no_map_is_refused_with_its_place(tmp_path: Path) -> None:
    path = written(tmp_path, {"rows": [{"tiles": []}]})

    for command in ("import", "render"):
        done = run(command, path, "-o", tmp_path / "out.svg")
        assert done.exit_code == 1 and f"{path}: map has rows without tiles" in done.stderr
    assert "map has rows without tiles" in run("check", path).output
    with pytest.raises(ContentError, match="is no JSON"):
        HCMap().read(b"{")


@pytest.mark.parametrize(
    ("data", "known"),
    [
        (YARD, True),
        ({"width": 16, "height": 24, "special": ["x" * 5000], "rows": []}, True),
        ({"board": {"rows": ["..."]}}, False),
        ([YARD], False),
    ],
)
def test_maps_are_told_by_their_head(data: object, known: bool) -> None:
    head = json.dumps(data).encode()[:4096]
    assert HCMap().recognizes("any.json", head) == HCMap().recognizes("any.json", b"\xef\xbb\xbf" + head) == known


# ------------------------------------------------------------------------------------------- printed maps


@pytest.mark.parametrize("path", READABLE[:: length(4, 1)], ids=lambda path: path.stem)
def test_real_maps_are_recognized_and_drawn(path: Path, tmp_path: Path) -> None:
    data = path.read_bytes()
    assert HCMap().recognizes(path.name, data[:4096])

    drawn = drawn_of(HCMap().read(data).scene)
    shown = draw(drawn, ["seen A1", "reach A1 5"])
    save(shown, tmp_path / "map.png")

    board = read_map(path).board
    assert isinstance(drawn.world, Grid)
    assert (drawn.world.board.tiles, drawn.world.board.edges) == (board.tiles, board.edges)
    assert drawn.world.board.ramps == board.ramps
    assert shown.width == board.width
    assert len(shown.said) == 2


@pytest.mark.parametrize("path", READABLE[:: length(4, 1)], ids=lambda path: path.stem)
def test_a_random_game_on_a_real_map_comes_to_its_end(path: Path, tmp_path: Path) -> None:
    found = HCMap().read(path.read_bytes()).data
    content = written(tmp_path, found)
    game = new_game(rules_for("heroclix", [content]), setup={"map": found["maps"][0]["id"]}, seed=1)
    chance = Random(1)
    while (request := game.request) is not None:
        game.answer(request.space.sample(chance), request.player)

    assert game.result is not None


@pytest.mark.skipif(not MAPS, reason="the maps in shared/data/heroclix/hcmaps are not there")
@pytest.mark.parametrize("name", ["affe__new_york", "ba__crimes_square"])
def test_the_lines_of_printed_maps(name: str) -> None:
    board = read_map(SHARED / f"{name}.json").board
    chance = Random(name)
    squares = sorted(board.tiles)
    figures = Figures(board, [Figure(n, (chance.sample(squares, 1)[0],), n % 4, n % 4 > 1) for n in range(24)])
    for policy in (REGARDING_ALL, FirePolicy(elevated=True, outdoor_blocking=True, target_hinders_only=True)):
        case = Case(board, figures, policy, None)
        table = case.table()
        assert len(np.unique(table)) == 3
        for _ in range(12):
            origin, target = chance.sample(squares, 2)
            expected = case.twin(origin, target)
            assert table[case.number(origin), case.number(target)] == case.line(origin, target).state == expected
