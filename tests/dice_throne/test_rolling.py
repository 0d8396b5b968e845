"""Chapters 3.4, steps 1 to 3, and 4.1: rolling, announcing, altered dice."""

import pytest

from rulewright_dice_throne.events.attack import AbilityActivated, AbilityAnnounced
from rulewright_dice_throne.events.dice import DiceRerolled, DiceRolled, DieChanged
from rulewright_dice_throne.roll_phases.rolling import ROLL_ON

from .table import NOTHING, Table, invent, offence, rule, sit, status

SWORDS = (1, 1, 2, 3, 3)
THREE_SWORDS = (1, 1, 2, 4, 6)


# Step 1 -----------------------------------------------------------------------------------------------------


@rule("3.4.step-1", 1)
@rule("field.dice", 1)
def test_the_active_player_rolls_all_five_dice() -> None:
    table = sit(dice=[NOTHING]).until("keep_or_reroll")

    assert table.events(DiceRolled)[-1].faces == NOTHING
    assert table.player == 0


@rule("3.4.step-2", 1)
@rule("3.4.step-1", 2)
def test_any_dice_may_be_rerolled_twice_and_not_more() -> None:
    table = sit(dice=[NOTHING, (1, 1, 3), (6, 6, 6, 6, 6)]).until("keep_or_reroll")
    assert len(table.options) == 32

    table.answer((0, 2, 4)).until("keep_or_reroll")
    assert table.dice == (1, 2, 1, 5, 3)
    table.answer((0, 1, 2, 3, 4))

    assert table.dice == (6, 6, 6, 6, 6)
    assert len(table.events(DiceRerolled)) == 2
    assert table.asked == "announce"


@rule("3.4.step-1", 3)
def test_the_active_player_may_stop_before_all_attempts_are_used() -> None:
    table = sit(dice=[THREE_SWORDS]).until("keep_or_reroll").answer(())

    assert table.asked == "announce"
    assert not table.events(DiceRerolled)


@pytest.mark.parametrize("answer", [(5,), (0, 0), (-1,), (True,), "0", None, ((0,),)])
def test_dice_that_are_not_there_cannot_be_rerolled(answer: object) -> None:
    table = sit(dice=[NOTHING]).until("keep_or_reroll")

    with table.refused(rule="3.4.step-1"):
        table.answer(answer)


def test_kept_dice_stay_where_they_lie_in_whichever_order_the_others_are_named() -> None:
    table = sit(dice=[NOTHING, (3, 6)]).until("keep_or_reroll").answer((4, 1))

    assert table.dice == (1, 3, 4, 5, 6)


# Step 2 -----------------------------------------------------------------------------------------------------


@rule("3.4.step-2", 1)
@rule("3.4.step-2-advice")
def test_one_ability_is_announced_or_none() -> None:
    table = sit(dice=[THREE_SWORDS]).until("announce")
    assert table.options == ["revolver", None]

    table.answer(None)
    table.settle()
    assert table.health == (50, 50)
    assert not table.events(AbilityActivated)


@rule("3.4.step-2", 2)
@rule("4.1.requirement", 1)
def test_only_what_the_final_dice_satisfy_can_be_announced() -> None:
    table = sit(dice=[(1, 2, 3, 4, 4)]).until("announce")

    assert table.options == ["revolver", "showdown", None]
    with table.refused(rule="3.4.step-2", match="'deadeye'"):
        table.answer("deadeye")


@rule("4.1.requirement", 2)
def test_dice_beyond_the_required_ones_show_anything() -> None:
    for spare in range(1, 7):
        dice = tuple(sorted((6, 6, 6, 6, spare)))
        assert "deadeye" in sit(dice=[dice]).until("announce").options


@rule("4.1.requirement")
@pytest.mark.parametrize(
    ("dice", "met"),
    [((1, 6, 6, 2, 3), True), ((1, 1, 6, 6, 6), True), ((1, 6, 2, 3, 3), False), ((6, 6, 6, 2, 2), False)],
)
def test_numbers_that_an_ability_asks_for_must_all_be_there(dice: tuple[int, ...], met: bool) -> None:
    rules = invent([offence("lock", {"do": "damage", "amount": 1}, requires={"numbers": {"1": 1, "6": 2}})])
    table = sit(dice=[dice], rules=rules, heroes=("tester", "barbarian")).until("keep_or_reroll").skip()

    assert (table.asked == "announce" and table.options == ["lock", None]) is met


@rule("4.1.of-a-kind")
@rule("11.of-a-kind")
def test_of_a_kind_asks_for_equal_numbers_and_symbols_do_not_count() -> None:
    rules = invent([offence("four", {"do": "damage", "amount": 1}, requires={"of_a_kind": 4})])
    heroes = ("tester", "barbarian")

    assert sit(dice=[(2, 2, 2, 2, 5)], rules=rules, heroes=heroes).until("announce").options == ["four", None]
    table = sit(dice=[(1, 1, 2, 3, 3)], rules=rules, heroes=heroes).until("keep_or_reroll").skip()
    assert table.asked != "announce"


@rule("4.1.small-straight")
@rule("4.1.large-straight", 1)
@rule("11.small-straight")
@rule("11.large-straight")
@pytest.mark.parametrize(
    ("dice", "small", "large"),
    [
        ((1, 2, 3, 4, 4), True, False),
        ((2, 3, 4, 5, 2), True, False),
        ((3, 4, 5, 6, 3), True, False),
        ((1, 2, 3, 4, 5), True, True),
        ((6, 5, 4, 3, 2), True, True),
        ((1, 2, 3, 5, 6), False, False),
    ],
)
def test_straights_activate_their_abilities(dice: tuple[int, ...], small: bool, large: bool) -> None:
    table = sit(heroes=("barbarian", "gunslinger"), dice=[dice]).until("announce")

    assert ("mighty-blow" in table.options, "reckless" in table.options) == (small, large)


@rule("4.1.small-straight")
@rule("4.1.large-straight", 2)
def test_a_large_straight_satisfies_a_small_one_too() -> None:
    table = sit(heroes=("barbarian", "gunslinger"), dice=[(2, 3, 4, 5, 6)]).until("announce")

    assert {"mighty-blow", "reckless"} <= set(table.options)


@rule("3.4.step-2", 3)
def test_at_most_one_ability_is_announced_in_a_phase() -> None:
    table = sit(dice=[(1, 2, 3, 4, 4), (6,), (1,)]).attack("showdown").until("defence")

    assert [event.ability for event in table.events(AbilityAnnounced)] == ["showdown"]
    assert [event.ability for event in table.events(AbilityActivated)] == ["showdown"]


def test_without_any_match_nothing_is_asked_and_no_ability_is_announced() -> None:
    table = sit(dice=[NOTHING]).until("keep_or_reroll").answer(())

    assert table.events(AbilityAnnounced)[-1].ability == ""
    assert table.phase == "main_2"


# Step 3 -----------------------------------------------------------------------------------------------------


def altered_after(dice: tuple[int, ...], card: str = "so-wild", rolls: int = 1) -> Table:
    """The opponent holds a card, and an ability has been announced with these dice after this many attempts."""
    first = [NOTHING] * (rolls - 1)
    table = sit(second={"hand": (card,), "cp": 5}, dice=[*first, dice, *[(4,)] * 5])
    for _ in range(rolls - 1):
        table.until("keep_or_reroll").answer((0, 1, 2, 3, 4))
    table.until("announce").answer(table.options[0])
    return table.until(window="ability announced", player=1)


@rule("3.4.step-3", 1, 2)
def test_after_an_alteration_another_ability_is_announced_or_rolling_goes_on() -> None:
    """Revolver is announced; the 6 turned to a 5 makes a large straight, and attempts remain."""
    table = altered_after((1, 2, 3, 4, 6))
    table.play("so-wild").answer((0, 4), 5)

    assert (table.asked, table.player) == ("after_interference", 0)
    assert table.options == ["showdown", "fan-the-hammer", ROLL_ON]
    with table.refused(rule="3.4.step-3"):
        table.answer("revolver")
    with table.refused(rule="3.4.step-3"):
        table.answer(None)


@rule("3.4.step-3", 1, 2)
def test_going_back_to_step_1_uses_the_attempts_that_remain() -> None:
    table = altered_after((1, 2, 3, 4, 6), rolls=2)
    table.play("so-wild").answer((0, 4), 5, ROLL_ON)

    assert table.asked == "keep_or_reroll"
    table.answer((3,))
    table.until("announce")
    assert table.game.state.rolls[0].attempts == 3
    assert "revolver" in table.options


@rule("3.4.step-3", 1)
def test_another_ability_may_be_announced_instead() -> None:
    table = altered_after((1, 2, 3, 4, 6))
    table.play("so-wild").answer((0, 4), 5, "showdown").until(phase="defensive_roll")

    assert [event.ability for event in table.events(AbilityActivated)] == ["showdown"]


@rule("3.4.step-3", 3)
def test_after_a_second_alteration_the_choice_is_offered_again() -> None:
    table = sit(second={"hand": ("so-wild", "tip-it"), "cp": 5}, dice=[(1, 2, 3, 4, 6)])
    table.until("announce").answer("revolver").until(window="ability announced", player=1)
    table.play("so-wild").answer((0, 4), 5).until("after_interference")
    table.answer("fan-the-hammer").until(window="ability announced", player=1)
    table.play("tip-it").answer((0, 4), 6)

    assert table.asked == "after_interference"
    assert table.options == ["revolver", "showdown", ROLL_ON]


@rule("3.4.step-3", 2, 4)
def test_what_is_still_satisfied_stands_if_nothing_else_is_possible() -> None:
    table = altered_after((1, 1, 2, 3, 6), rolls=3)
    table.play("so-wild").answer((0, 4), 5).until(phase="defensive_roll")

    assert [event.ability for event in table.events(AbilityActivated)] == ["revolver"]


@rule("3.4.step-3", 5)
@rule("4.4.counter", 1, 2)
@rule("11.ultimate", 4)
def test_altered_dice_that_satisfy_nothing_activate_nothing() -> None:
    """Five stars are an Ultimate. Two of them turned away before it is activated leave nothing."""
    table = sit(
        second={"hand": ("twice-as-wild",), "cp": 3},
        dice=[NOTHING, NOTHING, (6, 6, 6, 6, 6)],
    )
    for _ in range(2):
        table.until("keep_or_reroll").answer((0, 1, 2, 3, 4))
    table.until("announce").answer("fill-em-with-lead").until(window="ability announced", player=1)
    table.play("twice-as-wild").answer((0, 0), 4, (0, 1), 5).settle()

    assert not table.events(AbilityActivated)
    assert table.health == (50, 50)


def test_with_attempts_left_and_nothing_else_the_dice_must_be_rolled_on() -> None:
    """What is announced may not simply stand; step 2 may announce it again without another roll."""
    table = altered_after((1, 1, 2, 3, 6))
    table.play("so-wild").answer((0, 4), 5)

    assert table.asked == "keep_or_reroll"
    table.answer(())
    assert (table.asked, table.options) == ("announce", ["revolver", None])


@rule("3.4.step-3", 1)
def test_an_announcement_of_nothing_is_reconsidered_too() -> None:
    """The active player announces no ability and then turns a die: the choice comes again."""
    table = sit({"hand": ("six-it",), "cp": 5}, dice=[(6, 6, 6, 4, 4)]).until("keep_or_reroll").answer(())
    assert table.window == "ability announced"
    table.play("six-it").answer((0, 3))

    assert table.options == ["deadeye", ROLL_ON]


# Windows ----------------------------------------------------------------------------------------------------


@rule("3.4.windows")
@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize(
    ("window", "answer"),
    [("dice rolled", None), ("ability announced", "revolver")],
)
def test_after_steps_1_and_2_every_player_may_play_roll_cards(player: int, window: str, answer: str | None) -> None:
    mine = {"hand": ("so-wild",), "cp": 5}
    table = sit(*((mine, {}) if player == 0 else ({}, mine)), dice=[THREE_SWORDS])
    if answer:
        table.until("announce").answer(answer)
    table.until(window=window, player=player)

    assert table.phase == "offensive_roll"
    assert table.offered("play")


@rule("3.4.windows")
@pytest.mark.parametrize("player", [0, 1])
def test_after_every_reroll_the_dice_may_be_changed_again(player: int) -> None:
    seats: list[dict[str, object]] = [{}, {}]
    seats[player] = {"hand": ("so-wild",), "cp": 5}
    table = sit(*seats, dice=[NOTHING, (3,), (4,)])
    for attempt in (2, 3):
        table.until("keep_or_reroll").answer((0,))
        assert (table.window, table.player) == ("dice rolled", player)
        assert (table.game.state.rolls[0].attempts, table.offered("play")) == (attempt, ["so-wild"])


def test_dice_are_turned_by_their_own_player_before_the_announcement() -> None:
    table = sit({"hand": ("six-it",), "cp": 1}, dice=[(6, 6, 6, 4, 4)]).until(window="dice rolled")
    table.play("six-it").answer((0, 3))

    assert table.events(DieChanged)[-1].after == 6
    assert "deadeye" in table.until("announce").options


@rule("4.4.counter", 1)
def test_locked_dice_are_not_turned_any_more() -> None:
    table = sit({"hand": ("six-it", "tip-it", "one-more-time"), "cp": 5}, dice=[THREE_SWORDS]).attack("revolver")

    assert table.window == "ability activated"
    assert table.offered("play") == []


def test_who_may_not_use_straights_cannot_announce_them() -> None:
    rules = invent(
        [offence("run", {"do": "damage", "amount": 1}, requires={"straight": "small"})],
        statuses=[status("dizzy", forbids=["straights"])],
    )
    table = sit({"tokens": {"dizzy": 1}}, rules=rules, heroes=("tester", "barbarian"), dice=[(1, 2, 3, 4, 4)])
    table.until("keep_or_reroll").answer(())

    assert table.events(AbilityAnnounced)[-1].ability == ""
