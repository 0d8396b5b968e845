"""The rules one by one and the game as a whole: a small position, known dice, one thing done, one fact."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace
from rulewright import Result, Round, SetupError, Turn, new_game, odds
from rulewright.geometry import plane
from rulewright.testing import Scenario, check_ruleset, set_up

from rulewright_saltern.book import Layout
from rulewright_saltern.faces import about, panel
from rulewright_saltern.fighting import ATTACK, CHARGE
from rulewright_saltern.moving import Activation
from rulewright_saltern.space import TABLE, within
from rulewright_saltern.state import Attacked, ChargeFailed, Fighter, models


def band(unit: str, player: int, *places: tuple[float, float], base: str = "32mm", wounds: int = 1) -> list[Fighter]:
    """A unit whose models stand at these places."""
    return [Fighter(f"{unit} {n}", unit, player, base, x, y, 90.0, wounds) for n, (x, y) in enumerate(places, 1)]


def stands(*bands: list[Fighter], dice: list[tuple[int, ...]] | None = None) -> Scenario:
    """The table with these units and no others."""
    rows = [one for band in bands for one in band]
    return set_up("saltern", rows, dice=dice or [], empty=True)


def acts(position: Scenario, unit: str, step: str = "advance") -> Scenario:
    """A unit of the first player acts, from this step on."""
    return position.begin(f"turn/activation/{step}", Turn(player=0), Activation(player=0, unit=unit))


@pytest.mark.rule("saltern:1.1")
def test_models_stand_where_the_layout_says() -> None:
    game = new_game("saltern", seed=1)

    assert [len(models(game, unit)) for unit in ("Heron", "Otter", "Pike", "Crow", "Hare", "Fox")] == [5, 2, 1, 4, 2, 1]
    assert game.state.fighters["Otter 2"] == Fighter("Otter 2", "Otter", 0, "75x42mm", 19.0, 3.0, 90.0, 2)
    with pytest.raises(SetupError, match="found 'moor', expected one of pans"):
        new_game("saltern", {"layout": "moor"})


@pytest.mark.rule("saltern:2.2")
@pytest.mark.parametrize(
    ("second", "words"),
    [([9, 3], "unit 'Heron' does not stand together"), ([4, 3], "models 'Heron 1' and 'Heron 2' stand on each other")],
)
def test_a_layout_in_which_models_cannot_begin_is_refused(second: list[float], words: str) -> None:
    herons = [{"id": f"Heron {n}", "unit": "Heron", "base": "32mm", "at": at} for n, at in ((1, [3, 3]), (2, second))]

    with pytest.raises(ValueError, match=words):
        Layout.model_validate({"id": "moor", "table": {"width": 30, "depth": 20}, "model": herons})


@pytest.mark.rule("saltern:2.1")
@pytest.mark.rule("saltern:2.4")
@pytest.mark.parametrize(
    ("way", "rule", "words"),
    [
        ("Heron 1 10,8.1", "2.1", "Heron 1 moves 0.1 inches too far"),
        ("Heron 1 10,0.5", "2.4", "Heron 1 goes 0.1"),
        ("Heron 1 13,7.5", "2.4", "Heron 1 goes through shed"),
        ("to moon", None, "nothing here is called 'moon'"),
    ],
)
def test_a_move_is_refused_with_the_reason_of_the_geometry(way: str, rule: str | None, words: str) -> None:
    position = acts(stands(band("Heron", 0, (10, 2)), band("Crow", 1, (25, 18))), "Heron")

    with position.refused(rule=rule, match=words):
        position.answer(way)


@pytest.mark.rule("saltern:2.1")
@pytest.mark.rule("saltern:2.4")
def test_a_unit_moves_up_to_its_inches_and_through_reeds() -> None:
    position = acts(stands(band("Heron", 0, (24, 6)), band("Crow", 1, (5, 18))), "Heron")

    position.answer("Heron 1 24,12")

    assert position.state.fighters["Heron 1"].y == 12.0


@pytest.mark.rule("saltern:2.2")
def test_a_unit_keeps_together() -> None:
    position = acts(stands(band("Heron", 0, (4, 3), (6, 3), (8, 3)), band("Crow", 1, (25, 18))), "Heron")

    with position.refused(rule="2.2", match="Heron 1 is 2.571 inches too far from others of its unit"):
        position.answer("Heron 1 3,8")
    position.answer("6,9")

    assert plane.measure.coherency(TABLE(position.game), "Heron").holds
    assert min(one.y for one in models(position.game, "Heron")) > 7.0


@pytest.mark.rule("saltern:2.3")
def test_no_model_comes_within_an_inch_of_an_enemy() -> None:
    position = acts(stands(band("Heron", 0, (10, 2)), band("Crow", 1, (10, 7))), "Heron")

    with position.refused(rule="2.3", match="Heron 1 comes 0.2.* inches too near to Crow 1"):
        position.answer("Heron 1 10,5")


@pytest.mark.rule("saltern:2.5")
def test_a_model_with_a_tool_ends_where_the_tool_leads() -> None:
    position = acts(stands(band("Pike", 0, (12, 2), base="40mm"), band("Crow", 1, (25, 18))), "Pike")

    with position.refused(rule="2.5", match="Pike 1 is .* inches short of there"):
        position.answer("20,6")
    with position.refused(rule="2.4", match="Pike 1 is only partly on shed"):
        position.answer("14,8.5")
    position.answer("lay 90 45")

    pike = position.state.fighters["Pike 1"]
    assert (round(pike.x, 2), round(pike.y, 2)) == (8.97, 9.32)


@pytest.mark.rule("saltern:3.1")
@pytest.mark.parametrize(
    ("foe", "dice"), [((10, 13), 1), ((4, 3), 2), ((10, 18), 0), ((15, 13), 0), ((24, 10), 1), ((24, 14), 0)]
)
def test_a_unit_shoots_what_it_sees_within_its_range(foe: tuple[float, float], dice: int) -> None:
    """In the open, round the shed, into the reeds, but not behind them: with the models that see and reach it."""
    position = acts(
        stands(band("Heron", 0, (10, 2), (15, 4)), band("Crow", 1, foe), dice=[(1,) * dice]), "Heron", "shoot"
    )

    if dice:
        position.answer("Crow")

    assert [len(attack.faces) for attack in position.events(Attacked)] == [dice] * bool(dice)


@pytest.mark.rule("saltern:3.2")
@pytest.mark.rule("saltern:3.3")
def test_hits_take_wounds_of_models_that_have_lost_one_first() -> None:
    foes = band("Hare", 1, (10, 10), (14, 10), wounds=2)
    position = stands(band("Heron", 0, (10, 2)), [foes[0], replace(foes[1], wounds=1)], dice=[(3, 4, 6)])

    position.begin(ATTACK(player=0, unit="Heron", target="Hare", dice=3))

    assert {one.id: one.wounds for one in models(position.game, "Hare")} == {"Hare 1": 1}


def charging(distance: float, *dice: int) -> Scenario:
    """One model charges another one at that distance between their bases."""
    bands = band("Heron", 0, (10, 2)), band("Crow", 1, (10, 2 + plane.inches(32) + distance))
    return stands(*bands, dice=[dice]).begin(CHARGE(player=0, unit="Heron", target="Crow"))


@pytest.mark.rule("saltern:4.1")
@pytest.mark.rule("saltern:4.2")
def test_a_charge_goes_as_far_as_two_dice_say_into_contact() -> None:
    position = charging(5.0, 2, 3)

    with position.refused(rule="4.2", match="Heron 1 could reach base contact with Crow 1"):
        position.answer("Heron 1 10,6.5")
    position.answer("charge")

    assert within(position.game, "Heron", 0.0) == ["Crow"]


@pytest.mark.rule("saltern:4.1")
def test_a_charge_fails_with_too_few_inches_and_is_not_declared_from_afar() -> None:
    assert charging(6.1, 2, 3).last(ChargeFailed).inches == 5
    assert acts(stands(band("Heron", 0, (3, 2)), band("Crow", 1, (3, 15.3))), "Heron", "charge").asked != "charge"
    assert acts(stands(band("Heron", 0, (3, 2)), band("Crow", 1, (3, 15.2))), "Heron", "charge").asked == "charge"


@pytest.mark.rule("saltern:5.1")
@pytest.mark.rule("saltern:2.1")
@pytest.mark.rule("saltern:3.1")
@pytest.mark.rule("saltern:4.1")
def test_a_unit_within_an_inch_of_enemies_fights_with_all_its_models_and_does_nothing_else() -> None:
    bands = band("Heron", 0, (10, 2), (12, 2)), band("Crow", 1, (10, 4.2)), band("Hare", 1, (20, 12))
    position = acts(stands(*bands, dice=[(1, 1)]), "Heron")

    assert position.options == ["Crow"]
    position.answer("Crow")

    assert len(position.last(Attacked).faces) == 2


@pytest.mark.rule("saltern:6.1")
def test_the_last_side_with_models_wins() -> None:
    position = stands(band("Heron", 0, (10, 2)), band("Crow", 1, (10, 8)), dice=[(4,)])

    position.begin(ATTACK(player=0, unit="Heron", target="Crow", dice=1))

    assert position.game.result == Result((0,), "last side standing")


@pytest.mark.rule("saltern:6.2")
@pytest.mark.parametrize(("foes", "winners"), [(1, (0,)), (2, ()), (3, (1,))])
def test_more_wounds_win_after_the_last_round(foes: int, winners: tuple[int, ...]) -> None:
    bands = band("Heron", 0, (10, 2), (12, 2)), band("Crow", 1, *((10 + n, 18) for n in range(0, 2 * foes, 2)))

    position = stands(*bands).begin("round/time_is_up", Round(number=6))

    assert position.game.result == Result(winners, "time is up")


def test_the_odds_of_an_attack_are_those_of_the_rules() -> None:
    game = stands(band("Heron", 0, (10, 2)), band("Crow", 1, (10, 8), (12, 8), (14, 8))).begin(
        "turn/activation/shoot", Turn(player=0), Activation(player=0, unit="Heron")
    )

    law = odds.distribution(game.game, lambda then: len(models(then, "Crow")), answers=["Crow"], until="attack")

    assert law == {2: Fraction(1, 2), 3: Fraction(1, 2)}
    assert odds.ask("saltern", dice=1).data == {"0": "1/2", "1": "1/2"}


def test_the_models_of_a_target_can_be_pointed_at() -> None:
    position = acts(stands(band("Heron", 0, (10, 2)), band("Crow", 1, (10, 8), (12, 8))), "Heron", "shoot")
    view = position.game.view(0)

    assert about(view, view.request, "Crow") == ["Crow 1", "Crow 2"]
    assert {"Heron 1", "Crow 1", "Crow 2"} <= panel(view).ids


def test_the_game_keeps_what_every_ruleset_owes() -> None:
    report = check_ruleset("saltern", games=2, seed=1, looks=2, must_exercise=True)

    assert report.wordless == set()
