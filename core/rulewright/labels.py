"""Tables of what players read: a function for each question, each field, each kind of event.

A game writes the tables and gives what they make to its ruleset: :func:`by_question` for ``label=`` and ``about=``,
:func:`by_field` for ``name=``, :func:`by_kind` for ``facts=``. An entry that has nothing to say returns None.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeAlias, TypeVar

from .events import Event

if TYPE_CHECKING:
    from .requests import Request

P = ParamSpec("P")
T = TypeVar("T")

OfOption: TypeAlias = "Callable[Concatenate[Any, Request, Any, P], T | None]"
"""``(view, request, answer)``, and for labels the language."""
OfField: TypeAlias = "Callable[[Any, str, Any, str], str | None]"
"""``(view, field, value, language)``."""
OfThing: TypeAlias = "Callable[[Any, Any, str], Mapping[str, Any]]"
"""``(view, event or request, language)``."""


def entries_of(function: Callable[..., Any]) -> Mapping[Any, Callable[..., Any]]:
    """The functions that a table chooses among, by what each is for; none of a function that is no table."""
    found: Mapping[Any, Callable[..., Any]] = getattr(function, "entries", {})
    return found


def _made_of(tell: Callable[..., Any], table: Mapping[Any, Any], **also: Any) -> None:
    """Let a function say of which entries it is made."""
    vars(tell)["entries"] = {**table, **{key: entry for key, entry in also.items() if entry is not None}}


def by_question(
    table: Mapping[str, OfOption[P, T]], *, nothing: OfOption[P, T] | None = None, other: OfOption[P, T] | None = None
) -> OfOption[P, T]:
    """What options come to, by the ``ask`` of their question: labels, or what they are about.

    ``nothing`` is asked about the answer None, whatever the question; ``other`` where the table has no entry, or the
    entry returns None.
    """

    def tell(view: Any, request: Request, answer: Any, /, *args: P.args, **kwargs: P.kwargs) -> T | None:
        entry = nothing if answer is None and nothing is not None else table.get(request.ask)
        told = None if entry is None else entry(view, request, answer, *args, **kwargs)
        return other(view, request, answer, *args, **kwargs) if told is None and other is not None else told

    _made_of(tell, table, nothing=nothing, other=other)
    return tell


def by_field(table: Mapping[str, OfField], *, other: OfField | None = None) -> OfField:
    """What values are called, by the name of their field; ``other`` as in :func:`by_question`."""

    def tell(view: Any, field: str, value: Any, lang: str, /) -> str | None:
        entry = table.get(field)
        told = None if entry is None else entry(view, field, value, lang)
        return other(view, field, value, lang) if told is None and other is not None else told

    _made_of(tell, table, other=other)
    return tell


def by_kind(events: Mapping[type[Event], OfThing], questions: Mapping[str, OfThing]) -> OfThing:
    """The further facts of texts: of an event by the nearest of its classes, of a request by its ``ask``."""

    def tell(view: Any, thing: Any, lang: str, /) -> Mapping[str, Any]:
        kinds = (kind for kind in type(thing).__mro__ if kind in events)
        entry = events.get(next(kinds, Event)) if isinstance(thing, Event) else questions.get(thing.ask)
        return {} if entry is None else entry(view, thing, lang)

    _made_of(tell, {**{kind.__name__: entry for kind, entry in events.items()}, **questions})
    return tell
