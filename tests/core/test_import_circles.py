"""No room of the house imports in a circle, not even for annotations, without a reason that stands here."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import NamedTuple

import pytest

from rulewright.plugins import GROUP

GAMES = sorted(point.value for point in entry_points(group=GROUP))
PACKAGES = {name: Path(str(import_module(name).__file__)).parents[1] for name in ("rulewright", *GAMES)}

NAMED: dict[str, dict[str, str]] = {
    "rulewright": {
        "Game": "what steps, triggers and powers are handed",
        "View": "what bots and faces are handed",
        "Position": "what those who only read are handed",
        "Rules": "what a game is played by; the parts of a ruleset are handed it",
        "Listeners": "what listens to an event, which the rules look up for the triggers at work",
        "ContentKind": "what an error about content may have at hand to say its forms",
        "Verb": "what programs carry out, and what is worded",
        "Amount": "what programs count, and what is worded",
        "Wording": "what a verb, an amount and a condition say themselves with",
        "Sitting": "what a command of the terminal is handed",
        "Summary": "what a picture of results is drawn of",
        "Comparison": "what a picture of results is drawn of",
        "Matrix": "what a picture of results is drawn of",
    },
    "rulewright_crisis_protocol": {
        "Book": "what superpowers and the mission are looked up in",
    },
    "rulewright_dice_throne": {
        "Content": "what is compiled into the book",
        "Verb": "what sheets have their effects as",
        "Cost": "what sheets have their prices as",
        "Compiler": "what a verb is handed when the book is made",
        "Wording": "what a verb says itself with",
        "ChangeDie": "whose choices are worked out",
    },
    "rulewright_heroclix": {
        "models": "what is printed on cards, which their sheets hand on",
    },
    "rulewright_unmatched_nemesis": {
        "Book": "what words are looked up in",
    },
}
"""Classes that annotations name from below, by the package, and why: an argument is handed in, nothing is called."""

OPENED: dict[tuple[str, str], str] = {
    ("rulewright.game", "rulewright.view"): "`game.view(seat)` opens the view",
    ("rulewright.game", "rulewright.journal"): "`game.save()` writes the journal",
}
"""Functions that open a room above their own when they are called, and load it only then."""


class Import(NamedTuple):
    room: str
    target: str
    name: str
    when: str
    """``loading``, ``calling`` or ``annotating``."""


def rooms(package: str) -> dict[str, Path]:
    """Every module of a package with its file."""
    base = PACKAGES[package] / package
    found = {}
    for file in base.rglob("*.py"):
        parts = [package, *file.relative_to(base).with_suffix("").parts]
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return found


@cache
def imports(package: str) -> tuple[Import, ...]:
    """Every import of a room by another, also inside functions and under TYPE_CHECKING."""
    files = rooms(package)
    inside = {room: file for room, file in files.items() if room != package}  # whose list of names opens every room
    return tuple(
        one
        for room, file in inside.items()
        for one in _imports_in(ast.parse(file.read_text("utf-8")), room, file, files, "loading")
    )


def _imports_in(node: ast.AST, room: str, file: Path, files: dict[str, Path], when: str) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ImportFrom):
            base = _source(child, room, file)
            for alias in child.names:
                target = f"{base}.{alias.name}" if f"{base}.{alias.name}" in files else base
                if target in files and target != room:
                    yield Import(room, target, alias.name, when)
        elif isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            yield from _imports_in(ast.Module(child.body, []), room, file, files, "annotating")
            yield from _imports_in(ast.Module(child.orelse, []), room, file, files, when)
        else:
            inside = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) and when == "loading"
            yield from _imports_in(child, room, file, files, "calling" if inside else when)


def _source(node: ast.ImportFrom, room: str, file: Path) -> str:
    if not node.level:
        return node.module or ""
    package = room if file.name == "__init__.py" else room.rpartition(".")[0]
    parts = package.split(".")[: len(package.split(".")) - node.level + 1]
    return ".".join([*parts, *([node.module] if node.module else [])])


def has_reason(one: Import, named: dict[str, str], opened: dict[tuple[str, str], str]) -> bool:
    """Whether an import may go up: for an annotation, or in a method that opens a room."""
    if one.when == "annotating":
        return one.name in named
    return one.when == "calling" and (one.room, one.target) in opened


def circle(package: str, named: dict[str, str], opened: dict[tuple[str, str], str]) -> list[Import]:
    """The imports that lie in circles, or between two, and have no reason."""
    links = [one for one in imports(package) if not has_reason(one, named, opened)]
    while True:
        onward, reached = {one.room for one in links}, {one.target for one in links}
        left = [one for one in links if one.target in onward and one.room in reached]
        if len(left) == len(links):
            return links
        links = left


@pytest.mark.parametrize("package", PACKAGES)
def test_no_rooms_import_in_a_circle_without_a_reason(package: str) -> None:
    found = circle(package, NAMED.get(package, {}), OPENED)
    assert not found, "\n".join(f"{one.room} -> {one.target}: {one.name} ({one.when})" for one in found)


def test_each_reason_is_needed() -> None:
    idle = [
        (package, name)
        for package, named in NAMED.items()
        for name in named
        if not circle(package, {key: reason for key, reason in named.items() if key != name}, OPENED)
    ]
    for way in OPENED:
        package = way[0].partition(".")[0]
        if not circle(package, NAMED[package], {key: reason for key, reason in OPENED.items() if key != way}):
            idle.append(way)
    assert not idle, "these close no circle any more"
