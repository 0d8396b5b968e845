"""What a face shows of a game: the panel of its ruleset, or plain tables of what a player may know."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from .narrator import Narrator
from .panels import Emphasis, Panel, Piece, Row, Rows, Text
from .text import LANGUAGES, Words, show

if TYPE_CHECKING:
    from .plaindata import Answer
    from .view import View

MOST_ROWS: Final = 40
MOST_COLUMNS: Final = 9
_KERNEL: Final = ("effects", "uses", "delayed", "contexts")


def panel_of(view: View) -> Panel:
    """The panel of the ruleset; tables of the records where it has none, or where it fails.

    A game is not lost because it cannot be drawn: it is the kit that names such a failure.
    """
    make = view.rules.ruleset.panel
    if make is not None:
        try:
            return make(view)
        except Exception:  # whatever a game raises
            pass
    return tables_of(view)


def about(view: View, panel: Panel, request: Any, answer: Answer) -> tuple[str, ...]:
    """The ids of the things on a panel that an option is about: what the ruleset says, or else what the answer names.

    So a face can point at things when someone looks at an option, and offer the options of a thing that is clicked.
    """
    tell = view.rules.ruleset.about
    told = tell(view, request, answer) if tell is not None else None
    return tuple(word for word in dict.fromkeys(_words(answer)) if word in panel.ids) if told is None else tuple(told)


def _words(answer: Answer) -> Iterator[str]:
    if isinstance(answer, str):
        yield answer
    elif isinstance(answer, tuple | list):
        for part in answer:
            yield from _words(part)


def tables_of(view: View) -> Panel:
    """The records that a player may know, a table for each of the tables."""
    return Panel(tuple(_tables(view)))


def _tables(view: View) -> Iterator[Piece]:
    tellers = [Narrator(view.rules, lang) for lang in LANGUAGES]
    for table in view.state.tables:
        if table and table.name not in _KERNEL:
            yield _table(view, tellers, table)
            if len(table) > MOST_ROWS:
                yield Text(f"+ {len(table) - MOST_ROWS}", Emphasis.QUIET)


def _table(view: View, tellers: Sequence[Narrator], table: Any) -> Rows:
    """The records of one table, a row each; where they have many fields, in one cell what they have."""
    records = list(table.values())[:MOST_ROWS]
    fields = list(dict.fromkeys(name for record in records for name in record.__struct_fields__))
    facts = [{teller.lang: teller.facts_of(view, record) for teller in tellers} for record in records]
    title = _each(tellers, lambda teller: _title(teller, table.name))
    if len(fields) > MOST_COLUMNS:
        return Rows(tuple(Row(_in_pairs(tellers, one)) for one in facts), title=title)
    heads = tuple(_field(tellers, field) for field in fields)
    rows = (Row(tuple(Text(_fact(one, field)) for field in fields)) for one in facts)
    return Rows(tuple(rows), heads, title)


def _each(tellers: Iterable[Narrator], tell: Callable[[Narrator], str]) -> Words:
    return {teller.lang: tell(teller) for teller in tellers}


def _field(tellers: Iterable[Narrator], name: str) -> Words:
    return _each(tellers, lambda teller: teller.field(name))


def _title(teller: Narrator, table: str) -> str:
    key = f"table.{table}"
    return teller.texts.say(key, teller.lang) if key in teller.texts else table.replace("_", " ").capitalize()


def _fact(facts: Mapping[str, Mapping[str, Any]], field: str) -> Words:
    """A field of a record, by language."""
    return {lang: show(told.get(field, ""), lang) for lang, told in facts.items()}


def _in_pairs(tellers: Iterable[Narrator], facts: Mapping[str, Mapping[str, Any]]) -> tuple[Text, Text]:
    """The id of a record, and its other fields that are not empty."""

    def tell(teller: Narrator) -> str:
        told = facts[teller.lang].items()
        return ", ".join(f"{teller.field(name)} {fact}" for name, fact in told if name != "id" and fact not in ("", 0))

    return Text(_fact(facts, "id"), Emphasis.STRONG), Text(_each(tellers, tell))
