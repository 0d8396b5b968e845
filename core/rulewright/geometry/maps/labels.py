"""Where labels go on a sheet: inside what they name where they fit, else beside it where nothing else is written."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from ...text import Words, columns
from .structure import Kind
from .words import escaped, plain

SIZE: Final = 11.0
"""The letters of a label, in pixels."""
SMALL: Final = 9.5
_LEAST: Final = 8.0
"""Letters smaller than this are not read."""
WIDE: Final = 0.57
"""How wide a letter is, in shares of its height."""
_CELL: Final = 11.0
"""Labels keep out of each other's way on a raster of this many pixels."""


class Labels:
    """The labels of a sheet: gathered while it is drawn, written above everything."""

    def __init__(self, left: float, top: float, across: float, down: float) -> None:
        self._bounds = left, top, left + across, top + down
        self._taken: set[tuple[int, int]] = set()
        self._beside: list[tuple[Words, float, float, float, Kind, str]] = []
        self._written: list[str] = []

    def within(self, text: Words, x: float, y: float, wide: float, reach: float, kind: Kind, about: str) -> None:
        """In the middle of a base where ``wide`` pixels leave room; else above or below, farther than ``reach``."""
        self._take(x - wide / 2, y - reach, wide, 2 * reach)
        size = min(SIZE, 0.65 * wide)
        if size >= _LEAST and long(text, size) <= wide - 3:
            self._write(text, x, y + 0.35 * size, size, f"in of-{kind}", about)
        else:
            self.beside(text, x, y, reach, kind, about)

    def on(self, text: Words, more: Words, x: float, y: float, wide: float, kind: Kind, about: str) -> None:
        """In the middle of an area, with a smaller line below where the area is wide enough for it."""
        more = more if long(more, SMALL) <= wide else ""
        self._write(text, x, y + (0.0 if more else 4.0), SIZE, f"on of-{kind}", about)
        if more:
            self._write(more, x, y + SIZE + 1.0, SMALL, f"more of-{kind}", about)

    def beside(self, text: Words, x: float, y: float, reach: float, kind: Kind, about: str) -> None:
        """Beside a place."""
        self._beside.append((text, x, y, reach, kind, about))

    def written(self) -> Iterator[str]:
        """All labels, each of those beside something at the first place that is free."""
        for text, x, y, reach, kind, about in self._beside:
            half = long(text, SIZE) / 2
            places = (
                (x, y + reach + SIZE),
                (x, y - reach - 4.0),
                (x + reach + half + 4.0, y + 4.0),
                (x - reach - half - 4.0, y + 4.0),
            )
            inside = [place for place in places if self._inside(*place, half)] or list(places)
            free = (place for place in inside if self._free(*place, half))
            self._write(text, *next(free, inside[0]), SIZE, f"by of-{kind}", about)
        yield from self._written

    def _write(self, text: Words, x: float, y: float, size: float, name: str, about: str) -> None:
        half = long(text, size) / 2
        self._take(x - half, y - size + 2, 2 * half, size)
        owner = f' data-id="{escaped(about)}"' if about else ""
        where = f'x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}"'
        self._written.append(f'<text class="label {name}"{owner} {where}>{escaped(text)}</text>')

    def _inside(self, x: float, y: float, half: float) -> bool:
        left, top, right, low = self._bounds
        return left <= x - half and x + half <= right and top + SIZE <= y <= low - 2

    def _free(self, x: float, y: float, half: float) -> bool:
        return self._taken.isdisjoint(self._cells(x - half, y - SIZE + 2, 2 * half, SIZE))

    def _take(self, x: float, y: float, wide: float, high: float) -> None:
        self._taken |= self._cells(x, y, wide, high)

    def _cells(self, x: float, y: float, wide: float, high: float) -> set[tuple[int, int]]:
        columns = range(int(x / _CELL), int((x + wide) / _CELL) + 1)
        rows = range(int(y / _CELL), int((y + high) / _CELL) + 1)
        return {(column, row) for column in columns for row in rows}


def long(text: Words, size: float) -> float:
    """About how many pixels a text takes."""
    return WIDE * size * _columns(plain(text))


@lru_cache(maxsize=1 << 12)
def _columns(text: str) -> int:
    return columns(text)
