"""Figures on a board of squares, as far as they stand in the way of lines of fire."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from .. import GeometryError
from ..caching import Keeps
from .board import Board, Mask, Square


class Figure(msgspec.Struct, frozen=True):
    """
    What stands on a board: the squares that it occupies, its size, whether it is tall, and whose it is.

    ``size`` is any number, the larger the greater. A ``tall`` figure also stands in the way of lines between
    elevations.
    """

    id: Any
    squares: tuple[Square, ...]
    size: int = 1
    tall: bool = False
    side: Any = 0


class Blockers(NamedTuple):
    """The squares whose figures can block someone's lines, and those of them with a tall figure."""

    mask: Mask
    tall: Mask


class _Crowd(NamedTuple):
    """The squares of all figures of a size and above, and those of them with several; then of tall figures alone."""

    mask: Mask
    shared: Mask
    tall: Mask
    tall_shared: Mask


class Figures(Keeps[frozenset[Any]]):
    """
    Figures on a board; they never change, moving one gives new ones, which keep what moving it does not concern.

    They belong to all boards of that shape, so that terrain may change beneath them. Several figures may
    share a square. Raises GeometryError naming the figure that stands off the board, on no square at all, or
    has the id of another one.
    """

    def __init__(self, board: Board, figures: Iterable[Figure] = ()) -> None:
        self.board = board
        self._by_id: dict[Any, Figure] = {}
        self._masks: dict[Any, Mask] = {}
        self._crowds: dict[int | None, _Crowd] = {}
        super().__init__()
        for figure in figures:
            if figure.id in self._by_id:
                raise GeometryError(f"two figures are called {figure.id!r}")
            self._place(figure)

    def __iter__(self) -> Iterator[Figure]:
        return iter(self._by_id.values())

    def __len__(self) -> int:
        return len(self._by_id)

    def __contains__(self, figure_id: object) -> bool:
        return figure_id in self._by_id

    def __getitem__(self, figure_id: Any) -> Figure:
        try:
            return self._by_id[figure_id]
        except KeyError:
            raise GeometryError(f"no figure {figure_id!r} stands on {self.board.name}") from None

    def mask(self, figure_id: Any) -> Mask:
        """The squares that a figure occupies."""
        try:
            return self._masks[figure_id]
        except KeyError:
            return self._masks[self[figure_id].id]

    def squares(self, figure_id: Any) -> Sequence[int]:
        """The same as the numbers of their bits."""
        return numbers(self.mask(figure_id))

    def check(self, board: Board) -> None:
        """Raises GeometryError if they stand on a board of another shape."""
        mine = self.board
        if board is not mine and (board.width, board.present) != (mine.width, mine.present):
            raise GeometryError(f"these figures stand on {mine.name}, which has another shape than {board.name}")

    # ---------------------------------------------------------------------------------------------- new ones

    def placed(self, *figures: Figure) -> "Figures":
        """With these more, or changed where one of that id was there."""
        new = self._copy(frozenset(figure.id for figure in figures))
        for figure in figures:
            new._place(figure)
        return new

    def moved(self, figure_id: Any, squares: Iterable[Square]) -> "Figures":
        """With that figure on other squares."""
        return self.placed(msgspec.structs.replace(self[figure_id], squares=tuple(squares)))

    def without(self, *ids: Any) -> "Figures":
        """Without these figures."""
        new = self._copy(frozenset(ids))
        for figure_id in ids:
            self[figure_id]
            new._by_id.pop(figure_id, None)
            new._masks.pop(figure_id, None)
        return new

    def _copy(self, changed: frozenset[Any]) -> "Figures":
        new = object.__new__(Figures)
        new.board = self.board
        new._by_id = self._by_id.copy()
        new._masks = self._masks.copy()
        new._crowds = {}
        new._derive_from(self, changed, lambda before: before | changed)
        return new

    def _place(self, figure: Figure) -> None:
        if not figure.squares:
            raise GeometryError(f"figure {figure.id!r} stands on no square")
        try:
            self._masks[figure.id] = self.board.mask(figure.squares)
        except GeometryError as error:
            raise GeometryError(f"figure {figure.id!r}: {error}") from None
        self._by_id[figure.id] = figure

    # -------------------------------------------------------------------------------------- who is in the way

    def in_the_way(self, shooter: Any = None) -> Iterator[Figure]:
        """
        The figures that can block a shooter's lines: not itself, and none that is smaller.

        For a line that nobody draws all figures count. Raises GeometryError for an unknown shooter.
        """
        if shooter is None:
            yield from self
            return
        size = self[shooter].size
        for figure in self:
            if figure.size >= size and figure.id != shooter:
                yield figure

    def blockers(self, shooter: Any = None) -> Blockers:
        """The squares of :meth:`in_the_way`."""
        size = None if shooter is None else self[shooter].size
        crowd = self._crowds.get(size)
        if crowd is None:
            crowd = self._crowds[size] = self._crowd(size)
        if shooter is None:
            return Blockers(crowd.mask, crowd.tall)
        # Where others stand in the squares of the shooter, too, those squares remain.
        own = self._masks[shooter]
        tall = crowd.tall & (~own | crowd.tall_shared) if self[shooter].tall else crowd.tall
        return Blockers(crowd.mask & (~own | crowd.shared), tall)

    def _crowd(self, size: int | None) -> "_Crowd":
        mask = shared = tall = tall_shared = 0
        for figure in self:
            if size is None or figure.size >= size:
                squares = self._masks[figure.id]
                shared |= mask & squares
                mask |= squares
                if figure.tall:
                    tall_shared |= tall & squares
                    tall |= squares
        return _Crowd(mask, shared, tall, tall_shared)


@lru_cache(maxsize=1 << 12)
def numbers(mask: Mask) -> Sequence[int]:
    """The numbers of the bits of a mask, the lowest first."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found
