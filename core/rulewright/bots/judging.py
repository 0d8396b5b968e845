"""What bots that look ahead ask of a game: whether a choice matters, and what a position is worth."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any, Final

from ..describe import has_secrets
from ..requests import may_pass, suggested

if TYPE_CHECKING:
    from ..game import Game
    from ..plaindata import Answer
    from ..ruleset import Rules
    from ..view import View

OFFERS: Final = ("react", "trigger")
"""What the kernel asks in windows and of optional triggers: offers that come by all the time and may be let go."""

WON: Final = 1e9
"""What a won game is worth, above anything that a ruleset's evaluate says."""


class LookingAhead:
    """A bot that tries some answers before it gives one; where nothing can be judged it plays at random, but for
    questions about texts (`by_its_text`).

    ``lost_worlds`` counts the imagined games that could not be played on: made-up cards that do not fit what
    happened since. Of its choices it gives the share ``oversights``, a number from 0 to 1, no thought, and takes any
    answer that is worth a try; of the share ``blunders`` it takes any answer at all.
    """

    def __init__(self, seed: int, width: int, oversights: float = 0.0, blunders: float = 0.0) -> None:
        for what, share in (("overlooks", oversights), ("blunders in", blunders)):
            if not 0 <= share <= 1:
                raise ValueError(f"a bot {what} a share of 0 to 1 of its choices, not {share}")
        self._rng = Random(seed)
        self._width = width
        self._oversights = oversights
        self._blunders = blunders
        self.lost_worlds = 0

    def choose(self, view: View, request: Any) -> Answer:
        """The answer that looks best of those that were tried."""
        rng = Random(self._rng.getrandbits(64))
        if not can_judge(view.rules):
            return by_its_text(view, request, rng)
        if self._blunders and rng.random() < self._blunders:
            return request.space.for_program(rng)
        answers = worth_trying(view, request, self._width, rng)
        if len(answers) < 2:
            return answers[0] if answers else request.space.for_program(rng)
        if self._oversights and rng.random() < self._oversights:
            return rng.choice(answers)
        return self._best(view, request, answers, rng)

    def _best(self, view: View, request: Any, answers: Sequence[Answer], rng: Random) -> Answer:
        raise NotImplementedError


def at_least(least: int, **numbers: float) -> None:
    """Raises ValueError naming the first of some numbers that is less."""
    for name, number in numbers.items():
        if number < least:
            raise ValueError(f"{name} is at least {least}, not {number}")


def worth_trying(view: View, request: Any, width: int, rng: Random) -> Sequence[Answer]:
    """At most this many answers: those that the ruleset suggests, or else any; none that uses a text which people play
    by hand, and none of which nothing comes, as far as others are left.

    Raises ValueError naming what the ruleset suggests and nobody may answer.
    """
    suggest = view.rules.ruleset.suggest
    ideas = () if suggest is None else suggest(view, request) or ()
    try:
        answers: Sequence[Answer] = list(islice(suggested(request, ideas), width))
    except ValueError as error:
        raise ValueError(f"{view.rules.id} suggests {error}") from error
    answers = answers or request.space.suggest(width, rng)
    idle = request.space.comes_to_nothing
    return [one for one in answers if not (idle(one) or _uses_text_by_hand(view, one))] or answers


def _uses_text_by_hand(view: View, answer: Answer) -> bool:
    is_by_hand = view.rules.powers.is_by_hand
    words = answer if isinstance(answer, tuple) else (answer,)
    return any(isinstance(word, str) and is_by_hand(word) for word in words)


def most_promising(view: View, request: Any, answers: Sequence[Answer]) -> Sequence[Answer]:
    """Those of some answers of which the texts of cards promise most; all where the ruleset has no judge."""
    judge = view.rules.ruleset.judge
    if judge is None or len(answers) < 2:
        return answers
    worths = [judge.promise(view, request, answer) for answer in answers]
    return [answer for answer, worth in zip(answers, worths, strict=True) if worth == max(worths)]


def by_its_text(view: View, request: Any, rng: Random) -> Answer:
    """An answer where positions cannot be judged: as the texts of cards promise, and else any."""
    answers = (request.options() or ()) if "effect" in request.about or request.ask in OFFERS else ()
    best = most_promising(view, request, answers)
    return rng.choice(best) if len(best) < len(answers) else request.space.for_program(rng)


FOLLOWED: Final = 4
"""Questions behind one another that carry one decision on."""
ONWARD: Final = 40
"""Answers to such questions that are tried in one game at most, for each answer of the width of a decision."""


class FollowUps:
    """Plays games on through the best answers to questions that only carry on what a player has decided.

    ``go_on`` plays a game to the next choice of the player, and says whether anything on the way was left to luck.
    What was tried and left nothing to luck is ``settled``: it is not tried again in another game that looks the same.
    ``width`` answers to each question are tried, the same ones in all games, and fewer where question follows question:
    each answer has an equal share of ``most`` that are tried, and where nothing is left of it the first one is taken.
    """

    def __init__(
        self,
        player: int,
        width: int,
        most: int,
        ideas: int,
        go_on: Callable[[Game], bool],
        settled: dict[Sequence[Answer], tuple[Game, float]] | None = None,
    ) -> None:
        self._player = player
        self._width = width
        self._most = most
        self._ideas = ideas
        self._go_on = go_on
        self._settled = settled
        self.made: list[Game] = []
        """The games that were played on, but for those that are settled."""

    def best(
        self, game: Game, way: tuple[Answer, ...], left: int = FOLLOWED, share: int | None = None
    ) -> tuple[Game, bool]:
        """The game behind these answers after the best ones that carry them on, and whether any that was tried left
        something to luck; the game itself where something else is asked."""
        request = game.request
        if not left or request is None or request.player != self._player:
            return game, False
        if request.ask not in game.rules.ruleset.follow_ups:
            return game, False
        best, most, lucky = game, -WON, False
        share = self._most if share is None else share
        width = min(self._width, max(1, share))
        answers = worth_trying(game.view(self._player), request, width, Random(self._ideas))
        for answer in answers:
            branch, value, open = self._tried(game, (*way, answer), left - 1, share // len(answers) - 1)
            lucky = lucky or open
            if best is game or value > most:
                best, most = branch, value
        return best, lucky

    def _tried(self, game: Game, way: tuple[Answer, ...], left: int, share: int) -> tuple[Game, float, bool]:
        """A copy of the game after the last of these answers, what it is worth, and whether that was left to luck."""
        known = None if self._settled is None else self._settled.get(way)
        if known is not None:
            return (*known, False)
        fork = game.fork()
        fork.answer(way[-1], self._player)
        lucky = self._go_on(fork)
        branch, more = self.best(fork, way, left, share)
        value, settled = worth(branch, self._player), self._settled is not None and not (lucky or more)
        if self._settled is not None and settled:
            self._settled[way] = (branch, value)
        if branch is not fork or not settled:
            self.made.append(fork)
        return branch, value, lucky or more


def can_judge(rules: Rules) -> bool:
    """Whether positions of a ruleset can be judged, in games that can be imagined."""
    ruleset = rules.ruleset
    return ruleset.evaluate is not None and (ruleset.determinize is not None or not has_secrets(rules))


def is_offer(request: Any) -> bool:
    """Whether a reaction or an optional trigger is offered that may be let go."""
    return request.ask in OFFERS and may_pass(request)


def play_on(game: Game, player: int, turn: int | None, most: int, answered: Callable[[Game, Any], Answer]) -> None:
    """Play on to the next choice of a player that is more than an offer, to the end of the ``turn``, or for at most so
    many answers; everything else that is asked on the way is ``answered``."""
    for _ in range(most):
        request: Any = game.request
        if request is None or game.active != turn or (request.player == player and not is_offer(request)):
            return
        game.answer(answered(game, request), request.player)


def pass_or_any(request: Any, rng: Random) -> Answer:
    """Nothing where that may be answered, else anything."""
    return None if may_pass(request) else request.space.for_program(rng)


DECIMALS: Final = 6


def evaluated(view: View, player: int) -> float:
    """What the ruleset's `evaluate` says for a player, to six decimals: the last bits differ from machine to machine.

    Raises TypeError naming the ruleset where it is no number.
    """
    evaluate = view.rules.ruleset.evaluate
    assert evaluate is not None
    said: Any = evaluate(view, player)
    try:
        return round(float(said), DECIMALS)
    except (TypeError, ValueError):
        message = f"{view.rules.id}: evaluate returned {said!r} for player {player}; expected a number"
        raise TypeError(message) from None


class Scale:
    """The values of positions that were seen: a won game is half as good again as the best of them, a lost one as
    bad."""

    def __init__(self) -> None:
        self.least = math.inf
        self.most = -math.inf

    def note(self, value: float) -> None:
        """See a value."""
        if abs(value) < WON:
            self.least, self.most = min(self.least, value), max(self.most, value)

    def bounded(self, value: float) -> float:
        """A value on the scale of what was seen."""
        if abs(value) < WON:
            return value
        if self.least > self.most:
            return math.copysign(1.0, value)
        beyond = max(self.most - self.least, 1.0) / 2
        return self.most + beyond if value > 0 else self.least - beyond


def worth(game: Game, player: int) -> float:
    """What a game is worth to a player: won or lost, else what the ruleset's `evaluate` says."""
    result = game.result
    if result is None:
        return evaluated(game.view(player), player)
    if not result.winners:
        return 0.0
    return WON if player in result.winners else -WON
