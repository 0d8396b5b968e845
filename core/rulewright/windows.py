"""Reactions and triggers: what may or must happen because something else did, in the order of a timing policy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from inspect import isgeneratorfunction
from types import GeneratorType
from typing import TYPE_CHECKING, Annotated, Any, Final, Self

import msgspec

from .events import Event
from .flow import Call, FlowError
from .readonly import Sealed, read_only
from .reasons import Because, Expected, Explained, Origin, Replaced, unexplained
from .requests import Options, Request, Violation
from .rules import rules_of
from .state import Context, Delayed, Id, Seen, State, Use, Viewer, with_facts

BEFORE: Final = "before"
AFTER: Final = "after"
LEFT: Final = "left"
"""When a power listens to an event: before it; after it; after it, as the bearer was when it happened."""

if TYPE_CHECKING:
    from .flow import Steps
    from .game import Game
    from .ruleset import Hooks
else:
    Game = Any  # what msgspec evaluates for a signature; the module imports this one

Source = Id | None
"""What a trigger or reaction stems from: a figure, a card, an effect; None where the rule itself does it."""


class Limit(msgspec.Struct, frozen=True):
    """At most ``times`` per ``scope`` (a procedure, phase or turn by name, or "game"), per source or player."""

    times: int = 1
    scope: str = "game"
    per: str = "source"


class TimingPolicy(msgspec.Struct, frozen=True):
    """Who orders simultaneous things, and how reactions nest. Data of a ruleset.

    ``order(game)`` gives the players in the order in which they react at this moment.
    ``nesting`` says when something resolves that is triggered while a triggered effect is being resolved: "at once"
    (there and then), "wait" (when all that was due is done) or "others wait" (at once, unless another player is
    resolving something: then when that player has finished). What no player controls waits for no player.
    ``recheck`` lets a trigger that stands ready lapse when its source stops qualifying; without it, once triggered
    it resolves. ``until`` is the default of windows. ``ask_order`` lets a player order several forced triggers.
    ``ask_all`` asks players in windows even when they have nothing to use, so that a skipped window does not tell
    a hidden hand; it may be a function of game, player and window name.
    """

    order: Callable[[Game], Sequence[int]]
    nesting: str = "at once"
    until: str = "all pass"
    ask_order: bool = True
    recheck: bool = True
    ask_all: bool | Callable[[Game, int, str], bool] = False
    text: str = ""

    def __post_init__(self) -> None:
        if self.nesting not in ("at once", "wait", "others wait"):
            raise ValueError(f"timing policy: nesting is {self.nesting!r}, expected at once, wait or others wait")


def in_seat_order(game: Game) -> Sequence[int]:
    """All players, from seat 0."""
    return game.players


def active_first(game: Game) -> Sequence[int]:
    """The player whose turn it is, then the others clockwise."""
    players, active = game.players, game.active
    if active is None:
        return players
    at = players.index(active)
    return (*players[at:], *players[:at])


Sources = Callable[[Any, Any], Iterable[Source]]


class Registered(Sealed):
    """What a ruleset registers to happen: it has a name, and the rules that its resolution is marked with."""

    __slots__ = ("name", "resolve", "rules")

    def __init__(self, name: str, resolve: Callable[..., Any]) -> None:
        self.name = name or resolve.__name__
        self.resolve = resolve
        self.rules = rules_of(resolve)

    @property
    def __rules__(self) -> tuple[str, ...]:
        """So that ``@rule`` may stand above ``@trigger`` or ``@reaction`` as well as below it."""
        return self.rules

    @__rules__.setter
    def __rules__(self, rules: tuple[str, ...]) -> None:
        self.rules = rules

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"


class Trigger(Registered):
    """Something that reacts to an event.

    ``before`` the event happens it may replace or prevent it: its resolution returns the event that happens
    instead, or None. Otherwise it comes after. ``sources(game, event)`` lists what triggers it now (by default
    the rule itself, always). ``player(game, event, source)`` says who controls it. ``usable(game, event, source)``
    is asked only when its turn comes: whether it can be paid for then, say. ``immediate`` ones go before the others.
    ``delay`` names a scope at whose end it resolves. ``phase`` binds it to a phase: it stays silent
    outside it and in out-of-phase actions. ``order_matters`` False means nobody need be asked for its place; a
    forced one of that kind whose resolution is a plain function costs next to nothing.
    """

    __slots__ = (
        "before", "delay", "immediate", "limit", "on", "optional", "order_matters", "phase", "plain",
        "player", "sources", "usable",
    )  # fmt: skip

    def __init__(
        self,
        resolve: Callable[[Any, Any, Any], Any],
        on: tuple[type[Event], ...],
        *,
        name: str = "",
        before: bool = False,
        optional: bool = False,
        immediate: bool = False,
        sources: Sources | None = None,
        player: Callable[[Any, Any, Any], int | None] | None = None,
        usable: Callable[[Any, Any, Any], bool] | None = None,
        limit: Limit | None = None,
        delay: str = "",
        phase: str = "",
        order_matters: bool = True,
    ) -> None:
        super().__init__(name, resolve)
        self.on = on
        self.before = before
        self.optional = optional
        self.immediate = immediate
        self.sources = sources
        self.player = player
        self.usable = usable
        self.limit = limit
        self.delay = delay
        self.phase = phase
        self.order_matters = order_matters
        self.plain = not (before or optional or sources or usable or limit or delay or phase or order_matters) and not (
            isgeneratorfunction(resolve)
        )


class Reaction(Registered):
    """Something a player may use in a window.

    ``options(game, player, context)`` lists the choices open to the player now (legal and affordable), where
    context is that of the procedure the window stands in; ``resolve(game, player, choice, context)`` does it.
    ``source(choice)`` says what a choice stems from (a figure, a card), for a limit that is counted per source.
    ``why_not(game, player, context)`` gives what the player may think of and cannot do now, as pairs of choice and
    `Violation`: a card of another phase, one that costs too much. What a limit forbids need not be among them.
    """

    __slots__ = ("limit", "options", "source", "why_not", "windows")

    def __init__(
        self,
        resolve: Callable[[Any, Any, Any, Any], Any],
        windows: tuple[str, ...],
        *,
        options: Callable[[Any, Any, Any], Iterable[Any]],
        name: str = "",
        limit: Limit | None = None,
        source: Callable[[Any], Source] | None = None,
        why_not: Callable[[Any, Any, Any], Iterable[tuple[Any, Violation]]] | None = None,
    ) -> None:
        super().__init__(name, resolve)
        self.windows = windows
        self.options = options
        self.limit = limit
        self.source = source
        self.why_not = why_not


def trigger(*on: type[Event], **how: Any) -> Callable[[Callable[..., Any]], Trigger]:
    """Make a trigger of a resolution ``(game, event, source)``; keywords as in :class:`Trigger`."""
    return lambda resolve: Trigger(resolve, on, **how)


def reaction(*windows: str, **how: Any) -> Callable[[Callable[..., Any]], Reaction]:
    """Make a reaction of a resolution ``(game, player, choice, context)``; keywords as in :class:`Reaction`."""
    return lambda resolve: Reaction(resolve, windows, **how)


class Used(Event, frozen=True):
    """A limited trigger or reaction was used. ``over`` are counters of scopes that have ended, which count no more."""

    key: str
    over: tuple[str, ...] = ()

    def apply(self, state: State) -> None:
        for key in self.over:
            state.uses.remove(key)
        use = state.uses.get(self.key)
        state.uses.put(Use(self.key, use.times + 1 if use else 1))


class Postponed(Event, frozen=True):
    """A trigger waits for the end of a scope."""

    delayed: Delayed

    def apply(self, state: State) -> None:
        state.delayed.add(self.delayed)


class Due(Event, frozen=True):
    """A postponed trigger's time has come."""

    delayed: Id

    def apply(self, state: State) -> None:
        state.delayed.remove(self.delayed)


class Prevented(Event, frozen=True):
    """An event of a ``kind`` did not happen, because a trigger prevented it: ``what`` would have been."""

    kind: str
    what: Event

    def seen_by(self, viewer: Viewer) -> Self | None:
        """Known to those who would have known the event."""
        what = self.what.seen_by(viewer)
        return None if what is None else msgspec.structs.replace(self, what=what)


class Run(msgspec.Struct, frozen=True):
    """For the engine: run a resolution as the work of ``source``, with what lies behind it as its ``cause``."""

    resolution: Any
    source: Any
    cause: Origin


class Candidate(msgspec.Struct, frozen=True):
    """A trigger that stands ready for an event, the how many-th of those that happen together."""

    trigger: Trigger
    source: Source
    player: int | None
    event: Event
    cause: Origin
    place: int = 0

    @property
    def key(self) -> tuple[str, Source]:
        """What names it in a request."""
        return (self.trigger.name, self.source)


class Agenda:
    """Whose triggered effects are being resolved, from the outside in, and what waits for their end."""

    __slots__ = ("resolving", "waiting")

    def __init__(self) -> None:
        self.resolving: list[int | None] = []
        self.waiting: list[Candidate] = []

    def may_start(self, item: Candidate, nesting: str) -> bool:
        """Whether a trigger that stands ready may be resolved now."""
        if not self.resolving or nesting == "at once":
            return True
        if nesting == "wait":
            return False
        return item.player is None or all(player in (None, item.player) for player in self.resolving)


def agenda_of(game: Game) -> Agenda:
    """The agenda of the running game."""
    found: Agenda | None = game.waiting
    if found is None:
        found = game.waiting = Agenda()
    return found


def use_key(game: Game, limit: Limit, name: str, source: Source, player: int | None) -> str:
    """The counter of a limited thing: its name, whose it is, and the scope it is counted in."""
    frame = game.scope(limit.scope)
    uid = frame.uid if frame else 0
    whose = {"source": source, "player": player}.get(limit.per, "")
    return f"{name}|{whose}|{limit.scope}|{uid}"


def use(game: Game, key: str) -> Used:
    """The event that counts a use, and forgets the counters of scopes that have ended."""
    uses = game.state.uses
    if not uses:
        return Used(key)
    running = {0, *(frame.uid for frame in game.frames())}
    return Used(key, tuple([str(old) for old in uses if int(str(old).rpartition("|")[2]) not in running]))


def within_limit(game: Game, limit: Limit | None, name: str, source: Source, player: int | None) -> bool:
    """Whether a limited thing may be used once more."""
    if limit is None or not game.state.uses:
        return True
    use = game.state.uses.get(use_key(game, limit, name, source, player))
    return use is None or use.times < limit.times


def candidates(
    game: Game, triggers: Iterable[Trigger], event: Event, cause: Origin, place: int = 0
) -> list[Candidate]:
    """The triggers that stand ready for an event now."""
    ready = []
    for item in triggers:
        if item.phase and game.phase != item.phase:
            continue
        for source in item.sources(game, event) if item.sources else (None,):
            player = item.player(game, event, source) if item.player else game.active
            if within_limit(game, item.limit, item.name, source, player):
                ready.append(Candidate(item, source, player, event, cause, place))
    return ready


def _ranked(game: Game, ready: list[Candidate]) -> list[list[Candidate]]:
    """Groups in the order of the policy: immediate ones first, then player by player."""
    order = {player: rank for rank, player in enumerate(game.rules.timing.order(game))}
    groups: dict[tuple[bool, int], list[Candidate]] = {}
    for item in ready:
        rank = order.get(item.player, len(order)) if item.player is not None else -1
        groups.setdefault((not item.trigger.immediate, rank), []).append(item)
    return [groups[key] for key in sorted(groups)]


def _choose(game: Game, group: list[Candidate]) -> Steps:
    """Let the player of a group pick the next of several, or decline optional ones; returns None for none."""
    first = group[0]
    optional = all(item.trigger.optional for item in group)
    asks = any(item.trigger.optional for item in group) or (
        game.rules.timing.ask_order and len(group) > 1 and all(item.trigger.order_matters for item in group)
    )
    if not asks:
        return first
    if first.player is None:
        forced = next((item for item in group if not item.trigger.optional), None)
        if forced is None:
            raise FlowError(f"trigger {first.trigger.name!r} is optional, but no player is there to be asked")
        return forced
    named = _named(group)
    keys = (*named, None) if optional else tuple(named)
    rule = first.trigger.rules[0] if first.trigger.rules else ""
    answer = yield Request(first.player, "trigger", Options(keys), rule, {"event": type(first.event).__name__})
    return named.get(answer)


def _named(group: Sequence[Candidate]) -> dict[Any, Candidate]:
    """Candidates by what names them in a request; where one stands there several times, the others are numbered."""
    named: dict[Any, Candidate] = {}
    for item in group:
        key: tuple[Any, ...] = item.key
        number = 2
        while key in named:
            key = (*item.key, number)
            number += 1
        named[key] = item
    return named


def _start(game: Game, item: Candidate) -> Steps:
    """Count the use of a candidate and run its resolution; returns what the resolution returned."""
    limit = item.trigger.limit
    if limit is not None:
        yield use(game, use_key(game, limit, item.trigger.name, item.source, item.player))
    resolving = agenda_of(game).resolving
    outer = resolving[-1] if resolving else None
    resolving.append(outer if item.player is None else item.player)
    try:
        resolution = item.trigger.resolve(game, item.event, item.source)
        if not item.trigger.before:
            return (yield Run(carry_out(resolution), item.trigger, item.cause))
        if resolution.__class__ is not GeneratorType:
            return resolution
        return (yield Run(resolution, item.trigger, Expected(unexplained(item.cause), item.event)))
    finally:
        resolving.pop()


def carry_out(resolution: Any) -> Steps:
    """Do a resolution to its end, and what it returns."""
    outcome = (yield from resolution) if resolution.__class__ is GeneratorType else resolution
    if outcome is not None:
        yield outcome


def would(game: Game, events: Sequence[Event], causes: list[Origin]) -> Steps:
    """Offer events to the triggers that may replace or prevent them; returns what happens instead of each, or None.

    To the causes of the events is added what replaced them.
    """
    standing: list[Event | None] = list(events)
    used: set[tuple[int, tuple[str, Source]]] = set()
    while True:
        ready = [
            item
            for place, event in enumerate(standing)
            if event is not None
            for item in standing_before(game, event, game.rules.hooks(event.__class__), causes[place], place)
            if (place, item.key) not in used and _usable(game, item)
        ]
        if not ready:
            return standing
        group = _ranked(game, ready)[0]
        chosen = yield from _choose(game, group)
        if chosen is None:
            used.update((item.place, item.key) for item in group)
            continue
        used.add((chosen.place, chosen.key))
        instead = yield from _start(game, chosen)
        event, cause = chosen.event, chosen.cause
        if instead is None:
            prevented = Prevented(type(event).__name__, event)
            yield Run(carry_out(prevented), chosen.trigger, unexplained(cause))
        else:
            instead, told = _explained(instead, cause)
            if not isinstance(instead, Event):
                what = f"{chosen.trigger!r} puts {instead!r} in place of {type(event).__name__}"
                raise FlowError(f"{what}; expected an event, or None to prevent it")
            cause = told if instead == event else Replaced(told, chosen.trigger, event)
        standing[chosen.place], causes[chosen.place] = instead, cause


def _explained(item: Any, cause: Origin) -> tuple[Any, Origin]:
    """The event itself, and what lies behind it with what the rules say of it."""
    if item.__class__ is Because:
        return item.what, Explained(cause, item.numbers, item.rules)
    return item, cause


def settle(game: Game, ready: list[Candidate]) -> Steps:
    """Resolve triggers that stand ready, player by player, under the timing policy, and what waited for them."""
    if not ready and (game.waiting is None or not game.waiting.waiting):
        return
    agenda = agenda_of(game)
    outermost = not agenda.resolving
    try:
        yield from _settle_all(game, ready, agenda, game.rules.timing.nesting)
    except GeneratorExit:
        # Broken off: what waited for the end of this resolution goes with it.
        if outermost:
            agenda.waiting = []
        raise


def _settle_all(game: Game, ready: list[Candidate], agenda: Agenda, nesting: str) -> Steps:
    while True:
        if nesting == "others wait" or not ready:
            ready = [*ready, *(item for item in agenda.waiting if _still_ready(game, item))]
            agenda.waiting = []
        agenda.waiting += [item for item in ready if not agenda.may_start(item, nesting)]
        groups = _ranked(game, [item for item in ready if agenda.may_start(item, nesting)])
        if not groups:
            return
        yield from _settle_group(game, groups[0])
        ready = [item for group in groups[1:] for item in group if _still_ready(game, item)]


def _settle_group(game: Game, group: list[Candidate]) -> Steps:
    while usable := [item for item in group if _usable(game, item)]:
        chosen = yield from _choose(game, usable)
        if chosen is None:
            return
        yield from _start(game, chosen)
        group = [item for item in group if item is not chosen and _still_ready(game, item)]


def _usable(game: Game, item: Candidate) -> bool:
    usable = item.trigger.usable
    return usable is None or usable(game, item.event, item.source)


def _still_ready(game: Game, item: Candidate) -> bool:
    what = item.trigger
    if game.rules.timing.recheck and what.sources is not None and item.source not in what.sources(game, item.event):
        return False
    return within_limit(game, what.limit, what.name, item.source, item.player)


def happen_alone(game: Game, event: Event) -> Steps:
    """Let one event happen; returns the event that happened, None for a prevented one."""
    return (yield from happen(game, (event,)))[0]


def happen(game: Game, events: Sequence[Event | Because]) -> Steps:
    """Let events happen at the same time: replacements first, then all of them, then what they trigger.

    Returns a list of the events that happened, None for each prevented one.
    """
    causes = [game.cause] * len(events)
    outcome: list[Any] = list(events)
    if Because in map(type, events):
        for place, item in enumerate(events):
            outcome[place], causes[place] = _explained(item, causes[place])
    if any(hooks.before or hooks.carried for hooks in (game.rules.hooks(event.__class__) for event in outcome)):
        outcome = yield from would(game, outcome, causes)
    done = [
        (event, cause, game.rules.hooks(event.__class__))
        for event, cause in zip(outcome, causes, strict=True)
        if event is not None
    ]
    left = [leaving(game, event, hooks, len(game.log) + place) for place, (event, _, hooks) in enumerate(done)]
    numbers = [game.apply(event, cause) for event, cause, _ in done]
    ready = []
    for (event, _, hooks), before_it, number in zip(done, left, numbers, strict=True):
        ready += standing_after(game, event, hooks, before_it, number)
    yield from follow(game, ready)
    return outcome


def standing_before(game: Game, event: Event, hooks: Hooks, cause: Origin, place: int = 0) -> list[Candidate]:
    """Who may replace or prevent an event."""
    ready = candidates(game, hooks.before, event, cause, place) if hooks.before else []
    if hooks.carried:
        ready += game.rules.powers.candidates(game, event, BEFORE, cause, place)
    return ready


def leaving(game: Game, event: Event, hooks: Hooks, number: int) -> list[Candidate]:
    """Whose powers an event triggers that is about to be this one of the log, as they are when it happens."""
    return game.rules.powers.candidates(game, event, LEFT, number) if hooks.carried else []


def standing_after(game: Game, event: Event, hooks: Hooks, left: list[Candidate], cause: int) -> list[Candidate]:
    """What an event triggers that has happened, with those that were asked when it did."""
    ready = candidates(game, hooks.after, event, cause) if hooks.after else []
    if hooks.carried:
        ready += [*left, *game.rules.powers.candidates(game, event, AFTER, cause)]
    return ready


def have_followed(game: Game, event: Event, ready: list[Candidate]) -> Steps:
    """Let an event that has happened trigger what stands ready; returns the event."""
    yield from follow(game, ready)
    return event


def follow(game: Game, ready: list[Candidate]) -> Steps:
    """What events lead to that have just happened: effects end, triggers resolve or are postponed."""
    if game.state.result is not None:
        yield Run(None, None, -1)  # The engine stops here: nothing happens after the end.
    scopes = [game.scope(item.trigger.delay) if item.trigger.delay else None for item in ready]
    for item, scope in zip(ready, scopes, strict=True):
        if scope is not None:
            yield _postpone(game, item, scope.uid)
    yield from game.lapse()
    yield from settle(game, [item for item, scope in zip(ready, scopes, strict=True) if scope is None])


def _postpone(game: Game, item: Candidate, uid: int) -> Postponed:
    """Put a trigger among those that wait, numbered by its place, so that positions that wait alike are alike."""
    data = read_only(msgspec.to_builtins(item.event))
    number = 1 + max((int(waiting) for waiting in game.state.delayed), default=0)
    record = Delayed(number, item.trigger.name, item.source, uid, type(item.event).__name__, data)
    return Postponed(record)


def resolve_due(game: Game, due: Sequence[Delayed]) -> Steps:
    """Resolve triggers that waited for the end of a scope; an optional one that nobody controls any more lapses."""
    ready = []
    for waiting in due:
        yield Due(waiting.id)
        what = game.rules.trigger(waiting.trigger)
        event = msgspec.convert(waiting.event, game.rules.event_types[waiting.event_type])
        player = what.player(game, event, waiting.source) if what.player else game.active
        item = Candidate(what, waiting.source, player, event, len(game.log) - 1)
        if _still_ready(game, item) and not (what.optional and player is None):
            ready.append(item)
    yield from settle(game, ready)


class Moment(Context):
    """A window that stands open: who is asked now, who has passed."""

    player: int
    window: str
    passed: tuple[int, ...] = ()
    reacted: bool = False
    stirred: bool = False
    """Someone has reacted before in this round of the window."""
    choices: Annotated[tuple[tuple[str, Any], ...], Seen.OWNER] = ()
    """What the player may use, as pairs of reaction name and choice."""


class Opening(Sealed):
    """A window of a frozen ruleset: who is asked in it, and for what. What never changes is looked up once."""

    __slots__ = (
        "about", "always", "explains", "judge", "name", "order", "order_of_policy", "powers", "reactions", "rule",
        "silent", "until",
    )  # fmt: skip

    def __init__(self, window: Any, reactions: Sequence[Reaction], timing: TimingPolicy, powers: Any) -> None:
        self.name: str = window.name
        self.rule: str = window.rule
        self.until: str = window.until or timing.until
        self.order = window.order
        self.order_of_policy = timing.order
        self.always = timing.ask_all is True
        self.judge = None if isinstance(timing.ask_all, bool) else timing.ask_all
        self.reactions = tuple((item.name, item.options, item.limit, item.source) for item in reactions)
        self.explains = tuple(item for item in reactions if item.limit is not None or item.why_not is not None)
        self.powers = powers if powers.users(window.name) else None
        self.silent = not reactions and self.powers is None and timing.ask_all is False
        self.about = {"window": window.name}

    def options(self, game: Game, player: int, context: Any) -> tuple[tuple[str, Any], ...]:
        """What the player may use now, as pairs of reaction name and choice."""
        found: tuple[tuple[str, Any], ...] = ()
        for name, options, limit, source in self.reactions:
            if limit is not None and source is None and not within_limit(game, limit, name, None, player):
                continue
            choices = options(game, player, context)
            if choices:
                if limit is not None and source is not None:
                    choices = [c for c in choices if within_limit(game, limit, name, source(c), player)]
                found += tuple([(name, choice) for choice in choices])
        if self.powers is not None:
            found += tuple(self.powers.usable(game, self.name, player, context))
        return found

    def why_not(self, game: Game, moment: Moment) -> Iterator[tuple[tuple[str, Any], Violation]]:
        """What the player who is asked may think of and cannot use now, as pairs of reaction with choice and reason."""
        player, context = moment.player, game.outer_context(moment)
        for item in self.explains:
            name, limit, rule = item.name, item.limit, item.rules[0] if item.rules else ""
            if limit is not None:
                for choice in item.options(game, player, context):
                    if not within_limit(game, limit, name, _source(item, choice), player):
                        yield (name, choice), Violation("used_up", rule, times=limit.times, scope=limit.scope)
            if item.why_not is not None:
                for choice, why in item.why_not(game, player, context):
                    yield (name, choice), why

    def advance(self, game: Game, last: Moment | None) -> Moment | None:
        """Who is asked next: the loop's advance. None closes the window."""
        if self.silent:
            return None
        outer = game.outer_context(last)
        order = tuple(self.order_of_policy(game) if self.order is None else self.order(game, outer))
        if last is None:
            return self.first(game, order, outer)
        if self.until == "quiet round":
            return _next_in_round(game, last, self, order, outer)
        passed, start = _progress(self.until, last, order)
        rest = [player for player in (*order[start:], *order[:start]) if player not in passed]
        return self.first(game, rest, outer, passed) if rest else None

    def first(
        self, game: Game, players: Sequence[int], outer: Any, passed: tuple[int, ...] = (), *, stirred: bool = False
    ) -> Moment | None:
        """The question to the first of these players who has something to use, or is asked all the same."""
        judge = self.judge
        for player in players:
            choices = self.options(game, player, outer)
            if choices or self.always or (judge is not None and judge(game, player, self.name)):
                return Moment(player=player, window=self.name, passed=passed, stirred=stirred, choices=choices)
        return None


def window_options(game: Game, window: str, player: int, context: Any) -> list[tuple[str, Any]]:
    """What the player may use in a window now, as pairs of reaction name and choice."""
    opening = game.rules.openings.get(window)
    return [] if opening is None else list(opening.options(game, player, context))


def of_another_window(game: Game, request: Any, answer: Any) -> Violation | None:
    """Why a reaction is not among those of the window that asks: it is used in others. None for any other answer."""
    if request.ask != "react" or answer.__class__ is not tuple or len(answer) != 2:
        return None
    item = game.rules.reactions.get(answer[0])
    if item is None or request.about.get("window") in item.windows:
        return None
    return Violation("not_now", item.rules[0] if item.rules else "")


def _source(item: Reaction, choice: Any) -> Source:
    return item.source(choice) if item.source is not None else None


def _next_in_round(game: Game, last: Moment, window: Opening, order: tuple[int, ...], outer: Any) -> Moment | None:
    """Round after round in the same order; a whole round without a reaction closes the window."""
    start = order.index(last.player) + 1 if last.player in order else 0
    stirred = last.stirred or last.reacted
    moment = window.first(game, order[start:], outer, stirred=stirred)
    return window.first(game, order, outer) if moment is None and stirred else moment


def _progress(until: str, last: Moment, order: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """Who has passed for good after the last answer, and whose place in the order comes next."""
    at = order.index(last.player) if last.player in order else -1
    if not last.reacted:
        return (*last.passed, last.player), at + 1
    if until == "all pass":
        return (), at + 1
    if until == "each once":
        return (*last.passed, last.player), at + 1
    return last.passed, at


def offer_anew(game: Game) -> None:
    """In a made-up position: let the open window offer what may be used there, not what may be used in the real one."""
    frame = game.state.frame
    if frame is not None and isinstance(frame.context, Moment) and frame.uid == frame.context.id:
        moment = frame.context
        choices = tuple(window_options(game, moment.window, moment.player, game.outer_context(moment)))
        game.state.frame = with_facts(frame, frame.uid, {"choices": choices})


def ask_window(game: Game, moment: Moment) -> Steps:
    """Ask one player for one reaction, and resolve it; one that only calls a procedure leaves nothing suspended."""
    opening = game.rules.openings[moment.window]
    why_not = game.on_demand(opening.why_not, moment) if opening.explains else ()
    space = Options((None, *moment.choices), why_not)
    answer = yield Request(moment.player, "react", space, opening.rule, opening.about)
    if answer is None:
        return None
    name, choice = answer
    what = game.rules.reaction(name)
    yield game.note(moment, reacted=True)
    if what.limit is not None:
        yield use(game, use_key(game, what.limit, name, _source(what, choice), moment.player))
    resolution = what.resolve(game, moment.player, choice, game.outer_context(moment))
    told = resolution.what if resolution.__class__ is Because else resolution
    if told.__class__ is Call:  # nothing has to wait for a procedure that is all there is to do
        return Run(resolution, what, len(game.log) - 1)
    yield Run(carry_out(resolution), what, len(game.log) - 1)
    return None


__all__ = [
    "Candidate", "Limit", "Moment", "Reaction", "Run", "TimingPolicy", "Trigger", "active_first",
    "in_seat_order", "reaction", "trigger",
]  # fmt: skip
