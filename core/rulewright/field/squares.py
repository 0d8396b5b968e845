"""Questions about squares: one square of a board, or the way of a figure square by square."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias

from msgspec.structs import asdict, replace

from ..geometry import GeometryError
from ..geometry.evidence import Fault
from ..geometry.grid import WALK, Mask, MovePolicy, Reach, Square, check_path, name_of, reach, square_of
from ..geometry.grid.figures import numbers
from ..plaindata import Answer, shown
from ..reading import Prompt, Unreadable, Words, split
from ..requests import LISTABLE, NothingLegal, Space, Violation
from ..text import Texts
from .faults import FaultRules, fault_words

if TYPE_CHECKING:
    from random import Random

    from ..geometry.maps import Item
    from .worlds import BoardScene

UNRULED: Final = FaultRules({})
"""No rule of its own: what is refused cites the rule that asks."""

STAY_WORDS: Final = ("stay", "-", "不动")
"""What is typed for a way that stays where it is; the first is shown."""

Hint: TypeAlias = tuple[Words, Square]
"""A square worth going to, and why."""

ASKING: Final = Texts(
    {
        "square": {"en": "Type a square, such as {square}.", "zh": "输入一个格子，例如 {square}。"},
        "way": {
            "en": "Type a square to go to, such as {square}; all squares of the way; or stay.",
            "zh": "输入要去的格子，例如 {square}；或路线上的所有格子；或“不动”。",
        },
        "unreadable": {
            "en": "{text} is no square; type one such as {square}",
            "zh": "{text} 不是格子；请输入例如 {square}",
        },
    }
)
"""How squares are typed."""

COMPASS: Final = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1))


class Squares(Space, frozen=True):
    """
    One square of a mask: ``(column, row)``, typed and shown as ``C4``.

    ``why`` says what is wrong with a square that is none of them, such as `Reach.why_not`; without it, or where it
    finds nothing, the square is off the board, or "outside". ``rules`` names the rules that forbid it.
    """

    KINDS: ClassVar = ("off the board", "outside")
    """What can be wrong with an answer, where ``why`` says nothing."""

    scene: BoardScene
    mask: Mask
    rules: FaultRules = UNRULED
    why: Callable[[Square], Fault | None] | None = None

    def check(self, answer: Answer) -> tuple[Violation, ...]:
        if not _is_square(answer):
            return (Violation(f"the answer is a square (column, row), not {shown(answer)}"),)
        return self.rules.violations(self._faults(answer))

    def _faults(self, square: Square) -> tuple[Fault, ...]:
        board = self.scene.board
        if square not in board.tiles:
            return (Fault("off the board", squares=(square,)),)
        if self.mask & board.bit(square):
            return ()
        found = self.why(square) if self.why is not None else None
        return (found or Fault("outside", name_of(square), squares=(square,)),)

    def sample(self, rng: Random) -> Answer:
        return _any_square(self.scene, self.mask, rng)

    def options(self) -> Sequence[Answer] | None:
        return list(self.scene.board.squares(self.mask)) if self.mask.bit_count() <= LISTABLE else None

    def suggest(self, n: int, rng: Random) -> list[Answer]:
        return far_apart(list(self.scene.board.squares(self.mask)), n, rng)

    def parts(self) -> None:
        """Squares are typed by their names and not listed."""

    def prompt(self, names: Sequence[str] = ()) -> Prompt:
        """The name of a square is typed."""
        return Prompt(_asking("square", self.mask, self.scene), suggests=True)

    def read(self, text: str, names: Sequence[str] = ()) -> Answer:
        """The square that was typed, on the board or not. Raises Unreadable."""
        return _read_square(text, self.mask, self.scene)

    def shown(self, answer: Answer, names: Sequence[str] = ()) -> str:
        """The name of a square."""
        return name_of(answer)

    def preview(self, answer: Answer = None) -> tuple[Item, ...]:
        """What to lay over the map of the board: the squares to choose from; with an answer, what is wrong with it."""
        from ..geometry import maps

        wrong = self._faults(answer) if _is_square(answer) else ()
        return (maps.squares(self.scene.board, self.mask), *_drawn(wrong, self.scene))

    def describe(self) -> dict[str, Any]:
        return {"kind": "squares", **_board(self.scene), "squares": list(self.scene.board.names(self.mask))}


class Route(Space, frozen=True):
    """
    The way of a figure square by square: a tuple of its squares, the one in which it stands first.

    Ways are not listed, for there may be many to one square; `suggest` gives the shortest way to each of some squares.

    It has at most this many steps (``squares``), under a policy; figures of the same side are friends and all others
    foes. ``beside_foes`` are the squares in which a move ends, those beside foes unless it is given. ``rules`` names
    the rules that forbid what `check_path` finds. A square ``(column, row)`` is settled into a shortest way to it.
    ``hints(reach)`` gives squares that the asker knows to be good, each with the words that say why, such as
    ``("to the flag", (3, 4))``; it is called when someone wants suggestions, which begin with those in reach. A figure
    stands on one square; larger ones cannot be asked for yet.
    """

    KINDS: ClassVar = (
        "off the board", "starts elsewhere", "not the next square", "diagonal step", "blocking terrain",
        "wall between", "change of elevation", "closed corner", "opposing figure",
        "has to stop beyond a change of elevation", "has to stop in hindering terrain",
        "has to stop beside an opposing figure", "has to stop",
        "turns", "too far", "a direct path is at least one square long",
        "ends in blocking terrain", "ends in an occupied square", "cut off", "in no direct path",
    )  # fmt: skip
    """Everything that can be wrong with a way."""

    scene: BoardScene
    figure: Any
    squares: int
    policy: MovePolicy = WALK
    rules: FaultRules = UNRULED
    hints: Callable[[Reach], Iterable[Hint]] | None = None
    beside_foes: Mask | None = None

    @property
    def start(self) -> Square:
        """Where the figure stands. Raises GeometryError for one that is not on the board, or on several squares."""
        stands = self.scene.figures[self.figure].squares
        if len(stands) != 1:
            raise GeometryError(f"figure {self.figure!r} stands on {len(stands)} squares; a Route is for one square")
        return stands[0]

    @property
    def reach(self) -> Reach:
        """Where the way can end."""
        return self.scene.kept(("reach", self.figure, self.squares, self.policy, self.beside_foes), self._reach)

    def _reach(self, scene: BoardScene) -> Reach:
        side = scene.figures[self.figure].side
        others = (scene.side(side), scene.others(side), self.beside_foes)
        return reach(scene.board, self.start, self.squares, self.policy, *others)

    def check(self, answer: Answer) -> tuple[Violation, ...]:
        faults = self._faults(answer)
        if faults or _is_way(answer):
            return self.rules.violations(faults)
        return (Violation(f"the answer is the squares of a way, from {name_of(self.start)} on, not {shown(answer)}"),)

    def _faults(self, answer: Answer) -> tuple[Fault, ...]:
        """What is wrong with a way, or with a square as the end of one; nothing with what is neither."""
        found = self.reach
        if _is_square(answer):
            fault = found.why_not(answer)
            return () if fault is None else (fault,)
        if not _is_way(answer):
            return ()
        if answer[0] != found.start:
            return (Fault("starts elsewhere", name_of(answer[0]), squares=(answer[0], found.start)),)
        if len(answer) > len(found.board.tiles):
            return (Fault("too far", amount=float(len(answer) - 1 - found.allowed), squares=(answer[0], answer[-1])),)
        return check_path(found.board, answer, found.limit, found.policy, *found.others)

    def settle(self, answer: Answer) -> Answer:
        """A square as a shortest way to it; where it is out of reach, the way that fails; else as it is."""
        if not _is_square(answer):
            return answer
        return self.reach.attempt(answer) or answer

    def sample(self, rng: Random) -> Answer:
        found = self.reach
        return found.path(_any_square(self.scene, found.ends, rng))

    def suggest(self, n: int, rng: Random) -> list[Answer]:
        """Shortest ways: to the hints, then as far as the figure comes in each direction, then anywhere."""
        found = self.reach
        ends = list(found.board.squares(found.ends))
        return [found.path(square) for square in far_apart(ends, n, rng, [square for _, square in self._hints()])]

    def _hints(self) -> Sequence[Hint]:
        """Those that can be reached."""
        if self.hints is None:
            return ()
        found, board = self.reach, self.scene.board
        return [hint for hint in self.hints(found) if hint[1] in board.tiles and board.bit(hint[1]) & found.ends]

    def parts(self) -> None:
        """Ways are typed by the names of squares and not listed."""

    def prompt(self, names: Sequence[str] = ()) -> Prompt:
        """A square to go to is typed, or a way."""
        return Prompt(_asking("way", self.reach.ends, self.scene), suggests=True)

    def read(self, text: str, names: Sequence[str] = ()) -> Answer:
        """A square to go to, ``C4``; the squares of a way, ``A1 B2 C3``; or ``stay``. Raises Unreadable."""
        if text.strip().lower() in STAY_WORDS:
            return (self.start,)
        ends = self.reach.ends
        squares = tuple(_read_square(name, ends, self.scene) for name in split(text) or [text])
        return squares if len(squares) > 1 else squares[0]

    def shown(self, answer: Answer, names: Sequence[str] = ()) -> str:
        """The squares of a way by their names; ``stay`` for a way that goes nowhere."""
        if _is_square(answer):
            return name_of(answer)
        return " ".join(map(name_of, answer)) if len(answer) > 1 else STAY_WORDS[0]

    def hint(self, answer: Answer) -> Words:
        """The words of the hint to which a way leads; empty where it leads to none."""
        return next((words for words, square in self._hints() if answer[-1] == square), "")

    def preview(self, answer: Answer = None) -> tuple[Item, ...]:
        """
        What to lay over the map of the board: where the way can end.

        With an answer also the way that it is settled into, and what is wrong with that.
        """
        from ..geometry import maps

        found, way = self.reach, self.settle(answer)
        items: list[Item] = [maps.squares(found.board, found.ends)]
        points = [maps.centre(at) for at in way if at in found.board.tiles] if _is_way(way) else []
        if len(points) > 1:
            items.append(maps.route(points, str(self.figure)))
        return (*items, *_drawn(self._faults(way), self.scene))

    def describe(self) -> dict[str, Any]:
        found = self.reach
        return {
            "kind": "route",
            **_board(self.scene),
            "figure": self.figure,
            "start": name_of(found.start),
            "steps": self.squares,
            "policy": asdict(self.policy),
            "ends": list(found.board.names(found.ends)),
            "hints": [[words, name_of(square)] for words, square in self._hints()],
        }


def far_apart(squares: Sequence[Square], n: int, rng: Random, first: Sequence[Square] = ()) -> list[Square]:
    """Up to ``n`` of the squares: those named first, then the outermost in each of eight directions, then any."""
    chosen = dict.fromkeys(first)
    if len(squares) > n:
        for right, down in islice(COMPASS, max(0, n - len(chosen))):
            chosen[max(squares, key=lambda at: right * at[0] + down * at[1])] = None
        squares = rng.sample(squares, n)
    chosen.update(dict.fromkeys(squares))
    return list(chosen)[:n]


def _any_square(scene: BoardScene, mask: Mask, rng: Random) -> Square:
    places = numbers(mask)
    if not places:
        raise NothingLegal("there is no square to choose from")
    row, column = divmod(places[int(rng.random() * len(places))], scene.board.width)
    return (column, row)


def _is_square(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and type(value[0]) is type(value[1]) is int


def _is_way(value: Any) -> bool:
    return isinstance(value, tuple) and bool(value) and all(map(_is_square, value))


def _read_square(text: str, mask: Mask, scene: BoardScene) -> Square:
    try:
        return square_of(text.strip().upper())
    except GeometryError:
        raise Unreadable(_asking("unreadable", mask, scene, text=text or "—")) from None


def _asking(key: str, mask: Mask, scene: BoardScene, **facts: Any) -> Words:
    """A sentence with one of the squares as an example: the last, for the first may be where the figure stands."""
    example = 1 << mask.bit_length() - 1 if mask else 1
    return ASKING.both(key, square=scene.board.names(example)[0], **facts)


def _drawn(faults: Iterable[Fault], scene: BoardScene) -> Iterator[Item]:
    """The squares that show what is wrong, with the words for it."""
    from ..geometry import maps

    for fault in faults:
        there = tuple(square for square in fault.squares if square in scene.board.tiles)
        yield from maps.faults([replace(fault, squares=there)], {fault.reason: fault_words(fault, "en")})


def _board(scene: BoardScene) -> dict[str, Any]:
    return {"board": scene.board.name, "width": scene.board.width, "height": scene.board.height}
