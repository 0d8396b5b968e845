"""Where a person is asked: where a Stratagem may bring its CP, and not where nobody would choose otherwise."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from rulewright import Timely

from ..dice.rolls import FAILED, Throw, result_of
from ..minds.judgement import stratagem_of
from ..minds.reactions import CP, stake

if TYPE_CHECKING:
    from rulewright import Request, View

LEAST: Final = 2 / 3
"""A person is asked where so much of what a use has to bring is at stake: estimates are rough."""


def stops(view: View, request: Request, answer: Any) -> Timely:
    """Whether a use has its moment now: where about as much is at stake as its CP have to bring.

    Where a unit starts to move nobody knows yet what can be shot at: that has its moment where the move ends. What a
    Stratagem or a text does whose stake nobody can tell is always asked about.
    """
    used = stratagem_of(view, answer)
    if used is not None and request.about.get("window") == "move starts" and "move ends" in used.when.moments:
        return Timely.NOT_NOW
    found = stake(view, request, answer)
    if found is None:
        return Timely.NOW
    at_stake, cost = found
    return Timely.NOW if at_stake > 0 and at_stake >= LEAST * CP * cost else Timely.NOT_NOW


def usual(view: View, request: Request) -> tuple[Any] | None:
    """What nobody would answer otherwise."""
    found = USUAL.get(request.ask)
    return found(view, request) if found is not None else None


def what_failed(view: View, request: Request) -> tuple[Any] | None:
    """Where only rolls that failed can be made again all of them are, or one of those that are as likely to pass.

    Of a roll for which more is better only the least result has failed.
    """
    throw, options = view.find_context(Throw), request.options() or ()
    rolls = [option for option in options if option not in (FAILED, None)]
    if throw is None or not rolls or any(result_of(throw, roll) >= (throw.needed or 2 * throw.size) for roll in rolls):
        return None
    return (FAILED,) if FAILED in options else (rolls[0],)


def once_more(view: View, request: Request) -> tuple[Any] | None:
    """Who may shoot again does: whoever has nothing worth a shot selects no target."""
    return next(((option,) for option in request.options() or () if option is not None), None)


USUAL: Final[Mapping[str, Callable[[Any, Any], tuple[Any] | None]]] = {"reroll": what_failed, "shoot_again": once_more}
