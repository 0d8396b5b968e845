"""Whose the texts of abilities are: the models that have one, and the unit in which they fight."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright import rule

from ..terms import LENT, AttackSequence, DeclaredCharge, Shot, Strike, attack_of, items, unit

if TYPE_CHECKING:
    from rulewright import Position
    from rulewright.powers import Bearer

    from ..book.sheets import TextSheet


def text_of(position: Position, source: str) -> TextSheet:
    """The text of an ability."""
    found: TextSheet = position.content.texts[source]
    return found


@rule("core.attached-units")
def fights_in(me: Bearer) -> str:
    """The unit in which the models of a unit fight: that which it leads, or itself."""
    units = me.game.state.units
    if units[me.id].area != "attached":
        return str(me.id)
    return next((str(one.id) for one in units.values() if me.id in one.leaders), str(me.id))


@rule(
    "core.datasheet", "commentary.bearer", "commentary.enhancement-bearer", "faq.timing.destroyed-model-before-removal"
)
def bearers(me: Bearer, source: str) -> tuple[str, ...]:
    """The models that have a text: those of its datasheet or profile, or who bears an Enhancement or wargear.

    One that is destroyed has it until it is removed.
    """
    text, own, id = text_of(me.game, source), unit(me.game, str(me.id)), fights_in(me)
    if text.kind == LENT:
        return _borrowers(me.game, id, source)
    mine = [one for one in me.game.state.models.values() if one.unit == id and one.origin == me.id]
    if text.kind == "profile":
        mine = [one for one in mine if one.profile == text.owner]
    if text.kind == "wargear":
        mine = [one for one in mine if text.owner in items(me.game, str(one.id))]
    if text.kind == "enhancement" and own.bearer:
        mine = [one for one in mine if str(one.id) == own.bearer]
    return tuple(str(one.id) for one in mine)


@rule("errata.persisting-effects")
def _borrowers(position: Position, id: str, source: str) -> tuple[str, ...]:
    """The models to which a text has been lent: all of the unit, or those alone that the effect names."""
    effects = [one for one in position.state.effects.values() if (one.target_table, one.target) == ("units", id)]
    named = [one.data.get("models") for one in effects if source in one.data.get("gives", ())]
    ids = [str(one.id) for one in position.state.models.values() if one.unit == id]
    return tuple(ids if None in named else (one for one in ids if any(one in each for each in named if each)))


@rule("core.muster-detachment", "faq.transports.embarked-unit-rules-do-not-affect-transport",
      "faq.transports.firing-deck-extra-rules", "commentary.embarked-units")  # fmt: skip
def counts_for(me: Bearer, source: str, *, embarked: bool | None = False) -> bool:
    """Whether a text counts for a unit now: some model that has it is left, and its army has the detachment.

    While the unit is embarked only what says so counts: what is about its Transport, and with None what counts anyway.
    """
    text = text_of(me.game, source)
    if embarked is not None and (unit(me.game, fights_in(me)).area == "embarked") is not embarked:
        return False
    if text.kind == "detachment" and me.game.state.armies[me.player].detachment != text.owner:
        return False
    return bool(bearers(me, source))


@rule("core.muster-detachment")
def is_first(me: Bearer, source: str) -> bool:
    """Whether it is the first unit of its army that has a text now: it acts for all of them."""
    mine = (one for one in me.game.state.units.values() if one.player == me.player)
    return next((str(one.id) == me.id for one in mine if me.game.has(source, one.id)), False)


def of_unit(position: Position, id: str, subject: str) -> bool:
    """Whether it is a unit or a model in it."""
    one = position.state.models.get(subject)
    return subject == id or (one is not None and one.unit == id)


@rule("core.allocate-attack", "commentary.target-of-an-attack")
def attacked(position: Position, ids: tuple[str, ...], unit: str, attacker: str) -> bool:
    """Whether attacks are made by that unit at this one, and allocated to one of its models that have a text."""
    from ..attack.allocation import allocatable
    from ..terms import Wounding

    attack, wounding = attack_of(position), position.find_context(Wounding)
    if attack is None or attack.unit != attacker or attack.target != unit:
        return False
    if wounding is None or wounding.unit != unit:
        return True
    return (wounding.model or next(iter(allocatable(position, unit)), "")) in ids


@rule("commentary.target-of-an-attack")
def targeted(position: Position, id: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The units that are attacked or charged now, and those of them that attacks have hit.

    While attacks are made that is their target, for the unit that makes them.
    """
    going_on: list[Any] = [position.find_context(kind) for kind in (AttackSequence, Strike, Shot, DeclaredCharge)]
    match max((one for one in going_on if one is not None), key=lambda one: one.id, default=None):
        case AttackSequence() as attack:
            return (attack.target,) if attack.unit == id else (), ()
        case Strike() as strike:
            return tuple(dict.fromkeys(one.target for one in strike.declared)), ()
        case Shot() as shot:
            return shot.targets, shot.hit
        case DeclaredCharge() as charge:
            return charge.targets, ()
    return (), ()
