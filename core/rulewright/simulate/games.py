"""One game between bots, from its seed to its end or to its failure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, Self

import msgspec
from msgspec import structs

from .. import __version__
from ..api import new_game
from ..bots import make_bot, no_answer, seat_seed
from ..chance import Seeded
from ..events import Began, LeftByHand
from ..files import FileError, read, write
from ..flow import Turn
from ..game import BrokenRules, Game, Header, LoopDetected
from ..journal import FORMAT, Journal, journal_of
from ..outcomes import DiceSpace
from ..refusals import NothingLegal
from ..requests import CHANCE
from ..ruleset import Rules
from ..setups import make_setup, plain_setup

MOST_DECISIONS: Final = 100_000
"""A game that is not over after this many answers of players has failed."""


class Failure(msgspec.Struct, frozen=True):
    """A game that could not be played to its end: which one, what went wrong, and the file of what had happened."""

    number: int
    seed: int
    error: str
    journal: str = ""


class Played(msgspec.Struct, frozen=True):
    """One game of a simulation."""

    number: int
    seed: int
    winners: tuple[int, ...] = ()
    decisions: int = 0
    rolls: int = 0
    events: int = 0
    turns: int = 0
    failure: Failure | None = None
    by_hand: dict[str, int] = {}
    """How many effects of each card had no effect because only people play them."""


class EndlessGame(Exception):
    """A game was not over after `MOST_DECISIONS`."""


class BotFailed(Exception):
    """A bot raised an error, or gave an answer that is not legal; the message says which bot and what."""


class CountedChance(Seeded):
    """Seeded chance that counts the rolls of dice."""

    __slots__ = ("rolls",)

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.rolls = 0

    def draw(self, request: Any) -> Any:
        if isinstance(request.space, DiceSpace):
            self.rolls += 1
        return super().draw(request)

    def copy(self) -> Self:
        new = super().copy()
        new.rolls = self.rolls
        return new


def attempt(
    rules: Rules, seed: int, seats: Sequence[str], setup: Any, *, number: int, most: int
) -> tuple[Played, bytes]:
    """Play one game; where it fails, its journal comes with it."""
    chance = CountedChance(seed)
    game: Game | None = None
    try:
        game = new_game(rules, setup, seed, chance)
        _play(game, seats, most)
    except Exception as error:
        told = str(error) if isinstance(error, BotFailed) else f"{type(error).__name__}: {error}"
        failure = Failure(number, seed, " ".join(told.split()))
        journal = journal_of(game) if game is not None else _empty_journal(rules, seed, setup)
        return Played(number, seed, failure=failure), msgspec.json.format(msgspec.json.encode(journal), indent=0)
    decisions = sum(player != CHANCE for player, _ in game.answers)
    assert game.result is not None
    return Played(
        number, seed, game.result.winners, decisions, chance.rolls, len(game.log), turns_of(game),
        by_hand=left_by_hand(game),
    ), b""  # fmt: skip


def keep(game: str, played: Played, journal: bytes, folder: Path | None) -> Played:
    """Write the journal of a failed game into a folder; the game, with the path where that could be done."""
    if folder is None or played.failure is None or not journal:
        return played
    path = folder / f"{game}-{played.seed}-{played.number}.failed.json"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        while path.exists() and read(path) != journal:  # another game that failed with this number and seed
            path = path.with_name(f"again-{path.name}")
        write(path, journal)
    except (OSError, FileError):
        return played
    return structs.replace(played, failure=structs.replace(played.failure, journal=str(path)))


def _play(game: Game, seats: Sequence[str], most: int) -> None:
    bots = [make_bot(name, seat_seed(game.header.seed, seat)) for seat, name in enumerate(seats)]
    for _ in range(most):
        request = game.request
        if request is None:
            return
        player = request.player
        try:
            game.answer(bots[player].choose(game.view(player), request), player)
        except (BrokenRules, LoopDetected):
            raise
        except NothingLegal as error:
            raise BotFailed(no_answer(game, request, error)) from error
        except Exception as error:
            raise BotFailed(f"{seats[player]} (player {player + 1}): {type(error).__name__}: {error}") from error
    if game.request is not None:
        raise EndlessGame(f"the game is not over after {most} decisions")


def _empty_journal(rules: Rules, seed: int, setup: Any) -> Journal:
    """The journal of a game that failed before its first question."""
    plain = plain_setup(make_setup(rules, setup))
    return Journal(FORMAT, Header(rules.id, seed, plain, __version__, rules.ruleset.version, rules.fingerprint), [])


def left_by_hand(game: Game) -> dict[str, int]:
    """How many effects of each card had no effect because only people play them."""
    return dict(Counter(event.source for entry in game.log if isinstance(event := entry.event, LeftByHand)))


def turns_of(game: Game) -> int:
    """How many turns a game has had: those announced in its log, or the number of the running one."""
    announced = sum(type(entry.event) is Began and entry.event.scope == "turn" for entry in game.log)
    if announced:
        return announced
    running = [frame.context for frame in game.frames() if isinstance(frame.context, Turn)]
    return running[-1].number if running else 0
