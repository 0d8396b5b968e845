"""The rules one by one, and the game as a whole."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction

import pytest
from rulewright import SetupError, new_game, odds
from rulewright.geometry.grid import square_of
from rulewright.problems import ContentError
from rulewright.testing import Scenario, check_ruleset, set_up

from rulewright_slipway.faces import panel
from rulewright_slipway.importing import Tiled
from rulewright_slipway.state import Damaged, Fighter, Moved, Smoke


def at(figure: str, square: str, player: int, click: int = 0) -> Fighter:
    """A figure on a square."""
    return Fighter(figure, player, square_of(square), click)


def duel(first: Fighter, second: Fighter, *more: Smoke, dice: Sequence[Sequence[int]] = ()) -> Scenario:
    """The turn of the first of two figures, which stays where it is."""
    position = set_up("slipway", [first, second, *more], empty=True, dice=dice)
    return position.begin("turn").answer(first.id, "stay")


# 1 Preparation, 2 the turn


@pytest.mark.rule("slipway:1.1")
def test_the_crews_stand_on_their_squares() -> None:
    game = new_game("slipway", seed=1)

    assert [fighter.at for fighter in game.state.fighters.values()] == [
        (0, 2), (0, 3), (0, 4), (11, 2), (11, 3), (11, 4),
    ]  # fmt: skip


def test_a_map_that_is_not_there_is_refused() -> None:
    with pytest.raises(SetupError, match="found 'moor', expected one of cove"):
        new_game("slipway", {"map": "moor"}, seed=1)


@pytest.mark.rule("slipway:2.1")
def test_the_crews_take_turns_and_one_figure_acts() -> None:
    game = new_game("slipway", seed=1)

    for figure in ("nan", "grey", "nan"):
        assert figure in game.request.space.options()
        game.answer(figure)
        game.answer((game.state.fighters[figure].at,))
        game.answer(None)


# How figures move, and why they may not: the reasons are those of the geometry, the rules those of the game


def stands(*where: str) -> Scenario:
    """Only these figures, such as `nan A1`; the first one begins, and belongs to the crew that begins."""
    pairs = [text.split() for text in where]
    crews = dict.fromkeys(["nan", "pike", "moss"], 0)
    fighters = [Fighter(figure, crews.get(figure, 1), square_of(at)) for figure, at in pairs]
    return set_up("slipway", fighters, empty=True).begin("turn").answer(pairs[0][0])


@pytest.mark.rule("slipway:2.2")
@pytest.mark.rule("slipway:2.4", 1)
@pytest.mark.rule("slipway:2.4", 2)
@pytest.mark.rule("slipway:2.5")
@pytest.mark.rule("slipway:2.6")
@pytest.mark.parametrize(
    ("figure", "foe", "way", "rule", "reason"),
    [
        ("pike A1", "grey L8", "A7", "2.2", "A7 is 1 square too far"),
        ("pike C7", "grey L8", "C7 C8", "2.4", "a wall is between C7 and C8"),
        ("pike D3", "grey L8", "D3 D2", "2.4", "D3 and D2 differ in elevation"),
        ("pike A1", "grey C2", "A1 B1 C1", "2.5", "the move has to stop in B1, beside an opposing figure"),
        ("pike F5", "grey L8", "F5 G5 H4", "2.6", "the move has to stop in G5"),
    ],
)
def test_what_a_way_may_not_do(figure: str, foe: str, way: str, rule: str, reason: str) -> None:
    position = stands(figure, foe)

    with position.refused(rule=rule, match=reason):
        position.answer(way)


@pytest.mark.rule("slipway:2.3")
@pytest.mark.parametrize("square", ["A9", "C3", "B1"])
def test_a_move_ends_in_a_free_square_of_the_map(square: str) -> None:
    position = stands("pike A1", "moss B1", "grey L8")

    with position.refused(rule="2.3"):
        position.answer(square)


@pytest.mark.rule("slipway:2.4", 2)
def test_a_ramp_leads_up_and_the_shortest_way_is_taken() -> None:
    position = stands("pike B1", "grey L8").answer("E1")

    assert position.last(Moved).way == tuple(map(square_of, ["B1", "C1", "D1", "E1"]))


# 3 Attacks


@pytest.mark.rule("slipway:3.1")
@pytest.mark.parametrize(
    ("here", "there", "found"),
    [("A8", "F8", True), ("A8", "G8", False), ("D4", "B4", False), ("D7", "D8", False)],
    ids=["in range", "out of range", "blocking terrain between", "a wall between"],
)
def test_a_target_is_in_range_and_line_of_fire(here: str, there: str, found: bool) -> None:
    position = duel(at("pike", here, 0), at("grey", there, 1))

    assert ("grey" in position.options) is found


@pytest.mark.rule("slipway:3.2")
@pytest.mark.rule("slipway:3.4")
@pytest.mark.parametrize(("dice", "click"), [((3, 3), 0), ((3, 4), 1)])
def test_fifteen_hits_and_the_dial_turns(dice: Sequence[int], click: int) -> None:
    position = duel(at("pike", "A8", 0), at("grey", "D8", 1), dice=[dice]).answer("grey")

    assert position.state.fighters["grey"].click == click


@pytest.mark.rule("slipway:3.3")
@pytest.mark.parametrize(("dice", "click"), [((4, 4), 0), ((4, 5), 1)])
def test_through_smoke_seventeen_are_needed(dice: Sequence[int], click: int) -> None:
    smoke = Smoke(0, 1, square_of("C8"))
    position = duel(at("pike", "A8", 0), at("grey", "D8", 1), smoke, dice=[dice]).answer("grey")

    assert position.state.fighters["grey"].click == click


def test_the_odds_of_an_attack_come_from_the_rules() -> None:
    position = duel(at("pike", "A8", 0), at("grey", "D8", 1))

    law = odds.distribution(position.game, lambda then: then.state.fighters["grey"].click, answers=["grey"])

    assert law == {0: Fraction(15, 36), 1: Fraction(21, 36)}


@pytest.mark.rule("slipway:3.5")
@pytest.mark.rule("slipway:5.1")
def test_who_turns_past_the_last_click_leaves_and_the_last_crew_wins() -> None:
    position = duel(at("pike", "A8", 0), at("wick", "D8", 1, click=1), dice=[(6, 6)]).answer("wick")

    assert position.game.result is not None
    assert (position.game.result.winners, position.game.result.reason) == ((0,), "last crew standing")
    assert "wick" not in position.state.fighters and not position.events(Damaged)


# 4 Smoke, 5 the end


@pytest.mark.rule("slipway:4.1", 1)
def test_a_crew_has_two_pots() -> None:
    clouds = [Smoke(number, 0, (number, 0)) for number in (0, 1)]

    assert duel(at("pike", "A8", 0), at("grey", "D8", 1), clouds[0]).labels[-2:] == ["Throw a smoke pot", "Pass"]
    assert "Throw a smoke pot" not in duel(at("pike", "A8", 0), at("grey", "D8", 1), *clouds).labels


@pytest.mark.rule("slipway:4.1", 2)
@pytest.mark.parametrize("square", ["F8", "D8", "A9", "C3"])
def test_a_pot_lands_near_by_in_a_clear_square(square: str) -> None:
    position = duel(at("pike", "A8", 0), at("grey", "D8", 1)).answer("Throw a smoke pot")

    with position.refused(rule="4.1"):
        position.answer(square)
    assert position.answer("C8").state.smoke[0].at == square_of("C8")


@pytest.mark.rule("slipway:5.2")
@pytest.mark.parametrize(("click", "winners"), [(0, (1,)), (1, ())])
def test_after_the_last_round_clicks_decide(click: int, winners: tuple[int, ...]) -> None:
    fighters = [at("pike", "A8", 0), at("grey", "L1", 1, click)]
    position = set_up("slipway", fighters, empty=True, setup={"rounds": 1})

    position.begin("turn").answer("pike", "stay", "pass", "grey", "stay", "pass")

    assert position.game.result is not None
    assert (position.game.result.winners, position.game.result.reason) == (winners, "time is up")


# The game as a whole


def test_the_game_keeps_what_every_ruleset_owes() -> None:
    """
    Random games end, every listed answer is accepted and nothing else is, saves and forks go on alike; and everything
    is told in texts of its own, in both languages.
    """
    report = check_ruleset("slipway", games=4, seed=2, looks=2, must_exercise=True)

    assert report.wordless == set()


def test_the_panel_shows_the_map_and_what_the_dials_show() -> None:
    shown = panel(duel(at("pike", "A8", 0), at("grey", "D8", 1)).game.view(0))

    below = shown.pieces[1]
    assert shown.map is not None and shown.ids == {"pike", "grey"}
    assert "speed" in str(below) and "速度" in str(below)


def test_a_map_of_tiled_becomes_content() -> None:
    layers = [{"name": "Yard", "data": [1, 2, 1, 1, 0, 3]}, {"name": "lamps", "objects": []}]
    found = Tiled().read(json.dumps({"width": 3, "height": 2, "layers": layers}).encode())

    assert found.data["maps"][0]["map"] == {"rows": [".h.", ". #"], "areas": {"crew 0": ["A1:A2"], "crew 1": ["C1:C2"]}}
    assert found.left_out == ("layer lamps",)
    with pytest.raises(ContentError, match="expected layers of tiles"):
        Tiled().read(b'{"width": 3}')
