"""Sentences that one case does not prove: both sides of a boundary, every one of several, and who is not meant."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.geometry.grid import LineState, square_of
from rulewright.testing import Scenario
from rulewright_heroclix.attack.targets import legal_targets
from rulewright_heroclix.events.attacks import AttackResolved, Hit, Missed
from rulewright_heroclix.events.belongings import Unequipped
from rulewright_heroclix.events.damage import DamageDealt
from rulewright_heroclix.events.movement import BrokeAway, Moved, Placed
from rulewright_heroclix.events.terrain import MarkerDestroyed
from rulewright_heroclix.space.board import adjacent, beside_elevated
from rulewright_heroclix.space.sight import line
from rulewright_heroclix.terrain.destroying import destroy_all

from .specials import act, acting, special, use, when
from .table import FOE, HERO, at, attacking, clix, dice, happened, invent, marker, moving, one, play, rule, turn
from .test_attack import dealt, gift
from .test_objects import armed
from .test_special import gear
from .test_special import rules as rules_with
from .test_terrain import TOUGH, drawn, field, fire, stands, walk

# Attacks ----------------------------------------------------------------------------------------------------


@rule("12.3", 4)
@pytest.mark.parametrize("targets", [(FOE, "tough"), ("tough", FOE)])
def test_an_attack_hits_one_target_and_misses_another(targets: tuple[str, str]) -> None:
    cards = clix(HERO, bolts=2), clix(FOE, *TOUGH), clix("tough", *("6/8/19/1",) * 6)
    things = at(HERO, "C3"), at(FOE, "F3"), at("tough", "F5", player=1)
    position = attacking(*things, kind="range", rules=invent(*cards), rolls=dice("34")).answer(targets)

    assert [event.target for event in happened(position, Hit)] == [FOE]
    assert [event.target for event in happened(position, Missed)] == ["tough"]
    assert dealt(position) == [(FOE, 3)]


@rule("12.4c", 3)
@pytest.mark.parametrize(
    ("answer", "damage", "tokens"),
    [("blades-claws-fangs", [(FOE, 5)], 0), ("incapacitate", [], 1), (None, [(FOE, 3)], 0)],
)
def test_of_two_optional_effects_instead_of_normal_damage_one_at_most_is_used(
    answer: str | None, damage: list[Any], tokens: int
) -> None:
    rules = invent(clix(HERO, "8/10 blades-claws-fangs/17/3", traits=[gift("incapacitate")]), clix(FOE, *TOUGH))
    position = attacking(rules=rules, rolls=dice("56", "5")).answer(answer)

    assert dealt(position) == damage and one(position, FOE).tokens == tokens and not position.asked


@rule("16.5b", 1, 2, 3, 4)
@rule("16.7c", 1, 2, 3)
@pytest.mark.parametrize(("square", "hits"), [("B1", True), ("A1", True), ("C1", False), ("D1", False)])
def test_stairs_let_characters_attack_up_and_down_but_make_nobody_adjacent(square: str, hits: bool) -> None:
    """Wide stairs lead from A2 and B2 up to A1 and B1; beside them is a drop."""
    stairs = field(elevated={"2": ["A1:P1"]}, ramps=["A1-A2", "B1-B2"])
    for mine, yours in (("B2", square), (square, "B2")):
        game = play(at(HERO, mine), at(FOE, yours), rules=stairs).game
        assert legal_targets(game, HERO, "close") == [FOE] * hits
        assert not adjacent(game, HERO, FOE)
    position = moving(play(at(HERO, "B2"), at(FOE, square), rules=stairs), 2, may_carry=False).answer("B4")
    assert stands(position) == "B4" and not happened(position, BrokeAway)


@rule("17.11", 2)
@pytest.mark.parametrize("roll", ["56", "12"])
@pytest.mark.parametrize(("kind", "square"), [("CLOSE", "D3"), ("RANGE", "G3")])
def test_either_terrain_attack_uses_the_marker_up_once_it_has_resolved(kind: str, square: str, roll: str) -> None:
    position = armed(at(FOE, square), rolls=dice(roll)).answer((HERO, "terrain", kind))

    assert [type(event) for event in happened(position, MarkerDestroyed, AttackResolved)] == [
        AttackResolved, MarkerDestroyed,
    ]  # fmt: skip
    assert not position.state.markers


# What is immune ---------------------------------------------------------------------------------------------

DEEDS: dict[str, Any] = {
    "moved": ({"do": "move", "who": "other", "squares": 2}, Moved),
    "placed": ({"do": "place", "who": "other", "near": "self"}, Placed),
    "damaged": ({"do": "damage", "to": "other"}, DamageDealt),
}


@rule("keyword.immune", 1)
@pytest.mark.parametrize(("immune", "player"), [(True, 1), (True, 0), (False, 1)])
@pytest.mark.parametrize("deed", DEEDS)
def test_effects_of_opposing_characters_neither_move_nor_place_nor_damage_who_is_immune(
    deed: str, immune: bool, player: int
) -> None:
    effect, event = DEEDS[deed]
    thorn = special(when("action resolved", effect, whose="friendly" if player == 0 else "opposing"), id="thorn")
    hero = clix(HERO, *("8 sidestep/10/17/3",) * 4, traits=[gift(*(["immune"] if immune else []))])
    rules = invent(hero, clix("pest", *TOUGH, traits=[thorn]))
    position = turn(play(at(HERO, "C3"), at(FOE, "P16"), at("pest", "H3", player=player), rules=rules))
    position.answer((HERO, "sidestep", "FREE")).answer("stay")
    if position.asked in ("move", "put_down"):
        position.answer("D3" if position.asked == "move" else "H4")

    done = [each for each in happened(position, event) if each.character == HERO]
    own_step = 1 if event is Moved else 0
    assert len(done) == own_step + (not immune or player == 0)


@rule("keyword.immune", 1)
@pytest.mark.parametrize(("immune", "player"), [(True, 1), (True, 0), (False, 1)])
def test_opposing_characters_neither_attack_nor_choose_who_is_immune(immune: bool, player: int) -> None:
    guarded = clix("guarded", *TOUGH, traits=[gift(*(["immune"] if immune else []))])
    trait = special(act({"do": "target", "among": "any", "then": [{"do": "heal", "who": "chosen"}]}, action=("FREE",)))
    position = acting(at("guarded", "D3", player=player), trait=trait, cards=(guarded,))

    assert ("guarded" in use(position, "FREE").options) is (not immune or player == 0)
    close = legal_targets(position.game, HERO, "close")
    assert close == (["guarded"] if player == 1 and not immune else [])


# Replacing and equipment ------------------------------------------------------------------------------------


@rule("21.12a", 4)
@pytest.mark.parametrize("done", [(), ("carried",)])
def test_who_replaces_a_carried_character_counts_as_carried(done: tuple[str, ...]) -> None:
    trait = special(act({"do": "replace"}, action=("FREE",)))
    things = at(HERO, "C3", done=done), at("shade", area="sideline")
    position = use(acting(*things, trait=trait, cards=(clix("shade"),)), "FREE").answer("shade")

    assert ("carried" in one(position, "shade").done) is bool(done)
    assert (("shade", "move", "MOVE") in position.options) is not done


def cloaked(*things: Any, trait: Any = None) -> Scenario:
    """The turn of a hero in C1 with a cloak that drops, and a crown that nobody has yet."""
    cards = clix(HERO, traits=[trait] if trait else []), clix("car", symbols=["vehicle"])
    elements = [gear("cloak", unequip="drop"), gear("crown", unequip="drop")]
    hero = at(HERO, "C1", equipment="cloak", given=("cloak",))
    forces = {0: {"elements": ("cloak", "crown")}}
    rules = rules_with(*cards, elements=elements)
    return turn(play(hero, at(FOE, "P16"), at("car", "C2"), *things, rules=rules, forces=forces))


@rule("25.2d", 1)
@pytest.mark.parametrize("deed", ["take_off", "remove_from_game", "ko"])
def test_who_leaves_the_map_for_any_reason_is_unequipped(deed: str) -> None:
    position = use(cloaked(trait=special(act({"do": deed, "who": "self"}))))

    assert [event.character for event in happened(position, Unequipped)] == [HERO]
    assert one(position, HERO).equipment == "" and position.state.markers["cloak"].squares == (square_of("C1"),)


@rule("25.2d", 1)
def test_a_pilot_leaves_its_equipment_in_the_square_that_it_leaves() -> None:
    position = cloaked().answer((HERO, "pilot", "POWER"))

    assert one(position, HERO).area == "card" and one(position, HERO).equipment == ""
    assert position.state.markers["cloak"].squares == (square_of("C1"),)


@rule("25.2d", 1)
def test_who_is_replaced_or_equipped_again_is_unequipped() -> None:
    again = cloaked(marker("object", "C1", name="crown")).answer((HERO, "equip", "POWER"))
    assert one(again, HERO).equipment == "crown" and one(again, HERO).given == ("crown",)
    assert list(again.state.markers) == ["cloak"]

    other = at(FOE, name="other", area="sideline", player=0)
    replaced = use(cloaked(other, trait=special(act({"do": "replace"})))).answer("other")
    assert [event.equipment for event in happened(replaced, Unequipped)] == ["cloak"]
    assert one(replaced, HERO).equipment == one(replaced, "other").equipment == ""


# Terrain ----------------------------------------------------------------------------------------------------


@rule("6.3c", 1)
@pytest.mark.parametrize(("square", "touches"), [("D3", True), ("D4", True), ("E3", False), ("E5", False)])
def test_squares_touch_across_a_change_of_elevation_and_a_wall(square: str, touches: bool) -> None:
    """They share an edge or a corner, and are not adjacent."""
    rules = field(elevated={"2": [square]}, walls=["C3|D3", "C3|C4"])
    game = play(at(HERO, "C3"), at(FOE, square), rules=rules).game

    assert beside_elevated(game, HERO) is touches and not adjacent(game, HERO, FOE)


@rule("16.9b", 7)
@pytest.mark.parametrize("destroyed", [False, True])
def test_a_wall_parts_squares_and_stops_lines_and_moves_until_it_is_destroyed(destroyed: bool) -> None:
    walls = [f"C{row}|D{row}" for row in range(1, 17)]
    things = at(HERO, "C3"), at(FOE, "D3"), at(FOE, "G3", name="far", player=1)
    position = play(*things, rules=field(walls=walls))
    if destroyed:
        for event in destroy_all(position.game, [("wall", (square_of("C3"), square_of("D3")))], "16.9"):
            position.happen(event)
    assert adjacent(position.game, HERO, FOE) is destroyed
    assert (line(position.game, HERO, FOE, 6) is LineState.BLOCKED) is not destroyed

    alone = play(at(HERO, "C3"), at(FOE, "P16"), *position.state.ruins.values(), rules=field(walls=walls))
    move = moving(alone, 8, may_carry=False)
    if destroyed:
        assert stands(move.answer("D3")) == "D3"
    else:
        with move.refused(rule="16.4a"):
            move.answer("D3")


@rule("16.6", 2)
@pytest.mark.parametrize(("terrain", "state", "defense"), [
    (".", LineState.OPEN, 16), ("~", LineState.OPEN, 16), ("h", LineState.HINDERED, 17),
])  # fmt: skip
def test_water_is_clear_terrain(terrain: str, state: LineState, defense: int) -> None:
    rules = invent(clix(HERO), clix(FOE, *TOUGH), rows=drawn(r3="....." + terrain * 3))
    assert fire("C3", "H3", rules) is state

    position = attacking(at(HERO, "C3"), at(FOE, "H3"), kind="range", rules=rules, rolls=dice("56"))
    assert happened(position, Hit)[0].defense == defense
    assert stands(walk("K3", rules)) == "K3"


@rule("16.8b", 1, 2, 4)
@pytest.mark.parametrize(("walls", "state"), [
    (["C3|D3"], LineState.OPEN), (["C4|D4"], LineState.OPEN), (["C3|D3", "D3|D4"], LineState.OPEN),
    (["C3|D3", "C3|C4"], LineState.BLOCKED), (["D3|D4", "C4|D4"], LineState.BLOCKED),
    (["C3|D3", "C4|D4"], LineState.BLOCKED),
])  # fmt: skip
def test_walls_that_meet_at_an_intersection_close_their_side_of_it(walls: list[str], state: LineState) -> None:
    assert fire("B2", "E5", field(walls=walls)) is state


@rule("16.5c", 6)
@pytest.mark.parametrize("size", ["standard", "giant", "colossal"])
@pytest.mark.parametrize(("ground", "counts"), [(1, False), (2, True), (3, True)])
def test_a_giant_blocks_lines_between_elevations_unless_it_stands_below_both_ends(
    size: str, ground: int, counts: bool
) -> None:
    """From a roof of elevation 2 to one of elevation 3, across a street or a ledge."""
    game = across(size, ground).game

    assert (line(game, HERO, FOE, 9) is LineState.BLOCKED) is (counts and size != "standard")


@rule("16.5c", 7)
@pytest.mark.parametrize("size", ["standard", "giant", "colossal"])
def test_by_the_other_reading_a_giant_below_blocks_them_too(size: str) -> None:
    game = across(size, 1, giants_below_block=True).game

    assert (line(game, HERO, FOE, 9) is LineState.BLOCKED) is (size != "standard")


def across(size: str, ground: int, **setup: Any) -> Scenario:
    """A hero, who sees past elevated terrain, in C3 and a foe in G3; a character of that size in E3 between them."""
    levels = {2: ["A1:D16"], 3: ["F1:P16"]}
    levels[ground] = [*levels.get(ground, []), "E1:E16"]
    elevated = {str(level): squares for level, squares in levels.items() if level > 1}
    hero = clix(HERO, improved=["improved-targeting-elevated"])
    rules = invent(hero, clix("third", size=size), elevated=elevated)
    return play(at(HERO, "C3"), at(FOE, "G3"), at("third", "E3"), rules=rules, **setup)
