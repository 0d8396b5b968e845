"""Chapter 8 and the vocabulary: what each word of an effect does."""

from typing import Any

import pytest

from rulewright import SetupError, new_game
from rulewright.problems import ContentError
from rulewright_dice_throne.events.attack import AttackCancelled, EffectDeferred
from rulewright_dice_throne.events.cards import CardPutAway, CardsDrawn, CpGained
from rulewright_dice_throne.events.damage import DamageDealt
from rulewright_dice_throne.events.dice import EffectDiceRolled
from rulewright_dice_throne.events.phases import PhaseBegan, SkipOrdered
from rulewright_dice_throne.events.status_effects import InflictionUndone, StatusGained, StatusInflicted

from .table import IDLE, NOTHING, Table, card, defence, invent, offence, passive, rule, sit, status

HEROES = ("tester", "tester")
CUT = offence("cut", {"do": "damage", "amount": 5})


def play(
    *effects: Any, dice: Any = (), cards: Any = (), statuses: Any = (), seat: Any = None, other: Any = None
) -> Table:
    """A tester with a main phase card of these effects, played in the main phase of turn 2 with 3 CP."""
    rules = invent([CUT], [card("test", *effects)], statuses)
    table = sit({"hand": ("test",), **(seat or {})}, other, rules=rules, heroes=HEROES, dice=dice, cards=cards)
    return table.until(window="main actions").play("test")


# 8.1 to 8.4 -------------------------------------------------------------------------------------------------

ROLL: Any = {"do": "roll", "dice": 2, "then": [{"do": "gain_cp", "amount": "roll"}]}


@rule("8.1.roll", 1)
def test_dice_are_rolled_at_once_and_the_text_goes_on() -> None:
    table = play(ROLL, dice=[(2, 3)])

    assert table.events(EffectDiceRolled)[-1].faces == (2, 3)
    assert table.cp[0] == 3 + 5


@rule("8.1.roll", 2)
def test_an_effect_roll_is_made_once_and_uses_no_attempt() -> None:
    """Overpower rolls three dice in the middle of the Offensive Roll Phase, after all attempts."""
    table = sit(heroes=("barbarian", "gunslinger"), dice=[NOTHING, NOTHING, (1, 1, 2, 6, 6), (4, 5, 6)])
    for _ in range(2):
        table.until("keep_or_reroll").answer((0, 1, 2, 3, 4))
    table.attack("overpower")

    assert table.game.state.attack[0].parts == (("normal", 15),)
    assert table.game.state.rolls[0].attempts == 3
    assert table.game.state.rolls[0].faces == (1, 1, 2, 6, 6)


@rule("8.1.roll", 1)
def test_no_dice_are_no_roll() -> None:
    """A die for each token that one does not hold: nobody is asked for dice, and the text goes on."""
    gain = {"do": "gain_cp", "amount": {"value": "roll", "plus": 1}}
    effect = {"do": "roll", "dice": {"tokens": "evasive"}, "then": [gain]}

    assert play(effect).cp[0] == 3 + 1


@rule("8.2.on-symbol")
@pytest.mark.parametrize(
    ("faces", "cp"), [((1, 4, 4), 2), ((1, 1, 1), 2), ((4, 4, 5), 0), ((6, 6, 1), 6), ((5, 6, 4), 4)]
)
def test_a_symbol_gives_its_benefit_once_if_it_shows_at_all(faces: tuple[int, ...], cp: int) -> None:
    on = {"sword": [{"do": "gain_cp", "amount": 2}], "6": [{"do": "gain_cp", "amount": 4}]}
    effect = {"do": "roll", "dice": 3, "on": on}

    assert play(effect, dice=[faces]).cp[0] == 3 + cp


def test_otherwise_follows_if_no_branch_did() -> None:
    effect = {"do": "roll", "on": {"1-2": [{"do": "gain_cp", "amount": 2}]}, "otherwise": [{"do": "draw", "amount": 2}]}

    assert (play(effect, dice=[(2,)]).cp[0], len(play(effect, dice=[(3,)]).hand(0))) == (5, 3)


@rule("8.2.on-symbol", 2)
@rule("8.3.multiplier")
@pytest.mark.parametrize(("faces", "damage"), [((1, 2, 3), 12), ((1, 4, 4), 4), ((4, 5, 6), 0)])
def test_a_multiplier_counts_every_symbol(faces: tuple[int, ...], damage: int) -> None:
    """4 x [sword]: with three swords 12."""
    effect = {"do": "roll", "dice": 3, "then": [{"do": "heal", "amount": {"per": "sword", "times": 4}}]}
    table = play(effect, dice=[faces], seat={"health": 20})

    assert table.until("keep_or_reroll").health[0] == 20 + damage


@rule("8.4.or")
def test_of_options_exactly_one_is_picked() -> None:
    options = [{"effects": [{"do": "gain_cp", "amount": 2}]}, {"effects": [{"do": "draw", "amount": 2}]}]
    table = play({"do": "choose", "options": options})
    assert (table.asked, table.options) == ("choose_option", [0, 1])
    with table.refused(rule="8.4.or"):
        table.answer((0, 1))
    table.answer(1)

    assert (table.cp[0], len(table.hand(0))) == (3, 3)


@rule("8.4.or")
@pytest.mark.parametrize(("by", "player"), [("self", 0), ({"choose": "opponent"}, 1)])
@pytest.mark.parametrize(("picked", "cp", "cards"), [(0, 5, 1), (1, 3, 3)])
def test_who_is_named_picks_one_of_the_options_for_whose_effect_it_is(
    by: Any, player: int, picked: int, cp: int, cards: int
) -> None:
    options = [{"effects": [{"do": "gain_cp", "amount": 2}]}, {"effects": [{"do": "draw", "amount": 2}]}]
    table = play({"do": "choose", "by": by, "options": options})
    assert (table.asked, table.player) == ("choose_option", player)
    table.answer(picked)

    assert (table.cp, len(table.hand(0))) == ((cp, 2), cards)


@rule("8.4.or")
@pytest.mark.parametrize(("by", "player"), [("self", 0), ({"choose": "opponent"}, 1)])
@pytest.mark.parametrize(("answer", "cp"), [(True, 5), (False, 3)])
def test_what_a_player_may_do_is_done_or_left(by: Any, player: int, answer: bool, cp: int) -> None:
    table = play({"do": "may", "by": by, "effects": [{"do": "gain_cp", "amount": 2}]})
    assert (table.asked, table.player) == ("may", player)

    assert table.answer(answer).cp == (cp, 2)


@rule("8.4.or")
@pytest.mark.parametrize(("own", "offered"), [({}, False), ({"evasive": 1}, True)])
@pytest.mark.parametrize("verb", ["choose", "may"])
def test_options_are_offered_where_one_of_them_finds_something(verb: str, own: dict[str, int], offered: bool) -> None:
    shed = {"do": "remove_status", "status": "evasive", "of": "self"}
    heals = {"do": "prevent", "amount": 2}
    text = {"do": "choose", "options": [{"effects": [shed]}, {"effects": [heals]}]}
    rules = invent([CUT], [card("test", text if verb == "choose" else {"do": "may", "effects": [shed]})])
    table = sit({"hand": ("test", "getting-paid"), "tokens": own}, rules=rules, heroes=HEROES)

    assert ("test" in table.until(window="main actions").offered("play")) is offered


@rule("note.spend-windows")
@rule("8.5.then")
def test_at_then_players_may_play_instants_or_spend_tokens_and_the_effect_goes_on() -> None:
    use = {"windows": ["any_time"], "effects": [{"do": "gain_cp", "amount": 1}]}
    luck = status("luck", kind="spendable", uses=[use])
    table = play(
        {"do": "gain_cp", "amount": 1}, {"do": "then"}, {"do": "draw", "amount": 2}, statuses=[luck],
        seat={"tokens": {"luck": 1}}, other={"hand": ("double-up", "six-it"), "cp": 5},
    )  # fmt: skip
    assert (table.window, table.player, table.offered("spend")) == ("then", 0, ["luck"])
    table.spend("luck")
    assert (table.window, table.player, table.offered("play")) == ("then", 1, ["double-up"])
    table.play("double-up")

    assert len(table.hand(0)) == 3
    assert table.window == "main actions"


@rule("8.5.then", 2)
def test_at_a_then_of_a_roll_phase_roll_cards_apply() -> None:
    """Bounty Hunter: Bounty, then damage. Between the two the attacker may play a roll card."""
    table = sit({"cp": 5, "hand": ("eat-lead",)}, dice=[(1, 1, 6, 6, 4), (4, 4, 4, 4, 4)]).attack("bounty-hunter")
    table.until(window="then")

    assert table.tokens(1) == {"bounty": 1}
    assert table.offered("play") == ["eat-lead"]


def order_of(table: Table, *kinds: Any) -> list[Any]:
    """Events of these kinds in the order in which they happened."""
    return [type(entry.event) for entry in table.game.log if type(entry.event) in kinds]


WAITING: Any = {"do": "inflict", "status": "knockdown"}, {"do": "damage", "amount": 3}
BREAK = {"do": "then"}
EXTRA: Any = {"do": "gain", "status": "evasive"}


@rule("8.5.then", 3)
@pytest.mark.parametrize("text", [(WAITING[0], BREAK, EXTRA), (WAITING[0], BREAK, BREAK, EXTRA)])
def test_what_follows_a_then_waits_with_what_precedes_it(text: Any) -> None:
    """Inflict Knockdown, then gain Evasive: the token of one's own does not come before the break."""
    rules = invent([offence("cut", *text, WAITING[1])])
    table = sit({"hand": ("double-up",)}, rules=rules, heroes=HEROES, dice=[NOTHING]).attack("cut")
    table.until(window="then")
    assert (table.phase, table.tokens(0), table.tokens(1)) == ("defensive_roll", {}, {"knockdown": 1})
    table.settle()

    assert table.tokens(0) == {"evasive": 1}
    assert table.health == (50, 47)


@rule("8.5.then", 3)
def test_what_precedes_a_then_and_needs_no_target_happens_at_once() -> None:
    rules = invent([offence("cut", EXTRA, *WAITING)])
    table = sit({"hand": ("double-up",)}, rules=rules, heroes=HEROES, dice=[NOTHING]).attack("cut")

    assert (table.phase, table.tokens(0)) == ("offensive_roll", {"evasive": 1})


@rule("3.4.step-4", 2)
def test_what_needs_no_target_does_not_wait_for_what_stands_before_it() -> None:
    rules = invent([offence("cut", WAITING[0], EXTRA, WAITING[1])])
    table = sit({"hand": ("double-up",)}, rules=rules, heroes=HEROES, dice=[NOTHING]).attack("cut")

    assert (table.phase, table.tokens(0), table.tokens(1)) == ("offensive_roll", {"evasive": 1}, {})


@rule("11.additionally")
@pytest.mark.parametrize("first", [True, False])
def test_what_is_said_additionally_waits_for_all_else_that_the_ability_says(first: bool) -> None:
    """The token of one's own comes after the one inflicted, wherever the text has it."""
    more = {"do": "additionally", "effects": [EXTRA]}
    text = (more, *WAITING) if first else (*WAITING, more)
    table = sit(rules=invent([offence("cut", *text)]), heroes=HEROES, dice=[NOTHING]).attack("cut").settle()

    assert order_of(table, StatusInflicted, StatusGained) == [StatusInflicted, StatusGained]


@rule("note.double-8.5")
@rule("8.5.then", 1, 2, 3)
def test_a_then_of_an_ability_that_waits_for_nothing_breaks_off_in_step_4() -> None:
    rest = offence("rest", EXTRA, BREAK, {"do": "gain_cp", "amount": 4})
    table = sit({"hand": ("double-up",)}, rules=invent([rest]), heroes=HEROES, dice=[NOTHING]).attack("rest")
    assert (table.window, table.phase, table.tokens(0), table.cp[0]) == ("then", "offensive_roll", {"evasive": 1}, 3)

    assert table.play("double-up").settle().cp[0] == 3 - 1 + 4


@rule("8.5.then", 1, 3)
def test_a_then_of_something_else_breaks_off_though_a_part_of_the_ability_waits() -> None:
    rush = passive("rush", {"when": "ability_activated", "effects": [EXTRA, BREAK, {"do": "gain_cp", "amount": 4}]})
    rules = invent([offence("cut", *WAITING), rush])
    table = sit({"hand": ("double-up",)}, rules=rules, heroes=HEROES, dice=[NOTHING]).attack("cut")
    assert (table.window, table.phase, table.tokens(0), table.cp[0]) == ("then", "offensive_roll", {"evasive": 1}, 3)

    assert table.skip().cp[0] == 3 + 4


@rule("11.additionally")
def test_two_things_said_additionally_by_an_ability_come_in_their_order() -> None:
    more = [{"do": "additionally", "effects": [effect]} for effect in ({"do": "gain_cp", "amount": 1}, EXTRA)]
    table = sit(rules=invent([offence("rest", *more, {"do": "draw"})]), heroes=HEROES, dice=[NOTHING]).attack("rest")

    assert order_of(table, CardsDrawn, CpGained, StatusGained)[-3:] == [CardsDrawn, CpGained, StatusGained]


@rule("11.additionally")
@rule("field.deck", 3)
def test_two_things_said_additionally_come_in_their_order() -> None:
    more = [{"do": "additionally", "effects": [effect]} for effect in ({"do": "gain_cp", "amount": 1}, EXTRA)]
    table = play(*more, {"do": "draw"})

    assert order_of(table, CpGained, StatusGained, CardPutAway)[-3:] == [CpGained, StatusGained, CardPutAway]
    assert table.discards(0) == ["test"]


@pytest.mark.parametrize("later", [False, True])
def test_what_was_paid_counts_for_what_waits(later: bool) -> None:
    """Pay any CP: a token for each CP, on the target, or on oneself after the damage."""
    tokens = {"do": "gain" if later else "inflict", "status": "evasive", "amount": "paid"}
    bought = {"do": "after_damage", "effects": [tokens]} if later else tokens
    cut = offence("cut", {"do": "pay", "cost": {"cp": "any"}, "then": [bought]}, {"do": "damage", "amount": 3})
    table = sit(rules=invent([cut]), heroes=HEROES, dice=[NOTHING]).until("announce").answer("cut")
    table.until("how_many").answer(2).settle()

    assert (table.tokens(0 if later else 1), table.cp[0]) == ({"evasive": 2}, 1)


@rule("6.1.remove")
@pytest.mark.parametrize(
    ("amount", "left", "cp"), [("all", {}, 3 + 3), (1, {"evasive": 2}, 3 + 1), (2, {"evasive": 1}, 3 + 2)]
)
def test_what_was_removed_counts(amount: Any, left: dict[str, int], cp: int) -> None:
    away = {"do": "remove_status", "status": "evasive", "amount": amount, "of": "self"}
    table = play(away, {"do": "gain_cp", "amount": "removed"}, seat={"tokens": {"evasive": 3}})

    assert (table.tokens(0), table.cp[0]) == (left, cp)


@pytest.mark.parametrize(
    ("own", "other", "transferable", "offered"),
    [
        ({}, {"luck": 1}, True, True),
        ({}, {"luck": 1}, False, False),
        ({}, {"evasive": 1}, True, False),
        ({"luck": 1}, {}, True, False),
    ],
)
def test_a_card_that_takes_a_token_is_offered_where_there_is_one_to_take(
    own: dict[str, int], other: dict[str, int], transferable: bool, offered: bool
) -> None:
    luck = status("luck", kind="spendable", uses=[USE], transferable=transferable)
    take = {"do": "transfer_status", "status": "luck", "of": {"choose": "opponent"}, "to": "self"}
    rules = invent([CUT], [card("take", take)], [luck])
    table = sit({"hand": ("take", "getting-paid"), "tokens": own}, {"tokens": other}, rules=rules, heroes=HEROES)

    assert ("take" in table.until(window="main actions", player=0).offered("play")) is offered


def test_no_more_tokens_are_moved_than_there_are() -> None:
    take = {"do": "transfer_status", "amount": 3, "of": {"choose": "opponent"}, "to": "self"}
    table = play(take, other={"tokens": {"evasive": 2}})

    assert (table.tokens(0), table.tokens(1)) == ({"evasive": 2}, {})


@rule("3.6.step-4")
@pytest.mark.parametrize("spent", [False, True])
def test_a_defence_undoes_what_came_with_the_attack_and_is_still_there(spent: bool) -> None:
    """Not what the other opponent received, nor a token that has been spent meanwhile."""
    luck, pox = status("luck", kind="spendable", uses=[USE]), status("pox", forbids=["selling"])
    both: Any = [{"do": "inflict", "status": "luck"}, {"do": "inflict", "status": "pox", "to": {"choose": "opponent"}}]
    undo = defence("undo", {"do": "prevent_status", "amount": "all"})
    rules = invent([offence("cut", *both, {"do": "damage", "amount": 3}), undo], statuses=[luck, pox])
    table = sit(rules=rules, heroes=("tester",) * 3, dice=[NOTHING, (1,)]).until("announce").answer("cut")
    table.until("target").answer(1).until("choose_player").answer(2)
    if spent:
        table.until(window="effects inflicted", player=1).spend("luck")
    table.defend("undo").settle()

    assert [event.status for event in table.events(InflictionUndone)] == ([] if spent else ["luck"])
    assert (table.tokens(1), table.tokens(2)) == ({}, {"pox": 1})


USE: Any = {"windows": ["any_time"], "effects": [{"do": "gain_cp", "amount": 1}]}


@rule("3.6.step-1")
def test_dice_that_an_ability_has_rolled_count_for_what_waits() -> None:
    """One die in step 4: this many tokens for the target in the Defensive Roll Phase."""
    curse = status("curse", limit=6, forbids=["selling"])
    throw = {"do": "roll", "then": [{"do": "inflict", "status": "curse", "amount": "roll"}]}
    rules = invent([offence("cut", throw, {"do": "damage", "amount": 3})], statuses=[curse])
    table = sit(rules=rules, heroes=HEROES, dice=[NOTHING, (5,)]).attack("cut")

    assert table.until("defence").tokens(1) == {"curse": 5}


@rule("7.2.attack")
def test_damage_that_waits_is_cancelled_like_any_other() -> None:
    """What depends on the target is unknown when the Attack is to deal no damage; the token comes all the same."""
    judge = {"do": "damage", "amount": {"tokens": "evasive", "of": "target", "plus": 3}}
    haze = passive("haze", {"when": "ability_activated", "effects": [{"do": "cancel_attack", "what": "damage"}]})
    rules = invent([offence("cut", {"do": "inflict", "status": "knockdown"}, judge), haze])
    table = sit(rules=rules, heroes=("tester",) * 3, dice=[NOTHING]).attack("cut").until("target").answer(1)

    assert table.settle_undefended().health == (35, 35, 35)
    assert table.tokens(1) == {"knockdown": 1}
    assert "defensive_roll" not in [event.phase for event in table.events(PhaseBegan)]


@rule("7.2.attack")
def test_an_attack_that_is_cancelled_while_it_lands_deals_no_damage_any_more() -> None:
    """The token that lands first makes the Attack fail, before the damage that depends on the target is counted."""
    judge = {"do": "damage", "amount": {"tokens": "evasive", "of": "target", "plus": 3}}
    haze = passive("haze", {"when": "status_gained", "effects": [{"do": "cancel_attack", "what": "damage"}]})
    rules = invent([offence("cut", {"do": "inflict", "status": "knockdown"}, judge), haze])
    table = sit(rules=rules, heroes=("tester",) * 3, dice=[NOTHING]).attack("cut").until("target").answer(1)

    assert table.settle_undefended().health == (35, 35, 35)
    assert table.tokens(1) == {"knockdown": 1}


def test_whom_an_ability_has_named_counts_for_what_waits() -> None:
    """The player whom collateral damage has hit in step 4 gets a token in the Defensive Roll Phase, not the target."""
    spill = {"do": "damage", "amount": 2, "type": "collateral", "to": {"choose": "opponent"}}
    text = (spill, WAITING[0], {"do": "inflict", "status": "evasive", "to": "chosen"}, WAITING[1])
    table = sit(rules=invent([offence("cut", *text)]), heroes=("tester",) * 3, dice=[NOTHING]).attack("cut")
    table.answer(2).until("target").answer(1).defend(None).settle()

    assert (table.health, table.tokens(1), table.tokens(2)) == ((35, 32, 33), {"knockdown": 1}, {"evasive": 1})


def test_the_question_of_a_transfer_says_from_whom_and_to_whom() -> None:
    table = (
        sit({"tokens": {"evasive": 1}}, {"tokens": {"evasive": 1}}, heroes=("barbarian",) * 3, dice=[NOTHING])
        .until(window="main actions")
        .play(IDLE)
    )
    assert (table.asked, table.options) == ("take_from", [0, 1])
    table.answer(1)
    assert (table.asked, table.options) == ("give_to", [0, 2])
    table.answer(2)

    assert (table.tokens(0), table.tokens(1), table.tokens(2)) == ({"evasive": 1}, {}, {"evasive": 1})


@rule("8.5b.steal")
@rule("note.double-8.5")
@pytest.mark.parametrize(("has", "stolen"), [(5, 3), (2, 2), (0, 0)])
def test_stealing_takes_what_is_there_and_gives_as_much(has: int, stolen: int) -> None:
    table = play({"do": "steal", "what": "cp", "amount": 3, "of": {"choose": "opponent"}}, other={"cp": has})

    assert table.cp == (3 + stolen, has - stolen)


STEAL: Any = {"do": "steal", "what": "health", "amount": 4}


@rule("8.5b.steal")
@pytest.mark.parametrize("times", [1, 2])
def test_health_is_stolen_at_the_end_of_the_phase(times: int) -> None:
    """Of 3 health no more than 3 is stolen, not by stealing twice either."""
    table = play(*[STEAL] * times, seat={"health": 30}, other={"health": 3})
    table.settle("offensive_roll")

    assert table.game.result is not None
    assert table.health == (33, 0)


@rule("8.5b.steal", 1)
def test_stolen_health_is_no_damage_so_that_nothing_prevents_it() -> None:
    rules = invent([offence("cut", STEAL, {"do": "damage", "amount": 3})])
    seats: Any = {"health": 30}, {"health": 30, "tokens": {"evasive": 1}}
    table = sit(*seats, rules=rules, heroes=HEROES, dice=[NOTHING, (1,)]).attack("cut").defend(None)
    table.until(window="last chance").spend("evasive").settle()

    assert table.health == (34, 26)


@rule("8.5b.steal", 1)
@rule("limits.cp", 2)
@rule("11.heal")
def test_who_steals_gets_no_more_than_the_cap_allows() -> None:
    cp = play({"do": "steal", "what": "cp", "amount": 4}, seat={"cp": 12}, other={"cp": 9})
    assert cp.cp == (15, 5)
    table = play(STEAL, seat={"health": 58}, other={"health": 20}).until(phase="offensive_roll")
    assert table.health == (60, 16)


def test_a_stolen_token_changes_hands() -> None:
    table = play({"do": "steal", "what": "status"}, other={"tokens": {"evasive": 1}})

    assert (table.tokens(0), table.tokens(1)) == ({"evasive": 1}, {})


@rule("11.additionally")
def test_additionally_comes_after_all_other_effects() -> None:
    table = play(
        {"do": "additionally", "effects": [{"do": "roll", "then": [{"do": "gain_cp", "amount": 1}]}]},
        {"do": "roll", "then": [{"do": "gain_cp", "amount": "roll"}]},
        dice=[(6,), (2,)],
    )

    assert table.cp[0] == 3 + 6 + 1


# Amounts and conditions -------------------------------------------------------------------------------------


@rule("field.rounding")
def test_half_of_an_amount_is_rounded_up_unless_the_text_says_otherwise() -> None:
    half = {"do": "roll", "then": [{"do": "gain_cp", "amount": {"half": "roll"}}]}
    down = {"do": "roll", "then": [{"do": "gain_cp", "amount": {"half": "roll", "round": "down"}}]}

    assert (play(half, dice=[(5,)]).cp[0], play(down, dice=[(5,)]).cp[0]) == (6, 5)


@pytest.mark.parametrize(
    ("amount", "cp"),
    [
        ({"tokens": "evasive", "times": 2}, 4),
        ({"value": "own_hand", "plus": 1}, 2),
        ({"sum": [1, {"limit_of": "evasive"}]}, 4),
        ({"value": "own_health", "times": 1, "at_most": 5}, 5),
        ({"value": "target_health", "at_most": 6}, 6),
        ("own_cp", 3),
        ("own_tokens", 2),
        ({"value": "own_start_health", "plus": -45}, 5),
        ("target_deck", 8),
    ],
)
def test_amounts(amount: Any, cp: int) -> None:
    assert play({"do": "gain_cp", "amount": amount}, seat={"tokens": {"evasive": 2}}).cp[0] == 3 + cp


@pytest.mark.parametrize(
    ("test", "holds"),
    [
        ({"amount": "own_cp", "at_least": 3}, True),
        ({"amount": "own_cp", "at_most": 2}, False),
        ({"has": "evasive", "at_least": 2}, True),
        ({"has": "evasive", "of": "each_opponent"}, False),
        ({"turn": "own"}, True),
        ({"turn": "other"}, False),
        ({"phase": ["main_1", "main_2"]}, True),
        ({"start_player": True}, True),
        ({"attack": "any"}, False),
        ({"ability": "cut", "level": 2}, False),
        ({"all": [{"turn": "own"}, {"start_player": True}]}, True),
        ({"any": [{"turn": "other"}, {"start_player": True}]}, True),
        ({"none": [{"turn": "own"}]}, False),
    ],
)
def test_conditions(test: Any, holds: bool) -> None:
    lose = {"do": "lose_cp", "amount": 1, "to": "self"}
    effect = {"do": "if", "test": test, "then": [{"do": "gain_cp", "amount": 2}], "otherwise": [lose]}
    table = play(effect, seat={"tokens": {"evasive": 2}})

    assert table.cp[0] == (5 if holds else 2)


# Costs and choices ------------------------------------------------------------------------------------------

PAY: Any = {
    "do": "pay",
    "cost": {"cp": 2},
    "then": [{"do": "draw", "amount": 3}],
    "otherwise": [{"do": "gain_cp", "amount": 4}],
}


@pytest.mark.parametrize(("answer", "cp", "cards"), [(True, 1, 4), (False, 7, 1)])
def test_a_player_may_pay(answer: bool, cp: int, cards: int) -> None:
    table = play(PAY)
    assert (table.asked, table.options) == ("pay", [True, False])
    table.answer(answer)

    assert (table.cp[0], len(table.hand(0))) == (cp, cards)


def test_who_cannot_pay_is_not_asked() -> None:
    assert play(PAY, seat={"cp": 0}).cp[0] == 5


def test_any_number_of_cp_may_be_paid() -> None:
    table = play({"do": "pay", "cost": {"cp": "any"}, "then": [{"do": "draw", "amount": "paid"}]})
    table.answer(2)

    assert (table.cp[0], len(table.hand(0))) == (1, 3)


def test_cards_and_tokens_may_be_a_cost() -> None:
    effect = {"do": "pay", "cost": {"status": "evasive", "cards": 1}, "then": [{"do": "gain_cp", "amount": 5}]}
    table = play(effect, seat={"tokens": {"evasive": 1}, "hand": ("test", "so-wild")}).answer(True)
    table.answer("so-wild")

    assert table.cp[0] == 8
    assert table.tokens(0) == {}
    assert "so-wild" in table.discards(0)


@pytest.mark.parametrize(
    "effect",
    [
        {"do": "lose_cp", "to": "self"},
        {"do": "gain_cp"},
        {"do": "steal", "what": "cp", "of": {"choose": "opponent"}},
        {"do": "gain", "status": "evasive"},
        {"do": "fewer_rolls", "to": "self"},
    ],
)
def test_what_is_counted_below_nothing_is_nothing(effect: dict[str, Any]) -> None:
    """Nobody loses CP less than none, which would be to gain some."""
    nothing, less = (play({**effect, "amount": {"value": "own_cp", "plus": plus}}).game.state for plus in (-3, -5))

    assert less.digest() == nothing.digest()


def test_may_leaves_it_to_the_player() -> None:
    effect = {"do": "may", "effects": [{"do": "lose_cp", "amount": 1, "to": "self"}]}

    assert (play(effect).answer(False).cp[0], play(effect).answer(True).cp[0]) == (3, 2)


def test_a_discard_is_chosen_or_random_and_gives_no_cp() -> None:
    table = play({"do": "discard", "of": {"choose": "opponent"}}, other={"hand": ("so-wild", "six-it")})
    assert (table.asked, table.player) == ("discard", 1)
    table.answer("six-it")
    assert (table.hand(1), table.cp[1]) == (["so-wild"], 2)

    table = play(
        {"do": "discard", "of": {"choose": "opponent"}, "how": "random"},
        other={"hand": ("so-wild", "six-it")}, cards=[("so-wild",)],
    )  # fmt: skip
    assert table.hand(1) == ["six-it"]


def three_with_a_strip(*tokens: dict[str, int], kind: str) -> Table:
    """Three testers; the first holds a card that takes all Evasive from the target."""
    strip = card("strip", {"do": "remove_status", "status": "evasive", "amount": "all", "of": "target"}, kind=kind)
    seats: list[Any] = [{"hand": ("strip",)}, *({"tokens": held} for held in tokens)]
    return sit(*seats, rules=invent([CUT], [strip]), heroes=("tester",) * 3, dice=[NOTHING])


@rule("7.3.special-targeting")
def test_a_card_without_a_target_is_offered_while_any_opponent_has_what_it_takes() -> None:
    table = three_with_a_strip({}, {"evasive": 2}, kind="main").until(window="main actions", player=0).play("strip")
    assert (table.asked, table.options) == ("choose_player", [1, 2])
    assert table.answer(2).tokens(2) == {}

    none = three_with_a_strip({}, {}, kind="main").until(window="main actions")
    assert none.offered("play") == []


def test_a_card_for_the_target_of_the_attack_is_offered_for_what_the_target_has() -> None:
    for holder in (1, 2):
        tokens = [{"evasive": 1} if seat == holder else {} for seat in (1, 2)]
        table = three_with_a_strip(*tokens, kind="instant").attack("cut").until("target").answer(1)
        offered = set()
        while table.asked != "defence":
            offered |= set(table.offered("play"))
            table.skip()
        assert offered == ({"strip"} if holder == 1 else set())


# Dice -------------------------------------------------------------------------------------------------------


def altering(*effects: Any, dice: Any, player: int = 0) -> Table:
    """A roll card with these effects in someone's hand, after the first roll of the tester in seat 0."""
    rules = invent([CUT], [card("twist", *effects, kind="roll")])
    seats: list[Any] = [{}, {}]
    seats[player] = {"hand": ("twist",)}
    table = sit(seats[0], seats[1], rules=rules, heroes=HEROES, dice=dice)
    return table.until(window="dice rolled", player=player).play("twist")


def test_a_die_is_turned_up_or_down_within_1_to_6() -> None:
    table = altering({"do": "change_die", "by": 1}, dice=[(1, 6, 3, 3, 3)])
    table.answer((0, 0))
    assert table.dice[0] == 2

    table = altering({"do": "change_die", "by": 1}, dice=[(1, 6, 3, 3, 3)]).answer((0, 2))
    assert (table.asked, table.options) == ("choose_value", [2, 4])
    with table.refused(rule="10.2.interfere"):
        table.answer(3)


def test_a_die_copies_another_of_the_same_dice() -> None:
    table = altering({"do": "change_die", "whose": "own", "to": "copy"}, dice=[(1, 6, 3, 3, 3)]).answer((0, 0))
    assert table.options == [3, 6]
    table.answer(6)

    assert table.dice == (6, 6, 3, 3, 3)


def test_several_dice_are_different_ones() -> None:
    table = altering({"do": "change_die", "count": 2, "to": 5}, dice=[(5, 5, 3, 3, 1)])
    assert table.options == [(0, 2), (0, 3), (0, 4)]
    table.answer((0, 2))
    assert table.options == [(0, 3), (0, 4)]
    table.answer((0, 4))

    assert table.dice == (5, 5, 5, 3, 5)


def test_dice_are_rerolled_one_by_one_or_together() -> None:
    one_by_one = {"do": "reroll", "count": 2, "one_by_one": True}
    table = altering(one_by_one, dice=[NOTHING, (3,), (4,)]).answer((0, 0), (0, 0))
    assert table.dice == (4, 2, 4, 5, 6)

    together = {"do": "reroll", "whose": "opponent", "count": 2, "up_to": False}
    table = altering(together, dice=[NOTHING, (6, 6)], player=1)
    with table.refused(rule="10.2.interfere"):
        table.answer(((0, 0),))
    table.answer(((0, 0), (0, 1)))
    assert table.dice == (6, 6, 4, 5, 6)


def test_fewer_roll_attempts() -> None:
    effects = [{"do": "fewer_rolls"}, {"do": "remove_status", "status": "daze"}]
    daze = status("daze", triggers=[{"when": "before_offensive_roll", "effects": effects}])
    rules = invent([CUT], statuses=[daze])
    table = sit({"tokens": {"daze": 1}}, rules=rules, heroes=HEROES, dice=[NOTHING, (1,)])
    table.until("keep_or_reroll").answer((0,))

    assert table.asked == "announce"
    assert table.tokens(0) == {}


# The Attack -------------------------------------------------------------------------------------------------


def test_an_attack_is_made_undefendable() -> None:
    rules = invent([offence("cut", {"do": "damage", "amount": 5}, {"do": "undefendable"})])
    table = sit(rules=rules, heroes=HEROES, dice=[NOTHING]).attack("cut").settle_undefended()

    assert table.health == (50, 45)
    assert table.events(DamageDealt)[-1].amount == 5


@pytest.mark.parametrize(("what", "tokens"), [("damage", {"concussion": 1}), ("everything", {})])
def test_an_ability_fails(what: str, tokens: dict[str, int]) -> None:
    """Blind: on 1 or 2 the ability that is about to be activated does nothing, or deals no damage."""
    fail = {"do": "roll", "on": {"1-2": [{"do": "cancel_attack", "what": what}]}}
    blind = status("my-blind", triggers=[{"when": "ability_activated", "effects": [fail]}])
    strike = offence("strike", {"do": "inflict", "status": "concussion"}, {"do": "damage", "amount": 5})
    rules = invent([strike], statuses=[blind])
    table = sit({"tokens": {"my-blind": 1}}, rules=rules, heroes=HEROES, dice=[NOTHING, (2,)]).attack("strike").settle()

    assert table.events(AttackCancelled)
    assert table.health == (50, 50)
    assert table.tokens(1) == tokens


def test_tokens_that_the_attack_inflicted_are_kept_off() -> None:
    """Thick Skin II with two Lifes keeps one of the tokens off that came with the Attack."""
    seat = {"levels": {"thick-skin": 2}, "health": 30}
    table = sit({"levels": {"revolver": 2}}, seat, dice=[(1, 1, 1, 1, 6), (4, 4, 1, 6)]).attack("revolver")
    table.defend("thick-skin").settle()

    assert table.tokens(1) == {}
    assert table.events(InflictionUndone)[-1].status == "knockdown"
    assert table.health == (50, 30 - 5 + 4)


def test_effects_that_wait_for_the_target_keep_what_they_refer_to() -> None:
    """Overpower II inflicts Concussion for a roll of 10 or more, which was rolled a phase earlier."""
    seat = {"levels": {"overpower": 2}}
    table = sit(seat, heroes=("barbarian", "gunslinger"), dice=[(1, 1, 2, 6, 6), (4, 3, 3)]).attack("overpower")
    assert len(table.events(EffectDeferred)) == 1
    table.until("defence")

    assert table.tokens(1) == {"concussion": 1}


def test_a_watch_triggers_once_or_until_its_time_is_over() -> None:
    """Wild West! waits for a Reload of this Attack: its die is rolled again and the Attack gets 1 more."""
    seat = {"hand": ("wild-west",), "tokens": {"reload": 1}}
    table = sit(seat, dice=[(1, 1, 2, 4, 6), (1,), (6,), (2,)]).attack("revolver")
    table.play("wild-west").spend("reload").until("may").answer(True)
    assert table.game.state.attack[0].bonus == 1 + 3
    table.spend("reload")
    assert table.game.state.attack[0].bonus == 1 + 3 + 1

    assert not table.game.state.effects


def test_a_watch_that_is_optional_may_be_declined() -> None:
    """Wild West!: who keeps the die of the Reload gets nothing more."""
    seat = {"hand": ("wild-west",), "tokens": {"reload": 1}}
    table = sit(seat, dice=[(1, 1, 2, 4, 6), (5,)]).attack("revolver").play("wild-west").spend("reload")
    table.until("may").answer(False)

    assert table.game.state.attack[0].bonus == 3


def test_a_watch_that_nothing_triggered_ends_with_the_attack() -> None:
    seat = {"hand": ("wild-west",), "tokens": {"reload": 1}}
    table = sit(seat, dice=[(1, 1, 2, 4, 6)]).attack("revolver").play("wild-west")
    assert len(table.game.state.effects) == 1
    table.until("defence").answer(None).settle()

    assert not table.game.state.effects


def test_what_is_forbidden_is_forbidden_for_a_while() -> None:
    effect = {"do": "forbid", "what": ["cards", "selling"], "of": {"choose": "opponent"}, "until": "end_of_next_turn"}
    rules = invent([CUT], [card("hush", effect)])
    table = sit({"hand": ("hush",)}, {"hand": ("getting-paid",)}, rules=rules, heroes=HEROES)
    table.until(window="main actions").play("hush")
    while table.game.state.round[0].number < 4:
        assert table.player == 0 or (table.offered("play") == [] and table.offered("sell") == [])
        table.skip()

    table.until(player=1)
    assert table.offered("play") == ["getting-paid"]


def test_two_prohibitions_hold_side_by_side() -> None:
    hush, halt = (
        {"do": "forbid", "what": [what], "of": {"choose": "opponent"}, "until": "end_of_next_turn"}
        for what in ("cards", "selling")
    )
    rules = invent([CUT], [card("hush", hush), card("halt", halt)])
    table = sit({"hand": ("hush", "halt")}, {"hand": ("getting-paid",)}, rules=rules, heroes=HEROES, dice=[NOTHING])
    table.until(window="main actions").play("hush").play("halt")
    turns = set()
    while table.game.state.round[0].number < 4:
        turns.add(table.active)
        assert table.player == 0 or (table.offered("play"), table.offered("sell")) == ([], [])
        table.skip()

    assert turns == {0, 1}


# What is not played yet -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("abilities", "message"),
    [
        ([passive("odd", uses=[{"windows": ["defeated"], "effects": [{"do": "draw"}]}])], "'defeated'"),
        (
            [offence("odd", {"do": "roll", "by": "each_opponent", "then": [{"do": "draw"}]})],
            "'roll' is not for several",
        ),
        (
            [offence("odd", {"do": "contest", "tie": "win", "against": {"choose": "opponent", "count": 2}})],
            "'contest' is not for several",
        ),
        ([offence("odd", {"do": "skip_phase", "phase": "defensive_roll", "of": "target"})], "'defensive_roll'"),
    ],
)
def test_what_the_rules_cannot_play_yet_is_refused_by_name(abilities: Any, message: str) -> None:
    with pytest.raises(ContentError, match=message):
        invent([*abilities, defence("guard", {"do": "draw"})])


def test_a_hero_of_ones_own_must_be_known() -> None:
    with pytest.raises(SetupError, match="no hero 'tester'"):
        new_game("dice_throne", {"heroes": ["tester", "tester"]})


def test_a_skipped_phase_is_announced() -> None:
    table = sit({"hand": ("concuss",), "cp": 3}, heroes=("barbarian", "gunslinger")).until(window="main actions")
    table.play("concuss")
    while table.active == 0:
        table.skip()

    assert [(event.player, event.phase) for event in table.events(SkipOrdered)] == [(1, "income")]
    assert table.tokens(1).get("concussion") is None
