"""Journals: a header and the answers, which is all that is needed to rebuild a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from . import files
from .chance import Chance, Manual, Seeded
from .documents import MOST_SAVED, DocumentError, refuse_many_values
from .game import Drift, Game, Header
from .plaindata import plain
from .reasons import event_behind, source_name
from .requests import CHANCE
from .ruleset import Rules
from .sealing import STRETCH, chain_of, digest_of_all, is_signed, signature_of, stretches

if TYPE_CHECKING:
    from os import PathLike

FORMAT: Final = 2
FORMATS: Final = (1, 2)
"""Format 1 had no chain; games saved in it are read, and cannot be verified."""


class SaveError(Exception):
    """A file is not a saved game, or does not fit what is installed; nothing was changed."""


class Journal(msgspec.Struct, forbid_unknown_fields=True):
    """What a saved game holds: who answered what, digests on the way, and how far chance has come.

    ``answers`` are pairs of player (-1 for chance) and answer. ``marks`` are pairs of a number of answers and the
    checksum of every table at that moment. ``streams`` are the positions of the streams of chance. ``digest`` is that
    of the last position, ``log`` that of the log. ``chain`` covers all of it (see :mod:`rulewright.sealing`), and
    ``signature`` signs the chain. A journal that was put together by hand has no chain: it can be played again, and
    is not verified.
    """

    rulewright: int
    header: Header
    answers: list[tuple[int, Any]]
    marks: list[tuple[int, dict[str, int]]] = []
    streams: dict[str, int] = {}
    digest: str = ""
    log: str = ""
    chain: list[str] = []
    signature: str = ""

    def parts(self) -> list[Any]:
        """What the links of the chain cover, one each."""
        rest = [self.marks, self.streams, self.digest, self.log]
        return [[self.rulewright, self.header], *stretches(self.answers), rest]


def journal_of(game: Game, key: bytes | None = None) -> Journal:
    """The journal of a game as it stands, signed where there is a key. Raises ValueError where that is too short."""
    journal = Journal(
        FORMAT, game.header, list(game.answers), game.marks, game.positions(), game.digest(), log_digest(game)
    )
    journal.chain = chain_of(journal.parts())
    if key is not None:
        journal.signature = signature_of(journal.chain, key)
    return journal


def log_digest(game: Game) -> str:
    """A digest of the log: what happened, because of what, and in which step."""
    return digest_of_all(
        [type(entry.event).__name__, entry.event, event_behind(entry.cause), source_name(entry.source)]
        for entry in game.log
    )


def save(game: Game, path: str | PathLike[str], key: bytes | None = None) -> None:
    """Write the journal, signed where there is a key; an existing file is replaced when the new one is complete."""
    files.write(path, msgspec.json.format(msgspec.json.encode(journal_of(game, key)), indent=0))


def read(path: str | PathLike[str], key: bytes | None = None) -> Journal:
    """Read a journal, which must be signed where a key is given.

    Raises SaveError naming the file, what was found and what would be right.
    """
    try:
        data = files.read(path)
    except files.FileError as error:
        raise SaveError(str(error)) from None
    return parse(data, str(path), key)


def parse(data: bytes | str, name: str = "journal", key: bytes | None = None) -> Journal:
    """Read a journal from JSON, which must be signed where a key is given.

    Raises SaveError naming the place, what was found and what would be right, and the part that was changed since the
    game was saved.
    """
    try:
        refuse_many_values(data, MOST_SAVED)
        journal = msgspec.json.decode(data, type=Journal)
        journal.answers = [(player, plain(answer)) for player, answer in journal.answers]
    except (DocumentError, msgspec.DecodeError, UnicodeDecodeError, RecursionError, TypeError) as error:
        raise SaveError(f"{name}: not a saved game: {error}") from None
    if journal.rulewright not in FORMATS:
        raise SaveError(f"{name}: {wrong_format(journal.rulewright)}")
    if key is not None:
        _check_signature(journal, name, key)
    return journal


def _check_signature(journal: Journal, name: str, key: bytes) -> None:
    if not journal.signature:
        raise SaveError(f"{name}: not signed")
    if not is_signed(journal.chain, journal.signature, key):
        raise SaveError(f"{name}: not signed with this key, or changed since")
    if changed := _changed(journal):
        raise SaveError(f"{name}: changed since it was signed: {changed}")


def wrong_format(found: int) -> str:
    """What is said of a format that is not read."""
    return f"a save of format {found}; this version reads formats {' and '.join(map(str, FORMATS))}"


def _changed(journal: Journal) -> str:
    """The first part of a journal that its chain does not cover; empty where the chain covers all."""
    recorded, found = journal.chain, chain_of(journal.parts())
    if recorded == found:
        return ""
    if len(recorded) != len(found):
        return f"{len(journal.answers)} answers need a chain of {len(found)} links, and this one has {len(recorded)}"
    first = next(number for number, link in enumerate(found) if link != recorded[number])
    if first + 1 < len(found) and recorded[first + 1 :] == found[first + 1 :]:
        return f"chain[{first}]"
    if first == 0:
        return "the header"
    if first == len(found) - 1:
        return "the marks, the streams or the digests"
    start = (first - 1) * STRETCH
    return f"answers {start} to {min(start + STRETCH, len(journal.answers)) - 1}"


def doubt(journal: Journal, game: Game) -> str:
    """Why a game rebuilt from the whole of a journal cannot be called verified; empty where it can.

    It is verified when nothing was changed since it was saved, and the rules lead to the same tables, the same last
    position and the same log.
    """
    if not journal.chain:
        return "it has no chain of digests, so nobody can say whether it was changed"
    if not journal.digest or not journal.log:
        return "its record has no digest of the last position and the log"
    if log_digest(game) != journal.log:
        return "the rules write another log than when it was saved"
    return ""


def rebuild(rules: Rules, setup: Any, journal: Journal, *, to: int | None = None, chance: Chance | None = None) -> Game:
    """Play a journal again, whole or its first ``to`` answers with the dice that fell right after them.

    Every digest is checked on the way. Raises Drift naming the part of the journal that was changed since it was made,
    the first answer that does not fit, or the first tables that differ.
    """
    answers = journal.answers if to is None else _first(journal.answers, to)
    if journal.chain and (changed := _changed(journal)):
        raise Drift(f"changed since the game was saved: {changed}")
    game = Game(rules, journal.header, setup, Manual(), answers)
    if len(game.answers) < len(answers):
        raise Drift(f"the game is over after {len(game.answers)} answers, but the record has {len(answers)}")
    check_marks(game, journal)
    game.go_on_with(chance if chance is not None else Seeded(journal.header.seed, dict(journal.streams)))
    return game


def _first(answers: list[tuple[int, Any]], to: int) -> list[tuple[int, Any]]:
    """This many answers, and what chance brought before the next question to a player."""
    end = to
    while end < len(answers) and answers[end][0] == CHANCE:
        end += 1
    return answers[:end]


def check_marks(game: Game, journal: Journal) -> None:
    """The digests on the way and at the end are those of the journal. Raises Drift naming tables that differ."""
    _compare(game.marks, journal.marks, len(game.answers))
    if len(game.answers) == len(journal.answers) and journal.digest and game.digest() != journal.digest:
        raise Drift(f"after all {len(game.answers)} answers the position differs from the recorded one")


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
