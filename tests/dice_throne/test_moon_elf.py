"""The Moon Elf: Blind, Entangle and Targeted on the others, Evasive for herself, and arrows."""

from typing import Any

import pytest

from rulewright_dice_throne.events.attack import AbilityActivated, AttackCancelled
from rulewright_dice_throne.roll_phases.rolling import attempts_left

from .table import NOTHING, Table, rule, sit

HEROES = ("moon-elf", "barbarian")
ATTACKED = ("barbarian", "moon-elf")
SWORDS = (1, 1, 2, 4, 6)
"""Smack of the Barbarian: 4 damage."""
ARROWS = (1, 2, 3, 4, 6)
FOUR = (1, 1, 2, 3, 4)
MOONS = (6, 6, 6, 1, 4)
ALL = {"blind": 1, "entangle": 1, "targeted": 1}


def struck(variant: str, *dice: Any, **seat: Any) -> Table:
    """The Moon Elf activates something, nobody defends, and the damage is dealt."""
    return sit(seat, {"cp": 3}, heroes=HEROES, dice=dice).attack(variant).settle()


ATTACKS: list[tuple[str, int, Any, int, dict[str, int], dict[str, int]]] = [
    ("longbow", 1, [ARROWS], 4, {}, {}),
    ("longbow", 1, [(1, 2, 3, 1, 6)], 5, {}, {}),
    ("longbow", 1, [(1, 2, 3, 1, 2)], 7, {}, {}),
    ("longbow", 2, [ARROWS], 4, {}, {}),
    ("longbow", 2, [(1, 1, 1, 1, 6)], 6, {}, {"entangle": 1}),
    ("longbow", 2, [(1, 1, 1, 2, 2)], 8, {}, {}),
    ("longbow", 3, [(1, 1, 1, 5, 6)], 5, {}, {"entangle": 1}),
    ("longbow", 3, [(1, 1, 2, 3, 6)], 7, {}, {}),
    ("longbow", 3, [(1, 1, 1, 2, 2)], 9, {}, {"entangle": 1}),
    ("demising-shot", 1, [(1, 2, 3, 6, 6)], 6, {}, {"targeted": 1}),
    ("demising-shot", 2, [(1, 2, 3, 6, 6)], 8, {}, {"targeted": 1}),
    ("focus", 2, [(1, 2, 6, 4, 5)], 0, {}, {"targeted": 1, "entangle": 1}),
    ("covered-shot", 1, [(1, 2, 4, 4, 5)], 7, {"evasive": 1}, {}),
    ("covered-shot", 2, [(1, 2, 4, 4, 5)], 9, {"evasive": 1}, {}),
    ("exploding-arrow", 1, [MOONS, (1, 2, 4, 5, 6)], 7, {}, {"blind": 1}),
    ("exploding-arrow", 1, [MOONS, (1, 2, 3, 6, 6)], 6, {}, {"blind": 1}),
    ("exploding-arrow", 2, [MOONS, (1, 2, 4, 5, 6)], 9, {}, {"blind": 1}),
    ("exploding-arrow", 2, [MOONS, (1, 4, 4, 5, 6)], 10, {}, {"blind": 1}),
    ("exploding-arrow", 3, [MOONS, (1, 4, 4, 5, 6)], 10, {}, {"blind": 1, "entangle": 1}),
    ("entangling-shot", 1, [(2, 3, 4, 5, 2)], 7, {}, {"entangle": 1}),
    ("entangling-shot", 2, [(2, 3, 4, 5, 2)], 9, {}, {"entangle": 1}),
    ("blinding-shot", 1, [(2, 3, 4, 5, 6)], 8, {"evasive": 1}, {"blind": 1}),
    ("blinding-shot", 2, [(2, 3, 4, 5, 6)], 10, {"evasive": 1}, {"blind": 1}),
    ("lunar-blessing", 2, [(1, 4, 5, 6, 6)], 0, {"evasive": 3}, {"entangle": 1}),
    ("eclipse", 1, [(6, 6, 6, 6, 4)], 9, {}, ALL),
    ("eclipse", 2, [(6, 6, 6, 6, 4)], 11, {}, ALL),
    ("moon-shadow", 2, [(6, 6, 6, 4, 4)], 0, {"evasive": 1}, ALL),
    ("lunar-eclipse", 1, [(6,) * 5], 14, {"evasive": 1}, ALL),
]
"""Targeted adds its 2 to the very Attack that inflicts it (6.1.active)."""
ABILITY_OF = {
    "focus": "demising-shot", "evasive-action": "covered-shot", "lunar-blessing": "blinding-shot",
    "moon-shadow": "eclipse",
}  # fmt: skip


@pytest.mark.parametrize(("variant", "level", "dice", "damage", "own", "theirs"), ATTACKS)
def test_each_level_of_each_ability_does_what_the_board_says(
    variant: str, level: int, dice: Any, damage: int, own: dict[str, int], theirs: dict[str, int]
) -> None:
    table = struck(variant, *dice, levels={ABILITY_OF.get(variant, variant): level})

    assert table.health == (50, 50 - damage)
    assert (table.tokens(0), table.tokens(1)) == (own, theirs)


@pytest.mark.parametrize("player", [0, 1])
def test_the_evasive_of_evasive_action_goes_to_a_player_of_choice(player: int) -> None:
    table = sit({"levels": {"covered-shot": 2}}, heroes=HEROES, dice=[(4, 4, 5, 1, 6)]).attack("evasive-action")
    table.answer(player).settle()

    assert (table.health[1], table.tokens(player), table.tokens(1 - player)) == (48, {"evasive": 1}, {})


@pytest.mark.parametrize(("dice", "left"), [((1, 2, 4, 5, 6), 2), ((6, 6, 6, 6, 6), 0), ((1, 1, 1, 1, 1), 3)])
def test_the_exploding_arrow_costs_a_cp_for_each_moon(dice: Any, left: int) -> None:
    assert struck("exploding-arrow", MOONS, dice).cp[1] == left


@pytest.mark.parametrize(
    ("level", "dice", "hurt", "left"),
    [
        (1, (1, 2, 3, 2, 6), 2, 46),
        (1, (4, 5, 1, 1, 6), 1, 48),
        (1, (4, 5, 1, 2, 3), 1, 48),
        (2, (4, 5, 1, 1, 6), 2, 48),
        (2, (1, 2, 3, 6, 4), 3, 46),
        (2, (4, 5, 4, 5, 6), 0, 48),
    ],
)
def test_missed_me_halves_and_shoots_back(level: int, dice: Any, hurt: int, left: int) -> None:
    table = sit(None, {"levels": {"missed-me": level}}, heroes=ATTACKED, dice=[SWORDS, dice])
    table.attack("smack").defend("missed-me").settle()

    assert table.health == (50 - hurt, left)


# Tokens -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "damage"), [(1, 0), (2, 0), (3, 4), (6, 4)])
def test_blind_makes_the_roll_fail_on_1_and_2(die: int, damage: int) -> None:
    table = struck("longbow", ARROWS, (die,), tokens={"blind": 1})

    assert (table.health[1], table.tokens(0)) == (50 - damage, {})
    assert bool(table.events(AttackCancelled)) is (damage == 0)


def test_nothing_of_a_blind_ability_happens() -> None:
    """Not even what needs no target and would come at its activation."""
    table = struck("covered-shot", (1, 2, 4, 4, 5), (2,), tokens={"blind": 1})

    assert (table.tokens(0), table.tokens(1), table.events(AbilityActivated)) == ({}, {}, [])


def test_blind_goes_with_a_roll_that_announces_nothing_and_waits_when_none_is_made() -> None:
    assert sit({"tokens": {"blind": 1}}, heroes=HEROES, dice=[NOTHING]).settle().tokens(0) == {}

    knocked = {"tokens": {"blind": 1, "entangle": 1}, "skips": ("offensive_roll",)}
    assert sit(knocked, heroes=HEROES).settle().tokens(0) == {"blind": 1, "entangle": 1}


def test_entangle_takes_a_roll_attempt_and_goes() -> None:
    table = sit({"tokens": {"entangle": 1}}, heroes=HEROES, dice=[NOTHING, (1,)])
    table.until("keep_or_reroll").answer((0,))
    while table.phase == "offensive_roll":
        assert table.asked != "keep_or_reroll"
        table.skip()

    assert table.settle().tokens(0) == {}


@rule("field.status-negative", 5)
def test_entangle_takes_an_attempt_of_one_offensive_roll_phase_and_none_of_a_further_one() -> None:
    """The entangled Barbarian stuns, and rolls once more in the same turn."""
    table = sit({"tokens": {"entangle": 1}}, heroes=("barbarian", "moon-elf"), dice=[(6, 6, 6, 6, 1), NOTHING])
    table.until("keep_or_reroll").answer(()).attack("crit-bash").until("keep_or_reroll")

    assert (table.tokens(0), attempts_left(table.game)) == ({}, 2)


@rule("6.1.active")
@rule("field.status-negative", 5)
@pytest.mark.parametrize(("status", "attempts"), [("entangle", 1), ("blind", 2)])
def test_who_takes_a_token_over_before_rolling_has_it_for_that_roll_and_no_other(status: str, attempts: int) -> None:
    seat = {"hand": ("transference",), "cp": 5}
    table = sit(seat, {"tokens": {status: 1}}, heroes=ATTACKED, dice=[NOTHING])
    table.until(phase="main_1", window="main actions").play("transference").until("keep_or_reroll")
    assert (table.tokens(0), attempts_left(table.game)) == ({status: 1}, attempts)

    assert table.settle().tokens(0) == {}


def test_a_token_that_comes_in_ones_own_roll_phase_is_for_the_next_one() -> None:
    """The Barbarian is entangled by a card that the Moon Elf plays in her own turn, not by one of her defences."""
    table = sit({"hand": ("volley",), "cp": 5}, heroes=HEROES, dice=[ARROWS, (1, 1, 1, 4, 6), NOTHING])
    table.attack("longbow").play("volley").settle()
    assert (table.health[1], table.tokens(1)) == (50 - 4 - 3, {"entangle": 1})
    table.until("keep_or_reroll", player=1)

    assert table.game.state.round[0].fewer == 1


def test_targeted_adds_two_to_attacks_and_stays() -> None:
    table = sit(None, {"tokens": {"targeted": 1}}, heroes=HEROES, dice=[ARROWS]).attack("longbow").settle()

    assert (table.health[1], table.tokens(1)) == (44, {"targeted": 1})


def test_evasive_avoids_everything_on_1_and_2() -> None:
    table = sit(None, {"tokens": {"evasive": 2}}, heroes=ATTACKED, dice=[SWORDS, (3,), (2,)])
    table.attack("smack").defend(None).until(window="last chance", player=1).spend("evasive").spend("evasive").settle()

    assert (table.health[1], table.tokens(1)) == (50, {})


# Cards ------------------------------------------------------------------------------------------------------


def played(card: str, *dice: Any) -> Table:
    table = sit({"hand": (card,), "cp": 5}, heroes=HEROES, dice=dice)
    return table.until(window="main actions").play(card)


def test_moon_magic_gives_evasive_and_inflicts_all_three() -> None:
    table = played("moon-magic")

    assert (table.tokens(0), table.tokens(1), table.cp[0]) == ({"evasive": 1}, ALL, 2)


def test_lunar_umbra_inflicts_all_three_on_a_moon_and_draws_otherwise() -> None:
    assert played("lunar-umbra", (6,)).tokens(1) == ALL
    other = played("lunar-umbra", (5,))
    assert (other.tokens(1), len(other.hand(0))) == ({}, 2)


def test_evade_is_for_anyone_at_any_time() -> None:
    assert played("evade").answer(1).tokens(1) == {"evasive": 1}
    table = sit(None, {"hand": ("evade",), "cp": 1}, heroes=ATTACKED).until(window="main actions", player=1)
    assert table.play("evade").answer(1).tokens(1) == {"evasive": 1}


@pytest.mark.parametrize(("die", "damage", "theirs"), [(1, 6, {}), (4, 4, {"entangle": 1}), (6, 4, {"blind": 1})])
def test_take_that_rolls_for_the_attack(die: int, damage: int, theirs: dict[str, int]) -> None:
    table = sit({"hand": ("take-that",)}, heroes=HEROES, dice=[ARROWS, (die,)]).attack("longbow")
    table.play("take-that").settle()

    assert (table.health[1], table.tokens(1)) == (50 - damage, theirs)
