"""What a player says at once: a unit with where it goes, or with its target; how all that is left is deployed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import cycle, islice
from typing import TYPE_CHECKING, Any, Final

from rulewright import Order, Then
from rulewright.orders import proposal

from ..before.deployment import proposals, waiting
from ..book.wording import both
from ..shooting.eligible import carried, usable
from ..shooting.select_targets import targets
from ..space.battlefield import engaged, nearest_first, zones
from ..terms import has_keyword, units
from ..transports.embarking import DISEMBARK

if TYPE_CHECKING:
    from rulewright import Request, View

BESIDE: Final = 1.1
"""How near to an enemy a unit goes that is not to come within Engagement Range."""


NEAREST: Final = 4
"""A unit is told at once to shoot at one of so many enemies; at any other where it is asked for its targets."""


def orders(view: View, request: Request) -> Iterator[Order]:
    """What may be said at once where this is asked."""
    offered = OFFERED.get(request.ask)
    return offered(view, request) if offered is not None else iter(())


def _some(request: Request) -> list[Any]:
    """The answers that can be listed, but for passing."""
    return [option for option in request.options() or () if option is not None]


def _named(view: View, key: str, thing: str) -> Any:
    return both(f"order.{key}", thing=view.content.names(thing))


# Before the battle ------------------------------------------------------------------------------------------


def nobody(view: View, request: Request) -> Iterator[Order]:
    """All units are deployed: none within a Transport or in Reserves, where none is lost by that."""
    dedicated = any(has_keyword(view, id, "Dedicated Transport") for id in units(view, request.player, "waiting"))
    if not (dedicated or request.check(())):
        yield Order(both("order.nobody"), (), (Then("embarked", ()), Then("reserve", ())))


def all_that_are_left(view: View, request: Request) -> Iterator[Order]:
    """Each unit that is left as far in front as it can be, one opposite each objective marker in turn."""
    own = view.state.armies[request.player].role
    bounds = next(zone.polygon.bounds for zone in zones(view) if zone.id == own)
    *fronts, middle = [place for _, place in proposals(view, bounds)]
    ready = _some(request)
    ready += waiting(view, request.player, late=True) if ready[0] in waiting(view, request.player, late=False) else []
    spots = islice(cycle(fronts or [middle]), len(units(view, request.player)), None)
    steps = [
        step
        for id, spot in zip(ready, spots, strict=False)
        for step in (Then("deploy_unit", id), Then("deploy_way", "zone"), Then("deploy", spot, proposed=True))
    ]
    if len(ready) > 1:
        yield Order(both("order.deploy"), ready[0], tuple(steps[1:]))


# The phases of a turn ---------------------------------------------------------------------------------------


def ways_to_go(view: View, request: Request) -> Iterator[Order]:
    """A unit goes to an objective marker, or to the enemy that is nearest to it."""
    for id, way in _some(request):
        if way == DISEMBARK:
            for marker, place in view.state.objectives.items():
                yield Order(
                    _named(view, "to", str(marker)), (id, way), (Then("disembark", ("spot", place.x, place.y)),)
                )
        elif not has_keyword(view, id, "Aircraft"):
            goals = [(str(one), 0.0) for one in view.state.objectives]
            goals += [(foe, BESIDE) for foe in nearest_first(view, id, units(view, 1 - request.player))[:1]]
            for thing, inches in goals:
                yield Order(_named(view, "to", thing), (id, way), (Then("go", ("beside", thing, inches)),))


def arrivals(view: View, request: Request) -> Iterator[Order]:
    """A unit arrives as near to an objective marker as it can."""
    for answer in _some(request):
        for marker, place in view.state.objectives.items():
            yield Order(_named(view, "near", str(marker)), answer, (Then("land", ("spot", place.x, place.y)),))


def shots(view: View, request: Request) -> Iterator[Order]:
    """A unit shoots all its weapons at one enemy; the player is asked for those that cannot be shot at it."""
    for id in _some(request):
        used = [one for one in carried(view, id) if usable(view, id, one)]
        foes = dict.fromkeys(foe for one in used for foe in targets(view, id, one))
        for foe in nearest_first(view, id, [*foes])[:NEAREST]:
            then = Then("firing_deck"), Then("ranged_target", foe, again=True), Then("next_attacks", again=True)
            yield Order(_named(view, "shoot", foe), id, then)


def charges(view: View, request: Request) -> Iterator[Order]:
    """A unit that charges closes in as is proposed, if it comes so far."""
    for answer in _some(request):
        yield Order(both("order.close_in"), answer, (Then("close_in", proposed=True),))


def fights(view: View, request: Request) -> Iterator[Order]:
    """A unit moves as is proposed and strikes at one enemy."""
    for id in _some(request):
        for foe in engaged(view, id):
            yield Order(_named(view, "strike", foe), id, (Then("pile_in", proposed=True), *_blows(foe)))


def blows(view: View, request: Request) -> Iterator[Order]:
    """As `fights`, for the only unit that can fight."""
    proposed = proposal(request)
    if proposed is None:
        return
    for foe in engaged(view, request.about["unit"]):
        yield Order(_named(view, "strike", foe), proposed[0], _blows(foe))


def _blows(foe: str) -> tuple[Then, ...]:
    return (
        Then("melee_target", foe, again=True),
        Then("next_attacks", again=True),
        Then("consolidate", proposed=True),
    )


OFFERED: Final[Mapping[str, Callable[[Any, Any], Iterator[Order]]]] = {
    "hover": nobody, "deploy_unit": all_that_are_left,
    "move": ways_to_go, "arrive": arrivals, "shoot": shots, "charge": charges, "fight": fights, "pile_in": blows,
}  # fmt: skip
"""What may be said at once, by what is asked."""
