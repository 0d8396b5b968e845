"""10.3: what a phase comes to when it ends: damage, healing, and who is defeated."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from rulewright import GameOver, Step, because, rule

from ..book.modes import DUEL, TEAMS
from ..events.companions import CompanionChanged
from ..events.damage import DamageDealt, Healed, HealthSet, PendingDropped, PlayerDefeated
from ..moments import DEFEATED, RECEIVED
from ..numbers import health_limit
from ..resolution import fire, is_listened_to
from ..terms import clockwise
from .prevention import avoidable, damage_left, left_of, output_parts, why_dealt
from .types import THEFT, Part

if TYPE_CHECKING:
    from rulewright import Because, Call, Event, Game, Steps

    from ..state import Companion, Pending, Side


@rule("4.2.passive")
def settle(game: Game, context: Any = None) -> Steps | None:
    """Damage and healing of a phase are applied together at its end, and trigger what answers damage received."""
    return _settle(game) if is_anything_pending(game) else None


@rule("10.3.simultaneous")
def settle_answers(game: Game, context: Any = None) -> Steps | None:
    """The results of those answers are applied, too, and not answered again, so this ends."""
    return _settle_answers(game) if is_anything_pending(game) else None


def is_anything_pending(game: Game) -> bool:
    """Whether the phase has produced anything so far."""
    for pending in game.state.pending.values():
        if pending.damage or pending.healing or pending.fixed or pending.fractions or pending.health is not None:
            return True
    return False


@rule("10.3.simultaneous")
def about_to_fall(game: Game, context: Any = None) -> Call | None:
    """What is triggered when someone's health is about to become 0, before that happens."""
    if not (game.state.effects or game.state.attack[0].stage == "counting" or is_anything_pending(game)):
        return None  # there is nothing to fall by
    falling = [
        (DEFEATED, player)
        for player in game.players
        if is_listened_to(game, DEFEATED, player) and is_falling(game, player)
    ]
    return fire(game, *falling[0], *falling[1:]) if falling else None


def is_falling(game: Game, player: int) -> bool:
    """Whether what this phase has produced leaves the side of a player no health, and no effect sets it."""
    number = game.state.heroes[player].side
    health: int = game.state.sides[number].health
    for pending in game.state.pending.values():
        other = int(pending.id)
        if game.state.heroes[other].side == number:
            if pending.health is not None:
                return False
            parts = output_parts(game, other)
            left = left_of(game, parts, pending)
            health += pending.healing - left + _taken_by_companions(game, pending, parts, left, [])
    return health <= 0


def _settle(game: Game) -> Steps:
    dealt = yield from settle_all(game)
    hurt = who_received(game, dealt)
    return fire(game, *hurt[0], *hurt[1:]) if hurt else None


def _settle_answers(game: Game) -> Steps:
    yield from settle_all(game)


def who_received(game: Game, dealt: Iterable[int]) -> list[tuple[str, int]]:
    """The moment of each of some players who have just received damage, the active player first."""
    waiting = game.state.pending
    return [(RECEIVED, player) for player in clockwise(game) if player in dealt and waiting[player].received]


SETTLED: Final = (about_to_fall, settle, Step(about_to_fall, "about_to_fall_by_answers"), settle_answers)
"""The steps at the end of every phase."""


@rule("10.3.simultaneous", "3.1.accumulate", "3.6.step-6", "note.immediate-heal")
def settle_all(game: Game) -> Steps:
    """Apply what waits for all players. Returns the damage that each was dealt."""
    waiting = game.state.pending
    left = {int(pending.id): damage_left(game, pending) for pending in waiting.values() if pending.damage}
    happened: list[Any] = []
    dealt = {
        player: amount - _taken_by_companions(game, waiting[player], waiting[player].parts(), amount, happened)
        for player, amount in left.items()
    }
    for side, players in zip(game.state.sides.values(), game.teams, strict=True):
        happened += _outcome(game, side, [waiting[player] for player in players], left, dealt)
    yield happened
    for player, pending in game.state.pending.items():
        if pending.healing or pending.fixed or pending.fractions or pending.shares:
            yield PendingDropped(player)
    yield from defeats(game)
    return dealt


@rule("6.4.companion", "10.1.reduce-last")
def _taken_by_companions(game: Game, pending: Pending, parts: Sequence[Part], left: int, happened: list[Any]) -> int:
    """How much of what prevention has left of some damage goes to companions; adds what becomes of them."""
    if not pending.shares:
        return 0
    player = int(pending.id)
    left -= sum(amount for _, amount in parts) - avoidable(parts)
    taken = 0
    for name, amount in pending.shares:
        part = left - taken if amount < 0 else min(amount, left - taken)
        companion = next(other for other in game.state.heroes[player].companions if other.name == name)
        event = dial_turned(game, player, companion, -part)
        if event is not None:
            happened.append(event)
        taken += part
    return taken


@rule("6.4.companion")
def dial_turned(game: Game, player: int, companion: Companion, by: int) -> Event | None:
    """The event by which the dial of a companion moves, between 0 and its maximum; None where it stays."""
    sheet = game.content.heroes[game.state.heroes[player].name].companions[companion.name]
    dial = min(sheet.most, max(0, companion.dial + by))
    if dial == companion.dial:
        return None
    condition = "inactive" if not dial else companion.condition if companion.dial else "active"
    return CompanionChanged(player, companion.name, condition, dial, rule="6.4.companion")


@rule("11.heal", "limits.health", "10.3.simultaneous", "note.max-health")
def _outcome(
    game: Game, side: Side, waiting: Sequence[Pending], left: Mapping[int, int], dealt: Mapping[int, int]
) -> list[Event | Because]:
    """What happens to the health of one side: healing of its players up to the cap, and damage, all together.

    Healing comes first with the room that the damage will make, so that the floor of 0 counts for the sum only.
    """
    healed: list[Event | Because] = []
    happened: list[Event | Because] = []
    ordered: list[Event | Because] = []
    room = health_limit(game, side) - side.health + sum(dealt.get(int(pending.id), 0) for pending in waiting)
    for pending in waiting:
        player = int(pending.id)
        healing = min(pending.healing, room)
        if healing > 0:
            room -= healing
            healed.append(Healed(player, healing, rule="11.heal"))
        if pending.damage:
            whole = sum(amount for _, amount, _ in pending.damage)
            stolen = sum(amount for type, amount, _ in pending.damage if type == THEFT)
            taken = DamageDealt(player, dealt[player], whole - left[player], stolen, rule="10.1.order")
            happened.append(because(taken, why_dealt(game, pending, left[player], dealt[player])))
        if pending.health is not None:
            ordered.append(HealthSet(player, pending.health, rule="10.3.simultaneous"))
    return healed + happened + ordered


@rule("overview.lose", "field.elimination")
def defeats(game: Game) -> Steps:
    """A player without health is out; with fewer than two sides left the game is over."""
    sides = game.state.sides
    if all(side.health for side in sides.values()):
        return
    for player, hero in game.state.heroes.items():
        if not (sides[hero.side].health or hero.out):
            yield PlayerDefeated(player, rule="overview.lose")
    standing = [side.id for side in sides.values() if side.health]
    if len(standing) < 2:
        yield outcome(game, standing)


@rule("overview.win", "overview.lose", "3.6.step-6", "field.elimination", "note.draw")
def outcome(game: Game, standing: Sequence[int]) -> Event:
    """The last side with health wins, and it is a draw if no side has any."""
    winners = tuple(player for player, hero in game.state.heroes.items() if hero.side in standing)
    if not winners:
        return GameOver((), "draw", rule="overview.lose")
    won = "defeat" if game.setup.mode in (DUEL, TEAMS) else "last standing"
    return GameOver(winners, won, rule="overview.win")
