"""How sure a rate is: intervals for wins, and for differences of games that were played in pairs."""

from __future__ import annotations

import math
from collections.abc import Iterable
from statistics import NormalDist
from typing import Final

import msgspec

LEVEL: Final = 0.95
"""The share of intervals that hold the true rate, unless another is asked for."""


class Rate(msgspec.Struct, frozen=True):
    """An observed rate or difference, and the interval that holds the true one at this level."""

    rate: float
    low: float
    high: float
    level: float = LEVEL

    @property
    def as_score(self) -> Rate:
        """A difference from -1 to 1 as a share of the points, from 0 to 1."""
        return _rounded((1 + self.rate) / 2, (1 + self.low) / 2, (1 + self.high) / 2, self.level)

    @property
    def turned(self) -> Rate:
        """What is left for the other side of a share."""
        return _rounded(1 - self.rate, 1 - self.high, 1 - self.low, self.level)


def wilson(wins: float, games: int, level: float = LEVEL) -> Rate:
    """The share of ``wins`` among independent games, from 0 to 1; without games from 0 to 1, as nothing is known.

    The score interval without correction of continuity (E. B. Wilson, "Probable inference, the law of succession,
    and statistical inference", JASA 22, 1927; recommended by Brown, Cai and DasGupta, Statistical Science 16, 2001).
    Raises ValueError for wins that are not among the games, and levels that are not between 0 and 1.
    """
    z = _quantile(level)
    if not 0 <= wins <= games:
        raise ValueError(f"{wins} wins are not among {games} games")
    if not games:
        return Rate(0.0, 0.0, 1.0, level)
    rate = wins / games
    middle = (rate + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(rate * (1 - rate) / games + (z / (2 * games)) ** 2)
    low, high = middle - half, middle + half
    return _rounded(rate, low if wins else 0.0, high if wins < games else 1.0, level)


def paired(differences: Iterable[float], level: float = LEVEL) -> Rate:
    """The mean of differences from -1 to 1, one for each pair of games; without pairs from -1 to 1.

    The normal interval after two pairs have been added that cancel out: half a pair for each of the four ways in
    which two games can end (A. Agresti and Y. Min, "Simple improved confidence intervals for comparing matched
    proportions", Statistics in Medicine 24, 2005). So few pairs, or pairs that are all alike, claim no certainty.
    Raises ValueError for a difference beyond -1 or 1, and levels that are not between 0 and 1.
    """
    z = _quantile(level)
    found = list(differences)
    if wrong := [one for one in found if not -1 <= one <= 1]:
        raise ValueError(f"a difference lies between -1 and 1, and is not {wrong[0]}")
    if not found:
        return Rate(0.0, -1.0, 1.0, level)
    pairs = len(found) + 2
    middle = math.fsum(found) / pairs
    spread = (math.fsum(one * one for one in found) + 1) / pairs - middle * middle
    half = z * math.sqrt(spread / pairs)
    return _rounded(math.fsum(found) / len(found), max(-1.0, middle - half), min(1.0, middle + half), level)


def _quantile(level: float) -> float:
    if not 0 < level < 1:
        raise ValueError(f"a level lies between 0 and 1, such as {LEVEL}, and is not {level}")
    return NormalDist().inv_cdf((1 + level) / 2)


def _rounded(rate: float, low: float, high: float, level: float) -> Rate:
    return Rate(round(rate, 6), round(low, 6), round(high, 6), level)
