"""Texts said back: what the program understood of each text of a file, in its own words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from ..plugins import own_content, registry
from ..text import show, shown
from .failing import Failed

if TYPE_CHECKING:
    from ..wording import Wording


class SaidBack(msgspec.Struct, frozen=True):
    """A text: whose it is and where it stands, as its owner has it, and what the program will play."""

    entry: str
    place: str
    printed: str
    understood: str


def said_back(path: Path, game: str, lang: str) -> list[SaidBack]:
    """Every text of a file of sound content, in the order of the file.

    Raises Failed where a game has no words for effects.
    """
    content = registry().get(game).freeze([own_content(game, path)]).content
    sayings = getattr(content, "by_hand", None)
    if sayings is None or not hasattr(content, "pack"):
        raise Failed(f"{game} has no words for what its texts do: nothing can be said back")
    shipped = registry().rules(game).content
    wording = sayings.wording(lang)
    return [
        SaidBack(f"{kind} {id}", *text)
        for kind in content.kinds
        for id, entry in content[kind].items()
        if id not in shipped[kind]
        for text in _texts_of(entry, wording)
    ]


def _texts_of(entry: Any, wording: Wording) -> Iterator[tuple[str, str, str]]:
    """The texts in an entry: what is said besides their parts, parts that say themselves, and effects that stand alone.

    A text of its owner of which nothing was understood is among them, with nothing.
    """
    from ..vocabulary import ContentModel, TextPart, Verb, walk

    models = [(path, model) for path, model in walk(entry) if isinstance(model, ContentModel)]
    beside = {path: told for path, model in models if (told := model.beside_its_parts(wording))}
    said = [(path, model) for path, model in walk(entry) if isinstance(model, TextPart | Verb)]
    printed = {path: own for path, model in walk(entry) if (own := _printed(model, wording.lang))}
    inside: tuple[str, ...] = ()
    yield from ((path, printed.get(path, ""), told) for path, told in beside.items())
    for path, model in said:
        if not path.startswith(inside) and (understood := model.said(wording)):
            inside = (*inside, f"{path}.", f"{path}[") if path else ("",)
            over = next((place for place in reversed(printed) if _holds(place, path)), None)
            yield path, "" if over is None else printed[over], understood
    for place, own in printed.items():
        if place not in beside and not any(_holds(place, path) and model.said(wording) for path, model in said):
            yield place, own, ""


def _holds(place: str, path: str) -> bool:
    """Whether one path leads to another, or to something in it."""
    return not place or path == place or path.startswith((f"{place}.", f"{place}["))


def _printed(model: Any, lang: str) -> str:
    """The text of a model as its owner has it; what is played by hand says its own."""
    from ..vocabulary import Verb

    own = "" if isinstance(model, Verb) else getattr(model, "text", "") or getattr(model, "printed", "")
    return own if isinstance(own, str) else show(own, lang)


def lines(texts: Sequence[SaidBack]) -> Iterator[str]:
    """The texts one below the other, each with what was understood."""
    entry = ""
    for one in texts:
        if one.entry != entry:
            entry = one.entry
            yield f"  {entry}"
        place = ": ".join(filter(None, (one.place, f"“{shown(one.printed)}”" if one.printed else "")))
        if place:
            yield f"    {place}"
        yield f"      {shown(one.understood) or 'nothing of it is played by the program'}"
