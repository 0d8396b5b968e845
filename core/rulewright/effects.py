"""Continuous effects and how long they last.

An effect is a record in the state: what kind, from what source, on what target, until when. Durations are data:

``during("turn")``        to the end of the innermost scope of that name that is running now ("step" is the
                          current step; any procedure, phase, turn or round by name)
``until_next("turn", p)`` until a scope of that name begins whose player is ``p``
``until("condition")``    until a condition named in the ruleset first holds; checked after every event
``FOREVER``               the rest of the game

An effect ends when its target leaves the state, or its source does unless it says ``even_if_lost``. An effect kind
may be registered with an ``active`` function: the effect stays, but counts only while that holds; and with a
``lost`` function: once that holds the effect ends for good, whatever its duration, unless ``even_if_lost``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, Self

import msgspec

from .events import Event
from .plaindata import listed
from .problems import did_you_mean, nearest
from .readonly import read_only
from .renamed import earlier_names
from .state import Effect, Id, State
from .stats import Modifier

if TYPE_CHECKING:
    from .game import Game
    from .position import Position
    from .ruleset import Rules
    from .state import FollowedTable, Frame


Ref = tuple[str, Id]
"""A record of some table: the table's name and the record's id."""


class Until(msgspec.Struct, frozen=True):
    """A duration; made by :func:`during`, :func:`until_next`, :func:`until` or taken as FOREVER."""

    kind: str
    name: str = ""
    player: int | None = None


FOREVER: Final = Until("game")

NEXT: Final = "next "
CONDITION: Final = "condition "
"""What stands before the name of a scope or condition in ``Effect.until``."""
LOST: Final = "lost"
FULFILLED: Final = "fulfilled"
LAPSES: Final = (LOST, FULFILLED)
"""Why effects end that an event puts an end to."""
SCOPED: Final = "scoped"
BRIEF: Final = "brief"
LOSABLE: Final = "losable"


def during(scope: str) -> Until:
    """To the end of the innermost running scope of that name; "step" is the current step."""
    return Until("step") if scope == "step" else Until("scope", scope)


def until_next(scope: str, player: int) -> Until:
    """Until the next scope of that name begins whose player is ``player``."""
    return Until("next", scope, player)


def until(condition: str) -> Until:
    """Until the ruleset's condition of that name first holds for the effect."""
    return Until("condition", condition)


class EffectKind(msgspec.Struct, frozen=True):
    """A kind of effect with behaviour.

    ``active(game, effect)`` says whether it counts at the moment, ``lost(game, effect)`` whether what gave it can
    give it no more, so that it ends for good; the latter is asked after every event. Where ``reads(game)`` gives
    something that is equal as long as nothing changes on which ``lost`` depends, it is asked only when that is another.
    """

    name: str
    active: Callable[[Any, Effect], bool] | None = None
    lost: Callable[[Any, Effect], bool] | None = None
    reads: Callable[[Any], Any] | None = None


class EffectBegan(Event, frozen=True):
    """A continuous effect began."""

    effect: Effect

    def apply(self, state: State) -> None:
        state.effects.add(self.effect)


class EffectEnded(Event, frozen=True):
    """A continuous effect ended: its time was over, its source or target has gone, or it was removed."""

    effect: Id
    why: str = "over"

    def apply(self, state: State) -> None:
        if self.effect in state.effects:
            state.effects.remove(self.effect)


def begin_effect(
    game: Game,
    kind: str,
    duration: Until,
    *,
    source: Ref | None = None,
    target: Ref | None = None,
    player: int | None = None,
    even_if_lost: bool = False,
    data: Mapping[str, Any] | None = None,
    rule: str = "",
) -> EffectBegan:
    """The event by which a continuous effect begins; source and target are pairs of table name and id.

    Raises LookupError when no scope of that name is running, for a condition or scope that the ruleset has not, for a
    number or layer to change (data "stat" and "layer") that is not registered, and for powers given or countered (data
    "gives" and "counters") that are none or that nothing in the target's table carries.
    """
    _check_name(game, kind, duration)
    _check_change(game, kind, data or {})
    uid = 0
    if duration.kind == "step":
        uid = game.step_uid
    elif duration.kind == "scope":
        frame = game.scope(duration.name)
        if frame is None:
            raise LookupError(f"effect {kind!r} should last during {duration.name!r}, but no such scope is running")
        uid = frame.uid
    label = duration.kind if duration.kind in ("game", "step", "scope") else f"{duration.kind} {duration.name}"
    source_table, source_id = source or ("", None)
    target_table, target_id = target or ("", None)
    record = Effect(
        game.new_id(), kind, source_id, target_id, source_table, target_table, player,
        label, uid, duration.player, even_if_lost, read_only(dict(data or ())),
    )  # fmt: skip
    game.rules.powers.check_effect(record)
    return EffectBegan(record, rule=rule)


def _check_name(game: Game, kind: str, duration: Until) -> None:
    """A duration that could never end because of a misspelt name is refused. Raises LookupError."""
    rules = game.rules
    known: Iterable[str] = ()
    if duration.kind == "condition":
        known = rules.conditions
    elif duration.kind == "next":
        known = dict.fromkeys(name for node in rules.nodes.values() for name in (node.name, node.scope))
    if duration.kind in ("condition", "next") and duration.name not in known:
        what = "condition" if duration.kind == "condition" else "scope"
        hint = did_you_mean(nearest(duration.name, known)[:1])
        raise LookupError(f"effect {kind!r} should last until {duration.name!r}, but there is no such {what}{hint}")


def _check_change(game: Game, kind: str, data: Mapping[str, Any]) -> None:
    """A change of a number or permission that could never count because of a misspelt name is refused."""
    name = data.get("stat")
    if not isinstance(name, str):
        return
    rules = game.rules
    if name in rules.stats:
        layers = [layer.name for layer in rules.stats[name].stat.layers]
    elif name in rules.permissions:
        layers = ["may", "cannot"]
    else:
        hint = did_you_mean(nearest(name, [*rules.stats, *rules.permissions])[:1])
        raise LookupError(f"effect {kind!r} changes {name!r}, but there is no such number or permission{hint}")
    if (layer := data.get("layer")) not in layers:
        hint = did_you_mean(nearest(layer, layers)[:1]) if isinstance(layer, str) else ""
        raise LookupError(f"effect {kind!r} changes the layer {layer!r} of {name!r}, which has {listed(layers)}{hint}")


def active_effects(game: Position, kind: str | None = None, target: Id | None = None) -> Iterator[Effect]:
    """The effects that count now, optionally only those of a kind or on a target, in order of arrival."""
    kinds = game.rules.effect_kinds
    for effect in game.state.effects.values():
        if (kind is None or effect.kind == kind) and (target is None or effect.target == target):
            if _counts(game, kinds, effect):
                yield effect


effects = active_effects


def ending_with(game: Game, uid: int) -> list[Effect]:
    """The effects that end because the scope with this uid does."""
    ends = game.effect_ends
    return ends.of(("until", "scope", uid)) if ends.scoped else []


def ending_step(game: Game, uid: int) -> list[Effect]:
    """The effects that last for the step that ends now."""
    return game.effect_ends.of(("until", "step", uid))


def ending_before(game: Game, frame: Frame, player: int | None) -> list[Effect]:
    """The effects that end because this scope of this player begins."""
    ends = game.effect_ends
    return ends.of((NEXT, frame.node.scope, player), (NEXT, frame.node.name, player)) if ends.next else []


def lost(game: Game, gone: Iterable[tuple[str, Id]]) -> list[Effect]:
    """The effects whose source or target has just left the state, or whose kind says that they are lost."""
    ends = game.effect_ends
    given_up: set[Id] = set()
    read: dict[Any, Any] = {}
    for kind in ends.losable:
        if kind.reads is not None and kind.reads not in read:
            read[kind.reads] = (kind.reads(game), game.state.effects.version)
        given_up.update(_given_up(game, kind, ends, read.get(kind.reads)))
    return ends.of(*gone, also=given_up)


def _given_up(game: Game, kind: EffectKind, ends: Ends, now: Any) -> list[Id]:
    """The effects of a kind that are lost. That none is, is remembered as long as what ``lost`` reads is the same."""
    assert kind.lost is not None
    key, kept = (LOSABLE, kind.name), game.state._kept
    if now is not None and kept.get(key) == now:
        return []
    found = [effect.id for effect in ends.of(key) if kind.lost(game, effect)]
    if now is not None and not found:
        kept[key] = now
    return found


def fulfilled(game: Game) -> list[Effect]:
    """The effects whose condition has come to hold."""
    ends, conditions = game.effect_ends, game.rules.conditions
    return [effect for effect in ends.of(CONDITION) if conditions[effect.until[len(CONDITION) :]](game, effect)]


def _counts(game: Position, kinds: Mapping[str, EffectKind], effect: Effect) -> bool:
    kind = kinds.get(effect.kind)
    return kind is None or kind.active is None or kind.active(game, effect)


def _modifier(effect: Effect) -> Modifier:
    data = effect.data
    amount = 0 if data["layer"] in ("may", "cannot") else data["amount"]
    return Modifier(
        data["stat"], data["layer"], amount, name=data.get("name", effect.kind), source=effect.source,
        rule=data.get("rule", ""), group=data.get("group", ""),
    )  # fmt: skip


class Follower:
    """Something worked out from the effects, and kept up to date as their table is written."""

    __slots__ = ("_alone", "_held", "_rules", "_table", "version")

    def __init__(self, rules: Rules, table: Any) -> None:
        self._rules = rules
        self._table: FollowedTable[Effect] = table
        self.version = -1
        """The version of the table that it has come to."""
        self._clear()

    def follow(self) -> None:
        """Come to what is written now."""
        written = self._table.written(self.version)
        self.version = self._table.version
        if written is None:
            self._clear()
            written = list(self._table)
        for effect_id in written:
            self._renew(effect_id)

    def _clear(self) -> None:
        self._held: dict[Id, Any] = {}
        """Under what each effect is kept."""
        self._alone: set[Hashable] = set()
        """What nobody else has, of what is written to in place."""

    def forked(self, table: Any) -> Self:
        """The same of a copy of the table, which goes on from what this one knows now; each has what it writes then."""
        if self.version != self._table.version:
            self.follow()
        new = object.__new__(type(self))
        new._rules, new._table, new.version, new._held = self._rules, table, self.version, dict(self._held)
        self._alone, new._alone = set(), set()
        return new

    def _renew(self, effect_id: Id) -> None:
        """Replace what is kept of an effect by the effect as it is now."""
        raise NotImplementedError

    def among(self, ids: Collection[Id]) -> list[Effect]:
        """The effects with these ids, in order of arrival."""
        return [effect for effect_id, effect in self._table.items() if effect_id in ids] if ids else []


class Ends(Follower):
    """The effects by what may end them."""

    __slots__ = ("_by", "brief", "losable", "next", "scoped", "watched")

    def _clear(self) -> None:
        super()._clear()
        self._by: dict[Hashable, dict[Id, None]] = {}
        self.brief = self.watched = self.scoped = self.next = False
        self.losable: tuple[EffectKind, ...] = ()

    def forked(self, table: Any) -> Self:
        new = super().forked(table)
        new._by, new.losable = dict(self._by), self.losable
        new.brief, new.watched, new.scoped, new.next = self.brief, self.watched, self.scoped, self.next
        return new

    def _of(self, end: Hashable) -> dict[Id, None]:
        """The effects that this may end, to be written to."""
        if end not in self._alone:
            self._alone.add(end)
            self._by[end] = dict(self._by.get(end, ()))
        return self._by[end]

    def follow(self) -> None:
        super().follow()
        self.brief = BRIEF in self._by
        """Whether some last for a step."""
        self.scoped = SCOPED in self._by
        """Whether some last for a scope."""
        self.next = NEXT in self._by
        """Whether some last until a scope begins."""
        kinds = self._rules.losable if LOSABLE in self._by else ()
        self.losable = tuple([kind for kind in kinds if (LOSABLE, kind.name) in self._by])
        """The kinds of those that may be lost, as their kinds say."""
        self.watched = bool(self.losable) or CONDITION in self._by
        """Whether any event may end some: because a condition comes to hold, or what gave them is lost."""

    def of(self, *ends: Hashable, also: Iterable[Id] = ()) -> list[Effect]:
        """The effects that one of these may end, and those with further ids, in order of arrival."""
        ids = set(also)
        for end in ends:
            if end in self._by:
                ids.update(self._by[end])
        return self.among(ids) if ids else []

    def _renew(self, effect_id: Id) -> None:
        for end in self._held.pop(effect_id, ()):
            left = self._of(end)
            del left[effect_id]
            if not left:
                del self._by[end]
                self._alone.discard(end)
        effect = self._table.get(effect_id)
        if effect is not None:
            self._held[effect_id] = self._ends(effect)
            for end in self._held[effect_id]:
                self._of(end)[effect_id] = None

    def _ends(self, effect: Effect) -> set[Hashable]:
        """What may end an effect."""
        until = effect.until
        ends: set[Hashable] = {(effect.target_table, effect.target)}
        if not effect.even_if_lost:
            ends.add((effect.source_table, effect.source))
            kind = self._rules.effect_kinds.get(effect.kind)
            if kind is not None and kind.lost is not None:
                ends |= {LOSABLE, (LOSABLE, effect.kind)}
        if until == "step":
            ends |= {BRIEF, SCOPED, ("until", "step", effect.until_uid), ("until", "scope", effect.until_uid)}
        elif until == "scope":
            ends |= {SCOPED, ("until", "scope", effect.until_uid)}
        elif until.startswith(NEXT):
            ends |= {NEXT, (NEXT, until[len(NEXT) :], effect.until_player)}
        elif until.startswith(CONDITION):
            ends.add(CONDITION)
        return ends


class EffectChanges:
    """What effects do to one characteristic of one subject, or of all."""

    __slots__ = ("every", "others", "stamp", "sums")

    def __init__(
        self, stamp: int, sums: Mapping[str, int], others: Iterable[Id] = (), every: Iterable[Id] = ()
    ) -> None:
        self.stamp = stamp
        """The version of the table at the last change."""
        self.sums = dict(sums)
        """What simply adds up, by layer."""
        self.others = dict.fromkeys(others)
        """The effects that do something else, or not always."""
        self.every = dict.fromkeys(every)
        """All these effects."""


class StatChanges(Follower):
    """What the effects do to characteristics and permissions.

    Such an effect has ``data`` with "stat", "layer" and "amount", and optionally "group", "name" and "rule". On a
    permission the layer is "may" or "cannot", and there is no amount. Sums are kept, so that one of many effects that
    changes costs little.
    """

    __slots__ = ("_conditional", "_none", "_rows")

    def __init__(self, rules: Rules, table: Any) -> None:
        self._conditional = {kind.name for kind in rules.effect_kinds.values() if kind.active is not None}
        super().__init__(rules, table)

    def _clear(self) -> None:
        super()._clear()
        self._none = EffectChanges(self.version, {})
        self._rows: dict[tuple[str, Id | None], EffectChanges] = {}

    def forked(self, table: Any) -> Self:
        new = super().forked(table)
        new._conditional, new._none, new._rows = self._conditional, self._none, dict(self._rows)
        return new

    def _row(self, key: tuple[str, Id | None]) -> EffectChanges:
        """What is done to a characteristic of a subject, or of all, to be written to."""
        row = self._rows[key]
        if key not in self._alone:
            self._alone.add(key)
            row = self._rows[key] = EffectChanges(row.stamp, row.sums, row.others, row.every)
        return row

    def of(self, key: tuple[str, Id]) -> EffectChanges:
        """What is done to a characteristic, by its name, of a subject: on itself, and by effects without a target."""
        on_it, on_all = self._rows.get(key), self._rows.get((key[0], None))
        if on_all is None or on_all is on_it:
            return on_it or self._none
        if on_it is None:
            return on_all
        sums = {layer: total + on_all.sums[layer] for layer, total in on_it.sums.items()}
        others, every = (*on_it.others, *on_all.others), (*on_it.every, *on_all.every)
        return EffectChanges(max(on_it.stamp, on_all.stamp), sums, others, every)

    def modifiers(self, game: Game, ids: Collection[Id]) -> list[Modifier]:
        """The modifiers that these effects give now. Raises KeyError for an effect without layer or amount."""
        kinds = game.rules.effect_kinds
        return [_modifier(effect) for effect in self.among(ids) if _counts(game, kinds, effect)]

    def _renew(self, effect_id: Id) -> None:
        was = self._held.pop(effect_id, None)
        if was is not None:
            key, layer, amount = was
            row = self._row(key)
            row.stamp = self.version
            del row.every[effect_id]
            if layer is None:
                del row.others[effect_id]
            else:
                row.sums[layer] -= amount
        effect = self._table.get(effect_id)
        if effect is None:
            return
        data = effect.data
        stat = data.get("stat")
        if not isinstance(stat, str):
            return
        key = (stat, effect.target)
        if key not in self._rows:
            if stat in self._rules.stats:
                sums = self._rules.stats[stat].stat.sums
            elif stat in self._rules.permissions:
                sums = {}
            else:
                return
            self._alone.add(key)
            self._rows[key] = EffectChanges(0, sums)
        row = self._row(key)
        row.stamp = self.version
        row.every[effect_id] = None
        layer, amount = data.get("layer"), data.get("amount")
        if (
            type(amount) is int
            and isinstance(layer, str)
            and layer in row.sums
            and not data.get("group")
            and effect.kind not in self._conditional
        ):
            row.sums[layer] += amount
            self._held[effect_id] = (key, layer, amount)
        else:
            row.others[effect_id] = None
            self._held[effect_id] = (key, None, 0)


if not TYPE_CHECKING:
    __getattr__ = earlier_names(__name__)
