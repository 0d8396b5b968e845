"""The public names of Rulewright with their signatures, as authors see them, read from the sources.

Public are `rulewright.__all__` and the rooms that pages and new projects import, with all that these hand on.
"""

from __future__ import annotations

import ast
import importlib.util
import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Final

import rulewright
from rulewright.plugins import MARK

ROOT: Final = Path(__file__).parents[2]
TEMPLATES: Final = ROOT / "core" / "rulewright_templates"
ALSO: Final = {"rulewright", "rulewright.effects"}
"""Rooms that authors import and no page shows."""
SPECIAL: Final = {"__init__", "__call__"}

_TAKEN: Final = re.compile(r"^ *from (rulewright(?:\.\w+)*) import (?:\(([^)]*)\)|([^\n]*))", re.M)
_WHOLE: Final = re.compile(r"^ *import (rulewright(?:\.\w+)*)(?![\w.])", re.M)


@cache
def reference() -> ModuleType:
    """The hook that writes the API reference; it knows what is at home where."""
    spec = importlib.util.spec_from_file_location("rulewright_reference", ROOT / ".ci" / "reference.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# What is public -----------------------------------------------------------------------


def imports(files: Iterable[Path]) -> set[tuple[str, str]]:
    """What code, or code on a page, imports of Rulewright: (room, name); without a name where the room itself."""
    found: set[tuple[str, str]] = set()
    for text in (file.read_text(encoding="utf-8") for file in files):
        found.update((room, "") for room in _WHOLE.findall(text))
        for room, bracketed, plain in _TAKEN.findall(text):
            listed = re.sub(r"#[^\n]*", "", bracketed or plain)
            found.update((room, part.split()[0]) for part in listed.split(",") if part.strip())
    return found


def author_imports() -> set[tuple[str, str]]:
    """What the pages and the projects of `rulewright new` import."""
    return imports([*sorted((ROOT / "docs").glob("*.md")), *sorted(TEMPLATES.rglob("*.py"))])


def rooms() -> list[str]:
    """The rooms that are public, sorted."""
    named = {f"{room}.{name}" if name else room for room, name in author_imports()}
    return sorted(ALSO | {room for room, _ in author_imports()} | {room for room in named if is_room(room)})


def is_room(name: str) -> bool:
    return reference().home(name) is not None


def offered(room: str) -> dict[str, str]:
    """The public names of a room, each with its home; rooms in it are none of them."""
    own = [] if room == "rulewright" else reference().defined(room)
    found = {name: f"{room}.{name}" for name in own if name not in imported(room)}
    handed = {name: reference().definition(home) for name, home in reference().handed_on(room).items()}
    return {**found, **{name: home for name, home in handed.items() if not is_room(home)}}


def imported(room: str) -> set[str]:
    """What a room takes from elsewhere, some of it for type checkers alone."""
    found = reference().statements(reference().parsed(room).body)
    return {alias.asname or alias.name for one in found if isinstance(one, ast.ImportFrom) for alias in one.names}


# As text ------------------------------------------------------------------------------


def written() -> str:
    """All public names with their signatures, a line each, by room; entry points first."""
    sections = [entry_points()]
    lists = {room: offered(room) for room in rooms()}
    homes: dict[str, set[str]] = {room: set() for room in rooms()}
    for home in {home for names in lists.values() for home in names.values()}:
        homes.setdefault(home.rpartition(".")[0], set()).add(home.rpartition(".")[2])
    for room in sorted(homes):
        handed = [f"{name} = {home}" for name, home in lists.get(room, {}).items() if home != f"{room}.{name}"]
        sections.append("\n".join([f"[{room}]", *sorted(handed), *signatures(room, homes[room])]))
    return "\n\n".join(sections) + "\n"


def entry_points() -> str:
    """The command, and the groups of entry points in which plugins are found."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = [f"command {name} = {place}" for name, place in project["scripts"].items()]
    for group, points in project["entry-points"].items():
        lines += [f"group {group}: {name} = {place}" for name, place in points.items()]
    return "\n".join(["[entry points]", *sorted(lines), f"API {rulewright.API}, which a plugin names as {MARK}"])


def signatures(room: str, names: set[str]) -> Iterator[str]:
    """What is at home in a room, in the order of its names."""
    found: dict[str, list[str]] = {name: [] for name in names}
    for statement in reference().statements(reference().parsed(room).body):
        for name in set(reference().names_bound(statement)) & names:
            found[name] += lines_of(statement, name)
    for name in sorted(names):
        yield from dict.fromkeys(found[name])


def lines_of(statement: ast.stmt, name: str) -> Iterator[str]:
    """A definition as lines; a class with its public fields and methods."""
    match statement:
        case ast.ClassDef():
            above = ", ".join(ast.unparse(part) for part in (*statement.bases, *statement.keywords))
            marks = [f"@{ast.unparse(mark)} " for mark in statement.decorator_list]
            yield f"{''.join(marks)}class {name}({above})"
            for inner in reference().statements(statement.body):
                for member in reference().names_bound(inner):
                    if member in SPECIAL or not member.startswith("_"):
                        yield from (f"    {line}" for line in lines_of(inner, member))
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            marks = [f"@{ast.unparse(mark)} " for mark in statement.decorator_list]
            gives = f" -> {ast.unparse(statement.returns)}" if statement.returns else ""
            yield f"{''.join(marks)}{name}({ast.unparse(statement.args)}){gives}"
        case ast.AnnAssign(value=value):
            kind = ast.unparse(statement.annotation)
            yield f"{name}: {kind}" if value is None or kind == "Final" else f"{name}: {kind} = {ast.unparse(value)}"
        case _:
            yield name
