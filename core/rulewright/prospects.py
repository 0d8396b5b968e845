"""What may come of an answer: it is given in imagined games, and what happens there is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from time import process_time
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from .bots.judging import pass_or_any, play_on

if TYPE_CHECKING:
    from .events import Event
    from .plaindata import Answer
    from .view import View

TRIES: Final = 100
LEAST: Final = 10
"""So often an answer is tried, however long it takes."""
PATIENCE: Final = 24
"""An imagined game goes on for at most so many answers."""


class Prospect(Struct, frozen=True):
    """Something that may happen, in words, and in how many of the imagined games it did."""

    text: str
    count: int


class Prospects(Struct, frozen=True):
    """What may come of an answer: how often it was tried, and what happened, the most frequent first.

    What happened as often stands in the order in which it came. ``asked`` are the questions to the player with which
    the imagined games ended, in the same way; those that ended with the turn are not among them.
    """

    tries: int
    found: tuple[Prospect, ...]
    asked: tuple[Prospect, ...] = ()


def prospects(
    view: View, answer: Answer, tell: Callable[[View, Event], str], rng: Random, *, tries: int = TRIES,
    seconds: float = 2.0, question: Callable[[View, Any], str] = lambda view, request: "",
) -> Prospects:  # fmt: skip
    """Give an answer in so many games imagined from the view, and count what they tell until the player chooses again.

    The others pass where they can and answer at random where they cannot; a game ends with the turn. ``tell`` gives an
    event in words, or nothing, and ``question`` what is asked. After so many ``seconds`` of the processor no further
    game begins.

    Raises Refused where the answer is not legal, and Drift where nothing can be imagined.
    """
    counted: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    begun, player, done = process_time(), view.player, 0
    while done < tries and (done < LEAST or process_time() - begun < seconds):
        game = view.imagine(rng)
        told, turn = len(game.log), game.active
        game.answer(answer, player)
        play_on(game, player, turn, PATIENCE, lambda _, request: pass_or_any(request, rng))
        seen = game.view(player)
        counted.update([*dict.fromkeys(text for event in seen.events(told) if (text := tell(seen, event)))])
        request: Any = game.request
        if request is not None and request.player == player and game.active == turn:
            asked.update(filter(None, [question(seen, request)]))
        done += 1
    return Prospects(done, _listed(counted), _listed(asked))


def _listed(counted: Counter[str]) -> tuple[Prospect, ...]:
    return tuple(Prospect(text, count) for text, count in counted.most_common())
