"""Numbers and how they are calculated, healing, placing, and the Golden and Silver Rules (chapters 6, 8, 13 and 14)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rulewright import FOREVER, Context, Extension, Game, Procedure, Refused, Rules, begin_effect, new_game
from rulewright.cli.drawing import drawn
from rulewright.geometry import grid
from rulewright.geometry.grid import square_of
from rulewright.testing import Scenario
from rulewright_heroclix.attack.targets import legal_targets
from rulewright_heroclix.damage import deal, heal
from rulewright_heroclix.events.damage import DamageDealt, Healed, Turned
from rulewright_heroclix.events.movement import BrokeAway, KnockedBack, Placed
from rulewright_heroclix.events.turns import TokenGiven
from rulewright_heroclix.faces.panel import panel
from rulewright_heroclix.movement.placing import free_placements
from rulewright_heroclix.ruleset import RULESET
from rulewright_heroclix.space.board import scene_of

from .specials import act, acting, special, use
from .table import BLANK, FOE, HERO, at, attacking, clix, dice, happened, invent, marker, moving, one, play, rule, turn

TOUGH = ("8/10/16/3",) * 8


def under(*changes: tuple[str, str, int], rules: Rules | None = None) -> Scenario:
    """A hero under effects, each a stat, a layer and an amount."""
    position = play(at(HERO, "C3"), at(FOE, "H3"), rules=rules)
    for stat, layer, amount in changes:
        data = {"stat": stat, "layer": layer, "amount": amount}
        position.happen(begin_effect(position.game, "change", FOREVER, target=("characters", HERO), data=data))
    return position


def shown(position: Scenario) -> str:
    """What the table shows of the dial of the hero."""
    told: str = drawn(panel(position.game.view(0)), "en", 200).plain
    return next(line for line in told.splitlines() if line.lower().startswith(HERO))


class Doing(Context):
    """Damage that is dealt to a character, or healing where it is below 0."""

    character: str
    clicks: int


def do(game: Any, doing: Doing) -> Any:
    """Deal it, or heal it."""
    if doing.clicks > 0:
        yield from deal(game, [(doing.character, doing.clicks)], rule="12.5")
    else:
        yield from heal(game, doing.character, -doing.clicks, "6.6")


DO = Procedure("do", [do], Doing)
MORE = RULESET.freeze([Extension(ruleset="heroclix", id="more", procedures=[DO])])


def hurt(clicks: int, *clicks_shown: str, **facts: Any) -> Scenario:
    """A hero that is dealt damage, or healed."""
    rules = invent(clix(HERO, *clicks_shown), game=MORE)
    return play(at(HERO, "C3", **facts), rules=rules).begin(DO(character=HERO, clicks=clicks))


def number(stat: str, *changes: tuple[str, int]) -> int:
    """A combat value of the hero, whose dial shows 8/10/17/3 and whose range is 6."""
    return int(under(*((stat, layer, amount) for layer, amount in changes)).game.number(stat, HERO))


# 6 and 13: combat values ------------------------------------------------------------------------------------


@rule("6.7", 1, 2, 3)
@rule("6.8", 1, 2)
@rule("6.9", 2, 3, 4)
@rule("6.12", 1)
@rule("13.1", 1, 2, 3, 4)
@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ((), 10),
        ((("modify", 1),), 11),
        ((("modify", 1), ("replace", 6)), 7),
        ((("modify", 1), ("multiply", 2)), 21),
        ((("modify", 1), ("replace", 7), ("divide", 2)), 5),
        ((("printed", 10), ("modify", 2), ("replace", 4)), 10),
    ],
)
def test_values_are_replaced_then_multiplied_then_modified(changes: Any, found: int) -> None:
    assert number("attack", *changes) == found
    position = under(("attack", "modify", 1))
    assert one(position, HERO).click == 1 and position.state.characters[HERO] == one(play(at(HERO, "C3")), HERO)


@rule("6.8", 1)
@pytest.mark.parametrize(("value", "printed"), [("speed", 8), ("attack", 10), ("defense", 17), ("damage", 3)])
def test_a_replacement_value_stands_in_the_place_of_the_printed_one_and_is_shown_beside_it(
    value: str, printed: int
) -> None:
    trait = special(act({"do": "becomes", "value": value, "number": 6, "until": "this turn"}, action=("FREE",)))
    position = acting(trait=trait)
    assert str(printed) in shown(position) and f"6 ({printed})" not in shown(position)

    use(position, "FREE")
    assert position.game.number(value, HERO) == 6 and f"6 ({printed})" in shown(position)


@rule("6.10", 1, 2)
@pytest.mark.parametrize(
    ("number", "layer", "by", "before", "after"),
    [
        ("attack roll", "increase", 5, 0, 5), ("attack total", "increase", 5, 0, 5), ("dealt", "increase", 5, 0, 5),
        ("targets", "increase", 4, 1, 5), ("targets", "minimum", 3, 1, 3), ("break away", "increase", -2, 3, 1),
        ("break away", "maximum", 2, 3, 2),
    ],
)  # fmt: skip
def test_a_number_that_is_no_combat_value_is_increased_or_decreased(
    number: str, layer: str, by: int, before: int, after: int
) -> None:
    change = {"do": "increase", "number": number, "layer": layer, "by": by, "until": "this turn"}
    position = acting(trait=special(act(change, action=("FREE",))))
    assert position.game.number(number, HERO) == before

    assert use(position, "FREE").game.number(number, HERO) == after
    assert position.answer(None).game.number(number, HERO) == before


@rule("14.2", 3, 4)
@rule("6.7", 4)
@rule("6.10", 3)
def test_modifiers_of_a_combat_value_come_to_three_at_most() -> None:
    assert number("attack", *(("modify", 1),) * 5) == 13 and number("attack", *(("modify", -1),) * 5) == 7
    assert number("attack", *(("modify", 1),) * 5, ("modify", -2)) == 13
    assert number("attack", ("replace", 16)) == 16
    assert under(("targets", "increase", 5)).game.number("targets", HERO) == 6


@rule("13.1", 6)
def test_a_combat_value_is_never_below_zero() -> None:
    assert number("damage", ("modify", -3), ("replace", 1)) == 0


@rule("13.4", 1, 2, 3)
@rule("13.4a")
def test_minimums_and_maximums_change_the_result_alone() -> None:
    assert number("attack", ("minimum", 12)) == 12 and number("attack", ("minimum", 12), ("modify", 3)) == 13
    assert number("attack", ("maximum", 9), ("modify", -2)) == 8 and number("attack", ("maximum", 9)) == 9
    assert number("attack", ("minimum", 12), ("maximum", 4)) == 4


# 6.6 Healing ------------------------------------------------------------------------------------------------


@rule("6.6", 1, 2, 3)
@rule("8.1k")
def test_healing_turns_the_dial_back_to_the_starting_line() -> None:
    little = hurt(-1, click=3)
    assert one(little, HERO).click == 2 and happened(little, Healed)[0].clicks == 1
    far = hurt(-5, click=3)
    assert one(far, HERO).click == 1 and happened(far, Healed)[0].clicks == 2
    start = hurt(-1, click=2, start=2)
    assert one(start, HERO).click == 2 and not happened(start, Healed, Turned)


# 10.9 Placing -----------------------------------------------------------------------------------------------


@rule("10.9", 1, 2)
def test_being_placed_is_no_move() -> None:
    slow = play(at(HERO, "C3"), at(FOE, "D3"), rules=invent(clix(HERO, "0/10/17/3")))
    position = slow.happen(Placed(HERO, (square_of("P16"),)))

    assert one(position, HERO).squares == (square_of("P16"),)
    assert "placed" in one(position, HERO).done and "moved" not in one(position, HERO).done
    assert not happened(position, BrokeAway)


@rule("10.3", 2)
def test_a_move_over_a_number_of_squares_may_be_shorter() -> None:
    assert one(moving(play(at(HERO, "C3")), 4).answer("D3"), HERO).squares == (square_of("D3"),)


# 13.3 Action tokens -----------------------------------------------------------------------------------------


@rule("13.3", 1, 2)
def test_nobody_has_a_third_action_token() -> None:
    position = play(at(HERO, "C3", tokens=2)).happen(TokenGiven(HERO))
    assert one(position, HERO).tokens == 2
    tired = turn(play(at(HERO, "C3", tokens=2), at(HERO, "C5", name="mate"), at(FOE, "P16")))
    assert not [answer for answer in tired.options if answer and answer[0] == HERO]


@rule("13.5", 1)
def test_the_active_player_is_the_one_whose_turn_it_is() -> None:
    assert turn(play(at(HERO, "C3"), at(FOE, "D3")), 1).game.active == 1


# 12.6 Knock back --------------------------------------------------------------------------------------------


@rule("12.6d", 9, 11)
def test_knock_back_stops_at_changes_of_elevation_and_closed_corners() -> None:
    def flung(foe: str, **of_map: Any) -> str:
        rules = invent(clix(HERO), clix(FOE, *TOUGH), **of_map)
        position = attacking(at(HERO, "C3"), at(FOE, foe), rules=rules, rolls=dice("44")).answer("yes")
        assert happened(position, KnockedBack)
        return grid.name_of(one(position, FOE).squares[0])

    assert flung("D3") == "G3" and flung("D4") == "G7"
    assert flung("D3", elevated={"2": ["F1:P16"]}) == "E3" and flung("D3", elevated={"2": ["A1:D16"]}) == "D3"
    assert flung("D4", walls=["E5|F5", "E5|E6"]) == "E5" and flung("D4", walls=["E5|F5"]) == "G7"


# 16 Terrain -------------------------------------------------------------------------------------------------


@rule("16", 1, 2)
@rule("16.2", 2)
@rule("16.3", 1)
@rule("17", 1, 4)
def test_terrain_is_what_is_printed_and_what_lies_on_the_map() -> None:
    board = scene_of(play(marker("barrier", "E3"), rules=invent(rows=["hh##~~..........", *BLANK[1:]])).game).board

    assert board.where(grid.HINDERING).bit_count() == 2 and board.where(grid.WATER).bit_count() == 2
    assert board.where(grid.BLOCKING) == board.mask([(2, 0), (3, 0), (4, 2)])


@rule("16.5", 3)
def test_elevated_terrain_stays_when_what_stands_on_it_is_destroyed() -> None:
    rules = invent(
        clix(HERO, "8/10/17/3"), rows=[*BLANK[:2], "...#............", *BLANK[3:]], elevated={"2": ["A1:P4"]}
    )
    position = turn(play(at(HERO, "C3"), at(FOE, "P16"), rules=rules)).answer((HERO, "destroy", "CLOSE"))
    tile = scene_of(position.game).board.tiles[square_of("D3")]

    assert (tile.terrain, tile.elevation) == (grid.HINDERING, 2)


@rule("16.4f", 2)
@rule("16.4g", 2)
@pytest.mark.parametrize("kind", ["windows", "doors"])
def test_windows_and_doors_are_destroyed_like_walls(kind: str) -> None:
    edges: Any = {kind: ["C3|D3"]}
    rules = invent(clix(HERO, "8/10/17/3", range=0), **edges)
    position = turn(play(at(HERO, "C3"), at(FOE, "P16"), rules=rules)).answer((HERO, "destroy", "CLOSE"))

    assert len(position.state.ruins) == 1 and len(position.state.markers) == 2


@rule("16.5g")
@pytest.mark.parametrize(
    ("printed", "uneven"), [({}, False), ({"symbols": ["flight"]}, True), ({"size": "giant"}, True)]
)
def test_a_large_base_stands_on_one_elevation_unless_stated_otherwise(printed: dict[str, Any], uneven: bool) -> None:
    rules = invent(clix(HERO, base="2x2", **printed), elevated={"2": ["E1:P16"]})
    position = play(at(HERO, "A1", "B1", "A2", "B2"), at(FOE, "P16"), rules=rules)
    board = scene_of(position.game).board
    high = board.mask([square_of(square) for square in ("E1", "E2")])
    low = board.mask([square_of(square) for square in ("D1", "D2")])
    assert (high | low in free_placements(position.game, HERO)) is uneven

    if uneven:
        assert one(moving(position, 8).answer("D1:E2"), HERO).squares == ((3, 0), (4, 0), (3, 1), (4, 1))
    else:
        with pytest.raises(Refused):
            moving(position, 8).answer("D1:E2")


# 8.2 Passive effects, 8.1 triggered ones --------------------------------------------------------------------


@rule("8.2", 1, 3, 4)
@rule("6.5", 3)
def test_a_passive_effect_works_as_long_as_its_power_shows() -> None:
    dial = ("8/10/16 toughness/3", "8/10/16 toughness/3", *("8/10/16/3",) * 4)

    for click, taken in ((1, 1), (2, 1), (3, 2)):
        position = hurt(2, *dial, click=click)
        assert [event.taken for event in happened(position, DamageDealt)] == [taken] and not position.asked


# 14.1 First turn immunity -----------------------------------------------------------------------------------


def begun() -> Game:
    """A game of the package in its first turn, everybody set up."""
    forces = [{"members": [{"character": one}]} for one in ("gale", "quill")]
    game = new_game("heroclix", setup={"forces": forces}, seed=2)
    while game.request.ask != "action":
        game.answer(game.request.space.sample(Random(3)), game.request.player)
    return game


@rule("14.1", 1, 2)
def test_until_each_player_has_had_a_turn_characters_in_their_starting_areas_are_immune() -> None:
    game = begun()
    mine, foe = [next(str(one.id) for one in game.state.characters.values() if one.player == seat) for seat in (0, 1)]
    first = mine if game.active == 0 else foe
    other = foe if first == mine else mine
    assert game.has("immune", mine) and game.has("immune", foe) and legal_targets(game, first, "range") == []

    game.answer((first, "move", "MOVE"))
    while game.request.ask == "move":
        here = game.state.characters[first].squares[0]
        row = here[1] + (3 if here[1] < 8 else -3)
        game.answer((here[0], row), game.request.player)
    while game.request.ask != "action":
        game.answer(None, game.request.player)
    assert not game.has("immune", first) and game.has("immune", other)
    while game.state.forces[game.state.characters[other].player].turns == 0:
        game.answer(None, game.request.player)
    assert not game.has("immune", other)
