"""Journals: a header and the answers, which is all that is needed to rebuild a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from . import files
from .chance import Chance, Manual, Seeded
from .documents import MOST_SAVED, DocumentError, refuse_many_values
from .game import Drift, Game, Header
from .requests import CHANCE, plain
from .ruleset import Rules

if TYPE_CHECKING:
    from os import PathLike

FORMAT: Final = 1


class SaveError(Exception):
    """A file is not a saved game, or does not fit what is installed; nothing was changed."""


class Journal(msgspec.Struct, forbid_unknown_fields=True):
    """What a saved game holds: who answered what, digests on the way, and how far chance has come.

    ``answers`` are pairs of player (-1 for chance) and answer. ``marks`` are pairs of a number of answers and the
    checksum of every table at that moment. ``digest`` is that of the last position.
    """

    rulewright: int
    header: Header
    answers: list[tuple[int, Any]]
    marks: list[tuple[int, dict[str, int]]] = []
    streams: dict[str, int] = {}
    digest: str = ""


def journal_of(game: Game) -> Journal:
    """The journal of a game as it stands."""
    return Journal(FORMAT, game.header, list(game.answers), list(game.marks), game.positions(), game.digest())


def save(game: Game, path: str | PathLike[str]) -> None:
    """Write the journal; an existing file is replaced only when the new one is complete."""
    files.write(path, msgspec.json.format(msgspec.json.encode(journal_of(game)), indent=0))


def read(path: str | PathLike[str]) -> Journal:
    """Read a journal. Raises SaveError naming the file, what was found and what would be right."""
    try:
        data = files.read(path)
    except files.FileError as error:
        raise SaveError(str(error)) from None
    return parse(data, str(path))


def parse(data: bytes | str, name: str = "journal") -> Journal:
    """Read a journal from JSON. Raises SaveError naming the place, what was found and what would be right."""
    try:
        refuse_many_values(data, MOST_SAVED)
        journal = msgspec.json.decode(data, type=Journal)
        journal.answers = [(player, plain(answer)) for player, answer in journal.answers]
    except (DocumentError, msgspec.DecodeError, UnicodeDecodeError, RecursionError, TypeError) as error:
        raise SaveError(f"{name}: not a saved game: {error}") from None
    if journal.rulewright != FORMAT:
        raise SaveError(f"{name}: a save of format {journal.rulewright}; this version reads format {FORMAT}")
    return journal


def rebuild(rules: Rules, setup: Any, journal: Journal, *, to: int | None = None, chance: Chance | None = None) -> Game:
    """Play a journal again, whole or its first ``to`` answers with the dice that fell right after them.

    Every digest is checked on the way. Raises Drift naming the first answer that does not fit, or the first tables
    that differ.
    """
    answers = journal.answers if to is None else _first(journal.answers, to)
    game = Game(rules, journal.header, setup, Manual(), answers)
    if len(game.answers) < len(answers):
        raise Drift(f"the game is over after {len(game.answers)} answers, but the record has {len(answers)}")
    _compare(game.marks, journal.marks, len(answers))
    if to is None and journal.digest and game.digest() != journal.digest:
        raise Drift(f"after all {len(answers)} answers the position differs from the recorded one")
    game.go_on_with(chance if chance is not None else Seeded(journal.header.seed, dict(journal.streams)))
    return game


def _first(answers: list[tuple[int, Any]], to: int) -> list[tuple[int, Any]]:
    """So many answers, and what chance brought before the next question to a player."""
    end = to
    while end < len(answers) and answers[end][0] == CHANCE:
        end += 1
    return answers[:end]


def _compare(now: list[tuple[int, dict[str, int]]], then: list[tuple[int, dict[str, int]]], answers: int) -> None:
    played = dict(now)
    last = 0
    for count, expected in then:
        if count > answers:
            break
        found = played.get(count)
        if found is None:
            raise Drift(f"after answer {count} no turn ends any more, though the record says so")
        if found != expected:
            tables = [t for t in dict.fromkeys((*expected, *found)) if expected.get(t) != found.get(t)]
            raise Drift(
                f"between answer {last} and answer {count} the game went another way than recorded: "
                f"{', '.join(tables)} differ"
            )
        last = count
