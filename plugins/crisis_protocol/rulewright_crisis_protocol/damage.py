"""Damage, the power it gives, and what becomes of whoever has too much of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from rulewright import GameOver, rule, trigger

from .events.characters import (
    DamageRemoved,
    DamageSuffered,
    Dazed,
    Falling,
    KnockedOut,
    PowerGained,
    Transformed,
    TurnedHealthy,
)
from .numbers import with_printed
from .objectives import drop_all
from .terms import Activation, able, allied, character, side

if TYPE_CHECKING:
    from rulewright import Event, Game, Position, Steps


@rule("terms.enemy-effect", "condition.not-enemy")
def damage(game: Game, id: str, amount: int, by: str = "", *, power: bool = True, rule: str) -> DamageSuffered:
    """Damage for a character by the effect of another one, or by nobody's; some texts say that it gives no power.

    The effect of who is gone is nobody's.
    """
    by = by if by in game.state.characters else ""
    enemy = bool(by) and not allied(game, by, id)
    for stat in ("damage suffered", *(("damage from enemies",) if enemy else ())) if amount > 0 else ():
        amount = with_printed(game, stat, id, amount)
    player = character(game, id).player
    return DamageSuffered(id, amount, by, enemy, not power, player=player, rule=rule)


@rule("stat-card.stamina", "damage.tokens")
def stamina_left(position: Position, id: str) -> int:
    """How much damage a character can still take."""
    return side(position, id).stamina - character(position, id).damage


@rule("power.tokens", "power.cap", "power.sources")
def power_for(game: Game, id: str, amount: int, rule: str) -> PowerGained | None:
    """The power that a character gains, as texts and conditions change it."""
    gained = with_printed(game, "power gained", id, amount)
    return PowerGained(id, gained, rule=rule) if gained > 0 else None


@trigger(DamageSuffered, before=True, immediate=True, order_matters=False)
@rule("damage.excess", "damage.tokens", "attack.step-13", "damage.dazed-limits", "terms.cannot-beats-can")
def ignore_excess(game: Game, event: DamageSuffered, source: None) -> Event | None:
    """No more damage than stamina is left; a character that is dazed or gone suffers none, nor one that a text keeps
    from it."""
    if not able(game, event.character) or (event.enemy and not game.may("be damaged by enemies", event.character)):
        return None
    amount = min(event.amount, stamina_left(game, event.character))
    return replace(event, amount=amount, full=event.amount) if amount > 0 else None


@trigger(DamageSuffered, immediate=True, order_matters=False)
@rule("damage.power", "power.sources", "condition.not-enemy", "field.power")
def gain_power(game: Game, event: DamageSuffered, source: None) -> Event | None:
    """Damage from an enemy effect gives as much power."""
    id = event.character
    hurt = event.amount and event.enemy and not event.powerless
    gains = hurt and id in game.state.characters and game.may("power from damage", id)
    return power_for(game, id, event.amount, "damage.power") if gains else None


@trigger(DamageSuffered, immediate=True, order_matters=False)
@rule("damage.dazed", "damage.ko", "objective.drop", "note.injured-flip", "field.ko-effects")
def collapse(game: Game, event: DamageSuffered, source: None) -> Steps:
    """At full damage a healthy character is dazed, an injured one KO'd; it drops what it holds."""
    one = game.state.characters.get(event.character)
    if one is not None and not one.dazed and stamina_left(game, event.character) <= 0:
        yield from overcome(game, event.character, event.by)


@trigger(Transformed, TurnedHealthy, immediate=True, order_matters=False)
@rule("damage.dazed", "damage.ko", "damage.tokens", "stat-card.stamina")
def collapse_on_another_card(game: Game, event: Transformed | TurnedHealthy, source: None) -> Steps:
    """So is one whose new form or side has no more stamina than it has damage; surplus damage comes off."""
    id = event.character
    if id not in game.state.characters:
        return
    left = stamina_left(game, id)
    if left < 0:
        yield DamageRemoved(id, -left, rule="damage.tokens")
    if able(game, id) and left <= 0:
        yield from overcome(game, id)


@rule("damage.dazed", "damage.ko", "objective.drop", "field.ko-effects")
def overcome(game: Game, id: str, by: str = "") -> Steps:
    """A healthy character is dazed, an injured one KO'd, by the effect of someone or of nobody; it drops what it
    holds."""
    if (yield from is_spared(game, id, by, ko=character(game, id).injured)):
        return
    one = character(game, id)
    if one.injured:
        yield from drop_all(game, id)
        yield KnockedOut(id, one.player, by, rule="damage.ko")
    else:
        yield Dazed(id, by, rule="damage.dazed")
        yield from drop_all(game, id)


FALLS: Final = ("would be KO'd", "ally would be KO'd", "would be dazed", "would fall")
"""The moments before someone falls."""


@rule("damage.ko")
def is_spared(game: Game, id: str, by: str, *, ko: bool) -> Steps:
    """Whether a text prevents that a character is dazed or KO'd, or it has fallen before that."""
    if game.content.moments.isdisjoint(FALLS):
        return False
    if (yield Falling(id, by, ko, rule="damage.ko")) is None:
        return True
    found = game.state.characters.get(id)
    return found is None or (found.dazed and not ko)


@trigger(KnockedOut, immediate=True, order_matters=False)
@rule("win.last-standing")
def last_standing(game: Game, event: KnockedOut, source: None) -> GameOver | None:
    """A player who alone has characters on the battlefield wins."""
    standing = {one.player for one in game.state.characters.values()}
    return GameOver(tuple(standing), "last_standing", rule="win.last-standing") if len(standing) < 2 else None


@trigger(Dazed, KnockedOut, immediate=True, order_matters=False)
@rule("damage.dazed-limits")
def break_off(game: Game, event: Dazed | KnockedOut, source: None) -> Event | None:
    """The activation of a character ends when it is dazed or KO'd; what others are doing then is finished."""
    activation = game.find_context(Activation)
    if activation is None or activation.character != event.character:
        return None
    return game.note(activation, over=True)


TRIGGERS: Final[list[Any]] = [ignore_excess, gain_power, collapse, collapse_on_another_card, last_standing, break_off]
