"""What a player says at once: to move a character, and where to."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from rulewright import Order, Then, rule
from rulewright.text import by_language, show

from ..book.wording import both
from ..movement.moves import route_of
from ..space.hints import THEN, Hints
from ..terms import Move

if TYPE_CHECKING:
    from rulewright import Request, View

HALVED: Final = ("charge", "running-shot")
"""The powers whose actions halve the speed value."""
GOALS: Final = 3
"""So many of the squares worth going to are proposed for each character."""


def orders(view: View, request: Request) -> Iterator[Order]:
    """A move to a square that is worth it, also one that a power lets attack after it."""
    if request.ask != "action":
        return
    for deed in request.options() or ():
        if deed is not None and (deed[1] == "move" or deed[1] in THEN):
            for words, way in _goals(view, request.player, *deed[:2]):
                facts = {"who": view.content.names(deed[0]), "goal": by_language(partial(show, words))}
                key = "order.move" if deed[1] == "move" else f"order.{deed[1].replace('-', '_')}"
                yield Order(both(key, **facts), deed, (Then("move", way),))


@rule("pac.charge", "pac.running-shot")
def _goals(view: View, player: int, id: str, deed: str) -> Iterator[tuple[Any, Any]]:
    """The ways to squares that are worth going to, each with the words that say why."""
    position: Any = view
    speed = int(view.number("speed", id))
    move = Move(player=player, character=id, squares=-(-speed // 2) if deed in HALVED else speed)
    route = replace(route_of(position, move), hints=Hints(position, id, THEN.get(deed, ())))
    if not route.ways.ends:
        return
    hinted = ((route.hint(way), way) for way in route.suggest(GOALS, Random(0)))
    yield from ((words, way) for words, way in hinted if words and len(way) > 1)
