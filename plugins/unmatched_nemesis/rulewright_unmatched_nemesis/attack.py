"""Page 14: an attack deals its damage, has its effect, and may knock the opponent down. Responses come after it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from rulewright import (
    EffectKind,
    Procedure,
    Violation,
    Window,
    because,
    begin_effect,
    choose,
    during,
    reaction,
    rule,
)  # fmt: skip
from rulewright.programs import resolve

from .blocks import BLOCKING, CANCEL, REDUCE, is_assault, might_block, threatened, why_reduced, why_threatened
from .book.sheets import holds
from .book.wording import name_of
from .events.attacks import AttackBegan, AttackResolved
from .events.fighters import DamageTaken
from .hands import can_pay, hand, has_secrets
from .knockdown import take_test
from .numbers import forbidden
from .paying import PAY
from .rounds import win_round
from .space.arena import is_in_range
from .terms import Attack, panel_of, sheet_of

if TYPE_CHECKING:
    from rulewright import Because, Event, Game, Steps, View
    from rulewright.state import Effect
    from rulewright.stats import Value


def announce(game: Game, attack: Attack) -> list[Event]:
    """The attack is declared, and what its own text changes counts; the opponent is in range."""
    return [*own_text(game, attack), AttackBegan(attack.player, attack.name, rule="attack.step-1")]


@rule("rule.golden")
def own_text(game: Game, attack: Attack) -> Iterator[Event]:
    """What an attack changes while it is being resolved."""
    for place, change in enumerate(sheet_of(game, attack).changes):
        fighter = 1 - attack.player if change.opponent else attack.player
        facts = {"stat": change.stat, "layer": change.layer, "amount": change.amount, "name": attack.name}
        yield begin_effect(
            game, OWN_TEXT.name, during("attack"), target=("fighters", fighter), player=attack.player,
            data={**facts, "rule": "rule.golden", "place": place}, rule="rule.golden",
        )  # fmt: skip


@rule("rule.golden", "block.cancel")
def _counts(game: Game | View, effect: Effect) -> bool:
    """Whether it is the attack that is being resolved, and not in its responses; its text has not been cancelled, and
    the condition of the change holds."""
    attack = game.find_context(Attack)
    if attack is None or (attack.name, attack.player) != (effect.data["name"], effect.player):
        return False
    if CANCEL in attack.blocks:
        return False
    return holds(game, sheet_of(game, attack).changes[effect.data["place"]].test, attack.player, attack.name)


OWN_TEXT: Final = EffectKind("own text", active=_counts)


@rule("attack.step-1", "attack-card.damage-slot", "block.use", "icon.heavy", "icon.light")
def deal_damage(game: Game, attack: Attack) -> Because | None:
    """The damage of the damage slot, as skills and then a block change it; no shield is counted."""
    target = 1 - attack.player
    heavy, light = threatened(game, attack)
    blocked: tuple[Value, ...] = ()
    if REDUCE in attack.blocks:
        blocked = why_reduced(game, len(hand(game, target)), heavy, light)
        heavy, light = map(int, blocked)
    if not (heavy or light):
        return None
    taken = DamageTaken(target, heavy, light, rule="attack.step-1")
    numbers = *why_threatened(game, attack), *(value for value in blocked if value.base)
    return because(taken, *numbers, rules=("block.use",) if blocked else ())


@rule("attack.step-2", "block.cancel")
def resolve_effect(game: Game, attack: Attack) -> Because | None:
    """The attack effect, unless it was cancelled."""
    if CANCEL in attack.blocks:
        return None
    return because(resolve(attack.player, attack.name, sheet_of(game, attack).program), rules=("attack.step-2",))


@rule("attack.step-3", "attack-card.knockdown-effect", "block.only-assault", "round-end.knockdown", "goal.knock-down")
def call_test(game: Game, attack: Attack) -> Steps:
    """With the knockdown effect the attacker may make the opponent take a test; failing it loses the round."""
    target = 1 - attack.player
    if sheet_of(game, attack).knockdown and game.may("be tested", target):
        if (yield choose(attack.player, "call_test", (True, False), "attack.step-3", fighter=target)):
            if not (yield from take_test(game, target)):
                return (yield from win_round(game, attack.player, "knockdown", "round-end.knockdown"))
    return None


@rule("attack.step-3")
def end_attack(game: Game, attack: Attack) -> AttackResolved:
    """The attack has been resolved."""
    return AttackResolved(attack.player, attack.name, rule="attack.step-3")


# Responses --------------------------------------------------------------------------------------------------


@rule("note.response", "special.pay")
def responses(game: Game, player: int, attack: Attack) -> Iterator[str]:
    """The responses that a player can pay for and that reach the opponent."""
    if not game.may("respond", player):
        return
    for id, sheet in panel_of(game, player).responses.items():
        if is_in_range(game, player, sheet.range) and can_pay(game, hand(game, player), sheet.cost):
            yield id


@rule("note.response", "special.pay", "attack.range-required")
def closed_responses(game: Game, player: int, attack: Attack) -> Iterator[tuple[str, Violation]]:
    """The responses that a player cannot use now, each with why."""
    for id, sheet in panel_of(game, player).responses.items():
        if not is_in_range(game, player, sheet.range):
            yield id, Violation("out_of_range", "attack.range-required", what=name_of(game.content, sheet.id))
        elif not can_pay(game, hand(game, player), sheet.cost):
            yield id, Violation("cannot_pay", "special.pay", what=name_of(game.content, sheet.id))


@reaction("attack resolved", options=responses, why_not=closed_responses)
@rule("note.response")
def respond(game: Game, player: int, choice: str, attack: Attack) -> Steps:
    """A response is paid and resolved like any other special attack."""
    yield PAY(player=player, cost=panel_of(game, player).responses[choice].cost)
    yield ATTACK(player=player, name=choice)


@rule("field.hidden")
def might_respond(game: Game, player: int) -> bool:
    """Whether a response might be paid for, as far as the opponent can tell."""
    if not game.may("respond", player):
        return False
    size = len(hand(game, player))
    sheets = panel_of(game, player).responses.values()
    able = any(len(sheet.cost) <= size and is_in_range(game, player, sheet.range) for sheet in sheets)
    return able and has_secrets(game, player)


def might_react(game: Game, player: int, window: str) -> bool:
    """Whether a player is asked in a window although there may be nothing to do."""
    return might_block(game, player) if window == "assault declared" else might_respond(game, player)


@rule("rule.golden")
def why_not_asked(game: Game, player: int) -> Violation | None:
    """Whose fighter is attacked and cannot block or respond is not asked: the card that says so."""
    attack = game.find_context(Attack)
    if attack is None or player == attack.player:
        return None
    barred = forbidden(game, player, "block", "no_blocks")
    if barred is None and panel_of(game, player).responses:
        barred = forbidden(game, player, "respond", "no_responses")
    return barred


@rule("note.response")
def may_be_answered(game: Game) -> bool:
    """Whether the attack under way is one that responses answer: an assault, against a fighter that has any."""
    attack = game.context(Attack)
    return is_assault(game, attack) and bool(panel_of(game, 1 - attack.player).responses)


RESPONSES: Final = Procedure(
    "responses",
    [Window("attack resolved", "each once", lambda game, attack: (1 - attack.player,), "note.response")],
    when=may_be_answered,
)

ATTACK: Final = Procedure(
    "attack",
    [announce, BLOCKING, deal_damage, resolve_effect, call_test, end_attack, RESPONSES],
    Attack,
)
