"""Who sees whom past terrain and models, what gives the Benefit of Cover, and fire that plunges from Ruins."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rulewright.problems import ContentError
from rulewright.testing import Scenario
from rulewright_wh40k.events.attacks import SavesRolled, TargetsDeclared
from rulewright_wh40k.events.charge import ChargeFailed
from rulewright_wh40k.events.movement import Moved
from rulewright_wh40k.space.battlefield import TABLE, at_ground_level, gap, sees, within
from rulewright_wh40k.space.cover import covered, fully_sees

from .table import FOES, MINE, arm, battle, happened, invent, phase, rule, sheet, shooting, unit


def block(trait: str, x: tuple[float, float], y: tuple[float, float], height: float = 9.0) -> dict[str, Any]:
    """A rectangular terrain feature."""
    (x1, x2), (y1, y2) = x, y
    return {"id": trait, "outline": [[x1, y1], [x2, y1], [x2, y2], [x1, y2]], "height": height, "traits": [trait]}


def stage(*things: Any, terrain: Any = (), ours: tuple[float, float] = (20, 20), theirs: Any = ((30, 20),),
          mine: tuple[str, ...] = ("Infantry",), foes: tuple[str, ...] = ("Infantry",),
          **more: Any) -> Scenario:  # fmt: skip
    """Our model and enemies with these keywords on a battlefield with terrain."""
    rules = invent(sheet(MINE, keywords=list(mine)), sheet(FOES, keywords=list(foes), **more), terrain=terrain)
    return battle(unit(MINE, ours), unit(FOES, *theirs), *things, rules=rules)


def seen(position: Scenario, one: str = MINE, other: str = FOES) -> bool:
    return sees(position.game, one, other)


def in_cover(position: Scenario, model: str = "foes.1") -> bool:
    return covered(position.game, MINE, model)


# Lines of sight ---------------------------------------------------------------------------------------------


@rule("core.visibility", 1, 2)
@rule("commentary.visible", 1)
@rule("commentary.base")
@pytest.mark.parametrize(("edge", "visible"), [(20.5, True), (20.7, False)])
def test_a_model_is_seen_by_any_part_of_its_base(edge: float, visible: bool) -> None:
    """The wall reaches as far as an edge; bases of 32 mm reach 0.63 inches from their middles."""
    assert seen(stage(terrain=[block("debris", (24, 26), (0, edge))])) is visible


@rule("commentary.visible", 2)
def test_a_unit_is_seen_where_one_of_its_models_is() -> None:
    wall = block("debris", (27, 28), (10, 22))
    assert not seen(stage(terrain=[wall], theirs=((30, 20),)))
    assert seen(stage(terrain=[wall], theirs=((30, 20), (30, 30))))


@rule("core.visibility", 3)
@rule("commentary.visible", 3, 6)
def test_models_see_through_their_own_unit_and_not_through_others() -> None:
    tall: dict[str, Any] = {"keywords": ["Vehicle"], "height": 9, "base": "100mm"}
    rules = invent(sheet("tank", **tall), sheet(MINE, height=1))
    (one, two), friend = unit(MINE, (20, 20)), unit("tank", (23, 20))
    position = battle([one, two], unit(FOES, (30, 20)), friend, rules=rules)
    assert not seen(position)
    own = battle([one, two, replace(friend[1], unit=MINE)], unit(FOES, (30, 20)), rules=rules)
    assert sees(own.game, "mine.1", FOES) and fully_sees(TABLE(own.game), ["mine.1"], ["foes.1"])


@rule("commentary.visible", 6)
def test_models_are_fully_seen_through_their_own_unit_but_not_past_another() -> None:
    position = stage(theirs=((26, 20), (30, 20)))
    assert fully_sees(TABLE(position.game), ["mine.1"], ["foes.2"])
    other = stage(unit(FOES, (26, 20.5), name="other"), theirs=((30, 20),))
    assert seen(other) and not fully_sees(TABLE(other.game), ["mine.1"], ["foes.1"])


@rule("core.visibility", 4)
@rule("commentary.visible", 3, 4, 5)
def test_full_visibility_takes_every_part_of_every_model_from_every_observer() -> None:
    wall = block("debris", (27, 28), (10, 20))
    rules = invent(terrain=[wall])
    position = battle(unit(MINE, (20, 20), (20, 27)), unit(FOES, (30, 20), (30, 26)), rules=rules)
    scene = TABLE(position.game)
    assert sees(position.game, "mine.1", "foes.1")
    assert not fully_sees(scene, ["mine.1"], ["foes.1"])
    assert fully_sees(scene, ["mine.1"], ["foes.2"]) and not fully_sees(scene, ["mine.1"], ["foes.1", "foes.2"])
    assert fully_sees(scene, ["mine.2"], ["foes.2"]) and fully_sees(scene, ["mine.2"], ["foes.1"])
    assert not fully_sees(scene, ["mine.1", "mine.2"], ["foes.1"])


@rule("core.terrain-craters", 1)
@rule("core.terrain-barricades", 2)
@rule("core.terrain-debris", 2)
@rule("core.terrain-hills", 2)
@pytest.mark.parametrize("trait", ["crater", "barricade", "debris", "hill"])
@pytest.mark.parametrize(("height", "visible"), [(1.0, True), (9.0, False)])
def test_most_terrain_hides_what_its_shape_hides(trait: str, height: float, visible: bool) -> None:
    assert seen(stage(terrain=[block(trait, (24, 26), (0, 44), height)])) is visible


# Ruins and Woods --------------------------------------------------------------------------------------------

RUIN = block("ruin", (10, 16), (5, 11), 1.0)
"""So low that every model could be seen over it, were it no Ruin."""
HALF_IN, BESIDE, BEHIND, INSIDE = (10, 8), (20, 8), (4, 8), (14, 8)
PLACES = {"A": HALF_IN, "B": BESIDE, "C": BEHIND, "D": INSIDE}


def through(one: str, other: str, terrain: Any = RUIN, **keywords: tuple[str, ...]) -> bool:
    """Whether a model at one place sees another one at another place."""
    return seen(stage(terrain=[terrain], ours=PLACES[one], theirs=(PLACES[other],), **keywords))


@rule("errata.ruins-visibility", 1)
@rule("errata.ruins-visibility", 3)
@rule("errata.ruins-visibility", 4)
@rule("errata.ruins-visibility", 5)
@rule("core.terrain-ruins", 1)
@rule("faq.movement.partly-within-terrain-true-los")
@pytest.mark.parametrize(
    ("pair", "visible"),
    [("CB", False), ("BC", False), ("CD", True), ("DC", True), ("DB", True), ("BA", True), ("AC", True), ("AD", True),
     ("AB", False)],
)  # fmt: skip
def test_one_sees_into_ruins_and_out_of_them_but_not_past(pair: str, visible: bool) -> None:
    assert through(*pair) is visible


@rule("errata.ruins-visibility", 2)
@pytest.mark.parametrize("who", ["mine", "foes"])
def test_aircraft_are_seen_past_ruins_and_see_past_them(who: str) -> None:
    assert through("C", "B", **{who: ("Aircraft",)})
    assert not through(
        "C", "B", block("ruin", (10, 16), (5, 11), 20.0) | {"traits": ["debris"]}, **{who: ("Aircraft",)}
    )


@rule("errata.ruins-visibility", 6, 7)
@pytest.mark.parametrize(("pair", "visible"), [("AB", True), ("CB", False), ("BC", False)])
def test_towering_models_see_out_of_ruins_that_they_are_within(pair: str, visible: bool) -> None:
    assert through(*pair, mine=("Towering",)) is visible
    assert not through(*pair, foes=("Towering",)) if pair != "BA" else True


@rule("core.terrain-woods", 2, 3, 4)
@pytest.mark.parametrize(("pair", "fully"), [("CB", False), ("CD", False), ("DB", True), ("BD", False)])
def test_nothing_is_seen_fully_through_woods_or_within_them(pair: str, fully: bool) -> None:
    woods = block("woods", (10, 16), (5, 11))
    position = stage(terrain=[woods], ours=PLACES[pair[0]], theirs=(PLACES[pair[1]],))
    assert seen(position)
    assert fully_sees(TABLE(position.game), ["mine.1"], ["foes.1"]) is fully


@rule("core.terrain-woods", 5)
@pytest.mark.parametrize(("keyword", "fully"), [("Aircraft", True), ("Towering", True), ("Infantry", False)])
@pytest.mark.parametrize("who", ["mine", "foes"])
def test_aircraft_and_towering_models_are_seen_fully_past_woods(keyword: str, fully: bool, who: str) -> None:
    woods, keywords = block("woods", (10, 16), (5, 11)), {who: (keyword,)}
    position = stage(terrain=[woods], ours=BEHIND, theirs=(BESIDE,), **keywords)
    assert fully_sees(TABLE(position.game), ["mine.1"], ["foes.1"]) is fully


# Hulls ------------------------------------------------------------------------------------------------------


@rule("commentary.hull")
@rule("commentary.models-without-bases")
@rule("core.measuring", 2, 3)
@rule("commentary.vehicles-with-bases", 1)
@pytest.mark.parametrize(
    ("keywords", "base", "inches"),
    [(["Vehicle"], "50.8mm", 6.0), (["Vehicle", "Walker"], "50.8mm", 8.0), (["Monster"], "50.8mm", 8.0),
     (["Monster"], None, 6.0)],
)  # fmt: skip
def test_vehicles_and_models_without_bases_are_measured_by_their_hulls(
    keywords: list[str], base: str | None, inches: float
) -> None:
    rules = invent(
        sheet(MINE, base="50.8mm"), sheet(FOES, keywords=keywords, base=base, hull="152.4x101.6mm rectangle")
    )
    position = battle(unit(MINE, (20, 20)), unit(FOES, (30, 20)), rules=rules)
    assert gap(position.game, MINE, FOES) == pytest.approx(inches)


@rule("commentary.ruins-and-visibility", 1, 2, 3, 4, 5)
@pytest.mark.parametrize(
    ("keywords", "base", "inside"),
    [(["Vehicle"], "50.8mm", False), (["Vehicle", "Walker"], "50.8mm", True), (["Monster"], "50.8mm", True),
     (["Monster"], None, False)],
)  # fmt: skip
def test_the_base_of_a_monster_and_the_hull_of_a_vehicle_are_within_ruins(
    keywords: list[str], base: str | None, inside: bool
) -> None:
    """Who is wholly within the Ruin sees out of it; the hull is longer than the Ruin."""
    rules = invent(sheet(MINE, keywords=keywords, base=base, hull="177.8x101.6mm rectangle"), terrain=[RUIN])
    position = battle(unit(MINE, (12.2, 8)), unit(FOES, BESIDE), rules=rules)
    assert seen(position) is inside


@rule("commentary.ruins-and-visibility", 1, 3)
@pytest.mark.parametrize(("keyword", "visible"), [("Vehicle", True), ("Monster", False)])
def test_what_extends_beyond_the_base_of_a_monster_is_not_seen_in_a_ruin(keyword: str, visible: bool) -> None:
    """The base stands behind the Ruin, and the body reaches into it."""
    large = sheet(FOES, keywords=[keyword], base="50.8mm", hull="152.4x101.6mm rectangle")
    position = battle(unit(MINE, BESIDE), unit(FOES, (8.5, 8)), rules=invent(large, terrain=[RUIN]))
    assert seen(position) is visible


def test_a_model_stands_on_a_base_or_a_hull() -> None:
    with pytest.raises(ContentError, match="a model has a base, or a hull"):
        invent(sheet(MINE, base=None))
    with pytest.raises(ContentError, match="is no base"):
        invent(sheet(MINE, hull="large"))


@rule("commentary.within-and-wholly-within", 1, 2, 3)
@rule("core.measuring", 1)
def test_a_unit_is_within_a_distance_by_any_part_of_any_model() -> None:
    position = stage(theirs=((40, 20), (26 + 32 / 25.4, 20)))
    assert within(position.game, MINE, FOES, 6.0) and not within(position.game, MINE, FOES, 5.99)
    assert not within(position.game, "mine.1", "foes.1", 6.0)


# Cover ------------------------------------------------------------------------------------------------------


@rule("core.terrain-ruins", 2)
@rule("core.terrain-woods", 6)
@rule("commentary.within-and-wholly-within", 5)
@pytest.mark.parametrize("trait", ["ruin", "woods"])
@pytest.mark.parametrize(("x", "covered"), [(29.0, True), (28.5, False)])
def test_who_is_wholly_within_ruins_or_woods_has_cover(trait: str, x: float, covered: bool) -> None:
    """Seen from inside the same terrain, so that it hides nothing."""
    terrain = [block(trait, (28, 40), (10, 30), 1.0)]
    assert in_cover(stage(terrain=terrain, ours=(34, 20), theirs=((x, 20),))) is covered


@rule("core.terrain-ruins", 2)
@rule("core.terrain-woods", 6)
@rule("core.terrain-hills", 4)
@pytest.mark.parametrize(
    ("trait", "found"), [("ruin", True), ("woods", True), ("hill", True), ("debris", True), ("crater", False)]
)
@pytest.mark.parametrize("keyword", ["Infantry", "Vehicle"])
def test_who_is_partly_hidden_by_terrain_has_cover(trait: str, found: bool, keyword: str) -> None:
    terrain = [block(trait, (24, 26), (10, 20), 3.0)]
    position = stage(terrain=terrain, foes=(keyword,))
    assert seen(position) and in_cover(position) is found


@rule("core.terrain-hills", 4)
def test_cover_takes_only_one_attacker_who_does_not_see_everything() -> None:
    rules = invent(terrain=[block("hill", (24, 26), (10, 20))])
    position = battle(unit(MINE, (20, 20), (20, 30)), unit(FOES, (30, 20)), rules=rules)
    assert fully_sees(TABLE(position.game), ["mine.2"], ["foes.1"]) and in_cover(position)


@rule("core.terrain-barricades", 5)
@rule("commentary.within-and-wholly-within", 4)
@pytest.mark.parametrize(
    ("x", "keyword", "found"), [(28.3, "Infantry", True), (28.5, "Infantry", False), (28.3, "Beast", False)]
)
def test_a_barricade_covers_infantry_within_3_inches(x: float, keyword: str, found: bool) -> None:
    """Infantry that ends 2.9 inches behind the barricade, or 3.1."""
    terrain = [block("barricade", (25, 26), (10, 30), 1.0)]
    position = stage(terrain=terrain, theirs=((x, 20),), foes=(keyword,))
    assert seen(position) and in_cover(position) is found


@rule("core.terrain-barricades", 5)
def test_a_barricade_beside_does_not_cover() -> None:
    assert not in_cover(stage(terrain=[block("barricade", (28, 32), (22, 23), 1.0)]))


@rule("core.terrain-craters", 2)
@rule("commentary.wholly-on-top-of-a-crater")
@pytest.mark.parametrize(
    ("x", "keyword", "found"), [(29.0, "Infantry", True), (28.5, "Infantry", False), (29.0, "Beast", False)]
)
def test_a_crater_covers_infantry_wholly_on_it(x: float, keyword: str, found: bool) -> None:
    terrain = [block("crater", (28, 36), (15, 25), 0.5)]
    assert in_cover(stage(terrain=terrain, theirs=((x, 20),), foes=(keyword,))) is found


def test_models_give_no_cover() -> None:
    position = stage(unit(FOES, (26, 20.5), name="other"))
    assert not fully_sees(TABLE(position.game), ["mine.1"], ["foes.1"]) and not in_cover(position)


# Plunging Fire ----------------------------------------------------------------------------------------------


@rule("core.plunging-fire")
@rule("commentary.modifying-by-improving-or-worsening", 4)
@rule("commentary.ground-level", 1)
@pytest.mark.parametrize(
    ("x", "height", "above", "need"), [(20, 6.0, 0.0, 5), (20, 5.9, 0.0, 4), (23.8, 6.0, 0.0, 4), (20, 6.0, 3.0, 4)]
)
def test_fire_plunges_from_high_up_in_ruins(x: float, height: float, above: float, need: int) -> None:
    """From wholly within and at least 6 inches up, at a unit that stands wholly at ground level."""
    tower = block("ruin", (16, 24), (16, 24), height)
    rules = invent(sheet(MINE, arm("gun", "ignores cover")), terrain=[tower])
    (one, up), (two, low) = unit(MINE, (x, 20)), unit(FOES, (30, 20))
    position = shooting([one, replace(up, ground=height)], [two, replace(low, ground=above)], rules=rules,
                        rolls=[(3,), (4,), (6,)])  # fmt: skip
    assert happened(position, SavesRolled)[0].needed == need


# Standing on terrain ----------------------------------------------------------------------------------------


def go(position: Scenario, *legs: tuple[float, ...]) -> Any:
    """Our model moves along a path in the Movement phase."""
    return phase(position, "movement phase").answer((MINE, "normal")).answer((("mine.1", legs),))


@rule("core.terrain-hills", 1)
@rule("core.terrain-features", 1)
@pytest.mark.parametrize(("x", "legal"), [(24.7, True), (24.5, False)])
def test_models_end_on_a_hill_where_their_bases_do_not_overhang(x: float, legal: bool) -> None:
    """Up an inch and a half costs nothing; the base reaches 0.63 inches from its middle."""
    position = stage(terrain=[block("hill", (24, 30), (15, 25), 1.5)], theirs=((50, 40),))
    phase(position, "movement phase").answer((MINE, "normal"))
    if legal:
        position.answer((("mine.1", ((x, 20),)),))
        assert (position.state.models["mine.1"].x, position.state.models["mine.1"].ground) == (x, 1.5)
    else:
        with position.refused():
            position.answer((("mine.1", ((x, 20),)),))


@rule("core.terrain-woods", 1)
@rule("core.terrain-craters", 1)
@rule("core.terrain-features", 1)
@pytest.mark.parametrize("trait", ["woods", "crater"])
@pytest.mark.parametrize("x", [24.0, 25.9])
def test_models_move_into_woods_and_craters_as_over_open_ground(trait: str, x: float) -> None:
    position = stage(terrain=[block(trait, (24, 30), (15, 25))], theirs=((50, 40),))
    go(position, (x, 20))
    assert (position.state.models["mine.1"].x, position.state.models["mine.1"].ground) == (x, 0.0)


@rule("commentary.ground-level", 2)
@pytest.mark.parametrize(("trait", "height"), [("tile", 0.2), ("tile", 3.0), ("hill", 0.2)])
@pytest.mark.parametrize("x", [24.0, 26.0])
def test_who_stands_on_a_tile_is_at_ground_level(trait: str, height: float, x: float) -> None:
    """Also half on it; on a hill as thick as a tile nobody is at ground level, nor over its edge."""
    tile = block(trait, (24, 30), (15, 25), height)
    position = phase(stage(terrain=[tile], theirs=((50, 40),)), "movement phase").answer((MINE, "normal"))
    if trait == "hill" and x == 24.0:
        with position.refused():
            position.answer((("mine.1", ((x, 20),)),))
        return
    position.answer((("mine.1", ((x, 20),)),))
    assert at_ground_level(position.game, "mine.1") is (trait == "tile")


@rule("commentary.ground-level", 2)
@pytest.mark.parametrize(("trait", "need"), [("tile", 5), ("hill", 4)])
def test_fire_plunges_upon_who_stands_on_a_tile(trait: str, need: int) -> None:
    things = [block("ruin", (16, 24), (16, 24), 6.0), block(trait, (28, 34), (16, 24), 0.2)]
    position = battle(unit(MINE, (20, 20)), unit(FOES, (36, 20)), rules=invent(terrain=things))
    phase(position, "movement phase", 1, 2).answer((FOES, "normal"), (("foes.1", ((30, 20),)),))
    one, up = unit(MINE, (20, 20))
    two, low = unit(FOES, (30, 20))
    ground = position.state.models["foes.1"].ground
    position = shooting([one, replace(up, ground=6.0)], [two, replace(low, ground=ground)],
                        rules=invent(sheet(MINE, arm("gun", "ignores cover")), terrain=things),
                        rolls=[(3,), (4,), (6,)])  # fmt: skip
    assert happened(position, SavesRolled)[0].needed == need


@rule("core.terrain-features", 2)
def test_terrain_is_no_target() -> None:
    position = phase(stage(terrain=[block("debris", (24, 26), (21, 23))]), "shooting phase").answer(MINE)
    assert position.options == [FOES, None]


def test_the_footprint_of_a_terrain_feature_is_its_outline_whatever_is_built_on_it() -> None:
    """Ruins as printed on the battlefield: their footprint hides although they have no height."""
    (piece,) = TABLE(stage(terrain=[RUIN]).game).pieces.values()
    assert piece.polygon.bounds == (10, 5, 16, 11)
    assert not through("C", "B", RUIN | {"height": 0.1})


# Across Barricades ------------------------------------------------------------------------------------------

BAR = block("barricade", (23, 23.5), (10, 30), 1.0)
"""Half an inch thick."""
RADIUS = 16 / 25.4


@rule("core.terrain-barricades", 4)
@rule("commentary.draw-a-straight-line")
@pytest.mark.parametrize(
    ("gap", "y", "fights"), [(2.0, 20.0, True), (2.1, 20.0, False), (2.0, 30.5, False), (2.0, 30.01, True)]
)
def test_units_fight_across_a_barricade(gap: float, y: float, fights: bool) -> None:
    """The line between the closest points crosses it; beside its end it does so only by its width of 1 mm."""
    ours, theirs = (23 - RADIUS, y), (23 + gap + RADIUS, y)
    rules = invent(terrain=[BAR])
    position = battle(unit(MINE, ours, weapons=(f"{MINE}/blade",)), unit(FOES, theirs, weapons=()), rules=rules,
                      rolls=[(1,)])  # fmt: skip
    phase(position, "fight phase")
    while not position.idle and position.asked in ("pile_in", "consolidate"):
        position.answer(())
    assert [event.target for event in happened(position, TargetsDeclared)] == [FOES] * fights


@rule("core.terrain-barricades", 3)
@pytest.mark.parametrize(("behind", "x", "legal"), [(0.9, 23.0, True), (0.9, 22.9, False), (1.1, 23.0, False)])
def test_a_unit_is_charged_across_a_barricade(behind: float, x: float, legal: bool) -> None:
    """The charge ends in contact with it and within 2 inches of who stands within 1 inch of its other side."""
    foes = unit(FOES, (23.5 + behind + RADIUS, 20), weapons=())
    position = battle(unit(MINE, (18, 20), weapons=()), foes, rules=invent(terrain=[BAR]), rolls=[(6, 1)])
    phase(position, "charge phase").answer((MINE, (FOES,)))
    if legal:
        position.answer((("mine.1", ((x - RADIUS, 20),)),))
        assert [event.how for event in happened(position, Moved)] == ["charge"]
    elif position.asked == "close_in":
        with position.refused():
            position.answer((("mine.1", ((x - RADIUS, 20),)),))
    else:
        assert happened(position, ChargeFailed)
