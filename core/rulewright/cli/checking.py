"""Files checked: saved games, setups, content; every problem with its place."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from ..api import new_game
from ..content import ContentError, DocumentError, read_document
from ..plugins import PluginError, Registry, UnknownRuleset, registry
from ..ruleset import Rules
from ..setups import SetupError
from .replaying import Replay


class Checked(msgspec.Struct, frozen=True):
    """A file, what it was taken for, and what is wrong with it."""

    file: str
    kind: str
    game: str = ""
    problems: tuple[str, ...] = ()


def check(path: Path, game: str | None = None) -> Checked:
    """Check one file or folder. ``game`` says whose it is where it does not say so itself. Raises nothing."""
    try:
        return _check(path, game, registry())
    except (UnknownRuleset, PluginError) as error:
        return Checked(str(path), "unknown", game or "", (str(error),))


def _check(path: Path, game: str | None, known: Registry) -> Checked:
    if path.is_dir():
        return _check_content(path, game, known)
    found = _foreign(path, game, known)
    if found is not None:
        return found
    try:
        data = read_document(path)
    except DocumentError as error:
        return Checked(str(path), "unknown", game or "", (f"{path}: {error}",))
    if isinstance(data, dict) and "rulewright" in data and ("answers" in data or "header" in data):
        return _check_save(path)
    name = game or _game_of(data, known)
    if name and _looks_like_setup(data, known.rules(name)):
        return _check_setup(path, data, known.rules(name))
    return _check_content(path, name or None, known)


def _check_save(path: Path) -> Checked:
    from ..journal import SaveError

    try:
        replay = Replay(path, None)
    except SaveError as error:
        return Checked(str(path), "save", "", (str(error),))
    return Checked(str(path), "save", replay.journal.header.ruleset, (replay.drift,) if replay.drift else ())


def _check_setup(path: Path, data: Any, rules: Rules) -> Checked:
    try:
        new_game(rules, data, seed=0)  # a setup may fit its model and still name a hero that is not there
    except SetupError as error:
        return Checked(str(path), "setup", rules.id, (f"{path}: {error}",))
    return Checked(str(path), "setup", rules.id)


def _foreign(path: Path, game: str | None, known: Registry) -> Checked | None:
    """A file of another program's format that a plugin reads."""
    try:
        with path.open("rb") as file:
            head = file.read(4096)
    except OSError as error:
        return Checked(str(path), "unknown", game or "", (f"{path}: {error.strerror or error}",))
    for form in known.file_formats(game or ""):
        if form.recognizes(path.name, head):
            try:
                form.read(path.read_bytes())
            except ContentError as error:
                return Checked(str(path), form.name, form.ruleset, tuple(map(str, error.problems)))
            return Checked(str(path), form.name, form.ruleset)
    return None


def _check_content(path: Path, game: str | None, known: Registry) -> Checked:
    """Content of a game, read by its ruleset; without a name, by the only game that reads content."""
    readers = {name: rules.check_content for name, rules in known.rulesets.items() if rules.check_content is not None}
    if game is not None:
        known.get(game)
        readers = {name: reader for name, reader in readers.items() if name == game}
    if not readers:
        whose = f"{game} has no content of its own to check" if game else "no installed game reads it"
        return Checked(str(path), "unknown", game or "", (f"{path}: neither a saved game nor a setup, and {whose}",))
    if len(readers) > 1:
        words = f"{path}: --game says whose content it is: {', '.join(sorted(readers))}"
        return Checked(str(path), "content", "", (words,))
    ((name, reader),) = readers.items()
    try:
        reader(path)
    except ContentError as error:
        return Checked(str(path), "content", name, tuple(map(str, error.problems)))
    except DocumentError as error:
        return Checked(str(path), "content", name, (f"{path}: {error}",))
    return Checked(str(path), "content", name)


def _game_of(data: Any, known: Registry) -> str:
    """The game whose setup has all of these fields, if there is only one; else the one with most of them."""
    if not isinstance(data, dict):
        return ""
    shares: dict[str, int] = {}
    for name in known.rulesets:
        try:
            fields = _setup_fields(known.rules(name))
        except PluginError:
            continue
        if common := len(fields & data.keys()):
            shares[name] = common
    best = [name for name, share in shares.items() if share == max(shares.values())]
    return best[0] if len(best) == 1 else ""


def _looks_like_setup(data: Any, rules: Rules) -> bool:
    fields = _setup_fields(rules)
    return isinstance(data, dict) and bool(fields) and (not data or bool(fields & data.keys()))


def _setup_fields(rules: Rules) -> set[str]:
    from ..describe import setup_schema

    schema = setup_schema(rules) or {}
    if "$ref" in schema:
        schema = schema["$defs"][schema["$ref"].rpartition("/")[2]]
    return set(schema.get("properties", ()))


def lines(checked: Sequence[Checked]) -> list[str]:
    """What was found, in words."""
    found: list[str] = []
    for one in checked:
        if one.problems:
            found += one.problems
        else:
            of = f" of {one.game}" if one.game else ""
            found.append(f"{one.file}: fine ({one.kind}{of})")
    return found
