"""Maps as data: drawn as text and as SVG, whatever things are called, with the ids of what is shown."""

import xml.etree.ElementTree as ElementTree
from random import Random

import msgspec
import numpy as np
import pytest
from shapely.geometry import Point as Spot

from rulewright.geometry.evidence import Fault
from rulewright.geometry.grid import WALL, Board, Figure, Figures, Tile, line_of_fire, reach
from rulewright.geometry.maps import (
    Area,
    Kind,
    Map,
    Squares,
    as_svg,
    as_text,
    faults,
    fire,
    ghosts,
    map_of_board,
    map_of_scene,
    raster,
    region,
    sight,
    squares,
)
from rulewright.geometry.maps.structure import Stand
from rulewright.geometry.maps.text import SIGNS, UPRIGHT, drawn_as_text, window_around
from rulewright.geometry.maps.words import TEXTS, plain
from rulewright.geometry.plane import Circle, Marker, Model, Oval, Piece, Pose, Rectangle, Scene, Zone
from rulewright.geometry.plane.see import facing, overlook
from rulewright.geometry.plane.see import sight as line_of_sight
from rulewright.text import columns, show

from .test_plane_sight import crowd

NASTY = 'a<b>&"\x1b[2J\x00\u202e\u2028\ud800 \n魔'
SVG = "{http://www.w3.org/2000/svg}"


def yard() -> Scene:
    ruin = Piece("ruin", ((20, 10), (26, 10), (26, 16), (20, 16)), height=5)
    models = [
        Model("scout", Circle(32), Pose(12, 12)),
        Model("captain", Oval(75, 42), Pose(32, 13, 30), side=1),
        Model("crew", Rectangle(60, 40), Pose(5, 5, 200), side=1),
    ]
    return Scene(44, 30, [ruin], models, [Zone("west", ((0, 0), (6, 0), (6, 30), (0, 30)))], [Marker("1", 22, 4)])


def roofs() -> tuple[Board, list[Figure]]:
    tiles = {(2, 1): Tile("blocking"), (0, 0): Tile(elevation=2), (1, 2): Tile("hindering")}
    board = Board(5, 4, tiles, {((3, 1), (4, 1)): WALL}, [((0, 0), (0, 1))])
    return board, [Figure("archer", ((0, 1),)), Figure("boss", ((3, 2), (4, 2), (3, 3), (4, 3)))]


def wide(seed: int) -> Board:
    """A board of up to 60 columns with terrain, elevation and holes."""
    random = Random(seed)
    width, height = random.randint(1, 60), random.randint(1, 20)
    tiles = {
        (random.randrange(width), random.randrange(height)): random.choice(
            [Tile("water"), Tile(elevation=3), Tile("blocking", 2), None]
        )
        for _ in range(width * height // 3)
    }
    return Board(width, height, tiles)


def ids(document: str) -> set[str]:
    return {element.get("data-id", "") for element in ElementTree.fromstring(document).iter()}


def test_every_thing_on_a_map_can_be_found_by_its_id() -> None:
    assert ids(as_svg(map_of_scene(yard()))) >= {"ruin", "scout", "captain", "crew", "west", "1"}
    board, figures = roofs()
    found = ids(as_svg(map_of_board(board, figures)))
    assert found >= {"archer", "boss", "A1", "E4", "D2|E2", "A1|A2"}
    for seed in range(3):
        scene = crowd(seed)
        assert ids(as_svg(map_of_scene(scene))) >= {*scene.models, *scene.pieces}


@pytest.mark.parametrize("dark", [None, False, True])
def test_whatever_things_are_called_the_svg_can_be_read(dark: bool | None) -> None:
    model = Model(NASTY + "2", Circle(32), Pose(10, 10), unit=NASTY)
    scene = Scene(20, 20, [Piece(NASTY, ((2, 2), (6, 2), (6, 6)))], [model])
    wrong = faults([Fault(NASTY, NASTY, 1.0, ((3.0, 3.0),))])
    shown = map_of_scene(scene, NASTY).over(*wrong, *ghosts(scene, {NASTY + "2": Pose(14, 14)})).saying(NASTY)
    document = as_svg(shown, dark)
    assert {plain(NASTY), plain(NASTY + "2")} <= ids(document)
    board = map_of_board(Board(2, 2), [Figure(NASTY, ((0, 0), (1, 1)))], title=NASTY)
    assert plain(NASTY) in ids(as_svg(board, dark))
    for text in (document, "".join(as_text(shown)), "".join(as_text(board))):
        assert not {"\x1b", "\x00", "\u202e", "\u2028", "\ud800"} & set(text)
    assert "魔" in document and "&lt;b&gt;&amp;&quot;" in document


def test_the_names_of_a_text_are_in_one_line_and_not_endless() -> None:
    assert plain("a\tb\nc\x07d") == "a b cd"
    assert len(plain("x" * 10_000)) == 400


@pytest.mark.parametrize("width", [24, 40, 80, 132, 300])
def test_text_fits_any_width(width: int) -> None:
    for seed in range(4):
        board = wide(seed)
        shown = map_of_board(board, [Figure("魔 hero", (board.squares(board.present)[0],))], title="word " * 40)
        for each in (shown, map_of_scene(crowd(seed), "A table").saying("word " * 60)):
            assert all(columns(line) <= width for line in as_text(each, width))


def test_a_board_as_text() -> None:
    board, figures = roofs()
    found = reach(board, (0, 1), 1)
    shown = map_of_board(board, figures, {"boss": 1}).over(squares(board, found.ends, about="archer"))
    assert as_text(shown, 40) == [
        "   A   B   C   D   E",
        "1  .+2 .+  .   .   .",
        "   ===",
        "2  A+  .+  #   .  |.",
        '3  .+  "+  .   b   b',
        "4  .   .   .   b   b",
        "",
        "A archer at A2   b boss at D3 E3 D4 E4",
        '. clear   " hindering   # blocking',
        "+ reach   2.. elevation   |- wall",
        "== ramp",
    ]


def test_a_figure_is_drawn_on_its_own_side() -> None:
    """Unless the caller says whose it is; a side that is no number is drawn as the first."""
    figures = [Figure("a", ((0, 0),), side=1), Figure("b", ((1, 0),), side=1), Figure("c", ((2, 0),), side="red")]
    shown = map_of_board(Board(3, 1), iter(figures), {"b": 2})
    assert [item.side for item in shown.items if isinstance(item, Squares) and item.kind == Kind.BASE] == [1, 2, 0]


def test_of_a_board_that_is_too_high_the_rows_are_shown_on_which_things_are() -> None:
    """The figure stands in the third of seven rows, and one more is shown on either side."""
    empty, board = map_of_board(Board(5, 7), []), map_of_board(Board(5, 7), [Figure("archer", ((0, 2),))])
    assert [line[0] for line in drawn_as_text(board, 60, height=8).picture[1:]] == list("1234567")
    assert [line[0] for line in drawn_as_text(board, 60, height=7).picture[1:]] == list("234")
    assert len(drawn_as_text(empty, 60, height=3).picture) == 8


def test_a_map_in_the_language_of_its_reader() -> None:
    """What things are called, what signs are, and what was found."""
    board, figures = roofs()
    called = {"archer": {"en": "Archer", "zh": "弓手"}, "boss": {"en": "Boss", "zh": "首领"}}
    shown = map_of_board(board, figures, {"boss": 1}, {"en": "Roofs", "zh": "屋顶"}, called.__getitem__)
    shown = shown.over(squares(board, 1)).saying({"en": "found", "zh": "找到了"})
    english, chinese = as_text(shown, 60), as_text(shown, 60, "zh")
    assert english[0] == "Roofs" and english[-1] == "found"
    assert chinese[0] == "屋顶" and chinese[-1] == "找到了"
    assert "A Archer at A2   b Boss at D3 E3 D4 E4   . clear" in english
    assert 'A 弓手位于 A2   b 首领位于 D3 E3 D4 E4   . 空地   " 妨碍地形' in chinese
    assert "# 阻挡地形   + 可到达   2.. 高度   |- 墙   == 坡道" in chinese
    assert all(words in as_svg(shown, None, "zh") for words in ("弓手", "屋顶", "找到了"))
    scene = yard()
    table = map_of_scene(scene, names=lambda thing: {"en": thing, "zh": f"物{thing}"}).over(
        *ghosts(scene, {"scout": Pose(16, 12)})
    )
    assert "S 物scout" in "\n".join(as_text(table, 80, "zh"))
    assert "将位于 (16, 12)" in "\n".join(as_text(table, 80, "zh"))
    assert "物ruin" in as_svg(table, None, "zh") and "物ruin" not in as_svg(table)
    hall = Scene(20, 14, [Piece("hall", ((2, 2), (18, 2), (18, 12), (2, 12)), height=5.0, size=4)])
    assert 'size 4, 5"' in as_text_of_area(hall, "en") and '尺寸 4, 5"' in as_text_of_area(hall, "zh")


def as_text_of_area(scene: Scene, lang: str) -> str:
    return " ".join(show(item.more, lang) for item in map_of_scene(scene).items if isinstance(item, Area))


def test_names_of_two_columns_a_letter_are_written_on_terrain_too() -> None:
    """And what stands on them covers them whole, so that no line grows or shrinks."""
    piece = Piece("hall", ((2, 2), (18, 2), (18, 12), (2, 12)))
    for x in (10.0, 9.75, 9.5, 9.25):
        scene = Scene(20, 14, [piece], [Model("m", Circle(10), Pose(x, 7))])
        shown = map_of_scene(scene, names=lambda thing: "大厅大厅大厅" if thing == "hall" else str(thing))
        rows = as_text(shown, 60)[1:-3]
        assert {columns(row.rstrip("#")) <= 60 for row in rows} == {True}
        (named,) = [row for row in rows if "大" in row]
        plain_rows = as_text(map_of_scene(scene), 60)[1:-3]
        assert columns(named) == columns(plain_rows[rows.index(named)])
    assert "大厅大厅大厅" in "".join(as_text(map_of_scene(Scene(20, 14, [piece]), names=lambda _: "大厅大厅大厅"), 60))


def test_the_legend_has_every_sign_in_both_languages() -> None:
    for kind in {*SIGNS, *UPRIGHT} - {Kind.MARKER}:
        both = [TEXTS.say(f"kind.{kind}", lang) for lang in ("en", "zh")]
        assert both[0] == kind and not both[1].isascii()


def test_a_table_as_text() -> None:
    scene = yard()
    found = line_of_sight(scene, "scout", "captain")
    lines = as_text(map_of_scene(scene).over(*sight(scene, "scout", "captain", found)), 60)
    rows = lines[1 : lines.index("", 1) - 2]
    assert {row.index("|") for row in rows} == {4}
    drawn = "\n".join(rows)
    for sign in ("S", "c", "o", ".", "x"):
        assert sign in drawn
    assert "S scout   " in "\n".join(lines) and "x blocker or blocked" in "\n".join(lines)
    # Where it stands: 12 of 44 inches from the left, 18 of 30 from the top.
    row = round((30 - 12) / 30 * len(rows) - 0.5)
    assert rows[row][5 + round(12 / 44 * 55 - 0.5)] == "S"


def test_more_things_than_letters_share_one() -> None:
    models = [Model(f"m{number}", Circle(25), Pose(2.0 + number % 40, 2.0 + number // 40)) for number in range(80)]
    lines = "\n".join(as_text(map_of_scene(Scene(44, 30, [], models)), 100))
    assert "@ m79" in lines and "M m0   " in lines


def test_a_table_is_drawn_in_so_many_lines_and_only_the_part_round_some_things() -> None:
    """18 lines for 30 inches, and twice as many columns an inch; then 4 inches round a place."""
    shown = map_of_scene(yard())
    found = drawn_as_text(shown, 200, height=18)
    rows = [row.partition("|")[2] for row in found.picture if "|" in row]
    assert len(rows) == 18 and {len(row) for row in rows} == {2 * 44 * 18 // 30}
    assert found.picture[-1].split() == ["0", "6", "12", "18", "24", "30", "36", "42"]
    around = window_around(shown, ghosts(yard(), {"scout": Pose(16, 12)}))
    assert around == (8, 8, 20, 16)  # with where it stands now
    part = drawn_as_text(shown, 200, height=18, window=around)
    assert part.picture[1].startswith(" 16 |") and part.picture[-1].split()[:2] == ["8", "10"]
    assert window_around(shown, []) is None
    assert window_around(shown, ghosts(yard(), {"scout": Pose(1, 12), "captain": Pose(43, 12)})) is None


def test_models_of_a_unit_share_a_letter() -> None:
    models = [Model(f"m{number}", Circle(25), Pose(2.0 + 2 * number, 2.0)) for number in range(4)]
    units = {"m0": "mob", "m1": "mob", "m2": "crew", "m3": "crew"}
    shown = map_of_scene(Scene(44, 30, [], models))
    grouped = [msgspec.structs.replace(one, group=units[one.about]) for one in shown.items if isinstance(one, Stand)]
    legend = drawn_as_text(msgspec.structs.replace(shown, items=tuple(grouped))).legend
    assert legend[:2] == ["M m0 +1", "A m2 +1"]


def test_overlays_say_what_they_show() -> None:
    scene = yard()
    found = line_of_sight(scene, "scout", "captain")
    hidden = facing(scene, "scout", "crew")
    shown = map_of_scene(scene).over(
        *sight(scene, "scout", "captain", found),
        *sight(scene, "scout", "crew", line_of_sight(scene, "scout", "crew"), hidden),
        *region(Spot(12, 12).buffer(6), Kind.REACH, "scout"),
        *ghosts(scene, {"scout": Pose(16, 12)}),
        *faults([Fault("too near", "captain", 0.3, ((30.0, 12.0), (31.0, 12.0)))], lambda fault: "ends too near"),
    )
    kinds = [item.kind for item in shown.items]
    assert kinds.count(Kind.BLOCKED) == 1 and kinds.count(Kind.BLOCKER) == 1 and kinds.count(Kind.FREE) == 1
    assert [item.label for item in shown.items if item.kind is Kind.FAULT] == ["ends too near"]
    root = ElementTree.fromstring(as_svg(shown))
    marked = {(element.get("class", "").split() or [""])[0]: element.get("data-id") for element in root.iter()}
    assert marked["reach"] == marked["ghost"] == marked["blocked"] == "scout"
    assert marked["blocker"] == "ruin" and marked["fault"] == "captain"


def test_a_line_of_fire_is_drawn_with_what_blocks_it() -> None:
    board, figures = roofs()
    found = line_of_fire(board, (0, 1), (3, 1), Figures(board, figures))
    items = list(fire(board, found, "archer"))
    assert [item.kind for item in items] == [Kind.BLOCKED, Kind.BLOCKER]
    assert "x" in "\n".join(as_text(map_of_board(board, figures).over(*items)))


def test_a_map_is_plain_data() -> None:
    board, figures = roofs()
    for shown in (map_of_scene(yard(), "The yard"), map_of_board(board, figures)):
        assert msgspec.json.decode(msgspec.json.encode(shown), type=Map) == shown


def test_what_is_seen_is_shaded_where_it_is() -> None:
    scene = Scene(8, 4, [], [])
    values = np.array([[0.0, 1.0, 1.0, 2.0], [0.0, 1.0, 1.0, 2.0]])
    areas = list(raster(values, scene, 2.0))
    assert [(area.strength, {x for x, _ in area.rings[0]}) for area in areas] == [(0.5, {2.0, 6.0}), (1.0, {6.0, 8.0})]


def test_a_heat_map_is_the_same_however_many_places_are_looked_at_together(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = crowd(1)
    whole = overlook.seen_area(scene, "model 0", step=2.0).values
    monkeypatch.setattr(overlook, "_AT_ONCE", 7)
    assert (overlook.seen_area(scene, "model 0", step=2.0).values == whole).all()
