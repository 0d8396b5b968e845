"""A bot that looks one decision ahead and takes what looks best."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any

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
    one, unless no answer leaves anything to luck up to the end of this turn: then one game is enough, else ``worlds``
    games are imagined for each decision. ``width`` answers are tried. Of answers that look alike it takes the one that
    texts promise most of (`programs.Judge`). A share of its choices, ``oversights``, it makes without looking. The same
    seed gives the same answers.

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
        """How good each answer looks, summed over the imagined games; one is enough where nothing is left to luck."""
        scores = [0.0] * len(answers)
        certain = False
        for _ in range(self._worlds):
            seed = rng.getrandbits(64)
            if certain:
                continue
            try:
                branches, certain = self._imagine(view, request, answers, Random(seed))
            except Exception:  # what was made up does not fit: the rules fail in a game that never was
                self.lost_worlds += 1
                continue
            scores = [score + worth(branch, request.player) for score, branch in zip(scores, branches, strict=True)]
        return scores

    def _imagine(self, view: View, request: Any, answers: Sequence[Answer], rng: Random) -> tuple[list[Game], bool]:
        """One imagined game after each of the answers, with dice that fall alike; whether others would go alike."""
        world = view.imagine(rng)
        made_up = view.rules.ruleset.determinize is not None or len(world.requests) > 1
        given, turn, seed = len(world.answers) + 1, world.active, rng.getrandbits(64)
        branches, over = [], []
        for answer in answers:
            branch = world.fork()
            branch.answer(answer, request.player)
            if branch.active == turn:
                branch = self._to_the_next_choice(branch, request.player, seed)
            else:
                over.append(branch)
            branches.append(branch)
        if not made_up and not any(_left_to_luck(branch, given, request.player) for branch in branches):
            return branches, True
        for branch in over:
            self._play_on(branch, request.player, Random(seed))
        return branches, False

    def _to_the_next_choice(self, game: Game, player: int, seed: int) -> Game:
        """The game at the next choice of the player that carries nothing on."""

        def go_on(game: Game) -> None:
            self._play_on(game, player, Random(seed))

        go_on(game)
        return carried_on(game, player, self._width, Random(seed), go_on)

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
