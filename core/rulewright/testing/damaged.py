"""Damaged and hostile files are answered by a clear error: never another one, never another game, never a hang."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

import msgspec

from ..api import from_journal, new_game
from ..documents import DocumentError
from ..game import Game
from ..journal import SaveError, journal_of, parse
from ..problems import ContentError
from ..ruleset import Rules
from ..setups import SetupError, make_setup
from ..state import StateError
from .findings import CheckFailed, KitFailure
from .patience import OutOfPatience, frugality, patience
from .spoiling import spoilt

_Refusal: TypeAlias = type[Exception] | tuple[type[Exception], ...]

TOO_LONG: Final = 20.0
"""Seconds of processor time after which a file counts as hanging what reads it."""
TOO_MUCH: Final = 1024
"""Megabytes that reading a file may take."""


def check_damage(
    game: Game, count: int = 60, seed: int = 1, *, content: Iterable[str | Path] = (), begin: bool = False
) -> int:
    """Spoil the save, the tables and the setup of a game in ``count`` ways each, and the ``content`` files too.

    Each must be refused with a SaveError, StateError, SetupError or ContentError in words, or be read as what it was
    (a save: the same position). With ``begin`` games are also begun with the spoilt setups, in saves too, that the
    ruleset's model accepts: they must begin, or a SetupError says what does not fit; a model without bounds will not
    do. Returns how many files were tried. Raises KitFailure.
    """
    rng = Random(f"{seed}/damage")
    rules = game.rules
    try:
        tried = _saves(game, rng, count, begin) + _states(game, rng, count) + _setups(game, rng, count, begin)
        for path in content:
            tried += _files(rules, Path(path), rng, count)
    except CheckFailed as fault:
        raise KitFailure(fault.check, rules.id, str(fault), game.header.seed) from fault.__cause__
    return tried


def check_damaged_file(rules: Rules, path: str | Path, count: int = 60, seed: int = 1) -> int:
    """Spoil a content file in ``count`` ways. The ruleset must refuse each with a ContentError, or read it.

    It is read by the ruleset's ``content``, as what a player adds. Returns how many were tried. Raises KitFailure.
    """
    try:
        return _files(rules, Path(path), Random(f"{seed}/damage"), count)
    except CheckFailed as fault:
        raise KitFailure(fault.check, rules.id, str(fault)) from fault.__cause__


def _saves(game: Game, rng: Random, count: int, begin: bool) -> int:
    data = msgspec.json.encode(journal_of(game))
    position = game.digest()
    tried = 0
    for what, spoilt_data in spoilt(data, rng, count):
        tried += 1
        journal = _read("a save", what, partial(parse, spoilt_data), SaveError)
        if journal is None or not (begin or journal.header.setup == game.header.setup):
            continue
        loaded = _read("a save", what, partial(from_journal, journal, game=game.rules), SaveError)
        if loaded is not None and loaded.digest() != position:
            raise CheckFailed("damage", f"a save in which {what} is loaded, and is another position")
    return tried


def _states(game: Game, rng: Random, count: int) -> int:
    data = game.state.to_json()
    tried = 0
    for what, spoilt_data in spoilt(data, rng, count):
        tried += 1
        _read("a table file", what, partial(type(game.state).from_json, spoilt_data), StateError)
    return tried


def _setups(game: Game, rng: Random, count: int, begin: bool) -> int:
    setup = game.header.setup
    if not setup:
        return 0
    tried = 0
    for what, data in spoilt(json.dumps(setup).encode(), rng, count):
        try:
            changed = json.loads(data)
        except (ValueError, RecursionError):
            continue
        tried += 1
        model = _read("a setup", what, partial(make_setup, game.rules, changed), SetupError)
        if model is not None and begin:
            _read("a game with a setup", what, partial(new_game, game.rules, model, seed=1), SetupError)
    return tried


def _files(rules: Rules, path: Path, rng: Random, count: int) -> int:
    tried = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / path.resolve().parent.name
        folder.mkdir()
        file = folder / path.name
        for what, data in spoilt(path.read_bytes(), rng, count):
            tried += 1
            file.write_bytes(data)
            _read(path.name, what, partial(_read_content, rules, file), (ContentError, DocumentError))
    return tried


def _read_content(rules: Rules, file: Path) -> Any:
    """Read a file as content that is added to the ruleset's own. Raises CheckFailed where the ruleset reads none."""
    ruleset = rules.ruleset
    if ruleset.content is None:
        raise CheckFailed("damage", f"{rules.id} reads no content, so nothing reads {file.name}")
    added = [extension.content for extension in rules.extensions if extension.content is not None]
    return ruleset.content([*added, file])


def _read(file: str, what: str, read: Any, refusal: _Refusal) -> Any:
    """What a spoilt file is read as; None where it was refused in words. Raises CheckFailed."""
    refusals = refusal if isinstance(refusal, tuple) else (refusal,)
    try:
        with patience(TOO_LONG), frugality(TOO_MUCH):
            return read()
    except refusals as error:
        if not str(error).strip():
            raise CheckFailed("damage", f"{file} in which {what} is refused without a word") from None
        return None
    except OutOfPatience as error:
        raise CheckFailed("damage", f"{file} in which {what} takes too long: {error}") from None
    except CheckFailed:
        raise
    except Exception as error:
        raise CheckFailed(
            "damage",
            f"{file} in which {what} is answered by {type(error).__name__}: {str(error)[:300]}; expected a "
            f"{refusals[0].__name__} that says what is wrong",
        ) from error
