"""Sentences that one case does not prove: both sides of a boundary, every one of several, and who is not meant."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rulewright import FOREVER, SetupError, begin_effect
from rulewright.geometry.grid import LineState, name_of, square_of
from rulewright.problems import ContentError
from rulewright.testing import Scenario, playthrough, refused
from rulewright_heroclix.attack.targets import legal_targets
from rulewright_heroclix.events.attacks import AttackResolved, Hit, Missed
from rulewright_heroclix.events.belongings import Unequipped
from rulewright_heroclix.events.characters import NamedTokens
from rulewright_heroclix.events.damage import DamageDealt, Healed, KnockedOut, TookDamage, Turned
from rulewright_heroclix.events.movement import BrokeAway, KnockedBack, Moved, Placed
from rulewright_heroclix.events.terrain import MarkerDestroyed
from rulewright_heroclix.events.turns import ActionGiven, ActionResolved, TokenGiven, TurnBegan, TurnEnding
from rulewright_heroclix.powers.keyphrases import IMPROVED
from rulewright_heroclix.space.board import adjacent, beside_elevated
from rulewright_heroclix.space.sight import line
from rulewright_heroclix.terrain.destroying import destroy_all
from rulewright_heroclix.terrain.markers import values

from .specials import act, acting, special, use, when
from .table import FOE, HERO, at, attacking, clix, dice, happened, invent, marker, moving, one, play, rule, turn
from .test_attack import changed, dealt, gift
from .test_forces import faults
from .test_forces import rules as force_rules
from .test_forces import trait as named_trait
from .test_golden_rules import under
from .test_looking import seen
from .test_objects import armed, set_up
from .test_setup import PLAIN, along_a_row, answered, begin, force
from .test_setup import rules as setup_rules
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


@rule("16.5b", 2, 3)
@rule("16.7c", 1, 2)
@pytest.mark.parametrize("straight", [False, True])
@pytest.mark.parametrize(("ramps", "square", "diagonal"), [
    (["A1-A2", "B1-B2"], "B1", False), (["A1-A2", "B1-B2"], "A1", True), (["A1-B2"], "A1", True),
    (["A1-A2"], "A1", None), (["A1-A2"], "B1", None),
])  # fmt: skip
def test_a_close_attack_is_made_up_linked_diagonals_unless_stairs_lead_straight_only(
    ramps: list[str], square: str, diagonal: bool | None, straight: bool
) -> None:
    """One ramp beside B2 links it with nothing; two side by side, or one that joins the squares, link diagonals."""
    stairs = field(elevated={"2": ["A1:P1"]}, ramps=ramps)
    position = play(at(HERO, "B2"), at(FOE, square), rules=stairs, rolls=dice("56"), stairs_straight_only=straight)
    turn(position)
    linked = diagonal is False or (diagonal is True and not straight)
    assert ((HERO, "close", "CLOSE") in position.options) is linked
    if linked:
        assert happened(position.answer((HERO, "close", "CLOSE")), Hit)


@rule("16.5b", 4)
@rule("16.7c", 3)
@pytest.mark.parametrize(("square", "reached"), [("A1", False), ("B1", False), ("A2", True)])
def test_no_text_finds_a_character_up_the_stairs_among_the_adjacent_ones(square: str, reached: bool) -> None:
    trait = special(act({"do": "damage", "to": {"every": "opposing", "adjacent": True}}, action=("FREE",)))
    stairs = field(hero={"traits": [trait]}, elevated={"2": ["A1:P1"]}, ramps=["A1-A2", "B1-B2"])
    position = turn(play(at(HERO, "B2"), at(FOE, square), rules=stairs)).answer((HERO, trait["id"], "FREE"))

    assert bool(happened(position, DamageDealt)) is reached


@rule("16.5b", 1)
@rule("16.7c", 1)
@pytest.mark.parametrize(("square", "hits"), [("A1", True), ("D1", False)])
def test_one_square_of_a_base_on_stairs_is_enough(square: str, hits: bool) -> None:
    stairs = invent(clix(HERO, base="1x2"), elevated={"2": ["A1:P1"]}, ramps=["A1-A2"])
    game = play(at(HERO, "A2", "B2"), at(FOE, square), rules=stairs).game

    assert legal_targets(game, HERO, "close") == [FOE] * hits


@rule("17.11", 2)
@pytest.mark.parametrize("roll", ["56", "12"])
@pytest.mark.parametrize(("kind", "square"), [("CLOSE", "D3"), ("RANGE", "G3")])
def test_either_terrain_attack_uses_the_marker_up_once_it_has_resolved(kind: str, square: str, roll: str) -> None:
    position = armed(at(FOE, square), rolls=dice(roll)).answer((HERO, "terrain", kind))

    assert [type(event) for event in happened(position, MarkerDestroyed, AttackResolved)] == [
        AttackResolved, MarkerDestroyed,
    ]  # fmt: skip
    assert not position.state.markers


@rule("12.6", 1, 2)
@rule("12.6a", 1, 2)
@rule("12.6c", 1, 2)
@pytest.mark.parametrize(
    ("keyphrase", "roll", "back"),
    [("knockback", "56", True), ("", "44", True), ("", "56", False), ("force-blast", "", True)],
)
def test_an_attack_with_knockback_and_an_effect_knock_back_in_the_same_way(
    keyphrase: str, roll: str, back: bool
) -> None:
    if keyphrase == "force-blast":
        rules = invent(clix(HERO, "8 force-blast/10/17/3"), clix(FOE, *TOUGH))
        position = turn(play(at(HERO, "C3"), at(FOE, "D3"), rules=rules)).answer((HERO, "force-blast", "POWER"))
    else:
        hero = clix(HERO, *("8/10/17/3",) * 4, traits=[gift(*filter(None, [keyphrase]))])
        position = attacking(rules=invent(hero, clix(FOE, *TOUGH)), rolls=dice(roll))
        assert (position.asked == "knock_back") is back
        position = position.answer("yes") if back else position

    ways = [[name_of(square) for square in event.way] for event in happened(position, KnockedBack)]
    assert ways == [["D3", "E3", "F3", "G3"]] * back


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


@rule("keyword.immune", 1)
@pytest.mark.parametrize("immune", [True, False])
def test_who_is_immune_is_knocked_back_by_no_opposing_power(immune: bool) -> None:
    blaster = clix(HERO, *("8 force-blast/10/17/3",) * 4)
    guarded = clix("guarded", *TOUGH, traits=[gift(*(["immune"] if immune else []))])
    things = at(HERO, "C3"), at("guarded", "D3", player=1), at(FOE, "P16")
    position = turn(play(*things, rules=invent(blaster, guarded)))

    assert ((HERO, "force-blast", "POWER") in position.options) is not immune
    if not immune:
        assert happened(position.answer((HERO, "force-blast", "POWER")), KnockedBack)[0].character == "guarded"


# Replacing and equipment ------------------------------------------------------------------------------------


@rule("21.12a", 4)
@pytest.mark.parametrize("done", [(), ("carried",)])
def test_who_replaces_a_carried_character_counts_as_carried(done: tuple[str, ...]) -> None:
    trait = special(act({"do": "replace"}, action=("FREE",)))
    things = at(HERO, "C3", done=done), at("shade", area="sideline")
    position = use(acting(*things, trait=trait, cards=(clix("shade"),)), "FREE").answer("shade")

    assert ("carried" in one(position, "shade").done) is bool(done)
    assert (("shade", "move", "MOVE") in position.options) is (not done)


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


@rule("25.2c", 2)
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


@rule("15.1", 1, 2)
@pytest.mark.parametrize(
    ("indoor", "goes"), [([], [True, True]), (["A1:P8"], [False, True]), (["A1:P16"], [False, False])]
)
def test_a_map_is_outdoor_or_indoor_or_some_of_its_areas_are_indoor(indoor: list[str], goes: list[bool]) -> None:
    """Who flies passes outdoor blocking terrain: a column of it lies between C3 and E3, and between C13 and E13."""
    hero = {"symbols": ["flight"]}
    for row, there in zip((3, 13), goes, strict=True):
        rules = field(hero=hero, rows=["...#............"] * 16, indoor=indoor)
        position = moving(play(at(HERO, f"C{row}"), rules=rules), 4, may_carry=False)
        if there:
            assert stands(position.answer(f"E{row}")) == f"E{row}"
        else:
            with position.refused():
                position.answer(f"E{row}")


@rule("17.2a", 1)
@pytest.mark.parametrize("kind", ["blocking", "water", "hindering", "smoke", "object"])
def test_a_standard_marker_lies_on_one_square_and_has_the_default_values(kind: str) -> None:
    game = set_up(kind)
    game.answer(game.request.space.options()[0], game.request.player)
    (found,) = game.state.markers.values()

    printed = values(game, found)
    assert len(found.squares) == 1 and found.card == "" and found.kind == kind
    assert (printed.range, printed.damage, printed.close, printed.destroy) == (4, 2, 1, 3)


@rule("17.2a", 1)
@pytest.mark.parametrize("kind", ["debris", "barrier", "special"])
def test_no_other_marker_is_a_standard_one_of_a_force(kind: str) -> None:
    with pytest.raises(SetupError, match=rf"forces\[0\].markers\[0\]: found '{kind}'"):
        set_up(kind)


@rule("17.14g", 3)
@pytest.mark.parametrize(("damage", "destroys"), [(2, False), (3, True), (4, True)])
def test_a_barrier_has_the_default_destroy_value(damage: int, destroys: bool) -> None:
    rules = invent(clix(HERO, f"8/10/17/{damage}"))
    position = turn(play(at(HERO, "C3"), at(FOE, "P16"), marker("barrier", "D3"), rules=rules))

    assert ((HERO, "destroy", "CLOSE") in position.options) is destroys


WHALE = ("H3", "I3", "H4", "I4")


@rule("24.2e", 4)
def test_lines_to_several_targets_may_come_from_different_squares() -> None:
    """Only the row of the upper squares leads to A3, only that of the lower ones to P4."""
    whale = clix(HERO, base="2x2", bolts=2, range=9)
    things = at(FOE, "A3"), at(FOE, "P4", name="other", player=1)
    rules = invent(whale, clix("minnow", range=16), clix(FOE, *TOUGH), walls=["G4|H4", "I3|J3"])
    for square in WHALE:
        sees = legal_targets(play(at("minnow", square), *things, rules=rules).game, "minnow", "range")
        assert sees == ([FOE] if square[1] == "3" else ["other"])

    position = attacking(at(HERO, *WHALE), *things, kind="range", rules=rules, rolls=dice("56")).answer((FOE, "other"))
    assert [event.target for event in happened(position, Hit)] == [FOE, "other"]


@rule("12.5d", 2, 3)
@pytest.mark.parametrize(("deed", "area"), [("ko", "ko"), ("heal", "map")])
def test_an_effect_that_says_so_knocks_a_character_out_without_damage(deed: str, area: str) -> None:
    position = use(acting(trait=special(act({"do": "target", "then": [{"do": deed, "who": "chosen"}]}))))

    assert one(position, FOE).area == area and not happened(position, DamageDealt)
    assert [event.character for event in happened(position, KnockedOut)] == [FOE] * (area == "ko")


@rule("12.5d", 4)
@pytest.mark.parametrize(("source", "target", "stays"), [(FOE, "mate", False), ("mate", FOE, False),
                                                         ("mate", "mate", True)])  # fmt: skip
def test_lasting_effects_of_and_on_a_ko_d_character_end_and_no_others(source: str, target: str, stays: bool) -> None:
    position = play(at(HERO, "C3"), at(FOE, "D3"), at("mate", "H8", player=1), rules=invent(clix("mate")))
    data = {"stat": "attack", "layer": "modify", "amount": 1}
    from_, to = ("characters", source), ("characters", target)
    position.happen(begin_effect(position.game, "change", FOREVER, source=from_, target=to, data=data))
    position.happen(KnockedOut(FOE, HERO))

    assert bool(position.state.effects) is stays


# Dials and numbers ------------------------------------------------------------------------------------------


@rule("12.5c", 1)
@pytest.mark.parametrize(
    ("dial", "clicks", "area"),
    [
        (("8/10/16/2",) * 6, [2, 3, 4], "map"),
        (("8/10/16/2",) * 2, [2, 3], "ko"),
        (("8/10/16/2", "8 hold/10/16/2", *("8/10/16/2",) * 4), [2], "map"),
    ],
)
def test_a_dial_turns_until_the_damage_is_used_up_or_it_shows_ko_or_it_is_stopped(
    dial: tuple[str, ...], clicks: list[int], area: str
) -> None:
    rules = invent(clix(HERO, "8/10/17/3"), clix(FOE, *dial, specials=[gift("stop", id="hold")]))
    position = attacking(rules=rules, rolls=dice("56"))

    assert [event.click for event in happened(position, Turned)] == clicks and one(position, FOE).area == area


@rule("14.2", 1, 2, 5)
@pytest.mark.parametrize(("value", "printed"), [("speed", 8), ("attack", 10), ("defense", 17), ("damage", 3),
                                                ("range", 6)])  # fmt: skip
@pytest.mark.parametrize(("by", "comes_to"), [(2, 2), (3, 3), (4, 3), (9, 3), (-2, -2), (-3, -3), (-4, -3)])
def test_the_modifiers_of_each_combat_value_come_to_three_at_most(
    value: str, printed: int, by: int, comes_to: int
) -> None:
    assert under((value, "modify", by)).game.number(value, HERO) == printed + comes_to


@rule("14.2", 5)
def test_no_other_number_has_that_limit() -> None:
    for number in ("targets", "break away"):
        assert under((number, "increase", 5)).game.number(number, HERO) == under().game.number(number, HERO) + 5

    hit = changed(
        play(at(HERO, "C3"), at(FOE, "D3"), rules=invent(clix(FOE, *TOUGH)), rolls=dice("56")), FOE, "dealt", 4
    )
    position = turn(changed(hit, HERO, "attack roll", 5)).answer((HERO, "close", "CLOSE"))
    assert happened(position, Hit)[0].total == 10 + 11 + 5
    assert dealt(position) == [(FOE, 7)]


@rule("6.12", 1, 2)
@pytest.mark.parametrize("change", [(), (("replace", 30),), (("modify", 3),), (("replace", 30), ("modify", -2))])
def test_a_printed_value_that_is_used_is_neither_replaced_nor_modified(change: tuple[tuple[str, int], ...]) -> None:
    """A Pulse Wave uses the printed defense value; the dial shows 16 and then 14."""
    for click, shown in ((1, 16), (2, 14)):
        rules = invent(clix(HERO, "8/10/17/3 pulse-wave"), clix(FOE, "8/10/16/2", *("8/10/14/2",) * 5))
        position = play(at(HERO, "C3"), at(FOE, "E3", click=click), rules=rules, rolls=dice("56"))
        for layer, amount in change:
            position = changed(position, FOE, "defense", amount, layer)
        turn(position).answer((HERO, "pulse-wave", "RANGE"))
        assert [event.defense for event in happened(position, Hit)] == [shown]


@rule("6.12", 1)
def test_the_printed_values_are_those_that_the_dial_shows_now_and_the_range_on_the_card() -> None:
    dial = ("8/10/17/3", "6/9/15/2")
    for click, shown in ((1, [8, 10, 17, 3, 5]), (2, [6, 9, 15, 2, 5])):
        game = play(at(HERO, "C3", click=click), at(FOE, "P16"), rules=invent(clix(HERO, *dial, range=5))).game
        assert [game.number(value, HERO) for value in ("speed", "attack", "defense", "damage", "range")] == shown


@rule("8.2", 2)
def test_a_passive_effect_changes_a_number_and_nothing_else_happens_for_it() -> None:
    kinds = []
    for passive, total in (([], 17), ([{"modifies": "attack", "by": 1}], 18)):
        position = attacking(rules=invent(clix(HERO, traits=[gift(does=passive)])), rolls=dice("34"))
        assert happened(position, Hit)[0].total == total
        kinds.append([type(event) for event in position.game.events()])
    assert kinds[0] == kinds[1]


@rule("1.6a", 7)
@pytest.mark.parametrize("seed", range(2))
def test_no_dial_turns_but_by_the_clicks_that_were_dealt_or_healed(seed: int) -> None:
    turned: Counter[str] = Counter()
    told: Counter[str] = Counter()
    for event in playthrough("heroclix", ["random"], seed=seed, decisions=400).events():
        if isinstance(event, Turned):
            turned[event.character] += 1
        elif isinstance(event, TookDamage | Healed):
            told[event.character] += event.clicks
    assert turned == told and turned.total() >= 10


# Bystanders -------------------------------------------------------------------------------------------------

DRONE = clix("drone", "6/8/14/1", bystander=True, points=5)


@rule("24.1", 2, 3)
@pytest.mark.parametrize(("amount", "past"), [(1, False), (1, True), (9, False)])
def test_a_bystander_is_never_healed_and_ko_d_by_any_damage(amount: int, past: bool) -> None:
    """Others of the same click number at which they started are healed past it, where the effect says so."""
    every = {"every": "friendly"}
    heal = act({"do": "heal", "who": every, "amount": amount, "past": past}, action=("FREE",))
    harm = act({"do": "damage", "to": every, "amount": amount}, action=("FREE",))
    things = at("drone", "E3"), at("hurt", "G3", click=3, start=3 if past else 1)
    position = use(
        acting(*things, trait=special(heal, harm), cards=(DRONE, clix("hurt", *("8/10/17/3",) * 20))), "FREE"
    )
    assert {event.character for event in happened(position, Healed)} == {"hurt"}

    use(position, "FREE", "brawn/2")
    assert one(position, "drone").area == "ko" and one(position, "hurt").area == "map"


@rule("24.1", 1)
@rule("12.5c")
def test_a_bystander_turns_no_dial_and_has_taken_damage_all_the_same() -> None:
    heard = when("damages", {"do": "named_tokens", "token": "noted"})
    harm = act({"do": "damage", "to": {"every": "opposing"}, "amount": 1}, action=("FREE",))
    position = acting(at("drone", "E3", player=1), trait=special(heard, harm), cards=(DRONE,))
    use(position, "FREE", "brawn/2").answer(("brawn.trigger_0", HERO))

    taken = {event.character: event.clicks for event in happened(position, TookDamage)}
    assert (taken["drone"], taken[FOE]) == (0, 1)
    assert "drone" not in {event.character for event in happened(position, Turned)}
    assert dict(one(position, HERO).named) == {"noted": 2}


@rule("24.1", 1)
def test_damage_that_is_reduced_to_nothing_does_not_ko_a_bystander() -> None:
    tough = clix("drone", "6/8/14 toughness/1", bystander=True, points=5)
    harm = act({"do": "damage", "to": {"every": "friendly"}, "amount": 1}, action=("FREE",))
    position = acting(at("drone", "E3"), trait=special(harm), cards=(tough,))
    use(position, "FREE")

    assert one(position, "drone").area == "map"


@rule("24.1", 6)
@pytest.mark.parametrize("bound", [{"at_most": 1}, {"at_least": 1}, {"at_least": 0}, {"at_most": {"number": "click"}}])
def test_no_click_number_of_a_bystander_is_ever_checked(bound: dict[str, Any]) -> None:
    noted = {"do": "named_tokens", "token": "noted"}
    text = act({"do": "if", "test": {"amount": {"number": "click"}, **bound}, "then": [noted]}, action=("FREE",))
    for bystander, found in ((True, {}), (False, {"noted": 1})):
        own = clix(HERO, "8/10/17/3", bystander=bystander, traits=[special(text)])
        position = use(acting(cards=(own,)), "FREE")
        assert dict(one(position, HERO).named) == found


@rule("24.1", 6)
def test_a_bystander_is_on_no_click_past_another() -> None:
    text = act({"do": "heal", "who": {"every": "friendly", "past_click": 1}}, {"do": "named_tokens", "token": "x"})
    position = acting(at("drone", "E3"), trait=special(text), cards=(DRONE,))
    use(position)

    assert not happened(position, Healed)


@rule("24.1", 7)
def test_a_bystander_has_a_single_set_of_values() -> None:
    with pytest.raises(ContentError, match=r"one set of values \(24\.1\); found 2 clicks"):
        invent(clix("drone", "6/8/14/1", "5/8/14/1", bystander=True))


# Forces and set-up ------------------------------------------------------------------------------------------


@rule("19.2b", 3)
@pytest.mark.parametrize(("traits", "wrong"), [(["extra"], 0), (["extra", "extra"], 1), (["extra", "more"], 0)])
def test_an_optional_trait_is_paid_for_once(traits: list[str], wrong: int) -> None:
    found = force_rules(clix("one", traits=[named_trait("extra", cost=10), named_trait("more", cost=10)]))
    problems = faults(found, {"members": [{"character": "one", "traits": traits}]})

    assert len(problems) == wrong and all("once, of an optional trait" in problem for problem in problems)


@rule("4.1b", 3)
@pytest.mark.parametrize("first", [0, 1])
def test_the_player_with_the_highest_result_chooses_whether_to_be_first(first: int) -> None:
    for rolls, chooser in ((("12", "65"), 1), (("65", "12"), 0)):
        game = begin(rolls=rolls)
        assert game.request.player == chooser
        assert answered(game, first).state.match[0].first == first


@rule("26", 3, 4)
@pytest.mark.parametrize(("players", "areas"), [(2, 2), (3, 4), (4, 4)])
def test_games_of_three_or_four_players_have_starting_areas_of_their_own(players: int, areas: int) -> None:
    corners = ["A1:C3", "V1:X3", "A14:C16", "V14:X16"]
    printed = {"start": ["A1:A16", "X1:X16"], "start of four": corners}
    found = setup_rules(rows=("." * 24,) * 16, areas=printed)
    game = answered(begin(*[PLAIN] * players, rolls=("66", "11", "12", "13")[:players], found=found), 0)
    assert game.request.space.options() == tuple(f"area {number}" for number in range(1, areas + 1))

    while game.request.ask == "edge":
        answered(game, game.request.space.options()[0])
    depth = {name_of(square)[0] for square in game.request.space.options()}
    assert depth == ({"A"} if players == 2 else {"A", "B", "C"})


@rule("4.3a", 1, 6)
@pytest.mark.parametrize("placed", [0, 15, 16])
def test_an_area_is_expanded_only_when_all_of_its_squares_are_full(placed: int) -> None:
    game = answered(begin(force(("plain", 17)), PLAIN), 0, "north", *along_a_row(1, placed))
    if placed == 16:
        answered(game, "A2")
        assert game.state.characters["plain#117"].squares == (square_of("A2"),)
    else:
        with refused(game, rule="4.3"):
            game.answer(square_of("A2"))


@rule("4", 1)
def test_set_up_goes_from_the_first_player_to_the_map_its_areas_and_what_is_placed() -> None:
    own = force(("plain", 1), markers=["object"])
    game = answered(begin(own, own, maps=("field", "yard")))
    asked: list[str] = []
    while not asked or asked[-1] != "action":
        asked.append(game.request.ask)
        answered(game, game.request.space.options()[0])
    steps = ["first_player", "map", "edge", "place", "place", "lay", "lay", "action"]
    assert asked == steps


@rule("3", 1)
@rule("3.4", 1, 2)
def test_what_an_effect_generates_comes_from_outside_the_game_onto_the_map() -> None:
    trait = special(act({"do": "generate", "card": "drone"}, {"do": "ko", "who": "self"}))
    things = at("shade", area="sideline"), at(HERO, "C3")
    position = acting(*things, trait=trait, cards=(DRONE, clix("shade")))
    assert "drone#1" not in position.state.characters
    use(position).answer("D3")

    areas = {one.card: one.area for one in position.state.characters.values()}
    assert areas == {HERO: "ko", FOE: "map", "idle": "map", "shade": "sideline", "drone": "map"}


# Actions ----------------------------------------------------------------------------------------------------


@rule("8.1a", 1)
@rule("9", 2)
@pytest.mark.parametrize(("moment", "phase", "player"), [
    ("your turn begins", TurnBegan, 0), ("your turn ends", TurnEnding, 0),
    ("opposing turn begins", TurnBegan, 1), ("opposing turn ends", TurnEnding, 1),
])  # fmt: skip
def test_what_belongs_to_a_phase_of_whose_turn_it_is_triggers_in_that_one_alone(
    moment: str, phase: type[Any], player: int
) -> None:
    position = acting(trait=special(when(moment, {"do": "named_tokens", "token": "bell"}))).answer(None).answer(None)

    events = happened(position, TurnBegan, TurnEnding, NamedTokens)
    before = [events[number - 1] for number, event in enumerate(events) if isinstance(event, NamedTokens)]
    assert {(type(event), event.player) for event in before} == {(phase, player)}


@rule("6.10", 2, 3, 4)
@pytest.mark.parametrize(("face", "healed"), [("1", 3), ("3", 3)])
def test_the_result_of_a_die_is_increased_beyond_three_and_up_to_six(face: str, healed: int) -> None:
    """Regeneration heals half of the result, rounded up; two effects increase it by 2 each."""
    better = {"using": "regeneration", "result": 2, "any": True}
    traits = [special(better, id="one"), special(better, id="two")]
    hero = clix(HERO, *("8/10/17 regeneration/3",) * 6, traits=traits)
    position = acting(at(HERO, "C3", click=6), cards=(hero,), rolls=(face,)).answer((HERO, "regeneration", "POWER"))

    assert [event.clicks for event in happened(position, Healed)] == [healed]


@rule("7.4", 4)
@pytest.mark.parametrize("seed", range(4))
def test_costed_actions_are_given_between_the_two_ends_of_a_phase_and_never_within_another_action(seed: int) -> None:
    active, resolving, count = None, 0, 0
    for event in playthrough("heroclix", ["random"], seed=seed, decisions=300).events():
        if isinstance(event, TurnBegan):
            active = event.player
        elif isinstance(event, TurnEnding):
            active = None
        elif isinstance(event, ActionGiven):
            if not event.free:
                assert (event.player, resolving) == (active, 0)
                count += 1
            resolving += 1
        elif isinstance(event, ActionResolved):
            resolving -= 1
    assert count > 20


@rule("20.4", 2)
@pytest.mark.parametrize(("stopped", "click", "able"), [(False, 1, True), (True, 1, False), (False, 2, False)])
def test_a_power_that_cannot_be_used_or_is_lost_is_not_activated(stopped: bool, click: int, able: bool) -> None:
    """The second click of the foe shows no Charge."""
    cannot = {"do": "cannot_use", "powers": ["charge"], "to": "chosen", "until": "your next turn"}
    trait = special(act({"do": "target", "optional": True, "then": [cannot]}, action=("FREE",)))
    foe = clix(FOE, "8 charge/10/16/2", *("8/10/16/2",) * 5)
    position = use(acting(at(FOE, "F3", click=click), trait=trait, cards=(foe,)), "FREE")
    position.answer(FOE if stopped else None).answer(None)

    assert position.player == 1 and ((FOE, "charge", "POWER") in position.options) is able
    assert (FOE, "move", "MOVE") in position.options


@rule("22.7", 1)
def test_what_protects_a_special_power_against_outwit_protects_no_other() -> None:
    powers = [gift("charge", id="hold", protected=["outwit"]), gift("flurry", id="brawn")]
    foe = clix(FOE, "8 hold/10/16 toughness/2", "8 brawn/10/16/2", specials=powers)
    position = turn(play(at(HERO, "C3"), at(FOE, "F3"), rules=invent(clix(HERO, "8/10/17/3 outwit"), foe)))
    position.answer((HERO, "outwit", "FREE"))

    assert "hold" not in position.options and {"brawn", "flurry", "toughness"} <= set(position.options)


@rule("7.8", 1, 3)
@rule("13.3", 1, 2)
@pytest.mark.parametrize(("had", "has"), [(0, 1), (1, 2), (2, 2)])
def test_action_tokens_come_from_costed_actions_and_from_effects(had: int, has: int) -> None:
    give = act({"do": "give_token", "to": {"every": "friendly", "itself": True}}, action=("FREE",))
    position = use(acting(at(HERO, "C3", tokens=had), trait=special(give)), "FREE")
    assert one(position, HERO).tokens == has and one(position, "idle").tokens == 1

    position = acting(at(HERO, "C3", tokens=had))
    if had < 2:
        position.answer((HERO, "move", "MOVE")).answer("stay")
        assert [event.character for event in happened(position, TokenGiven)] == [HERO]
    assert one(position, HERO).tokens == has


@rule("13.3", 2, 4)
@pytest.mark.parametrize(("had", "given"), [(1, [HERO]), (2, [])])
def test_an_action_that_is_given_with_two_tokens_gives_no_third(had: int, given: list[str]) -> None:
    hero = clix(HERO, *("8/10/17/3",) * 6, traits=[gift("colossal-stamina")])
    position = acting(at(HERO, "C3", tokens=had), cards=(hero,)).answer((HERO, "move", "MOVE")).answer("stay")

    assert [event.character for event in happened(position, TokenGiven)] == given and one(position, HERO).tokens == 2


@rule("7.8", 1)
@pytest.mark.parametrize("type", ["POWER", "FREE"])
def test_only_costed_actions_give_a_token(type: str) -> None:
    position = use(acting(trait=special(act({"do": "heal"}, action=(type,)))), type)

    assert one(position, HERO).tokens == (type == "POWER")


@rule("10.9", 1, 2, 3, 4)
def test_an_effect_places_a_character_that_could_not_move_and_it_has_not_moved() -> None:
    """Its speed value is 0, and an opposing character is beside it."""
    place = act({"do": "target", "among": "friendly", "then": [{"do": "place"}]}, action=("FREE",))
    hero = clix(HERO, *("0/10/17/3",) * 4, traits=[special(place)])
    position = use(acting(at(FOE, "D3"), cards=(hero,)), "FREE")
    assert set(position.options) == {square_of(square) for square in ("O15", "O16", "P15")}
    position.answer("O15")

    assert one(position, HERO).squares == (square_of("O15"),)
    assert [event.character for event in happened(position, Placed)] == [HERO]
    assert not happened(position, Moved, BrokeAway) and "moved" not in one(position, HERO).done


@rule("7.2", 1, 2, 3, 4)
@pytest.mark.parametrize(
    ("kind", "square", "kinds"),
    [("close", "D3", "close"), ("range", "F3", "range"), ("either", "D3", "close"), ("either", "F3", "range")],
)
def test_a_command_to_attack_is_carried_out_within_an_action(kind: str, square: str, kinds: str) -> None:
    trait = special(act({"do": "attack", "kind": kind}))
    position = use(acting(at(FOE, square), trait=trait, rolls=("56",)))

    assert [event.kind for event in happened(position, AttackResolved)] == [kinds]
    assert [event.name for event in happened(position, ActionGiven)] == ["brawn"]
    assert len(happened(position, TokenGiven)) == 1


@rule("7.2", 1, 3)
@pytest.mark.parametrize(("kind", "square"), [("close", "F3"), ("range", "D3"), ("either", "P1")])
def test_a_command_to_attack_without_a_target_of_its_kind_does_nothing(kind: str, square: str) -> None:
    position = use(acting(at(FOE, square), trait=special(act({"do": "attack", "kind": kind}))))

    assert not happened(position, AttackResolved) and position.asked == "action"


@rule("8.1k")
@pytest.mark.parametrize("tokens", [0, 1, 2])
def test_a_triggered_effect_that_cannot_be_carried_out_on_everyone_is_on_the_others(tokens: int) -> None:
    """Nobody has more than two action tokens; the hero has that of its action already."""
    everyone = {"do": "give_token", "to": {"every": "friendly"}}
    noted = {"do": "named_tokens", "token": "bell"}
    trait = special(when("action resolved", everyone, noted, types=["MOVE"]))
    position = acting(at("idle", "A9", name="mate", tokens=tokens), trait=trait)
    position.answer((HERO, "move", "MOVE")).answer("stay")

    given = [event.character for event in happened(position, TokenGiven)]
    assert [one(position, id).tokens for id in ("mate", "idle")] == [min(2, tokens + 1), 1]
    assert ("mate" in given) is (tokens < 2) and "idle" in given
    assert len(happened(position, NamedTokens)) == 1


@rule("8.1k")
@pytest.mark.parametrize("tokens", [0, 1, 2])
def test_a_triggered_effect_that_is_carried_out_in_part_resolves(tokens: int) -> None:
    rests = when("action resolved", {"do": "remove_token", "who": {"every": "friendly"}}, types=["MOVE"])
    mate = at("idle", "A9", name="mate", tokens=tokens)
    position = acting(mate, trait=special(rests)).answer((HERO, "move", "MOVE")).answer("stay")

    assert [one(position, id).tokens for id in ("mate", "idle")] == [max(0, tokens - 1), 0]


# If you do --------------------------------------------------------------------------------------------------

ABLE: dict[str, tuple[dict[str, Any], Any, Any]] = {
    "attack": ({"do": "attack", "kind": "close"}, at(FOE, "D3"), at(FOE, "F3")),
    "place": ({"do": "place", "who": "self", "near": "self"}, at(FOE, "P1"), None),
    "replace": ({"do": "replace"}, at("shade", area="sideline"), at("shade", "A1")),
    "generate": ({"do": "generate", "card": "drone", "most": 1}, at(FOE, "P1"), at("drone", "G9", by=HERO)),
}


@rule("20.9b", 1)
@pytest.mark.parametrize("able", [True, False])
@pytest.mark.parametrize("deed", ABLE)
def test_what_a_character_is_not_able_to_do_is_not_offered_and_nothing_follows_it(deed: str, able: bool) -> None:
    effect, possible, impossible = ABLE[deed]
    may = special(act({"do": "may", "effects": [effect], "if_done": [{"do": "heal"}]}, action=("FREE",)))
    thing = possible if able else impossible
    around = [at("idle", f"{column}{row}", name=f"{column}{row}") for column in "BCD" for row in (2, 3, 4)]
    things = [thing] if thing is not None else [each for each in around if each.id != "C3"]
    position = use(acting(at(HERO, "C3", click=3), *things, trait=may, cards=(DRONE, clix("shade"))), "FREE")

    assert (position.asked == "may") is able
    if not able:
        assert one(position, HERO).click == 3 and not happened(position, Healed)


@rule("19", 1, 3)
@pytest.mark.parametrize("click", [1, 2])
def test_a_character_has_abilities_of_five_kinds_whatever_its_dial_shows(click: int) -> None:
    lamps = gift("toughness", id="lamps")
    symbols = {"symbols": ["flight"], "teams": ["lamps"], "improved": ["improved-targeting-adjacent"]}
    hero = clix(HERO, "8 charge/10/17/3", "8/10/17/3", traits=[gift("stealth")], **symbols)
    game = play(at(HERO, "C3", click=click), at(FOE, "P16"), rules=rules_with(hero, teams=[lamps])).game

    kinds = ("move", "gift", "improved-targeting-adjacent", "lamps", "flight")
    assert all(game.has(ability, HERO) for ability in kinds) and game.has("charge", HERO) is (click == 1)
    assert not any(game.has(ability, FOE) for ability in kinds[1:])


# Improved abilities -----------------------------------------------------------------------------------------


@rule("19.3", 1)
@pytest.mark.parametrize(
    ("ability", "moves", "aims"),
    [("improved-movement-blocking", True, False), ("improved-targeting-blocking", False, True), (None, False, False)],
)
def test_improved_abilities_allow_moves_or_lines_of_fire_that_are_not_possible_otherwise(
    ability: str | None, moves: bool, aims: bool
) -> None:
    rules = field(hero={"improved": [ability] if ability else []}, rows=["...#............"] * 16)
    assert (fire("C3", "E3", rules) is LineState.OPEN) is aims
    position = moving(play(at(HERO, "C3"), rules=rules), 4, may_carry=False)
    if moves:
        assert stands(position.answer("E3")) == "E3"
    else:
        with position.refused(rule="16.3a"):
            position.answer("E3")


@rule("19.3", 2)
@pytest.mark.parametrize("moves", [True, False])
@pytest.mark.parametrize("aims", [True, False])
def test_a_card_shows_whether_its_character_has_improved_movement_or_targeting(moves: bool, aims: bool) -> None:
    improved = ["improved-movement-elevated"] * moves + ["improved-targeting-adjacent"] * aims
    told = seen(HERO, game=play(at(HERO, "C3"), rules=invent(clix(HERO, improved=improved))).game)

    assert ("Improved Movement: Elevated" in told) is moves and ("Improved Targeting: Adjacent" in told) is aims


@rule("19.3", 4)
@pytest.mark.parametrize("ability", [one.name for one in IMPROVED])
def test_each_improved_ability_is_explained(ability: str) -> None:
    assert seen(ability).strip()
