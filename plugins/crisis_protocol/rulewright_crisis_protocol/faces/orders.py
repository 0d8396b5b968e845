"""What a player says at once: to move somewhere, to attack someone, and how all who are left are deployed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import cycle, islice
from typing import TYPE_CHECKING, Any, Final

from rulewright import Order, Then
from rulewright.geometry import TOLERANCE

from ..attack.choosing import reached
from ..book.wording import both
from ..movement.moves import ways_to_move
from ..space.battlefield import TABLE, gap_to
from ..space.hints import goals, places_to_deploy
from ..space.tools import LENGTHS
from ..terms import Granted

if TYPE_CHECKING:
    from rulewright import Request, View


CLIMBS: Final = 2
"""To so many of the goals of a move a climb is proposed, too."""


def orders(view: View, request: Request) -> Iterator[Order]:
    """What may be said at once where this is asked."""
    offered = OFFERED.get(request.ask)
    return offered(view, request) if offered is not None else iter(())


def all_who_are_left(view: View, request: Request) -> Iterator[Order]:
    """Each character that is left as far in front as it goes, opposite one token after the other."""
    left = list(request.options() or ())
    places = [words for words, _ in places_to_deploy(view, request.player, left[0])]
    if len(left) > 1 and places:
        steps = [
            step
            for id, place in zip(left, cycle(places))
            for step in (Then("deploy", id), Then("deploy_at", typed=place, proposed=True))
        ]
        yield Order(both("order.deploy"), left[0], tuple(steps[1:]))


def acts(view: View, request: Request) -> Iterator[Order]:
    """A move to a token or to an enemy, as far as the character goes; an attack at one of several whom it reaches."""
    id, options = request.about["character"], request.options() or ()
    if ("move",) in options:
        way = ways_to_move(view, id)[0]
        for thing, reach, words in goals(view, id):
            if gap_to(view, id, thing) > reach + TOLERANCE:
                then = Then("way_to_move", way), Then("advance", typed=words)
                yield Order(both("order.move", to=words), ("move",), then)
        for _, _, words in islice(goals(view, id), CLIMBS) if _is_near_terrain(view, id) else ():
            then = Then("way_to_move", ("climb", "short")), Then("climb", typed=words)
            yield Order(both("order.climb", to=words), ("move",), then)
        away = both("hint.away")
        then = Then("way_to_move", way), Then("advance", typed=away)
        yield Order(both("order.move", to=away), ("move",), then)
    if ("end",) in options and any(option[0] == "card" for option in options):
        yield Order(both("order.end"), ("end",), (Then("turn", ("end",)),))
    for option in options:
        if option[0] == "attack" and not (sheet := view.content.attacks[option[1]]).shape:
            foes = [*reached(view, id, sheet, Granted())]
            for foe in foes if len(foes) > 1 else ():
                facts = {"attack": view.content.names(sheet.id), "target": view.content.names(foe)}
                yield Order(both("order.attack", **facts), option, (Then("target", foe),))


def _is_near_terrain(view: View, id: str) -> bool:
    """Whether a piece of terrain is so near that a climb leads onto it."""
    return any(gap_to(view, id, piece) <= LENGTHS["short"] + TOLERANCE for piece in TABLE(view).pieces)


OFFERED: Final[Mapping[str, Callable[[Any, Any], Iterator[Order]]]] = {"deploy": all_who_are_left, "act": acts}
"""What may be said at once, by what is asked."""
