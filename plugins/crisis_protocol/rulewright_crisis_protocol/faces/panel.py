"""What a game shows: the battlefield, the mission with its points, and the stat cards of both squads."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from rulewright.geometry.maps import map_of_scene
from rulewright.labels import by_question
from rulewright.panels import Cell, Heading, Item, Items, MapOf, Panel, Piece, Row, Rows, Section, Text
from rulewright.text import Words

from ..book.wording import both
from ..objectives import held_by
from ..space.battlefield import TABLE
from ..terms import characters_of, side

if TYPE_CHECKING:
    from rulewright import Request, View

    from ..state import Character


def panel(view: View) -> Panel:
    """The table as a player sees it."""
    mission = view.state.mission[0]
    board = MapOf(map_of_scene(TABLE(view), names=partial(_called, view)))
    squads = [Section(tuple(_pieces(view, seat))) for seat in (0, 1)]
    facts = {"secure": view.content.names(mission.secure), "extract": view.content.names(mission.extract)}
    head = Heading(both("table.head", round=mission.round, threat=mission.threat, **facts))
    return Panel((head, board, *squads))


def _called(view: View, id: str) -> Words:
    """What a thing on the map is called, the edges of the battlefield among them."""
    edge, _, rest = id.partition(" ")
    return both(f"edge.{edge}") if rest == "edge" else view.content.names(id)


def _squad(view: View, seat: int) -> dict[str, Any]:
    squad, mission = view.state.squads[seat], view.state.mission[0]
    priority = both("table.priority") if mission.priority == seat else ""
    return {"player": both("seat.name", number=seat + 1), "points": squad.points, "priority": priority}


def _pieces(view: View, seat: int) -> Iterator[Piece]:
    """The characters of a squad and its team tactic cards."""
    rows = tuple(Row(tuple(_cells(view, one)), about=str(one.id)) for one in characters_of(view, seat))
    yield Rows(rows, title=both("table.squad", **_squad(view, seat)))
    if cards := tuple(Item(view.content.names(card), about=card) for card in view.state.squads[seat].tactics):
        yield Items(cards, both("table.cards"))


def _cells(view: View, one: Character) -> Iterator[Cell]:
    sheet = side(view, str(one.id))
    yield Text(view.content.names(str(one.id)))
    yield Text(both("table.health", damage=one.damage, stamina=sheet.stamina))
    yield Text(both("table.power", power=one.power))
    yield Text(_state(view, one))


def _state(view: View, one: Character) -> Words:
    """Another form than the one it was deployed in, side of the card, tokens, conditions, and what it holds."""
    book, deployed = view.content, str(one.id).partition("#")[0]
    form = [] if one.card == deployed else [both("state.form", card=book.name_of(one.card))]
    words = form + [both(f"state.{name}") for name in ("injured", "dazed", "activated") if getattr(one, name)]
    words += [both(f"condition.{condition}") for condition in one.conditions]
    words += [both("state.holds", token=view.content.names(str(each.id))) for each in held_by(view, str(one.id))]
    return both("state.all", words=words) if words else ""


def _of_deed(view: View, request: Request, answer: Any) -> tuple[str, ...] | None:
    """A character, a token or a card that a deed names, else the character that does it."""
    if not isinstance(answer, tuple):
        return None
    if answer[0] in ("activate", "interact", "card"):
        return (answer[1],)
    return (request.about["character"],) if "character" in request.about else ()


about: Final = by_question({"turn": _of_deed, "act": _of_deed, "way_to_move": _of_deed})
"""What a deed is about. What else an option is about the answer names."""
