"""How much may come from one place: allowances that fill up again with time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from math import inf
from typing import Final

MANY: Final = 10_000
"""So many allowances are remembered; then those that are full are forgotten."""


class Allowances:
    """An allowance for each key: ``most`` at once, and ``each`` a second on average. ``now`` tells the seconds."""

    def __init__(self, each: float, most: float, now: Callable[[], float]) -> None:
        self.each, self.most, self.now = each, most, now
        self._left: dict[Hashable, tuple[float, float]] = {}

    def _of(self, key: Hashable) -> float:
        left, then = self._left.get(key, (self.most, 0.0))
        return min(self.most, left + (self.now() - then) * self.each)

    def spend(self, key: Hashable) -> float:
        """Take one, on credit if need be. Returns the seconds until it is there."""
        left = self._of(key) - 1
        if len(self._left) >= MANY:
            self._left = {one: kept for one, kept in self._left.items() if self._of(one) < self.most}
        self._left[key] = left, self.now()
        return max(0.0, -left / self.each)

    def missing(self, key: Hashable) -> float:
        """Seconds until one may be taken; 0 where one is there."""
        return max(0.0, (1 - self._of(key)) / self.each)


class TooMany(Exception):
    """More than is allowed; ``seconds`` until it is worth another try."""

    def __init__(self, reason: str, seconds: float = inf) -> None:
        super().__init__(reason)
        self.seconds = seconds


class Turnstile:
    """Lets a number of each key in at once."""

    def __init__(self) -> None:
        self._inside: Counter[Hashable] = Counter()

    @contextmanager
    def entered(self, key: Hashable, most: int, reason: str) -> Iterator[None]:
        """Be inside while this runs. Raises TooMany where there are as many already."""
        if self._inside[key] >= most:
            raise TooMany(reason)
        self._inside[key] += 1
        try:
            yield
        finally:
            self._inside[key] -= 1
            if not self._inside[key]:
                del self._inside[key]


def whose(address: str) -> str:
    """Whose an address is: of IPv6 everyone has at least 64 bits to choose from."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    return str(found) if found.version == 4 else str(int(found) >> 64)
