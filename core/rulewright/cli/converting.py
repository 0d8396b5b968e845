"""What files of other programs become: under another id where one is wished, checked, and written."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from ..api import new_game, rules_for
from ..files import FileError, write
from ..plugins import FileFormat, Imported, registry
from ..problems import ContentError, Problem
from ..setups import SetupError
from ..text import LANGUAGES
from .failing import Failed
from .importing import format_of, read_as, read_bytes, with_answers, with_content, with_phrases


def import_file(
    path: Path,
    out: Path,
    game: str | None = None,
    phrases: Path | None = None,
    id: str | None = None,
    content: Sequence[Path] = (),
    answers: Mapping[str, str] | None = None,
    *,
    ask: bool = False,
) -> tuple[FileFormat, Imported]:
    """Write what a file holds as JSON of its game; ``phrases`` are phrases for the texts in it.

    ``id`` is the id that it gets, ``content`` what it is used with, and ``answers`` say what the file does not; with
    ``ask`` a person is asked for the others. Raises Failed naming the place and what is wrong there; nothing is
    written then.
    """
    if game is not None and not registry().file_formats(game):
        registry().get(game)
    data = read_bytes(path)
    form = format_of(path, data, game)
    if form is None:
        known = ", ".join(sorted({form.name for form in registry().file_formats(game or "")})) or "none"
        raise Failed(f"{path}: no format that is known here; known: {known}")
    if phrases is not None:
        form = with_phrases(form, phrases)
    form = with_answers(with_content(form, content), path, data, answers or {}, ask=ask)
    found = read_as(form, path, data)
    if id is not None:
        found = renamed(found, id)
    text = json.dumps(found.data, ensure_ascii=False, indent=1) + "\n"
    if problems := [*_problems(found, form.ruleset, text, content)]:
        raise Failed("\n".join(str(_in_the_file(problem, path, found)) for problem in problems))
    write(out, text)
    return form, found


# Another id -----------------------------------------------------------------------------


def renamed(found: Imported, id: str) -> Imported:
    """The same with another id: that of the only entry, or of the one with whose id those of all others begin.

    Raises Failed where there is no such entry.
    """
    ids = _ids(found)
    old = id_of(found)
    if not old:
        what = f"{len(ids)} entries with ids of their own" if ids else f"a {found.kind}, which has no id"
        raise Failed(f"--id: the file becomes {what}; it names what becomes one entry, such as a map")
    new = {one: id + one.removeprefix(old) for one in ids}
    return msgspec.structs.replace(found, data=_with_ids(found.data, new))


def id_of(found: Imported) -> str:
    """The id of the only entry, or of the one with whose id those of all others begin; empty where there is none."""
    ids = _ids(found)
    return next((one for one in ids if all(other == one or other.startswith(f"{one}-") for other in ids)), "")


def _ids(found: Imported) -> list[str]:
    return [str(entry.get("id", "")) for entry in _entries(found)]


def _entries(found: Imported) -> Iterator[Any]:
    """The entries of content; none of a setup or a scene."""
    if found.kind in ("setup", "scene"):
        return
    for entries in found.data.values() if found.kind == "content" else (found.data,):
        listed = entries if isinstance(entries, list | tuple) else (entries,)
        yield from (entry for entry in listed if isinstance(entry, Mapping))


def _with_ids(data: Any, new: Mapping[str, str]) -> Any:
    """The data with these ids in place of others, wherever they are named; what is said in a language stays."""
    if isinstance(data, str):
        return new.get(data, data)
    if isinstance(data, Mapping):
        return {key: value if key in LANGUAGES else _with_ids(value, new) for key, value in data.items()}
    return [_with_ids(value, new) for value in data] if isinstance(data, list | tuple) else data


# Whether the game takes it --------------------------------------------------------------


def _problems(found: Imported, game: str, text: str, content: Sequence[Path]) -> Iterator[Problem]:
    """What is wrong in what would be written, as the game finds it when it is used."""
    if found.kind == "content" and not _ids(found):
        yield Problem(
            "", found="nothing that becomes content", expected=f"content of {game}: {'; '.join(found.left_out)}"
        )
        return
    try:
        _CHECKS.get(found.kind, _use_content)(found, game, text, content)
    except ContentError as error:
        yield from error.problems
    except FileError as error:  # it is larger than what is read
        yield Problem("", found=f"what it becomes: {error.reason}")
    except SetupError as error:
        yield from (Problem("", found=problem) for problem in error.problems)
        if not content:
            yield Problem("", found="what it names besides the content of the game comes with --content FILE")


def _use_content(found: Imported, game: str, text: str, content: Sequence[Path]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / found.kind / "imported.json"  # an entry of a kind lies in a folder of its name
        file.parent.mkdir()
        file.write_text(text, encoding="utf-8")
        rules_for(game, [*content, file])


def _use_setup(found: Imported, game: str, text: str, content: Sequence[Path]) -> None:
    new_game(rules_for(game, content), json.loads(text), seed=0)


def _draw(found: Imported, game: str, text: str, content: Sequence[Path]) -> None:
    from ..geometry import GeometryError
    from ..geometry.pictures import drawn_of

    try:
        drawn_of(found.data)
    except GeometryError as error:
        raise ContentError([Problem("", found=str(error))]) from None


_CHECKS: Mapping[str, Callable[[Imported, str, str, Sequence[Path]], None]] = {"setup": _use_setup, "scene": _draw}


# Where it stands in the owner's file -----------------------------------------------------


def _in_the_file(problem: Problem, path: Path, found: Imported) -> Problem:
    """A problem at its place in the owner's file: that file knows names, and neither ids nor fields of this game."""
    entry = next((one for one in _entries(found) if problem.entry and one.get("id") == problem.entry), None)
    names, field = ([], problem.field) if entry is None else _named(entry, problem.field)
    return msgspec.structs.replace(problem, file=str(path), entry=": ".join(names) or problem.entry, field=field)


def _named(entry: Any, field: str) -> tuple[list[str], str]:
    """The names of what a way through an entry leads to, and the way on from the last of them."""
    names, steps, here = [name for name in [_name_of(entry)] if name], re.findall(r"[^.\[\]]+", field), entry
    rest = field
    for number, step in enumerate(steps, start=1):
        here = _step(here, step)
        if name := _name_of(here):
            names.append(name)
            rest = ".".join(steps[number:])
    return names, rest


def _step(data: Any, step: str) -> Any:
    if isinstance(data, Mapping):
        return data.get(step)
    return data[int(step)] if isinstance(data, list | tuple) and step.isdecimal() and int(step) < len(data) else None


def _name_of(data: Any) -> str:
    name = data.get("name") if isinstance(data, Mapping) else None
    found = name.get(LANGUAGES[0]) if isinstance(name, Mapping) else name
    return found if isinstance(found, str) else ""
