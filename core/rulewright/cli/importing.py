"""Files of other programs, read by the formats that plugins bring."""

from __future__ import annotations

import io
import sys
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import click

from ..api import rules_for
from ..documents import DocumentError, parse_toml
from ..files import LARGEST_FILE, LARGEST_FOLDER, FileError, below, read
from ..plugins import (
    Asks,
    FileFormat,
    FileQuestion,
    Imported,
    PluginError,
    ReadsTexts,
    ReadsWithContent,
    attempt,
    registry,
)
from ..problems import ContentError, instead
from .failing import Failed

HEAD: Final = 4096
"""This many bytes tell a format."""


STANDARD_INPUT: Final = Path("-")


def read_bytes(path: Path) -> bytes:
    """What a file holds, or standard input where it is called ``-``; a folder is an archive of its files.

    Raises FileError as `rulewright.files.read`.
    """
    if path.is_dir():
        return _packed(path)
    if path != STANDARD_INPUT:
        return read(path)
    found = sys.stdin.buffer.read(LARGEST_FILE + 1)
    if len(found) > LARGEST_FILE:
        raise FileError(path, f"it is larger than {LARGEST_FILE:,} bytes, the most that is read")
    return found


def _packed(folder: Path) -> bytes:
    """The files of a folder as an archive, the largest first, by which its format is known."""
    files = {way: read(file, LARGEST_FILE) for way, file in below(folder)}
    if sum(map(len, files.values())) > LARGEST_FOLDER:
        raise FileError(folder, f"its files are larger than {LARGEST_FOLDER:,} bytes together, the most that is read")
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for way, data in sorted(files.items(), key=lambda one: -len(one[1])):
            archive.writestr(way, data)
    return out.getvalue()


def format_of(path: Path, data: bytes, game: str | None) -> FileFormat | None:
    """The format of a file that holds these bytes, or None where no plugin knows it. Raises Failed where several do."""
    known = [form for form in registry().file_formats(game or "") if _recognizes(form, path, data[:HEAD])]
    if len({form.ruleset for form in known}) > 1:
        games = ", ".join(sorted({form.ruleset for form in known}))
        raise Failed(f"{path}: --game says for which game it is read: {games}")
    return known[0] if known else None


def _recognizes(form: FileFormat, path: Path, head: bytes) -> bool:
    """Whether a format knows a file; one that fails is named, and the others are asked all the same."""
    try:
        with attempt(f"the format {form.name!r} of {form.ruleset} failed to look at {path}"):
            return form.recognizes(path.name, head)
    except PluginError as error:
        click.echo(f"rulewright: {error}", err=True)
        return False


def read_as(form: FileFormat, path: Path, data: bytes) -> Imported:
    """What a file of that format holds. Raises Failed naming the place and what is wrong there."""
    try:
        return form.read(data)
    except ContentError as error:
        raise Failed(f"{path}: {error}") from None


def with_phrases(form: FileFormat, phrases: Path) -> FileFormat:
    """The format with phrases of one's own. Raises Failed where it reads no texts, and for what is no phrasebook."""
    if not isinstance(form, ReadsTexts):
        raise Failed(f"--phrases: the format {form.name!r} reads no texts")
    try:
        return form.with_phrases(parse_toml(read(phrases)))
    except (ContentError, DocumentError) as error:
        raise Failed(f"{phrases}: {error}") from None


def with_content(form: FileFormat, content: Sequence[Path]) -> FileFormat:
    """The format with the content that its files name. Raises Failed for content that is wrong."""
    if not isinstance(form, ReadsWithContent):
        return form
    try:
        return form.with_content(rules_for(form.ruleset, content).content)
    except ContentError as error:
        raise Failed(str(error)) from None


def with_answers(form: FileFormat, path: Path, data: bytes, answers: Mapping[str, str], *, ask: bool) -> FileFormat:
    """The format with answers to what a file does not say; with ``ask`` a person is asked for the others.

    Raises Failed for an answer to what nobody asked, and for one that does not fit.
    """
    if not isinstance(form, Asks):
        if answers:
            raise Failed(f"--answer: the format {form.name!r} asks nothing")
        return form
    try:
        return _answered(form, path, data, dict(answers), ask=ask)
    except ContentError as error:
        raise Failed(f"{path}: {error}") from None


def _answered(form: Asks, path: Path, data: bytes, answers: dict[str, str], *, ask: bool) -> FileFormat:
    asked: dict[str, FileQuestion] = {}
    given: dict[str, str] = {}
    answered: FileFormat = form
    while isinstance(answered, Asks):
        new = [one for one in answered.questions(data) if one.about not in given and one.about not in asked]
        for one in new:
            asked[one.about] = one
            if (answer := answers.pop(one.about, None)) or (ask and (answer := _ask(one))):
                given[one.about] = answer
        if not new:
            break
        answered = form.with_answers(given)
    if answers:
        about = next(iter(answers))
        hint = instead(about, asked)
        raise Failed(f"{path}: --answer: nothing is asked about {about!r}{hint}")
    return answered


def _ask(question: FileQuestion) -> str:
    """What a person answers; nothing where they leave it open."""
    click.echo(question.text, err=True)
    for answer, means in question.answers.items():
        click.echo(f"  {answer}: {means}", err=True)
    return str(click.prompt(question.about, default="", show_default=False, err=True))
