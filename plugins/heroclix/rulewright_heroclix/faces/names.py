"""A game in words: what things are called, and options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright.geometry import grid
from rulewright.text import show

from ..book.wording import say

if TYPE_CHECKING:
    from rulewright import Request, View

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
    if request.ask == "action":
        id, what, type = answer
        who = show(view.content.names(id), lang)
        return say("option.action", lang, who=who, type=type, what=power(view, what, lang))
    if request.ask in ("destroy", "lift", "pick_up") and (found := terrain(view, answer, lang)):
        return found
    if request.ask == "edge":
        return edge(answer, lang)
    if request.ask == "place_base":
        return " ".join(grid.name_of(square) for square in answer)
    if request.ask == "first_player":
        return say("seat.name", lang, number=answer + 1)
    if request.ask == "value":
        return say(f"value.{answer}", lang)
    if request.ask == "die":
        return say("option.die", lang, number=answer + 1)
    if request.ask == "may":
        return say(f"option.{'yes' if answer else 'no'}", lang)
    if request.ask == "obey" and answer == "move":
        return power(view, "move", lang)
    if request.ask in ("attack", "obey"):
        return say(f"attack.{answer}", lang) if answer in ("close", "range") else power(view, answer, lang)
    if request.ask in ("again", "another", "drop", "knock_back", "impervious"):
        return say(f"option.{request.ask}", lang)
    if request.ask == "change":
        return say("option.change", lang, stat=say(f"value.{answer[0]}", lang), by=f"{answer[1]:+d}")
    if request.ask in ("power", "instead", "as_free"):
        return power(view, answer, lang)
    if request.ask == "trigger" and isinstance(answer, tuple) and answer[1] in view.state.characters:
        named = answer[0].partition(".")[0]
        what, version = power(view, named, lang), named.partition(":")[2]
        who = show(view.content.names(answer[1]), lang)
        return say("option.trigger", lang, who=who, what=f"{what} ({version})" if version else what)
    if request.ask == "react" and isinstance(answer, tuple):
        return power(view, answer[0].partition(".")[0], lang)
    if isinstance(answer, str):
        return name(view, request.ask, answer, lang)
    return None
