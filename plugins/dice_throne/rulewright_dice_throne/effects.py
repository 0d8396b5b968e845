"""Chapter 8: the interpreter of the vocabulary. One small function a verb; a running effect is plain data.

A `Resolution` holds the numbers of the effects that are still to come. A pass of the loop does the first of them.
Effects that lead to others (if, choose, roll, ...) put them in front of the rest, so nothing is ever suspended
while a window is open or a further resolution runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final

from rulewright import FOREVER, Loop, Request, Roll, begin_effect, choose, during, rule, until
from rulewright.dice import D6, Pick
from rulewright.programs import Verb, Verbs, choose_option, if_, may_happen, number, then_do
from rulewright.requests import Number, Subset

from .damage import IGNORABLE, THEFT, avoidable, dial_turned, is_enhanceable, is_preventable, output_parts
from .decks import cp_gained, draw_cards, shuffle_deck
from .dice import KEEPS, can_change, free_place, is_any_loose, loose_dice, reroll, values_for
from .events import (
    AbilityCovered,
    AfterDamageOrdered,
    AttackCancelled,
    AttackDealsDamage,
    AttackMadeUndefendable,
    AttackModified,
    CardDiscarded,
    CardFound,
    CardPlayed,
    CardPutAway,
    CompanionChanged,
    CompanionPlaced,
    CpLost,
    DamageGathered,
    DamageRedirected,
    DamageShared,
    DiceTaken,
    DieChanged,
    EffectDeferred,
    EffectDiceRolled,
    ExtraPhaseOrdered,
    FewerRollsOrdered,
    HealingGathered,
    HealthOrdered,
    InflictionUndone,
    LimitRaised,
    OnceUsed,
    PartPrevented,
    PreventionGathered,
    SkipOrdered,
    StatusArrived,
    StatusGained,
    StatusInflicted,
    StatusKeptOff,
    StatusRemoved,
    StatusSpent,
)
from .modes import in_play, opponents
from .resolution import Resolution, blank_run, fire, is_listened_to
from .state import DECK, DEFENCE, HAND, OFFENCE
from .timing import EFFECT_ROLLED, THEN, UNDER_WAY, is_locked_out
from .values import ROLES, candidates, companion_of, faces_shown, stack_limit, target_of

if TYPE_CHECKING:
    from rulewright import Event, Game, Steps
    from rulewright.programs import Program

    from .book import Op

INCOMING: Final = "status_incoming"
"""The moment before inflicted tokens come to somebody."""
MANY: Final = 99
"""More tokens than anybody can have."""


def next_effect(game: Game, last: Resolution | None) -> Resolution | None:
    """The effects without the one that has been dealt with; those marked "additionally" come last."""
    if last is None:
        return None
    queue = last.queue[1:]
    following: Resolution = last.__copy__()  # type: ignore[attr-defined]
    if not queue:
        if not last.later:
            return None
        queue, following.later, following.last = last.later, (), True
    following.queue = queue
    return following


def perform(game: Game, run: Resolution) -> Any:
    """Do the next effect; of several that only tell what happens, all at once."""
    op = game.content.ops[run.queue[0]]
    if op.at_target and must_name_target(game, run, op):
        return name_target(game, run)
    if op.tells and len(run.queue) > 1:
        return _tell(game, run)
    return _do(game, run, op)


def lacks_target(game: Game, run: Resolution, op: Op) -> bool:
    """Whether an effect means the target, nobody is it so far, and there are several who could be."""
    return target_of(game, run) < 0 and not (run.kind == "ability" and op.aims_only)


def must_name_target(game: Game, run: Resolution, op: Op) -> bool:
    """Whether it has to be said now: what an ability does in step 4 can wait, but for collateral damage."""
    return (not run.staged or (op.special and not comes_after(game, run))) and lacks_target(game, run, op)


@rule("8.5.then", "11.additionally")
def comes_after(game: Game, run: Resolution) -> bool:
    """Whether the text has gone on, over a "then" or to what comes additionally, after something that waits."""
    deferred = game.state.attack[0].deferred
    return bool(deferred) and (run.last or any(game.content.ops[number].do == "then" for number in deferred))


@rule("7.3.special-targeting", "7.1.collateral", "note.collateral-target")
def name_target(game: Game, run: Resolution) -> Steps:
    """Outside of an Attack, and for collateral damage, the player of the effect names the target of its text."""
    others = opponents(game, run.player)
    target = yield choose(run.player, "choose_player", others, "7.3.special-targeting", source=run.source)
    yield game.note(run, target=target, queue=(run.queue[0], *run.queue))


def _do(game: Game, run: Resolution, op: Op) -> Any:
    return _defer(run, op) if run.staged and waits(game, run, op) else op.verb(game, run, op)


@rule("3.4.step-4", "3.6.step-1")
def waits(game: Game, run: Resolution, op: Op) -> bool:
    """Whether an effect of step 4 waits for the target, or for what waits; the damage of the Attack itself is known."""
    if op.needs_target or (op.at_target and lacks_target(game, run, op)):
        return True
    return not op.aims_only and comes_after(game, run)


def _defer(run: Resolution, op: Op) -> Event:
    return EffectDeferred(op.number, run.dice, run.chosen, run.paid, run.removed, rule="3.6.step-1")


def _tell(game: Game, run: Resolution) -> Steps:
    """The effects up to the first that asks, rolls or leads to others; the last one told is left to the loop."""
    ops = game.content.ops
    told = -1
    for op in map(ops.__getitem__, run.queue):
        if not op.tells or (op.at_target and must_name_target(game, run, op)):
            break
        happened = _do(game, run, op)
        if happened is not None:
            yield happened
        told += 1
    if told:
        yield game.note(run, queue=run.queue[told:])


RESOLVE: Final = Loop("resolve", next_effect, [perform], Resolution)


def together(events: Iterable[Event | None]) -> Any:
    """Events at the same time: one, several, or none."""
    happened = [event for event in events if event is not None]
    return happened[0] if len(happened) == 1 else happened or None


verb = VERBS = Verbs({"if": if_})


# Health -----------------------------------------------------------------------------------------------------


@verb
@rule("7.2.attack", "7.1.collateral", "7.1.ultimate", "7.3.special-targeting", "8.3.multiplier")
def damage(game: Game, run: Resolution, op: Op) -> Any:
    """Damage to the target of an offensive ability is its Attack; all other damage waits for the end of the phase."""
    amount = number(op.amount, game, run)
    if amount <= 0:
        return None
    if run.kind == "ability" and op.aims:
        attack = game.state.attack[0]
        if not attack.attacks:
            return None  # its damage was cancelled
        type = "ultimate" if attack.ultimate else op.type
        return AttackDealsDamage(run.player, type, amount, rule="7.2.attack")
    players = op.to(game, run)
    return together(DamageGathered(p, amount, op.type, run.source, rule="10.3.simultaneous") for p in players)


@verb
@rule("11.heal", "10.3.simultaneous")
def heal(game: Game, run: Resolution, op: Op) -> Any:
    """Healing waits for the end of the phase."""
    amount = number(op.amount, game, run)
    players = op.to(game, run) if amount > 0 else ()
    return together(HealingGathered(player, amount, run.source, rule="10.3.simultaneous") for player in players)


@verb
def set_health(game: Game, run: Resolution, op: Op) -> Any:
    """Health will be a number at the end of the phase."""
    amount = number(op.amount, game, run)
    return together(HealthOrdered(player, amount, rule="10.3.simultaneous") for player in op.to(game, run))


@verb
@rule("10.1.reduce-last", "4.4.unstoppable", "11.ultimate")
def prevent(game: Game, run: Resolution, op: Op) -> Any:
    """Prevention is counted when all damage of the phase is summed; under an Ultimate its opponents have none."""
    attack = game.state.attack[0]
    players = [player for player in op.to(game, run) if not is_locked_out(game, attack, player)]
    if op.fraction is None:
        amount = number(op.amount, game, run)
        if amount <= 0:
            return None
        return together(PreventionGathered(p, amount, run.source, rule="10.1.reduce-last") for p in players)
    part = "all" if op.fraction == "all" else f"half {op.round}"
    return together(PartPrevented(player, part, run.source, rule="10.1.reduce-last") for player in players)


@verb
@rule("7.1.output", "6.4.companion", "4.4.unstoppable")
def redirect(game: Game, run: Resolution, op: Op) -> Any:
    """Somebody else takes the damage, that of the Attack included once it is about to be dealt, or a companion.

    Nobody does instead of an opponent of an Ultimate.
    """
    if is_locked_out(game, game.state.attack[0], run.player):
        return None
    if op.companion is not None:
        return _share(game, run, op)
    whole = avoidable(output_parts(game, run.player))
    amount = whole if op.amount is None else min(whole, number(op.amount, game, run))
    players = op.to(game, run) if amount > 0 else ()
    for player in players[:1]:
        taken, of_attack = taken_from(game, run.player, amount)
        return DamageRedirected(run.player, player, amount, taken, of_attack, rule="7.1.output")
    return None


def taken_from(game: Game, player: int, amount: int) -> tuple[tuple[tuple[str, int, str], ...], int]:
    """So much of the damage about to be dealt to a player, piece by piece, and how much of it is the Attack's."""
    source = game.state.attack[0].variant
    waiting = game.state.pending[player].damage
    found = []
    of_attack = 0
    for index, (type, most) in enumerate(output_parts(game, player)):
        part = min(amount, most) if type in IGNORABLE else 0
        amount -= part
        if part:
            found.append((type, part, waiting[index][2] if index < len(waiting) else source))
            of_attack += part if index >= len(waiting) else 0
    return tuple(found), of_attack


def _share(game: Game, run: Resolution, op: Op) -> Any:
    """A companion will take some of the damage, as much as the player says, or all of it."""
    if companion_of(game, run.player, op.companion) is None:
        return None
    if op.amount == "any":
        return _share_some(game, run, op)
    amount = -1 if op.amount is None else number(op.amount, game, run)
    return DamageShared(run.player, op.companion, amount, rule="6.4.companion") if amount else None


def _share_some(game: Game, run: Resolution, op: Op) -> Steps:
    space = Number(0, avoidable(output_parts(game, run.player)))
    amount = yield Request(run.player, "how_many", space, "6.4.companion", {"source": run.source})
    if amount:
        yield DamageShared(run.player, op.companion, amount, rule="6.4.companion")


# The Attack -------------------------------------------------------------------------------------------------


@verb
@rule("7.2.modifier", "7.2.modifier-use", "7.3.enhanceable", "7.1.pure", "7.1.collateral", "11.ultimate")
def modify_attack(game: Game, run: Resolution, op: Op) -> Any:
    """Only an Attack whose damage can be enhanced is changed by a modifier; an Ultimate is never lessened."""
    attack = game.state.attack[0]
    amount = number(op.add, game, run)
    if not amount or attack.stage not in UNDER_WAY or not is_enhanceable(attack):
        return None
    if attack.ultimate and amount < 0:
        return None
    return AttackModified(run.player, amount, run.source, rule="7.2.modifier")


@verb
def undefendable(game: Game, run: Resolution, op: Op) -> Any:
    """The Attack becomes undefendable."""
    return AttackMadeUndefendable(run.player, rule="7.1.undefendable")


@verb
def cancel_attack(game: Game, run: Resolution, op: Op) -> Any:
    """The offensive ability fails; an Ultimate does not."""
    if game.state.attack[0].ultimate:
        return None
    return AttackCancelled(run.player, op.what, rule="7.3.ignorable")


# Status effects ---------------------------------------------------------------------------------------------


@rule("6.2.stack-limit", "6.1.gain", "6.1.active")
def received(game: Game, run: Resolution, player: int, status: str, amount: int, *, inflicted: bool) -> Event | None:
    """The event by which tokens come to a player, as many as the stack limit leaves room for."""
    room = stack_limit(game, player, status) - game.state.heroes[player].count(status)
    if game.content.statuses[status].covers:
        room = min(room, len(uncovered(game, player)) - 1)
    amount = min(amount, room)
    if amount <= 0:
        return None
    attack = game.state.attack[0]
    if inflicted and run.kind == "ability" and attack.stage in UNDER_WAY:
        return StatusInflicted(player, status, amount, run.player, rule="6.1.gain")
    return StatusGained(player, status, amount, run.player, rule="6.1.gain")


@verb
@rule("6.1.gain", "6.1.source")
def gain(game: Game, run: Resolution, op: Op) -> Any:
    """Tokens come to the player of the effect, or to whom the text names as gaining."""
    return _hand_out(game, run, op, inflicted=False)


@verb
@rule("6.1.gain", "6.1.source", "3.6.step-1")
def inflict(game: Game, run: Resolution, op: Op) -> Any:
    """Tokens come to another player, who may have something that keeps them off."""
    if not op.tells and any(is_listened_to(game, INCOMING, player) for player in op.to(game, run)):
        return then_do(game, run, op.arrival)
    return _hand_out(game, run, op, inflicted=True)


def _status_incoming(game: Game, run: Resolution, op: Op) -> Any:
    """What is triggered by tokens that are about to come."""
    moments = [(INCOMING, player) for player in op.to(game, run)]
    return fire(game, *moments[0], *moments[1:], about=op.status, open=run.open)


def _status_arrives(game: Game, run: Resolution, op: Op) -> Steps:
    """The tokens come, but for those that were kept off."""
    amount = number(op.amount, game, run)
    events: list[Event] = []
    for player in op.to(game, run):
        kept_off = game.state.heroes[player].kept_off
        event = received(game, run, player, op.status, amount - kept_off, inflicted=True)
        events += [] if event is None else [event]
        if kept_off:
            yield StatusArrived(player)
    return (yield from came(game, run, events))


def _hand_out(game: Game, run: Resolution, op: Op, *, inflicted: bool) -> Any:
    amount = number(op.amount, game, run)
    players = op.to(game, run)
    events = [received(game, run, player, op.status, amount, inflicted=inflicted) for player in players]
    return together(events) if op.tells else came(game, run, [event for event in events if event is not None])


def came(game: Game, run: Resolution, events: list[Event]) -> Steps:
    """Tokens come to players, and then whatever is triggered by that."""
    if events:
        yield events
        moments = [("status_gained", event.player, event.status) for event in events]  # type: ignore[attr-defined]
        return fire(game, *moments[0][:2], *moments[1:], about=moments[0][2], open=run.open)
    return None


def uncovered(game: Game, player: int) -> list[str]:
    """The offensive abilities of a player, besides the ultimate, on which no token lies."""
    hero = game.state.heroes[player]
    covered = {ability for _, ability in hero.covered}
    abilities = game.content.heroes[hero.name].abilities
    return [ability.id for ability in abilities if ability.kind == "offensive" and ability.id not in covered]


@rule("6.3.unique")
def _cover_abilities(game: Game, run: Resolution, op: Op) -> Steps:
    """Tokens that have just come are laid on abilities, which the player of the effect names."""
    for player in op.to(game, run):
        hero = game.state.heroes[player]
        lying = sum(status == op.status for status, _ in hero.covered)
        for _ in range(hero.count(op.status) - lying):
            names = uncovered(game, player)
            name = yield choose(run.player, "cover", names, "6.3.unique", of=player, source=run.source)
            yield AbilityCovered(player, op.status, name, rule="6.3.unique")


def removable(game: Game, player: int, among: str = "any", *, to_move: bool = False) -> tuple[str, ...]:
    """The status effects of a player that can be removed, or moved to somebody else."""
    statuses = game.content.statuses
    found = []
    for token in game.state.heroes[player].tokens:
        sheet = statuses[token.status]
        if (sheet.transferable if to_move else sheet.removable) and among in (
            "any",
            "positive" if sheet.positive else "negative",
        ):
            found.append(token.status)
    return tuple(found)


@verb
@rule("6.1.remove", "6.3.persistent", "6.4.companion", "6.4.protection")
def remove_status(game: Game, run: Resolution, op: Op) -> Steps:
    """Tokens go back to the leaflet that they came from. Companions are no status effects."""
    removed = 0
    for player in op.of(game, run):
        if op.amount == "all":
            names = (op.status,) if op.status else removable(game, player, op.among)
            for name in names:
                count = game.state.heroes[player].count(name)
                if count:
                    removed += count
                    yield StatusRemoved(player, name, count, rule="6.1.remove")
            continue
        for _ in range(number(op.amount, game, run)):
            name = yield from named_status(game, run, player, op)
            if name is None:
                break
            removed += 1
            yield StatusRemoved(player, name, 1, rule="6.1.remove")
    yield game.note(run, removed=removed)


def named_status(game: Game, run: Resolution, player: int, op: Op, *, to_move: bool = False) -> Steps:
    """The status effect that the text names, or that the player of the effect chooses; None if there is none."""
    if op.status:
        return op.status if game.state.heroes[player].count(op.status) else None
    names = removable(game, player, op.among, to_move=to_move)
    if len(names) < 2:
        return names[0] if names else None
    return (yield choose(run.player, "choose_status", names, "6.1.remove", of=player, source=run.source))


@verb
@rule("6.1.remove", "6.1.gain")
def transfer_status(game: Game, run: Resolution, op: Op) -> Steps:
    """Tokens go from one player to another."""
    moved: list[tuple[str, int, str]] = []
    givers = yield from named_players(game, run, "take_from", op.of, lambda player: bool(_movable(game, player, op)))
    for giver in givers:
        for _ in range(number(op.amount, game, run)):
            status = yield from named_status(game, run, giver, op, to_move=True)
            if status is None:
                break
            takers = yield from named_players(game, run, "give_to", op.to, giver.__ne__, (giver,))
            yield StatusRemoved(giver, status, 1, rule="6.1.remove")
            for taker in takers[:1]:
                event = received(game, run, taker, status, 1, inflicted=False)
                if event is not None:
                    yield event
                    moved.append(("status_gained", taker, status))
    return fire(game, *moved[0][:2], *moved[1:], about=moved[0][2], open=run.open) if moved else None


def _movable(game: Game, player: int, op: Op) -> tuple[str, ...]:
    names = removable(game, player, op.among, to_move=True)
    return tuple(name for name in names if op.status in (None, name))


def named_players(
    game: Game, run: Resolution, ask: str, who: Any, fits: Callable[[int], bool], others: tuple[int, ...] = ()
) -> Steps:
    """The players of a role, or one whom the player of the effect names among those who fit."""
    if callable(who):
        return who(game, run)
    seats = tuple(player for player in candidates(game, run.player, who.choose, others) if fits(player))
    if len(seats) < 2:
        return seats
    return ((yield choose(run.player, ask, seats, "6.1.gain", source=run.source)),)


@verb
@rule("4.4.unstoppable")
def prevent_status(game: Game, run: Resolution, op: Op) -> Steps:
    """Tokens that this Attack has inflicted on somebody are not received, or those that are about to come.

    Not those of an Ultimate: nobody keeps them off.
    """
    attack = game.state.attack[0]
    for player in op.to(game, run):
        if is_locked_out(game, attack, player):
            continue
        left = MANY if op.amount == "all" else number(op.amount, game, run)
        if run.moment == INCOMING:
            yield StatusKeptOff(player, run.about, left, rule="6.1.gain")
            continue
        while left:
            came = game.state.attack[0].inflicted
            names = tuple(status for who, status, _ in came if who == player and _still_there(game, player, status))
            if not names:
                break
            name = names[0]
            if len(names) > 1:
                name = yield choose(run.player, "choose_status", names, "3.6.step-4", of=player, source=run.source)
            yield InflictionUndone(player, name, 1, rule="3.6.step-4")
            left -= 1


def _still_there(game: Game, player: int, status: str) -> bool:
    return bool(game.state.heroes[player].count(status))


@verb
@rule("6.3.limit-increase")
def raise_limit(game: Game, run: Resolution, op: Op) -> Any:
    """A raised stack limit is one player's, for the rest of the game."""
    amount = number(op.amount, game, run)
    players = op.to(game, run)
    return together(LimitRaised(player, op.status, amount, rule="6.3.limit-increase") for player in players)


@verb
@rule("6.4.companion")
def companion(game: Game, run: Resolution, op: Op) -> Any:
    """A companion of one's own is activated or not, its dial moves, or it is placed with a player."""
    now = companion_of(game, run.player, op.companion)
    if now is None:
        return None
    match op.change:
        case "activate" | "deactivate":
            condition = "active" if op.change == "activate" else "inactive"
            return CompanionChanged(run.player, op.companion, condition, now.dial, rule="6.4.companion")
        case "place":
            seats = op.to(game, run)
            return together(CompanionPlaced(run.player, op.companion, to, rule="6.4.companion") for to in seats)
    amount = number(op.amount, game, run)
    return dial_turned(game, run.player, now, amount if op.change in ("heal", "gain") else -amount)


def _use_companion(game: Game, run: Resolution, op: Op) -> Event | None:
    """A use of a companion that is tokens takes some of them; one that has health is not used up."""
    sheet = game.content.heroes[game.state.heroes[run.player].name].companions[run.source]
    if sheet.has_health:
        return None
    now = companion_of(game, run.player, run.source)
    return None if now is None else dial_turned(game, run.player, now, -run.spent)


# CP and cards -----------------------------------------------------------------------------------------------


@verb
def gain_cp(game: Game, run: Resolution, op: Op) -> Any:
    """CP, as far as the cap allows."""
    amount = number(op.amount, game, run)
    return together(cp_gained(game, player, amount, "limits.cp") for player in op.to(game, run))


@verb
def lose_cp(game: Game, run: Resolution, op: Op) -> Any:
    """CP are lost, down to 0."""
    amount = number(op.amount, game, run)
    losses = [(player, min(amount, game.state.heroes[player].cp)) for player in op.to(game, run)]
    return together(CpLost(player, lost, rule="limits.cp") for player, lost in losses if lost)


@verb
@rule("8.5b.steal")
def steal(game: Game, run: Resolution, op: Op) -> Steps:
    """What somebody has, up to the amount, becomes one's own."""
    amount = number(op.amount, game, run)
    moved: list[tuple[str, int, str]] = []
    for player in op.of(game, run):
        moved += (yield from STOLEN[op.what](game, run, player, amount)) or ()
    return fire(game, *moved[0][:2], *moved[1:], about=moved[0][2], open=run.open) if moved else None


def _steal_cp(game: Game, run: Resolution, player: int, amount: int) -> Steps:
    amount = min(amount, game.state.heroes[player].cp)
    if amount:
        yield CpLost(player, amount, rule="8.5b.steal")
        gained = cp_gained(game, run.player, amount, "8.5b.steal")
        if gained is not None:
            yield gained


def _steal_health(game: Game, run: Resolution, player: int, amount: int) -> Steps:
    side = game.state.heroes[player].side
    waiting = (game.state.pending[seat].damage for seat, hero in game.state.heroes.items() if hero.side == side)
    gone = sum(taken for damage in waiting for type, taken, _ in damage if type == THEFT)
    amount = min(amount, game.state.sides[side].health - gone)
    if amount > 0:
        yield DamageGathered(player, amount, THEFT, run.source, rule="8.5b.steal")
        yield HealingGathered(run.player, amount, run.source, rule="8.5b.steal")


def _steal_status(game: Game, run: Resolution, player: int, amount: int) -> Steps:
    moved: list[tuple[str, int, str]] = []
    for _ in range(amount):
        names = removable(game, player, to_move=True)
        if not names:
            break
        name = names[0]
        if len(names) > 1:
            name = yield choose(run.player, "choose_status", names, "8.5b.steal", of=player, source=run.source)
        yield StatusRemoved(player, name, 1, rule="8.5b.steal")
        event = received(game, run, run.player, name, 1, inflicted=False)
        if event is not None:
            yield event
            moved.append(("status_gained", run.player, name))
    return moved


STOLEN: Final = {"cp": _steal_cp, "health": _steal_health, "status": _steal_status}


@verb
def draw(game: Game, run: Resolution, op: Op) -> Steps:
    """Cards from the top of the deck."""
    amount = number(op.amount, game, run)
    for player in op.to(game, run):
        yield from draw_cards(game, player, amount, "setup.deck")


@verb
def discard(game: Game, run: Resolution, op: Op) -> Steps:
    """Cards from the hand for nothing."""
    for player in op.of(game, run):
        for _ in range(number(op.amount, game, run)):
            cards = tuple(sorted(set(game.state.zones[HAND[player]].cards)))
            if not cards:
                break
            if op.how == "random":
                hand = tuple(sorted(game.state.zones[HAND[player]].cards))
                (card,) = yield Pick(hand, 1, player, "discard", "8.5b.steal")
            else:
                card = yield choose(player, "discard", cards, "3.8.discard", source=run.source)
            yield CardDiscarded(player, card, rule="3.8.discard")


@verb
@rule("setup.deck")
def search(game: Game, run: Resolution, op: Op) -> Steps:
    """The player looks for cards in the deck, and may find none; then the deck is shuffled."""
    cards = game.content.heroes[game.state.heroes[run.player].name].cards
    for _ in range(number(op.amount, game, run)):
        deck = game.state.zones[DECK[run.player]].cards
        names = [name for name in sorted(set(deck)) if op.kind in (None, cards[name].kind)]
        card = None
        if names:
            card = yield choose(run.player, "search", (*names, None), "setup.deck", source=run.source)
        if card is None:
            break
        yield CardFound(run.player, card, rule="setup.deck")
    yield from shuffle_deck(game, run.player, game.state.zones[DECK[run.player]].cards)


@verb
def pay(game: Game, run: Resolution, op: Op) -> Steps:
    """A player may pay a cost; who can not, does not."""
    for player in op.by(game, run):
        payable = can_pay(game, player, op.cost)
        if payable and not op.cost.any:
            payable = yield choose(player, "pay", (True, False), "6.3.spendable", effect=op.number, source=run.source)
        if payable:
            paid = yield from pay_cost(game, player, op.cost, run.source)
            if paid:
                return then_do(game, run, op.then if op.told < 0 else (op.told, *op.then), paid=paid)
        return then_do(game, run, op.otherwise)
    return None


def can_pay(game: Game, player: int, cost: Any) -> bool:
    """Whether a player has what a cost asks for."""
    hero = game.state.heroes[player]
    if cost.cp == "any":
        return bool(hero.cp)
    enough_cp = cost.cp is None or hero.cp >= cost.cp
    enough_tokens = cost.status is None or hero.count(cost.status) >= (1 if cost.tokens == "any" else cost.tokens)
    enough_cards = cost.cards is None or len(game.state.zones[HAND[player]].cards) >= cost.cards
    return bool(enough_cp and enough_tokens and enough_cards)


def pay_cost(game: Game, player: int, cost: Any, source: str) -> Steps:
    """Pay; returns how much (of CP, else of tokens, else of cards)."""
    hero = game.state.heroes[player]
    paid = 0
    if cost.cards is not None:
        for _ in range(cost.cards):
            cards = tuple(sorted(set(game.state.zones[HAND[player]].cards)))
            card = cards[0] if len(cards) == 1 else (yield choose(player, "discard", cards, "3.8.discard"))
            yield CardDiscarded(player, card, rule="3.8.discard")
        paid = cost.cards
    if cost.status is not None:
        paid = cost.tokens
        if paid == "any":
            space = Number(0, least_of(hero.count(cost.status), cost.at_most))
            paid = yield Request(player, "how_many", space, "6.3.spendable", {"source": cost.status})
        if paid:
            yield StatusSpent(player, cost.status, paid, rule="6.3.spendable")
    if cost.cp is not None:
        paid = cost.cp
        if paid == "any":
            space = Number(0, least_of(hero.cp, cost.at_most))
            paid = yield Request(player, "how_many", space, "9.1.cp", {"source": source})
        if paid:
            yield CpLost(player, paid, rule="field.deck")
    return paid


def least_of(count: int, most: int | None) -> int:
    """A count, or what it is limited to."""
    return count if most is None else min(count, most)


# Playing and spending ---------------------------------------------------------------------------------------


@rule("field.deck", "5.2.interrupt")
def _play_card(game: Game, run: Resolution, op: Op) -> Any:
    """A card is paid for; its text follows."""
    played = CardPlayed(run.player, run.source, run.cost, rule="field.deck")
    return played if op.tells else and_then(game, run, played, "card_played")


def and_then(game: Game, run: Resolution, event: Event, moment: str) -> Steps:
    """Something happens, and then what is triggered by it; it is about what the effects come from."""
    yield event
    return fire(game, moment, run.player, about=run.source, open=run.open)


@rule("field.deck")
def _put_away(game: Game, run: Resolution, op: Op) -> Event:
    """After its text has been carried out a card goes on the discard pile."""
    return CardPutAway(run.player, run.source, rule="field.deck")


@rule("6.3.spendable")
def _spend_tokens(game: Game, run: Resolution, op: Op) -> Any:
    """Using a spendable status effect removes its tokens, then gives its effect."""
    rested = game.content.spend(run.source, run.about).rests
    spent = StatusSpent(run.player, run.source, run.spent, rested, rule="6.3.spendable")
    return spent if op.tells else and_then(game, run, spent, "status_spent")


def _status_spent(game: Game, run: Resolution, op: Op) -> Any:
    """What is triggered by tokens that were the price of something."""
    return fire(game, "status_spent", run.player, about=op.status, open=run.open)


def _use_passive(game: Game, run: Resolution, op: Op) -> Steps:
    """A use of a passive ability is paid for."""
    if op.cost is not None:
        paid = yield from pay_cost(game, run.player, op.cost, run.source)
        yield game.note(run, paid=paid)


def _mark_used(game: Game, run: Resolution, op: Op) -> Event:
    """What may be used once a turn was used."""
    return OnceUsed(run.player, run.about, rule="6.3.spendable")


# Dice -------------------------------------------------------------------------------------------------------


@verb
@rule("8.1.roll")
def roll(game: Game, run: Resolution, op: Op) -> Steps:
    """Dice are rolled at once for an effect; before they count they may be changed, unless nothing may interrupt."""
    count = number(op.dice, game, run)
    for player in op.by(game, run):
        if not count:
            return then_do(game, run, results(game, player, op, ()), dice=(), roller=player, place=-1)
        faces = yield Roll((D6,) * count, player, "effect_roll", "8.1.roll", {"source": run.source})
        after = aftermath(game, run, op)
        if len(after) == 1:  # nobody can touch them, so they need not lie on the table
            yield EffectDiceRolled(player, -1, faces, run.source, rule="8.1.roll")
            return then_do(game, run, results(game, player, op, faces), dice=faces, roller=player, place=-1)
        place = free_place(game)
        yield EffectDiceRolled(player, place, faces, run.source, rule="8.1.roll")
        return then_do(game, run, after, place=place, roller=player)
    return None


@rule("10.2.interfere", "5.2.uninterruptible", "6.3.spend-uninterruptible", "11.instant", "11.roll-phase-card")
def aftermath(game: Game, run: Resolution, op: Op) -> Program:
    """What follows the fall of the dice: what they trigger, a window if the effect can be interrupted, the count."""
    program: Program = (op.counted,)
    if run.open:
        program = (op.interrupted, *program)
    if is_listened_to(game, "effect_rolled", run.player):
        program = (op.triggered, *program)
    return program


def _effect_triggers(game: Game, run: Resolution, op: Op) -> Any:
    """What is triggered by dice of an effect that lie on the table."""
    return fire(game, "effect_rolled", run.player, about=run.source, open=run.open)


@rule("10.2.interfere")
def _effect_window(game: Game, run: Resolution, op: Op) -> Any:
    """What players do about dice of an effect."""
    return EFFECT_ROLLED


def _count_roll(game: Game, run: Resolution, op: Op) -> Steps:
    """Dice that lay on the table count as they lie now."""
    faces = game.state.rolls[run.place].faces
    yield DiceTaken((run.place,))
    return then_do(game, run, results(game, run.roller, op, faces), dice=faces, place=-1)


@rule("8.2.on-symbol", "8.1.roll")
def results(game: Game, roller: int, op: Op, faces: tuple[int, ...]) -> Program:
    """Each branch that the dice show happens once, "otherwise" if none did, "then" in any case."""
    if not op.on:
        found: Program = op.then
        return found
    symbols = game.content.heroes[game.state.heroes[roller].name].faces
    shown = {*faces, *(symbols[face - 1] for face in faces)}
    program: Program = ()
    for wanted, effects in op.on:
        if not shown.isdisjoint(wanted):
            program += effects
    program = program or op.otherwise
    return (*program, *op.then)


@verb
@rule("8.1.roll")
def contest(game: Game, run: Resolution, op: Op) -> Steps:
    """Two players compare one die each; the own die is rolled now, or is that of the defensive roll."""
    place = DEFENCE
    if op.own == "new":
        place = free_place(game)
        faces = yield Roll((D6,), run.player, "contest", "8.1.roll", {"source": run.source})
        yield EffectDiceRolled(run.player, place, faces, run.source, rule="8.1.roll")
    for rival in op.against(game, run):
        theirs = free_place(game)
        faces = yield Roll((D6,), rival, "contest", "8.1.roll", {"source": run.source})
        yield EffectDiceRolled(rival, theirs, faces, run.source, rule="8.1.roll")
        return then_do(game, run, aftermath(game, run, op), place=place, rival=theirs, roller=run.player)
    return None


@rule("10.2.example")
def _count_contest(game: Game, run: Resolution, op: Op) -> Steps:
    """The dice as they lie after all interference decide."""
    rolls = game.state.rolls
    own, other = rolls[run.place].faces[0], rolls[run.rival].faces[0]
    outcome = op.tie if own == other else "win" if own > other else "lose"
    yield DiceTaken((run.rival,) if run.place == DEFENCE else (run.place, run.rival))
    place = DEFENCE if run.kind == "defence" else -1
    return then_do(game, run, {"win": op.win, "lose": op.lose}.get(outcome, ()), place=place)


@verb
@rule("10.2.interfere", "9.1.dice-interference", "field.dice")
def change_die(game: Game, run: Resolution, op: Op) -> Steps:
    """Dice on the table are turned to other numbers; the symbol goes with the number."""
    done: list[tuple[int, int]] = []
    while len(done) < op.count:
        dice = tuple(
            die for die in loose_dice(game, run.player, op.whose) if die not in done and values_for(game, die, op)
        )
        if not dice:
            return
        may_stop = op.up_to and bool(done)
        place, index = yield from _chosen_die(game, run, dice, may_stop)
        if place < 0:
            return
        done.append((place, index))
        values = values_for(game, (place, index), op)
        value = values[0]
        if len(values) > 1:
            value = yield choose(
                run.player, "choose_value", values, "10.2.interfere", die=(place, index), source=run.source
            )
        rolled = game.state.rolls[place]
        before = rolled.faces[index]
        yield DieChanged(run.player, rolled.player, place, index, before, value, run.source, rule="10.2.interfere")


def _chosen_die(game: Game, run: Resolution, dice: tuple[tuple[int, int], ...], may_stop: bool) -> Steps:
    """One of these dice, or (-1, -1) to stop."""
    if len(dice) == 1 and not may_stop:
        return dice[0]
    options = (*dice, None) if may_stop else dice
    answer = yield choose(run.player, "choose_die", options, "10.2.interfere", source=run.source)
    return (-1, -1) if answer is None else answer


@verb
@rule("10.2.interfere")
def reroll_dice(game: Game, run: Resolution, op: Op) -> Steps:
    """Dice on the table are rolled again, together or one by one."""
    declinable = op.up_to and run.kind != "card" and not run.agreed
    if op.one_by_one or op.count == 1:
        for turn in range(op.count):
            dice = loose_dice(game, run.player, op.whose)
            if not dice:
                return
            die = yield from _chosen_die(game, run, dice, (op.up_to and bool(turn)) or declinable)
            if die[0] < 0:
                return
            yield from reroll(game, run.player, run.source, (die,))
        return
    dice = loose_dice(game, run.player, op.whose)
    most = min(op.count, len(dice))
    least = (0 if declinable else min(1, most)) if op.up_to else most
    space = Subset(dice, least, most)
    picked = yield Request(run.player, "choose_dice", space, "10.2.interfere", {"source": run.source})
    yield from reroll(game, run.player, run.source, picked)


@verb
@rule("3.4.step-1", "field.defence")
def extra_roll(game: Game, run: Resolution, op: Op) -> Steps:
    """One more roll attempt of up to so many dice."""
    place = OFFENCE if op.phase == "offensive_roll" else DEFENCE
    for player in op.to(game, run):
        rolled = game.state.rolls[place]
        if rolled.player != player or rolled.locked or not rolled.faces:
            continue
        count = len(rolled.faces)
        about = {"place": place, "source": run.source}
        if op.dice >= count:
            indexes = yield Request(player, "keep_or_reroll", KEEPS[count], "3.4.step-1", about)
        else:
            indexes = yield Request(player, "keep_or_reroll", Subset(range(count), 0, op.dice), "3.4.step-1", about)
        yield from reroll(game, run.player, run.source, tuple((place, index) for index in indexes))


@verb
def fewer_rolls(game: Game, run: Resolution, op: Op) -> Any:
    """Roll attempts fewer in the Offensive Roll Phase of this turn, or in that of the next turn of a player."""
    amount = number(op.amount, game, run)
    return together(FewerRollsOrdered(player, amount, rule="3.4.step-1") for player in op.to(game, run))


# Structure --------------------------------------------------------------------------------------------------


@verb
@rule("8.4.or")
def choose_(game: Game, run: Resolution, op: Op) -> Steps:
    """The player picks exactly one option."""
    for player in op.by(game, run):
        return (yield from choose_option(game, run, op, player, "8.4.or"))
    return None


@verb
def may(game: Game, run: Resolution, op: Op) -> Steps:
    """The player decides whether this happens; not asked where it would find nothing to work on."""
    if op.works_on and not any(has_object(game, run.player, part) for part in op.works_on):
        return None
    for player in op.by(game, run):
        return (yield from may_happen(game, run, op, player, "8.4.or"))
    return None


@verb
@rule("8.5.then", "note.spend-windows")
def then(game: Game, run: Resolution, op: Op) -> Any:
    """A break: instants, roll cards where they apply, tokens. What is waiting for the target breaks off there, too."""
    if run.staged and game.state.attack[0].deferred:
        return _defer(run, op)
    return THEN if run.open else None


@verb
@rule("11.additionally")
def additionally(game: Game, run: Resolution, op: Op) -> Any:
    """After all other effects of the description."""
    end = len(run.later) - (run.kind == "card")  # the card is put away in the end
    return game.note(run, later=(*run.later[:end], *op.effects, *run.later[end:]))


@verb
def after_damage(game: Game, run: Resolution, op: Op) -> Any:
    """After the damage of the Attack has been applied."""
    return AfterDamageOrdered(op.dealt_at_least, op.number, run.dice, run.paid, run.removed, rule="3.6.step-6")


@verb
def watch(game: Game, run: Resolution, op: Op) -> Any:
    """From now until a point, something triggers."""
    data = {"trigger": op.trigger.number, "once": op.once, "source": run.source, "turn": game.state.round[0].number}
    return begin_effect(game, "watch", duration(op.until), player=run.player, data=data, rule="4.2.passive")


def duration(name: str) -> Any:
    """A duration of the vocabulary as one of the kernel."""
    return {
        "end_of_attack": during("roll phases"),
        "end_of_roll_phase": during("rolls"),
        "end_of_turn": during("turn"),
        "end_of_next_turn": until("next turn over"),
        "end_of_game": FOREVER,
    }[name]


@verb
def skip_phase(game: Game, run: Resolution, op: Op) -> Any:
    """A phase is skipped: the one about to begin, or the next of its kind."""
    return together(SkipOrdered(player, op.phase, run.source, rule="3.order") for player in op.of(game, run))


@verb
def extra_phase(game: Game, run: Resolution, op: Op) -> Any:
    """One more Offensive Roll Phase after this Attack."""
    for player in op.by(game, run):
        against = op.against(game, run) if op.against else ()
        return ExtraPhaseOrdered(player, against[0] if against else -1, rule="field.status-negative")
    return None


@verb
def forbid(game: Game, run: Resolution, op: Op) -> Any:
    """A player may not do certain things for a while."""
    data = {"what": list(op.what), "turn": game.state.round[0].number}
    lasting = duration(op.until)
    return together(
        begin_effect(game, "forbid", lasting, target=("heroes", player), data=data, rule="field.status-negative")
        for player in op.of(game, run)
    )


# What is no verb of the content -----------------------------------------------------------------------------


def _choose_players(game: Game, run: Resolution, op: Op) -> Steps:
    """The player of an effect names whom it concerns, among those whom it can concern."""
    spec = op.spec
    seats = tuple(
        player for player in candidates(game, run.player, spec.choose) if concerns(game, run, op.before, player)
    )
    if len(seats) > 1 and spec.count == 1:
        seats = ((yield choose(run.player, "choose_player", seats, "6.1.gain", source=run.source)),)
    elif len(seats) > spec.count:
        least = 1 if spec.up_to else spec.count
        space = Subset(seats, least, spec.count)
        seats = yield Request(run.player, "choose_players", space, "6.1.gain", {"source": run.source})
    yield game.note(run, chosen=seats)


@rule("8.1.roll")
def _choose_die_counted(game: Game, run: Resolution, op: Op) -> Steps:
    """Of the dice that an effect looks at, the player names the one that counts."""
    faces = sorted(set(faces_shown(game, run, "roll")))
    face = faces[0] if faces else 0
    if len(faces) > 1:
        face = yield choose(run.player, "count_die", faces, "8.1.roll", source=run.source)
    yield game.note(run, picked=face)


def concerns(game: Game, run: Resolution, op: Op, player: int) -> bool:
    """Whether an effect can concern a player: there is something to prevent, to remove, to roll."""
    match op.do:
        case "prevent":
            return is_preventable(game, player)
        case "remove_status":
            return bool(removable(game, player, op.among) if op.status is None else _held(game, player, op.status))
        case "extra_roll":
            rolled = game.state.rolls[OFFENCE if op.phase == "offensive_roll" else DEFENCE]
            return bool(rolled.player == player and rolled.faces and not rolled.locked)
    return True


def _held(game: Game, player: int, status: str) -> int:
    count: int = game.state.heroes[player].count(status)
    return count


@rule("7.2.modifier-use")
def has_object(game: Game, player: int, op: Op) -> bool:
    """Whether an effect of a card or a token would find something to work on, so that it may be used for that."""
    match op.do:
        case "change_die":
            return can_change(game, player, op)
        case "reroll_dice":
            return is_any_loose(game, player, op.whose)
        case "extra_roll" | "prevent" | "remove_status":
            run = blank_run(player, "")
            return any(concerns(game, run, op, other) for other in within_reach(game, run, op))
        case "transfer_status":
            givers = op.of(game, blank_run(player, "")) if callable(op.of) else candidates(game, player, op.of.choose)
            return any(_movable(game, giver, op) for giver in givers)
        case "redirect":
            return (op.companion, -1) not in game.state.pending[player].shares
    return True


@rule("9.1.no-direct-prevention")
def within_reach(game: Game, run: Resolution, op: Op) -> tuple[int, ...]:
    """Whom an effect of a card can concern: everybody where the text lets choose, else those whom it names.

    Who may prevent damage to "you" prevents none to a partner.
    """
    who = op.of if op.do == "remove_status" else op.to
    if who is ROLES["chosen"]:
        return in_play(game, game.players)
    if op.at_target and lacks_target(game, run, op):
        return opponents(game, run.player)
    found: tuple[int, ...] = who(game, run)
    return found


TELLING: Final = frozenset(
    (
        "play card", "put away", "spend tokens", "use companion", "mark used", "damage", "heal", "set_health",
        "prevent", "gain", "inflict", "modify_attack", "undefendable", "cancel_attack", "raise_limit", "companion",
        "gain_cp", "lose_cp", "fewer_rolls", "skip_phase", "extra_phase", "forbid", "watch", "after_damage",
    )
)  # fmt: skip
"""Effects that neither ask nor roll nor lead to others: they only tell what happens."""

LISTENED: Final = {
    "gain": ("status_gained",), "inflict": ("status_gained", INCOMING), "play card": ("card_played",),
    "spend tokens": ("status_spent",),
}  # fmt: skip
"""Those of them that lead to others where any content listens to a moment."""

NEEDS_OBJECT: Final = (
    "change_die", "reroll_dice", "extra_roll", "prevent", "remove_status", "transfer_status", "redirect"
)  # fmt: skip

INTERNAL: Final[dict[str, Verb]] = {
    "play card": _play_card,
    "put away": _put_away,
    "spend tokens": _spend_tokens,
    "use companion": _use_companion,
    "use passive": _use_passive,
    "status incoming": _status_incoming,
    "status arrives": _status_arrives,
    "status spent": _status_spent,
    "mark used": _mark_used,
    "choose players": _choose_players,
    "choose die": _choose_die_counted,
    "cover abilities": _cover_abilities,
    "effect triggers": _effect_triggers,
    "effect window": _effect_window,
    "count roll": _count_roll,
    "count contest": _count_contest,
}
