"""Orders: what a person says at once, where the rules ask one question after the other.

The rules ask which unit moves, then how, then where; a person says "Harpooners to objective 2". An order is the answers
to these questions, given ahead: the one to the question at which it is offered, and those to the questions that come of
it. It is plain data that any face can show and follow, and the answers are like any others: the journal does not tell
who gave an order and who answered one question after the other. Nobody has to give one.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from msgspec import Struct

from .plaindata import Answer, plain
from .reading import Unreadable
from .requests import settled
from .stops import turn_of
from .text import Words, show

if TYPE_CHECKING:
    from .game import Game
    from .requests import Request


class Then(Struct, frozen=True, omit_defaults=True):
    """What an order says to a question ``ask``: an ``answer``; or, where that is not legal, the person is asked."""

    ask: str
    answer: Answer = None
    typed: Words = ""
    """What a person would type, such as the words of a hint, instead of an answer."""
    proposed: bool = False
    """Whether the first `proposal` of the question is said instead of an answer that is not legal."""
    again: bool = False
    """Whether it holds as often as this is asked, such as for each weapon of a unit."""


class Order(Struct, frozen=True, omit_defaults=True):
    """An answer with those that come after it.

    The ``label`` says them in words. Several orders of one question may have the same: "to objective 2" of each unit
    that can move. Who gives such an order names the answer as well.
    """

    label: Words
    answer: Answer
    then: tuple[Then, ...] = ()


class OrderGiven:
    """What is left to say of an order that was given."""

    __slots__ = ("_left", "_said", "_when")

    def __init__(self, game: Game, then: tuple[Then, ...]) -> None:
        """``game`` is asked the question at which the order is given."""
        self._left = then
        self._when = _when(game)
        self._said: tuple[int, tuple[Answer] | None] = (-1, None)

    def answer(self, game: Game, request: Request) -> tuple[Answer] | None:
        """The answer to a question of the same player, in a tuple; None where the person is asked.

        What the rules did not ask is left out. The order ends with its phase, and at a question that it does not
        foresee, but not at an offer to react; and a person is asked where what it says cannot be done. Who asks twice
        before the next answer is told the same.
        """
        count = len(game.answers)
        if self._said[0] != count:
            self._said = count, self._next(game, request)
        return self._said[1]

    def _next(self, game: Game, request: Request) -> tuple[Answer] | None:
        if request.ask == "react":
            return None
        asks = [step.ask for step in self._left]
        if request.ask not in asks or _when(game) != self._when:
            self._left = ()
            return None
        self._left = self._left[asks.index(request.ask) :]
        step = self._left[0]
        if not step.again:
            self._left = self._left[1:]
        return _legal(request, step)


def _when(game: Game) -> tuple[int, str]:
    """The turn and the phase of a game."""
    return turn_of(game), game.phase


def _legal(request: Request, step: Then) -> tuple[Answer] | None:
    """What a step says, as it is kept; None where it cannot be done."""
    try:
        answer = plain(request.space.read(show(step.typed)) if step.typed else step.answer)
    except Unreadable:
        return proposal(request) if step.proposed else None
    if wrong := request.space.check(answer):
        answer, wrong = settled(request.space, answer, wrong)
    if not wrong:
        return (answer,)
    return proposal(request) if step.proposed else None


def proposal(request: Request) -> tuple[Answer] | None:
    """What a question proposes first, in a tuple: the first answer, or where they cannot be listed a suggestion."""
    options = request.options()
    found = request.space.suggest(1, Random(0)) if options is None else options[:1]
    return (found[0],) if found else None
