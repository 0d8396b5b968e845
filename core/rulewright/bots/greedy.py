"""A bot that looks one decision ahead and takes what looks best."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from ..imagining import is_open
from ..requests import CHANCE, may_pass
from .judging import Following, LookingAhead, is_offer, most_promising, worth

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
        values: dict[int, float] = {}
        settled: dict[Sequence[Answer], tuple[Game, float]] = {}
        seeds = [rng.getrandbits(64) for _ in range(self._worlds)]
        for seed in seeds:
            left = [place for place in range(len(answers)) if place not in values]
            if not left:
                continue
            try:
                tried = self._imagine(
                    view, request, [answers[place] for place in left], Random(seed), seeds[0], settled
                )
            except Exception:  # what was made up does not fit: the rules fail in a game that never was
                self.lost_worlds += 1
                continue
            for place, value in values.items():
                scores[place] += value
            for place, (branch, certain) in zip(left, tried, strict=True):
                value = worth(branch, request.player)
                scores[place] += value
                if certain:
                    values[place] = value
        return scores

    def _imagine(
        self,
        view: View,
        request: Any,
        answers: Sequence[Answer],
        rng: Random,
        ideas: int,
        settled: dict[Sequence[Answer], tuple[Game, float]],
    ) -> list[tuple[Game, bool]]:
        """An imagined game after each of the answers, with dice that fall alike; and whether any other would go so."""
        world = view.imagine(rng)
        known = len(world.requests) == 1 and is_open(view)
        player, given, turn = request.player, len(world.answers) + 1, world.active
        luck = rng.getrandbits(64)

        def go_on(game: Game) -> bool:
            if game.active == turn:
                self._play_on(game, player, Random(luck))
            return _left_to_luck(game, given, player)

        following = Following(player, self._width, ideas, go_on, settled if known else None)
        branches, certain, over = [], [], []
        for place, answer in enumerate(answers):
            branch = world.fork()
            branch.answer(answer, player)
            if branch.active != turn:
                over.append(place)
            lucky = go_on(branch)
            branch, more = following.best(branch, (answer,))
            branches.append(branch)
            certain.append(known and not (lucky or more))
        if not all(certain):
            for place in over:
                self._play_on(branches[place], player, Random(luck))
                certain[place] = False
        return [*zip(branches, certain, strict=True)]

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
