"""Numbers and permissions of the rules that texts may change: by tokens, passive abilities, companions and cards."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from pydantic import ValidationError

from rulewright.describe import describe
from rulewright.narrator import Narrator
from rulewright.problems import ContentError
from rulewright.testing import playthrough
from rulewright_dice_throne.cards.models import Status
from rulewright_dice_throne.cards.wording import Wording
from rulewright_dice_throne.effects.paying import Cost
from rulewright_dice_throne.effects.prohibitions import RuleChange
from rulewright_dice_throne.effects.values import VALUES
from rulewright_dice_throne.events.cards import AbilityUpgraded, CardPlayed, CardsDrawn, CardSold, CpGained, HealthPaid
from rulewright_dice_throne.events.dice import DiceRolled, EffectDiceRolled
from rulewright_dice_throne.numbers import PERMISSIONS, STATS, health_limit
from rulewright_dice_throne.resolution import blank_run
from rulewright_dice_throne.ruleset import RULESET
from rulewright_dice_throne.state import HAND
from tests.lengths import length

from .table import IDLE, Table, card, defence, invent, offence, passive, rule, sit, status

HEROES = ("tester", "barbarian")
DRAUGHT = card("draught", {"do": "heal", "amount": 5})
CUT = offence("cut", {"do": "damage", "amount": 4})
FINAL = offence("final", {"do": "damage", "amount": 9}, requires={"symbols": {"star": 5}}, kind="ultimate")
GUARD = defence("guard", {"do": "prevent", "amount": {"per": "sword"}}, dice=2)


def under(*changes: dict[str, Any], forbids: Any = (), cards: Any = (), **seat: Any) -> Table:
    """A turn of the tester, who holds a token with this text, or with one that does not matter."""
    spell = status("spell", changes=list(changes), forbids=list(forbids or ("" if changes else ["straights"])))
    rules = invent([CUT, FINAL, GUARD], cards, statuses=[spell])
    dice = seat.pop("dice", ())
    second = seat.pop("second", None)
    return sit({"tokens": {"spell": 1}, **seat}, second, rules=rules, heroes=HEROES, dice=dice)


def by(rule: str, amount: int) -> dict[str, Any]:
    return {"rule": rule, "by": amount}


# Numbers ----------------------------------------------------------------------------------------------------


def test_a_text_changes_how_many_cards_are_kept() -> None:
    table = under(by("hand limit", 2), hand=(IDLE,) * 9).until("sell_down")

    assert table.game.request.about["surplus"] == 2
    table.answer(IDLE, IDLE)
    assert len(table.game.state.zones[HAND[0]].cards) == 8


def test_a_text_changes_how_often_and_with_how_many_dice_one_rolls() -> None:
    table = under(by("attempts", 1), {"rule": "dice", "to": 6}, dice=[(1, 2, 2, 3, 4, 4)]).until("keep_or_reroll")
    assert table.dice == (1, 2, 2, 3, 4, 4)
    asked = 0
    while table.asked != "announce":
        asked += table.asked == "keep_or_reroll"
        table.answer((0,) if table.asked == "keep_or_reroll" else None)

    assert asked == 3


@pytest.mark.parametrize(("change", "count"), [(1, 3), (-1, 1), (-2, 0), (9, 6)])
def test_a_text_changes_the_dice_of_the_defence(change: int, count: int) -> None:
    dice = [(1,) * 5, *([(1,) * count] if count else [])]
    spell = status("spell", changes=[by("defence dice", change)])
    rules = invent([CUT, GUARD], statuses=[spell])
    table = sit(None, {"tokens": {"spell": 1}}, rules=rules, heroes=("tester", "tester"), dice=dice)
    table.attack("cut").defend("guard").settle()

    assert table.health == (50, 50 - max(0, 4 - count))


def test_whoever_has_a_roll_phase_in_the_turn_of_another_rolls_by_texts_of_their_own() -> None:
    spell = status("spell", changes=[by("attempts", -1), by("dice", 1)])
    lend = offence("lend", {"do": "extra_phase", "by": "target"})
    dice = [(1,) * 5, (1, 2, 2, 3, 4, 4), (1,)]
    rules = invent([lend], statuses=[spell])
    table = sit(None, {"tokens": {"spell": 1}}, rules=rules, heroes=("tester",) * 2, dice=dice)
    table.attack("lend").until("keep_or_reroll", player=1).answer((0,))

    assert (table.asked, table.player) == ("announce", 1)


def test_a_text_changes_the_income_and_what_can_be_had() -> None:
    table = under(by("income cp", 2), by("income cards", 1), {"rule": "cp limit", "to": 4}).until(phase="main_1")

    assert (table.events(CpGained)[-1].amount, table.cp[0]) == (2, 4)
    assert len(table.events(CardsDrawn)[-1].cards) == 2


def test_a_text_changes_what_a_sold_card_brings_as_far_as_the_cap_allows() -> None:
    table = under({"rule": "sale price", "to": 2}, {"rule": "cp limit", "to": 6}, hand=(IDLE,) * 3, cp=2)
    table.until(window="main actions").sell(IDLE)
    assert table.cp[0] == 5

    assert table.sell(IDLE).cp[0] == 6


@rule("limits.health", 3)
def test_a_text_changes_what_health_can_be_raised_to() -> None:
    table = under(by("health limit", -8), cards=[DRAUGHT], hand=("draught",)).until(window="main actions")
    assert VALUES["own_max_health"](table.game, blank_run(0, "")) == 52
    table.play("draught").until(phase="offensive_roll")

    assert table.health[0] == 52


@rule("limits.health", 3)
@pytest.mark.parametrize(
    ("change", "one", "both"), [({"to": 45}, 45, 45), ({"by": -4}, 56, 52), ({"by": -59}, 1, 1), ({"by": 3}, 63, 66)]
)
def test_what_partners_have_changes_the_health_limit_that_they_share(
    change: dict[str, int], one: int, both: int
) -> None:
    rules = invent([CUT], statuses=[status("spell", changes=[{"rule": "health limit", **change}])])
    held = {"tokens": {"spell": 1}}
    found = []
    for seats in ((held, None, None), (None, None, held), (held, None, held)):
        game = sit(*seats, rules=rules, heroes=("tester",) * 4, mode="teams").game
        found.append([health_limit(game, side) for side in game.state.sides.values()])

    assert found == [[one, 60], [one, 60], [both, 60]]


@rule("limits.health", 3)
def test_partners_share_what_raises_the_limit_of_one() -> None:
    spell = status("spell", changes=[by("health limit", 5)])
    rules = invent(statuses=[spell])
    held = {"tokens": {"spell": 1}}
    game = sit(held, None, held, rules=rules, heroes=("tester",) * 4, mode="teams").game

    run = blank_run(0, "")
    assert VALUES["own_max_health"](game, run) == game.state.sides[0].most + 10


def test_a_text_changes_what_cards_cost() -> None:
    dear = card("dear", {"do": "draw"}, cost=3)
    table = under(by("card cost", -2), cards=[dear, {**dear, "id": "gift", "cost": 1}], hand=("dear", "gift"), cp=0)
    table.until(window="main actions")
    assert table.cp[0] == 1
    assert {"dear", "gift"} <= set(table.offered("play"))

    assert table.play("gift").cp[0] == 1
    assert table.play("dear").cp[0] == 0


def test_a_dearer_card_is_not_offered_to_who_cannot_pay() -> None:
    table = under(by("card cost", 3), cards=[DRAUGHT], hand=("draught",), cp=1).until(window="main actions")

    assert table.offered("play") == []


def test_who_sells_down_reads_what_the_card_would_cost_now() -> None:
    table = under(by("card cost", 3), hand=(IDLE,) * 7).until("sell_down")

    option = Narrator(table.game.rules, "en").option(table.game.view(0), table.game.request, IDLE)
    assert option.endswith("[costs 5]")


def test_a_limit_below_what_is_there_takes_nothing_away() -> None:
    changes = by("health limit", -20), by("cp limit", -12)
    table = under(*changes, cards=[DRAUGHT], hand=("draught", IDLE), cp=8).until(window="main actions")
    assert table.sell(IDLE).play("draught").until(phase="offensive_roll").health[0] == 50

    assert table.cp[0] == 8


def test_a_later_text_is_the_one_that_counts_where_two_set_a_number() -> None:
    low, high = ({"rule": "hand limit", "to": limit} for limit in (3, 8))

    assert under(low, high).game.number("hand limit", 0) == 8
    assert under(low, high, by("hand limit", -1)).game.number("hand limit", 0) == 7


def test_a_card_changes_a_number_for_a_while_and_the_trace_names_it() -> None:
    change = {"do": "change_rules", "changes": [by("hand limit", -2)], "of": {"choose": "opponent"}}
    rules = invent(cards=[card("hush", {**change, "until": "end_of_next_turn"})])
    table = sit({"hand": ("hush",)}, rules=rules, heroes=HEROES).until(window="main actions").play("hush")
    value = table.game.value("hand limit", 1)
    assert (value.number, [(line.name, line.amount) for line in value.trace]) == (4, [("hush", -2)])
    assert table.game.number("hand limit", 0) == 6

    while table.game.state.round[0].number < 4:
        table.skip()
    assert table.game.number("hand limit", 1) == 6


# Permissions ------------------------------------------------------------------------------------------------


def test_upgrades_can_be_forbidden_and_nothing_else_with_them() -> None:
    better = {"id": "better", "kind": "upgrade", "cost": 0, "upgrade": {"ability": "cut", "level": 2}}
    levels = dict.fromkeys(("1", "2"), CUT["levels"]["1"])
    spell = status("spell", forbids=["upgrades"])
    rules = invent([{**CUT, "levels": levels}], [better, DRAUGHT], statuses=[spell])
    seat = {"hand": ("better", "draught")}
    assert "better" in sit(seat, rules=rules, heroes=HEROES).until(window="main actions").offered("play")
    table = sit({**seat, "tokens": {"spell": 1}}, rules=rules, heroes=HEROES).until(window="main actions")

    assert "draught" in table.offered("play")
    assert "better" not in table.offered("play")


def test_ultimates_can_be_forbidden() -> None:
    assert under(dice=[(6,) * 5]).until("announce").options == ["final", None]
    table = under(forbids=["ultimates"], dice=[(6,) * 5]).until(phase="main_2")

    assert table.health == (50, 50)


@pytest.mark.parametrize("ability", ["final", "line"])
def test_an_announcement_does_not_stand_that_is_forbidden_before_it_is_carried_out(ability: str) -> None:
    """As after an alteration of the dice one rolls on; with no attempt left nothing is activated."""
    forbids = {"do": "forbid", "what": ["ultimates", "straights"], "of": {"choose": "opponent"}}
    ban = card("ban", forbids, kind="instant")
    line = offence("line", {"do": "damage", "amount": 5}, requires={"straight": "small"})
    faces = {"final": (6,) * 5, "line": (1, 2, 3, 4, 4)}[ability]
    hurried = status("hurried", changes=[{"rule": "attempts", "to": 1}])
    rules = invent([FINAL, line], [ban], statuses=[hurried])

    def after_the_ban(**seat: Any) -> Table:
        table = sit(seat, {"hand": ("ban",)}, rules=rules, heroes=("tester",) * 2, dice=[faces])
        table.until("announce", declines=()).answer(ability)
        return table.until(window="ability announced", player=1).play("ban")

    assert after_the_ban().asked == "keep_or_reroll"
    assert after_the_ban(tokens={"hurried": 1}).settle().health == (50, 50)


def test_healing_can_be_forbidden() -> None:
    table = under(forbids=["healing"], cards=[DRAUGHT], hand=("draught",), health=30)
    table.until(window="main actions").play("draught").until(phase="offensive_roll")

    assert table.health[0] == 30


@pytest.mark.parametrize(("forbids", "left"), [("healing", (30, 46)), ("straights", (34, 46))])
def test_stolen_health_heals_nobody_who_cannot_be_healed(forbids: str, left: tuple[int, int]) -> None:
    leech = card("leech", {"do": "steal", "what": "health", "amount": 4, "of": {"choose": "opponent"}})
    table = under(forbids=[forbids], cards=[leech], hand=("leech",), health=30)

    assert table.until(window="main actions").play("leech").until(phase="offensive_roll").health == left


@pytest.mark.parametrize("forbids", ["status_effects", "straights"])
def test_tokens_are_no_price_for_whoever_cannot_spend_them(forbids: str) -> None:
    """Neither of a card nor of an effect."""
    spark = status("spark", changes=[by("hand limit", 1)])
    price = {"status": "spark"}
    rite = card("rite", {"do": "gain_cp", "amount": 4}, price=price)
    offer = card("offer", {"do": "pay", "cost": price, "then": [{"do": "gain_cp", "amount": 2}]})
    rules = invent([CUT], [rite, offer], statuses=[spark, status("spell", forbids=[forbids])])
    seat = {"tokens": {"spell": 1, "spark": 2}, "hand": ("rite", "offer")}
    table = sit(seat, rules=rules, heroes=HEROES).until(window="main actions")

    free = forbids == "straights"
    assert ("rite" in table.offered("play")) is free
    assert (table.play("offer").asked == "pay") is free


def test_prevention_can_be_forbidden() -> None:
    spell = status("spell", forbids=["prevention"])
    shield = status("shield", kind="spendable", uses=[
        {"windows": ["damage_incoming"], "effects": [{"do": "prevent", "fraction": "all"}]},
    ])  # fmt: skip
    rules = invent([CUT, GUARD], statuses=[spell, shield])
    seat = {"tokens": {"spell": 1, "shield": 1}}
    table = sit(None, seat, rules=rules, heroes=("tester",) * 2, dice=[(1,) * 5, (1, 1)])
    table.attack("cut").defend("guard").settle()

    assert table.health == (50, 46)
    assert table.tokens(1) == {"spell": 1, "shield": 1}


def test_dice_can_be_kept_from_any_change() -> None:
    twist = card("twist", {"do": "change_die", "to": "any"}, kind="roll")
    spell = status("spell", forbids=["dice_changes"])
    rules = invent([CUT], [twist], statuses=[spell])
    seats: Any = ({}, {"hand": ("twist",)})
    table = sit(*seats, rules=rules, heroes=("tester",) * 2).until(window="dice rolled")
    assert (table.player, table.offered("play")) == (1, ["twist"])
    table = sit({"tokens": {"spell": 1}}, seats[1], rules=rules, heroes=("tester",) * 2).until("announce")

    assert table.game.verdict("dice_changes", 0).trace[0].name == "spell"


def test_whom_a_text_shields_is_not_named_as_a_target() -> None:
    spell = status("spell", forbids=["targeting"])
    rules = invent([CUT], statuses=[spell])
    held = {"tokens": {"spell": 1}}
    three: Any = {"rules": rules, "heroes": ("tester",) * 3, "mode": "king_of_the_hill", "dice": [(1,) * 5]}
    assert sit(**three).attack("cut").until("target").options == [1, 2]
    assert sit(None, held, held, **three).attack("cut").until("target").options == [1, 2]
    table = sit(None, held, **three).attack("cut").until("defence")

    assert table.player == 2


def test_levels_and_companions_change_rules_while_they_are_there() -> None:
    levels = {"1": {"changes": [by("hand limit", 1)]}, "2": {"changes": [by("hand limit", 3)], "forbids": ["selling"]}}
    thrift = {**passive("thrift"), "levels": levels}
    mule = {"id": "mule", "name": {"en": "Mule", "zh": "骡"}, "health": 3, "changes": [by("cp limit", 5)]}
    more = card("thrift-2", kind="upgrade", upgrade={"ability": "thrift", "level": 2})
    rules = invent([thrift], [more], companions=[mule])

    def numbers(**seat: Any) -> tuple[int, int, bool]:
        game = sit(seat, rules=rules, heroes=HEROES).game
        return game.number("hand limit", 0), game.number("cp limit", 0), game.may("selling", 0)

    assert numbers(companions={"mule": 0}) == (7, 15, True)
    assert numbers(companions={"mule": 2}) == (7, 20, True)
    assert numbers(levels={"thrift": 2}) == (9, 15, False)


@pytest.mark.parametrize("seed", range(length(1, 3)))
def test_games_go_to_their_end_whatever_texts_change(seed: int) -> None:
    """Every ability hands out a token that changes or forbids something; bots judge and suggest all the same."""
    rng = Random(seed)
    texts: list[dict[str, Any]] = [{"changes": [by(one.stat.name, amount)]} for one in STATS for amount in (-2, 1)]
    texts += [{"forbids": [one.name]} for one in PERMISSIONS]
    tokens = [status(f"token-{number}", **text) for number, text in enumerate(texts)]
    names = [token["id"] for token in rng.sample(tokens, 12)]
    abilities = []
    for face in range(6):
        handed = [{"do": rng.choice(["gain", "inflict"]), "status": name} for name in (names[face], names[face + 6])]
        needs = {"numbers": {str(face + 1): 2}}
        abilities.append(offence(f"cut-{face}", {"do": "damage", "amount": 6}, *handed, requires=needs))
    rite = card("rite", {"do": "draw", "amount": 2}, price={"cards": 1, "health": 1}, copies=6)
    rules = invent([*abilities, FINAL, GUARD], [rite, {**DRAUGHT, "copies": 6}], statuses=tokens, health=25)
    setup = {"heroes": ("tester",) * 2, "start_player": 0}
    for bots in (["random"], ["greedy"]):
        assert playthrough(rules, bots, setup=setup, seed=seed).result is not None


def test_what_comes_of_a_changed_number_says_what_changed_it() -> None:
    better = {"id": "better", "kind": "upgrade", "cost": 0, "upgrade": {"ability": "cut", "level": 2}}
    cut = {**CUT, "levels": dict.fromkeys(("1", "2"), CUT["levels"]["1"])}
    names = ("income cp", "income cards", "sale price", "card cost", "dice", "defence dice")
    tokens = [status("spell", changes=[by(name, 1) for name in names]), status("none", forbids=["straights"])]
    rules = invent([cut, GUARD], [better, DRAUGHT], statuses=tokens)
    told = (
        (CpGained, "income cp"), (CardsDrawn, "income cards"), (CardSold, "sale price"), (AbilityUpgraded, "card cost"),
        (CardPlayed, "card cost"), (DiceRolled, "dice"), (EffectDiceRolled, "defence dice"),
    )  # fmt: skip
    for token, count in (("spell", 1), ("none", 0)):
        seat = {"tokens": {token: 1}, "cp": 9, "hand": ("better", "draught", IDLE)}
        dice = [(1,) * (5 + count), (1,) * (2 + count)]
        table = sit(seat, {"tokens": {token: 1}}, rules=rules, heroes=("tester",) * 2, dice=dice)
        table.until(window="main actions").sell(IDLE).play("better").play("draught").attack("cut").defend("guard")
        for kind, name in told:
            (*_, event) = (one for one in table.game.events() if type(one) is kind)
            numbers: Any = table.game.why(event).chain[0].numbers
            assert [(number.stat, number.trace[0].name) for number in numbers] == [(name, "spell")] * count


# Costs ------------------------------------------------------------------------------------------------------


@rule("field.deck", 3)
def test_a_card_is_paid_with_other_cards_and_with_health() -> None:
    rite = card("rite", {"do": "gain_cp", "amount": 4}, price={"cards": 1, "health": 3})
    table = under(cards=[rite, DRAUGHT], hand=("rite", "draught"), deck=(), health=10).until(window="main actions")
    table.play("rite").answer("draught")

    assert (table.health[0], table.cp[0], table.hand(0)) == (7, 7, [])
    assert table.events(HealthPaid) == [HealthPaid(0, 3, rule="field.deck")]
    assert sorted(table.discards(0)) == ["draught", "rite"]


@rule("field.deck", 4)
@pytest.mark.parametrize("seat", [{"hand": ("rite",)}, {"hand": ("rite", "draught"), "health": 3}])
def test_who_has_not_the_price_is_not_offered_the_card(seat: dict[str, Any]) -> None:
    rite = card("rite", {"do": "gain_cp", "amount": 4}, price={"cards": 1, "health": 3})
    table = under(cards=[rite, DRAUGHT], deck=(), **seat).until(window="main actions")

    assert "rite" not in table.offered("play")


def test_a_cost_of_nothing_can_be_paid() -> None:
    pay = {"do": "pay", "cost": {"cp": 0}, "then": [{"do": "gain_cp", "amount": 3}]}
    table = under(cards=[card("gift", pay)], hand=("gift",), cp=0).until(window="main actions").play("gift")

    assert table.answer(True).cp[0] == 4


# What is written --------------------------------------------------------------------------------------------


def test_every_number_and_permission_is_registered_described_and_worded() -> None:
    rules = RULESET.freeze()
    data = describe(rules)
    assert {one.stat.name for one in STATS} <= {stat["name"] for stat in data["stats"]}
    assert {one.name for one in PERMISSIONS} <= {one["name"] for one in data["permissions"]}
    named = {"en": "spell", "zh": "spell"}
    changes = [by(one.stat.name, 1) for one in STATS]
    model = Status.model_validate(
        {**status("spell", changes=changes, forbids=[one.name for one in PERMISSIONS]), "name": named}
    )
    for lang in ("en", "zh"):
        told = Wording(rules.content, lang).holder(model)
        assert told.count("+1") == len(STATS)
        assert len(told.split(Wording(rules.content, lang).apart)) == len(STATS) + len(PERMISSIONS)


@pytest.mark.parametrize(
    ("entry", "wanted"),
    [
        ({"rule": "hand limit"}, "by this much or becomes this much"),
        ({"rule": "hand limit", "by": 1, "to": 8}, "by this much or becomes this much"),
        ({"rule": "card cost", "to": 0}, "changes by this much"),
        ({"rule": "hand limits", "by": 1}, "'hand limit'"),
    ],
)
def test_a_change_that_makes_no_sense_is_refused(entry: dict[str, Any], wanted: str) -> None:
    with pytest.raises(ValidationError, match=wanted):
        RuleChange.model_validate(entry)


def test_a_cost_names_what_is_paid() -> None:
    with pytest.raises(ValidationError, match="cp, status, cards, health"):
        Cost.model_validate({})
    with pytest.raises(ContentError, match="besides CP"):
        invent(cards=[card("rite", {"do": "draw"}, price={"cp": 1})])
