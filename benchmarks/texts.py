"""How much of the texts of a real catalogue of Crisis Protocol the program plays, in three figures.

``python -m benchmarks.texts [CATALOGUE]`` prints them; the catalogue of ``../shared/data/mcp`` where none is named.
Lines and superpowers of cards that are no characters count as not played.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Final, NamedTuple

from rulewright.importing import read_xml
from rulewright_crisis_protocol.importing.cards import POWERS, profiles_of, text_of
from rulewright_crisis_protocol.importing.catalogue import Catalogue

REAL: Final = Path(__file__).parents[1].parent / "shared" / "data" / "mcp" / "MCP Inventory.cat"


class Figures(NamedTuple):
    """Shares of 1: lines of attacks and superpowers by program, characters with at most one rule by hand."""

    lines: float
    superpowers: float
    characters: float


def figures(catalogue: Path = REAL) -> Figures:
    """The three figures of a catalogue."""
    root = read_xml(catalogue.read_bytes())
    read = Catalogue(root)
    profiles = profiles_of(root)
    lines = sum(len(text_of(one).splitlines()) for one in profiles if one.type == "Attacks")
    powers = sum(one.type in POWERS for one in profiles)
    played = Counter(grade.kind for grade in read.grades if grade.played == "program")
    ruled = [one for one in read.grades if one.kind == "attack line" or one.kind in POWERS.values()]
    by_hand = Counter(one.owner for one in ruled if one.played != "program")
    owners = {one.owner for one in ruled}
    return Figures(
        played["attack line"] / max(1, lines),
        sum(played[kind] for kind in POWERS.values()) / max(1, powers),
        sum(by_hand[owner] <= 1 for owner in owners) / max(1, len(owners)),
    )


if __name__ == "__main__":
    found = figures(*map(Path, sys.argv[1:2]))
    print(f"lines of attacks by program: {found.lines:.1%}")
    print(f"superpowers by program: {found.superpowers:.1%}")
    print(f"characters with at most one rule by hand: {found.characters:.1%}")
