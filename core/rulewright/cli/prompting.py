"""Questions at a terminal: when one need not be asked, and when Enter alone passes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..reading import Unreadable
from ..requests import may_pass

if TYPE_CHECKING:
    from ..plaindata import Answer


def is_chance(request: Any) -> bool:
    """Whether chance is asked and not a player."""
    return hasattr(request, "stream")


def forced(request: Any) -> tuple[Answer] | None:
    """The only legal answer, in a tuple; None where there is a choice."""
    options = request.space.options()
    return (options[0],) if options is not None and len(options) == 1 else None


def enter_passes(request: Any) -> bool:
    """Whether Enter alone passes: only where passing comes first, so that nobody gives up a defence by a slip."""
    try:
        return may_pass(request) and request.space.read("") is None
    except Unreadable:
        return False
