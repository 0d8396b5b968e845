"""What the table shows: the battlefield, both armies, and the units with what is left of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.geometry.maps import map_of_scene
from rulewright.panels import Heading, MapOf, Panel, Row, Rows, Section, Text

from ..book.wording import both
from ..space.battlefield import TABLE
from ..terms import models, wounds_left

if TYPE_CHECKING:
    from rulewright import Request, View


def panel(view: View) -> Panel:
    """The table as a player sees it."""
    battle = view.state.battle[0]
    board = MapOf(map_of_scene(TABLE(view), names=view.content.names))
    return Panel(
        (Heading(both("table.head", round=battle.round)), board, *(_army(view, seat) for seat in view.players))
    )


def _army(view: View, seat: int) -> Section:
    army = view.state.armies[seat]
    title = both("table.army", player=both("seat.name", number=seat + 1), points=army.victory, cp=army.cp)
    rows = [_row(view, str(one.id)) for one in view.state.units.values() if one.player == seat]
    return Section((Rows(tuple(rows), title=title),))


def _row(view: View, id: str) -> Row:
    unit, left = view.state.units[id], models(view, id)
    wounds = sum(wounds_left(view, str(one.id)) for one in left)
    state = both("state.shocked") if unit.shocked else "" if unit.area == "table" else both(f"area.{unit.area}")
    strength = both("table.left", models=len(left), wounds=wounds) if left else ""
    cells = (Text(view.content.names(id)), Text(strength), Text(state))
    return Row(cells, about=id)


def about(view: View, request: Request, answer: Any) -> list[str] | None:
    """A unit is on the table as its models. What else an option is about the answer names."""
    unit = answer[0] if isinstance(answer, tuple) and answer else answer
    if not isinstance(unit, str) or unit not in view.state.units:
        return None
    stands = view.state.units[unit].area == "table"
    return [unit, *(str(one.id) for one in models(view, unit) if stands)]
