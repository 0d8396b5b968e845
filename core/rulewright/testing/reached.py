"""What of a package a ruleset reaches: its flow, windows, triggers, powers, numbers, content, and what they call.

A citation on code that only tests call says nothing about games. What is looked at are the objects that a ruleset
holds, and the names in the code of their functions. A name that is an attribute, ``model.wounds``, stands for the
method of that name of every class that is reached; so a little more counts as reached than is, and not less.
"""

from __future__ import annotations

import ast
import gc
import importlib
import pkgutil
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any, Final, get_type_hints

from ..rules import PLACE

ATOMS: Final = (str, bytes, int, float, complex, bool, type(None), CodeType)
NO_CODE: Final = frozenset({
    "__pydantic_parent_namespace__", "__pydantic_core_schema__", "__pydantic_validator__", "__pydantic_serializer__",
    "__dict__", "__weakref__", "__module__", "__doc__", "__annotations__",
})  # fmt: skip
"""What stands in a class and is none of its code."""


def unreached(places: Iterable[str], packages: Iterable[Path], roots: Iterable[object]) -> frozenset[str]:
    """Those of some citations that nothing reaches; ``roots`` are what games run on."""
    walk = Reachable(packages)
    walk.all_from(roots)
    return frozenset(place for place in places if not walk.has(place))


class Reachable:
    """Goes from what a game runs on to all that it reaches."""

    def __init__(self, packages: Iterable[Path]) -> None:
        self.packages = [path.resolve() for path in packages]
        self.modules = list(_modules(self.packages))
        self.files = {one.__name__: Path(str(one.__file__)).resolve() for one in self.modules}
        self.known: dict[str, list[tuple[str, Any]]] = defaultdict(list)
        """What stands at the top of modules, by name."""
        self.tops: dict[int, list[tuple[str, str]]] = defaultdict(list)
        """By identity, under which names it stands there."""
        self.made: dict[tuple[str, str], set[str]] = {}
        """The names in the line that makes it."""
        self.names = set(_of_protocols())
        """The attributes that the platform or some reached function asks for."""
        self.methods: dict[str, list[Any]] = defaultdict(list)
        """The methods of reached classes that nobody has asked for yet."""
        self.seen: dict[int, Any] = {}
        self.constants: set[tuple[str, str]] = set()
        self.places: set[tuple[Path, str]] = set()
        self.waiting: list[Any] = []
        for module in self.modules:
            self._read(module)

    def _read(self, module: ModuleType) -> None:
        """Note what stands at the top of a module."""
        for name, value in vars(module).items():
            self.known[name].append((module.__name__, value))
            if not isinstance(value, ATOMS):
                self.tops[id(value)].append((module.__name__, name))
        for node in ast.parse(self.files[module.__name__].read_text(encoding="utf-8")).body:
            for name in _defined(node):
                self.made.setdefault((module.__name__, name), set()).update(_named(node))

    def has(self, place: str) -> bool:
        """Whether a citation is reached: the function or class in which it stands, or a table that is used."""
        found = PLACE.match(place)
        if found is None or not found["file"].endswith(".py"):
            return True  # content is read
        file, name = found["file"], found["name"]
        paths = [path / file for path in self.packages if (path / file).is_file()]
        modules = [module for module, path in self.files.items() if path in paths]
        first = name.partition(".")[0]
        there = [vars(sys.modules[module])[first] for module in modules if first in vars(sys.modules[module])]
        if not there:
            return True  # a call at the top of a module that is imported
        if isinstance(there[0], FunctionType | type):
            return any((path, name) in self.places for path in paths)
        return id(there[0]) in self.seen or any((module, first) in self.constants for module in modules)

    def all_from(self, roots: Iterable[object]) -> None:
        """Visit all that can be reached from these."""
        self.waiting.extend(roots)
        while self.waiting:
            one = self.waiting.pop()
            if isinstance(one, ATOMS) or id(one) in self.seen or isinstance(one, ModuleType):
                continue
            self.seen[id(one)] = one
            for module, name in self.tops.get(id(one), ()):
                self._constant(module, name)
            self._visit(one)

    def _visit(self, one: Any) -> None:
        if isinstance(one, FunctionType):
            self._function(one)
        elif isinstance(one, type):
            if one.__module__ in self.files:
                self._class(one)
        elif isinstance(one, MethodType):
            self.waiting += [one.__func__, one.__self__]
        else:
            self.waiting += [*gc.get_referents(one), type(one)]

    # -- functions

    def _function(self, one: FunctionType) -> None:
        self.waiting += [cell.cell_contents for cell in one.__closure__ or () if _is_full(cell)]
        self.waiting += [*(one.__defaults__ or ()), *(one.__kwdefaults__ or {}).values(), *vars(one).values()]
        if one.__module__ not in self.files:
            return
        for code in codes(one.__code__):
            self._place(one.__module__, code.co_qualname)
            self._names(code, one.__globals__)

    def _place(self, module: str, qualname: str) -> None:
        self.places.add((self.files[module], qualname.replace(".<locals>", "")))

    def _names(self, code: CodeType, names: dict[str, Any]) -> None:
        imported = {one for found in code.co_consts if _is_names(found, code.co_names) for one in found}
        for name in imported:
            for module, value in self.known[name]:
                self._tops(module, {name: value})
        self._used(set(code.co_names), names)

    def _used(self, names: set[str], there: dict[str, Any]) -> None:
        """Some code has these names, of what stands at the top of its module and of attributes."""
        found = {name: there[name] for name in names if name in there}
        for module in (one for one in found.values() if isinstance(one, ModuleType) and one.__name__ in self.files):
            self._tops(module.__name__, {name: vars(module)[name] for name in names if name in vars(module)})
        self._tops(there["__name__"], found)
        self._asked(names)

    def _tops(self, module: str, found: dict[str, Any]) -> None:
        for name, value in found.items():
            self.waiting.append(value)
            self._constant(module, name)
            for where, same in self.known[name]:
                if same is value:
                    self._constant(where, name)

    def _constant(self, module: str, name: str) -> None:
        """What stands under a name is used, and so is what it is made of."""
        if (module, name) not in self.constants:
            self.constants.add((module, name))
            self._used(self.made.get((module, name), set()), vars(sys.modules[module]))

    def _asked(self, names: set[str]) -> None:
        for name in names - self.names:
            self.names.add(name)
            self.waiting += self.methods.pop(name, ())

    # -- classes

    def _class(self, one: type) -> None:
        self._place(one.__module__, one.__qualname__)
        self.waiting += [base for base in one.__mro__[1:] if base.__module__ in self.files]
        self.waiting += _hinted(one)
        outside = {name for base in one.__mro__ if base.__module__ not in self.files for name in vars(base)}
        for name, value in vars(one).items():
            if name in NO_CODE:
                continue
            called = name in self.names or name in outside or name.startswith("__")
            if called or not _is_method(value):
                self.waiting.append(value)
            else:
                self.methods[name].append(value)


def _modules(packages: list[Path]) -> Iterator[ModuleType]:
    """All modules of packages, imported; of a folder that is no package those that are in use."""
    for package in packages:
        there = [one for one in list(sys.modules.values()) if _file(one) is not None]
        home = next((one for one in there if _file(one) == package / "__init__.py"), None)
        if home is None:
            yield from (one for one in there if _file(one).parent == package)
            continue
        yield home
        for found in pkgutil.walk_packages(home.__path__, f"{home.__name__}."):
            if not found.name.endswith("__main__"):
                yield importlib.import_module(found.name)


def _file(module: ModuleType) -> Any:
    """The file of a module, where it has one."""
    file = getattr(module, "__file__", None)
    return Path(file).resolve() if isinstance(file, str) else None


def _of_protocols() -> Iterator[str]:
    """What the platform asks of things that need no base class, such as file formats."""
    for module in [one for name, one in list(sys.modules.items()) if name.partition(".")[0] == "rulewright"]:
        for one in vars(module).values():
            if isinstance(one, type) and getattr(one, "_is_protocol", False):
                yield from vars(one)


def _defined(node: ast.stmt) -> list[str]:
    """The names that a line at the top of a module gives; a function and a class are not of their lines alone."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return [one.id for target in targets for one in ast.walk(target or ast.Pass()) if isinstance(one, ast.Name)]


def _named(node: ast.stmt) -> set[str]:
    """The names in a line, in the decorators of a function, and in the body of a class outside of its methods."""
    parts: list[ast.AST] = [node]
    if isinstance(node, ast.FunctionDef):
        parts = list(node.decorator_list)
    if isinstance(node, ast.ClassDef):
        parts = [*node.decorator_list, *node.keywords]
        parts += [one for one in node.body if not isinstance(one, ast.FunctionDef)]
    found = [one for part in parts for one in ast.walk(part)]
    names = {one.id for one in found if isinstance(one, ast.Name)}
    return names | {one.attr for one in found if isinstance(one, ast.Attribute)}


def codes(code: CodeType) -> Iterator[CodeType]:
    """A code object with all that stand in it."""
    yield code
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield from codes(one)


def _is_names(found: object, names: tuple[str, ...]) -> bool:
    """Whether a constant is what an import in a function asks for."""
    return isinstance(found, tuple) and bool(found) and all(isinstance(one, str) and one in names for one in found)


def _is_full(cell: Any) -> bool:
    try:
        cell.cell_contents  # noqa: B018
    except ValueError:
        return False
    return True


def _is_method(value: object) -> bool:
    return isinstance(value, FunctionType | staticmethod | classmethod | property) or hasattr(value, "func")


def _hinted(one: type) -> list[Any]:
    """The types of its fields."""
    try:
        return list(get_type_hints(one, include_extras=True).values())
    except Exception:  # a type that is only there for a type checker
        return []
