"""Chapters 7 and 10.1: the five types of damage, their sum, prevention, and what a phase comes to when it ends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rulewright import GameOver, Layer, Modifier, Stat, Step, because, rule

from .events import (
    CompanionChanged,
    DamageDealt,
    Healed,
    HealthSet,
    PartPrevented,
    PendingDropped,
    PlayerDefeated,
    PreventionGathered,
)
from .modes import DUEL, TEAMS
from .numbers import health_limit
from .resolution import fire, is_listened_to
from .timing import clockwise

if TYPE_CHECKING:
    from rulewright import Because, Call, Event, Game, Steps
    from rulewright.stats import Value

    from .state import Attack, Companion, Pending, Side


class DamageType(NamedTuple):
    """What can be done against damage of a type (7.3)."""

    defendable: bool
    ignorable: bool
    enhanceable: bool
    special_targeting: bool


@rule("7.3.table-normal", "7.3.table-undefendable", "7.3.table-pure", "7.3.table-collateral", "7.3.table-ultimate")
def _table() -> dict[str, DamageType]:
    """The table of 7.3."""
    return {
        "normal": DamageType(True, True, True, False),
        "undefendable": DamageType(False, True, True, False),
        "pure": DamageType(False, True, False, False),
        "collateral": DamageType(False, True, False, True),
        "ultimate": DamageType(False, False, True, False),
    }


TYPES: Final[Mapping[str, DamageType]] = _table()
IGNORABLE: Final = frozenset(name for name, kind in TYPES.items() if kind.ignorable)
THEFT: Final = "stolen"
"""Health that is stolen (8.5b) goes like damage, but nothing lessens it: as much is added to someone else's."""

RECEIVED: Final = "damage_received"
"""The moment after damage, of whatever kind, has been applied to someone."""

DEFEATED: Final = "defeated"
"""The moment before someone's health becomes 0."""

REDUCIBLE: Final = ("normal", "undefendable")
"""The types of which 7.1 says that they can be reduced; of the other ignorable ones it says only ignored."""

Part = tuple[str, int]
"""Damage: type and amount."""

# The Attack -------------------------------------------------------------------------------------------------


@rule("7.2.modifier-type", "7.1.output")
def attack_parts(attack: Attack) -> tuple[Part, ...]:
    """The damage of an Attack by type. What modifiers add has the type of the Attack; nothing falls below 0."""
    if not attack.parts:
        return ()
    (type, amount), *others = attack.parts
    parts = [(type, max(0, amount + attack.bonus)), *others]
    if attack.undefendable:
        parts = [("undefendable" if type == "normal" else type, amount) for type, amount in parts]
    if attack.redirected:
        parts = _without(parts, attack.redirected)
    return tuple(part for part in parts if part[1])


def _without(parts: list[Part], amount: int) -> list[Part]:
    """Damage less an amount, from the first part on."""
    left = []
    for type, most in parts:
        part = min(amount, most)
        amount -= part
        left.append((type, most - part))
    return left


def attack_damage(game: Game) -> int:
    """The damage of the Attack under way so far, before prevention."""
    return sum(amount for _, amount in attack_parts(game.state.attack[0]))


@rule("7.2.attack", "11.attack", "7.1.collateral", "11.collateral")
def is_attack(attack: Attack) -> bool:
    """An offensive ability that deals at least 1 damage to its target; collateral damage is none.

    Before its target is known it is not one yet. What modifiers take from it may be given back by others, in whatever
    order they come, so it stays an Attack.
    """
    return bool(attack.parts and attack.target >= 0)


@rule("3.6.step-2", "7.1.normal", "7.1.undefendable", "7.1.pure", "7.1.ultimate", "10.1.note-undefendable")
def is_defendable(attack: Attack) -> bool:
    """Only normal damage lets the defender roll."""
    return not attack.undefendable and any(TYPES[type].defendable for type, _ in attack.parts)


@rule("7.3.enhanceable", "10.1.note-ultimate")
def is_enhanceable(attack: Attack) -> bool:
    """Whether the damage of an ability can be enhanced."""
    return bool(attack.parts) and TYPES[attack.parts[0][0]].enhanceable


@rule("7.2.modifier-use")
def is_modifiable(attack: Attack) -> bool:
    """Attack modifiers are used on an Attack whose damage can be enhanced, and on nothing else."""
    return is_attack(attack) and is_enhanceable(attack)


# Output -----------------------------------------------------------------------------------------------------


@rule("7.1.output")
def output_parts(game: Game, player: int) -> tuple[Part, ...]:
    """All damage that is about to be dealt to a player: of this phase so far, and of the Attack once it is counted."""
    state = game.state
    pending = state.pending[player]
    parts = pending.parts() if pending.damage else ()
    attack = state.attack[0]
    if attack.stage == "counting" and attack.target == player:
        parts += attack_parts(attack)
    return parts


def output(game: Game, player: int) -> int:
    """The amount of it, before prevention."""
    return sum(amount for _, amount in output_parts(game, player))


@rule("7.3.ignorable", "4.4.unstoppable")
def avoidable(parts: Iterable[Part]) -> int:
    """How much of some damage can be ignored, and so also be taken by someone else."""
    return sum(amount for type, amount in parts if type in IGNORABLE)


def is_preventable(game: Game, player: int) -> bool:
    """Whether there is damage about to be dealt to a player that prevention could still lower."""
    pending = game.state.pending[player]
    if "all" in pending.fractions:
        return False
    parts = output_parts(game, player)
    return any(amount and type in IGNORABLE for type, amount in parts) and game.may("prevention", player)


@rule("10.1.reduce-last", "10.1.order", "10.1.example", "7.3.ignorable", "field.rounding")
def reduced(
    parts: Iterable[Part],
    fixed: int,
    fractions: tuple[str, ...],
    *,
    fixed_first: bool = False,
    ignore_only: bool = False,
) -> int:
    """What is left of some damage after prevention.

    Everything is summed first. A fraction is taken of the sum, then fixed amounts are subtracted (or the other way
    round with ``fixed_first``), never below 0. What cannot be ignored stays. With ``ignore_only`` pure and
    collateral damage can be ignored altogether but not lowered.
    """
    firm = soft = hard = 0
    for type, amount in parts:
        if type not in IGNORABLE:
            hard += amount
        elif ignore_only and type not in REDUCIBLE:
            firm += amount
        else:
            soft += amount
    if "all" in fractions:
        return hard
    if fixed_first:
        soft = max(0, soft - fixed)
    for fraction in fractions:
        soft -= (soft + (fraction == "half up")) // 2
    if not fixed_first:
        soft = max(0, soft - fixed)
    return hard + firm + soft


def damage_left(game: Game, pending: Pending) -> int:
    """What is left of the damage that waits for a player."""
    return left_of(game, pending.parts(), pending)


def left_of(game: Game, parts: Iterable[Part], pending: Pending) -> int:
    """What is left of some damage to a player after the prevention that waits with it."""
    if not (pending.fixed or pending.fractions):
        return sum(amount for _, amount in parts)
    return _reduced_here(game, parts, pending.fixed, pending.fractions)


def _reduced_here(game: Game, parts: Iterable[Part], fixed: int, fractions: tuple[str, ...]) -> int:
    """What is left of some damage by the options of the game."""
    options = game.setup
    return reduced(
        parts,
        fixed,
        fractions,
        fixed_first=options.prevention == "fixed first",
        ignore_only=options.ignorable == "ignore only",
    )


DAMAGE: Final = Stat(
    "damage",
    (
        Layer("output", "add", rule="7.1.output"),
        Layer("prevention", "subtract", rule="10.1.reduce-last"),
        Layer("companions", "subtract", rule="6.4.companion"),
    ),
    rule="10.1.order",
)


def why_dealt(game: Game, pending: Pending, left: int, dealt: int) -> Value:
    """The damage that a player is dealt: every piece of it, what prevented how much, and what companions take."""
    output = [(amount, source) for _, amount, source in pending.damage if amount]
    pieces = [Modifier("damage", "output", amount, source, rule="7.1.output") for amount, source in output]
    rest = whole = sum(amount for amount, _ in output)
    if whole > left:
        counted: list[PreventionGathered | PartPrevented] = []
        for event in preventions(game, pending):
            counted.append(event)
            fixed = sum(one.amount for one in counted if isinstance(one, PreventionGathered))
            fractions = tuple(one.part for one in counted if isinstance(one, PartPrevented))
            before, rest = rest, _reduced_here(game, pending.parts(), fixed, fractions)
            if before > rest:
                pieces.append(Modifier("damage", "prevention", before - rest, event.source, rule=event.rule))
    if rest > left:
        pieces.append(Modifier("damage", "prevention", rest - left, "prevention", rule="10.1.reduce-last"))
    if left > dealt:
        pieces.append(Modifier("damage", "companions", left - dealt, "companions", rule="6.4.companion"))
    return DAMAGE.value(0, pieces)


@rule("10.1.order")
def preventions(game: Game, pending: Pending) -> list[PreventionGathered | PartPrevented]:
    """What prevents the damage that waits for a player, in the order in which it counts.

    The state has only how much that is; the log has what it was.
    """
    fixed: list[PreventionGathered | PartPrevented] = []
    fractions: list[PreventionGathered | PartPrevented] = []
    missing = pending.fixed, len(pending.fractions)
    for entry in reversed(game.log):
        event = entry.event
        if missing == (0, 0) or (isinstance(event, DamageDealt | PendingDropped) and event.player == pending.id):
            break
        if isinstance(event, PreventionGathered) and event.player == pending.id:
            fixed.append(event)
            missing = missing[0] - event.amount, missing[1]
        elif isinstance(event, PartPrevented) and event.player == pending.id:
            fractions.append(event)
            missing = missing[0], missing[1] - 1
    of_two = (fixed, fractions) if game.setup.prevention == "fixed first" else (fractions, fixed)
    return [event for found in of_two for event in reversed(found)]


# The end of a phase -----------------------------------------------------------------------------------------


@rule("10.3.simultaneous", "3.1.accumulate", "3.6.step-6", "4.2.passive")
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


@rule("overview.lose", "10.3.simultaneous")
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
    if len(happened) == 1:
        yield happened[0]
    else:
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


@rule("6.4.companion", "6.4.protection")
def dial_turned(game: Game, player: int, companion: Companion, by: int) -> Event | None:
    """The event by which the dial of a companion moves, between 0 and its maximum; None where it stays."""
    sheet = game.content.heroes[game.state.heroes[player].name].companions[companion.name]
    dial = min(sheet.most, max(0, companion.dial + by))
    if dial == companion.dial:
        return None
    condition = "inactive" if not dial else companion.condition if companion.dial else "active"
    return CompanionChanged(player, companion.name, condition, dial, rule="6.4.companion")


@rule("11.heal", "limits.health", "10.3.simultaneous", "9.1.damage", "7.1.collateral-team")
def _outcome(
    game: Game, side: Side, waiting: Sequence[Pending], left: Mapping[int, int], dealt: Mapping[int, int]
) -> list[Event | Because]:
    """What happens to the health of one side: healing of its players up to the cap, and damage, all together.

    Healing comes first with the room that the damage will make, so that the floor of 0 counts for the sum only.
    """
    healed: list[Event | Because] = []
    happened: list[Event | Because] = []
    ordered: list[Event | Because] = []
    room = 0
    if any(pending.healing for pending in waiting):
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


@rule("overview.win", "overview.lose", "3.6.step-6", "field.elimination", "note.draw", "6.3.persistent")
def defeats(game: Game) -> Steps:
    """A player without health is out; the last side with health wins, and it is a draw if no side has any."""
    sides = game.state.sides
    heroes = game.state.heroes
    if all(side.health for side in sides.values()):
        return
    for player, hero in heroes.items():
        if not (sides[hero.side].health or hero.out):
            yield PlayerDefeated(player, rule="overview.lose")
    standing = [side.id for side in sides.values() if side.health]
    if len(standing) < 2:
        winners = tuple(player for player, hero in heroes.items() if hero.side in standing)
        won = "defeat" if game.setup.mode in (DUEL, TEAMS) else "last standing"
        yield GameOver(winners, won if winners else "draw", rule="overview.win" if winners else "overview.lose")
