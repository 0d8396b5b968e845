"""The Ninja: every level of every ability, every card, every token, and what is surprising about them."""

from typing import Any

import pytest

from rulewright_dice_throne.events.attack import AttackDealsDamage

from .table import IDLE, NOTHING, Table, rule, sit

NINJA, OTHER = 0, 1
HEROES = ("ninja", "barbarian")
SMACK = (1, 1, 2, 4, 6)


def ninja(dice: Any = (), *, other: Any = None, **seat: Any) -> Table:
    """The Ninja begins a turn; only who can react is asked."""
    return sit(seat, other, heroes=HEROES, dice=dice)


def strike(faces: Any, ability: str, *more: Any, other: Any = None, reroll: bool = False, **seat: Any) -> Table:
    """An ability with these dice, the first that fall; the other one does not defend, nobody spends anything."""
    table = ninja([faces, *more], other=other, **seat).attack(ability)
    while table.phase != "main_2" and table.asked:
        table.answer(reroll) if table.asked == "may" else table.skip()
    return table


def attacked(dice: Any, **seat: Any) -> Table:
    """The Barbarian attacks the Ninja with 4 damage."""
    return sit(None, seat, heroes=("barbarian", "ninja"), dice=dice).attack("smack")


# The board --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("faces", "level", "damage", "ninjutsu"),
    [
        ((1, 1, 1, 4, 5), 1, 5, 0),
        ((1, 1, 1, 2, 5), 1, 6, 0),
        ((1, 1, 1, 2, 3), 1, 7, 0),
        ((1, 1, 2, 4, 5), 2, 4, 0),
        ((1, 1, 1, 4, 5), 2, 4, 1),
        ((1, 1, 2, 2, 5), 2, 6, 0),
        ((1, 1, 1, 1, 3), 2, 8, 1),
    ],
)
def test_slash(faces: Any, level: int, damage: int, ninjutsu: int) -> None:
    table = strike(faces, "slash", levels={"slash": level})

    assert table.health == (50, 50 - damage)
    assert table.tokens(NINJA).get("ninjutsu", 0) == ninjutsu


@pytest.mark.parametrize(("roll", "damage"), [((3, 3), 6), ((1, 1), 2), ((6, 6), 12)])
def test_walk_the_line_is_undefendable_with_6_or_less(roll: Any, damage: int) -> None:
    table = ninja([(4, 4, 5, 5, 1), roll]).attack("walk-the-line")
    asked = False
    while table.phase != "main_2":
        asked = asked or table.asked == "defence"
        table.skip()

    assert table.health[OTHER] == 50 - damage
    assert asked is (damage > 6)


def test_walk_the_line_2_may_reroll_one_of_its_dice() -> None:
    table = ninja([(4, 4, 5, 5, 1), (6, 1), (4,)], levels={"walk-the-line": 2}).attack("walk-the-line")
    table.until("may").answer(True)
    assert table.asked == "choose_die"
    table.answer((2, 1)).settle()

    assert table.health[OTHER] == 50 - 10


def test_walk_the_line_2_need_not_reroll() -> None:
    table = strike((4, 4, 5, 5, 1), "walk-the-line", (5, 6), levels={"walk-the-line": 2})

    assert table.health[OTHER] == 50 - 11


def test_tip_of_the_blade_is_pure_so_that_ninjutsu_adds_nothing() -> None:
    seat: Any = {"levels": {"walk-the-line": 2}, "tokens": {"ninjutsu": 1}}
    table = ninja([(4, 4, 5, 1, 1), (5,)], **seat).attack("tip-of-the-blade")
    while table.phase != "main_2":
        assert (table.asked != "defence", table.offered("spend")) == (True, [])
        table.skip()

    assert table.health[OTHER] == 45


@pytest.mark.parametrize(
    ("level", "roll", "damage", "defended", "poison"),
    [
        (1, (1, 2, 3, 4, 5), 7, True, 0),
        (1, (1, 1, 4, 6, 6), 4, False, 0),
        (2, (1, 1, 4, 4, 6), 6, False, 0),
        (2, (1, 1, 4, 6, 6), 4, False, 1),
        (2, (5, 5, 5, 5, 5), 10, True, 0),
    ],
)
def test_death_blossom(level: int, roll: Any, damage: int, defended: bool, poison: int) -> None:
    table = ninja([(1, 2, 3, 4, 4), roll], levels={"death-blossom": level}).attack("death-blossom")
    asked = False
    while table.phase != "main_2":
        asked = asked or table.asked == "defence"
        table.answer(False) if table.asked == "may" else table.skip()

    assert (table.health[OTHER], asked) == (50 - damage, defended)
    assert table.tokens(OTHER).get("delayed-poison", 0) == poison


def test_death_blossom_2_may_reroll_two_dice() -> None:
    table = ninja([(1, 2, 3, 4, 4), (1, 1, 1, 1, 6), (4, 6)], levels={"death-blossom": 2}).attack("death-blossom")
    table.until("may").answer(True)
    assert table.asked == "choose_dice"
    table.answer(((2, 0), (2, 1))).settle()

    assert table.health[OTHER] == 50 - 4
    assert table.tokens(OTHER) == {"delayed-poison": 1}


@pytest.mark.parametrize(("level", "ninjutsu"), [(1, 2), (2, 3)])
def test_smoke_screen(level: int, ninjutsu: int) -> None:
    table = ninja([(1, 4, 5, 6, 1)], levels={"smoke-screen": level}).attack("smoke-screen")
    table.until("choose_player").answer(NINJA).settle()

    assert table.tokens(NINJA) == {"smoke-bomb": 1, "ninjutsu": ninjutsu}
    assert table.tokens(OTHER) == {"delayed-poison": 1}
    assert table.health == (50, 50)


def test_kuji_kiri_is_no_attack_and_deals_4_twice() -> None:
    table = ninja([(4, 4, 5, 6, 6)], levels={"smoke-screen": 2}, tokens={"ninjutsu": 1}).attack("kuji-kiri")
    while table.phase != "main_2":
        assert "ninjutsu" not in table.offered("spend")
        assert table.asked != "defence"
        table.skip()

    assert table.health[OTHER] == 42
    assert not table.events(AttackDealsDamage)


def test_poison_blade() -> None:
    table = strike((1, 2, 3, 4, 6), "poison-blade")

    assert (table.health[OTHER], table.tokens(OTHER)) == (45, {"delayed-poison": 1})


@pytest.mark.parametrize(("face", "poison"), [(3, 1), (4, 2), (6, 2)])
def test_poison_blade_2(face: int, poison: int) -> None:
    table = strike((1, 2, 3, 4, 6), "poison-blade", (face,), levels={"poison-blade": 2})

    assert (table.health[OTHER], table.tokens(OTHER)) == (45, {"delayed-poison": poison})


@pytest.mark.parametrize(("level", "poison", "damage"), [(1, 1, 6), (2, 2, 5)])
def test_shadewalk(level: int, poison: int, damage: int) -> None:
    table = ninja([(6, 6, 6, 6, 1)], levels={"shadewalk": level}).attack("shadewalk").settle_undefended()

    assert (table.health[OTHER], table.tokens(OTHER)) == (50 - damage, {"delayed-poison": poison})
    assert table.tokens(NINJA) == {"smoke-bomb": 1}


def test_jugulate() -> None:
    table = strike((6, 6, 6, 1, 1), "jugulate", levels={"shadewalk": 2})

    assert (table.health[OTHER], table.tokens(OTHER)) == (50, {"delayed-poison": 1})
    assert table.tokens(NINJA) == {"ninjutsu": 3}


@pytest.mark.parametrize(("level", "own"), [(1, {"ninjutsu": 2}), (2, {"smoke-bomb": 1, "ninjutsu": 2})])
def test_shadow_fang(level: int, own: Any) -> None:
    table = strike((1, 2, 3, 4, 5), "shadow-fang", levels={"shadow-fang": level})

    assert (table.health[OTHER], table.tokens(NINJA)) == (42, own)


def test_misdirect() -> None:
    table = ninja([(1, 2, 6, 6, 4)], levels={"shadow-fang": 2}).attack("misdirect").settle_undefended()

    assert (table.health[OTHER], table.tokens(NINJA)) == (48, {"smoke-bomb": 1})


@rule("field.defence", 2)
@pytest.mark.parametrize(
    ("level", "faces", "back", "own"),
    [
        (1, (1, 2, 3), 1, {}),
        (1, (1, 4, 5), 3, {}),
        (1, (6, 6, 4), 2, {"smoke-bomb": 1}),
        (2, (1, 2, 3), 3, {}),
        (2, (1, 4, 5), 3, {}),
        (2, (6, 6, 1), 1, {"smoke-bomb": 1}),
    ],
)
def test_shade_shift(level: int, faces: Any, back: int, own: Any) -> None:
    table = attacked([SMACK, faces], levels={"shade-shift": level}).defend("shade-shift")
    while table.phase != "main_2":
        table.answer(()) if table.asked == "choose_dice" else table.skip()

    assert table.health == (50 - back, 46)
    assert table.tokens(1) == own


def test_a_reroll_of_the_defence_counts_as_it_lies_then() -> None:
    """Of 1, 1, 6 the first die becomes a 6: two masks instead of two blades."""
    table = attacked([SMACK, (1, 1, 6), (6,)]).defend("shade-shift").until("choose_die").answer((1, 0)).settle()
    assert (table.health[0], table.tokens(1)) == (49, {"smoke-bomb": 1})

    two = attacked([SMACK, (1, 1, 6), (6, 4)], levels={"shade-shift": 2}).defend("shade-shift")
    two.until("choose_dice").answer(((1, 0), (1, 1))).settle()
    assert (two.health[0], two.tokens(1)) == (48, {"smoke-bomb": 1})


def test_assassinate() -> None:
    table = strike((6, 6, 6, 6, 6), "assassinate")

    assert (table.health[OTHER], table.tokens(OTHER)) == (40, {"delayed-poison": 2})
    assert table.tokens(NINJA) == {"smoke-bomb": 1}


# Tokens -----------------------------------------------------------------------------------------------------


def test_delayed_poison_hurts_at_the_end_of_the_turn_and_goes() -> None:
    table = ninja(tokens={"delayed-poison": 2})
    table.until(phase="main_2")
    assert table.health[NINJA] == 50
    table.until(window="main actions", player=OTHER)

    assert (table.health[NINJA], table.tokens(NINJA)) == (44, {})


@pytest.mark.parametrize(("face", "left"), [(1, 50), (3, 50), (4, 46), (6, 46)])
def test_smoke_bomb_avoids_the_damage_on_1_to_3(face: int, left: int) -> None:
    table = attacked([SMACK, (face,)], tokens={"smoke-bomb": 1}).defend(None)
    table.until(window="last chance", player=1).spend("smoke-bomb").settle()

    assert (table.health[1], table.tokens(1)) == (left, {})


@pytest.mark.parametrize(("face", "added"), [(1, 1), (3, 1), (4, 2), (5, 2)])
def test_ninjutsu_adds_damage(face: int, added: int) -> None:
    table = ninja([(1, 1, 1, 4, 5), (face,)], tokens={"ninjutsu": 2}).attack("slash")
    table.until(window="effects inflicted").spend("ninjutsu").defend(None).settle()

    assert (table.health[OTHER], table.tokens(NINJA)) == (50 - 5 - added, {"ninjutsu": 1})


@pytest.mark.parametrize(
    ("option", "damage", "poison", "defended"),
    [(0, 7, {}, True), (1, 5, {"delayed-poison": 1}, True), (2, 5, {}, False)],
)
def test_ninjutsu_offers_a_choice_on_6(option: int, damage: int, poison: Any, defended: bool) -> None:
    table = ninja([(1, 1, 1, 4, 5), (6,)], tokens={"ninjutsu": 1}).attack("slash")
    table.until(window="effects inflicted").spend("ninjutsu").answer(option)
    asked = False
    while table.phase != "main_2":
        asked = asked or table.asked == "defence"
        table.skip()

    assert (table.health[OTHER], table.tokens(OTHER), asked) == (50 - damage, poison, defended)


# Cards ------------------------------------------------------------------------------------------------------


def play(card: str, *dice: Any, other: Any = None, **seat: Any) -> Table:
    """A card in the main phase of the Ninja, who has 10 CP by then."""
    held: Any = {"hand": (card,), "cp": 9, **seat}
    return ninja(dice, other=other, **held).until(window="main actions").play(card)


def test_poison_dart() -> None:
    table = play("poison-dart")

    assert (table.tokens(OTHER), table.cp[NINJA]) == ({"delayed-poison": 1}, 8)


def test_fan_of_knives() -> None:
    table = play("fan-of-knives").until(phase="offensive_roll")

    assert table.health[OTHER] == 47
    assert table.cp[NINJA] == 8


def test_train() -> None:
    table = play("train")

    assert (table.tokens(NINJA), table.cp[NINJA]) == ({"ninjutsu": 1}, 10)


@pytest.mark.parametrize(("face", "own", "cards"), [(6, {"smoke-bomb": 1, "ninjutsu": 2}, 1), (5, {}, 2)])
def test_dojo(face: int, own: Any, cards: int) -> None:
    table = play("dojo", (face,))

    assert (table.tokens(NINJA), len(table.hand(NINJA))) == (own, cards)


def test_smoke_offering_asks_for_another_card() -> None:
    table = play("smoke-offering")
    table.answer(True)
    assert table.asked == "discard"
    table.answer(table.options[0])
    assert table.asked == "choose_player"
    table.answer(NINJA)
    assert (table.tokens(NINJA), table.hand(NINJA)) == ({"smoke-bomb": 1}, [])

    alone = ninja(hand=("smoke-offering",), deck=(), discard=()).until(window="main actions")
    assert alone.offered("play") == []


def test_throwing_stars_add_damage_and_may_be_thrown_again() -> None:
    seat: Any = {"hand": ("throwing-stars",), "cp": 3}
    table = ninja([(1, 1, 1, 4, 5), (4, 5, 1, 1, 1), (4, 4, 6)], **seat).attack("slash")
    table.until(window="effects inflicted").play("throwing-stars").until("may").answer(True)
    table.answer(((2, 2), (2, 3), (2, 4))).defend(None).settle()

    assert (table.health[OTHER], table.cp[NINJA]) == (50 - 5 - 4, 3)


@pytest.mark.parametrize(("face", "left", "own"), [(1, 47, {}), (4, 48, {}), (6, 46, {"smoke-bomb": 1})])
def test_escape_is_for_being_attacked(face: int, left: int, own: Any) -> None:
    table = attacked([SMACK, (face,)], hand=("escape",)).defend(None)
    table.until(window="last chance", player=1).play("escape")
    table.settle()

    assert (table.health[1], table.tokens(1)) == (left, own)
    calm = ninja([NOTHING], hand=("escape", IDLE)).until(window="main actions")
    assert "escape" not in calm.offered("play")
