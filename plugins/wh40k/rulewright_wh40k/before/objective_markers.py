"""Objective markers: those of the battlefield, or four that the players place in turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Request, rule
from rulewright.field import FaultRules
from rulewright.field.inches import SetUp
from rulewright.geometry.plane import Model, Pose, Scene, Zone
from rulewright.geometry.plane.place.setup import Away, Near, SetupPolicy
from rulewright.geometry.plane.shapes import Circle

from ..dice.rolls import roll_off
from ..events.before import ObjectivePlaced
from ..space.battlefield import MARKER, TABLE, field, size
from ..terms import attacker

if TYPE_CHECKING:
    from rulewright import Game, Steps

MARKERS: Final = 4
FROM_EDGES: Final = 6.0
APART: Final = 9.0
"""Inches from the edges, and from other markers, within which no marker is placed."""
JUST: Final = 1e-4
INNER: Final = "inner"
PLACING: Final = FaultRules({}, others="core.only-war-battlefield")


@rule("core.only-war-battlefield")
def begin_marking(game: Game, context: Any) -> Steps:
    """Markers that the battlefield has are placed; else four by both players in turn, after a roll-off."""
    printed = field(game).markers
    seat = attacker(game)
    for number, one in enumerate(printed, start=1):
        yield ObjectivePlaced(seat, f"objective#{number}", one.x, one.y, rule="core.objective-markers")
    if not printed:
        first = yield from roll_off(game, "core.only-war-battlefield")
        for number in range(MARKERS):
            yield from place(game, first if number % 2 == 0 else 1 - first, number + 1)


@rule("core.only-war-battlefield")
def place(game: Game, seat: int, number: int) -> Steps:
    """A marker is placed more than 6 inches from all edges and more than 9 from other markers."""
    id = f"objective#{number}"
    width, depth = size(game)
    low, right, high = FROM_EDGES + JUST, width - FROM_EDGES - JUST, depth - FROM_EDGES - JUST
    inner = Zone(INNER, ((low, low), (right, low), (right, high), (low, high)))
    markers = TABLE(game).markers
    scene = Scene(width, depth, zones=[inner], markers=markers.values())
    away = (Away(APART, tuple(markers)),) if markers else ()
    one = Model(id, Circle(MARKER), Pose(0.0, 0.0))
    question = SetUp(scene, (one,), SetupPolicy((Near((INNER,)), *away)), PLACING, names=game.content.names)
    answer = yield Request(seat, "place_marker", question, "core.only-war-battlefield", {"objective": id})
    (placed,) = question.placed(answer)
    yield ObjectivePlaced(seat, id, placed.pose.x, placed.pose.y, rule="core.only-war-battlefield")
