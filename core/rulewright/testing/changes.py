"""Changes of the code of a rule, each of them small: what a test that proves the rule should notice."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec

Edit: TypeAlias = "tuple[ast.AST, str, Any]"
"""A node, the field of it that is changed, and to what."""

COMPARISONS: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
"""A boundary is shifted by one, or a question is answered the other way."""
CALLS: Final = {"all": "any", "any": "all", "min": "max", "max": "min", "reversed": "list", "sorted": "list"}
"""Every one for any, the least for the most, an order for none."""


class CodeChange(msgspec.Struct, frozen=True):
    """A change of the code of a function: the file, the line, what stands there and what would instead."""

    file: str
    line: int
    function: str
    before: str
    after: str
    number: int
    """Which of the changes of its function it is."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line} ({self.function}): {self.before!r} -> {self.after!r}"


def changes_of(path: Path, function: str) -> list[CodeChange]:
    """All changes of a function or class, by its name in the file, ``Damage.do``; none of what is neither."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = _named(tree, function)
    return [] if found is None else [_told(path, function, number, edit) for number, edit in enumerate(_edits(found))]


def changed_tree(path: Path, change: CodeChange) -> ast.Module:
    """The module with that change; lines stay where they are."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = _named(tree, change.function)
    assert found is not None
    for number, (node, field, value) in enumerate(_edits(found)):
        if number == change.number:
            setattr(node, field, value)
    return ast.fix_missing_locations(tree)


def _named(tree: ast.AST, name: str) -> ast.AST | None:
    """A function or class by its name, which for methods has that of the class in front."""
    first, _, rest = name.partition(".")
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == first:
            return _named(node, rest) if rest else node
    return None


def _told(path: Path, function: str, number: int, edit: Edit) -> CodeChange:
    node, field, value = edit
    before = ast.unparse(node)
    changed = deepcopy(node)
    setattr(changed, field, value)
    after = ast.unparse(ast.fix_missing_locations(changed))
    return CodeChange(str(path), getattr(node, "lineno", 0), function, _short(before), _short(after), number)


def _short(code: str) -> str:
    line = " ".join(code.split())
    return line if len(line) <= 100 else f"{line[:97]}..."


# Edits ------------------------------------------------------------------------------------------------------


def _edits(function: ast.AST) -> Iterator[Edit]:
    """What may be changed in a function, in the order of the code: not its annotations, decorators and texts."""
    functions = _methods(function) if isinstance(function, ast.ClassDef) else [function]
    for node in (node for one in functions for node in _walk(one)):
        for sort, edits in EDITS.items():
            if isinstance(node, sort):
                yield from edits(node)


def _methods(found: ast.ClassDef) -> list[ast.AST]:
    """The methods of a class; what else stands in it is data."""
    return [one for one in found.body if isinstance(one, ast.FunctionDef)]


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    for name, value in ast.iter_fields(node):
        if name in ("decorator_list", "annotation", "returns", "args", "bases", "keywords") and not isinstance(
            node, ast.Call
        ):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield child
                yield from _walk(child)


def _of_compare(node: ast.Compare) -> Iterator[Edit]:
    for place, sort in enumerate(map(type, node.ops)):
        yield node, "ops", [*node.ops[:place], COMPARISONS[sort](), *node.ops[place + 1 :]]


def _of_bool(node: ast.BoolOp) -> Iterator[Edit]:
    yield node, "op", ast.Or() if isinstance(node.op, ast.And) else ast.And()
    if len(node.values) > 2:
        for place in range(len(node.values)):
            yield node, "values", [*node.values[:place], *node.values[place + 1 :]]


def _of_condition(node: ast.If | ast.IfExp) -> Iterator[Edit]:
    yield node, "test", ast.UnaryOp(ast.Not(), node.test)


def _of_not(node: ast.UnaryOp) -> Iterator[Edit]:
    if isinstance(node.op, ast.Not):
        yield node, "operand", ast.UnaryOp(ast.Not(), node.operand)


def _of_number(node: ast.Constant) -> Iterator[Edit]:
    if type(node.value) is bool:
        yield node, "value", not node.value
    elif type(node.value) is int:
        yield node, "value", node.value + 1
        yield node, "value", node.value - 1


def _of_call(node: ast.Call) -> Iterator[Edit]:
    if isinstance(node.func, ast.Name) and node.func.id in CALLS and len(node.args) == 1 and not node.keywords:
        yield node, "func", ast.Name(CALLS[node.func.id], ast.Load())


def _of_filter(node: ast.comprehension) -> Iterator[Edit]:
    for place in range(len(node.ifs)):
        yield node, "ifs", [*node.ifs[:place], *node.ifs[place + 1 :]]


def _of_sum(node: ast.BinOp) -> Iterator[Edit]:
    if isinstance(node.op, ast.Add | ast.Sub):
        yield node, "op", ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()


def _of_return(node: ast.Return) -> Iterator[Edit]:
    if node.value is not None and not isinstance(node.value, ast.Constant):
        yield node, "value", ast.Constant(None)


EDITS: Final[dict[type[ast.AST] | tuple[type[ast.AST], ...], Callable[[Any], Iterator[Edit]]]] = {
    ast.Compare: _of_compare, ast.BoolOp: _of_bool, (ast.If, ast.IfExp): _of_condition, ast.UnaryOp: _of_not,
    ast.Constant: _of_number, ast.Call: _of_call, ast.comprehension: _of_filter, ast.BinOp: _of_sum,
    ast.Return: _of_return,
}  # fmt: skip
"""For each sort of node what may be changed of it."""
