"""Saved games: rebuilt, told, and checked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from ..api import from_journal, rules_for
from ..describe import ledger_of
from ..journal import Journal, SaveError, doubt, read
from ..reasons import event_behind, source_name
from .play import Sitting
from .saving import Saver
from .terminal import Terminal

if TYPE_CHECKING:
    from ..game import Game
    from ..why import Link, Why


class Replay:
    """A saved game, rebuilt as far as was asked.

    ``drift`` says where it goes another way than recorded, ``doubt`` why it is not verified although it can be
    rebuilt. Whatever is shown of a game, the whole of it is verified.
    """

    def __init__(
        self, path: Path, to: int | None = None, content: Sequence[Path] = (), key: bytes | None = None
    ) -> None:
        self.path = path
        self.journal: Journal = read(path, key)
        self.game: Game | None = None
        self.drift = self.doubt = ""
        rules = rules_for(self.journal.header.ruleset, content)
        try:
            self.game = from_journal(self.journal, game=rules, name=str(path))
            self.doubt = doubt(self.journal, self.game)
        except SaveError as error:
            self.drift = str(error)
        if to is not None:
            with suppress(SaveError):  # the beginning of a game that drifts later may still be seen
                self.game = from_journal(self.journal, game=rules, to=to, name=str(path))
        self.answers = len(self.journal.answers if self.game is None else self.game.answers)
        self.digests = len(self.journal.marks) + bool(self.journal.digest) + bool(self.journal.log)

    @property
    def verified(self) -> bool:
        """Whether nothing was changed since the game was saved, and the rules lead to what was recorded."""
        return not self.drift and not self.doubt

    def data(self) -> dict[str, Any]:
        """The replay as JSON data."""
        header = self.journal.header
        game = self.game
        return {
            "file": str(self.path),
            "game": header.ruleset,
            "seed": header.seed,
            "setup": header.setup,
            "answers": self.answers,
            "verified": self.verified,
            "signed": bool(self.journal.signature),
            "digests": self.digests,
            "drift": self.drift,
            "doubt": self.doubt,
            "over": game is not None and game.result is not None,
            "result": msgspec.to_builtins(game.result) if game is not None else None,
            "events": [event_data(game, number) for number in range(len(game.log))] if game is not None else [],
        }

    def verdict(self) -> str:
        """What verification found, in words."""
        if self.drift:
            return self.drift
        if self.doubt:
            return f"{self.path}: not verified: {self.doubt}"
        return f"{self.path}: verified: {len(self.journal.answers)} answers, {self.digests} digests agree"


def event_data(game: Game, number: int) -> dict[str, Any]:
    """An event of the log as JSON data, with its place, its cause and the step it stems from."""
    entry = game.log[number]
    fields, cause = msgspec.to_builtins(entry.event), event_behind(entry.cause)
    by = source_name(entry.source)
    return {"number": number, "event": type(entry.event).__name__, "by": by, "cause": cause, **fields}


def why_data(why: Why) -> list[dict[str, Any]]:
    """An explanation as JSON data, the event itself first."""
    return [
        {
            "number": cause.number,
            "event": type(cause.event).__name__,
            "fields": msgspec.to_builtins(cause.event),
            "by": cause.by,
            "rules": list(cause.rules),
            "numbers": [number.explain() for number in cause.numbers],
            "links": [_link_data(link) for link in cause.links],
        }
        for cause in why.chain
    ]


def _link_data(link: Link) -> dict[str, Any]:
    data: dict[str, Any] = {"how": link.how, "by": link.by, "rules": list(link.rules)}
    if link.event is not None:
        data |= {"event": type(link.event).__name__, "fields": msgspec.to_builtins(link.event)}
    if link.roll is not None:
        data |= {"player": link.roll.player, "faces": list(link.faces)}
    return data


def show_log(game: Game, terminal: Terminal) -> None:
    """Print the log of a game as someone sees it who may see all hands."""
    sitting = Sitting(game, dict.fromkeys(game.players, _NOBODY), terminal, Saver(None), boards=False)
    sitting.show_news()
    if game.result is not None:
        terminal.show(sitting.teller.result(sitting.view(), game.result), "bold green")


def why_lines(game: Game, why: Why, lang: str) -> Iterator[str]:
    """An explanation in words."""
    from ..narrator import Narrator

    yield from Narrator(game.rules, lang).why(game.view(game.players[0]), why, ledger_of(game.rules))


_NOBODY: Any = None
