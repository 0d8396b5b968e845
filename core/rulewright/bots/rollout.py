"""A bot that plays its best ideas on, again and again, before it takes one of them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from .greedy import GreedyBot
from .judging import Scale, at_least, is_offer, most_promising, worth, worth_trying
from .search import Horizon

if TYPE_CHECKING:
    from ..game import Game
    from ..plaindata import Answer
    from ..view import View


class RolloutBot(GreedyBot):
    """Looks one decision ahead as `GreedyBot` does, and plays on from the ``keep`` answers that look best.

    From each of them ``games`` imagined games go on, with the same luck for all, in which every player takes of
    ``light`` answers the one after which the position looks best at once; to the end of ``turns`` turns, or for
    ``patience`` answers (policy improvement by rollouts: Tesauro and Galperin 1997). With ``through`` an answer is
    judged when as many offers to react have been passed and questions that carry it on answered with the first idea.
    Offers to react are passed, or, with ``replies``, answered with the best of so many answers. It takes the answer
    after which the ruleset's `evaluate` is best on average; a won game is half as good again as the best position seen.
    The same seed gives the same answers.

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
    ) -> None:
        at_least(1, games=games, keep=keep, light=light, turns=turns, patience=patience)
        at_least(0, through=through)
        super().__init__(seed, worlds=worlds, width=width, replies=replies, tries=tries)
        self._games = games
        self._keep = keep
        self._light = light
        self._turns = turns
        self._far = patience
        self._through = through

    def _best(self, view: View, request: Any, answers: Sequence[Answer], rng: Random) -> Answer:
        tried = self._try_out(view, request, answers, rng)
        rng.shuffle(tried)
        kept = [one.answer for one in sorted(tried, reverse=True)[: self._keep]]
        totals = self._played_on(view, request, kept, rng)
        best = max(totals)
        alike = [answer for answer, total in zip(kept, totals, strict=True) if total == best]
        return most_promising(view, request, alike)[0]

    def _played_on(self, view: View, request: Any, answers: Sequence[Answer], rng: Random) -> list[float]:
        """How good each answer is after the games that go on from it, summed up."""
        values: list[list[float]] = [[] for _ in answers]
        for _ in range(self._games):
            luck = rng.getrandbits(64)
            try:
                world = view.imagine(rng)
                found = [self._after(world.fork(), request, answer, Random(luck)) for answer in answers]
            except Exception:  # what was made up does not fit: the rules fail in a game that never was
                self.lost_worlds += 1
                continue
            for place, value in enumerate(found):
                values[place].append(value)
        scale = Scale()
        for value in (value for those in values for value in those):
            scale.note(value)
        return [sum(map(scale.bounded, those)) for those in values]

    def _after(self, game: Game, request: Any, answer: Answer, rng: Random) -> float:
        """What the position is worth at the horizon, where everyone plays on by what looks best at once."""
        horizon = Horizon(game, self._turns, self._far)
        game.answer(answer, request.player)

        def offered(game: Game, asked: Any) -> Answer:
            return self._reply(game, asked, rng) if self._replies else None

        while horizon.next_choice(game, offered):
            asked = game.request
            game.answer(self._at_once(game, asked, rng), asked.player)
        return worth(game, request.player)

    def _at_once(self, game: Game, request: Any, rng: Random) -> Answer:
        """Of a few answers that after which the position looks best, without a look at the luck to come."""
        answers = worth_trying(game.view(request.player), request, self._light, rng)
        if len(answers) < 2:
            return answers[0] if answers else request.space.for_program(rng)
        luck = rng.getrandbits(48)
        best, most = answers[0], -float("inf")
        for answer in answers:
            branch = game.fork(luck)
            branch.answer(answer, request.player)
            self._go_through(branch, request.player, rng)
            value = worth(branch, request.player)
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
