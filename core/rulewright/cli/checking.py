"""Files checked: saved games, setups, content; every problem with its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import chain, islice
from pathlib import Path
from typing import Any

import msgspec

from ..api import new_game
from ..describe import by_hand
from ..documents import MOST_SAVED, MOST_VALUES, DocumentError, parse_document, read_document, refuse_many_values
from ..files import FileError, below, read
from ..plugins import PluginError, Registry, UnknownRuleset, registry
from ..problems import MAX_PROBLEMS, ContentError, did_you_mean, nearest
from ..ruleset import Rules
from ..setups import SetupError, make_setup, problems_of_struct
from ..text import brief
from .failing import Failed
from .importing import format_of
from .printing import some
from .replaying import Replay
from .schemas import content_of


class Checked(msgspec.Struct, frozen=True):
    """A file, what it was taken for, and what is wrong with it."""

    file: str
    kind: str
    game: str = ""
    problems: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    """What an import of it would leave out."""
    by_hand: dict[str, tuple[str, ...]] = {}
    """The entries, by kind, with a text that people play by hand."""
    warnings: tuple[str, ...] = ()
    """What may be meant as it stands, and may be a mistake."""
    tried: tuple[str, ...] = ()
    """The games as whose it was read, where nobody said whose it is."""


def check(path: Path, game: str | None = None) -> Checked:
    """Check one file or folder. ``game`` says whose it is where it does not say so itself. Raises nothing."""
    try:
        found = _check(path, game, registry())
    except (UnknownRuleset, PluginError, FileError) as error:
        found = Checked(str(path), "unknown", game or "", (str(error),))
    return msgspec.structs.replace(found, problems=tuple(map(brief, found.problems)))


def _check(path: Path, game: str | None, known: Registry) -> Checked:
    if game is None:
        known.import_all()  # whose file it is, their rules say
    own = _whose_content(path, game, known)
    if path.is_dir():
        return _check_content(path, own or game, known)
    content = read(path)
    found = _foreign(path, content, game)
    if found is not None:
        return found
    try:
        data = parse_document(content, path.name, MOST_SAVED)
        if isinstance(data, dict) and "rulewright" in data and ("answers" in data or "header" in data):
            return _check_save(path, data, known)
        refuse_many_values(content, MOST_VALUES)
    except DocumentError as error:
        return Checked(str(path), "unknown", game or "", (f"{path}: {error}",))
    whose = own or game
    holds = any(_holds_content(path, data, _kinds(name)) for name in ([whose] if whose else known.rulesets))
    name = "" if holds else game or _game_of(data, known)
    if name and _may_be_setup(data, known.rules(name)):
        return _check_setup(path, data, known.rules(name))
    del data, content  # content is read again by its game, and large files need not be here twice
    return _check_content(path, whose if holds or not own else None, known)


def _check_save(path: Path, data: dict[str, Any], known: Registry) -> Checked:
    from ..journal import SaveError

    try:
        replay = Replay(path)
    except SaveError as error:
        problems = [f"{path}: {problem}" for problem in _problems_of_save(data, known)]
        return Checked(str(path), "save", "", tuple(problems) or (str(error),))
    name = replay.journal.header.ruleset
    if not replay.drift:
        return Checked(str(path), "save", name)
    problems = [f"{path}: {problem}" for problem in _problems_of_header(data["header"], known)]
    return Checked(str(path), "save", name, tuple(problems) or (replay.drift,))


def _problems_of_save(data: dict[str, Any], known: Registry) -> list[str]:
    """What is wrong in a save that cannot be read: every field, and every answer that is no pair."""
    from ..game import Header
    from ..journal import FORMATS, Journal, wrong_format

    problems = [
        problem for problem in problems_of_struct(data, Journal) if not problem.startswith(("header:", "answers:"))
    ]
    if isinstance(data.get("rulewright"), int) and data["rulewright"] not in FORMATS:
        problems.append(f"rulewright: {wrong_format(data['rulewright'])}")
    header, answers = data.get("header"), data.get("answers")
    if isinstance(header, dict):
        wrong = problems_of_struct(header, Header)
        problems += [f"header.{problem}" for problem in wrong] or _problems_of_header(header, known)
    else:
        problems.append(f"header: {_found(header)}, expected a table")
    if isinstance(answers, list):
        problems += islice(_problems_of_answers(answers), MAX_PROBLEMS)
    else:
        problems.append(f"answers: {_found(answers)}, expected a list")
    return problems[:MAX_PROBLEMS]


def _problems_of_answers(answers: list[Any]) -> Iterator[str]:
    for number, answer in enumerate(answers):
        try:
            msgspec.convert(answer, tuple[int, Any])
        except msgspec.ValidationError:
            yield f"answers[{number}]: found {brief(repr(answer), 60)}, expected a pair of player and answer"


def _problems_of_header(header: dict[str, Any], known: Registry) -> list[str]:
    """A game that is not installed, a setup that does not fit it."""
    try:
        make_setup(known.rules(header["ruleset"]), header.get("setup"))
    except (UnknownRuleset, PluginError) as error:
        return [f"header.ruleset: {error}"]
    except SetupError as error:
        return [f"header.setup: {problem}" for problem in error.problems]
    return []


def _found(value: object) -> str:
    return "nothing there" if value is None else f"found {brief(repr(value), 60)}"


def _check_setup(path: Path, data: Any, rules: Rules) -> Checked:
    problems: Iterable[str] = ()
    try:
        new_game(rules, data, seed=0)  # a setup may fit its model and still name a hero that is not there
    except SetupError as error:
        problems = error.problems
    except Exception as error:  # whatever the rules say to a setup that they should have refused
        problems = [f"no game of {rules.id} begins with this: {type(error).__name__}: {error}"]
    return Checked(str(path), "setup", rules.id, tuple(f"{path}: {problem}" for problem in problems))


def _foreign(path: Path, data: bytes, game: str | None) -> Checked | None:
    """A file of another program's format that a plugin reads."""
    try:
        form = format_of(path, data, game)
    except Failed as several:
        return Checked(str(path), "unknown", "", (str(several),))
    if form is None:
        return None
    try:
        found = form.read(data)
    except ContentError as error:
        return Checked(str(path), form.name, form.ruleset, tuple(_in_words(error, path)))
    return Checked(str(path), form.name, form.ruleset, left_out=found.left_out)


def _check_content(path: Path, game: str | None, known: Registry) -> Checked:
    """Content of a game, read by its ruleset; without a name, by the one game that knows its kinds and that it fits."""
    if game is None:
        return _check_anyones(path, known)
    if known.get(game).content is None:
        words = f"{path}: neither a saved game nor a setup, and {game} has no content of its own to check"
        return Checked(str(path), "unknown", game, (words,))
    return _check_content_of(path, game, known)


def _check_content_of(path: Path, game: str, known: Registry) -> Checked:
    try:
        content = _read_content(path, game, known)
    except ContentError as error:
        return Checked(str(path), "content", game, tuple(_in_words(error, path)))
    except DocumentError as error:
        return Checked(str(path), "content", game, (f"{path}: {error}",))
    own = _kept_apart(path, game, known)
    warnings = tuple(_nowhere_carried(content, own, path))
    return Checked(str(path), "content", game, by_hand=by_hand(content, known.get(game)), warnings=warnings)


def _kept_apart(path: Path, game: str, known: Registry) -> Any:
    """The content of the game without what is checked; nothing where that is the game's own."""
    return {} if _whose_content(path, game, known) else content_of(game)


def _nowhere_carried(content: Any, before: Any, path: Path) -> Iterator[str]:
    """Words such as keywords that texts ask for and nothing carries, each where it first stands.

    What texts of the game itself ask for is known, whether anything carries it or not.
    """
    from ..describe import content_tables
    from ..vocabulary import open_words

    known: dict[str, set[str]] = {}
    asked: list[tuple[str, str, str, str, str]] = []
    earlier = content_tables(before)
    for kind, table in content_tables(content).items():
        for id, entry in table.items():
            of_game = id in earlier.get(kind, ())
            for place, mark, word in open_words(entry) if hasattr(type(entry), "model_fields") else ():
                if mark.carried or of_game:
                    known.setdefault(mark.sort, set()).add(word)
                else:
                    asked.append((kind, str(id), place, mark.sort, word))
    file_of = getattr(getattr(content, "pack", content), "file_of", lambda kind, id: str(path))
    named: set[tuple[str, str]] = set()
    for kind, id, place, sort, word in asked:
        if word not in known.get(sort, ()) and (sort, word) not in named:
            named.add((sort, word))
            near = did_you_mean(nearest(word, known.get(sort, ())))
            yield f"{_from_here(file_of(kind, id), path)}: {id}: {place}: nothing carries the {sort} {word!r}{near}"


def _check_anyones(path: Path, known: Registry) -> Checked:
    """Content of which nobody says whose it is: each game that knows a kind in it reads it."""
    readers = sorted(name for name in known.rulesets if _looks_like_content(path, name, known))
    if not readers:
        words = f"{path}: neither a saved game nor a setup, {_no_games(path, known)}"
        return Checked(str(path), "unknown", "", (words,))
    found = {name: _check_content_of(path, name, known) for name in readers}
    fitting = [name for name, one in found.items() if not one.problems]
    if len(readers) == 1 or len(fitting) == 1:
        return msgspec.structs.replace(found[(fitting or readers)[0]], tried=tuple(readers))
    read = ", ".join(f"{name} ({_many(len(one.problems))})" for name, one in found.items())
    words = f"{path}: --game says whose content it is; it was read as that of {read}"
    return Checked(str(path), "content", "", (words,), tried=tuple(readers))


def _many(problems: int) -> str:
    return "1 problem" if problems == 1 else f"{problems or 'no'} problems"


def _no_games(path: Path, known: Registry) -> str:
    """What is in a file or folder, and which games have no such content."""
    kinds = {name: _kinds(name) for name in sorted(known.rulesets)}
    tried = ", ".join(name for name in kinds if kinds[name]) or "none"
    try:
        data = {} if path.is_dir() else read_document(path)
    except DocumentError:
        data = {}
    tables = [key for key, value in data.items() if _holds_entries(value)] if isinstance(data, dict) else []
    near = did_you_mean(nearest(tables[0], frozenset().union(*kinds.values()))) if tables else ""
    what = f"and no installed game has content called {tables[0]!r}{near}" if tables else "nor content of a game"
    return f"{what}; tried: {tried}; write --game GAME, or the name of a kind of content over its entries"


def _in_words(error: ContentError, path: Path) -> list[str]:
    """The problems of content, each with its file as it is found from here."""
    here = {file: _from_here(file, path) for file in {one.file for one in error.problems}}
    placed = [msgspec.structs.replace(one, file=here[one.file]) for one in error.problems]
    return str(ContentError(placed, error.omitted)).split("\n")


def _from_here(file: str, path: Path) -> str:
    """A file that a loader named by its way from the root of the content, below or above ``path``."""
    if path.name == Path(file).name:
        return str(path)
    known = (root / file for root in (path, *path.parents) if (root / file).exists())
    inside = (path / way for way, _ in below(path) if way.endswith(f"/{file}"))
    return str(next(chain(known, inside if path.is_dir() else ()), file))


def _looks_like_content(path: Path, game: str, known: Registry) -> bool:
    """Whether a file or folder may be content of the game."""
    kinds = _kinds(game)
    if path.is_dir():
        inside = {Path(way.partition("/")[0]).stem for way, _ in below(path)}
        return not kinds.isdisjoint({path.stem, path.resolve().parent.name, *inside})
    try:
        return _holds_content(path, read_document(path), kinds)
    except DocumentError:
        return False


def _holds_content(path: Path, data: Any, kinds: Set[str]) -> bool:
    """Whether it is content, and not a setup: by where it lies, or as it has tables under the names of kinds."""
    if path.resolve().parent.name in kinds:
        return True
    if isinstance(data, dict):
        if any(key in kinds and _holds_entries(value) for key, value in data.items()):
            return True
        if not kinds.isdisjoint(data):
            return False
    return path.stem in kinds


def _may_be_setup(data: Any, rules: Rules) -> bool:
    """Whether it is a table with a field of the setup, or at least none of entries like those of content."""
    fields = _setup_fields(rules)
    if not fields or not isinstance(data, dict):
        return False
    return not fields.isdisjoint(data) or not any(map(_holds_entries, data.values()))


def _holds_entries(value: object) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and any(isinstance(item, dict) for item in value))


def _kinds(game: str) -> Set[str]:
    """The kinds of content of a game, also of one that is broken; none where nothing says which there are."""
    from ..describe import content_tables

    try:
        content = content_of(game)
    except PluginError:
        return set()
    return {*content_tables(content), *getattr(content, "forms", ())}


def _read_content(path: Path, game: str, known: Registry) -> Any:
    """Read content as its game does: the game's own, that of an installed extension, or what a player adds.

    Raises ContentError with every problem.
    """
    plugin = known.plugin_of(game)
    read: Any = known.get(game).content
    added = [e.content for e in known.extensions(game) if e.content is not None]
    if plugin is not None and _is_inside(path, plugin.folder):
        return read(())
    if own := [folder for folder in added if _is_inside(path, folder)]:
        return read(own[:1])
    return read([*added, path])


def _whose_content(path: Path, game: str | None, known: Registry) -> str | None:
    """The game whose own content, or whose installed extension's, lies at a path."""
    folders = [(name, plugin.folder) for name in known.rulesets if (plugin := known.plugin_of(name)) is not None]
    folders += [(name, e.content) for name in known.rulesets for e in known.extensions(name) if e.content is not None]
    own = [name for name, folder in folders if _is_inside(path, folder) and known.get(name).content is not None]
    return own[0] if own and game in (None, own[0]) else None


def _is_inside(path: Path, folder: object) -> bool:
    return isinstance(folder, Path) and path.resolve().is_relative_to(folder.resolve())


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
            found += some(one.problems)
            if one.game and one.tried:
                found.append(f"  ({one.file} was read as content of {one.game}; --game GAME reads it as another's)")
        else:
            of = f" of {one.game}" if one.game else ""
            found.append(f"{one.file}: fine ({one.kind}{of})")
            found += [f"  perhaps misspelt: {what}" for what in some(one.warnings)]
            found += [f"  an import leaves out: {what}" for what in some(one.left_out)]
            found += [f"  people play by hand: {', '.join(some(ids))} ({kind})" for kind, ids in one.by_hand.items()]
    return found
