"""The API reference is complete: every public module is on a page, every public name is found and explained."""

import ast
import importlib.util
import inspect
import pydoc
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

import rulewright

HOOK = Path(__file__).parents[2] / ".ci" / "reference.py"
CORE = HOOK.parents[1] / "core"

UNDOCUMENTED = {
    "ChanceRequest.about",
    "ChanceRequest.ask",
    "ChanceRequest.player",
    "ChanceRequest.rule",
    "ChanceRequest.stream",
}
"""What has no docstring yet, by the last two parts of its name. This list only ever gets shorter."""

PACKAGES = {"bots", "env", "geometry", "odds", "powers", "simulate", "testing"}
"""Public packages of the kernel, with names of their own."""

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@cache
def reference() -> ModuleType:
    """The hook that writes the pages; it imports nothing of mkdocs until mkdocs runs it."""
    spec = importlib.util.spec_from_file_location("rulewright_reference", HOOK)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def public_modules() -> list[str]:
    """Every module of the kernel whose name has no underscore in front, and what lies in no such folder."""
    files = [path.relative_to(CORE).with_suffix("") for path in sorted((CORE / "rulewright").rglob("*.py"))]
    modules = {file.parts[:-1] if file.name == "__init__" else file.parts for file in files}
    return sorted(
        ".".join(parts) for parts in modules if all(part.isidentifier() and not part.startswith("_") for part in parts)
    )


def inner(module: str) -> bool:
    return any(module == room or module.startswith(f"{room}.") for room in reference().INNER)


@cache
def shown() -> Counter[str]:
    """Module -> how often the pages show it, as they are written."""
    texts = [reference().text(page) for page in reference().pages()]
    return Counter(module for text in texts for module in re.findall(r"^::: (\S+)$", text, re.M))


def definitions(body: list[ast.stmt], within: str) -> Iterator[tuple[str, Definition]]:
    """The public functions and classes, and the methods of these; declarations of overloads left out."""
    for node in reference().statements(body):
        if not isinstance(node, Definition) or node.name.startswith("_"):
            continue
        if any(ast.unparse(mark).endswith(("overload", ".setter")) for mark in node.decorator_list):
            continue
        name = f"{within}.{node.name}"
        yield name, node
        if isinstance(node, ast.ClassDef):
            yield from definitions(node.body, name)


@cache
def documented_things() -> dict[str, Definition]:
    trees = {module: reference().parsed(module) for module in shown()}
    return {name: node for module, tree in trees.items() for name, node in definitions(tree.body, module)}


@cache
def bases() -> dict[str, set[str]]:
    """Class -> the classes it names as its bases, all by their short names."""
    found: dict[str, set[str]] = {}
    for node in documented_things().values():
        if isinstance(node, ast.ClassDef):
            names = {ast.unparse(base).partition("[")[0].rpartition(".")[2] for base in node.bases}
            found.setdefault(node.name, set()).update(names)
    return found


@cache
def explained_methods() -> set[tuple[str, str]]:
    """(class, method), by their short names, of the methods with a docstring."""
    return {(name.split(".")[-2], node.name) for name, node in documented_things().items() if ast.get_docstring(node)}


def explained_above(kind: str, method: str) -> bool:
    """A method that a base class explains needs no second explanation."""
    above = bases().get(kind, set()) - {kind}
    return any((base, method) in explained_methods() or explained_above(base, method) for base in above)


def without_docstring() -> set[str]:
    return {
        ".".join(name.split(".")[-2:])
        for name, node in documented_things().items()
        if not ast.get_docstring(node)
        and not explained_above(*name.split(".")[-2:])
        and not node.name.startswith("pytest_")  # explained by pytest
    }


def test_every_public_module_is_shown_once() -> None:
    modules = [module for module in public_modules() if not inner(module)]

    assert len(modules) > 100
    assert [module for module in modules if shown()[module] != 1] == []
    assert set(shown()) <= set(modules)


@pytest.mark.parametrize("name", [name for name in public_modules() if not name.endswith("__main__")])
def test_help_can_be_asked_for_every_class_and_function(name: str) -> None:
    """Also of records, whose signature evaluates what only type checkers import."""
    module = importlib.import_module(name)
    for thing in vars(module).values():
        if (inspect.isclass(thing) or inspect.isfunction(thing)) and thing.__module__ == name:
            assert pydoc.render_doc(thing)
            try:
                inspect.signature(thing)
            except ValueError as why:  # an exception or another class without a signature of its own
                assert "no signature found for builtin type" in str(why)


def test_what_is_left_out_exists_and_has_a_reason() -> None:
    rooms = reference().INNER

    assert [room for room in rooms if room not in public_modules()] == []
    assert [room for room, why in rooms.items() if len(why) < 20] == []


def test_pages_have_places_of_their_own() -> None:
    files = [reference().file_of(page) for page in reference().pages()]

    assert len(set(files)) == len(files)
    assert {"reference/index.md", "reference/game.md", "reference/geometry.plane.md"} <= set(files)


def test_every_public_name_of_the_kernel_is_found() -> None:
    links = set(re.findall(r"^- \[`(\w+)`\]", reference().text("rulewright"), re.M))

    assert links == set(vars(rulewright)["__all__"]) | PACKAGES


def test_public_names_of_every_package_are_at_home_on_a_page() -> None:
    packages = [module for module in shown() if reference().is_package(module)]
    names = [
        f"{package}.{name}"
        for package in packages
        for name in {**reference().handed_on(package), **dict.fromkeys(reference().defined(package))}
    ]
    homes = {name: reference().definition(name) for name in names}

    assert {"rulewright", "rulewright.bots", "rulewright.geometry.plane", "rulewright.testing"} <= set(packages)
    assert len(names) > 200
    assert [name for name, home in homes.items() if not {home, home.rpartition(".")[0]} & set(shown())] == []


def test_what_a_package_lists_it_also_has() -> None:
    listed = [f"{module}.{name}" for module in shown() for name in reference().exported(module)]

    assert len(listed) > 10
    assert [name for name in listed if not reference().definition(name)] == []


def test_a_name_without_a_home_is_named() -> None:
    with pytest.raises(LookupError, match="rulewright neither defines Nonsense"):
        reference().definition("rulewright.Nonsense")


def test_every_module_says_what_it_is() -> None:
    assert [module for module in shown() if not ast.get_docstring(reference().parsed(module))] == []


def test_everything_public_has_a_docstring() -> None:
    assert len(documented_things()) > 1000
    assert sorted(without_docstring() - UNDOCUMENTED) == []


def test_the_list_of_what_has_none_is_no_longer_than_it_must_be() -> None:
    assert sorted(UNDOCUMENTED - without_docstring()) == []
