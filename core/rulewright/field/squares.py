"""Questions about squares: one square of a board, or the way of a figure square by square."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias

from msgspec.structs import asdict

from ..geometry import GeometryError
from ..geometry.evidence import Fault
from ..geometry.grid import WALK, BasePolicy, Mask, MovePolicy, Square, name_of, reach, reach_of_base, square_of
from ..geometry.grid.bases import CLOSE
from ..plaindata import Answer, shown
from ..reading import Name, Prompt, Unreadable, split
from ..refusals import Violation
from ..spaces import LISTABLE, Space
from ..text import PackageTexts, Words
from .faults import UNRULED, FaultRules, Names, words_of
from .ways import BaseWays, SquareWays, Ways, any_square, is_square, position_name
from .worlds import BoardScene

if TYPE_CHECKING:
    from random import Random

    from ..geometry.maps import Item

STAY_WORDS: Final = ("stay", "-", "不动")
"""What is typed for a way that stays where it is; the first is shown."""

Hint: TypeAlias = tuple[Words, Square]
"""A square worth going to, and why."""

COMPASS: Final = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1))


class Squares(Space, frozen=True):
    """
    One square of a mask: ``(column, row)``, typed and shown as ``C4``.

    ``why`` says what is wrong with a square that is none of them, such as `Reach.why_not`; without it, or where it
    finds nothing, the square is off the board, or "outside". ``rules`` names the rules that forbid it, ``names`` says
    what walls and the like are called. Raises ValueError for what is no mask (``board.mask(squares)`` makes one), and
    where no rule is named for a kind of fault: those of `Route`, too, where there is a ``why``; GeometryError for a
    mask of squares that are not on the board.
    """

    KINDS: ClassVar = frozenset({"off the board", "outside"})
    """What can be wrong with an answer, where ``why`` says nothing."""

    scene: BoardScene
    mask: Mask
    rules: FaultRules = UNRULED
    why: Callable[[Square], Fault | None] | None = None
    names: Names = str

    def __post_init__(self) -> None:
        if not isinstance(self.mask, int):
            raise ValueError(f"Squares: expected a mask, found {self.mask!r:.200}; board.mask(squares) makes one")
        self.scene.board.squares(self.mask)
        self.rules.cover(self.KINDS if self.why is None else SOME_WHY)

    def check(self, answer: Answer) -> tuple[Violation, ...]:
        if not is_square(answer):
            return (Violation("not_square", given=shown(answer)),)
        return self.rules.violations(self._faults(answer), self.names)

    def _faults(self, square: Square) -> tuple[Fault, ...]:
        board = self.scene.board
        if square not in board.tiles:
            return (Fault("off the board", squares=(square,)),)
        if self.mask & board.bit(square):
            return ()
        found = self.why(square) if self.why is not None else None
        return (found or Fault("outside", name_of(square), squares=(square,)),)

    def sample(self, rng: Random) -> Answer:
        return any_square(self.scene.board, self.mask, rng)

    def options(self) -> Sequence[Answer] | None:
        return self.scene.board.squares(self.mask) if self.mask.bit_count() <= LISTABLE else None

    def suggest(self, n: int, rng: Random) -> list[Answer]:
        return far_apart(self.scene.board.squares(self.mask), n, rng)

    def parts(self) -> None:
        """Squares are typed by their names and not listed."""

    def prompt(self, names: Sequence[str] = ()) -> Prompt:
        """The name of a square is typed."""
        return Prompt(_asking("how.square", self.mask, self.scene), suggests=True)

    def read(self, text: str, names: Sequence[str] = ()) -> Answer:
        """The square that was typed, on the board or not. Raises Unreadable."""
        return _read_square(text, self.mask, self.scene)

    def shown(self, answer: Answer, names: Sequence[str] = ()) -> str:
        """The name of a square."""
        return name_of(answer)

    def told(self, answer: Answer, name: Name) -> Words:
        """The name of a square."""
        return self.shown(answer)

    def preview(self, answer: Answer = None) -> tuple[Item, ...]:
        """What to lay over the map of the board: the squares to choose from; with an answer, what is wrong with it."""
        from ..geometry import maps

        wrong = self._faults(answer) if is_square(answer) else ()
        return (maps.squares(self.scene.board, self.mask), *_drawn(wrong, self.scene, self.names))

    def describe(self) -> dict[str, Any]:
        return {"kind": "squares", **_board(self.scene), "squares": list(self.scene.board.names(self.mask))}


class Route(Space, frozen=True):
    """
    The way of a figure square by square: a tuple of its squares, the one in which it stands first.

    Ways are not listed, for there may be many to one square; `suggest` gives the shortest way to each of some squares.

    It has at most this many steps (``squares``), under a policy; figures of the same side are friends and all others
    foes. ``beside_foes`` are the squares in which a move ends, those beside foes unless it is given. ``rules`` names
    the rules that forbid what the geometry finds. A square ``(column, row)`` is settled into a shortest way to it.
    ``hints(reach)`` gives squares that the asker knows to be good, each with the words that say why, such as
    ``("to the flag", (3, 4))``; it is called when someone wants suggestions, which begin with those in reach. ``names``
    says what walls and the like are called.

    Of a figure on a base of several squares any square may lead; the rest follows, and the base may turn
    (`reach_of_base`). Its answer is ``(way, end)``: the way of the square that leads, and the squares that the base
    covers in the end, row by row. A position of a base is named by the first and the last of its squares, ``C3:D4``.
    A square is settled into the nearest position that covers it, a tuple of squares into a way to that position;
    ``reach`` has ``board`` and ``ends``, the squares that the base can come to cover. ``base`` says what need not
    part its squares. `parts_of` takes any answer apart.

    Raises ValueError where ``rules`` name no rule for a kind of fault, for a number of squares below 0 and, when they
    are asked for, for hints of another form; GeometryError for a figure that is not there.
    """

    KINDS: ClassVar = frozenset((
        "off the board", "starts elsewhere", "not the next square", "diagonal step", "blocking terrain",
        "wall between", "change of elevation", "closed corner", "opposing figure",
        "has to stop beyond a change of elevation", "has to stop in hindering terrain",
        "has to stop beside an opposing figure", "has to stop", "turns", "too far",
        "a direct path is at least one square long",
        "ends in blocking terrain", "ends in an occupied square", "cut off", "in no direct path",
    ))  # fmt: skip
    """Everything that can be wrong with a way of a figure on one square."""

    BASE_KINDS: ClassVar = (KINDS - {"ends in blocking terrain", "ends in an occupied square", "in no direct path"}) | {
        "occupied", "different elevations", "both sides of the corner are closed", "not this base",
        "farther than the square that leads", "no room for the base",
    }  # fmt: skip
    """Everything that can be wrong with a way of a base of several squares."""

    scene: BoardScene
    figure: Any
    squares: int
    policy: MovePolicy = WALK
    rules: FaultRules = UNRULED
    hints: Callable[[Any], Iterable[Hint]] | None = None
    beside_foes: Mask | None = None
    names: Names = str
    base: BasePolicy = CLOSE

    def __post_init__(self) -> None:
        if self.squares < 0:
            raise ValueError(f"Route: {self.squares} squares; a way has 0 or more")
        one = len(self.scene.figures[self.figure].squares) == 1
        self.rules.cover(self.KINDS if one else self.BASE_KINDS)

    @property
    def start(self) -> Square:
        """Where the figure stands; of a base the first of its squares, row by row."""
        return self.ways.stands[0]

    @property
    def reach(self) -> Any:
        """Where the way can end: a `Reach`; of a base of several squares a `BaseWays`."""
        ways = self.ways
        return ways.reach if isinstance(ways, SquareWays) else ways

    @property
    def ways(self) -> Ways:
        """The ways that the figure can go, kept with the world."""
        asked = ("ways", self.figure, self.squares, self.policy, self.beside_foes, self.base)
        return self.scene.kept(asked, self._ways)

    def _ways(self, scene: BoardScene) -> Ways:
        figure, board = scene.figures[self.figure], scene.board
        friends, foes = scene.side(figure.side), scene.others(figure.side)
        if len(figure.squares) == 1:
            others = (friends, foes, self.beside_foes)
            return SquareWays(reach(board, figure.squares[0], self.squares, self.policy, *others))
        placement = board.mask(figure.squares)
        more = (self.squares, self.policy, self.base, friends, foes, self.beside_foes)
        return BaseWays([reach_of_base(board, placement, start, *more) for start in board.squares(placement)])

    def parts_of(self, answer: Answer) -> tuple[tuple[Square, ...], tuple[Square, ...]]:
        """The squares that a legal answer goes over, and those on which the figure stands after it."""
        return self.ways.parts(answer)

    def check(self, answer: Answer) -> tuple[Violation, ...]:
        ways = self.ways
        faults = ways.wrong(answer)
        if faults or ways.is_way(answer):
            return self.rules.violations(faults, self.names)
        key = "not_way" if len(ways.stands) == 1 else "not_base_way"
        return (Violation(key, start=name_of(self.start), given=shown(answer)),)

    def settle(self, answer: Answer) -> Answer:
        """A square or a position as a shortest way to it; on one square, out of reach, as the way that fails."""
        return self.ways.settled(answer)

    def sample(self, rng: Random) -> Answer:
        return self.ways.any(rng)

    def suggest(self, n: int, rng: Random) -> list[Answer]:
        """Shortest ways: to the hints, then as far as the figure comes in each direction, then anywhere."""
        ways = self.ways
        squares = far_apart(ways.board.squares(ways.ends), n, rng, [square for _, square in self._hints()])
        return list(dict.fromkeys(map(ways.to, squares)))

    def _hints(self) -> Sequence[Hint]:
        """Those that can be reached."""
        if self.hints is None:
            return ()
        ends, board = self.ways.ends, self.scene.board
        hints = _well_formed(self.hints(self.reach))
        return [(words, at) for words, at in hints if at in board.tiles and board.bit(at) & ends]

    def parts(self) -> None:
        """Ways are typed by the names of squares and not listed."""

    def prompt(self, names: Sequence[str] = ()) -> Prompt:
        """A square to go to is typed, or a way."""
        ways = self.ways
        if len(ways.stands) == 1:
            return Prompt(_asking("how.way", ways.ends, self.scene), suggests=True)
        stay = self._stay()
        here, whole = position_name(ways.stands), ways.shown(stay)
        return Prompt(_asking("how.base", ways.ends, self.scene, position=here, way=whole), suggests=True)

    def read(self, text: str, names: Sequence[str] = ()) -> Answer:
        """
        A square to go to, ``C4``; the squares of a way, ``A1 B2 C3``; or ``stay``. Raises Unreadable.

        Of a base of several squares a position, ``C3:D4``, or a way and a position, ``A1 B2 C3 C3:D4``.
        """
        if text.strip().lower() in STAY_WORDS:
            return self._stay()
        typed = split(text.replace("：", ":")) or [text]
        try:
            return self.ways.read([name.upper() for name in typed])
        except GeometryError:
            wrong = next((name for name in typed if not _names_squares(name)), None)
            if wrong is None and len(self.ways.stands) > 1:
                here = position_name(self.ways.stands)
                raise Unreadable(TEXTS.both("wrong.end", text=typed[-1].upper(), position=here)) from None
            raise _no_square(wrong or "", self.ways.ends, self.scene) from None

    def _stay(self) -> Answer:
        """The way that goes nowhere."""
        stands = self.ways.stands
        return stands if len(stands) == 1 else (stands[:1], stands)

    def shown(self, answer: Answer, names: Sequence[str] = ()) -> str:
        """The squares of a way by their names; ``stay`` for a way that goes nowhere."""
        return STAY_WORDS[0] if answer == self._stay() else self.ways.shown(answer)

    def hint(self, answer: Answer) -> Words:
        """The words of the hint to which a way leads, or to stay; else empty."""
        _, end = self.ways.parts(answer)
        hinted = (words for words, square in self._hints() if square in end)
        return next(hinted, TEXTS.both("how.stay") if answer == self._stay() else "")

    def told(self, answer: Answer, name: Name) -> Words:
        """A way by the hint to which it leads, else by the names of its squares."""
        return self.hint(answer) or self.shown(answer)

    def preview(self, answer: Answer = None) -> tuple[Item, ...]:
        """
        What to lay over the map of the board: where the way can end.

        With an answer also the way that it is settled into, where the figure would stand, and what is wrong with that.
        """
        from ..geometry import maps

        ways, way = self.ways, self.settle(answer)
        found = (maps.squares(ways.board, ways.ends), *_drawn(ways.wrong(way), self.scene, self.names))
        return (*found, *self._ghost(*ways.parts(way))) if ways.is_way(way) else found

    def _ghost(self, way: tuple[Square, ...], end: tuple[Square, ...]) -> Iterator[Item]:
        """The way over the board, and the figure at its end."""
        from ..geometry import maps

        tiles, about = self.scene.board.tiles, str(self.figure)
        points = [maps.centre(at) for at in way if at in tiles]
        if len(points) > 1:
            yield maps.route(points, about)
        if there := tuple(at for at in end if at in tiles):
            yield maps.Squares(kind=maps.Kind.GHOST, about=about, label=self.names(self.figure), squares=there)

    def describe(self) -> dict[str, Any]:
        ways = self.ways
        return {
            "kind": "route",
            **_board(self.scene),
            "figure": self.figure,
            "start": name_of(self.start),
            **({"base": position_name(ways.stands), **asdict(self.base)} if len(ways.stands) > 1 else {}),
            "steps": self.squares,
            "policy": asdict(self.policy),
            "ends": list(ways.board.names(ways.ends)),
            "hints": [[words, name_of(square)] for words, square in self._hints()],
        }


def _well_formed(hints: Any) -> Iterator[Hint]:
    """The hints as they are. Raises ValueError for what a function of an author gives in another form."""
    if not isinstance(hints, Iterable):
        raise ValueError(f"hints: expected pairs such as ('to the flag', (3, 4)), found {hints!r:.200}")
    for hint in hints:
        match hint:
            case (str() | dict(), square) if is_square(square):
                yield hint
            case _:
                raise ValueError(f"hints: expected a pair such as ('to the flag', (3, 4)), found {hint!r:.200}")


SOME_WHY: Final = Squares.KINDS | Route.KINDS
"""What can be wrong with a square where a reach says why."""


def far_apart(squares: Sequence[Square], n: int, rng: Random, first: Sequence[Square] = ()) -> list[Square]:
    """Up to ``n`` of the squares: those named first, then the outermost in each of eight directions, then any."""
    chosen = dict.fromkeys(first)
    if len(squares) > n:
        for right, down in islice(COMPASS, max(0, n - len(chosen))):
            chosen[max(squares, key=lambda at: right * at[0] + down * at[1])] = None
        squares = rng.sample(squares, n)
    chosen.update(dict.fromkeys(squares))
    return list(chosen)[:n]


def _names_squares(text: str) -> bool:
    """Whether a text is the name of a square, or of two with a colon between them."""
    try:
        return bool([square_of(name) for name in text.upper().split(":")])
    except GeometryError:
        return False


def _read_square(text: str, mask: Mask, scene: BoardScene) -> Square:
    try:
        return square_of(text.strip().upper())
    except GeometryError:
        raise _no_square(text, mask, scene) from None


def _no_square(text: str, mask: Mask, scene: BoardScene) -> Unreadable:
    """What a text that names no square is answered with."""
    return Unreadable(_asking("wrong.unreadable" if text.strip() else "wrong.nothing", mask, scene, text=text))


def _asking(key: str, mask: Mask, scene: BoardScene, **facts: Any) -> Words:
    """A sentence with one of the squares as an example: the last, for the first may be where the figure stands."""
    example = 1 << mask.bit_length() - 1 if mask else 1
    return TEXTS.both(key, square=scene.board.names(example)[0], **facts)


def _drawn(faults: Iterable[Fault], scene: BoardScene, names: Names) -> Iterator[Item]:
    """What is wrong, with the words for it, and the squares of the board that show it."""
    from ..geometry.maps import Kind
    from ..geometry.maps import Squares as Shown

    for fault in faults:
        there = tuple(square for square in fault.squares if square in scene.board.tiles)
        yield Shown(kind=Kind.FAULT, about=fault.by, label=words_of(fault, names), squares=there)


def _board(scene: BoardScene) -> dict[str, Any]:
    return {"board": scene.board.name, "width": scene.board.width, "height": scene.board.height}


TEXTS: Final = PackageTexts(__package__, "squares.toml")
