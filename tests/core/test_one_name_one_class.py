"""A public class has a name of its own, so that an import says which one is meant."""

import ast
from collections import defaultdict
from pathlib import Path
from typing import Final

import rulewright

KERNEL: Final = Path(rulewright.__file__).parent

SAID_WITH_ITS_MODULE: Final = frozenset(
    {
        "Heading", "Line", "Marker", "MovePolicy", "Plan", "Squares", "Together", "Turn", "Zone",
    }
)  # fmt: skip
"""Geometry is a library of its own; who uses it says ``plane.Zone``, ``grid.Marker``, ``maps.Line``."""
INSIDE_GEOMETRY: Final = frozenset(
    {
        "Cause", "Edges", "Ground", "Near", "Obstacles", "Outlines", "Route", "Said", "Search", "Seen", "Spot", "Spots",
        "Standing", "View", "Way",
    }
)  # fmt: skip
"""What rooms of geometry share with no game: sight, moves and squares each have ways, grounds and searches."""


def homes() -> dict[str, set[str]]:
    """Each public class with the rooms that define it."""
    found = defaultdict(set)
    for path in KERNEL.rglob("*.py"):
        room = path.relative_to(KERNEL)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].add(str(room))
    return found


def test_no_two_public_classes_have_one_name() -> None:
    twice = {name: sorted(rooms) for name, rooms in homes().items() if len(rooms) > 1}

    assert {name: rooms for name, rooms in twice.items() if name not in SAID_WITH_ITS_MODULE | INSIDE_GEOMETRY} == {}
    assert (SAID_WITH_ITS_MODULE | INSIDE_GEOMETRY) - set(twice) == set()


def test_only_geometry_repeats_a_name() -> None:
    for name, rooms in homes().items():
        assert sum(not room.startswith("geometry") for room in rooms) <= 1, name
