"""A ruleset: everything a game registers, and its frozen, compiled form that games run on."""

from __future__ import annotations

import difflib
import hashlib
import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeAlias

import msgspec

from .documents import uncollected
from .events import Began, Ended, Event, FoundImpossible, GameOver, LeftByHand, Noted, PlayedByHand
from .flow import (
    LOOP,
    PROCEDURE,
    STEP,
    Call,
    FlowError,
    Insert,
    Leave,
    Loop,
    Node,
    Phase,
    Procedure,
    Step,
    Window,
)
from .history import Tellers
from .labels import entries_of
from .plaindata import shown
from .powers import Book, Carriers, Power
from .powers.hooks import Changes, Offer
from .readonly import ReadOnlyDict, Sealed, read_only
from .reasons import Because
from .requests import Request, Together
from .state import Context, State, table_types
from .text import TextError, Texts, read_texts
from .timing import BEFORE, LEFT, Reaction, TimingPolicy, Trigger, in_seat_order
from .triggers import RunAs
from .windows import Moment, Opening, ask_window

if TYPE_CHECKING:
    from random import Random

    from .effects import EffectKind
    from .game import Game
    from .odds_desk import OddsDesk
    from .orders import Order
    from .panels import Panel
    from .programs import Judge
    from .refusals import Violation
    from .stats import Modifier, Permission, Stat
    from .stops import Timely
    from .vocabulary import Lexicon, Verb

QUIET: Final = 0
REVEALING: Final = 1
HEARD: Final = 2
"""Only plain functions listen, in an order that nobody need choose."""
HOOKED: Final = 3
ASK: Final = 4
CHANCE_ASK: Final = 5
CALL: Final = 6
RUN: Final = 7
BATCH: Final = 8
LEAVE: Final = 9
SECRET: Final = 10
CARRIED: Final = 11
"""An event to which only powers listen, so that often nobody does; some of them before it happens."""
ECHOED: Final = 12
"""The same, where all of them listen when it has happened."""
LISTENED: Final = 13
"""An event to which plain functions listen, and powers, so that often only the former do."""
EXPLAINED: Final = 14
"""What comes with what explains it: an event, or a call."""


@dataclass(frozen=True, kw_only=True)
class StatRule:
    """A characteristic of a ruleset: its layers, its base value, and the code that modifies it.

    ``base`` is a function ``(game, subject)``, or a number for all, which costs next to nothing if nothing changes it.
    ``modifiers`` are functions ``(game, subject) -> iterable of Modifier`` besides the effects in the state.
    ``reads`` names the tables that these and ``base`` read, ``own`` those of which they read the subject's own record
    and no other; where both are empty they may read everything. The value is cached until one of them changes, or an
    effect that modifies it; one that is changed by a power carried now, until the next event. What the ``active`` of
    an effect kind reads belongs to ``reads``, too.

    ``weighs`` is for rules about modifiers, such as that someone ignores them or puts them in order: a function
    ``(game, subject, modifiers)``, asked where there are any, which gives them in the order in which they count. Those
    that do not have a reason in ``unless``.
    """

    stat: Stat
    base: Callable[[Any, Any], Any] | int
    modifiers: tuple[Callable[[Any, Any], Iterable[Modifier]], ...] = ()
    reads: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    weighs: Callable[[Any, Any, list[Modifier]], Iterable[Modifier]] | None = None

    def base_of(self, game: Any, subject: Any) -> Any:
        """The base of a subject."""
        return self.base(game, subject) if callable(self.base) else self.base


@dataclass(frozen=True, kw_only=True)
class PermissionRule:
    """A permission of a ruleset, and the code that gives or takes it, besides effects and powers."""

    permission: Permission
    modifiers: tuple[Callable[[Any, Any], Iterable[Modifier]], ...] = ()


def _permission_rule(given: Permission | PermissionRule) -> PermissionRule:
    return given if isinstance(given, PermissionRule) else PermissionRule(permission=given)


class Named(ReadOnlyDict):
    """What a ruleset registers of one kind by name. Raises LookupError naming the nearest one."""

    __slots__ = ("_ruleset", "_what")

    def __init__(self, ruleset: str, what: str, rules: Mapping[str, Any]) -> None:
        super().__init__(rules)
        self._ruleset = ruleset
        self._what = what

    def __missing__(self, name: object) -> NoReturn:
        near = _nearest(name, self) if isinstance(name, str) else ""
        raise LookupError(f"{self._ruleset} has no {self._what} {shown(name)}{near}")

    def __reduce__(self) -> Any:
        return type(self), (self._ruleset, self._what, dict(self))


LEVELS: Final = ("easy", "normal", "hard")
"""The levels at which bots play, the easiest first."""


class Matchups(msgspec.Struct, frozen=True):
    """What players can choose, so that each can be tried against each: heroes, fighters, armies.

    ``names(content)`` are theirs; ``setup(setup, names)`` is a setup as plain data in which the seats have those of
    these names, and all else as the plain data of the setup that was given says. Any two can meet, or those of which
    ``may_meet`` says so.
    """

    names: Callable[[Any], Sequence[str]]
    setup: Callable[[Any, Sequence[str]], Any]
    may_meet: Callable[[str, str], bool] = lambda a, b: True

    def pairs(self, names: Iterable[str]) -> list[tuple[str, str]]:
        """Each pair of these that can meet."""
        return [pair for pair in combinations(names, 2) if self.may_meet(*pair)]


CALLED_WITH: Final[Mapping[str, tuple[str, ...]]] = {
    "populate": ("state", "setup", "content"),
    "players": ("setup",),
    "teams": ("setup",),
    "active": ("game",),
    "why_not_asked": ("game", "player"),
    "lexicon": (),
    "determinize": ("view", "rng"),
    "evaluate": ("view", "player"),
    "suggest": ("view", "request"),
    "stops": ("view", "request", "answer"),
    "usual": ("view", "request"),
    "orders": ("view", "request"),
    "sample_setup": ("content", "rng"),
    "label": ("view", "request", "answer", "language"),
    "name": ("view", "field", "value", "language"),
    "facts": ("view", "event or request", "language"),
    "panel": ("view",),
    "about": ("view", "request", "answer"),
    "look": ("view", "what was typed"),
}
"""The functions of a ruleset, each with what it is called with."""

Powers: TypeAlias = "Sequence[Power | type[Power]]"
"""Powers, and classes of which they are made."""


@dataclass(frozen=True, kw_only=True)
class Ruleset:
    """What a plugin registers. Only ``id``, ``title``, ``state`` and ``flow`` are needed.

    ``populate(state, setup, content)`` puts the first records into the tables; everything that chance or a player
    decides belongs to the flow. ``setup`` is a pydantic model or msgspec struct, or the place of one,
    ``"my_game.book:Setup"``, which is imported when it is needed, or a function that returns one. ``players(setup)`` is
    the number of seats, ``teams(setup)`` the seats of each side.
    """

    id: str
    title: str
    version: str = "0"
    state: type[State]
    flow: Procedure
    procedures: Sequence[Procedure] = ()
    """Procedures that steps call; those that stand inside the flow need not be listed."""
    windows: Sequence[Window] = ()
    """Windows that steps open with a yield; those that stand in a procedure need not be listed."""
    populate: Callable[[Any, Any, Any], None] | None = None
    setup: Any = None
    players: Callable[[Any], int] = lambda setup: 2
    teams: Callable[[Any], Sequence[Sequence[int]]] | None = None
    events: Sequence[type[Event]] = ()
    triggers: Sequence[Trigger] | Callable[[Any], Sequence[Trigger]] = ()
    """What reacts to events; a function of the content where that says to which."""
    reactions: Sequence[Reaction] = ()
    powers: Powers | Callable[[Any], Powers] = ()
    """What things may carry; a function of the content where powers stand in files."""
    carriers: Sequence[Carriers] = ()
    """Which tables have records that carry powers, and which ones."""
    offers: Sequence[str] = ()
    """What powers may offer: the names by which the rules ask for it with `Game.offers`."""
    stats: Sequence[StatRule] = ()
    permissions: Sequence[Permission | PermissionRule] = ()
    """A `PermissionRule` where code of the ruleset gives or takes it, too."""
    effects: Sequence[EffectKind] = ()
    conditions: Mapping[str, Callable[[Any, Any], bool]] = field(default_factory=dict)
    timing: TimingPolicy = field(default_factory=lambda: TimingPolicy(in_seat_order))
    active: Callable[[Game], int | None] | None = None
    """Whose turn it is; without it the player of the innermost context that has one."""
    why_not_asked: Callable[[Any, int], Violation | None] | None = None
    """``(game, player)`` -> the rule by which a player is not asked now who might expect to be; None where there is
    none. It is the refusal that the player hears who answers all the same."""
    content: Callable[..., Any] | None = None
    """``(added)`` -> the content, with the files and folders that extensions and players add to it; where there is a
    ``lexicon``, ``(added, lexicon)``.

    Raises ContentError with every problem."""
    lexicon: Callable[[], Lexicon] | None = None
    """The words of effects in the content; a function, so that nothing is loaded before content is read."""
    ledger: Any = None
    texts: Any = None
    tutorial: Any = None
    """The file of a first game that explains itself (`rulewright.tutorial`)."""
    determinize: Callable[[Any, Any], Mapping[str, Iterable[Any]]] | None = None
    """``(view, rng)`` -> for each table the records that fill in what the view does not show; none where it shows all,
    so that bots try in one imagined game what leaves nothing to luck."""
    evaluate: Callable[[Any, int], float] | None = None
    """``(view, player)`` -> how good the position looks for the player; larger is better."""
    foresees: bool = False
    """Whether `evaluate` reckons with what the others can do next. Then greedy bots judge positions at the end of their
    own turn, and else where they are asked again, after a turn of the others at random."""
    judge: Judge | None = None
    """What the texts of cards are usually worth: of answers that look alike, bots take the one that texts promise most
    of, and without `evaluate` they answer questions about texts by that alone."""
    suggest: Callable[[Any, Request], Sequence[Any] | None] | None = None
    """``(view, request)`` -> the answers that are worth a program's time, best first; None where it has none.

    An intent, such as a goal of a move, is settled, and left out where that is impossible. Whatever else is not legal
    is an error."""
    stops: Callable[[Any, Request, Any], Timely] | None = None
    """``(view, request, answer)`` -> whether a thing that a window offers has its moment now, so that a person is asked
    about it (`rulewright.stops`). Without it people are asked about everything."""
    usual: Callable[[Any, Request], tuple[Any] | None] | None = None
    """``(view, request)`` -> the answer to a question that nobody would answer otherwise, in a tuple; None where a
    player has to decide. It is given for people who are asked only where it matters (`rulewright.stops`)."""
    orders: Callable[[Any, Request], Iterable[Order]] | None = None
    """``(view, request)`` -> what a person may say at once where the rules ask one question after the other, such as a
    unit with the place where it goes (`rulewright.orders`)."""
    follow_ups: Sequence[str] = ()
    """Questions that carry a decision on, such as where a move leads: bots that look ahead judge it by their best
    answers."""
    levels: Mapping[str, str] = field(default_factory=dict)
    """The bot that plays at a level, ``easy``, ``normal`` or ``hard``, by its name with numbers, such as
    ``"search:iterations=200"``; where none is named the usual one plays (`rulewright.bots.levels`)."""
    matchups: Matchups | None = None
    sample_setup: Callable[[Any, Random], Any] | None = None
    """``(content, rng)`` -> plain data of any setup that a game may begin with: modes, heroes, options. For tests."""
    leaves: Mapping[str, Sequence[Callable[[Any, Any], Any]]] = field(default_factory=dict)
    """Of tables, the ways in which what stands there may leave, be replaced or change hands in the middle of anything:
    functions ``(game, id)`` -> what a trigger would do to that end, None where it cannot be done now. For tests."""
    label: Callable[[Any, Request, Any, str], str | None] | None = None
    """``(view, request, answer, language)`` -> an option in words; None leaves it to `name` and `texts`."""
    name: Callable[[Any, str, Any, str], str | None] | None = None
    """``(view, field, value, language)`` -> what the value of a field of an event, request or record is called,
    such as ``("card", "getting-paid")``; None leaves it to `texts`."""
    facts: Callable[[Any, Any, str], Mapping[str, Any]] | None = None
    """``(view, event or request, language)`` -> facts for its text besides its fields, or instead of them."""
    panel: Callable[[Any], Panel] | None = None
    """``(view)`` -> what the game shows (`rulewright.panels`), in both languages. Over the first map in it faces lay
    what a question allows. Without it faces show the tables as they are."""
    about: Callable[[Any, Request, Any], Sequence[str] | None] | None = None
    """``(view, request, answer)`` -> the ids, as the panel has them, of the things that an option is about; any option,
    also one of a window or a trigger. None, as without it: those that the answer itself names."""
    look: Callable[[Any, str], Panel | None] | None = None
    """``(view, what was typed)`` -> one thing of the game in detail, such as a card or a board; what is most worth a
    look where nothing was typed, and None for what is not known."""
    odds: OddsDesk | None = None
    """What `rulewright odds` may be asked of this game, and who answers."""

    def __post_init__(self) -> None:
        self._refuse_unfit_functions()
        read_only(self)

    def _refuse_unfit_functions(self) -> None:
        """Raise FlowError for a function that cannot be called with what it will be called with."""
        for name, given in CALLED_WITH.items():
            if callable(function := getattr(self, name)):
                entries = {f"{name} of {key!r}": entry for key, entry in entries_of(function).items()}
                for what, called in {name: function, **entries}.items():
                    if not _takes(called, len(given)):
                        takes = f"and this one takes {inspect.signature(called)}"
                        raise FlowError(f"{self.id}: {what} is called with ({', '.join(given)}), {takes}")

    def freeze(self, extensions: Sequence[Extension] = ()) -> Rules:
        """Compile the ruleset with its extensions. Raises FlowError naming what does not fit."""
        with uncollected():
            return Rules(self, tuple(extensions))


@dataclass(frozen=True, kw_only=True)
class Extension:
    """What an expansion adds to another ruleset: content and its verbs, steps at named places, triggers, effects."""

    ruleset: str
    id: str
    version: str = "0"
    content: Any = None
    inserts: Sequence[Insert] = ()
    procedures: Sequence[Procedure] = ()
    events: Sequence[type[Event]] = ()
    triggers: Sequence[Trigger] = ()
    reactions: Sequence[Reaction] = ()
    powers: Powers = ()
    verbs: Sequence[type[Verb]] = ()
    """Verbs that the content of the game may use besides those of the game."""
    effects: Sequence[EffectKind] = ()
    conditions: Mapping[str, Callable[[Any, Any], bool]] = field(default_factory=dict)
    ledger: Any = None
    texts: Any = None

    def __post_init__(self) -> None:
        read_only(self)


class Listeners(msgspec.Struct, frozen=True):
    """The triggers that listen to one type of event, and whether powers do."""

    before: tuple[Trigger, ...]
    after: tuple[Trigger, ...]
    plain: bool
    carried: bool


class Rules(Sealed):
    """A frozen ruleset: compiled procedures and dispatch tables. Games share it and never change it."""

    def __init__(self, ruleset: Ruleset, extensions: tuple[Extension, ...]) -> None:
        self.ruleset = ruleset
        self.extensions = extensions
        self.id = ruleset.id
        self.timing = ruleset.timing
        self.versions = tuple(f"{extension.id} {extension.version}" for extension in extensions)
        self.state_type = ruleset.state
        self.tables = table_types(ruleset.state)
        parts: tuple[Ruleset | Extension, ...] = (ruleset, *extensions)
        self._refuse_unknown_table(ruleset.leaves, "things leave {}")
        self.reactions = _by_name("reaction", [r for part in parts for r in part.reactions])
        self.effect_kinds = _by_name("effect kind", [e for part in parts for e in part.effects])
        self.losable = tuple(kind for kind in self.effect_kinds.values() if kind.lost is not None)
        self.conditions = {name: check for part in parts for name, check in part.conditions.items()}
        stats = {rule.stat.name: rule for rule in ruleset.stats}
        permissions = {rule.permission.name: rule for rule in map(_permission_rule, ruleset.permissions)}
        self.stats: Mapping[str, StatRule] = Named(ruleset.id, "characteristic", stats)
        self.permissions: Mapping[str, PermissionRule] = Named(ruleset.id, "permission", permissions)
        for name in self.stats.keys() & self.permissions.keys():
            raise FlowError(f"{self.id}: a characteristic and a permission are both called {name!r}")
        added = [e.content for e in extensions if e.content is not None]
        if added and ruleset.content is None:
            raise FlowError(f"{self.id} has no content that {added[0]} could add to")
        self.lexicon = self._lexicon()
        """The words of effects with those of extensions, where the ruleset has any."""
        words = () if self.lexicon is None else (self.lexicon,)
        self.content: Any = read_only(ruleset.content(added, *words)) if ruleset.content else None
        self.triggers = _by_name("trigger", [t for part in parts for t in _made(part.triggers, self.content)])
        self.powers = self._make_book(parts)
        self.fixed = {
            name: rule.stat.number(rule.base)
            for name, rule in self.stats.items()
            if not (callable(rule.base) or rule.modifiers)
        }
        """The numbers that nothing but effects and powers can change."""
        self.granted: dict[str, bool] = {
            name: rule.permission.default for name, rule in self.permissions.items() if not rule.modifiers
        }
        """The permissions that nothing but effects and powers can change."""
        triggers = _by_name("trigger", [*self.triggers.values(), *self.powers.triggers.values()]).values()
        reactions = _by_name("reaction", [*self.reactions.values(), *self.powers.reactions.values()]).values()
        self.windows: dict[str, Window] = {}
        self.nodes: dict[str, Node] = {}
        self._window_nodes: list[Node] = []
        self._parts = self._with_inserts([i for e in extensions for i in e.inserts])
        self.flow = self._compile(ruleset.flow, "")
        for procedure in (p for part in parts for p in part.procedures):
            self._compile(procedure, "")
        for window in ruleset.windows:
            self._compile_window(window, "")
        known = [e for part in parts for e in part.events] + [on for t in triggers for on in t.on]
        self.event_types: dict[str, type[Event]] = {
            kind.__name__: kind
            for kind in (Began, Ended, GameOver, Noted, PlayedByHand, LeftByHand, FoundImpossible, *known)
        }
        self.contexts = (*dict.fromkeys(c for n in self.nodes.values() if (c := n.context)), Moment)
        self.plans: dict[type, int] = {}
        self._tellers = Tellers()
        """What has told events in games of these rules."""
        self.listeners: dict[type, tuple[Trigger, ...]] = {}
        self._hooks: dict[type[Event], Listeners] = {}
        self._texts: Texts | None = None
        self._check_windows(reactions)
        self._check_scopes(triggers, reactions)
        self._check_levels()
        self._by_window: dict[str, tuple[Reaction, ...]] = {
            name: tuple(r for r in self.reactions.values() if name in r.windows) for name in self.windows
        }
        self.openings = {
            name: Opening(window, self._by_window[name], self.timing, self.powers)
            for name, window in self.windows.items()
        }
        for node in self._window_nodes:
            node.advance = self.openings[node.name].advance
        self.fingerprint = self._fingerprint()
        self.seal()

    def beginning(self, populate: Callable[[Any, Any, Any], None]) -> Rules:
        """The same rules for games that begin with other tables: ``populate(state, setup, content)`` makes them."""
        other, ruleset = copy(self), copy(self.ruleset)  # all else in the ruleset was checked when it was made
        object.__setattr__(ruleset, "populate", populate)
        object.__setattr__(other, "ruleset", ruleset)
        return other

    def _lexicon(self) -> Lexicon | None:
        verbs = [(extension, verb) for extension in self.extensions for verb in extension.verbs]
        if self.ruleset.lexicon is None:
            for extension, verb in verbs:
                raise FlowError(f"{self.id} has no lexicon to which {extension.id} could add the verb {verb.word!r}")
            return None
        try:
            lexicon = self.ruleset.lexicon()
            return lexicon.join(verb for _, verb in verbs) if verbs else lexicon
        except ValueError as error:
            raise FlowError(f"{self.id}: {error}") from error

    def _make_book(self, parts: Sequence[Ruleset | Extension]) -> Book:
        powers: list[Power] = []
        for part in parts:
            powers += [one() if isinstance(one, type) else one for one in _made(part.powers, self.content)]
        live = [kind.name for kind in self.effect_kinds.values() if kind.active is not None]
        self._refuse_unknown_table([one.table for one in self.ruleset.carriers], "powers are carried in {}")
        book = Book(self.id, powers, self.ruleset.carriers, live, self.ruleset.offers)
        for power in powers:
            for part_of in power.parts:
                with part_of.placed():
                    self._check_change(power, part_of.hook)
        return book

    def _refuse_unknown_table(self, names: Iterable[str], what: str) -> None:
        for name in names:
            if name not in self.tables:
                near = _nearest(name, self.tables)
                raise FlowError(f"{self.id}: {what.format(repr(name))}, which is no table{near}")

    def _check_change(self, power: Power, hook: Any) -> None:
        """A change of a number or permission that is not registered would never take effect, without a word."""
        if not isinstance(hook, Changes):
            return
        if hook.stat in self.permissions and hook.layer in ("may", "cannot"):
            return
        known = self.stats if hook.layer not in ("may", "cannot") else self.permissions
        if hook.stat not in known:
            what = "a characteristic" if known is self.stats else "a permission"
            near = _nearest(hook.stat, known)
            raise FlowError(f"{self.id}: {power!r} changes {hook.stat!r}, which is not registered as {what}{near}")
        layers = [layer.name for layer in self.stats[hook.stat].stat.layers]
        if hook.layer not in layers:
            near = _nearest(hook.layer, layers)
            raise FlowError(
                f"{self.id}: {power!r} changes the layer {hook.layer!r} of {hook.stat!r}, which has none{near}"
            )

    # -- lookups while a game runs

    @property
    def texts(self) -> Texts:
        """The texts of the ruleset and its extensions, read when they are first asked for."""
        if self._texts is None:
            parts: tuple[Ruleset | Extension, ...] = (self.ruleset, *self.extensions)
            self._texts = Texts().join(*(_texts(part.texts) for part in parts if part.texts is not None))
        return self._texts

    def hooks(self, kind: type[Event]) -> Listeners:
        """The triggers listening to an event type, its base types included, in order of registration."""
        found = self._hooks.get(kind)
        if found is None:
            listening = [t for t in self.triggers.values() if issubclass(kind, t.on)]
            before = tuple(t for t in listening if t.before)
            after = tuple(t for t in listening if not t.before)
            plain = not before and all(t.plain for t in after)
            found = Listeners(before, after, plain, self.powers.listens(kind))
            self._hooks[kind] = found
            self._know(kind)
        return found

    def plan_of(self, kind: type) -> int:
        """How the engine treats what a step yields, by its type."""
        found = self.plans.get(kind)
        return self.plan(kind) if found is None else found

    def plan(self, kind: type) -> int:
        """How the engine treats what a step yields, by its type; remembered."""
        if issubclass(kind, Event):
            hooks = self.hooks(kind)
            _remember(self.listeners, kind, hooks.after)
            reveals = getattr(kind, "REVEALS", False)
            if hooks.before or hooks.after:
                plain = hooks.plain and not reveals
                found = HOOKED if not plain else LISTENED if hooks.carried else HEARD
            elif hooks.carried:
                early = self.powers.listens(kind, BEFORE, LEFT)
                found = HOOKED if reveals else CARRIED if early else ECHOED
            else:
                found = REVEALING if reveals else QUIET
            self._know(kind)
        else:
            found = next((plan for base, plan in _PLANS if issubclass(kind, base)), -1)
            if found < 0 and hasattr(kind, "stream"):
                found = CHANCE_ASK
        if found < 0:
            raise FlowError(
                f"a step yielded a {kind.__name__}; expected an Event, a Request, a Roll, a Call or a list of events"
            )
        _remember(self.plans, kind, found)
        return found

    def _know(self, kind: type[Event]) -> None:
        if kind.__name__ not in self.event_types:
            _remember(self.event_types, kind.__name__, kind)

    def trigger(self, name: str) -> Trigger:
        """The trigger of that name, or of a power in a version that something has come to carry."""
        found = self.triggers.get(name)
        return self.powers.trigger(name) if found is None else found

    def reaction(self, name: str) -> Reaction:
        """The reaction of that name, or of a power in a version that something has come to carry."""
        found = self.reactions.get(name)
        return self.powers.reaction(name) if found is None else found

    def windows_used(self) -> list[str]:
        """The windows in which something may be used."""
        return [name for name in self.windows if self._by_window[name] or self.powers.users(name)]

    def reactions_in(self, window: str) -> tuple[Reaction, ...]:
        """The reactions that may be used in a window."""
        return self._by_window.get(window, ())

    def node(self, name: str) -> Node:
        """The compiled procedure of that name. Raises FlowError naming the nearest one."""
        try:
            return self.nodes[name]
        except KeyError:
            raise FlowError(f"no procedure {name!r} is registered{_nearest(name, self.nodes)}") from None

    # -- compilation

    def _with_inserts(self, inserts: list[Insert]) -> dict[str, list[Any]]:
        """Each procedure's parts with insertions done; an insertion may anchor on another one's part."""
        parts: dict[str, list[Any]] = {}
        for procedure in self._all_procedures():
            parts.setdefault(procedure.name, list(procedure.steps))
        waiting = list(inserts)
        while waiting:
            later = [insert for insert in waiting if not _insert(parts, insert)]
            if len(later) == len(waiting):
                missing = "; ".join(_missing(parts, insert) for insert in later)
                raise FlowError(f"{self.id}: cannot insert {missing}")
            waiting = later
        return parts

    def _all_procedures(self) -> Iterable[Procedure]:
        extra = [i.part for e in self.extensions for i in e.inserts if isinstance(i.part, Procedure)]
        open_: list[Procedure] = [
            self.ruleset.flow,
            *self.ruleset.procedures,
            *(p for e in self.extensions for p in e.procedures),
            *extra,
        ]
        seen: dict[str, Procedure] = {}
        while open_:
            procedure = open_.pop(0)
            known = seen.get(procedure.name)
            if known is not None and known is not procedure:
                raise FlowError(f"{self.id}: two procedures are named {procedure.name!r}")
            if known is None:
                seen[procedure.name] = procedure
                open_.extend(step for step in procedure.steps if isinstance(step, Procedure))
        return seen.values()

    def _compile(self, procedure: Procedure, path: str, inside: tuple[str, ...] = ()) -> Node:
        if procedure.name in inside:
            cycle = " > ".join((*inside[inside.index(procedure.name) :], procedure.name))
            raise FlowError(f"{self.id}: a procedure contains itself: {cycle}; call it from a step instead")
        if procedure.name in self.nodes:
            return self.nodes[procedure.name]
        path = f"{path}/{procedure.name}" if path else procedure.name
        node = Node(LOOP if isinstance(procedure, Loop) else PROCEDURE, procedure.name, path)
        node.scope = procedure.scope
        node.context = procedure.context
        node.when = procedure.when
        node.as_long_as = procedure.as_long_as
        node.is_phase = isinstance(procedure, Phase)
        node.advance = procedure.advance if isinstance(procedure, Loop) else None
        if isinstance(procedure, Loop) and not self._parts[procedure.name]:
            raise FlowError(f"{self.id}: loop {procedure.name!r} has no steps")
        names: set[str] = set()
        steps = []
        for part in self._parts[procedure.name]:
            if part.name in names:
                raise FlowError(f"{self.id}: procedure {procedure.name!r} has two parts named {part.name!r}")
            names.add(part.name)
            steps.append(self._compile_part(part, path, (*inside, procedure.name)))
        if procedure.announce:
            steps = [_announcer(Began, procedure, path), *steps, _announcer(Ended, procedure, path)]
        node.hold(steps)
        self.nodes[procedure.name] = node
        return node

    def _compile_part(self, part: Step | Window | Procedure, path: str, inside: tuple[str, ...]) -> Node:
        if isinstance(part, Procedure):
            return self._compile(part, path, inside)
        if isinstance(part, Window):
            return self._compile_window(part, path)
        node = Node(STEP, part.name, f"{path}/{part.name}")
        node.fn = part.fn
        node.rules = part.rules
        node.when = part.when
        return node

    def _compile_window(self, window: Window, path: str) -> Node:
        known = self.windows.setdefault(window.name, window)
        if known is not window and (known.until, known.order) != (window.until, window.order):
            raise FlowError(f"{self.id}: two different windows are named {window.name!r}")
        if window.name in self._parts:
            raise FlowError(f"{self.id}: a window and a procedure are both named {window.name!r}")
        node = Node(LOOP, window.name, f"{path}/{window.name}" if path else window.name)
        node.window = window
        node.context = Moment
        ask = Node(STEP, "ask", f"{node.path}/ask")
        ask.fn = ask_window
        ask.window = window
        ask.rules = (window.rule,) if window.rule else ()
        node.hold((ask,))
        self.nodes.setdefault(window.name, node)
        self._window_nodes.append(node)
        return node

    def _check_windows(self, reactions: Iterable[Reaction]) -> None:
        for item in reactions:
            for name in item.windows:
                if name not in self.windows:
                    raise FlowError(
                        f"{self.id}: reaction {item.name!r} waits for window {name!r}, which no procedure has"
                        f"{_nearest(name, self.windows) or _UNLISTED}"
                    )

    def _check_scopes(self, triggers: Iterable[Trigger], reactions: Iterable[Reaction]) -> None:
        """A limit, a delay or a phase that names nothing would never take effect, without a word."""
        known = list(dict.fromkeys(name for node in self.nodes.values() for name in (node.name, node.scope)))
        phases = [node.name for node in self.nodes.values() if node.is_phase]
        limited: list[Trigger | Reaction] = [*triggers, *reactions]
        for item in limited:
            if item.limit is not None:
                self._check_name(item, "is limited per", item.limit.scope, ["game", *known])
        for part in self.powers.parts():
            if isinstance(part.hook, Offer) and part.hook.limit is not None:
                with part.placed():
                    self._check_name(part.name, "is limited per", part.hook.limit.scope, ["game", *known])
        for item in triggers:
            if item.delay:
                self._check_name(item, "waits for the end of", item.delay, known)
            if item.phase:
                self._check_name(item, "belongs to the phase", item.phase, phases)

    def _check_levels(self) -> None:
        for level, bot in self.ruleset.levels.items():
            self._check_name(bot, "plays at the level", level, LEVELS)

    def _check_name(self, item: Trigger | Reaction | str, what: str, name: str, known: Sequence[str]) -> None:
        if name not in known:
            raise FlowError(f"{self.id}: {item!r} {what} {name!r}, which nothing is named{_nearest(name, known)}")

    def _fingerprint(self) -> str:
        """A hash of the versions and the content a game depends on."""
        content = getattr(self.content, "fingerprint", "")
        parts = [self.id, self.ruleset.version, content() if callable(content) else str(content)]
        parts += [f"{e.id}={e.version}" for e in self.extensions]
        parts += [f"{n.path}:{','.join(s.name for s in n.steps)}" for n in self.nodes.values()]
        return hashlib.blake2b("\n".join(parts).encode(), digest_size=12).hexdigest()


_PLANS: Final[tuple[tuple[type, int], ...]] = (
    (Request, ASK),
    (Together, SECRET),
    (Call, CALL),
    (Window, CALL),
    (RunAs, RUN),
    (list, BATCH),
    (tuple, BATCH),
    (Leave, LEAVE),
    (Because, EXPLAINED),
)


_remember = dict.__setitem__
"""For what rules look up once, and then know."""


def _announcer(kind: type[Began | Ended], procedure: Procedure, path: str) -> Node:
    """A step that tells that a scope began, and which one where its loop counts, or that it ended."""
    node = Node(STEP, kind.__name__.lower(), f"{path}/{kind.__name__.lower()}")
    scope, name = procedure.scope, procedure.name
    counts = kind is Began and isinstance(procedure, Loop)

    def announce(game: Game, context: Context | None) -> Event:
        number: dict[str, Any] = {"number": getattr(context, "number", None)} if counts else {}
        return kind(scope, name, game.active, **number)

    node.fn = announce
    return node


def _texts(source: Any) -> Texts:
    """The texts of a ruleset or extension. Raises TextError for what is neither a file nor Texts."""
    if isinstance(source, Texts):
        return source
    if isinstance(source, Mapping):
        raise TextError("texts are a file, or Texts({...}), not a bare dict; did you mean texts=Texts({...})?")
    return read_texts(source)


def _takes(function: Callable[..., Any], count: int) -> bool:
    """Whether a function can be called with so many arguments, as far as Python knows."""
    try:
        inspect.signature(function).bind(*range(count))
    except TypeError:
        return False
    except ValueError:  # a function written in C may have no signature
        pass
    return True


def _made(things: Any, content: Any) -> Any:
    """What a ruleset lists, or makes of its content."""
    return things(content) if callable(things) else things


def _by_name(what: str, things: Iterable[Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for thing in things:
        if thing.name in found:
            raise FlowError(f"two {what}s are named {thing.name!r}")
        found[thing.name] = thing
    return found


_UNLISTED: Final = "; a procedure that only steps call is known once it stands in Ruleset(procedures=[...])"


def _nearest(name: str, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(name, list(known), 1)
    return f"; did you mean {close[0]!r}?" if close else ""


def _insert(parts: dict[str, list[Any]], insert: Insert) -> bool:
    """Do an insertion if its anchor is there; refuse a name that is taken."""
    steps = parts.get(insert.procedure)
    if steps is None:
        return False
    names = [step.name for step in steps]
    anchor = insert.before or insert.after
    if anchor not in names:
        return False
    if insert.part.name in names:
        raise FlowError(f"procedure {insert.procedure!r} already has a part named {insert.part.name!r}")
    steps.insert(names.index(anchor) + bool(insert.after), insert.part)
    return True


def _missing(parts: dict[str, list[Any]], insert: Insert) -> str:
    where = f"before {insert.before!r}" if insert.before else f"after {insert.after!r}"
    steps = parts.get(insert.procedure)
    if steps is None:
        return f"{insert.part.name!r}: there is no procedure {insert.procedure!r}{_nearest(insert.procedure, parts)}"
    near = _nearest(insert.before or insert.after, [step.name for step in steps])
    return f"{insert.part.name!r} {where} of {insert.procedure!r}: no such part{near}"
