"""The running game: it asks, takes answers, refuses, explains, forks and undoes.

The engine keeps a stack of frames (data) and a stack of open generators. At the bottom of an open step lies a
checkpoint; a fork in the middle of a step takes the state of that checkpoint and runs the step again with the
answers given since, when it is first looked at.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial, wraps
from itertools import islice, repeat
from threading import RLock, current_thread
from types import GeneratorType
from typing import TYPE_CHECKING, Any, Concatenate, Final, ParamSpec, TypeVar

import msgspec
from msgspec.structs import replace

from .chance import Chance, Seeded
from .circles import EVENTS_PER_ACTION, TURNS_PER_ACTION, UNWATCHED, watched
from .effects import (
    FULFILLED,
    LAPSES,
    LOST,
    EffectChanges,
    EffectEnded,
    Ends,
    StatChanges,
    ending_before,
    ending_step,
    ending_with,
    fulfilled,
    lost,
)
from .events import Event, GameOver, Noted, facts
from .flow import LOOP, STEP, Call, Leave, Node, Window
from .history import AnswerLog, Log
from .ondemand import OnDemand, OneByOne, share_lists
from .plaindata import ATOMS, listed, plain, shown
from .position import GameError, Position
from .readonly import NOTHING
from .reasons import Because, Called, Explained, Origin, after_roll
from .refusals import Refused, Violation
from .requests import CHANCE, Player, Request, Together, ruled, settled
from .ruleset import (
    ASK,
    CALL,
    CARRIED,
    CHANCE_ASK,
    ECHOED,
    EXPLAINED,
    HEARD,
    HOOKED,
    LEAVE,
    LISTENED,
    QUIET,
    REVEALING,
    RUN,
    SECRET,
    Rules,
)
from .state import Context, Delayed, Effect, Frame, Id, Result, State, saved_name
from .timing import AFTER
from .triggers import (
    Agenda,
    Candidate,
    RunAs,
    agenda_of,
    candidates,
    carry_out,
    happen,
    happen_alone,
    happened,
    have_followed,
    leaving,
    resolve_due,
    standing_after,
    standing_before,
    unless_idle,
    use,
)
from .windows import Moment, of_another_window

if TYPE_CHECKING:
    from .flow import Steps
    from .ruleset import PermissionRule, StatRule
    from .stats import Modifier, Value, Verdict
    from .view import View
    from .why import Why

MARK_EVERY: Final = 32
NOT_WATCHED: Final = (None,) * UNWATCHED
NAMED: Final = 30
"""At most this many events of a circle are named."""
DEPTH: Final = 150
FRAMES: Final = 1_000
IMAGINED: Final = "imagined"
"""Stands in the header of an imagined game, which cannot be rebuilt from its answers."""
BROKEN_OFF: Final = 2
"""How far behind its last step the index of a frame stands that is left for good: a loop has no next pass."""


C = TypeVar("C", bound=Context)
P = ParamSpec("P")
R = TypeVar("R")


class LoopDetected(Exception):
    """The rules loop for ever; the message names the cycle."""


class Drift(Exception):
    """A recorded answer does not fit the game any more: rules, content or record have changed."""


class BrokenRules(Exception):
    """A ruleset raised an error; the game stands where it stood before the answer."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a game was started from. With the answers it is all that is needed to rebuild it."""

    ruleset: str
    seed: int
    setup: Any = None
    kernel: str = ""
    version: str = ""
    fingerprint: str = ""
    extensions: tuple[str, ...] = ()


class Point(msgspec.Struct, gc=False):
    """A checkpoint: how long each record was, and where the flow stood."""

    answers: int
    undo: int
    log: int
    uid: int
    frame: Frame | None
    index: int


def _in_use() -> GameError:
    return GameError(
        f"the thread {current_thread().name!r} uses a game that another thread is using; one thread at a time plays a "
        "game, and forks are games of their own"
    )


def _one_thread(method: Callable[Concatenate[Game, P], R]) -> Callable[Concatenate[Game, P], R]:
    """Refuse what another thread asks of a game in the meantime: it would see half of a change."""

    @wraps(method)
    def alone(self: Game, *args: P.args, **kwargs: P.kwargs) -> R:
        if not self._lock.acquire(False):
            raise _in_use()
        try:
            return method(self, *args, **kwargs)
        finally:
            self._lock.release()

    return alone  # type: ignore[return-value]


class Game(Position):
    """One game being played. Made by :func:`rulewright.new_game` or :func:`rulewright.load`.

    ``players`` are the seats, ``teams`` the seats of each side, ``rules`` the frozen ruleset, ``content``
    its content with that of extensions, ``state`` the tables.
    """

    EVERY_STEP = False
    """For subclasses that want to see every step begin: all of them pass through ``_advance``."""
    _alike: tuple[Any, ...]
    _stale: Any
    __slots__ = (
        "__weakref__", "_alike", "_barrier", "_base", "_chance", "_changes", "_ends", "_fed", "_feed", "_given",
        "_in_hand", "_lock", "_log_limit", "_mark_at", "_marks", "_mover", "_open", "_points", "_since", "_stale",
        "_uid", "_values", "answers", "content", "header", "log", "pending", "players", "rules", "setup", "state",
        "teams", "waiting",
    )  # fmt: skip

    def __init__(
        self, rules: Rules, header: Header, setup: Any, chance: Chance, feed: Sequence[tuple[int, Any]] = ()
    ) -> None:
        self.rules = rules
        self.content = rules.content
        self.header = header
        self.setup = setup
        ruleset = rules.ruleset
        self.players, self.teams = _alone(ruleset.players(setup))
        if ruleset.teams:
            self.teams = tuple(tuple(side) for side in ruleset.teams(setup))
        self._chance = chance
        self._lock = RLock()
        self._begin(feed)

    def _begin(self, feed: Sequence[tuple[int, Any]]) -> None:
        """Set up the first position and run to the first request that the feed does not answer."""
        self.state: Any = self.rules.state_type()
        if self.rules.ruleset.populate:
            self.state.writing = True
            self.rules.ruleset.populate(self.state, self.setup, self.rules.content)
            self.state.writing = False
            self.state.undo.clear()
        self.answers = AnswerLog()
        self.log = Log(self.rules._tellers)
        self._marks: list[tuple[int, bytes]] = []
        self._open: list[tuple[Any, Any, Origin, bool]] = []
        self._values: dict[Any, Any] = {}
        self._ends = Ends(self.rules, self.state.effects)
        self._changes = StatChanges(self.rules, self.state.effects)
        self._points: list[Point] = []
        self._barrier = False
        self._mover: Player | None = None
        self._since = 0  # the answers from here on are of one player, and nothing was seen in between
        self._uid = 0
        self._take_in_hand()
        self._enter(self.rules.flow)
        self._base = Point(0, 0, 0, self._uid, self.state.frame, 0)
        self._go(feed)

    def _go(self, feed: Sequence[tuple[int, Any]]) -> None:
        """Run from a position with nothing open, answering from the feed first."""
        self._open.clear()
        self._given: dict[Player, Any] = {}
        self.waiting: Agenda | None = None
        self.pending: Any = None
        self._feed = feed
        self._fed = 0
        self._log_limit = len(self.log.events) + EVENTS_PER_ACTION
        self._mark_at = (self._marks[-1][0] if self._marks else 0) + MARK_EVERY
        self._run(None)

    # ------------------------------------------------------------------------------------ asking and answering

    @property
    def request(self) -> Any:
        """What is asked now: a Request to a player, an open request to chance, or None when the game is over."""
        pending = self.pending
        if pending.__class__ is Together:
            return next(request for request in pending.requests if request.player not in self._given)
        return pending

    @property
    def requests(self) -> tuple[Any, ...]:
        """All that is asked now: more than one when players decide at once in secret."""
        pending = self.pending
        if pending.__class__ is Together:
            return tuple(request for request in pending.requests if request.player not in self._given)
        return () if pending is None else (pending,)

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it is running."""
        found: Result | None = self.state.result
        return found

    def answer(self, answer: Any, player: Player | None = None) -> None:
        """Answer the request. ``player`` says who answers when several are asked at once.

        Lists count as tuples, and subclasses of plain types as these types.

        Raises Refused, with the game as it was, when the answer is not legal or no plain data, when nothing is asked,
        or not of that player; BrokenRules, with the game as it was, when the ruleset fails.
        """
        if not self._lock.acquire(False):
            raise _in_use()
        try:
            self._answer(answer, player)
        finally:
            self._lock.release()

    def _answer(self, answer: Any, player: Player | None) -> None:
        pending = self.pending
        request = pending if player is None and pending.__class__ is Request else self._asked(player)
        kind = type(answer)
        if kind not in ATOMS and not (kind is tuple and ATOMS.issuperset(map(type, answer))):
            answer = _as_data(answer, request)
        violations = request.space.check(answer)
        if violations:
            answer, violations = settled(request.space, answer, violations)
            if violations:
                raise self._refusal(violations, request, answer)
        who = request.player if request.__class__ is Request else CHANCE
        base = self._base
        given = len(self.answers.given)
        if self._barrier or who != self._mover:
            self._since = given
            self._forget_past(who, base)
            self._barrier = who == CHANCE
        elif not self._points:
            self._forget_past(who, base)
        elif self._points[-1] is not base:
            self._points.append(base)
        self._log_limit = len(self.log.events) + EVENTS_PER_ACTION
        try:
            if pending.__class__ is Together:
                self._receive(pending, who, answer)
            else:
                self.answers.add(who, answer)
                self.pending = None
                if who == CHANCE:
                    self._fell(request, answer)
                self._run(answer)
        except Exception as error:
            where = self._at_work()
            self._chance.take_back(self.answers.seats[given + 1 :].count(CHANCE))
            self._return_to(self._points[-1], given)
            if isinstance(error, Refused):
                raise error.said_in(self.rules.texts) from None
            if isinstance(error, LoopDetected):
                raise
            message = f"{self.rules.id}: {where!r} failed: {type(error).__name__}: {error}"
            raise BrokenRules(message) from error

    def _at_work(self) -> Any:
        """What was running when an error was raised: what is open, else the step of the procedure called last."""
        if self._open:
            return self._open[-1][1]
        frame, index = self.state.frame, self.state.index
        if frame is None:
            return None
        between = frame.node.kind == LOOP and index == frame.node.size  # its last step, or who comes next
        return frame.node if between or not 0 < index <= frame.node.size else frame.node.steps[index - 1]

    @_one_thread
    def go_on_with(self, chance: Chance) -> None:
        """From now on another driver rolls the dice; if chance is asked right now, it answers if it can."""
        self._chance = chance
        pending = self.pending
        if pending is not None and self.rules.plan(pending.__class__) == CHANCE_ASK:
            drawn = chance.draw(pending)
            if drawn is not None:
                self.answer(drawn)

    def _asked(self, player: Player | None) -> Any:
        """The open request to a player (or the first one). Raises Refused for a wrong seat or moment."""
        if self.pending is None:
            raise Refused(Violation("game_over"))
        if player is None:
            return self.request
        if type(player) is not int or player not in (CHANCE, *self.players):
            raise Refused(Violation("no_seat", given=shown(player), listed=listed(self.players)))
        for request in self.requests:
            if request.player == player:
                return request
        why_not = self.rules.ruleset.why_not_asked
        if why_not is not None and player != CHANCE and (barred := why_not(self, player)) is not None:
            raise Refused(barred).said_in(self.rules.texts)
        who = {"en": _seat(player), "zh": "命运" if player == CHANCE else f"玩家 {player}"}
        raise Refused(Violation("not_asked", player=player, who=who))

    def _refusal(self, violations: Sequence[Violation], request: Any, answer: Any) -> Refused:
        """The refusal of an answer, in the words of the ruleset, with the rule of the request where none is named."""
        elsewhere = of_another_window(self, request, answer)
        violations = violations if elsewhere is None else (elsewhere,)
        return Refused(*ruled(violations, request.rule)).said_in(self.rules.texts)

    def _seat_of(self, player: Any) -> Player:
        """The seat itself. Raises GameError for anything that is not a seat."""
        if type(player) is int and player in self.players:
            return player
        raise GameError(f"there is no player {shown(player)}; the seats are {listed(self.players)}")

    def _receive(self, together: Together, who: Player, answer: Any) -> None:
        """Keep one of several secret answers; go on when all are there."""
        self.answers.add(who, answer)
        self._given[who] = answer
        if len(self._given) == len(together.requests):
            given, self._given = self._given, {}
            self.pending = None
            self._barrier = True  # what was secret is shown
            self._run(tuple(given[request.player] for request in together.requests))

    # ------------------------------------------------------------------------------------------- the engine

    def _take_in_hand(self) -> None:
        """Lay out what the loop of the engine works with, as often as this is made anew."""
        rules, state, log = self.rules, self.state, self.log
        self._in_hand = (
            self._open, rules.plans, rules.powers, log.events, log.causes, log.told, rules._tellers,
            self.answers.given, state, state.writes, state.effects, state.delayed, state.removed, self._ends,
        )  # fmt: skip

    def _run(self, value: Any, turns: Iterator[None] | None = None) -> None:
        """Go on until something is asked or the game is over. One flat loop, because every step passes here."""
        stack, plans, powers, log, causes, told, tellers, answers, state, writes, effects, delayed, removed, ends = (
            self._in_hand
        )
        actions = 1 + len(self._feed) - self._fed
        feeding = actions > 1
        detour = self.EVERY_STEP
        for _ in turns or (NOT_WATCHED if actions == 1 else repeat(None, UNWATCHED * actions)):
            frame = state.frame
            if stack and (frame is None or len(stack) > frame.floor):
                generator, source, cause, is_step = stack[-1]
                try:
                    item = generator.send(value)
                except StopIteration as stop:
                    stack.pop()
                    value = item = stop.value
                    if item is None or not is_step:
                        continue
            elif frame is None:
                over = GameOver((), "the flow ended")
                self.log.add(over, self.rules.flow, -1)
                over.apply(state)
                break
            else:
                node = frame.node
                index = state.index
                if index >= node.size:
                    if node.kind != LOOP or index > node.size or effects or delayed or len(answers) >= self._mark_at:
                        value = self._leave(frame)
                        continue
                    following = node.advance(self, frame.context)
                    if following is None:
                        value = self._pop(frame)
                        continue
                    frame = self._repeat(frame, following)
                    index = 0
                value = None
                source, cause = node.steps[index], frame.called
                if (
                    detour
                    or not source.direct
                    or (effects and (ends.brief or ends.version != effects.version) and self.effect_ends.brief)
                ):
                    item = self._advance(frame, source)
                    if item is None:
                        continue
                else:
                    state.index = index + 1
                    item = source.fn(self, frame.context)
                    if item is None:
                        continue
                    if item.__class__ is GeneratorType:
                        if not stack:
                            self._base = Point(len(answers), len(writes.undo), len(log), self._uid, frame, index)
                        stack.append((item, source, cause, True))
                        continue
            plan = plans.get(item.__class__)
            if plan is None:
                plan = self.rules.plan(item.__class__)
            carried = None
            if plan >= CARRIED:
                if plan == EXPLAINED and item.what.__class__ is not Call:
                    cause, item = Explained(cause, item.numbers, item.rules), item.what
                    plan = self.rules.plan_of(item.__class__)
                if plan == ECHOED:
                    carried, plan = -1, QUIET
                elif plan == CARRIED:
                    carried = powers.unheard(self, item)
                    plan = HOOKED if carried is None else QUIET
                elif plan == LISTENED:
                    carried = powers.unheard(self, item)
                    plan = HOOKED if carried is None or (self.waiting and self.waiting.waiting) else LISTENED
            if plan <= HEARD or plan == LISTENED:
                log.append(item)
                told.append(tellers[source])
                causes.append(cause if isinstance(cause, int) else self.log.numbered(cause))
                writes.open = True
                item.apply(state)
                writes.open = False
                if writes.drafts:
                    writes.seal()
                state.version += 1
                value = item
                if plan == REVEALING:
                    self._barrier = True
                elif plan == HEARD:
                    wanted = None
                    for listener in self.rules.listeners[item.__class__]:
                        outcome = listener.resolve(self, item, None)
                        if outcome is not None:
                            wanted = [*(wanted or ()), RunAs(carry_out(outcome), listener, len(log) - 1)]
                    if wanted is not None:
                        stack.append((_one_by_one(wanted, item), source, cause, False))
                        value = None
                if plan == LISTENED:
                    value = self._listen(item, source, cause, carried)
                elif (
                    carried is not None
                    and powers.unheard(self, item, carried) is None
                    and self._has_echo(item, source, cause)
                ):
                    value = None
                elif removed or (
                    effects and (ends.watched or ends.version != effects.version) and self.effect_ends.watched
                ):
                    value = self._lapse(source, value)
                if len(log) > self._log_limit:
                    raise self._running_in_circles()
                if state.result is not None:
                    break
            elif plan == HOOKED:
                value = self._let_happen(item, source, cause)
                if state.result is not None:
                    break
            elif plan == ASK and (not feeding or self._fed == len(self._feed)):
                self.pending = item
                return
            else:
                value = self._do(item, plan, source, cause)
                if self.pending is not None:
                    return
                if state.result is not None:
                    break
        else:
            if turns is not None:
                raise self._running_in_circles()
            self._run(value, watched(self, TURNS_PER_ACTION * actions))
            return
        self._finish()

    def _advance(self, frame: Frame, step: Node) -> Any:
        """Begin the next step or procedure of a frame; returns what a plain step wants done."""
        state = self.state
        stack = self._open
        index = state.index
        if state.effects:
            ending = ending_step(self, frame.uid)
            if ending:
                stack.append((_closing(self, ending, (), None), frame.node, -1, False))
                return None
        if frame.node.as_long_as is not None and not frame.node.as_long_as(self):
            state.index = frame.node.size
            return None
        state.index = index + 1
        if step.when is not None and not step.when(self):
            return None
        if step.kind != STEP:
            self._enter(step)
            return None
        item = step.fn(self, frame.context)  # type: ignore[misc]
        if item.__class__ is GeneratorType:
            if not stack:
                given, told = len(self.answers.given), len(self.log.events)
                self._base = Point(given, len(state.undo), told, self._uid, frame, index)
            stack.append((item, step, frame.called, True))
            return None
        return item

    def _enter(
        self, node: Node, context: Context | None = None, out_of_phase: bool = False, called: Called | None = None
    ) -> None:
        """Put a frame for a procedure or loop on the stack; a loop with nothing to do is skipped."""
        if node.kind == LOOP and context is None:
            assert node.advance is not None
            context = node.advance(self, None)
            if context is None:
                return
        state = self.state
        parent = state.frame
        uid = self._uid = self._uid + 1
        floor = len(self._open)
        depth = 0 if parent is None else parent.depth + 1
        if floor > DEPTH or depth > FRAMES:
            raise self._running_in_circles()
        if context is not None:
            context = replace(context, id=uid)
        elif node.context is not None:
            context = node.context(id=uid)
        elif parent is not None:
            context = parent.context
        reason: Origin = called or (-1 if parent is None else parent.called)
        frame = state.frame = Frame(parent, state.index, node, context, uid, floor, out_of_phase, depth, reason)
        state.version += 1
        state.index = 0
        if state.effects and self.effect_ends.next:
            self._end_before(frame, context)

    def _end_before(self, frame: Frame, context: Context | None) -> None:
        """End the effects that last until this scope begins."""
        ending = ending_before(self, frame, getattr(context, "player", None))
        if ending:
            self._open.append((_closing(self, ending, (), None), frame.node, -1, False))

    def _leave(self, frame: Frame) -> Any:
        """End a frame, or begin the next pass of a loop; returns the finished context."""
        state = self.state
        node = frame.node
        if state.delayed or (state.effects and self.effect_ends.scoped):
            ended = state.index not in (node.size, node.size + BROKEN_OFF)
            ending = ending_with(self, frame.uid) if state.effects and not ended else []
            due = [d for d in state.delayed.values() if d.until_uid == frame.uid]
            if ending or due:
                if ending and not due:  # what is due may make more due at this same end
                    state.index += 1
                self._open.append((_closing(self, ending, due, None), node, -1, False))
                return None
        if node.kind == LOOP and state.index < node.size + BROKEN_OFF:
            if not self._open and len(self.answers.given) >= self._mark_at:
                self._mark()
            following = node.advance(self, frame.context)
            if following is not None:
                self._repeat(frame, following)
                return None
        return self._pop(frame)

    def _repeat(self, frame: Frame, context: Context) -> Frame:
        """Begin the next pass of a loop."""
        state = self.state
        uid = self._uid = self._uid + 1
        context = replace(context, id=uid)
        state.version += 1
        state.index = 0
        new = state.frame = Frame(
            frame.parent, frame.index, frame.node, context, uid, frame.floor, frame.out_of_phase, frame.depth,
            frame.called,
        )  # fmt: skip
        if state.effects and self.effect_ends.next:
            self._end_before(new, context)
        return new

    def _pop(self, frame: Frame) -> Any:
        """Take a frame off the stack; returns its finished context."""
        state = self.state
        state.version += 1
        state.frame = frame.parent
        state.index = frame.index
        return frame.context

    def _do(self, item: Any, plan: int, source: Any, cause: Origin) -> Any:
        """Everything a step may want besides an event that nobody listens to; returns what the step receives."""
        if plan == ASK:
            return self._next_fed(item, item.player)
        if plan == CHANCE_ASK:
            return self._ask_chance(item)
        if plan == CALL:
            self._call(item, source, cause)
        elif plan == RUN:
            if item.resolution is None:
                return None
            if item.resolution.__class__ is not GeneratorType:
                plan = self.rules.plan_of(item.resolution.__class__)
                return self._do(item.resolution, plan, item.source, item.cause)
            self._open.append((item.resolution, item.source, item.cause, False))
            if len(self._open) > DEPTH:
                raise self._running_in_circles()
        elif plan == EXPLAINED:
            self._call(item.what, source, cause, item.rules)
        elif plan == SECRET:
            return self._ask_together(item)
        elif plan == LEAVE:
            self._break_off(item)
        else:
            return self._let_all_happen(item, source, cause)
        return None

    def _let_all_happen(self, events: Sequence[Event | Because], source: Any, cause: Origin) -> Any:
        """Let events happen at the same time; without a generator where nothing stands ready."""
        waits = self.waiting is not None and self.waiting.waiting
        if waits or self.cause is not cause or Because in map(type, events):
            self._open.append((happen(self, events), source, cause, False))
            return None
        plain: list[Any] = list(events)
        done = [(event, cause, self.rules.hooks(event.__class__)) for event in plain]
        if any(standing_before(self, event, hooks, cause) for event, _, hooks in done):
            self._open.append((happen(self, events), source, cause, False))
            return None
        ready, removed = happened(self, done, source)
        return self._follow_up(plain, ready, source, cause, removed)

    def _follow_up(
        self,
        done: Any,
        ready: list[Candidate],
        source: Any,
        cause: Origin,
        removed: Mapping[tuple[str, Id | None], int] = NOTHING,
    ) -> Any:
        """See to what follows what has just been ``done``, and what stands ready for it; returns it where nothing does.

        Of several events ``removed`` says which one took a record out of its table.
        """
        state = self.state
        if state.result is None:
            ends = state.removed or (state.effects and self.effect_ends.watched)
            if ends and (lost(self, state.removed) or fulfilled(self)):
                if not ready and removed is NOTHING:
                    return self._lapse(source, done)
            else:
                state.removed.clear()
                agenda = agenda_of(self)
                ready = ready if agenda.waiting else unless_idle(self, ready, agenda)
                if not ready:
                    return done
        elif not ready:
            return done
        self._open.append((have_followed(self, done, ready, removed), source, cause, False))
        return None

    def _listen(self, event: Event, source: Any, cause: Origin, carried: int | None) -> Any:
        """Let plain functions hear of an event that has happened; returns it, unless something follows that is next."""
        state, number = self.state, len(self.log.events) - 1
        if state.result is not None:
            return event
        listeners = self.rules.listeners[event.__class__]
        ready: list[Candidate] = []
        if self.rules.powers.unheard(self, event, carried or 0) is None:
            ready = self.rules.powers.candidates(self, event, AFTER, number)
        ends = state.removed or (state.effects and self.effect_ends.watched)
        if ready or (ends and (lost(self, state.removed) or fulfilled(self))):
            return self._follow_up(event, [*candidates(self, listeners, event, number), *ready], source, cause)
        state.removed.clear()
        for place, listener in enumerate(listeners):
            wants = listener.resolve(self, event, None)
            if wants is not None:
                first, *others = candidates(self, listeners[place:], event, number)
                ready = [msgspec.structs.replace(first, wants=wants), *others]
                self._open.append((have_followed(self, event, ready), source, cause, False))
                return None
        return event

    def _has_echo(self, event: Event, source: Any, cause: Origin) -> bool:
        """Whether something that is carried follows an event that has just happened; if so it is next."""
        ready = self.rules.powers.candidates(self, event, AFTER, len(self.log.events) - 1)
        if not ready and (self.waiting is None or not self.waiting.waiting):
            return False
        self._open.append((have_followed(self, event, ready), source, cause, False))
        return True

    def _let_happen(self, event: Event, source: Any, cause: Origin) -> Any:
        """Let an event happen that triggers or powers listen to; without a generator where nothing stands ready."""
        hooks = self.rules.hooks(event.__class__)
        early = hooks.before or hooks.carried
        waits = self.waiting is not None and self.waiting.waiting
        if waits or self.cause is not cause or (early and standing_before(self, event, hooks, cause)):
            self._open.append((happen_alone(self, event), source, cause, False))
            return None
        left = leaving(self, event, hooks, len(self.log.events)) if hooks.carried else []
        ready = standing_after(self, event, hooks, left, self._write(event, source, cause))
        return self._follow_up(event, ready, source, cause)

    def _ask_chance(self, request: Any) -> Any:
        if self._fed < len(self._feed):
            self._barrier = True
            result = self._next_fed(request, CHANCE)
        else:
            result = self._chance.draw(request)
            if result is None:
                self.pending = request
                return None
            self._barrier = True
            self.answers.add(CHANCE, result)
        self._fell(request, result)
        return result

    def _fell(self, request: Any, result: Any) -> None:
        """Dice are a reason of what the step that rolled them yields next; nobody may know a shuffle.

        They are also a reason of what the caller of the procedure yields next.
        """
        frame = self.state.frame
        stack = self._open
        place = len(stack) - 1
        if frame is None or place < frame.floor or not getattr(request, "IN_THE_OPEN", False):
            return
        while True:
            generator, source, cause, is_step = stack[place]
            stack[place] = (generator, source, after_roll(cause, request, result), is_step)
            while is_step and frame is not None and frame.floor == place and frame.node.window is None:
                frame = frame.parent
            place -= 1
            if frame is None or frame.floor > place or not is_step:
                return

    def _ask_together(self, together: Together) -> Any:
        seats = [request.player for request in together.requests]
        if len(set(seats)) < len(seats):
            raise GameError(f"who decides together is asked once, and here players {seats} are asked")
        self.pending = together
        while self._fed < len(self._feed):
            who = self._feed[self._fed][0]
            asked = next((r for r in self.requests if r.player == who), self.request)
            self._given[asked.player] = self._next_fed(asked, asked.player)
            if len(self._given) == len(together.requests):
                given, self._given = self._given, {}
                self.pending = None
                self._barrier = True
                return tuple(given[request.player] for request in together.requests)
        return None

    def _next_fed(self, request: Any, who: Player) -> Any:
        """The next recorded answer; Drift when it does not fit what is asked."""
        player, answer = self._feed[self._fed]
        number = len(self.answers.given)
        if player != who:
            raise Drift(
                f"answer {number}: the record has one by {_seat(player)}, but {_seat(who)} is asked {request.ask!r}"
            )
        violations = request.space.check(answer)
        if violations:
            raise Drift(
                f"answer {number}, {answer!r} by {_seat(player)}, does not fit {request.ask!r}: {violations[0].reason}"
            )
        if who != CHANCE:
            if self._barrier or who != self._mover:
                self._since, self._mover = number, who
            self._barrier = False
        self._fed += 1
        self.answers.add(player, answer)
        self._log_limit = len(self.log.events) + EVENTS_PER_ACTION
        return answer

    def _call(self, item: Call | Window, source: Any, cause: Origin, rules: tuple[str, ...] = ()) -> None:
        called = Called(self._told_last(source, cause), source, rules)
        if isinstance(item, Call):
            node = self.rules.node(item.procedure)
            if node.when is None or node.when(self):
                self._enter(node, item.context, item.out_of_phase, called)
                if item.counts:
                    self._open.append((carry_out(use(self, item.counts)), node, called, False))
        else:
            self._enter(self.rules.node(item.name), called=called)

    def _told_last(self, source: Any, cause: Origin) -> Origin:
        """The cause of what a step calls: the event that it has just yielded, or else the cause of the step."""
        log, base = self.log, self._base
        number = len(log.events) - 1
        if number < base.log or log.told[number] != log.tellers[source] or not log.lies_behind(cause, number):
            return cause
        state = self.state
        begun = base.frame is not None and base.frame.uid == state.frame.uid and base.index + 1 == state.index
        return number if begun else cause

    def _break_off(self, leave: Leave) -> None:
        """Drop all frames up to the named one, with the steps open inside them."""
        state = self.state
        frame = state.frame
        inner = []
        while frame is not None and frame.node.name != leave.name:
            inner.append(frame.uid)
            frame = frame.parent
        if frame is None:
            raise GameError(f"nothing named {leave.name!r} is running, so it cannot be left")
        while len(self._open) > frame.floor:
            self._open.pop()[0].close()
        state.version += 1
        state.frame = frame
        state.index = frame.node.size + BROKEN_OFF
        ending = [effect for uid in inner for effect in ending_with(self, uid)] if state.effects else []
        due = [d for uid in inner for d in state.delayed.values() if d.until_uid == uid]
        if ending or due:
            self._open.append((_closing(self, ending, due, None), frame.node, -1, False))

    def _lapse(self, source: Any, value: Any) -> Any:
        """End the effects that the last event has put an end to; the step receives ``value`` afterwards."""
        ending = self._lapsing()
        if not ending:
            return value
        number, last = len(self.log) - 1, self.log[-1]
        also = last.event.__class__ is EffectEnded and last.event.why in LAPSES  # what ended one ends another
        self._open.append((_closing(self, ending, (), value), source, last.cause if also else number, False))
        return None

    def _lapsing(self) -> list[tuple[Effect, str]]:
        gone = self.state.removed
        ending = [(effect, LOST) for effect in lost(self, gone)]
        gone.clear()
        return ending + [(effect, FULFILLED) for effect in fulfilled(self)]

    def lapse(self, last: int, removed: Mapping[tuple[str, Id | None], int]) -> Steps:
        """For the engine: end the effects that the last events have put an end to.

        ``last`` is the number of the latest of them, ``removed`` has those that took records out of their tables.
        """
        if not (self.state.removed or self.effect_ends.watched):
            return
        source = self._open[-1][1]
        for effect, why in self._lapsing():
            of_source = removed.get((effect.source_table, effect.source), last)
            number = removed.get((effect.target_table, effect.target), of_source)
            yield RunAs(_closing(self, ((effect, why),), (), None), source, number)

    def apply(self, event: Event, cause: Origin, source: Any = None) -> int:
        """For the engine: write an event to log and state; returns its number in the log."""
        return self._write(event, self._open[-1][1] if source is None else source, cause)

    def _write(self, event: Event, source: Any, cause: Origin) -> int:
        number = len(self.log.events)
        self.log.add(event, source, cause)
        state = self.state
        writes = state.writes
        writes.open = True
        event.apply(state)
        writes.open = False
        if writes.drafts:
            writes.seal()
        state.version += 1
        if getattr(event, "REVEALS", False):
            self._barrier = True
        if number > self._log_limit:
            raise self._running_in_circles()
        return number

    def _running_in_circles(self, since: int | None = None) -> LoopDetected:
        """The error that names a circle: exactly the events since number ``since``, or those that seem to repeat."""
        if since is None:
            recent = self.log.events[max(0, self._log_limit - EVENTS_PER_ACTION) :][-2 * NAMED :]
            names = [type(event).__name__ for event in recent]
            circles = (names[-n:] for n in range(1, len(names) // 2 + 1) if names[-n:] == names[-2 * n : -n])
            names = next(circles, names[-6:])
        else:
            names = [type(event).__name__ for event in self.log.events[since : since + NAMED]]
            names += ["..."] * (len(self.log.events) > since + NAMED)
        cycle = " > ".join(names) or "nothing happens"
        running = list(islice((frame.node.name for frame in self.frames()), 6))[::-1]
        where = [repr(entry[1]) for entry in self._open[-4:]]
        depth = f"; open: {' > '.join(where)}" if where else ""
        inside = " > ".join(running)
        return LoopDetected(f"{self.rules.id}: the rules run in circles: {cycle} and again, inside {inside}{depth}")

    def _finish(self) -> None:
        """The game is over: nothing is open any more."""
        for entry in reversed(self._open):
            entry[0].close()
        self._open.clear()
        self.pending = None

    @property
    def marks(self) -> list[tuple[int, dict[str, int]]]:
        """The checksums of the tables that were noted on the way, each with how many answers had been given."""
        names = [table.name for table in self.state.tables]
        read = msgspec.msgpack.decode
        return [
            (count, {name: crc for name, crc in zip(names, read(sums), strict=True) if crc is not None})
            for count, sums in self._marks
        ]

    def _mark(self) -> None:
        """Note a checksum of every table: at the end of a turn or round, once enough answers have come since."""
        count = len(self.answers.given)
        sums = self.state.sums()
        self._marks.append((count, msgspec.msgpack.encode([sums.get(table.name) for table in self.state.tables])))
        self._mark_at = count + MARK_EVERY

    # ------------------------------------------------------------------------------------- going back, forking

    def _forget_past(self, mover: Player, base: Point) -> None:
        """A barrier has been passed: decisions before it can no longer be undone."""
        self._points = [base]
        self._barrier = False
        self._mover = mover
        if base.undo:
            self.state.writes.forget(base.undo)
            base.undo = 0

    def _return_to(self, point: Point, answers: int) -> None:
        """Go back to a checkpoint and forward again until this many answers stand."""
        for entry in reversed(self._open):
            entry[0].close()
        feed = self.answers.since(point.answers, answers) if answers > point.answers else ()
        self._rewind(self.state, point)
        self._go(feed)

    def _rewind(self, state: State, point: Point) -> None:
        if state.writes.open:  # an event has failed
            state.writing = False
        state.result = None
        state.rollback(point.undo)
        self.answers.cut(point.answers)
        self.log.cut(point.log)
        marks = self._marks
        while marks and marks[-1][0] > point.answers:
            marks.pop()
        state.frame, state.index = point.frame, point.index
        self._uid = point.uid
        self._base = point
        self._values.clear()

    def undo(self, *, player: Player | None = None, force: bool = False) -> None:
        """Take back the latest decision; with ``player`` only one of theirs.

        Refused when dice have fallen, a card was turned up, secret answers were shown or someone else has acted since;
        with ``force`` (all players agree) the game is rebuilt to stand before that decision; an imagined game is not.
        A game that was loaded is rebuilt in any case.
        """
        if not self._lock.acquire(False):
            raise _in_use()
        try:
            self._undo(player, force)
        finally:
            self._lock.release()

    def _undo(self, player: Player | None, force: bool) -> None:
        since = self._since
        seats = self.answers.seats
        number = len(seats) - 1
        while number >= 0 and seats[number] == CHANCE:
            number -= 1
        if number < 0 or player not in (None, *seats):
            raise Refused(Violation("nothing_to_undo"))
        if player not in (None, seats[number]):
            raise Refused(Violation("undo_acted"))
        free = number >= since and not self._barrier
        points = self._points
        while free and points and points[-1].answers > number:
            points.pop()
        if free and points:
            self._return_to(points.pop() if points[-1].answers == number else points[-1], number)
        elif (free or force) and self.header.kernel != IMAGINED:
            self._begin(self.answers[:number])
        else:
            raise Refused(Violation(self._barred(number)))
        if free and number == since:
            self._mover, self._since = None, number

    def _barred(self, number: int) -> str:
        """Why the decision of that number cannot be undone: the key of the refusal."""
        if CHANCE in self.answers.seats[number:]:
            return "undo_dice"
        return "undo_seen" if self._barrier else "undo_acted"

    @_one_thread
    def fork(self, seed: int | None = None, chance: Chance | None = None) -> Game:
        """An independent copy at this very request.

        With a seed it draws other chance than this game; with ``chance`` it asks that driver.
        Raises TypeError and ValueError for what is no seed, as `rulewright.new_game` does.
        """
        new = object.__new__(UnseenFork)
        new.rules, new.content, new.header, new.setup = self.rules, self.content, self.header, self.setup
        new.players, new.teams = self.players, self.teams
        new._lock = RLock()
        new._alike = self.requests
        new._chance = chance or (self._chance.copy() if seed is None else Seeded(seed))
        state = self.state.fork()
        followers = self._ends.forked(state.effects), self._changes.forked(state.effects)
        base = self._base
        if self.pending is None:
            base = Point(len(self.answers.given), 0, len(self.log.events), self._uid, state.frame, state.index)
            feed: Sequence[tuple[int, Any]] = ()
            new._stale = (state, base, self.answers.copy(), self.log.copy(), self._marks.copy(), *followers, None)
        else:
            state.written(self.state.writes, base.undo)
            state.result = None
            state.frame, state.index = base.frame, base.index
            base = Point(base.answers, 0, base.log, base.uid, base.frame, base.index)
            feed = self.answers.since(base.answers)
            marks = [mark for mark in self._marks if mark[0] <= base.answers]
            answers, log = self.answers.copy(base.answers), self.log.copy(base.log)
            new._stale = (state, base, answers, log, marks, *followers, feed)
        return new

    def _build(self) -> None:
        """Put up the position of a fork."""
        self.state, self._base, self.answers, self.log, self._marks, self._ends, self._changes, feed = self._stale
        del self._stale
        self._uid = self._base.uid
        self._open, self._points, self._values = [], [], {}
        self._barrier, self._mover, self._since = False, None, 0
        self._take_in_hand()
        if feed is None:
            self._given, self.waiting, self.pending = {}, None, None
            self._feed, self._fed, self._log_limit, self._mark_at = (), 0, 0, 0
        else:
            self._go(feed)
            for request, before in zip(self.requests, self._alike, strict=False):
                share_lists(request.space, before.space)
        del self._alike
        self._since = len(self.answers.given)

    # ---------------------------------------------------------------------------------------- for rules code

    @property
    def frame(self) -> Frame | None:
        """The innermost running procedure, loop or window."""
        found: Frame | None = self.state.frame
        return found

    @property
    def effect_ends(self) -> Ends:
        """For the engine: the effects by what may end them."""
        ends = self._ends
        if ends.version != self.state.effects.version:
            ends.follow()
        return ends

    @property
    def cause(self) -> Origin:
        """The cause of the running step or resolution: the number of the event that it reacts to, or a reason."""
        frame = self.state.frame
        if self._open and (frame is None or len(self._open) > frame.floor):
            return self._open[-1][2]
        return -1 if frame is None else frame.called

    def frames(self) -> Iterator[Frame]:
        """The running procedures from the inside out."""
        frame = self.state.frame
        while frame is not None:
            yield frame
            frame = frame.parent

    def scope(self, name: str) -> Frame | None:
        """The innermost running procedure, loop or phase of that name or scope; None where there is none."""
        frame: Frame | None = self.state.frame
        while frame is not None and name != frame.node.name and name != frame.node.scope:
            frame = frame.parent
        return frame

    def scope_number(self, name: str) -> int:
        found = self.scope(name)
        return 0 if found is None else found.uid

    @property
    def phase(self) -> str:
        """The name of the running phase; empty outside phases and in out-of-phase actions."""
        for frame in self.frames():
            if frame.out_of_phase:
                return ""
            if frame.node.is_phase:
                name: str = frame.node.name
                return name
        return ""

    @property
    def active(self) -> Player | None:
        """Whose turn it is."""
        of_ruleset = self.rules.ruleset.active
        if of_ruleset is not None:
            return of_ruleset(self)
        for frame in self.frames():
            context: Any = frame.context
            if context.__class__ is not Moment and hasattr(context, "player"):
                player: Player = context.player
                return player
        return None

    def find_context(self, kind: type[C]) -> C | None:
        frame = self.state.frame
        while frame is not None:
            if frame.context.__class__ is kind:
                found: Any = frame.context
                return found  # type: ignore[no-any-return]
            frame = frame.parent
        return None

    def contexts(self, kind: type[C]) -> Iterator[C]:
        """The running contexts of that type from the inside out: an attack, and the one in which it is made."""
        inner: Any = None
        for frame in self.frames():
            context: Any = frame.context
            if context.__class__ is kind and context is not inner:
                yield context
            inner = context

    @property
    def caller(self) -> Any:
        """The context of the caller of the running procedure, to hand results over:
        ``game.note(game.caller, rolled=6)``. Raises LookupError where nobody called it."""
        frame = self.state.frame
        while frame is not None and frame.parent is not None:
            outer = frame.parent
            if frame.called is not outer.called and frame.node.window is None:
                while outer.node.window is not None:
                    outer = outer.parent
                return outer.context
            frame = outer
        raise LookupError("nobody called what is running; a procedure that stands in the flow has no caller")

    def outer_context(self, moment: Context | None) -> Any:
        """The context of the procedure that an open window stands in (for None, of the running one)."""
        frame = self.state.frame
        if moment is not None:
            while frame is not None and frame.uid != moment.id:
                frame = frame.parent
            frame = frame.parent if frame is not None else None
        return None if frame is None else frame.context

    def note(self, context: Context, rule: str = "", **fields: Any) -> Noted:
        """The event that writes working facts into a context."""
        return Noted(context.id, facts(type(context), **fields), rule=rule)

    @property
    def step_uid(self) -> int:
        """The number of the scope the running step belongs to."""
        return self.state.frame.uid if self.state.frame else 0

    def new_id(self) -> int:
        """A number that this function gives only once in a game."""
        self._uid += 1
        return self._uid

    def on_demand(
        self,
        work_out: Callable[..., Iterable[Any]],
        *arguments: Any,
        only: Callable[[Game, Any], Any] | None = None,
    ) -> Sequence[Any]:
        """What ``work_out(game, *arguments)`` gives, worked out when it is first looked at, and only then.

        For what may be answered, where that takes long to find: ``choose(player, "action", game.on_demand(open_actions,
        player), "1.2")``. A bot that tries an answer and never looks at the next question does not pay for it. With
        ``only`` the list has those for which ``only(game, value)`` is true, and asks it of the few that an answer or a
        random draw needs. Reading it raises Refused where nobody did before the game went on, and BrokenRules where a
        function fails.
        """
        version = self.state.version

        def asked(function: Callable[..., Any], *arguments: Any) -> Any:
            if self.state.version != version:
                raise Refused(Violation("earlier_moment"))
            try:
                found = function(self, *arguments)
                return found if function is only else tuple(found)
            except Exception as error:
                what = getattr(function, "__name__", repr(function))
                raise BrokenRules(f"{self.rules.id}: {what!r} failed: {type(error).__name__}: {error}") from error

        values = partial(asked, work_out, *arguments)
        return OnDemand(values) if only is None else OneByOne(values, partial(asked, only))

    # ------------------------------------------------------------------------------------------------- numbers

    def number(self, stat: str, subject: Id, *also: Modifier) -> Any:
        """A characteristic of a subject now; remembered until a table it depends on changes.

        ``also`` are modifiers that count only for this use of it: at least 4 for this shot, +2 against close attacks.
        """
        state = self.state
        rules = self.rules
        if stat in rules.fixed and not (state.effects and self._effects_on(stat, subject).every):
            if stat not in rules.powers.changing or not rules.powers.changes(self, stat, subject):
                if not also:
                    return rules.fixed[stat]
                rule = rules.stats[stat]
                if rule.weighs is None:
                    return rule.stat.number(rule.base_of(self, subject), also)
        key = (stat, subject)
        known = self._values.get(key)
        if known is not None and known[0] == state.version and not also:
            return known[2]
        rule = self.rules.stats[stat]
        if also:
            return rule.stat.number(rule.base_of(self, subject), self._weighed(rule, stat, subject, also))
        changed = self._effects_on(stat, subject)
        read, own = -1, None
        powers = self.rules.powers
        powered = stat in powers.changing and powers.changes(self, stat, subject)
        if (rule.reads or rule.own) and not powered:  # what a power reads is its own affair
            read = changed.stamp  # versions and stamps only grow, so where their sum is the same each of them is
            for name in rule.reads:
                read += getattr(state, name).version
            own = [getattr(state, name).get(subject) for name in rule.own] if rule.own else None
        if known is not None and known[1] == read >= 0 and known[3] == own:
            number = known[2]
        else:
            base, sums = rule.base_of(self, subject), changed.sums or rule.stat.sums
            if rule.weighs is not None and (changed.every or rule.modifiers or powered):
                number = rule.stat.number(base, self._weighed(rule, stat, subject))
            elif changed.others or rule.modifiers or powered:
                modifiers = self._changes.modifiers(self, changed.others)
                for source in rule.modifiers:
                    modifiers.extend(source(self, subject))
                if powered:
                    modifiers.extend(powers.modifiers(self, stat, subject))
                number = rule.stat.number(base, modifiers, sums)
            else:
                number = rule.stat.added(base, sums)
        self._values[key] = (state.version, read, number, own)
        return number

    def value(self, stat: str, subject: Id, *also: Modifier) -> Value:
        """A characteristic with the trace of what changed it and what did not, and why; ``also`` as in number."""
        rule = self.rules.stats[stat]
        return rule.stat.value(rule.base_of(self, subject), self._weighed(rule, stat, subject, also))

    def _effects_on(self, name: str, subject: Id) -> EffectChanges:
        """What effects do to a characteristic or a permission."""
        changes = self._changes
        if changes.version != self.state.effects.version:
            changes.follow()
        return changes.of((name, subject))

    def _modifiers(self, rule: StatRule | PermissionRule, name: str, subject: Id) -> list[Modifier]:
        """What effects, the code of the rules and powers do to a characteristic or a permission."""
        found: list[Modifier] = []
        if self.state.effects and (every := self._effects_on(name, subject).every):
            found = self._changes.modifiers(self, every)
        for source in rule.modifiers:
            found.extend(source(self, subject))
        powers = self.rules.powers
        if name in powers.changing and powers.changes(self, name, subject):
            found.extend(powers.modifiers(self, name, subject))
        return found

    def _weighed(self, rule: StatRule, name: str, subject: Id, also: Iterable[Modifier] = ()) -> Iterable[Modifier]:
        """All that changes a characteristic, as the rules about modifiers let it count."""
        found = [*self._modifiers(rule, name, subject), *also]
        return rule.weighs(self, subject, found) if found and rule.weighs is not None else found

    def may(self, permission: str, subject: Id, *also: Modifier) -> bool:
        """Whether a subject may do something, or something may be done to it: "cannot" beats "may"."""
        rules = self.rules
        touched = self.state.effects and self._effects_on(permission, subject).every
        if permission in rules.granted and not (touched or also):
            if permission not in rules.powers.changing or not rules.powers.changes(self, permission, subject):
                return rules.granted[permission]
        rule = rules.permissions[permission]
        found = self._modifiers(rule, permission, subject)
        return rule.permission.allowed([*found, *also]) if found or also else rule.permission.default

    def verdict(self, permission: str, subject: Id, *also: Modifier) -> Verdict:
        """A permission with the trace of what permits and what forbids. Raises LookupError for an unknown one."""
        rule = self.rules.permissions[permission]
        return rule.permission.verdict([*self._modifiers(rule, permission, subject), *also])

    # ----------------------------------------------------------------------------------------- looking from outside

    @_one_thread
    def view(self, player: Player) -> View:
        """What a player may know now. Raises GameError where there is no such player."""
        from .view import View

        return View(self, self._seat_of(player))

    def events(self, player: Player | None = None, since: int = 0) -> list[Event]:
        """The log from event number ``since`` on, as the player may know it; as it happened when None.

        Raises GameError where there is no such player, or for a ``since`` that is no number of an event.
        """
        if type(since) is not int or since < 0:
            raise GameError(f"events are numbered from 0 on, not from {shown(since)}")
        if player is None:
            return self.log.events[since:]
        viewer = self.viewer(self._seat_of(player))
        seen = (event.seen_by(viewer) for event in self.log.events[since:])
        return [event for event in seen if event is not None]

    def why(self, event: Event | int, player: Player | None = None) -> Why:
        """Why an event (or the event of that number in the log) happened: its rule, its step, and its causes.

        Raises LookupError for what is not in the log or not for the player to know, and GameError where there is no
        such player.
        """
        from .why import explain

        return explain(self, event, None if player is None else self.viewer(self._seat_of(player)))

    @_one_thread
    def position(self) -> dict[str, Any]:
        """The whole position as plain data: tables, running procedures, and the answers given in the open step."""
        return {
            "state": self.state.plain(),
            "flow": [
                [f.node.path, f.index, saved_name(type(f.context)), f.context, f.uid, f.floor, f.out_of_phase]
                for f in self.frames()
            ],
            "step": self.state.index,
            "open": [list(answer) for answer in self.answers[self._base.answers :]] if self._open else [],
            "uid": self._uid,
        }

    def positions(self) -> dict[str, int]:
        """How far each stream of chance has come."""
        return self._chance.positions()

    def digest(self) -> str:
        """A digest of the whole position. Equal positions of equal rules go on equally under equal answers."""
        return digest_of(self.position())

    @_one_thread
    def save(self, path: Any, key: bytes | None = None) -> None:
        """Write the game to a file: header and answers, signed where there is a key (16 bytes or more)."""
        from .journal import save

        save(self, path, key)


def let_go(games: Iterable[Game]) -> None:
    """Free the memory of games that nobody plays or looks at any longer.

    An open step holds the game that holds it: without this they would stay until the garbage collector comes.
    """
    for game in games:
        if game.__class__ is not UnseenFork:
            game._open.clear()
            game.pending, game._given, game.waiting = None, {}, None


class UnseenFork(Game):
    """A fork that nobody has looked at. It builds its position when someone does; then it is a game like any other.

    A class of its own, because looking up attributes is slow in a class that answers for missing ones.
    """

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        if name not in Game.__slots__ or name == "_stale":
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        self.__class__ = Game  # type: ignore[assignment]
        self._build()
        return getattr(self, name)


@lru_cache
def _alone(seats: int) -> tuple[tuple[Player, ...], tuple[tuple[Player, ...], ...]]:
    """The players of this many seats, and their sides if everyone plays alone."""
    return tuple(range(seats)), tuple((seat,) for seat in range(seats))


def _closing(game: Game, ending: Sequence[Any], due: Sequence[Delayed], value: Any) -> Steps:
    """End effects and resolve postponed triggers; then hand ``value`` to the step that waits."""
    for item in ending:
        effect, why = item if item.__class__ is tuple else (item, "over")
        if effect.id in game.state.effects:
            yield EffectEnded(effect.id, why)
    if due:
        yield from resolve_due(game, due)
    return value


def _one_by_one(wanted: Sequence[RunAs], event: Event) -> Steps:
    """Do what plain listeners want, and then hand the event to the step that waits."""
    for item in wanted:
        yield item
    return event


def _as_data(answer: Any, request: Any) -> Any:
    """An answer with tuples for lists. Raises Refused for what is no plain data."""
    try:
        return plain(answer)
    except TypeError as error:
        raise Refused(Violation("not_plain", request.rule, problem=str(error))) from None


def _seat(player: Player) -> str:
    return "chance" if player == CHANCE else f"player {player}"


def digest_of(position: Any) -> str:
    """A digest of plain data."""
    return hashlib.blake2b(_ENCODER.encode(position), digest_size=16).hexdigest()


_ENCODER: Final = msgspec.msgpack.Encoder(order="deterministic")
