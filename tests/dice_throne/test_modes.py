"""Chapters 3.5 and 9: two teams, three players, and more who all play for themselves."""

from typing import Any

import pytest

from rulewright import new_game
from rulewright_dice_throne.events.attack import AbilityActivated, TargetChosen
from rulewright_dice_throne.events.cards import CardPlayed, CardsDrawn
from rulewright_dice_throne.events.damage import DamageDealt, PlayerDefeated
from rulewright_dice_throne.events.dice import TargetingDieRolled
from rulewright_dice_throne.events.phases import PhaseBegan, TurnBegan
from rulewright_dice_throne.events.status_effects import StatusInflicted
from rulewright_dice_throne.roll_phases.rolling import ROLL_ON
from rulewright_dice_throne.state import ASIDE, HAND
from rulewright_dice_throne.terms import leaders, neighbours

from .table import IDLE, NOTHING, Table, card, defence, invent, offence, passive, rule, sit, status
from .test_setup import begin

CUT = offence("cut", {"do": "damage", "amount": 7})
CURSE = status("curse", limit=3, forbids=["selling"])
HEX = offence("hex", {"do": "inflict", "status": "curse"})
BOTH = offence("both", {"do": "inflict", "status": "curse"}, {"do": "damage", "amount": 3})


def party(count: int) -> tuple[str, ...]:
    return ("tester",) * count


def three(*seats: Any, abilities: Any = (CUT,), statuses: Any = (CURSE,), cards: Any = (), **more: Any) -> Table:
    """Three testers, each for themselves."""
    rules = invent(list(abilities), list(cards), list(statuses))
    return sit(*(seats or ({},)), rules=rules, heroes=party(3), **more)


def four(*seats: Any, abilities: Any = (CUT,), statuses: Any = (CURSE,), cards: Any = (), **more: Any) -> Table:
    """Four testers in two teams."""
    rules = invent(list(abilities), list(cards), list(statuses))
    return sit(*(seats or ({},)), rules=rules, heroes=party(4), **more)


# The setup --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "mode"), [(2, "duel"), (3, "king_of_the_hill"), (4, "teams"), (6, "free_for_all")])
def test_the_number_of_heroes_says_the_mode(count: int, mode: str) -> None:
    assert begin({"heroes": ["barbarian"] * count}).setup.mode == mode


@pytest.mark.parametrize(("mode", "count"), [("duel", 2), ("king_of_the_hill", 3), ("teams", 4), ("free_for_all", 4)])
def test_the_mode_alone_brings_heroes(mode: str, count: int) -> None:
    game = begin({"mode": mode})

    assert [hero.name for hero in game.state.heroes.values()] == (["gunslinger", "barbarian"] * 3)[:count]


@rule("9.1.health")
def test_a_team_shares_50_health() -> None:
    assert [side.health for side in begin({"mode": "teams"}).state.sides.values()] == [50, 50]


def test_a_team_has_the_health_of_its_weaker_hero() -> None:
    rules = invent([CUT], health=40)
    heroes = ("barbarian", "tester", "barbarian", "barbarian")

    assert sit(rules=rules, heroes=heroes).health == (50, 40)


@rule("9.2.health")
def test_three_players_begin_with_35_health() -> None:
    assert [side.health for side in begin({"mode": "king_of_the_hill"}).state.sides.values()] == [35, 35, 35]


@rule("limits.health", 1, 2)
def test_the_most_health_is_counted_from_what_the_mode_gives() -> None:
    assert [side.most for side in begin({"mode": "king_of_the_hill"}).state.sides.values()] == [45, 45, 45]


def orders(game: Any) -> list[int]:
    """Whose turns came so far."""
    return [entry.event.player for entry in game.log if isinstance(entry.event, TurnBegan)]


def turns(setup: Any, start: tuple[int, ...], count: int) -> list[int]:
    """The players of the first turns, in which nobody does anything."""
    game = begin({**setup, "asked": "whoever can"}, start=start)
    while len(orders(game)) < count:
        values = list(getattr(game.request.space, "values", ()))
        answer = None if None in values else () if game.request.ask == "keep_or_reroll" else values[0]
        game.answer(answer, game.request.player)
    return orders(game)


@rule("9.1.turn-order")
@rule("3.order", 1)
def test_teams_alternate_from_the_start_player_that_the_dice_find() -> None:
    assert turns({"mode": "teams"}, (2, 5, 1, 3), 5) == [1, 2, 3, 0, 1]


@rule("9.2.order")
def test_three_players_go_clockwise_from_the_start_player_that_the_dice_find() -> None:
    assert turns({"mode": "king_of_the_hill"}, (2, 1, 5), 4) == [2, 0, 1, 2]


# Seats ------------------------------------------------------------------------------------------------------


@rule("9.1.teams", 1, 2)
def test_seats_1_and_3_play_against_seats_2_and_4() -> None:
    assert four().game.teams == ((0, 2), (1, 3))


@rule("9.1.teams", 3)
@rule("note.seating")
def test_everyone_has_an_opponent_on_each_side() -> None:
    game = four().game

    assert [neighbours(game, seat) for seat in range(4)] == [(1, 3), (2, 0), (3, 1), (0, 2)]


@rule("note.seating")
def test_partners_may_sit_side_by_side_instead() -> None:
    """Clockwise are then seats 1, 2, 4, 3; what lies to the left for one team lies to the right for the other."""
    table = four(seating="same side", active=1)

    assert [neighbours(table.game, seat) for seat in range(4)] == [(1, 3), (2, 0), (1, 3), (2, 0)]
    assert table.game.rules.timing.order(table.game) == (1, 3, 2, 0)


@rule("9.1.teams", 4)
def test_partners_see_each_others_hands_and_opponents_do_not() -> None:
    hands = [{"hand": (name,)} for name in ("so-wild", "tip-it", "six-it", "double-up")]
    game = four(*hands).game
    seen = [[view.state.zones[HAND[seat]].cards for seat in range(4)] for view in map(game.view, (0, 1))]

    assert seen[0] == [("so-wild",), (None,), ("six-it",), (None,)]
    assert seen[1] == [(None,), ("tip-it",), (None,), ("double-up",)]


def test_partners_see_what_is_drawn_and_opponents_how_much() -> None:
    table = four({"deck": ("so-wild", "tip-it")}).until("keep_or_reroll")
    drawn = [[e.cards for e in table.game.view(seat).events() if type(e) is CardsDrawn][-1] for seat in range(4)]

    assert drawn == [("so-wild",), (None,), ("so-wild",), (None,)]


# 3.5 --------------------------------------------------------------------------------------------------------


@rule("note.step-4-next-phase")
@rule("3.4.step-4", 3)
@rule("3.5.trigger", 1)
@rule("3.5.king-of-the-hill")
def test_three_players_choose_any_opponent_as_target_before_anything_reaches_it() -> None:
    table = three(abilities=[BOTH]).attack("both")

    assert (table.asked, table.player, table.options) == ("target", 0, [1, 2])
    assert (table.tokens(1), table.tokens(2)) == ({}, {})
    assert table.events(TargetingDieRolled) == []
    table.answer(2).defend(None).settle()
    assert (table.tokens(2), table.health) == ({"curse": 1}, (35, 35, 32))


@rule("3.5.trigger", 2)
def test_an_ability_without_damage_needs_a_target_for_what_it_inflicts() -> None:
    table = three(abilities=[HEX]).attack("hex").answer(1)

    assert (table.tokens(1), table.tokens(2)) == ({"curse": 1}, {})
    assert table.phase == "main_2"


def test_an_ability_that_names_opponents_itself_needs_no_target() -> None:
    both = {"do": "inflict", "status": "curse", "to": {"choose": "opponent"}}
    table = three(abilities=[offence("spite", both)]).attack("spite")

    assert table.asked == "choose_player"
    table.answer(2)
    assert (table.tokens(2), table.events(TargetChosen)) == ({"curse": 1}, [])


def test_an_ability_that_concerns_nobody_else_needs_no_target() -> None:
    table = three(abilities=[offence("rest", {"do": "gain_cp", "amount": 2})]).attack("rest")

    assert table.phase == "main_2"


@rule("3.5.trigger", 1)
@rule("field.skip-targeting")
def test_two_players_never_see_the_targeting_roll_phase() -> None:
    table = sit(dice=[(1, 2, 3, 4, 6)]).attack("revolver").defend(None).settle()

    assert "targeting_roll" not in [event.phase for event in table.events(PhaseBegan)]
    assert table.events(AbilityActivated)[0].target == 1


@rule("9.1.no-direct-prevention")
@rule("4.3.defensive", 1)
@rule("3.5.roll", 1)
@rule("3.5.table", 1, 2, 3)
@rule("3.6.trigger", 2)
@pytest.mark.parametrize(("face", "target"), [(1, 1), (2, 1), (3, 3), (4, 3)])
def test_a_die_finds_the_opponent_on_the_left_or_on_the_right(face: int, target: int) -> None:
    table = four(abilities=[BOTH], dice=[NOTHING, (face,)]).attack("both").until("defence")

    assert table.player == target
    assert [event.faces for event in table.events(TargetingDieRolled)] == [(face,)]
    assert (table.tokens(target), table.tokens(4 - target)) == ({"curse": 1}, {})
    assert table.answer(None).settle().events(DamageDealt)[0].player == target


@pytest.mark.parametrize(("active", "left", "right"), [(1, 2, 0), (2, 3, 1), (3, 0, 2)])
@rule("3.5.table", 2, 3)
def test_left_and_right_are_those_of_the_active_player(active: int, left: int, right: int) -> None:
    for face, target in ((1, left), (4, right)):
        assert four(dice=[NOTHING, (face,)], active=active).attack("cut").until("defence").player == target


@rule("3.5.table", 4)
def test_with_5_the_opposing_team_decides() -> None:
    table = four(dice=[NOTHING, (5,)]).attack("cut")

    assert (table.asked, table.player, table.options) == ("who_defends", 1, [1, 3])
    assert table.game.request.about["attacker"] == 0
    assert table.answer(3).until("defence").player == 3


@rule("3.5.table", 5)
def test_with_6_the_active_player_chooses() -> None:
    table = four(dice=[NOTHING, (6,)]).attack("cut")

    assert (table.asked, table.player, table.options) == ("target", 0, [1, 3])
    assert table.answer(3).until("defence").player == 3


@rule("3.5.roll", 2)
def test_the_targeting_die_can_be_changed() -> None:
    table = four({"hand": ("six-it",)}, dice=[NOTHING, (1,)]).attack("cut").until(window="targeting die rolled")

    assert table.play("six-it").asked == "target"
    table.answer(3)
    assert not table.game.state.rolls[ASIDE].faces  # it has done its work


@rule("3.5.roll", 2)
def test_the_targeting_die_of_an_ultimate_cannot_be_changed_by_anyone() -> None:
    ultimate = offence("doom", {"do": "damage", "amount": 9}, kind="ultimate", requires={"numbers": {"6": 1}})
    hand = {"hand": ("so-wild", "tip-it", "double-up"), "cp": 9}
    table = four(hand, hand, hand, hand, abilities=[ultimate], dice=[NOTHING, (1,)])
    table.until("announce").answer("doom")
    while table.phase != "main_2":
        assert table.phase == "offensive_roll" or not {"so-wild", "tip-it"} & set(table.offered("play"))
        assert table.window != "targeting die rolled"
        table.skip()

    assert [event.locked for event in table.events(TargetingDieRolled)] == [True]
    assert ([event.target for event in table.events(TargetChosen)], table.health) == ([1], (50, 41))


# 9.1 --------------------------------------------------------------------------------------------------------


@rule("9.1.cp", 1)
@rule("9.1.cp", 2)
def test_each_partner_has_cp_of_ones_own_which_pay_for_nobody_else() -> None:
    seats = [{"cp": 15}, {}, {"hand": ("double-up", "getting-paid"), "cp": 0}, {}]
    table = four(*seats).until(window="end of upkeep", player=2)

    assert table.offered("play") == ["getting-paid"]
    table.play("getting-paid")
    assert table.cp == (15, 2, 2, 2)
    table.play("double-up")
    assert table.cp == (15, 2, 1, 2)


SPRAY = offence(
    "spray",
    {"do": "damage", "amount": 4},
    {"do": "damage", "amount": 3, "type": "collateral", "to": "each_opponent"},
)


@rule("9.1.damage", 1)
def test_damage_of_a_player_comes_off_the_health_of_the_team() -> None:
    table = four(dice=[NOTHING, (1,)]).attack("cut").defend(None).settle()

    assert table.health == (50, 43)


@rule("9.1.damage", 2)
@rule("7.1.collateral-team")
def test_damage_of_both_partners_is_added_together() -> None:
    table = four(abilities=[offence("shower", SHOWER)], dice=[NOTHING]).attack("shower").settle()

    assert [(event.player, event.amount) for event in table.events(DamageDealt)] == [(1, 3), (3, 3)]
    assert table.health == (50, 44)


SHOWER = {"do": "damage", "amount": 3, "type": "collateral", "to": "each_opponent"}


@rule("7.1.collateral-team")
@rule("9.1.no-direct-prevention")
def test_what_one_partner_prevents_of_collateral_damage_is_of_ones_own_part() -> None:
    """5 for each of two partners; one halves: 2 and 5, not half of 10."""
    halve = status(
        "halve", kind="spendable", polarity="positive",
        uses=[{"windows": ["damage_incoming"], "effects": [{"do": "prevent", "fraction": "half"}]}],
    )  # fmt: skip
    flood = offence("flood", {**SHOWER, "amount": 5})
    table = four({}, {"tokens": {"halve": 1}}, abilities=[flood], statuses=[CURSE, halve], dice=[NOTHING])
    table.attack("flood").until(window="ability activated", player=1).spend("halve").settle()

    assert table.health == (50, 43)


@rule("9.1.damage", 2)
def test_damage_and_healing_of_partners_are_summed_before_the_floor_counts() -> None:
    """5 health, 3 damage each, and one of them heals 4: 3 are left, whoever comes first."""
    heal = card("bandage", {"do": "heal", "amount": 4}, kind="instant")
    for healer in (1, 3):
        seats: list[Any] = [{}, {"health": 5}, {}, {}]
        seats[healer] = {**seats[healer], "health": 5, "hand": ("bandage",)}
        table = four(*seats, abilities=[offence("shower", SHOWER)], cards=[heal], dice=[NOTHING])
        table.until("announce").answer("shower").until(window="ability activated", player=healer).play("bandage")

        assert table.settle().health == (50, 3)


@rule("limits.health", 1)
def test_healing_of_partners_shares_the_room_below_the_cap() -> None:
    heal = offence("pray", {"do": "heal", "amount": 8}, {"do": "heal", "amount": 8, "to": "each_teammate"})

    assert four(abilities=[heal]).attack("pray").settle().health == (60, 50)


@rule("overview.win")
def test_both_partners_win_and_lose_together() -> None:
    table = four({}, {"health": 5}, dice=[NOTHING, (1,)]).attack("cut").defend(None).settle()

    assert [event.player for event in table.events(PlayerDefeated)] == [1, 3]
    assert table.outcome == ((0, 2), "defeat")


@rule("overview.lose", 2)
def test_both_teams_at_0_in_one_resolution_is_a_draw() -> None:
    thorns = defence("thorns", {"do": "damage", "amount": 5})
    table = four({"health": 4}, {"health": 5}, abilities=[CUT, thorns], dice=[NOTHING, (1,), (1,)])
    table.attack("cut").defend("thorns").settle()

    assert (table.health, table.outcome) == ((0, 0), ((), "draw"))


@rule("9.1.dice-interference")
def test_a_partner_may_change_dice_to_save_or_to_strengthen() -> None:
    rich = {"hand": ("so-wild",), "cp": 5}
    needs = offence("cut", {"do": "damage", "amount": 7}, requires={"symbols": {"star": 1}})
    saved = four({}, {}, {}, rich, abilities=[needs], dice=[NOTHING]).until("announce").answer("cut")
    saved.until(window="ability announced", player=3).play("so-wild").answer((0, 4), 1).settle()
    assert saved.health == (50, 50)

    stronger = four({}, {}, rich, abilities=[needs], dice=[(1, 1, 2, 4, 5), (1,)])
    stronger.until(window="dice rolled", player=2).play("so-wild").answer((0, 0), 6)
    stronger.attack("cut").defend(None).settle()
    assert stronger.health == (50, 43)


@rule("3.4.step-3", 1)
def test_when_a_partner_alters_the_dice_the_active_player_chooses_again() -> None:
    needs = offence("cut", {"do": "damage", "amount": 7}, requires={"symbols": {"star": 1}})
    table = four({}, {}, {"hand": ("so-wild",), "cp": 5}, abilities=[needs, offence("jab", SHOWER)], dice=[NOTHING])
    table.until("announce").answer("cut").until(window="ability announced", player=2).play("so-wild").answer((0, 0), 6)

    assert (table.asked, table.player) == ("after_interference", 0)
    assert table.options == ["jab", ROLL_ON]


@rule("5.2.roll-phase")
@rule("5.2.instant")
@rule("11.instant", 1)
@rule("11.roll-phase-card", 1)
@pytest.mark.parametrize("player", [0, 1, 2, 3])
def test_in_the_targeting_roll_phase_everyone_may_play_roll_cards_and_instants(player: int) -> None:
    cards = [card(kind, {"do": "draw"}, kind=kind) for kind in ("main", "roll", "instant")]
    seats: list[Any] = [{}, {}, {}, {}]
    seats[player] = {"hand": ("main", "roll", "instant")}
    table = four(*seats, cards=cards, dice=[NOTHING, (1,)]).attack("cut").until(phase="targeting_roll")

    assert (table.player, table.offered("play")) == (player, ["roll", "instant"])


WARD = card("ward", {"do": "prevent", "amount": 3}, kind="instant", play={"window": "damage_incoming"})


@rule("9.1.no-direct-prevention")
def test_only_a_card_that_lets_choose_a_player_prevents_damage_to_a_partner() -> None:
    hand = {"hand": ("ward", "not-this-time"), "cp": 5}
    table = four({}, hand, {}, hand, cards=[WARD], dice=[NOTHING, (1,)]).attack("cut").defend(None)
    offered = {}
    while table.window:
        if table.window == "last chance":
            offered[table.player] = sorted(table.offered("play"))
        table.skip()
    assert offered == {1: ["not-this-time", "ward"], 3: ["not-this-time"]}

    table = four({}, {}, {}, hand, cards=[WARD], dice=[NOTHING, (1,)]).attack("cut").defend(None)
    table.until(window="last chance", player=3).play("not-this-time").settle()
    assert table.health == (50, 49)


@rule("9.1.no-direct-prevention")
def test_tokens_that_prevent_damage_to_their_holder_do_nothing_for_a_partner() -> None:
    table = four({}, {}, {}, {"tokens": {"evasive": 2}}, dice=[NOTHING, (1,)]).attack("cut").defend(None)

    assert not table.offered("spend")
    assert table.settle().health == (50, 43)


@rule("note.ultimate-enhance")
def test_a_partner_may_play_a_modifier_on_an_ultimate_and_opponents_nothing_at_all() -> None:
    ultimate = offence("doom", {"do": "damage", "amount": 9}, kind="ultimate", requires={"numbers": {"6": 1}})
    more = card("more", {"do": "modify_attack", "add": 2}, kind="instant", attack_modifier=True)
    hand = {"hand": ("more", "getting-paid")}
    table = four(hand, hand, hand, hand, abilities=[ultimate], cards=[more], dice=[NOTHING, (1,)])
    table.until("announce").answer("doom")
    asked = set()
    while table.phase != "main_2":
        if table.phase == "defensive_roll" and not table.events(DamageDealt):
            asked.add(table.player)
            if table.player == 2 and "more" in table.offered("play"):
                table.play("more")
                continue
        table.skip()

    assert asked == {0, 2}
    assert table.health == (50, 39)


def test_opponents_and_partners_of_an_effect_are_those_of_its_player() -> None:
    gift = {"do": "gain_cp", "amount": 3, "to": "each_teammate"}
    toll = {"do": "lose_cp", "amount": 1, "to": "each_opponent"}
    table = four(abilities=[offence("tax", gift, toll)], active=1, dice=[NOTHING]).attack("tax").settle()

    assert table.cp == (1, 3, 1, 5)


# 9.2 --------------------------------------------------------------------------------------------------------


def with_health(*health: int, **more: Any) -> Table:
    return three(*({"health": amount, **more.pop("each", {})} for amount in health), **more)


@rule("9.2.leader")
@rule("note.sole-leader")
@pytest.mark.parametrize(
    ("health", "leading"), [((30, 20, 10), (0,)), ((20, 20, 10), (0, 1)), ((35, 35, 35), (0, 1, 2))]
)
def test_whoever_has_the_most_health_leads_and_those_who_tie_all_lead(
    health: tuple[int, ...], leading: tuple[int, ...]
) -> None:
    assert leaders(with_health(*health).game) == leading


def extra_cards(health: tuple[int, ...], target: int) -> int:
    """How many cards the first of three draws for attacking someone."""
    table = with_health(*health).until("announce")
    before = len(table.hand(0))
    table.answer("cut").until("target").answer(target)
    return len(table.hand(0)) - before


@rule("9.2.sole-leader")
@rule("9.2.reward")
def test_whoever_attacks_a_leader_draws_a_card() -> None:
    assert extra_cards((20, 30, 25), 1) == 1
    assert extra_cards((20, 30, 25), 2) == 0


@rule("9.2.sole-leader")
def test_a_sole_leader_draws_no_card_for_attacking_anyone() -> None:
    assert (extra_cards((30, 20, 29), 1), extra_cards((30, 20, 29), 2)) == (0, 0)


@rule("9.2.sole-leader")
@rule("9.2.tied-leader")
def test_a_leader_who_attacks_another_draws_a_card() -> None:
    assert (extra_cards((30, 30, 20), 1), extra_cards((30, 30, 20), 2)) == (1, 0)


@rule("9.2.reward")
@pytest.mark.parametrize("count", [2, 4])
def test_there_is_no_card_for_a_leader_in_other_modes(count: int) -> None:
    """Neither between two players nor between two teams, however much health the other side has."""
    table = sit({"health": 20}, rules=invent([CUT]), heroes=party(count), dice=[NOTHING, *[(1,)] * (count // 4)])
    table.until("announce")
    before = len(table.hand(0))
    table.answer("cut").until("defence")

    assert len(table.hand(0)) == before


@rule("9.2.reward-timing")
def test_the_extra_card_comes_right_after_the_target_is_named() -> None:
    table = with_health(20, 30, 25, abilities=[BOTH]).attack("both").answer(1).defend(None).settle()
    kinds = [type(entry.event) for entry in table.game.log]
    at = kinds.index(TargetChosen)

    assert kinds[at + 1] is CardsDrawn
    assert "9.2.reward" in table.why(CardsDrawn).rules
    assert kinds.index(StatusInflicted) > at + 1


def test_an_ability_that_is_no_attack_earns_no_card() -> None:
    table = with_health(20, 30, 25, abilities=[HEX]).until("announce")
    before = len(table.hand(0))
    table.answer("hex").until("target").answer(1).settle()

    assert len(table.hand(0)) == before


@rule("9.2.reward")
def test_an_ability_that_is_no_attack_earns_no_card_against_the_last_opponent_either() -> None:
    table = lost(2, health=(20, 30, 1), abilities=[HEX]).until("announce")
    before = len(table.hand(0))
    table.answer("hex").settle()

    assert (table.tokens(1), len(table.hand(0))) == ({"curse": 1}, before)


@rule("11.attack")
@rule("7.2.attack")
@rule("7.2.modifier-use", 2)
@rule("3.6.step-2", 1)
def test_damage_that_comes_to_nothing_when_the_target_is_known_is_no_attack() -> None:
    """1 damage for each token of the target, who has none: nothing to defend against, to modify or to be triggered."""
    judge = offence("judge", {"do": "damage", "amount": {"tokens": "curse", "of": "target"}})
    sore = passive("sore", {"when": "attacked", "effects": [{"do": "gain_cp", "amount": 1}]})
    more = card("more", {"do": "modify_attack", "add": 4}, kind="instant", attack_modifier=True)
    table = three({"hand": ("more", "double-up")}, abilities=[judge, sore], cards=[more]).attack("judge")
    table.until("target").answer(1)
    while table.phase != "main_2":
        assert table.asked != "defence"
        assert table.window not in ("effects inflicted", "last chance")
        assert "more" not in table.offered("play")
        table.skip()

    assert (table.health, table.cp) == ((35, 35, 35), (3, 2, 2))


@rule("3.5.trigger", 1)
@rule("7.2.attack")
@rule("7.2.modifier-use", 1)
def test_attack_modifiers_wait_until_the_attack_has_its_target() -> None:
    """What they inflict comes to who is attacked, not to an opponent named before the targeting die has fallen."""
    seat = {"hand": ("volley",), "cp": 9, "tokens": {"crit": 1}}
    heroes = ("moon-elf", "paladin", "monk", "gunslinger")
    table = sit(seat, heroes=heroes, dice=[(1, 1, 1, 4, 6), (3,), (1, 4, 4, 4, 4)])
    table.attack("longbow")
    while table.window != "target determined":
        assert table.offered("play") == []
        table.skip()
    table.play("volley").until("defence")

    assert [table.tokens(seat) for seat in (1, 3)] == [{}, {"entangle": 1}]


@rule("3.5.trigger", 1)
@rule("7.2.modifier-use", 1)
def test_a_token_that_modifies_an_attack_waits_for_its_target_too() -> None:
    seat = {"tokens": {"sneak-attack": 1}}
    table = sit(seat, heroes=("shadow-thief", "monk", "monk"), dice=[(1, 1, 1, 4, 6), (5,)]).attack("dagger-strike")
    while table.asked != "target":
        assert table.offered("spend") == []
        table.skip()
    table.answer(1).until(window="target determined").spend("sneak-attack").settle()

    assert table.health[1] == 35 - 4 - 5


WAVE = {"do": "damage", "amount": {"per": "star", "dice": "attack"}}


@rule("3.5.trigger", 2)
@rule("7.2.attack")
def test_damage_of_0_needs_no_target_and_rolls_no_targeting_die() -> None:
    """1 damage for each star, and no star: neither among three nor among teams is anyone looked for."""
    for sit_down in (three, four):
        table = sit_down(abilities=[offence("wave", WAVE)], dice=[(1, 1, 2, 4, 5)]).attack("wave").settle()
        assert "targeting_roll" not in [event.phase for event in table.events(PhaseBegan)]


@rule("9.2.reward")
@rule("3.6.trigger", 1)
@rule("7.2.attack")
@pytest.mark.parametrize(("face", "attack"), [(5, False), (6, True)])
def test_a_leader_who_is_only_given_a_token_is_not_attacked(face: int, attack: bool) -> None:
    """A token, and 1 damage for each star: without a star no card is drawn, and no Defensive Roll Phase follows."""
    wave = offence("wave", {"do": "inflict", "status": "curse"}, WAVE)
    table = with_health(20, 30, 25, abilities=[wave], dice=[(1, 1, 2, 4, face)]).until("announce")
    before = len(table.hand(0))
    table.answer("wave").until("target").answer(1).settle()

    assert len(table.hand(0)) - before == attack
    assert ("defensive_roll" in [event.phase for event in table.events(PhaseBegan)]) is attack
    assert table.tokens(1) == {"curse": 1}


@rule("3.5.trigger", 1)
@rule("9.2.reward")
def test_against_the_last_opponent_no_target_is_asked_for_and_the_card_is_drawn_all_the_same() -> None:
    table = lost(2, health=(20, 30, 1)).until("announce")
    before = len(table.hand(0))
    table.answer("cut").until("defence")

    assert (table.player, len(table.hand(0)) - before) == (1, 1)
    assert table.events(PhaseBegan)[-1].phase == "defensive_roll"


# Out --------------------------------------------------------------------------------------------------------

POISON = status(
    "venom", limit=9,
    triggers=[{"when": "upkeep", "effects": [
        {"do": "damage", "amount": {"tokens": "venom"}, "type": "pure", "to": "self"}]}],
)  # fmt: skip


def lost(loser: int, health: tuple[int, ...], **more: Any) -> Table:
    """Someone of three has died of poison, and the turn of the next has begun."""
    seats: list[dict[str, Any]] = [{"health": amount} for amount in health]
    for seat, extra in more.pop("seats", {}).items():
        seats[seat].update(extra)
    seats[loser]["tokens"] = {"venom": 9, **seats[loser].get("tokens", {})}
    statuses = [CURSE, POISON, *more.pop("statuses", ())]
    table = three(*seats, statuses=statuses, active=loser, **more)
    while table.game.request is not None and table.active == loser:
        table.skip()
    return table


@rule("field.elimination")
@rule("overview.lose", 1)
def test_a_player_of_three_at_0_is_out_and_the_turn_is_over() -> None:
    table = lost(0, health=(5, 30, 20))

    assert [event.player for event in table.events(PlayerDefeated)] == [0]
    assert (table.game.result, table.active) == (None, 1)
    assert [event.phase for event in table.events(PhaseBegan)][:2] == ["upkeep", "upkeep"]


@rule("field.elimination")
@rule("overview.win")
def test_the_last_player_with_health_wins() -> None:
    table = lost(0, health=(5, 30, 7)).attack("cut").defend(None)
    while table.game.request is not None:
        table.skip()

    assert table.outcome == ((1,), "last standing")
    assert [event.player for event in table.events(PlayerDefeated)] == [0, 2]  # each of them once


@rule("field.elimination")
def test_who_is_out_has_no_turn_is_asked_nothing_and_cannot_be_named() -> None:
    seats = {0: {"hand": ("getting-paid", "so-wild"), "cp": 9}, 2: {"hand": (IDLE,)}}
    table = lost(0, health=(5, 30, 20), seats=seats, asked="whoever might")
    asked, active = set(), set()
    while len(table.events(TurnBegan)) < 6:
        asked.add(table.player)
        active.add(table.active)
        assert table.asked != "choose_player" or 0 not in table.options
        table.skip()

    turns = [(event.player, event.number) for event in table.events(TurnBegan)]
    assert turns == [(0, 2), (1, 3), (2, 4), (1, 5), (2, 6), (1, 7)]  # nobody's turn begins in which nothing happens
    assert (asked, active) == ({1, 2}, {1, 2})
    assert table.game.rules.timing.order(table.game) in ((1, 2), (2, 1))


@rule("6.1.eliminated")
def test_tokens_stay_when_whoever_inflicted_them_is_out() -> None:
    table = lost(0, health=(5, 30, 20), seats={1: {"tokens": {"curse": 2}, "by": 0}})

    assert table.tokens(1) == {"curse": 2}
    assert table.game.state.heroes[1].tokens[0].by == 0


@rule("6.3.persistent")
def test_tokens_on_a_hero_who_is_out_go_with_it() -> None:
    assert lost(0, health=(5, 30, 20), seats={0: {"tokens": {"curse": 1}}}).tokens(0) == {}


def test_nothing_comes_back_to_whoever_inflicted_a_token_and_is_out() -> None:
    leech = status("leech", triggers=[{"when": "upkeep", "effects": [{"do": "heal", "amount": 5, "to": "inflicter"}]}])
    table = lost(0, health=(5, 30, 20), seats={1: {"tokens": {"leech": 1}, "by": 0}}, statuses=[leech])

    assert table.until("keep_or_reroll").health == (0, 30, 20)


@pytest.mark.parametrize("role", ["target", "defender"])
def test_nothing_comes_to_a_target_that_has_fallen(role: str) -> None:
    late = {"do": "after_damage", "effects": [{"do": "inflict", "status": "curse", "to": role}]}
    table = three({}, {"health": 7}, {}, abilities=[offence("cut", {"do": "damage", "amount": 7}, late)])
    table.attack("cut").answer(1).defend(None).settle()

    assert (table.health[1], table.tokens(1)) == (0, {})


def test_nothing_comes_to_an_attacker_who_has_fallen() -> None:
    riposte = defence("riposte", {"do": "damage", "amount": 4, "to": "attacker"}, dice=0)
    spite = {"when": "attack_concluded", "effects": [{"do": "inflict", "status": "curse", "to": "attacker"}]}
    abilities = [CUT, riposte, passive("spite", spite)]
    table = three({"health": 4}, {}, {}, abilities=abilities).attack("cut").answer(1).defend("riposte")
    while table.active == 0:
        table.skip()

    assert (table.health[0], table.tokens(0)) == (0, {})


def test_an_effect_for_everyone_passes_over_who_is_out() -> None:
    feast = offence("feast", {"do": "heal", "amount": 5, "to": "each_player"}, {"do": "draw", "to": "each_player"})
    table = lost(0, health=(5, 30, 20), abilities=[feast]).attack("feast").settle()

    assert table.health == (0, 35, 25)
    assert {event.player for event in table.events(CardsDrawn)} == {1, 2}


def test_an_attacker_who_dies_of_the_defence_ends_the_turn() -> None:
    thorns = defence("thorns", {"do": "damage", "amount": 5})
    after = {"do": "after_damage", "effects": [{"do": "gain_cp", "amount": 5}]}
    strike = offence("strike", {"do": "damage", "amount": 7}, after)
    table = three({"health": 4}, {}, {}, abilities=[strike, thorns], dice=[NOTHING, (1,)])
    table.attack("strike").answer(1).defend("thorns")
    while table.active == 0:
        table.skip()

    assert (table.health, table.cp[0]) == ((0, 28, 35), 3)
    assert "main_2" not in [event.phase for event in table.events(PhaseBegan)]
    assert not any(rolled.faces for rolled in table.game.state.rolls.values())


def test_the_thorns_of_a_defence_reach_the_attacker_and_not_another_opponent() -> None:
    thorns = defence("thorns", {"do": "damage", "amount": 2}, {"do": "inflict", "status": "curse"})
    table = three(abilities=[CUT, thorns], dice=[NOTHING, (1,)]).attack("cut").answer(2).defend("thorns").settle()

    assert (table.health, table.tokens(0)) == ((33, 35, 28), {"curse": 1})


ZAP = card("zap", {"do": "damage", "amount": 3, "type": "pure", "to": {"choose": "opponent"}}, kind="instant")


@rule("field.elimination")
@rule("3.6.trigger", 1)
@pytest.mark.parametrize(("active", "target"), [(0, 1), (1, 0)])
def test_a_target_that_dies_before_the_attack_lands_is_not_attacked(active: int, target: int) -> None:
    seats: list[Any] = [{}, {}, {}]
    seats[active], seats[target] = {"hand": ("zap",)}, {"health": 3}
    table = three(*seats, abilities=[BOTH], cards=[ZAP], active=active)
    table.attack("both").until("target").answer(target)
    table.until(window="target determined").play("zap").answer(target).settle()

    assert [event.player for event in table.events(PlayerDefeated)] == [target]
    assert "defensive_roll" not in [event.phase for event in table.events(PhaseBegan)]
    assert (table.health[target], table.tokens(target), table.active) == (0, {}, active)
    assert sum(table.health) == 70


@rule("field.elimination")
@rule("3.6.trigger", 1)
def test_who_dies_of_the_ability_itself_attacks_nobody() -> None:
    burst = {"do": "damage", "amount": 2, "type": "collateral", "to": "self"}
    table = three({"health": 2}, abilities=[offence("burst", burst, {"do": "damage", "amount": 7})]).attack("burst")
    while table.active == 0:
        assert table.asked not in ("target", "defence")
        table.skip()

    assert table.health == (0, 35, 35)
    assert "targeting_roll" not in [event.phase for event in table.events(PhaseBegan)]


@rule("3.5.king-of-the-hill", 2)
def test_who_dies_before_the_target_is_named_cannot_be_named() -> None:
    table = three({"hand": ("zap",)}, {"health": 3}, {}, cards=[ZAP]).until("announce").answer("cut")
    table.until(window="ability activated").play("zap").answer(1).until("defence")

    assert (table.player, [event.target for event in table.events(TargetChosen)]) == (2, [2])


def test_an_extra_phase_against_someone_who_is_out_lapses() -> None:
    again = {"do": "extra_phase", "by": "self", "against": "target"}
    strike = offence("strike", {"do": "damage", "amount": 7}, again)
    table = three({}, {"health": 7}, {}, abilities=[strike]).attack("strike").answer(1).defend(None).settle()

    assert (table.health, table.active) == ((35, 0, 35), 0)
    assert [event.phase for event in table.events(PhaseBegan)].count("offensive_roll") == 1


def test_an_extra_phase_against_someone_takes_place_when_another_falls_meanwhile() -> None:
    again = {"do": "extra_phase", "by": "self", "against": "target"}
    splash = {"do": "damage", "amount": 3, "type": "collateral", "to": "each_opponent"}
    strike = offence("strike", {"do": "damage", "amount": 7}, again, {"do": "then"}, splash)
    table = three({}, {}, {"health": 3}, abilities=[strike]).attack("strike").answer(1).defend(None)
    table.until("keep_or_reroll")

    assert (table.health, table.player) == ((35, 25, 0), 0)
    assert [event.phase for event in table.events(PhaseBegan)].count("offensive_roll") == 2


@rule("note.draw")
def test_two_of_three_at_0_together_leave_a_winner() -> None:
    shower = offence("shower", SHOWER)
    table = three({}, {"health": 3}, {"health": 2}, abilities=[shower]).until("announce").answer("shower")

    assert (table.settle().outcome, table.health) == (((0,), "last standing"), (35, 0, 0))


@rule("note.draw")
@rule("3.6.step-6", 2)
def test_the_game_is_a_draw_only_when_nobody_is_left() -> None:
    """The first two take each other down: the third wins, unless the third goes down with them."""
    storm = offence("storm", {"do": "damage", "amount": 4, "type": "collateral", "to": "each_player"})
    for health, winners, reason in (((4, 3, 9), (2,), "last standing"), ((4, 3, 2), (), "draw")):
        table = with_health(*health, abilities=[storm]).until("announce").answer("storm").settle()
        assert table.outcome == (winners, reason)


@rule("9.2.leader", 1)
def test_when_the_leader_is_out_the_next_one_leads() -> None:
    assert leaders(lost(0, health=(9, 5, 4)).game) == (1,)


# More than three --------------------------------------------------------------------------------------------


@rule("9.3.variants")
@pytest.mark.parametrize("count", [4, 5, 6])
def test_four_to_six_play_by_the_rules_of_three(count: int) -> None:
    """The rulebook points elsewhere for them; what it says about three is carried on."""
    rules = invent([CUT])
    table = sit(rules=rules, heroes=party(count), mode="free_for_all").attack("cut")

    assert (table.asked, table.options) == ("target", list(range(1, count)))
    assert table.health == (35,) * count
    table.answer(count - 1)
    assert "9.2.reward" in table.why(CardsDrawn).rules


@rule("10.2.order")
def test_windows_go_round_clockwise_from_the_active_player() -> None:
    hand = {"hand": ("getting-paid",)}
    rules = invent([CUT])
    table = sit(*[hand] * 5, rules=rules, heroes=party(5), active=3)
    asked = []
    while table.window == "end of upkeep":
        asked.append(table.player)
        table.skip()

    assert asked == [3, 4, 0, 1, 2]


@rule("10.2.interfere")
def test_after_a_card_everyone_is_asked_again_until_all_have_passed() -> None:
    hand = {"hand": ("getting-paid",)}
    table = three(hand, hand, hand).until(window="end of upkeep", player=1).play("getting-paid")
    asked = []
    while table.window == "end of upkeep":
        asked.append(table.player)
        table.skip()

    assert asked == [2, 0]  # clockwise from whoever played
    assert [event.player for event in table.events(CardPlayed)] == [1]


def test_the_target_of_a_card_is_named_where_there_are_several_opponents() -> None:
    hits = ({"do": "gain_cp", "amount": 1}, {"do": "damage", "amount": 2}, {"do": "inflict", "status": "curse"})
    dart = card("dart", *hits)
    table = three({"hand": ("dart",)}, cards=[dart]).until(window="main actions").play("dart")

    assert (table.asked, table.options) == ("choose_player", [1, 2])
    table.answer(2).until("keep_or_reroll")
    assert (table.tokens(2), table.health, table.cp[0]) == ({"curse": 1}, (35, 35, 33), 4)


def test_the_target_of_an_attack_that_is_over_is_nobodys_target_any_more() -> None:
    dart = card("dart", {"do": "inflict", "status": "curse"})
    table = three({"hand": ("dart",)}, cards=[dart]).attack("cut").until("target").answer(1).defend(None)
    table.until(window="main actions", phase="main_2").play("dart")

    assert (table.asked, table.options) == ("choose_player", [1, 2])


def test_a_game_of_teams_can_be_begun_from_a_file_of_its_own_header() -> None:
    game = new_game("dice_throne", {"mode": "teams", "seating": "same side"}, seed=1)

    assert new_game("dice_throne", game.header.setup, seed=1).digest() == game.digest()


@rule("11.collateral", 1)
@rule("7.3.table-collateral")
@rule("note.collateral-target")
@rule("7.3.special-targeting")
@rule("7.1.collateral", 2, 7)
def test_collateral_damage_never_uses_the_target_of_the_attack() -> None:
    """Whoever uses the ability names who is hit, before and apart from the target of the Attack."""
    spill = {"do": "damage", "amount": 2, "type": "collateral"}
    table = three(abilities=[offence("splash", {"do": "damage", "amount": 7}, spill)]).attack("splash")

    assert (table.asked, table.options) == ("choose_player", [1, 2])
    table.answer(2).until("target").answer(1).defend(None).settle()
    assert table.health == (35, 28, 33)


def test_what_depends_on_the_target_waits_until_there_is_one() -> None:
    worse = {"do": "damage", "amount": {"tokens": "curse", "of": "target", "times": 3, "plus": 1}}
    table = three({}, {"tokens": {"curse": 1}}, {"tokens": {"curse": 2}}, abilities=[offence("judge", worse)])

    assert table.attack("judge").answer(2).defend(None).settle().health == (35, 35, 28)


def test_an_ability_that_is_only_collateral_damage_needs_no_target() -> None:
    table = three(abilities=[offence("shower", SHOWER)]).attack("shower")

    assert (table.phase, table.health) == ("main_2", (35, 32, 32))
