"""Maps, and what lies on them: transitions, walls, markers of every kind (chapters 15 to 17)."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright import Refused, SetupError, new_game
from rulewright.geometry import grid
from rulewright.geometry.grid import LineState, square_of
from rulewright.testing import Scenario
from rulewright_heroclix.attack.targets import legal_targets
from rulewright_heroclix.events.damage import DamageDealt
from rulewright_heroclix.events.terrain import MarkerDestroyed, MarkerPlaced, MarkerRemoved
from rulewright_heroclix.forces.muster import muster
from rulewright_heroclix.forces.restrictions import total
from rulewright_heroclix.importing.maps.reading import read_map
from rulewright_heroclix.powers.space import movable
from rulewright_heroclix.space.board import beside, scene_of
from rulewright_heroclix.space.sight import line
from rulewright_heroclix.terms import Attack
from rulewright_heroclix.terrain.destroying import beside_pieces, damage_to_terrain, destroy_all, far_pieces, pieces
from rulewright_heroclix.terrain.markers import values
from rulewright_heroclix.terrain.objects import can_lift, held_by

from .specials import act, acting, special, use
from .table import BLANK, FOE, HERO, at, attacking, clix, dice, happened, invent, marker, moving, play, rule, turn
from .test_map_files import a_map, with_tile
from .test_objects import armed, held, with_markers
from .test_special import rules as rules_with
from .test_terrain import drawn, field, fire, stands, walk

HILL: dict[str, Any] = {"elevated": {"2": ["D1:P16"]}}


def destroyable(*things: Any, rules: Any = None, hero: str = "C3") -> set[Any]:
    """What is there that the hero could destroy with damage enough."""
    position = play(at(HERO, hero), *things, rules=rules)
    board = scene_of(position.game).board
    return set(pieces(position.game, board.present))


# 15 Maps ----------------------------------------------------------------------------------------------------


@rule("15", 1, 2, 3)
def test_a_game_needs_a_map_of_sixteen_squares_or_another_size() -> None:
    forces = [{"members": [{"character": id}]} for id in (HERO, FOE)]
    with pytest.raises(SetupError, match="map"):
        new_game(invent(), {"forces": forces, "map": "nowhere"})
    assert scene_of(new_game(invent(), {"forces": forces, "map": "field"})).board.width == len(BLANK) == 16

    large = invent(rows=["." * 16] * 24)
    board = scene_of(new_game(large, {"forces": forces, "map": "field"})).board
    assert (board.width, board.height) == (16, 24)


@rule("15.1", 3)
def test_the_type_of_a_map_changes_neither_moves_nor_lines_of_fire() -> None:
    for inside in ([], ["A1:P16"]):
        rules = field(rows=drawn(r3="....h"), indoor=inside)
        assert fire("C3", "G3", rules) is LineState.HINDERED and stands(walk("G3", rules)) == "G3"


@rule("15.1a")
@rule("15.1b")
@rule("15.1c", 1)
@pytest.mark.parametrize(
    ("word", "kind", "inside"), [("outdoor", "outdoor", 0), ("indoor", "indoor", 6), ("indoorOutdoor", "both", 1)]
)
def test_a_map_says_beside_its_name_of_which_type_it_is(word: str, kind: str, inside: int) -> None:
    made = with_tile(1, 1, type="indoor") if word == "indoorOutdoor" else a_map()
    found = read_map({**made, "type": word})

    assert found.kind == kind and sum(tile.indoor for tile in found.board.tiles.values()) == inside


# 16 Terrain -------------------------------------------------------------------------------------------------


@rule("16.4f", 1)
def test_a_window_is_a_wall_through_which_lines_are_drawn_and_nobody_moves() -> None:
    pane = field(windows=[f"C{row}|D{row}" for row in range(1, 17)])

    assert fire("C3", "E3", pane) is LineState.OPEN
    with pytest.raises(Refused):
        walk("D3", pane)


@rule("16.4g", 1)
def test_a_door_is_a_wall_through_which_characters_move_and_no_line_is_drawn() -> None:
    gate = field(doors=[f"C{row}|D{row}" for row in range(1, 17)])

    assert stands(walk("D3", gate)) == "D3" and fire("C3", "E3", gate) is LineState.BLOCKED


@rule("16.5e")
def test_a_wall_on_the_rim_stands_on_both_elevations_and_between() -> None:
    hill = {"elevated": {"3": ["D1:P16"]}}
    wall = {"walls": ["C3|D3"]}

    assert fire("C3", "D3", field(**hill)) is LineState.OPEN
    assert fire("C3", "D3", field(**hill, **wall)) is LineState.BLOCKED
    assert fire("D3", "C3", field(**hill, **wall)) is LineState.BLOCKED


@rule("16.7", 4, 5, 6)
def test_a_transition_between_squares_of_one_elevation_is_a_passage_like_any_other_square() -> None:
    """It leads from outdoors to indoors, and squares diagonal to it may be entered."""
    gate = field(indoor=["D1:P16"], ramps=["C3-D3"])
    board = scene_of(play(rules=gate).game).board
    assert not board.tiles[square_of("C3")].indoor and board.tiles[square_of("D3")].indoor
    assert grid.transitions(board) == board.mask((square_of("C3"), square_of("D3")))

    assert all(stands(walk(square, gate, squares=1)) == square for square in ("D3", "D2", "D4"))


@rule("16.8a", 4)
def test_a_diagonal_step_past_an_elevation_border_is_refused_or_ends_the_move() -> None:
    corner = field(elevated={"2": ["D3"]}, rows=drawn(r4="..#"))
    position = moving(play(at(HERO, "C3"), rules=corner), 1)
    with pytest.raises(Refused, match=r"16\.8a|16\.5a"):
        position.answer((square_of("C3"), square_of("D4")))

    assert stands(walk("D4", corner, squares=1, red_lines="cross and stop")) == "D4"
    with pytest.raises(Refused):
        walk("E5", corner, squares=2, red_lines="cross and stop")


@rule("16.9b", 8)
def test_a_destroyed_wall_stays_destroyed_without_its_debris() -> None:
    position = play(at(HERO, "C3"), at(FOE, "D3"), rules=field(walls=["C3|D3"]))
    wall = ("wall", (square_of("C3"), square_of("D3")))
    assert wall in beside_pieces(position.game, HERO)
    for event in destroy_all(position.game, [wall], "16.9"):
        position.happen(event)
    debris = [str(id) for id in position.state.markers]
    assert len(debris) == 2

    for id in debris:
        position.happen(MarkerRemoved(id))
    assert wall not in beside_pieces(position.game, HERO)
    assert legal_targets(position.game, HERO, "close") == [FOE]


@rule("16.9", 2)
def test_only_what_is_adjacent_is_destroyed_in_a_close_destroy_action() -> None:
    things = marker("object", "D4"), marker("hindering", "E3", name="far")

    assert beside_pieces(play(at(HERO, "C3"), at(FOE, "P16"), *things).game, HERO) == [("marker", "object")]


# 17 Terrain markers -----------------------------------------------------------------------------------------


@rule("17.1a", 1, 2)
def test_a_standard_object_has_default_values_and_costs_nothing() -> None:
    rules = invent()
    position = play(at(HERO, "C3"), marker("object", "D3"), rules=rules)
    found = values(position.game, position.state.markers["object"])
    assert (found.range, found.reach, found.damage, found.close, found.destroy) == (4, 0, 2, 1, 3)
    assert found.points == 0 and not found.gives

    setup = rules.ruleset.setup.model_validate(
        {"map": "field", "forces": [{"members": [{"character": HERO}], "markers": ["object"] * 3}] * 2}
    )
    assert total(muster("forces[0]", setup.forces[0], setup, rules.content)) == 50


@rule("17.1b", 2)
@rule("17.1c")
@rule("17.1d", 1, 2)
def test_an_old_object_may_have_a_border_and_a_red_one_needs_super_strength() -> None:
    borders = ("", "blue", "purple", "red", "yellow", "white")
    rules = with_markers(**{f"old{border}": {"border": border} for border in borders})

    for border in borders:
        thing = marker("object", "D3", card=f"old{border}")
        position = play(at(HERO, "C3"), at(FOE, "P16"), thing, rules=rules)
        assert can_lift(position.game, HERO, thing) is (border != "red")
    heavy = marker("object", "D3", card="oldred")
    given = play(at(HERO, "C3", given=("super-strength",)), at(FOE, "P16"), heavy, rules=rules)
    assert can_lift(given.game, HERO, heavy)


@rule("17.1b", 4)
def test_effects_on_terrain_markers_affect_objects() -> None:
    assert ("marker", "object") in destroyable(marker("object", "D3"))

    mover = invent(clix(HERO, "8/10/17/3", "8 telekinesis/10/17/3"))
    assert "object" in movable(play(at(HERO, "C3", click=2), marker("object", "E3"), rules=mover).game, HERO)


@rule("17.2a", 3)
@rule("21.6d", 4)
def test_a_generated_marker_has_the_default_values() -> None:
    trait = special(act({"do": "generate_marker", "marker": "hindering"}))
    position = use(acting(trait=trait)).answer("D3")
    found = next(one for one in position.state.markers.values() if one.kind == "hindering")

    assert found.card == "" and values(position.game, found).destroy == 3


@rule("17.5", 3)
def test_markers_on_both_sides_of_a_wall_leave_it_standing() -> None:
    things = (marker("debris", "C3"), marker("water", "D3"))
    position = play(at(HERO, "C3"), at(FOE, "D3"), *things, rules=field(walls=["C3|D3"]))

    assert legal_targets(position.game, HERO, "close") == []
    assert line(position.game, HERO, FOE, 6) is LineState.BLOCKED


@rule("17.7", 13)
def test_who_held_a_marker_that_is_gone_holds_nothing() -> None:
    position = play(at(HERO, "C3"), at(FOE, "P16"), held())
    assert held_by(position.game, HERO) is not None

    position.happen(MarkerRemoved("object"))
    assert held_by(position.game, HERO) is None


@rule("17.14a", 3)
def test_hindering_markers_are_destroyed_and_thrown_but_debris_and_smoke_are_not() -> None:
    lying = [marker(kind, "D3", name=kind) for kind in ("hindering", "smoke", "debris")]
    assert destroyable(*lying) == {("marker", "hindering")}

    strong = invent(clix(HERO, *("8/10 super-strength/17/3",) * 4), clix(FOE, *("8/10/16/3",) * 8))
    options = armed(at(FOE, "D3"), at(FOE, "F5", name="far", player=1), rules=strong, mine=held("hindering")).options
    assert {(HERO, "terrain", "CLOSE")} <= set(options)
    assert (HERO, "terrain", "RANGE") in armed(at(FOE, "F5"), rules=strong, mine=held("hindering")).options


@rule("17.14d", 2)
def test_a_marker_that_is_no_standard_one_is_debris_once_it_is_destroyed() -> None:
    rules = with_markers(cart={"kind": "hindering", "range": 3})
    position = turn(play(at(HERO, "C3"), at(FOE, "P16"), marker("hindering", "D3", card="cart"), rules=rules))
    position.answer((HERO, "destroy", "CLOSE"))

    assert [(one.kind, one.squares) for one in position.state.markers.values()] == [("debris", (square_of("D3"),))]
    assert happened(position, MarkerPlaced)


@rule("17.14e", 1, 3)
def test_smoke_comes_from_smoke_cloud_and_hinders_like_hindering_terrain() -> None:
    """It hinders lines of fire, so that the target is harder to hit, and Stealth hides behind it."""
    cloud = invent(clix(HERO, *("8 smoke-cloud/10/17/3",) * 4), clix(FOE, *("8 stealth/10/16/3",) * 8))
    position = turn(play(at(HERO, "C3"), at(FOE, "H3"), at(HERO, "A16", name="idle"), rules=cloud)).answer(
        (HERO, "smoke-cloud", "POWER")
    )
    position.answer("F3").answer(None)
    assert [one.kind for one in position.state.markers.values()] == ["smoke"]
    assert line(position.game, HERO, FOE, 6) is LineState.HINDERED
    assert legal_targets(position.game, HERO, "range") == []

    shot = attacking(at(FOE, "H3"), marker("smoke", "F3"), kind="range")
    assert shot.game.context(Attack).defenses == ((FOE, 18),)


# Powers -----------------------------------------------------------------------------------------------------


@rule("pac.phasing-teleport", 3)
def test_phasing_crosses_red_lines_without_stopping() -> None:
    rules = invent(clix(HERO, "8 phasing-teleport/10/17/3"), clix(FOE), **HILL)
    position = turn(play(at(HERO, "C3"), at(FOE, "P16"), at(HERO, "A16", name="idle"), rules=rules))
    position.answer((HERO, "phasing-teleport", "MOVE")).answer("H3")

    assert stands(position) == "H3"
    with pytest.raises(Refused):
        walk("H3", field(**HILL))


@rule("pac.close-combat-expert", 2)
@rule("pac.ranged-combat-expert", 2)
@pytest.mark.parametrize(
    ("power", "kind"), [("close-combat-expert", "close"), ("ranged-combat-expert", "range"), ("toughness", "")]
)
def test_an_expert_destroys_terrain_with_one_damage_more(power: str, kind: str) -> None:
    rules = rules_with(clix(HERO, f"8/10/17/2 {power}"))
    position = play(at(HERO, "C3"), at(FOE, "P16"), marker("blocking", "D3"), rules=rules)

    assert bool(beside_pieces(position.game, HERO)) is (kind == "close")
    assert bool(list(far_pieces(position.game, HERO))) is (kind == "range")
    position = turn(position)
    assert ((HERO, "destroy", "CLOSE") in position.options) is (kind == "close")
    assert ((HERO, "destroy", "RANGE") in position.options) is (kind == "range")
    for each in ("close", "range"):
        assert damage_to_terrain(position.game, HERO, each) == 2 + (kind == each)


@rule("pac.empower", 2)
@rule("pac.enhancement", 2)
@pytest.mark.parametrize(("power", "kind"), [("empower", "close"), ("enhancement", "range"), ("toughness", "")])
@pytest.mark.parametrize(("square", "player", "helps"), [("B3", 0, True), ("A3", 0, False), ("B3", 1, False)])
def test_a_friend_beside_who_destroys_terrain_adds_one_damage(
    power: str, kind: str, square: str, player: int, helps: bool
) -> None:
    rules = rules_with(clix(HERO, "8/10/17/2"), clix("helper", f"8/10/17/2 {power}"))
    things = (at("helper", square, player=player), marker("blocking", "D3"))
    game = play(at(HERO, "C3"), at(FOE, "P16"), *things, rules=rules).game

    assert bool(beside_pieces(game, HERO)) is (helps and kind == "close")
    assert bool(list(far_pieces(game, HERO))) is (helps and kind == "range")
    for each in ("close", "range"):
        assert damage_to_terrain(game, HERO, each) == 2 + (helps and kind == each)


@rule("keyword.immobile", 2)
def test_immobile_terrain_is_neither_picked_up_nor_placed() -> None:
    for fixed in (False, True):
        rules = with_markers(statue={"immobile": fixed})
        thing = marker("object", "D3", card="statue")
        position = play(at(HERO, "C3", given=("telekinesis", "super-strength")), at(FOE, "P16"), thing, rules=rules)
        assert can_lift(position.game, HERO, thing) is not fixed
        assert ("object" in movable(position.game, HERO)) is not fixed


@rule("keyword.indestructible")
def test_an_indestructible_marker_is_destroyed_only_by_its_use_in_an_attack() -> None:
    rules = with_markers(idol={"indestructible": True})
    assert not destroyable(marker("object", "D3", card="idol"), rules=rules)

    position = armed(at(FOE, "D3"), mine=held(card="idol"), rules=rules, rolls=dice("12"))
    position.answer((HERO, "terrain", "CLOSE"))
    assert happened(position, MarkerDestroyed) and not position.state.markers


@rule("keyword.immune", 2)
def test_who_is_immune_keeps_its_powers_in_a_pulse_wave() -> None:
    gift = {"id": "gift", "name": {"en": "gift", "zh": "gift"}, "grants": ["immune"]}
    found = invent(clix(HERO, traits=[gift])).content.characters[HERO].carries

    assert [one.name for one in found if not isinstance(one, str) and "pulse-waved" in one.proof] == ["immune"]


@rule("24.4", 3)
def test_a_vehicle_picks_nothing_up() -> None:
    for symbols in ([], ["vehicle"]):
        rules = rules_with(clix(HERO, symbols=symbols, traits=[special(id="robot", grants=("super-strength",))]))
        things = [marker("object", "C4"), marker("hindering", "D3")]
        position = play(at(HERO, "C3"), at(FOE, "P16"), *things, rules=rules)
        assert [can_lift(position.game, HERO, thing) for thing in things] == [not symbols] * 2
        assert beside(position.game, HERO)


def mind(*things: Any, rolls: str = "65", **of_hero: Any) -> Scenario:
    """The turn of a hero with Telekinesis, with a foe in F5."""
    hero = clix(HERO, *("8/10 telekinesis/17/3",) * 4, **of_hero)
    rules = rules_with(hero, clix(FOE, *("8/10/16/3",) * 8))
    return turn(play(at(HERO, "C3"), at(FOE, "F5"), *things, rules=rules, rolls=dice(rolls)))


@rule("pac.telekinesis", 6, 7)
@rule("17.11", 2)
@pytest.mark.parametrize(("roll", "hits"), [("65", [2]), ("12", [])])
def test_telekinesis_throws_a_marker_that_is_within_range_and_line_of_fire(roll: str, hits: list[int]) -> None:
    things = (marker("object", "D6"), marker("hindering", "C6", name="block"), marker("object", "C8", name="hidden"))
    position = mind(
        *things,
        marker("smoke", "C4"),
        marker("blocking", "C7"),
        at(FOE, "P16", name="far", player=1),
        rolls=roll,
        bolts=2,
    )
    position.answer((HERO, "telekinetic-throw", "RANGE"))
    assert (position.asked, set(position.options)) == ("hurl", {"object", "block"})

    position.answer("object")
    assert [(event.character, event.amount) for event in happened(position, DamageDealt)] == [
        (FOE, amount) for amount in hits
    ]
    assert "object" not in position.state.markers and [event.id for event in happened(position, MarkerDestroyed)]


@rule("pac.telekinesis", 6, 7)
def test_telekinesis_throws_nothing_without_a_marker_or_a_target_within_range() -> None:
    throw = (HERO, "telekinetic-throw", "RANGE")
    assert throw not in mind().options and throw in mind(marker("object", "D6")).options
    assert throw not in mind(marker("object", "J3")).options
    assert throw not in mind(marker("object", "D6"), marker("blocking", "E4"), marker("blocking", "D4", name="b"),
                             marker("blocking", "E5", name="c")).options  # fmt: skip


@rule("17.14h", 1, 2, 3)
@pytest.mark.parametrize(("kind", "terrain"), [("special", False), ("hindering", True)])
def test_a_marker_with_a_name_of_its_own_is_terrain_only_where_its_text_says_so(kind: str, terrain: bool) -> None:
    trait = special(act({"do": "generate_marker", "marker": kind, "called": "rift"}), grants=("super-strength",))
    position = use(acting(trait=trait)).answer("D3")
    (rift,) = position.state.markers.values()
    assert str(rift.id).startswith("rift#") and rift.by == HERO

    board = scene_of(position.game).board
    assert bool(board.where(grid.HINDERING) & board.mask(rift.squares)) is terrain
    assert (("marker", rift.id) in set(pieces(position.game, board.present))) is terrain
    assert can_lift(position.game, HERO, rift) is terrain
    thrower = invent(clix(HERO, "8 telekinesis/10/17/3"))
    lying = marker(kind, "D3")
    assert (str(lying.id) in movable(play(at(HERO, "C3"), lying, rules=thrower).game, HERO)) is terrain


@rule("20.2", 1)
def test_a_standard_power_that_a_special_power_limits_is_used_only_in_those_cases() -> None:
    limit = {"limits": "smoke-cloud", "test": {"amount": {"number": "tokens"}, "at_least": 1}}
    rules = invent(clix(HERO, *("8 smoke-cloud/10/17/3",) * 4, traits=[special(limit, id="fumes")]))
    for tokens in (0, 1):
        position = turn(play(at(HERO, "C3", tokens=tokens), at(FOE, "P16"), rules=rules))
        assert ((HERO, "smoke-cloud", "POWER") in position.options) is bool(tokens)
    plain = invent(clix(HERO, *("8 smoke-cloud/10/17/3",) * 4))
    assert (HERO, "smoke-cloud", "POWER") in turn(play(at(HERO, "C3"), at(FOE, "P16"), rules=plain)).options
