"""Elevated terrain markers (17.14c, 12.6e)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rulewright import Rules, new_game, testing
from rulewright.geometry import grid
from rulewright.geometry.grid import LineState, square_of
from rulewright.problems import ContentError
from rulewright.refusals import Refused
from rulewright.testing import Scenario
from rulewright_heroclix.events.attacks import Targeted
from rulewright_heroclix.events.damage import DamageDealt
from rulewright_heroclix.events.terrain import MarkerHeld, MarkerMoved, MarkerPlaced, MarkerRemoved
from rulewright_heroclix.events.turns import ActionResolved
from rulewright_heroclix.space.board import occupies, scene_of
from rulewright_heroclix.space.sight import line
from rulewright_heroclix.state import Marker, Turned
from rulewright_heroclix.terrain.destroying import far_pieces
from rulewright_heroclix.terrain.markers import standing_on, ways_round

from .specials import act, special
from .table import BLANK, FOE, HERO, at, clix, dice, happened, marker, moving, one, play, rule, turn


def piece(id: str = "stage", **more: Any) -> dict[str, Any]:
    """Elevated terrain of 2 x 1 squares, one higher than what lies under it."""
    printed = {"id": id, "name": {"en": id.title(), "zh": id}, "kind": "elevated", "covers": [2, 1], "rises": 1}
    return {**printed, **more}


def rules_with(*cards: Any, pieces: Any = (), rows: Any = BLANK, **of_map: Any) -> Rules:
    known = {card["id"] for card in cards}
    both = [clix(id) for id in (HERO, FOE) if id not in known]
    field = {"id": "field", "name": {"en": "Field", "zh": "field"}, "map": {"rows": list(rows), **of_map}}
    return testing.invent("heroclix", characters=[*cards, *both], maps=[field], markers=list(pieces or [piece()]))


def stage(*squares: str, card: str = "stage", name: str = "stage", **more: Any) -> Marker:
    return marker("elevated", *squares, name=name, card=card, **more)


def level(position: Scenario, square: str) -> int:
    return int(scene_of(position.game).board.tiles[square_of(square)].elevation)


# What it makes of its squares -------------------------------------------------------------------------------


@rule("17.14c", 2, 4)
@rule("17.2a", 2)
@pytest.mark.parametrize("rises", [1, 3])
def test_its_squares_are_elevated_terrain_by_the_number_that_it_carries(rises: int) -> None:
    position = play(at(HERO, "D4"), stage("D4", "E4"), rules=rules_with(pieces=[piece(rises=rises)]))

    assert [level(position, at) for at in ("C4", "D4", "E4", "F4")] == [1, 1 + rises, 1 + rises, 1]
    assert occupies(position.game, HERO, "elevated")


@rule("17.14c", 3)
@rule("17.3")
def test_on_elevated_terrain_it_makes_terrain_of_another_elevation() -> None:
    rules = rules_with(elevated={2: ["D4", "E4"]})
    position = play(stage("D4", "E4"), stage("E4", "F4", name="beside"), rules=rules)

    assert [level(position, at) for at in ("D4", "E4", "F4")] == [3, 4, 2]


@rule("17.14c", 2)
@rule("17.3", 1)
def test_hindering_terrain_under_it_counts_no_longer_and_comes_back_with_it_gone() -> None:
    rows = [*BLANK[:3], "...##...........".replace("#", "h"), *BLANK[4:]]
    position = play(at(HERO, "D4"), stage("D4", "E4"), rules=rules_with(rows=rows))
    assert occupies(position.game, HERO, "clear") and not occupies(position.game, HERO, "hindering")
    bare = play(at(HERO, "D4"), rules=rules_with(rows=rows))

    assert occupies(bare.game, HERO, "hindering")


@rule("17.14c", 7)
@rule("17.3", 2)
def test_another_marker_on_it_gives_its_terrain_and_leaves_it_elevated() -> None:
    position = play(at(HERO, "D4"), stage("D4", "E4"), marker("water", "D4"), rules=rules_with())

    assert occupies(position.game, HERO, "water") and level(position, "D4") == 2


@rule("17.14c", 7)
def test_an_object_on_it_leaves_its_terrain() -> None:
    position = play(at(HERO, "D4"), stage("D4", "E4"), marker("object", "D4"), rules=rules_with())

    assert occupies(position.game, HERO, "clear") and level(position, "D4") == 2


@rule("17.14c", 7)
def test_it_is_the_top_marker_where_it_was_laid_last() -> None:
    position = play(at(HERO, "D4"), marker("water", "D4"), stage("D4", "E4"), rules=rules_with())

    assert not occupies(position.game, HERO, "water") and level(position, "D4") == 2


@rule("17.14c", 2)
def test_who_stands_on_it_shoots_over_those_below() -> None:
    """On the ground the one between would be in the way (16.5c)."""
    mate = at("mate", "F4")
    cards = (clix("mate"), clix(HERO, range=8))
    low = play(at(HERO, "D4"), mate, at(FOE, "H4"), rules=rules_with(*cards))
    high = play(at(HERO, "D4"), mate, at(FOE, "H4"), stage("D4", "E4"), stage("H4", "I4", name="other"),
                rules=rules_with(*cards))  # fmt: skip

    assert line(low.game, HERO, FOE, 8) is LineState.BLOCKED
    assert line(high.game, HERO, FOE, 8) is not LineState.BLOCKED


# Stairs -----------------------------------------------------------------------------------------------------

STAIRS = piece(stairs=["A1 north"])


@rule("17.14c", 5)
@rule("16.7b")
@pytest.mark.parametrize(("turned", "below", "squares"), [
    (0, "D3", ("D4", "E4")), (2, "E5", ("D4", "E4")), (1, "E4", ("D4", "D5")), (3, "C5", ("D4", "D5")),
])  # fmt: skip
def test_its_stairs_turn_with_it(turned: int, below: str, squares: tuple[str, str]) -> None:
    position = play(stage(*squares), Turned("stage", turned), rules=rules_with(pieces=[STAIRS]))
    board = scene_of(position.game).board
    (ramp,) = board.ramps

    assert {grid.name_of(at) for at in ramp} - set(squares) == {below}
    assert set(board.squares(grid.transitions(board))) == set(ramp)


@rule("17.14c", 5)
@pytest.mark.parametrize(("way", "fault"), [("C3 D3 D4", ""), ("C4 D4", "16.5a"), ("C3 D4", "16.7b")])
def test_one_goes_up_by_its_stairs_alone(way: str, fault: str) -> None:
    position = moving(play(at(HERO, way[:2]), stage("D4", "E4"), rules=rules_with(pieces=[STAIRS])), 3)
    path = tuple(map(square_of, way.split()))
    if not fault:
        assert one(position.answer(path), HERO).squares == (square_of("D4"),)
        return
    with pytest.raises(Refused) as refused:
        position.answer(path)
    assert fault.rpartition(".")[0] in str(refused.value)


@rule("17.14c", 5)
@rule("16.7c")
def test_stairs_of_a_marker_let_characters_attack_up_and_down() -> None:
    rules = rules_with(clix(HERO, *("8/10/17/3",) * 4), pieces=[STAIRS])
    position = turn(play(at(HERO, "D3"), at(FOE, "D4"), stage("D4", "E4"), rules=rules, rolls=dice("45")))
    position.answer((HERO, "close", "CLOSE"))

    assert [event.target for event in happened(position, Targeted)] == [FOE]


@rule("17.14c", 5)
def test_stairs_that_lead_off_the_map_lead_nowhere() -> None:
    position = play(stage("D1", "E1"), rules=rules_with(pieces=[STAIRS]))

    assert not scene_of(position.game).board.ramps and level(position, "D1") == 2


@rule("17.14c", 5)
@pytest.mark.parametrize(
    ("covers", "stairs", "squares", "ways"),
    [
        ([2, 1], ["A1 north"], ("D4", "E4"), [0, 2]),
        ([2, 1], ["A1 north"], ("D4", "D5"), [1, 3]),
        ([2, 2], ["A1 north"], ("D4", "E4", "D5", "E5"), [0, 1, 2, 3]),
        ([2, 1], ["A1 west", "B1 east"], ("D4", "E4"), [0]),
        ([1, 1], [], ("D4",), [0]),
        ([2, 1], [], ("D4", "D5"), [1]),
    ],
)
def test_it_is_asked_which_way_round_it_lies_where_that_makes_a_difference(
    covers: list[int], stairs: list[str], squares: tuple[str, ...], ways: list[int]
) -> None:
    rules = rules_with(pieces=[piece(covers=covers, stairs=stairs)])

    assert ways_round(rules.content.markers["stage"], tuple(map(square_of, squares))) == ways


@rule("17.14c", 5)
@pytest.mark.parametrize("event", [MarkerHeld("stage", HERO), MarkerRemoved("stage")])
def test_how_it_lay_is_forgotten_with_it(event: Any) -> None:
    position = play(at(HERO, "P16"), stage("D4", "E4"), Turned("stage", 2), rules=rules_with(pieces=[STAIRS]))
    position.happen(event)

    assert not position.state.turned and not scene_of(position.game).board.ramps


# How it comes to the map ------------------------------------------------------------------------------------


@rule("17.14c", 1)
@rule("17.4")
def test_a_force_brings_it_and_lays_it_with_its_stairs_where_it_wants() -> None:
    forces = [{"members": [{"character": HERO}], "markers": ["stage"]}, {"members": [{"character": FOE}]}]
    setup = {"map": "field", "forces": forces, "build_total": 100}
    game = new_game(rules_with(pieces=[STAIRS]), setup=setup, seed=4)
    while game.request.ask != "lay_piece":
        game.answer(game.request.space.sample(Random(1)), game.request.player)
    game.answer((square_of("D8"), square_of("E8")))
    assert (game.request.ask, game.request.space.options()) == ("turn_piece", (0, 2))
    game.answer(2)

    (lies,) = game.state.markers.values()
    assert (lies.kind, game.state.turned[lies.id].quarters) == ("elevated", 2)
    assert {grid.name_of(at) for pair in scene_of(game).board.ramps for at in pair} == {"E8", "E9"}


@rule("17.14c", 1)
@rule("21.6")
def test_a_text_generates_it() -> None:
    text = special(act({"do": "generate_marker", "piece": "stage"}))
    rules = rules_with(clix(HERO, traits=[text]), pieces=[STAIRS])
    position = turn(play(at(HERO, "C3"), at(FOE, "P16"), rules=rules)).answer((HERO, "brawn", "POWER"))
    assert all(any(abs(x - 2) <= 1 and abs(y - 2) <= 1 for x, y in option) for option in position.options)
    position.answer((square_of("D3"), square_of("E3"))).answer(0)

    (placed,) = happened(position, MarkerPlaced)
    assert (placed.kind, placed.card, placed.turned, placed.by) == ("elevated", "stage", 0, HERO)
    assert level(position, "E3") == 2


def test_a_text_generates_only_what_there_is() -> None:
    with pytest.raises(ContentError, match="did you mean 'stage'"):
        rules_with(clix(HERO, traits=[special(act({"do": "generate_marker", "piece": "stgae"}))]))
    with pytest.raises(ContentError, match="one of the characters"):
        rules_with(clix(HERO, traits=[special(act({"do": "generate", "card": "nobody"}))]))
    for wrong in ({}, {"marker": "water", "piece": "stage"}):
        with pytest.raises(ContentError, match="it says one of them"):
            rules_with(clix(HERO, traits=[special(act({"do": "generate_marker", **wrong}))]))


@rule("17.14c", 4, 5)
@pytest.mark.parametrize(
    ("printed", "wish"),
    [
        ({"rises": 0}, "elevated terrain raises its squares"),
        ({"kind": "hindering"}, "elevated terrain raises its squares"),
        ({"kind": "hindering", "rises": 0, "stairs": ["A1 north"]}, "only elevated terrain has them"),
        ({"stairs": ["C1 north"]}, "not at the border"),
        ({"stairs": ["A1 east"]}, "not at the border"),
        ({"stairs": ["A1 up"]}, "A1 up"),
    ],
)
def test_what_is_printed_on_it_fits_together(printed: dict[str, Any], wish: str) -> None:
    with pytest.raises(ContentError, match=wish):
        rules_with(pieces=[piece(**printed)])


@rule("16.5g")
@rule("17.5")
def test_it_is_not_laid_under_a_part_of_a_large_base() -> None:
    lifter = clix(HERO, *("8/10 super-strength/17/3",) * 6)
    rules = rules_with(
        lifter, clix("cart", base="1x2"), clix("ogre", base="1x2", size="giant"), pieces=[piece(covers=[1, 1])]
    )
    held = stage(holder=HERO)
    position = play(at(HERO, "C3"), at("cart", "D3", "E3"), at("ogre", "C5", "D5"), at(FOE, "P16"), held, rules=rules)
    moving(position, 1).answer((square_of("C3"), square_of("C4"))).answer("yes")

    assert square_of("D3") not in set(position.options) and square_of("D5") in set(position.options)


# Who stands on it when it goes ------------------------------------------------------------------------------


def lifting(*things: Any, pieces: Any = (), **more: Any) -> Scenario:
    """The turn of the hero, with Super Strength, on a stage with a foe beside it."""
    lifter = clix(HERO, *("8 charge/10 super-strength/17/3",) * 6)
    cards = (lifter, clix(FOE, *("8/10/16/2",) * 6), clix("mate", *("8/10/16/2",) * 6))
    rules = rules_with(*cards, pieces=pieces)
    return turn(play(at(HERO, "D4"), at(FOE, "E4"), *things, stage("D4", "E4"), rules=rules, **more))


@rule("12.6e", 3)
@rule("17.14c", 6)
@rule("17.6")
def test_who_stood_on_what_is_picked_up_takes_a_click_after_the_action() -> None:
    position = lifting(at("mate", "P16"), rolls=dice("6"))
    position.answer((HERO, "move", "MOVE")).answer((square_of("D4"),)).answer("stage")

    order = [type(event) for event in happened(position, MarkerHeld, ActionResolved, DamageDealt)]
    assert order == [MarkerHeld, ActionResolved, DamageDealt, DamageDealt]
    dealt = {(event.character, event.amount, event.by, event.kind) for event in happened(position, DamageDealt)}
    assert dealt == {(FOE, 1, "", ""), (HERO, 1, "", "")}
    assert level(position, "E4") == 1


@rule("12.6e", 3)
@rule("17.14c", 6)
def test_in_a_charge_it_comes_after_the_attack() -> None:
    position = lifting(rolls=dice("6", "45"))
    position.answer((HERO, "charge", "POWER")).answer((square_of("D4"),)).answer("stage").answer("close").answer(None)

    assert [event.amount for event in happened(position, DamageDealt)] == [3, 1, 1]


@rule("12.6e", 3, 4)
@rule("17.14c", 6)
def test_who_stood_on_what_is_destroyed_takes_a_click_and_debris_lies_there() -> None:
    shooter = clix(HERO, *("8/10/17/4",) * 6)
    rules = rules_with(shooter, clix(FOE, *("8/10/16 toughness/2",) * 6), pieces=[piece(destroy=4)])
    position = turn(play(at(HERO, "C4"), at(FOE, "F4"), stage("F4", "G4"), rules=rules))
    assert ("marker", "stage") in list(far_pieces(position.game, HERO))
    position.answer((HERO, "destroy", "RANGE"))

    (gone,) = happened(position, MarkerRemoved)
    assert gone.from_under == (FOE,)
    assert {grid.name_of(at) for event in happened(position, MarkerPlaced) for at in event.squares} == {"F4", "G4"}
    assert [(event.character, event.amount, event.taken) for event in happened(position, DamageDealt)] == [(FOE, 1, 0)]


@rule("17.14c", 6)
def test_who_stood_on_what_is_moved_away_takes_a_click() -> None:
    mover = clix(HERO, *("8/10 telekinesis/17/3",) * 6)
    rules = rules_with(mover, clix(FOE, *("8/10/16/2",) * 6), pieces=[piece(covers=[1, 1])])
    position = turn(play(at(HERO, "C4"), at(FOE, "E4"), stage("E4"), rules=rules))
    position.answer((HERO, "telekinesis", "POWER")).answer("stage").answer(square_of("E6"))

    assert [event.from_under for event in happened(position, MarkerMoved)] == [(FOE,)]
    assert [event.character for event in happened(position, DamageDealt)] == [FOE]


@rule("17.14c", 6)
@pytest.mark.parametrize(("now", "fallen"), [("E4 F4", ()), ("F4 G4", (FOE,)), ("", (FOE,))])
def test_who_stands_on_it_still_where_it_lies_then_does_not_fall(now: str, fallen: tuple[str, ...]) -> None:
    position = play(at(HERO, "C4"), at(FOE, "E4"), stage("D4", "E4"), rules=rules_with())
    lies = position.state.markers["stage"]

    assert standing_on(position.game, lies, tuple(map(square_of, now.split()))) == fallen


@rule("17.14c", 6)
def test_only_elevated_terrain_lets_anyone_fall() -> None:
    lifter = clix(HERO, *("8/10 super-strength/17/3",) * 6)
    rules = rules_with(lifter, pieces=[piece(kind="hindering", rises=0)])
    position = turn(play(at(HERO, "C4"), at(FOE, "E4"), marker("hindering", "D4", "E4", name="stage", card="stage"),
                         rules=rules))  # fmt: skip
    position.answer((HERO, "move", "MOVE")).answer((square_of("C4"), square_of("C5"))).answer("stage")

    assert happened(position, MarkerHeld) and not happened(position, DamageDealt)
