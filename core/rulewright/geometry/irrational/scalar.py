"""What is irrational, of single numbers: the functions of `math`, and the length of a complex number."""

import math
from typing import Final

from . import CERTAIN

__all__ = ["acos", "atan2", "cos", "dist", "hypot", "length", "sin", "sqrt"]

atan2: Final = math.atan2
cos: Final = math.cos
dist: Final = math.dist
hypot: Final = math.hypot
sin: Final = math.sin
sqrt: Final = math.sqrt


def acos(cosine: float) -> float:
    """The angle with this cosine, in radians from 0 to pi. Raises ValueError for what is none."""
    return math.acos(round(cosine) if abs(abs(cosine) - 1.0) < CERTAIN else cosine)


def length(number: complex) -> float:
    """How far a complex number is from zero."""
    return abs(number)
