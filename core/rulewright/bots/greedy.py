"""A bot that looks one decision ahead and takes what looks best."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from ..imagining import is_open
from ..requests import CHANCE, may_pass
from .judging import LookingAhead, carried_on, is_offer, most_promising, worth

if TYPE_CHECKING:
    from ..game import Game
    from ..plaindata import Answer
    from ..view import View


class GreedyBot(LookingAhead):
    """Tries each answer in games imagined from the view and takes the one after which the ruleset's `evaluate` is best.

    An imagined game goes on to the bot's next decision that is more than an offer to react, and through the best
    answers to questions that only carry a decision on; to the end of the turn, or for ``patience`` answers. The others
    pass where they can and answer at random where they cannot. An answer that ends the turn is followed by the next
    one, unless no answer leaves anything to luck up to the end of this turn. What leaves something to luck is tried in
    ``worlds`` imagined games, all else in one. ``width`` answers are tried. Of answers that look alike it takes the one
    that texts promise most of (`programs.Judge`). A share of its choices, ``oversights``, it makes without looking. The
    same seed gives the same answers.

    Without `evaluate`, or with secrets and no `determinize`, it plays at random, except where texts promise something.
    """

    def __init__(
        self, seed: int, *, worlds: int = 4, width: int = 24, patience: int = 24, oversights: float = 0.0
    ) -> None:
        super().__init__(seed, width, oversights)
        self._worlds = worlds
        self._patience = patience

    def _best(self, view: View, request: Any, answers: Sequence[Answer], rng: Random) -> Answer:
        scores = self._scores(view, request, answers, rng)
        best = max(scores)
        alike = [answer for answer, score in zip(answers, scores, strict=True) if score == best]
        return rng.choice(most_promising(view, request, alike))

    def _scores(self, view: View, request: Any, answers: Sequence[Answer], rng: Random) -> list[float]:
        """How good each answer looks, summed over the imagined games; those that leave nothing to luck are tried in one
        of them."""
        scores = [0.0] * len(answers)
        settled: dict[int, float] = {}
        for _ in range(self._worlds):
            seed = rng.getrandbits(64)
            left = [place for place in range(len(answers)) if place not in settled]
            if not left:
                continue
            try:
                tried = self._imagine(view, request, [answers[place] for place in left], Random(seed))
            except Exception:  # what was made up does not fit: the rules fail in a game that never was
                self.lost_worlds += 1
                continue
            for place, value in settled.items():
                scores[place] += value
            for place, (branch, certain) in zip(left, tried, strict=True):
                value = worth(branch, request.player)
                scores[place] += value
                if certain:
                    settled[place] = value
        return scores

    def _imagine(self, view: View, request: Any, answers: Sequence[Answer], rng: Random) -> list[tuple[Game, bool]]:
        """An imagined game after each of the answers, with dice that fall alike; and whether any other would go so."""
        world = view.imagine(rng)
        known = len(world.requests) == 1 and is_open(view)
        given, turn, seed = len(world.answers) + 1, world.active, rng.getrandbits(64)
        branches, certain, over = [], [], []
        for place, answer in enumerate(answers):
            branch = world.fork()
            branch.answer(answer, request.player)
            lucky = _left_to_luck(branch, given, request.player)
            if branch.active == turn:
                branch, lucky = self._to_the_next_choice(branch, request.player, seed, given)
            else:
                over.append(place)
            branches.append(branch)
            certain.append(known and not lucky)
        if not all(certain):
            for place in over:
                self._play_on(branches[place], request.player, Random(seed))
                certain[place] = False
        return [*zip(branches, certain, strict=True)]

    def _to_the_next_choice(self, game: Game, player: int, seed: int, given: int) -> tuple[Game, bool]:
        """The game at the next choice of the player that carries nothing on; and whether anything in it, or in what was
        tried on the way to it, was left to luck since so many answers were given."""
        lucky = False

        def go_on(game: Game) -> None:
            nonlocal lucky
            self._play_on(game, player, Random(seed))
            lucky = lucky or _left_to_luck(game, given, player)

        go_on(game)
        return carried_on(game, player, self._width, Random(seed), go_on), lucky

    def _play_on(self, game: Game, player: int, rng: Random) -> None:
        turn = game.active
        for _ in range(self._patience):
            request = game.request
            if request is None or game.active != turn:
                return
            if request.player == player and not is_offer(request):
                return
            game.answer(None if may_pass(request) else request.space.for_program(rng), request.player)


def _left_to_luck(game: Game, given: int, own: int) -> bool:
    """Whether anything since this many answers was drawn: dice, cards, or answers at random in place of others."""
    return any(seat == CHANCE or (seat != own and answer is not None) for seat, answer in game.answers[given:])
