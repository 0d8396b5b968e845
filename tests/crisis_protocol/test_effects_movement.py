"""Movement, collisions and terrain as effects."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright_crisis_protocol.events.characters import DamageSuffered
from rulewright_crisis_protocol.events.movement import Collided, Moved, TerrainDestroyed
from rulewright_crisis_protocol.space.tools import LENGTHS, Speed

from .effects_table import happens, struck
from .table import HERO, VILLAIN, at, card, one, piece, place, power, rule

SECOND = card("second")


@rule("toward-away.setup")
@rule("push.rules")
@pytest.mark.parametrize(
    ("way", "of", "direction", "legal"),
    [
        ("away", "self", 0, True), ("away", "self", 180, False), ("toward", "self", 180, True),
        ("away", "chosen", 90, True), ("away", "chosen", 270, False), ("toward", "chosen", 270, True),
        ("", "self", 123, True),
    ],
)  # fmt: skip
def test_a_push_goes_away_from_or_toward_whom_the_text_names(way: str, of: str, direction: int, legal: bool) -> None:
    who = {"every": "enemy", "other_than": ["chosen"]}
    things = [at(VILLAIN, 15, 10, 1), at("second", 15, 5, 1)]
    effect = {"do": "push", "who": who, "way": way, "of": of}
    position = happens(effect, things=things, cards=[SECOND], chosen="second")
    assert position.asked == "push"
    if not legal:
        with position.refused():
            position.answer(float(direction))
    else:
        assert position.answer(float(direction)).last(Moved).character == VILLAIN


@rule("attack.effect-order")
@pytest.mark.parametrize("first", [VILLAIN, "second"])
def test_everyone_of_a_sort_is_pushed_one_after_the_other_as_their_player_orders_them(first: str) -> None:
    things = [at(VILLAIN, 15, 10, 1), at("second", 10, 15, 1)]
    position = happens({"do": "push", "who": {"every": "enemy"}, "way": "away"}, things=things, cards=[SECOND])
    assert position.asked == "character" and position.player == 0
    for way in (0.0, 90.0) if first == VILLAIN else (90.0, 0.0):
        position.answer(*([first] if position.asked == "character" else []), way)
    assert next(event.character for event in position.events(Moved)) == first
    assert (place(position, VILLAIN)[0] > 15, place(position, "second")[1] > 15) == (True, True)


@rule("attack.effect-order")
@pytest.mark.parametrize(
    "verb",
    [
        {"do": "throw", "way": "away"},
        {"do": "place", "range": 1, "of": "itself"},
        {"do": "move", "tool": "short", "moved_by": "self"},
        {"do": "for_each", "range": None, "ordered": True, "then": [{"do": "gain_power", "who": "chosen"}]},
    ],
)
def test_who_of_several_comes_next_is_asked_of_the_player_of_the_effect(verb: dict[str, Any]) -> None:
    whom = {} if verb["do"] == "for_each" else {"who": {"every": "enemy"}}
    things = [at(VILLAIN, 15, 10, 1), at("second", 10, 15, 1)]
    position = happens({**verb, **whom}, things=things, cards=[SECOND])
    assert (position.asked, position.player, position.options) == ("character", 0, [VILLAIN, "second"])


@rule("overview.priority-of-rules")
@rule("field.condition.slow")
@pytest.mark.parametrize(
    ("tool", "conditions", "longest"),
    [("long", (), "long"), ("speed", (), "medium"), ("short", (), "short"), ("long", ("slow",), "short")],
)
def test_who_advances_by_a_text_has_its_tool_whatever_the_speed_unless_slow(
    tool: str, conditions: tuple[str, ...], longest: str
) -> None:
    things = [at(HERO, 10, 10, conditions=conditions)]
    position = happens({"do": "move", "who": "self", "tool": tool}, things=things)
    assert position.options[0] == ("advance", longest) if position.asked == "way_to_move" else longest == "short"


def test_away_from_someone_who_is_gone_there_is_no_way() -> None:
    assert happens({"do": "push", "who": {"every": "enemy"}, "of": "chosen"}, chosen="nobody").idle


@rule("terms.cannot-beats-can")
@rule("move.kinds")
def test_whoever_cannot_be_moved_is_not_moved() -> None:
    heavy = card(VILLAIN, superpowers=[power("heavy", "innate", does=[{"forbids": "be moved"}])])
    for verb in ("push", "throw", "place"):
        assert happens({"do": verb, "who": "chosen"}, cards=[heavy], chosen=VILLAIN).idle


@rule("place.range")
def test_someone_is_placed_near_someone_else() -> None:
    effect = {"do": "place", "who": "self", "of": "chosen", "range": 1}
    position = happens(effect, things=[at(VILLAIN, 20, 10, 1)], chosen=VILLAIN)
    with position.refused("place.range"):
        position.answer((12.0, 10.0, 0.0))
    assert place(position.answer((18.0, 10.0, 0.0)), HERO) == (18, 10)


@rule("place.range")
def test_the_range_of_a_place_may_be_an_amount() -> None:
    effect = {"do": "place", "range": "power_spent"}
    position = happens(effect, spent=3)
    assert place(position.answer((10.0, 16.0, 0.0)), HERO) == (10, 16)
    assert happens(effect, spent=0).idle


# Collisions and terrain -------------------------------------------------------------------------------------


@rule("throw.hits-character")
def test_two_characters_collide_as_if_one_were_thrown() -> None:
    position = happens({"do": "collide", "who": "chosen", "into": "self"}, chosen=VILLAIN, rolls=["--"])
    assert position.last(Collided) == Collided(VILLAIN, HERO, HERO, rule="throw.collision-stop")
    assert (one(position, VILLAIN).damage, one(position, HERO).damage) == (1, 3)


@rule("throw.hits-terrain")
def test_a_character_collides_with_terrain_that_was_chosen() -> None:
    inner = [{"do": "collide", "who": "self", "into": "chosen"}]
    position = happens({"do": "choose_terrain", "range": 3, "then": inner}, things=[piece("car", 10, 13)])
    assert [event.character for event in position.events(DamageSuffered)] == [HERO]


@rule("terms.cannot-beats-can")
@pytest.mark.parametrize(
    ("cannot", "damage", "by_terrain"),
    [("damage from collisions", (0, 3), 0), ("damage from characters", (0, 3), 1), ("hold", (1, 3), 1)],
)
def test_a_text_spares_its_character_the_damage_of_collisions(
    cannot: str, damage: tuple[int, int], by_terrain: int
) -> None:
    firm = power("firm", "innate", does=[{"forbids": cannot}])
    cards = [card(VILLAIN, superpowers=[firm])]
    thrown = happens({"do": "collide", "who": "chosen", "into": "self"}, chosen=VILLAIN, cards=cards, rolls=["--"])
    assert (one(thrown, VILLAIN).damage, one(thrown, HERO).damage) == damage

    struck = happens({"do": "collide", "who": "self", "into": "chosen"}, chosen=VILLAIN, cards=cards, rolls=["--"])
    assert (one(struck, HERO).damage, one(struck, VILLAIN).damage) == (1, damage[0] * 3)

    mine = [card(HERO, superpowers=[firm])]
    inner = [{"do": "collide", "who": "self", "into": "chosen"}]
    choice = {"do": "choose_terrain", "range": 3, "then": inner}
    assert one(happens(choice, things=[piece("car", 10, 13)], cards=mine), HERO).damage == by_terrain


@rule("throw.hits-character")
@pytest.mark.parametrize(("unharmed", "damage"), [(True, 0), (False, 1)])
def test_whoever_throws_itself_may_be_unharmed(unharmed: bool, damage: int) -> None:
    effect = {"do": "throw", "who": "self", "way": "", "tool": "medium", "unharmed": unharmed}
    position = happens(effect, rolls=["--"]).answer(0.0)
    assert (one(position, HERO).damage, one(position, VILLAIN).damage) == (damage, 3)


def test_nobody_collides_with_itself_or_with_nothing() -> None:
    assert not happens({"do": "collide", "who": "self", "into": "self"}).news
    assert not happens({"do": "collide", "who": "self", "into": "chosen"}, chosen="nobody").news


@rule("terrain.destroyed")
def test_chosen_terrain_is_destroyed() -> None:
    effect = {"do": "choose_terrain", "range": 3, "size": 3, "then": [{"do": "destroy_terrain"}]}
    position = happens(effect, things=[piece("car", 10, 13), piece("car", 10, 7, name="other")])
    assert position.asked == "terrain"
    assert position.answer("other").last(TerrainDestroyed).terrain == "other"


def test_the_range_to_terrain_may_be_measured_from_someone_else() -> None:
    effect = {"do": "choose_terrain", "range": 1, "of": "chosen", "then": [{"do": "destroy_terrain"}]}
    things = [at(VILLAIN, 20, 10, 1), piece("car", 20, 13)]
    assert not happens(effect, things=things, chosen="nobody").events(TerrainDestroyed)
    assert happens({**effect, "range": 2}, things=things, chosen=VILLAIN).events(TerrainDestroyed)


@rule("field.throw-requirements")
@pytest.mark.parametrize("verb", ["throw_terrain", "choose_terrain"])
@pytest.mark.parametrize(
    ("range", "size", "found"),
    [(1, 5, []), (2, 1, []), (2, 2, ["car"]), (3, 2, ["car", "far"]), (3, 5, ["car", "far", "truck"])],
)
def test_terrain_is_chosen_up_to_the_stated_reach_and_size_and_only_if_it_is_interactive(
    verb: str, range: int, size: int, found: list[str]
) -> None:
    """A bastion, which is as near as a truck, is never among them."""
    things = piece("car", 10, 13), piece("car", 10, 4, "far"), piece("truck", 15, 10), piece("bastion", 4, 10)
    more: dict[str, Any] = {"then": [{"do": "destroy_terrain"}]} if verb == "choose_terrain" else {"tool": "short"}
    position = happens({"do": verb, "range": range, "size": size, **more}, things=[*things, at(VILLAIN, 30, 30, 1)])
    if len(found) > 1:
        assert position.asked == "terrain" and sorted(position.options) == found
    else:
        assert position.asked != "terrain"
        gone = [event.terrain for event in position.events(TerrainDestroyed)]
        assert (gone if verb == "choose_terrain" else ["car"] * (position.asked == verb)) == found


@rule("field.throw-requirements")
def test_of_several_terrain_features_as_many_are_chosen_as_the_text_says_or_none() -> None:
    things = piece("car", 10, 13), piece("car", 10, 7, "other"), piece("car", 13, 10, "third")
    effect = {"do": "choose_terrain", "range": 3, "size": 2, "then": [{"do": "destroy_terrain"}]}
    position = happens({**effect, "up_to": 2}, things=[*things, at(VILLAIN, 30, 30, 1)])
    assert position.asked == "terrains"
    with position.refused():
        position.answer(("car", "other", "third"))
    position.answer(("car", "third"))
    assert {event.terrain for event in position.events(TerrainDestroyed)} == {"car", "third"}
    assert happens({**effect, "up_to": 2}, things=things).answer(()).events(TerrainDestroyed) == []
    assert happens({**effect, "up_to": 2, "range": 1}, things=things[:2]).idle


@rule("field.throw-requirements")
@pytest.mark.parametrize("tool", ["short", "medium", "long"])
@pytest.mark.parametrize(("beyond", "hit"), [(-0.001, True), (0.001, False)])
def test_terrain_is_thrown_as_far_as_the_stated_tool_reaches(tool: Speed, beyond: float, hit: bool) -> None:
    foe = at(VILLAIN, 10 + LENGTHS[tool] + 35 / 25.4 + beyond, 10, 1)
    effect = {"do": "throw_terrain", "range": 3, "size": 2, "tool": tool}
    position = happens(effect, things=[piece("car", 10, 13), foe], rolls=["BB"]).answer(0.0)
    assert bool(position.events(Collided)) is hit


@rule("field.throw-requirements")
@pytest.mark.parametrize(("size", "count"), [(1, 0), ({"stat": "size"}, 1), (5, 1)])
def test_the_size_of_terrain_that_is_thrown_may_be_an_amount(size: Any, count: int) -> None:
    position = happens({"do": "throw_terrain", "size": size, "range": 3}, things=[piece("car", 10, 13)])
    assert (position.asked == "throw_terrain") == bool(count)


# Moves ------------------------------------------------------------------------------------------------------


@rule("action.granted")
@pytest.mark.parametrize(("moved_by", "player"), [("owner", 1), ("self", 0)])
def test_the_text_says_whose_player_moves_a_character(moved_by: str, player: int) -> None:
    effect = {"do": "move", "who": "chosen", "tool": "short", "moved_by": moved_by}
    assert happens(effect, chosen=VILLAIN).player == player


@rule("toward-away.setup")
@pytest.mark.parametrize(("way", "legal"), [("toward", (14.0, 11.0)), ("away", (6.0, 11.0)), ("", (10.0, 14.0))])
def test_a_move_toward_or_away_from_someone_ends_there(way: str, legal: tuple[float, float]) -> None:
    effect = {"do": "move", "tool": "medium", "way": way, "of": "chosen"}
    for spot in ((14.0, 11.0), (6.0, 11.0), (10.0, 14.0)):
        position = happens(effect, things=[at(VILLAIN, 20, 10, 1)], chosen=VILLAIN).answer(("advance", "medium"))
        if spot == legal or not way:
            assert place(position.answer(("spot", *spot)), HERO) == spot
        else:
            with position.refused("advance.tool", match="arm"):
                position.answer(("spot", *spot))


def test_the_target_of_an_attack_is_pushed_away_from_the_attacker() -> None:
    position = struck({"effects": [{"do": "push", "who": "target", "of": "attacker"}]})
    assert position.answer(0.0).last(Moved).character == VILLAIN
