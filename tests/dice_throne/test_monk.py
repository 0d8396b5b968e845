"""The Monk: Chi adds to an Attack or takes from damage, and its limit rises; Cleanse takes off what is bad."""

from typing import Any

import pytest

from rulewright_dice_throne.events.damage import DamageDealt

from .table import Table, rule, sit

HEROES = ("monk", "barbarian")
FISTS = (1, 1, 2, 3, 4)
PALMS = (3, 3, 3, 1, 6)
LOTUSES = (6, 6, 6, 6, 1)
COMBO = (1, 1, 2, 3, 6)


def monk(dice: Any = (), other: Any = None, **seat: Any) -> Table:
    return sit(seat, other, heroes=HEROES, dice=dice)


def struck(variant: str, *dice: Any, answers: tuple[Any, ...] = (), **seat: Any) -> Table:
    """The Monk activates something, the Barbarian does not defend, and the damage is dealt."""
    table = monk(dice, **seat)
    table.attack(variant)
    for answer in answers:
        while table.asked == "react":
            table.skip()
        table.answer(answer)
    return table.settle()


ATTACKS: list[tuple[str, int, Any, int, dict[str, int], dict[str, int]]] = [
    ("fist-strike", 1, [FISTS], 6, {}, {}),
    ("fist-strike", 1, [(1, 1, 2, 2, 4)], 7, {}, {}),
    ("fist-strike", 1, [(1, 1, 2, 2, 1)], 8, {}, {}),
    ("fist-strike", 2, [FISTS], 7, {}, {}),
    ("fist-strike", 2, [(1, 1, 2, 2, 4)], 8, {}, {}),
    ("fist-strike", 2, [(1, 1, 2, 2, 1)], 9, {}, {}),
    ("fist-strike", 3, [FISTS], 7, {}, {}),
    ("fist-strike", 3, [(1, 1, 2, 2, 4)], 8, {}, {}),
    ("fist-strike", 3, [(1, 1, 1, 1, 4)], 8, {}, {"knockdown": 1}),
    ("fist-strike", 3, [(1, 1, 2, 2, 1)], 9, {}, {}),
    ("fist-strike", 3, [(2, 2, 2, 2, 1)], 9, {}, {"knockdown": 1}),
    ("meditate", 2, [(4, 4, 5, 1, 2)], 0, {"chi": 5, "evasive": 1, "cleanse": 1}, {}),
    ("zen-strike", 2, [(4, 4, 1, 1, 6)], 6, {"chi": 2}, {}),
    ("fist-of-harmony", 1, [(1, 2, 3, 4, 6)], 6, {"chi": 2}, {}),
    ("fist-of-harmony", 2, [(1, 2, 3, 4, 6)], 6, {"chi": 3}, {}),
    ("lotus-strike", 1, [LOTUSES], 5, {"chi": 5}, {}),
    ("way-of-the-lotus", 2, [(6, 6, 6, 1, 3)], 2, {"chi": 2, "evasive": 1}, {}),
    ("lotus-strike", 2, [LOTUSES], 6, {"chi": 6}, {}),
    ("combo-strike", 1, [COMBO, (1,)], 8, {}, {}),
    ("combo-strike", 1, [COMBO, (3,)], 9, {}, {}),
    ("combo-strike", 1, [COMBO, (5,)], 6, {"chi": 2}, {}),
    ("combo-strike", 2, [COMBO, (1, 2)], 9, {}, {}),
    ("combo-strike", 2, [COMBO, (3, 1)], 10, {}, {}),
    ("combo-strike", 2, [COMBO, (4, 5)], 5, {"chi": 4}, {}),
    ("tempest-rush", 1, [PALMS, (4, 5, 3)], 12, {}, {}),
    ("tempest-rush", 1, [PALMS, (4, 5, 4)], 13, {}, {"knockdown": 1}),
    ("tempest-rush", 2, [PALMS, (4, 5, 2)], 11, {}, {}),
    ("tempest-rush", 2, [PALMS, (4, 5, 3)], 12, {}, {"knockdown": 1}),
    ("fist-of-tranquility", 1, [(2, 3, 4, 5, 6)], 7, {"chi": 3, "evasive": 1}, {}),
    ("way-of-the-monk", 2, [(1, 3, 5, 6, 6)], 3, {"evasive": 2}, {}),
    ("fist-of-tranquility", 2, [(2, 3, 4, 5, 6)], 7, {"chi": 3, "evasive": 1}, {"knockdown": 1}),
    ("transcendence", 1, [(6,) * 5], 10, {"chi": 6, "evasive": 1, "cleanse": 1}, {"knockdown": 1}),
]
ABILITY_OF = {
    "zen-strike": "meditate", "way-of-the-lotus": "lotus-strike", "way-of-the-monk": "fist-of-tranquility",
}  # fmt: skip


@pytest.mark.parametrize(("variant", "level", "dice", "damage", "own", "theirs"), ATTACKS)
def test_each_level_of_each_ability_does_what_the_board_says(
    variant: str, level: int, dice: Any, damage: int, own: dict[str, int], theirs: dict[str, int]
) -> None:
    table = struck(variant, *dice, levels={ABILITY_OF.get(variant, variant): level})

    assert table.health == (50, 50 - damage)
    assert (table.tokens(0), table.tokens(1)) == (own, theirs)


@pytest.mark.parametrize(("option", "token"), [(0, "evasive"), (1, "cleanse")])
def test_evasive_or_cleanse_comes_with_meditation_and_with_a_lotus(option: int, token: str) -> None:
    assert struck("meditate", (4, 4, 5, 1, 1), answers=(option,)).tokens(0) == {"chi": 5, token: 1}
    assert struck("combo-strike", COMBO, (6,), answers=(option,)).tokens(0) == {token: 1}


def test_each_lotus_of_the_better_combo_gives_a_token() -> None:
    table = struck("combo-strike", COMBO, (6, 6), answers=(0, 1), levels={"combo-strike": 2})

    assert table.tokens(0) == {"evasive": 1, "cleanse": 1}


def test_unlike_harmony_the_lotus_cannot_be_defended() -> None:
    monk([LOTUSES]).attack("lotus-strike").settle_undefended()
    assert monk([(1, 2, 3, 4, 6)]).attack("fist-of-harmony").until("defence").player == 1


def test_chi_buys_another_throw_of_one_die_of_the_better_tempest() -> None:
    table = monk([PALMS, (6, 6, 1), (5,)], tokens={"chi": 2}, levels={"tempest-rush": 2}).attack("tempest-rush")
    assert table.asked == "pay"
    table.answer(True).answer((2, 2)).settle()

    assert table.health[1] == 50 - 17
    assert table.tokens(0) == {"chi": 1}


@pytest.mark.parametrize(("level", "chi"), [(1, 2), (2, 0)])
def test_the_first_tempest_and_who_has_no_chi_throw_no_die_again(level: int, chi: int) -> None:
    seat = {"tokens": {"chi": chi}, "levels": {"tempest-rush": level}}
    table = monk([PALMS, (6, 6, 1)], **seat).attack("tempest-rush")

    assert table.asked != "pay"


# Serenity ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "dice", "hurt", "own"),
    [
        (1, (4, 5, 5, 1), 1, {"chi": 3}),
        (1, (1, 2, 3, 6), 2, {}),
        (2, (1, 1, 2, 4, 6), 3, {"chi": 1}),
        (3, (1, 1, 2, 3, 6), 3, {}),
    ],
)
def test_serenity_gives_chi_and_strikes_back(level: int, dice: Any, hurt: int, own: dict[str, int]) -> None:
    seat = {"levels": {"serenity": level}}
    table = sit(None, seat, heroes=("barbarian", "monk"), dice=[(1, 1, 2, 4, 6), dice])
    table.attack("smack").defend("serenity").settle()

    assert table.health == (50 - hurt, 46)
    assert table.tokens(1) == own


def test_serenity_three_gives_evasive_or_cleanse_for_a_zen_with_a_lotus() -> None:
    seat = {"levels": {"serenity": 3}}
    table = sit(None, seat, heroes=("barbarian", "monk"), dice=[(1, 1, 2, 4, 6), (4, 6, 3, 3, 3)])
    table.attack("smack").defend("serenity").until("choose_option").answer(1)

    assert table.tokens(1) == {"chi": 1, "cleanse": 1}


# Chi and Cleanse --------------------------------------------------------------------------------------------


def test_chi_adds_to_an_attack_or_takes_from_damage() -> None:
    table = monk([FISTS], tokens={"chi": 4}).attack("fist-strike").spend("chi#2").answer(3)
    table.defend(None).settle()
    assert (table.health[1], table.tokens(0)) == (50 - 9, {"chi": 1})

    table = sit(None, {"tokens": {"chi": 5}}, heroes=("barbarian", "monk"), dice=[(1, 1, 2, 4, 6)])
    table.attack("smack").defend(None).until(window="last chance", player=1).spend("chi").answer(3).settle()
    assert (table.health[1], table.tokens(1)) == (50 - 1, {"chi": 2})
    assert table.events(DamageDealt)[-1].prevented == 3


def test_chi_of_this_turn_does_not_strengthen_an_attack_and_older_chi_does() -> None:
    table = monk([FISTS], tokens={"chi": 1}, hand=("contemplate",)).until(window="main actions").play("contemplate")
    table.attack("fist-strike").spend("chi#2")

    assert table.asked != "how_many"
    assert table.game.state.attack[0].bonus == 1
    assert table.tokens(0) == {"chi": 2}
    assert "chi#2" not in table.offered("spend")


def test_chi_that_prevents_is_taken_from_what_came_last() -> None:
    """Two came this turn, one is older: the two prevent damage, and the old one is left for the Attack."""
    dice = [FISTS, (1, 1, 1, 1)]
    table = sit({"tokens": {"chi": 1}, "hand": ("contemplate",)}, heroes=("monk", "monk"), dice=dice)
    table.until(window="main actions").play("contemplate").attack("fist-strike").defend("serenity")
    table.until(window="last chance", player=0).spend("chi").answer(2)
    assert "chi#2" in table.offered("spend")
    table.spend("chi#2").settle()

    assert (table.health, table.tokens(0)) == ((48, 43), {})


@rule("6.3.limit-increase")
def test_the_limit_of_chi_rises_for_the_whole_game_and_for_one_player() -> None:
    table = struck("lotus-strike", LOTUSES, tokens={"chi": 4}, other={"tokens": {"chi": 5}}, hand=("ruminate",), cp=9)

    assert table.tokens(0)["chi"] == 6
    table.until(window="main actions").play("ruminate")
    assert table.tokens(0)["chi"] == 6
    assert table.game.state.heroes[1].limits == ()


def test_cleanse_takes_off_something_bad_and_is_kept_while_there_is_nothing() -> None:
    table = monk(tokens={"cleanse": 2, "chi": 1}).until(window="main actions", player=0)
    assert table.offered("spend") == []

    table = monk(tokens={"cleanse": 2, "knockdown": 1, "concussion": 1}).until(window="end of upkeep").spend("cleanse")
    assert table.options == ["knockdown", "concussion"]
    table.answer("knockdown").spend("cleanse")
    assert table.tokens(0) == {}


# Cards ------------------------------------------------------------------------------------------------------


def played(card: str, *dice: Any, **seat: Any) -> Table:
    return monk(dice, hand=(card,), cp=5, **seat).until(window="main actions").play(card)


def test_palm_strike_knocks_down() -> None:
    assert played("palm-strike").tokens(1) == {"knockdown": 1}


def test_mystic_mantra_gives_three_tokens_and_knocks_down() -> None:
    table = played("mystic-mantra")

    assert (table.tokens(0), table.tokens(1), table.cp[0]) == (
        {"chi": 1, "evasive": 1, "cleanse": 1}, {"knockdown": 1}, 3,
    )  # fmt: skip


@pytest.mark.parametrize(("card", "chi", "cp"), [("ruminate", 5, 3), ("contemplate", 2, 6)])
def test_ruminate_and_contemplate_give_chi_at_any_time(card: str, chi: int, cp: int) -> None:
    assert (played(card).tokens(0), played(card).cp[0]) == ({"chi": chi}, cp)
    assert card in sit(None, {"hand": (card,), "cp": 5}, heroes=("barbarian", "monk")).until(
        window="main actions", player=1
    ).offered("play")


def test_enlightenment_on_a_lotus_gives_tokens_and_otherwise_a_card() -> None:
    assert played("enlightenment", (6,)).tokens(0) == {"chi": 2, "evasive": 1, "cleanse": 1}
    drawn = played("enlightenment", (5,))
    assert (drawn.tokens(0), len(drawn.hand(0))) == ({}, 2)
