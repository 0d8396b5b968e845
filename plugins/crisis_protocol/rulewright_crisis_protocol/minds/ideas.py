"""What is worth a try of what may be answered: dice that a side has a reason to reroll, and ways to move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ..pools import FIGHTER, succeeds
from ..space.hints import suggest as suggest_in_space
from ..terms import Attack, Dodge, character, pool_in
from .matchup import by_hand

if TYPE_CHECKING:
    from rulewright import Request, View


def suggest(view: View, request: Request) -> list[Any] | None:
    """As many dice as may be rerolled with a reason, and none; how to move; no card that people play by hand; None for
    what is asked besides."""
    if request.ask == "reroll":
        return _dice(view, request)
    return _without_cards_by_hand(view, request) if request.ask in CARDS else suggest_in_space(view, request)


CARDS: Final = ("turn", "act", "react", "trigger")
"""What is asked where cards may be played."""


def _without_cards_by_hand(view: View, request: Any) -> list[Any] | None:
    """All that may be answered but cards that people play by hand; None where there is none of these."""
    options = request.space.options() or ()
    left = [one for one in options if not _plays_by_hand(view, one)]
    return left if len(left) < len(options) else None


def _plays_by_hand(view: View, answer: Any) -> bool:
    """Whether an answer plays a card whose text people play by hand; a trigger names player and card."""
    id = str(answer[-1]).rpartition(" ")[2] if isinstance(answer, tuple) else ""
    card = view.content.tactics.get(id)
    return card is not None and by_hand(view.content, card)


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
