"""Changes of the code of a rule, each of them small: what a test that proves the rule should notice.

Libraries that change code for tests (mutmut, cosmic-ray, and what libcst offers) change the files of a package and run
all tests for each change. Needed here are the changes of one function, made in the process that runs its tests.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from functools import cache
from pathlib import Path
from types import MappingProxyType, NoneType
from typing import Any, Final, TypeAlias

import msgspec

Edit: TypeAlias = "tuple[ast.AST, str, Any]"
"""A node, the field of it that is changed, and to what."""
Edits: TypeAlias = "Mapping[type[ast.AST] | tuple[type[ast.AST], ...], Callable[[Any], Iterator[Edit]]]"

COMPARISONS: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
"""A boundary is shifted by one, or a question is answered the other way."""
CALLS: Final = {"all": "any", "any": "all", "min": "max", "max": "min", "reversed": "list", "sorted": "list"}
"""Every one for any, the least for the most, an order for none."""


class CodeChange(msgspec.Struct, frozen=True):
    """A change of the code of a function, class or table: where it is, what stands there and what would instead."""

    file: str
    line: int
    function: str
    before: str
    after: str
    number: int
    """Which of the changes of its function it is."""
    package: str = ""
    """The folder of the package that the file is in."""
    data: bool = False
    """Whether it is made where the module is imported: of a table, or of the fields of a class."""

    @property
    def module(self) -> str:
        """The file as the package has it."""
        return Path(self.file).relative_to(self.package).as_posix() if self.package else self.file

    def __str__(self) -> str:
        return f"{self.module}:{self.line} ({self.function}): {self.before!r} -> {self.after!r}"


def changes_of(path: Path, function: str, package: Path | None = None, line: int = 0) -> list[CodeChange]:
    """All changes of what has that name in a file: a function, a method, ``Damage.do``, a class, or a table.

    Of what is carried out once, where modules of the package are imported, only the call that stands at the line.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = _named(tree, function)
    if found is None:
        return []
    folder = "" if package is None else str(package)
    once = function in (_called_at_once(package) if package is not None else ())
    edits = [(number, edit, once or data) for number, (edit, data) in enumerate(_edits(found, tree))]
    here = _call_at(found, line) if once or not isinstance(found, ast.FunctionDef) else None
    if here is not None:
        inside = {id(node) for node in ast.walk(here)}
        edits = [one for one in edits if id(one[1][0]) in inside]
    return [_told(path, function, number, edit, data, folder) for number, edit, data in edits]


@cache
def _called_at_once(package: Path) -> frozenset[str]:
    """The functions that modules of a package call where they are imported."""
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in package.rglob("*.py"))
    lines = (line for tree in trees for line in tree.body if isinstance(line, ast.Assign | ast.AnnAssign | ast.Expr))
    calls = (node.func for line in lines for node in ast.walk(line) if isinstance(node, ast.Call))
    return frozenset(call.id for call in calls if isinstance(call, ast.Name))


def _call_at(found: ast.AST, line: int) -> ast.Call | None:
    """The innermost call that cites a rule at a line."""
    calls = [
        one for one in ast.walk(found) if isinstance(one, ast.Call) and one.lineno <= line <= (one.end_lineno or 0)
    ]
    citing = [one for one in calls if any(word.arg in ("rule", "rules") for word in one.keywords)]
    return max(citing, key=lambda one: one.lineno, default=None)


def changed_tree(path: Path, change: CodeChange) -> ast.Module:
    """The module with that change; lines stay where they are."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = _named(tree, change.function)
    assert found is not None
    for number, ((node, field, value), _) in enumerate(_edits(found, tree)):
        if number == change.number:
            setattr(node, field, value)
    return ast.fix_missing_locations(tree)


def _named(tree: ast.AST, name: str) -> ast.AST | None:
    """A function or class by its name, which for methods has that of the class in front, or a table."""
    first, _, rest = name.partition(".")
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == first:
            return _named(node, rest) if rest else node
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(tree, ast.Module) and not rest:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(isinstance(target, ast.Name) and target.id == first for target in targets):
                return node
    return None


def _told(path: Path, function: str, number: int, edit: Edit, data: bool, package: str) -> CodeChange:
    node, field, value = edit
    before = ast.unparse(node)
    changed = deepcopy(node)
    setattr(changed, field, value)
    after = ast.unparse(ast.fix_missing_locations(changed))
    line = next(one.lineno for one in ast.walk(node) if hasattr(one, "lineno"))
    return CodeChange(str(path), line, function, _short(before), _short(after), number, package, data)


def _short(code: str) -> str:
    line = " ".join(code.split())
    return line if len(line) <= 100 else f"{line[:97]}..."


# Edits ------------------------------------------------------------------------------------------------------


def _edits(found: ast.AST, tree: ast.Module) -> Iterator[tuple[Edit, bool]]:
    """What may be changed, in the order of the code, and whether it is data: not annotations, decorators and texts.

    Of a function the numbers of its module that it names are changed, too.
    """
    if isinstance(found, ast.Assign | ast.AnnAssign):
        yield from ((edit, True) for edit in _in_data(found.value))
    elif isinstance(found, ast.ClassDef):
        yield from ((edit, False) for one in found.body if isinstance(one, ast.FunctionDef) for edit in _in_code(one))
        fields = (one for one in found.body if isinstance(one, ast.AnnAssign | ast.Assign))
        yield from ((edit, True) for one in fields for edit in _of_field(one))
    else:
        yield from ((edit, False) for edit in _in_code(found))
        yield from ((edit, True) for number in _numbers_of(found, tree) for edit in _of_number(number))


def _numbers_of(function: ast.AST, tree: ast.Module) -> Iterator[ast.Constant]:
    """The numbers at the top of a module that a function names."""
    names = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
    for line in tree.body:
        if isinstance(line, ast.Assign | ast.AnnAssign) and isinstance(line.value, ast.Constant):
            targets = line.targets if isinstance(line, ast.Assign) else [line.target]
            if any(isinstance(target, ast.Name) and target.id in names for target in targets):
                yield line.value


def _in_code(function: ast.AST, more: Edits = MappingProxyType({})) -> Iterator[Edit]:
    for node in _walk(function):
        for sort, edits in (*EDITS.items(), *more.items()):
            if isinstance(node, sort):
                yield from edits(node)


def _in_data(value: ast.expr | None) -> Iterator[Edit]:
    """The changes of a table: those of code, and an entry less."""
    if value is not None:
        yield from _in_code(ast.Expr(value), {(ast.Tuple, ast.List, ast.Set): _of_table, ast.Dict: _of_mapping})


def _of_field(field: ast.AnnAssign | ast.Assign) -> Iterator[Edit]:
    """The changes of a field of a class: of its default, of its bounds and of the words that it may have."""
    yield from _in_data(field.value)
    for node in ast.walk(field.annotation) if isinstance(field, ast.AnnAssign) else ():
        if isinstance(node, ast.Call):
            yield from _in_code(node)
        elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "Literal":
            yield from _of_table(node.slice) if isinstance(node.slice, ast.Tuple) else ()


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


def _of_table(node: ast.Tuple | ast.List | ast.Set) -> Iterator[Edit]:
    if len(node.elts) > 1 and isinstance(getattr(node, "ctx", None), ast.Load | NoneType):
        for place in range(len(node.elts)):
            yield node, "elts", [*node.elts[:place], *node.elts[place + 1 :]]


def _of_mapping(node: ast.Dict) -> Iterator[Edit]:
    """An entry stands for the next one."""
    if len(node.values) > 1:
        for place in range(len(node.values) - 1):
            swapped = [node.values[place + 1], node.values[place]]
            yield node, "values", [*node.values[:place], *swapped, *node.values[place + 2 :]]


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


EDITS: Final[Edits] = {
    ast.Compare: _of_compare, ast.BoolOp: _of_bool, (ast.If, ast.IfExp): _of_condition, ast.UnaryOp: _of_not,
    ast.Constant: _of_number, ast.Call: _of_call, ast.comprehension: _of_filter, ast.BinOp: _of_sum,
    ast.Return: _of_return,
}  # fmt: skip
"""For each sort of node what may be changed of it."""
