"""How a figure goes over squares: on one square, or on a base of several of which one leads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_
from random import Random
from typing import Any, TypeAlias

from ..geometry import GeometryError
from ..geometry.evidence import Fault
from ..geometry.grid import Board, Mask, Reach, Square, check_base_path, check_path, name_of, square_of
from ..geometry.grid.bases import BaseReach, shape_of
from ..geometry.grid.figures import numbers
from ..plaindata import Answer
from ..refusals import NothingLegal


class SquareWays:
    """Of a figure on one square: a way is the tuple of its squares, the one in which it stands first."""

    def __init__(self, found: Reach) -> None:
        self.reach = found
        self.board = found.board
        self.stands: tuple[Square, ...] = (found.start,)

    @property
    def ends(self) -> Mask:
        """The squares on which it can stand in the end."""
        return self.reach.ends

    def is_way(self, answer: Answer) -> bool:
        """Whether an answer has the shape of a way."""
        return is_squares(answer)

    def wrong(self, answer: Answer) -> tuple[Fault, ...]:
        """What is wrong with a way, or with where one is to lead; nothing with what is neither."""
        found = self.reach
        if is_square(answer):
            fault = found.why_not(answer)
            return () if fault is None else (fault,)
        if not is_squares(answer):
            return ()
        return elsewhere(answer, self.stands) or too_long(answer, found) or _checked(answer, found)

    def settled(self, answer: Answer) -> Answer:
        """A square or a position as a way that leads there; anything else as it is."""
        return self.reach.attempt(answer) or answer if is_square(answer) else answer

    def to(self, square: Square) -> Answer:
        """The shortest way that ends on a square in reach."""
        return self.reach.path(square)

    def any(self, rng: Random) -> Answer:
        """A random way. Raises NothingLegal where there is none."""
        return self.reach.path(any_square(self.board, self.reach.ends, rng))

    def parts(self, answer: Answer) -> tuple[tuple[Square, ...], tuple[Square, ...]]:
        """The squares that a way goes over, and those on which the figure stands in the end."""
        return answer, answer[-1:]

    def read(self, names: Sequence[str]) -> Answer:
        """What names of squares stand for. Raises GeometryError where they stand for nothing."""
        squares = tuple(square_of(name) for name in names)
        return squares if len(squares) > 1 else squares[0]

    def shown(self, answer: Answer) -> str:
        """A way, a square or a position as `read` reads it."""
        return name_of(answer) if is_square(answer) else " ".join(map(name_of, answer))


class BaseWays:
    """
    Of a figure on a base of several squares, any of which may lead.

    A way is ``(way, end)``: the squares of the one that leads, and those that the base covers in the end, row by row.
    A position of the base is named by the first and the last of these: ``C3:D4``.
    """

    def __init__(self, found: Sequence[BaseReach]) -> None:
        self.board = found[0].board
        self.base = found[0].placement
        self.stands = self.board.squares(self.base)
        self._leading = tuple(found)
        self._places = tuple(dict.fromkeys(place for one in found for place in one))
        self.ends: Mask = reduce(or_, self._places, 0)

    def is_way(self, answer: Answer) -> bool:
        """Whether an answer has the shape of a way."""
        return isinstance(answer, tuple) and len(answer) == 2 and all(map(is_squares, answer))

    def wrong(self, answer: Answer) -> tuple[Fault, ...]:
        """What is wrong with a way, or with where one is to lead; nothing with what is neither."""
        if is_square(answer):
            return self._first(
                self._covering(answer), Fault("no room for the base", name_of(answer), squares=(answer,))
            )
        if is_squares(answer):
            return self._first(iter((answer,)), Fault("not this base", squares=answer))
        if not self.is_way(answer):
            return ()
        way, end = answer
        rules = self._leading[0]
        return elsewhere(way, self.stands) or too_long(way, rules) or self._checked(way, end, rules)

    def _checked(self, way: tuple[Square, ...], end: tuple[Square, ...], rules: BaseReach) -> tuple[Fault, ...]:
        return check_base_path(
            self.board, self.base, way, end, rules.limit, rules.policy, rules.base, *rules.others
        )  # fmt: skip

    def _covering(self, square: Square) -> Iterator[tuple[Square, ...]]:
        """The positions on a square in which the base lies as it does now."""
        shape, _ = shape_of(self.stands)
        for x, y in shape:
            yield tuple((square[0] - x + dx, square[1] - y + dy) for dx, dy in shape)

    def _first(self, positions: Iterator[tuple[Square, ...]], otherwise: Fault) -> tuple[Fault, ...]:
        """What keeps the base from the position that is least out of reach; nothing where it reaches one of them."""
        if (outside := otherwise.squares) and not all(square in self.board.tiles for square in outside):
            return (Fault("off the board", squares=tuple(at for at in outside if at not in self.board.tiles)),)
        found: list[Fault] = []
        for squares in positions:
            if all(square in self.board.tiles for square in squares):
                shape, place = shape_of(squares)[0], self.board.mask(squares)
                why = [one.why_not(place) for one in self._leading if shape in one.lying]
                if None in why:
                    return ()
                found += [fault for fault in why if fault is not None]
        return (min(found, key=lambda fault: (fault.reason != "too far", fault.amount), default=otherwise),)

    def settled(self, answer: Answer) -> Answer:
        """A square or a position as a way that leads there; anything else as it is."""
        if is_square(answer):
            inside = answer in self.board.tiles and self.board.bit(answer) & self.ends
            return self.to(answer) if inside else answer
        if is_squares(answer) and all(square in self.board.tiles for square in answer):
            place = self.board.mask(answer)
            return self._way(place) if place in self._places and len(answer) == place.bit_count() else answer
        return answer

    def to(self, square: Square) -> Answer:
        """The shortest way that ends on a square in reach."""
        bit, shape = self.board.bit(square), shape_of(self.stands)[0]
        places = [place for place in self._places if place & bit]

        def rank(place: Mask) -> tuple[int, bool]:
            return (self._leader(place)[0], shape_of(self.board.squares(place))[0] != shape)

        return self._way(min(places, key=rank))

    def _leader(self, place: Mask) -> tuple[int, int]:
        """The fewest steps to a position, and which square leads then."""
        return min((one.steps(place), number) for number, one in enumerate(self._leading) if place in one)

    def _way(self, place: Mask) -> Answer:
        return (self._leading[self._leader(place)[1]].path(place), self.board.squares(place))

    def any(self, rng: Random) -> Answer:
        """A random way. Raises NothingLegal where there is none."""
        if not self._places:
            raise NothingLegal("there is no place for the base to go to")
        return self._way(self._places[int(rng.random() * len(self._places))])

    def parts(self, answer: Answer) -> tuple[tuple[Square, ...], tuple[Square, ...]]:
        """The squares that a way goes over, and those on which the figure stands in the end."""
        way, end = answer
        return way, end

    def read(self, names: Sequence[str]) -> Answer:
        """What names of squares stand for. Raises GeometryError where they stand for nothing."""
        *way, last = names
        first, colon, second = last.partition(":")
        if not colon and not way:
            return square_of(last)
        end = self._position(square_of(first), square_of(second))
        return (tuple(map(square_of, way)), end) if way else end

    def _position(self, first: Square, last: Square) -> tuple[Square, ...]:
        """The squares from one to another: the two themselves for a base of two, else the rectangle between them."""
        if len(self.stands) == 2:
            return tuple(sorted((first, last), key=lambda square: square[::-1]))
        (left, right), (top, low) = (sorted(pair) for pair in zip(first, last, strict=True))
        if (right - left + 1) * (low - top + 1) != len(self.stands):
            raise GeometryError(f"{name_of(first)}:{name_of(last)} is no position of this base")
        return tuple((x, y) for y in range(top, low + 1) for x in range(left, right + 1))

    def shown(self, answer: Answer) -> str:
        """A way, a square or a position as `read` reads it."""
        if is_square(answer):
            return name_of(answer)
        way, end = ((), answer) if is_squares(answer) else answer
        return " ".join([*map(name_of, way), position_name(end)])


Ways: TypeAlias = SquareWays | BaseWays
"""The ways of a figure from where it stands, and its answers: both are asked alike."""


def position_name(squares: Sequence[Square]) -> str:
    """The name of a position of a base, by its first and its last square row by row: ``C3:D4``."""
    return f"{name_of(squares[0])}:{name_of(squares[-1])}"


def elsewhere(way: tuple[Square, ...], stands: tuple[Square, ...]) -> tuple[Fault, ...]:
    """What is wrong with a way that begins where the figure does not stand."""
    return () if way[0] in stands else (Fault("starts elsewhere", name_of(way[0]), squares=(way[0], stands[0])),)


def too_long(way: tuple[Square, ...], found: Reach | BaseReach) -> tuple[Fault, ...]:
    """What is wrong with a way of more squares than the board has: it is not looked at square by square."""
    if len(way) <= len(found.board.tiles):
        return ()
    return (Fault("too far", amount=float(len(way) - 1 - found.allowed), squares=(way[0], way[-1])),)


def _checked(way: tuple[Square, ...], found: Reach) -> tuple[Fault, ...]:
    return check_path(found.board, way, found.limit, found.policy, *found.others)


def any_square(board: Board, mask: Mask, rng: Random) -> Square:
    """A random square of a mask. Raises NothingLegal for an empty one."""
    places = numbers(mask)
    if not places:
        raise NothingLegal("there is no square to choose from")
    row, column = divmod(places[int(rng.random() * len(places))], board.width)
    return (column, row)


def is_square(value: Any) -> bool:
    """Whether a value is a square, on the board or not."""
    return isinstance(value, tuple) and len(value) == 2 and type(value[0]) is type(value[1]) is int


def is_squares(value: Any) -> bool:
    """Whether a value is a tuple of one or more squares."""
    return isinstance(value, tuple) and bool(value) and all(map(is_square, value))
