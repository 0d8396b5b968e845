"""What an effect can work on: whom it can concern, and whether there is any use in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rulewright import Request, choose, rule
from rulewright.requests import Subset

from ..damage import is_preventable
from ..dice import can_change, is_any_loose
from ..modes import in_play, opponents
from ..resolution import Resolution, blank_run
from ..state import DEFENCE, OFFENCE
from ..values import ROLES, candidates, faces_shown
from .running import lacks_target, part
from .tokens import movable, removable

if TYPE_CHECKING:
    from rulewright import Game, Steps

    from ..book import Op


@part
def choose_players(game: Game, run: Resolution, op: Op) -> Steps:
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


@part
@rule("8.1.roll")
def choose_counted_die(game: Game, run: Resolution, op: Op) -> Steps:
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
            return any(movable(game, giver, op) for giver in givers)
        case "redirect":
            return (op.companion, -1) not in game.state.pending[player].shares
    return True


@rule("9.1.no-direct-prevention")
def within_reach(game: Game, run: Resolution, op: Op) -> tuple[int, ...]:
    """Whom an effect of a card can concern: everyone where the text lets choose, else those whom it names.

    Who may prevent damage to "you" prevents none to a partner.
    """
    who = op.of if op.do == "remove_status" else op.to
    if who is ROLES["chosen"]:
        return in_play(game, game.players)
    if op.at_target and lacks_target(game, run, op):
        return opponents(game, run.player)
    found: tuple[int, ...] = who(game, run)
    return found


NEEDS_OBJECT: Final = (
    "change_die", "reroll_dice", "extra_roll", "prevent", "remove_status", "transfer_status", "redirect"
)  # fmt: skip
