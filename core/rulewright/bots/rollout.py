"""A bot that plays its best ideas on, again and again, before it takes one of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any, Final

from ..game import let_go
from .greedy import GreedyBot
from .judging import Scale, at_least, is_offer, most_promising, worth, worth_trying
from .search import Horizon

if TYPE_CHECKING:
    from ..game import Game
    from ..plaindata import Answer
    from ..view import View


class RolloutBot(GreedyBot):
    """Looks one decision ahead as `GreedyBot` does, and plays on from the ``keep`` answers that look best.

    From each of them up to ``games`` imagined games go on, with the same luck for all, in which every player takes of
    ``light`` answers the one after which the position looks best at once; to the end of ``turns`` turns, or for
    ``patience`` answers (policy improvement by rollouts: Tesauro and Galperin 1997). An answer that is clearly behind
    is given up, and no further game is played where all that are left come to the same. With ``through`` an answer is
    judged when as many offers to react have been passed and questions that carry it on answered with the first idea.
    Of the questions that carry on the decision itself ``onward`` answers are looked at, where that is more. Offers to
    react are passed, or, with ``replies``, answered with the best of so many answers.

    It takes the answer after which the ruleset's `evaluate` is best on average, but the one that looked best at first
    unless another leads it by more than ``sure`` standard errors; a won game is half as good again as the best position
    seen. With ``deeds`` it plays on from decisions only: offers to react, and what carries a decision on, it answers as
    `GreedyBot` does. The same seed gives the same answers.

    Without `evaluate`, or with secrets and no `determinize`, it plays at random, except where texts promise something.
    """

    def __init__(
        self,
        seed: int,
        *,
        games: int = 8,
        keep: int = 4,
        light: int = 4,
        turns: int = 2,
        patience: int = 40,
        worlds: int = 4,
        width: int = 24,
        replies: int = 0,
        tries: int = 0,
        through: int = 0,
        sure: float = 0.0,
        onward: int = 0,
        deeds: int = 0,
    ) -> None:
        at_least(1, games=games, keep=keep, light=light, turns=turns, patience=patience)
        at_least(0, through=through, sure=sure, onward=onward)
        super().__init__(seed, worlds=worlds, width=width, replies=replies, tries=tries)
        self._games = games
        self._keep = keep
        self._light = light
        self._turns = turns
        self._far = patience
        self._through = through
        self._sure = sure
        self._onward = max(light, onward)
        self._deeds = deeds

    def _best(self, view: View, request: Any, answers: Sequence[Answer], rng: Random) -> Answer:
        if self._deeds and (is_offer(request) or request.ask in view.rules.ruleset.follow_ups):
            return super()._best(view, request, answers, rng)
        tried = self._try_out(view, request, answers, rng)
        rng.shuffle(tried)
        tried.sort(reverse=True)
        alike = [one.answer for one in tried if not tried[0] > one]
        first = most_promising(view, request, alike)[0]
        race = _Race([first, *(one.answer for one in tried if one.answer != first)][: self._keep])
        for _ in range(self._games):
            if race.is_over:
                break
            luck = rng.getrandbits(64)
            try:
                world = view.imagine(rng)
                found = [self._after(world.fork(), request, one.answer, Random(luck)) for one in race.running]
                let_go((world,))
            except Exception:  # what was made up does not fit: the rules fail in a game that never was
                self.lost_worlds += 1
                continue
            race.note(found)
        return race.best(self._sure)

    def _after(self, game: Game, request: Any, answer: Answer, rng: Random) -> float:
        """What the position is worth at the horizon, where everyone plays on by what looks best at once.

        The game is of no use afterwards.
        """
        horizon = Horizon(game, self._turns, self._far)
        game.answer(answer, request.player)
        carries_on = True

        def offered(game: Game, asked: Any) -> Answer:
            return self._reply(game, asked, rng) if self._replies else None

        while horizon.next_choice(game, offered):
            asked = game.request
            carries_on = carries_on and asked.player == request.player and asked.ask in game.rules.ruleset.follow_ups
            width = self._onward if carries_on else self._light
            game.answer(self._at_once(game, asked, rng, width), asked.player)
        value = worth(game, request.player)
        let_go((game,))
        return value

    def _at_once(self, game: Game, request: Any, rng: Random, width: int = 0) -> Answer:
        """Of a few answers that after which the position looks best, without a look at the luck to come."""
        answers = worth_trying(game.view(request.player), request, width or self._light, rng)
        if len(answers) < 2:
            return answers[0] if answers else request.space.for_program(rng)
        luck = rng.getrandbits(48)
        best, most = answers[0], -float("inf")
        for answer in answers:
            branch = game.fork(luck)
            branch.answer(answer, request.player)
            self._go_through(branch, request.player, rng)
            value = worth(branch, request.player)
            let_go((branch,))
            if value > most:
                best, most = answer, value
        return best

    def _go_through(self, game: Game, player: int, rng: Random) -> None:
        """Pass offers, and take the first idea for what only carries on what the player has decided."""
        for _ in range(self._through):
            request = game.request
            if request is None:
                return
            if is_offer(request):
                game.answer(None, request.player)
            elif request.player == player and request.ask in game.rules.ruleset.follow_ups:
                game.answer(worth_trying(game.view(player), request, 1, rng)[0], player)
            else:
                return


ENOUGH: Final = 4
"""After so many games an answer can be given up."""
CLEAR: Final = 2.0
"""It is given up where the best of them leads by more than so many standard errors of the difference."""


class _Runner:
    """An answer, and what the position was worth after each of the games that went on from it."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.values: list[float] = []


class _Race:
    """Answers, the favourite first, from which games with the same luck go on until it is clear which is best (a race:
    Maron and Moore 1994)."""

    def __init__(self, answers: Sequence[Answer]) -> None:
        self.running = [_Runner(answer) for answer in answers]
        self._favourite = self.running[0]
        self._scale = Scale()

    @property
    def is_over(self) -> bool:
        """Whether one answer is left, or those that are left came to the same in all games."""
        first = self.running[0].values
        return len(self.running) < 2 or (len(first) >= ENOUGH and all(one.values == first for one in self.running))

    def note(self, found: Sequence[float]) -> None:
        """See what the positions after another game of each answer are worth, and give up who is clearly behind."""
        for one, value in zip(self.running, found, strict=True):
            one.values.append(value)
            self._scale.note(value)
        if len(self.running[0].values) >= ENOUGH:
            leader = max(self.running, key=self._mean)
            self.running = [one for one in self.running if not self._leads(leader, one, CLEAR)]

    def best(self, sure: float) -> Answer:
        """The answer after which positions were worth most: the favourite, unless another leads it by more than so many
        standard errors."""
        leader = max(self.running, key=self._mean)
        stays = self._favourite in self.running and not self._leads(leader, self._favourite, sure)
        return (self._favourite if stays else leader).answer

    def _mean(self, one: _Runner) -> float:
        return fmean(map(self._scale.bounded, one.values)) if one.values else 0.0

    def _leads(self, one: _Runner, other: _Runner, sure: float) -> bool:
        """Whether an answer is ahead of another by more than so many standard errors of the difference."""
        apart = [self._scale.bounded(a) - self._scale.bounded(b) for a, b in zip(one.values, other.values, strict=True)]
        error = stdev(apart) / math.sqrt(len(apart)) if len(apart) > 1 else 0.0
        return bool(apart) and fmean(apart) > sure * error
