"""Terrain markers and objects: set up, picked up, held, put down, used in attacks (chapter 17)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rulewright import Refused, Rules, SetupError, new_game, rules_for, testing
from rulewright.geometry import grid
from rulewright.geometry.grid import square_of
from rulewright.testing import Scenario
from rulewright_heroclix.events.attacks import AttackResolved, Targeted
from rulewright_heroclix.events.damage import DamageDealt, KnockedOut, Turned
from rulewright_heroclix.events.terrain import MarkerDestroyed, MarkerHeld
from rulewright_heroclix.space.board import scene_of

from .specials import act, special
from .table import FOE, HERO, at, clix, dice, happened, invent, marker, moving, play, rule, turn

TOUGH = ("8/10/16/3",) * 8
STRONG = ("8/10 super-strength/17/3",) * 4


def held(kind: str = "object", **more: Any) -> Any:
    """A marker in the hands of the hero."""
    return marker(kind, holder=HERO, **more)


def walking(*things: Any, rules: Rules | None = None, squares: int = 4, hero: str = "C3") -> Scenario:
    """A move of the hero, who may carry nobody."""
    return moving(play(at(HERO, hero), *things, rules=rules), squares, may_carry=False)


def armed(*things: Any, rolls: Any = (), rules: Rules | None = None, mine: Any = None) -> Scenario:
    """The first turn of a hero who holds an object."""
    rules = rules or invent(clix(HERO, *("8/10/17/3",) * 4), clix(FOE, *TOUGH))
    return turn(play(at(HERO, "C3"), mine or held(), *things, rules=rules, rolls=rolls))


# Set-up -----------------------------------------------------------------------------------------------------


def set_up(*markers: str, setup: Any = None) -> Any:
    """A game of the package whose first force has these markers, up to the first marker."""
    forces = [{"members": [{"character": "gale"}], "markers": list(markers)}, {"members": [{"character": "quill"}]}]
    game = new_game("heroclix", setup={"forces": forces, "map": "quay", **(setup or {})}, seed=2)
    while game.request.ask != "lay":
        game.answer(game.request.space.sample(Random(1)), game.request.player)
    return game


@rule("17.2", 1, 2, 3)
@rule("4.3", 2)
def test_a_force_includes_up_to_three_terrain_markers() -> None:
    game = set_up("object", "hindering", "anvil")
    first = game.state.markers

    assert [(str(id), one.kind, one.player) for id, one in first.items()] == [
        ("object#11", "object", 0), ("hindering#12", "hindering", 0), ("anvil#13", "object", 0),
    ]  # fmt: skip
    with pytest.raises(SetupError, match=r"forces\[0\].markers"):
        set_up("object", "object", "object", "object")
    with pytest.raises(SetupError, match=r"forces\[0\].markers\[0\]: found 'anvill'.*'anvil'"):
        set_up("anvill")


@rule("17.4", 1, 2)
@rule("16.7a")
def test_at_set_up_markers_lie_outside_starting_areas_and_not_on_one_another() -> None:
    game = set_up("object", "hindering")
    board, open_ = scene_of(game).board, game.request.space.mask
    edges = board.mask((x, y) for x in range(16) for y in (0, 15))

    assert not open_ & (edges if open_ & board.bit((0, 7)) else board.mask((x, y) for x in (0, 15) for y in range(16)))
    assert not open_ & board.where(grid.BLOCKING)
    at_ = board.squares(open_)[0]
    game.answer(at_)
    assert game.request.ask == "lay" and not game.request.space.mask & board.bit(at_)
    ramps = set_up("object", setup={"map": "terraces"})
    assert not ramps.request.space.mask & grid.transitions(scene_of(ramps).board)


# Picking up -------------------------------------------------------------------------------------------------


@rule("17.6", 1, 2, 4)
@rule("17.7", 1, 2)
@rule("17.1b", 1)
def test_an_object_on_or_beside_the_way_is_picked_up_once_a_move() -> None:
    things = marker("object", "E4", name="near"), marker("object", "G6", name="far"), marker("object", "D2", name="on")
    position = walking(*things).answer("E3")
    assert position.asked == "pick_up" and set(position.options) == {"near", "on", None}
    position = position.answer("near")

    near = position.state.markers["near"]
    assert (near.holder, near.squares) == (HERO, ()) and happened(position, MarkerHeld)
    assert not position.asked


@rule("17.6", 5)
def test_who_does_not_move_picks_up_from_its_own_square_or_an_adjacent_one() -> None:
    things = (
        marker("object", "C3", name="own"),
        marker("object", "D4", name="beside"),
        marker("object", "E3", name="no"),
    )

    assert set(walking(*things).answer("C3").options) == {"own", "beside", None}


@rule("17.6", 3)
@rule("pac.super-strength", 2)
@rule("17.14d", 5)
@rule("17.14e", 4)
@rule("17.14f", 3)
@rule("17", 2, 3)
def test_larger_terrain_needs_super_strength_and_some_is_never_picked_up() -> None:
    kinds = ("object", "hindering", "blocking", "smoke", "debris", "water")
    things = [marker(kind, square) for kind, square in zip(kinds, ("D2", "E2", "F2", "D4", "E4", "F4"), strict=True)]
    plain = walking(*things).answer("E3")
    strong = walking(*things, rules=invent(clix(HERO, *STRONG))).answer("E3")

    assert set(plain.options) == {"object", None}
    assert set(strong.options) == {"object", "hindering", "blocking", None}


@rule("17.7", 1)
@rule("17.8", 4)
def test_a_character_holds_one_marker_and_does_not_pick_up_and_put_down_in_one_move() -> None:
    position = walking(held(), marker("object", "D4", name="other")).answer("D3")

    assert position.asked == "drop"
    assert not position.answer(None).asked


@rule("17.7", 11, 12)
@rule("17.12", 1)
@rule("pac.carry", 6)
def test_holders_neither_carry_nor_are_carried() -> None:
    rules = invent(clix(HERO, size="giant"), clix("mate"))

    def beside_a_mate(*things: Any) -> Scenario:
        return play(at(HERO, "C3"), at("mate", "D3"), *things, rules=rules)

    assert moving(beside_a_mate(), 4).asked == "carry"
    for holder in ("mate", HERO):
        assert moving(beside_a_mate(marker("object", holder=holder)), 4).asked == "move"


@rule("17.12", 2)
@rule("pac.carry", 6)
@pytest.mark.parametrize(("carried", "asked"), [(("mate",), ""), ((), "pick_up")])
def test_who_carries_picks_nothing_up_in_that_move(carried: tuple[str, ...], asked: str) -> None:
    things = at(HERO, "C3"), at("mate", "D3"), marker("object", "C4")
    position = moving(play(*things, rules=invent(clix(HERO, size="giant"), clix("mate"))), 4).answer(carried)
    position.answer("F5")

    assert (position.answer("G5") if carried else position).asked == asked


# Putting down -----------------------------------------------------------------------------------------------


@rule("17.8", 1, 2, 3)
@rule("13.2", 3)
def test_a_held_marker_is_put_down_on_the_way_or_beside_it() -> None:
    position = walking(held()).answer("E3").answer("yes")
    assert square_of("F4") in position.options and square_of("G5") not in position.options
    position = position.answer(square_of("D2"))
    assert (
        position.state.markers["object"].squares == (square_of("D2"),) and not position.state.markers["object"].holder
    )

    step = walking(held()).answer("D3").answer("yes")
    assert square_of("B2") in step.options and square_of("E4") in step.options and square_of("F3") not in step.options
    still = walking(held()).answer("C3").answer("yes")
    assert still.options == [square_of("C3")]
    strong = walking(held("blocking"), rules=invent(clix(HERO, *STRONG))).answer("E3").answer("yes")
    assert square_of("E3") not in strong.options


@rule("10.8a", 1, 2)
@rule("17.6", 4)
@rule("17.8", 1)
@pytest.mark.parametrize("mine", [held(), marker("object", "C4")])
@pytest.mark.parametrize(("face", "asked"), [("1", ""), ("6", "move")])
def test_who_fails_to_break_away_neither_picks_up_nor_puts_down(mine: Any, face: str, asked: str) -> None:
    position = play(at(HERO, "C3"), at(FOE, "D3"), mine, rolls=dice(face))

    assert moving(position, 4, may_carry=False).asked == asked


@rule("17.7", 5)
@rule("2.6", 4)
def test_a_ko_d_holder_puts_its_marker_down_beside_its_square() -> None:
    position = play(at(HERO, "C3"), held()).happen(KnockedOut(HERO))
    assert position.asked == "put_down" and square_of("D4") in position.options
    with pytest.raises(Refused):
        position.answer(square_of("E5"))
    assert position.answer(square_of("D4")).state.markers["object"].squares == (square_of("D4"),)


@rule("17.7", 6, 7)
def test_who_loses_super_strength_drops_what_it_cannot_hold_and_without_room_it_becomes_debris() -> None:
    fading = invent(clix(HERO, "8/10 super-strength/17/3", "8/10/17/3"))
    position = play(at(HERO, "C3"), held("hindering"), rules=fading).happen(Turned(HERO, 2, False))
    assert position.asked == "put_down"

    rows = [".....", ".###.", ".#.#.", ".###.", *["....."] * 12]
    walled = invent(clix(HERO, "8/10 super-strength/17/3", "8/10/17/3"), rows=rows)
    position = play(at(HERO, "C3"), held("hindering"), rules=walled).happen(Turned(HERO, 2, False))
    assert happened(position, MarkerDestroyed)
    assert [(one.kind, one.squares) for one in position.state.markers.values()] == [("debris", (square_of("C3"),))]


@rule("17.7", 2, 3, 10)
def test_a_held_marker_is_off_the_map() -> None:
    position = armed(at(FOE, "P16"), mine=held("object", player=1))

    assert not {"destroy"} & {answer[1] for answer in position.options if answer}
    assert position.state.markers["object"].player == 1


BARE = {"do": "forbid", "what": "hold markers", "until": "action"}
"""An effect that asks for empty hands, as long as it is used."""


@rule("17.7", 9)
def test_who_uses_an_effect_that_asks_for_empty_hands_puts_down_what_it_holds() -> None:
    dash = special(act(BARE, {"do": "move", "squares": 3}))
    rules = invent(clix(HERO, *("8/10/17/3",) * 4, traits=[dash]))
    position = turn(play(at(HERO, "C3"), at(FOE, "P16"), held(), rules=rules)).answer((HERO, "brawn", "POWER"))
    assert position.asked == "put_down"
    position.answer("C4")
    position.answer((square_of("C3"), square_of("D3")))  # past the object, which it may not pick up

    assert position.asked == "action" and position.state.markers["object"].squares == (square_of("C4"),)


@rule("17.7", 9)
def test_with_the_effect_over_it_picks_things_up_again() -> None:
    dash = special(act(BARE, {"do": "move", "squares": 3}, action=("FREE",)))
    rules = invent(clix(HERO, *("8/10/17/3",) * 4, traits=[dash]))
    lies = marker("object", "D4")
    position = turn(play(at(HERO, "C3"), at(FOE, "P16"), lies, rules=rules)).answer((HERO, "brawn", "FREE"))
    position.answer((square_of("C3"), square_of("D3")))
    assert position.asked == "action"
    position.answer((HERO, "move", "MOVE")).answer((square_of("D3"), square_of("E3")))

    assert position.asked == "pick_up"


@rule("17.7", 9)
def test_a_text_may_ask_for_empty_hands_all_the_time() -> None:
    rules = invent(clix(HERO, *STRONG, traits=[special({"forbids": "hold markers"})]))
    position = walking(marker("object", "D4"), rules=rules).answer("D3")

    assert not happened(position, MarkerHeld) and position.asked != "pick_up"


# Terrain attacks --------------------------------------------------------------------------------------------


@rule("17.11", 1)
@rule("17.11a", 1, 2, 3)
@rule("17.11c")
@rule("17.9c", 1, 3)
@pytest.mark.parametrize("roll", ["56", "12"])
def test_a_close_terrain_action_adds_to_the_damage_and_uses_the_marker_up(roll: str) -> None:
    position = armed(at(FOE, "D3"), rolls=dice(roll)).answer((HERO, "terrain", "CLOSE"))

    assert [event.amount for event in happened(position, DamageDealt)] == ([4] if roll == "56" else [])
    assert not position.state.markers and happened(position, MarkerDestroyed)


@rule("17.11", 1, 2)
@rule("17.11b", 1, 2, 3)
@rule("17.9a", 1)
@rule("17.9c", 2)
def test_a_range_terrain_action_deals_the_damage_of_the_marker() -> None:
    position = armed(at(FOE, "G3"), rolls=dice("56")).answer((HERO, "terrain", "RANGE"))
    assert [event.amount for event in happened(position, DamageDealt)] == [2] and not position.state.markers

    assert (HERO, "terrain", "RANGE") not in armed(at(FOE, "H3")).options
    cobble = armed(at(FOE, "I3"), mine=held(card="pebble"), rules=with_markers(pebble={"range": 6, "damage": 1}))
    assert (HERO, "terrain", "RANGE") in cobble.options


def with_markers(**markers: Any) -> Rules:
    """The rules with terrain markers of these values."""
    entries = [{"id": id, "name": {"en": id, "zh": id}, **printed} for id, printed in markers.items()]
    field = {"id": "field", "name": {"en": "f", "zh": "f"}, "map": {"rows": ["................"] * 16}}
    hero, foe = clix(HERO, *("8/10/17/3",) * 4), clix(FOE, *TOUGH)
    return testing.invent("heroclix", characters=[hero, foe], maps=[field], markers=entries)


@rule("17.11a", 1)
@rule("17.9b", 1)
@rule("pac.terrain-values", 1, 2)
def test_printed_values_stand_for_the_default_ones() -> None:
    post = with_markers(post={"reach": 2, "close": 2})
    position = armed(at(FOE, "E3"), mine=held(card="post"), rules=post, rolls=dice("56"))
    assert (HERO, "close", "CLOSE") not in position.options
    position = position.answer((HERO, "terrain", "CLOSE"))
    assert [event.amount for event in happened(position, DamageDealt)] == [5]


@rule("17.9d", 1)
@pytest.mark.parametrize(("destroy", "able"), [(3, True), (4, False)])
def test_a_marker_is_destroyed_with_the_damage_value_that_is_printed_on_it(destroy: int, able: bool) -> None:
    """The hero has a damage value of 3."""
    post = with_markers(post={"destroy": destroy})
    position = armed(at(FOE, "P16"), mine=marker("object", "D3", card="post"), rules=post)

    assert ((HERO, "destroy", "CLOSE") in position.options) is able


@rule("17.11", 3)
def test_a_terrain_action_is_costed_and_never_free() -> None:
    charging = invent(clix(HERO, *("8 charge/10/17/3",) * 4), clix(FOE, *TOUGH))
    position = armed(at(FOE, "E3"), rules=charging).answer((HERO, "charge", "POWER")).answer("D3")
    position = position.answer(None) if position.asked == "drop" else position

    assert position.asked == "attack" and set(position.options) == {"close", None}


@rule("17.11b", 1)
@rule("17.9a", 1)
@pytest.mark.parametrize("range", [2, 6])
def test_a_range_terrain_action_reaches_as_far_as_the_marker_whatever_the_range_of_its_holder(range: int) -> None:
    rules = invent(clix(HERO, *("8/10/17/3",) * 4, range=range), clix(FOE, *TOUGH))
    foes = at(FOE, "G3"), at(FOE, "H5", player=1, name="far")
    position = armed(*foes, rules=rules, rolls=dice("12")).answer((HERO, "terrain", "RANGE"))

    assert [event.target for event in happened(position, Targeted)] == [FOE]


@rule("17.11a", 1)
@rule("17.11b", 1)
@pytest.mark.parametrize(("square", "kind"), [("D3", "CLOSE"), ("F3", "RANGE")])
def test_only_who_holds_a_marker_makes_a_terrain_attack(square: str, kind: str) -> None:
    bare = turn(play(at(HERO, "C3"), at(FOE, square)))

    assert (HERO, "terrain", kind) not in bare.options and (HERO, kind.lower(), kind) in bare.options
    assert (HERO, "terrain", kind) in armed(at(FOE, square)).options


@rule("17.11a", 1)
@rule("17.11b", 1)
def test_a_terrain_attack_has_one_target() -> None:
    rules = invent(clix(HERO, *("8/10/17/3",) * 4, bolts=2), clix(FOE, *TOUGH))
    foes = at(FOE, "F3"), at(FOE, "F5", player=1, name="second")
    position = armed(*foes, rules=rules, rolls=dice("12")).answer((HERO, "terrain", "RANGE"))
    assert position.asked == "target"
    position = position.answer("second")

    assert [event.target for event in happened(position, Targeted)] == ["second"]
    assert happened(position, AttackResolved)


def test_the_package_has_eight_objects_of_its_own() -> None:
    found = rules_for("heroclix").content.markers.values()

    assert sum(one.kind == "object" for one in found) >= 8
