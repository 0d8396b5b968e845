"""The whole journal of a table whose game is over, and whether its dice follow from the seal that was shown before.

The seal is a digest of a salt and the seed. Who has all acts, salt and seed plays the game again: the same dice must
fall, those that were taken back against bots among them.
"""

from __future__ import annotations

import hashlib
from os import PathLike
from typing import Any, Final

import msgspec

from .. import files, journal
from ..api import from_journal, rules_for
from ..documents import DocumentError, refuse_many_values
from ..game import BrokenRules, Drift, Game, LoopDetected
from ..journal import Journal, SaveError, journal_of
from ..plaindata import shown
from ..refusals import Refused
from ..requests import CHANCE
from .course import Course
from .store import Act

FORMAT: Final = 1
MOST: Final = 4_000_000
"""Values of a file that is read."""


def seal_of(seed: int, salt: str) -> str:
    """What is shown of the dice before the game: a digest that only this seed and salt give."""
    return hashlib.sha256(f"{salt}:{seed}".encode()).hexdigest()


class SealedGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The journal of a table: seal and salt, the bot of each seat ("" for a person), every act, and the saved game."""

    sealed: int
    seal: str
    salt: str
    bots: tuple[str, ...]
    acts: tuple[Act, ...]
    game: msgspec.Raw

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, bot in enumerate(self.bots) if not bot]


def sealed_game(game: Game, salt: str, bots: tuple[str, ...], acts: list[Act]) -> SealedGame:
    """The journal of a game that is over, without the names that pages gave to acts."""
    named = tuple(msgspec.structs.replace(act, id="") for act in acts)
    saved = msgspec.Raw(msgspec.json.encode(journal_of(game)))
    return SealedGame(FORMAT, seal_of(game.header.seed, salt), salt, bots, named, saved)


def read(path: str | PathLike[str]) -> SealedGame:
    """Read the journal of a table. Raises SaveError naming the file and what would be right."""
    try:
        data = files.read(path)
        refuse_many_values(data, MOST)
        found = msgspec.json.decode(data, type=SealedGame)
    except files.FileError as error:
        raise SaveError(str(error)) from None
    except (DocumentError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SaveError(f"{path}: not the journal of a table: {error}") from None
    if found.sealed != FORMAT:
        raise SaveError(f"{path}: the journal of a table in format {found.sealed}; this version reads format {FORMAT}")
    return found


class Unsealed:
    """A journal, played again from what its seal hid. ``doubt`` says why its dice do not follow, if so.

    ``seal`` is the one that was noted before the game; without it, the one in the journal counts. Raises SaveError for
    a saved game inside that cannot be read.
    """

    def __init__(self, found: SealedGame, name: str, seal: str = "") -> None:
        self.name = name
        self.seal = (seal or found.seal).lower()
        self.salt = found.salt
        self.journal: Journal = journal.parse(bytes(found.game), name)
        self.taken_back = sum(act.back for act in found.acts)
        self.doubt = self._seed_doubt() or self._game_doubt(found, name)

    @property
    def seed(self) -> int:
        """The seed of the game."""
        return self.journal.header.seed

    def data(self) -> dict[str, Any]:
        """What was found as JSON data."""
        return {
            "file": self.name,
            "game": self.journal.header.ruleset,
            "seal": self.seal,
            "salt": self.salt,
            "seed": self.seed,
            "answers": len(self.journal.answers),
            "draws": self.draws,
            "taken_back": self.taken_back,
            "follows": not self.doubt,
            "doubt": self.doubt,
        }

    def verdict(self) -> str:
        """What was found, in words."""
        if self.doubt:
            return f"{self.name}: the dice do not follow from the seal: {self.doubt}"
        return (
            f"{self.name}: all {self.draws} rolls and shuffles follow from the seal {self.seal}; "
            f"{self.taken_back} answers were taken back"
        )

    @property
    def draws(self) -> int:
        """How often chance was asked."""
        return sum(seat == CHANCE for seat, _ in self.journal.answers)

    def _seed_doubt(self) -> str:
        made = seal_of(self.seed, self.salt)
        return "" if made == self.seal else f"its seed and salt have the seal {made}, and not {self.seal}"

    def _game_doubt(self, found: SealedGame, name: str) -> str:
        try:
            if not from_journal(self.journal, name=name).result:
                return "the game is not over"
            rules = rules_for(self.journal.header.ruleset)
            course = Course(rules, self.journal.header.setup, self.seed, found.people)
            course.play(list(found.acts))
        except SaveError as error:
            return str(error)
        except (Refused, Drift, BrokenRules, LoopDetected, TypeError, ValueError) as error:
            return f"with the dice of this seed its acts cannot be played: {error}"
        return _difference(list(course.game.answers), self.journal.answers)


def _difference(sealed: list[tuple[int, Any]], told: list[tuple[int, Any]]) -> str:
    """The first answer that is another than the seal gives; empty where all agree."""
    for number, (one, other) in enumerate(zip(sealed, told, strict=False)):
        if one != other:
            return f"answer {number} is {_said(other)}, and the seal gives {_said(one)}"
    if len(sealed) != len(told):
        return f"it has {len(told)} answers, and its acts with the dice of the seal lead to {len(sealed)}"
    return ""


def _said(answer: tuple[int, Any]) -> str:
    seat, value = answer
    return f"{shown(value)} by {'chance' if seat == CHANCE else f'seat {seat + 1}'}"
