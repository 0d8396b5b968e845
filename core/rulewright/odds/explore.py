"""Playing a game over every course that chance can take, each distinct position once.

The explorer is a game that goes back instead of forking: it stands at a checkpoint (nothing open), takes one
outcome, runs to the next question, notes where it stands, and goes back for the next outcome. Positions are kept
as what differs from the first one, so their cost does not grow with the size of the tables.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from graphlib import CycleError, TopologicalSorter
from typing import Any, Final, TypeAlias

import msgspec

from ..chance import Manual
from ..game import BrokenRules, Game, LoopDetected, Point
from ..history import Log
from ..laws import sorted_law
from ..refusals import Refused
from ..requests import CHANCE, Request, Together
from ..state import Delayed, Effect, Frame, Removed, State, Use

LIMIT: Final = 200_000
"""At most this many courses are played."""

TRIAL: Final = 200
"""After this many courses it shows whether it pays to look, after their first step, for a position met before."""

Policy = Callable[[Game, Request], Any] | None
Until = Callable[[Game], bool] | str | None
Rows = dict[tuple[int, Any], tuple[Any, bytes]]
Orders = dict[int, tuple[Any, ...]]


class OddsError(Exception):
    """The odds cannot be computed by playing everything; the message says why."""


class Base(msgspec.Struct, eq=False):
    """A checkpoint: the running procedures, and the rows that differ from the first position, packed for comparing."""

    number: int
    frame: Frame | None
    index: int
    uid: int
    rows: Rows
    orders: Orders


class ChanceNode(msgspec.Struct, eq=False):
    """A position in which chance is asked: a checkpoint, the answers given since, and the question."""

    base: Base
    feed: tuple[tuple[int, Any], ...]
    request: Any


class Leaf(msgspec.Struct, frozen=True):
    """Where a course ends, by what was measured there."""

    value: Any


Edges: TypeAlias = dict[ChanceNode, tuple[dict[ChanceNode | Leaf, int], int]]
"""Where each position may lead, with the weight of each way, and the sum of the weights."""


def explore(
    game: Game, measure: Callable[[Game], Any], answers: Sequence[Any], until: Until, policy: Policy, limit: int,
    exact: bool,
) -> dict[Any, Any]:  # fmt: skip
    """The law of ``measure``; see :func:`rulewright.odds.distribution`."""
    start = game.fork(chance=Manual())
    for number, answer in enumerate(answers):
        if start.request is None or start.request.player == CHANCE or not isinstance(start.request, Request):
            raise OddsError(f"answer {number}, {answer!r}, is given where no player is asked")
        start.answer(answer)
    watched = _scope(start, until) if isinstance(until, str) else 0
    explorer = Explorer.at(start, measure, _stop(until, watched), policy, watched)
    edges: Edges = {}
    root = explorer.stopped()
    waiting = [root] if isinstance(root, ChanceNode) else []
    played = 0
    while waiting:
        node = waiting.pop()
        outcomes, whole = _outcomes(node.request)
        played += len(outcomes)
        if played > limit:
            raise OddsError(
                f"there are more than {limit} courses to play, {len(edges)} different positions so far, now at "
                f"{node.request.ask!r}; let the rules note what counts as soon as it is known, or raise the limit"
            )
        follow: dict[ChanceNode | Leaf, int] = {}
        for answer, weight in outcomes:
            child = explorer.take(node, answer)
            follow[child] = follow.get(child, 0) + weight
        edges[node] = (follow, whole)
        waiting.extend(child for child in follow if isinstance(child, ChanceNode) and child not in edges)
        waiting = list(dict.fromkeys(waiting))
    return sorted_law(_law(root, edges, exact))


def _scope(start: Game, name: str) -> int:
    scope = start.scope(name)
    if scope is None:
        raise OddsError(f"nothing named {name!r} is running")
    return scope.uid


def _stop(until: Until, watched: int) -> Callable[[Game], bool]:
    if callable(until):
        return until
    if not watched:
        return lambda game: False
    return lambda game: all(frame.uid != watched for frame in game.frames())


def _outcomes(request: Any) -> tuple[list[tuple[Any, int]], int]:
    """What may happen, with whole weights, and their sum."""
    try:
        law = request.space.outcomes()
    except ValueError as error:
        raise OddsError(f"{request.ask!r}: {error}") from error
    whole = math.lcm(*(chance.denominator for _, chance in law))
    return [(answer, chance.numerator * (whole // chance.denominator)) for answer, chance in law], whole


def _law(root: ChanceNode | Leaf, edges: Edges, exact: bool) -> dict[Any, Any]:
    """The probability of each value, carried from the root along the courses."""
    one: Any = Fraction(1) if exact else 1.0
    mass: dict[ChanceNode | Leaf, Any] = {root: one}
    law: dict[Any, Any] = {}
    for node in _in_order(root, edges):
        here = mass.pop(node)
        if isinstance(node, Leaf):
            law[node.value] = law.get(node.value, 0) + here
            continue
        follow, whole = edges[node]
        share = here / whole
        for child, weight in follow.items():
            mass[child] = mass.get(child, 0) + share * weight
    return law


def _in_order(root: ChanceNode | Leaf, edges: Edges) -> Iterator[ChanceNode | Leaf]:
    """Every position after all positions that lead to it. Raises OddsError for a circle."""
    sorter = TopologicalSorter[ChanceNode | Leaf]({root: ()})
    for node, (follow, _) in edges.items():
        for child in follow:
            sorter.add(child, node)
    try:
        yield from sorter.static_order()
    except CycleError as error:
        again: ChanceNode = error.args[1][0]
        asked = again.request.ask
        raise OddsError(
            f"chance may go round in circles for ever: {asked!r} comes again in the same position"
        ) from None


class _ClosedLog(Log):
    """Stands for the log while a position is measured: positions are alike whatever the log says."""

    __slots__ = ()

    def __init__(self) -> None:
        """It has nothing to show."""

    def _refuse(self) -> Any:
        raise OddsError("a measure reads the position, not the log: positions count as one whatever led to them")

    causes = events = told = property(_refuse)


class _Met(Exception):
    """The running course has come to a position from which the way on is known."""

    def __init__(self, end: ChanceNode | Leaf) -> None:
        self.end = end


class Explorer(Game):
    """A game that can stand at any of its positions again."""

    __slots__ = (
        "bases", "closed", "crossing", "ends", "entered", "first", "frames_known", "frames_numbered", "inner",
        "measure", "nodes", "origin", "policy", "spared", "standing", "stop", "tried", "used", "watched", "watching",
    )  # fmt: skip
    EVERY_STEP = True
    measure: Callable[[Game], Any]
    stop: Callable[[Game], bool]
    policy: Policy
    closed: _ClosedLog
    first: tuple[dict[Any, Any], ...]
    """The rows of every table in the first position."""
    watched: int
    """The number of the running procedure whose end is waited for; 0 for none."""
    used: int
    """Which of the tables counts the uses of limited things."""
    origin: Point
    standing: Base
    """The checkpoint that the running course began at."""
    inner: dict[int, Point]
    """By the number of steps that stand open round it: where the last step inside them began."""
    entered: dict[int, int]
    """By the same number: how many answers these steps had received when the innermost of them was interrupted."""
    bases: dict[Any, Base]
    nodes: dict[Any, ChanceNode]
    watching: bool
    """Whether the first step that begins after chance has answered is still to come."""
    crossing: Any
    """What tells the position in which that step began."""
    ends: dict[Any, ChanceNode | Leaf]
    """Where courses end that have come through such a position."""
    tried: int
    """How many courses were looked at after their first step, and how many of them were spared the rest of the way."""
    spared: int
    frames_known: dict[int, tuple[Frame, int]]
    frames_numbered: dict[Any, int]

    @classmethod
    def at(
        cls, game: Game, measure: Callable[[Game], Any], stop: Callable[[Game], bool], policy: Policy, watched: int
    ) -> Explorer:
        """An explorer that stands where the game does."""
        fork = game.fork(chance=Manual())
        new = object.__new__(cls)
        for name in Game.__slots__:
            with contextlib.suppress(AttributeError):  # What a fork builds only when it is looked at.
                setattr(new, name, object.__getattribute__(fork, name))
        new.measure, new.stop, new.policy = measure, stop, policy
        new.watched = watched
        new.closed = _ClosedLog()
        new.inner = {}
        new.entered = {}
        new.bases = {}
        new.nodes = {}
        new.watching = False
        new.crossing = None
        new.ends = {}
        new.tried = new.spared = 0
        new.frames_known = {}
        new.frames_numbered = {}
        state: State = new._stale[0]
        point: Point = new._stale[1]
        new.first = tuple(dict(table) for table in state.tables)
        new.used = next(place for place, table in enumerate(state.tables) if table.name == "uses")
        new.origin = point
        new.standing = new._base_at(point, {}, {})
        new._build()
        return new

    # -- standing and going on

    def take(self, node: ChanceNode, answer: Any) -> ChanceNode | Leaf:
        """Where the game comes to a stop when chance answers the question of a node."""
        self._stand(node.base)
        self.watching, self.crossing = self.tried < TRIAL or 2 * self.spared > self.tried, None
        try:
            self._go((*node.feed, (CHANCE, answer)))
            end = self.stopped()
            if self.crossing is not None:
                self.ends[self.crossing] = end
            return end
        except _Met as met:
            return met.end
        except (Refused, LoopDetected, OddsError):
            raise
        except Exception as error:
            what = f"when {answer!r} falls for {node.request.ask!r}: {type(error).__name__}: {error}"
            raise BrokenRules(f"{self.rules.id}: {what}") from error

    def stopped(self) -> ChanceNode | Leaf:
        """Where the game stands, having let the policy answer for the players."""
        while True:
            pending = self.pending
            if pending is None or self.stop(self):
                return self._measured()
            if pending.__class__ is not Request and pending.__class__ is not Together:
                return self._node(pending)
            if self.policy is None:
                return self._measured()
            self._decide(self.request, self.policy(self, self.request))

    def _decide(self, request: Request, answer: Any) -> None:
        """Answer for a player, leaving no point to go back to."""
        if violations := request.space.check(answer):
            raise self._refusal(violations, request, answer)
        if self.pending.__class__ is Together:
            self._receive(self.pending, request.player, answer)
        else:
            self.answers.add(request.player, answer)
            self.pending = None
            self._run(answer)

    def _measured(self) -> Leaf:
        log, self.log = self.log, self.closed
        try:
            return Leaf(self.measure(self))
        finally:
            self.log = log

    def _stand(self, base: Base) -> None:
        """Put the tables and the running procedures as they were at a checkpoint."""
        for entry in reversed(self._open):
            entry[0].close()
        state = self.state
        state.writing = False
        state.result = None
        state.rollback(0)
        if base is not self.standing:
            self._exchange(self.standing, base)
            self.standing = base
        state.frame, state.index = base.frame, base.index
        state.version += 1
        self._uid = base.uid
        self.log.cut(0)
        self.answers.cut(0)
        self._base = self.origin = Point(0, 0, 0, base.uid, base.frame, base.index)
        self.inner.clear()
        self.entered.clear()

    def _exchange(self, old: Base, new: Base) -> None:
        """Put the rows of another checkpoint into the tables."""
        tables = self.state.tables
        self.state.version += 1
        for place, key in old.rows:
            if (place, key) not in new.rows and place not in old.orders:
                _put(tables[place], key, self.first[place][key])
                tables[place].version += 1
        for place in dict.fromkeys((*old.orders, *new.orders)):
            order = new.orders.get(place)
            dict.clear(tables[place])
            if order is None:
                dict.update(tables[place], self.first[place])
            else:
                dict.update(tables[place], {key: self.first[place].get(key) for key in order})
            tables[place].version += 1
        for (place, key), (record, _) in new.rows.items():
            if record is not None:
                _put(tables[place], key, record)
                tables[place].version += 1

    # -- what the engine does, watched

    def _next_fed(self, request: Any, who: int) -> Any:
        answer = self._feed[self._fed]
        self._fed += 1
        self.answers.add(*answer)
        return answer[1]

    def _advance(self, frame: Frame, step: Any) -> Any:
        state = self.state
        now = None
        if self._open:
            now = Point(len(self.answers), len(state.undo), 0, self._uid, frame, state.index)
            self.inner[frame.floor] = now
        if self.watching and self._fed == len(self._feed):
            self.watching = False
            self._cross(now or Point(len(self.answers), len(state.undo), 0, self._uid, frame, state.index))
        return Game._advance(self, frame, step)

    def _cross(self, now: Point) -> None:
        """Note the position in which a step begins, or leave the course where the way on from it is known."""
        key = self._key(now, *self._rows(now))
        if self._open:
            key = (key, self._told(now, self._base), self.standing.number)
        self.tried += 1
        end = self.ends.get(key)
        if end is not None:
            self.spared += 1
            raise _Met(end)
        self.crossing = key

    def _enter(self, node: Any, context: Any = None, out_of_phase: bool = False, called: Any = None) -> None:
        outer = self.state.frame
        floor = len(self._open)
        if outer is not None and outer.floor < floor:
            self.entered[floor] = len(self.answers)
        Game._enter(self, node, context, out_of_phase, called)

    # -- where it stands

    def _node(self, request: Any) -> ChanceNode:
        """The present position as one to go back to; the same one for positions that are alike.

        A position is told by the last step that began: by the tables and procedures at that moment and the answers
        given since. Steps that stand open round it are told by the answers they have received.
        """
        base, answers = self._base, tuple(self.answers)
        inner = None
        if self._open and self.state.frame is not None:
            floor = max((floor for floor in self.inner if floor <= self.state.frame.floor), default=0)
            inner = self.inner.get(floor)
        key: Any = None
        if inner is not None:
            told = self._told(inner, base)
            key = (self._key(inner, *self._rows(inner)), told, answers[inner.answers :])
        standing = self.standing if self._at_origin(base) else self._base_at(base, *self._rows(base))
        feed = answers[base.answers :]
        key = (standing.number, feed if key is None else key)
        known = self.nodes.get(key)
        if known is None:
            known = self.nodes[key] = ChanceNode(standing, feed, request)
        return known

    def _at_origin(self, base: Point) -> bool:
        origin = self.origin
        return base.undo == 0 and base.frame is origin.frame and base.index == origin.index

    def _told(self, inner: Point, base: Point) -> Any:
        """What the steps that stand open round a step may know besides the tables."""
        assert inner.frame is not None
        received = tuple(self.answers[base.answers : self.entered[inner.frame.floor]])
        return received, self._agenda()

    def _agenda(self) -> Any:
        """Triggers that wait for their turn are kept by the engine, not in the tables."""
        agenda = self.waiting
        if agenda is None or not (agenda.waiting or agenda.resolving):
            return None
        waiting = [(item.trigger.name, item.source, item.player, _packed(item.event)) for item in agenda.waiting]
        return tuple(waiting), tuple(agenda.resolving)

    def _base_at(self, point: Point, rows: Rows, orders: Orders) -> Base:
        """The checkpoint at a point, from which all later writes have been taken back."""
        key = self._key(point, rows, orders)
        known = self.bases.get(key)
        if known is None:
            known = Base(len(self.bases), point.frame, point.index, point.uid, rows, orders)
            self.bases[key] = known
            frame = point.frame
            while frame is not None and id(frame) not in self.frames_known:
                self.frames_known[id(frame)] = (frame, self._frame_number(frame))
                frame = frame.parent
        return known

    def _rows(self, point: Point) -> tuple[Rows, Orders]:
        """Go back to a point of this course; which rows differ there from the first position, and their order."""
        state, standing = self.state, self.standing
        state.rollback(point.undo)
        state.frame = point.frame
        if not state.undo:
            return standing.rows, standing.orders
        places = {table.name: place for place, table in enumerate(state.tables)}
        touched: dict[tuple[int, Any], None] = {}
        reordered = dict.fromkeys(standing.orders)
        for name, key, old in state.writes.since(0):
            place = places[name]
            touched[place, key] = None
            if old is None or old.__class__ is Removed:
                reordered[place] = None
        rows = dict(standing.rows)
        for place, key in touched:
            now, then = state.tables[place].get(key), self.first[place].get(key)
            if now is then or now == then:
                rows.pop((place, key), None)
            elif (kept := rows.get((place, key))) is None or kept[0] is not now:
                rows[place, key] = (now, b"" if now is None else self._packed_row(now))
        orders = {place: tuple(state.tables[place]) for place in reordered}
        return rows, {place: order for place, order in orders.items() if order != tuple(self.first[place])}

    def _packed_row(self, record: Any) -> bytes:
        """A record as bytes; the numbers of running procedures count from the outside, however many ran before."""
        if isinstance(record, Effect | Delayed):
            record = msgspec.structs.replace(record, until_uid=self._depth(record.until_uid))
        elif isinstance(record, Use):
            name, _, uid = str(record.id).rpartition("|")
            depth = self._depth(int(uid))
            if depth < 0:
                return b""
            record = Use(f"{name}|{depth}", record.times)
        return _packed(record)

    def _depth(self, uid: int) -> int:
        """How far inside the running procedure of that number is, from 0; -1 where it runs no more."""
        if not uid:
            return 0
        uids = [frame.uid for frame in self.frames()]
        return len(uids) - uids.index(uid) if uid in uids else -1

    def _key(self, point: Point, rows: Rows, orders: Orders) -> Any:
        """What two positions have in common that go on alike."""
        parts = []
        for (place, key), (record, packed) in rows.items():
            if place != self.used:
                parts.append((place, key, packed))
            elif record is not None and (packed := self._packed_row(record)):
                parts.append((place, "", packed))
        ordered = tuple(item for item in orders.items() if item[0] != self.used)
        return self._frame_number(point.frame), point.index, frozenset(parts), ordered

    def _frame_number(self, frame: Frame | None) -> int:
        """A number for a stack of running procedures; the same for stacks that are alike."""
        if frame is None:
            return -1
        known = self.frames_known.get(id(frame))
        if known is not None:
            return known[1]
        context = frame.context
        packed = b""
        if context is not None and (frame.parent is None or context is not frame.parent.context):
            packed = _packed(msgspec.structs.replace(context, id=0))
        outer, watched = self._frame_number(frame.parent), frame.uid == self.watched
        key = (outer, watched, frame.index, frame.node, packed, frame.floor, frame.out_of_phase)
        return self.frames_numbered.setdefault(key, len(self.frames_numbered))


def _packed(thing: Any) -> bytes:
    """A record, context or event as bytes. Raises OddsError for what is not plain data."""
    try:
        return type(thing).__name__.encode() + _ENCODER.encode(thing)
    except TypeError as error:
        raise OddsError(f"{type(thing).__name__} holds more than plain data: {error}") from None


_ENCODER: Final = msgspec.msgpack.Encoder()
_put = dict.__setitem__
