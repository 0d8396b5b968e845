"""The Huntress and Nyra: every level of every ability, every card, every token, and what is surprising about them."""

from typing import Any

import pytest

from rulewright_dice_throne.events.attack import AttackDealt

from .table import NOTHING, Table, rule, sit

HUNTRESS, OTHER = 0, 1
HEROES = ("huntress", "barbarian")
SMACK = (1, 1, 2, 4, 6)
NYRA = 2
"""What Nyra adds to every Attack."""


def huntress(dice: Any = (), *, other: Any = None, against: str = "barbarian", nyra: int = 7, **seat: Any) -> Table:
    """The Huntress begins a turn; only who can react is asked."""
    return sit({"companions": {"nyra": nyra}, **seat}, other, heroes=("huntress", against), dice=dice)


def strike(faces: Any, ability: str, *more: Any, other: Any = None, **seat: Any) -> Table:
    """An ability with these dice, the first that fall; the other one does not defend, nobody spends anything."""
    table = huntress([faces, *more], other=other, **seat).attack(ability)
    while table.phase != "main_2" and table.asked:
        table.skip()
    return table


def attacked(dice: Any, *, nyra: int = 7, ability: str = "smack", **seat: Any) -> Table:
    """The Barbarian attacks the Huntress, by default with 4 damage."""
    held = {"companions": {"nyra": nyra}, **seat}
    return sit(None, held, heroes=("barbarian", "huntress"), dice=dice).attack(ability)


def dial(table: Table, player: int = HUNTRESS) -> int:
    (companion,) = table.game.state.heroes[player].companions
    return int(companion.dial)


# The board --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("faces", "level", "damage", "bleed"),
    [
        ((1, 1, 2, 3, 4), 1, 3, 0),
        ((1, 1, 2, 2, 4), 1, 4, 0),
        ((1, 1, 2, 2, 2), 1, 5, 0),
        ((1, 1, 2, 3, 4), 2, 4, 0),
        ((1, 1, 2, 2, 4), 2, 5, 0),
        ((1, 1, 1, 1, 4), 2, 5, 1),
        ((1, 1, 1, 1, 2), 2, 6, 1),
    ],
)
def test_animalistic(faces: Any, level: int, damage: int, bleed: int) -> None:
    table = strike(faces, "animalistic", levels={"animalistic": level})

    assert table.health == (50, 50 - damage - NYRA)
    assert table.tokens(OTHER).get("bleed", 0) == bleed


@pytest.mark.parametrize(
    ("level", "face", "damage", "own", "theirs"),
    [
        (1, 1, 5, {}, {}),
        (1, 4, 6, {}, {}),
        (1, 5, 4, {"nyras-bond": 1}, {}),
        (1, 6, 4, {}, {"bleed": 1}),
        (2, 2, 6, {}, {}),
        (2, 3, 7, {}, {}),
    ],
)
def test_savage(level: int, face: int, damage: int, own: Any, theirs: Any) -> None:
    table = strike((3, 3, 4, 6, 1), "savage", (face,), levels={"savage": level})

    assert table.health[OTHER] == 50 - damage - NYRA
    assert (table.tokens(HUNTRESS), table.tokens(OTHER)) == (own, theirs)


def test_hunt() -> None:
    table = strike((3, 4, 6, 1, 1), "hunt", levels={"savage": 2})

    assert (table.health[OTHER], table.tokens(OTHER)) == (50 - 3 - NYRA, {"bleed": 1})


@pytest.mark.parametrize(
    ("faces", "level", "health"), [((5, 5, 1, 1, 3), 1, 4), ((5, 5, 1, 1, 3), 2, 5), ((5, 5, 5, 1, 3), 2, 7)]
)
def test_resuscitate(faces: Any, level: int, health: int) -> None:
    table = strike(faces, "resuscitate", levels={"resuscitate": level}, nyra=1)

    assert dial(table) == health
    assert table.tokens(HUNTRESS) == {"nyras-bond": 1}
    assert table.health == (50, 50)


def test_resuscitate_brings_nyra_back() -> None:
    assert dial(strike((5, 5, 1, 1, 3), "resuscitate", nyra=0)) == 3


@pytest.mark.parametrize(("level", "damage"), [(1, 2), (2, 3)])
def test_feral_instincts(level: int, damage: int) -> None:
    table = huntress([(1, 1, 2, 5, 6)], levels={"feral-instincts": level}).attack("feral-instincts")
    table.settle_undefended()

    assert table.health[OTHER] == 50 - damage - NYRA
    assert table.tokens(HUNTRESS) == {"nyras-bond": 1}


def test_swipe_is_no_attack() -> None:
    table = strike((1, 2, 6, 3, 3), "swipe", levels={"feral-instincts": 2})

    assert (table.health[OTHER], table.tokens(OTHER)) == (50, {"bleed": 1})


@pytest.mark.parametrize(
    ("faces", "level", "damage", "bleed"),
    [((1, 2, 3, 4, 6), 1, 4, 1), ((1, 2, 3, 4, 5), 1, 7, 2), ((1, 2, 3, 4, 6), 2, 5, 1), ((2, 3, 4, 5, 6), 2, 8, 2)],
)
def test_onslaught(faces: Any, level: int, damage: int, bleed: int) -> None:
    table = strike(faces, "onslaught", levels={"onslaught": level})

    assert (table.health[OTHER], table.tokens(OTHER)) == (50 - damage - NYRA, {"bleed": bleed})


@pytest.mark.parametrize(("level", "damage"), [(1, 5), (2, 6)])
def test_feral(level: int, damage: int) -> None:
    table = huntress([(6, 6, 6, 6, 1)], nyra=5, levels={"feral": level}).attack("feral").settle_undefended()

    assert (table.health[OTHER], dial(table)) == (50 - damage - NYRA, 6)


def test_ferocious() -> None:
    table = strike((6, 6, 6, 1, 1), "ferocious", levels={"feral": 2}, nyra=5)

    assert (table.health[OTHER], table.tokens(OTHER), dial(table)) == (50, {"bleed": 2}, 6)


@pytest.mark.parametrize(("level", "damage"), [(1, 5), (2, 6)])
def test_predatory_advance(level: int, damage: int) -> None:
    table = strike((1, 2, 3, 4, 5), "predatory-advance", levels={"predatory-advance": level}, nyra=6)

    assert (table.health[OTHER], dial(table)) == (50 - damage - NYRA, 7)


def test_jugular() -> None:
    table = strike((1, 3, 6, 5, 5), "jugular", levels={"predatory-advance": 2})

    assert (table.health[OTHER], table.tokens(OTHER)) == (50, {"bleed": 2})


@rule("field.defence", 2)
@pytest.mark.parametrize(
    ("level", "faces", "nyra", "back", "left"),
    [
        (1, (1, 2, 3), 7, 4, 7),
        (1, (1, 2, 3), 0, 2, 0),
        (1, (5, 5, 6), 3, 0, 5),
        (2, (1, 4, 5, 6), 3, 3, 4),
        (3, (1, 4, 5, 6), 3, 4, 4),
    ],
)
def test_maternal_bond(level: int, faces: Any, nyra: int, back: int, left: int) -> None:
    table = attacked([SMACK, faces], nyra=nyra, levels={"maternal-bond": level}).defend("maternal-bond").settle()

    assert table.health == (50 - back, 46)
    assert dial(table, 1) == left


def test_jungle_fury() -> None:
    table = strike((6, 6, 6, 6, 6), "jungle-fury")

    assert (table.health[OTHER], table.tokens(OTHER)) == (50 - 12 - NYRA, {"bleed": 2})
    assert table.tokens(HUNTRESS) == {"nyras-bond": 1}


# Nyra -------------------------------------------------------------------------------------------------------


def test_without_nyra_attacks_are_weaker() -> None:
    assert strike((1, 1, 2, 3, 4), "animalistic", nyra=0).health[OTHER] == 47


@rule("6.4.companion", 1)
def test_nyra_may_take_all_of_an_attack_that_is_not_defended() -> None:
    table = attacked([SMACK]).defend(None).until(window="last chance", player=1).spend("nyra").settle()

    assert (table.health[1], dial(table, 1)) == (50, 3)
    assert table.events(AttackDealt)[-1].amount == 0


def test_nyra_does_not_take_what_is_defended_against() -> None:
    table = attacked([SMACK, (5, 5, 6)], nyra=3).defend("maternal-bond")
    while table.phase != "main_2":
        assert "nyra" not in table.offered("spend")
        table.skip()

    assert table.health[1] == 46


def test_nyra_takes_an_undefendable_attack() -> None:
    table = attacked([(1, 1, 6, 6, 4)], ability="sturdy-blow")
    table.until(window="last chance", player=1).spend("nyra").settle_undefended()

    assert (table.health[1], dial(table, 1)) == (50, 3)


def test_nyra_does_not_stand_in_for_an_ultimate() -> None:
    table = attacked([(6, 6, 6, 6, 6)], ability="rage", tokens={"nyras-bond": 1})
    while table.phase != "main_2" and table.asked:
        assert not table.offered("spend")
        table.skip()

    assert dial(table, 1) == 7


def test_nyra_cannot_take_poison() -> None:
    table = huntress(tokens={"bleed": 1}, dice=[(1,), NOTHING])
    while table.phase != "main_1":
        assert not table.offered("spend")
        table.skip()

    assert (table.health[HUNTRESS], dial(table)) == (49, 7)


def test_nyra_does_not_take_collateral_damage_of_an_attack_on_someone_else() -> None:
    seat = {"companions": {"nyra": 7}, "tokens": {"nyras-bond": 1}}
    table = sit(None, None, seat, heroes=("pyromancer", "barbarian", "huntress"), dice=[(6, 6, 6, 6, 1)])
    table.attack("meteorite").until("target").answer(1)
    while table.asked != "keep_or_reroll":
        assert not table.offered("spend")
        table.skip()

    assert (table.health[2], dial(table, 2)) == (33, 7)


def test_nyra_does_not_take_what_the_huntress_gets_back_for_her_own_attack() -> None:
    table = huntress([(1, 1, 2, 3, 4)], other={"tokens": {"retribution": 1}}, against="paladin").attack("animalistic")
    table.defend(None).until(window="last chance", player=OTHER).spend("retribution")
    while table.phase != "main_2":
        assert not table.offered("spend")
        table.skip()

    assert (table.health[HUNTRESS], dial(table)) == (50 - 3, 7)


@rule("6.4.companion", 2)
@rule("6.4.protection")
def test_what_removes_status_effects_leaves_nyra_alone() -> None:
    seat: Any = {"hand": ("what-status-effects",), "cp": 9}
    table = sit(seat, {"tokens": {"nyras-bond": 1}}, heroes=("barbarian", "huntress")).until(window="main actions")
    table.play("what-status-effects")

    assert (table.tokens(1), dial(table, 1)) == ({}, 7)


# Tokens -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("share", "own", "left"), [(0, 46, 7), (3, 49, 4), (4, 50, 3)])
def test_nyras_bond_shares_the_damage_freely(share: int, own: int, left: int) -> None:
    table = attacked([SMACK], tokens={"nyras-bond": 1}).defend(None).until(window="last chance", player=1)
    table.spend("nyras-bond").answer(share).settle()

    assert (table.health[1], dial(table, 1), table.tokens(1)) == (own, left, {})


def test_nyras_bond_heals_nyra_at_any_time() -> None:
    table = huntress(tokens={"nyras-bond": 1}, nyra=4).until(window="end of upkeep").spend("nyras-bond#2")

    assert (dial(table), table.tokens(HUNTRESS)) == (6, {})


def test_nyras_bond_is_not_spent_on_a_nyra_who_is_well() -> None:
    table = huntress(tokens={"nyras-bond": 1}).until(window="main actions")

    assert table.offered("spend") == []


def test_nyras_bond_brings_nyra_back_but_does_not_share_with_her_while_she_is_down() -> None:
    table = attacked([SMACK], tokens={"nyras-bond": 1}, nyra=0).defend(None).until(window="last chance", player=1)
    assert table.offered("spend") == ["nyras-bond#2"]
    table.spend("nyras-bond#2")

    assert (dial(table, 1), table.offered("spend")) == (2, ["nyra"])


@pytest.mark.parametrize(("face", "left", "bleed"), [(1, 49, 2), (4, 49, 2), (5, 50, 1), (6, 50, 1)])
def test_bleed_hurts_or_dries_up(face: int, left: int, bleed: int) -> None:
    table = sit({"tokens": {"bleed": 2}}, heroes=("barbarian", "huntress"), dice=[(face,)]).until(phase="main_1")

    assert (table.health[0], table.tokens(0)) == (left, {"bleed": bleed})


# Cards ------------------------------------------------------------------------------------------------------


def play(card: str, *dice: Any, nyra: int = 1, **seat: Any) -> Table:
    """A card in the main phase of the Huntress, who has 10 CP by then."""
    return huntress(dice, nyra=nyra, hand=(card,), cp=9, **seat).until(window="main actions").play(card)


@pytest.mark.parametrize(("roll", "health"), [((1, 2, 3), 2), ((5, 5, 1), 4), ((6, 6, 5), 7), ((6, 5, 1), 5)])
def test_blood_bond(roll: Any, health: int) -> None:
    table = play("blood-bond", roll)

    assert (dial(table), table.cp[HUNTRESS]) == (health, 9)


@pytest.mark.parametrize(("face", "bleed"), [(1, 1), (3, 2), (5, 1), (6, 2)])
def test_savage_slash(face: int, bleed: int) -> None:
    table = play("savage-slash", (face,))

    assert (table.tokens(OTHER), table.cp[HUNTRESS]) == ({"bleed": bleed}, 9)


@pytest.mark.parametrize(("face", "health", "cards"), [(6, 5, 1), (5, 1, 2)])
def test_primal_roar(face: int, health: int, cards: int) -> None:
    table = play("primal-roar", (face,))

    assert (dial(table), len(table.hand(HUNTRESS)), table.cp[HUNTRESS]) == (health, cards, 10)


def test_resilient() -> None:
    table = play("resilient")

    assert (table.tokens(HUNTRESS), table.cp[HUNTRESS]) == ({"nyras-bond": 1}, 9)


@pytest.mark.parametrize(("face", "added", "health"), [(1, 1, 3), (4, 2, 3), (5, 0, 4), (6, 3, 3)])
def test_prowl(face: int, added: int, health: int) -> None:
    table = huntress([(1, 1, 2, 3, 4), (face,)], nyra=3, hand=("prowl",), cp=0).attack("animalistic")
    table.until(window="effects inflicted").play("prowl").defend(None).settle()

    assert (table.health[OTHER], dial(table)) == (50 - 3 - NYRA - added, health)


@pytest.mark.parametrize(("roll", "added", "bleed"), [((1, 2, 2, 5, 6), 3, {}), ((1, 3, 4, 4, 6), 1, {"bleed": 1})])
def test_pounce(roll: Any, added: int, bleed: Any) -> None:
    table = huntress([(1, 1, 2, 3, 4), roll], hand=("pounce",), cp=0).attack("animalistic")
    table.until(window="effects inflicted").play("pounce").defend(None).settle()

    assert (table.health[OTHER], table.tokens(OTHER)) == (50 - 3 - NYRA - added, bleed)
