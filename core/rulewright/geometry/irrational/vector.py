"""What is irrational, of arrays: the functions of NumPy, lengths of complex numbers, points of circles, products."""

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .. import TOLERANCE
from . import CERTAIN

__all__ = [
    "angle", "arccos", "arcsin", "arctan", "arctan2", "circle", "cos", "hypot", "leg", "length", "matmul", "sin",
    "sqrt",
]  # fmt: skip

Floats: TypeAlias = NDArray[np.float64]

arctan: Final = np.arctan
arctan2: Final = np.arctan2
cos: Final = np.cos
hypot: Final = np.hypot
matmul: Final = np.matmul
sin: Final = np.sin
sqrt: Final = np.sqrt


def arccos(cosines: Floats) -> Floats:
    """The angles with these cosines, in radians from 0 to pi; nan for what is none."""
    return np.arccos(_certain(cosines))


def arcsin(sines: Floats) -> Floats:
    """The angles with these sines, in radians from -pi/2 to pi/2; nan for what is none."""
    return np.arcsin(_certain(sines))


def _certain(values: Floats) -> Floats:
    return np.where(np.abs(np.abs(values) - 1.0) < CERTAIN, np.rint(values), values)


def length(numbers: NDArray[np.complex128]) -> Floats:
    """How far each complex number is from zero."""
    return np.abs(numbers)


def leg(squares: Floats) -> Floats:
    """The legs of right triangles from their squares: 0 below the tolerance, where noise would make 1e-8 of 1e-16."""
    return np.sqrt(np.where(squares < TOLERANCE**2, 0.0, squares))


def angle(numbers: NDArray[np.complex128]) -> Floats:
    """The direction of each complex number, in radians from -pi to pi."""
    return np.arctan2(numbers.imag, numbers.real)


def circle(angles: Floats) -> NDArray[np.complex128]:
    """The points of the unit circle at these angles in radians, as complex numbers."""
    found: NDArray[np.complex128] = np.exp(1j * angles)
    return found
