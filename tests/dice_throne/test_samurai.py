"""The Samurai: every level of every ability, every card, every token, and what is surprising about them."""

from typing import Any

import pytest

from rulewright import new_game, rules_for
from rulewright_dice_throne.cards.wording import Wording

from .table import NOTHING, Table, rule, sit

SAMURAI, OTHER = 0, 1
HEROES = ("samurai", "barbarian")
SMACK = (1, 1, 2, 4, 6)
PLAIN = (1, 1, 2, 5, 6)
"""Three katana, and nothing of a kind."""


def samurai(dice: Any = (), *, other: Any = None, **seat: Any) -> Table:
    """The Samurai begins a turn, not as the start player; only who can react is asked."""
    return sit(seat, other, heroes=HEROES, dice=dice)


def strike(faces: Any, ability: str, *more: Any, other: Any = None, **seat: Any) -> Table:
    """An ability with these dice, the first that fall; the other one does not defend, nobody spends anything."""
    table = samurai([faces, *more], other=other, **seat).attack(ability)
    while table.phase != "main_2" and table.asked:
        table.skip()
    return table


def attacked(dice: Any, **seat: Any) -> Table:
    """The Barbarian attacks the Samurai with 4 damage."""
    return sit(None, seat, heroes=("barbarian", "samurai"), dice=dice).attack("smack")


# The board --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("faces", "level", "damage", "shame"),
    [
        (PLAIN, 1, 5, 0),
        ((1, 1, 1, 1, 6), 1, 6, 0),
        ((1, 1, 1, 1, 2), 1, 7, 0),
        ((1, 1, 1, 5, 6), 2, 6, 0),
        ((1, 1, 1, 1, 6), 2, 7, 1),
        ((1, 1, 1, 2, 3), 2, 8, 0),
        (PLAIN, 3, 6, 0),
        ((1, 1, 1, 5, 6), 3, 6, 1),
        ((1, 1, 1, 2, 6), 3, 7, 1),
        ((1, 1, 1, 2, 3), 3, 8, 1),
    ],
)
def test_katana_slice(faces: Any, level: int, damage: int, shame: int) -> None:
    table = strike(faces, "katana-slice", levels={"katana-slice": level})

    assert table.health == (50, 50 - damage)
    assert table.tokens(OTHER).get("shame", 0) == shame


@pytest.mark.parametrize(("level", "damage", "shame"), [(1, 3, {}), (2, 4, {}), (3, 4, {"shame": 1})])
def test_wakizashi(level: int, damage: int, shame: Any) -> None:
    table = samurai([(1, 2, 6, 6, 5)], levels={"wakizashi": level}).attack("wakizashi").settle_undefended()

    assert (table.health[OTHER], table.tokens(OTHER)) == (50 - damage, shame)
    assert table.tokens(SAMURAI)["back-strike"] == 1


@pytest.mark.parametrize(("level", "damage", "shame"), [(1, 7, 1), (2, 8, 2)])
def test_solemnity(level: int, damage: int, shame: int) -> None:
    table = strike((1, 2, 4, 4, 5), "solemnity", levels={"solemnity": level})

    assert (table.health[OTHER], table.tokens(OTHER)) == (50 - damage, {"shame": shame})


def test_solemn() -> None:
    table = strike((6, 6, 4, 4, 5), "solemn", levels={"solemnity": 2})

    assert (table.health[OTHER], table.tokens(OTHER)) == (50, {"shame": 2})


@pytest.mark.parametrize(("level", "damage"), [(1, 6), (2, 8)])
def test_budo(level: int, damage: int) -> None:
    table = strike((1, 2, 3, 4, 4), "budo", levels={"budo": level})

    assert table.health[OTHER] == 50 - damage
    assert table.tokens(SAMURAI)["honor"] >= 1


@pytest.mark.parametrize(("level", "damage", "shame"), [(1, 5, 2), (2, 7, 2)])
def test_hagakure(level: int, damage: int, shame: int) -> None:
    table = samurai([(6, 6, 6, 6, 1)], levels={"hagakure": level}).attack("hagakure").settle_undefended()

    assert (table.health[OTHER], table.tokens(OTHER)) == (50 - damage, {"shame": shame})
    assert table.tokens(SAMURAI) == {"honor": 2, "back-strike": 1}


def test_haga() -> None:
    table = samurai([(6, 6, 6, 1, 4)], levels={"hagakure": 2}).attack("haga").settle_undefended()

    assert (table.health[OTHER], table.tokens(OTHER)) == (48, {"shame": 2})


@pytest.mark.parametrize(
    ("level", "roll", "damage", "shame", "back_strike"),
    [
        (1, (1, 2, 4, 6), 9, 1, 1),
        (1, (4, 4, 5, 5), 7, 2, 0),
        (2, (1, 1, 1, 1, 6), 11, 0, 1),
        (2, (6, 6, 6, 6, 6), 7, 0, 1),
    ],
)
def test_masamune(level: int, roll: Any, damage: int, shame: int, back_strike: int) -> None:
    table = strike((1, 2, 3, 4, 5), "masamune", roll, levels={"masamune": level})

    assert table.health[OTHER] == 50 - damage
    assert table.tokens(OTHER).get("shame", 0) == shame
    assert table.tokens(SAMURAI).get("back-strike", 0) == back_strike


def test_empower() -> None:
    table = strike(NOTHING, "empower", levels={"masamune": 2})

    assert table.health[OTHER] == 50
    assert table.tokens(SAMURAI)["back-strike"] == 1


@rule("field.defence", 2)
@pytest.mark.parametrize(
    ("level", "faces", "back", "left", "shame"),
    [
        (1, (1, 2, 3), 3, 46, 1),
        (1, (1, 4, 5), 1, 48, 0),
        (1, (1, 1, 6), 2, 48, 0),
        (1, (4, 6, 6), 0, 49, 0),
        (2, (1, 1, 1, 1), 4, 46, 0),
        (2, (1, 4, 5, 6), 1, 50, 0),
    ],
)
def test_stand_tall(level: int, faces: Any, back: int, left: int, shame: int) -> None:
    table = attacked([SMACK, faces], levels={"stand-tall": level}).defend("stand-tall").settle()

    assert table.health == (50 - back, left)
    assert table.tokens(1).get("shame", 0) == shame


def test_shogun() -> None:
    table = strike((6, 6, 6, 6, 6), "shogun")

    assert (table.health[OTHER], table.tokens(OTHER)) == (37, {"shame": 2})
    assert table.tokens(SAMURAI)["honor"] >= 1


# Bushido ----------------------------------------------------------------------------------------------------


@rule("setup.tokens", 2)
@rule("setup.extra")
@pytest.mark.parametrize(("start", "honor"), [(0, 1), (1, 0)])
def test_the_samurai_begins_with_honor_if_it_begins(start: int, honor: int) -> None:
    game = new_game("dice_throne", {"heroes": HEROES, "start_player": start}, seed=1)

    assert game.state.heroes[SAMURAI].count("honor") == honor


@pytest.mark.parametrize(("attempts", "honor"), [(1, 1), (2, 1), (3, 0)])
def test_fewer_than_three_attempts_give_honor(attempts: int, honor: int) -> None:
    table = samurai([PLAIN, *[(5,)] * (attempts - 1)])
    for _ in range(attempts - 1):
        table.until("keep_or_reroll").answer((3,))
    table.attack("katana-slice").settle()

    assert table.tokens(SAMURAI).get("honor", 0) == honor


# Tokens -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("spent", "added"), [(("honor",), 1), (("honor#2",), 3), (("honor", "honor"), 2)])
def test_honor_adds_1_or_two_of_them_3(spent: tuple[str, ...], added: int) -> None:
    table = samurai([PLAIN], tokens={"honor": 2}).attack("katana-slice").until(window="effects inflicted")
    for key in spent:
        table.spend(key)
    table.defend(None).settle()

    assert table.health[OTHER] == 50 - 5 - added


def test_two_honor_are_needed_for_3() -> None:
    table = samurai([PLAIN], tokens={"honor": 1}).attack("katana-slice").until(window="effects inflicted")

    assert table.offered("spend") == ["honor"]


@pytest.mark.parametrize(("tokens", "left"), [(1, 47), (2, 48)])
def test_shame_lowers_the_next_attack_and_goes(tokens: int, left: int) -> None:
    table = sit({"tokens": {"shame": tokens}}, None, heroes=("barbarian", "samurai"), dice=[SMACK]).attack("smack")
    table.defend(None).settle()

    assert (table.health[1], table.tokens(0)) == (left, {})


def test_shame_waits_for_an_attack() -> None:
    table = sit({"tokens": {"shame": 1}}, None, heroes=("barbarian", "samurai"), dice=[NOTHING]).settle()

    assert table.tokens(0) == {"shame": 1}


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_shame_is_told_as_something_that_lowers(lang: str) -> None:
    text = Wording(rules_for("dice_throne").content, lang).moment("shame", "attacking")

    assert "-[" in text.replace(" ", "") and "-1" not in text


@pytest.mark.parametrize(("face", "back"), [(1, 1), (3, 2), (6, 3)])
def test_back_strike_strikes_back_with_half_a_die(face: int, back: int) -> None:
    table = attacked([SMACK, (face,)], tokens={"back-strike": 1}).defend(None)
    table.until(window="last chance", player=1).spend("back-strike").settle()

    assert (table.health, table.tokens(1)) == ((50 - back, 46), {})


def test_back_strike_is_for_being_attacked_only() -> None:
    table = samurai([PLAIN], tokens={"back-strike": 1}).attack("katana-slice")
    while table.phase != "main_2":
        assert not table.offered("spend")
        table.skip()


# Cards ------------------------------------------------------------------------------------------------------


def play(card: str, **seat: Any) -> Table:
    """A card in the main phase of the Samurai, who has 10 CP by then."""
    return samurai(hand=(card,), cp=9, **seat).until(window="main actions").play(card)


def test_honorable() -> None:
    table = play("honorable")

    assert (table.tokens(SAMURAI), table.cp[SAMURAI]) == ({"honor": 2}, 9)


def test_shame_on_you() -> None:
    table = play("shame-on-you")

    assert (table.tokens(OTHER), table.cp[SAMURAI]) == ({"shame": 2}, 9)


def test_dont_back_down() -> None:
    table = play("dont-back-down")

    assert (table.tokens(SAMURAI), table.cp[SAMURAI]) == ({"back-strike": 1}, 9)


@pytest.mark.parametrize(
    ("face", "damage", "theirs", "own"),
    [(3, 7, {}, {}), (4, 5, {"shame": 2}, {}), (6, 5, {}, {"back-strike": 1})],
)
def test_gishi(face: int, damage: int, theirs: Any, own: Any) -> None:
    table = samurai([PLAIN, (face,)], hand=("gishi",)).attack("katana-slice").until(window="effects inflicted")
    table.play("gishi")
    assert table.tokens(SAMURAI) == own
    table.defend(None).settle()

    assert (table.health[OTHER], table.tokens(OTHER)) == (50 - damage, theirs)


def test_follow_through() -> None:
    table = samurai([PLAIN, (1, 2, 4, 6, 6)], hand=("follow-through",)).attack("katana-slice")
    table.until(window="effects inflicted").play("follow-through")
    assert table.tokens(SAMURAI) == {}
    table.defend(None).settle()

    assert (table.health[OTHER], table.tokens(OTHER)) == (50 - 7, {"shame": 1})
    assert table.cp[SAMURAI] == 2


@pytest.mark.parametrize(("face", "own", "cards"), [(6, {"back-strike": 1, "honor": 2}, 0), (5, {}, 1), (1, {}, 1)])
def test_kensei(face: int, own: Any, cards: int) -> None:
    before = samurai(hand=("kensei",)).until(window="main actions")
    held = len(before.hand(SAMURAI)) - 1
    table = samurai([(face,)], hand=("kensei",)).until(window="main actions").play("kensei")

    assert (table.tokens(SAMURAI), len(table.hand(SAMURAI))) == (own, held + cards)


def test_with_both_cards_the_modifiers_add_up_with_honor() -> None:
    seat: Any = {"hand": ("gishi", "follow-through"), "tokens": {"honor": 2}}
    table = samurai([PLAIN, (1,), (1, 1, 1, 1, 1)], **seat).attack("katana-slice").until(window="effects inflicted")
    table.play("gishi").play("follow-through").spend("honor#2").defend(None).settle()

    assert table.health[OTHER] == 50 - 5 - 2 - 5 - 3
