"""What one player may know: the state without what is hidden, and nothing more."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from .events import Event
from .requests import Player
from .state import State, masked_state

if TYPE_CHECKING:
    from .game import Game
    from .stats import Value


class View:
    """A game as one player sees it at one moment.

    ``state`` has the tables of the ruleset with hidden fields None. ``rules`` and ``content`` are public.
    """

    __slots__ = ("_answers", "_game", "_state", "content", "player", "players", "rules", "setup", "teams")

    def __init__(self, game: Game, player: Player) -> None:
        self.player = player
        self.players = game.players
        self.teams = game.teams
        self.rules = game.rules
        self.setup = game.setup
        self.content = game.content
        self._game = game
        self._answers = len(game.answers)
        self._state: State | None = None

    def _now(self) -> Game:
        if len(self._game.answers) != self._answers:
            raise RuntimeError("this view is of an earlier moment; ask the game for a new one")
        return self._game

    @property
    def state(self) -> Any:
        """The tables as the player may know them. Raises RuntimeError when the game has gone on."""
        if self._state is None:
            game = self._now()
            self._state = masked_state(game.state, game.viewer(self.player))
        return self._state

    @property
    def request(self) -> Any:
        """What this player is asked now; None when it is somebody else's move."""
        return next((request for request in self._now().requests if request.player == self.player), None)

    @property
    def asked(self) -> tuple[Player, ...]:
        """Who is asked something now."""
        return tuple(request.player for request in self._now().requests)

    @property
    def phase(self) -> str:
        """The running phase."""
        return self._now().phase

    @property
    def active(self) -> Player | None:
        """Whose turn it is."""
        return self._now().active

    @property
    def result(self) -> Any:
        """How the game ended; None while it is running."""
        return self._now().result

    def find_context(self, kind: type[Any]) -> Any:
        """The innermost running context of that type as the player may know it; None when there is none."""
        game = self._now()
        found = game.find_context(kind)
        return None if found is None else found.seen_by(game.viewer(self.player))

    def events(self, since: int = 0) -> list[Event]:
        """The log as the player may know it."""
        return self._now().events(self.player, since)

    def number(self, stat: str, subject: Any) -> Any:
        """A characteristic now; characteristics are public."""
        return self._now().number(stat, subject)

    def value(self, stat: str, subject: Any) -> Value:
        """A characteristic with its trace."""
        return self._now().value(stat, subject)

    def imagine(self, rng: Random) -> Game:
        """A game that could be this one for all the player knows: hidden things and chance are made up.

        The ruleset's ``determinize`` fills in what the view hides, from the view alone.
        """
        game = self._now()
        fork = game.fork(seed=rng.getrandbits(48))
        given = fork.retract_secrets()
        fill = self.rules.ruleset.determinize
        if fill is not None:
            fork.replace_hidden(fill(self, rng))
        for request in fork.requests if given else ():
            if request.player in given:
                own = request.player == self.player
                fork.answer(given[request.player] if own else request.space.sample(rng), request.player)
        return fork

    def to_json(self) -> bytes:
        """The view as one JSON document."""
        game = self._now()
        request = self.request
        return msgspec.json.encode(
            {
                "player": self.player,
                "active": self.active,
                "phase": self.phase,
                "asked": self.asked,
                "request": None if request is None else describe_request(request),
                "state": self.state.plain(),
                "answers": len(game.answers),
            },
            order="deterministic",
        )


def describe_request(request: Any) -> dict[str, Any]:
    """A request as plain data: who is asked what, and which answers are legal."""
    return {
        "player": request.player,
        "ask": request.ask,
        "rule": request.rule,
        "about": dict(request.about),
        "space": request.space.describe(),
    }


