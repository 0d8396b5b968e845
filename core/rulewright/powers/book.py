"""The powers of a frozen ruleset, and what the carried ones do: listeners, uses, changes, offers.

A power takes part as triggers and reactions do, under the same timing policy. It is asked only where something carries
it: a listener that names its bearer by a field of the event is looked up with that one record, any other in the index
of who carries what.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, get_origin

import msgspec

from ..effects import active_effects
from ..flow import FlowError
from ..problems import did_you_mean, nearest
from ..readonly import Sealed
from ..refusals import Violation
from ..stats import Modifier
from ..timing import BEFORE, LEFT, Reaction, Trigger, within_limit
from ..triggers import Candidate
from .hooks import ALL, SAYS, Bearer, Carriers, Changes, Hook, Offer, Part, Power, When, WindowUse, given
from .index import NOBODY, REMEMBERED, Carried, Index, News, Own, Sheet, base, carried, countered, giving, standing

if TYPE_CHECKING:
    from ..events import Event
    from ..game import Game
    from ..position import Position
    from ..reasons import Origin
    from ..state import Effect, Id, State
    from ..vocabulary import Verb


H = TypeVar("H", When, WindowUse, Changes, Offer)


class Listening(msgspec.Struct, frozen=True):
    """Which powers of a table listen to a type of event at a stage: by the field that names the bearer, or anyhow."""

    place: int
    """That of the table among those that have carriers."""
    all: frozenset[str]
    roles: tuple[tuple[str, frozenset[str]], ...]
    anyone: frozenset[str]

    def hears(self, index: Index, event: Event) -> bool:
        """Whether what the event names, or anyone, carries one of them."""
        if not index.present.keys().isdisjoint(self.anyone):
            return True
        bases = index.bases
        for role, powers in self.roles:
            carried = bases.get(getattr(event, role))
            if carried is not None and not powers.isdisjoint(carried):
                return True
        return False


class Carrying(msgspec.Struct, frozen=True):
    """Who carries what in one state: an index for each table, and what they tell together."""

    indexes: tuple[Index, ...]
    news: News

    def forked(self, state: State) -> Carrying:
        """The same for a fork of the state."""
        for index in self.indexes:
            index.refresh()
        news = self.news.forked()
        return Carrying(tuple(index.forked(state, news) for index in self.indexes), news)


class RunningPart(msgspec.Struct, frozen=True):
    """A part of a power as the rules run it for one table and version: a trigger, a reaction, or a change."""

    part: Part
    runs: Any


class Book(Sealed):
    """All powers of a ruleset by name, and who may carry them."""

    def __init__(
        self, ruleset: str, powers: Iterable[Power], carriers: Sequence[Carriers], live: Iterable[str],
        offers: Iterable[str] = (),
    ) -> None:  # fmt: skip
        self.ruleset = ruleset
        self.carriers = tuple(carriers)
        self._several = len(self.carriers) > 1
        self.powers: dict[str, Power] = {}
        for power in powers:
            if power.name in self.powers:
                raise FlowError(f"{ruleset}: two powers are named {power.name!r}")
            self.powers[power.name] = power
        if self.powers and not carriers:
            raise FlowError(
                f"{ruleset}: nothing carries its powers; Ruleset(carriers=[Carriers(TABLE, ...)]) says what"
            )
        tables = [one.table for one in carriers]
        for table in tables:
            if tables.count(table) > 1:
                raise FlowError(f"{ruleset}: two carriers are of {table!r}; one says all that its records carry")
        self._live = frozenset(live)
        self._pieces: dict[tuple[str, str], tuple[RunningPart, ...]] = {}
        self._listening: dict[tuple[type, str], tuple[Listening, ...]] = {}
        self._fits: dict[tuple[Any, ...], tuple[tuple[str, RunningPart, Any], ...]] = {}
        self._users = self._powers_by(WindowUse, lambda hook: hook.windows)
        self._musts = self._powers_by(WindowUse, lambda hook: hook.windows if hook.must else ())
        self._explainers = self._powers_by(WindowUse, lambda hook: hook.windows if hook.limit or hook.why_not else ())
        own = self._powers_by(Changes, lambda hook: () if hook.others else (hook.stat,))
        others = self._powers_by(Changes, lambda hook: (hook.stat,) if hook.others else ())
        self.changing = {stat: (own.get(stat, NOBODY), others.get(stat, NOBODY)) for stat in {**own, **others}}
        """The powers that change each characteristic and permission, of their bearer and of others."""
        self.offering = dict.fromkeys(offers)
        """The names by which the rules ask for what powers offer."""
        self._offering_by = self._powers_by(Offer, lambda hook: (hook.name,))
        self._sheets: dict[tuple[str, ...], Sheet] = {}
        self._memos: list[dict[Any, Own]] = [{} for _ in carriers]
        self._labels: dict[str, tuple[str, str]] = {}
        self._said: dict[str, Sequence[Verb]] = {}
        self._by_hand: dict[str, bool] = {}
        self.triggers: dict[str, Trigger] = {}
        self.reactions: dict[str, Reaction] = {}
        for power in self.powers.values():
            for part in power.parts:
                with part.placed():
                    self._check(power, part.hook)
                for name in (power.name, part.name) if hasattr(part.do, SAYS) else ():
                    self._said.setdefault(name, getattr(part.do, SAYS))
            for one in self.carriers:
                self.pieces(one.table, power.name)

    def _check(self, power: Power, hook: Hook) -> None:
        """Refuse what could never take effect, or would for the wrong record. Raises FlowError."""
        if isinstance(hook, Offer) and hook.name not in self.offering:
            near = did_you_mean(nearest(hook.name, self.offering))
            raise FlowError(f"{self.ruleset}: {power!r} offers {hook.name!r}, which the rules do not ask for{near}")
        if isinstance(hook, WindowUse | Offer):
            return
        of, tables = hook.of, [one.table for one in self.carriers]
        if of and of not in tables:
            near = did_you_mean(nearest(of, tables))
            raise FlowError(f"{self.ruleset}: {power!r} is of {of!r}, where nothing carries powers{near}")
        if isinstance(hook, Changes):
            what = repr(hook.stat)
        elif hook.me:
            what = f"me={hook.me!r}"
            for kind in hook.events:
                if hook.me not in kind.__struct_fields__:
                    near = did_you_mean(nearest(hook.me, kind.__struct_fields__))
                    raise FlowError(f"{self.ruleset}: {power!r} has {what}, which is no field of {kind.__name__}{near}")
                if _names_several(kind, hook.me):
                    several = f"{kind.__name__}.{hook.me} names several; listen to it of anyone, with only="
                    raise FlowError(f"{self.ruleset}: {power!r} has {what}, and {several}")
        else:
            return
        if not of and len(tables) > 1:
            which = " or ".join(f"of={table!r}" for table in tables)
            raise FlowError(f"{self.ruleset}: {power!r} does not say of which table {what} is: {which}")

    def _powers_by(self, sort: type[H], keys: Callable[[H], Iterable[str]]) -> dict[str, frozenset[str]]:
        """The powers with parts of a sort, by what a function of these parts gives."""
        found: dict[str, set[str]] = {}
        for power in self.powers.values():
            for part in power.parts:
                if isinstance(part.hook, sort):
                    for key in keys(part.hook):
                        found.setdefault(key, set()).add(power.name)
        return {key: frozenset(names) for key, names in found.items()}

    def parts(self) -> list[Part]:
        """All that the powers do."""
        return [part for power in self.powers.values() for part in power.parts]

    # --------------------------------------------------------------------------------------------- who carries

    def carrying(self, game: Any) -> Carrying:
        """Who carries what in this state, looked up when it is first asked."""
        found: Carrying | None = game.state._carrying
        if found is None:
            news, state = News(), game.state
            indexes = [
                Index(one, state, game.content, self.powers, self._live, memo, news)
                for one, memo in zip(self.carriers, self._memos, strict=True)
            ]
            found = Carrying(tuple(indexes), news)
            object.__setattr__(state, "_carrying", found)  # that of a view refuses to be written to
        return found

    def indexes(self, game: Any) -> tuple[Index, ...]:
        """Who carries what in each table of this state."""
        return self.carrying(game).indexes

    def index(self, game: Any, table: str = "") -> Index:
        """Who carries what in a table, or in the only one that has carriers. Raises LookupError."""
        return self.indexes(game)[self._place(table)]

    def _place(self, table: str) -> int:
        """That of a table among those that have carriers; of the only one where none is named. Raises LookupError."""
        if not (table or self._several):
            return 0
        for place, one in enumerate(self.carriers):
            if one.table == table:
                return place
        known = [one.table for one in self.carriers]
        if not table:
            raise LookupError(f"{self.ruleset}: say in which table: {' or '.join(map(repr, known))} carry powers")
        raise LookupError(f"{self.ruleset}: nothing in {table!r} carries powers{did_you_mean(nearest(table, known))}")

    def has(self, game: Position, name: str, subject: Id, table: str = "") -> bool:
        """Whether a record has a power now, in any version unless the name says which. Raises LookupError."""
        if name not in self.powers:
            self._known(name)
        place = self._place(table) if table or self._several else 0
        index: Index = (game.state._carrying or self.carrying(game)).indexes[place]
        if index.table.version != index.at or index.effects.version != index.effects_at:
            index.refresh()
        if subject in index.at_times:
            names = self.names(game, index, subject)
            return name in names or name in map(base, names)
        return name in index.bases.get(subject, NOBODY) or name in index.carries.get(subject, ())

    def carries(self, game: Position, powers: frozenset[str], subject: Id, table: str = "") -> list[str]:
        """Those of some powers that a record has now, in any version, sorted."""
        place = self._place(table) if table or self._several else 0
        index = (game.state._carrying or self.carrying(game)).indexes[place]
        if index.table.version != index.at or index.effects.version != index.effects_at:
            index.refresh()
        bases = index.bases.get(subject, NOBODY)
        if powers.isdisjoint(bases):
            return []
        if subject in index.at_times:
            return [name for name in sorted(powers) if self.has(game, name, subject, table)]
        names = index.names(subject)
        return [name for name in sorted(powers) if name in bases or name in names]

    def edition(self, game: Position) -> int:
        """A number that is another one whenever a record has come to carry something else since, whatever counts."""
        carrying = game.state._carrying or self.carrying(game)
        for index in carrying.indexes:
            if index.table.version != index.at or index.effects.version != index.effects_at:
                index.refresh()
        changes: int = carrying.news.changes
        return changes

    def names(self, game: Position, index: Index, subject: Id) -> tuple[str, ...]:
        """What a record has now; effects that count only at times are asked whether they do."""
        names = index.names(subject)
        if subject not in index.at_times:
            return names
        return standing(self._carried(game, index, subject))

    def names_of(self, game: Position, subject: Id, table: str = "") -> tuple[str, ...]:
        """What a record has now, as it is named: ``("flight", "toughness:2")``."""
        place = self._place(table) if table or self._several else 0
        index: Index = (game.state._carrying or self.carrying(game)).indexes[place]
        if index.table.version != index.at or index.effects.version != index.effects_at:
            index.refresh()
        return self.names(game, index, subject) if subject in index.at_times else index.carries.get(subject, ())

    def carried(self, game: Position, subject: Id, table: str = "") -> list[Carried]:
        """All that a record carries with the effects that give and counter it: why it has a power, or has it not."""
        return self._carried(game, self.index(game, table), subject)

    def _carried(self, game: Position, index: Index, subject: Id) -> list[Carried]:
        record = getattr(game.state, index.carriers.table).get(subject)
        if record is None or (index.carriers.rows and subject not in index.carriers.rows):
            return []
        on = {effect.id for effect in index.effects_on(subject)}
        effects = [effect for effect in active_effects(game) if effect.id in on] if on else []
        own = tuple(index.carriers.powers(game.content, record))
        return carried(own, effects, giving(index.carriers, game.content, record))

    def bearers(self, game: Position, name: str, table: str = "") -> list[Id]:
        """The records that have a power now, in the order of their table. Raises LookupError."""
        self._known(name)
        return [
            key for key in self.index(game, table).bearers(frozenset((base(name),))) if self.has(game, name, key, table)
        ]

    def player(self, game: Position, table: str, subject: Id) -> int | None:
        """Who controls a record; None for nobody, and for one that is not there."""
        record = getattr(game.state, table).get(subject)
        return None if record is None else self.index(game, table).carriers.player(game, record)

    def _known(self, name: str) -> Power:
        found = self.powers.get(base(name))
        if found is None:
            near = did_you_mean(nearest(base(name), self.powers))
            raise LookupError(f"{self.ruleset} has no power {base(name)!r}{near}")
        return found

    def check_effect(self, effect: Effect) -> None:
        """Refuse one that gives or counters what is no power, or where nothing carries any. Raises LookupError."""
        if not self.carriers:
            return
        names = (*given(effect), *countered(effect))
        for name in names:
            if name != ALL:
                self._known(name)
        tables = [one.table for one in self.carriers]
        if names and effect.target_table not in tables:
            of = f"in {effect.target_table!r}" if effect.target_table else "without a target"
            which = " or ".join(f"target=({table!r}, ...)" for table in tables)
            raise LookupError(f"{self.ruleset}: the effect {effect.kind!r} {of} changes no powers: it needs {which}")

    # ----------------------------------------------------------------------------------------- what they come to

    def trigger(self, name: str) -> Trigger:
        """A trigger of a power by its name, also of a version that nothing has carried yet. Raises KeyError."""
        self._learn(name)
        return self.triggers[name]

    def reaction(self, name: str) -> Reaction:
        """What is used of a power, by its name. Raises KeyError."""
        self._learn(name)
        return self.reactions[name]

    def effects(self, name: str) -> Sequence[Verb]:
        """The effects of a power that stands in content, or of a part of one, by its name; none of any other."""
        return self._said.get(base(name), ())

    def is_by_hand(self, name: str) -> bool:
        """Whether people say what a power that stands in content does, or some of it (`vocabulary.ByHand`)."""
        found = self._by_hand.get(name)
        if found is None:
            from ..vocabulary import ByHand, walk

            parts = (part for effect in self.effects(name) for _, part in walk(effect))
            found = self._by_hand[name] = any(isinstance(part, ByHand) for part in parts)
        return found

    def _learn(self, name: str) -> None:
        """Make the parts of a version that a name says, as `pieces` does when something carries it."""
        label = base(name)
        if label in self._labels:
            table, power = self._labels[label]
            self.pieces(table, power + name[len(label) :])

    def pieces(self, table: str, name: str) -> tuple[RunningPart, ...]:
        """The parts of what is carried under this name as the rules run them; made once."""
        found = self._pieces.get((table, name))
        if found is None:
            parts = [part for part in self._known(name).parts if _concerns(part.hook, table)]
            found = self._pieces[table, name] = tuple([self._piece(part, table, name) for part in parts])
        return found

    def _fitting(
        self, place: int, names: tuple[str, ...], sort: type[H], what: tuple[Any, ...], fits: Callable[[H], bool]
    ) -> tuple[tuple[str, RunningPart, H], ...]:
        """The parts of what is carried under these names, in the table at this place, that do this, each with its name.
        Worked out once."""
        key = (place, names, sort, *what)
        found = self._fits.get(key)
        if found is None:
            if len(self._fits) >= REMEMBERED:
                self._fits.clear()
            found = self._fits[key] = tuple(
                [
                    (name, piece, hook)
                    for name in names
                    for piece in self.pieces(self.carriers[place].table, name)
                    if isinstance(hook := piece.part.hook, sort) and fits(hook)
                ]
            )
        return found

    def _piece(self, part: Part, table: str, name: str) -> RunningPart:
        """A part as it runs. Its name is that of the part, the table where it is not the first, and the version."""
        label = part.name + ("" if table == self.carriers[0].table else f" of {table}")
        version = name.partition(":")[2]
        if self._labels.setdefault(label, (table, base(name))) != (table, base(name)):
            raise FlowError(f"{self.ruleset}: two powers have a part called {label!r}")
        label += name[len(base(name)) :]
        runs: Any = None
        if isinstance(part.hook, When):
            runs = self._trigger(part, part.hook, table, name, version, label)
            _remember(self.triggers, label, runs)
        elif isinstance(part.hook, WindowUse):
            runs = self._reaction(part, part.hook, table, version, label)
            _remember(self.reactions, label, runs)
        if runs is not None and hasattr(self, "_sealed"):
            runs.seal()  # a version that comes up in play; all others are sealed with the rules
        return RunningPart(part, runs)

    def _trigger(self, part: Part, hook: When, table: str, name: str, version: str, label: str) -> Trigger:
        def resolve(game: Game, event: Event, source: Any) -> Any:
            return part.do(game, Bearer(game, table, source, version), event)

        def sources(game: Game, event: Event) -> list[Id]:
            """Asked again when its turn comes: who of those that were triggered still is."""
            if hook.me:
                keys: Iterable[Any] = (getattr(event, hook.me),)
            else:
                keys = self.index(game, table).bearers(frozenset((base(name),)))
            still = [key for key in keys if name in self.names(game, self.index(game, table), key)]
            only = hook.only or (lambda *asked: True)
            return [key for key in still if only(game, Bearer(game, table, key, version), event)]

        def player(game: Game, event: Event, source: Any) -> int | None:
            return self.player(game, table, source)

        def usable(game: Game, event: Event, source: Any) -> bool:
            return hook.usable is None or hook.usable(game, Bearer(game, table, source, version), event)

        resolve.__rules__ = part.rules  # type: ignore[attr-defined]
        return Trigger(
            resolve, hook.events, name=label, before=hook.stage == BEFORE, optional=hook.optional,
            immediate=hook.immediate, sources=None if hook.stage == LEFT else sources, player=player,
            usable=usable if hook.usable is not None else None, limit=hook.limit, delay=hook.delay, phase=hook.phase,
            order_matters=hook.order_matters,
        )  # fmt: skip

    def _reaction(self, part: Part, hook: WindowUse, table: str, version: str, label: str) -> Reaction:
        def resolve(game: Game, player: int, choice: Any, context: Any) -> Any:
            if hook.choices is None:
                return part.do(game, Bearer(game, table, choice, version), context)
            key, chosen = choice
            return part.do(game, Bearer(game, table, key, version), context, chosen)

        resolve.__rules__ = part.rules  # type: ignore[attr-defined]
        return Reaction(
            resolve, hook.windows, options=lambda game, player, context: (), name=label, limit=hook.limit,
            source=(lambda choice: choice) if hook.choices is None else (lambda choice: choice[0]), must=hook.must,
        )  # fmt: skip

    # ------------------------------------------------------------------------------------------------ listening

    def listens(self, kind: type[Event], *stages: str) -> bool:
        """Whether any power listens to a type of event (at one of these stages), carried or not."""
        return any(self._listening_to(kind, stage) for stage in stages or ("",))

    def _listening_to(self, kind: type[Event], stage: str) -> tuple[Listening, ...]:
        """Which powers listen to a type of event at a stage, table by table; for "" at any. Worked out once."""
        found = self._listening.get((kind, stage))
        if found is None:
            tables = [self._listening_in(place, kind, stage) for place in range(len(self.carriers))]
            found = self._listening[kind, stage] = tuple([one for one in tables if one.all])
        return found

    def _listening_in(self, place: int, kind: type[Event], stage: str) -> Listening:
        def roles_of(hook: When) -> tuple[str, ...]:
            return (hook.me,) if _hears(hook, kind, stage) and _concerns(hook, self.carriers[place].table) else ()

        roles = self._powers_by(When, roles_of)
        listening = NOBODY.union(*roles.values())
        anyone = roles.pop("", NOBODY)
        return Listening(place, listening, tuple(roles.items()), anyone)

    def unheard(self, game: Game, event: Event, changes: int = -1) -> int | None:
        """How often what is carried has changed, where nothing that is carried now listens to the event.

        None where something does, by whom the event names. With ``changes``, the number it gave before the event
        happened, it is asked again only where that has changed.
        """
        carrying = game.state._carrying or self.carrying(game)
        indexes, news = carrying.indexes, carrying.news
        for index in indexes:  # not a call: every event passes here
            table, at = index.table, index.at
            version = table.version
            if version != at:
                try:  # nearly always one record was written, and carries what it did
                    if version == at + 1 and index.of(table[key := table.touched[version]]) == index.read[key]:
                        index.at = at = version
                except KeyError:
                    pass
            if version != at or index.effects.version != index.effects_at:
                index.refresh()
        kind = event.__class__
        if kind in news.silent or news.changes == changes:
            return news.changes
        listening = self._listening_to(kind, "")
        for one in listening:
            if one.hears(indexes[one.place], event):
                return None
        if all(indexes[one.place].present.keys().isdisjoint(one.all) for one in listening):
            news.silent.add(kind)
        return news.changes

    def candidates(self, game: Game, event: Event, stage: str, cause: Origin, place: int = 0) -> list[Candidate]:
        """The listeners that stand ready for an event at a stage, bearer by bearer."""
        ready: list[Candidate] = []
        kind = event.__class__
        for listening in self._listening_to(kind, stage):
            index = self.indexes(game)[listening.place]
            index.refresh()
            if not listening.hears(index, event):
                continue
            one = index.carriers
            for key in self._concerned(index, listening, event):
                player = self.player(game, one.table, key)
                names = self.names(game, index, key)
                for name, piece, hook in self._fitting(
                    listening.place, names, When, (kind, stage), lambda hook: _hears(hook, kind, stage)
                ):
                    if self._stands_ready(game, piece.runs, hook, one, name, event, key, player):
                        ready.append(Candidate(piece.runs, key, player, event, cause, place))
        return ready

    def _stands_ready(
        self, game: Game, trigger: Trigger, hook: When, one: Carriers, name: str, event: Event, key: Id,
        player: int | None,
    ) -> bool:  # fmt: skip
        if hook.me and getattr(event, hook.me) != key:
            return False
        if trigger.phase and game.phase != trigger.phase:
            return False
        version = name.partition(":")[2]
        if hook.only is not None and not hook.only(game, Bearer(game, one.table, key, version), event):
            return False
        return within_limit(game, trigger.limit, trigger.name, key, player)

    def _concerned(self, index: Index, listening: Listening, event: Event) -> list[Id]:
        """Who may be asked: those that the event names, and all bearers of what listens from anywhere."""
        keys = {getattr(event, role) for role, _ in listening.roles}
        keys.update(index.bearers(listening.anyone))
        table = index.table
        return [key for key in table if key in keys] if len(keys) > 1 else [key for key in keys if key in table]

    # ------------------------------------------------------------------------------------------------- windows

    def usable(self, game: Game, window: str, player: int, context: Any) -> list[tuple[str, Any]]:
        """What a player's things can be used for in a window: the name of each use, and what would be chosen."""
        return self._open(game, window, player, context, must=False)

    def due(self, game: Game, window: str, player: int, context: Any) -> list[tuple[str, Any]]:
        """What must happen in a window by a player's things, in the same form."""
        return self._open(game, window, player, context, must=True)

    def _open(self, game: Game, window: str, player: int, context: Any, *, must: bool) -> list[tuple[str, Any]]:
        found: list[tuple[str, Any]] = []
        for what, hook, me in self._uses(game, window, player):
            if hook.must is must and within_limit(game, what.limit, what.name, me.id, player):
                if hook.only is None or hook.only(game, me, context):
                    found += [(what.name, option) for option in hook.options(game, me, context)]
        return found

    def unusable(
        self, game: Game, window: str, player: int, context: Any
    ) -> Iterator[tuple[tuple[str, Any], Violation]]:
        """What a player's things cannot be used for in a window, each with the reason: the limit, or what they say."""
        for what, hook, me in self._uses(game, window, player):
            if hook.must:
                continue
            limit, rule = what.limit, what.rules[0] if what.rules else ""
            if limit is not None and not within_limit(game, limit, what.name, me.id, player):
                if hook.only is None or hook.only(game, me, context):
                    used_up = Violation("used_up", rule, times=limit.times, scope=limit.scope)
                    for option in hook.options(game, me, context):
                        yield (what.name, option), used_up
            for why in hook.why_not(game, me, context) if hook.why_not is not None else ():
                if isinstance(why, Violation):
                    for option in hook.options(game, me, context):
                        yield (what.name, option), why.by(rule)
                else:
                    choice, reason = why
                    yield (what.name, (me.id, choice)), reason.by(rule)

    def _uses(self, game: Game, window: str, player: int) -> Iterator[tuple[Reaction, WindowUse, Bearer]]:
        """The uses in a window of all that a player controls."""
        powers = self.users(window)
        for place, index in enumerate(self.indexes(game) if powers else ()):
            one = index.carriers
            rows = getattr(game.state, one.table)
            for key in index.bearers(powers):
                if one.player(game, rows[key]) == player:
                    yield from self._uses_of(game, place, index, key, window)

    def _uses_of(
        self, game: Game, place: int, index: Index, key: Id, window: str
    ) -> Iterator[tuple[Reaction, WindowUse, Bearer]]:
        names = self.names(game, index, key)
        for name, piece, hook in self._fitting(place, names, WindowUse, (window,), lambda hook: window in hook.windows):
            yield piece.runs, hook, Bearer(game, index.carriers.table, key, name.partition(":")[2])

    def explains(self, window: str) -> bool:
        """Whether any power can say why it is not used in a window."""
        return window in self._explainers

    def obliges(self, window: str) -> bool:
        """Whether by any power something must happen in a window."""
        return window in self._musts

    def users(self, window: str) -> frozenset[str]:
        """The powers that are used in a window."""
        return self._users.get(window, NOBODY)

    # -------------------------------------------------------------------------------------------------- offers

    def offers(self, game: Position, name: str, subject: Id, table: str = "") -> list[tuple[Bearer, Any]]:
        """What a record's powers offer now under a name, each with its bearer, in the order carried.

        Raises LookupError for a name that the rules do not ask for.
        """
        if name not in self.offering:
            near = did_you_mean(nearest(name, self.offering))
            raise LookupError(f"{self.ruleset}: powers offer nothing called {name!r}{near}")
        if not self.carriers:
            return []
        place = self._place(table) if table or self._several else 0
        index = (game.state._carrying or self.carrying(game)).indexes[place]
        if index.table.version != index.at or index.effects.version != index.effects_at:
            index.refresh()
        sheet = index.sheets.get(subject)
        if sheet is None:
            sheet = index.sheets[subject] = self._sheet(index.names(subject))
        parts = sheet.get(name)
        if parts is None:
            return []
        if subject in index.at_times:
            parts = self._sheet(self.names(game, index, subject)).get(name, [])
        found: list[tuple[Bearer, Any]] = []
        for version, part in parts:
            me, hook = Bearer(game, index.carriers.table, subject, version), part.hook
            if isinstance(hook, Offer) and hook.limit is not None:
                if not within_limit(game, hook.limit, part.name, subject, me.player):
                    continue
            offered = part.do(game, me)
            if offered is not None:
                found.append((me, offered))
        return found

    def offering_now(self, game: Position, name: str, table: str = "") -> list[Id]:
        """The records that carry a power which may offer something under a name, in the order of their table.

        Raises LookupError for a name that the rules do not ask for.
        """
        if name not in self.offering:
            near = did_you_mean(nearest(name, self.offering))
            raise LookupError(f"{self.ruleset}: powers offer nothing called {name!r}{near}")
        return self.index(game, table).bearers(self._offering_by.get(name, NOBODY)) if self.carriers else []

    def _sheet(self, names: tuple[str, ...]) -> Sheet:
        """What is offered by something that carries this, by the name of the offer. Worked out once."""
        found = self._sheets.get(names)
        if found is None:
            found = {}
            for name in names:
                for part in self._known(name).parts:
                    if isinstance(part.hook, Offer):
                        found.setdefault(part.hook.name, []).append((name.partition(":")[2], part))
            if len(self._sheets) >= REMEMBERED:
                self._sheets.clear()
            self._sheets[names] = found
        return found

    # ------------------------------------------------------------------------------------------------- numbers

    def changes(self, game: Position, stat: str, subject: Id) -> bool:
        """Whether something that is carried now may change a characteristic or a permission of a subject."""
        carrying = game.state._carrying or self.carrying(game)
        indexes, news = carrying.indexes, carrying.news
        for index in indexes:
            if index.table.version != index.at or index.effects.version != index.effects_at:
                index.refresh()
        if stat in news.silent:
            return False
        own, others = self.changing[stat]
        for index in indexes:
            carried = index.bases.get(subject)
            if not index.present.keys().isdisjoint(others) or (carried and not own.isdisjoint(carried)):
                return True
        if all(index.present.keys().isdisjoint(own) for index in indexes):
            news.silent.add(stat)
        return False

    def modifiers(self, game: Position, stat: str, subject: Id) -> Iterator[Modifier]:
        """What the powers that are carried do to a characteristic or a permission that one of them changes."""
        own, others = self.changing[stat]
        for place, index in enumerate(self.indexes(game)):
            index.refresh()
            carried = index.bases.get(subject)
            if carried and not own.isdisjoint(carried):
                yield from self._changes(game, place, index, subject, stat, None)
            for key in index.bearers(others):
                yield from self._changes(game, place, index, key, stat, subject)

    def _changes(
        self, game: Any, place: int, index: Index, key: Id, stat: str, subject: Id | None
    ) -> Iterator[Modifier]:
        table, others = index.carriers.table, subject is not None
        for name, piece, hook in self._fitting(
            place,
            self.names(game, index, key),
            Changes,
            (stat, others),
            lambda hook: hook.stat == stat and hook.others is others,
        ):
            if subject == key and hook.of in ("", table):
                continue  # it is no other
            me = Bearer(game, table, key, name.partition(":")[2])
            amount = piece.part.do(game, me, subject) if others else piece.part.do(game, me)
            if amount is not None and amount is not False:
                rule = piece.part.rules[0] if piece.part.rules else ""
                yield Modifier(stat, hook.layer, int(amount), name, key, rule, hook.group)


def _hears(hook: When, kind: type[Event], stage: str) -> bool:
    """Whether a part listens to a type of event at a stage; for "" at any."""
    return stage in ("", hook.stage) and issubclass(kind, hook.events)


def _concerns(hook: Hook, table: str) -> bool:
    """Whether records of this table have a part of a power, which may be bound to one of several."""
    return isinstance(hook, WindowUse | Offer) or hook.of in ("", table) or (isinstance(hook, Changes) and hook.others)


_remember = dict.__setitem__


@cache
def _names_several(kind: type[Event], field: str) -> bool:
    """Whether a field of an event holds several ids, so that it is never that of one bearer."""
    types = {one.name: one.type for one in msgspec.structs.fields(kind)}
    return get_origin(types[field]) in (tuple, list, set, frozenset)
