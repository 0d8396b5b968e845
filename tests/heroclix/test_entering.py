"""Who starts the game, who changes size, what is generated where, and who is made to lose (2, 4, 5, 6, 8, 21)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rulewright import new_game
from rulewright.geometry.grid import square_of
from rulewright.testing import Scenario
from rulewright_heroclix.attack.knock_back import may_knock_back
from rulewright_heroclix.damage import TURN_DIAL
from rulewright_heroclix.events.before import GameBegan, SetUp, StartedGame
from rulewright_heroclix.events.characters import CharacterGenerated, NamedTokens, Replaced
from rulewright_heroclix.events.damage import KnockedOut
from rulewright_heroclix.events.turns import ActionGiven
from rulewright_heroclix.events.victory import Defeated
from rulewright_heroclix.space.board import scene_of
from rulewright_heroclix.terms import size_of

from .specials import act, acting, special, use, when
from .table import FOE, HERO, at, clix, happened, happened_in, invent, marker, one, play, rule, turn
from .test_forces import begun, faults, members, trait
from .test_forces import rules as of_forces
from .test_special import gear
from .test_special import rules as rules_with
from .test_timing import both, mark, marking, order

# 1, 2 and 25 Forces -----------------------------------------------------------------------------------------


@rule("1.7", 3)
@rule("2.6", 3)
def test_of_several_starting_lines_its_player_chooses_on_the_sideline_too() -> None:
    two = clix("two", points=[{"value": 80}, {"value": 40, "click": 3}])
    boss = clix("boss", traits=[trait("legion", builds_sideline=True)])
    both_lines = [{"character": "two", "points": points} for points in (40, 80)]
    force = {"members": [{"character": "boss"}, *both_lines], "sideline": both_lines}
    game = begun(of_forces(two, boss), force)

    found = [(one.area, one.points, one.start) for one in game.state.characters.values() if one.card == "two"]
    assert found == [("outside", 40, 3), ("outside", 80, 1), ("sideline", 40, 3), ("sideline", 80, 1)]


@rule("17.13", 1, 2)
@rule("25.2a", 2)
def test_equipment_does_not_count_against_the_markers_and_what_a_trait_gives_costs_nothing() -> None:
    squire = clix("squire", traits=[trait("page", equipment="cloak")])
    found = of_forces(squire, elements=[gear("cloak"), gear("helm")])
    full = {"markers": ["object", "hindering", "smoke"]}
    given = members("squire", **full)
    assert faults(found, given, build_total=50) == ()

    assigned = {"members": [{"character": "plain", "equipment": "helm"}], **full}
    assert faults(found, assigned, build_total=60) == ()
    (problem,) = faults(found, assigned, build_total=50)
    assert "found 60 points" in problem
    position = play(at("squire", "A1"), at("plain", "P16", player=1), rules=found).happen(GameBegan(0))
    assert [one(position, id).equipment for id in ("squire", "plain")] == ["cloak", ""]


@rule("25.2b", 7)
def test_who_cannot_be_equipped_is_assigned_no_equipment() -> None:
    found = of_forces(clix("ghost", equippable=False), elements=[gear("cloak")])
    (problem,) = faults(found, {"members": [{"character": "ghost", "equipment": "cloak"}]})

    assert problem.startswith("forces[0].members[0].equipment: found cloak") and "25.2b" in problem
    assert faults(found, {"members": [{"character": "plain", "equipment": "cloak"}]}) == ()


@rule("17.4", 3)
def test_no_marker_is_laid_on_special_terrain() -> None:
    rows = ["." * 16] * 4 + ["*" * 16] + ["." * 16] * 11
    rules = invent(rows=rows)
    forces = [{"members": [{"character": HERO}], "markers": ["object"]}, {"members": [{"character": FOE}]}]
    game = new_game(rules, {"map": "field", "forces": forces}, seed=2)
    while game.request.ask != "lay":
        game.answer(game.request.space.sample(Random(1)), game.request.player)

    board = scene_of(game).board
    assert not game.request.space.mask & board.mask((x, 4) for x in range(16))
    assert game.request.space.mask & board.mask((x, 5) for x in range(16))


# 4.4 and 24.5 -----------------------------------------------------------------------------------------------


@rule("4.4", 5)
def test_what_has_triggered_at_the_beginning_of_the_game_resolves_for_who_has_left_the_map() -> None:
    strike = special(when("game begins", {"do": "ko", "who": {"every": "opposing"}}), id="strike")
    rules = invent(clix(HERO, traits=[strike]), clix(FOE, traits=[marking("game begins", "curse")]), clix("idle"))
    position = play(at(HERO, "C3"), at(FOE, "F3"), at("idle", "P1", player=1), rules=rules).happen(GameBegan(0))

    events = happened(position, KnockedOut, NamedTokens)
    assert [type(event) for event in events] == [KnockedOut, KnockedOut, NamedTokens]
    assert one(position, FOE).area == "ko" and order(position) == ["curse"]


@rule("24.5", 10)
def test_the_continuity_ability_of_a_title_character_says_what_its_ko_brings() -> None:
    legacy = special(when("KO'd", mark("legacy")), id="legacy", continuity=True)
    rules = rules_with(clix(HERO, title=True, traits=[legacy]))
    position = play(at(HERO, "C3"), at(HERO, "A1", name="other", area="sideline"), at(FOE, "P16"), rules=rules)
    position.happen(KnockedOut(HERO))

    assert order(position) == ["legacy"]


# 5.3b -------------------------------------------------------------------------------------------------------


@rule("5.3b", 2)
@pytest.mark.parametrize(("who", "loser"), [("you", 0), ("opponents", 1)])
def test_whom_an_effect_makes_lose_is_defeated(who: str, loser: int) -> None:
    position = use(acting(trait=special(act({"do": "lose", "who": who}))))

    assert [event.player for event in happened(position, Defeated)] == [loser]
    assert position.game.result is not None


@rule("5.3b", 2)
def test_whom_a_rule_makes_lose_is_defeated() -> None:
    position = use(acting(trait=special(act({"do": "ko", "who": {"every": "opposing"}}))))

    assert [event.player for event in happened(position, Defeated)] == [1]


# 6.6b -------------------------------------------------------------------------------------------------------


def healing(past: bool, **facts: Any) -> Scenario:
    """The hero heals itself 2 clicks."""
    trait_ = special(act({"do": "heal", "amount": 2, "past": past}))
    return use(acting(at(HERO, "C3", **facts), trait=trait_))


@rule("6.6b", 1, 2)
@pytest.mark.parametrize(
    ("click", "past", "found"), [(5, True, 3), (4, True, 2), (3, True, 1), (2, True, 1), (5, False, 4), (3, False, 3)]
)
def test_only_an_effect_that_says_so_heals_past_the_starting_line(click: int, past: bool, found: int) -> None:
    assert one(healing(past, click=click, start=4), HERO).click == found


@rule("6.6a", 1, 2)
@pytest.mark.parametrize(("click", "healed"), [(1, 0), (2, 1)])
def test_an_effect_that_heals_is_activated_unhurt_and_triggers_only_what_follows_a_turn_of_the_dial(
    click: int, healed: int
) -> None:
    heals = act({"do": "heal"}, action=("FREE",))
    trait_ = special(heals, when("healed", {"do": "named_tokens", "token": "mend"}))
    position = use(acting(at(HERO, "C3", click=click), trait=trait_), "FREE")

    assert [event.name for event in happened(position, ActionGiven)] == ["brawn"]
    assert one(position, HERO).click == 1 and len(happened(position, NamedTokens)) == healed


@rule("6.6b", 2)
def test_who_is_beyond_its_starting_line_is_not_turned_back() -> None:
    position = play(at(HERO, "A1", click=2, start=3), at(FOE, "P16")).begin(TURN_DIAL(character=HERO, clicks=-1))

    assert one(position, HERO).click == 2


# 8.1b -------------------------------------------------------------------------------------------------------


def arriving(*things: Any) -> Scenario:
    """A map with characters that show when they start the game."""
    knight = clix(HERO, traits=[marking("starts the game", "hello")])
    return play(at(FOE, "P16"), *things, rules=invent(knight))


@rule("8.1b", 1, 2)
def test_a_character_starts_the_game_when_it_first_enters_the_map_however_it_does() -> None:
    position = arriving(at(HERO, area="outside"), at(HERO, name="bench", area="sideline"), at(FOE, "C1", name="old"))
    position.happen(SetUp(HERO, ((2, 2),)))
    position.happen(CharacterGenerated("hero#9", HERO, 0, FOE, ((4, 4),)))
    position.happen(Replaced("old", ("bench",), (((2, 0),),), 1))
    assert [event.character for event in happened(position, StartedGame)] == [HERO, "hero#9", "bench"]
    assert order(position) == ["hello"] * 3

    position.happen(Replaced("bench", ("old",), (((2, 0),),), 1)).happen(Replaced("old", ("bench",), (((2, 0),),), 1))
    assert order(position) == ["hello"] * 3


# 14 ---------------------------------------------------------------------------------------------------------


@rule("14")
def test_only_what_says_so_goes_beyond_the_rule_of_three() -> None:
    rage, more = special({"modifies": "attack", "by": 5}, id="rage"), special(
        {"modifies": "attack", "by": 4, "layer": "beyond"}, id="more"
    )  # fmt: skip
    assert both([rage], []).game.number("attack", HERO) == 13

    assert both([rage, more], []).game.number("attack", HERO) == 17


# 21 ---------------------------------------------------------------------------------------------------------


@rule("21.2c", 1, 2, 3)
@rule("1.4", 3)
def test_a_new_size_symbol_replaces_the_old_one_with_its_keyphrases() -> None:
    trait_ = special(act({"do": "change_size", "size": "giant"}), act({"do": "change_size", "size": "tiny"}))
    position = acting(at(HERO, "C3", "D3"), trait=trait_, base="1x2", size="colossal")
    game = position.game
    assert size_of(game, HERO) == 3 and game.has("giant-reach:3", HERO) and game.has("great-size", HERO)

    use(position)
    assert size_of(game, HERO) == 2
    assert game.has("giant-reach:2", HERO) and game.has("great-size", HERO) and not game.has("giant-reach:3", HERO)
    position = acting(trait=special(act({"do": "change_size", "size": "tiny"})), size="giant")
    assert not may_knock_back(position.game, HERO, FOE)
    use(position)
    assert position.game.has("tiny-size", HERO) and not position.game.has("great-size", HERO)
    assert may_knock_back(position.game, HERO, FOE) and not scene_of(position.game).figures[HERO].tall


@rule("24.4", 8)
def test_a_vehicle_does_not_change_size() -> None:
    grow = {"do": "target", "among": "friendly", "then": [{"do": "change_size", "to": "chosen", "size": "giant"}]}
    for symbols, size in (([], 2), (["vehicle"], 1)):
        rules = invent(clix(HERO, traits=[special(act(grow))]), clix("car", symbols=symbols))
        position = turn(play(at(HERO, "C3"), at("car", "E3"), at(FOE, "P16"), rules=rules))
        position.answer((HERO, "brawn", "POWER"))
        assert size_of(position.game, "car") == size


@rule("21.6a", 2)
def test_an_effect_may_state_where_its_element_is_placed() -> None:
    trait_ = special(act({"do": "generate_marker", "marker": "object", "range": 3}))
    position = use(acting(marker("blocking", "D5"), trait=trait_))
    assert {square_of("F4"), square_of("D3")} <= set(position.options)
    assert not {square_of("G3"), square_of("E7")} & set(position.options)

    position.answer("E2")
    assert any(one.squares == (square_of("E2"),) for one in position.state.markers.values())


@rule("21.6d", 2)
@pytest.mark.parametrize(("opponent", "owner"), [(False, 0), (True, 1)])
def test_what_an_opponent_generates_is_friendly_to_the_opponent(opponent: bool, owner: int) -> None:
    trait_ = special(act({"do": "generate", "card": "imp", "opponent": opponent}))
    position = use(acting(trait=trait_, cards=(clix("imp", points=5),)))
    assert position.player == owner

    position.answer("D3")
    (imp,) = (one for one in position.state.characters.values() if one.card == "imp")
    assert (imp.player, imp.starting) == (owner, owner)
    assert happened_in(position.game, CharacterGenerated)
