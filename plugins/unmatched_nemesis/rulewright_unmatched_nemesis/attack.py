"""Page 14: an attack deals its damage, has its effect, and may knock the opponent down. Responses come after it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from rulewright import Call, Procedure, Window, choose, reaction, rule
from rulewright.programs import resolve

from .arena import is_in_range
from .attack_terms import Attack, panel_of, sheet_of
from .blocks import BLOCKING, CANCEL, REDUCE, might_block, reduced, threatened
from .events import AttackBegan, DamageTaken
from .hands import hand, has_secrets, payments
from .knockdown import take_test
from .paying import PAY
from .rounds import win_round
from .skills import use_skills

if TYPE_CHECKING:
    from rulewright import Game, Steps


@rule("attack.range-required")
def announce(game: Game, attack: Attack) -> AttackBegan:
    """The attack is declared; the opponent is in range."""
    return AttackBegan(attack.player, attack.name, rule="attack.step-1")


@rule("attack.step-1", "block.use", "icon.heavy", "icon.light")
def deal_damage(game: Game, attack: Attack) -> DamageTaken | None:
    """The damage of the damage slot, as skills and then a block change it; no shield is counted."""
    target = 1 - attack.player
    heavy, light = threatened(game, attack)
    if REDUCE in attack.blocks:
        heavy, light = reduced(game, len(hand(game, target)), heavy, light)
    return DamageTaken(target, heavy, light, rule="attack.step-1") if heavy or light else None


@rule("attack.step-2", "block.cancel")
def resolve_effect(game: Game, attack: Attack) -> Call | None:
    """The attack effect, unless it was cancelled."""
    if CANCEL in attack.blocks:
        return None
    return resolve(attack.player, attack.name, sheet_of(game, attack).program)


@rule("attack.step-3", "attack-card.knockdown-effect", "block.only-assault", "round-end.knockdown", "goal.knock-down")
def call_test(game: Game, attack: Attack) -> Steps:
    """With the knockdown effect the attacker may make the opponent take a test; who fails has lost the round."""
    if sheet_of(game, attack).knockdown:
        target = 1 - attack.player
        if (yield choose(attack.player, "call_test", (True, False), "attack.step-3", fighter=target)):
            if not (yield from take_test(game, target)):
                return (yield from win_round(game, attack.player, "knockdown", "round-end.knockdown"))
    return None


def after_attack(game: Game, attack: Attack) -> Steps:
    """What active skills do when their player's attack has been resolved."""
    yield from use_skills(game, "attack resolved", attack.player)


# Responses --------------------------------------------------------------------------------------------------


@rule("note.response", "special.pay")
def responses(game: Game, player: int, attack: Attack) -> Iterator[str]:
    """The responses that a player can pay for and that reach the opponent."""
    for id, sheet in panel_of(game, player).responses.items():
        if is_in_range(game, player, sheet.range) and payments(game, hand(game, player), sheet.cost):
            yield id


@reaction("attack resolved", options=responses)
@rule("note.response", "attack-card.types")
def respond(game: Game, player: int, choice: str, attack: Attack) -> Steps:
    """A response is paid and resolved like any other special attack."""
    yield PAY(player=player, cost=panel_of(game, player).responses[choice].cost)
    yield ATTACK(player=player, name=choice)


@rule("field.hidden", "note.response")
def might_respond(game: Game, player: int) -> bool:
    """Whether a response might be paid for, for all that the opponent knows."""
    size = len(hand(game, player))
    sheets = panel_of(game, player).responses.values()
    able = any(len(sheet.cost) <= size and is_in_range(game, player, sheet.range) for sheet in sheets)
    return able and has_secrets(game, player)


def might_react(game: Game, player: int, window: str) -> bool:
    """Whether a player is asked in a window although there may be nothing to do."""
    return might_block(game, player) if window == "assault declared" else might_respond(game, player)


def may_be_answered(game: Game) -> bool:
    """Whether the attack under way is one that responses answer: an assault, against a fighter that has any."""
    attack = game.context(Attack)
    return sheet_of(game, attack).type == "assault" and bool(panel_of(game, 1 - attack.player).responses)


RESPONSES: Final = Procedure(
    "responses",
    [Window("attack resolved", "each once", lambda game, attack: (1 - attack.player,), "note.response")],
    when=may_be_answered,
)

ATTACK: Final = Procedure(
    "attack",
    [announce, BLOCKING, deal_damage, resolve_effect, call_test, after_attack, RESPONSES],
    Attack,
)
