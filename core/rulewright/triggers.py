"""Triggers at work: what stands ready for an event, what replaces it, and what follows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from types import GeneratorType
from typing import TYPE_CHECKING, Any, Self

import msgspec

from .events import Event
from .flow import FlowError
from .readonly import NOTHING, read_only
from .reasons import Because, Expected, Explained, Origin, Replaced, unexplained
from .requests import Request
from .spaces import Options
from .state import Delayed, Id, State, Use, Viewer
from .timing import AFTER, BEFORE, LEFT, Source, Trigger, use_key, within_limit

if TYPE_CHECKING:
    from .flow import Steps
    from .game import Game
    from .ruleset import Listeners
else:
    Game = Any  # what msgspec evaluates for a signature; the module imports this one


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

    def seen_by(self, viewer: Viewer) -> Self:
        """Without the event for those who do not know it."""
        delayed = self.delayed.seen_by(viewer)
        return self if delayed is self.delayed else msgspec.structs.replace(self, delayed=delayed)


class Due(Event, frozen=True):
    """A postponed trigger's time has come."""

    delayed: Id

    def apply(self, state: State) -> None:
        state.delayed.remove(self.delayed)


class Prevented(Event, frozen=True):
    """An event of a ``kind`` did not happen: ``what`` would have been, but for the trigger whose name is ``by``."""

    kind: str
    what: Event
    by: str = ""

    def seen_by(self, viewer: Viewer) -> Self | None:
        """Known to those who would have known the event."""
        what = self.what.seen_by(viewer)
        return None if what is None else msgspec.structs.replace(self, what=what)


class RunAs(msgspec.Struct, frozen=True):
    """For the engine: run a resolution as the work of ``source``, with what lies behind it as its ``cause``."""

    resolution: Any
    source: Any
    cause: Origin


class Candidate(msgspec.Struct, frozen=True):
    """A trigger that stands ready for an event, with its place among those that happen together."""

    trigger: Trigger
    source: Source
    player: int | None
    event: Event
    cause: Origin
    place: int = 0
    wants: Any = None
    """What its resolution has already said, where it is a plain function that was asked."""

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


def use(game: Game, key: str) -> Used:
    """The event that counts a use, and forgets the counters of scopes that have ended."""
    uses = game.state.uses
    if not uses:
        return Used(key)
    running = {0, *(frame.uid for frame in game.frames())}
    return Used(key, tuple([str(old) for old in uses if int(str(old).rpartition("|")[2]) not in running]))


def candidates(game: Game, triggers: Iterable[Trigger], event: Event, cause: Origin, place: int = 0) -> list[Candidate]:
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
    """Groups in the order of the policy: immediate ones first, then player by player, unless one orders for all."""
    timing = game.rules.timing
    order = {player: rank for rank, player in enumerate(timing.order(game))}
    groups: dict[tuple[bool, int], list[Candidate]] = {}
    for item in ready:
        rank = order.get(item.player, len(order)) if item.player is not None else -1
        groups.setdefault((not item.trigger.immediate, rank), []).append(item)
    if timing.orders is None:
        return [groups[key] for key in sorted(groups)]
    together: dict[tuple[bool, bool], list[Candidate]] = {}
    for late, rank in sorted(groups):
        together.setdefault((late, rank >= 0), []).extend(groups[late, rank])
    return list(together.values())


def _choose(game: Game, group: list[Candidate]) -> Steps:
    """Let a player pick the next of several, or decline optional ones.

    Returns the one that is next, or None, and those that are dealt with by that: itself, or what was declined.
    """
    first, timing = group[0], game.rules.timing
    if timing.orders is not None and first.player is not None:
        orderer = timing.orders(game)
        if any(item.player != orderer for item in group):
            return (yield from _choose_for_others(game, orderer, group))
    optional = all(item.trigger.optional for item in group)
    asks = any(item.trigger.optional for item in group) or (
        timing.ask_order and len(group) > 1 and all(item.trigger.order_matters for item in group)
    )
    if not asks:
        return first, [first]
    if first.player is None:
        forced = next((item for item in group if not item.trigger.optional), None)
        if forced is None:
            raise FlowError(f"trigger {first.trigger.name!r} is optional, but no player is there to be asked")
        return forced, [forced]
    named = _named(group)
    answer = yield _question(game, first.player, first, (*named, None) if optional else tuple(named))
    chosen = named.get(answer)
    return chosen, group if chosen is None else [chosen]


def _choose_for_others(game: Game, orderer: int, group: list[Candidate]) -> Steps:
    """Let one player say which is next, and whoever controls it whether it is used; returns the same as `_choose`."""
    named = _named(group)
    key = next((key for key, item in named.items() if not item.trigger.order_matters), next(iter(named)))
    if game.rules.timing.ask_order and len(group) > 1 and named[key].trigger.order_matters:
        key = yield _question(game, orderer, group[0], tuple(named))
    item = named[key]
    if item.trigger.optional and (yield _question(game, item.player, item, (key, None))) is None:
        return None, [item]
    return item, [item]


def _question(game: Game, player: Any, about: Candidate, keys: tuple[Any, ...]) -> Request:
    """Ask which trigger comes next, with the kind of the event and what the player may know of it."""
    rule = about.trigger.rules[0] if about.trigger.rules else ""
    known = about.event.seen_by(game.viewer(player))
    what = {} if known is None else msgspec.to_builtins(known)
    what.pop("rule", None)
    return Request(
        player, "trigger", Options(keys), rule, {"event": type(about.event).__name__, "what": read_only(what)}
    )


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
        wants = item.wants
        resolution = item.trigger.resolve(game, item.event, item.source) if wants is None else wants
        if not item.trigger.before:
            return (yield RunAs(carry_out(resolution), item.trigger, item.cause))
        if resolution.__class__ is not GeneratorType:
            return resolution
        return (yield RunAs(resolution, item.trigger, Expected(unexplained(item.cause), item.event)))
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
        chosen, dealt_with = yield from _choose(game, group)
        used.update((item.place, item.key) for item in dealt_with)
        if chosen is None:
            continue
        instead = yield from _start(game, chosen)
        event, cause = chosen.event, chosen.cause
        if instead is None:
            prevented = Prevented(type(event).__name__, event, chosen.trigger.name)
            yield RunAs(carry_out(prevented), chosen.trigger, unexplained(cause))
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
    agenda = agenda_of(game)
    if not agenda.waiting:
        ready = unless_idle(game, ready, agenda)
        if not ready:
            return
    outermost = not agenda.resolving
    try:
        yield from _settle_all(game, ready, agenda, game.rules.timing.nesting)
    except GeneratorExit:
        # Broken off: what waited for the end of this resolution goes with it.
        if outermost:
            agenda.waiting = []
        raise


def unless_idle(game: Game, ready: list[Candidate], agenda: Agenda) -> list[Candidate]:
    """What is left when the plain functions that come first have been asked: from the first on that wants something,
    or is no plain function."""
    nesting = game.rules.timing.nesting
    if any(item.trigger.delay or not agenda.may_start(item, nesting) for item in ready):
        return ready
    ranks = {(item.player, item.trigger.immediate) for item in ready}
    groups = [ready] if len(ranks) == 1 else _ranked(game, ready)
    while groups and all(item.trigger.plain for item in groups[0]):
        group = groups.pop(0)
        for place, item in enumerate(group):
            wants = item.trigger.resolve(game, item.event, item.source) if item.wants is None else item.wants
            if wants is not None:
                asked = msgspec.structs.replace(item, wants=wants)
                return [asked, *group[place + 1 :], *chain.from_iterable(groups)]
    return [*chain.from_iterable(groups)]


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
        chosen, dealt_with = yield from _choose(game, usable)
        if chosen is not None:
            yield from _start(game, chosen)
        done = set(map(id, dealt_with))
        group = [item for item in group if id(item) not in done and _still_ready(game, item)]


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
    ready, removed = happened(game, done)
    yield from follow(game, ready, removed)
    return outcome


def happened(
    game: Game, done: Sequence[tuple[Event, Origin, Listeners]], source: Any = None
) -> tuple[list[Candidate], dict[tuple[str, Id | None], int]]:
    """Write events that happen at the same time, each with its cause and who listens.

    Returns what they trigger, and the number of the event by which each record left its table.
    """
    left = [leaving(game, event, hooks, len(game.log) + place) for place, (event, _, hooks) in enumerate(done)]
    numbers: list[int] = []
    gone, removed = game.state.removed, {}
    for event, cause, _ in done:
        before = len(gone)
        numbers.append(game.apply(event, cause, source))
        if len(gone) > before:
            removed.update(dict.fromkeys(gone[before:], numbers[-1]))
    ready = []
    for (event, _, hooks), before_it, number in zip(done, left, numbers, strict=True):
        ready += standing_after(game, event, hooks, before_it, number)
    return ready, removed


def standing_before(game: Game, event: Event, hooks: Listeners, cause: Origin, place: int = 0) -> list[Candidate]:
    """Who may replace or prevent an event."""
    ready = candidates(game, hooks.before, event, cause, place) if hooks.before else []
    if hooks.carried:
        ready += game.rules.powers.candidates(game, event, BEFORE, cause, place)
    return ready


def leaving(game: Game, event: Event, hooks: Listeners, number: int) -> list[Candidate]:
    """Whose powers an event triggers that is about to be this one of the log, as they are when it happens."""
    return game.rules.powers.candidates(game, event, LEFT, number) if hooks.carried else []


def standing_after(game: Game, event: Event, hooks: Listeners, left: list[Candidate], cause: int) -> list[Candidate]:
    """What an event triggers that has happened, with those that were asked when it did."""
    ready = candidates(game, hooks.after, event, cause) if hooks.after else []
    if hooks.carried:
        ready += [*left, *game.rules.powers.candidates(game, event, AFTER, cause)]
    return ready


def have_followed(
    game: Game, done: Any, ready: list[Candidate], removed: Mapping[tuple[str, Id | None], int] = NOTHING
) -> Steps:
    """Let what has been done, one event or several, trigger what stands ready; returns it."""
    yield from follow(game, ready, removed)
    return done


def follow(game: Game, ready: list[Candidate], removed: Mapping[tuple[str, Id | None], int] = NOTHING) -> Steps:
    """What events lead to that have just happened: effects end, triggers resolve or are postponed.

    Of several events ``removed`` says which one took a record out of its table.
    """
    last = len(game.log) - 1
    if game.state.result is not None:
        yield RunAs(None, None, -1)  # The engine stops here: nothing happens after the end.
    scopes = [game.scope(item.trigger.delay) if item.trigger.delay else None for item in ready]
    for item, scope in zip(ready, scopes, strict=True):
        if scope is not None:
            game.apply(_postpone(game, item, scope.uid), item.cause)
    yield from game.lapse(last, removed)
    yield from settle(game, [item for item, scope in zip(ready, scopes, strict=True) if scope is None])


def _postpone(game: Game, item: Candidate, uid: int) -> Postponed:
    """Put a trigger among those that wait, numbered by its place, so that positions that wait alike are alike."""
    event = item.event
    data = read_only(msgspec.to_builtins(event))
    number = 1 + max((int(waiting) for waiting in game.state.delayed), default=0)
    unknown_to = tuple(player for player in game.players if event.seen_by(game.viewer(player)) != event)
    record = Delayed(number, item.trigger.name, item.source, uid, type(event).__name__, data, unknown_to)
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
