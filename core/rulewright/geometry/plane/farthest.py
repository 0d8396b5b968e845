"""The point of a footprint that lies farthest from an area which need not be convex."""

import numpy as np
import shapely
from shapely.geometry import Polygon

from .shapes import Footprint


def farthest(a: Footprint, area: Polygon) -> float:
    """From an area to the farthest point of ``a``, in inches; 0.0 when ``a`` lies inside."""
    if shapely.covers(area, a.skeleton) and shapely.distance(a.skeleton, area.boundary) >= a.radius:
        return 0.0
    away = shapely.distance(shapely.points(a.core), area)
    inside = shapely.distance(shapely.points(a.core), area.boundary)
    return max(0.0, float(np.where(away > 0.0, away, -inside).max()) + a.radius)
