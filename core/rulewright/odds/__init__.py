"""Exact odds, by playing the real rule code over everything that chance may bring, or by asking the ruleset.

    odds.distribution(game, lambda game: game.state.heroes[3].hp, answers=["attack"])   # {2: Fraction(1, 6), ...}

The game itself is not touched. Positions that are alike are counted once, wherever they come from, so that the work
grows with how many different positions the rules can tell apart, not with how many dice there are. What the rules
still need goes into contexts and records; what only the table should see goes into events: the log makes no
difference between positions. So an attack that notes its successes as soon as they are known is quick, and one that
carries the faces of every die along is slow.

What players ask again and again a ruleset may answer by itself, quicker, and with advice (`rulewright.odds_desk`):

    odds.ask("yacht", goal="small straight", rolls=3).data["probability"]
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, TypeVar, overload

from ..api import rules_for
from ..game import Game
from .explore import LIMIT, OddsError, Policy, Until, explore

if TYPE_CHECKING:
    from ..odds_desk import Told
    from ..ruleset import Rules

V = TypeVar("V", bound=Hashable)


@overload
def distribution(
    game: Game, measure: Callable[[Game], V], *, answers: Iterable[Any] = (), until: Until = None,
    policy: Policy = None, limit: int = LIMIT, exact: Literal[True] = True,
) -> dict[V, Fraction]: ...  # fmt: skip
@overload
def distribution(
    game: Game, measure: Callable[[Game], V], *, answers: Iterable[Any] = (), until: Until = None,
    policy: Policy = None, limit: int = LIMIT, exact: Literal[False],
) -> dict[V, float]: ...  # fmt: skip
def distribution(
    game: Game, measure: Callable[[Game], V], *, answers: Iterable[Any] = (), until: Until = None,
    policy: Policy = None, limit: int = LIMIT, exact: bool = True,
) -> dict[V, Any]:  # fmt: skip
    """The probability of each value that ``measure(game)`` may have, sorted by value where values can be sorted.

    ``answers`` are given first (say, the decision to attack). From there chance takes its courses up to the first
    question to a player or the end of the game; with ``policy(game, request)``, which gives the answer to a
    question, players decide on the way. ``until`` stops earlier: a function of the game that is asked whenever the
    game stands at a question, or the name of a running procedure (or of one that the answers start) that must be over.
    ``measure`` reads the position; the log is closed to it. With ``exact=False`` the probabilities are floats.
    Raises OddsError when there are more than ``limit`` courses to play, or the courses run in circles;
    BrokenRules when the rules fail on one of them.
    """
    return explore(game, measure, tuple(answers), until, policy, limit, exact)


def probability(game: Game, predicate: Callable[[Game], bool], **how: Any) -> Fraction:
    """How probable it is that ``predicate(game)`` holds in the end; keywords as for :func:`distribution`."""
    law: dict[bool, Fraction] = distribution(game, lambda then: bool(predicate(then)), **how)
    return law.get(True, Fraction(0))


def ask(game: str | Rules, *, lang: str = "en", **wishes: Any) -> Told:
    """The ruleset's own answer about odds: the options of ``rulewright odds GAME`` as keywords.

    Raises OddsError for a game that has nothing to be asked, UnknownRuleset for one that is not installed, TypeError
    for what is no game, and `rulewright.odds_desk.BadWish` for an option that is not there or a value that cannot be.
    """
    rules = rules_for(game)
    desk = rules.ruleset.odds
    if desk is None:
        raise OddsError(f"{rules.id} has no odds to ask for; play its rules with rulewright.odds.distribution")
    return desk.answer(rules, wishes, lang)


__all__ = ["OddsError", "ask", "distribution", "probability"]
