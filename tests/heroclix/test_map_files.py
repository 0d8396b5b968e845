import copy
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.geometry import GeometryError
from rulewright.geometry.grid import adjacency
from rulewright.geometry.grid.board import (
    BLOCKING,
    CLEAR,
    DOOR,
    EAST,
    HINDERING,
    OBSCURING,
    SPECIAL,
    WALL,
    WATER,
    Tile,
    edge,
    name_of,
)
from rulewright_heroclix.importing.maps.reading import MapFile, read_map
from tests.lengths import examples

SHARED = Path(__file__).parents[2] / ".." / "shared" / "data" / "heroclix" / "hcmaps"


def a_map(columns: int = 3, rows: int = 2, **more: Any) -> dict[str, Any]:
    """A made-up map without any fault."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWX"
    made = [{"y": y + 1, "tiles": [{"x": letters[x]} for x in range(columns)]} for y in range(rows)]
    return {"name": "Yard", "type": "outdoor", "width": columns, "height": rows, "rows": made, **more}


def with_tile(column: int, row: int, /, **keys: Any) -> dict[str, Any]:
    made = a_map()
    made["rows"][row]["tiles"][column].update(keys)
    return made


def notes(found: MapFile) -> list[str]:
    return [str(note) for note in found.notes]


def span(x0: int, y0: int, x1: int, y1: int, **more: Any) -> dict[str, Any]:
    return {"x0": x0, "y0": y0, "x1": x1, "y1": y1, **more}


# ------------------------------------------------------------------------------------------- a map as it should be

YARD: dict[str, Any] = {
    "name": "Demo Yard",
    "set": "Demo",
    "source": "Made up",
    "date": "2026",
    "type": "indoorOutdoor",
    "width": 3,
    "height": 2,
    "rows": [
        {
            "y": 1,
            "tiles": [
                {"x": "A", "isStartingZone": True, "isStartingZone4p": True},
                {
                    "x": "B",
                    "terrain": "hindering",
                    "label": {"text": 3, "color": "red", "rotate": 90},
                    "hideLabel": True,
                },
                {"x": "C", "terrain": "blocking", "group": 2},
            ],
        },
        {
            "y": 2,
            "tiles": [
                {"x": "A", "terrain": "clear", "elevation": 1, "isStartingZone": False},
                {"x": "B", "elevation": 2, "type": "outdoor"},
                {"x": "C", "terrain": "water", "type": "indoor", "isStartingZone": True, "group": 2},
            ],
        },
    ],
    "walls": [span(1, 0, 1, 2), span(3, 1, 2, 1, type="door"), span(0, 0, 0, 1, type="normal")],
    "ramps": [span(1, 1, 1, 0)],
}


def test_a_map_without_faults_is_read_without_notes() -> None:
    found = read_map(YARD)
    board = found.board
    assert found.notes == () and found.rules == 0
    assert (found.name, found.set, found.source, found.date, found.kind) == (
        "Demo Yard",
        "Demo",
        "Made up",
        "2026",
        "both",
    )
    assert (board.name, board.width, board.height) == ("Demo Yard", 3, 2)
    assert board.tiles == {
        (0, 0): Tile(areas=frozenset(["start", "start of four"])),
        (1, 0): Tile(HINDERING),
        (2, 0): Tile(BLOCKING, areas=frozenset(["group 2"])),
        (0, 1): Tile(),
        (1, 1): Tile(elevation=2),
        (2, 1): Tile(WATER, indoor=True, areas=frozenset(["start", "group 2"])),
    }
    assert board.edges == {
        ((0, 0), (1, 0)): WALL,
        ((0, 1), (1, 1)): WALL,
        ((2, 0), (2, 1)): DOOR,
        ((-1, 0), (0, 0)): WALL,
    }
    assert board.ramps == {((1, 0), (1, 1))}
    assert {square: (label.text, label.look) for square, label in found.labels.items()} == {
        (1, 0): ("3", {"color": "red", "rotate": 90})
    }
    assert found.groups == {"group 2": board.mask([(2, 0), (2, 1)])}
    assert found.starts == (board.bit((0, 0)), board.bit((2, 1)))


def test_a_map_comes_as_a_path_a_text_bytes_or_what_they_decode_to(tmp_path: Path) -> None:
    path = tmp_path / "yard.json"
    text = json.dumps(YARD)
    path.write_text("\ufeff" + text, encoding="utf-8")
    for source in (YARD, text, "\n " + text, text.encode(), ("\ufeff" + text).encode(), path, str(path)):
        found = read_map(source)
        assert (found.name, found.board.tiles, found.notes) == ("Demo Yard", read_map(YARD).board.tiles, ())
    path.write_text(json.dumps({**YARD, "name": ""}), encoding="utf-8")
    assert notes(read_map(path)) == ["name: '' is no name, the map is called 'yard'"]


def test_reading_changes_nothing_of_what_was_given() -> None:
    given_to_it = copy.deepcopy(YARD)
    read_map(given_to_it)
    assert given_to_it == YARD


@pytest.mark.parametrize(("word", "indoors"), [("indoor", True), ("outdoor", False), ("indoorOutdoor", False)])
def test_tiles_are_indoors_where_the_map_is(word: str, indoors: bool) -> None:
    board = read_map(a_map(type=word)).board
    assert board.indoor == (board.present if indoors else 0)  # heroclix:15.1a - 15.1c
    assert read_map(a_map(type=word, defaultType="indoor")).board.indoor == board.present


def test_defaults_hold_wherever_a_tile_or_wall_says_nothing() -> None:
    made = with_tile(0, 0, terrain="clear", elevation=1)
    made |= {"defaultTerrain": "water", "defaultElevation": 3, "defaultWallType": "door", "walls": [span(1, 0, 1, 1)]}
    made["walls"].append(span(2, 0, 2, 1, type="normal"))
    found = read_map(made)
    assert not found.notes
    assert found.board.tiles[0, 0] == Tile() and found.board.tiles[1, 1] == Tile(WATER, 3)
    assert found.board.edges == {((0, 0), (1, 0)): DOOR, ((1, 0), (2, 0)): WALL}


# --------------------------------------------------------------------------------------- words of the format


@pytest.mark.parametrize(
    ("word", "terrain", "areas", "doubt"),
    [
        ("special", SPECIAL, [], "terrain: 1 of 'special': what it does is told by the map's own rules"),
        ("special2", SPECIAL, ["special2"], "terrain: 1 of 'special2': a second special terrain"),
        ("obscuring", OBSCURING, [], "terrain: 1 of 'obscuring': it neither stops moves nor lines of fire"),
        ("window", CLEAR, ["window"], "terrain: 1 of 'window': read as clear"),
    ],
)
def test_terrain_that_is_doubtful(word: str, terrain: str, areas: list[str], doubt: str) -> None:
    found = read_map(with_tile(1, 1, terrain=word))
    assert found.board.tiles[1, 1] == Tile(terrain, areas=frozenset(areas))
    assert [note.startswith(doubt) for note in notes(found)] == [True]


@pytest.mark.parametrize(
    ("word", "moves", "fire", "parts", "wall", "doubtful"),
    [
        ("normal", True, True, True, True, False),
        ("door", False, True, True, True, False),
        ("door2", False, True, True, True, True),
        ("glass", True, False, True, True, True),
        ("glass2", True, False, True, True, True),
        ("forceField", True, True, True, True, True),
        ("levelSeparator", True, True, True, False, True),
        ("chainLinkFence", False, False, False, False, True),
    ],
)
def test_what_each_type_of_wall_stops(
    word: str, moves: bool, fire: bool, parts: bool, wall: bool, doubtful: bool
) -> None:
    found = read_map(a_map(walls=[span(1, 0, 1, 2, type=word)]))
    board = found.board
    tables = (board.stops_moves, board.stops_fire, board.parts, board.walls)
    assert [board.bit((0, 1)) & table[EAST] != 0 for table in tables] == [moves, fire, parts, wall]
    assert len(board.edges) == 2
    assert adjacency.adjacent(board, (0, 0), (1, 0)) != parts
    assert [note.startswith(f"walls: 2 of '{word}': ") for note in notes(found)] == [True] * doubtful


# --------------------------------------------------------------------- one fault at a time: repaired, and noted


@pytest.mark.parametrize(
    ("made", "note"),
    [
        (a_map(width=4), "width: is 4, but there are 3; read as 3"),
        (a_map(height=24), "height: is 24, but there are 2; read as 2"),
        (a_map(height="2"), "height: is '2', but there are 2; read as 2"),
        (a_map(width=None), "width: is None, but there are 3; read as 3"),
        (a_map(width=10**9), "width: is 1000000000, but there are 3; read as 3"),
        (a_map(type="outdoors"), "type: 'outdoors' is none of indoor, outdoor, indoorOutdoor; read as outdoor"),
        (a_map(type="inoor"), "type: 'inoor' is none of indoor, outdoor, indoorOutdoor; read as indoor"),
        (a_map(type=""), "type: '' is none of indoor, outdoor, indoorOutdoor; read as outdoor"),
        (a_map(type=None), "type: '' is none of indoor, outdoor, indoorOutdoor; read as outdoor"),
        (a_map(type=["indoor"]), "type: ['indoor'] is none of indoor, outdoor, indoorOutdoor; read as outdoor"),
        (a_map(name=7), "name: 7 is no name, the map is called 'map'"),
        (a_map(date=2026), "date: 2026 is no text, not read"),
        (a_map(colour="red"), "colour: is a key that is not known, not read"),
        (a_map(special=["x", "y"]), "special: 2 rules of the map's own, not read"),
        (a_map(special="x"), "special: is one text and no list of texts; counted as one rule, not read"),
        (a_map(special={}), "special: is a dict and no list of texts, not read"),
        (a_map(defaultElevation=0), "defaultElevation: 0 is no elevation, 1 to 99; read as 1"),
        (a_map(defaultWallType="brick"), "defaultWallType: 'brick' is none of normal, door, door2, glass, glass2,"),
        (with_tile(1, 0, terrain="terrain"), "rows[0].tiles[1].terrain: 'terrain' is none of clear, hindering,"),
        (
            with_tile(1, 0, type="hindoor"),
            "rows[0].tiles[1].type: 'hindoor' is none of indoor, outdoor; read as indoor",
        ),
        (with_tile(0, 1, elevation="2"), "rows[1].tiles[0].elevation: '2' is not written as a whole number, read as 2"),
        (with_tile(0, 1, elevation=2.0), "rows[1].tiles[0].elevation: 2.0 is not written as a whole number, read as 2"),
        (with_tile(0, 1, elevation="+1"), "rows[1].tiles[0].elevation: '+1' is no elevation, 1 to 99; read as 1"),
        (with_tile(0, 1, elevation=0), "rows[1].tiles[0].elevation: 0 is no elevation, 1 to 99; read as 1"),
        (with_tile(0, 1, elevation=True), "rows[1].tiles[0].elevation: True is no elevation, 1 to 99; read as 1"),
        (
            with_tile(0, 1, isStartingZone="true"),
            "rows[1].tiles[0].isStartingZone: 'true' is neither true nor false, read as true",
        ),
        (
            with_tile(0, 1, isStartingZone=1),
            "rows[1].tiles[0].isStartingZone: 1 is neither true nor false, read as false",
        ),
        (with_tile(0, 1, group=[1]), "rows[1].tiles[0].group: [1] is no number of a group, not read"),
        (with_tile(0, 1, label={"color": "red"}), "rows[1].tiles[0].label: {'color': 'red'} has no text, not read"),
        (
            with_tile(0, 1, label={"text": "1", "size": 2}),
            "rows[1].tiles[0].label.size: is a key that is not known, not read",
        ),
        (
            with_tile(0, 1, label={"text": "1", "color": []}),
            "rows[1].tiles[0].label.color: [] is neither text nor number",
        ),
        (with_tile(0, 1, x="B"), "rows[1].tiles[0].x: is 'B', but the tile stands in column A; read as A"),
        (with_tile(0, 1, smell="sweet"), "rows[1].tiles[0].smell: is a key that is not known, not read"),
        (with_tile(0, 1, ramps=True), "rows[1].tiles[0].ramps: True names no directions, not read"),
        (with_tile(0, 1, ramps={"left": True}), "rows[1].tiles[0].ramps.left: leads off the board from A2; dropped"),
        (with_tile(0, 1, ramps={"up": True}), "rows[1].tiles[0].ramps.up: is a key that is not known, not read"),
        (
            with_tile(0, 1, ramps={"right": True}),
            "ramps: only one of A2 and B2 names the ramp between them; read as a ramp",
        ),
        (a_map(walls={}), "walls: is a dict and no list, not read"),
        (a_map(walls=[7]), "walls[0]: 7 is no object, dropped"),
        (
            a_map(walls=[span(1, 0, 2, 1)]),
            "walls[0]: a wall runs along a row or a column, not from (1, 0) to (2, 1); dropped",
        ),
        (
            a_map(walls=[span(1, 1, 1, 1)]),
            "walls[0]: a wall runs along a row or a column, not from (1, 1) to (1, 1); dropped",
        ),
        (a_map(walls=[span(1, 0, 1, 3)]), "walls[0]: only 2 of its 3 edges are on the board; the rest is dropped"),
        (a_map(walls=[span(-1, 1, 9, 1)]), "walls[0]: only 3 of its 10 edges are on the board; the rest is dropped"),
        (a_map(walls=[span(1, 2, 1, -2)]), "walls[0]: only 2 of its 4 edges are on the board; the rest is dropped"),
        (a_map(walls=[span(4, 0, 4, 1)]), "walls[0]: only 0 of its 1 edges are on the board; the rest is dropped"),
        (a_map(walls=[span(0, 3, 1, 3)]), "walls[0]: only 0 of its 1 edges are on the board; the rest is dropped"),
        (a_map(walls=[span(0, 0, 10**9, 0)]), "walls[0]: x0, y0, x1, y1 are whole numbers, 9999 at most; dropped"),
        (
            a_map(walls=[{"x0": 1, "y0": 0, "x1": 1}]),
            "walls[0]: x0, y0, x1, y1 are whole numbers, 9999 at most; dropped",
        ),
        (a_map(walls=[span(1, 0, 1, True)]), "walls[0]: x0, y0, x1, y1 are whole numbers, 9999 at most; dropped"),
        (a_map(walls=[span(1, 0, 1, 1, typ="door")]), "walls[0].typ: is a key that is not known, not read"),
        (a_map(walls=[span(1, 0, 1, 1, type="dor")]), "walls[0].type: 'dor' is none of normal, door, door2,"),
        (
            a_map(walls=[span(1, 0, 1, 2), span(1, 1, 1, 2, type="door")]),
            "walls[1]: a wall already stands there; it is a door now",
        ),
        (a_map(ramps=[span(0, 0, 0, 0)]), "ramps[0]: joins A1 to itself; dropped"),
        (a_map(ramps=[span(0, 0, 2, 0)]), "ramps[0]: a ramp joins squares that touch, not A1 and C1; dropped"),
        (a_map(ramps=[span(2, 0, 3, 0)]), "ramps[0]: joins C1 and D1, but D1 is off the board; dropped"),
        (a_map(ramps=[span(0, -1, 0, 0)]), "ramps[0]: joins (0, -1) and A1, but (0, -1) is off the board; dropped"),
        (a_map(ramps=[span(0, 0, 1, 0), span(1, 0, 0, 0)]), "ramps[1]: a ramp joins A1 and B1 already"),
        (
            with_tile(0, 0, elevation=3) | {"ramps": [span(0, 0, 1, 0)]},
            "ramps: the one between A1 and B1 joins elevations 1 and 3",
        ),
        (
            a_map(ramps=[span(0, 0, 1, 0)], walls=[span(1, 0, 1, 1)]),
            "ramps: between A1 and B1 there is both a ramp and a wall",
        ),
        (a_map(ziplines=[span(0, 0, 2, 1)]), "ziplines[0]: a zipline joins A1 and C2; what it does is told by"),
        (a_map(ziplines=[span(0, 0, 9, 1)]), "ziplines[0]: joins A1 and J2, but J2 is off the board; dropped"),
    ],
    ids=lambda value: value.split(";")[0][:60] if isinstance(value, str) else "",
)
def test_one_fault_gives_one_note_that_says_where(made: dict[str, Any], note: str) -> None:
    found = read_map(made)
    assert [one[: len(note)] for one in notes(found)] == [note]
    assert (found.board.width, found.board.height) == (3, 2)


def test_what_the_repairs_come_to() -> None:
    assert read_map(with_tile(0, 1, isStartingZone="true")).board.area("start") == 8
    assert read_map(with_tile(0, 1, elevation="2")).board.tiles[0, 1].elevation == 2
    assert read_map(with_tile(0, 1, type="hindoor")).board.indoor == 8
    assert read_map(with_tile(0, 1, ramps={"right": True, "top": False})).board.ramps == {((0, 1), (1, 1))}
    assert list(read_map(a_map(walls=[span(1, 0, 1, 9)])).board.edges) == [((0, 0), (1, 0)), ((0, 1), (1, 1))]
    assert read_map(a_map(walls=[span(1, 0, 1, 1), span(1, 0, 1, 1, type="door")])).board.edges == {
        ((0, 0), (1, 0)): DOOR
    }
    assert read_map(a_map(special=["x", "y"])).rules == 2 and read_map(a_map(special="x")).rules == 1
    assert read_map(a_map(ziplines=[span(2, 1, 0, 0)])).ziplines == (((0, 0), (2, 1)),)
    assert read_map(a_map(type="inoor")).kind == "indoor"


def test_ramps_named_by_both_tiles_are_one_without_a_note() -> None:
    made = with_tile(0, 0, ramps={"bottom": True})
    made["rows"][1]["tiles"][0]["ramps"] = {"top": True}
    found = read_map(made)
    assert found.board.ramps == {((0, 0), (0, 1))} and not found.notes


def test_a_ramp_that_is_listed_need_not_be_named_by_both_tiles() -> None:
    found = read_map(with_tile(0, 0, ramps={"bottom": True}) | {"ramps": [span(0, 1, 0, 0)]})
    assert found.board.ramps == {((0, 0), (0, 1))} and not found.notes


def test_rows_of_other_lengths_are_filled_up_or_cut() -> None:
    made = a_map(3, 4)
    made["rows"][1]["tiles"].append({"x": "D", "terrain": "blocking"})
    made["rows"][2]["tiles"].pop()
    made["rows"][3] = None
    found = read_map(made)
    assert len(found.board.tiles) == 12 and not found.board.where(BLOCKING)
    assert notes(found) == [
        "rows[1]: has 4 tiles, not 3; the last are dropped",
        "rows[2]: has 2 tiles, not 3; the missing ones are read as default tiles",
        "rows[3]: has 0 tiles, not 3; the missing ones are read as default tiles",
    ]


def test_the_declared_width_decides_between_two_usual_lengths() -> None:
    made = a_map(3, 2)
    made["rows"][1]["tiles"].pop()
    assert read_map(made).board.width == 3
    assert read_map(made | {"width": 2}).board.width == 2


def test_rows_stand_where_they_are_listed() -> None:
    made = with_tile(0, 1, terrain="water")
    made["rows"][0]["y"], made["rows"][1]["y"] = 2, 1
    found = read_map(made)
    assert found.board.tiles[0, 1].terrain == WATER
    assert notes(found) == [
        "rows[0].y: is 2, but the row stands at 1; read as 1",
        "rows[1].y: is 1, but the row stands at 2; read as 2",
    ]


def test_a_tile_that_is_no_object_is_a_default_tile() -> None:
    made = a_map(defaultTerrain="water")
    made["rows"][0]["tiles"][1] = None
    found = read_map(made)
    assert found.board.tiles[1, 0] == Tile(WATER)
    assert notes(found) == ["rows[0].tiles[1]: None is no tile, read as a default tile"]


def test_a_key_that_stands_twice_is_noted() -> None:
    text = json.dumps(a_map()).replace('"height": 2', '"height": 9, "height": 2')
    assert notes(read_map(text)) == ["height: stands 2 times in one object, the last counts"]


# ----------------------------------------------------------------------------------------- what is no map


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("{", "map is no JSON: "),
        (b"\xff\xfe{}", "map is no JSON: "),
        ("[" * 200_000, "map is no JSON: "),
        ('{"rows": [{"tiles": [{"elevation": ' + "9" * 5000 + "}]}]}", "map is no JSON: "),
        ("[1]", "a JSON object with rows of tiles, not a list"),
        (b"7", "a JSON object with rows of tiles, not a int"),
        ("{}", "map has no rows; a map has a list of rows, each with its tiles"),
        ({"rows": []}, "map has no rows"),
        ({"rows": "abc"}, "map has no rows"),
        ({"rows": {"y": 1}}, "map has no rows"),
        ({"rows": [{"y": 1}, 7]}, "has rows without tiles; each row has a list of tiles"),
        ({"rows": [{"tiles": []}]}, "has rows without tiles"),
        ({"maps": [{"file": "a"}, {"file": "b"}]}, "a table of contents of 2 maps; read the file of one of them"),
        (a_map(destroy_value=3), "map is a terrain object, not a map; lay it on a map as a terrain marker"),
        ({"rows": [{"tiles": [{}]}] * 101}, "map is larger than 100 rows or columns"),
        ({"rows": [{"tiles": [{}] * 101}]}, "map is larger than 100 rows or columns"),
        ("no-such-map.json", "no-such-map.json cannot be read"),
        (Path("no-such-map.json"), "no-such-map.json cannot be read"),
        ("a\0b", "cannot be read"),
    ],
    ids=range(19),
)
def test_what_is_no_map_is_refused_for_what_it_is(source: Any, message: str) -> None:
    with pytest.raises(GeometryError, match=message):
        read_map(source)


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 30) | st.sampled_from(["", "true", "door", "2", "A"]) | st.floats(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["x0", "text", "left", "q"]), inner),
    max_leaves=4,
)


@examples(200)
@given(st.data())
def test_whatever_a_value_is_the_map_is_read_or_refused(data: st.DataObject) -> None:
    made = copy.deepcopy(YARD | {"special": ["x"], "ziplines": [span(0, 0, 1, 1)]})
    places: list[tuple[Any, Any]] = [(made, key) for key in made]
    for row in made["rows"]:
        places += [(row, key) for key in row] + [(tile, key) for tile in row["tiles"] for key in tile]
        places += [(row["tiles"], number) for number in range(3)]
    for name in ("walls", "ramps", "ziplines"):
        places += [(entry, key) for entry in made[name] for key in entry] + [(made[name], 0)]
    for holder, key in data.draw(st.lists(st.sampled_from(places), min_size=1, max_size=4)):
        holder[key] = data.draw(JUNK)
    try:
        found = read_map(made)
    except GeometryError:
        return
    assert len(found.board.tiles) == found.board.width * found.board.height
    assert all(note.where and note.what for note in found.notes)


# ------------------------------------------------------------------------------------------- the real files


def real(name: str) -> Any:
    """A file of the shared test data; the test is skipped where there is none."""
    path = SHARED / name
    if not path.exists():
        pytest.skip(f"no shared test data: {name}")
    return json.loads(path.read_text(encoding="utf-8"))


MAPS = sorted(path.name for path in SHARED.glob("*.json") if not path.name.startswith(("table_", "terrain_")))


@pytest.mark.parametrize("name", MAPS or ["any.json"])
def test_a_real_map_has_what_counting_its_file_finds(name: str) -> None:
    raw, found = real(name), read_map(SHARED / name)
    board, tiles = found.board, [tile for row in raw["rows"] for tile in row["tiles"]]
    assert (board.width, board.height) == (raw["width"], raw["height"])
    assert len(board.tiles) == len(tiles) == raw["width"] * raw["height"]
    for word in ("hindering", "blocking", "water", "obscuring"):
        wanted = sum(tile.get("terrain", raw.get("defaultTerrain")) == word for tile in tiles)
        assert board.where(word).bit_count() == wanted, word
    heights = Counter(tile.get("elevation", raw.get("defaultElevation", 1)) for tile in tiles)
    assert {height: mask.bit_count() for height, mask in board.levels.items()} == heights
    starts = sum(tile.get("isStartingZone") in (True, "true") for tile in tiles)
    assert board.areas.get("start", 0).bit_count() == starts == sum(mask.bit_count() for mask in found.starts)
    long = [wall["x1"] - wall["x0"] + wall["y1"] - wall["y0"] for wall in raw.get("walls", [])]
    assert len(board.edges) == sum(long) and min(long, default=1) > 0
    assert found.rules == len(raw.get("special", [])) and len(found.ziplines) == len(raw.get("ziplines", []))
    assert len(found.labels) == sum("label" in tile for tile in tiles)
    assert sum(mask.bit_count() for mask in found.groups.values()) == sum("group" in tile for tile in tiles)
    listed = {edge((r["x0"], r["y0"]), (r["x1"], r["y1"])) for r in raw.get("ramps", [])}
    if not any("ramps" in tile for tile in tiles):
        assert board.ramps == listed and len(listed) == len(raw.get("ramps", []))


NAMES = {"normal": "wall", "door": "door", "glass": "glass wall", "glass2": "glass wall"}


@pytest.mark.parametrize("name", ["bgame__helicarrier_interior.json", "cacw__avengers_hq_upstate_indoor.json"])
def test_the_kinds_of_walls_of_real_maps(name: str) -> None:
    raw = real(name)
    lengths: Counter[str] = Counter()
    for wall in raw["walls"]:
        kind = NAMES[wall.get("type", raw.get("defaultWallType", "normal"))]
        lengths[kind] += abs(wall["x1"] - wall["x0"]) + abs(wall["y1"] - wall["y0"])
    edges = read_map(SHARED / name).board.edges
    assert Counter(kind.name for kind in edges.values()) == lengths


REAL_FAULTS = {
    "nfaos__hydra_island.json": ("'hindoor' is none of indoor, outdoor; read as indoor", 8),
    "cco23__fountain_of_youth.json": ("'outdoors' is none of indoor, outdoor, indoorOutdoor; read as outdoor", 1),
    "wol__space.json": ("'true' is neither true nor false, read as true", 3),
    "affe__new_york.json": ("names the ramp between them; read as a ramp", 2),
    "roc18__staten_island_ferry.json": ("joins elevations 1 and 4", 6),
    "roc16__zipline_park.json": ("a zipline joins", 6),
    "template_8x8.json": ("'' is no", 2),
}


@pytest.mark.parametrize(("name", "fault"), REAL_FAULTS.items())
def test_the_faults_of_real_maps_are_noted(name: str, fault: tuple[str, int]) -> None:
    real(name)
    text, times = fault
    assert sum(text in note for note in notes(read_map(SHARED / name))) == times


def test_ramps_of_a_real_map_that_only_its_tiles_name() -> None:
    real("affe__new_york.json")
    ramps = read_map(SHARED / "affe__new_york.json").board.ramps
    assert {f"{name_of(a)}-{name_of(b)}" for a, b in ramps if a[0] in (0, 15)} == {
        "A8-A9",
        "A16-A17",
        "P8-P9",
        "P16-P17",
    }
    assert len(ramps) == 12


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("terrain__smba__T001.json", "terrain__smba__T001 is a terrain object, not a map"),
        ("table_of_contents.json", "table_of_contents is a table of contents of 733 maps"),
    ],
)
def test_real_files_that_are_no_maps(name: str, message: str) -> None:
    real(name)
    with pytest.raises(GeometryError, match=message):
        read_map(SHARED / name)
