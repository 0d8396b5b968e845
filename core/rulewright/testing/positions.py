"""A game in a test, set up in any position: records as they should lie, and then whatever should happen.

    duel = set_up("duel", [Fighter(0, hp=3)], dice=[4]).begin(BLOW(player=0, target=1), at="deal")

The game stands still until the test lets an event happen or begins a procedure, a window or the turn order itself.
It is a game like any other: it can be answered, forked, taken back, explained, and saved and loaded with its own rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any, Final, Self, TypeVar

from msgspec import structs

from ..api import new_game, rules_for
from ..content import did_you_mean, nearest
from ..events import Event, Noted
from ..flow import LOOP, Call, Loop, Node, Window
from ..game import Game
from ..plaindata import shown
from ..requests import Options, Refused, Request, Violation
from ..ruleset import Rules, Ruleset
from ..state import Context, Frame, Record, State, StateError, table_types
from ..windows import Due, Postponed, Used
from .named import PASS, answer_named, option_names
from .refusals import Refusal, refused
from .scripts import Results, Script

E = TypeVar("E", bound=Event)
MOST_PASSES: Final = 500
BOOKKEEPING: Final = (Noted, Used, Postponed, Due)
STILL: Final = "what happens next"
"""What the game asks while it waits for the test."""


class PositionError(AssertionError):
    """A position cannot be set up, or does not stand where the test takes it to stand."""


class Position:
    """A game that a test has set up; made by :func:`set_up`."""

    def __init__(self, game: Game, script: list[Any], chance: Script) -> None:
        self.game = game
        self.chance = chance
        self._script = script
        self._told = len(game.log)

    # -- making things happen

    def happen(self, *events: Event) -> Self:
        """Let an event happen, with all it triggers; several at once are one simultaneous happening."""
        return self._go_on(events[0] if len(events) == 1 else list(events))

    def begin(self, what: Call | Window | str, *contexts: Context, at: str = "") -> Self:
        """Begin a procedure (``BLOW(player=0, target=1)``), a window, or the flow at a place of it.

        ``at`` names the step of the procedure to start at. A path such as "turn/deed/act" starts there as if all
        that stands before had been done, with these contexts (others begin with their defaults, a loop with
        its first pass); what comes after it follows, as in every game.
        """
        if isinstance(what, Window):
            return self._go_on(what)
        if isinstance(what, Call):
            own = () if what.context is None else (what.context,)
            name = what.procedure
            return self._go_on(_Jump(f"{name}/{at}", (*own, *contexts)) if at else what)
        return self._go_on(_Jump(f"{what}/{at}" if at else what, contexts))

    def _go_on(self, item: Any) -> Self:
        if not self.idle:
            raise PositionError(f"nothing can be begun now: {self._standing()}")
        if isinstance(item, _Jump):
            _nodes_on(self.game.rules, item.path)
        self._told = len(self.game.log)
        self._script.append(item)
        try:
            self.game.answer(True)
        except BaseException as error:
            self._script.pop()
            if type(error.__cause__) is LookupError and (hint := self._stands(item)):
                raise PositionError(f"{error}; {hint}") from error
            raise
        return self

    def _stands(self, item: Any) -> str:
        """Where what was begun by itself stands in the flow; empty where it stands nowhere but there."""
        name = item.path.partition("/")[0] if isinstance(item, _Jump) else getattr(item, "procedure", "")
        node = self.game.rules.nodes.get(name)
        if node is None or "/" not in node.path:
            return ""
        return f"{name!r} was begun by itself; in the flow it stands at {node.path}"

    def falls(self, *dice: Any) -> Self:
        """Dice that fall next, after those scripted already."""
        self.chance.add(dice=dice)
        return self

    # -- what is asked

    @property
    def idle(self) -> bool:
        """Whether the game waits for the test to let something happen."""
        request = self.game.request
        return request is not None and request.ask == STILL

    @property
    def asked(self) -> str:
        """What is asked now; empty when nothing is."""
        return "" if self.game.request is None or self.idle else str(self.game.request.ask)

    @property
    def player(self) -> int | None:
        """Who is asked, or who rolls; None when nobody is."""
        return self.game.request.player if self.asked else None

    @property
    def window(self) -> str:
        """The window that stands open for reactions; empty when none does."""
        return str(self.game.request.about.get("window", "")) if self.asked == "react" else ""

    @property
    def options(self) -> list[Any]:
        """The answers that are legal now, as far as they can be listed."""
        return list(self.game.request.space.options() or ()) if self.asked else []

    @property
    def labels(self) -> list[str]:
        """The options in words, in English."""
        return option_names(self.game, self.game.request) if self.asked else []

    # -- answering

    def answer(self, *answers: Any, player: int | None = None) -> Self:
        """Answer questions one after the other, by value or by name (see `answer_named`). Raises Refused."""
        for answer in answers:
            self._told = len(self.game.log)
            try:
                self._answer(answer, player)
            except Refused as error:
                error.add_note(self._standing())
                raise
        return self

    def _answer(self, answer: Any, player: int | None) -> None:
        if self.idle:
            raise Refused(Violation("nothing_asked", given=shown(answer)))
        asked = [request for request in self.game.requests if player in (None, request.player)]
        self.game.answer(answer_named(self.game, asked[0], answer) if asked else answer, player)

    def skip(self) -> Self:
        """Pass."""
        return self.answer(None)

    def until(self, ask: str = "", *, window: str = "", player: int | None = None, phase: str = "") -> Self:
        """Pass until this is asked, of this player, in this window or phase; what has no pass stands in the way.

        Without anything to wait for: until nothing is asked any more.
        """
        given = {"ask": ask, "window": window, "player": player, "phase": phase}
        wanted = {name: value for name, value in given.items() if value not in ("", None)}
        for _ in range(MOST_PASSES):
            found = {"ask": self.asked, "window": self.window, "player": self.player, "phase": self.game.phase}
            if (bool(wanted) == bool(self.asked)) and all(found[name] == value for name, value in wanted.items()):
                return self
            if not self.asked or self.game.request.space.check(None):
                raise PositionError(f"this does not come about by passing: {wanted}; {self._standing()}")
            self.answer(None)
        raise PositionError(f"{MOST_PASSES} passes do not lead to {wanted}; {self._standing()}")

    def refused(self, rule: str | None = None, match: str | None = None) -> AbstractContextManager[Refusal]:
        """Expect a refusal that leaves this game as it is (see `rulewright.testing.refused`)."""
        return refused(self.game, rule=rule, match=match)

    # -- how it stands

    @property
    def state(self) -> Any:
        """The tables."""
        return self.game.state

    @property
    def news(self) -> list[Event]:
        """What happened since the last thing that the test did, without the engine's own bookkeeping."""
        return [event for event in self.game.events(since=self._told) if not isinstance(event, BOOKKEEPING)]

    def events(self, kind: type[E]) -> list[E]:
        """All events of a kind so far."""
        return [entry.event for entry in self.game.log if isinstance(entry.event, kind)]

    def last(self, kind: type[E]) -> E:
        """The latest event of a kind. Raises PositionError when there is none."""
        if not (events := self.events(kind)):
            raise PositionError(f"no {kind.__name__} has happened")
        return events[-1]

    def rules_of(self, event: Event) -> tuple[str, ...]:
        """The rules that an event names, or the step that told it."""
        return self.game.why(event).rules

    def _standing(self) -> str:
        if self.game.result is not None:
            return f"the game is over: {self.game.result}"
        if self.idle:
            return "the position stands still; let something happen(...) or begin(...)"
        who = f"chance (for player {self.player})" if hasattr(self.game.request, "stream") else f"player {self.player}"
        names = self.labels
        listed = f", and the options are {', '.join(names)}" if 0 < len(names) <= 20 else ""
        return f"{who} is asked {self.asked!r}{listed}"


def set_up(
    game: str | Ruleset | Rules,
    records: Iterable[Record] = (),
    *,
    setup: Any = None,
    changes: Mapping[str, Mapping[Any, Mapping[str, Any]]] | None = None,
    arrange: Callable[[Any], None] | None = None,
    empty: bool = False,
    dice: Results = (),
    cards: Results = (),
    seed: int = 1,
) -> Position:
    """A game in a position of one's own, in which nothing goes on yet.

    The tables are those that the ruleset's ``populate`` makes of the setup (none with ``empty``); then ``records``
    are put there, in place of those with the same id, ``changes`` sets fields (``{"fighters": {0: {"hp": 3}}}``) and
    ``arrange(state)`` may do anything that an event may. ``dice`` and ``cards`` are what falls (see `Script`).
    Raises PositionError for a record, table or field that is not there or does not hold such a value.
    """
    rules = rules_for(game)
    of_setup = None if empty else rules.ruleset.populate
    rows = list(records)

    def populate(state: Any, setup: Any, content: Any) -> None:
        if of_setup is not None:
            of_setup(state, setup, content)
        for record in rows:
            _table_for(state, record).put(record)
        for table, of_table in (changes or {}).items():
            for id, fields in of_table.items():
                _change(state, table, id, fields)
        if arrange is not None:
            arrange(state)
        _check_types(state)

    script: list[Any] = []
    flow = Loop("position", _next, [wait, _doing(script)])
    own = replace(
        rules.ruleset,
        flow=flow,
        procedures=(rules.ruleset.flow, *rules.ruleset.procedures),
        populate=populate,
        content=lambda *_: rules.content,
    ).freeze(rules.extensions)
    chance = Script(dice, cards)
    return Position(new_game(own, setup, seed=seed, chance=chance), script, chance)


# -- the flow of a position


class Waiting(Context):
    """The how many-th thing that the test lets happen comes next."""

    number: int = 0


def _next(game: Game, last: Waiting | None) -> Waiting:
    return Waiting(number=0 if last is None else last.number + 1)


def wait(game: Game, waiting: Waiting) -> Any:
    """Wait until the test says what happens next."""
    yield Request(game.players[0], STILL, Options((True,)))


def _doing(script: Sequence[Any]) -> Callable[[Game, Waiting], Any]:
    def happens(game: Game, waiting: Waiting) -> Any:
        item = script[waiting.number]
        return _jump(game, item) if isinstance(item, _Jump) else item

    return happens


class _Jump:
    """A place in the flow to start at."""

    def __init__(self, path: str, contexts: Sequence[Context]) -> None:
        self.path = path
        self.contexts = contexts


def _nodes_on(rules: Rules, path: str) -> list[Node]:
    """The procedures and the part that a path names. Raises PositionError with the nearest name."""
    first, *rest = path.split("/")
    if first not in rules.nodes or first == "position":
        known = [name for name in rules.nodes if name != "position"]
        raise PositionError(f"no procedure {first!r} is registered{did_you_mean(nearest(first, known))}")
    nodes = [rules.nodes[first]]
    for name in rest:
        parts = {step.name: step for step in nodes[-1].steps}
        if name not in parts:
            has = f"it has {', '.join(parts)}" if parts else "it is a single step"
            raise PositionError(f"{nodes[-1].name!r} has no part {name!r}; {has}")
        nodes.append(parts[name])
    return nodes


def _jump(game: Game, jump: _Jump) -> None:
    """Put up the frames of a path, as if all parts before it had been done."""
    *outer, last = _nodes_on(game.rules, jump.path)
    if not outer:
        outer, last = [last], last.steps[0]
    for node, part in zip(outer, (*outer[1:], last), strict=True):
        _enter(game, node, jump.contexts)
        at = node.steps.index(part)
        game.state.index = at if part is last else at + 1


def _enter(game: Game, node: Node, contexts: Sequence[Context]) -> None:
    state = game.state
    parent = state.frame
    game._uid += 1
    state.frame = Frame(
        parent, state.index, node, _context_of(game, node, contexts, parent), game._uid, len(game._open), False,
        parent.depth + 1,
    )  # fmt: skip
    state.version += 1


def _context_of(game: Game, node: Node, contexts: Sequence[Context], parent: Frame) -> Context | None:
    found: Any = None
    if node.kind == LOOP and node.advance is not None:
        first = node.advance(game, None)
        given = [c for c in contexts if type(c) is type(first) or type(c) is node.context]
        found = given[0] if given else first
        if found is None:
            raise PositionError(f"{node.name!r} has nothing to begin with in this position")
    elif node.context is not None:
        given = [context for context in contexts if type(context) is node.context]
        try:
            found = given[0] if given else node.context()
        except TypeError as error:
            raise PositionError(f"{node.name!r} needs a {node.context.__name__}: {error}") from None
    if found is None:
        return parent.context
    context: Context = structs.replace(found, id=game._uid)
    return context


# -- records


def _table_for(state: State, record: Record) -> Any:
    """The table for a record. Raises PositionError where there is none, or more than one."""
    kinds = table_types(type(state))
    names = [name for name, kind in kinds.items() if type(record) is kind]
    if len(names) == 1:
        return getattr(state, names[0])
    if not names:
        holds = ", ".join(f"{name} ({kind.__name__})" for name, kind in kinds.items())
        raise PositionError(f"no table holds a {type(record).__name__}; there are {holds}")
    raise PositionError(
        f"{', '.join(names)} all hold a {type(record).__name__}; put it there with "
        f"arrange=lambda state: state.{names[0]}.put(...)"
    )


def _change(state: State, table: str, id: Any, fields: Mapping[str, Any]) -> None:
    kinds = table_types(type(state))
    if table not in kinds:
        raise PositionError(f"there is no table {table!r}{did_you_mean(nearest(table, kinds))}")
    rows = getattr(state, table)
    if id not in rows:
        raise PositionError(f"{table} has no record {id!r}; it has {', '.join(map(repr, rows)) or 'none'}")
    record = rows[id]
    for name in fields:
        if name not in record.__struct_fields__:
            near = did_you_mean(nearest(name, record.__struct_fields__))
            raise PositionError(f"{table}[{id!r}] has no field {name!r}{near}")
    rows.put(structs.replace(record, **fields))


def _check_types(state: State) -> None:
    """What was put there is what the fields hold. Raises PositionError naming the place."""
    try:
        type(state).from_json(state.to_json())
    except (StateError, TypeError) as error:
        raise PositionError(f"this position cannot be: {error}") from None


__all__ = ["PASS", "Position", "PositionError", "set_up"]
