"""A game in a test, set up in any position: records as they should lie, and then whatever should happen.

    duel = set_up("duel", [Fighter(0, hp=3)], dice=[4]).begin(BLOW(player=0, target=1), at="deal")

The game stands still until the test lets an event happen or begins a procedure, a window or the turn order itself.
It is a game like any other: it can be answered, forked, taken back, explained, and saved and loaded with its own rules.
``begin_game`` asks and answers a whole game in the same way.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, Self, TypeVar
from weakref import WeakKeyDictionary

import msgspec
import typing_extensions
from msgspec import structs

from ..api import new_game, rules_for
from ..events import Event, Noted
from ..flow import LOOP, STEP, Call, Loop, Node, Window
from ..game import BrokenRules, Game
from ..plaindata import shown
from ..problems import did_you_mean, nearest
from ..reading import Unreadable
from ..refusals import Refused, Violation
from ..requests import CHANCE, Request
from ..ruleset import Rules, Ruleset
from ..spaces import Options
from ..state import Context, Frame, Id, Record, State, StateError, saved_fields, table_types
from ..triggers import Due, Postponed, Used
from ..why import Why
from .named import answer_named, option_names
from .refusals import Refusal, refused
from .scripts import Results, Script

E = TypeVar("E", bound=Event)
Data = TypeVar("Data", bound=msgspec.Struct)
S = typing_extensions.TypeVar("S", bound="Scenario", default="Scenario")
MOST_PASSES: Final = 500
MOST_TOLD: Final = 8
"""At most this many passes are named in an error."""
BOOKKEEPING: Final = (Noted, Used, Postponed, Due)
STAGE: Final = "scenario"
STILL: Final = "what happens next"
"""What the game asks while it waits for the test."""


class ScenarioError(AssertionError):
    """A position cannot be set up, or does not stand where the test takes it to stand."""


class Scenario:
    """A game that a test has set up; made by :func:`set_up`, or by :func:`begin_game`.

    ``passed`` has who passed, and at which window or question, each time that `skip` or `until` did it.
    """

    def __init__(self, game: Game, script: list[Any], chance: Script) -> None:
        self.game = game
        self.chance = chance
        self.passed: list[tuple[int, str]] = []
        self._script = script
        self._told = len(game.log)

    # -- making things happen

    def happen(self, *events: Event) -> Self:
        """Let an event happen, with all it triggers; several at once are one simultaneous happening.

        Raises ScenarioError for a field that does not hold such a value.
        """
        happening = [_checked(event) for event in events]
        return self._go_on(happening[0] if len(happening) == 1 else happening)

    def begin(self, what: Call | Window | str, *contexts: Context, at: str = "") -> Self:
        """Begin a procedure (``BLOW(player=0, target=1)``), a window, or the flow at a place of it.

        ``at`` names the step of the procedure to start at. A path such as "turn/deed/act" starts there: what stands
        round it is taken as begun, and what stands before it as done. A path that ends in a procedure or loop begins
        it properly: it is announced, its ``when`` is asked, and effects that last until then end. The contexts are
        those of what stands on the path; others begin with their defaults, a loop with its first pass. What comes
        after it follows, as in every game. Raises ScenarioError for what is not there, and for a context that
        nothing on the path runs with or that does not hold such a value.
        """
        if isinstance(what, Window):
            return self._go_on(what)
        given = [self._seated(_checked(context)) for context in contexts]
        if isinstance(what, Call):
            own = [] if what.context is None else [self._seated(_checked(what.context))]
            name = what.procedure
            return self._go_on(_Jump(f"{name}/{at}", (*own, *given)) if at or given else what)
        return self._go_on(_Jump(f"{what}/{at}" if at else what, given))

    def _seated(self, context: Context) -> Context:
        """A context whose player has a seat. Raises ScenarioError for another."""
        player = getattr(context, "player", None)
        if isinstance(player, int) and player != CHANCE:
            self._check_seat(player, f"such a {type(context).__name__} cannot be: ")
        return context

    def _check_seat(self, player: int, where: str = "") -> None:
        if player not in self.game.players:
            seats = ", ".join(map(str, self.game.players))
            raise ScenarioError(f"{where}there is no player {player}; the seats are {seats}")

    def _go_on(self, item: Any) -> Self:
        if not self.idle:
            raise ScenarioError(f"nothing can be begun now: {self._standing()}")
        if isinstance(item, _Jump):
            _nodes_on(self.game.rules, item.path)
        self._told = len(self.game.log)
        self._script.append(item)
        try:
            self.game.answer(True)
        except BaseException as error:
            self._script.pop()
            cause = error.__cause__
            if isinstance(error, BrokenRules) and isinstance(cause, ScenarioError):
                raise cause from None
            if type(cause) is LookupError and (hint := self._stands(item)):
                raise ScenarioError(f"{error}; {hint}") from error
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

    def offered(self, kind: str) -> list[Any]:
        """What is offered of one kind: "shield" where ("block", "shield") is an option and ``kind`` is "block"."""
        pairs = [option for option in self.options if isinstance(option, tuple) and len(option) == 2]
        return [choice for name, choice in pairs if name == kind]

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
        """Pass; where several may be chosen, choose none. Raises Refused where neither is legal."""
        if self.asked:
            self.passed.append((self.game.request.player, self.window or self.asked))
        try:
            return self.answer(() if self._nothing == () else None)
        except Refused:
            self.passed.pop()
            raise

    @property
    def _nothing(self) -> Any:
        """What Enter alone answers at a terminal, where that does nothing; else False."""
        try:
            typed = self.game.request.space.read("")
        except Unreadable:
            return False
        return typed if typed in (None, ()) and not self.game.request.space.check(typed) else False

    def until(
        self, ask: str = "", *, window: str = "", player: int | None = None, phase: str = "",
        declines: Collection[str] = (),
    ) -> Self:  # fmt: skip
        """Pass until this is asked, of this player, in this window or phase; at once where it is already.

        Without anything to wait for: until nothing is asked any more. Only what Enter alone would pass at a terminal
        is passed: where the pass is not offered first, to decline is a decision, and stands in the way as a question
        without a pass does, unless ``declines`` names the question. `passed` tells what was passed. Raises
        ScenarioError where something stands in the way or the game ends before, and for a window, phase or player that
        the game does not have.
        """
        given = {"ask": ask, "window": window, "player": player, "phase": phase}
        wanted = {name: value for name, value in given.items() if value not in ("", None)}
        self._check_wanted(window, player, phase)
        before = len(self.passed)
        for _ in range(MOST_PASSES):
            found = {"ask": self.asked, "window": self.window, "player": self.player, "phase": self.phase}
            if (bool(wanted) == bool(self.asked)) and all(found[name] == value for name, value in wanted.items()):
                return self
            if not self.asked or (self._nothing is False and self.asked not in declines):
                raise ScenarioError(f"this does not come about by passing: {wanted}; {self._way(before)}")
            try:
                self.skip()
            except Refused:
                raise ScenarioError(f"{self.asked!r} cannot be declined: {wanted}; {self._way(before)}") from None
        raise ScenarioError(f"{MOST_PASSES} passes do not lead to {wanted}; {self._standing()}")

    def _check_wanted(self, window: str, player: int | None, phase: str) -> None:
        """Refuse to wait for what the game does not have. Raises ScenarioError with the nearest name."""
        rules = self.game.rules
        phases = [name for name, node in rules.nodes.items() if node.is_phase]
        for what, name, known in (("window", window, rules.windows), ("phase", phase, phases)):
            if name and name not in known:
                raise ScenarioError(f"no {what} is called {name!r}{did_you_mean(nearest(name, known))}")
        if player is not None:
            self._check_seat(player)

    def _way(self, before: int) -> str:
        """How it stands, and what was passed on the way there."""
        passed = self.passed[before:]
        told = ", ".join(f"player {player} at {what!r}" for player, what in passed[-MOST_TOLD:])
        more = f"{len(passed) - MOST_TOLD} times before, then " if len(passed) > MOST_TOLD else ""
        on_the_way = f"; passed: {more}{told}" if passed else ""
        may = "; there is a pass, but not as the first option: answer it, or name it in declines"
        hint = may if self.asked and not self.game.request.space.check(None) else ""
        return f"{self._standing()}{hint}{on_the_way}"

    def refused(self, rule: str | None = None, match: str | None = None) -> AbstractContextManager[Refusal]:
        """Expect a refusal that leaves this game as it is (see `rulewright.testing.refused`)."""
        return refused(self.game, rule=rule, match=match)

    # -- how it stands

    @property
    def state(self) -> Any:
        """The tables."""
        return self.game.state

    @property
    def phase(self) -> str:
        """The name of the running phase; empty outside phases."""
        return self.game.phase

    def cards(self, zone: Id) -> list[Id]:
        """The cards of a zone, the top first. Raises ScenarioError with the nearest name."""
        return list(_zone(self.state, zone).cards)

    @property
    def news(self) -> list[Event]:
        """What happened since the last thing that the test did, without the engine's own bookkeeping."""
        return [event for event in self.game.events(since=self._told) if not isinstance(event, BOOKKEEPING)]

    def events(self, kind: type[E]) -> list[E]:
        """All events of a kind so far."""
        return [entry.event for entry in self.game.log if isinstance(entry.event, kind)]

    def last(self, kind: type[E]) -> E:
        """The latest event of a kind. Raises ScenarioError when there is none."""
        if not (events := self.events(kind)):
            raise ScenarioError(f"no {kind.__name__} has happened")
        return events[-1]

    def why(self, event: Event | type[Event]) -> Why:
        """Why an event happened, or the latest of a kind: its rules, its step and its causes."""
        return self.game.why(self.last(event) if isinstance(event, type) else event)

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
    zones: Mapping[Id, Iterable[Id]] | None = None,
    changes: Mapping[str, Mapping[Any, Mapping[str, Any]]] | None = None,
    arrange: Callable[[Any], None] | None = None,
    empty: bool = False,
    dice: Results = (),
    cards: Results = (),
    otherwise: Mapping[str, Iterable[Any]] | None = None,
    seed: int = 1,
    kind: type[S] = Scenario,  # type: ignore[assignment]
) -> S:
    """A game in a position of one's own, in which nothing goes on yet.

    The tables are those that the ruleset's ``populate`` makes of the setup (none with ``empty``); then ``records``
    are put there, in place of those with the same id, ``zones`` gives zones their cards, the top first (``{"deck": 12
    * ["study"]}`` fills one with what does nothing), ``changes`` sets fields (``{"fighters": {0: {"hp": 3}}}``) and
    ``arrange(state)`` may do anything that an event may. ``dice``, ``cards`` and ``otherwise`` are what falls (see
    `Script`). ``kind`` is a class of one's own, derived from Scenario, with what the tests of the game ask often.
    Lists are taken for tuples, as in answers.

    Raises ScenarioError for a record, zone, table or field that is not there or does not hold such a value.
    """
    rules = rules_for(game)
    of_setup = None if empty else rules.ruleset.populate
    rows = list(records)

    def populate(state: Any, setup: Any, content: Any) -> None:
        if of_setup is not None:
            of_setup(state, setup, content)
        for record in rows:
            _table_for(state, record).put(record)
        for zone, of_zone in (zones or {}).items():
            row = structs.replace(_zone(state, zone), cards=tuple(of_zone), known=())
            state.zones.put(row)
        for table, of_table in (changes or {}).items():
            for id, fields in of_table.items():
                _change(state, table, id, fields)
        if arrange is not None:
            arrange(state)
        _check_types(state)

    position = _Position(populate)
    chance = Script(dice, cards, otherwise)
    game_there = new_game(_staged(rules).beginning(position), setup, seed=seed, chance=chance)
    return kind(game_there, position.script, chance)


def begin_game(
    game: str | Ruleset | Rules,
    setup: Any = None,
    *,
    dice: Results = (),
    cards: Results = (),
    otherwise: Mapping[str, Iterable[Any]] | None = None,
    seed: int = 1,
    kind: type[S] = Scenario,  # type: ignore[assignment]
) -> S:
    """A whole game from its beginning, asked and answered as a scenario is; what falls is said as in :func:`set_up`."""
    chance = Script(dice, cards, otherwise)
    return kind(new_game(game, setup, seed=seed, chance=chance), [], chance)


def invent(game: str | Ruleset | Rules, **content: Iterable[Mapping[str, Any]]) -> Rules:
    """The rules of a game with content that a test invents: ``invent("brawl", cards=[{"id": "axe", ...}])``.

    Each keyword is a kind of content with its entries as plain data. They go the way of a player's own files, so that
    they may use what the game has, and are checked. Raises ContentError with every problem. Equal content
    may come to the same Rules, for they never change.
    """
    files = {f"{kind}.json": json.dumps(list(entries)) for kind, entries in content.items()}
    return _with_files(rules_for(game), **files)


@lru_cache(maxsize=16)
def _with_files(rules: Rules, **files: str) -> Rules:
    """The rules with the content of files, by their names: made once where tests with the same content follow."""
    with TemporaryDirectory(prefix="invented-") as folder:
        for name, text in files.items():
            Path(folder, name).write_text(text, encoding="utf-8")
        return rules_for(rules, [folder])


# -- the flow of a scenario


class Waiting(Context):
    """Which thing that the test lets happen comes next, counting from 0."""

    number: int = 0


def _next(game: Game, last: Waiting | None) -> Waiting:
    return Waiting(number=0 if last is None else last.number + 1)


def wait(game: Game, waiting: Waiting) -> Any:
    """Wait until the test says what happens next."""
    yield Request(game.players[0], STILL, Options((True,)))


def happens(game: Game, waiting: Waiting) -> Any:
    """What the test lets happen."""
    position: Any = game.rules.ruleset.populate
    item = position.script[waiting.number]
    return _jump(game, item) if isinstance(item, _Jump) else item


class _Position:
    """How the tables of a position are made, and what the test lets happen there."""

    def __init__(self, populate: Callable[[Any, Any, Any], None]) -> None:
        self._populate = populate
        self.script: list[Any] = []

    def __call__(self, state: Any, setup: Any, content: Any) -> None:
        self._populate(state, setup, content)


_STAGED: Final[WeakKeyDictionary[Rules, Rules]] = WeakKeyDictionary()


def _staged(rules: Rules) -> Rules:
    """The rules of a game in which nothing happens but what a test says; made once, for all positions."""
    found = _STAGED.get(rules)
    if found is None:
        content = rules.content  # not the rules themselves, which the key shall not keep
        found = _STAGED[rules] = replace(
            rules.ruleset,
            flow=Loop(STAGE, _next, [wait, happens]),
            procedures=(rules.ruleset.flow, *rules.ruleset.procedures),
            content=lambda *_: content,
        ).freeze(rules.extensions)
    return found


class _Jump:
    """A place in the flow to start at."""

    def __init__(self, path: str, contexts: Sequence[Context]) -> None:
        self.path = path
        self.contexts = contexts


def _nodes_on(rules: Rules, path: str) -> list[Node]:
    """The procedures and the part that a path names. Raises ScenarioError with the nearest name."""
    first, *rest = path.split("/")
    if first not in rules.nodes or first == STAGE:
        known = [name for name in rules.nodes if name != STAGE]
        raise ScenarioError(f"no procedure {first!r} is registered{did_you_mean(nearest(first, known))}")
    nodes = [rules.nodes[first]]
    for name in rest:
        parts = {step.name: step for step in nodes[-1].steps}
        if name not in parts:
            has = f"it has {', '.join(parts)}" if parts else "it is a single step"
            raise ScenarioError(f"{nodes[-1].name!r} has no part {name!r}; {has}")
        nodes.append(parts[name])
    return nodes


def _jump(game: Game, jump: _Jump) -> None:
    """Put up the frames of a path, and begin what it ends in."""
    nodes = _nodes_on(game.rules, jump.path)
    unused = list(jump.contexts)
    *outer, last = nodes
    for node, part in zip(outer, nodes[1:], strict=True):
        _enter(game, node, unused)
        game.state.index = node.steps.index(part) + (part is not last)
    if last.kind != STEP and last.window is None:
        context = _context_of(game, last, unused)
        game.state.index += bool(outer)
        if last.when is None or last.when(game):
            game._enter(last, context)
    if unused:
        running = (type(frame.context).__name__ for frame in game.frames() if frame.context is not None)
        taken = ", ".join(name for name in dict.fromkeys(running) if name != Waiting.__name__) or "nothing"
        given = ", ".join(type(context).__name__ for context in unused)
        raise ScenarioError(f"no part of {jump.path!r} runs with the {given} that was given; there it is {taken}")


def _enter(game: Game, node: Node, unused: list[Context]) -> None:
    """Put up a frame as if it had begun before."""
    state = game.state
    parent = state.frame
    context = _context_of(game, node, unused)
    game._uid += 1
    if context is not None:
        context = structs.replace(context, id=game._uid)
    elif parent is not None:
        context = parent.context
    state.frame = Frame(
        parent, state.index, node, context, game._uid, len(game._open), False, parent.depth + 1,
    )  # fmt: skip
    state.version += 1


def _context_of(game: Game, node: Node, unused: list[Context]) -> Context | None:
    """The context of a node: the given one of its type, which is used then, or its own first one."""
    first = node.advance(game, None) if node.kind == LOOP and node.advance is not None else None
    kinds = [kind for kind in (type(first), node.context) if kind not in (None, type(None))]
    given = next((context for context in unused if type(context) in kinds), None)
    if given is not None:
        unused.remove(given)
        return given
    if node.kind == LOOP:
        if first is None:
            raise ScenarioError(f"{node.name!r} has nothing to begin with in this position")
        return first
    if node.context is None:
        return None
    try:
        return node.context()
    except TypeError as error:
        raise ScenarioError(f"{node.name!r} needs a {node.context.__name__}: {error}") from None


# -- records


def _table_for(state: State, record: Record) -> Any:
    """The table for a record. Raises ScenarioError where there is none, or more than one."""
    kinds = table_types(type(state))
    names = [name for name, kind in kinds.items() if type(record) is kind]
    if len(names) == 1:
        return getattr(state, names[0])
    if not names:
        holds = ", ".join(f"{name} ({kind.__name__})" for name, kind in kinds.items())
        what = f"a {type(record).__name__}" if isinstance(record, msgspec.Struct) else shown(record)
        raise ScenarioError(f"no table holds {what}; there are {holds}")
    raise ScenarioError(
        f"{', '.join(names)} all hold a {type(record).__name__}; put it there with "
        f"arrange=lambda state: state.{names[0]}.put(...)"
    )


def _change(state: State, table: str, id: Any, fields: Mapping[str, Any]) -> None:
    kinds = table_types(type(state))
    if table not in kinds:
        raise ScenarioError(f"there is no table {table!r}{did_you_mean(nearest(table, kinds))}")
    rows = getattr(state, table)
    if id not in rows:
        raise ScenarioError(f"{table} has no record {id!r}; it has {', '.join(map(repr, rows)) or 'none'}")
    record = rows[id]
    for name in fields:
        if name not in record.__struct_fields__:
            near = did_you_mean(nearest(name, record.__struct_fields__))
            raise ScenarioError(f"{table}[{id!r}] has no field {name!r}{near}")
    rows.put(structs.replace(record, **fields))


def _zone(state: Any, zone: Id) -> Any:
    zones = getattr(state, "zones", {})
    if zone not in zones:
        near = did_you_mean(nearest(str(zone), map(str, zones)))
        raise ScenarioError(f"there is no zone {zone!r}{near}; there are {', '.join(map(repr, zones)) or 'none'}")
    return zones[zone]


def _check_types(state: State) -> None:
    """What was put there is what the fields hold, lists taken for tuples. Raises ScenarioError naming the place."""
    try:
        typed = type(state).from_json(state.to_json())
    except (StateError, TypeError) as error:
        raise ScenarioError(f"this position cannot be: {error}") from None
    for name in table_types(type(state)):
        rows = getattr(state, name)
        for id, row in getattr(typed, name).items():
            if rows[id] != row:
                rows.put(row)


def _checked(given: Data) -> Data:
    """An event or context whose fields hold what they should, lists taken for tuples. Raises ScenarioError."""
    if not isinstance(given, Event | Context):
        raise ScenarioError(f"{shown(given)} is neither an event nor a context")
    try:
        fields = saved_fields(type(given))
        return msgspec.convert({saved: getattr(given, name) for saved, name in fields.items()}, type(given))
    except msgspec.ValidationError as error:
        raise ScenarioError(f"such a {type(given).__name__} cannot be: {error}") from None
