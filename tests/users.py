"""Names of the kernel that nobody uses but its own tests: ``python -m tests.users``.

Users are the games, the pages, the benchmarks, the projects that `rulewright new` makes, the table in the browser, the
checks of CI and, where they lie beside the checkout, the games of others. What a user names is used, and so is what
that names in turn. Names are compared as words: one that stands for two things is rather kept than missed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

ROOT: Final = Path(__file__).parents[1]
KERNEL: Final = ROOT / "core" / "rulewright"
OTHERS: Final = ROOT.parent / "shared"
USERS: Final = ("core/rulewright_templates", "plugins", "docs", "benchmarks", ".ci", "README.md", "pyproject.toml")
OWN_USERS: Final = ("web",)
"""Rooms of the kernel that use others and are not looked at themselves."""
CALLED_BY_LIBRARIES: Final = ("main.", "click.", "pytest.", "model_", "field_", "contextmanager")
"""How the decorators begin of what is called by what they come from."""

TEXTS: Final = (".py", ".md", ".toml", ".sh")

Definition: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
_WORD: Final = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True, eq=False)
class Named:
    """A function, method, class or constant: where it stands, how long it is, and the words in it."""

    room: str
    name: str
    owner: Named | None
    lines: int
    words: frozenset[str]
    called: bool
    """Whether Python or a library runs it by itself."""

    def __str__(self) -> str:
        return f"{self.room}: {self.owner.name + '.' if self.owner else ''}{self.name}"


def words_in(node: ast.AST, but: Iterable[ast.AST] = ()) -> frozenset[str]:
    """The names that code speaks of, those in short texts among them; imports and explanations name nothing."""
    found: set[str] = set()
    waiting = [node]
    while waiting:
        part = waiting.pop()
        match part:
            case ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant()):
                continue
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
                found.add(name)
            case ast.MatchClass(kwd_attrs=names):
                found.update(names)
            case ast.Constant(value=str(text)) if " " not in text.strip():
                found.update(_WORD.findall(text))
        waiting.extend(inner for inner in ast.iter_child_nodes(part) if inner not in but)
    return frozenset(found)


def named_in(room: str, body: Iterable[ast.stmt], owner: Named | None = None) -> Iterator[Named]:
    """What statements define, in classes too; other statements of a module as one that Python runs."""
    for node in body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                inner = node.body if isinstance(node, ast.ClassDef) else []
                methods = [part for part in inner if isinstance(part, Definition)]
                first = min([node.lineno, *(mark.lineno for mark in node.decorator_list)])
                found = Named(room, node.name, owner, _length(first, node), words_in(node, methods), _is_called(node))
                yield found
                yield from named_in(room, methods, found)
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                yield Named(room, name, None, _length(node.lineno, node), words_in(node) - {name}, name == "__all__")
            case ast.If(body=inner) | ast.Try(body=inner):
                yield from named_in(room, inner, owner)
            case _:
                yield Named(room, "", None, 0, words_in(node), True)


def _length(first: int, node: ast.stmt) -> int:
    return (node.end_lineno or first) - first + 1


def _is_called(node: Definition) -> bool:
    marks = [ast.unparse(mark) for mark in node.decorator_list]
    return node.name.startswith(("__", "pytest_")) or any(mark.startswith(CALLED_BY_LIBRARIES) for mark in marks)


def unused(kernel: Iterable[Named], words: Iterable[str]) -> list[Named]:
    """What nothing leads to from these words; what stands in a class that is unused is not listed by itself."""
    known, used = set(words), set[Named]()
    left = list(kernel)
    while found := [
        one for one in left if (one.called or one.name in known) and (one.owner is None or one.owner in used)
    ]:
        used.update(found)
        known.update(*(one.words for one in found))
        left = [one for one in left if one not in used]
    return [one for one in left if one.owner is None or one.owner in used]


def kernel() -> list[Named]:
    """All that the kernel defines, but for the rooms that only use it."""
    inside = [file for file in sorted(KERNEL.rglob("*.py")) if not _among(file, KERNEL, OWN_USERS)]
    texts = ((str(file.relative_to(KERNEL)), file.read_text(encoding="utf-8")) for file in inside)
    return [named for room, text in texts for named in named_in(room, ast.parse(text).body)]


def words_of_users() -> frozenset[str]:
    """Every word that users of the kernel write."""
    places = [ROOT / name for name in USERS] + [KERNEL / name for name in OWN_USERS]
    places += [OTHERS / name for name in ("authors", "DESIGN.md", "CARDS.md")]
    files = (file for place in places for file in (place.rglob("*.*") if place.is_dir() else [place]) if file.is_file())
    read = (file.read_text(encoding="utf-8") for file in files if file.suffix in TEXTS)
    return frozenset(word for text in read for word in _WORD.findall(text))


def _among(file: Path, root: Path, names: Iterable[str]) -> bool:
    return any(file.is_relative_to(root / name) for name in names)


def main() -> None:
    """Print what is unused, the longest first."""
    found = sorted(unused(kernel(), words_of_users()), key=lambda one: -one.lines)
    for one in found:
        print(f"{one.lines:5}  {one}")
    print(f"{sum(one.lines for one in found):5}  lines of {len(found)} names that nobody uses but tests")


if __name__ == "__main__":
    main()
