"""Where a person is asked about a Stratagem: where something is at stake that it could change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Timely

from ..minds.reactions import CP, stake

if TYPE_CHECKING:
    from rulewright import Request, View

LEAST: Final = 1 / 3
"""A person is asked where so much of what a use has to bring is at stake."""


def stops(view: View, request: Request, answer: Any) -> Timely:
    """Whether a use has its moment now: a Command Re-roll of a roll that failed, Overwatch that may hit something.

    What a Stratagem or a text does whose stake nobody can tell is always asked about.
    """
    found = stake(view, request, answer)
    if found is None:
        return Timely.NOW
    at_stake, cost = found
    return Timely.NOW if at_stake > 0 and at_stake >= LEAST * CP * cost else Timely.NOT_NOW
