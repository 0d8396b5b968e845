"""What is done at a table, on its game: the acts, one after the other, and how often a choice can be taken back.

Acts that were kept are played again as they were done then; what a seat may do now is asked before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..api import new_game
from ..game import Game
from ..plaindata import plain
from ..refusals import Refused, Violation
from ..requests import may_pass
from ..ruleset import Rules
from .store import Act

if TYPE_CHECKING:
    from ..plaindata import Answer
    from ..requests import Player


class Course:
    """The game of a table, as far as its acts have come. ``people`` are the seats that no bot has."""

    def __init__(self, rules: Rules, setup: Any, seed: int, people: list[Player]) -> None:
        self.game: Game = new_game(rules, setup, seed)
        self.people = people
        self.count = 0
        """How many acts were done."""
        self._done: set[str] = set()
        self._unasked: set[int] = set()
        """The numbers of the answers that were given for someone who was not asked."""

    def was_done(self, id: str) -> bool:
        """Whether the act that a client called this was done."""
        return bool(id) and id in self._done

    def do(self, act: Act) -> list[Act]:
        """Do what a seat wants now; the acts to keep. Raises Refused, with the game as it was."""
        if not act.back:
            return self.play([act])
        if self.game.result is not None:
            raise Refused(Violation("undo_over"))
        return self.play([act]) if self.alone else self._take_back(act)

    def play(self, acts: list[Act]) -> list[Act]:
        """Do what was allowed, each act as it is. Raises Refused for an answer that is none."""
        for act in acts:
            if act.back:
                self._take_back_alone(act.seat) if self.alone else self.game.undo()
                self._unasked = {number for number in self._unasked if number < len(self.game.answers)}
            else:
                number = len(self.game.answers)
                self.game.answer(plain(act.answer), act.seat)
                if act.unasked:
                    self._unasked.add(number)
            self._note(act)
        return acts

    def _note(self, act: Act) -> None:
        self.count += 1
        if act.id:
            self._done.add(act.id)

    @property
    def alone(self) -> bool:
        """Whether there is one person at most: bots agree to whatever is taken back."""
        return len(self.people) < 2

    def _take_back(self, act: Act) -> list[Act]:
        """Take back answer by answer, up to one that was a choice: one act for each. Raises Refused."""
        game = self.game
        taken: list[Answer] = []
        try:
            while not taken or not self._chose(act.seat):
                given = game.answers.given[-1:]
                game.undo(player=act.seat)
                taken += given
        except Refused:
            for answer in reversed(taken):
                game.answer(answer, act.seat)
            raise
        acts = [act, *(Act(act.seat, back=True) for _ in taken[1:])]
        for one in acts:
            self._note(one)
        return acts

    def _take_back_alone(self, seat: Player) -> None:
        """Take back the last choice of the only person, and what bots did since."""
        game = self.game
        if seat not in game.answers.seats:
            raise Refused(Violation("nothing_to_undo"))
        given = _answers_of(game, seat)
        while _answers_of(game, seat) == given or (_answers_of(game, seat) and not self._chose(seat)):
            game.undo(force=True)

    def _chose(self, seat: Player) -> bool:
        """Whether a seat stands before a choice again that it made itself."""
        if len(self.game.answers) in self._unasked:
            return False
        return any(request.player == seat and forced(request) is None for request in self.game.requests)


def _answers_of(game: Game, seat: Player) -> int:
    return sum(player == seat for player in game.answers.seats)


def forced(request: Any) -> tuple[Answer] | None:
    """The only legal answer of a person, in a tuple; None where there is a choice, or others must not learn of it."""
    options = request.space.options()
    return (options[0],) if options is not None and len(options) == 1 and not may_pass(request) else None
