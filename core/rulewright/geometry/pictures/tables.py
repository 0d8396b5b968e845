"""Tables in inches, drawn."""

from typing import Final

import numpy as np
import shapely

from ..plane.scene import UNLIMITED, Model, Scene
from ..plane.shapes import Pose, Round, footprint
from .canvas import STONE, STONE_EDGE, Canvas
from .paper import FAINT, GROUND, INK, SIDES

RULER: Final = 6
"""A mark on the table's edge for every so many inches."""


def draw_table(scene: Scene, title: str = "") -> Canvas:
    """The table with zones, terrain, objective markers and models."""
    canvas = Canvas(scene.width, scene.depth, title)
    _ruler(canvas)
    for zone in scene.zones.values():
        canvas.area(zone.polygon, FAINT, FAINT, alpha=0.25, linestyle="--", zorder=1)
        canvas.label(_inside(zone.polygon), zone.id, STONE_EDGE, zorder=1.2)
    for piece in scene.pieces.values():
        canvas.area(piece.polygon, STONE, STONE_EDGE, linewidth=1.0, zorder=2)
        canvas.label(_inside(piece.polygon), _piece_label(piece.id, piece.height, piece.size), INK, fontsize=6.5)
    for marker in scene.markers.values():
        canvas.area(marker.footprint.polygon, GROUND, INK, linewidth=1.0, zorder=3)
        canvas.label((marker.x, marker.y), marker.id, fontsize=6)
    for model in scene.models.values():
        draw_model(canvas, model)
    return canvas


def draw_model(canvas: Canvas, model: Model, pose: Pose | None = None) -> None:
    """A model where it stands, or its shadow at another pose."""
    colour = SIDES[model.side % len(SIDES)]
    ground = footprint(model.base, pose or model.pose).polygon
    if pose is not None:
        canvas.area(ground, colour, colour, alpha=0.35, linestyle="--", zorder=4)
        return
    canvas.area(ground, colour, INK, linewidth=0.8, zorder=5)
    if not isinstance(model.base, Round):
        _nose(canvas, model)
    left, low, right, _ = ground.bounds
    fits = (right - left) * canvas.unit > 4.6 * len(model.id)
    place = model.pose.centre if fits else (model.pose.x, low - 5 / canvas.unit)
    canvas.label(place, model.id, "white" if fits else colour, fontsize=7)


def _nose(canvas: Canvas, model: Model) -> None:
    ahead = np.radians(model.pose.facing)
    left, low, right, high = model.footprint.bounds
    reach = 0.3 * min(right - left, high - low)
    tip = (model.pose.x + reach * float(np.cos(ahead)), model.pose.y + reach * float(np.sin(ahead)))
    canvas.line([model.pose.centre, tip], "white", linewidth=1.0, zorder=6)


def _ruler(canvas: Canvas) -> None:
    axes = canvas.axes
    axes.set_xticks(np.arange(0, canvas.width + 1e-9, RULER))
    axes.set_yticks(np.arange(0, canvas.height + 1e-9, RULER))
    axes.tick_params(colors=STONE_EDGE, labelsize=6.5, length=3)
    axes.grid(color=FAINT, linewidth=0.4, alpha=0.5, zorder=0)
    axes.set_axisbelow(True)


def _piece_label(name: str, height: float, size: int) -> str:
    more = [f"size {size}"] if size else []
    if height != UNLIMITED:
        more.append(f'{height:g}"')
    return "\n".join([name, ", ".join(more)]) if more else name


def _inside(shape: shapely.Polygon) -> tuple[float, float]:
    point = shape.representative_point()
    return (point.x, point.y)
