"""What cannot be done now is refused by the rule that forbids it, in both languages."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rulewright import Ledger, Refused, new_game
from rulewright_dice_throne.cards import FORBIDDEN_BY
from rulewright_dice_throne.ruleset import RULESET
from rulewright_dice_throne.state import HAND
from rulewright_dice_throne.statuses import USE_FORBIDDEN_BY
from tests.dice_throne.table import NOTHING, Table, card, invent, offence, rule, sit, status

CUT = offence("cut", {"do": "damage", "amount": 3})
LUCK = status("luck", kind="spendable", polarity="positive", uses=[{"windows": ["upkeep"], "effects": [
    {"do": "gain_cp", "amount": 1}]}])  # fmt: skip


def refusal(table: Table, answer: Any) -> Refused:
    """How an answer is refused."""
    with table.refused() as refused:
        table.answer(answer)
    return refused.value


@rule("5.2.roll-phase")
def test_a_roll_card_in_the_main_phase_is_refused_by_the_rule_of_roll_cards() -> None:
    refused = refusal(sit({"cp": 9, "hand": ("so-wild",)}).until(window="main actions"), ("play", "so-wild"))

    assert str(refused) == ("So Wild! is a Roll Phase Action card: it is played in roll phases only [5.2.roll-phase]")
    assert refused.told("zh").endswith("是掷骰阶段行动牌：只能在掷骰阶段打出 [5.2.roll-phase]")


@rule("5.2.main-phase")
@rule("5.1.timing")
def test_main_cards_and_upgrades_outside_ones_main_phases_are_refused_by_their_rules() -> None:
    table = sit({"cp": 9, "hand": ("vegas-baby", "revolver-2", "getting-paid")}, dice=[NOTHING])
    table.until(window="end of income", player=0)
    assert refusal(table, ("play", "vegas-baby")).rule == "5.2.main-phase"
    assert refusal(table, ("play", "revolver-2")).rule == "5.1.timing"
    refused = refusal(table, ("sell", "vegas-baby"))
    assert str(refused) == "this is not the moment for that [3.3.sell]"


def test_a_price_besides_cp_that_cannot_be_paid_is_named() -> None:
    rite = card("rite", {"do": "draw"}, price={"health": 3})
    table = sit({"hand": ("rite",), "health": 3}, rules=invent([CUT], [rite]), heroes=("tester", "barbarian"))
    refused = refusal(table.until(window="main actions"), ("play", "rite"))

    assert refused.rule == "field.deck"
    assert refused.reason == "rite has a price besides CP that you cannot pay"


def test_a_token_that_forbids_upgrades_is_named() -> None:
    spell = status("spell", forbids=["upgrades"])
    hand = {"cp": 9, "hand": ("revolver-2",), "tokens": {"spell": 1}}
    table = sit(hand, rules=invent(statuses=[spell])).until(window="main actions")

    assert "revolver-2" not in table.offered("play")
    assert str(refusal(table, ("play", "revolver-2"))) == "spell: no upgrades can be played [6.3.unique]"


@rule("field.deck", 4)
@rule("5.1.cost")
@rule("5.1.permanent")
def test_what_costs_too_much_or_raises_no_level_is_refused() -> None:
    table = sit({"cp": 0, "hand": ("triple-up", "revolver-2")}).until(window="main actions")
    refused = refusal(table, ("play", "triple-up"))
    assert (refused.rule, refused.facts["cost"], refused.facts["cp"]) == ("field.deck", 2, 1)
    assert refusal(table, ("play", "revolver-2")).rule == "5.1.cost"
    table = sit({"cp": 9, "hand": ("revolver-2",), "levels": {"revolver": 2}}).until(window="main actions")
    assert refusal(table, ("play", "revolver-2")).rule == "5.1.permanent"


@rule("field.deck", 3)
@rule("7.2.modifier-timing")
def test_a_card_without_object_moment_condition_or_attack_is_refused() -> None:
    gain = {"do": "gain_cp", "amount": 1}
    rules = invent([CUT], [
        card("rich", gain, kind="instant", play={"test": {"amount": "own_cp", "at_least": 15}}),
        card("late", gain, kind="instant", play={"phases": ["main_2"]}),
        card("struck", gain, kind="instant", play={"window": "attacked"}),
        card("more", {"do": "modify_attack", "add": 1}, kind="instant", attack_modifier=True),
    ])  # fmt: skip
    hand = ("rich", "late", "struck", "more")
    table = sit({"cp": 9, "hand": hand}, heroes=("tester", "barbarian"), rules=rules).until(window="main actions")
    refused = {one: refusal(table, ("play", one)) for one in hand}
    assert [one.violations[0].key for one in refused.values()] == [
        "condition", "card_phase", "not_the_moment", "no_attack",
    ]  # fmt: skip
    assert refused["more"].rule == "7.2.modifier-timing"
    table = sit({"cp": 9, "hand": ("buh-bye",)}, heroes=("barbarian", "barbarian")).until(window="main actions")
    assert "there is nothing that it could be used on [field.deck]" in str(refusal(table, ("play", "buh-bye")))


@rule("6.3.spendable", 3)
def test_a_token_that_is_not_for_now_is_refused() -> None:
    table = sit({"tokens": {"luck": 1}}, heroes=("tester", "barbarian"), rules=invent([CUT], [], [LUCK]))
    table.until(window="main actions")
    (use,) = (choice for name, choice in why_not(table) if name == "spend")
    refused = refusal(table, ("spend", use))
    assert str(refused) == "this is not the moment that it names [6.3.spendable]"


def test_a_status_that_forbids_cards_is_named() -> None:
    rich = card("rich", {"do": "gain_cp", "amount": 1})
    rules = invent([CUT], [rich], [status("pox", forbids=["cards"]), status("rot", forbids=["selling"])])
    for name, what, words in (("pox", "play", "played"), ("rot", "sell", "sold")):
        seat = {"hand": ("rich",), "tokens": {name: 1}}
        table = sit(seat, heroes=("tester", "barbarian"), rules=rules).until(window="main actions")
        assert str(refusal(table, (what, "rich"))) == f"{name}: no cards can be {words} [6.3.unique]"


def why_not(table: Any) -> dict[Any, Any]:
    return dict(table.game.request.space.why_not)


@pytest.mark.parametrize("seed", range(6))
def test_every_card_in_hand_can_be_played_or_says_why_not(seed: int) -> None:
    """The list of what can be played is that of all cards for which nothing says why not, in random positions."""
    rng = random.Random(seed)
    heroes = rng.sample(["barbarian", "gunslinger", "monk", "ninja", "samurai", "huntress", "pyromancer"], 2)
    game = new_game("dice_throne", {"heroes": heroes}, seed=seed)
    looked = 0
    for _ in range(400):
        request = game.request
        if request is None:
            break
        if request.ask == "react" and rng.random() < 0.3:
            reasons = [answer for answer, _ in request.space.why_not]
            options = [answer for answer in request.options() if answer is not None]
            hand = dict.fromkeys(game.state.zones[HAND[request.player]].cards)
            played = [choice for name, choice in (*options, *reasons) if name == "play"]
            assert sorted(played) == sorted(hand)
            assert not set(reasons) & set(options)
            spent = [choice for name, choice in (*options, *reasons) if name == "spend"]
            assert len(spent) == len(set(spent))
            if request.about["window"] == "main actions":
                assert sorted(choice for name, choice in (*options, *reasons) if name == "sell") == sorted(hand)
            looked += 1
        game.answer(request.space.sample(rng))
    assert looked > 10


def test_every_refusal_has_its_words_and_its_rule() -> None:
    texts, ledger = RULESET.freeze().texts, Ledger.load(RULESET.ledger, "dice_throne")
    given = {**FORBIDDEN_BY, **USE_FORBIDDEN_BY, "no_selling": "6.3.unique", "not_your_actions": "3.3.actions"}
    assert {key.removeprefix("refusal.") for key in texts if key.startswith("refusal.")} == set(given)
    assert all(rule in ledger for rule in given.values())
    assert not {f"refusal.{key}" for key in given} & {*texts.missing("en"), *texts.missing("zh")}
