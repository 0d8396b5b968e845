"""What a player says at once: to move a character, and where to."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, Final

from rulewright import Order, Then
from rulewright.text import by_language, show

from ..book.wording import both
from ..movement.moves import route_of
from ..terms import Move

if TYPE_CHECKING:
    from rulewright import Request, View

GOALS: Final = 3
"""So many of the squares worth going to are proposed for each character."""


def orders(view: View, request: Request) -> Iterator[Order]:
    """A move to a square that is worth it, without a power that lets its character do more."""
    if request.ask != "action":
        return
    for deed in request.options() or ():
        if deed is not None and deed[1] == "move":
            for words, way in _goals(view, request.player, deed[0]):
                told = by_language(partial(show, words))
                yield Order(both("order.move", who=view.content.names(deed[0]), goal=told), deed, (Then("move", way),))


def _goals(view: View, player: int, id: str) -> Iterator[tuple[Any, Any]]:
    """The ways to squares that are worth going to, each with the words that say why."""
    position: Any = view
    route = route_of(position, Move(player=player, character=id, squares=int(view.number("speed", id))))
    if not route.ways.ends:
        return
    hinted = ((route.hint(way), way) for way in route.suggest(GOALS, Random(0)))
    yield from ((words, way) for words, way in hinted if words and len(way) > 1)
