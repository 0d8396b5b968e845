"""New projects: a game of its own, or an extension of an installed one, made from the templates beside the kernel.

A template is a whole project under a name of its own (``rulewright-brawl``, ``rulewright-tankard``). It is checked like
all other code, and tests play it. Making a project is copying one and putting another name for the template's,
wherever it stands. The templates' folders have names that no module can have, so nothing imports them by accident.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from unicodedata import normalize

import msgspec

from ..api import new_game
from ..describe import content_tables
from ..plugins import Registry, registry
from ..problems import did_you_mean
from ..ruleset import Extension

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from ..flow import Node
    from ..ruleset import Rules

TEMPLATES: Final = "rulewright_templates"
"""The package in which the templates lie as data."""
LONGEST: Final = 40
_NAME: Final = re.compile(r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*")
_TRIES: Final = 12
"""This many entries of a game's content are tried as the model of a new one."""


class CannotCreate(Exception):
    """A project cannot be made under this name, at this place or for this game; says why, and what would be right."""


class ProjectName(msgspec.Struct, frozen=True):
    """A name in all its forms: ``my-game``, ``my_game``, ``My Game``."""

    id: str

    @property
    def dashed(self) -> str:
        """As distributions are called, without their prefix."""
        return self.id.replace("_", "-")

    @property
    def title(self) -> str:
        """As people are told it."""
        return self.id.replace("_", " ").title()

    @property
    def project(self) -> str:
        """The distribution and the folder of the project."""
        return f"rulewright-{self.dashed}"

    @property
    def package(self) -> str:
        """The importable package."""
        return f"rulewright_{self.id}"


GAMES: Final = {"": ProjectName("brawl"), "squares": ProjectName("slipway"), "inches": ProjectName("saltern")}
"""The template of a game, by what it is played on; without a board there are cards and dice."""
EXTENSION: Final = ProjectName("tankard")


def read_name(text: str) -> ProjectName:
    """A name that a project may have. Raises CannotCreate with a name that would do."""
    letters = normalize("NFKD", text.casefold()).encode("ascii", "ignore").decode()
    plain = re.sub(r"[^a-z0-9]+", "-", letters).strip("-").removeprefix("rulewright-")
    if not _NAME.fullmatch(text) or len(text) > LONGEST or plain != text.replace("_", "-"):
        wish = plain[:LONGEST].strip("-")
        near = did_you_mean([wish]) if _NAME.fullmatch(wish) else ""
        rule = f"small letters, digits and single dashes, beginning with a letter, {LONGEST} at most"
        raise CannotCreate(f"{text!r} is not a name for a project: expected {rule}, without 'rulewright-'{near}")
    return ProjectName(text.replace("-", "_"))


def create_game(text: str, into: Path, board: str = "") -> Path:
    """Make the project of a new game in a new folder in ``into``, and return the folder. Raises CannotCreate.

    ``board`` is what the game is played on, one of ``GAMES``.
    """
    known = registry()
    name = read_name(text)
    _refuse_taken(name, known, {*known.rulesets, *(broken.name for broken in known.broken)}, "a game")
    game = GAMES[board]
    return _copy(_template(game), _new_folder(name, into), {game: name})


def create_extension(text: str, game: str, into: Path) -> Path:
    """Make the project of an extension of an installed game, and return its folder. Raises CannotCreate.

    It puts a step at the beginning of the turns of the game, and adds an entry like one that is there to the game's
    content, where the game takes one.
    """
    known = registry()
    name = read_name(text)
    rules = known.rules(game)
    _refuse_taken(name, known, {extension.id for extension in rules.extensions}, f"an extension of {game}")
    alone = rules.ruleset.freeze()  # without other extensions, which need not be there where this one is
    procedure, place = _first_step(alone)
    entries = _more_content(alone, rules.extensions, name)
    parts = {EXTENSION: name, GAMES[""]: ProjectName(game)}
    folder = _copy(_template(EXTENSION), _new_folder(name, into), parts, without_content=not entries)
    _replace(folder / name.package / "steps.py", {'procedure="turn"': f'procedure="{procedure}"',
                                                  'before="draw_card"': place})  # fmt: skip
    _set_dependency(folder / "pyproject.toml", known, game)
    if not entries:
        _replace(folder / name.package / "__init__.py", {'        content=here / "content",\n': ""})
    else:
        text = json.dumps(entries, ensure_ascii=False, indent=2)
        (folder / name.package / "content" / "additions.json").write_text(text + "\n", encoding="utf-8")
    return folder


# Refusing -----------------------------------------------------------------------------


def _refuse_taken(name: ProjectName, known: Registry, ids: set[str], what: str) -> None:
    if name.id in ids:
        raise CannotCreate(f"{name.id!r} is the name of {what} already; take another one")
    if find_spec(name.package) is not None:
        raise CannotCreate(f"a package {name.package!r} is installed already; take another name")


def _new_folder(name: ProjectName, into: Path) -> Path:
    if not into.is_dir():
        raise CannotCreate(f"{into}: there is no such folder to make the project in")
    folder = into / name.project
    if folder.exists():
        raise CannotCreate(f"{folder} already exists; take another name, or another place with --into")
    return folder


# Copying ------------------------------------------------------------------------------


def _template(name: ProjectName) -> Traversable:
    return files(TEMPLATES) / name.project


def _copy(
    source: Traversable, target: Path, names: Mapping[ProjectName, ProjectName], *, without_content: bool = False
) -> Path:
    for path, file in _files(source, ""):
        if without_content and "/content/" in path:
            continue
        there = target / _renamed(path, names)
        there.parent.mkdir(parents=True, exist_ok=True)
        there.write_text(_renamed(file.read_text(encoding="utf-8"), names), encoding="utf-8", newline="\n")
    return target


def _files(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    """The files of a template, with their paths in the project."""
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.name.startswith((".", "__pycache__")):
            continue
        if item.is_dir():
            yield from _files(item, f"{path}{item.name}/")
        else:
            yield path + (".gitignore" if item.name == "gitignore" else item.name), item


def _renamed(text: str, names: Mapping[ProjectName, ProjectName]) -> str:
    """A text of a template with the new names in all their forms, put in at once so that none meets another."""
    forms: dict[str, str] = {}
    for old, new in names.items():
        forms.update({old.project: new.project, old.title: new.title, old.id: new.id})
    return re.sub("|".join(map(re.escape, forms)), lambda found: forms[found[0]], text)


def _replace(path: Path, words: Mapping[str, str]) -> None:
    text = path.read_text(encoding="utf-8")
    for old, new in words.items():
        assert text.count(old) == 1, f"the template says {old} {text.count(old)} times"
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8", newline="\n")


def _set_dependency(path: Path, known: Registry, game: str) -> None:
    """An extension needs the distribution that brings its game."""
    plugin = known.plugin_of(game)
    distribution = plugin.distribution.partition(" ")[0] if plugin else ""
    needed = "" if distribution in ("", "rulewright") else f", {json.dumps(distribution)}"
    _replace(path, {f', "{ProjectName(game).project}"]': f"{needed}]"})


# What an extension adds ---------------------------------------------------------------


def _first_step(rules: Rules) -> tuple[str, str]:
    """The loop of turns, or else the first loop that play goes through, and a place at its beginning.

    A game that says itself whose turn it is does so in its first step: it is known only after that.
    """
    side = "before" if rules.ruleset.active is None else "after"
    loops = [node for node in _below(rules.flow) if node.advance is not None and node.window is None]
    turns = [node for node in loops if "turn" in (node.name, node.scope)]
    node = (turns or loops or [rules.flow])[0]
    for part in node.steps:
        if part.name not in ("began", "ended"):
            return node.name, f'{side}="{part.name}"'
    raise CannotCreate(f"{rules.id}: {node.name!r} has no step to put another one beside")


def _below(node: Node) -> Iterator[Node]:
    yield node
    for step in node.steps:
        yield from _below(step)


def _more_content(rules: Rules, others: Sequence[Extension], name: ProjectName) -> dict[str, list[dict[str, Any]]]:
    """An entry like one of the game's content under another id, which the game takes; none where it takes none."""
    import tempfile

    if rules.ruleset.content is None:
        return {}
    ids = (f"{name.id}_", f"{name.dashed}-")  # a game takes ids of one of these kinds
    for kind, entry, start in ((*candidate, start) for candidate in _candidates(rules) for start in ids):
        added = {kind: [_as_another(entry, start, name)]}
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "additions.json").write_text(json.dumps(added), encoding="utf-8")
            extension = Extension(ruleset=rules.id, id=name.id, content=Path(folder))
            try:
                new_game(rules.ruleset.freeze([*others, extension]), seed=0)
            except Exception:  # whatever the game says to a second one of this kind
                continue
        return added
    return {}


def _candidates(rules: Rules) -> list[tuple[str, dict[str, Any]]]:
    """The shortest entries of each kind of content, as they may stand in a file; the kinds in their order."""
    found: list[tuple[str, dict[str, Any]]] = []
    for kind, table in content_tables(rules.content).items():
        entries = [
            entry.model_dump(mode="json", exclude_unset=True, by_alias=True)
            for entry in table.values()
            if hasattr(entry, "model_dump")
        ]
        entries = [entry for entry in entries if isinstance(entry.get("id"), str)]
        found += [(kind, entry) for entry in sorted(entries, key=lambda entry: len(json.dumps(entry)))[:3]]
    return sorted(found, key=lambda candidate: len(json.dumps(candidate)))[:_TRIES]


def _as_another(entry: dict[str, Any], start: str, name: ProjectName) -> dict[str, Any]:
    """An entry under an id that begins otherwise, and another name where it has one."""
    called = entry.get("name")
    other: Any = {"id": f"{start}{entry['id']}"}
    if isinstance(called, str):
        other["name"] = f"{called} ({name.title})"
    elif isinstance(called, dict) and all(isinstance(text, str) for text in called.values()):
        other["name"] = {lang: f"{text} ({name.title})" for lang, text in called.items()}
    return {**entry, **other}
