"""Why a fighter took that much damage, or fell: the numbers, the block and the dice."""

from __future__ import annotations

from typing import Any

from rulewright.narrator import Narrator
from rulewright.testing import Scenario
from rulewright_unmatched_nemesis.events.attacks import Blocked
from rulewright_unmatched_nemesis.events.fighters import DamageTaken
from rulewright_unmatched_nemesis.events.knockdown import KnockdownTestFailed

from .table import IDLE, acting, attacking, rule

SHIELD = "guard-jab"


def why(position: Scenario, kind: Any, lang: str = "en") -> list[str]:
    """The explanation of the last event of a kind, as a player reads it."""
    game = position.game
    return Narrator(game.rules, lang).why(game.view(1), game.why(position.last(kind)))


def blocked() -> Scenario:
    """Low Kick deals 2 light, 3 with Close Quarters; the block with one card left ignores 1."""
    position = attacking("low-kick", active=(("close-quarters",), ()), hands=((), (SHIELD, IDLE)))
    return position.answer(("block", ("reduce", SHIELD)))


@rule("attack.step-1", 2)
@rule("attack-card.damage-slot")
@rule("block.use", 2)
@rule("icon.light")
@rule("icon.heavy")
def test_damage_says_which_skill_and_how_many_cards_made_it() -> None:
    assert why(blocked(), DamageTaken)[:11] == [
        "5. Katie takes 2 light", "   rule attack.step-1", "   rule block.use",
        "   damage of assaults: light",
        "      base 0 [attack.step-1]", "      +2 to begin with", "      +1 Close Quarters [skill-card.active]",
        "      result: 3",
        "   light damage after the block", "      base 3 [block.reduce-light]",
        "      -1 for the cards in hand [block.reduce-light]",
    ]  # fmt: skip
    assert "   格挡后的轻伤" in why(blocked(), DamageTaken, "zh")


@rule("block.use", 3)
def test_a_block_cites_what_applied_to_it_and_the_window() -> None:
    lines = why(blocked(), Blocked)

    assert "   rule block.use" in lines and "   rule block.both" not in lines
    assert "   used at: assault" in lines


def test_a_knockdown_says_which_dice_fell_against_how_many_cubes() -> None:
    how: dict[str, Any] = {"display": ("last-word", *(IDLE,) * 3), "active": (("merciless",), ("quick-feet",))}
    position = acting(heavy=(0, 4), dice=[(2, 2, 1)], **how).answer(("attack", "last-word"), True)
    lines = why(position, KnockdownTestFailed)

    assert "      +1 Merciless [skill-card.active]" in lines
    assert "   after the roll: Katie: three dice against 6 cubes: 2 2 1" in lines
    assert position.game.why(position.last(KnockdownTestFailed)).rules[0] == "knockdown.fail"
