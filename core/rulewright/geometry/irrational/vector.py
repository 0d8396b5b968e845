"""What is irrational, of arrays: the functions of NumPy, lengths of complex numbers, points of circles, products."""

from typing import Final, TypeAlias

import numpy as np
from numpy import arctan, arctan2, cos, hypot, matmul, sin, sqrt
from numpy.typing import NDArray

__all__ = [
    "angle", "arccos", "arcsin", "arctan", "arctan2", "circle", "cos", "hypot", "length", "matmul", "sin", "sqrt",
]  # fmt: skip

Floats: TypeAlias = NDArray[np.float64]


CERTAIN: Final = 1e-13
"""A sine or cosine this near to 1 or -1 is taken for it: the angle would be nothing but noise, 1e-8 for 1e-16."""


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


def angle(numbers: NDArray[np.complex128]) -> Floats:
    """The direction of each complex number, in radians from -pi to pi."""
    return np.arctan2(numbers.imag, numbers.real)


def circle(angles: Floats) -> NDArray[np.complex128]:
    """The points of the unit circle at these angles in radians, as complex numbers."""
    found: NDArray[np.complex128] = np.exp(1j * angles)
    return found
