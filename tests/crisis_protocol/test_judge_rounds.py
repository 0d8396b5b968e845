"""Situations of special conditions, activations and the phases of a round, decided from the rulebook."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.testing import Scenario
from rulewright_crisis_protocol.activation import ACTIVATION, may_pass
from rulewright_crisis_protocol.damage import damage
from rulewright_crisis_protocol.events.activation import ActivationEnded
from rulewright_crisis_protocol.events.characters import (
    ConditionGained,
    ConditionRemoved,
    DamageSuffered,
    Dazed,
    KnockedOut,
    PowerGained,
    PowerLost,
    Recovered,
)
from rulewright_crisis_protocol.events.movement import Moved
from rulewright_crisis_protocol.events.objectives import ControlTaken
from rulewright_crisis_protocol.events.rounds import CrisisEffects, PlayerEffects, PriorityTaken, Scored
from rulewright_crisis_protocol.movement.moves import reach, ways_to_move
from rulewright_crisis_protocol.numbers import speed

from .effects_table import happens
from .judge_table import attacked, decline, gains, gives, harms, hurt, offered, rolls_of, use
from .table import (
    HERO,
    VILLAIN,
    at,
    attack,
    attacking,
    battle,
    card,
    invent,
    one,
    phase,
    piece,
    power,
    rule,
    token,
    turn,
)
from .test_mission import crisis

BOTH = at(HERO, 10, 10), at(VILLAIN, 30, 30, 1)


def activation(*things: Any, **more: Any) -> Scenario:
    """The hero is activated."""
    return battle(*things, **more).begin(ACTIVATION(player=0, character=HERO))


def ill(*conditions: str, x: float = 10, y: float = 10, **more: Any) -> Any:
    """The hero with special conditions."""
    return at(HERO, x, y, conditions=conditions, **more)


# Gaining and losing conditions ------------------------------------------------------------------------------


@rule("condition.gain", 1, 2)
@rule("terms.duplicates")
def test_a_condition_is_there_once_however_often_it_is_given() -> None:
    position = happens(gives("hex", "chosen"), gives("hex", "chosen"), chosen=VILLAIN)
    assert one(position, VILLAIN).conditions == ("hex",) and len(position.events(ConditionGained)) == 1


@rule("keyword.immunity", 1)
@rule("overview.priority-of-rules")
def test_the_immune_gain_nothing_and_all_else() -> None:
    tough = card(VILLAIN, keywords=["immunity:stun"])
    position = happens(gives("stun", "chosen"), gives("slow", "chosen"), cards=[tough], chosen=VILLAIN)
    assert one(position, VILLAIN).conditions == ("slow",)


@rule("action.shake")
@rule("activation.two-actions")
def test_two_shakes_are_two_actions_and_with_no_condition_there_is_nothing_to_shake() -> None:
    position = activation(ill("hex", "slow", "shock"), BOTH[1])
    position.answer(("shake", "slow"), ("shake", "hex"))
    assert one(position, HERO).conditions == ("shock",)
    assert not offered(activation(*BOTH), "shake")


@rule("field.condition.removal", 1)
@rule("cleanup.dazed", 1)
@rule("damage.dazed")
def test_a_dazed_character_keeps_its_conditions_until_it_recovers() -> None:
    position = battle(ill("hex", damage=4), at("friend", 20, 20), BOTH[1], rules=invent(card("friend")))
    position.happen(DamageSuffered(HERO, 1, VILLAIN, True))
    assert one(position, HERO).dazed and one(position, HERO).conditions == ("hex",)
    assert one(phase(position, "cleanup"), HERO).conditions == ()


# Each condition ---------------------------------------------------------------------------------------------


@rule("field.condition.stagger")
@rule("superpower.active", 2)
def test_the_staggered_may_use_what_takes_no_action_before_they_shake() -> None:
    hum, shout = power("hum", "active", gains()), power("shout", "active", gains(), action=True)
    rules = invent(card(HERO, superpowers=[hum, shout]))
    position = activation(ill("stagger", "hex"), at(VILLAIN, 13, 10, 1), rules=rules)

    kinds = {option[0] for option in position.options}
    assert kinds == {"shake", "superpower", "end"} and ("shake", "hex") not in position.options
    assert offered(position, "hum") and not offered(position, "shout")
    position.answer(("superpower", "hum"), ("shake", "stagger"))
    assert offered(position, "shout") and offered(position, "hero-blow") and ("shake", "hex") in position.options


@rule("field.condition.stagger")
@rule("action.shake")
def test_who_was_cured_of_stagger_otherwise_has_both_actions() -> None:
    balm = power("balm", "active", {"do": "remove_condition", "condition": "stagger", "who": "self"})
    rules = invent(card(HERO, superpowers=[balm]))
    position = activation(ill("stagger"), at(VILLAIN, 13, 10, 1), rules=rules, rolls=["---", "--"] * 2)
    position.answer(("superpower", "balm"), ("attack", "hero-blow"), ("attack", "hero-blow"))
    assert attacked(position) == [VILLAIN, VILLAIN]


@rule("field.condition.bleed")
@rule("activation.token")
def test_bleed_comes_after_both_actions_and_before_the_next_turn() -> None:
    position = turn(battle(ill("bleed"), at("friend", 20, 10), BOTH[1], rules=invent(card("friend"))))
    position.answer(("activate", HERO))
    assert one(position, HERO).damage == 0
    position.answer(("end",))
    assert one(position, HERO).damage == 1 and position.player == 1


@rule("field.condition.bleed")
@rule("damage.dazed-limits", 8)
def test_who_is_dazed_in_its_activation_does_not_bleed_besides() -> None:
    """The activation is over at once, and damage beyond the stamina is ignored anyway; injured, it stays alive."""
    burn = power("burn", "active", harms("self", 9))
    rules = invent(card(HERO, superpowers=[burn]), card("friend"))
    position = activation(ill("bleed"), at("friend", 20, 10), BOTH[1], rules=rules).answer(("superpower", "burn"))
    assert hurt(position) == [(HERO, 5)] and not position.events(ActivationEnded) and not position.events(KnockedOut)


@rule("field.condition.bleed")
@rule("damage.ko")
@rule("win.last-standing")
def test_the_last_character_of_a_squad_may_bleed_to_death() -> None:
    position = activation(ill("bleed", damage=4, injured=True), BOTH[1]).answer(("end",))
    assert position.events(KnockedOut) and position.game.result is not None
    assert position.game.result.winners == (1,)


@rule("field.condition.poison")
@rule("power.cap", 1)
@pytest.mark.parametrize(("before", "after"), [(0, 0), (5, 5), (9, 9), (10, 9)])
def test_poison_takes_a_power_after_that_of_the_phase_was_gained(before: int, after: int) -> None:
    position = phase(battle(ill("poison", power=before), BOTH[1]), "power")
    assert one(position, HERO).power == after
    told = [type(event) for event in position.news if getattr(event, "character", "") == HERO]
    assert told == [PowerGained, PowerLost]


@rule("field.condition.stun")
@rule("power.sources")
def test_a_stunned_character_gains_1_from_each_effect() -> None:
    position = happens(gains(3), gains(2), things=[ill("stun")])
    assert one(position, HERO).power == 2


@rule("field.condition.stun")
@rule("power-phase.step-1")
def test_stun_leaves_the_power_of_the_phase_alone() -> None:
    assert one(phase(battle(ill("stun", power=4), BOTH[1]), "power"), HERO).power == 5


@rule("field.condition.judgement")
@rule("dodge.result", 2)
def test_judgement_stops_power_from_enemy_attacks_and_not_from_other_enemy_effects() -> None:
    judged = at(VILLAIN, 15, 10, 1, conditions=("judgement",))
    assert one(happens(harms("chosen", 2), things=[judged], chosen=VILLAIN), VILLAIN).power == 2
    assert one(attacking(judged, rolls=["HH-", "--"]), VILLAIN).power == 0


@rule("field.condition.root")
@rule("superpower.reactive")
def test_a_rooted_character_pays_for_what_is_free_and_cannot_without_power() -> None:
    luck = power("luck", "reactive", {"do": "reroll", "amount": 1}, when="own dice")
    rules = invent(card(HERO, superpowers=[luck]))
    for owned, open in ((0, False), (1, True)):
        position = attacking(ill("root", power=owned), rules=rules, rolls=["---", "--", "-"])
        assert offered(position, "luck") is open
    assert one(use(position, "luck").answer((0,)), HERO).power == 0


@rule("field.condition.root")
@rule("objective.interact", 2)
@rule("attack-profile.cost")
def test_root_makes_neither_attacks_nor_interactions_dearer() -> None:
    rules = invent(card(HERO, attack("hero-blow", cost=1)))
    things = ill("root", power=2), at(VILLAIN, 13, 10, 1), token("vial", 10, 11.9, "vials")
    position = activation(*things, rules=rules, rolls=["---", "--"]).answer(("interact", "vial"))
    position.answer(("attack", "hero-blow"))
    assert one(position, HERO).power == 0 and attacked(position) == [VILLAIN]


@rule("field.condition.slow")
@rule("climb.tool")
@rule("stat-card.speed")
@pytest.mark.parametrize("printed", ["short", "medium", "long"])
def test_the_slow_advance_with_the_short_tool(printed: str) -> None:
    rules = invent(card(HERO, speed=printed))
    assert speed(battle(ill("slow"), BOTH[1], rules=rules).game, HERO) == "short"
    assert speed(battle(BOTH[0], BOTH[1], rules=rules).game, HERO) == printed


@rule("field.condition.incinerate")
@rule("dodge.roll", 1)
@rule("field.condition.shock")
def test_incinerate_takes_a_die_of_a_defense_and_none_of_a_dodge() -> None:
    """The condition speaks of defense rolls; a dodge is a roll of its own with the physical defense."""
    burning = at(VILLAIN, 13, 10, 1, conditions=("incinerate",))
    assert rolls_of(attacking(burning, rolls=["---", "-"]), "defense") == [("blank",)]
    sturdy = invent(card(VILLAIN, physical=4))
    assert len(rolls_of(attacking(burning, rules=sturdy, rolls=["---", "---"]), "defense")[0]) == 3

    hurl = {"do": "throw_terrain", "tool": "medium", "size": 3, "range": 2}
    things = [burning, piece("car", 10, 13)]
    position = happens(hurl, things=things, rolls=["BB"]).answer(0.0)
    assert rolls_of(position, "dodge") == [("block", "block")]


@rule("field.condition.hex")
@rule("dodge.roll", 2)
@rule("attack.step-8", 1)
def test_a_hexed_defender_adds_no_dice_to_a_defense_or_a_dodge() -> None:
    hexed = at(VILLAIN, 13, 10, 1, conditions=("hex",))
    assert one(attacking(hexed, rolls=["HHH", "C-"]), VILLAIN).damage == 2
    hurl = {"do": "throw_terrain", "tool": "medium", "size": 3, "range": 2}
    position = happens(hurl, things=[hexed, piece("car", 10, 13)], rolls=["C-"]).answer(0.0)
    assert one(position, VILLAIN).damage == 2


@rule("field.condition.shock")
@rule("attack.step-4", 3)
@rule("terms.halving")
def test_shock_takes_its_die_after_a_pool_was_halved() -> None:
    damp = {"do": "change", "stat": "attack dice", "halve": True, "until": "attack", "who": "attacker"}
    rules = invent(card(HERO, attack("hero-blow", strength=5)),
                   card(VILLAIN, superpowers=[power("damp", "innate", damp, when="targeted")]))  # fmt: skip
    position = attacking(ill("shock"), rules=rules, rolls=["--", "--"])
    assert len(rolls_of(position, "attack")[0]) == 2


@rule("condition.not-enemy")
@pytest.mark.parametrize(
    ("trait", "suffers"),
    [(None, 1), ({"forbids": "be damaged by enemies"}, 0), ({"modifies": "damage from enemies", "by": 1}, 2)],
)
def test_what_concerns_effects_of_enemies_concerns_no_condition_which_gives_no_power_either(
    trait: Any, suffers: int
) -> None:
    rules = invent(card(HERO, superpowers=[power("firm", "innate", does=[trait])] if trait else []))
    ailing = activation(ill("bleed"), BOTH[1], rules=rules).answer(("end",))
    assert (one(ailing, HERO).damage, one(ailing, HERO).power) == (1, 0)

    struck = battle(*BOTH, rules=rules)
    struck.happen(damage(struck.game, HERO, 1, VILLAIN, rule="damage.tokens"))
    assert (one(struck, HERO).damage, one(struck, HERO).power) == (suffers, suffers)


@rule("condition.not-enemy")
@rule("terms.enemy-effect", 1)
def test_the_poison_of_an_enemy_is_no_enemy_effect_when_it_harms() -> None:
    position = activation(ill("bleed"), BOTH[1]).answer(("end",))
    assert position.last(DamageSuffered).enemy is False and one(position, HERO).power == 0


# Activations ------------------------------------------------------------------------------------------------


@rule("damage.dazed-limits", 9)
@rule("activation.step-2", 2)
def test_who_has_only_dazed_characters_ends_its_turn() -> None:
    things = at(HERO, 10, 10, dazed=True), at(VILLAIN, 30, 30, 1), at("other", 30, 20, 1)
    position = turn(battle(*things, rules=invent(card("other"))))
    assert position.player == 1 and position.asked == "turn"


@rule("activation.pass", 1)
@rule("field.ko-effects")
def test_the_knocked_out_no_longer_count_for_passing() -> None:
    things = at(HERO, 10, 10), at("used", 12, 10, activated=True), at(VILLAIN, 30, 30, 1)
    position = battle(*things, rules=invent(card("used")))
    assert may_pass(position.game, 0)
    position.happen(KnockedOut("used", 0))
    assert not may_pass(position.game, 0)


@rule("action.granted")
@rule("activation.two-actions")
@rule("terms.cannot-example")
def test_a_granted_move_counts_against_a_ban_on_moves_and_not_against_the_actions() -> None:
    dash = power("dash", "active", {"do": "move"})
    once = power("heavy", "innate", does=[{"modifies": "move actions", "most": 1}])
    rules = invent(card(HERO, superpowers=[dash, once]))
    position = activation(at(HERO, 10, 10), at(VILLAIN, 13, 10, 1), rules=rules, rolls=["---", "--"] * 2)
    position.answer(("superpower", "dash"), ("climb", "short"), ())
    assert ("move",) not in position.options
    position.answer(("attack", "hero-blow"), ("attack", "hero-blow"))
    assert len(attacked(position)) == 2


@rule("interact.not-action")
@rule("objective.interact", 3)
def test_a_token_may_be_handled_after_both_actions_and_anew_in_the_next_activation() -> None:
    things = at(HERO, 10, 10, power=5), at(VILLAIN, 13, 10, 1), token("a", 10, 11.9, "breakers")
    position = activation(*things, rolls=["---", "--"] * 2)
    position.answer(("attack", "hero-blow"), ("attack", "hero-blow"), ("interact", "a"))
    assert position.idle and one(position, HERO).power == 4
    position.happen(ControlTaken("a", 1))
    assert ("interact", "a") in position.begin(ACTIVATION(player=0, character=HERO)).options


@rule("damage.dazed-limits", 1)
@rule("move.kinds", 5, 6)
def test_the_dazed_are_neither_pushed_nor_placed() -> None:
    down = at(VILLAIN, 13, 10, 1, dazed=True, damage=5)
    for deed in ({"do": "push", "who": "chosen"}, {"do": "place", "who": "chosen", "range": 2}):
        position = happens(deed, things=[down], chosen=VILLAIN)
        assert position.idle and not position.events(Moved)


@rule("field.condition.slow")
@rule("action.move", 2)
@rule("keyword.flight")
def test_a_slow_flyer_still_flies() -> None:
    rules = invent(card(HERO, keywords=["flight"], speed="long"))
    game = battle(ill("slow"), BOTH[1], rules=rules).game
    assert reach(game, HERO, "advance") == 5
    assert {tool for how, tool in ways_to_move(game, HERO) if how == "advance"} == {"short"}


# The phases -------------------------------------------------------------------------------------------------


@rule("power-phase.step-2")
@rule("power-phase.step-3")
@rule("attack.effect-order")
@pytest.mark.parametrize("priority", [0, 1])
def test_in_the_power_phase_the_player_with_priority_goes_first_and_crises_last(priority: int) -> None:
    tide = crisis("tide", "extract", 15, interaction="take", score="held", token="asset",
                  effects=[{"when": "power phase", "whom": "each holder", "effects": [harms("self")]}])  # fmt: skip
    gift = [power(f"gift-{id}", "innate", gains(2), when="power phase") for id in (HERO, VILLAIN)]
    rules = invent(card(HERO, superpowers=[gift[0]]), card(VILLAIN, superpowers=[gift[1]]), crises=[tide])
    held = token("pearl", 0, 0, "tide", holder=HERO)
    position = battle(*BOTH, held, rules=rules, mission={"extract": "tide", "priority": priority})
    phase(position, "power")

    gained = [event.character for event in position.events(PowerGained) if event.amount == 2]
    assert gained == ([HERO, VILLAIN] if priority == 0 else [VILLAIN, HERO])
    told = [type(event) for event in position.news]
    assert told.index(PlayerEffects) < told.index(CrisisEffects) < told.index(DamageSuffered)
    assert one(position, HERO).damage == 1


@rule("terms.enemy-effect", 2)
@rule("field.power", 3)
def test_damage_of_a_crisis_gives_no_power_whoever_brought_the_card() -> None:
    tide = crisis("tide", "extract", 15, interaction="take", score="held", token="asset",
                  effects=[{"when": "cleanup", "whom": "each holder", "effects": [harms("self", 2)]}])  # fmt: skip
    held = token("pearl", 0, 0, "tide", holder=VILLAIN)
    position = battle(*BOTH, held, rules=invent(crises=[tide]), mission={"extract": "tide"})
    found = one(phase(position, "cleanup"), VILLAIN)
    assert (found.damage, found.power) == (2, 1)  # 1 is that of the power phase which follows


@rule("cleanup.vp")
@rule("cleanup.crisis-effects")
@rule("cleanup.dazed", 1)
def test_who_is_dazed_by_a_crisis_in_cleanup_has_scored_and_recovers_at_once() -> None:
    tide = crisis("tide", "extract", 15, interaction="take", score="held", token="asset",
                  effects=[{"when": "cleanup", "whom": "each holder", "effects": [harms("self", 9)]}])  # fmt: skip
    held = token("pearl", 0, 0, "tide", holder=HERO)
    position = phase(battle(*BOTH, held, rules=invent(crises=[tide]), mission={"extract": "tide"}), "cleanup")
    assert (position.asked, position.player) == ("drop", 1)
    assert position.events(Scored)
    assert position.events(Dazed)
    assert not position.events(Recovered)

    position.answer((10.0, 12.0))
    assert position.state.squads[0].points == 1
    found = one(position, HERO)
    assert (found.dazed, found.injured, found.damage) == (False, True, 0)


@rule("cleanup.player-effects")
@rule("superpower.innate", 3)
@rule("note.dazed-affected")
def test_in_cleanup_the_dazed_have_no_superpower_though_they_recover_in_the_same_phase() -> None:
    balm = power("balm", "innate", gains(3), when="cleanup")
    rules = invent(card(HERO, superpowers=[balm]))
    for dazed, owned in ((False, 3), (True, 0)):
        position = phase(battle(at(HERO, 10, 10, dazed=dazed), BOTH[1], rules=rules), "cleanup")
        assert one(position, HERO).power == owned + 1  # and 1 of the power phase that follows


@rule("win.sixteen", 1)
@rule("cleanup.vp")
@rule("cleanup.player-effects")
def test_the_winner_is_found_before_effects_of_the_cleanup_phase() -> None:
    balm = power("balm", "innate", gains(3), when="cleanup")
    rules = invent(card(HERO, superpowers=[balm]))
    things = *BOTH, token("t", 10, 11.9)
    position = phase(battle(*things, rules=rules, squads={0: {"points": 15}}), "cleanup")
    assert position.game.result is not None and one(position, HERO).power == 0


@rule("cleanup.priority", 1)
@rule("activation.pass")
def test_who_passed_last_did_not_activate_last() -> None:
    """The token goes to whoever did not activate the last character; to pass is not to activate."""
    things = at(HERO, 10, 10), at("used", 12, 10, activated=True), at(VILLAIN, 30, 30, 1)
    position = turn(battle(*things, rules=invent(card("used")), mission={"priority": 0}))
    position.answer(("pass",))
    assert position.player == 1
    position.answer(("activate", VILLAIN), ("end",))
    assert position.player == 0
    position.answer(("activate", HERO), ("end",))
    assert position.last(PriorityTaken).player == 1


@rule("power-phase.step-1")
@rule("field.power-dazed")
@rule("cleanup.dazed")
def test_who_recovered_gains_power_in_the_power_phase_that_follows() -> None:
    position = phase(battle(at(HERO, 10, 10, dazed=True, damage=5, power=2), BOTH[1]), "cleanup")
    assert one(position, HERO).power == 3 and not one(position, HERO).dazed


@rule("damage.dazed-limits", 3)
@rule("attack.step-14")
@rule("condition.gain")
def test_remove_and_give_conditions_pass_the_dazed_by() -> None:
    down = at(VILLAIN, 13, 10, 1, dazed=True, damage=5, conditions=("hex",))
    wipe = {"do": "remove_condition", "condition": "hex", "who": "chosen"}
    position = happens(gives("slow", "chosen"), wipe, {"do": "heal", "who": "chosen"}, things=[down], chosen=VILLAIN)
    assert one(position, VILLAIN).conditions == ("hex",) and one(position, VILLAIN).damage == 5
    assert not position.events(ConditionGained) and not position.events(ConditionRemoved)
    assert decline(position).idle
