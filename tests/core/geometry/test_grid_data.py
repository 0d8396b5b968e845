"""Boards as data: there and back, in content of a game, and every mistake with its place."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from pydantic import BaseModel

from rulewright.content import Pack, json_schema, load_files
from rulewright.geometry.grid.board import (
    BLOCKING,
    DOOR,
    GROUND,
    HINDERING,
    WALL,
    WINDOW,
    Board,
    EdgeKind,
    Tile,
    square_of,
)
from rulewright.geometry.grid.data import BoardData
from rulewright.problems import ContentError
from tests.core.geometry.boards import boards, drawn


class Map(BaseModel):
    id: str
    map: BoardData


def loaded(folder: Path, map: dict[str, Any]) -> Pack:
    path = folder / "maps.json"
    path.write_text(json.dumps({"maps": [{"id": "yard", "map": map}]}), encoding="utf-8")
    return load_files([path], {"maps": Map})


def mistakes(folder: Path, map: dict[str, Any]) -> list[str]:
    """What is wrong, without the file."""
    with pytest.raises(ContentError) as caught:
        loaded(folder, map)
    return [str(problem).partition("yard: ")[2] for problem in caught.value.problems]


def same(one: Board, other: Board) -> bool:
    sizes = [(board.width, board.height, board.tiles, board.edges, board.ramps) for board in (one, other)]
    return sizes[0] == sizes[1]


# ------------------------------------------------------------------------------------------- there and back


@given(boards().filter(lambda board: board.tiles))
def test_the_data_of_a_board_make_the_same_board(board: Board) -> None:
    data = BoardData.of(board)
    assert same(data.board(), board)
    assert same(BoardData.model_validate(json.loads(json.dumps(data.plain()))).board(), board)


def test_heights_of_two_digits_are_lists() -> None:
    board = drawn("12.", "...").with_tiles({(0, 0): Tile(elevation=12), (1, 1): Tile(BLOCKING, -1)})
    assert BoardData.of(board).plain()["elevated"] == {"-1": ["B2"], "2": ["B1"], "12": ["A1"]}
    assert same(BoardData.of(board).board(), board)


def test_what_says_nothing_is_not_written() -> None:
    assert BoardData.of(drawn("..", "..")).plain() == {"rows": ["..", ".."]}


# ------------------------------------------------------------------------------------------- what data say


def test_a_board_in_rows_of_letters() -> None:
    data = BoardData.model_validate(
        {
            "rows": [".h#", "~*o", ".  "],
            "elevation": ["112", "111", "3"],
            "indoor": ["A1:B2"],
            "walls": ["A1|B1", "A1|N"],
            "windows": ["B1|B2"],
            "doors": ["C1|C2"],
            "edges": [{"name": "hedge", "at": ["A1|A2"], "stops_moves": False, "wall": False}],
            "ramps": ["B1-C1", "A3-A2"],
            "areas": {"start": ["A1:B1", "C2"], "goal": ["C2"]},
        }
    )
    board = data.board("yard")
    assert (board.name, board.width, board.height) == ("yard", 3, 3)
    assert board.tile((0, 0)) == Tile(indoor=True, areas=frozenset({"start"}))
    assert board.tile((1, 0)) == Tile(HINDERING, indoor=True, areas=frozenset({"start"}))
    assert board.tile((2, 1)) == Tile("obscuring", areas=frozenset({"start", "goal"}))
    assert board.tile((2, 0)) == Tile(BLOCKING, 2) and board.tile((0, 2)) == Tile(elevation=3)
    assert (1, 2) not in board.tiles and (2, 2) not in board.tiles
    assert board.edges == {
        ((0, 0), (1, 0)): WALL,
        ((0, -1), (0, 0)): WALL,
        ((1, 0), (1, 1)): WINDOW,
        ((2, 0), (2, 1)): DOOR,
        ((0, 0), (0, 1)): EdgeKind("hedge", stops_moves=False, wall=False),
    }
    assert board.ramps == {((1, 0), (2, 0)), ((0, 1), (0, 2))}


def test_a_board_in_lists_of_squares() -> None:
    data = {
        "width": 3,
        "height": 2,
        "gaps": ["C2"],
        "terrain": {"blocking": ["A1"], "hindering": ["B1:B2"]},
        "elevated": {"2": ["A1:B1"]},
    }
    board = BoardData.model_validate(data).board()
    assert board.tiles == {
        (0, 0): Tile(BLOCKING, 2),
        (1, 0): Tile(HINDERING, 2),
        (2, 0): Tile(),
        (0, 1): Tile(),
        (1, 1): Tile(HINDERING),
    }
    assert board.tile((0, 1)).elevation == GROUND


def test_lists_count_over_rows() -> None:
    data = {"rows": ["#.."], "elevation": ["123"], "terrain": {"clear": ["A1"]}, "elevated": {"1": ["C1"]}}
    board = BoardData.model_validate(data).board()
    assert [board.tiles[x, 0] for x in range(3)] == [Tile(), Tile(elevation=2), Tile()]


# ------------------------------------------------------------------------------------------- in a game's content


def test_a_board_is_content_of_a_game(tmp_path: Path) -> None:
    found = loaded(tmp_path, {"rows": ["..", ".#"], "areas": {"start": ["A1"]}})["maps"]["yard"]
    assert found.map.board("yard").area("start") == 1


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({}, "map.rows: found no rows, expected rows of letters, or a width and a height"),
        ({"width": 3}, "map.rows: found no rows, expected rows of letters, or a width and a height"),
        ({"rows": [".."], "width": 3}, "map.rows: found rows beside a width or a height, expected rows, which say"),
        ({"rows": [""]}, "map.rows: found 0 by 1 squares, expected 1 to 200 columns and rows"),
        ({"rows": ["..", ".x"]}, "map.rows[1]: found 'x' in column 2, expected . clear, h hindering, # blocking,"),
        ({"rows": [".....", "...", "....."]}, "map.rows[1]: found 3 squares in row 2, 5 in row 1, expected rows of"),
        ({"rows": ["..", ".."], "elevation": ["11", "1"]}, "map.elevation[1]: found '1', expected a digit for each"),
        ({"rows": ["..", ".."], "elevation": ["11", "1²"]}, "map.elevation[1]: found '1²', expected a digit for each"),
        ({"rows": [".."], "elevation": ["11", "11"]}, "map.elevation[1]: found '11', expected a digit for each"),
        ({"rows": ["..", ".."], "elevation": ["11"]}, "map.elevation: found 1 rows, expected 2, as the board has"),
        ({"rows": [".."], "indoor": ["A1", "B"]}, "map.indoor[1]: 'B' is not a square; a square is a column letter"),
        ({"rows": [".."], "indoor": ["A1:B1:C1"]}, "map.indoor[0]: 'A1:B1:C1' is neither a square, such as B3, nor"),
        ({"rows": [".."], "indoor": ["B1:A1"]}, "map.indoor[0]: 'B1:A1' is no rectangle of squares; write its first"),
        ({"rows": [".."], "indoor": ["C1"]}, "map.indoor[0]: found 'C1', expected squares of the board, which goes"),
        ({"rows": [". "], "areas": {"x": ["A1:B1"]}}, "map.areas.x[0]: found 'A1:B1', expected squares of the board"),
        ({"rows": [".."], "terrain": {"lava": ["A1"]}}, "map.terrain.lava"),
        ({"rows": [".."], "terrain": {"water": ["A2"]}}, "map.terrain.water[0]: found 'A2', expected squares of the"),
        ({"rows": [".."], "gaps": ["A1", "C1"]}, "map.gaps[1]: found 'C1', expected squares of the board"),
        ({"rows": [".."], "walls": ["A1|B1", "A1"]}, "map.walls[1]: 'A1' is no pair of squares; write B3|C3"),
        ({"rows": [".."], "walls": ["A1|A3"]}, "map.walls[0]: A1 and A3 share no edge"),
        ({"rows": [".."], "walls": ["D1|E1"]}, "map.walls[0]: found 'D1|E1', expected an edge of squares of the board"),
        ({"rows": [".."], "walls": ["A1|B1"], "doors": ["B1|A1"]}, "map.doors[0]: found 'B1|A1', expected one thing"),
        ({"rows": [".."], "edges": [{"name": "x", "at": ["D1|E1"]}]}, "map.edges[0].at[0]: found 'D1|E1', expected an"),
        ({"rows": [".."], "ramps": ["A1-C1"]}, "map.ramps[0]: a ramp joins two squares that touch, not A1 and C1"),
        ({"rows": [".."], "ramps": ["B1-C1"]}, "map.ramps[0]: found 'B1-C1', expected squares of the board"),
        ({"rows": [".."], "wals": ["A1|B1"]}, "map.wals: found an unknown field, expected a known one; did you mean"),
    ],
)
def test_every_mistake_is_named_with_its_place(data: dict[str, Any], said: str, tmp_path: Path) -> None:
    assert [found[: len(said)] for found in mistakes(tmp_path, data)] == [said]


def test_all_mistakes_are_named_at_once(tmp_path: Path) -> None:
    data = {"rows": ["?.", ".."], "walls": ["A1|B1", "Y1|Z1"], "ramps": ["X1-X2"], "areas": {"start": ["C1"]}}
    assert [found.partition(":")[0] for found in mistakes(tmp_path, data)] == [
        "map.rows[0]",
        "map.areas.start[0]",
        "map.ramps[0]",
        "map.walls[1]",
    ]


def test_the_schema_names_every_field() -> None:
    schema = json_schema({"maps": Map})["$defs"]["BoardData"]
    assert schema["properties"].keys() == BoardData.model_fields.keys()
    assert schema["properties"]["walls"]["items"] == {"type": "string", "examples": ["B3|C3", "A1|W"]}


def test_squares_are_imported_without_pydantic() -> None:
    script = "import sys, rulewright.geometry.grid; print('pydantic' in sys.modules)"
    assert (
        subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout == "False\n"
    )


# ------------------------------------------------------------------------------------------- names of squares


@given(boards())
def test_the_names_of_a_mask_lead_back_to_it(board: Board) -> None:
    for mask in (board.present, *board.terrains.values(), 0):
        names = board.names(mask)
        assert board.mask(map(board.square, names)) == mask
        assert list(map(square_of, names)) == list(board.squares(mask))


def test_a_name_is_read_in_any_case_and_a_wrong_one_says_what_would_be_right() -> None:
    board = drawn("...", ".. ")
    assert board.names(board.present) == ("A1", "B1", "C1", "A2", "B2")
    assert board.square(" b2 ") == (1, 1)
    with pytest.raises(ValueError, match="board has no square D2; it goes from A1 to C2"):
        board.square("d2")
    with pytest.raises(ValueError, match="board has a gap where C2 would be"):
        board.square("c2")
    with pytest.raises(ValueError, match="'2C' is not a square; a square is a column letter and a row"):
        board.square("2C")
