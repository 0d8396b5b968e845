"""What one player may know: the state without its hidden parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NoReturn

import msgspec

from .events import Event
from .position import C, Position
from .readonly import WrittenInPlace
from .requests import Player
from .state import State, Viewer, masked_state

if TYPE_CHECKING:
    from random import Random

    from .game import Game
    from .ruleset import Rules
    from .state import Id, Result
    from .stats import Modifier, Value, Verdict


class View(Position):
    """A game as one player sees it at one moment.

    ``state`` has the tables of the ruleset with hidden fields None. ``rules`` and ``content`` are public.
    """

    __slots__ = ("_answers", "_game", "_state", "content", "eyes", "player", "players", "rules", "setup", "teams")

    player: Player
    eyes: Viewer
    """Who looks: what may be known depends on it."""
    players: tuple[Player, ...]
    teams: tuple[tuple[Player, ...], ...]
    rules: Rules
    setup: Any
    content: Any
    _game: Game
    _answers: int
    _state: State | None

    def __init__(self, game: Game, player: Player) -> None:
        put = object.__setattr__
        put(self, "player", player)
        put(self, "eyes", Viewer(NOBODY, ()) if player == NOBODY else game.viewer(player))
        put(self, "players", game.players)
        put(self, "teams", game.teams)
        put(self, "rules", game.rules)
        put(self, "setup", game.setup)
        put(self, "content", game.content)
        put(self, "_game", game)
        put(self, "_answers", len(game.answers))
        put(self, "_state", None)

    if not TYPE_CHECKING:

        def __setattr__(self, name: str, value: object) -> NoReturn:
            raise WrittenInPlace(f"{name} of a view is written to")

    def _now(self) -> Game:
        if len(self._game.answers) != self._answers:
            raise RuntimeError("this view is of an earlier moment; ask the game for a new one")
        return self._game

    @property
    def state(self) -> Any:
        """The tables as the player may know them. Raises RuntimeError when the game has gone on."""
        if self._state is None:
            object.__setattr__(self, "_state", masked_state(self._now().state, self.eyes))
        return self._state

    @property
    def request(self) -> Any:
        """What this player is asked now; None when it is someone else's move."""
        return next(iter(self.requests), None)

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
    def requests(self) -> tuple[Any, ...]:
        """What this player is asked now, as `Game.requests` has it."""
        return tuple(request for request in self._now().requests if request.player == self.player)

    @property
    def result(self) -> Result | None:
        return self._now().result

    def find_context(self, kind: type[C]) -> C | None:
        """The innermost running context of that type as the player may know it; None where there is none."""
        found = self._now().find_context(kind)
        return None if found is None else found.seen_by(self.eyes)

    def scope_number(self, name: str) -> int:
        return self._now().scope_number(name)

    def events(self, since: int = 0) -> list[Event]:
        """The log as the player may know it."""
        seen = (event.seen_by(self.eyes) for event in self._now().events(since=since))
        return [event for event in seen if event is not None]

    def number(self, stat: str, subject: Id, *also: Modifier) -> Any:
        """A characteristic now; characteristics are public."""
        return self._now().number(stat, subject, *also)

    def value(self, stat: str, subject: Id, *also: Modifier) -> Value:
        """A characteristic with its trace."""
        return self._now().value(stat, subject, *also)

    def verdict(self, permission: str, subject: Id, *also: Modifier) -> Verdict:
        """A permission with its trace; permissions are public."""
        return self._now().verdict(permission, subject, *also)

    def may(self, permission: str, subject: Id, *also: Modifier) -> bool:
        """Whether something is permitted now."""
        return self._now().may(permission, subject, *also)

    def imagine(self, rng: Random) -> Game:
        """A game that could be this one for all the player knows: hidden things and chance are made up.

        The ruleset's ``determinize`` fills in what the view hides, from the view alone. Raises Drift where the
        open step does not run on what it makes up, and TypeError for what is no `random.Random`.
        """
        from .imagining import imagine

        return imagine(self, rng)

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


class Onlooker(View):
    """A game as someone sees it who sits nowhere: what all may know. Its ``player`` is no seat and is asked nothing."""

    __slots__ = ()

    def __init__(self, game: Game) -> None:
        super().__init__(game, NOBODY)


NOBODY: Final = -2
"""The seat of who has none; chance is -1."""


def describe_request(request: Any) -> dict[str, Any]:
    """A request as plain data: who is asked what, on which clock if any, and which answers are legal."""
    seconds = getattr(request, "seconds", None)  # dice have none
    return {
        "player": request.player,
        "ask": request.ask,
        "rule": request.rule,
        "about": dict(request.about),
        "space": request.space.describe(),
        **({} if seconds is None else {"seconds": seconds}),
    }
