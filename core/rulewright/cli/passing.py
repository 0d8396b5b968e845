"""Passing on: a person says once that they pass, and is asked again when a moment has come or something concerns them.

It lives at the terminal alone: the game is given one pass after the other, as if each had been typed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from ..narrator import Narrator, scope_of
from ..stops import TURNS
from .prompting import enter_passes

if TYPE_CHECKING:
    from ..game import Game
    from ..plaindata import Answer
    from ..requests import Player

_UNTIL: Final = re.compile(r"(until\b|直到|到)?\s*(the\b)?\s*")
_TURN: Final = ("turn", "回合")
_PHASE: Final = ("phase", "阶段")


class NoMoment(Exception):
    """Nothing is called like that until which a person could pass."""


@dataclass(frozen=True)
class AskAgain:
    """What a person said: at which windows, or at the beginning of which scopes, they want to be asked again."""

    player: Player
    since: int
    declined: tuple[Answer, ...] | None  # None where a question that appears would tell others of a hidden hand
    windows: frozenset[str]
    scopes: tuple[str, ...]

    def goes_on(self, game: Game, teller: Narrator, request: Any) -> bool:
        """Whether a question to the person is passed without asking them."""
        if not enter_passes(request) or request.about.get("window") in self.windows:
            return False
        offered = request.space.parts()
        if self.declined is not None and (offered is None or any(option not in self.declined for option in offered)):
            return False
        return not any(self._ends(game, teller, number) for number in range(self.since, len(game.log)))

    def _ends(self, game: Game, teller: Narrator, number: int) -> bool:
        """Whether an event begins what was said, or its words name the person."""
        view = game.view(self.player)
        event = game.log[number].event.seen_by(game.viewer(self.player))
        if event is None:
            return False
        if scope_of(event) in self.scopes and teller.heading(view, event):
            return True
        return teller.seat(view, self.player) in teller.event(view, event)


def passing(game: Game, teller: Narrator, request: Any, text: str, *, secretly: bool) -> AskAgain:
    """What ``pass TEXT`` means at a question. ``secretly``: other people see when someone is asked.

    Raises NoMoment.
    """
    name = _UNTIL.sub("", text.casefold(), count=1)
    windows = frozenset(
        window for window, called in moments(teller).items() if name in window.casefold() or name in called.casefold()
    )
    if not name or (not windows and name not in (*_TURN, *_PHASE)):
        raise NoMoment(text)
    scopes = TURNS if name in _TURN else (*TURNS, "phase") if name in _PHASE else ()
    declined = None if secretly else tuple(request.space.parts() or ())
    return AskAgain(request.player, len(game.log), declined, windows, scopes)


def moments(teller: Narrator) -> dict[str, str]:
    """The windows in which anyone can react, and what they are called where someone passes until then."""
    return {window: teller.moment(window) for window in teller.rules.windows_used()}
