"""Moving over terrain and through the air, floors of ruins, and pivots."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rulewright.testing import Scenario
from rulewright_wh40k.events.charge import ChargeRolled

from .table import FOES, MINE, battle, happened, invent, phase, rule, sheet, unit

HALF = 32 / 25.4 / 2
FAR = unit(FOES, (55, 40))


def moving(*things: Any, **more: Any) -> Scenario:
    """A unit of player 0 makes a Normal move."""
    return phase(battle(*things, FAR, **more), "movement phase").answer((MINE, "normal"))


def box(name: str, x: tuple[float, float], height: float, *traits: str, **more: Any) -> dict[str, Any]:
    """A terrain feature between y 10 and 30."""
    outline = [[x[0], 10], [x[1], 10], [x[1], 30], [x[0], 30]]
    return {"id": name, "outline": outline, "height": height, "traits": list(traits), **more}


def legal(position: Scenario, *legs: Any) -> bool:
    """Whether the model may go along these legs."""
    return not position.game.requests[0].check((("mine.1", legs),))


def needs(position: Scenario, *legs: Any, rules: Any = None) -> float:
    """The fewest inches, in steps of a half, with which the model may go along these legs."""
    space = position.game.requests[0].space
    half = (number / 2 for number in range(80))
    return next(inches for inches in half if not replace(space, inches=inches).check((("mine.1", legs),)))


def start(x: float, *keywords: str, terrain: Any = (), ground: float = 0.0, **more: Any) -> Scenario:
    """A unit with these keywords is about to move."""
    ours = unit(MINE, (x, 20))
    if ground:
        one = ours[1]
        ours[1] = type(one)(one.id, MINE, MINE, 0, one.profile, one.weapons, 1, x, 20.0, 0.0, ground)
    return moving(
        ours, rules=invent(sheet(MINE, keywords=list(keywords) or ["Infantry"], **more), terrain=list(terrain))
    )


# Climbing and flying ----------------------------------------------------------------------------------------


@rule("core.moving-over-terrain", 1, 2)
@pytest.mark.parametrize(("height", "inches"), [(2.0, 8.0), (3.0, 14.0)])
def test_what_is_climbed_is_paid_up_and_down(height: float, inches: float) -> None:
    assert needs(start(20, terrain=[box("block", (23, 25), height, "hill")]), (28, 20)) == inches


@rule("core.moving-over-terrain", 3)
@rule("errata.ruins-movement", 1)
@pytest.mark.parametrize(("keywords", "through"), [
    (["Infantry"], True), (["Beast"], True), (["Belisarius Cawl"], True), (["Imperium", "Primarch"], True),
    (["Imperium"], False), (["Primarch"], False), (["Mounted"], False),
])  # fmt: skip
def test_only_some_move_through_walls(keywords: list[str], through: bool) -> None:
    position = start(20, *keywords, terrain=[box("wall", (23, 23.4), 5.0, "ruin")])
    assert (needs(position, (26, 20)) == 6.0) is through
    assert through or needs(position, (26, 20)) == 16.0


@rule("core.moving-over-terrain", 2, 4)
def test_who_ends_on_terrain_stands_on_it_afterwards() -> None:
    position = start(20, terrain=[box("block", (22, 30), 3.0, "hill")], move=8)
    position.answer((("mine.1", ((25, 20),)),))
    one = position.state.models["mine.1"]
    assert (one.x, one.ground) == (25, 3.0)


@rule("core.flying", 4)
@rule("commentary.fly", 1, 4)
@rule("commentary.flying-over-terrain", 2)
@rule("commentary.flying-over-uneven-terrain")
@pytest.mark.parametrize(
    ("keyword", "blocks", "end", "inches"),
    [
        ("Fly", [((23.5, 24.5), 4.0)], 28.0, 12.0),
        ("Infantry", [((23.5, 24.5), 4.0)], 28.0, 16.0),
        ("Fly", [((23.5, 24.5), 2.0)], 28.0, 8.0),
        ("Fly", [((23.5, 30.0), 4.0)], 26.0, 7.5),
        ("Infantry", [((23.5, 30.0), 4.0)], 26.0, 10.0),
    ],
)
def test_who_flies_is_measured_through_the_air(keyword: str, blocks: Any, end: float, inches: float) -> None:
    terrain = [box(f"block{number}", x, height, "hill") for number, (x, height) in enumerate(blocks)]
    position = start(20, keyword, terrain=terrain, base="25.4mm")
    assert needs(position, (end, 20)) == pytest.approx(inches, abs=0.51)
    assert needs(position, (end, 20)) >= inches - 0.01


@rule("commentary.fly", 2, 3)
@rule("commentary.moving-over-models", 1, 2)
@pytest.mark.parametrize(("x", "able"), [(26.0, True), (23.0, False), (24.9, False)])
def test_who_flies_passes_near_enemies_and_ends_away_from_them(x: float, able: bool) -> None:
    rules = invent(sheet(MINE, keywords=["Vehicle", "Fly"]), sheet("big", keywords=["Monster"]))
    foes = unit("big", (23, 20), player=1)
    position = phase(battle(unit(MINE, (20, 20)), foes, rules=rules), "movement phase").answer((MINE, "normal"))
    assert legal(position, (x, 20)) is able


@rule("commentary.moving-over-models", 4)
@rule("core.charging-with-fly", 2, 3)
@pytest.mark.parametrize(("x", "able"), [(28.0 - 2 * HALF, True), (24.5, False)])
def test_who_flies_charges_over_others_and_ends_near_targets_only(x: float, able: bool) -> None:
    rules = invent(sheet(MINE, keywords=["Fly"]), sheet(FOES), sheet("other"))
    things = [unit(MINE, (20, 20)), unit(FOES, (28, 20)), unit("other", (23, 20), player=1)]
    position = phase(battle(*things, rules=rules, rolls=[(6, 6)]), "charge phase").answer((MINE, (FOES,)))
    assert len(happened(position, ChargeRolled)) == 1
    assert (not position.game.requests[0].check((("mine.1", ((x, 20),)),))) is able


# Floors of ruins --------------------------------------------------------------------------------------------

RUIN = box("ruin", (22, 34), 9.0, "ruin", floors=[{"height": 3.0, "outline": [[22, 10], [30, 10], [30, 30], [22, 30]]}])


@rule("errata.ruins-movement", 3, 4, 5)
@pytest.mark.parametrize(
    ("keywords", "x", "able"),
    [
        (["Infantry"], 26.0, True), (["Beast"], 26.0, True), (["Mounted", "Fly"], 26.0, True),
        (["Belisarius Cawl"], 26.0, True), (["Imperium", "Primarch"], 26.0, True),
        (["Mounted"], 26.0, False), (["Vehicle", "Walker"], 26.0, False),
        (["Infantry"], 29.8, False), (["Infantry"], 32.0, False),
    ],
)  # fmt: skip
def test_some_end_on_floors_without_overhanging_them(keywords: list[str], x: float, able: bool) -> None:
    position = start(20, *keywords, terrain=[RUIN], move=60)
    assert legal(position, (x, 20, 3.0)) is able


# Pivots -----------------------------------------------------------------------------------------------------


@rule("errata.pivot-values", 1, 2, 3, 4, 6, 7, 8)
@rule("commentary.round-base")
@pytest.mark.parametrize(
    ("keywords", "base", "stem", "value"),
    [
        (["Infantry"], "32mm", False, 0.0),
        (["Mounted"], "90x52mm", False, 1.0),
        (["Monster"], "120x92mm", False, 2.0),
        (["Vehicle"], "120x92mm", False, 2.0),
        (["Vehicle"], "80x60mm rectangle", False, 2.0),
        (["Vehicle"], "100mm", True, 2.0),
        (["Vehicle"], "32mm", True, 0.0),
        (["Vehicle"], "100mm", False, 0.0),
        (["Infantry"], "60mm", True, 0.0),
    ],
)
def test_what_a_pivot_costs(keywords: list[str], base: str, stem: bool, value: float) -> None:
    position = start(20, *keywords, base=base, stem=stem, move=20)
    assert needs(position, (24, 20), (90,)) == 4.0 + value


@rule("errata.pivots", 1, 2, 3, 4)
@rule("errata.straight-line-moves", 1)
@pytest.mark.parametrize(
    ("legs", "able"),
    [
        (((26, 20),), True), (((26.01, 20),), False), (((23, 20), (23, 23)), True),
        (((25, 20), (45,)), True), (((25.5, 20), (45,)), False),
        (((23, 20), (90,), (23, 22), (90,)), True), (((23, 20), (90,), (23, 22.1), (90,)), False),
    ],
)  # fmt: skip
def test_the_first_pivot_of_a_move_is_paid_once(legs: Any, able: bool) -> None:
    position = start(20, "Mounted", base="90x52mm")
    assert legal(position, *legs) is able


@rule("errata.straight-line-moves", 2)
@pytest.mark.parametrize(("x", "able"), [(26.0, True), (26.01, False)])
def test_a_model_without_a_base_is_measured_from_the_same_point(x: float, able: bool) -> None:
    assert legal(start(20, "Vehicle", base="80x60mm rectangle"), (x, 20)) is able


@rule("errata.pivots", 1)
def test_a_model_pivots_about_the_middle_of_its_base() -> None:
    position = start(20, "Mounted", base="90x52mm").answer((("mine.1", ((90,),)),))
    one = position.state.models["mine.1"]
    assert (one.x, one.y, one.facing) == (20, 20, 90)


@rule("errata.pivot-example-multiple")
def test_two_pivots_and_ten_inches_need_twelve() -> None:
    position = start(20, "Vehicle", base="120x92mm", move=12)
    assert needs(position, (25, 20), (90,), (25, 25), (90,)) == 12.0


@rule("errata.pivot-example-overhang", 2)
@rule("errata.moving-units", 8)
@pytest.mark.parametrize(("gap", "able"), [(4.0, True), (3.9, False)])
def test_a_base_goes_where_it_fits(gap: float, able: bool) -> None:
    north = box("north", (24, 26), 50.0, "hill")
    south = {**north, "id": "south", "outline": [[24, 10], [26, 10], [26, 20 - gap / 2], [24, 20 - gap / 2]]}
    north["outline"] = [[24, 20 + gap / 2], [26, 20 + gap / 2], [26, 30], [24, 30]]
    position = start(20, "Monster", terrain=[north, south], base="101.6mm", move=12)
    assert legal(position, (30, 20)) is able


@rule("errata.moving-units", 8, 9)
@rule("faq.movement.overhang-battlefield-edge")
@pytest.mark.parametrize(("keywords", "able"), [
    (["Monster"], True), (["Vehicle", "Walker"], True), (["Vehicle"], False),
])  # fmt: skip
def test_all_of_a_vehicle_goes_through_a_gap_and_stays_on_the_battlefield(keywords: list[str], able: bool) -> None:
    traits: Any = {"base": "60mm", "hull": "101.6mm", "move": 24}
    rules = invent(sheet(MINE, keywords=keywords, **traits), sheet("cart", keywords=["Vehicle"], base="101.6mm"))
    carts = [unit("cart", (25, 20 + y), name=f"cart{y}", player=0) for y in (3.5, -3.5)]
    assert legal(moving(unit(MINE, (20, 20)), *carts, rules=rules), (30, 20)) is able
    assert legal(start(20, *keywords, **traits), (20, 1.5)) is able
    assert not legal(start(20, *keywords, **traits), (20, 1.0))


@rule("errata.moving-units", 10)
@pytest.mark.parametrize(("x", "able"), [(21.5, True), (23.5, False), (23.0, False), (25.0, True)])
def test_nobody_ends_inside_a_wall_or_another_model(x: float, able: bool) -> None:
    ours = [*unit(MINE, (20, 20)), *unit(MINE, (23, 21.5), name="other")]
    position = moving(ours, rules=invent(terrain=[box("wall", (23.2, 23.6), 5.0, "ruin")]))
    assert legal(position, (x, 20)) is able


@rule("errata.pivot-example-overhang", 1)
@pytest.mark.parametrize(("roll", "able"), [((6, 6), True), ((5, 6), False)])
def test_a_charge_with_a_pivot_needs_its_value_too(roll: tuple[int, int], able: bool) -> None:
    rules = invent(sheet(MINE, keywords=["Monster"], base="120x92mm"), sheet(FOES))
    things = [unit(MINE, (14, 20)), unit(FOES, (20, 24 + 120 / 25.4 / 2 + HALF))]
    position = phase(battle(*things, rules=rules, rolls=[roll]), "charge phase").answer((MINE, (FOES,)))
    answer = (("mine.1", ((20, 20), (90,), (20, 24))),)
    assert (position.asked == "close_in" and not position.game.requests[0].check(answer)) is able


@rule("commentary.charging-over-terrain-with-fly")
@rule("core.charging-with-fly", 1)
@pytest.mark.parametrize(("keyword", "roll", "able"), [
    ("Fly", (6, 6), True), ("Fly", (6, 5), False), ("Infantry", (6, 6), False),
])  # fmt: skip
def test_who_flies_charges_through_the_air(keyword: str, roll: tuple[int, int], able: bool) -> None:
    wall = box("wall", (23.5, 24.5), 4.0, "hill")
    rules = invent(sheet(MINE, keywords=[keyword], base="25.4mm"), sheet(FOES), terrain=[wall])
    things = [unit(MINE, (20, 20)), unit(FOES, (28 + 0.5 + HALF, 20))]
    position = phase(battle(*things, rules=rules, rolls=[roll]), "charge phase").answer((MINE, (FOES,)))
    answer = (("mine.1", ((28, 20),)),)
    assert (position.asked == "close_in" and not position.game.requests[0].check(answer)) is able


@rule("errata.pivot-values", 2, 6)
def test_each_model_of_a_unit_has_the_pivot_value_of_its_own_base() -> None:
    """A round base turns for nothing, the oval one beside it for an inch."""
    one = sheet(MINE)
    (plain,) = one["profiles"]
    rules = invent({**one, "profiles": [plain, {**plain, "id": "bike", "base": "60x35mm"}]})
    of, walker, bike = unit(MINE, (20, 20), (20, 22))
    things = [of, walker, replace(bike, profile=f"{MINE}/bike")], unit(FOES, (55, 20))
    space = phase(battle(*things, rules=rules), "movement phase").answer((MINE, "normal")).game.request.space

    def turning(first: float, second: float) -> bool:
        return not space.check((("mine.1", ((first, 20), (90.0,))), ("mine.2", ((second, 22), (90.0,)))))

    assert turning(26, 25) and not turning(26, 25.9)
