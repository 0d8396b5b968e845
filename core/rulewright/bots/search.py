"""A bot that searches: Monte Carlo tree search over games it can only imagine."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from ..game import let_go
from .judging import ONWARD, FollowUps, LookingAhead, Scale, is_offer, worth, worth_trying

if TYPE_CHECKING:
    from ..game import Game
    from ..plaindata import Answer
    from ..requests import Player
    from ..view import View

ITERATIONS: Final = 96
"""This many continuations are imagined for a decision, unless the search is told otherwise."""

CURIOSITY: Final = 0.6
"""How much an answer that was seldom tried is favoured, on a scale on which the best value seen is 1, the worst 0."""


class Branch:
    """What is known of one answer: how often it could have been given, was tried, and what came of it."""

    __slots__ = ("offered", "total", "tries", "then")

    def __init__(self) -> None:
        self.offered = 0
        self.tries = 0
        self.total = 0.0
        self.then: dict[tuple[Player, str], Node] = {}

    @property
    def mean(self) -> float:
        """The mean worth of the answer to the player who gives it."""
        return self.total / self.tries


RIPE: Final = 24
"""After this many tries of an answer the answers behind it are told apart; before, the position behind it is judged."""

Node = dict[Any, Branch]
"""The answers to one question, as far as they were seen."""

Path = Sequence[tuple[int, Branch]]
"""The branches that led to a position, each with the player who took it."""


class SearchBot(LookingAhead):
    """
    Information set Monte Carlo tree search: games imagined from the view, one tree over all of them.

    The answers to the question itself are compared in the same imagined games with the same luck, and the worse half
    of them is given up until one is left (sequential halving, Karnin, Koren and Somekh 2013). Below that, each player
    takes what looked best so far among what is legal in the imagined game (SO-ISMCTS, Cowling, Powley and Whitehouse
    2012); behind the first answer that was tried seldom, the others answer at random until the bot would choose again,
    and the ruleset's `evaluate` says what that position is worth. Nothing is looked at beyond the end of ``turns``
    turns or ``patience`` answers. Offers to react are passed below the question itself.

    A decision takes about ``iterations`` imagined continuations, or ``seconds`` (and the continuations that are under
    way), or whichever ends first; with neither, `ITERATIONS`. Without ``seconds`` the same seed gives the same answers.
    ``width`` answers of a question are looked at. Without `evaluate`, or with secrets and no `determinize`, it plays at
    random, except where texts promise something.
    """

    def __init__(
        self,
        seed: int,
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        width: int = 24,
        turns: int = 1,
        patience: int = 60,
    ) -> None:
        if iterations is None:
            iterations = ITERATIONS if seconds is None else sys.maxsize
        if iterations < 1 or width < 1:
            raise ValueError(f"a search has at least 1 iteration and looks at 1 answer, not {iterations} and {width}")
        if seconds is not None and not seconds > 0:
            raise ValueError(f"a search takes more than 0 seconds, not {seconds}")
        super().__init__(seed, width)
        self._iterations = iterations
        self._seconds = seconds
        self._turns = turns
        self._patience = patience

    def _best(self, view: View, request: Any, answers: Sequence[Answer], rng: Random) -> Answer:
        rng.shuffle(answers := list(answers))
        tree = _Tree(request.player, self._turns, self._patience, self._width)
        end = math.inf if self._seconds is None else time.monotonic() + self._seconds
        rounds = math.ceil(math.log2(len(answers)))
        for left in range(rounds, 0, -1):
            now = time.monotonic()
            stop = now + (end - now) / left
            for _ in range(max(1, self._iterations // (rounds * len(answers)))):
                if time.monotonic() >= stop:
                    break
                self._try_all(view, answers, tree, rng)
            answers = tree.ranked(answers)[: (len(answers) + 1) // 2]
        return answers[0]

    def _try_all(self, view: View, answers: Sequence[Answer], tree: _Tree, rng: Random) -> None:
        """Each of the answers in one imagined game, with the same luck."""
        luck = rng.getrandbits(64)
        try:
            world = view.imagine(rng)
            grown = [tree.grow(world.fork(), answer, Random(luck)) for answer in answers]
        except Exception:  # what was made up does not fit: the rules fail in a game that never was
            self.lost_worlds += 1
            return
        for path, game, others in grown:
            tree.note(path, {player: worth(game, player) for player, _ in path})
            let_go((game, *others))
        let_go((world,))


class _Tree:
    """What was found about one question, and the questions behind it."""

    def __init__(self, player: Player, turns: int, patience: int, width: int) -> None:
        self.player = player
        self.turns = turns
        self.patience = patience
        self.width = width
        self.root: Node = {}
        self.scale = Scale()

    def ranked(self, answers: Sequence[Answer]) -> list[Answer]:
        """The answers, best first; what could not be tried comes last."""
        found = {answer: branch.mean for answer in answers if (branch := self.root.get(answer)) and branch.tries}
        return sorted(answers, key=lambda answer: -found.get(answer, -math.inf))

    def grow(self, game: Game, answer: Answer, rng: Random) -> tuple[Path, Game, Sequence[Game]]:
        """Give the answer, go down the tree and one branch further, and on to the next choice of the bot.

        Returns what was answered, the game after it, and those that were tried on the way.
        """
        horizon = Horizon(game, self.turns, self.patience)
        branch = self.root.setdefault(answer, Branch())
        game.answer(answer, self.player)
        path = [(self.player, branch)]
        fresh = branch.tries < RIPE
        while not fresh and horizon.next_choice(game):
            request = game.request
            node = branch.then.setdefault((request.player, request.ask), {})
            branch, fresh = self._take(game, request, node, rng)
            path.append((request.player, branch))
        while horizon.next_choice(game) and game.request.player != self.player:
            game.answer(game.request.space.for_program(rng), game.request.player)

        def go_on(game: Game) -> bool:
            horizon.next_choice(game)
            return True

        most = ONWARD * self.width // len(self.root)
        following = FollowUps(self.player, self.width, most, rng.getrandbits(48), go_on)
        best, _ = following.best(game, ())
        return path, best, (game, *following.made)

    def _take(self, game: Game, request: Any, node: Node, rng: Random) -> tuple[Branch, bool]:
        """Give the answer that is to be tried next; whether what is behind it is not looked at yet."""
        view = game.view(request.player)
        answers = worth_trying(view, request, self.width, rng) or (request.space.for_program(rng),)
        for answer in answers:
            node.setdefault(answer, Branch()).offered += 1
        fresh = [answer for answer in answers if not node[answer].tries]
        answer = rng.choice(fresh) if fresh else max(answers, key=lambda one: self._promise(node[one]))
        game.answer(answer, request.player)
        return node[answer], node[answer].tries < RIPE

    def _promise(self, branch: Branch) -> float:
        span = self.scale.most - self.scale.least
        known = (branch.mean - self.scale.least) / span if span > 0 else 0.5
        return known + CURIOSITY * math.sqrt(math.log(branch.offered) / branch.tries)

    def note(self, path: Path, values: Mapping[Player, float]) -> None:
        """Count what a position is worth for the branches that led to it."""
        for value in values.values():
            self.scale.note(value)
        for player, branch in path:
            branch.tries += 1
            branch.total += self.scale.bounded(values[player])


Offered: TypeAlias = "Callable[[Game, Any], Answer]"
"""How offers to react are answered on the way."""


class Horizon:
    """How far an imagined game is played: to the end of this many turns, or this many answers."""

    def __init__(self, game: Game, turns: int, patience: int) -> None:
        self.active = game.active
        self.turns = turns
        self.patience = patience

    def next_choice(self, game: Game, offered: Offered = lambda game, request: None) -> bool:
        """Pass offers, or answer what is ``offered``, until someone has a choice; False beyond the horizon and in a
        game that is over."""
        while self.patience > 0 and self.turns > 0:
            request = game.request
            if request is None:
                return False
            if game.active != self.active:
                self.active = game.active
                self.turns -= 1
                continue
            self.patience -= 1
            if not is_offer(request):
                return True
            game.answer(offered(game, request), request.player)
        return False
