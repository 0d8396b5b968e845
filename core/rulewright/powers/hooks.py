"""What a power is: a class whose methods say what it does, each with the moment at which it does it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import update_wrapper
from types import FunctionType
from typing import Any, Final, TypeAlias, TypedDict, TypeVar, Unpack, cast

import msgspec

from ..events import Event
from ..flow import FlowError
from ..readonly import Sealed
from ..refusals import Violation
from ..rules import rules_of
from ..state import Effect, Id
from ..timing import AFTER, BEFORE, LEFT, Limit

Method = TypeVar("Method", bound=Callable[..., Any])

Asks: TypeAlias = Callable[[Any, Any, Any], bool]
"""A condition ``(game, me, event)``; for what is used in a window ``(game, me, context)``."""

ALL: Final = "*"
"""In an effect that counters: every power."""

_MARK: Final = "__hooks__"
PLACE: Final = "__place__"
"""What a function of a power that stands in content has: its place there (`rulewright.kinds.Location`)."""
SAYS: Final = "__says__"
"""What it does: the effects that stand there, for programs that play."""


class When(msgspec.Struct, frozen=True):
    """A listener: to which events, whose (the field that names the bearer, or any), and how it is resolved."""

    stage: str
    events: tuple[type[Event], ...]
    me: str = ""
    of: str = ""
    only: Asks | None = None
    usable: Asks | None = None
    optional: bool = False
    immediate: bool = False
    limit: Limit | None = None
    delay: str = ""
    phase: str = ""
    order_matters: bool = True


class How(TypedDict, total=False):
    """How a listener is resolved: the keywords of `before` and `after`."""

    of: str
    only: Asks
    usable: Asks
    optional: bool
    immediate: bool
    limit: Limit | None
    phase: str
    order_matters: bool


class WindowUse(msgspec.Struct, frozen=True):
    """Something to use in windows; ``choices(game, me, context)`` are the ways to use it now. What ``must`` happen is
    asked of nobody."""

    windows: tuple[str, ...]
    choices: Callable[[Any, Any, Any], Iterable[Any]] | None = None
    only: Asks | None = None
    limit: Limit | None = None
    why_not: Callable[[Any, Any, Any], Iterable[Violation | tuple[Any, Violation]]] | None = None
    must: bool = False

    def options(self, game: Any, me: Bearer, context: Any) -> list[Any]:
        """What stands for it in a window: its bearer, and where there are several ways to use it each of them, too."""
        if self.choices is None:
            return [me.id]
        return [(me.id, choice) for choice in self.choices(game, me, context)]


class Changes(msgspec.Struct, frozen=True):
    """A change of a characteristic or a permission, of the bearer or of others."""

    stat: str
    layer: str
    others: bool = False
    group: str = ""
    of: str = ""


class Offer(msgspec.Struct, frozen=True):
    """Something offered to the rules, which ask for it by this name, as long as the limit allows."""

    name: str
    limit: Limit | None = None


Hook = When | WindowUse | Changes | Offer


def before(*events: type[Event], me: str = "", **how: Unpack[How]) -> Callable[[Method], Method]:
    """Before the event: the method ``(self, game, me, event)`` returns the event that happens instead, or None.

    ``me`` is the field of the event that names the bearer; without it all bearers are asked. Where several tables
    carry powers ``of`` says whose records that field names. ``only(game, me, event)`` says whether it is triggered, and
    ``usable(game, me, event)``, asked when its turn comes, whether it can be paid for. ``optional``, ``limit``,
    ``immediate``, ``phase`` and ``order_matters`` are those of `rulewright.Trigger`.
    """
    return _marks(When(BEFORE, events, me, **how))


def after(
    *events: type[Event], me: str = "", left: bool = False, delay: str = "", **how: Unpack[How]
) -> Callable[[Method], Method]:
    """After the event: the method ``(self, game, me, event)`` may be a step. Keywords as in `before`.

    Who carries the power after the event is asked; with ``left`` who carried it when the event happened, also where
    the event took the bearer out of the game or the power off it. ``delay`` names a scope at whose end it resolves.
    """
    return _marks(When(LEFT if left else AFTER, events, me, delay=delay, **how))


def use(
    *windows: str, choices: Any = None, only: Any = None, limit: Limit | None = None, why_not: Any = None,
    must: bool = False,
) -> Callable[[Method], Method]:  # fmt: skip
    """In these windows the bearer's player may use it: the method ``(self, game, me, context)`` is a step.

    ``choices(game, me, context)`` gives the ways to use it now; the method then takes one of them as well.
    ``only(game, me, context)`` says whether it may be used at all. ``why_not(game, me, context)`` gives the reasons why
    it cannot be used now: a `Violation` each, or a pair of choice and `Violation` for one that concerns this choice.
    One without a rule cites that of the power. What the limit forbids need not be among them.

    With ``must`` nobody is asked: it happens when the window opens, as often as its limit says. Raises ValueError for
    such a use without a limit, or with choices.
    """
    if must and (limit is None or choices is not None):
        raise ValueError("what must happen in a window has a limit, and nothing to choose")
    return _marks(WindowUse(windows, choices, only, limit, why_not, must))


def offers(name: str, limit: Limit | None = None) -> Callable[[Method], Method]:
    """Offer something to the rules: the method ``(self, game, me)`` returns it, or None for nothing now.

    What it is, is between the power and the rules, which ask for it by this name with `Game.offers`: an action of a
    turn, a step of a procedure, a line of a sheet. The names stand in ``Ruleset(offers=[...])``.

    With a ``limit`` it is offered only so often by each bearer. What it offers counts the use: a call that says what
    it ``counts``, with the key that `timing.use_key` gives for a limit with a name.
    """
    return _marks(Offer(name, limit))


def modifies(
    stat: str, layer: str, *, others: bool = False, group: str = "", of: str = ""
) -> Callable[[Method], Method]:
    """Change a characteristic: the method ``(self, game, me)`` returns the amount, or None for no change.

    With ``others`` it changes the characteristic of other records and takes the id of the record, too. Where several
    tables carry powers ``of`` says whose characteristic it is: it is changed for bearers in that table.
    """
    return _marks(Changes(stat, layer, others, group, of))


def permits(permission: str, *, others: bool = False, of: str = "") -> Callable[[Method], Method]:
    """Permit something where the method ``(self, game, me)`` returns True; keywords as in `modifies`."""
    return _marks(Changes(permission, "may", others, of=of))


def forbids(permission: str, *, others: bool = False, of: str = "") -> Callable[[Method], Method]:
    """Forbid something where the method ``(self, game, me)`` returns True; keywords as in `modifies`."""
    return _marks(Changes(permission, "cannot", others, of=of))


def _marks(hook: Hook) -> Callable[[Method], Method]:
    """A mark leaves the function as it is, which may be marked otherwise for another power, and marks a copy of it."""

    def mark(method: Method) -> Method:
        marked = update_wrapper(_copied(method), method)
        setattr(marked, _MARK, (hook, *getattr(method, _MARK, ())))
        return cast("Method", marked)

    return mark


def _copied(method: Callable[..., Any]) -> Callable[..., Any]:
    """A function once more; of anything else that is called, a function that calls it."""
    if not isinstance(method, FunctionType):
        return lambda *arguments: method(*arguments)  # noqa: PLW0108
    code, names, closure = method.__code__, method.__globals__, method.__closure__
    copy = FunctionType(code, names, method.__name__, method.__defaults__, closure)
    copy.__kwdefaults__ = method.__kwdefaults__
    return copy


class Part(msgspec.Struct, frozen=True):
    """One thing that a power does: when, the function that does it, and its name among all that rules register."""

    name: str
    hook: Hook
    do: Callable[..., Any]
    rules: tuple[str, ...] = ()

    @contextmanager
    def placed(self) -> Iterator[None]:
        """Where it stands in content is said before what is wrong with it. Raises FlowError."""
        place = getattr(self.do, PLACE, None)
        try:
            yield
        except FlowError as error:
            if place is None:
                raise
            where = "".join(f"{one}: " for one in (place.file, place.entry, place.field) if one)
            raise FlowError(f"{where}{error}") from None


class Power(Sealed):
    """What a thing may carry: a class whose marked methods are what it does, and whose docstring is its text.

        class Toughness(Power, name="toughness", rule="4.2"):
            @before(Damaged, me="figure")
            def reduce(self, game, me, event): ...

    `Power.of` makes one of functions, for powers that stand in files, and one that does nothing by itself, for which
    the rules ask `Game.has`. Raises ValueError for a class without a marked method: it would do nothing without a word.
    """

    __slots__ = ("__dict__", "name", "parts", "rule", "text")
    _declared = ("", "")

    def __init_subclass__(cls, *, name: str, rule: str = "", **others: Any) -> None:
        super().__init_subclass__(**others)
        cls._declared = (name, rule)
        if not _marked(cls):
            raise ValueError(f"the power {name!r} does nothing: mark its methods (before, after, use, offers, ...)")

    def __init__(self) -> None:
        name, rule = self._declared
        self._become(name, [getattr(self, label) for label in _marked(type(self))], rule, (self.__doc__ or "").strip())

    @classmethod
    def of(cls, name: str, *functions: Callable[..., Any], rule: str = "", text: str = "") -> Power:
        """A power of functions ``(game, me, ...)`` that are marked as the methods of a class are."""
        new = object.__new__(Power)
        new._become(name, functions, rule, text)
        return new

    def _become(self, name: str, functions: Sequence[Callable[..., Any]], rule: str, text: str) -> None:
        if not name or ":" in name or name == ALL:
            raise ValueError(f"a power is called something, without a colon, and not {name!r}")
        self.name, self.rule, self.text = name, rule, text
        hooks = [(do, hook) for do in functions for hook in getattr(do, _MARK, ())]
        self.parts = tuple(
            Part(_label(name, hooks, place), hook, do, rules_of(do) or ((rule,) if rule else ()))
            for place, (do, hook) in enumerate(hooks)
        )

    def __repr__(self) -> str:
        return f"Power({self.name!r})"


def _marked(kind: type) -> list[str]:
    """The methods that are marked, in the order of the code; one that a class overrides is listed once."""
    names = dict.fromkeys(name for one in reversed(kind.__mro__) for name in vars(one))
    return [name for name in names if hasattr(getattr(kind, name), _MARK)]


def _label(name: str, hooks: Sequence[tuple[Callable[..., Any], Hook]], place: int) -> str:
    """What a part is called: as its power where it is the only one, else after the function, too."""
    if len(hooks) == 1:
        return name
    own = hooks[place][0].__name__
    before_it = sum(other.__name__ == own for other, _ in hooks[:place])
    return f"{name}.{own}" + (f" {before_it + 1}" if before_it else "")


class Bearer(msgspec.Struct, frozen=True):
    """Who carries a power: ``id`` in ``table``; ``version`` is what stands behind the colon of ``toughness:2``."""

    game: Any
    table: str
    id: Any
    version: str = ""
    left_to: int | None = None
    """Who controlled it, of one that may have left the game."""

    @property
    def record(self) -> Any:
        """Its record as it is now. Raises KeyError where it has left the game."""
        return getattr(self.game.state, self.table)[self.id]

    @property
    def player(self) -> int:
        """Who controls it now, or did. Raises LookupError where nobody does, or it has left the game."""
        player: int | None = self.game.rules.powers.player(self.game, self.table, self.id)
        player = self.left_to if player is None else player
        if player is None:
            raise LookupError(f"nobody controls {self.table} {self.id!r}")
        return player


class Held(msgspec.Struct, frozen=True):
    """A power that something carries on conditions, where its name alone does not say all.

    What counters a power ``through`` which it comes counters it, too. Effects of the kinds that it is ``proof`` against
    do not, whatever they counter.
    """

    name: str
    through: tuple[str, ...] = ()
    proof: tuple[str, ...] = ()


def given(effect: Effect) -> tuple[str, ...]:
    """The powers that an effect names as given to its target: its data "gives", a name or several."""
    names = effect.data.get("gives", ())
    return (names,) if isinstance(names, str) else tuple(names)


class Carriers(msgspec.Struct, frozen=True):
    """A table whose records carry powers.

    ``powers(content, record)`` gives the names of what a record carries, in order: its sheet's, its dial's, its
    equipment's; ``toughness:2`` is the power "toughness" in the version "2", and `Held` says more than a name. It
    reads nothing but these two; what effects give and counter is added by the kernel, and what depends on more is a
    condition of the hook. ``reads`` names the fields of the record that it reads (all of them where empty), so that a
    wound costs no look at the sheet.
    ``takes(content, record)`` says whether effects give the record powers now, by the same fields; by default they do.
    ``gives(content, effect)`` is all that comes with the powers that an effect names (`given`), by default these alone.
    ``player(game, record)`` is who controls the record, by default its field ``player``. ``rows`` are the only ones of
    the table that ever carry anything, such as the zones of active cards; without it all are looked at.
    """

    table: str
    powers: Callable[[Any, Any], Iterable[str | Held]]
    reads: tuple[str, ...] = ()
    player: Callable[[Any, Any], int | None] = lambda game, record: record.player
    rows: tuple[Id, ...] = ()
    takes: Callable[[Any, Any], bool] = lambda content, record: True
    gives: Callable[[Any, Effect], Iterable[str | Held]] = lambda content, effect: given(effect)
