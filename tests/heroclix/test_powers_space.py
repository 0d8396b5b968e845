"""Standard powers that act on terrain and on where others stand, and destroying terrain."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright import Refused, Rules
from rulewright.geometry import grid
from rulewright.geometry.grid import LineState, square_of
from rulewright.testing import Scenario
from rulewright_heroclix.events.attacks import Hit, Targeted
from rulewright_heroclix.events.damage import DamageDealt
from rulewright_heroclix.events.movement import KnockedBack
from rulewright_heroclix.events.terrain import MarkerRemoved, TerrainDestroyed
from rulewright_heroclix.space.board import scene_of
from rulewright_heroclix.space.sight import line

from .table import BLANK, FOE, HERO, at, clix, dice, happened, invent, marker, one, play, rule, turn

TOUGH = ("8/10/17/3",) * 8


def using(power: str, column: str = "attack", *, rows: Any = BLANK, **more: Any) -> Rules:
    """The rules with a hero whose whole dial shows a power in a column, and a foe of eight clicks."""
    cells = {"speed": "8", "attack": "10", "defense": "17", "damage": "3"}
    cells[column] += f" {power}"
    card = {name: more.pop(name) for name in ("range", "size", "symbols", "improved", "base") if name in more}
    hero = clix(HERO, *["/".join(cells.values())] * 8, **card)
    return invent(hero, clix(FOE, *TOUGH), rows=rows, **more)


def given(rules: Rules, power: str, *things: Any, type: str = "POWER", rolls: Any = (), hero: str = "C3") -> Scenario:
    """The hero is given an action of the power in the first turn."""
    return turn(play(at(HERO, hero), *things, rules=rules, rolls=rolls)).answer((HERO, power, type))


def lie(position: Scenario, kind: str) -> list[str]:
    """Where markers of a kind lie."""
    found = (one.squares for one in position.state.markers.values() if one.kind == kind)
    return [chr(65 + x) + str(y + 1) for squares in found for x, y in squares]


def offered(position: Scenario) -> set[str]:
    """The powers of which the hero can be given an action."""
    return {answer[1] for answer in position.options if answer is not None and answer[0] == HERO}


# Smoke Cloud and Barrier ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("power", "column", "kind", "most"), [("smoke-cloud", "attack", "smoke", 6), ("barrier", "defense", "barrier", 4)]
)
@rule("pac.smoke-cloud", 1, 3)
@rule("pac.barrier", 1, 3)
@rule("21.6b")
def test_up_to_so_many_markers_come_one_at_a_time_in_different_squares(
    power: str, column: str, kind: str, most: int
) -> None:
    position = given(using(power, column), power, at(FOE, "P16"))
    for number, square in enumerate(("D3", "E3", "F3", "G3", "H3", "I3")[:most]):
        assert position.asked == "generate" and len(lie(position, kind)) == number
        position = position.answer(square_of(square))
        if number < most - 1:
            assert position.asked == "another"
            position = position.answer("yes")

    assert len(lie(position, kind)) == most and position.asked == "action"
    assert one(position, HERO).tokens == 1


@rule("pac.smoke-cloud", 4)
@rule("pac.barrier", 4)
def test_each_further_marker_is_beside_another_one() -> None:
    position = given(using("barrier", "defense"), "barrier", at(FOE, "P16"))
    position = position.answer(square_of("E3")).answer("yes")

    assert set(position.options) <= {square_of(square) for square in ("D2", "D3", "D4", "E2", "E4", "F2", "F3", "F4")}
    assert position.answer(square_of("F4")).answer(None).asked == "action"


@rule("pac.smoke-cloud", 2)
@rule("pac.barrier", 2)
def test_the_range_value_is_at_least_four() -> None:
    short = given(using("smoke-cloud", range=0), "smoke-cloud", at(FOE, "P16"))
    far = given(using("smoke-cloud", range=6), "smoke-cloud", at(FOE, "P16"))

    assert square_of("G3") in short.options and square_of("H3") not in short.options
    assert square_of("I3") in far.options and square_of("J3") not in far.options


@rule("pac.smoke-cloud", 5)
@rule("pac.barrier", 5)
def test_one_of_the_markers_at_least_is_within_line_of_fire() -> None:
    """The wall hides all squares to the right of it but for those that stand out beyond its ends."""
    walls = [f"D{row}|E{row}" for row in range(1, 17)]
    position = given(using("barrier", "defense", walls=walls, range=4), "barrier", at(FOE, "P16"))

    assert square_of("E3") not in position.options and square_of("D3") in position.options
    hidden = [*BLANK[:4], "...##...........", *BLANK[5:]]
    behind = given(using("smoke-cloud", rows=hidden), "smoke-cloud", at(FOE, "P16"), hero="E3")
    assert square_of("E7") in behind.options
    behind = behind.answer(square_of("E7"))
    assert behind.asked == "generate"
    with pytest.raises(Refused):
        behind.answer(None)


@rule("17.5", 1)
@rule("13.2", 3)
def test_no_marker_is_laid_on_blocking_terrain_and_no_barrier_under_a_character() -> None:
    rows = ["...#............", *BLANK[1:]]
    position = given(using("barrier", "defense", rows=rows), "barrier", at(FOE, "D3"), at(HERO, "C5", name="mate"))

    assert not {square_of(square) for square in ("D1", "C3", "D3", "C5")} & set(position.options)
    smoke = given(using("smoke-cloud", rows=rows), "smoke-cloud", at(FOE, "D3"))
    assert square_of("D3") in smoke.options and square_of("D1") not in smoke.options


@rule("pac.smoke-cloud", 6)
@rule("17.3", 2, 3, 4)
def test_an_opposing_character_in_the_smoke_attacks_with_one_less() -> None:
    cloud = [marker("smoke", square, name=square, power="smoke-cloud") for square in ("D3", "E3")]
    other = marker("smoke", "F3")
    position = play(at(HERO, "D4"), at(FOE, "D3", "E3"), *cloud, other)

    assert position.game.number("attack", FOE) == 9 and position.game.number("attack", HERO) == 10
    assert play(at(FOE, "F3"), *cloud, other).game.number("attack", FOE) == 10
    assert play(at(HERO, "D3"), *cloud).game.number("attack", HERO) == 10
    for cover, attack in (("debris", 10), ("object", 9)):
        covered = play(at(FOE, "D3"), cloud[0], marker(cover, "D3", player=None))
        assert covered.game.number("attack", FOE) == attack
    above = play(at(FOE, "D3"), marker("debris", "D3", player=None), cloud[0])
    assert above.game.number("attack", FOE) == 9


@rule("pac.smoke-cloud", 7)
@rule("pac.barrier", 6)
@rule("17.14g", 1)
@rule("15.3a", 1)
def test_the_markers_go_at_the_beginning_of_their_players_next_turn() -> None:
    position = given(using("barrier", "defense"), "barrier", at(FOE, "P16"))
    position = position.answer(square_of("D3")).answer(None)
    assert lie(position, "barrier") == ["D3"] and position.game.active == 1
    position = position.answer(None)

    assert position.game.active == 0 and lie(position, "barrier") == []
    assert [event.rule for event in happened(position, MarkerRemoved)] == ["pac.barrier"]


@rule("17.14e", 2)
@rule("17.14g", 2)
@rule("17.14d", 4)
@rule("17.14a", 2)
@rule("17.14b", 2)
@rule("17.3", 1, 2)
def test_markers_change_the_terrain_of_their_squares_and_objects_do_not() -> None:
    def state(kind: str) -> LineState:
        game = play(at(HERO, "C3"), at(FOE, "F3"), marker(kind, "D3")).game
        return line(game, HERO, FOE, 6)

    assert state("smoke") is state("debris") is state("hindering") is LineState.HINDERED
    assert state("barrier") is state("blocking") is LineState.BLOCKED
    assert state("object") is state("water") is LineState.OPEN


@rule("17.3", 3, 4, 5)
def test_the_marker_placed_last_counts_until_it_is_removed() -> None:
    both = marker("barrier", "D3"), marker("debris", "D3", player=None)
    position = play(at(HERO, "C3"), at(FOE, "F3"), *both)

    assert line(position.game, HERO, FOE, 6) is LineState.HINDERED
    position = position.happen(MarkerRemoved("debris"))
    assert line(position.game, HERO, FOE, 6) is LineState.BLOCKED
    assert line(position.happen(MarkerRemoved("barrier")).game, HERO, FOE, 6) is LineState.OPEN


# Destroying terrain -----------------------------------------------------------------------------------------

RUBBLE = ["................", "..#.............", "................", "......#.........", *BLANK[4:]]


def weak(damage: int, **more: Any) -> Rules:
    """The rules with a hero of this damage value, on a map with two squares of blocking terrain: C2 and G4."""
    return invent(clix(HERO, f"8/10/17/{damage}", **more), clix(FOE, *TOUGH), rows=RUBBLE)


def about_to_act(rules: Rules, *things: Any, hero: str = "C3") -> Scenario:
    """The hero's first turn, with a foe far away."""
    return turn(play(at(HERO, hero), at(FOE, "P16"), *things, rules=rules))


@rule("16.9", 1, 2, 4)
@rule("16.3", 2)
@pytest.mark.parametrize(("damage", "able"), [(2, False), (3, True)])
def test_a_close_destroy_action_needs_a_damage_value_of_three(damage: int, able: bool) -> None:
    position = about_to_act(weak(damage))

    assert ((HERO, "destroy", "CLOSE") in position.options) is able


@rule("16.9", 2, 3, 5)
@rule("16.9a", 1, 3)
@rule("17.14d", 1)
def test_adjacent_blocking_terrain_is_destroyed_and_leaves_debris() -> None:
    position = about_to_act(weak(3)).answer((HERO, "destroy", "CLOSE"))

    assert [event.squares for event in happened(position, TerrainDestroyed)] == [(square_of("C2"),)]
    assert lie(position, "debris") == ["C2"] and not happened(position, Hit)
    far = about_to_act(weak(3)).answer((HERO, "destroy", "RANGE"))
    assert far.asked == "destroy" and set(far.options) == {"C2", "G4"}
    assert lie(far.answer("G4"), "debris") == ["G4"]


@rule("16.9", 3)
def test_from_afar_a_piece_is_within_range_and_line_of_fire() -> None:
    rows = ["....##..........", *BLANK[1:]]
    hidden = invent(clix(HERO, "8/10/17/3", range=6), rows=rows)
    position = about_to_act(hidden, hero="A1").answer((HERO, "destroy", "RANGE"))

    assert lie(position, "debris") == ["E1"]
    near = about_to_act(invent(clix(HERO, "8/10/17/3", range=3), rows=rows), hero="A1")
    assert (HERO, "destroy", "RANGE") not in near.options


@rule("16.9a", 2)
def test_a_square_stays_destroyed_when_its_debris_goes() -> None:
    position = about_to_act(weak(3, range=0)).answer((HERO, "destroy", "CLOSE"))
    assert scene_of(position.game).board.tiles[square_of("C2")].terrain == grid.HINDERING

    bare = play(at(HERO, "C3"), *position.state.ruins.values(), rules=weak(3))
    assert bare.game.state.markers == {} and scene_of(bare.game).board.tiles[square_of("C2")].terrain == grid.CLEAR


@rule("16.9b", 1, 2, 6)
@rule("16.4", 2)
def test_a_wall_is_destroyed_from_beside_it_and_leaves_debris_on_both_sides() -> None:
    rules = invent(clix(HERO, "8/10/17/3", range=0), walls=["C3|D3", "D4|E4"])
    position = about_to_act(rules)
    assert (HERO, "destroy", "CLOSE") in position.options
    position = position.answer((HERO, "destroy", "CLOSE"))

    assert sorted(lie(position, "debris")) == ["C3", "D3"]
    assert len(happened(position, TerrainDestroyed)) == 1
    ahead = play(at(HERO, "C3"), at(FOE, "D3"), rules=rules)
    assert line(ahead.game, HERO, FOE, 6) is LineState.BLOCKED
    assert (HERO, "destroy", "CLOSE") not in about_to_act(rules, hero="C4").options


@rule("16.9b", 3, 4, 5)
def test_a_wall_is_destroyed_from_afar_through_the_square_before_it() -> None:
    walls = invent(clix(HERO, "8/10/17/3", range=6), walls=["F3|G3", "A1|B1"])
    position = about_to_act(walls, at(FOE, "G3", player=1, name="behind")).answer((HERO, "destroy", "RANGE"))

    assert sorted(lie(position, "debris")) == ["F3", "G3"]
    short = about_to_act(invent(clix(HERO, "8/10/17/3", range=3), walls=["F3|G3"]))
    assert (HERO, "destroy", "RANGE") not in short.options


@rule("16.9b", 9)
def test_no_debris_of_a_wall_lies_on_blocking_terrain() -> None:
    rules = invent(clix(HERO, "8/10/17/3", range=0), rows=RUBBLE, walls=["C2|C3"])
    position = about_to_act(rules).answer((HERO, "destroy", "CLOSE"))
    position = position.answer("C2|C3") if position.asked == "destroy" else position

    assert lie(position, "debris") == ["C3"]


@rule("17.10", 1, 2, 3, 4)
@rule("17.11c")
@rule("16.9c")
def test_markers_are_destroyed_and_objects_leave_no_debris() -> None:
    barrier = marker("barrier", "D3", player=1, power="barrier", until=1)
    mate = at(HERO, "P1", name="mate")
    position = about_to_act(invent(clix(HERO, "8/10/17/3", range=0)), barrier, mate).answer((HERO, "destroy", "CLOSE"))
    assert lie(position, "debris") == ["D3"] and not lie(position, "barrier")
    assert not lie(position.answer(None), "debris")

    thing = about_to_act(invent(clix(HERO, "8/10/17/3", range=0)), marker("object", "D3"))
    assert not thing.answer((HERO, "destroy", "CLOSE")).state.markers
    large = marker("blocking", "D3", "E3")
    position = about_to_act(invent(clix(HERO, "8/10/17/3", range=0)), large).answer((HERO, "destroy", "CLOSE"))
    assert sorted(lie(position, "debris")) == ["D3", "E3"] and not lie(position, "blocking")
    under = about_to_act(invent(clix(HERO, "8/10/17/3", range=6)), marker("object", "F3"), at(FOE, "F3", name="on"))
    assert (HERO, "destroy", "RANGE") in under.options


@rule("17.14d", 5)
@rule("17.14e", 4)
@rule("17.14f", 3)
@pytest.mark.parametrize("kind", ["debris", "smoke", "water"])
def test_debris_smoke_and_water_cannot_be_destroyed(kind: str) -> None:
    assert "destroy" not in offered(about_to_act(invent(), marker(kind, "D3")))


# Quake ------------------------------------------------------------------------------------------------------


@rule("pac.quake", 1, 2, 3, 4)
@rule("16.4e")
def test_quake_destroys_what_is_near_and_then_hits_all_beside_it() -> None:
    rules = using("quake", rows=RUBBLE, walls=["D4|E4", "F3|G3"])
    foes = at(FOE, "D3"), at(FOE, "B4", player=1, name="second"), at(FOE, "G6", player=1, name="far")
    things = *foes, marker("hindering", "C4"), marker("smoke", "B2")
    position = given(rules, "quake", *things, type="CLOSE", rolls=dice("56"))

    assert sorted(lie(position, "debris")) == ["C2", "C4", "D4", "E4"] and lie(position, "smoke") == ["B2"]
    assert [event.target for event in happened(position, Targeted)] == [FOE, "second"]
    assert [(event.character, event.amount) for event in happened(position, DamageDealt)] == [(FOE, 2), ("second", 2)]
    assert position.asked == "knock_back"
    assert len(happened(position.answer("yes", FOE), KnockedBack)) == 2


@rule("pac.quake", 2)
def test_quake_may_only_destroy() -> None:
    position = given(using("quake", rows=RUBBLE), "quake", at(FOE, "P16"), type="CLOSE")

    assert lie(position, "debris") == ["C2"] and not happened(position, Targeted)
    assert "quake" not in offered(turn(play(at(HERO, "M3"), at(FOE, "P16"), rules=using("quake", rows=RUBBLE))))


# Force Blast ------------------------------------------------------------------------------------------------


@rule("pac.force-blast", 2, 4, 5)
def test_force_blast_knocks_an_opposing_character_back_without_an_attack() -> None:
    position = given(using("force-blast", "speed"), "force-blast", at(FOE, "E3"), at(HERO, "C5", name="mate"))

    (event,) = happened(position, KnockedBack)
    assert one(position, FOE).squares == (square_of("H3"),) and event.character == FOE
    assert not happened(position, Targeted, Hit)


@rule("pac.force-blast", 3)
def test_force_blast_reaches_four_squares_at_least() -> None:
    rules = using("force-blast", "speed", range=0)

    assert "force-blast" in offered(turn(play(at(HERO, "C3"), at(FOE, "G3"), rules=rules)))
    assert "force-blast" not in offered(turn(play(at(HERO, "C3"), at(FOE, "H3"), rules=rules)))
    walled = using("force-blast", "speed", walls=["D3|E3"])
    assert "force-blast" not in offered(turn(play(at(HERO, "C3"), at(FOE, "F3"), rules=walled)))


@rule("pac.force-blast", 1)
def test_force_blast_has_knockback() -> None:
    position = play(at(HERO, "C3"), at(FOE, "D3"), rules=using("force-blast", "speed"))

    assert position.game.may("knock back", HERO) and not position.game.may("knock back", FOE)


# Telekinesis ------------------------------------------------------------------------------------------------


@rule("pac.telekinesis", 1, 3, 4, 5)
def test_telekinesis_places_a_friend_within_reach_of_both() -> None:
    position = given(using("telekinesis"), "telekinesis", at(HERO, "C4", name="mate"), at(FOE, "P16"))
    assert set(position.options) == {HERO, "mate"}
    position = position.answer("mate")

    assert square_of("G4") in position.options and square_of("H4") not in position.options
    assert square_of("C3") not in position.options and square_of("C4") not in position.options
    assert one(position.answer(square_of("G4")), "mate").squares == (square_of("G4"),)


@rule("pac.telekinesis", 2)
def test_telekinesis_reaches_four_squares_at_least() -> None:
    rules = using("telekinesis", range=0)
    position = given(rules, "telekinesis", at(HERO, "G3", name="mate"), at(HERO, "H3", name="far"), at(FOE, "P16"))

    assert set(position.options) == {HERO, "mate"}


@rule("pac.telekinesis", 3, 4)
@rule("17.14d", 6)
@rule("17.5", 2)
def test_telekinesis_places_a_marker_on_top_of_others_and_never_debris() -> None:
    markers = marker("object", "E3"), marker("debris", "E4", player=None), marker("hindering", "F3")
    position = given(using("telekinesis"), "telekinesis", *markers, at(FOE, "P16"))
    assert set(position.options) == {HERO, "object", "hindering"}
    position = position.answer("hindering").answer(square_of("E4"))

    assert lie(position, "hindering") == ["E4"] and list(position.state.markers)[-1] == "hindering"


# Earthbound/Neutralized -------------------------------------------------------------------------------------


@rule("pac.earthbound-neutralized", 1)
def test_an_earthbound_character_uses_no_improved_ability() -> None:
    improved = ["improved-movement-elevated", "improved-targeting-hindering", "improved-targeting-adjacent"]
    held = play(at(HERO, "C3"), at(FOE, "F3"), marker("smoke", "D3"),
                rules=using("earthbound-neutralized", "speed", improved=improved, symbols=["flight"]))  # fmt: skip
    free = play(at(HERO, "C3"), at(FOE, "F3"), marker("smoke", "D3"), rules=using("toughness", "defense",
                improved=improved, symbols=["flight"]))  # fmt: skip

    for permission in ("cross elevations", "move through opposing characters", "shoot beside foes"):
        assert free.game.may(permission, HERO) and not held.game.may(permission, HERO)
    assert line(free.game, HERO, FOE, 6) is LineState.OPEN
    assert line(held.game, HERO, FOE, 6) is LineState.HINDERED
