"""Chapters 3.4 step 4, 3.5, 3.6 and 4: activation, defence, Ultimates."""

import pytest

from rulewright_dice_throne.events.attack import AbilityActivated, AttackDealt, DefenceChosen
from rulewright_dice_throne.events.damage import DamageDealt, Healed
from rulewright_dice_throne.events.dice import EffectDiceRolled
from rulewright_dice_throne.events.phases import PhaseBegan
from rulewright_dice_throne.events.status_effects import StatusGained, StatusInflicted

from .table import NOTHING, Table, defence, invent, offence, passive, rule, sit, status

SWORDS = (1, 1, 2, 4, 6)
STARS = (6, 6, 6, 6, 6)
BARBARIAN_FIRST = ("barbarian", "gunslinger")
TESTERS = ("tester", "tester")


def order(table: Table, *kinds: type) -> list[str]:
    """The names of events of these kinds, as they happened."""
    return [type(entry.event).__name__ for entry in table.game.log if isinstance(entry.event, kinds)]


# Step 4 -----------------------------------------------------------------------------------------------------


@rule("3.4.step-4", 1, 2)
@rule("note.immediate-heal")
def test_effects_without_a_target_resolve_at_once_in_step_4() -> None:
    """Fan the Hammer: two Evasive tokens lie there before the defence is chosen, the damage does not."""
    table = sit(dice=[(1, 2, 3, 4, 5)]).attack("fan-the-hammer")

    assert table.phase == "offensive_roll"
    assert table.tokens(0) == {"reload": 1, "evasive": 2}
    assert table.health == (50, 50)


@rule("note.immediate-heal")
def test_healing_of_step_4_takes_effect_at_the_end_of_the_offensive_roll_phase() -> None:
    table = sit({"health": 40}, heroes=BARBARIAN_FIRST, dice=[(4, 4, 4, 5, 1)]).attack("fortitude")

    healed = next(i for i, entry in enumerate(table.game.log) if isinstance(entry.event, Healed))
    main_2 = next(
        i for i, entry in enumerate(table.game.log)
        if isinstance(entry.event, PhaseBegan) and entry.event.phase == "main_2"
    )  # fmt: skip
    assert healed < main_2
    assert table.health[0] == 45


@rule("note.immediate-heal")
@pytest.mark.parametrize(("health", "left"), [(60, 57), (2, 3)])
def test_healing_of_step_4_is_over_when_the_defence_strikes_back(health: int, left: int) -> None:
    """At the cap it is lost, and not netted with the 3 damage of the next phase; at 2 it saves a life."""
    rules = invent(
        [
            offence("mend", {"do": "heal", "amount": 4}, {"do": "damage", "amount": 1}),
            defence("riposte", {"do": "damage", "amount": 3, "to": "attacker"}),
        ]
    )
    table = sit({"health": health}, rules=rules, heroes=TESTERS, dice=[NOTHING, (1,)]).attack("mend")
    table.defend("riposte").settle()

    assert table.health == (left, 49)


@rule("3.4.step-4", 3)
@rule("3.6.trigger")
@rule("field.skip-targeting")
@rule("note.step-4-next-phase")
def test_an_attack_leads_to_the_defensive_roll_phase_of_the_only_opponent() -> None:
    table = sit(dice=[SWORDS]).attack("revolver").until("defence")

    assert table.phase == "defensive_roll"
    assert table.player == 1
    assert "targeting_roll" not in [event.phase for event in table.events(PhaseBegan)]


@rule("3.4.step-4", 4)
def test_an_ability_without_an_attack_is_finished_after_its_effects() -> None:
    """Mark the Target inflicts Bounty and gains Evasive, and deals no damage."""
    table = sit({"levels": {"take-cover": 2}}, dice=[(4, 4, 5, 1, 6)]).attack("mark-the-target")

    assert table.phase == "main_2"
    assert table.tokens(0) == {"reload": 1, "evasive": 2}
    assert table.tokens(1) == {"bounty": 1}
    assert "defensive_roll" not in [event.phase for event in table.events(PhaseBegan)]


@rule("3.4.step-4", 4)
@rule("3.6.trigger", 1)
@pytest.mark.parametrize("effect", [{"do": "heal", "amount": 3}, {"do": "inflict", "status": "knockdown"}])
def test_an_ability_that_is_no_attack_brings_no_defensive_roll_phase(effect: dict[str, object]) -> None:
    table = sit({"health": 40}, rules=invent([offence("rest", effect)]), heroes=TESTERS).attack("rest").settle()

    phases = [event.phase for event in table.events(PhaseBegan)]
    assert phases[-2:] == ["offensive_roll", "main_2"]
    assert (table.health[0], table.tokens(1)) in ((43, {}), (40, {"knockdown": 1}))


@rule("field.board", 3)
@rule("4.1.requirement", 1)
def test_of_a_tiered_ability_the_highest_tier_counts() -> None:
    for swords, damage in ((3, 4), (4, 6), (5, 8)):
        dice = (1, 1, 2, 2, 3)[:swords] + (4, 6)[: 5 - swords]
        table = sit(heroes=BARBARIAN_FIRST, dice=[dice]).attack("smack").defend(None).settle()
        assert table.health == (50, 50 - damage)


# Steps 1 to 6 of the defence --------------------------------------------------------------------------------


@rule("3.6.step-1")
@rule("6.1.gain", 1, 3)
def test_what_is_not_damage_comes_before_the_defence_is_chosen() -> None:
    table = sit({"levels": {"deadeye": 2}}, dice=[(6, 6, 6, 6, 1)]).attack("deadeye")
    assert table.tokens(1) == {}
    table.until(phase="defensive_roll")

    assert table.tokens(1) == {"knockdown": 1}
    assert not table.events(DamageDealt)


@rule("3.6.step-1")
def test_everything_but_the_damage_has_happened_when_the_defence_is_chosen() -> None:
    """A token, stolen CP, a lost card: not what stands behind the damage either."""
    text = (
        {"do": "inflict", "status": "bruise"}, {"do": "damage", "amount": 5},
        {"do": "steal", "what": "cp", "amount": 2}, {"do": "discard", "of": "target", "how": "random"},
    )  # fmt: skip
    rules = invent([offence("raid", *text)], statuses=[status("bruise", forbids=["selling"])])
    table = sit(
        {"hand": ("double-up",)}, {"hand": ("tip-it",)}, rules=rules, heroes=TESTERS, dice=[NOTHING, ("tip-it",)]
    )
    table.attack("raid")
    assert (table.tokens(1), table.cp, table.hand(1)) == ({}, (3, 2), ["tip-it"])

    table.until("defence")
    assert (table.tokens(1), table.cp, table.hand(1), table.health) == ({"bruise": 1}, (5, 0), [], (50, 50))


@rule("3.6.step-2", 1)
@rule("4.3.defensive", 1)
def test_the_defender_may_use_a_defensive_ability_or_not() -> None:
    table = sit(dice=[SWORDS]).attack("revolver").until("defence")

    assert table.options == ["thick-skin", None]
    table.answer(None)
    assert not table.events(DefenceChosen)


@rule("10.1.order", 2)
@rule("3.6.step-2", 2)
@rule("7.1.undefendable", 2)
@rule("10.1.note-undefendable", 1)
@rule("note.undefendable-phase")
def test_an_attack_that_is_not_defendable_gives_no_defence_but_the_phase_takes_place() -> None:
    table = sit(heroes=BARBARIAN_FIRST, dice=[(1, 1, 6, 6, 4)]).attack("sturdy-blow").settle_undefended()

    assert not table.events(DefenceChosen)
    assert "defensive_roll" in [event.phase for event in table.events(PhaseBegan)]
    assert table.health == (50, 46)


@rule("3.6.step-2", 3)
@rule("4.3.defensive", 2)
def test_of_two_defensive_abilities_one_is_chosen_before_the_roll() -> None:
    rules = invent(
        [
            offence("cut", {"do": "damage", "amount": 5}),
            defence("parry", {"do": "prevent", "amount": 2}),
            defence("dodge", {"do": "prevent", "amount": 4}, dice=2),
        ]
    )
    table = sit(rules=rules, heroes=TESTERS, dice=[NOTHING, (3, 3)]).attack("cut").until("defence")
    assert table.options == ["parry", "dodge", None]
    table.answer("dodge").settle()

    assert table.events(EffectDiceRolled)[-1].faces == (3, 3)
    assert table.health == (50, 49)


@rule("3.6.step-3")
@rule("field.defence", 1)
def test_the_defender_rolls_as_many_dice_as_the_ability_says_once() -> None:
    table = sit(dice=[SWORDS, (4, 5, 1)]).attack("revolver").defend("thick-skin").settle()
    assert [event.faces for event in table.events(EffectDiceRolled)] == [(4, 5, 1)]

    upgraded = sit(second={"levels": {"thick-skin": 2}}, dice=[SWORDS, (4, 5, 1, 1)]).attack("revolver")
    upgraded.defend("thick-skin").settle()
    assert upgraded.events(EffectDiceRolled)[-1].faces == (4, 5, 1, 1)


@rule("3.6.step-3")
@rule("field.defence", 1)
@pytest.mark.parametrize("count", [0, 1, 2, 5])
def test_a_defence_may_say_any_number_of_dice_or_none(count: int) -> None:
    guard = defence("guard", {"do": "gain_cp", "amount": 3}, dice=count)
    rules = invent([offence("cut", {"do": "damage", "amount": 5}), guard])
    thrown = [(1,) * count] if count else []
    table = sit(rules=rules, heroes=TESTERS, dice=[NOTHING, *thrown]).attack("cut").defend("guard").settle()

    assert [event.faces for event in table.events(EffectDiceRolled)] == thrown
    assert table.cp[1] == 2 + 3


@rule("3.6.step-4")
def test_the_results_of_the_defensive_roll_come_before_the_damage() -> None:
    rules = invent(
        [
            offence("cut", {"do": "damage", "amount": 5}),
            defence("brace", {"do": "gain_cp", "amount": 2}, {"do": "inflict", "status": "bruise", "to": "attacker"}),
        ],
        statuses=[status("bruise", forbids=["selling"])],
    )
    seat = {"hand": ("getting-paid",)}
    table = sit(seat, rules=rules, heroes=TESTERS, dice=[NOTHING, (1,)]).attack("cut").defend("brace")
    table.until(window="last chance")

    assert table.cp[1] == 4
    assert table.tokens(0) == {"bruise": 1}
    assert order(table.settle(), StatusGained, DamageDealt) == ["StatusGained", "DamageDealt"]


@rule("3.6.step-5")
def test_the_last_window_comes_after_the_defence_and_before_the_damage() -> None:
    table = sit(dice=[SWORDS, (1, 1, 1), (5,)]).attack("revolver").defend("thick-skin")
    table.until(window="last chance")
    assert not table.events(DamageDealt)
    table.spend("reload").settle()

    assert table.events(DamageDealt)[-1].amount == 3 + 3


@rule("3.6.step-5")
def test_after_the_last_window_nobody_is_asked_before_the_damage_is_counted() -> None:
    hand = {"hand": ("getting-paid",), "tokens": {"evasive": 1}}
    table = sit(hand, hand, rules=invent([offence("cut", {"do": "damage", "amount": 5})]), heroes=TESTERS)
    table.attack("cut").defend(None).until(window="last chance")
    asked = []
    while not table.events(DamageDealt):
        asked.append((table.window, table.player, table.offered("play"), table.offered("spend")))
        table.skip()

    last = asked[-2:]
    assert last == [("last chance", 0, ["getting-paid"], []), ("last chance", 1, ["getting-paid"], ["evasive"])]


@rule("3.6.step-6", 1)
def test_damage_prevention_and_healing_of_the_phase_are_summed_and_applied_together() -> None:
    """Smack for 4 and Get Some! for 2 against Thick Skin, which heals 2: from 50 down by 6 and up by 2."""
    table = sit(
        {"hand": ("get-some",), "cp": 2},
        {"hand": ("not-this-time",), "cp": 1},
        heroes=("barbarian", "barbarian"),
        dice=[SWORDS, (4, 1, 1), (1, 1, 4, 4, 6)],
    )
    table.attack("smack").defend("thick-skin")
    table.until(window="last chance", player=0).play("get-some")
    table.until(window="last chance", player=1).play("not-this-time").settle()

    assert table.events(DamageDealt)[-1].prevented == 6
    assert table.health == (50, 50 - 0 + 2)


@rule("3.6.step-6", 2)
@rule("note.draw")
def test_all_at_0_at_this_moment_is_a_draw() -> None:
    table = sit({"health": 3}, {"health": 4}, heroes=BARBARIAN_FIRST, dice=[SWORDS, (6,), (1,)])
    table.attack("smack").defend("duel").until("choose_option").answer(0).settle()

    assert table.health == (0, 0)
    assert table.game.result is not None
    assert table.game.result.winners == ()


@rule("field.defence", 2)
def test_results_of_a_defence_are_counted_by_symbol() -> None:
    """Thick Skin heals 2 for each Life: two of three dice."""
    table = sit(second={"health": 30}, dice=[SWORDS, (4, 5, 6)]).attack("revolver").defend("thick-skin").settle()

    assert table.health == (50, 30 - 3 + 4)


@rule("3.6.step-6", 1)
def test_what_the_defence_deals_back_is_applied_with_the_attack_though_nothing_is_left_of_it() -> None:
    """The attacker has lost the 3 health when the window after the damage opens."""
    dull = passive("dull", {"when": "attacked", "effects": [{"do": "modify_attack", "add": -9}]})
    thorns = defence("thorns", {"do": "damage", "amount": 3, "to": "attacker"})
    rules = invent([offence("cut", {"do": "damage", "amount": 5}), dull, thorns])
    table = sit({"hand": ("double-up",)}, rules=rules, heroes=TESTERS, dice=[NOTHING, (1,)]).attack("cut")
    table.defend("thorns").until(window="last chance", player=0)
    assert table.health == (50, 50)

    assert table.until(window="damage dealt", player=0).health == (47, 50)


@rule("8.3.multiplier")
@rule("10.2.example")
@rule("field.defence", 2)
def test_after_a_contest_the_dice_of_the_defence_count_as_they_lie() -> None:
    """A sword loses, turned to a star it wins, and what follows counts the star."""
    win = {"do": "heal", "amount": {"per": "star", "times": 4}}
    duel = {"do": "contest", "against": "attacker", "own": "defence", "tie": "lose", "win": [win]}
    rules = invent([offence("cut", {"do": "damage", "amount": 5}), defence("duel", duel)])
    seat = {"hand": ("so-wild",), "cp": 2}
    table = sit(None, seat, rules=rules, heroes=TESTERS, dice=[NOTHING, (1,), (4,)]).attack("cut").defend("duel")
    table.until(window="effect rolled", player=1).play("so-wild").answer((1, 0), 6).settle()

    assert table.health == (50, 49)


@rule("field.defence", 3)
def test_damage_of_a_defence_is_no_attack_and_gives_no_defensive_roll() -> None:
    table = sit(heroes=BARBARIAN_FIRST, dice=[SWORDS, (6,), (1,)]).attack("smack").defend("duel")
    table.until("choose_option").answer(0).settle()

    assert table.health == (47, 46)
    assert len(table.events(DefenceChosen)) == 1
    assert [event.target for event in table.events(AttackDealt)] == [1]


def test_damage_of_the_attack_knows_what_it_really_dealt() -> None:
    """Head Bash! needs 8 damage dealt; 8 prevented by 6 are not enough."""
    seats = {"hand": ("head-bash",)}, {"hand": ("not-this-time",), "cp": 1}
    table = sit(*seats, heroes=BARBARIAN_FIRST, dice=[(1, 1, 2, 2, 3)]).attack("smack").defend(None)
    table.until(window="last chance").play("not-this-time").settle()
    assert table.tokens(1) == {}

    table = sit(*seats, heroes=BARBARIAN_FIRST, dice=[(1, 1, 2, 2, 3)]).attack("smack").defend(None)
    table.until(window="damage dealt").play("head-bash")
    assert table.tokens(1) == {"concussion": 1}


def test_the_damage_to_oneself_follows_only_if_the_attack_dealt_damage() -> None:
    """Reckless: 15 damage, then 4 to the attacker."""
    table = sit(heroes=BARBARIAN_FIRST, dice=[(1, 2, 3, 4, 5)]).attack("reckless").defend(None).settle()
    assert table.health == (46, 35)

    table = sit(second={"tokens": {"evasive": 1}}, heroes=BARBARIAN_FIRST, dice=[(1, 2, 3, 4, 5), (2,)])
    table.attack("reckless").defend(None).until(window="last chance").spend("evasive").settle()
    assert table.health == (50, 50)


# Passives ---------------------------------------------------------------------------------------------------


@rule("4.2.passive", 1, 2)
def test_a_passive_ability_triggers_when_its_condition_is_met_and_is_never_announced() -> None:
    rules = invent(
        [
            offence("cut", {"do": "damage", "amount": 2}),
            passive("grudge", {"when": "damage_received", "effects": [{"do": "gain_cp", "amount": 1}]}),
        ]
    )
    table = sit(rules=rules, heroes=TESTERS, dice=[NOTHING]).until("announce")
    assert table.options == ["cut", None]
    table.answer("cut").until("defence").answer(None).settle()

    assert table.cp == (3, 3)


@rule("4.2.passive", 1)
def test_a_passive_ability_that_changes_a_number_is_in_force_in_every_phase() -> None:
    deep = passive("deep")
    deep["levels"]["1"] = {"changes": [{"rule": "hand limit", "by": 1}]}
    rules = invent([offence("cut", {"do": "damage", "amount": 2}), deep])
    hand = {"hand": ("getting-paid",)}
    table = sit(hand, hand, rules=rules, heroes=("tester", "barbarian"), dice=[NOTHING, NOTHING])
    phases = set()
    while table.active == 0 or table.phase != "main_1":
        phases.add((table.active, table.phase))
        assert (table.game.number("hand limit", 0), table.game.number("hand limit", 1)) == (7, 6)
        table.answer("cut") if table.asked == "announce" and table.active == 0 else table.skip()

    assert {(0, "upkeep"), (0, "main_1"), (0, "offensive_roll"), (0, "defensive_roll"), (1, "upkeep")} <= phases


# The Ultimate -----------------------------------------------------------------------------------------------


def ultimate(**seats: object) -> Table:
    """The Gunslinger fires Fill'em With Lead! at a Barbarian who holds everything that could help."""
    help = ("not-this-time", "tip-it", "feelin-good", "so-wild", "buh-bye")
    table = sit(
        {"cp": 5, "hand": ("eat-lead",)},
        {"cp": 15, "hand": help, "tokens": {"evasive": 3}},
        dice=[STARS, (1, 2, 3, 4, 6), (6,)],
    )
    return table.attack("fill-em-with-lead")


@rule("note.spend-windows")
@rule("4.4.unstoppable", 2)
@rule("4.4.lock")
@rule("11.ultimate", 1, 2)
@rule("7.1.ultimate", 3, 4, 5)
@rule("note.ultimate-lock")
def test_once_an_ultimate_is_activated_opponents_can_do_nothing_until_the_roll_phases_are_over() -> None:
    table = ultimate()
    asked = set()
    while table.phase != "main_2":
        asked.add(table.player)
        table.skip()

    assert asked == {0}
    assert table.health == (50, 50 - 10 - 1)
    assert not table.events(DefenceChosen)


@rule("4.4.lock")
def test_after_the_roll_phases_the_opponent_may_act_again() -> None:
    table = ultimate()
    table.until(player=1)

    assert table.phase == "main_2"
    assert set(table.offered("play")) >= {"feelin-good", "buh-bye"}


@rule("11.ultimate", 3)
@rule("10.1.note-ultimate")
@rule("7.1.ultimate", 6)
@rule("note.ultimate-enhance")
def test_an_ultimate_can_be_enhanced_by_its_own_side() -> None:
    """Eat Lead! shows 3 bullets; Bounty, which the Ultimate inflicted, adds 1."""
    table = ultimate()
    table.until(window="ability activated").play("eat-lead").settle()

    assert table.health == (50, 50 - 10 - 3 - 1)


@rule("7.1.ultimate", 2)
@rule("field.ultimate", 2)
def test_the_ultimate_deals_ultimate_damage_and_brings_tokens() -> None:
    table = ultimate()

    assert table.game.state.attack[0].parts == (("ultimate", 10),)
    assert table.tokens(0) == {"reload": 1, "evasive": 1}
    table.until(phase="defensive_roll")
    assert {"bounty", "knockdown"} <= set(table.tokens(1))
    assert [event.status for event in table.events(StatusInflicted)] == ["bounty", "knockdown"]


@rule("11.ultimate", 1)
@rule("4.4.unstoppable", 2)
@rule("7.1.ultimate", 5)
def test_prevention_does_not_lower_an_ultimate() -> None:
    """Whatever prevention waits for the end of the phase, an Ultimate and what comes with it go through."""
    rules = invent(
        [
            offence("doom", {"do": "damage", "amount": 9, "type": "ultimate"}, kind="ultimate"),
            passive("side", {"when": "attacking", "effects": [{"do": "damage", "amount": 3, "to": "defender"}]}),
            passive("ward", {"when": "attacked", "effects": [{"do": "prevent", "fraction": "all"}]}),
        ]
    )
    table = sit(rules=rules, heroes=TESTERS, dice=[NOTHING]).attack("doom").settle()

    assert table.health == (50, 38)


def test_an_extra_offensive_roll_phase_follows_the_attack_that_stunned() -> None:
    """Crit Bash stuns; the token goes, and the attacker rolls once more against the same player."""
    table = sit(heroes=BARBARIAN_FIRST, dice=[(6, 6, 6, 6, 1), SWORDS]).attack("crit-bash")
    table.until("keep_or_reroll")

    assert table.tokens(1) == {}
    assert table.health == (50, 45)
    table.attack("smack").defend(None).settle()
    assert table.health == (50, 41)
    assert len([event for event in table.events(AbilityActivated) if event.player == 0]) == 2
