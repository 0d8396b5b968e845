"""A game in words: what things are called, and options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from rulewright.geometry import grid
from rulewright.text import show

from ..book.wording import say

if TYPE_CHECKING:
    from rulewright import Request, View

Label = Callable[[Any, Any, str], str | None]
"""The words of an option ``(view, answer, lang)``; none where they are those of its name."""

SQUARES: Final = ("squares", "way")
NONE: Final = ("action", "attack", "again", "another", "instead", "obey")
"""The questions whose answer for nothing has words of its own."""


def name(view: View, field: str, value: Any, lang: str) -> str | None:
    """What characters, powers, squares and words are called; None for what the texts tell."""
    if field == "player" and type(value) is int:
        return say("seat.name", lang, number=value + 1)
    if field in SQUARES and isinstance(value, tuple) and value and isinstance(value[0], tuple):
        return " ".join(grid.name_of(square) for square in value)
    if field == "edge" and isinstance(value, str) and value:
        return edge(value, lang)
    if field == "id" and isinstance(value, str) and value in view.state.markers:
        return marker_name(view, view.state.markers[value], lang)
    if field == "kind" and isinstance(value, str) and value:
        return say(f"kind.{value}", lang)
    if field in ("characters", "replacements") and isinstance(value, tuple):
        return ", ".join(show(view.content.names(one), lang) for one in value)
    if field == "name" and isinstance(value, str):
        return power(view, value, lang)
    if isinstance(value, str) and value:
        return show(view.content.names(value), lang)
    return None


def edge(id: str, lang: str) -> str:
    """What a starting area is called."""
    word, _, number = id.partition(" ")
    return say(f"edge.{word}", lang, number=number) if number else say(f"edge.{word}", lang)


def power(view: View, id: str, lang: str) -> str:
    """What a power or ability is called."""
    special = id.partition("/")[0]
    if special in view.content.specials:
        return show(view.content.name_of(special), lang)
    return say(f"power.{id.partition(':')[0].replace('-', '_')}", lang)


def terrain(view: View, id: str, lang: str) -> str:
    """A terrain marker with where it lies, or a piece of the map by its name; empty for a character."""
    marker = view.state.markers.get(id)
    if marker is None:
        return "" if id in view.state.characters else id
    where = " ".join(grid.name_of(square) for square in marker.squares)
    return say("option.marker", lang, kind=marker_name(view, marker, lang), where=where)


def marker_name(view: View, marker: Any, lang: str) -> str:
    """What a terrain marker is called: by its own name, or by its kind."""
    return show(view.content.name_of(marker.card), lang) if marker.card else say(f"kind.{marker.kind}", lang)


def label(view: View, request: Request, answer: Any, lang: str) -> str | None:
    """An option in words; None for what the texts alone tell."""
    if answer is None:
        return say(f"none.{request.ask if request.ask in NONE else 'other'}", lang)
    make = _LABELS.get(request.ask)
    if make is not None and (found := make(view, answer, lang)):
        return found
    return name(view, request.ask, answer, lang) if isinstance(answer, str) else None


def _action(view: View, answer: Any, lang: str) -> str:
    id, what, type = answer
    return say("option.action", lang, who=_who(view, id, lang), type=type, what=power(view, what, lang))


def _attack(view: View, answer: Any, lang: str) -> str:
    return say(f"attack.{answer}", lang) if answer in ("close", "range") else power(view, answer, lang)


def _trigger(view: View, answer: Any, lang: str) -> str | None:
    if not isinstance(answer, tuple) or answer[1] not in view.state.characters:
        return None
    named = answer[0].partition(".")[0]
    what, version = power(view, named, lang), named.partition(":")[2]
    return say("option.trigger", lang, who=_who(view, answer[1], lang), what=f"{what} ({version})" if version else what)


def _reaction(view: View, answer: Any, lang: str) -> str | None:
    return power(view, answer[0].partition(".")[0], lang) if isinstance(answer, tuple) else None


def _who(view: View, id: str, lang: str) -> str:
    return show(view.content.names(id), lang)


def _always(ask: str) -> Label:
    """What is always called the same."""
    return lambda view, answer, lang: say(f"option.{ask}", lang)


_LABELS: Final[Mapping[str, Label]] = {
    "action": _action,
    "destroy": terrain,
    "lift": terrain,
    "pick_up": terrain,
    "edge": lambda view, answer, lang: edge(answer, lang),
    "place_base": lambda view, answer, lang: " ".join(map(grid.name_of, answer)),
    "first_player": lambda view, answer, lang: say("seat.name", lang, number=answer + 1),
    "value": lambda view, answer, lang: say(f"value.{answer}", lang),
    "die": lambda view, answer, lang: say("option.die", lang, number=answer + 1),
    "may": lambda view, answer, lang: say(f"option.{'yes' if answer else 'no'}", lang),
    "attack": _attack,
    "obey": _attack,
    "change": lambda view, answer, lang: say(
        "option.change", lang, stat=say(f"value.{answer[0]}", lang), by=f"{answer[1]:+d}"
    ),
    "power": power,
    "instead": power,
    "as_free": power,
    "trigger": _trigger,
    "react": _reaction,
    **{ask: _always(ask) for ask in ("again", "another", "drop", "knock_back", "impervious")},
}
"""What makes the words of an option, by its question."""
