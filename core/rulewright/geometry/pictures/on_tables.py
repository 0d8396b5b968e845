"""Queries in inches, drawn: distances, sight, ways, tools, throws."""

import math
from typing import Final

import numpy as np
from shapely.geometry.base import BaseGeometry

from .. import GeometryError
from ..plane.measure import nearest, within
from ..plane.seeing.facing import facing
from ..plane.seeing.overlook import seen_area
from ..plane.seeing.sight import sight
from ..plane.templates.throws import throw, wedge
from ..plane.templates.tools import MovementTool, Passage, reachable
from ..plane.walking.routes import NoRoute, shortest, walk_region
from .canvas import BLOCKED, REGION, SEEN, Canvas
from .files import Tabletop
from .paper import INK
from .tables import draw_model

STEP: Final = 0.25
"""The raster of a heat map in plan view, in inches."""

COARSE: Final = 1.0
"""The same where heights count, which takes longer."""


def show_distance(canvas: Canvas, table: Tabletop, a: str, b: str) -> None:
    """The nearest points of two models and how far they are apart."""
    scene = table.scene
    found = nearest(scene.model(a).footprint, scene.model(b).footprint)
    canvas.line([found.a, found.b], INK, linewidth=1.2, linestyle=":", zorder=7)
    for point in (found.a, found.b):
        canvas.dot(point, INK, 3, zorder=7)
    canvas.say(f'{a} and {b} are {found.distance:.2f}" apart')


def show_range(canvas: Canvas, table: Tabletop, name: str, inches: str) -> None:
    """Everything within a range of a model, and which models are."""
    scene = table.scene
    model, reach = scene.model(name), _number(inches)
    canvas.area(model.footprint.grown(reach).polygon & scene.table, REGION, REGION, alpha=0.18, zorder=1.6)
    others = [other for other in scene.models.values() if other.id != name]
    near = [other.id for other in others if within(model.footprint, other.footprint, reach)]
    canvas.say(f'within {reach:g}" of {name}: {", ".join(near) or "nobody"}', REGION)


def show_sight(canvas: Canvas, table: Tabletop, a: str, b: str) -> None:
    """The segment that sees, what of the other is hidden, or what stands in the way."""
    scene = table.scene
    found = sight(scene, a, b, table.sight)
    if found.segment is None:
        line = [scene.model(a).pose.centre, scene.model(b).pose.centre]
        canvas.line(line, BLOCKED, linewidth=1.4, linestyle="--", zorder=7)
        for name in set(found.blockers) & set(scene.pieces):
            canvas.area(scene.pieces[name].polygon, None, BLOCKED, linewidth=1.6, hatch="////", zorder=2.5)
        canvas.say(f"{a} does not see {b}: {', '.join(found.blockers)} in the way{_how(table, found.exact)}", BLOCKED)
        return
    canvas.line(found.segment, SEEN, linewidth=1.8, zorder=7)
    whole = facing(scene, a, b, table.sight)
    for arc in whole.hidden:
        canvas.line(arc, BLOCKED, linewidth=3.0, zorder=6)
    much = " fully" if whole.full else f", partly hidden by {', '.join(whole.because)}"
    canvas.say(f"{a} sees {b}{much}{_how(table, whole.exact)}", SEEN)


def show_seen(canvas: Canvas, table: Tabletop, *names: str) -> None:
    """A heat map: from how many of these models each place is seen."""
    scene = table.scene
    step = COARSE if table.sight.heights else STEP
    rasters = [seen_area(scene, name, table.sight, step).values for name in names]
    seen = np.array(rasters, dtype=np.float64).sum(axis=0)
    canvas.heat(seen, (0, scene.width, 0, scene.depth), len(names))
    who = f"some of {', '.join(names)} see" if len(names) > 1 else f"{names[0]} sees"
    canvas.say(f"{who} {(seen > 0).mean():.0%} of the table{_how(table)}", SEEN)


def show_walk(canvas: Canvas, table: Tabletop, name: str, inches: str) -> None:
    """Where the centre of a base can go round obstacles."""
    scene = table.scene
    region = walk_region(scene, name, _number(inches))
    _region(canvas, region)
    canvas.say(f'{name} can walk {inches}" to anywhere in {region.area:.1f} square inches', REGION)


def show_route(canvas: Canvas, table: Tabletop, name: str, x: str, y: str) -> None:
    """The shortest way of a base to a place, or what shuts it in."""
    scene = table.scene
    goal = (_number(x), _number(y))
    found = shortest(scene, name, goal)
    if isinstance(found, NoRoute):
        canvas.dot(goal, BLOCKED, 6, zorder=7)
        canvas.say(f"{name} can not walk to ({x}, {y}): {'; '.join(map(str, found.faults))}", BLOCKED)
        return
    canvas.line(found.points, REGION, linewidth=2.0, zorder=7)
    model = scene.model(name)
    draw_model(canvas, model, model.pose.at(*goal))
    canvas.say(f'{name} walks {found.length:.2f}" to ({x}, {y})', REGION)


def show_tool(canvas: Canvas, table: Tabletop, name: str, inches: str) -> None:
    """Where a two-armed movement tool takes a base."""
    scene = table.scene
    region = reachable(scene, name, MovementTool(_number(inches)), Passage(scene.model(name).size))
    _region(canvas, region)
    canvas.say(f'with a tool of {inches}" {name} can end in {region.area:.1f} square inches', REGION)


def show_throw(canvas: Canvas, table: Tabletop, name: str, degrees: str, inches: str) -> None:
    """How far a base slides, and what it collides with."""
    scene = table.scene
    found = throw(scene, name, _number(degrees), _number(inches))
    canvas.line(found.path, BLOCKED, linewidth=1.6, zorder=7)
    draw_model(canvas, scene.model(name), found.end)
    if found.point is not None:
        canvas.dot(found.point, BLOCKED, 5, zorder=8)
    stopped = "".join(f", {fault}" for fault in found.stopped)
    canvas.say(f'{name} is thrown {found.travelled:.2f}"{stopped}', BLOCKED)


def show_wedge(canvas: Canvas, table: Tabletop, a: str, b: str, way: str) -> None:
    """The directions in which a model moves toward or away from another."""
    scene = table.scene
    if way not in ("toward", "away"):
        raise GeometryError(f"a wedge is toward or away, not {way!r}")
    found = wedge(scene.model(a).footprint, scene.model(b).footprint, way == "toward")
    canvas.area(found.region(scene), REGION, None, alpha=0.2, zorder=1.6)
    for arm in found.arms(scene):
        canvas.line(arm, REGION, linewidth=1.4, zorder=6)
    low, high = found.directions
    canvas.say(f"{a} moves {way} {'from ' if way == 'away' else ''}{b} from {low:.0f} to {high:.0f} degrees", REGION)


def _how(table: Tabletop, exact: bool = True) -> str:
    """In which view sight was looked for, and how."""
    if not table.sight.heights:
        return " (in plan view)"
    return "" if exact else " (by a sample of lines)"


def _region(canvas: Canvas, region: BaseGeometry) -> None:
    canvas.area(region, REGION, REGION, alpha=0.3, linewidth=1.0, zorder=3.5)


def _number(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise GeometryError(f"{text!r} is no number")
    return value
