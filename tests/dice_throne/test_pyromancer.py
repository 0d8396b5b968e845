"""The Pyromancer: Fire Mastery cools off turn by turn, strengthens what she does, and burns away in Combustion."""

from typing import Any

import pytest

from .table import NOTHING, Table, rule, sit

HEROES = ("pyromancer", "barbarian")
FLAMES = (1, 2, 3, 4, 6)
BLAST = (1, 2, 3, 6, 4)
SMALL = (2, 3, 4, 5, 2)
LARGE = (2, 3, 4, 5, 6)
EACH = (1, 4, 5, 6, 1)
WARM = {"fire-mastery": 3}
"""One of them cools off in the Upkeep Phase, two are left."""


def struck(variant: str, *dice: Any, answers: tuple[Any, ...] = (), **seat: Any) -> Table:
    """The Pyromancer, who has 2 Fire Mastery, activates something; nobody defends; the damage is dealt."""
    table = sit({"tokens": WARM, **seat}, heroes=HEROES, dice=dice).attack(variant)
    for answer in answers:
        while table.asked == "react":
            table.skip()
        table.answer(answer)
    return table.settle()


ATTACKS: list[tuple[str, int, Any, int, int, dict[str, int]]] = [
    ("fireball", 1, [FLAMES], 4, 3, {}),
    ("fireball", 1, [(1, 2, 3, 1, 6)], 6, 3, {}),
    ("fireball", 1, [(1, 2, 3, 1, 1)], 8, 3, {}),
    ("fireball", 2, [FLAMES], 4, 4, {}),
    ("fireball", 2, [(1, 2, 3, 1, 6)], 6, 4, {}),
    ("fireball", 2, [(1, 2, 3, 1, 1)], 8, 4, {}),
    ("burning-soul", 1, [(5, 5, 1, 1, 4)], 2, 5, {}),
    ("burning-soul", 2, [(5, 5, 1, 1, 4)], 2, 5, {}),
    ("burning-soul", 2, [(5, 5, 5, 1, 4)], 3, 5, {"burn": 1}),
    ("burning-soul", 2, [(5, 5, 5, 5, 4)], 4, 6, {"burn": 1}),
    ("pyroblast", 1, [BLAST, (2,)], 9, 2, {}),
    ("pyroblast", 1, [BLAST, (4,)], 6, 2, {"burn": 1}),
    ("pyroblast", 1, [BLAST, (5,)], 6, 4, {}),
    ("pyroblast", 1, [BLAST, (6,)], 6, 2, {"knockdown": 1}),
    ("pyroblast", 2, [BLAST, (1, 2)], 12, 2, {}),
    ("pyroblast", 2, [BLAST, (5, 5)], 6, 5, {}),
    ("pyroblast", 2, [BLAST, (4, 6)], 6, 2, {"burn": 1, "knockdown": 1}),
    ("hot-streak", 1, [SMALL], 9, 4, {}),
    ("hot-streak", 2, [SMALL], 10, 4, {}),
    ("scorch", 2, [(1, 2, 4, 4, 6)], 6, 4, {"burn": 1}),
    ("ignite", 1, [LARGE], 12, 4, {}),
    ("ignite", 2, [LARGE], 13, 4, {"burn": 1}),
    ("blazing-soul", 2, [(4, 4, 5, 5, 1)], 0, 6, {"knockdown": 1}),
]
ABILITY_OF = {"scorch": "hot-streak", "blazing-soul": "ignite", "meteoroid": "meteorite"}


@pytest.mark.parametrize(("variant", "level", "dice", "damage", "mastery", "theirs"), ATTACKS)
def test_each_level_of_each_ability_does_what_the_board_says(
    variant: str, level: int, dice: Any, damage: int, mastery: int, theirs: dict[str, int]
) -> None:
    table = struck(variant, *dice, levels={ABILITY_OF.get(variant, variant): level})

    assert table.health == (50, 50 - damage)
    assert table.tokens(0) == {"fire-mastery": mastery}
    assert table.tokens(1) == theirs


@pytest.mark.parametrize(("level", "burned", "damage"), [(1, 3, 9), (1, 1, 3), (2, 3, 12), (2, 0, 0)])
def test_combustion_burns_as_much_mastery_as_one_likes_up_to_four(level: int, burned: int, damage: int) -> None:
    table = struck("combustion", EACH, answers=(burned,), levels={"combustion": level})
    assert table.health[1] == 50 - damage
    assert table.tokens(0).get("fire-mastery", 0) == 3 - burned

    table = sit({"tokens": {"fire-mastery": 5}}, heroes=HEROES, dice=[EACH]).attack("combustion").until("how_many")
    assert table.options == [0, 1, 2, 3, 4]


def test_combustion_cannot_be_defended() -> None:
    table = sit({"tokens": WARM}, heroes=HEROES, dice=[EACH]).attack("combustion").until("how_many").answer(2)

    table.settle_undefended()


def test_the_best_pyroblast_rerolls_a_die_if_one_likes() -> None:
    seat = {"levels": {"pyroblast": 3}}
    table = sit(seat, heroes=HEROES, dice=[BLAST, (4, 6), (2,)]).attack("pyroblast")
    assert (table.asked, table.options) == ("choose_die", [(2, 0), (2, 1), None])
    table.answer((2, 1)).settle()
    assert (table.health[1], table.tokens(1)) == (50 - 9, {"burn": 1})

    table = sit(seat, heroes=HEROES, dice=[BLAST, (4, 6)]).attack("pyroblast").answer(None).settle()
    assert (table.health[1], table.tokens(1)) == (50 - 6, {"burn": 1, "knockdown": 1})


@pytest.mark.parametrize(("level", "collateral"), [(1, 2), (2, 3)])
def test_meteorite_stuns_and_rolls_once_more(level: int, collateral: int) -> None:
    table = sit({"tokens": WARM, "levels": {"meteorite": level}}, heroes=HEROES, dice=[(6, 6, 6, 6, 1), FLAMES])
    table.attack("meteorite")
    table.until("announce")
    assert table.health[1] == 50 - 4 - collateral
    assert table.tokens(0) == {"fire-mastery": 4}
    table.answer("fireball").settle()

    assert table.health[1] == 50 - 4 - collateral - 4


@rule("field.status-negative", 8)
@pytest.mark.parametrize("heroes", [HEROES, (*HEROES, "monk")])
def test_meteoroid_inflicts_tokens_without_damage_and_rolls_once_more(heroes: tuple[str, ...]) -> None:
    """The Stun of an ability without an Attack goes when the ability is over, against the same player."""
    seat = {"levels": {"meteorite": 2}}
    table = sit(seat, heroes=heroes, dice=[(6, 6, 6, 1, 4), FLAMES]).attack("meteoroid")
    if len(heroes) > 2:
        table.until("target").answer(1)
    table.until("announce")
    assert (table.active, table.player, table.health[1]) == (0, 0, table.health[0])
    assert table.tokens(1) == {"knockdown": 1, "burn": 1}

    assert table.answer("fireball").settle().health[1] == table.health[0] - 4


def test_who_is_hit_by_meteoroid_has_a_turn_of_their_own() -> None:
    """Nobody else rolls in it, and cards can be played."""
    table = sit({"levels": {"meteorite": 2}}, {"hand": ("getting-paid",)}, heroes=HEROES, dice=[(6, 6, 6, 1, 4)])
    table.attack("meteoroid").until(window="main actions", player=1, phase="main_1")

    assert "getting-paid" in table.offered("play")


def test_scorch_the_earth_is_an_ultimate_with_collateral_damage() -> None:
    table = struck("scorch-the-earth", (6,) * 5)

    assert table.health[1] == 50 - 12 - 2
    assert (table.tokens(0), table.tokens(1)) == ({"fire-mastery": 5}, {"knockdown": 1, "burn": 1})


@pytest.mark.parametrize(
    ("level", "dice", "hurt", "mastery", "burns"),
    [
        (1, (1, 1, 4, 5, 6), 2, 1, False),
        (2, (1, 1, 4, 5, 6), 2, 1, True),
        (2, (6, 6, 4, 5, 6), 0, 1, False),
        (3, (1, 1, 4, 5, 6), 3, 2, True),
    ],
)
def test_molten_armor_burns_who_attacks(level: int, dice: Any, hurt: int, mastery: int, burns: bool) -> None:
    seat = {"levels": {"molten-armor": level}}
    table = sit(None, seat, heroes=("barbarian", "pyromancer"), dice=[(1, 1, 2, 4, 6), dice])
    table.attack("smack").defend("molten-armor").settle()

    assert table.health == (50 - hurt, 46)
    assert table.tokens(1) == {"fire-mastery": mastery}
    assert table.tokens(0) == ({"burn": 1} if burns else {})


# Tokens -----------------------------------------------------------------------------------------------------


def test_fire_mastery_cools_off_in_the_upkeep() -> None:
    table = sit({"tokens": {"fire-mastery": 2}}, heroes=HEROES).until(window="main actions")
    assert table.tokens(0) == {"fire-mastery": 1}


def test_burn_hurts_in_every_upkeep_and_stays() -> None:
    table = sit({"tokens": {"burn": 1}}, heroes=HEROES, dice=[NOTHING, NOTHING]).until(window="main actions")
    assert (table.health, table.tokens(0)) == ((48, 50), {"burn": 1})
    table.until(player=1, phase="main_1").until(player=0, phase="main_1")
    assert table.health == (46, 50)


def test_burn_kills() -> None:
    table = sit({"tokens": {"burn": 1}, "health": 2}, heroes=HEROES)
    while table.asked:
        table.skip()

    assert table.game.result is not None
    assert table.game.result.winners == (1,)


@rule("6.3.limit-increase")
def test_the_limit_rises_before_the_mastery_comes() -> None:
    table = sit({"tokens": {"fire-mastery": 6}, "hand": ("fire-up",), "cp": 3}, heroes=HEROES)
    table.until(window="main actions").play("fire-up")
    table.until(window="main actions")

    assert (table.tokens(0), table.cp[0]) == ({"fire-mastery": 6}, 1)


# Cards ------------------------------------------------------------------------------------------------------


def test_warm_up_turns_cp_into_mastery() -> None:
    table = sit({"hand": ("warm-up",), "cp": 4}, heroes=HEROES).until(window="main actions").play("warm-up")
    table.until("how_many").answer(2)

    assert (table.tokens(0), table.cp[0]) == ({"fire-mastery": 3}, 3)


def test_red_hot_adds_the_mastery_to_an_attack() -> None:
    table = sit({"tokens": WARM, "hand": ("red-hot",)}, heroes=HEROES, dice=[FLAMES]).attack("fireball")
    table.play("red-hot").settle()

    assert table.health[1] == 50 - 4 - 3


@pytest.mark.parametrize(
    ("die", "damage", "mastery", "theirs"),
    [(1, 7, 3, {}), (4, 4, 3, {"burn": 1}), (5, 4, 5, {}), (6, 4, 3, {"knockdown": 1})],
)
def test_huzzah_rolls_for_the_attack(die: int, damage: int, mastery: int, theirs: dict[str, int]) -> None:
    table = sit({"tokens": WARM, "hand": ("huzzah",)}, heroes=HEROES, dice=[FLAMES, (die,)]).attack("fireball")
    table.play("huzzah").settle()

    assert table.health[1] == 50 - damage
    assert (table.tokens(0), table.tokens(1)) == ({"fire-mastery": mastery}, theirs)


def test_infernal_infusion_fills_the_mastery_on_a_meteor_and_draws_otherwise() -> None:
    def played(die: int) -> Table:
        table = sit({"hand": ("infernal-infusion",)}, heroes=HEROES, dice=[(die,)])
        return table.until(window="main actions").play("infernal-infusion")

    assert played(6).tokens(0) == {"fire-mastery": 5}
    assert len(played(1).hand(0)) == 2
