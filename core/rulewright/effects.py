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

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

import msgspec

from .events import Event
from .readonly import read_only
from .state import Effect, Id, State
from .stats import Modifier

if TYPE_CHECKING:
    from .game import Game
    from .state import Frame
    from .windows import Sources


Ref = tuple[str, Id]
"""A record of some table: the table's name and the record's id."""


class Until(msgspec.Struct, frozen=True):
    """A duration; made by :func:`during`, :func:`until_next`, :func:`until` or taken as FOREVER."""

    kind: str
    name: str = ""
    player: int | None = None


FOREVER: Final = Until("game")


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
    give it no more, so that it ends for good; the latter is asked after every event.
    """

    name: str
    active: Callable[[Any, Effect], bool] | None = None
    lost: Callable[[Any, Effect], bool] | None = None


class EffectBegan(Event, frozen=True):
    """A continuous effect began."""

    effect: Effect

    def apply(self, state: State) -> None:
        state.effects.add(self.effect)


class EffectEnded(Event, frozen=True):
    """A continuous effect ended, and why: its time was over, its source or target is gone, or it was removed."""

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

    Raises LookupError when no scope of that name is running, for a condition or scope that the ruleset has not, and for
    powers given or countered (data "gives" and "counters") that are none or that nothing in the target's table carries.
    """
    _check_name(game, kind, duration)
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
        import difflib

        near = difflib.get_close_matches(duration.name, list(known), 1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        what = "condition" if duration.kind == "condition" else "scope"
        raise LookupError(f"effect {kind!r} should last until {duration.name!r}, but there is no such {what}{hint}")


def active_effects(game: Game, kind: str | None = None, target: Id | None = None) -> Iterator[Effect]:
    """The effects that count now, optionally only those of a kind or on a target, in order of arrival."""
    kinds = game.rules.effect_kinds
    for effect in game.state.effects.values():
        if (kind is None or effect.kind == kind) and (target is None or effect.target == target):
            known = kinds.get(effect.kind)
            if known is None or known.active is None or known.active(game, effect):
                yield effect


effects = active_effects


def from_effects(kind: str) -> Sources:
    """For a trigger: its sources are the effects of this kind that count now."""

    def sources(game: Any, event: Any) -> Iterable[Id]:
        return [effect.id for effect in active_effects(game, kind)]

    return sources


def ending_with(game: Game, uid: int) -> list[Effect]:
    """The effects that end because the scope with this uid does."""
    return [e for e in game.state.effects.values() if e.until_uid == uid and e.until in ("scope", "step")]


def ending_step(game: Game, uid: int) -> list[Effect]:
    """The effects that last for the step that ends now."""
    return [e for e in game.state.effects.values() if e.until == "step" and e.until_uid == uid]


def ending_before(game: Game, frame: Frame, player: int | None) -> list[Effect]:
    """The effects that end because this scope of this player begins."""
    labels = (f"next {frame.node.scope}", f"next {frame.node.name}")
    return [e for e in game.state.effects.values() if e.until in labels and e.until_player == player]


def lost(game: Game, gone: Iterable[tuple[str, Id]]) -> list[Effect]:
    """The effects whose source or target has just left the state, or whose kind says that they are lost."""
    refs = set(gone)
    return [effect for effect in game.state.effects.values() if _is_lost(game, effect, refs)]


def _is_lost(game: Game, effect: Effect, gone: set[tuple[str, Id]]) -> bool:
    if (effect.target_table, effect.target) in gone:
        return True
    if effect.even_if_lost:
        return False
    kind = game.rules.effect_kinds.get(effect.kind)
    return (effect.source_table, effect.source) in gone or (
        kind is not None and kind.lost is not None and kind.lost(game, effect)
    )


def fulfilled(game: Game) -> list[Effect]:
    """The effects whose condition has come to hold."""
    conditions = game.rules.conditions
    found = []
    for effect in game.state.effects.values():
        if effect.until.startswith("condition ") and conditions[effect.until[10:]](game, effect):
            found.append(effect)
    return found


def stat_modifiers(game: Game, stat: str, subject: Id) -> Iterator[Modifier]:
    """The modifiers of a characteristic that stand as effects in the state.

    Such an effect has ``data`` with "stat", "layer" and "amount", and optionally "group", "name" and "rule".
    """
    if game.state.effects:
        for effect in active_effects(game):
            data = effect.data
            if data.get("stat") == stat and (effect.target is None or effect.target == subject):
                yield Modifier(
                    stat, data["layer"], data.get("amount", 0), name=data.get("name", effect.kind),
                    source=effect.source, rule=data.get("rule", ""), group=data.get("group", ""),
                )  # fmt: skip
