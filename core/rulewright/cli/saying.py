"""Texts said back: what the program understood of each text of a file, in its own words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from ..plugins import own_content, registry
from ..text import show, shown

if TYPE_CHECKING:
    from ..wording import Wording


class SaidBack(msgspec.Struct, frozen=True):
    """A text: whose it is and where it stands, as its owner has it, and what the program will play."""

    entry: str
    place: str
    printed: str
    understood: str


def said_back(path: Path, game: str, lang: str) -> list[SaidBack]:
    """Every text of a file of sound content, in the order of the file. Empty where a game has no words for effects."""
    content = registry().get(game).freeze([own_content(game, path)]).content
    sayings = getattr(content, "by_hand", None)
    if sayings is None or not hasattr(content, "pack"):
        return []
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
    """The texts in an entry: parts that say themselves, and effects that stand by themselves."""
    from ..vocabulary import TextPart, Verb, walk

    inside: tuple[str, ...] = ()
    printed: list[tuple[str, str]] = []
    for path, model in walk(entry):
        if own := str(getattr(model, "text", "") or getattr(model, "printed", "")):
            printed.append((path, own if isinstance(own, str) else show(own, wording.lang)))
        if path.startswith(inside) or not isinstance(model, TextPart | Verb):
            continue
        understood = model.said(wording)
        if understood:
            inside = (*inside, f"{path}.", f"{path}[") if path else ("",)
            yield path, next((text for place, text in reversed(printed) if path.startswith(place)), ""), understood


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
        yield f"      {shown(one.understood)}"
