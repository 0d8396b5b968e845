"""Verbs about status effects (chapter 6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from rulewright import choose, rule
from rulewright_dice_throne.old_programs import counted, then_do

from ..events import (
    AbilityCovered,
    InflictionUndone,
    LimitRaised,
    StatusArrived,
    StatusGained,
    StatusInflicted,
    StatusKeptOff,
    StatusRemoved,
)
from ..resolution import Resolution, fire, is_listened_to
from ..timing import UNDER_WAY, is_locked_out
from ..values import candidates, stack_limit
from .running import part, together, verb

if TYPE_CHECKING:
    from rulewright import Event, Game, Steps

    from ..book import Op


INCOMING: Final = "status_incoming"
"""The moment before inflicted tokens come to someone."""
MANY: Final = 99
"""More tokens than anyone can have."""


@rule("6.2.stack-limit")
def room_for(game: Game, player: int, status: str) -> int:
    """How many more tokens of a status effect a player can have."""
    room: int = stack_limit(game, player, status) - game.state.heroes[player].count(status)
    if game.content.statuses[status].covers:
        room = min(room, len(uncovered(game, player)) - 1)
    return room


@rule("6.2.stack-limit", "6.1.gain", "6.1.active")
def received(game: Game, run: Resolution, player: int, status: str, amount: int, *, inflicted: bool) -> Event | None:
    """The event by which tokens come to a player, as many as the stack limit leaves room for."""
    amount = min(amount, room_for(game, player, status))
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


@part
def status_incoming(game: Game, run: Resolution, op: Op) -> Any:
    """What is triggered by tokens that are about to come."""
    moments = [(INCOMING, player) for player in op.to(game, run)]
    return fire(game, *moments[0], *moments[1:], about=op.status, open=run.open)


@part
def status_arrives(game: Game, run: Resolution, op: Op) -> Steps:
    """The tokens come, but for those that were kept off."""
    amount = counted(op.amount, game, run)
    events: list[Event] = []
    for player in op.to(game, run):
        kept_off = game.state.heroes[player].kept_off
        event = received(game, run, player, op.status, amount - kept_off, inflicted=True)
        events += [] if event is None else [event]
        if kept_off:
            yield StatusArrived(player)
    return (yield from came(game, run, events))


def _hand_out(game: Game, run: Resolution, op: Op, *, inflicted: bool) -> Any:
    amount = counted(op.amount, game, run)
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


@part
@rule("6.3.unique")
def cover_abilities(game: Game, run: Resolution, op: Op) -> Steps:
    """Tokens that have just come are laid on abilities, which the player of the effect names."""
    for player in op.to(game, run):
        hero = game.state.heroes[player]
        lying = sum(status == op.status for status, _ in hero.covered)
        for _ in range(hero.count(op.status) - lying):
            names = uncovered(game, player)
            name = yield choose(run.player, "cover", names, "6.3.unique", of=player, source=run.source)
            yield AbilityCovered(player, op.status, name, rule="6.3.unique")


def removable(game: Game, player: int, among: str = "any", *, to_move: bool = False) -> tuple[str, ...]:
    """The status effects of a player that can be removed, or moved to someone else."""
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
        for _ in range(counted(op.amount, game, run)):
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
@rule("6.1.remove", "6.1.gain", "6.2.stack-limit")
def transfer_status(game: Game, run: Resolution, op: Op) -> Steps:
    """Tokens go from one player to another; what is beyond the stack limit goes back to its hero.

    With the option ``move_refused`` nobody at the limit can be named, and the token stays where nobody else can.
    """
    moved: list[tuple[str, int, str]] = []
    givers = yield from named_players(game, run, "take_from", op.of, lambda player: bool(movable(game, player, op)))
    for giver in givers:
        for _ in range(counted(op.amount, game, run)):
            status = yield from named_status(game, run, giver, op, to_move=True)
            if status is None:
                break
            fits = takes(game, status, giver)
            takers = yield from named_players(game, run, "give_to", op.to, fits, (giver,))
            if game.setup.move_refused and not any(map(fits, takers)):
                break
            yield StatusRemoved(giver, status, 1, rule="6.1.remove")
            for taker in takers[:1]:
                event = received(game, run, taker, status, 1, inflicted=False)
                if event is not None:
                    yield event
                    moved.append(("status_gained", taker, status))
    return fire(game, *moved[0][:2], *moved[1:], about=moved[0][2], open=run.open) if moved else None


def takes(game: Game, status: str, giver: int) -> Callable[[int], bool]:
    """Whether a player can be named for a token that leaves another."""
    if game.setup.move_refused:
        return lambda player: player != giver and room_for(game, player, status) > 0
    return giver.__ne__


def movable(game: Game, player: int, op: Op) -> tuple[str, ...]:
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
    """Tokens that this Attack has inflicted on someone are not received, or those that are about to come.

    Not those of an Ultimate: nobody keeps them off.
    """
    attack = game.state.attack[0]
    for player in op.to(game, run):
        if is_locked_out(game, attack, player):
            continue
        left = MANY if op.amount == "all" else counted(op.amount, game, run)
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
    amount = counted(op.amount, game, run)
    players = op.to(game, run)
    return together(LimitRaised(player, op.status, amount, rule="6.3.limit-increase") for player in players)
