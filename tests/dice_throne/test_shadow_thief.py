"""The Shadow Thief: every level of every ability, every card, every token, and what is surprising about them."""

from typing import Any

import pytest

from rulewright_dice_throne.events.damage import DamageDealt, PartPrevented

from .table import IDLE, NOTHING, Table, rule, sit

THIEF, OTHER = 0, 1
HEROES = ("shadow-thief", "barbarian")


def thief(dice: Any = (), *, other: Any = None, against: str = "barbarian", **seat: Any) -> Table:
    """The Shadow Thief begins a turn; only who can react is asked."""
    return sit(seat, other, heroes=("shadow-thief", against), dice=dice)


def strike(faces: Any, ability: str, *more: Any, other: Any = None, **seat: Any) -> Table:
    """An ability with these dice, the first that fall; the other one does not defend."""
    table = thief([faces, *more], other=other, **seat).attack(ability)
    while table.phase != "main_2" and table.asked:
        table.answer(None) if table.asked == "defence" else table.skip()
    return table


def attacked(dice: Any, seat: Any, *, other: Any = None, ability: str = "smack") -> Table:
    """The Barbarian attacks the Shadow Thief, by default with 4 damage."""
    table = sit(other, seat, heroes=("barbarian", "shadow-thief"), dice=dice)
    return table.attack(ability)


SMACK = (1, 1, 2, 4, 6)

# The board --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("faces", "level", "damage", "cp", "cards", "poison"),
    [
        ((1, 1, 2, 5, 5), 1, 4, 0, 0, 0),
        ((1, 1, 2, 2, 5), 1, 6, 0, 0, 0),
        ((1, 1, 2, 2, 2), 1, 8, 0, 0, 0),
        ((1, 1, 2, 3, 4), 1, 4, 1, 0, 0),
        ((1, 1, 2, 6, 6), 1, 4, 0, 0, 1),
        ((1, 1, 2, 5, 5), 2, 4, 1, 1, 0),
        ((1, 1, 2, 2, 6), 2, 6, 1, 0, 1),
        ((1, 1, 2, 2, 2), 2, 8, 1, 0, 0),
    ],
)
def test_dagger_strike(faces: Any, level: int, damage: int, cp: int, cards: int, poison: int) -> None:
    table = strike(faces, "dagger-strike", levels={"dagger-strike": level})

    assert table.health == (50, 50 - damage)
    assert table.cp[THIEF] == 3 + cp
    assert len(table.hand(THIEF)) == 1 + cards
    assert table.tokens(OTHER).get("poison", 0) == poison


@pytest.mark.parametrize(
    ("faces", "level", "cp"),
    [
        ((3, 3, 1, 1, 5), 1, 2),
        ((3, 4, 3, 1, 5), 1, 3),
        ((3, 3, 3, 3, 4), 1, 4),
        ((3, 3, 1, 1, 5), 2, 3),
        ((3, 4, 3, 1, 5), 2, 4),
        ((3, 3, 3, 3, 5), 2, 5),
        ((3, 3, 3, 3, 4), 2, 6),
    ],
)
def test_pickpocket(faces: Any, level: int, cp: int) -> None:
    table = strike(faces, "pickpocket", levels={"pickpocket": level})

    assert table.cp == (3 + cp, 2)
    assert table.health == (50, 50)


@pytest.mark.parametrize(("level", "had", "gained", "left"), [(1, 5, 2, 4), (1, 0, 2, 0), (2, 5, 3, 3), (2, 1, 3, 0)])
def test_with_a_shadow_some_of_it_may_be_stolen_and_the_sum_stays(level: int, had: int, gained: int, left: int) -> None:
    table = thief([(3, 3, 1, 1, 6)], other={"cp": had}, levels={"pickpocket": level}).attack("pickpocket")
    table.until("may").answer(True).settle()

    assert table.cp == (3 + gained, left)


def test_the_shadow_thief_need_not_steal() -> None:
    table = thief([(3, 3, 1, 1, 6)]).attack("pickpocket").until("may").answer(False).settle()

    assert table.cp == (5, 2)


@pytest.mark.parametrize(("level", "cp", "gained", "damage"), [(1, 0, 3, 2), (1, 2, 3, 3), (2, 1, 4, 3), (2, 14, 0, 8)])
def test_shifty_strike_deals_half_of_the_cp_after_the_gain(level: int, cp: int, gained: int, damage: int) -> None:
    table = strike((1, 2, 3, 4, 6), "shifty-strike", cp=cp, levels={"shifty-strike": level})

    assert table.cp[THIEF] == min(15, cp + 1 + gained)
    assert table.health[OTHER] == 50 - damage


def test_shadow_strike_deals_half_of_the_cp_and_poisons() -> None:
    table = strike((1, 2, 6, 6, 3), "shadow-strike", cp=6, levels={"shifty-strike": 2})

    assert table.health[OTHER] == 50 - 4
    assert table.tokens(OTHER) == {"poison": 1}
    assert table.cp[THIEF] == 7


@pytest.mark.parametrize(("level", "damage"), [(1, 6), (2, 7)])
def test_insidious_strike_deals_the_cp(level: int, damage: int) -> None:
    table = strike((1, 2, 3, 4, 5), "insidious-strike", levels={"insidious-strike": level})

    assert (table.cp[THIEF], table.health[OTHER]) == (damage, 50 - damage)


def test_shank_attack_is_no_attack() -> None:
    table = strike(NOTHING, "shank-attack", levels={"insidious-strike": 2})

    assert table.health[OTHER] == 50
    assert table.cp[THIEF] == 4
    assert len(table.hand(THIEF)) == 2
    assert table.tokens(THIEF) == {"sneak-attack": 1}
    assert table.tokens(OTHER) == {"poison": 1}


@pytest.mark.parametrize(("level", "face", "damage", "cards"), [(1, 6, 3, 1), (1, 3, 2, 1), (2, 1, 1, 2)])
def test_shadow_dance_rolls_pure_damage(level: int, face: int, damage: int, cards: int) -> None:
    table = thief([(6, 6, 6, 1, 1), (face,)], levels={"shadow-dance": level}).attack("shadow-dance")
    table.settle_undefended()

    assert table.health[OTHER] == 50 - damage
    assert table.tokens(THIEF) == {"shadows": 1, "sneak-attack": 1}
    assert len(table.hand(THIEF)) == cards


def test_sneak_attack_that_comes_with_pure_damage_does_not_enhance_it() -> None:
    table = thief([(6, 6, 6, 1, 1), (6,)]).attack("shadow-dance")
    while table.phase != "main_2":
        assert not table.offered("spend")
        table.skip()


@pytest.mark.parametrize(("faces", "drawn"), [((5, 5, 1, 1, 3), 2), ((5, 5, 5, 5, 5), 5)])
def test_carducopia_draws_for_each_card(faces: Any, drawn: int) -> None:
    table = strike(faces, "carducopia", other={"hand": (IDLE,)})

    assert len(table.hand(THIEF)) == 1 + drawn
    assert (table.cp[THIEF], len(table.hand(OTHER))) == (3, 1)


def test_carducopia_2_takes_a_card_from_the_hand_and_gives_cp() -> None:
    levels = {"carducopia": 2}
    table = strike((5, 5, 6, 6, 3), "carducopia", (IDLE,), other={"hand": (IDLE, IDLE)}, levels=levels)

    assert len(table.hand(THIEF)) == 3
    assert (table.cp[THIEF], len(table.hand(OTHER))) == (4, 1)

    plain = strike((5, 5, 1, 1, 2), "carducopia", other={"hand": (IDLE,)}, levels=levels)
    assert (plain.cp[THIEF], len(plain.hand(OTHER))) == (3, 1)


@pytest.mark.parametrize(
    ("level", "faces", "own", "theirs", "left"),
    [
        (1, (1, 3, 4, 5), {}, {}, 46),
        (1, (1, 2, 3, 5), {}, {"poison": 1}, 46),
        (1, (1, 6, 3, 5), {"sneak-attack": 1}, {}, 46),
        (1, (1, 2, 6, 6), {"sneak-attack": 1, "shadows": 1}, {"poison": 1}, 50),
        (2, (1, 2, 2, 6, 3), {"sneak-attack": 1}, {"poison": 1}, 46),
        (2, (3, 3, 3, 6, 6), {"sneak-attack": 1, "shadows": 1}, {}, 50),
    ],
)
def test_shadow_defense(level: int, faces: Any, own: Any, theirs: Any, left: int) -> None:
    table = attacked([SMACK, faces], {"levels": {"shadow-defense": level}}).defend("shadow-defense").settle()

    assert (table.tokens(1), table.tokens(0)) == (own, theirs)
    assert table.health == (50, left)


@pytest.mark.parametrize(
    ("level", "faces", "back", "poison"),
    [
        (1, (1, 2, 3, 4, 5), 2, {}),
        (1, (1, 6, 3, 3, 3), 1, {"poison": 1}),
        (1, (6, 6, 3, 3, 3), 0, {}),
        (2, (1, 2, 1, 6, 6), 6, {"poison": 1}),
    ],
)
def test_counter_strike(level: int, faces: Any, back: int, poison: Any) -> None:
    table = attacked([SMACK, faces], {"levels": {"counter-strike": level}}).defend("counter-strike").settle()

    assert table.health == (50 - back, 46)
    assert table.tokens(0) == poison


def test_one_of_two_defences_is_chosen() -> None:
    table = attacked([SMACK], {}).until("defence")

    assert table.options == ["shadow-defense", "counter-strike", None]


@rule("field.ultimate", 1)
def test_shadow_shank_deals_5_more_than_the_cp_and_nothing_prevents_it() -> None:
    seat: Any = {"cp": 4, "tokens": {"poison": 2, "knockdown": 1}, "health": 40}
    table = thief([(6, 6, 6, 6, 6)], other={"tokens": {"shadows": 1}}, **seat)
    table.until("pay").answer(True).attack("shadow-shank").settle()

    assert table.cp[THIEF] == 5 - 2 + 3
    assert table.tokens(THIEF) == {"shadows": 1}
    assert table.health == (40 - 2, 50 - 6 - 5)


# Tokens -----------------------------------------------------------------------------------------------------


def test_in_the_shadows_an_attack_deals_nothing_and_there_is_no_defence() -> None:
    table = attacked([SMACK], {"tokens": {"shadows": 1}}).settle_undefended()

    assert table.health == (50, 50)
    assert table.events(DamageDealt)[-1].prevented == 4
    assert table.events(PartPrevented)[-1].source == "shadows"


@rule("4.4.unstoppable", 2)
@rule("11.ultimate", 1, 2)
def test_in_the_shadows_nothing_of_an_ultimate_is_avoided_its_collateral_damage_neither() -> None:
    table = sit(None, {"tokens": {"shadows": 1}}, heroes=("pyromancer", "shadow-thief"), dice=[(6,) * 5])

    assert table.attack("scorch-the-earth").settle().health == (50, 50 - 12 - 2)


@rule("7.1.collateral", 6)
@rule("7.3.table-collateral")
@pytest.mark.parametrize(("others", "aim"), [(("monk",), ()), (("barbarian", "monk"), ((6,),))])
def test_in_the_shadows_collateral_damage_of_an_attack_on_someone_else_is_avoided(others: Any, aim: Any) -> None:
    """Meteorite on the player in the last seat, among three and between teams: 2 damage to each opponent as well."""
    heroes = ("pyromancer", "shadow-thief", *others)
    table = sit(None, {"tokens": {"shadows": 1}}, heroes=heroes, dice=[(6, 6, 6, 6, 1), *aim]).attack("meteorite")
    table.until("target").answer(len(others) + 1).until("keep_or_reroll")

    assert [event.player for event in table.events(DamageDealt) if event.amount] == [len(others) + 1]


def test_the_attack_succeeds_all_the_same_and_its_other_effects_apply() -> None:
    table = thief([(1, 1, 2, 6, 6)], other={"tokens": {"shadows": 1}}).attack("dagger-strike").settle()

    assert table.health == (50, 50)
    assert table.tokens(OTHER) == {"poison": 1, "shadows": 1}


def test_poison_hurts_in_the_shadows_too() -> None:
    table = thief(tokens={"shadows": 1, "poison": 3}).until(phase="main_1")

    assert table.health[THIEF] == 47


def test_shadows_go_when_a_whole_turn_has_passed_in_them() -> None:
    table = thief([(6, 6, 6, 1, 1), (2,), NOTHING, NOTHING]).attack("shadow-dance")
    table.until(window="main actions", player=OTHER)
    assert table.tokens(THIEF)["shadows"] == 1
    table.until(window="main actions", player=THIEF)
    assert table.tokens(THIEF)["shadows"] == 1
    table.until(window="main actions", player=OTHER)
    assert "shadows" not in table.tokens(THIEF)


def test_shadows_of_an_opponents_turn_last_through_the_next_of_ones_own() -> None:
    table = attacked([SMACK, (6, 6, 3, 3), NOTHING], {}).defend("shadow-defense")
    table.until(phase="main_2", player=1)
    assert "shadows" in table.tokens(1)
    table.until(window="main actions", player=0)
    assert "shadows" not in table.tokens(1)


def test_sneak_attack_adds_a_die_before_or_after_the_defence() -> None:
    early = thief([(1, 1, 2, 5, 5), (5,)], tokens={"sneak-attack": 1}).attack("dagger-strike")
    early.until(window="effects inflicted").spend("sneak-attack").defend(None).settle()
    assert early.health[OTHER] == 50 - 4 - 5

    late = thief([(1, 1, 2, 5, 5), (3,)], tokens={"sneak-attack": 1}).attack("dagger-strike")
    late.defend(None).until(window="last chance").spend("sneak-attack").settle()
    assert late.health[OTHER] == 50 - 4 - 3
    assert late.tokens(THIEF) == {}


def test_poison_stays_and_stacks_up_to_three() -> None:
    table = thief([(1, 1, 2, 6, 6)], other={"tokens": {"poison": 3}}).attack("dagger-strike").defend(None)
    table.until(window="main actions", player=OTHER)

    assert table.tokens(OTHER) == {"poison": 3}
    assert table.health[OTHER] == 50 - 4 - 3


# Cards ------------------------------------------------------------------------------------------------------


def play(card: str, *dice: Any, cp: int = 9, other: Any = None, **seat: Any) -> Table:
    """A card in the main phase of the Shadow Thief, who has 10 CP by then."""
    held: Any = {"hand": (card,), "cp": cp, **seat}
    return thief(dice, other=other, **held).until(window="main actions").play(card)


def test_sneaky_gives_a_sneak_attack() -> None:
    table = play("sneaky")

    assert (table.tokens(THIEF), table.cp[THIEF]) == ({"sneak-attack": 1}, 9)


def test_poison_wound_poisons_at_any_time() -> None:
    table = sit(None, {"hand": ("poison-wound",), "cp": 2}, heroes=("barbarian", "shadow-thief"))
    table.until(window="end of upkeep", player=1).play("poison-wound")

    assert (table.tokens(0), table.cp[1]) == ({"poison": 1}, 0)


def test_wild_shadow_changes_one_die_and_in_the_shadows_two() -> None:
    held: Any = {"hand": ("wild-shadow",), "cp": 4}
    table = thief([NOTHING], **held).until(window="dice rolled").play("wild-shadow").answer((0, 0), 6)
    assert (table.dice, table.cp[THIEF]) == ((6, 2, 4, 5, 6), 1)

    table = thief([NOTHING], **held, tokens={"shadows": 1}).until(window="dice rolled").play("wild-shadow")
    table.answer((0, 0), 6, (0, 1), 6)
    assert table.dice == (6, 6, 4, 5, 6)


def test_wild_shadow_needs_a_die() -> None:
    """Once the dice are locked there is nothing to change."""
    table = thief([(1, 1, 2, 5, 5)], hand=("wild-shadow",), cp=9, tokens={"sneak-attack": 1}).attack("dagger-strike")
    table.until(window="effects inflicted")

    assert table.offered("play") == []


@pytest.mark.parametrize(("tokens", "cp"), [({}, 12), ({"shadows": 1}, 13)])
def test_shadow_coin(tokens: Any, cp: int) -> None:
    assert play("shadow-coin", tokens=tokens).cp[THIEF] == cp


def test_enter_the_shadows_at_the_last_moment_avoids_the_damage() -> None:
    table = attacked([SMACK], {"hand": ("enter-the-shadows",), "cp": 4}).defend(None)
    table.until(window="last chance", player=1).play("enter-the-shadows").settle()

    assert (table.health, table.cp[1], table.tokens(1)) == ((50, 50), 0, {"shadows": 1})


@pytest.mark.parametrize(("tokens", "cards"), [({}, 2), ({"shadows": 1}, 3)])
def test_card_trick(tokens: Any, cards: int) -> None:
    table = play("card-trick", (IDLE,), other={"hand": (IDLE, IDLE)}, tokens=tokens)

    assert len(table.hand(OTHER)) == 1
    assert (len(table.hand(THIEF)), table.cp[THIEF]) == (cards, 8)


def test_shadow_meld() -> None:
    table = play("shadow-meld", (6,))
    assert (table.tokens(THIEF), table.cp[THIEF], len(table.hand(THIEF))) == ({"sneak-attack": 1}, 12, 1)

    table = play("shadow-meld", (5,))
    assert (table.tokens(THIEF), table.cp[THIEF], len(table.hand(THIEF))) == ({}, 10, 2)
