"""Chapter 5: upgrades, the three kinds of action cards, and interruptions."""

from typing import Any

import pytest

from rulewright_dice_throne.events.cards import CardPlayed, CardPutAway, CpLost
from rulewright_dice_throne.events.dice import DieChanged
from rulewright_dice_throne.state import PLAYED

from .table import IDLE, NOTHING, card, invent, offence, rule, sit, status

SWORDS = (1, 1, 2, 4, 6)
HEROES = ("tester", "tester")
CUT = offence("cut", {"do": "damage", "amount": 1})
BARBARIAN_FIRST = ("barbarian", "gunslinger")


# 5.1 --------------------------------------------------------------------------------------------------------


@rule("5.1.timing")
def test_an_upgrade_is_played_in_ones_own_main_phases_only() -> None:
    table = sit({"cp": 9, "hand": ("revolver-2",)}, {"cp": 9, "hand": ("smack-2", "getting-paid")})
    seen = set()
    while table.active == 0:
        if {"revolver-2", "smack-2"} & set(table.offered("play")):
            seen.add((table.player, table.phase))
        table.skip()

    assert seen == {(0, "main_1"), (0, "main_2")}


@rule("5.1.no-sell")
def test_an_upgrade_that_was_played_cannot_be_sold_any_more() -> None:
    table = sit({"hand": ("revolver-2", "so-wild")}).until(window="main actions").play("revolver-2")

    assert table.offered("sell") == ["so-wild", IDLE]
    with table.refused(rule="3.3.actions"):
        table.answer(("sell", "revolver-2"))
    assert "revolver-2" not in table.discards(0)


@rule("5.1.permanent")
@rule("3.3.play-upgrade")
def test_an_upgrade_holds_from_the_turn_in_which_it_was_played_to_the_end_of_the_game() -> None:
    """Revolver deals 3 damage with three bullets, Revolver II deals 4."""
    table = sit({"hand": ("revolver-2",)}, dice=[SWORDS, NOTHING, SWORDS, NOTHING, SWORDS])
    table.until(window="main actions").play("revolver-2")
    for left in (46, 42, 38):
        assert table.attack("revolver").defend(None).settle().health[1] == left


@rule("field.board", 6)
def test_an_upgrade_replaces_the_ability_and_may_bring_a_second_variant() -> None:
    table = sit({"hand": ("fan-the-hammer-2",)}, dice=[(4, 4, 6, 1, 1)]).until(window="main actions")
    table.play("fan-the-hammer-2").until("announce")

    assert "pistol-whip" in table.options
    assert sit(dice=[(4, 4, 6, 1, 1)]).until("keep_or_reroll").skip().asked != "announce"


@rule("5.1.cost")
def test_over_an_upgrade_only_the_difference_of_the_costs_is_paid() -> None:
    """Smack II costs 2, Smack III costs 3: on top of II it costs 1."""
    table = sit({"cp": 2, "hand": ("smack-2", "smack-3")}, heroes=BARBARIAN_FIRST).until(window="main actions")
    table.play("smack-2")
    assert table.cp[0] == 1
    table.play("smack-3")

    assert table.cp[0] == 0
    hero = table.game.state.heroes[0]
    assert hero.upgrades == ("smack-2", "smack-3")
    assert hero.levels[0] == 3


@rule("field.board", 7)
def test_from_level_1_to_3_the_full_cost_is_paid() -> None:
    table = sit({"cp": 2, "hand": ("smack-3", "so-wild")}, heroes=BARBARIAN_FIRST).until(window="main actions")
    table.play("smack-3")

    assert table.cp[0] == 0
    poor = sit({"cp": 1, "hand": ("smack-3",)}, heroes=BARBARIAN_FIRST).until(window="main actions")
    assert poor.offered("play") == []


@rule("5.1.cost", 2)
@pytest.mark.parametrize(("cost", "paid"), [(3, 1), (2, 0), (1, 0)])
def test_an_upgrade_that_costs_no_more_than_the_one_below_it_is_free(cost: int, paid: int) -> None:
    cut = {**CUT, "levels": dict.fromkeys(("1", "2", "3"), CUT["levels"]["1"])}
    upgrades = [
        {"id": f"cut-{level}", "kind": "upgrade", "cost": price, "upgrade": {"ability": "cut", "level": level}}
        for level, price in ((2, 2), (3, cost))
    ]
    seat = {"cp": paid, "hand": ("cut-3",), "levels": {"cut": 2}}
    table = sit(seat, rules=invent([cut], upgrades), heroes=HEROES).until(window="main actions").play("cut-3")

    assert (table.cp[0], table.game.state.heroes[0].levels[0]) == (1, 3)  # the income has come


def test_a_lower_level_is_not_put_over_a_higher_one() -> None:
    table = sit({"cp": 9, "hand": ("smack-2",), "levels": {"smack": 3}}, heroes=BARBARIAN_FIRST)
    table.until(window="main actions")

    assert table.offered("play") == []


# 5.2 --------------------------------------------------------------------------------------------------------


@rule("5.2.types", 2)
def test_there_are_three_kinds_of_action_cards_and_upgrades() -> None:
    from rulewright_dice_throne.book.sheets import INSTANT, KINDS, MAIN, ROLL, UPGRADE

    assert KINDS == {"upgrade": UPGRADE, "main": MAIN, "roll": ROLL, "instant": INSTANT}


@rule("5.2.main-phase")
@rule("5.2.roll-phase")
@rule("5.2.instant")
@rule("11.instant", 1, 2)
@rule("11.roll-phase-card", 1, 2)
@rule("3.3.play-action")
def test_when_each_kind_may_be_played() -> None:
    """Main: own main phases. Roll: anyone's roll phases. Instant: any phase of any turn."""
    kinds = ("main", "roll", "instant")
    cards = [card(kind, {"do": "gain_cp", "amount": 1}, kind=kind) for kind in kinds]
    rules = invent([CUT], cards)
    table = sit({"hand": kinds}, {"hand": kinds}, rules=rules, heroes=HEROES, dice=[NOTHING])
    seen: dict[tuple[int | None, str], set[str]] = {}
    while table.active == 0:
        if table.asked == "react":
            seen.setdefault((table.player, table.phase), set()).update(table.offered("play"))
        table.answer("cut") if table.asked == "announce" else table.skip()

    everything, two, one = set(kinds), {"roll", "instant"}, {"instant"}
    assert seen == {
        (0, "upkeep"): one, (1, "upkeep"): one,
        (0, "income"): one, (1, "income"): one,
        (0, "main_1"): everything - {"roll"}, (1, "main_1"): one,
        (0, "offensive_roll"): two, (1, "offensive_roll"): two,
        (0, "defensive_roll"): two, (1, "defensive_roll"): two,
        (0, "main_2"): everything - {"roll"}, (1, "main_2"): one,
        (0, "discard"): one, (1, "discard"): one,
    }  # fmt: skip


@rule("field.deck", 3)
def test_playing_a_card_is_to_pay_to_carry_out_its_text_and_to_put_it_on_the_discard_pile() -> None:
    table = sit({"cp": 4, "hand": ("triple-up",)}).until(window="main actions").play("triple-up")

    assert table.cp[0] == 5 - 2
    assert table.hand(0) == [IDLE] * 4
    assert table.discards(0) == ["triple-up"]
    assert table.game.state.zones[PLAYED[0]].cards == ()
    log = [type(entry.event).__name__ for entry in table.game.log]
    assert log.index("CardPlayed") < log.index("CardPutAway")
    assert table.events(CardPutAway)[-1].rule == "field.deck"


@rule("field.deck", 4)
@rule("9.1.cp", 2)
def test_a_card_that_cannot_be_paid_in_full_is_not_played() -> None:
    table = sit({"cp": 0, "hand": ("triple-up", "double-up")}).until(window="main actions")

    assert table.offered("play") == ["double-up"]
    with table.refused(rule="field.deck", match="Triple Up! costs 2 CP, and you have 1"):
        table.answer(("play", "triple-up"))


def test_a_card_without_an_object_is_not_offered() -> None:
    """Buh, Bye! with no token anywhere, Not This Time! with no damage about to be dealt, Tip It! with no dice."""
    table = sit(
        {"cp": 9, "hand": ("buh-bye", "not-this-time", "tip-it", "transference")}, heroes=("barbarian", "barbarian")
    ).until(window="main actions")

    assert table.offered("play") == []


@rule("5.2.roll-phase")
@pytest.mark.parametrize("phase", ["offensive_roll", "defensive_roll"])
def test_a_card_that_names_a_phase_is_offered_in_no_other(phase: str) -> None:
    late = card("late", {"do": "gain_cp", "amount": 1}, kind="roll", play={"phases": [phase]})
    hand = {"hand": ("late", "getting-paid")}
    table = sit(hand, rules=invent([CUT], [late]), heroes=HEROES, dice=[NOTHING])
    table.until(window="dice rolled")
    seen = set()
    while table.phase != "main_2":
        seen |= {table.phase} if "late" in table.offered("play") else set()
        table.answer("cut") if table.asked == "announce" else table.skip()

    assert seen == {phase}


NARROW = {"play": {"window": "damage_incoming"}}


@rule("field.hidden-hand")
@pytest.mark.parametrize(
    ("boon", "seat", "asked"),
    [
        ({}, {}, True),
        ({}, {"hand": ()}, False),
        ({}, {"cp": 0}, False),
        ({}, {"discard": ("boon",)}, True),
        ({}, {"discard": ("boon", "plan", "boon")}, False),
        (NARROW, {}, False),
        ({"kind": "roll"}, {}, False),
        ({"kind": "main"}, {}, False),
    ],
)
def test_who_is_asked_depends_on_what_everyone_sees_alone(boon: Any, seat: Any, asked: bool) -> None:
    """The hand is a card that cannot be played now; there are two instants for 1 CP that might be in it."""
    cards = [
        card("boon", {"do": "draw"}, cost=1, copies=2, **{"kind": "instant", **boon}),
        card("plan", {"do": "draw"}),
    ]
    rules = invent([CUT], cards, deck={"size": 3, "common": ()})
    plans = {"deck": ("plan",) * 8}
    other = {**plans, "hand": ("plan",), "cp": 1, **seat}
    table = sit({**plans, "hand": ()}, other, rules=rules, heroes=HEROES, asked="whoever might")

    assert ((table.window, table.player) == ("end of upkeep", 1)) is asked
    if asked:
        assert table.options == [None]


@rule("5.2.main-phase")
@rule("5.1.timing")
@rule("3.3.actions")
@rule("8.5.then", 2)
def test_in_the_middle_of_an_effect_nothing_of_a_main_phase_is_done() -> None:
    hand = ("scheme", "vegas-baby", "getting-paid", "cut-2")
    cut = {**CUT, "levels": {**CUT["levels"], "2": CUT["levels"]["1"]}}
    cut_2 = card("cut-2", kind="upgrade", upgrade={"ability": "cut", "level": 2})
    del cut_2["effects"]
    table = sit({"cp": 5, "hand": hand}, rules=invent([cut], [DRAW_THEN_CP, cut_2]), heroes=HEROES)
    table.until(window="main actions")
    assert set(table.offered("play")) == set(hand)
    table.play("scheme")

    assert table.window == "then"
    assert (table.offered("play"), table.offered("sell")) == (["getting-paid"], [])


# Interruption -----------------------------------------------------------------------------------------------

DRAW_THEN_CP = card("scheme", {"do": "draw"}, {"do": "then"}, {"do": "gain_cp", "amount": 3})
GAMBLE = card("gamble", {"do": "roll", "dice": 1, "then": [{"do": "gain_cp", "amount": "roll"}]})


@rule("5.2.interrupt")
@rule("8.5.then")
@rule("11.instant", 2)
@rule("10.2.interfere", 2)
def test_an_instant_interrupts_what_is_being_resolved_which_then_goes_on() -> None:
    rules = invent([CUT], [DRAW_THEN_CP])
    table = sit({"cp": 0, "hand": ("scheme", "getting-paid")}, rules=rules, heroes=HEROES)
    table.until(window="main actions").play("scheme")
    assert table.window == "then"
    assert table.cp[0] == 1

    table.play("getting-paid")
    assert table.cp[0] == 6
    assert table.window == "main actions"
    assert "5.2.interrupt" in table.why(CardPlayed).rules


@rule("10.2.interfere", 1)
@rule("5.2.interrupt", 1)
def test_dice_of_a_main_phase_card_can_be_turned_by_an_instant() -> None:
    rules = invent([CUT], [GAMBLE])
    seats = {"cp": 0, "hand": ("gamble",)}, {"cp": 1, "hand": ("tip-it", "so-wild")}
    table = sit(*seats, rules=rules, heroes=HEROES, dice=[(5,)]).until(window="main actions").play("gamble")
    assert (table.window, table.player) == ("effect rolled", 1)
    assert table.offered("play") == ["tip-it"]

    table.play("tip-it").answer(4)
    assert table.cp[0] == 1 + 4


@rule("5.2.uninterruptible")
@rule("5.2.interrupt", 1)
@rule("11.instant", 3)
@rule("11.roll-phase-card", 3)
@rule("6.3.spend-uninterruptible")
@rule("note.instant-interrupt")
@pytest.mark.parametrize("kind", ["instant", "roll", "spend"])
def test_instants_roll_cards_and_spent_tokens_are_not_interrupted(kind: str) -> None:
    """The same text with a roll and a "then" opens no window when it stands on one of these."""
    effects = ({"do": "roll", "dice": 1, "then": [{"do": "gain_cp", "amount": "roll"}]}, {"do": "then"})
    rules = invent(
        [CUT],
        [card("trick", *effects, kind="roll" if kind == "roll" else "instant")],
        [status("luck", kind="spendable", uses=[{"windows": ["any_time"], "effects": list(effects)}])],
    )
    seat = {"hand": ("trick",), "tokens": {"luck": 1}, "cp": 0}
    other = {"hand": ("tip-it", "so-wild", "getting-paid"), "cp": 9}
    table = sit(seat, other, rules=rules, heroes=HEROES, dice=[NOTHING, (5,)]).until(window="dice rolled", player=0)
    if kind == "spend":
        table.spend("luck")
    else:
        table.play("trick")
        assert "5.2.interrupt" in table.why(CardPlayed).rules

    assert table.cp[0] == 1 + 5
    assert table.window == "dice rolled"


@rule("5.2.roll-phase")
def test_a_card_for_a_narrower_time_is_offered_only_then() -> None:
    """Better D! is for the Defensive Roll Phase, One More Time! for the Offensive one."""
    hand = ("better-d", "one-more-time")
    table = sit({"hand": hand}, {"hand": hand}, dice=[SWORDS, (4, 1, 1), (5, 5)])
    table.until(window="dice rolled", player=0)
    assert table.offered("play") == ["one-more-time"]

    table.until("announce").answer("revolver").until("defence").answer("thick-skin")
    table.until(window="defence rolled", player=1)
    assert table.offered("play") == ["better-d"]
    table.play("better-d").answer((1, 2))
    assert table.game.state.rolls[1].faces == (4, 5, 5)


def test_a_played_card_names_its_cost_and_its_player() -> None:
    table = sit({"cp": 4, "hand": ("six-it",)}, dice=[NOTHING]).until(window="dice rolled").play("six-it")
    table.answer((0, 0))

    played = table.events(CardPlayed)[-1]
    assert (played.player, played.card, played.cost) == (0, "six-it", 1)
    assert not table.events(CpLost)
    assert table.events(DieChanged)[-1].source == "six-it"
