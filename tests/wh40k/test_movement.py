"""The Movement phase: which units move how, how far, over what, and where they may not go."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from rulewright import ContentError
from rulewright.narrator import Narrator
from rulewright.testing import Scenario
from rulewright_wh40k.events.attacks import ModelDestroyed
from rulewright_wh40k.events.movement import AdvanceRolled, EscapeTested, Moved, MoveRolled

from .table import FOES, MINE, attached, battle, happened, invent, marker, phase, rule, sheet, unit

GAP = 32 / 25.4
"""Inches between the middles of two bases of 32 mm that touch."""
FAR = unit(FOES, (55, 40))


def moving(*things: Any, **more: Any) -> Scenario:
    """The Movement phase of player 0."""
    return phase(battle(*things, **more), "movement phase")


def go(*legs: tuple[float, ...], model: str = "mine.1") -> Any:
    """An answer: a model along a path."""
    return ((model, legs),)


def ways(position: Scenario, id: str = MINE) -> list[str]:
    """How a unit may move."""
    return [one[1] for one in position.options if one is not None and one[0] == id]


def place(position: Scenario, id: str = "mine.1") -> tuple[float, float]:
    """Where a model is."""
    one = position.state.models[id]
    return one.x, one.y


# Which unit moves how ---------------------------------------------------------------------------------------

NEAR = (20 + GAP + 0.5, 20.0)
"""Engaged with a model at (20, 20)."""


@rule("core.movement-phase", 2)
@rule("core.remain-stationary", 1)
@rule("commentary.remain-stationary")
@rule("core.remain-stationary", 2)
def test_each_unit_moves_once_and_the_others_stay() -> None:
    position = moving(unit(MINE, (20, 20)), unit(MINE, (20, 30), name="other"), FAR)
    position.answer((MINE, "normal"), go((22, 20)))
    assert ways(position) == [] and ways(position, "other") == ["normal", "advance"]
    position.answer(None)
    assert position.player == 1 and place(position, "other.1") == (20, 30)
    assert position.state.units["other"].done == ()


@rule("core.movement-phase", 3, 4)
@rule("commentary.moving-within-engagement-range")
@rule("core.engagement-range", 1)
@pytest.mark.parametrize(("gap", "found"), [(0.99, ["fall back"]), (1.0, ["fall back"]), (1.01, ["normal", "advance"])])
def test_a_unit_that_is_engaged_can_only_fall_back(gap: float, found: list[str]) -> None:
    position = moving(unit(MINE, (20, 20)), unit(FOES, (20 + GAP + gap, 20)))
    assert ways(position) == found and None in position.options


@rule("core.engagement-range", 1)
@pytest.mark.parametrize(("ground", "found"), [(5.0, "fall back"), (8.0, "normal")])
def test_engagement_range_in_height(ground: float, found: str) -> None:
    foes = unit(FOES, (20.5, 20))
    one = foes[1]
    foes[1] = type(one)(one.id, FOES, FOES, 1, one.profile, one.weapons, 1, 20.5, 20.0, 0.0, ground)
    assert ways(moving(unit(MINE, (20, 20)), foes))[0] == found


# How far ----------------------------------------------------------------------------------------------------


@rule("core.normal-move", 1)
@rule("faq.movement.normal-move-max-distance")
@rule("core.measuring", 4)
@pytest.mark.parametrize(("x", "legal"), [(26.0, True), (26.01, False)])
def test_a_normal_move_goes_as_far_as_the_move(x: float, legal: bool) -> None:
    position = moving(unit(MINE, (20, 20)), FAR).answer((MINE, "normal"))
    if not legal:
        with position.refused(rule="core.normal-move"):
            position.answer(go((x, 20)))
        return
    position.answer(go((x, 20)))
    assert place(position) == (x, 20)


@rule("errata.moving-units", 1, 2, 3)
@rule("core.movement-phase", 5)
def test_any_models_move_in_any_order_along_straight_lines_and_turns() -> None:
    position = moving(unit(MINE, (20, 20), (21.5, 20), (23, 20)), FAR).answer((MINE, "normal"))
    position.answer((("mine.3", ((23, 21.5), (22, 21.5))), ("mine.1", ((90,), (20.5, 21.5)))))
    assert [place(position, f"mine.{number}") for number in (1, 2, 3)] == [(20.5, 21.5), (21.5, 20), (22, 21.5)]


@rule("core.advance", 1)
@pytest.mark.parametrize(("x", "legal"), [(30.0, True), (30.01, False)])
def test_an_advance_goes_farther_by_a_d6(x: float, legal: bool) -> None:
    position = moving(unit(MINE, (20, 20), (20, 21.5)), FAR, rolls=[(4,)]).answer((MINE, "advance"))
    assert [event.inches for event in happened(position, AdvanceRolled)] == [4]
    both = (("mine.1", ((x, 20),)), ("mine.2", ((x, 21.5),)))
    if legal:
        position.answer(both)
        assert place(position, "mine.2") == (x, 21.5)
    else:
        with position.refused():
            position.answer(both)


@rule("core.advance", 3)
@rule("core.fall-back", 4)
@rule("core.charge-eligibility", 3)
@pytest.mark.parametrize(("done", "able"), [("normal", True), ("advance", False), ("fall back", False)])
@pytest.mark.parametrize("name", ["shooting", "charge"])
def test_who_advanced_or_fell_back_neither_shoots_nor_charges(done: str, able: bool, name: str) -> None:
    position = battle(unit(MINE, (20, 20), done=(done,)), unit(FOES, (26, 20)))
    phase(position, f"{name} phase")
    asked = "shoot" if name == "shooting" else "charge"
    assert (position.asked == asked and position.player == 0) is able


# Past enemies -----------------------------------------------------------------------------------------------


@rule("core.normal-move", 1)
@rule("core.advance", 1)
@pytest.mark.parametrize(("way", "far"), [("normal", 0), ("advance", 3)])
def test_each_model_moves_as_far_as_its_own_move(way: str, far: int) -> None:
    """Of two models one has Move 6, the other one 9; programs propose what both can."""
    one = sheet(MINE)
    (plain,) = one["profiles"]
    rules = invent({**one, "profiles": [plain, {**plain, "id": "fast", "move": 9}]})
    of, slow, fast = unit(MINE, (20, 20), (20, 21.5))
    things = [of, slow, replace(fast, profile=f"{MINE}/fast")], unit(FOES, (55, 20))
    position = phase(battle(*things, rules=rules, rolls=[(3,)] if far else []), "movement phase").answer((MINE, way))
    space = position.game.request.space
    assert all(not space.check(space.settle(idea)) for idea in space.suggest(6, Random(1)))
    with position.refused(rule="core.normal-move"):
        position.answer((("mine.1", ((26.1 + far, 20),)), ("mine.2", ((27 + far, 22),))))
    position.answer((("mine.1", ((26 + far, 20),)), ("mine.2", ((27.5 + far, 22.5),))))
    assert position.state.models["mine.2"].x == 27.5 + far


@rule("core.normal-move", 2)
@rule("core.advance", 2)
@rule("core.engagement-range", 3)
@pytest.mark.parametrize("way", ["normal", "advance"])
@pytest.mark.parametrize("legs", [((25, 20),), ((22.5, 20), (22.5, 16))])
def test_nobody_moves_or_ends_near_enemies(way: str, legs: Any) -> None:
    position = moving(unit(MINE, (20, 20)), unit(FOES, (24, 18.5)), rolls=[(6,)] if way == "advance" else [])
    position.answer((MINE, way))
    with position.refused():
        position.answer(go(*legs))
    position.answer(go((20, 24)))
    assert place(position) == (20, 24)


@rule("core.fall-back", 1, 2, 3)
@pytest.mark.parametrize(("x", "legal"), [(14.0, True), (13.9, False), (19.6, False), (26.0, True)])
def test_falling_back_goes_over_enemies_and_ends_away_from_them(x: float, legal: bool) -> None:
    position = moving(unit(MINE, (20, 20)), unit(FOES, NEAR), rolls=[(6,)] if x > 20 else [])
    position.answer((MINE, "fall back"))
    if legal:
        position.answer(go((x, 20)))
        assert [(event.how, event.places[0][1]) for event in happened(position, Moved)] == [("fall back", x)]
    else:
        with position.refused():
            position.answer(go((x, 20)))


@rule("core.fall-back", 2)
def test_who_stays_near_enemies_has_not_fallen_back() -> None:
    position = moving(unit(MINE, (20, 20)), unit(FOES, NEAR)).answer((MINE, "fall back"), ())
    assert [event.how for event in happened(position, Moved)] == ["stationary"] and position.asked != "move"


@rule("core.fall-back", 2)
def test_nobody_is_left_behind_near_enemies() -> None:
    position = moving(unit(MINE, (20, 20), (20, 21.5)), unit(FOES, NEAR)).answer((MINE, "fall back"))
    with position.refused(rule="core.engagement-range"):
        position.answer(go((18.5, 21.5), model="mine.2"))
    position.answer((("mine.1", ((17, 20),)), ("mine.2", ((17, 21.5),))))
    assert place(position) == (17, 20)


@rule("core.desperate-escape", 1)
@pytest.mark.parametrize(("keywords", "x", "tests"), [
    (["Infantry"], 26.0, 1), (["Infantry"], 14.0, 0), (["Fly"], 26.0, 0), (["Vehicle", "Titanic"], 26.0, 0),
])  # fmt: skip
def test_models_that_move_over_enemies_escape_desperately(keywords: list[str], x: float, tests: int) -> None:
    rules = invent(sheet(MINE, keywords=keywords))
    position = moving(unit(MINE, (20, 20)), unit(FOES, NEAR), rules=rules, rolls=[(3,)] * tests)
    position.answer((MINE, "fall back"), go((x, 20)))
    kinds = [type(event) for event in happened(position, EscapeTested, Moved)]
    assert kinds == [EscapeTested] * tests + [Moved]
    assert place(position) == (x, 20)


@rule("core.desperate-escape", 2, 3, 4)
@rule("core.command-phase-battle-shock-step", 5)
@pytest.mark.parametrize(("faces", "lost"), [((1, 3), 1), ((2, 2), 2), ((3, 6), 0)])
def test_every_model_of_a_shocked_unit_escapes_desperately_once(faces: tuple[int, int], lost: int) -> None:
    ours = unit(MINE, (20, 20), (20, 21.5), shocked=True)
    position = moving(ours, unit(FOES, NEAR), rolls=[faces]).answer((MINE, "fall back"))
    while position.asked == "escape":
        assert position.player == 0
        position.answer(position.options[-1])
    assert len(happened(position, EscapeTested)) == 2 and not happened(position, Moved)
    assert len(happened(position, ModelDestroyed)) == lost
    if not lost:
        position.answer((("mine.1", ((26, 20),)), ("mine.2", ((26, 21.5),))))
        assert len(happened(position, EscapeTested)) == 2


# What is in the way -----------------------------------------------------------------------------------------


@rule("errata.moving-units", 4, 5, 6)
@pytest.mark.parametrize(
    ("things", "legs", "legal"),
    [
        (unit(FOES, (23, 20)), ((26, 20),), False),
        ([], ((0.5, 20),), False),
        (unit(MINE, (23, 20), name="other"), ((26, 20),), True),
        (unit(MINE, (23, 20), name="other"), ((22.5, 20),), False),
    ],
)
def test_what_models_move_through(things: list[Any], legs: Any, legal: bool) -> None:
    start = (4.0, 20.0) if legs[0][0] < 1 else (20.0, 20.0)
    position = moving(unit(MINE, start), things, FAR if not things or things[0].player == 0 else [])
    position.answer((MINE, "normal"))
    if legal:
        position.answer(go(*legs))
        assert place(position) == legs[-1]
    else:
        with position.refused():
            position.answer(go(*legs))


@rule("errata.moving-units", 7)
@pytest.mark.parametrize(
    ("mine", "other", "legal"),
    [("Vehicle", "Monster", False), ("Monster", "Vehicle", False), ("Vehicle", "Infantry", True),
     ("Infantry", "Vehicle", True)],
)  # fmt: skip
def test_monsters_and_vehicles_move_round_each_other(mine: str, other: str, legal: bool) -> None:
    rules = invent(sheet(MINE, keywords=[mine]), sheet("other", keywords=[other]))
    position = moving(unit(MINE, (20, 20)), unit("other", (23, 20)), FAR, rules=rules).answer((MINE, "normal"))
    if legal:
        position.answer(go((26, 20)))
        assert place(position) == (26, 20)
    else:
        with position.refused(rule="errata.moving-units"):
            position.answer(go((26, 20)))


@rule("core.flying", 1, 3)
@pytest.mark.parametrize(("keyword", "x", "legal"), [
    ("Infantry", 26.0, False), ("Fly", 26.0, True), ("Fly", 23.0, False), ("Fly", 24.5, False),
])  # fmt: skip
def test_who_flies_moves_over_enemies_but_ends_away_from_them(keyword: str, x: float, legal: bool) -> None:
    rules = invent(sheet(MINE, keywords=[keyword]))
    position = moving(unit(MINE, (20, 20)), unit(FOES, (22.9, 20)), rules=rules).answer((MINE, "normal"))
    if legal:
        position.answer(go((x, 20)))
        assert place(position) == (x, 20)
    else:
        with position.refused():
            position.answer(go((x, 20)))


@rule("core.flying", 2)
@pytest.mark.parametrize(("keywords", "legal"), [(["Vehicle"], False), (["Vehicle", "Fly"], True)])
def test_vehicles_that_fly_move_over_vehicles(keywords: list[str], legal: bool) -> None:
    rules = invent(sheet(MINE, keywords=keywords), sheet("other", keywords=["Monster"]))
    position = moving(unit(MINE, (20, 20)), unit("other", (23, 20)), FAR, rules=rules).answer((MINE, "normal"))
    if legal:
        assert place(position.answer(go((26, 20)))) == (26, 20)
    else:
        with position.refused():
            position.answer(go((26, 20)))


@rule("core.unit-coherency", 3)
@rule("errata.unit-coherency", 3, 4)
def test_a_move_that_breaks_coherency_is_not_made() -> None:
    position = moving(unit(MINE, (20, 20), (21.5, 20)), FAR).answer((MINE, "normal"))
    with position.refused(rule="core.unit-coherency"):
        position.answer(go((16, 20)))
    assert place(position) == (20, 20) and place(position, "mine.2") == (21.5, 20)


@rule("core.objective-markers", 2)
@pytest.mark.parametrize(("x", "legal"), [(26.0, True), (23.0, False)])
def test_nobody_ends_on_an_objective_marker(x: float, legal: bool) -> None:
    position = moving(unit(MINE, (20, 20)), marker(23, 20), FAR).answer((MINE, "normal"))
    if legal:
        assert place(position.answer(go((x, 20)))) == (x, 20)
    else:
        with position.refused():
            position.answer(go((x, 20)))


# Terrain ----------------------------------------------------------------------------------------------------


def block(height: float, trait: str) -> dict[str, Any]:
    """A terrain feature between x 22 and 24."""
    outline = [[22, 15], [24, 15], [24, 25], [22, 25]]
    return {"id": "block", "outline": outline, "height": height, "traits": [trait]}


@rule("core.moving-over-terrain", 1, 2, 4)
@pytest.mark.parametrize(
    ("height", "legs", "legal"),
    [
        (2.0, ((26, 20),), True),
        (2.5, ((26, 20),), False),
        (2.5, ((23, 20),), True),
        (3.5, ((23, 20),), False),
        (2.5, ((22, 20),), False),
    ],
)
def test_low_terrain_is_free_and_high_terrain_is_climbed(height: float, legs: Any, legal: bool) -> None:
    rules = invent(terrain=[block(height, "hill")])
    position = moving(unit(MINE, (20, 20)), FAR, rules=rules).answer((MINE, "normal"))
    if legal:
        assert place(position.answer(go(*legs))) == legs[-1]
    else:
        with position.refused():
            position.answer(go(*legs))


@rule("core.terrain-barricades", 1)
@rule("core.terrain-debris", 1)
@pytest.mark.parametrize("trait", ["barricade", "debris"])
@pytest.mark.parametrize(("x", "legal"), [(26.0, True), (23.0, False)])
def test_nobody_ends_on_barricades_or_debris(trait: str, x: float, legal: bool) -> None:
    rules = invent(terrain=[block(1.5, trait)])
    position = moving(unit(MINE, (20, 20)), FAR, rules=rules).answer((MINE, "normal"))
    if legal:
        assert place(position.answer(go((x, 20)))) == (x, 20)
    else:
        with position.refused():
            position.answer(go((x, 20)))


@rule("errata.ruins-movement", 1, 2)
@pytest.mark.parametrize(
    ("keyword", "x", "legal"),
    [("Infantry", 26.0, True), ("Beast", 26.0, True), ("Vehicle", 26.0, False), ("Infantry", 23.0, False)],
)
def test_infantry_and_beasts_move_through_walls_of_ruins(keyword: str, x: float, legal: bool) -> None:
    wall = {"id": "wall", "outline": [[22.8, 15], [23.2, 15], [23.2, 25], [22.8, 25]], "height": 6, "traits": ["ruin"]}
    rules = invent(sheet(MINE, keywords=[keyword]), terrain=[wall])
    position = moving(unit(MINE, (20, 20)), FAR, rules=rules).answer((MINE, "normal"))
    if legal:
        assert place(position.answer(go((x, 20)))) == (x, 20)
    else:
        with position.refused():
            position.answer(go((x, 20)))


@pytest.mark.parametrize(("answer", "told"), [("25,20", "mine: Normal move, now near 25.0,20.0"),
                                              ("stay", "mine: Normal move, and stays where it is")])  # fmt: skip
def test_the_log_says_where_a_move_ends(answer: str, told: str) -> None:
    position = phase(battle(unit(MINE, (20, 20)), unit(FOES, (55, 40))), "movement phase").answer((MINE, "normal"))
    space = position.game.requests[0].space
    position.answer(space.settle(space.read(answer)))
    (event,) = happened(position, Moved)
    assert Narrator(position.game.rules, "en").event(position.game.view(0), event) == told


# Random characteristics -------------------------------------------------------------------------------------


def strolling(way: str, *rolls: Any) -> Scenario:
    """A unit of two models with a Move of 2D6, which begins a move."""
    one = sheet(MINE)
    one["profiles"][0]["move"] = "2D6"
    position = moving(unit(MINE, (20, 20), (21.5, 20)), FAR, rules=invent(one), rolls=rolls)
    return position.answer((MINE, way))


@rule("core.random-characteristics", 1)
@pytest.mark.parametrize(("way", "rolls", "far"), [("normal", [(3, 4)], 7), ("advance", [(3, 4), (6,)], 13)])
def test_a_random_move_is_rolled_once_for_the_whole_unit(way: str, rolls: Any, far: float) -> None:
    position = strolling(way, *rolls)
    (event,) = happened(position, MoveRolled)
    told = Narrator(position.game.rules).event(position.game.view(0), event)
    assert (event.inches, told) == (7, "mine rolls its Move of 2D6: 7")
    with position.refused():
        position.answer((("mine.1", ((20.0, 20 + far + 0.01),)), ("mine.2", ((21.5, 20 + far),))))
    position.answer((("mine.1", ((20.0, 20 + far),)), ("mine.2", ((21.5, 20 + far),))))
    assert position.state.models["mine.2"].y == pytest.approx(20 + far)


@rule("core.random-characteristics", 1)
def test_a_random_move_is_rolled_anew_each_time_that_the_unit_is_selected() -> None:
    position = strolling("normal", (1, 1), (6, 6))
    assert int(position.game.number("move", "mine.1")) == 2
    position.answer(())
    while position.player != 0 or position.asked != "move":
        position.answer(None)
    assert int(position.game.number("move", "mine.1")) == 12
    position.answer((MINE, "normal"))
    assert [event.inches for event in happened(position, MoveRolled)] == [2, 12]


@rule("core.random-characteristics", 1)
def test_who_leads_a_unit_with_a_random_move_keeps_its_own() -> None:
    led = attached(unit(MINE, (20, 20), (21.5, 20)), unit("boss", (23, 20), player=0))
    one = sheet(MINE)
    one["profiles"][0]["move"] = "D6+3"
    position = moving(led, FAR, rules=invent(one, sheet("boss")), rolls=[(2,)]).answer((MINE, "normal"))
    assert [int(position.game.number("move", id)) for id in ("mine.1", "boss.1")] == [5, 6]


@pytest.mark.parametrize("move", ["1D6", "2D4", "fast", 61])
def test_what_is_no_move_is_refused(move: Any) -> None:
    one = sheet(MINE)
    one["profiles"][0]["move"] = move
    with pytest.raises(ContentError, match="move"):
        invent(one)
