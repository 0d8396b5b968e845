"""The table on the screen: as the ruleset draws it, as its map, or as plain tables of what a player may know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from rich.box import SIMPLE
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..text import WIDTH
from .terminal import safe

if TYPE_CHECKING:
    from ..geometry.maps import Item
    from ..plaindata import Answer
    from ..requests import Space
    from ..telling import Teller
    from ..view import View

MOST_ROWS: Final = 40
MOST_COLUMNS: Final = 9
_KERNEL: Final = ("effects", "uses", "delayed", "contexts")


def drawing(view: View, lang: str) -> str | None:
    """What the ruleset draws; None where it does not, or the drawing fails."""
    draw = view.rules.ruleset.draw
    if draw is None:
        return None
    try:
        return draw(view, lang)
    except Exception:  # a game is not lost because its picture cannot be drawn
        return None


def mapped(view: View, lang: str, width: int, over: Iterable[Item] = ()) -> str | None:
    """The map of the ruleset with these things over it, in characters; None where it has none or that fails."""
    if view.rules.ruleset.map is None:
        return None
    from ..geometry.maps import as_text

    try:
        return "\n".join(as_text(view.rules.ruleset.map(view).over(*over), width, lang))
    except Exception:  # a game is not lost because its map cannot be drawn
        return None


def overlay(space: Space, answer: Answer = None) -> tuple[Item, ...]:
    """What a space lays over the map; nothing where that fails."""
    try:
        return space.preview(answer)
    except Exception:  # nor because it cannot say what to draw
        return ()


def board(view: View, teller: Teller, width: int = WIDTH, over: Iterable[Item] = ()) -> RenderableType | None:
    """The table for one player, ready to be printed; None where there is nothing on it. Maps have things over them."""
    drawn = drawing(view, teller.lang)
    if drawn is not None:
        return Text.from_ansi(drawn.rstrip("\n"))
    if (shown := mapped(view, teller.lang, width, over)) is not None:
        return safe(shown)
    tables = list(_tables(view, teller))
    return Group(*tables) if tables else None


def _tables(view: View, teller: Teller) -> Iterator[RenderableType]:
    for table in view.state.tables:
        if table and table.name not in _KERNEL:
            yield _table(view, teller, table)


def _table(view: View, teller: Teller, rows: Any) -> RenderableType:
    """The records of one table, a line each; records of many fields one below the other."""
    key = f"table.{rows.name}"
    title = teller.texts.say(key, teller.lang) if key in teller.texts else rows.name.replace("_", " ").capitalize()
    records = list(rows.values())[:MOST_ROWS]
    fields = list(dict.fromkeys(name for row in records for name in row.__struct_fields__))
    shown = Table(title=safe(title), title_justify="left", title_style="bold", box=SIMPLE, pad_edge=False)
    facts = [teller.facts_of(view, record) for record in records]
    if len(fields) > MOST_COLUMNS:
        shown.show_header = False
        for one in facts:
            shown.add_row(*_in_pairs(teller, one))
    else:
        for field in fields:
            shown.add_column(teller.field(field))
        for one in facts:
            shown.add_row(*(safe(str(one.get(field, ""))) for field in fields))
    if len(rows) > MOST_ROWS:
        shown.caption = f"+ {len(rows) - MOST_ROWS}"
    return shown


def _in_pairs(teller: Teller, facts: dict[str, Any]) -> tuple[Text, Text]:
    told = (f"{teller.field(field)} {fact}" for field, fact in facts.items() if field != "id" and fact not in ("", 0))
    return safe(str(facts.get("id", "")), "bold"), safe(", ".join(told))
