"""Stops: where a person is asked, and where a face passes or gives the usual answer in their name.

The rules ask in every window, so that nothing can be missed; a person who is asked everywhere soon reads nothing any
more. So each thing that may be used has a best moment, which the ruleset knows (`Ruleset.stops`), and a person is
stopped there. Faces give the other passes as answers like any other: the journal is the same as if they were typed.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from msgspec import Struct

from .plaindata import Answer
from .requests import may_pass

if TYPE_CHECKING:
    from .game import Game
    from .requests import Player, Request


class Timely(Enum):
    """What a ruleset says of a thing that may be used in a window now (`Ruleset.stops`)."""

    NOW = "now"
    """This is its moment, or the last one: the person is asked."""
    NOT_NOW = "not now"
    """Its moment was before, or comes later at no loss: a person is asked only after someone else has reacted here."""
    NEVER = "never"
    """Whatever it can do now serves opponents alone, or nobody."""


class StopWish(Struct, frozen=True):
    """What a person said of a thing, a window or a phase: whether to be asked there, for good or for this turn.

    ``thing`` is an answer, as a window offers it. ``turn`` is the number of the scope of the turn for which it holds
    (`stops.turn_of`); None for good. ``called`` is what the person saw it called.
    """

    what: Literal["thing", "window", "phase"]
    name: Answer
    asked: bool
    turn: int | None = None
    called: str = ""


Mode: TypeAlias = Literal["smart", "all"]
TURNS: Final = ("turn", "round")


class Stops:
    """Where one person is stopped: everywhere, or smartly, and what they wished besides; the last wish counts.

    A wish about a thing goes before one about a window, and that before one about a phase. Where others see when the
    person is asked, ``in_sight``, nothing that the person holds may decide it: only wishes about windows and phases
    count.
    """

    __slots__ = ("_declined", "_windows", "in_sight", "mode", "player", "wishes")

    def __init__(self, player: Player, mode: Mode = "smart", *, in_sight: bool = False) -> None:
        self.player = player
        self.mode: Mode = mode
        self.in_sight = in_sight
        self.wishes: dict[tuple[str, Answer], StopWish] = {}
        self.forget_passes()

    def wish(self, wish: StopWish) -> None:
        """From now on be asked, or not be asked, about something."""
        self.wishes[wish.what, wish.name] = wish

    def forget(self, what: str, name: Answer) -> None:
        """Let a thing, a window or a phase be as any other again."""
        self.wishes.pop((what, name), None)

    def forget_passes(self) -> None:
        """The game went back: what was passed may have been taken back."""
        self._declined: tuple[int, Any, Sequence[Answer]] = (-1, "", ())
        self._windows: set[tuple[int, int]] = set()

    def passed(self, game: Game) -> None:
        """Remember that the person passes the question of this game, by themselves or by a face."""
        request = game.request
        self._declined = (len(game.log), request.about.get("window"), _offered(request) or ())
        running = {frame.uid for frame in game.frames()}
        self._windows = {place for place in self._windows if place[0] in running} | {_place(game)}

    def answer(self, game: Game, request: Request) -> tuple[Answer] | None:
        """What a face answers for the person, in a tuple; None where they are asked.

        That is a pass where they are not stopped, and the usual answer where nobody would give another.
        """
        if _offered(request) is not None:
            return None if self.asks(game, request) else (None,)
        usual = game.rules.ruleset.usual
        if usual is None or self.mode == "all" or self.in_sight:
            return None
        return usual(game.view(self.player), request)

    def asks(self, game: Game, request: Request) -> bool:
        """Whether the person is asked at an offer to react; otherwise a face passes for them."""
        offered = _offered(request)
        if offered is None or self.mode == "all":
            return True
        here = self._wished(game, "window", request.about.get("window", ""))
        here = self._wished(game, "phase", game.phase) if here is None else here
        if self.in_sight:
            return here is not False
        wanted = {thing for thing in offered if self._is_wanted(game, request, thing, here)}
        at, window, declined = self._declined
        again = at == len(game.log) and window == request.about.get("window") and wanted.issubset(declined)
        return bool(wanted) and not again

    def _is_wanted(self, game: Game, request: Request, thing: Answer, here: bool | None) -> bool:
        wished = self._wished(game, "thing", thing)
        wished = here if wished is None else wished
        if wished is not None:
            return wished
        judge = game.rules.ruleset.stops
        if judge is None:
            return True
        stop = judge(game.view(self.player), request, thing)
        return stop is Timely.NOW or (stop is Timely.NOT_NOW and _place(game) in self._windows)

    def _wished(self, game: Game, what: str, name: Answer) -> bool | None:
        wish = self.wishes.get((what, name))
        if wish is None or (wish.turn is not None and wish.turn != turn_of(game)):
            return None
        return wish.asked


def turn_of(game: Game) -> int:
    """The number of the turn, or of the round where a game has no turns; 0 outside of both."""
    return next((number for name in TURNS if (number := game.scope_number(name))), 0)


def _offered(request: Any) -> Sequence[Answer] | None:
    """The things that a window offers; None where a question is no offer to react."""
    if request.ask != "react" or not may_pass(request) or (answers := request.options()) is None:
        return None
    return tuple(answer for answer in answers if answer is not None)


def _place(game: Game) -> tuple[int, int]:
    """Where the open window stands: whoever is asked a second time there has seen someone react in between."""
    frame = game.state.frame
    return (0, 0) if frame is None or frame.parent is None else (frame.parent.uid, frame.index)
