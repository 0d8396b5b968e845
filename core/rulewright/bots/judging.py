"""What bots that look ahead ask of a game: whether a choice matters, and what a position is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ..describe import has_secrets
from ..requests import Options

if TYPE_CHECKING:
    from ..game import Game
    from ..ruleset import Rules

OFFERS: Final = ("react", "trigger")
"""What the kernel asks in windows and of optional triggers: offers that come by all the time and may be let go."""

WON: Final = 1e9
"""What a won game is worth, above anything that a ruleset's evaluate says."""


def can_judge(rules: Rules) -> bool:
    """Whether positions of a ruleset can be judged, in games that can be imagined."""
    ruleset = rules.ruleset
    return ruleset.evaluate is not None and (ruleset.determinize is not None or not has_secrets(rules))


def may_pass(request: Any) -> bool:
    """Whether nothing is a legal answer."""
    return isinstance(request.space, Options) and None in request.space.values


def is_offer(request: Any) -> bool:
    """Whether a reaction or an optional trigger is offered that may be let go."""
    return request.ask in OFFERS and may_pass(request)


def worth(game: Game, player: int) -> float:
    """What a game is worth to a player: won or lost, else what the ruleset's `evaluate` says."""
    result = game.result
    if result is None:
        evaluate = game.rules.ruleset.evaluate
        assert evaluate is not None
        return float(evaluate(game.view(player), player))
    if not result.winners:
        return 0.0
    return WON if player in result.winners else -WON
