"""Triggers and reactions as rulesets declare them, their limits, and the timing policy that orders them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from inspect import isgeneratorfunction
from typing import TYPE_CHECKING, Any, Final

import msgspec

from .events import Event
from .readonly import Sealed
from .refusals import Violation
from .rules import rules_of
from .state import Id

if TYPE_CHECKING:
    from .game import Game
    from .position import Position
else:
    Game = Position = Any  # what msgspec evaluates for a signature; the module imports this one


BEFORE: Final = "before"
AFTER: Final = "after"
LEFT: Final = "left"
"""When a power listens to an event: before it; after it; after it, as the bearer was when it happened."""

Source = Id | None
"""What a trigger or reaction stems from: a figure, a card, an effect; None where the rule itself does it."""


class Limit(msgspec.Struct, frozen=True):
    """At most ``times`` per ``scope`` (a procedure, phase or turn by name, or "game"), per source or player.

    It counts what goes by ``name``: things with one name share a limit. Without it what is limited counts by itself.
    """

    times: int = 1
    scope: str = "game"
    per: str = "source"
    name: str = ""


class TimingPolicy(msgspec.Struct, frozen=True):
    """Who orders simultaneous things, and how reactions nest. Data of a ruleset.

    ``order(game)`` gives the players in the order in which they react at this moment.
    ``nesting`` says when something resolves that is triggered while a triggered effect is being resolved: "at once"
    (there and then), "wait" (when all that was due is done) or "others wait" (at once, unless another player is
    resolving something: then when that player has finished). What no player controls waits for no player.
    ``recheck`` lets a trigger that stands ready lapse when its source stops qualifying; without it, once triggered
    it resolves. ``until`` is the default of windows. ``ask_order`` lets a player order several forced triggers.
    ``orders(game)`` is the player who orders everything that is triggered at the same time, in one question; the player
    who controls an optional trigger is asked about it when its turn comes; texts that must happen in a window are
    ordered like that, too. Without ``orders`` players order their own
    triggers, one player after the other.
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
    orders: Callable[[Game], int] | None = None

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
    ``must`` says that it is no choice: it happens when the window opens.
    """

    __slots__ = ("limit", "must", "options", "source", "why_not", "windows")

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
        must: bool = False,
    ) -> None:
        super().__init__(name, resolve)
        self.windows = windows
        self.must = must
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


def use_key(game: Position, limit: Limit, name: str, source: Source, player: int | None) -> str:
    """The counter of a limited thing: its name, whose it is, and the scope it is counted in."""
    whose = {"source": source, "player": player}.get(limit.per, "")
    return f"{limit.name or name}|{whose}|{limit.scope}|{game.scope_number(limit.scope)}"


def within_limit(game: Position, limit: Limit | None, name: str, source: Source, player: int | None) -> bool:
    """Whether a limited thing may be used once more."""
    if limit is None or not game.state.uses:
        return True
    use = game.state.uses.get(use_key(game, limit, name, source, player))
    return use is None or use.times < limit.times
