"""The API reference, written from the packages as they lie there: the hook that `mkdocs.yml` names.

Every module of the kernel is a page; every package is one page with all its modules, and the packages in it are pages
of their own. A new room thus stands in the reference by being there. Nothing is imported for it, only read.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

CORE = Path(__file__).parents[1] / "core"
KERNEL = "rulewright"

INNER = {
    "rulewright.cli": "commands, not functions: `rulewright --help` is their reference",
}
"""What is public by its name and yet no page, and why; with all that is in it."""

ROLE = re.compile(r":(?:mod|func|class|meth|attr|data|exc):<code>~?")


def home(module: str) -> Path | None:
    """The file of a module or package; None when there is none."""
    place = CORE.joinpath(*module.split("."))
    return next((path for path in (place / "__init__.py", place.with_suffix(".py")) if path.is_file()), None)


@cache
def parsed(module: str) -> ast.Module:
    """The source of a module. Raises LookupError when there is no such module."""
    path = home(module)
    if path is None:
        raise LookupError(f"there is no module {module}")
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def listing(module: str) -> ast.Module:
    """The source in which a module takes public names from others: its stub, or else its own."""
    path = home(module)
    stub = path.with_suffix(".pyi") if path is not None else None
    return ast.parse(stub.read_text(encoding="utf-8")) if stub is not None and stub.is_file() else parsed(module)


def is_package(module: str) -> bool:
    path = home(module)
    return path is not None and path.name == "__init__.py"


def rooms_of(package: str) -> list[str]:
    """The public modules and packages directly in a package, sorted."""
    folder = CORE.joinpath(*package.split("."))
    names = {path.stem for path in folder.glob("*.py")} | {path.parent.name for path in folder.glob("*/__init__.py")}
    rooms = (f"{package}.{name}" for name in sorted(names) if name.isidentifier() and name != "__init__")
    return [room for room in rooms if room not in INNER and not room.rpartition(".")[2].startswith("_")]


def pages(package: str = KERNEL) -> dict[str, list[str]]:
    """Page -> the modules on it, in their order; a page is named after its first module."""
    found: dict[str, list[str]] = {package: [package]}
    for room in rooms_of(package):
        if is_package(room):
            found |= pages(room)
        elif package == KERNEL:
            found[room] = [room]
        else:
            found[package].append(room)
    return found


def statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a module or class, those for type checkers and those under other conditions included."""
    for statement in body:
        if isinstance(statement, ast.If | ast.Try):
            yield from statements(statement.body)
            yield from statements(statement.orelse)
        else:
            yield statement


def names_bound(statement: ast.stmt) -> list[str]:
    """The names that a statement defines; an import defines none."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return [statement.name]
    targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
    return [target.id for target in targets if isinstance(target, ast.Name)]


def defined(module: str) -> list[str]:
    """The public names that a module itself defines, in its order, each once."""
    names = [name for statement in statements(parsed(module).body) for name in names_bound(statement)]
    return [name for name in dict.fromkeys(names) if not name.startswith("_")]


def handed_on(module: str) -> dict[str, str]:
    """
    The public names that a module, mostly a package, takes from others: name -> `module.name` as it imports it.

    The stub of a package, where it has one, is the list of them.
    """
    found = {}
    listed = exported(module)
    parts = module.split(".") if is_package(module) else module.split(".")[:-1]
    for statement in statements(listing(module).body):
        if isinstance(statement, ast.ImportFrom) and statement.level:
            below = ".".join(parts[: len(parts) - statement.level + 1])
            source = f"{below}.{statement.module}" if statement.module else below
            for alias in statement.names:
                if alias.asname == alias.name or alias.name in listed:
                    found[alias.asname or alias.name] = f"{source}.{alias.name}"
    return found


def exported(module: str) -> list[str]:
    """What `__all__` lists; nothing without it."""
    for statement in parsed(module).body:
        if isinstance(statement, ast.Assign) and [ast.unparse(target) for target in statement.targets] == ["__all__"]:
            return list(ast.literal_eval(statement.value))
    return []


def definition(name: str) -> str:
    """
    Where a public name is at home: `rulewright.Game` is `rulewright.game.Game`.

    Raises LookupError for a name that nothing defines.
    """
    if home(name) is not None:
        return name
    module, _, short = name.rpartition(".")
    if short in defined(module):
        return name
    if short not in handed_on(module):
        raise LookupError(f"{module} neither defines {short} nor hands it on from one of its rooms")
    return definition(handed_on(module)[short])


def shown(module: str, level: int) -> str:
    """One module on its page: what it defines itself, for what it takes from others is explained there."""
    own = defined(module) if module != KERNEL else []
    members = ["      members:", *(f'        - "{name}"' for name in own)] if own else ["      members: false"]
    return "\n".join([f"::: {module}", "    options:", f"      heading_level: {level}", *members]) + "\n"


def signpost(package: str) -> str:
    """The names that a package hands on, each a link to where it is explained."""
    links = [f"- [`{name}`][{definition(source)}]" for name, source in handed_on(package).items()]
    links.sort(key=str.lower)
    return "\n".join([f"What `from {package} import ...` offers:\n", *links]) + "\n" if links else ""


def text(page: str) -> str:
    """A page of the reference, in Markdown."""
    first, *others = pages()[page]
    return "\n".join([shown(first, 1), signpost(first) if is_package(first) else "", *(shown(m, 2) for m in others)])


def file_of(page: str) -> str:
    """The page's place in the site: `reference/game.md`; the kernel itself is the index."""
    return f"reference/{page.removeprefix(KERNEL).lstrip('.') or 'index'}.md"


def on_config(config: Any) -> Any:
    """Mkdocs asks: after the pages that have their place come those that have none yet, and then the reference."""
    placed = {file for entry in config.nav for file in entry.values()}
    config.nav.extend(path.name for path in sorted(Path(config.docs_dir).glob("*.md")) if path.name not in placed)
    config.nav.append({"Reference": [{page.removeprefix(f"{KERNEL}."): file_of(page)} for page in pages()]})
    return config


def on_files(files: Any, config: Any) -> Any:
    """Mkdocs asks: the pages of the reference join those that were written by hand."""
    from mkdocs.structure.files import File  # type: ignore[import-not-found,unused-ignore]

    for page in pages():
        files.append(File.generated(config, file_of(page), content=text(page)))
    return files


def on_page_content(html: str, **_: Any) -> str:
    """Mkdocs asks: docstrings name their neighbours in Sphinx's way, which Markdown does not know."""
    return ROLE.sub("<code>", html)
