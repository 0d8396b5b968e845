"""Ranges, sight, cover, movement by tools, pushes, throws and what they hit."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.geometry import GeometryError
from rulewright_crisis_protocol.attack.choosing import open_attacks
from rulewright_crisis_protocol.events.attacks import DiceRolled
from rulewright_crisis_protocol.events.characters import DamageSuffered
from rulewright_crisis_protocol.events.movement import Collided, Moved, TerrainDestroyed, TerrainThrown
from rulewright_crisis_protocol.movement import throws
from rulewright_crisis_protocol.movement.moves import MOVE, ways_to_move
from rulewright_crisis_protocol.running import resolve
from rulewright_crisis_protocol.space.battlefield import cover, sees, within
from rulewright_crisis_protocol.space.tools import LENGTHS, RANGES

from .table import HERO, VILLAIN, at, attack, battle, card, dice, invent, one, piece, place, power, rule

SMALL = 35 / 25.4


def effect(*things: Any, do: dict[str, Any], rolls: Any = (), cards: Any = (), terrain: Any = (), **setup: Any) -> Any:
    """The hero uses a superpower with this effect, against the character that the text means by "chosen"."""
    deed = power("deed", "active", do)
    rules = invent(*cards, card(HERO, superpowers=[deed]), terrain=terrain)
    position = battle(*things, rules=rules, rolls=rolls, **setup)
    program = position.game.content.superpowers["deed"].program
    call = resolve(0, HERO, "deed", program, VILLAIN)
    assert call is not None
    return position.begin(call)


# Range, sight, cover ----------------------------------------------------------------------------------------


@rule("field.tools.range", 1, 2, 3, 4, 5, 6)
@rule("measure.range-tools", 1, 2, 3)
@rule("measure.within", 1)
@pytest.mark.parametrize(("range", "reach"), [(1, 1.0), (2, 3.0), (3, 6.0), (4, 8.0), (5, 10.0)])
def test_a_range_reaches_from_base_to_base(range: int, reach: float) -> None:
    near = battle(at(HERO, 10, 10), at(VILLAIN, 10 + SMALL + reach, 10, 1)).game
    far = battle(at(HERO, 10, 10), at(VILLAIN, 10 + SMALL + reach + 0.01, 10, 1)).game

    assert RANGES[range] == reach
    assert within(near, HERO, VILLAIN, range) and not within(far, HERO, VILLAIN, range)


@rule("measure.range-tools", 1)
@pytest.mark.parametrize(("range", "reach"), [(1, 1.0), (2, 3.0), (3, 6.0), (4, 8.0), (5, 10.0)])
@pytest.mark.parametrize(("beyond", "may"), [(-0.001, True), (0.001, False)])
def test_an_attack_reaches_up_to_the_end_of_the_tool_of_its_range(
    range: int, reach: float, beyond: float, may: bool
) -> None:
    rules = invent(card(HERO, attack("blow", range=str(range))))
    game = battle(at(HERO, 10, 10), at(VILLAIN, 10 + SMALL + reach + beyond, 10, 1), rules=rules).game
    assert (list(open_attacks(game, HERO)) == ["blow"]) is may


@rule("measure.within", 2)
def test_everyone_is_within_range_of_itself() -> None:
    assert within(battle(at(HERO, 10, 10)).game, HERO, HERO, 1)


@rule("los.rule", 1, 3, 4)
@rule("los.example")
@rule("los.size")
@pytest.mark.parametrize(("size", "seen"), [(2, False), (3, True)])
def test_terrain_larger_than_the_target_blocks_sight(size: int, seen: bool) -> None:
    rules = invent(card(VILLAIN, size=size))
    things = at(HERO, 8, 10), at(VILLAIN, 14, 10, 1), piece("kiosk", 11, 10)

    assert sees(battle(*things, rules=rules).game, HERO, VILLAIN) is seen


@rule("los.rule", 1)
@rule("los.example")
def test_one_free_line_is_enough() -> None:
    things = at(HERO, 8, 10), at(VILLAIN, 14, 10, 1), piece("kiosk", 11, 11.5)
    assert sees(battle(*things).game, HERO, VILLAIN)


@rule("los.rule", 2)
def test_characters_never_block_sight() -> None:
    rules = invent(card("wall", size=5, base=80))
    things = at(HERO, 8, 10), at("wall", 11, 10, 1), at(VILLAIN, 14, 10, 1)

    assert sees(battle(*things, rules=rules).game, HERO, VILLAIN)


@rule("los.rule", 5)
def test_everyone_sees_itself() -> None:
    assert sees(battle(at(HERO, 10, 10)).game, HERO, HERO)


@rule("los.elevation", 1, 2)
def test_on_terrain_one_counts_as_larger_and_looks_over_it() -> None:
    things = at(HERO, 4, 10), at(VILLAIN, 20, 10, 1), piece("truck", 20, 10), piece("house", 12, 10)
    assert sees(battle(*things).game, HERO, VILLAIN)  # size 2 + 4 behind a piece of size 5
    assert not sees(battle(*things).game, VILLAIN, HERO)
    near = at(HERO, 4, 10), at(VILLAIN, 20, 10, 1), piece("truck", 20, 10)
    assert sees(battle(*near).game, VILLAIN, HERO)


@rule("cover.conditions", 1, 2, 3)
@rule("note.cover-line")
@pytest.mark.parametrize(("low", "covered"), [(10.4, True), (10.75, False)])
def test_one_line_through_terrain_gives_cover(low: float, covered: bool) -> None:
    things = at(HERO, 5, 10), at(VILLAIN, 12, 10, 1), piece("kiosk", 10.0, low + 1.25)
    game = battle(*things).game

    assert sees(game, HERO, VILLAIN)
    assert bool(cover(game, HERO, VILLAIN)) is covered


@rule("note.cover-line")
def test_by_another_reading_the_line_between_the_centres_decides() -> None:
    things = at(HERO, 5, 10), at(VILLAIN, 12, 10, 1), piece("kiosk", 10.0, 10.4 + 1.25)
    assert not cover(battle(*things, cover="centre line").game, HERO, VILLAIN)


@rule("cover.conditions", 2)
@pytest.mark.parametrize(("size", "covered"), [(3, True), (4, False)])
def test_cover_is_of_the_size_of_the_defender_or_larger(size: int, covered: bool) -> None:
    rules = invent(card(VILLAIN, size=size))
    things = at(HERO, 5, 10), at(VILLAIN, 12, 10, 1), piece("kiosk", 10.0, 11.0)

    assert bool(cover(battle(*things, rules=rules).game, HERO, VILLAIN)) is covered


@rule("cover.conditions", 2)
def test_cover_is_within_range_1_of_the_defender() -> None:
    things = at(HERO, 5, 10), at(VILLAIN, 12, 10, 1), piece("lamp", 9.5, 10.3)
    assert not cover(battle(*things, rules=invent(card(VILLAIN, size=1))).game, HERO, VILLAIN)


@rule("cover.conditions", 4)
def test_there_is_no_cover_within_range_2() -> None:
    things = at(HERO, 9.0, 10), at(VILLAIN, 13, 10, 1), piece("lamp", 11.0, 10.3)
    assert not cover(battle(*things, rules=invent(card(VILLAIN, size=1))).game, HERO, VILLAIN)


@rule("field.cover-on-top")
def test_who_stands_on_terrain_may_have_cover_from_it() -> None:
    things = at(HERO, 4, 10), at(VILLAIN, 12, 10, 1), piece("truck", 12, 10)
    assert cover(battle(*things).game, HERO, VILLAIN) == ("truck",)


# Moves ------------------------------------------------------------------------------------------------------


@rule("action.move")
@rule("move.tool", 1, 2)
@rule("stat-card.speed")
@rule("measure.movement-tools", 1, 2, 3)
@pytest.mark.parametrize(("speed", "tools"), [("short", 1), ("medium", 2), ("long", 3)])
def test_a_character_moves_with_its_tool_or_a_shorter_one_or_climbs(speed: str, tools: int) -> None:
    game = battle(at(HERO, 10, 10), rules=invent(card(HERO, speed=speed))).game
    ways = ways_to_move(game, HERO)

    assert ways[0] == ("advance", speed)
    assert [how for how, _ in ways] == ["advance"] * tools + ["climb"]
    moved = battle(at(HERO, 10, 10), rules=invent(card(HERO, speed=speed))).begin(MOVE(player=0, character=HERO))
    assert moved.answer(("advance", speed)).answer(("spot", 12.0, 10.0)).idle, "one tool makes one movement"


@rule("action.move")
@rule("move.kinds")
@pytest.mark.parametrize(("tool", "ways"), [("", "medium short climb"), ("short", "short"), ("long", "medium short")])
def test_an_advance_that_an_effect_grants_is_no_climb(tool: str, ways: str) -> None:
    """It is no farther than the character's speed."""
    position = battle(at(HERO, 10, 10)).begin(MOVE(player=0, character=HERO, tool=tool))
    assert [how if how == "climb" else far for how, far in position.options] == ways.split()


@rule("field.condition.slow")
def test_a_slowed_character_advances_with_the_short_tool() -> None:
    game = battle(at(HERO, 10, 10, conditions=("slow",)), rules=invent(card(HERO, speed="long"))).game
    assert ways_to_move(game, HERO) == [("advance", "short"), ("climb", "short")]


def moving(*things: Any, how: tuple[str, str], rules: Any = None, **setup: Any) -> Any:
    """The hero moves in this way."""
    return battle(*things, rules=rules, **setup).begin(MOVE(player=0, character=HERO)).answer(how)


@rule("advance.place")
@rule("measure.move-example")
@rule("field.tools.movement", 5)
def test_over_open_ground_a_move_reaches_the_length_of_the_tool_and_its_base() -> None:
    position = moving(at(HERO, 10, 10), how=("advance", "medium"))
    far = LENGTHS["medium"] + SMALL

    with position.refused(rule="advance.place"):
        position.answer(("spot", 10 + far + 0.01, 10.0))
    position.answer(("spot", 10 + far - 0.01, 10.0))
    assert place(position, HERO) == (round(10 + far - 0.01, 2), 10.0)


@rule("advance.tool", 1, 4)
@rule("climb.limit", 1)
@rule("move.bend-example")
def test_the_tool_does_not_lie_on_larger_terrain_but_bends_round_it() -> None:
    rules = invent(card(HERO, speed="long"))
    position = moving(at(HERO, 10, 10), piece("kiosk", 12.6, 10), how=("advance", "long"), rules=rules)

    with position.refused(rule="advance.tool"):
        position.answer(("lay", 0.0, 0.0))
        position.answer(("spot", 16.9, 10.0))
    position.answer(("spot", 14.6, 10.9))
    assert one(position, HERO).x == 14.6


@rule("advance.tool", 2, 3)
def test_the_tool_lies_on_terrain_of_its_own_size_and_on_bases() -> None:
    things = at(VILLAIN, 14, 10, 1), piece("lamp", 12, 10)
    position = moving(at(HERO, 10, 10), *things, how=("advance", "long"), rules=invent(card(HERO, speed="long")))
    position.answer(("spot", 16.5, 10.0))
    assert one(position, HERO).x == 16.5


@rule("climb.tool", 1, 2)
@rule("climb.example")
@rule("climb.limit", 1)
def test_a_climb_goes_over_and_onto_larger_terrain_with_the_short_tool() -> None:
    position = moving(at(HERO, 10, 10), piece("truck", 13.5, 10, facing=90), how=("climb", "short"))

    with position.refused(rule="climb.tool"):
        position.answer(("spot", 10 + LENGTHS["short"] + SMALL + 0.05, 10.0))
    position.answer(("spot", 13.5, 10.0))
    assert position.last(Moved).how == "climb"


@rule("climb.limit", 2)
def test_nobody_climbs_what_is_of_size_6() -> None:
    position = moving(at(HERO, 10, 10), piece("bastion", 13, 10), how=("climb", "short"))

    with position.refused(rule="climb.limit"):
        position.answer(("spot", 13.0, 10.0))


@rule("keyword.flight")
@rule("keyword.wall-crawler")
@pytest.mark.parametrize("keyword", ["flight", "wall crawler"])
def test_flight_and_wall_crawlers_lay_the_tool_over_large_terrain(keyword: str) -> None:
    rules = invent(card(HERO, keywords=[keyword]))
    position = moving(at(HERO, 10, 10), piece("truck", 13.5, 10, facing=90), how=("advance", "medium"), rules=rules)
    position.answer(("spot", 16.0, 10.0))
    assert one(position, HERO).x == 16.0


@rule("move.overlap", 1, 2, 3)
@pytest.mark.parametrize("spot", [(13.0, 10.0), (11.5, 8.4)])
def test_no_move_ends_on_a_base_or_partly_on_terrain(spot: tuple[float, float]) -> None:
    things = at(VILLAIN, 13.5, 10, 1), piece("lamp", 11.0, 8.2)
    position = moving(at(HERO, 10, 10), *things, how=("advance", "medium"))

    with position.refused(rule="move.overlap"):
        position.answer(("spot", *spot))


@rule("move.battlefield-edge", 1)
def test_nobody_leaves_the_battlefield() -> None:
    position = moving(at(HERO, 2, 10), how=("advance", "medium"))

    with position.refused(rule="move.battlefield-edge"):
        position.answer(("spot", 0.5, 10.0))


# Pushes and throws ------------------------------------------------------------------------------------------

MEDIUM = LENGTHS["medium"]


def pushed(*things: Any, tool: str = "medium", way: str = "", **more: Any) -> Any:
    return effect(at(HERO, 2, 30), *things, do={"do": "push", "who": "chosen", "tool": tool, "way": way}, **more)


def thrown(*things: Any, tool: str = "medium", way: str = "", hero: Any = None, **more: Any) -> Any:
    doer = at(HERO, 2, 30) if hero is None else hero
    return effect(doer, *things, do={"do": "throw", "who": "chosen", "tool": tool, "way": way}, **more)


@rule("throw.character-tool", 1, 2, 3)
@rule("throw.collision-stop", 4)
@rule("field.forced-full", 1)
def test_a_thrown_character_moves_the_length_of_the_tool() -> None:
    position = thrown(at(VILLAIN, 5, 10, 1))
    assert position.asked == "throw" and position.player == 0
    position.answer(0.0)
    assert place(position, VILLAIN) == (round(5 + MEDIUM, 2), 10.0) and position.idle


@rule("throw.collision-stop", 1)
@rule("throw.example")
@rule("throw.hits-character")
@rule("dodge.damage")
@rule("note.dodge-size")
def test_it_stops_at_the_first_base_and_that_character_dodges() -> None:
    position = thrown(at(VILLAIN, 5, 10, 1), at("other", 9, 10, 1), cards=[card("other")], rolls=["B-"]).answer(0.0)

    assert place(position, VILLAIN) == (round(9 - SMALL, 2), 10.0)
    assert one(position, VILLAIN).damage == 1
    assert one(position, "other").damage == 2 + 1 - 1
    assert one(position, "other").power == 2


@rule("throw.collision-stop", 1)
def test_who_touches_something_at_the_start_collides_with_it_at_once() -> None:
    things = at(VILLAIN, 5, 10, 1), at("other", 5 + SMALL, 10, 1)
    position = thrown(*things, cards=[card("other")], rolls=["BB"]).answer(0.0)

    assert position.events(Moved) == [] and len(position.events(Collided)) == 1
    away = thrown(*things, cards=[card("other")]).answer(180.0)
    assert away.events(Collided) == []


@rule("throw.collision-stop", 1)
def test_it_collides_with_a_base_that_it_only_brushes() -> None:
    past = thrown(at(VILLAIN, 5, 10, 1), at("other", 7, 10 + SMALL, 1), cards=[card("other")], rolls=["BB"]).answer(0.0)
    assert place(past, VILLAIN) == (7.0, 10.0) and len(past.events(Collided)) == 1
    clear = thrown(at(VILLAIN, 5, 10, 1), at("other", 7, 10.001 + SMALL, 1), cards=[card("other")]).answer(0.0)
    assert clear.events(Collided) == []


@rule("throw.collision-stop", 2)
def test_the_thrower_is_no_obstacle() -> None:
    position = thrown(at(VILLAIN, 5, 10, 1), hero=at(HERO, 8, 10), tool="long").answer(0.0)
    assert position.events(Collided) == []


@rule("throw.collision-stop", 3)
def test_terrain_on_which_it_stood_is_no_obstacle() -> None:
    position = thrown(at(VILLAIN, 5, 10, 1), piece("truck", 5, 10)).answer(0.0)
    assert place(position, VILLAIN) == (round(5 + MEDIUM, 2), 10.0)
    assert position.events(Collided) == []


@rule("throw.hits-terrain", 1, 2, 3)
@rule("note.terrain-destroy-compare")
@pytest.mark.parametrize(("kind", "gone"), [("lamp", True), ("car", False), ("kiosk", False)])
def test_thrown_into_terrain_it_suffers_1_and_destroys_what_is_smaller(kind: str, gone: bool) -> None:
    position = thrown(at(VILLAIN, 5, 10, 1), piece(kind, 10, 10)).answer(0.0)

    assert one(position, VILLAIN).damage == 1
    assert bool(position.events(TerrainDestroyed)) is gone


@rule("field.multi-collision")
def test_of_several_met_at_once_the_thrower_chooses_one() -> None:
    pair = at("left", 9, 10.8, 1), at("right", 9, 9.2, 1)
    position = thrown(at(VILLAIN, 5, 10, 1), *pair, cards=[card("left"), card("right")], rolls=["BB"]).answer(0.0)

    assert position.asked == "collide" and position.player == 0
    position.answer("left")
    assert [event.hit for event in position.events(Collided)] == ["left"]


@rule("push.rules")
@rule("move.overlap-forced")
def test_a_push_collides_with_nothing_and_stops_at_the_last_free_place() -> None:
    through = pushed(at(VILLAIN, 5, 10, 1), at("other", 7.5, 10, 1), cards=[card("other")]).answer(0.0)
    assert place(through, VILLAIN) == (round(5 + MEDIUM, 2), 10.0)
    onto = pushed(at(VILLAIN, 5, 10, 1), at("other", 10, 10, 1), cards=[card("other")]).answer(0.0)
    assert place(onto, VILLAIN) == (round(10 - SMALL, 2), 10.0)
    assert onto.events(DamageSuffered) == []


@rule("move.battlefield-edge", 2)
def test_a_push_stops_at_the_edge() -> None:
    assert place(pushed(at(VILLAIN, 3, 10, 1)).answer(180.0), VILLAIN) == (round(SMALL / 2, 2), 10.0)


@rule("toward-away.setup", 1, 2, 3, 4, 5, 6)
@rule("toward-away.example-away")
@rule("toward-away.example-toward")
@pytest.mark.parametrize(
    ("way", "legal", "illegal"),
    [("away", (0.0, 45.0, 315.0), (45.1, 180.0)), ("toward", (135.0, 180.0, 225.0), (0.0,))],
)
def test_toward_and_away_leave_a_right_angle(way: str, legal: Any, illegal: Any) -> None:
    for direction in legal:
        things = at(HERO, 5, 10), at(VILLAIN, 10, 10, 1)
        position = effect(*things, do={"do": "push", "who": "chosen", "way": way, "tool": "short"}).answer(direction)
        assert position.idle
    for direction in illegal:
        position = effect(*things, do={"do": "push", "who": "chosen", "way": way, "tool": "short"})
        with position.refused(rule="toward-away.setup"):
            position.answer(direction)


@rule("damage.dazed-limits", 1)
def test_a_dazed_character_is_neither_pushed_nor_thrown() -> None:
    assert pushed(at(VILLAIN, 5, 10, 1, dazed=True)).idle
    assert thrown(at(VILLAIN, 5, 10, 1, dazed=True)).idle


@rule("damage.dazed-limits", 3)
@pytest.mark.parametrize(("collide", "x"), [(True, 9 - SMALL), (False, 5 + MEDIUM)])
def test_a_dazed_base_stops_who_is_thrown_and_suffers_nothing(collide: bool, x: float) -> None:
    things = at(VILLAIN, 5, 10, 1), at("other", 9, 10, 1, dazed=True)
    position = thrown(*things, cards=[card("other")], dazed_collide=collide).answer(0.0)

    assert place(position, VILLAIN)[0] == round(x, 2) or not collide
    healthy = thrown(things[0], at("other", 9, 10, 1), cards=[card("other")], dazed_collide=collide, rolls=["BB"])
    assert [event.hit for event in healthy.answer(0.0).events(Collided)] == ["other"]
    assert one(position, VILLAIN).damage == int(collide)
    assert one(position, "other").damage == 0


# Terrain that is thrown -------------------------------------------------------------------------------------


def hurled(*things: Any, hero: Any = None, size: int = 3, **more: Any) -> Any:
    doer = at(HERO, 5, 10) if hero is None else hero
    return effect(doer, *things, do={"do": "throw_terrain", "size": size, "range": 2, "tool": "medium"}, **more)


@rule("throw.terrain-tool", 1, 2, 3)
@rule("throw.terrain-destroyed", 1)
@rule("throw.terrain-hits-character")
@rule("dodge.result")
def test_thrown_terrain_hits_the_first_in_its_lane_and_is_destroyed() -> None:
    position = hurled(piece("car", 5, 13), at(VILLAIN, 9, 10.8, 1), rolls=["BW"]).answer(0.0)

    assert position.last(TerrainThrown) == TerrainThrown("car", HERO, 0.0, VILLAIN, rule="throw.terrain-tool")
    assert [event.terrain for event in position.events(TerrainDestroyed)] == ["car"]
    assert one(position, VILLAIN).damage == 2 + 1 - 2


@rule("throw.terrain-tool", 3)
def test_by_another_reading_the_tool_is_a_line() -> None:
    position = hurled(piece("car", 5, 13), at(VILLAIN, 9, 10.8, 1), tool_width=0).answer(0.0)
    assert position.events(Collided) == []


@rule("throw.terrain-hits-terrain")
@rule("note.terrain-destroy-compare")
@pytest.mark.parametrize(("kind", "gone"), [("lamp", True), ("car", True), ("kiosk", False)])
def test_thrown_terrain_destroys_what_is_of_its_size_or_smaller(kind: str, gone: bool) -> None:
    position = hurled(piece("car", 5, 13), piece(kind, 11, 10, "other")).answer(0.0)
    assert ("other" in position.state.terrain) is not gone


@rule("throw.terrain-tool", 4)
@rule("terrain.destroyed", 1, 2)
@rule("throw.terrain-destroyed", 2)
def test_terrain_under_the_thrower_is_ignored_and_may_be_thrown_itself() -> None:
    position = hurled(piece("truck", 5, 10), size=4).answer(0.0)

    assert position.state.terrain == {}
    assert place(position, HERO) == (5.0, 10.0)


@rule("terrain.non-interactive")
@rule("field.throw-requirements")
def test_only_interactive_terrain_within_reach_and_not_too_large_is_thrown() -> None:
    things = [piece("bastion", 5, 13), piece("truck", 5, 7), piece("car", 12, 10, "far"), piece("lamp", 5.5, 12)]
    rules = invent()
    game = battle(at(HERO, 5, 10), *things, rules=rules).game

    assert throws.throwable(game, HERO, 2, 3) == ["lamp"]
    assert set(throws.throwable(game, HERO, 2, 6)) == {"lamp", "truck"}


# Dodging ----------------------------------------------------------------------------------------------------


@rule("dodge.roll", 1, 2, 3)
@rule("dodge.result", 1, 2)
def test_criticals_of_a_dodge_add_dice_once() -> None:
    position = hurled(piece("car", 5, 13), at(VILLAIN, 9, 10, 1), rolls=["CF", "C"]).answer(0.0)

    assert one(position, VILLAIN).damage == 3 - 2
    assert position.last(DiceRolled).faces == dice("CFC")


@rule("dodge.modify")
def test_dice_of_a_dodge_can_be_rerolled() -> None:
    luck = power("luck", "reactive", {"do": "reroll", "amount": 2}, when="own dice")
    position = hurled(piece("car", 5, 13), at(VILLAIN, 9, 10, 1), cards=[card(VILLAIN, superpowers=[luck])],
                      rolls=["--", "BB"]).answer(0.0)  # fmt: skip

    assert position.window == "modify dodge dice"
    position.answer(("luck", VILLAIN)).answer((0, 1))
    assert one(position, VILLAIN).damage == 1


@rule("place.range", 1, 2, 3)
def test_a_character_is_placed_within_a_range_of_where_it_is() -> None:
    position = effect(at(HERO, 5, 10), at(VILLAIN, 15, 10, 1), do={"do": "place", "who": "chosen", "range": 2})

    with position.refused(rule="place.range"):
        position.answer((15 + SMALL + 3.01, 10.0))
    position.answer((15 + SMALL + 2.99, 10.0))
    assert one(position, VILLAIN).x == 15 + SMALL + 2.99


def test_a_range_that_is_none_is_refused() -> None:
    with pytest.raises((KeyError, GeometryError)):
        within(battle(at(HERO, 10, 10), at(VILLAIN, 12, 10, 1)).game, HERO, VILLAIN, 6)
