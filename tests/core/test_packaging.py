"""What people install: who may import whom, what `import rulewright` costs, and what the package carries."""

import ast
import json
import os
import re
import socket
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import import_module, metadata, resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import pytest

import rulewright

ROOT = Path(__file__).parents[2]
KERNEL = ROOT / "core" / "rulewright"
TEMPLATES = ROOT / "core" / "rulewright_templates"
UPPER_STOREYS = ("cli", "server", "web", "env", "bots", "simulate", "odds", "testing")
SLOW_LIBRARIES = frozenset({"pydantic", "numpy", "shapely", "matplotlib", "click", "rich"})


@cache
def pyproject() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def game_packages() -> list[Path]:
    return sorted(path for path in (ROOT / "plugins").glob("*/rulewright_*") if path.is_dir())


def games_with_rules() -> list[Path]:
    """The packages that register a ruleset; the others only read files so far."""
    hooks = "def register_ruleset()"
    return [path for path in game_packages() if hooks in (path / "__init__.py").read_text(encoding="utf-8")]


def modules(package: Path) -> list[Path]:
    return sorted(package.rglob("*.py"))


def all_modules() -> list[Path]:
    return [path for package in (KERNEL, *game_packages()) for path in modules(package)]


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def imported_packages(tree: ast.AST) -> Iterator[str]:
    """The top-level name of every absolute import below a node."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module.partition(".")[0]


def imports_at_the_top(tree: ast.Module) -> Iterator[ast.stmt]:
    """The imports that run when a module is imported: none in functions, none for type checkers only."""
    waiting: list[ast.AST] = list(tree.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING"):
            waiting.extend(node.orelse)
            continue
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node
        waiting.extend(ast.iter_child_nodes(node))


def place(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def loaded_by(statement: str, cwd: Path) -> set[str]:
    """The slow libraries that a fresh interpreter has loaded after a statement."""
    report = f"print(json.dumps([name for name in {sorted(SLOW_LIBRARIES)} if name in sys.modules]))"
    done = subprocess.run(
        [sys.executable, "-c", f"{statement}\nimport json, sys\n{report}"],
        capture_output=True,
        text=True,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(Path(rulewright.__file__).parents[1])},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return set(json.loads(done.stdout))


@cache
def tracked_files() -> tuple[Path, ...]:
    """The files git tracks; where there is no git, every file outside hidden folders and environments."""
    listed = subprocess.run(["git", "ls-files", "-z"], capture_output=True, text=True, cwd=ROOT, check=False)
    if listed.returncode == 0 and listed.stdout:
        found = [ROOT / name for name in listed.stdout.split("\0") if name]
        return tuple(path for path in found if path.is_file())
    skipped = {".git", ".venv", "__pycache__", "dist", "build"}
    return tuple(
        path
        for path in sorted(ROOT.rglob("*"))
        if path.is_file()
        and not skipped.intersection(path.parts)
        and not re.match(r"\..*cache$|\.hypothesis$", path.relative_to(ROOT).parts[0])
    )


# Who may import whom


def test_the_scan_finds_the_kernel_and_a_game() -> None:
    """
    The tests below look at real files, not at an empty folder.
    """
    assert KERNEL / "__init__.py" in modules(KERNEL)
    assert "rulewright_dice_throne" in [package.name for package in games_with_rules()]


def test_the_kernel_imports_no_game() -> None:
    """
    No module of `rulewright` imports a package `rulewright_<game>`, not even inside a function.
    """
    guilty = [
        f"{place(path)} imports {name}"
        for path in modules(KERNEL)
        for name in imported_packages(parsed(path))
        if name.startswith("rulewright_")
    ]

    assert guilty == []


def test_no_game_imports_another_game() -> None:
    """
    A game imports the kernel and itself, so that each can be installed, changed and read alone.
    """
    guilty = [
        f"{place(path)} imports {name}"
        for package in game_packages()
        for path in modules(package)
        for name in imported_packages(parsed(path))
        if name.startswith("rulewright_") and name != package.name
    ]

    assert guilty == []


def test_the_lower_storeys_import_no_slow_library_at_the_top() -> None:
    """
    The vocabulary, the rules machine and the running game load slow libraries inside functions only; the
    rooms of geometry below its front door are made of arrays, and loaded by name, as the models of content are.
    """
    models = (*modules(KERNEL / "vocabulary"), KERNEL / "powers" / "written.py")
    lower = [
        path
        for path in modules(KERNEL)
        if path.relative_to(KERNEL).parts[0] not in UPPER_STOREYS
        and path not in models
        and not (path.relative_to(KERNEL).parts[0] == "geometry" and len(path.relative_to(KERNEL).parts) > 2)
    ]

    guilty = [
        f"{place(path)} imports {name} at the top"
        for path in lower
        for statement in imports_at_the_top(parsed(path))
        for name in imported_packages(statement)
        if name in SLOW_LIBRARIES
    ]

    assert guilty == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import rich", ["rich"]),
        ("try:\n    from pydantic import BaseModel\nexcept ImportError:\n    pass", ["pydantic"]),
        ("class Room:\n    import numpy.random", ["numpy"]),
        ("def late():\n    import rich", []),
        ("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import rich", ["typing"]),
        ("from .rich import Text", []),
    ],
)
def test_the_scan_sees_what_runs_at_import(source: str, found: list[str]) -> None:
    """
    Imports in `try` and class bodies run at import; those in functions and for type checkers do not.
    """
    statements = imports_at_the_top(ast.parse(source))

    assert [name for statement in statements for name in imported_packages(statement)] == found


# What the kernel knows


def words_of_games() -> list[str]:
    """Patterns of what belongs to one game: its names, its own words, the ids of its rules."""
    names = [package.parent.name.replace("_", "[ _-]?") for package in game_packages()]
    return [
        *names,
        *("clix", "crisis[ _-]protocol", "warhammer", "40,000", "40k", "dice throne", "knockdown", "nemesis", "marvel"),
        *("engagement range", "pil(?:e-in|es in|ing in)", "consolidat(?:e|es|ion)", "battle-?shock", "stratagems?"),
        *("infantry", "aircraft"),
        r"(?:core|errata|commentary|faq|pac)\.[a-z]+-[a-z]+",
    ]


def game_words(text: str) -> list[str]:
    pattern = rf"(?<![a-z])(?:{'|'.join(words_of_games())})(?![a-z])"
    return [
        f"line {text.count(chr(10), 0, match.start()) + 1}: {match.group()!r}"
        for match in re.finditer(pattern, text, re.IGNORECASE)
    ]


def test_the_kernel_knows_no_game() -> None:
    """
    No code, docstring, message or data of `rulewright` has a word of one game: which game needs what, the pages say.
    """
    guilty = [
        f"{place(path)} {word}"
        for path in sorted((*KERNEL.rglob("*"), *TEMPLATES.rglob("*")))
        if path.suffix in {".py", ".toml", ".json", ".md"} and "__pycache__" not in path.parts
        for word in game_words(path.read_text(encoding="utf-8"))
    ]

    assert guilty == []


@pytest.mark.parametrize(
    "text",
    [
        "as ``heroclix:16.8b`` says",
        'new_game("dice_throne")',
        "Sources: wh40k:core.engagement-range",
        "see core.unit-coherency 3",
        "out of engagement range",
        "a pile-in move",
        "unmatched-nemesis",
    ],
)
def test_the_scan_sees_the_words_of_a_game(text: str) -> None:
    """
    Names of games, ids of their rules and their own words are found.
    """
    assert game_words(text)


@pytest.mark.parametrize("text", ["if pile in PILES:", "rulewright.core.text", "two rows unmatched", "core.mass()"])
def test_the_scan_passes_what_any_game_says(text: str) -> None:
    """
    Ordinary words and dotted names are no words of a game.
    """
    assert game_words(text) == []


# What `import rulewright` costs


def test_importing_rulewright_loads_no_slow_library(tmp_path: Path) -> None:
    """
    `import rulewright` starts at once: validation, arrays, geometry and terminal libraries wait.
    """
    assert loaded_by("import rulewright", tmp_path) == set()


def test_the_public_names_load_no_slow_library(tmp_path: Path) -> None:
    """
    Using every public name once loads none of them either.
    """
    statement = "import rulewright\nfor name in dir(rulewright): getattr(rulewright, name)"

    assert loaded_by(statement, tmp_path) == set()


@pytest.mark.parametrize("package", ["rulewright", "rulewright.testing"])
def test_every_public_name_is_at_home_where_the_stub_says(package: str) -> None:
    """
    The stub is the one list: each name in it loads from its room, and a star brings names, but no packages.
    """
    module = import_module(package)
    stub = ast.parse(Path(str(module.__file__)).with_suffix(".pyi").read_text(encoding="utf-8"))
    listed = [node for node in stub.body if isinstance(node, ast.ImportFrom)]
    rooms = {alias.name: node.module for node in listed for alias in node.names}

    assert len(rooms) == len(listed) > 10
    for name, room in rooms.items():
        home = import_module(f"{package}.{room or name}")
        assert getattr(module, name) is (getattr(home, name) if room else home)
    assert module.__all__ == sorted(name for name, room in rooms.items() if room)
    assert set(rooms) <= set(dir(module))


def test_an_unknown_public_name_is_an_attribute_error() -> None:
    """
    A misspelt name is refused by name, as by any module.
    """
    with pytest.raises(AttributeError, match="no attribute 'new_gmae'"):
        vars(rulewright)["__getattr__"]("new_gmae")


# What the package carries


def installed_version() -> str:
    try:
        return metadata.version("rulewright")
    except metadata.PackageNotFoundError:
        pytest.skip("rulewright is not installed")


def files_below(folder: Traversable) -> Iterator[Traversable]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from files_below(entry)
        else:
            yield entry


def read_data(file: Traversable) -> Any:
    text = file.read_text(encoding="utf-8")
    return tomllib.loads(text) if file.name.endswith(".toml") else json.loads(text)


def test_the_version_is_the_version_of_the_distribution() -> None:
    """
    `rulewright.__version__` is what the package index and `pip list` say.
    """
    assert rulewright.__version__ == installed_version()


def test_every_game_is_registered_everywhere() -> None:
    """
    A folder under plugins/ is packed, found by its entry point, type-checked, and fenced off from the others.
    """
    project, tool = pyproject()["project"], pyproject()["tool"]
    folders = {package.parent.name: package for package in game_packages()}
    names = sorted(package.name for package in folders.values())
    contracts = {contract["type"]: contract for contract in tool["importlinter"]["contracts"]}

    hooked = {package for package in folders.values() if "@hookimpl" in (package / "__init__.py").read_text("utf-8")}
    assert project["entry-points"]["rulewright.rulesets"] == {
        folder: package.name for folder, package in folders.items() if package in hooked
    }
    assert tool["hatch"]["build"]["targets"]["wheel"]["packages"] == [
        "core/rulewright",
        "core/rulewright_templates",
        *(place(package) for package in folders.values()),
    ]
    assert tool["mypy"]["mypy_path"].split(":") == ["core", *(f"plugins/{folder}" for folder in folders)]
    assert sorted(tool["importlinter"]["root_packages"]) == ["rulewright", *names]
    assert sorted(contracts["forbidden"]["forbidden_modules"]) == names
    assert sorted(contracts["independence"]["modules"]) == names


def test_the_storeys_of_the_page_are_those_of_the_contract() -> None:
    """
    The table of the architecture names each room where the import linter has it, from the top storey down.
    """
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    contracts = pyproject()["tool"]["importlinter"]["contracts"]
    (layers,) = (contract["layers"] for contract in contracts if contract["type"] == "layers")
    told = [set(re.findall(r"`(\w+)`", rooms)) for rooms in re.findall(r"^\| \d [^|]*\|([^|]*)\|", page, re.MULTILINE)]

    assert told == [set(re.findall(r"\w+", layer)) for layer in layers]


@pytest.mark.parametrize("package", [package.name for package in games_with_rules()])
def test_the_data_of_a_game_is_readable_through_the_installed_package(package: str) -> None:
    """
    A game brings its rule ledger and its content with it, wherever it is installed.
    """
    installed_version()
    home = resources.files(package)

    ledger = tomllib.loads(home.joinpath("rules.toml").read_text(encoding="utf-8"))
    data = [file for file in files_below(home.joinpath("content")) if file.name.endswith((".json", ".toml"))]

    assert ledger["rule"]
    assert data
    assert [file.name for file in data if not read_data(file)] == []


@pytest.mark.parametrize("package", ["rulewright", *(package.name for package in games_with_rules())])
def test_a_package_says_that_it_is_typed(package: str) -> None:
    """
    Type checkers of other projects read our annotations.
    """
    assert resources.files(package).joinpath("py.typed").is_file()


@pytest.mark.parametrize("path", all_modules(), ids=place)
def test_every_module_says_what_it_is_for(path: Path) -> None:
    """
    The first lines of every module of the kernel and the games are a docstring.
    """
    assert ast.get_docstring(parsed(path)), f"{place(path)} has no docstring"


# What must not be in any file


def private_marks() -> dict[str, str]:
    """Patterns of what only one machine knows; written so that this file does not match them itself."""
    homes = "|".join(("home", "Users", "root", "tmp", "work", "mnt", "private"))
    marks = {
        "a path of one machine": rf"(?<![\w.~)}}\]>*-])/(?:{homes})/[\w.]",
        "a path of one Windows machine": r"\b[C-Z]:\\+[Uu]sers\\",
        "a host name of a private network": r"\b(?!self\.)[a-z][\w-]+\.(?:internal|corp|lan|localdomain)\b(?![(\w])",
        "an address of a private network": r"\b(?:192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d{1,3}\.\d{1,3}\b",
    }
    host = socket.gethostname()
    if len(host) >= 8 and re.search(r"\d", host):
        marks["the name of this machine"] = re.escape(host)
    return marks


def private_words(text: str) -> list[str]:
    return [
        f"line {text.count(chr(10), 0, match.start()) + 1}: {what}, {match.group()!r}"
        for what, pattern in private_marks().items()
        for match in re.finditer(pattern, text)
    ]


def test_no_file_names_a_machine() -> None:
    """
    No tracked file holds a path, host or address that only one machine knows.
    """
    guilty = [
        f"{place(path)} {word}"
        for path in tracked_files()
        for word in private_words(path.read_bytes().decode("utf-8", errors="replace"))
    ]

    assert guilty == []


@pytest.mark.parametrize(
    "text",
    [
        "open('" + "/home" + "/ada/game.json')",
        "see " + "/tmp" + "/notes.md",
        '"' + "/work" + '/shared/rules.toml"',
        "C:" + "\\Users\\Ada",
        "build7" + ".internal",
        "192.168" + ".0.7",
        socket.gethostname() if re.search(r"\d", socket.gethostname()) else "/root" + "/x",
    ],
)
def test_the_scan_sees_a_machine(text: str) -> None:
    """
    Paths, hosts and addresses of one machine are found.
    """
    if text == socket.gethostname() and len(text) < 8:
        pytest.skip("the name of this machine could be a word")
    assert private_words(text)


@pytest.mark.parametrize(
    "text", ["#!/usr/bin/env bash", "docs/work/plan.md", "https://example.org/home/a", "12/root/3"]
)
def test_the_scan_passes_what_is_public(text: str) -> None:
    """
    Relative paths, web addresses and system programs are no secrets.
    """
    assert private_words(text) == []
