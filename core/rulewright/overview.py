"""
What a face shows of a game, as data: the panel of its ruleset, or plain tables, and the question of a player.

A face such as a browser needs two documents for a view: `panel_of` and `question_of`. Both are plain data with words in
all languages, and the ids in them are the same, so things on the panel can be clicked for answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import msgspec

from .narrator import WORDS, Narrator
from .orders import Then
from .panels import Emphasis, Panel, Piece, Row, Rows, Text
from .plaindata import Answer
from .requests import Player
from .text import LANGUAGES, Words, brief, show

if TYPE_CHECKING:
    from .refusals import Violation
    from .ruleset import Rules
    from .view import View

IDEAS: Final = 5
"""Where answers cannot be listed, this many are suggested."""

MOST_ROWS: Final = 40
MOST_COLUMNS: Final = 9
MOST_OF_ERROR: Final = 200
_KERNEL: Final = ("effects", "uses", "delayed", "contexts")


def panel_of(view: View) -> Panel:
    """The panel of the ruleset; tables of the records where it has none, and `tables_instead` where it fails."""
    make = view.rules.ruleset.panel
    if make is None:
        return tables_of(view)
    try:
        return make(view)
    except Exception as error:  # whatever a game raises: it is not lost because it cannot be drawn
        return tables_instead(view, error)


def tables_instead(view: View, error: Exception) -> Panel:
    """Tables of the records in place of a panel that failed, below a line that says so."""
    told = WORDS.both("panel.failed", error=brief(f"{type(error).__name__}: {error}", MOST_OF_ERROR))
    return Panel((Text(told, Emphasis.BAD), *tables_of(view).pieces))


# Questions ------------------------------------------------------------------------------------------------


ByLanguage: TypeAlias = Mapping[str, str]
"""A text in each language that was asked for."""


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """
    Something that a face offers: an answer, or an item that answers are made of, with what it is called.

    ``about`` are the ids of the things on the panel that it is about. ``why_not`` is the reason why it is closed now.
    """

    answer: Answer
    label: ByLanguage
    about: tuple[str, ...] = ()
    why_not: Words = ""


class Ahead(msgspec.Struct, frozen=True, omit_defaults=True):
    """An order: an answer with those to the questions that come of it, as it is called (`rulewright.orders`).

    Several may be called the same, each with another answer: "to objective 2" of each unit that can move.
    """

    answer: Answer
    label: ByLanguage
    then: tuple[Then, ...] = ()


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """
    What a player is asked, with all that a face needs to draw it and to send an answer back.

    Answers are plain data: one that was written as JSON and read back is the same answer for `Game.answer`. Each of
    the ``choices`` is an answer by itself. Where answers are made of several things, a selection, an order, shares,
    these are the ``items``. ``space`` has the kind of the answers and their bounds (`Space.describe`), ``how`` says in
    words what a person types, and where answers cannot be listed ``ideas`` are a few legal ones. What is ``closed`` may
    come to mind, and is refused now. ``orders`` are answers with those to the questions that follow.
    """

    player: Player
    ask: str
    text: ByLanguage
    how: ByLanguage
    space: Mapping[str, Any]
    rule: str = ""
    choices: tuple[Choice, ...] = ()
    items: tuple[Choice, ...] = ()
    ideas: tuple[Choice, ...] = ()
    closed: tuple[Choice, ...] = ()
    seconds: float | None = None
    """How long the player has, where a clock runs."""
    orders: tuple[Ahead, ...] = ()

    @property
    def parts(self) -> tuple[Choice, ...]:
        """What is listed and called by name: the choices, or else the items."""
        return self.choices or self.items


def question_of(
    view: View, request: Any = None, *, panel: Panel | None = None, langs: Sequence[str] = LANGUAGES
) -> Question | None:
    """
    What a player is asked now, or another request, in these languages; None where nothing is asked.

    What an option is about is said for a ``panel`` on which things have ids, such as that of the view.
    """
    request = view.request if request is None else request
    return None if request is None else _Asking(view, request, panel, langs).question()


@lru_cache(maxsize=8)
def _teller(rules: Rules, lang: str) -> Narrator:
    return Narrator(rules, lang)


class _Asking:
    """One request, as it is put to a face."""

    def __init__(self, view: View, request: Any, panel: Panel | None, langs: Sequence[str]) -> None:
        self.view, self.request, self.panel = view, request, panel
        self.tellers = [_teller(view.rules, lang) for lang in langs]

    def question(self) -> Question:
        request = self.request
        space = request.space
        parts, options = space.parts(), space.options()
        listed = tuple(map(self.choice, parts or ()))
        whole = parts is options or list(parts or ()) == list(options or ())
        names = {teller.lang: [one.label[teller.lang] for one in listed] for teller in self.tellers}
        prompts = {lang: space.prompt(called) for lang, called in names.items()}
        suggests = any(prompt.suggests for prompt in prompts.values())
        ideas = space.suggest(IDEAS, Random(0)) if suggests else ()
        return Question(
            request.player,
            request.ask,
            _each(self.tellers, lambda teller: teller.question(self.view, request)),
            {lang: show(prompt.how, lang) for lang, prompt in prompts.items()},
            space.describe(),
            request.rule,
            listed if whole else (),
            () if whole else listed,
            tuple(self.idea(answer, names) for answer in ideas),
            tuple(self.closed(answer, why) for answer, why in space.barred()),
            getattr(request, "seconds", None),
            tuple(self.orders()),
        )

    def orders(self) -> Iterator[Ahead]:
        """What may be said at once."""
        offered = self.view.rules.ruleset.orders
        for order in offered(self.view, self.request) if offered is not None else ():
            yield Ahead(order.answer, {one.lang: show(order.label, one.lang) for one in self.tellers}, order.then)

    def choice(self, answer: Answer, why_not: Words = "") -> Choice:
        label = _each(self.tellers, lambda teller: teller.option(self.view, self.request, answer))
        return Choice(answer, label, self.about(answer), why_not)

    def idea(self, answer: Answer, names: Mapping[str, Sequence[str]]) -> Choice:
        """A suggestion: the hint that the space gives, or else what would be typed."""
        space = self.request.space
        hint = space.hint(answer)
        label = {lang: show(hint, lang) or space.shown(answer, called) for lang, called in names.items()}
        return Choice(answer, label, self.about(answer))

    def closed(self, answer: Answer, why: Violation) -> Choice:
        reason = why.by(self.request.rule).said_in(self.view.rules.texts)
        return self.choice(answer, _each(self.tellers, lambda teller: reason.told(teller.lang)))

    def about(self, answer: Answer) -> tuple[str, ...]:
        return () if self.panel is None else about(self.view, self.panel, self.request, answer)


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


# Tables ---------------------------------------------------------------------------------------------------


def tables_of(view: View) -> Panel:
    """The records that a player may know, a table for each of the tables."""
    return Panel(tuple(_tables(view)))


def _tables(view: View) -> Iterator[Piece]:
    tellers = [_teller(view.rules, lang) for lang in LANGUAGES]
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


def _each(tellers: Iterable[Narrator], tell: Callable[[Narrator], str]) -> ByLanguage:
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
