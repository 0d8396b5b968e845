"""What is worth a try of what may be answered: dice that a side has a reason to reroll, and ways to move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..pools import FIGHTER, succeeds
from ..space.hints import suggest as suggest_in_space
from ..terms import Attack, Dodge, character, pool_in

if TYPE_CHECKING:
    from rulewright import Request, View


def suggest(view: View, request: Request) -> list[Any] | None:
    """As many dice as may be rerolled with a reason, and none; how to move; None for what is asked besides."""
    return _dice(view, request) if request.ask == "reroll" else suggest_in_space(view, request)


def _dice(view: View, request: Any) -> list[Any] | None:
    """Of its own dice a side rerolls those that show no success, and of the other side's those that show one."""
    context, name = view.find_context(Dodge) or view.find_context(Attack), request.about["pool"]
    roll = None if context is None else pool_in(context, name).roll
    if roll is None:
        return None
    who = context.character if isinstance(context, Dodge) else getattr(context, FIGHTER[name])
    own = character(view, who).player == request.player
    space = request.space
    dice = sorted(space.items, key=lambda die: succeeds(view, who, name, str(roll.faces[die])) == own)
    wanted = sum(succeeds(view, who, name, str(roll.faces[die])) != own for die in dice)
    return [tuple(dice[: max(space.least, min(wanted, space.most))]), *([()] if space.least == 0 else [])]
