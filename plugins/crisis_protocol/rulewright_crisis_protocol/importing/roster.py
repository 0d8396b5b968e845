"""Rosters of BattleScribe and New Recruit: a roster of the game, or a squad where there is less."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final
from xml.etree.ElementTree import Element

from rulewright.importing import slug
from rulewright.problems import ContentError, Problem

from .cards import cards_of, is_card, profiles_of, titled
from .texts import Document

SIZES: Final = {"characters": 10, "tactics": 8, "secure": 3, "extract": 3}
"""What a roster has of each (roster.contents)."""


def setup_of(root: Element) -> tuple[Document, tuple[str, ...]]:
    """The setup in which both players have this roster, and what could not be carried over."""
    found: dict[str, list[str]] = {kind: [] for kind in SIZES}
    for selection in root.iter("selection"):
        for kind, id in _chosen(selection):
            found[kind].append(id)
    setup, notes = setup_from(found)
    return setup, (*notes, "ids are made from names; where the imported content has two of a name, a number says which")


def setup_from(found: dict[str, list[str]]) -> tuple[Document, tuple[str, ...]]:
    """The setup in which both players have these cards, a roster or a squad, and what could not be carried over."""
    if not found["characters"]:
        raise _refused("a roster without characters", "characters of Crisis Protocol")
    notes = ["both players have this roster: write what the other one has in place of the second"]
    if all(len(found[kind]) == size for kind, size in SIZES.items()):
        return {"rosters": [found, found]}, tuple(notes)
    counts = ", ".join(f"{len(found[kind])} {kind}" for kind in SIZES)
    notes.append(f"it is no whole roster ({counts}), and became a squad")
    notes += [f"{kind}: {id}: a squad brings no crises" for kind in ("secure", "extract") for id in found[kind]]
    notes += [f"tactics: {id}: a squad has five" for id in found["tactics"][5:]]
    squad = {"characters": found["characters"][:10], "tactics": found["tactics"][:5]}
    notes += [f"characters: {id}: a squad has ten at most" for id in found["characters"][10:]]
    return {"squads": [squad, squad]}, tuple(notes)


def _chosen(selection: Element) -> Iterator[tuple[str, str]]:
    """What one selection itself is, without those in it."""
    own = Element("selection", selection.attrib)
    own.extend(part for part in selection if part.tag != "selections")
    if is_card(own):
        yield "characters", slug(cards_of(own)[0].name)
        return
    for profile in profiles_of(own):
        if profile.type == "Team Tactics":
            yield "tactics", slug(profile.name)
        elif profile.type == "Crisis":
            yield _crisis_kind(profile.value("Type")), slug(crisis_name(profile.name))


def crisis_name(name: str) -> str:
    """The name of a crisis without the threat in front of it."""
    before, mark, rest = name.partition(")")
    return titled(rest.strip() if mark and before.lstrip("(").isdigit() else name)


def _crisis_kind(type: str) -> str:
    return "extract" if type.lower().startswith("extract") else "secure"


def _refused(found: Any, expected: str) -> ContentError:
    return ContentError([Problem("", found=str(found), expected=expected)])
