"""What players of the game know beyond the rulebook: the common cards and the common status effects, each once."""

from typing import Any

import pytest

from rulewright_dice_throne.events.attack import AttackCancelled
from rulewright_dice_throne.events.damage import DamageDealt, DamageGathered
from rulewright_dice_throne.events.dice import EffectDiceRolled
from rulewright_dice_throne.events.phases import PhaseBegan

from .table import IDLE, NOTHING, Table, card, defence, invent, offence, rule, sit, status

SWORDS = (1, 1, 2, 4, 6)
HEROES = ("tester", "tester")
BARBARIANS = ("barbarian", "barbarian")


# Roll phase cards -------------------------------------------------------------------------------------------


def hold(*cards: str, cp: int = 9, dice: Any = (NOTHING,), **other: Any) -> Table:
    """The Gunslinger, who rolls, holds these cards."""
    return sit({"hand": cards, "cp": cp - 1}, other, dice=dice).until(window="dice rolled", player=0)


@rule("field.roll-cards", 1)
def test_six_it_turns_one_of_ones_dice_to_6_for_1_cp() -> None:
    table = hold("six-it")
    table.play("six-it")
    assert table.options == [(0, 0), (0, 1), (0, 2), (0, 3)]
    table.answer((0, 2))

    assert table.dice == (1, 2, 6, 5, 6)
    assert table.cp[0] == 8


@rule("field.roll-cards", 2)
def test_samesies_turns_one_of_ones_dice_to_the_number_of_another() -> None:
    table = hold("samesies").play("samesies").answer((0, 0))
    assert table.options == [2, 4, 5, 6]
    table.answer(4)

    assert (table.dice, table.cp[0]) == ((4, 2, 4, 5, 6), 8)


@rule("field.roll-cards", 1, 2, 5)
def test_cards_for_ones_own_dice_are_of_no_use_for_those_of_an_opponent() -> None:
    hand = ("six-it", "samesies", "try-try-again", "so-wild")
    table = sit(second={"hand": hand, "cp": 9}, dice=[NOTHING]).until(window="dice rolled", player=1)

    assert table.offered("play") == ["so-wild"]


@rule("field.roll-cards", 3)
def test_so_wild_turns_any_die_of_any_player_to_any_number_for_2_cp() -> None:
    table = sit(second={"hand": ("so-wild",), "cp": 2}, dice=[NOTHING]).until(window="dice rolled", player=1)
    table.play("so-wild").answer((0, 4))
    assert table.options == [1, 2, 3, 4, 5]
    table.answer(1)

    assert (table.dice, table.cp[1]) == ((1, 2, 4, 5, 1), 0)


@rule("field.roll-cards", 4)
def test_twice_as_wild_turns_two_dice_for_3_cp() -> None:
    table = hold("twice-as-wild").play("twice-as-wild").answer((0, 0), 6, (0, 1), 6)

    assert (table.dice, table.cp[0]) == ((6, 6, 4, 5, 6), 6)


@rule("field.roll-cards", 5)
def test_try_try_again_rerolls_up_to_two_of_ones_dice() -> None:
    table = hold("try-try-again", dice=[NOTHING, (3,), (3,)]).play("try-try-again").answer((0, 3), (0, 4))
    assert (table.dice, table.cp[0]) == ((1, 2, 4, 3, 3), 8)

    once = hold("try-try-again", dice=[NOTHING, (3,)]).play("try-try-again").answer((0, 3), None)
    assert once.dice == (1, 2, 4, 3, 6)


@rule("field.roll-cards", 6)
def test_one_more_time_is_one_more_attempt_of_up_to_five_dice() -> None:
    table = sit({"hand": ("one-more-time",)}, dice=[NOTHING, (1,), (2,), (6, 6, 6, 6, 6)])
    table.until("keep_or_reroll").answer((0,)).until("keep_or_reroll").answer((0,))
    table.until(window="dice rolled").play("one-more-time").answer((0, 1, 2, 3, 4))

    assert table.dice == (6, 6, 6, 6, 6)
    assert "fill-em-with-lead" in table.until("announce").options


@rule("field.roll-cards", 7)
def test_better_d_is_one_more_defensive_roll_attempt_for_nothing() -> None:
    table = sit(second={"hand": ("better-d",), "cp": 0}, dice=[SWORDS, (1, 1, 1), (4, 4, 4)]).attack("revolver")
    table.defend("thick-skin").until(window="defence rolled", player=1).play("better-d").answer((0, 1, 2)).settle()

    assert table.health == (50, 50 - 3 + 6)


@rule("field.roll-cards", 8)
def test_helping_hand_makes_an_opponent_reroll_one_die() -> None:
    table = sit(second={"hand": ("helping-hand",), "cp": 1}, dice=[NOTHING, (1,)])
    table.until(window="dice rolled", player=1).play("helping-hand").answer((0, 3))

    assert (table.dice, table.cp[1]) == ((1, 2, 4, 1, 6), 0)
    own = sit({"hand": ("helping-hand",)}, dice=[NOTHING]).until(window="main actions").skip()
    assert own.asked == "keep_or_reroll"


@rule("field.roll-cards", 9)
def test_not_this_time_prevents_6_for_1_cp_and_is_no_instant() -> None:
    table = sit(second={"hand": ("not-this-time",), "cp": 1}, heroes=BARBARIANS, dice=[(1, 1, 2, 2, 3)])
    table.attack("smack").defend(None).until(window="last chance", player=1).play("not-this-time").settle()

    assert (table.health, table.cp[1]) == ((50, 48), 0)


def test_not_this_time_does_not_help_in_the_upkeep() -> None:
    table = sit({"hand": ("not-this-time",), "cp": 9, "tokens": {"burn": 1}}, heroes=BARBARIANS)
    while table.phase == "upkeep":
        assert table.offered("play") == []
        table.skip()

    assert table.health[0] == 48


# Instants ---------------------------------------------------------------------------------------------------


@rule("field.instant-cards", 1)
def test_tip_it_moves_a_die_by_one_and_not_beyond_1_and_6() -> None:
    assert hold("tip-it").play("tip-it").answer((0, 0)).dice == (2, 2, 4, 5, 6)
    assert hold("tip-it").play("tip-it").answer((0, 4)).dice == (1, 2, 4, 5, 5)
    assert hold("tip-it").play("tip-it").answer((0, 1), 3).dice == (1, 3, 4, 5, 6)
    assert hold("tip-it").play("tip-it").answer((0, 1)).options == [1, 3]
    assert hold("tip-it").play("tip-it").answer((0, 3)).options == [4, 6]


@rule("field.instant-cards", 2)
def test_getting_paid_gives_2_cp() -> None:
    assert sit({"hand": ("getting-paid",), "cp": 0}).until(window="end of upkeep").play("getting-paid").cp[0] == 3


@rule("field.instant-cards", 3)
def test_buh_bye_removes_one_token_from_a_chosen_player_for_2_cp() -> None:
    table = sit({"hand": ("buh-bye",), "cp": 2}, {"tokens": {"evasive": 2, "bounty": 1}}, heroes=BARBARIANS).until(
        window="end of upkeep"
    )
    table.play("buh-bye").answer("evasive")

    assert table.tokens(1) == {"evasive": 1, "bounty": 1}
    assert table.cp[0] == 0 + 1


@rule("field.instant-cards", 4)
@rule("field.instant-cards", 5)
def test_double_up_and_triple_up_draw_2_and_3_cards() -> None:
    for name, count, cost in (("double-up", 2, 1), ("triple-up", 3, 2)):
        table = sit({"hand": (name,), "cp": cost}).until(window="end of upkeep").play(name)
        assert len(table.until(window="main actions").hand(0)) == count + 1
        assert table.cp[0] == 1


# Main phase cards -------------------------------------------------------------------------------------------


@rule("field.main-cards", 1)
def test_get_that_outta_here_removes_one_token_from_a_chosen_player() -> None:
    table = sit({"hand": ("get-that-outta-here",)}, {"tokens": {"bounty": 1}}).until(window="main actions")
    table.play("get-that-outta-here")
    assert (table.asked, table.options) == ("choose_player", [0, 1])
    table.answer(1)

    assert (table.tokens(0), table.tokens(1), table.cp[0]) == ({"reload": 1}, {}, 2)


@rule("field.main-cards", 2)
def test_what_status_effects_removes_all_tokens_of_a_chosen_player() -> None:
    seat = {"tokens": {"bounty": 1, "evasive": 3}}
    table = sit({"hand": ("what-status-effects",)}, seat, heroes=BARBARIANS).until(window="main actions")
    table.play("what-status-effects")

    assert (table.tokens(1), table.cp[0]) == ({}, 1)


@rule("field.main-cards", 3)
def test_transference_moves_one_token_from_one_player_to_another() -> None:
    table = sit({"hand": ("so-wild",)}, {"tokens": {"evasive": 2}}, heroes=BARBARIANS).until(window="main actions")
    table.play(IDLE)

    assert (table.tokens(0), table.tokens(1), table.cp[0]) == ({"evasive": 1}, {"evasive": 1}, 1)


@rule("field.main-cards", 4)
@pytest.mark.parametrize(("face", "cp"), [(1, 1), (2, 1), (5, 3), (6, 3)])
def test_vegas_baby_gives_half_a_die_rounded_up(face: int, cp: int) -> None:
    table = sit({"hand": ("vegas-baby",)}, dice=[(face,)]).until(window="main actions").play("vegas-baby")

    assert table.cp[0] == 3 + cp


# Positive status effects ------------------------------------------------------------------------------------

CUT = offence("cut", {"do": "damage", "amount": 7})


def spendable(name: str, limit: int, windows: list[str], *effects: Any, **more: Any) -> Any:
    use = {"windows": windows, "effects": list(effects), **more}
    return status(name, kind="spendable", polarity="positive", limit=limit, uses=[use])


def struck(*statuses: Any, first: Any = None, second: Any = None, dice: Any = (), strike: Any = CUT) -> Table:
    """A tester attacks a tester with 7 damage; the defender does not roll."""
    rules = invent([strike], statuses=statuses)
    table = sit({"tokens": first or {}}, {"tokens": second or {}}, rules=rules, heroes=HEROES, dice=[NOTHING, *dice])
    return table.attack(strike["id"])


@rule("field.status-positive", 1)
@pytest.mark.parametrize(("face", "left"), [(1, 50), (2, 50), (3, 43), (6, 43)])
def test_evasive_prevents_all_of_the_damage_on_1_or_2(face: int, left: int) -> None:
    table = struck(second={"evasive": 1}, dice=[(face,)]).defend(None).until(window="last chance").spend("evasive")

    assert table.settle().health == (50, left)
    assert table.tokens(1) == {}


@rule("field.status-positive", 2)
def test_protect_prevents_one_half_rounded_up() -> None:
    protect = spendable("my-protect", 3, ["damage_incoming"], {"do": "prevent", "fraction": "half"})
    table = struck(protect, second={"my-protect": 1}).defend(None)
    table.until(window="last chance").spend("my-protect").settle()

    assert table.health == (50, 47)


@rule("field.status-positive", 3)
def test_chi_adds_to_an_attack_or_prevents_one_for_each_token() -> None:
    more = [{"do": "modify_attack", "add": "spent"}]
    add = {"windows": ["attacking"], "tokens": "any", "attack_modifier": True, "effects": more}
    ward = {"windows": ["damage_incoming"], "tokens": "any", "effects": [{"do": "prevent", "amount": "spent"}]}
    chi = status("my-chi", kind="spendable", polarity="positive", limit=5, uses=[add, ward])
    table = struck(chi, first={"my-chi": 5}, second={"my-chi": 2}).spend("my-chi").answer(2)
    table.defend(None).until(window="last chance", player=1).spend("my-chi#2").answer(2).settle()

    assert table.health == (50, 50 - 7 - 2 + 2)
    assert (table.tokens(0), table.tokens(1)) == ({"my-chi": 3}, {})


@rule("field.status-positive", 4)
def test_accuracy_makes_ones_attack_undefendable() -> None:
    accuracy = spendable("my-accuracy", 1, ["offensive_roll_end"], {"do": "undefendable"})
    table = struck(accuracy, first={"my-accuracy": 1}).spend("my-accuracy").settle_undefended()

    assert table.health == (50, 43)


@rule("field.status-positive", 5)
@pytest.mark.parametrize(("damage", "usable"), [(4, False), (5, True)])
def test_crit_adds_4_to_an_attack_of_at_least_5(damage: int, usable: bool) -> None:
    test = {"amount": "attack_damage", "at_least": 5}
    crit = spendable("my-crit", 1, ["attacking"], {"do": "modify_attack", "add": 4}, test=test, attack_modifier=True)
    table = struck(crit, first={"my-crit": 1}, strike=offence("cut", {"do": "damage", "amount": damage}))

    assert table.offered("spend") == (["my-crit"] if usable else [])
    if usable:
        assert table.spend("my-crit").defend(None).settle().health == (50, 41)


@rule("field.status-positive", 6)
def test_cleanse_removes_one_negative_token_of_ones_own() -> None:
    cleanse = spendable("my-cleanse", 3, ["any_time"], {"do": "remove_status", "among": "negative"})
    rules = invent([CUT], statuses=[cleanse])
    table = sit({"tokens": {"my-cleanse": 1, "evasive": 1, "bounty": 1}}, rules=rules, heroes=HEROES)
    table.until(window="end of upkeep").spend("my-cleanse")

    assert table.tokens(0) == {"evasive": 1}


# Negative status effects ------------------------------------------------------------------------------------


def suffer(trigger: Any, name: str = "ailment", tokens: int = 1, **more: Any) -> Table:
    """It is the turn of a tester who holds tokens with one trigger."""
    rules = invent([CUT], statuses=[status(name, triggers=[trigger], **more)])
    return sit({"tokens": {name: tokens}}, rules=rules, heroes=HEROES, dice=[NOTHING, *more.pop("dice", ())])


@rule("field.status-negative", 1)
def test_poison_deals_1_damage_for_each_token_in_the_upkeep() -> None:
    hurt = {"do": "damage", "amount": {"tokens": "ailment"}, "type": "undefendable", "to": "self"}
    table = suffer({"when": "upkeep", "effects": [hurt]}, tokens=3)

    assert (table.health, table.tokens(0)) == ((47, 50), {"ailment": 3})


@rule("field.status-negative", 2)
def test_burn_deals_2_damage_in_the_upkeep() -> None:
    table = suffer({"when": "upkeep", "effects": [{"do": "damage", "amount": 2, "to": "self"}]}, limit=1)

    assert table.health == (48, 50)


@rule("field.status-negative", 3)
@pytest.mark.parametrize(("cp", "pays", "rolls"), [(1, True, True), (1, False, False), (0, None, False)])
def test_knockdown_costs_2_cp_or_the_offensive_roll_phase(cp: int, pays: bool | None, rolls: bool) -> None:
    table = sit({"cp": cp, "tokens": {"knockdown": 1}, "hand": (IDLE,)}, heroes=BARBARIANS)
    table.until(window="main actions").skip()
    if pays is not None:
        assert table.asked == "pay"
        table.answer(pays)
    table.settle()

    phases = [event.phase for event in table.events(PhaseBegan)]
    assert ("offensive_roll" in phases) is rolls
    assert table.tokens(0) == {}
    assert table.cp[0] == cp + 1 - (2 if pays else 0)


@rule("field.status-negative", 4)
def test_concussion_takes_the_next_income_phase() -> None:
    table = sit({"cp": 0, "tokens": {"concussion": 1}, "hand": (IDLE,)}, heroes=BARBARIANS)
    table.until(window="main actions")

    assert (table.cp[0], table.hand(0), table.tokens(0)) == (0, [IDLE], {})
    table.until(window="main actions", player=1).until(window="main actions", player=0)
    assert (table.cp[0], table.hand(0)) == (1, [IDLE] * 2)


@rule("field.status-negative", 5)
def test_entangle_takes_one_roll_attempt() -> None:
    effects = [{"do": "fewer_rolls"}, {"do": "remove_status", "status": "ailment"}]
    ailment = status("ailment", triggers=[{"when": "before_offensive_roll", "effects": effects}])
    rules = invent([CUT], statuses=[ailment])
    table = sit({"tokens": {"ailment": 1}}, rules=rules, heroes=HEROES, dice=[NOTHING, (5,)])
    table.until("keep_or_reroll").answer((0,))

    assert (table.asked, table.tokens(0)) == ("announce", {})


@rule("field.status-negative", 6)
@pytest.mark.parametrize(("face", "left"), [(2, 50), (3, 43)])
def test_blind_makes_an_attack_fail_on_1_or_2(face: int, left: int) -> None:
    effects = [
        {"do": "roll", "on": {"1-2": [{"do": "cancel_attack"}]}},
        {"do": "remove_status", "status": "my-blind"},
    ]
    blind = status("my-blind", limit=1, triggers=[{"when": "ability_activated", "effects": effects}])
    table = struck(blind, first={"my-blind": 1}, dice=[(face,)])
    if left < 50:
        table.defend(None)
    table.settle()

    assert (table.health, table.tokens(0)) == ((50, left), {})
    assert bool(table.events(AttackCancelled)) is (left == 50)


@rule("field.status-negative", 7)
def test_targeted_raises_the_damage_of_attacks_by_2() -> None:
    trigger = {"when": "attacked", "effects": [{"do": "modify_attack", "add": 2}]}
    targeted = status("my-targeted", limit=1, triggers=[trigger])
    table = struck(targeted, second={"my-targeted": 1}).defend(None).settle()

    assert (table.health, table.tokens(1)) == ((50, 41), {"my-targeted": 1})


@rule("field.status-negative", 8)
def test_stun_ends_with_the_attack_and_gives_the_attacker_another_offensive_roll_phase() -> None:
    table = sit(heroes=BARBARIANS, dice=[(6, 6, 6, 6, 1)]).attack("crit-bash").until("keep_or_reroll")

    assert table.player == 0
    assert table.tokens(1) == {}
    assert [event.phase for event in table.events(PhaseBegan)].count("offensive_roll") == 2


@rule("field.status-negative", 8)
def test_of_three_the_one_who_was_stunned_is_attacked_again_and_nobody_else_can_be() -> None:
    dice = [(6, 6, 6, 6, 1), SWORDS]
    table = sit(heroes=("barbarian",) * 3, dice=dice, active=1).attack("crit-bash").until("target").answer(0)
    table.until("keep_or_reroll").until("announce").answer("smack").until("defence")
    assert table.player == 0

    assert table.answer(None).settle().health == (35 - 5 - 4, 35, 35)


@rule("field.status-negative", 9)
def test_the_numbers_of_a_status_effect_are_data() -> None:
    hurt = {"do": "damage", "amount": 4, "type": "pure", "to": "self"}
    away = {"do": "remove_status", "status": "ailment"}
    table = suffer({"when": "upkeep", "effects": [hurt, away]}, limit=7, tokens=2)

    assert (table.health, table.tokens(0)) == ((46, 50), {"ailment": 1})


# The cards of the two heroes --------------------------------------------------------------------------------


def test_quick_draw_2_lets_the_die_of_a_reload_be_rolled_again() -> None:
    table = sit({"levels": {"quick-draw": 2}}, dice=[SWORDS, (1,), (6,)]).attack("revolver").spend("reload")
    assert (table.asked, table.options) == ("may", [True, False])
    table.answer(True)

    assert table.game.state.attack[0].bonus == 3


@pytest.mark.parametrize(("face", "lost", "tokens"), [(2, 2, {}), (5, 0, {"knockdown": 1}), (6, 0, {"bounty": 1})])
@pytest.mark.parametrize("player", [0, 1])
def test_roulette_is_for_a_player_who_is_named_before_the_die_falls(
    player: int, face: int, lost: int, tokens: dict[str, int]
) -> None:
    table = sit({"hand": ("roulette",)}, dice=[(face,)]).until(window="main actions").play("roulette")
    assert (table.asked, table.options, table.events(EffectDiceRolled)) == ("choose_player", [0, 1], [])
    table.answer(player)

    assert table.events(EffectDiceRolled)[-1].faces == (face,)
    if lost:
        assert table.until("keep_or_reroll").health[player] == 50 - lost
    assert tokens.items() <= table.tokens(player).items()


@pytest.mark.parametrize(("face", "tokens", "cards"), [(6, {"bounty": 1, "knockdown": 1}, 1), (5, {}, 2), (1, {}, 2)])
def test_run_and_gun(face: int, tokens: dict[str, int], cards: int) -> None:
    table = sit({"hand": ("run-and-gun",)}, dice=[(face,)]).until(window="main actions").play("run-and-gun")

    assert (table.tokens(1), len(table.hand(0))) == (tokens, cards)


def test_wanted_is_for_an_opponent() -> None:
    """There is one, so nobody is asked."""
    assert sit({"hand": ("wanted",)}).until(window="main actions").play("wanted").tokens(1) == {"bounty": 1}


@pytest.mark.parametrize(
    ("faces", "damage", "tokens"), [((1, 2, 3, 4, 5), 6, {}), ((1, 1, 2, 2, 4), 7, {"knockdown": 1})]
)
def test_eat_lead(faces: tuple[int, ...], damage: int, tokens: dict[str, int]) -> None:
    table = sit({"hand": ("eat-lead",), "cp": 1}, dice=[SWORDS, faces]).attack("revolver").play("eat-lead")
    table.defend(None).settle()

    assert (table.health, table.tokens(1)) == ((50, 50 - damage), tokens)


def test_feelin_good_heals_by_the_lifes_of_three_dice() -> None:
    table = sit({"hand": ("feelin-good",), "health": 20}, heroes=BARBARIANS, dice=[(4, 5, 1)])
    table.until(window="end of upkeep").play("feelin-good").until(window="main actions")

    assert table.health[0] == 25


@pytest.mark.parametrize(("face", "tokens", "cards"), [(6, {"concussion": 1}, 1), (2, {}, 2)])
def test_adrenaline_surge(face: int, tokens: dict[str, int], cards: int) -> None:
    table = sit({"hand": ("adrenaline-surge",)}, heroes=BARBARIANS, dice=[(face,)]).until(window="main actions")
    table.play("adrenaline-surge")

    assert (table.tokens(1), len(table.hand(0))) == (tokens, cards)


@pytest.mark.parametrize(("roll", "tokens"), [((6, 6, 1), {}), ((6, 6, 2), {"concussion": 1})])
def test_overpower_inflicts_concussion_from_14_on(roll: Any, tokens: dict[str, int]) -> None:
    table = sit(heroes=BARBARIANS, dice=[(1, 1, 2, 6, 6), roll]).attack("overpower").settle()

    assert (table.health[1], table.tokens(1)) == (50 - sum(roll), tokens)


@pytest.mark.parametrize("level", [1, 2])
def test_what_reckless_costs_the_barbarian_is_undefendable_damage(level: int) -> None:
    table = sit({"levels": {"reckless": level}}, heroes=BARBARIANS, dice=[(1, 2, 3, 4, 5)]).attack("reckless")
    table.defend(None).settle()

    (cost,) = [event for event in table.events(DamageGathered) if event.player == 0]
    assert (cost.type, cost.amount) == ("undefendable", 3 + level)


@pytest.mark.parametrize(("wants", "left"), [(True, {}), (False, {"bounty": 1})])
def test_the_better_fortitude_may_take_a_token_off(wants: bool, left: dict[str, int]) -> None:
    seat: Any = {"levels": {"fortitude": 2}, "tokens": {"bounty": 1}, "health": 40}
    table = sit(seat, heroes=BARBARIANS, dice=[(4, 4, 4, 1, 6)]).attack("fortitude").until("may").answer(wants)

    assert (table.health[0], table.tokens(0)) == (45, left)


def test_without_a_token_the_better_fortitude_asks_nothing() -> None:
    table = sit({"levels": {"fortitude": 2}, "health": 40}, heroes=BARBARIANS, dice=[(4, 4, 4, 1, 6)])
    while table.attack("fortitude").phase != "main_2":
        assert table.asked != "may"
        table.skip()


@rule("field.board", 2)
@pytest.mark.parametrize(("swords", "damage"), [(3, 4), (4, 6), (5, 8)])
def test_the_basic_ability_has_three_tiers(swords: int, damage: int) -> None:
    dice = (1, 1, 2, 2, 3)[:swords] + (4, 5)[: 5 - swords]
    table = sit(heroes=BARBARIANS, dice=[dice]).attack("smack").defend(None).settle()

    assert table.health == (50, 50 - damage)


@rule("field.board", 5)
def test_typical_damage_at_level_1() -> None:
    """Symbols 4 to 6, a small straight about 7 to 9, a large one 10 to 15: the Barbarian; the Gunslinger has less."""
    for name, dice, damage in (
        ("sturdy-blow", (1, 1, 6, 6, 4), 4),
        ("mighty-blow", (1, 2, 3, 4, 4), 9),
        ("reckless", (1, 2, 3, 4, 5), 15),
    ):
        table = sit(heroes=BARBARIANS, dice=[dice]).attack(name)
        while not table.events(DamageDealt):
            table.skip()
        assert table.events(DamageDealt)[0].amount == damage


@rule("field.dice", 4)
def test_a_die_may_have_four_symbols() -> None:
    names = ("sword", "shield", "star", "moon")
    faces = ["sword", "sword", "shield", "star", "star", "moon"]
    die = {"symbols": {name: {"en": name, "zh": name} for name in names}, "faces": faces}
    rise = offence("rise", {"do": "damage", "amount": 2}, requires={"symbols": {"moon": 1, "shield": 1}})
    rules = invent([rise, defence("guard", {"do": "draw"})], die=die)

    assert sit(rules=rules, heroes=HEROES, dice=[(3, 6, 1, 1, 2)]).until("announce").options == ["rise", None]


@rule("field.board", 1)
@rule("field.board", 4)
def test_the_enforcer_names_its_opponents_and_gives_two_tokens() -> None:
    table = sit({"levels": {"deadeye": 2}}, dice=[(6, 6, 6, 1, 4)]).attack("enforcer")

    assert table.tokens(1) == {"bounty": 1, "knockdown": 1}
    assert table.tokens(0) == {"reload": 1, "evasive": 1}


def test_a_defence_that_is_a_choice_halves_the_damage() -> None:
    table = sit(heroes=("barbarian", "gunslinger"), dice=[SWORDS, (6,), (1,)]).attack("smack").defend("duel")
    table.until("choose_option").answer(1).settle()

    assert table.health == (50, 48)


def test_cards_of_a_test_do_not_leak_into_the_packaged_content() -> None:
    invent([CUT, defence("guard", {"do": "draw"})], [card("odd", {"do": "draw"})])

    assert "odd" not in sit().game.content.heroes["gunslinger"].cards
