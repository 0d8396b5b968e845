"""Chapters 10.2 and 11: who comes first when several want to act, and what they may do to dice."""

from rulewright_dice_throne.events.attack import AttackDealt
from rulewright_dice_throne.events.cards import CpGained
from rulewright_dice_throne.events.dice import DiceRolledAgain, DieChanged
from rulewright_dice_throne.events.phases import PhaseBegan

from .table import NOTHING, card, invent, offence, passive, rule, sit, status

SWORDS = (1, 1, 2, 4, 6)
BARBARIAN_FIRST = ("barbarian", "gunslinger")


@rule("10.2.order")
def test_actions_at_the_same_moment_start_with_the_active_player_and_go_clockwise() -> None:
    hand = {"hand": ("getting-paid",)}
    for active in (0, 1):
        table = sit(hand, hand, active=active).until(window="end of upkeep")
        assert table.player == active
        table.skip()
        assert (table.window, table.player) == ("end of upkeep", 1 - active)


@rule("10.2.order")
def test_the_window_goes_on_until_all_pass() -> None:
    """Whoever passed may still answer what another player does."""
    first, second = {"hand": ("getting-paid",)}, {"hand": ("getting-paid",)}
    table = sit(first, second).until(window="end of upkeep")
    table.skip()
    table.play("getting-paid")
    assert (table.window, table.player) == ("end of upkeep", 0)
    table.play("getting-paid")

    assert table.cp[1] == 4
    assert table.window != "end of upkeep"


@rule("10.2.interfere")
def test_any_player_may_interfere_and_the_original_action_goes_on() -> None:
    """Overpower rolls 14; the defender turns a die down, and the Attack deals 13, which is no Concussion."""
    table = sit(
        second={"hand": ("tip-it", "so-wild"), "cp": 5},
        heroes=BARBARIAN_FIRST,
        dice=[(1, 1, 2, 6, 6), (5, 5, 4)],
    ).attack("overpower")
    assert (table.window, table.player) == ("effect rolled", 1)
    assert table.offered("play") == ["tip-it", "so-wild"]
    table.play("tip-it").answer((2, 0), 4).until("defence").answer(None).settle()

    assert table.health == (50, 37)
    assert table.tokens(1) == {}


@rule("10.2.interfere")
def test_cards_of_both_kinds_and_tokens_interfere_in_clockwise_order() -> None:
    """A die of an ability lies there: the active player comes first, then the others as they sit."""
    gamble = offence("gamble", {"do": "roll", "dice": 1, "then": [{"do": "gain_cp", "amount": "roll"}]})
    luck = status("luck", kind="spendable", uses=[{"windows": ["any_time"], "effects": [{"do": "draw"}]}])
    rules = invent([gamble], [card(kind, {"do": "draw"}, kind=kind) for kind in ("main", "roll", "instant")], [luck])
    seat = {"hand": ("main", "roll", "instant"), "tokens": {"luck": 1}}
    table = sit(seat, seat, seat, rules=rules, heroes=("tester",) * 3, active=1, dice=[NOTHING, (4,)])
    table.until("announce").answer("gamble").until(window="effect rolled")
    asked = []
    while table.window == "effect rolled":
        asked.append((table.player, table.offered("play"), table.offered("spend")))
        table.skip()

    assert asked == [(player, ["roll", "instant"], ["luck"]) for player in (1, 2, 0)]
    assert table.cp[1] == 2 + 1 + 4


@rule("10.2.example")
def test_the_gunslinger_wins_a_duel_that_she_was_losing() -> None:
    """She defends with Duel, rolls a 1, and loses to a 4; So Wild! turns her die into a 6, and she wins."""
    table = sit(second={"hand": ("so-wild",), "cp": 2}, heroes=BARBARIAN_FIRST, dice=[SWORDS, (1,), (4,)])
    table.attack("smack").defend("duel")
    table.until(window="defence rolled").skip()
    assert (table.window, table.player) == ("effect rolled", 1)
    table.play("so-wild").answer((1, 0), 6)

    assert table.asked == "choose_option"
    table.answer(1).settle()
    assert table.health == (50, 48)


def test_without_the_card_the_duel_is_lost() -> None:
    table = sit(heroes=BARBARIAN_FIRST, dice=[SWORDS, (1,), (4,)]).attack("smack").defend("duel").settle()

    assert table.health == (49, 46)


def test_the_attacker_may_turn_the_die_of_the_duel_too() -> None:
    table = sit({"hand": ("six-it",), "cp": 2}, heroes=BARBARIAN_FIRST, dice=[SWORDS, (5,), (4,)]).attack("smack")
    table.defend("duel").until(window="effect rolled", player=0).play("six-it").settle()

    assert table.health == (49, 46)


def test_on_a_tie_the_duel_is_lost() -> None:
    table = sit(heroes=BARBARIAN_FIRST, dice=[SWORDS, (4,), (4,)]).attack("smack").defend("duel").settle()

    assert table.health == (49, 46)


@rule("10.2.interfere", 1)
def test_dice_of_an_opponent_can_be_rolled_again() -> None:
    table = sit(second={"hand": ("helping-hand",), "cp": 1}, dice=[(1, 2, 3, 4, 5), (1,)]).until(
        window="dice rolled", player=1
    )
    table.play("helping-hand").answer((0, 4))

    assert table.dice == (1, 2, 3, 4, 1)
    rerolled = table.events(DiceRolledAgain)[-1]
    assert (rerolled.player, rerolled.by, rerolled.source) == (0, 1, "helping-hand")


@rule("11.roll-phase-end")
def test_what_acts_at_the_end_of_the_roll_phase_acts_just_before_main_phase_2() -> None:
    late = passive("late", {"when": "roll_phase_end", "effects": [{"do": "gain_cp", "amount": 1}]})
    rules = invent([offence("cut", {"do": "damage", "amount": 2}), late])
    table = sit(rules=rules, heroes=("tester", "barbarian"), dice=[NOTHING]).attack("cut").defend(None).settle()

    log = [entry.event for entry in table.game.log]
    gained = log.index(table.events(CpGained)[-1])
    assert log.index(table.events(AttackDealt)[0]) < gained < log.index(table.events(PhaseBegan)[-1])
    assert table.phase == "main_2"


@rule("field.dice", 5)
def test_a_turned_die_shows_another_symbol_too() -> None:
    rules = invent(
        [offence("shine", {"do": "damage", "amount": 2}, requires={"symbols": {"star": 2}})],
        [card("flip", {"do": "change_die", "to": 6}, kind="roll")],
    )
    table = sit({"hand": ("flip",)}, rules=rules, heroes=("tester", "barbarian"), dice=[NOTHING])
    table.until(window="dice rolled").play("flip").answer((0, 0))

    assert table.events(DieChanged)[-1].after == 6
    assert table.until("announce").options == ["shine", None]
