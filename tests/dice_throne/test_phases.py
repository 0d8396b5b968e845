"""Chapters 3.1 to 3.3, 3.7 and 3.8: upkeep, income, main phases, discard."""

import pytest

from rulewright_dice_throne.events.cards import CardPlayed, CardsDrawn, CardSold, CpGained
from rulewright_dice_throne.events.damage import DamageDealt, DamageGathered, Healed, HealingGathered
from rulewright_dice_throne.events.phases import PhaseBegan, TurnBegan
from rulewright_dice_throne.events.status_effects import StatusGained

from .table import IDLE, NOTHING, card, invent, offence, passive, rule, sit, status

HURT = {"do": "damage", "amount": 3, "type": "pure", "to": "self"}
POISON = status("venom", triggers=[{"when": "upkeep", "effects": [HURT]}])
BALM = status("balm", polarity="positive", triggers=[{"when": "upkeep", "effects": [{"do": "heal", "amount": 2}]}])
BARBARIANS = ("barbarian", "barbarian")
CUT = offence("cut", {"do": "damage", "amount": 1})


@rule("3.order", 1, 2, 4)
def test_turns_go_round_from_the_start_player_and_the_phases_stand_in_order() -> None:
    """A turn without an Attack and with one opponent has no Targeting and no Defensive Roll Phase."""
    table = sit(active=1)
    while len(table.events(TurnBegan)) < 3:
        table.skip()

    turns = table.events(TurnBegan)
    phases = [event.phase for event in table.events(PhaseBegan)]
    assert [(turn.player, turn.number) for turn in turns] == [(1, 2), (0, 3), (1, 4)]
    assert phases[:6] == ["upkeep", "income", "main_1", "offensive_roll", "main_2", "discard"]
    assert table.game.active == 1


@rule("3.order", 3)
def test_a_turn_has_8_phases_in_a_fixed_order() -> None:
    from rulewright_dice_throne.ruleset import RULESET

    nodes = RULESET.freeze().nodes
    order = ["upkeep", "income", "main_1", "offensive_roll", "targeting_roll", "defensive_roll", "main_2", "discard"]
    inside = [
        phase
        for part in nodes["turn"].steps
        for phase in (
            [step.name for step in nodes["roll phases"].steps if step.name in order]
            if part.name == "rolls"
            else [part.name]
        )
        if phase in order
    ]

    assert inside == order


@rule("3.order", 3, 4)
@rule("note.missing-3.4")
def test_a_turn_with_an_attack_among_three_goes_through_all_8_phases_once() -> None:
    table = sit(rules=invent([CUT]), heroes=("tester",) * 3, dice=[NOTHING]).attack("cut")
    table.until("target").answer(1).defend(None)
    while table.active == 0:
        table.skip()

    assert [event.phase for event in table.events(PhaseBegan) if event.player == 0] == [
        "upkeep", "income", "main_1", "offensive_roll", "targeting_roll", "defensive_roll", "main_2", "discard",
    ]  # fmt: skip


# 3.1 --------------------------------------------------------------------------------------------------------


@rule("3.1.trigger")
def test_all_status_effects_and_passive_abilities_of_the_upkeep_are_resolved_in_it_and_no_others() -> None:
    late = status("late", triggers=[{"when": "turn_end", "effects": [{"do": "gain_cp", "amount": 5}]}])
    grow = passive("grow", {"when": "upkeep", "effects": [{"do": "gain_cp", "amount": 2}]})
    rules = invent([CUT, grow], statuses=[POISON, BALM, late])
    seat = {"health": 20, "tokens": {"venom": 1, "balm": 1, "late": 1}}
    table = sit(seat, seat, rules=rules, heroes=("tester", "tester"))
    for _ in range(2):  # of the last one nobody asks
        assert (table.asked, table.player) == ("order", 0)
        table.answer(table.options[0])

    assert table.until(window="main actions").asked == "react"
    assert (table.health, table.cp) == ((19, 20), (2 + 2 + 1, 2))


@rule("4.2.passive", 1)
def test_what_triggers_in_the_upkeep_phase_is_resolved_there_and_only_for_the_active_player() -> None:
    """Quick Draw gives the Gunslinger a Reload; she announces nothing for it."""
    table = sit(heroes=("gunslinger", "gunslinger")).until(window="main actions")

    assert table.tokens(0) == {"reload": 1}
    assert table.tokens(1) == {}
    assert [event.rule for event in table.events(StatusGained)] == ["6.1.gain"]


@rule("3.1.order")
def test_of_several_upkeep_effects_the_active_player_chooses_the_order() -> None:
    rules = invent([CUT], statuses=[POISON, BALM])
    table = sit({"tokens": {"venom": 1, "balm": 1}}, rules=rules, heroes=BARBARIANS)

    assert (table.asked, table.player) == ("order", 0)
    assert len(table.options) == 2
    table.answer(table.options[1])

    gathered = [type(entry.event) for entry in table.game.log]
    assert gathered.index(HealingGathered) < gathered.index(DamageGathered)


@rule("3.1.accumulate", 1)
@rule("10.3.simultaneous")
def test_damage_and_healing_of_a_phase_are_applied_together_at_its_end() -> None:
    rules = invent([CUT], statuses=[POISON, BALM])
    table = sit({"health": 20, "tokens": {"venom": 1, "balm": 1}}, rules=rules, heroes=BARBARIANS)
    table.answer(table.options[0])

    healed, dealt = table.events(Healed)[0], table.events(DamageDealt)[0]
    log = [entry.event for entry in table.game.log]
    assert (healed.amount, dealt.amount) == (2, 3)
    assert log.index(dealt) - log.index(healed) == 1
    assert table.health[0] == 19


@rule("3.1.accumulate", 1)
@rule("10.3.simultaneous")
def test_what_a_phase_has_not_used_does_not_count_in_the_next() -> None:
    """Prevention without damage and healing without room, in the upkeep; 3 damage in the main phase."""
    shelter = status("shelter", triggers=[{"when": "upkeep", "effects": [{"do": "prevent", "amount": 3}]}])
    wall = status("wall", triggers=[{"when": "upkeep", "effects": [{"do": "prevent", "fraction": "all"}]}])
    rules = invent([CUT], [card("slip", HURT)], statuses=[BALM, shelter, wall])
    for token in ("shelter", "wall", "balm"):
        seat = {"health": 60, "tokens": {token: 1}, "hand": ("slip",)}
        table = sit(seat, rules=rules, heroes=("tester", "barbarian"), dice=[NOTHING]).until(window="main actions")
        assert table.play("slip").until("keep_or_reroll").health[0] == 57


@rule("3.1.accumulate", 2)
@rule("note.immediate-heal")
def test_2_health_3_damage_and_2_healing_leave_1() -> None:
    rules = invent([CUT], statuses=[POISON, BALM])
    table = sit({"health": 2, "tokens": {"venom": 1, "balm": 1}}, rules=rules, heroes=BARBARIANS)
    table.answer(table.options[0])

    assert table.health[0] == 1
    assert table.game.result is None


@rule("3.1.accumulate", 2)
def test_damage_without_the_healing_would_have_killed() -> None:
    rules = invent([CUT], statuses=[POISON, BALM])
    table = sit({"health": 2, "tokens": {"venom": 1}}, rules=rules, heroes=BARBARIANS)

    assert table.game.result is not None
    assert table.game.result.winners == (1,)


# 3.2 --------------------------------------------------------------------------------------------------------


@rule("3.2.gain")
def test_the_income_phase_gives_1_cp_and_1_card_to_the_active_player() -> None:
    table = sit({"deck": ("so-wild", IDLE)}).until(window="main actions")

    assert table.cp == (3, 2)
    assert table.hand(0) == ["so-wild"]
    assert table.why(CpGained).rules[0] == "3.2.gain"


@rule("3.2.first-turn")
def test_only_the_start_player_skips_income_and_only_in_the_first_turn() -> None:
    table = sit({"hand": (IDLE,)}, dice=[NOTHING, NOTHING], turn=1)
    while len(table.events(TurnBegan)) < 3:
        table.skip()

    gained = [event.player for event in table.events(CpGained) if event.rule == "3.2.gain"]
    drawn = [event.player for event in table.events(CardsDrawn)]
    assert gained == drawn == [1, 0]


@rule("3.2.cap")
@rule("limits.cp", 1)
def test_at_15_cp_the_income_phase_gives_a_card_but_no_cp() -> None:
    table = sit({"cp": 15, "deck": ("so-wild",)}).until(window="main actions")

    assert table.cp[0] == 15
    assert table.hand(0) == ["so-wild"]
    assert not table.events(CpGained)
    assert sit({"cp": 14}).until(window="main actions").cp[0] == 15


@rule("limits.cp")
@pytest.mark.parametrize(("before", "gained"), [(12, 2), (13, 1), (14, None)])
def test_cp_beyond_15_are_lost(before: int, gained: int | None) -> None:
    """The income brings 1, the card 2 as far as there is room."""
    table = sit({"cp": before, "hand": ("getting-paid",)}).until(window="main actions").play("getting-paid")

    assert table.cp[0] == 15
    assert [event.amount for event in table.events(CpGained)] == [1, *([gained] if gained else [])]


# 3.3 --------------------------------------------------------------------------------------------------------


@rule("3.3.actions")
def test_main_phase_actions_come_in_any_number_and_order_or_not_at_all() -> None:
    hand = ("smack-2", "smack-3", "vegas-baby", "vegas-baby", "so-wild", "tip-it")
    table = sit({"cp": 4, "hand": hand}, heroes=("barbarian", "gunslinger"), dice=[(1,), (1,), NOTHING])
    table.until(window="main actions")
    table.sell("so-wild").play("smack-2").sell("tip-it").play("vegas-baby").play("vegas-baby").play("smack-3")
    table.sell(IDLE)

    assert table.hand(0) == []
    idle = sit().until(window="main actions").skip()
    assert idle.phase != "main_1"


@rule("3.3.sell", 1)
def test_a_sold_card_goes_to_the_discard_pile_for_exactly_1_cp() -> None:
    table = sit({"hand": ("twice-as-wild",)}).until(window="main actions").sell("twice-as-wild")

    assert table.cp[0] == 4
    assert (table.hand(0), table.discards(0)) == ([IDLE], ["twice-as-wild"])
    assert table.events(CardSold)[-1].rule == "3.3.sell"


@rule("3.3.sell", 2, 3)
def test_any_number_of_cards_of_any_kind_may_be_sold() -> None:
    hand = ("wanted", "so-wild", "tip-it", "revolver-2")
    table = sit({"hand": hand}).until(window="main actions")

    assert table.offered("sell") == [*hand, IDLE]
    for name in hand:
        table.sell(name)
    assert table.cp[0] == 7


@rule("limits.cp")
def test_a_card_sold_at_the_cap_gives_no_cp() -> None:
    table = sit({"cp": 15, "hand": ("tip-it",)}).until(window="main actions").sell("tip-it")

    assert table.cp[0] == 15
    assert table.events(CardSold)[-1].cp == 0


@rule("3.3.sell", 2)
@rule("3.3.actions")
def test_cards_are_sold_in_main_phases_only_and_by_the_active_player_only() -> None:
    table = sit({"hand": ("getting-paid",)}, {"hand": ("getting-paid",)}, dice=[NOTHING])
    table.until(window="end of income", player=0)
    assert table.offered("sell") == []

    table.until(window="main actions", player=1)
    assert table.offered("sell") == []
    with table.refused(rule="3.3.actions"):
        table.answer(("sell", "getting-paid"))


@rule("3.3.play-action")
def test_the_active_player_may_play_main_phase_action_cards() -> None:
    table = sit({"hand": ("vegas-baby",)}, dice=[(5,)]).until(window="main actions").play("vegas-baby")

    assert table.cp[0] == 6
    assert table.events(CardPlayed)[-1].card == "vegas-baby"
    assert "3.3.play-action" in table.why(CardPlayed).rules


@rule("3.3.play-upgrade")
def test_the_active_player_may_play_hero_upgrades() -> None:
    table = sit({"hand": ("revolver-2",)}).until(window="main actions").play("revolver-2")

    assert table.game.state.heroes[0].levels[0] == 2
    assert table.game.state.heroes[0].upgrades == ("revolver-2",)


# 3.7 and 3.8 ------------------------------------------------------------------------------------------------


@rule("3.7.main-2")
def test_main_phase_2_has_the_rules_of_main_phase_1() -> None:
    """What is triggered when a main phase begins is so in both; there is nothing to react to it with."""
    both = passive("both", {"when": "main_phase", "effects": [{"do": "gain_cp", "amount": 2}]})
    hurt = {"tokens": {"balm": 1}}
    begun = sit(hurt, rules=invent([CUT, both], statuses=[BALM]), heroes=("tester", "barbarian"), dice=[NOTHING])
    begun.until("announce").answer(None).until(window="main actions", phase="main_2")
    assert begun.cp[0] == 2 + 1 + 2 + 2

    table = sit({"cp": 5, "hand": ("revolver-2", "vegas-baby", "so-wild")}, dice=[NOTHING, (6,)])
    table.until(window="main actions", phase="main_1")
    first = table.options
    table.until(window="main actions", phase="main_2")

    assert table.options == first
    table.play("revolver-2").sell("so-wild").play("vegas-baby")
    assert table.cp[0] == 5 + 1 - 2 + 1 + 3


@rule("3.8.limit", 1, 2)
@rule("3.8.cp", 1)
@rule("3.8.discard")
def test_in_the_discard_phase_the_player_chooses_cards_to_sell_until_6_are_left() -> None:
    hand = ("so-wild", "samesies", "six-it", "wanted", "helping-hand", "try-try-again", "twice-as-wild")
    table = sit({"cp": 0, "hand": hand}, dice=[NOTHING]).until("sell_down")
    assert table.options == [*hand, IDLE]

    table.answer("twice-as-wild")
    assert table.asked == "sell_down"
    assert table.game.request.about["surplus"] == 1
    table.answer("wanted")

    assert len(table.hand(0)) == 6
    assert table.discards(0) == ["wanted", "twice-as-wild"]
    assert table.cp[0] == 3
    assert {event.rule for event in table.events(CardSold)} == {"3.8.discard"}


@rule("3.8.limit", 1)
@pytest.mark.parametrize(("held", "surplus"), [(5, 0), (6, 1), (8, 3)])
def test_nobody_sells_a_card_of_the_last_6(held: int, surplus: int) -> None:
    """One card comes with the income."""
    table = sit({"hand": ("six-it",) * held}, dice=[NOTHING])
    sold = 0
    while table.active == 0:
        sold += table.asked == "sell_down"
        table.answer(table.options[0]) if table.asked == "sell_down" else table.skip()

    assert (sold, len(table.hand(0))) == (surplus, 6)


@rule("3.8.limit", 3)
def test_a_hand_may_be_larger_than_6_outside_of_ones_own_discard_phase() -> None:
    hand = ("six-it",) * 9
    table = sit(second={"hand": hand}, dice=[NOTHING])
    while len(table.events(TurnBegan)) < 2:
        table.skip()

    assert len(table.hand(1)) >= 9


@rule("3.8.cp", 2, 3)
@pytest.mark.parametrize("cp", [13, 15])
def test_at_the_cap_cards_are_sold_down_for_nothing(cp: int) -> None:
    """With 13 CP the income brings one, the first card another, and the second none."""
    table = sit({"cp": cp, "hand": ("six-it",) * 7}, dice=[NOTHING]).until("sell_down")
    table.answer("six-it", "six-it")

    assert table.cp[0] == 15
    assert len(table.hand(0)) == 6


def test_selling_down_cannot_be_refused_and_other_cards_cannot_be_named() -> None:
    table = sit({"hand": ("six-it",) * 7}, dice=[NOTHING]).until("sell_down")

    with table.refused(rule="3.8.limit"):
        table.answer(None)
    with table.refused(match="is not among the options"):
        table.answer("so-wild")


@pytest.mark.parametrize("phase", ["income", "main_1", "offensive_roll", "main_2"])
def test_a_phase_that_is_to_be_skipped_does_not_take_place_and_the_next_one_does(phase: str) -> None:
    rules = invent([CUT], [card("nap", {"do": "skip_phase", "phase": phase, "of": {"choose": "opponent"}})])
    table = sit({"hand": ("nap",)}, heroes=("tester", "barbarian"), rules=rules, dice=[(4, 4, 5, 5, 6)])
    table.until(window="main actions").play("nap")
    while len(table.events(TurnBegan)) < 5:
        table.skip()

    held = [event.player for event in table.events(PhaseBegan) if event.phase == phase]
    assert held[:3] == [0, 0, 1]


def test_who_is_to_skip_the_phase_that_is_on_skips_the_next_one_of_its_kind() -> None:
    nap = card("nap", {"do": "skip_phase", "phase": "offensive_roll", "of": "self"}, kind="roll")
    table = sit({"hand": ("nap",)}, heroes=("tester", "barbarian"), rules=invent([CUT], [nap]), dice=[(4, 4, 5, 5, 6)])
    table.until(window="dice rolled").play("nap")
    while len(table.events(TurnBegan)) < 5:
        table.skip()

    held = [event.player for event in table.events(PhaseBegan) if event.phase == "offensive_roll"]
    assert held[:3] == [0, 1, 1]
