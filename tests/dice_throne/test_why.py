"""Why a player took that much damage, and what a card did: the pieces, the prevention, the card, the dice."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from rulewright.narrator import Narrator
from rulewright.ruleset import Rules
from rulewright.stats import Value
from rulewright.testing import transcript
from rulewright_dice_throne.events.damage import DamageDealt, PreventionGathered
from rulewright_dice_throne.events.dice import EffectDiceRolled

from .table import Table, card, invent, offence, sit, status

SWORDS = (1, 1, 2, 4, 6)


def fight() -> Table:
    """Smack for 4 and Get Some! for 2 against Thick Skin and Not This Time!, which prevents 6."""
    table = sit(
        {"hand": ("get-some",), "cp": 2},
        {"hand": ("not-this-time",), "cp": 1},
        heroes=("barbarian", "barbarian"),
        dice=[SWORDS, (4, 1, 1), (1, 1, 4, 4, 6)],
    )
    table.attack("smack").defend("thick-skin")
    table.until(window="last chance", player=0).play("get-some")
    return table.until(window="last chance", player=1).play("not-this-time").settle()


def why(table: Table, kind: Any, lang: str = "en") -> list[str]:
    """The explanation of the last event of a kind, as a player reads it."""
    game = table.game
    return Narrator(game.rules, lang).why(game.view(1), game.why(table.events(kind)[-1]))


def test_damage_says_what_it_is_made_of_and_what_was_prevented() -> None:
    table = fight()

    lines = why(table, DamageDealt)[1:]
    assert lines == [
        "   rule 10.1.order", "   damage", "      base 0 [10.1.order]", "      +6 Smack [7.1.output]",
        "      -6 Not This Time! [10.1.reduce-last]", "      result: 0",
    ]  # fmt: skip
    assert "      -6 这次不算！ [10.1.reduce-last]" in why(table, DamageDealt, "zh")
    (value,) = table.game.why(table.events(DamageDealt)[-1]).chain[0].numbers
    assert int(value) == table.events(DamageDealt)[-1].amount  # type: ignore[arg-type]


@cache
def shields() -> Rules:
    """A hero with a card and a token that prevent damage."""
    return invent(
        [offence("cut", {"do": "damage", "amount": 9})],
        [card("wall", {"do": "prevent", "fraction": "half"}, kind="instant", play={"window": "damage_incoming"})],
        [status("ward", kind="spendable", polarity="positive", uses=[
            {"windows": ["damage_incoming"], "effects": [{"do": "prevent", "amount": 2}]}])],
    )  # fmt: skip


@pytest.mark.parametrize(("order", "amounts"), [("fraction first", [5, 2]), ("fixed first", [2, 4])])
def test_each_card_and_token_that_prevents_damage_is_named_with_its_part(order: str, amounts: list[int]) -> None:
    """Half of 9, rounded up, and 2 less; or the other way round, half of 7."""
    guarded = {"tokens": {"ward": 1}, "hand": ("wall",)}
    table = sit({}, guarded, heroes=("tester", "tester"), rules=shields(), dice=[(1, 1, 1, 1, 1)], prevention=order)
    table.attack("cut").until(window="last chance", player=1).spend("ward").play("wall").settle()

    (dealt,) = table.events(DamageDealt)
    (value,) = table.game.why(dealt).chain[0].numbers
    assert isinstance(value, Value)
    prevented = [applied for applied in value.trace if applied.layer == "prevention"]
    assert [(one.name, one.amount) for one in prevented] == [
        *zip(("wall", "ward") if order == "fraction first" else ("ward", "wall"), amounts, strict=True)
    ]
    assert int(value) == dealt.amount == 9 - sum(amounts)


def test_the_log_names_the_card_that_prevents_damage_in_both_languages() -> None:
    table = fight()
    told = {lang: transcript(table.game, lang).splitlines() for lang in ("en", "zh")}

    assert "  Not This Time!: prevents 6 damage to Barbarian 2  [10.1.reduce-last]" in told["en"]
    assert "  这次不算！：为狂战士 2 免除 6 点伤害  [10.1.reduce-last]" in told["zh"]


def test_what_a_card_did_points_to_the_card_the_window_and_what_opened_it() -> None:
    table = fight()
    prevented, opened = table.game.why(table.events(PreventionGathered)[-1]).chain[:2]

    assert [(link.how, link.by, link.rules) for link in prevented.links[:2]] == [
        ("called", "play", ("5.2.interrupt",)),
        ("used", "last chance", ("3.6.step-5",)),
    ]
    assert opened.rules == ("3.6.step-5",)


def test_a_roll_of_an_effect_points_to_the_dice_and_to_what_was_spent_for_it() -> None:
    table = sit({"tokens": {"reload": 1}}, dice=[(1, 1, 1, 6, 6), (3,)]).attack("revolver").spend("reload")
    rolled, called, *_ = table.game.why(table.events(EffectDiceRolled)[-1]).chain[0].links

    assert (rolled.how, rolled.faces, rolled.rules) == ("rolled", (3,), ("8.1.roll",))
    assert (called.how, called.by, called.rules) == ("called", "spend", ("6.3.spendable", "6.3.spend-uninterruptible"))
