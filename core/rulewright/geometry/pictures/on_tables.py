"""Queries in inches as maps: distances, sight, ways, tools, throws."""

import math
from typing import Final

import numpy as np
import shapely

from .. import GeometryError
from ..maps import Kind, Line, Map, Stand, ghost, raster, region, route, sight
from ..plane.measure import ranges as measure
from ..plane.move.walking.routes import NoRoute, shortest, walk_region
from ..plane.see import lines as seeing
from ..plane.see.overlook import seen_area
from ..plane.see.visible import facing
from ..plane.shapes import Pose
from ..plane.tools.throws import throw, wedge
from ..plane.tools.tools import MovementTool, Passage, reachable
from .files import Tabletop

STEP: Final = 0.25
"""The raster of a heat map in plan view, in inches."""

COARSE: Final = 1.0
"""The same where heights count, which takes longer."""


def show_distance(shown: Map, table: Tabletop, a: str, b: str) -> Map:
    """The nearest points of two models and how far they are apart."""
    scene = table.scene
    found = measure.nearest(scene.model(a).footprint, scene.model(b).footprint)
    line = Line(kind=Kind.MEASURE, about=a, points=(found.a, found.b))
    return shown.over(line).saying(f'{a} and {b} are {found.distance:.2f}" apart', Kind.MEASURE)


def show_range(shown: Map, table: Tabletop, name: str, inches: str) -> Map:
    """Everything within a range of a model, and which models are."""
    scene = table.scene
    model, reach = scene.model(name), _number(inches)
    area = shapely.intersection(model.footprint.grown(reach).polygon, scene.table)
    others = [other for other in scene.models.values() if other.id != name]
    near = [other.id for other in others if measure.within(model.footprint, other.footprint, reach)]
    words = f'within {reach:g}" of {name}: {", ".join(near) or "nobody"}'
    return shown.over(*region(area, Kind.RANGE, name)).saying(words, Kind.RANGE)


def show_sight(shown: Map, table: Tabletop, a: str, b: str) -> Map:
    """The segment that sees, what of the other is hidden, or what stands in the way."""
    scene = table.scene
    found = seeing.sight(scene, a, b, table.sight)
    if not found.seen:
        words = f"{a} does not see {b}: {', '.join(found.blockers)} in the way{_how(table, found.exact)}"
        return shown.over(*sight(scene, a, b, found)).saying(words, Kind.BLOCKED)
    whole = facing(scene, a, b, table.sight)
    much = " fully" if whole.full else f", partly hidden by {', '.join(whole.because)}"
    words = f"{a} sees {b}{much}{_how(table, whole.exact)}"
    return shown.over(*sight(scene, a, b, found, whole)).saying(words, Kind.FREE)


def show_seen(shown: Map, table: Tabletop, *names: str) -> Map:
    """A heat map: from how many of these models each place is seen."""
    scene = table.scene
    step = COARSE if table.sight.heights else STEP
    rasters = [seen_area(scene, name, table.sight, step).values for name in names]
    seen = np.array(rasters, dtype=np.float64).sum(axis=0)
    who = f"some of {', '.join(names)} see" if len(names) > 1 else f"{names[0]} sees"
    words = f"{who} {(seen > 0).mean():.0%} of the table{_how(table)}"
    return shown.over(*raster(seen, scene, len(names), names[0])).saying(words, Kind.SEEN)


def show_walk(shown: Map, table: Tabletop, name: str, inches: str) -> Map:
    """Where the centre of a base can go round obstacles."""
    area = walk_region(table.scene, name, _number(inches))
    words = f'{name} can walk {inches}" to anywhere in {area.area:.1f} square inches'
    return shown.over(*region(area, Kind.REACH, name)).saying(words, Kind.REACH)


def show_route(shown: Map, table: Tabletop, name: str, x: str, y: str) -> Map:
    """The shortest way of a base to a place, or what shuts it in."""
    scene = table.scene
    goal = (_number(x), _number(y))
    found = shortest(scene, name, goal)
    if isinstance(found, NoRoute):
        words = f"{name} cannot walk to ({x}, {y}): {'; '.join(map(str, found.faults))}"
        return shown.over(Line(kind=Kind.FAULT, about=name, points=(goal,))).saying(words, Kind.FAULT)
    there = _standing(table, name, scene.model(name).pose.at(*goal))
    words = f'{name} walks {found.length:.2f}" to ({x}, {y})'
    return shown.over(route(found.points, name), there).saying(words, Kind.ROUTE)


def show_tool(shown: Map, table: Tabletop, name: str, inches: str, width: str = "0") -> Map:
    """Where a two-armed movement tool takes a base."""
    scene = table.scene
    tool = MovementTool(_number(inches), _number(width))
    area = reachable(scene, name, tool, Passage(scene.model(name).size))
    words = f'with a tool of {inches}" {name} can end in {area.area:.1f} square inches'
    return shown.over(*region(area, Kind.REACH, name)).saying(words, Kind.REACH)


def show_throw(shown: Map, table: Tabletop, name: str, degrees: str, inches: str) -> Map:
    """How far a base slides, and what it collides with."""
    found = throw(table.scene, name, _number(degrees), _number(inches))
    hit = [Line(kind=Kind.FAULT, about=name, points=(found.point,))] if found.point is not None else []
    stopped = "".join(f", {fault}" for fault in found.stopped)
    shown = shown.over(route(found.path, name), _standing(table, name, found.end), *hit)
    return shown.saying(f'{name} is thrown {found.travelled:.2f}"{stopped}', Kind.ROUTE)


def show_wedge(shown: Map, table: Tabletop, a: str, b: str, way: str) -> Map:
    """The directions in which a model moves toward or away from another."""
    scene = table.scene
    if way not in ("toward", "away"):
        raise GeometryError(f"a wedge is toward or away, not {way!r}")
    found = wedge(scene.model(a).footprint, scene.model(b).footprint, way == "toward")
    low, high = found.directions
    words = f"{a} moves {way} {'from ' if way == 'away' else ''}{b} from {low:.0f} to {high:.0f} degrees"
    return shown.over(*region(found.region(scene), Kind.REACH, a)).saying(words, Kind.REACH)


def _standing(table: Tabletop, name: str, pose: Pose) -> Stand:
    """A ghost of a model."""
    return ghost(table.scene.model(name), pose)


def _how(table: Tabletop, exact: bool = True) -> str:
    """In which view sight was looked for, and how."""
    if not table.sight.heights:
        return " (in plan view)"
    return "" if exact else " (by a sample of lines)"


def _number(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise GeometryError(f"{text!r} is no number")
    return value
