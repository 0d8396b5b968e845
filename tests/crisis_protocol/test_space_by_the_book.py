"""Situations thought out with the rulebook alone: what just touches, ties, illegal choices, two things at once."""

from __future__ import annotations

from math import cos, radians, sin, sqrt
from typing import Any

import pytest

from rulewright import new_game
from rulewright.geometry.maps import map_of_scene
from rulewright.problems import ContentError
from rulewright.triggers import Prevented
from rulewright_crisis_protocol.attack.action import ATTACK_ACTION
from rulewright_crisis_protocol.attack.choosing import open_attacks
from rulewright_crisis_protocol.before.setup import place_to_deploy
from rulewright_crisis_protocol.events.attacks import AttackResolved
from rulewright_crisis_protocol.events.characters import DamageSuffered
from rulewright_crisis_protocol.events.movement import Collided, Moved, TerrainDestroyed
from rulewright_crisis_protocol.movement.moves import reach, ways_to_move
from rulewright_crisis_protocol.movement.throws import movable
from rulewright_crisis_protocol.running import resolve
from rulewright_crisis_protocol.space.battlefield import TABLE, cover, sees, tokens_around, within
from rulewright_crisis_protocol.space.tools import LENGTHS, RANGES, SPEEDS
from rulewright_crisis_protocol.state import Character

from .table import (
    HERO,
    VILLAIN,
    at,
    attack,
    attacking,
    battle,
    card,
    invent,
    named,
    one,
    piece,
    place,
    power,
    rule,
    rules,
    token,
    turn,
)
from .test_series import series
from .test_space import SMALL, effect, hurled, moving, pushed, thrown

MEDIUM, SHORT = LENGTHS["medium"], LENGTHS["short"]
RADIUS = SMALL / 2
HAIR = 0.001
"""Less than what anybody can measure, and more than the tolerance of the geometry."""


# Measuring --------------------------------------------------------------------------------------------------


@rule("measure.within", 1)
@pytest.mark.parametrize(("gap", "near"), [(3.0, True), (3.0 + HAIR, False)])
def test_the_end_of_the_tool_that_just_touches_is_in_range(gap: float, near: bool) -> None:
    assert within(battle(at(HERO, 10, 10), at(VILLAIN, 10 + SMALL + gap, 10, 1)).game, HERO, VILLAIN, 2) is near


@rule("measure.within", 1)
@rule("field.bases", 1, 2, 3)
@pytest.mark.parametrize("base", [35, 50, 65, 80])
def test_a_range_is_measured_to_the_edge_of_a_base_of_any_diameter(base: int) -> None:
    rules = invent(card(VILLAIN, base=base, size=2))
    for gap, near in ((6.0, True), (6.0 + HAIR, False)):
        x = 10 + RADIUS + gap + base / 25.4 / 2
        assert within(battle(at(HERO, 10, 10), at(VILLAIN, x, 10, 1), rules=rules).game, HERO, VILLAIN, 3) is near


@rule("field.tokens", 1, 2)
@rule("objective.contest", 1)
@pytest.mark.parametrize(("gap", "near"), [(1.0, True), (1.0 + HAIR, False)])
def test_a_range_to_a_token_is_measured_to_its_edge(gap: float, near: bool) -> None:
    things = at(HERO, 10, 10), token("flag", 10 + RADIUS + gap + 0.5, 10), token("far", 20, 10)
    game = battle(*things).game
    assert within(game, HERO, "flag", 1) is near
    assert tokens_around(game, HERO, 1) == ({"flag"} if near else set())


@rule("field.vertical", 1, 2)
@rule("measure.placing", 2)
@pytest.mark.parametrize(("gap", "near"), [(2.9, True), (3.1, False)])
def test_height_does_not_count_and_terrain_does_not_hinder_a_range_tool(gap: float, near: bool) -> None:
    things = at(HERO, 4, 10), at(VILLAIN, 4 + SMALL + gap, 10, 1), piece("house", 4, 10)
    assert within(battle(*things).game, HERO, VILLAIN, 2) is near


@rule("measure.range-tools", 4)
def test_either_player_measures_any_range_at_any_question() -> None:
    position = moving(at(HERO, 10, 10), at(VILLAIN, 14, 10, 1), token("flag", 20, 10), how=("advance", "medium"))
    for player in (0, 1):
        view = position.game.view(player)
        assert (
            within(view, HERO, VILLAIN, 2) and not within(view, VILLAIN, "flag", 2) and within(view, VILLAIN, "flag", 3)
        )
        assert {HERO, VILLAIN, "flag"} <= {item.about for item in map_of_scene(TABLE(view)).items}


@rule("measure.tools")
@rule("field.tools.movement", 1, 2, 3)
def test_range_tools_measure_ranges_and_movement_tools_movements() -> None:
    assert [round(LENGTHS[speed] * 25.4) for speed in SPEEDS] == [85, 127, 178]
    for speed, length in LENGTHS.items():
        far = pushed(at(VILLAIN, 5, 10, 1), tool=speed).answer(0.0)
        assert place(far, VILLAIN) == (round(5 + length, 2), 10.0)
        rules = invent(card(HERO, speed=speed))
        mover = moving(at(HERO, 10, 10), how=("advance", speed), rules=rules)
        with mover.refused(rule="advance.place"):
            mover.answer(("spot", 10 + length + SMALL + HAIR, 10.0))
        mover.answer(("spot", 10 + length + SMALL - HAIR, 10.0))
    for range, inches in RANGES.items():
        things = at(HERO, 5, 10), at(VILLAIN, 15, 10, 1)
        question = effect(*things, do={"do": "place", "who": "chosen", "range": range}).game.request.space
        assert question.inches == inches


@rule("terms.objects")
def test_miniatures_are_characters_and_terrain_and_tokens_objects() -> None:
    scene = TABLE(battle(at(HERO, 10, 10), piece("car", 10, 14), token("flag", 10, 18)).game)
    assert ({*scene.models}, {*scene.pieces}, {*scene.markers}) == ({HERO}, {"car"}, {"flag"})


@rule("terrain.size")
@rule("terrain.size-table")
def test_each_kind_of_terrain_has_a_size_that_players_know_before_the_game() -> None:
    kinds = rules().content.terrain
    assert [kinds[id].size for id in ("lamp", "car", "kiosk", "truck", "house")] == [1, 2, 3, 4, 5]
    unsized = named({"id": "heap", "outline": [[0, 0], [1, 0], [1, 1]]})
    with pytest.raises(ContentError, match=r"heap: size"):
        invent(terrain=[unsized])
    game = new_game(rules(), {"layout": "market"}, seed=1)
    laid = rules().content["layouts"]["market"].terrain
    assert [one.kind for one in game.state.terrain.values()] == [feature.kind for feature in laid]


@rule("stat-card.size")
@pytest.mark.parametrize("size", [2, 3])
def test_the_size_of_a_character_counts_for_movement_and_for_sight(size: int) -> None:
    rules = invent(card(HERO, size=size))
    things = at(HERO, 10, 10), at(VILLAIN, 16, 10, 1), piece("kiosk", 13, 10)
    assert sees(battle(*things, rules=rules).game, VILLAIN, HERO) is (size == 3)
    assert reach(battle(*things, rules=rules).game, HERO, "advance") == size


@rule("measure.placing", 1)
@rule("advance.tool", 1)
def test_the_end_of_the_tool_touches_the_base_of_who_moves() -> None:
    position = moving(at(HERO, 10, 10), how=("advance", "medium"))
    off = 10 + RADIUS + 0.4 + HAIR
    laid = (off, 10.0), (off + 2.1, 10.0), (off + 4.2, 10.0)
    with position.refused(rule="advance.tool"):
        position.answer((*laid, (off + 4.2, 10.0)))
    position.answer((*((x - HAIR, y) for x, y in laid), (off + 4.2, 10.0)))
    assert position.events(Moved)


@rule("move.kinds")
def test_there_are_five_kinds_of_movement() -> None:
    """An advance in the own activation, a climb, a throw that collides, a push that does not, a place by a range."""
    acting = turn(battle(at(HERO, 10, 10), piece("truck", 13.5, 10, facing=90), at(VILLAIN, 30, 30, 1)))
    acting.answer(("activate", HERO)).answer(("move",))
    assert acting.options == [("advance", "medium"), ("advance", "short"), ("climb", "short")]
    acting.answer(("advance", "short")).answer(("spot", 11.0, 10.0))
    acting.answer(("move",)).answer(("climb", "short")).answer(("spot", 13.5, 10.0))
    standing = at(VILLAIN, 5, 10, 1), at("other", 7, 10, 1)
    far = thrown(*standing, cards=[card("other")], rolls=["BB"]).answer(0.0)
    near = pushed(*standing, cards=[card("other")]).answer(0.0)
    placed = effect(at(HERO, 5, 10), at(VILLAIN, 15, 10, 1), do={"do": "place", "who": "chosen", "range": 2})
    moves = [*acting.events(Moved), *far.events(Moved), *near.events(Moved), *placed.answer((15.0, 12.0)).events(Moved)]
    assert [event.how for event in moves] == ["advance", "climb", "throw", "push", "place"]
    assert len(far.events(Collided)) == 1 and near.events(Collided) == []


# Advancing and climbing -------------------------------------------------------------------------------------


@rule("move.tool", 2)
@rule("measure.movement-tools", 1, 2)
def test_a_tool_longer_than_the_speed_is_refused_and_a_shorter_one_is_not() -> None:
    game = battle(at(HERO, 10, 10)).game
    assert ("advance", "long") not in ways_to_move(game, HERO)
    assert ("advance", "short") in ways_to_move(game, HERO)


@rule("advance.place")
def test_a_base_is_placed_at_any_part_of_the_tool_and_beside_it_too() -> None:
    """The far end of a bent tool, and the side of a straight one."""
    position = moving(at(HERO, 10, 10), how=("advance", "medium"))
    x, aside = 10 + RADIUS + 2.0, RADIUS + 0.4
    start, elbow, end = (10 + RADIUS + 0.4, 10.0), (10 + RADIUS + 2.5, 10.0), (10 + RADIUS + 4.6, 10.0)

    with position.refused(rule="advance.place"):
        position.answer((start, elbow, end, (x, 10 + aside + HAIR)))
    position.answer((start, elbow, end, (x, 10 + aside)))
    assert place(position, HERO) == (round(x, 2), round(10 + aside, 2))


@rule("advance.tool", 4)
@pytest.mark.parametrize(("width", "fits"), [(0.8, False), (0.0, True)])
def test_the_width_of_the_tool_decides_whether_it_fits_through_a_gap(width: float, fits: bool) -> None:
    things = piece("truck", 13.0, 11.55, "left"), piece("truck", 13.0, 8.45, "right")  # 0.6 inches apart
    position = moving(at(HERO, 9.2, 10), *things, how=("advance", "long"), rules=invent(card(HERO, speed="long")),
                      tool_width=width)  # fmt: skip
    beyond = ("spot", 16.8, 10.0)
    if fits:
        assert place(position.answer(beyond), HERO) == (16.8, 10.0)
    else:
        with position.refused(rule="advance.tool"):
            position.answer(beyond)


@rule("move.overlap", 2)
@pytest.mark.parametrize(("gap", "legal"), [(0.0, True), (-HAIR, False)])
def test_a_move_may_end_touching_a_base_and_not_overlapping_it(gap: float, legal: bool) -> None:
    position = moving(at(HERO, 10, 10), at(VILLAIN, 14, 10, 1), how=("advance", "medium"))
    spot = ("spot", 14 - SMALL - gap, 10.0)
    if legal:
        assert position.answer(spot).events(Moved)
    else:
        with position.refused(rule="move.overlap"):
            position.answer(spot)


@rule("move.overlap", 3)
@pytest.mark.parametrize(
    ("x", "legal"),
    [(12 - RADIUS, True), (12 - RADIUS + HAIR, False), (12 + RADIUS - HAIR, False), (12 + RADIUS, True), (14, True)],
)
def test_a_base_ends_beside_terrain_or_wholly_on_top_flush_with_its_edge_or_not(x: float, legal: bool) -> None:
    position = moving(at(HERO, 10, 10), piece("car", 14, 10), how=("advance", "medium"))  # x from 12 to 16
    if legal:
        assert position.answer(("spot", x, 10.0)).events(Moved)
    else:
        with position.refused(rule="move.overlap"):
            position.answer(("spot", x, 10.0))


@rule("move.overlap", 3)
def test_a_base_over_two_pieces_side_by_side_is_on_neither() -> None:
    things = piece("car", 14, 11, "left"), piece("car", 14, 9, "right")
    position = moving(at(HERO, 10, 10), *things, how=("advance", "medium"))
    with position.refused(rule="move.overlap"):
        position.answer(("spot", 14.0, 10.0))


@rule("climb.limit", 1)
def test_nobody_advances_onto_larger_terrain_or_off_it() -> None:
    """On top of a truck everything around is larger than a character of size 2: it climbs down."""
    up = moving(at(HERO, 10, 10), piece("truck", 12.2, 10, facing=90), how=("advance", "medium"))
    with up.refused(rule="climb.limit"):
        up.answer(("spot", 12.2, 10.0))
    down = moving(at(HERO, 12, 10), piece("truck", 12, 10, facing=90), how=("advance", "medium"))
    with down.refused(rule="advance.tool"):
        down.answer(("spot", 9.0, 10.0))
    climbing = moving(at(HERO, 12, 10), piece("truck", 12, 10, facing=90), how=("climb", "short"))
    assert place(climbing.answer(("spot", 9.0, 10.0)), HERO) == (9.0, 10.0)


@rule("move.battlefield-edge", 1)
@pytest.mark.parametrize(("x", "legal"), [(RADIUS, True), (RADIUS - HAIR, False)])
def test_a_move_may_end_touching_the_edge(x: float, legal: bool) -> None:
    position = moving(at(HERO, 3, 10), how=("advance", "medium"))
    if legal:
        assert position.answer(("spot", x, 10.0)).events(Moved)
    else:
        with position.refused(rule="move.battlefield-edge"):
            position.answer(("spot", x, 10.0))


@rule("keyword.flight")
@rule("keyword.wall-crawler")
@rule("climb.limit", 2)
@pytest.mark.parametrize("keyword", ["flight", "wall crawler"])
def test_nobody_flies_or_crawls_over_what_is_of_size_6_nor_is_larger_otherwise(keyword: str) -> None:
    rules = invent(card(HERO, keywords=[keyword]))
    position = moving(at(HERO, 10, 10), piece("bastion", 13, 10), how=("advance", "medium"), rules=rules)
    with position.refused(rule="advance.tool"):
        position.answer(("spot", 15.6, 10.0))
    hidden = at(HERO, 14, 10), at(VILLAIN, 8, 10, 1), piece("kiosk", 11, 10)
    assert not sees(battle(*hidden, rules=rules).game, VILLAIN, HERO)


@rule("climb.tool", 1)
def test_the_fastest_climbs_with_the_short_tool() -> None:
    game = battle(at(HERO, 10, 10), rules=invent(card(HERO, speed="long"))).game
    assert [tool for how, tool in ways_to_move(game, HERO) if how == "climb"] == ["short"]


@rule("objective.no-size", 1, 2, 3)
def test_a_base_moves_over_a_token_and_ends_on_it() -> None:
    things = at(HERO, 10, 10), token("first", 12, 10), token("second", 14, 10)
    moved = moving(*things, how=("advance", "medium")).answer(("spot", 14.0, 10.0))
    scene = TABLE(moved.game)
    assert place(moved, HERO) == (14.0, 10.0)
    assert scene.models[HERO].footprint.polygon.intersects(scene.markers["second"].footprint.polygon)
    hit = thrown(at(VILLAIN, 5, 10, 1), token("first", 8, 10), token("second", 10, 10)).answer(0.0)
    assert hit.events(Collided) == [] and place(hit, VILLAIN) == (round(5 + MEDIUM, 2), 10.0)
    behind = at(HERO, 4, 10), at(VILLAIN, 12, 10, 1), token("first", 11, 10)
    assert cover(battle(*behind).game, HERO, VILLAIN) == ()


# Throws -----------------------------------------------------------------------------------------------------


@rule("throw.collision-stop", 1)
def test_who_slides_along_what_it_touches_does_not_collide() -> None:
    things = at(VILLAIN, 5, 10, 1), at("other", 5 + SMALL, 10, 1)
    position = thrown(*things, cards=[card("other")]).answer(90.0)
    assert position.events(Collided) == [] and place(position, VILLAIN) == (5.0, round(10 + MEDIUM, 2))


@rule("throw.collision-stop", 1)
@pytest.mark.parametrize(("aside", "hit"), [(SMALL - HAIR, True), (SMALL + HAIR, False)])
def test_a_base_is_hit_or_missed_by_a_hair(aside: float, hit: bool) -> None:
    things = at(VILLAIN, 5, 10, 1), at("other", 8, 10 + aside, 1)
    position = thrown(*things, cards=[card("other")], rolls=["BB"]).answer(0.0)
    assert bool(position.events(Collided)) is hit
    assert (place(position, VILLAIN)[0] < 8.0) is hit


@rule("move.battlefield-edge", 2)
def test_a_throw_over_the_edge_stops_there_and_hurts_nobody() -> None:
    position = thrown(at(VILLAIN, 3, 10, 1)).answer(180.0)
    assert place(position, VILLAIN) == (round(RADIUS, 2), 10.0)
    assert position.events(Collided) == [] and position.events(DamageSuffered) == []


@rule("move.overlap-forced")
@rule("throw.collision-stop", 3)
@pytest.mark.parametrize(("tool", "x"), [("short", 8 - RADIUS), ("medium", 5 + MEDIUM)])
def test_off_its_own_roof_it_falls_or_stays_at_the_rim(tool: str, x: float) -> None:
    things = at(VILLAIN, 5, 10, 1), piece("truck", 5, 10)  # x from 2 to 8
    for slide in (thrown, pushed):
        position = slide(*things, tool=tool).answer(0.0)
        assert place(position, VILLAIN) == (round(x, 2), 10.0) and position.events(Collided) == []


@rule("throw.collision-stop", 1)
@rule("throw.hits-character", 1)
def test_off_a_roof_it_hits_who_stands_below() -> None:
    things = at(VILLAIN, 5, 10, 1), piece("truck", 5, 10), at("other", 8 + RADIUS, 10, 1)
    position = thrown(*things, cards=[card("other")], rolls=["BB"]).answer(0.0)
    assert [event.hit for event in position.events(Collided)] == ["other"]
    assert place(position, VILLAIN) == (round(8 - RADIUS, 2), 10.0)


@rule("throw.collision-stop", 1)
def test_who_stands_on_a_roof_is_behind_its_edge() -> None:
    things = at(VILLAIN, 3, 10, 1), piece("house", 9, 10), at("other", 9, 10, 1)
    position = thrown(*things, cards=[card("other")]).answer(0.0)
    assert [event.hit for event in position.events(Collided)] == ["house"]


@rule("terrain.non-interactive")
@rule("throw.hits-terrain", 2)
def test_what_cannot_be_destroyed_stands_whatever_is_thrown_into_it() -> None:
    bench = named({"id": "bench", "size": 1, "interactive": False, "outline": [[-1, -1], [1, -1], [1, 1], [-1, 1]]})
    hit = thrown(at(VILLAIN, 5, 10, 1), piece("bench", 9, 10), terrain=[bench]).answer(0.0)
    assert one(hit, VILLAIN).damage == 1 and "bench" in hit.state.terrain
    car = hurled(piece("car", 5, 13), piece("bench", 9, 10), terrain=[bench]).answer(0.0)
    assert set(car.state.terrain) == {"bench"}


@rule("throw.collision-stop", 2)
@rule("move.overlap-forced")
def test_it_is_thrown_through_the_thrower_and_does_not_end_on_it() -> None:
    position = thrown(at(VILLAIN, 5, 10, 1), hero=at(HERO, 5 + MEDIUM, 10)).answer(0.0)
    assert position.events(Collided) == []
    assert place(position, VILLAIN) == (round(5 + MEDIUM - SMALL, 2), 10.0)


@rule("field.multi-collision")
def test_of_a_character_and_terrain_met_at_once_the_thrower_chooses_one() -> None:
    rim = 9 - sqrt(SMALL**2 - 0.8**2) + RADIUS  # how far its own rim gets before it touches the other base
    things = at(VILLAIN, 5, 10, 1), at("other", 9, 9.2, 1), piece("kiosk", rim + 1.25, 10 + 1.25)
    position = thrown(*things, cards=[card("other")]).answer(0.0)
    assert position.asked == "collide" and set(position.options) == {"other", "kiosk"}
    position.answer("kiosk")
    assert [event.hit for event in position.events(Collided)] == ["kiosk"]
    assert one(position, VILLAIN).damage == 1 and one(position, "other").damage == 0


@rule("throw.hits-character", 1, 2)
@pytest.mark.parametrize("active", [HERO, "other"])
def test_a_collision_is_resolved_whole_though_it_ends_the_activation(active: str) -> None:
    """An enemy throws the active character into another one, or another one into it."""
    hurl: dict[str, Any] = {"do": "throw", "who": "attacker", "way": ""}
    if active == "other":
        hurl = {"do": "choose_character", "side": "enemy", "range": 5, "then": [{**hurl, "who": "chosen"}]}
    clash = power("clash", "innate", hurl, when="after attacked")
    strikers = [card(id, attack(f"{id}-blow", range="4")) for id in (HERO, "other")]
    things = at(HERO, 10, 10, damage=4), at(VILLAIN, 12, 12, 1), at("other", 10, 13.3, damage=4)
    rules = invent(card(VILLAIN, superpowers=[clash]), *strikers)
    position = turn(battle(*things, rules=rules, rolls=["---", "--", "--"]))
    position.answer(("activate", active)).answer(("attack", f"{active}-blow"))
    if position.asked != "throw":
        position.answer(HERO)
    position.answer(90.0)
    assert [one(position, id).dazed for id in (HERO, "other")] == [True, True]
    assert [one(position, id).power for id in (HERO, "other")] == [1, 1]
    assert position.asked == "turn" and position.player == 1


@rule("throw.hits-terrain", 1, 2)
def test_who_is_knocked_out_by_a_collision_destroys_the_terrain() -> None:
    things = at(VILLAIN, 5, 10, 1, damage=4, injured=True), piece("lamp", 9, 10), at("mate", 30, 30, 1)
    position = thrown(*things, cards=[card("mate")]).answer(0.0)
    assert VILLAIN not in position.state.characters and position.state.terrain == {}


@rule("push.rules")
def test_a_push_through_terrain_and_a_wall_of_bases_hurts_nobody() -> None:
    things = at(VILLAIN, 5, 10, 1), piece("lamp", 7.2, 10), at("other", 8.5, 10, 1)
    position = pushed(*things, cards=[card("other")]).answer(0.0)
    assert place(position, VILLAIN) == (round(5 + MEDIUM, 2), 10.0)
    assert position.events(DamageSuffered) == [] and position.events(TerrainDestroyed) == []


@rule("move.overlap-forced")
def test_who_has_no_free_place_on_the_way_stays() -> None:
    position = pushed(at(VILLAIN, 5, 10, 1), piece("truck", 5 + RADIUS + 3, 10), tool="short").answer(0.0)
    assert position.events(Moved) == []


@rule("toward-away.setup", 6)
def test_where_the_centres_are_the_same_every_direction_is_toward_and_away() -> None:
    """Ruling 19; nobody stands on anybody, so the wedge itself is asked."""
    from rulewright.geometry.plane import Circle, Pose
    from rulewright.geometry.plane.shapes import footprint
    from rulewright.geometry.plane.tools import wedge

    ground = footprint(Circle(35), Pose(10, 10))
    assert wedge(ground, ground, toward=True).directions == (0.0, 360.0)


# Terrain that is thrown -------------------------------------------------------------------------------------


@rule("throw.terrain-tool", 1, 3)
@pytest.mark.parametrize(("aside", "hit"), [(0.4 + RADIUS, True), (0.4 + RADIUS + HAIR, False)])
def test_the_lane_of_thrown_terrain_is_as_wide_as_the_tool(aside: float, hit: bool) -> None:
    things = piece("car", 5, 13.5), at(VILLAIN, 8, 10 - aside, 1)
    position = hurled(*things, rolls=["BB"]).answer(0.0)
    assert bool(position.events(Collided)) is hit


@rule("throw.terrain-tool", 1, 3)
@pytest.mark.parametrize(("gap", "hit"), [(MEDIUM, True), (MEDIUM + HAIR, False)])
def test_thrown_terrain_flies_the_length_of_the_tool_from_the_edge_of_the_thrower(gap: float, hit: bool) -> None:
    position = hurled(piece("car", 5, 13.5), at(VILLAIN, 5 + SMALL + gap, 10, 1), rolls=["BB"]).answer(0.0)
    assert bool(position.events(Collided)) is hit


@rule("field.multi-collision")
@rule("throw.terrain-tool", 3)
def test_of_two_that_thrown_terrain_meets_at_once_the_thrower_chooses() -> None:
    pair = at("left", 9, 10.8, 1), at("right", 9, 9.2, 1)
    position = hurled(piece("car", 5, 13.5), *pair, cards=[card("left"), card("right")], rolls=["BB"]).answer(0.0)
    assert position.asked == "collide" and position.player == 0
    assert [event.hit for event in position.answer("right").events(Collided)] == ["right"]


@rule("throw.terrain-tool", 1)
def test_terrain_is_thrown_along_a_tool_that_touches_any_part_of_the_base() -> None:
    things = piece("car", 5, 13.5), at(VILLAIN, 9, 10, 1)
    most = RADIUS + 0.4 - 0.001
    for side in (1, -1):
        position = hurled(*things, rolls=["BB"])
        with position.refused(rule="throw.terrain-tool"):
            position.answer((0.0, side * (most + HAIR)))
        position.answer((0.0, side * (RADIUS + 0.4 - 2 * HAIR)))
        assert [event.hit for event in position.events(Collided)] == [VILLAIN]
        assert hurled(*things).answer((side * 30.0 % 360, side * most)).events(Collided) == []


@rule("throw.terrain-tool", 3)
@rule("throw.terrain-destroyed", 1)
def test_thrown_terrain_does_not_collide_with_itself() -> None:
    position = hurled(piece("car", 8.5, 10)).answer(0.0)
    assert position.events(Collided) == [] and position.state.terrain == {}


@rule("throw.terrain-hits-terrain")
@rule("terrain.destroyed", 2)
def test_who_stands_on_what_thrown_terrain_destroys_stands_on_the_ground_unhurt() -> None:
    things = piece("car", 5, 13.5), piece("car", 11, 10, "other"), at(VILLAIN, 11, 10, 1)
    position = hurled(*things).answer(0.0)
    assert position.state.terrain == {} and place(position, VILLAIN) == (11.0, 10.0)
    assert one(position, VILLAIN).damage == 0


@rule("damage.dazed-limits", 3)
@rule("throw.terrain-hits-character")
def test_thrown_terrain_is_stopped_by_the_dazed_who_suffer_nothing() -> None:
    things = piece("car", 5, 13.5), at("other", 8, 10, 1, dazed=True), at(VILLAIN, 9.5, 10, 1)
    position = hurled(*things, cards=[card("other")]).answer(0.0)
    assert [event.hit for event in position.events(Collided)] == ["other"]
    assert position.events(DamageSuffered) == []
    passing = hurled(*things, cards=[card("other")], dazed_collide=False, rolls=["BB"]).answer(0.0)
    assert [event.hit for event in passing.events(Collided)] == [VILLAIN]


# Sight and cover --------------------------------------------------------------------------------------------


@rule("los.rule", 1, 3)
@pytest.mark.parametrize(
    ("low", "seen"), [(10 + RADIUS, True), (10 + RADIUS - HAIR, True), (10 - RADIUS, True), (10 - RADIUS - HAIR, False)]
)
def test_a_line_along_the_edge_of_terrain_is_free(low: float, seen: bool) -> None:
    things = at(HERO, 6, 10), at(VILLAIN, 16, 10, 1), piece("house", 11, low + 2.5)
    assert sees(battle(*things).game, HERO, VILLAIN) is seen


@rule("los.rule", 3, 4)
@rule("los.size")
def test_the_size_of_who_is_looked_at_decides_alone() -> None:
    rules = invent(card(VILLAIN, size=4, base=35))
    things = at(HERO, 8, 10), at(VILLAIN, 14, 10, 1), piece("kiosk", 11, 10)
    game = battle(*things, rules=rules).game
    assert sees(game, HERO, VILLAIN) and not sees(game, VILLAIN, HERO)


@rule("cover.conditions", 2, 3, 4)
@pytest.mark.parametrize(
    ("x", "gap", "covered"),
    [(5.0, 1.0, True), (5.0, 1.0 + HAIR, False), (12 - SMALL - 3.0, 0.1, False), (12 - SMALL - 3.0 - HAIR, 0.1, True)],
)
def test_cover_is_measured_to_the_hair(x: float, gap: float, covered: bool) -> None:
    things = at(HERO, x, 10), at(VILLAIN, 12, 10, 1), piece("car", 12 - RADIUS - gap - 1, 10, facing=90)
    assert bool(cover(battle(*things).game, HERO, VILLAIN)) is covered


@rule("cover.conditions", 2)
@pytest.mark.parametrize(("size", "covered"), [(4, True), (5, False)])
def test_on_a_roof_the_size_for_cover_is_the_own_one(size: int, covered: bool) -> None:
    things = at(HERO, 4, 10), at(VILLAIN, 12, 10, 1), piece("truck", 12, 10)
    game = battle(*things, rules=invent(card(VILLAIN, size=size))).game
    assert bool(cover(game, HERO, VILLAIN)) is covered


@rule("note.cover-line")
def test_by_the_other_reading_terrain_on_the_line_between_the_centres_gives_cover() -> None:
    for low, covered in ((9.9, True), (10.0, False)):  # its lower edge on the line touches it only
        things = at(HERO, 5, 10), at(VILLAIN, 12, 10, 1), piece("kiosk", 10.0, low + 1.25)
        assert bool(cover(battle(*things, cover="centre line").game, HERO, VILLAIN)) is covered


@rule("cover.effect", 1, 2, 3, 4)
@rule("dice.failure", 1)
@pytest.mark.parametrize("type", ["physical", "energy", "mystic"])
@pytest.mark.parametrize(("fallen", "dice"), [("-F", [0]), ("FF", []), ("BH", [1]), ("--", [0, 1])])
def test_cover_saves_one_die_of_any_attack_that_is_no_failure(type: str, fallen: str, dice: list[int]) -> None:
    rules = invent(card(HERO, attack("blow", type=type, range="4")))
    both = piece("car", 12.2, 10, "near", facing=90), piece("car", 9.6, 10, "far", facing=90)
    things = at(HERO, 7.5, 10), at(VILLAIN, 14, 10, 1), *both
    position = attacking(*things, attack="blow", rules=rules, rolls=["HHH", fallen])
    assert [option for option in position.options if option] == [("take_cover", die) for die in dice]
    if dice:
        position.answer(("take_cover", dice[0]))
    assert one(position, VILLAIN).damage == 3 - fallen.count("B") - bool(dice)


@rule("cover.conditions", 1)
def test_two_pieces_of_terrain_give_cover_once() -> None:
    things = at(HERO, 5, 10), at(VILLAIN, 14, 10, 1), piece("car", 12, 11.5, "left"), piece("car", 12, 8.5, "right")
    assert set(cover(battle(*things).game, HERO, VILLAIN)) == {"left", "right"}
    position = attacking(*things, attack="hero-blow", rules=invent(card(HERO, attack("hero-blow", range="5"))),
                         rolls=["HHH", "--"])  # fmt: skip
    position.answer(("take_cover", 0))
    assert position.idle and one(position, VILLAIN).damage == 2


# Placing ----------------------------------------------------------------------------------------------------


@rule("place.range", 1, 2, 3, 4)
@pytest.mark.parametrize(
    ("spot", "why"),
    [
        ((15.0, 10 + SMALL + 3.0), None),
        ((15.0, 10 + SMALL + 3.0 + HAIR), "place.range"),
        ((18.0, 10.0), None),  # the middle of the house
        ((16.0, 10.0), "move.overlap"),  # its edge
        ((15.0, 7.0), "move.overlap"),  # somebody stands there
    ],
)
def test_one_is_placed_anywhere_in_range_beside_terrain_or_wholly_on_top(spot: Any, why: str | None) -> None:
    things = at(HERO, 5, 10), at(VILLAIN, 15, 10, 1), piece("house", 18.5, 10), at("other", 15, 6.5, 1)
    position = effect(*things, do={"do": "place", "who": "chosen", "range": 2}, cards=[card("other")])
    if why is None:
        assert place(position.answer(spot), VILLAIN) == (round(spot[0], 2), round(spot[1], 2))
    else:
        with position.refused(rule=why):
            position.answer(spot)


@rule("damage.dazed-limits", 1)
def test_the_dazed_are_not_placed() -> None:
    things = at(HERO, 5, 10), at(VILLAIN, 15, 10, 1, dazed=True)
    assert effect(*things, do={"do": "place", "who": "chosen", "range": 2}).idle


# Balance ----------------------------------------------------------------------------------------------------

DOME = named({"id": "dome", "size": 2, "balance": False, "outline": [[-2, -2], [2, -2], [2, 2], [-2, 2]]})


@rule("move.balance")
@rule("move.fit")
@pytest.mark.parametrize("how", [("advance", "medium"), ("climb", "short")])
def test_no_move_ends_on_terrain_on_which_no_base_balances(how: tuple[str, str]) -> None:
    position = moving(at(HERO, 10, 10), piece("dome", 12.8, 10), how=how, rules=invent(terrain=[DOME]))
    with position.refused(rule="move.balance"):
        position.answer(("spot", 12.8, 10.0))
    over = moving(at(HERO, 9, 10), piece("dome", 12.0, 10), how=("advance", "medium"), rules=invent(terrain=[DOME]))
    assert place(over.answer(("spot", 14.8, 10.0)), HERO) == (14.8, 10.0)


@rule("place.range", 4)
@rule("move.fit")
@rule("move.balance")
def test_nobody_is_placed_where_no_base_balances() -> None:
    things = at(HERO, 5, 10), at(VILLAIN, 15, 10, 1), piece("dome", 18, 10)
    position = effect(*things, do={"do": "place", "who": "chosen", "range": 2}, terrain=[DOME])
    with position.refused(rule="move.balance"):
        position.answer((18.0, 10.0))


@rule("move.fit")
@pytest.mark.parametrize(("base", "fits"), [(35, True), (65, False)])
@pytest.mark.parametrize("whom", [HERO, VILLAIN])
def test_whoever_is_placed_stands_on_terrain_only_if_its_base_fits_on_top(base: int, fits: bool, whom: str) -> None:
    things = at(HERO, 5, 10), at(VILLAIN, 15, 10, 1), piece("car", 18 if whom == VILLAIN else 8, 10, facing=90)
    foe = card(VILLAIN, base=base)
    own = {
        **card(HERO, superpowers=[power("leap", "active", {"do": "place", "who": "self", "range": 2})]),
        "base": base,
    }
    position = battle(*things, rules=invent(own, foe))
    call = resolve(0, HERO, "leap", position.game.content.superpowers["leap"].program, "")
    assert call is not None
    if whom == HERO:
        position.begin(call)
    else:
        position = effect(*things, do={"do": "place", "who": "chosen", "range": 2}, cards=[foe])
    on_top = (18.0 if whom == VILLAIN else 8.0, 10.0)
    if fits:
        assert place(position.answer(on_top), whom) == on_top
    else:
        with position.refused(rule="move.overlap"):
            position.answer(on_top)


@rule("move.fit")
def test_a_base_larger_than_the_top_does_not_fit_on_it() -> None:
    rules = invent(card(HERO, base=65, size=3))
    position = moving(at(HERO, 10, 10), piece("car", 13.5, 10), how=("advance", "medium"), rules=rules)
    with position.refused(rule="move.overlap"):
        position.answer(("spot", 13.5, 10.0))


@rule("deployment.order", 2)
@rule("move.balance")
def test_a_squad_deploys_beside_terrain_or_wholly_on_top_where_it_balances() -> None:
    things = piece("car", 10, 4), piece("dome", 20, 4), Character(HERO, HERO, 0)
    position = battle(*things, rules=invent(terrain=[DOME]))
    question = place_to_deploy(position.game, 0, HERO)
    for spot, legal in (((10.0, 4.0), True), ((12.0, 4.0), False), ((20.0, 4.0), False), ((15.0, 6.6), True)):
        assert (question.check(((HERO, *spot),)) == ()) is legal, spot


# Readings of pushes and throws ------------------------------------------------------------------------------


@rule("move.overlap-forced")
@pytest.mark.parametrize(("onto", "x"), [(False, 8 - RADIUS), (True, 5 + MEDIUM)])
def test_a_push_ends_on_top_of_terrain_by_a_reading_only(onto: bool, x: float) -> None:
    position = pushed(at(VILLAIN, 5, 10, 1), piece("truck", 11, 10), may_end_wholly_on=onto).answer(0.0)  # x 8 to 14
    assert place(position, VILLAIN) == (round(x, 2), 10.0)
    partly = pushed(at(VILLAIN, 5.0, 10, 1), piece("truck", 13, 10), may_end_wholly_on=onto).answer(0.0)
    assert place(partly, VILLAIN) == (round(10 - RADIUS, 2), 10.0)
    dome = pushed(at(VILLAIN, 5, 10, 1), piece("dome", 10, 10), may_end_wholly_on=onto, terrain=[DOME]).answer(0.0)
    assert place(dome, VILLAIN) == (round(8 - RADIUS, 2), 10.0)


@rule("throw.collision-stop", 1)
def test_a_throw_collides_with_terrain_by_either_reading() -> None:
    position = thrown(at(VILLAIN, 5, 10, 1), piece("truck", 11, 10), may_end_wholly_on=True).answer(0.0)
    assert [event.hit for event in position.events(Collided)] == ["truck"]


@rule("field.forced-full", 1)
@pytest.mark.parametrize(("far", "x"), [(False, 5 + MEDIUM), (True, 5 + MEDIUM + 50 / 25.4)])
def test_a_slide_goes_the_length_of_the_tool_or_by_a_reading_to_its_far_end(far: bool, x: float) -> None:
    for slide in (pushed, thrown):
        position = slide(at(VILLAIN, 5, 10, 1), to_the_far_end=far, cards=[card(VILLAIN, base=50)]).answer(0.0)
        assert place(position, VILLAIN) == (round(x, 2), 10.0)


# Areas ------------------------------------------------------------------------------------------------------


@rule("area.definition", 3)
@rule("area.allies")
@pytest.mark.parametrize(("gap", "hurt"), [(3.0, 1), (3.0 + HAIR, 0)])
def test_an_ally_at_the_very_end_of_an_area_suffers(gap: float, hurt: int) -> None:
    things = at("friend", 10, 10 + SMALL + gap), at(VILLAIN, 12, 10, 1)
    position = series(*things, range="A2", rolls=["---", "--"])
    assert one(position, "friend").damage == hurt and one(position, HERO).damage == 0


# What the mutants taught ------------------------------------------------------------------------------------


@rule("objective.hold", 2)
def test_a_held_token_lies_nowhere_on_the_battlefield() -> None:
    things = at(HERO, 10, 10), token("held", 11, 10, holder=HERO), token("flag", 20, 10)
    assert {*TABLE(battle(*things).game).markers} == {"flag"}


@rule("battlefield.size")
@pytest.mark.parametrize(
    ("direction", "start", "end"),
    [(0, (33, 18), (36 - RADIUS, 18)), (90, (18, 33), (18, 36 - RADIUS)), (180, (3, 18), (RADIUS, 18)),
     (270, (18, 3), (18, RADIUS))],
)  # fmt: skip
def test_the_battlefield_is_36_inches_from_edge_to_edge_both_ways(direction: int, start: Any, end: Any) -> None:
    """Whoever is pushed towards an edge stops where its base touches it."""
    scene = TABLE(battle(at(HERO, 10, 10)).game)
    assert (scene.width, scene.depth) == (36.0, 36.0)
    assert place(pushed(at(VILLAIN, start[0], start[1], 1)).answer(float(direction)), VILLAIN) == pytest.approx(
        end, abs=0.01
    )


@rule("battlefield.size")
@rule("deployment.order", 2)
@pytest.mark.parametrize("player", [0, 1])
def test_the_edges_of_deployment_run_from_corner_to_corner(player: int) -> None:
    position = battle(Character(HERO, HERO, player))
    question = place_to_deploy(position.game, player, HERO)
    deep = 6.0 + RADIUS  # range 3 and some part of the base
    for x in (RADIUS, 36 - RADIUS):
        for y, legal in ((RADIUS, True), (deep, True), (deep + HAIR, False), (18.0, False)):
            spot = (x, 36 - y if player else y)
            assert (question.check(((HERO, *spot),)) == ()) is legal, spot


@rule("damage.dazed-limits", 1)
def test_the_dazed_can_be_moved_by_nothing() -> None:
    game = battle(at(HERO, 5, 10), at(VILLAIN, 15, 10, 1, dazed=True)).game
    assert movable(game, HERO, HERO, "pushed") and not movable(game, VILLAIN, HERO, "pushed")


@rule("terms.cannot-beats-can")
@pytest.mark.parametrize("do", ["push", "throw", "place"])
def test_who_cannot_be_moved_is_moved_by_nobody_but_itself(do: str) -> None:
    firm = power("firm", "innate", does=[{"forbids": "be moved"}])
    deed = {"do": do, "who": "chosen", **({"range": 2} if do == "place" else {"way": ""})}
    things = at(HERO, 5, 10), at(VILLAIN, 15, 10, 1)
    assert effect(*things, do=deed, cards=[card(VILLAIN, superpowers=[firm])]).idle
    assert effect(*things, do=deed).asked == do
    leap = power("leap", "active", {"do": "place", "who": "self", "range": 2})
    own = battle(*things, rules=invent(card(HERO, superpowers=[leap, firm])))
    call = resolve(0, HERO, "leap", own.game.content.superpowers["leap"].program, "")
    assert call is not None and own.begin(call).asked == "place"


@rule("field.tools.movement", 4)
@rule("advance.tool", 1)
@pytest.mark.parametrize("bend", [0.0, 45.0, -90.0, 135.0])
def test_a_tool_is_two_arms_of_half_its_length_at_any_angle(bend: float) -> None:
    arm, start = (MEDIUM - 0.8) / 2, (10 + RADIUS + 0.4, 10.0)
    elbow = (start[0] + arm, 10.0)
    for longer, legal in ((0.0, True), (0.1, False)):
        x, y = ((arm + longer) * part(radians(bend)) for part in (cos, sin))
        end = (elbow[0] + x, elbow[1] + y)
        position = moving(at(HERO, 10, 10), how=("advance", "medium"))
        if legal:
            assert place(position.answer((start, elbow, end, end)), HERO) == (round(end[0], 2), round(end[1], 2))
        else:
            with position.refused(rule="advance.tool"):
                position.answer((start, elbow, end, end))


@rule("dodge.result", 1, 2)
@pytest.mark.parametrize("dice", [3, 4])
def test_a_dodge_with_successes_enough_leaves_nothing_to_suffer_or_to_prevent(dice: int) -> None:
    sure = card(VILLAIN, physical=dice)
    position = hurled(piece("car", 5, 13.5), at(VILLAIN, 9, 10, 1), cards=[sure], rolls=["B" * dice]).answer(0.0)
    assert position.events(DamageSuffered) == [] and position.events(Prevented) == []


@rule("field.condition.hex")
@pytest.mark.parametrize(("conditions", "rolls", "damage"), [((), ["CF", "B"], 1), (("hex",), ["CF"], 2)])
def test_criticals_of_who_is_hexed_add_no_dice_to_a_dodge(conditions: Any, rolls: list[str], damage: int) -> None:
    things = piece("car", 5, 13.5), at(VILLAIN, 9, 10, 1, conditions=conditions)
    assert one(hurled(*things, rolls=rolls).answer(0.0), VILLAIN).damage == damage


@rule("damage.dazed-limits", 2, 4)
def test_the_dazed_neither_attack_nor_are_attacked() -> None:
    things = at(HERO, 10, 10), at(VILLAIN, 13, 10, 1, dazed=True)
    game = battle(*things).game
    assert [list(open_attacks(game, id)) for id in (HERO, VILLAIN)] == [[], []]
    assert battle(*things).begin(ATTACK_ACTION(player=1, character=VILLAIN)).events(AttackResolved) == []
    awake = battle(at(HERO, 10, 10), at(VILLAIN, 13, 10, 1)).game
    assert [list(open_attacks(awake, id)) for id in (HERO, VILLAIN)] == [["hero-blow"], ["villain-blow"]]


@rule("move.tool", 2)
def test_a_move_has_no_tool_above_the_speed_unless_a_text_grants_one() -> None:
    game = battle(at(HERO, 10, 10)).game
    for most, longest in (("short", "short"), ("medium", "medium"), ("long", "medium")):
        assert ways_to_move(game, HERO, most)[0] == ("advance", longest)
    assert ways_to_move(game, HERO, "long", "long")[0] == ("advance", "long")
