"""A bot that looks one decision ahead and takes what looks best."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final

from ..game import let_go
from ..imagining import is_open
from ..requests import CHANCE
from .judging import (
    ONWARD,
    FollowUps,
    LookingAhead,
    at_least,
    is_offer,
    most_promising,
    pass_or_any,
    play_on,
    worth,
    worth_trying,
)

if TYPE_CHECKING:
    from ..game import Game
    from ..plaindata import Answer
    from ..view import View


class GreedyBot(LookingAhead):
    """Tries each answer in games imagined from the view and takes the one after which the ruleset's `evaluate` is best.

    An imagined game goes on to the bot's next decision that is more than an offer to react, and through the best
    answers to questions that only carry a decision on; to the end of the turn, or for ``patience`` answers. The others
    pass where they can and answer at random where they cannot, or, with ``replies``, take of so many answers the one
    that looks best for them at once. An answer that ends the turn is followed by the next one, unless
    `Ruleset.foresees`, or nothing was left to luck. ``width`` answers are tried: one that leaves something
    to luck in ``worlds`` imagined games, any other in one, or, where hidden things are made up, in two and as long as
    it does not trail the best by more than the difference between them swings. Where few answers are open there are
    more games, so that answers are tried ``tries`` times in all. Of answers that look alike it takes the one that texts
    promise most of (`programs.Judge`). A share of its choices, ``oversights``, it makes without looking, and another,
    ``blunders``, at random. The same seed gives the same answers.

    Without `evaluate`, or with secrets and no `determinize`, it plays at random, except where texts promise something.
    """

    def __init__(
        self,
        seed: int,
        *,
        worlds: int = 4,
        width: int = 24,
        patience: int = 24,
        oversights: float = 0.0,
        blunders: float = 0.0,
        replies: int = 0,
        tries: int = 0,
    ) -> None:
        super().__init__(seed, width, oversights, blunders)
        at_least(1, worlds=worlds, width=width, patience=patience)
        at_least(0, replies=replies, tries=tries)
        self._worlds = worlds
        self._tries = tries
        self._patience = patience
        self._replies = replies

    def _best(self, view: View, request: Any, answers: Sequence[Answer], rng: Random) -> Answer:
        tried = self._try_out(view, request, answers, rng)
        most = max(tried)
        alike = [one.answer for one in tried if not most > one]
        return rng.choice(most_promising(view, request, alike))

    def _try_out(self, view: View, request: Any, answers: Sequence[Answer], rng: Random) -> list[Tried]:
        """What comes of each answer in imagined games, until it is known which is best."""
        tried = [Tried(answer) for answer in answers]
        look = _Look(view, request, rng.getrandbits(64))
        worlds = max(self._worlds, self._tries // len(answers))
        for seed in [rng.getrandbits(64) for _ in range(worlds)]:
            left = [one for one in tried if one.is_open]
            if len(left) < 2:
                break
            try:
                found = self._imagine(look, left, Random(seed))
            except Exception:  # what was made up does not fit: the rules fail in a game that never was
                self.lost_worlds += 1
                continue
            for one, branch in zip(left, found, strict=True):
                one.values.append(worth(branch, request.player) if branch is not None else one.values[-1])
            look.let_go()
            if all(one.certain for one in left) or (len(left[0].values) >= SURE and _is_found(left)):
                break
        look.let_go(settled=True)
        return tried

    def _imagine(self, look: _Look, tried: Sequence[Tried], rng: Random) -> list[Game | None]:
        """An imagined game after each of the answers, with dice that fall alike; None after one that leaves nothing to
        luck and was tried before."""
        view, player = look.view, look.request.player
        world = view.imagine(rng)
        given, turn, luck = len(world.answers) + 1, world.active, rng.getrandbits(64)
        known = look.open and len(world.requests) == 1

        def go_on(game: Game) -> bool:
            self._play_on(game, player, turn, Random(luck))
            return _left_to_luck(game, given, game.players if self._replies else (player,))

        most = ONWARD * self._width // len(tried)
        following = FollowUps(player, self._width, most, look.ideas, go_on, look.settled if known else None)
        branches: list[Game | None] = []
        over = []
        for one in tried:
            branch = None
            if not one.certain:
                branch = world.fork()
                look.made.append(branch)
                branch.answer(one.answer, player)
                ended = branch.active != turn
                lucky = go_on(branch)
                branch, more = following.best(branch, (one.answer,))
                if ended:
                    over.append((one, branch))
                one.lucky = one.lucky or lucky or more
                one.certain = known and not one.lucky
            branches.append(branch)
        if not (view.rules.ruleset.foresees or all(one.certain for one in tried)):
            for one, branch in over:
                self._play_on(branch, player, branch.active, Random(luck))
                one.lucky, one.certain = True, False
        look.made += (world, *following.made)
        return branches

    def _play_on(self, game: Game, player: int, turn: int | None, rng: Random) -> None:
        """Play on to the next choice of the player, or to the end of the turn."""

        def answered(game: Game, request: Any) -> Answer:
            if self._replies and request.player != player:
                return self._reply(game, request, rng)
            return pass_or_any(request, rng)

        play_on(game, player, turn, self._patience, answered)

    def _reply(self, game: Game, request: Any, rng: Random) -> Answer:
        """Of a few answers of someone else the one that looks best for them, after further offers were let go by."""
        answers = worth_trying(game.view(request.player), request, self._replies, rng)
        if len(answers) < 2:
            return answers[0] if answers else request.space.for_program(rng)
        luck, values = rng.getrandbits(48), []
        for answer in answers:
            branch = game.fork(luck)
            branch.answer(answer, request.player)
            pass_offers(branch, self._patience)
            values.append(worth(branch, request.player))
            let_go((branch,))
        return answers[values.index(max(values))]


def pass_offers(game: Game, most: int) -> None:
    """Let at most so many offers to react go by, whoever they are made to."""
    for _ in range(most):
        request = game.request
        if request is None or not is_offer(request):
            return
        game.answer(None, request.player)


class Tried:
    """What came of an answer in imagined games: its worth in each, and whether luck had a part in it."""

    __slots__ = ("answer", "certain", "is_open", "lucky", "values")

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.values: list[float] = []
        self.lucky = False
        """Whether dice fell after it, or others answered at random."""
        self.certain = False
        """Whether any other imagined game would have gone so."""
        self.is_open = True
        """Whether it may still be the best."""

    @property
    def mean(self) -> float:
        """Its worth on average; 0 where no game could be played on."""
        return fmean(self.values) if self.values else 0.0

    def __lt__(self, other: Tried) -> bool:
        return (self.is_open, self.mean) < (other.is_open, other.mean)


SURE: Final = 2
"""In this many imagined games an answer is tried before it can be given up."""


def _is_found(tried: Sequence[Tried]) -> bool:
    """Of the answers that leave nothing to luck, give up those that trail the best of them by more than the difference
    has ever swung; whether no other game could tell apart those that are left, because they were alike in all."""
    steady = [one for one in tried if not one.lucky]
    best, alike = max(steady, default=tried[0]), len(steady) == len(tried)
    for one in steady:
        apart = [most - value for most, value in zip(best.values, one.values, strict=True)]
        one.is_open = fmean(apart) <= max(apart) - min(apart)
        alike = alike and not (one.is_open and any(apart))
    return alike


class _Look:
    """What stays the same while the answers to one question are tried."""

    def __init__(self, view: View, request: Any, ideas: int) -> None:
        self.view = view
        self.request = request
        self.ideas = ideas
        """The seed by which answers to later questions are suggested, the same ones in all games."""
        self.settled: dict[Sequence[Answer], tuple[Game, float]] = {}
        """What was tried on the way and left nothing to luck."""
        self.made: list[Game] = []
        """The other games that were imagined."""

    def let_go(self, *, settled: bool = False) -> None:
        """Forget the games that were imagined, but for those that are settled, or these, too."""
        let_go(self.made)
        self.made.clear()
        if settled:
            let_go(game for game, _ in self.settled.values())

    @cached_property
    def open(self) -> bool:
        """Whether nothing is made up in the imagined games."""
        return is_open(self.view)


def _left_to_luck(game: Game, given: int, steady: Collection[int]) -> bool:
    """Whether anything since this many answers was drawn: dice, cards, or answers at random in place of others, but for
    seats that are ``steady`` in what they answer."""
    return any(seat == CHANCE or (seat not in steady and one is not None) for seat, one in game.answers[given:])
