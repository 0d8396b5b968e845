"""What is irrational, of single numbers: the functions of `math`, and the length of a complex number."""

import math
from math import atan2, cos, dist, hypot, sin, sqrt

from .vector import CERTAIN

__all__ = ["acos", "atan2", "cos", "dist", "hypot", "length", "sin", "sqrt"]


def acos(cosine: float) -> float:
    """The angle with this cosine, in radians from 0 to pi. Raises ValueError for what is none."""
    return math.acos(round(cosine) if abs(abs(cosine) - 1.0) < CERTAIN else cosine)


def length(number: complex) -> float:
    """How far a complex number is from zero."""
    return abs(number)
