"""A skirmish of ten against ten on a board of 16 x 16 squares, as a ruleset.

Twelve rounds of alternating activations. Who is active picks a unit that was not active this round, which moves up to
two squares, attacks an enemy within five squares, or passes. An attack rolls four d8: 4 or less is a hit, and each 1
rolls one die more, once. The target rolls four d8: 3 or less blocks a hit. What is left takes that many of six hit
points. Who has nobody left at the end of a round has lost; after twelve rounds it is a draw.
"""

from __future__ import annotations

from itertools import compress
from operator import itemgetter
from typing import Any, Final

from rulewright import (
    Event,
    Game,
    GameOver,
    Loop,
    Options,
    Procedure,
    Record,
    Request,
    Roll,
    Round,
    Ruleset,
    State,
    Steps,
    Table,
    Turn,
    rounds,
    trigger,
)
from rulewright.dice import Die

from .tally import Tally

SIZE: Final = 16
UNITS: Final = 20
ROUNDS: Final = 12
REACH: Final = 5
STRIDE: Final = 2
MOVE, PASS, ATTACK = 0, 1, 2


def _distance(one: int, other: int) -> int:
    return max(abs(one % SIZE - other % SIZE), abs(one // SIZE - other // SIZE))


CELLS: Final = tuple(
    tuple(
        y * SIZE + x
        for x in range(start % SIZE - STRIDE, start % SIZE + STRIDE + 1)
        for y in range(start // SIZE - STRIDE, start // SIZE + STRIDE + 1)
        if 0 <= x < SIZE and 0 <= y < SIZE and (x, y) != (start % SIZE, start // SIZE)
    )
    for start in range(SIZE * SIZE)
)
"""Where a unit could move to from each square, column by column."""
WHETHER_FREE: Final = tuple(itemgetter(*cells) for cells in CELLS)
NEAR: Final = tuple(bytes(_distance(a, b) <= REACH for b in range(SIZE * SIZE)) for a in range(SIZE * SIZE))
SIDES: Final = tuple(tuple(range(player, UNITS, 2)) for player in (0, 1))
WITH_ATTACK: Final = tuple(Request(player, "action", Options((MOVE, PASS, ATTACK))) for player in (0, 1))
WITHOUT_ATTACK: Final = tuple(Request(player, "action", Options((MOVE, PASS))) for player in (0, 1))

D8: Final = Die.numbered(8)
DICE: Final = tuple(tuple(Roll((D8,) * count, player, "dice") for count in range(9)) for player in (0, 1))

TALLY: Final = Tally()


class Unit(Record):
    """One fighter. Without hit points it is out of the game."""

    owner: int
    pos: int
    hp: int = 6
    attack: int = 4
    defence: int = 4


class Board(Record):
    """Which squares are free (1) or taken (0), and by player who may still be active in this round."""

    free: bytes
    ready: tuple[tuple[int, ...], tuple[int, ...]]


class Battle(State):
    """The units and one board, with id 0."""

    units: Table[Unit]
    board: Table[Board]


class RoundBegan(Event, frozen=True):
    """Everyone alive may be active again."""

    number: int

    def apply(self, state: Any) -> None:
        units = state.units
        first, second = ([unit for unit in side if units[unit].hp > 0] for side in SIDES)
        state.board.edit(0).ready = (tuple(first), tuple(second))


class Activated(Event, frozen=True):
    """A unit is active."""

    player: int
    unit: int


class Moved(Event, frozen=True):
    """A unit moved."""

    unit: int
    start: int
    to: int

    def apply(self, state: Any) -> None:
        state.units.edit(self.unit).pos = self.to
        board = state.board.edit(0)
        free = bytearray(board.free)
        free[self.start] = 1
        free[self.to] = 0
        board.free = bytes(free)


class Attacked(Event, frozen=True):
    """A unit attacks another."""

    unit: int
    target: int


class Rolled(Event, frozen=True):
    """An attack scored this many hits."""

    unit: int
    target: int
    hits: int


class Defended(Event, frozen=True):
    """A target blocked this many hits."""

    target: int
    unit: int
    blocks: int


class Damaged(Event, frozen=True):
    """A unit lost hit points."""

    target: int
    unit: int
    amount: int

    def apply(self, state: Any) -> None:
        state.units.edit(self.target).hp -= self.amount


class Killed(Event, frozen=True):
    """A unit is out of the game: its square is free, and it will not be active."""

    target: int
    unit: int

    def apply(self, state: Any) -> None:
        fallen = state.units[self.target]
        board = state.board.edit(0)
        free = bytearray(board.free)
        free[fallen.pos] = 1
        board.free = bytes(free)
        board.ready = _without(board.ready, fallen.owner, self.target)


class Finished(Event, frozen=True):
    """A unit has been active in this round."""

    player: int
    unit: int

    def apply(self, state: Any) -> None:
        board = state.board.edit(0)
        board.ready = _without(board.ready, self.player, self.unit)


def _without(ready: tuple[tuple[int, ...], tuple[int, ...]], player: int, unit: int) -> Any:
    """Who is ready when that unit of that player is not."""
    left = ready[player]
    if unit not in left:
        return ready
    at = left.index(unit)
    left = left[:at] + left[at + 1 :]
    return (ready[0], left) if player else (left, ready[1])


def begin(game: Game, context: Round) -> RoundBegan:
    """Everyone may be active again."""
    return RoundBegan(context.number)


def activate(game: Game, turn: Turn) -> Steps:
    """One unit moves, attacks or passes."""
    player = turn.player
    state = game.state
    ready = state.board[0].ready[player]
    unit = yield Request(player, "unit", Options(ready))
    yield Activated(player, unit)
    units = state.units
    pos = units[unit].pos
    near = NEAR[pos]
    targets = [foe for foe in SIDES[1 - player] if near[(other := units[foe]).pos] and other.hp > 0]
    action = yield WITH_ATTACK[player] if targets else WITHOUT_ATTACK[player]
    if action == MOVE:
        cells = tuple(compress(CELLS[pos], WHETHER_FREE[pos](state.board[0].free)))
        to = yield Request(player, "cell", Options(cells))
        yield Moved(unit, pos, to)
    elif action == ATTACK:
        target = yield Request(player, "target", Options(targets))
        yield from attack(game, player, unit, target)
    return Finished(player, unit)


def attack(game: Game, player: int, unit: int, target: int) -> Steps:
    """Hits less blocks are damage."""
    yield Attacked(unit, target)
    faces = yield DICE[player][game.state.units[unit].attack]
    more = faces.count(1)
    if more:
        faces += yield DICE[player][more]
    hits = sum(face < 5 for face in faces)
    yield Rolled(unit, target, hits)
    foe = game.state.units[target]
    blocks = sum(face < 4 for face in (yield DICE[1 - player][foe.defence]))
    yield Defended(target, unit, blocks)
    if hits > blocks:
        yield Damaged(target, unit, hits - blocks)
        if game.state.units[target].hp <= 0:
            yield Killed(target, unit)


def next_activation(game: Game, last: Turn | None) -> Turn | None:
    """The other player, or the same one when the other has nobody ready."""
    ready = game.state.board[0].ready
    player, number = (0, 1) if last is None else (1 - last.player, last.number + 1)
    if not ready[player]:
        player = 1 - player
        if not ready[player]:
            return None
    return Turn(player=player, number=number)


def judge(game: Game, context: Round) -> GameOver | None:
    """Who has nobody left has lost."""
    units = game.state.units
    alive = [any(units[unit].hp > 0 for unit in side) for side in SIDES]
    return None if all(alive) else GameOver((alive.index(True),))


def draw(game: Game, context: None) -> GameOver:
    """The rounds are over."""
    return GameOver((), "rounds")


def _listener(name: str, kind: type[Event]) -> Any:
    """A listener as a plain function that counts what it is told."""

    def count(game: Game, event: Event, source: Any) -> None:
        TALLY.seen += 1

    return trigger(kind, name=name, order_matters=False)(count)


LISTENERS: Final = tuple(
    _listener(name, kind)
    for name, kind in (
        ("herald", Attacked), ("bard", Attacked), ("healer", Damaged), ("scribe", Damaged), ("scout", Moved),
    )
)  # fmt: skip


def populate(state: Battle, setup: Any, content: Any) -> None:
    """Two columns of ten that face each other."""
    free = bytearray([1]) * (SIZE * SIZE)
    for number in range(UNITS):
        row, player = divmod(number, 2)
        pos = row * SIZE + (12 if player else 3) + row % 2
        free[pos] = 0
        state.units.add(Unit(number, player, pos))
    state.board.add(Board(0, bytes(free), ((), ())))


def skirmish(listeners: Any = LISTENERS) -> Ruleset:
    """The ruleset, with these listeners."""
    return Ruleset(
        id="bench_skirmish",
        title="Skirmish",
        state=Battle,
        flow=Procedure(
            "skirmish",
            [Loop("round", rounds(ROUNDS), [begin, Loop("activation", next_activation, [activate]), judge]), draw],
        ),
        populate=populate,
        events=(RoundBegan, Activated, Moved, Attacked, Rolled, Defended, Damaged, Killed, Finished),
        triggers=listeners,
    )


RULES: Final = skirmish().freeze()
