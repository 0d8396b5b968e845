"""What the table shows: the map, and the dials of the characters."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulewright import Turn, rule
from rulewright.geometry import maps
from rulewright.panels import Emphasis, Heading, MapOf, Panel, Row, Rows, Section, Text
from rulewright.text import by_language

from ..book.sheets import COLUMNS
from ..book.wording import both
from ..minds.judgement import in_use
from ..powers import STANDARD
from ..space.board import TERRAIN, scene_of
from ..terms import sheet, shows, turn_order
from .look import called_marker, listed, marked, squares_of
from .names import power

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulewright import View


def panel(view: View) -> Panel:
    """The map with everyone on it, and what each dial shows."""
    scene = scene_of(view)
    shown = maps.map_of_board(scene.board, scene.figures, names=view.content.names)
    shown = replace(shown, items=(*shown.items, *_objects(view)))
    forces = tuple(_force(view, seat) for seat in turn_order(view))
    rows = tuple(_dial(view, str(one.id)) for one in view.state.characters.values() if one.area == "map")
    heads = tuple(both(f"value.{name}") for name in ("name", "click", *COLUMNS, "range", "tokens"))
    owned = tuple(_element(view, seat, id) for seat in turn_order(view) for id in view.state.forces[seat].elements)
    titles = tuple(both(f"value.{name}") for name in ("element", "player", "where"))
    elements = (Section((Rows(owned, titles),)),) if owned else ()
    sections = Section((Rows(rows, heads),)), Section((Rows(forces),))
    return Panel((*_turn(view), MapOf(shown), *sections, *elements))


@rule("9", "5.3a")
def _turn(view: View) -> Iterator[Heading]:
    """Which turn it is, and after which one time is up."""
    turn = view.find_context(Turn)
    if turn is not None:
        yield Heading(both("value.turn", number=turn.number, last=view.setup.turns))


@rule("6.7", "6.8")
def _value(view: View, id: str, stat: str, printed: int) -> str:
    """A combat value as it is now, beside the one that the dial shows where they differ."""
    now = int(view.number(stat, id))
    return str(now) if now == printed else f"{now} ({printed})"


@rule("17.2", "17.14h", "25.1", "25.9")
def _objects(view: View) -> Iterator[maps.Squares]:
    """The objects, special markers and EFFECT terrain that lie on the map; other terrain markers are drawn as their
    terrain."""
    for one in view.state.markers.values():
        called = marked(view, one)
        if one.squares and not one.holder and (TERRAIN[one.kind] is None or called != called_marker(view, one)):
            yield maps.Squares(kind=maps.Kind.MARKER, about=str(one.id), label=called, squares=one.squares)


@rule("25.2c")
def _element(view: View, seat: int, id: str) -> Row:
    """A game element of a force: who is equipped with it, or where it lies."""
    names = view.content.names
    wearer = next((names(str(one.id)) for one in view.state.characters.values() if one.equipment == id), "-")
    marker = view.state.markers.get(id)
    where = wearer if marker is None else names(marker.holder) if marker.holder else squares_of(marker.squares)
    return Row((Text(names(id)), Text(both("seat.name", number=seat + 1)), Text(where)), about=id)


@rule("5.4b", "7.9", "23.2", "23.2b")
def _force(view: View, seat: int) -> Row:
    """A force: its victory points, the actions given this turn, and the keyword of a themed team."""
    one = view.state.forces[seat]
    told = [both("value.victory", points=one.victory), both("value.actions", actions=one.actions)]
    told += [both("value.themed", keyword=one.keyword)] if one.keyword else []
    return Row((Text(both("seat.name", number=seat + 1)), *map(Text, told)))


def _dial(view: View, id: str) -> Row:
    """What the dial of a character shows, its range and tokens, and below that the powers that it can use."""
    one, click = view.state.characters[id], shows(view, id)
    values = [one.click, *(_value(view, id, stat, getattr(click, stat)) for stat in COLUMNS)]
    values += [sheet(view, id).range, one.tokens]
    held = [marked(view, thing) for thing in view.state.markers.values() if thing.holder == id]
    name = view.content.names(id)
    who = both("value.holding", who=name, what=held) if held else name
    using, known = in_use(view, id), (*STANDARD, *view.content.specials)
    powers = [by_language(partial(power, view, one)) for one in known if one in using]
    below = (Text(listed(powers), Emphasis.QUIET),) if powers else ()
    return Row((Text(who), *(Text(str(value)) for value in values)), below, about=id)
