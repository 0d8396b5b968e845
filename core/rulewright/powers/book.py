"""The powers of a frozen ruleset, and what those that things carry come to: listeners, uses, changes of numbers.

A power takes part as triggers and reactions do, under the same timing policy. It is asked only where something carries
it: a listener that names its bearer by a field of the event is looked up with that one record, any other in the index
of who carries what.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from ..content import did_you_mean, nearest
from ..effects import active_effects
from ..flow import FlowError
from ..readonly import Sealed
from ..stats import Modifier
from ..windows import BEFORE, LEFT, Candidate, Reaction, Trigger, within_limit
from .hooks import Bearer, Carriers, Changes, Part, Power, Use, When
from .index import Carried, Index, base, carried

if TYPE_CHECKING:
    from ..events import Event
    from ..game import Game
    from ..state import Id, State

_INDEX: Final = "_carried"
"""Where a state keeps its indexes."""


class Listening(msgspec.Struct, frozen=True):
    """Which powers listen to one type of event: by the field that names the bearer, and from anywhere."""

    roles: tuple[tuple[str, frozenset[str]], ...]
    anyone: frozenset[str]
    stages: frozenset[str]
    """When they do: before it, after it, or as the bearer was when it happened."""


class Piece(msgspec.Struct, frozen=True):
    """A part of a power as the rules run it for one table and version: a trigger, a reaction, or a change."""

    part: Part
    runs: Any


class Book(Sealed):
    """All powers of a ruleset by name, and who may carry them."""

    def __init__(
        self, ruleset: str, powers: Iterable[Power], carriers: Sequence[Carriers], live: Iterable[str]
    ) -> None:
        self.ruleset = ruleset
        self.carriers = tuple(carriers)
        self.powers: dict[str, Power] = {}
        for power in powers:
            if power.name in self.powers:
                raise FlowError(f"{ruleset}: two powers are named {power.name!r}")
            self.powers[power.name] = power
        if self.powers and not carriers:
            raise FlowError(
                f"{ruleset}: nothing carries its powers; Ruleset(carriers=[Carriers(TABLE, ...)]) says what"
            )
        self._live = frozenset(live)
        self._pieces: dict[tuple[str, str], tuple[Piece, ...]] = {}
        self._listening: dict[type, Listening | None] = {}
        self._heard: dict[tuple[type, str], tuple[int, Any, bool]] = {}
        self._users: dict[str, frozenset[str]] = {}
        own, others = self._changers(others=False), self._changers(others=True)
        nobody: frozenset[str] = frozenset()
        self.changing = {stat: (own.get(stat, nobody), others.get(stat, nobody)) for stat in {**own, **others}}
        self._memos: dict[str, dict[Any, tuple[str, ...]]] = {one.table: {} for one in carriers}
        self.triggers: dict[str, Trigger] = {}
        self.reactions: dict[str, Reaction] = {}
        for name in self.powers:
            for one in self.carriers:
                self.pieces(one.table, name)

    # --------------------------------------------------------------------------------------------- who carries

    def index(self, state: State, content: Any, carriers: Carriers) -> Index:
        """The index of a table of this state, made when it is first asked."""
        kept: dict[str, Index] | None = state.__dict__.get(_INDEX)
        if kept is None:
            kept = state.__dict__[_INDEX] = {}
        found = kept.get(carriers.table)
        if found is None:
            found = kept[carriers.table] = Index(
                carriers, state, content, self.powers, self._live, self._memos[carriers.table]
            )
        return found

    def has(self, game: Any, name: str, subject: Id, table: str = "") -> bool:
        """Whether a record has a power now, in any version unless the name says which. Raises LookupError."""
        self._known(name)
        for one in self._tables(table):
            index = self.index(game.state, game.content, one)
            names = self.names(game, index, subject)
            if name in names or (":" not in name and any(base(other) == name for other in names)):
                return True
        return False

    def names(self, game: Any, index: Index, subject: Id) -> tuple[str, ...]:
        """What a record has now; effects that count only at times are asked whether they do."""
        names = index.names(subject)
        if not self._live or not any(effect.kind in self._live for effect in index.effects_on(subject)):
            return names
        return tuple(item.name for item in self._carried(game, index, subject) if item.countered_by is None)

    def carried(self, game: Any, subject: Id, table: str = "") -> list[Carried]:
        """All that a record carries with the effects that give and counter it: why it has a power, or has it not."""
        return [
            item
            for one in self._tables(table)
            for item in self._carried(game, self.index(game.state, game.content, one), subject)
        ]

    def _carried(self, game: Any, index: Index, subject: Id) -> list[Carried]:
        record = getattr(game.state, index.carriers.table).get(subject)
        if record is None or (index.carriers.rows and subject not in index.carriers.rows):
            return []
        on = {effect.id for effect in index.effects_on(subject)}
        effects = [effect for effect in active_effects(game) if effect.id in on] if on else []
        return carried(tuple(index.carriers.powers(game.content, record)), effects)

    def bearers(self, game: Any, name: str, table: str = "") -> list[Id]:
        """The records that have a power now, table by table in the order of their rows. Raises LookupError."""
        self._known(name)
        found = []
        for one in self._tables(table):
            for key in self.index(game.state, game.content, one).bearers(base(name)):
                if self.has(game, name, key, one.table):
                    found.append(key)
        return found

    def player(self, game: Any, table: str, subject: Id) -> int | None:
        """Who controls a record; None for nobody, and for one that is not there."""
        record = getattr(game.state, table).get(subject)
        return None if record is None else self._of(table).player(game, record)

    def _tables(self, table: str) -> tuple[Carriers, ...]:
        return (self._of(table),) if table else self.carriers

    def _of(self, table: str) -> Carriers:
        for one in self.carriers:
            if one.table == table:
                return one
        known = [one.table for one in self.carriers]
        raise LookupError(f"{self.ruleset}: nothing in {table!r} carries powers{did_you_mean(nearest(table, known))}")

    def _known(self, name: str) -> Power:
        found = self.powers.get(base(name))
        if found is None:
            near = did_you_mean(nearest(base(name), self.powers))
            raise LookupError(f"{self.ruleset} has no power {base(name)!r}{near}")
        return found

    # ----------------------------------------------------------------------------------------- what they come to

    def pieces(self, table: str, name: str) -> tuple[Piece, ...]:
        """The parts of what is carried under this name as the rules run them; made once."""
        found = self._pieces.get((table, name))
        if found is None:
            power, version = self._known(name), name.partition(":")[2]
            label = name[len(power.name) :] + ("" if table == self.carriers[0].table else f" of {table}")
            found = tuple([self._piece(part, table, name, version, part.name + label) for part in power.parts])
            self._pieces[table, name] = found
        return found

    def _piece(self, part: Part, table: str, name: str, version: str, label: str) -> Piece:
        if isinstance(part.hook, When):
            runs: Any = self._trigger(part, part.hook, table, name, version, label)
            _remember(self.triggers, label, runs)
        elif isinstance(part.hook, Use):
            runs = self._reaction(part, part.hook, table, version, label)
            _remember(self.reactions, label, runs)
        else:
            runs = None
        return Piece(part, runs)

    def _trigger(self, part: Part, hook: When, table: str, name: str, version: str, label: str) -> Trigger:
        def resolve(game: Game, event: Event, source: Any) -> Any:
            return part.do(game, Bearer(game, table, source, version), event)

        def sources(game: Game, event: Event) -> list[Id]:
            """Asked again when its turn comes: who of those that were triggered still is."""
            if hook.me:
                keys: Iterable[Any] = (getattr(event, hook.me),)
            else:
                keys = self.index(game.state, game.content, self._of(table)).bearers(base(name))
            return [key for key in keys if self._is_triggered(game, hook, table, name, version, event, key)]

        def player(game: Game, event: Event, source: Any) -> int | None:
            return self.player(game, table, source)

        resolve.__rules__ = part.rules  # type: ignore[attr-defined]
        return Trigger(
            resolve, hook.events, name=label, before=hook.stage == BEFORE,
            sources=None if hook.stage == LEFT else sources, player=player, **hook.how,
        )  # fmt: skip

    def _is_triggered(
        self, game: Game, hook: When, table: str, name: str, version: str, event: Event, key: Any
    ) -> bool:
        index = self.index(game.state, game.content, self._of(table))
        if name not in self.names(game, index, key):
            return False
        return hook.only is None or bool(hook.only(game, Bearer(game, table, key, version), event))

    def _reaction(self, part: Part, hook: Use, table: str, version: str, label: str) -> Reaction:
        def resolve(game: Game, player: int, choice: Any, context: Any) -> Any:
            if hook.choices is None:
                return part.do(game, Bearer(game, table, choice, version), context)
            key, chosen = choice
            return part.do(game, Bearer(game, table, key, version), context, chosen)

        resolve.__rules__ = part.rules  # type: ignore[attr-defined]
        return Reaction(
            resolve, hook.windows, options=_nothing, name=label, limit=hook.limit,
            source=(lambda choice: choice) if hook.choices is None else (lambda choice: choice[0]),
        )  # fmt: skip

    # ------------------------------------------------------------------------------------------------ listening

    def listening(self, kind: type[Event]) -> Listening | None:
        """Which powers listen to a type of event; None for none. Worked out once."""
        if kind not in self._listening:
            roles: dict[str, set[str]] = {}
            stages: set[str] = set()
            for power in self.powers.values():
                for part in power.parts:
                    if isinstance(part.hook, When) and issubclass(kind, part.hook.events):
                        roles.setdefault(part.hook.me, set()).add(power.name)
                        stages.add(part.hook.stage)
            anyone = frozenset(roles.pop("", ()))
            named = tuple((role, frozenset(names)) for role, names in roles.items())
            self._listening[kind] = Listening(named, anyone, frozenset(stages)) if stages else None
        return self._listening[kind]

    def hear(self, game: Game, event: Event) -> bool:
        """Whether anything that is carried now listens to the event: by its type and who it names, conditions aside."""
        kind = event.__class__
        listening = self._listening[kind] if kind in self._listening else self.listening(kind)
        if listening is None:
            return False
        for one in self.carriers:
            index = self.index(game.state, game.content, one)
            index.refresh()
            for role, powers in listening.roles:
                carried = index.bases.get(getattr(event, role))
                if carried is not None and not powers.isdisjoint(carried):
                    return True
            if listening.anyone and self._anyone(kind, listening.anyone, index):
                return True
        return False

    def before(self, kind: type[Event]) -> bool:
        """Whether powers listen before a type of event, carried or not."""
        listening = self._listening[kind] if kind in self._listening else self.listening(kind)
        return listening is not None and BEFORE in listening.stages

    def changes(self, game: Game) -> int:
        """A number that grows whenever something carries another power than before."""
        number = 0
        for one in self.carriers:
            index = self.index(game.state, game.content, one)
            index.refresh()
            number += index.changes
        return number

    def _anyone(self, kind: type, powers: frozenset[str], index: Index) -> bool:
        known = self._heard.get((kind, index.carriers.table))
        if known is not None and known[0] == index.shape and known[1] is index:
            return known[2]
        found = not powers.isdisjoint(index.present)
        self._heard[kind, index.carriers.table] = (index.shape, index, found)
        return found

    def candidates(
        self, game: Game, event: Event, stages: tuple[str, ...], cause: int, place: int = 0
    ) -> list[Candidate]:
        """The listeners that stand ready for an event at these stages, bearer by bearer."""
        kind = event.__class__
        listening = self._listening[kind] if kind in self._listening else self.listening(kind)
        if listening is None or listening.stages.isdisjoint(stages):
            return []
        ready = []
        for one in self.carriers:
            index = self.index(game.state, game.content, one)
            for key in self._concerned(index, listening, event):
                for name in self.names(game, index, key):
                    for piece in self.pieces(one.table, name):
                        hook = piece.part.hook
                        if isinstance(hook, When) and hook.stage in stages and issubclass(kind, hook.events):
                            if self._stands_ready(game, piece.runs, hook, one, name, event, key):
                                player = one.player(game, getattr(game.state, one.table)[key])
                                ready.append(Candidate(piece.runs, key, player, event, cause, place))
        return ready

    def _stands_ready(
        self, game: Game, trigger: Trigger, hook: When, one: Carriers, name: str, event: Event, key: Id
    ) -> bool:
        if hook.me and getattr(event, hook.me) != key:
            return False
        if trigger.phase and game.phase != trigger.phase:
            return False
        version = name.partition(":")[2]
        if hook.only is not None and not hook.only(game, Bearer(game, one.table, key, version), event):
            return False
        return within_limit(game, trigger.limit, trigger.name, key, self.player(game, one.table, key))

    def _concerned(self, index: Index, listening: Listening, event: Event) -> list[Id]:
        """Who may be asked: those that the event names, and all bearers of what listens from anywhere."""
        keys = {getattr(event, role): None for role, _ in listening.roles}
        for name in listening.anyone:
            if name in index.present:
                keys.update(index.present[name])
        table = getattr(index.state, index.carriers.table)
        if len(keys) == 1:
            return [key for key in keys if key in table]
        return [key for key in table if key in keys]

    # ------------------------------------------------------------------------------------------------- windows

    def usable(self, game: Game, window: str, player: int, context: Any) -> list[tuple[str, Any]]:
        """What a player's things offer in a window, as pairs of the name of the use and what would be chosen."""
        powers = self.users(window)
        found: list[tuple[str, Any]] = []
        if not powers:
            return found
        for one in self.carriers:
            index = self.index(game.state, game.content, one)
            index.refresh()
            keys: dict[Id, None] = {}
            for name in powers:
                keys.update(index.present.get(name, ()))
            rows = getattr(game.state, one.table)
            for key in [key for key in rows if key in keys] if keys else ():
                if one.player(game, rows[key]) == player:
                    found += self._uses(game, one, index, key, window, player, context)
        return found

    def _uses(
        self, game: Game, one: Carriers, index: Index, key: Id, window: str, player: int, context: Any
    ) -> Iterator[tuple[str, Any]]:
        for name in self.names(game, index, key):
            for piece in self.pieces(one.table, name):
                hook = piece.part.hook
                if not isinstance(hook, Use) or window not in hook.windows:
                    continue
                what: Reaction = piece.runs
                me = Bearer(game, one.table, key, name.partition(":")[2])
                if not within_limit(game, what.limit, what.name, key, player):
                    continue
                if hook.only is not None and not hook.only(game, me, context):
                    continue
                if hook.choices is None:
                    yield (what.name, key)
                else:
                    for choice in hook.choices(game, me, context):
                        yield (what.name, (key, choice))

    def users(self, window: str) -> frozenset[str]:
        """The powers that are used in a window."""
        found = self._users.get(window)
        if found is None:
            found = self._users[window] = frozenset(
                power.name
                for power in self.powers.values()
                for part in power.parts
                if isinstance(part.hook, Use) and window in part.hook.windows
            )
        return found

    # ------------------------------------------------------------------------------------------------- numbers

    def modifiers(self, game: Any, stat: str, subject: Id) -> Sequence[Modifier]:
        """What the powers that are carried do to a characteristic or a permission that one of them changes."""
        own, others = self.changing[stat]
        found: list[Modifier] = []
        for one in self.carriers:
            index = self.index(game.state, game.content, one)
            index.refresh()
            if not own.isdisjoint(index.present):
                found += self._changes(game, one, index, subject, stat, None)
            if not others.isdisjoint(index.present):
                keys = {key for name in others for key in index.present.get(name, ())}
                for key in getattr(game.state, one.table):
                    if key in keys and key != subject:
                        found += self._changes(game, one, index, key, stat, subject)
        return found

    def _changes(
        self, game: Any, one: Carriers, index: Index, key: Id, stat: str, subject: Id | None
    ) -> Iterator[Modifier]:
        for name in self.names(game, index, key):
            for piece in self.pieces(one.table, name):
                hook = piece.part.hook
                if isinstance(hook, Changes) and hook.stat == stat and hook.others is (subject is not None):
                    me = Bearer(game, one.table, key, name.partition(":")[2])
                    amount = piece.part.do(game, me) if subject is None else piece.part.do(game, me, subject)
                    if amount is not None and amount is not False:
                        rule = piece.part.rules[0] if piece.part.rules else ""
                        yield Modifier(stat, hook.layer, int(amount), name, key, rule, hook.group)

    def _changers(self, *, others: bool) -> dict[str, frozenset[str]]:
        """The powers that change each characteristic and permission, of their bearer or of others."""
        found: dict[str, set[str]] = {}
        for power in self.powers.values():
            for part in power.parts:
                if isinstance(part.hook, Changes) and part.hook.others is others:
                    found.setdefault(part.hook.stat, set()).add(power.name)
        return {stat: frozenset(names) for stat, names in found.items()}


_remember = dict.__setitem__


def _nothing(game: Any, player: int, context: Any) -> tuple[()]:
    return ()
