"""Rules in which something happens in the middle of something else, for tests of the step that goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright import Event, Rules
from rulewright.testing.leaving import with_trigger
from rulewright.timing import Trigger


def interrupted(rules: Rules, on: type[Event], do: Callable[[Any, Any], Any]) -> Rules:
    """The rules with one trigger more: after the first event of that kind this is done with game and event."""

    def resolve(game: Any, event: Any, source: None) -> Any:
        first = sum(isinstance(one, on) for one in game.log.events) == 1
        return do(game, event) if first else None

    what = Trigger(resolve, (on,), name="interrupted", player=lambda *_: None, order_matters=False, immediate=True)
    return with_trigger(rules, what)
