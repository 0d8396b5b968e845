"""What was asked for on the command line: the setup, from a file and settings, and who sits where."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..bots import LEVELS, UnknownBot, fill_seats, make_bot, seat_seed
from ..documents import DocumentError, read_document
from ..text import LANGUAGES
from .failing import Failed
from .terminal import TEXTS

if TYPE_CHECKING:
    from ..bots import Bot

HUMAN = "human"
USUAL_OPPONENT = "normal"
TUTORIAL = "tutorial"


def read_setup(file: Path | None, settings: Sequence[str] = ()) -> Any:
    """The data of a setup file with these settings in it (``mode=teams``); None without any.

    Raises Failed naming the file, UsageError naming the setting.
    """
    try:
        data = None if file is None else read_document(file)
    except DocumentError as error:
        raise Failed(f"{file}: {error}") from None
    if not settings:
        return data
    if not isinstance(data, Mapping | None):
        raise Failed(f"{file}: no table of settings that --set could change")
    return {**(data or {}), **dict(map(_setting, settings))}


def _setting(text: str) -> tuple[str, Any]:
    name, sign, value = text.partition("=")
    if not (name.strip() and sign):
        raise click.UsageError(f"--set: {text!r} is not NAME=VALUE")
    return name.strip(), _value(value.strip())


def _value(text: str) -> Any:
    """JSON where it is JSON; else a list where there are commas, and plain text."""
    try:
        return json.loads(text)
    except ValueError:
        return [_value(part.strip()) for part in text.split(",")] if "," in text else text


def level_called(name: str) -> str:
    """The level that is called so in any language; the name itself where none is."""
    called = {TEXTS.say(f"level.{level}", lang): level for level in (*LEVELS, TUTORIAL) for lang in LANGUAGES}
    return called.get(name.strip().casefold(), name)


def called(bot: str, lang: str) -> str:
    """What a bot is called: a level in the words of a language, any other bot by its name."""
    return TEXTS.say(f"level.{bot}", lang) if bot in LEVELS else bot


def split(names: str, option: str = "--seats") -> list[str]:
    """``human, normal`` as a list. Raises UsageError where nobody is named for a seat."""
    found = [level_called(name.strip()) for name in names.split(",")]
    if not all(found):
        raise click.UsageError(f"{option}: {names!r} names nobody for a seat")
    return found


def seats_for(wanted: str | None, players: int) -> tuple[str, ...]:
    """Who plays. Without a wish a person plays the first seat, if someone is there to type. Raises UsageError."""
    if wanted is None:
        first = HUMAN if sys.stdin is not None and sys.stdin.isatty() else USUAL_OPPONENT
        return (first, *(USUAL_OPPONENT,) * (players - 1))
    try:
        return fill_seats(split(wanted), players)
    except ValueError as error:
        raise click.UsageError(f"--seats: {error}") from None


def seat_bots(names: Sequence[str], seed: int) -> dict[int, Bot]:
    """The bots on the seats that no person has. Raises UsageError for an unknown one."""
    try:
        return {seat: make_bot(name, seat_seed(seed, seat)) for seat, name in enumerate(names) if name != HUMAN}
    except UnknownBot as error:
        raise click.UsageError(f"--seats: {error}; a person who plays at this terminal is {HUMAN!r}") from None
