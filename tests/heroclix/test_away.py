"""Characters that are removed from the map for a while, and those that find no room (13.2, 15.3, 21.12)."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.geometry.grid import name_of, square_of
from rulewright.testing import Scenario
from rulewright_heroclix.attack.targets import may_target
from rulewright_heroclix.events.attacks import Targeted
from rulewright_heroclix.events.characters import NamedTokens, Replaced, Returned, TakenOff
from rulewright_heroclix.events.damage import DamageDealt, KnockedOut
from rulewright_heroclix.events.turns import TokensCleared
from rulewright_heroclix.terms import keywords, opponents
from rulewright_heroclix.victory import IN_PLAY, is_defeated

from .specials import act, acting, special, use, when
from .table import FOE, HERO, at, clix, dice, happened, invent, marker, one, play, rule, turn
from .test_terrain import field
from .test_timing import mark, marking, order

GONE = special(act({"do": "take_off", "who": "self"}, action=("FREE",)))


def away(*things: Any, **more: Any) -> Scenario:
    """The turn of a hero who has stepped off the map, beside a friend."""
    return use(acting(*things, trait=GONE, **more), "FREE")


@rule("15.3", 1, 2)
def test_who_is_removed_from_the_map_is_neither_ko_d_nor_gone_and_returns_next_turn() -> None:
    position = away()
    assert (one(position, HERO).area, one(position, HERO).squares) == ("aside", ())
    assert happened(position, TakenOff) and not happened(position, KnockedOut)

    position.answer(None)
    assert one(position, HERO).area == "aside" and position.player == 1
    position.answer(None).answer("C3")
    assert (one(position, HERO).area, one(position, HERO).squares) == ("map", (square_of("C3"),))
    assert happened(position, Returned)


@rule("15.3", 2)
def test_who_returns_to_a_square_that_is_taken_is_placed_as_close_as_possible() -> None:
    position = play(at(HERO, area="aside", last_squares=(square_of("A1"),), back=0), at(FOE, "A1"), at("mate", "P16"),
                    rules=invent(clix("mate")))  # fmt: skip
    turn(position)

    assert set(map(name_of, position.options)) == {"A2", "B1", "B2"}


@rule("15.3", 3, 4)
def test_who_is_off_the_map_acts_not_and_its_powers_do_nothing() -> None:
    leader = special({"modifies": "attack", "by": 1, "to": "friendly"}, GONE["does"][0], id="brawn")
    position = acting(trait=leader)
    assert position.game.number("attack", "idle") == 11
    use(position, "FREE", "brawn/2")

    assert position.game.number("attack", "idle") == 10
    assert not [option for option in position.options if option and option[0] == HERO]


@rule("15.3", 4)
@rule("20.1")
def test_who_is_off_the_map_uses_no_power_that_it_was_lent() -> None:
    aura = special({"modifies": "attack", "by": 1, "to": "friendly"}, id="aura")
    mate = {"every": "friendly", "named": "mate"}
    lends = act({"do": "can_use", "powers": ["aura"], "to": mate, "until": "this game"}, action=("FREE",))
    gate = act({"do": "target", "among": "friendly", "named": "mate", "then": [{"do": "take_off"}]}, action=("FREE",))
    hero = clix(HERO, *("8/10/17/3",) * 3, traits=[special(lends, gate)])
    position = acting(at("mate", "E5"), cards=(hero, clix("mate"), clix("singer", traits=[aura])))
    assert use(position, "FREE").game.number("attack", "idle") == 11

    use(position, "FREE", "brawn/2")
    assert not position.game.has("aura", "mate") and position.game.number("attack", "idle") == 10
    position.answer(None).answer(None).answer("E5")
    assert position.game.has("aura", "mate") and position.game.number("attack", "idle") == 11


@rule("15.3", 5)
@pytest.mark.parametrize(("area", "tokens"), [("map", ["end"]), ("aside", [])])
def test_who_is_off_the_map_triggers_nothing(area: Any, tokens: list[str]) -> None:
    rules = invent(clix(HERO, traits=[marking("your turn ends", "end")]), clix("mate"))
    hero = at(HERO, *(["C3"] if area == "map" else []), area=area, back=1, last_squares=((2, 2),))
    position = turn(play(hero, at("mate", "A1"), at(FOE, "P16"), rules=rules)).answer(None)

    assert order(position) == tokens


@rule("12.5d", 6)
@pytest.mark.parametrize("near", [{"range": 6}, {"adjacent": True}, {"sight": True}, {"direct": True}])
@pytest.mark.parametrize("counted", [True, False])
def test_who_is_ko_d_is_near_nobody_when_its_text_asks_who_is(counted: bool, near: dict[str, Any]) -> None:
    all_foes = {"do": "damage", "amount": {"how_many": "opposing", **near}, "to": {"every": "opposing"}}
    effect = all_foes if counted else {"do": "take_off", "who": {"every": "opposing", **near}}
    last = when("KO'd", effect, whose="self", immediately=True)
    shock = special(act({"do": "ko", "who": "self"}, action=("FREE",)), last, id="shock")
    position = use(acting(at("idle", "A1", name="mate"), at(FOE, "E3"), trait=shock), "FREE", "shock")

    assert one(position, HERO).area == "ko" and not happened(position, TakenOff)
    assert not any(event.amount for event in happened(position, DamageDealt))


@rule("15.3", 6)
@rule("3.1", 1)
def test_who_is_off_the_map_is_neither_targeted_nor_chosen_nor_hurt() -> None:
    shock = special(act({"do": "damage", "to": {"every": "friendly"}}, action=("FREE",)), id="shock")
    rules = invent(clix(HERO, traits=[shock]))
    things = (at(HERO, area="aside", name="gone"), at(FOE, area="aside", back=1), at(FOE, "D3", name="near", player=1))
    position = turn(play(at(HERO, "C3"), at(HERO, "A9", name="mate"), *things, rules=rules, rolls=dice("12")))
    assert not may_target(position.game, HERO, FOE, "close") and opponents(position.game, 0) == ["near"]

    position.answer((HERO, "shock", "FREE"))
    assert [event.character for event in happened(position, DamageDealt)] == ["mate"]
    position.answer((HERO, "close", "CLOSE"))
    assert [event.target for event in happened(position, Targeted)] == ["near"]


@rule("15.3", 7)
def test_who_is_off_the_map_is_still_on_its_force() -> None:
    position = play(at(HERO, area="aside", back=0), at(FOE, "P16"))

    assert one(position, HERO).player == 0 and one(position, HERO).area in IN_PLAY
    assert not is_defeated(position.game, 0) and keywords(position.game, HERO) == ()
    assert is_defeated(play(at(HERO, area="ko"), at(FOE, "P16")).game, 0)


@rule("15.3a", 2)
def test_who_is_off_the_map_clears_its_tokens_without_triggering_anything() -> None:
    traits = [marking("your turn ends", "end"), marking("your turn begins", "begin")]
    rules = invent(clix(HERO, traits=traits), clix("mate"))
    gone = at(HERO, area="aside", back=1, last_squares=((2, 2),), tokens=2)
    position = turn(play(gone, at("mate", "A1"), at(FOE, "P16"), rules=rules)).answer(None)

    assert HERO in happened(position, TokensCleared)[0].characters and one(position, HERO).tokens == 0
    assert not happened(position, NamedTokens)


@rule("15.3", 1)
def test_what_it_held_is_put_down_before_it_leaves() -> None:
    position = away(marker("object", holder=HERO))
    assert position.asked == "put_down"

    position.answer("D4")
    assert position.state.markers["object"].squares == (square_of("D4"),)


# 13.2 and 21.12a --------------------------------------------------------------------------------------------


PULLED = {"do": "target", "named": FOE, "then": [{"do": "place", "who": "chosen", "near": "self"}]}
CALLED = {"do": "generate", "card": "imp"}
STREWN = {"do": "generate_marker", "marker": "hindering"}
RING = ("B2", "C2", "D2", "B3", "D3", "B4", "C4", "D4")
FAR = {name_of((x, y)) for x in range(5) for y in range(5) if 4 in (x, y) or 0 in (x, y)}
"""The squares that are 2 squares away from C3."""


def crowded(*does: Any, missing: int = 0, **more: Any) -> Scenario:
    """The turn of a hero in C3 who does something with all squares beside it occupied, but for some of them."""
    crowd = tuple(at("mate", square, name=f"m{square}") for square in RING[missing:])
    cards = (clix(HERO, *("8/10/17/3",) * 3, traits=[special(*does)]), clix("mate"), clix("imp"))
    return acting(at(FOE, "L12"), *crowd, cards=cards, **more)


@rule("13.2", 4)
@pytest.mark.parametrize("effect", [PULLED, CALLED, STREWN], ids=["place", "generate", "generate_marker"])
def test_what_must_be_placed_and_finds_no_room_an_opponent_places_as_close_as_possible(effect: Any) -> None:
    position = use(crowded(act(effect)))
    if position.asked == "target":
        position.answer(FOE)

    assert position.player == 1 and set(map(name_of, position.options)) == FAR
    position.answer("E5")
    there = [*position.state.characters.values(), *position.state.markers.values()]
    assert [one.squares for one in there].count((square_of("E5"),)) == 1


@rule("20.9b")
@rule("13.2", 4)
@pytest.mark.parametrize("effect", [PULLED, CALLED, STREWN], ids=["place", "generate", "generate_marker"])
@pytest.mark.parametrize("missing", [0, 1])
def test_what_may_be_placed_needs_the_room(effect: Any, missing: int) -> None:
    position = use(crowded(act({"do": "may", "effects": [effect]}), missing=missing))
    assert position.asked == ("may" if missing else "action")

    position = crowded(when("given a token", effect, may=True), missing=missing)
    position.answer((HERO, "move", "MOVE")).answer("stay")
    if missing:
        position.answer(("brawn", HERO))
    if position.asked == "target":
        position.answer(FOE)
    assert position.player == 0 and position.asked in (("put_down", "generate") if missing else ("action",))


@rule("13.2", 4)
def test_those_of_several_that_still_find_room_are_placed_by_their_player() -> None:
    position = use(crowded(act({**CALLED, "amount": 2}), missing=1))
    assert (position.player, list(map(name_of, position.options))) == (0, ["B2"])

    position.answer("B2")
    assert position.player == 1 and set(map(name_of, position.options)) == FAR


@rule("21.6c")
def test_no_more_than_may_be_are_placed_anywhere() -> None:
    position = use(crowded(act({**CALLED, "most": 1}), missing=1)).answer("B2")
    use(position.answer(None).answer(None))

    assert position.asked == "action"


def replacing(*things: Any, optional: bool, base: str = "2x2") -> Scenario:
    """A hero in B2 who is replaced by a character on a larger base."""
    trait = special(act({"do": "replace", "optional": optional}, action=("FREE",)), id="brawn")
    rules = invent(clix(HERO, traits=[trait]), clix("large", base=base), clix("mate"))
    position = play(at(HERO, "B2"), at("large", area="sideline"), at(FOE, "P16"), *things, rules=rules)
    return turn(position).answer((HERO, "brawn", "FREE"))


CROWD = tuple(at("mate", square, name=f"m{square}") for square in ("A1", "C1", "A3", "C3", "B1", "A2", "C2", "B3"))


@rule("13.2", 4)
@rule("21.12a", 13)
def test_a_mandatory_replacement_without_room_is_placed_by_the_opponent_as_close_as_possible() -> None:
    position = replacing(*CROWD, optional=False)
    assert (position.asked, position.player) == ("place_base", 1)
    assert all(min(max(abs(x - 1), abs(y - 1)) for x, y in squares) == 2 for squares in position.options)

    squares = position.options[0]
    position.answer(squares)
    assert one(position, "large").squares == squares and one(position, HERO).area == "sideline"


@rule("21.12a", 7, 12)
def test_a_larger_replacement_covers_a_square_of_the_old_one_and_an_optional_one_needs_the_room() -> None:
    assert not happened(replacing(*CROWD, optional=True), Replaced)

    position = replacing(optional=True).answer("large")
    assert (position.asked, position.player) == ("place_base", 0)
    assert len(position.options) == 4 and all((1, 1) in squares for squares in position.options)


# 8.1f and 16.5f ---------------------------------------------------------------------------------------------


@rule("8.1f", 4)
def test_the_use_of_a_power_triggers_and_that_of_its_keyphrase_does_not() -> None:
    """Force Blast has KNOCKBACK: an attack that knocks back by it is no use of Force Blast."""
    trait = special(when("given an action", mark("gust"), using="force-blast"), id="gust")
    hero = clix(HERO, *("8 force-blast/10/17/3",) * 4, traits=[trait])
    for deed, tokens in (("close", []), ("force-blast", ["gust"])):
        position = acting(at(FOE, "D3"), cards=(hero,), rolls=("65",))
        position.answer((HERO, deed, "POWER" if deed == "force-blast" else "CLOSE"))
        if position.asked == "knock_back":
            position.answer("yes")
        assert order(position) == tokens and one(position, FOE).squares != (square_of("D3"),)


@rule("16.5f")
@pytest.mark.parametrize(("square", "found"), [("F3", True), ("E3", False), ("F8", False)])
def test_only_who_touches_elevated_terrain_is_adjacent_to_it(square: str, found: bool) -> None:
    trait = special(act({"do": "target", "by_elevated": True, "then": [{"do": "damage"}]}))
    rules = field(hero={"traits": [trait]}, elevated={"2": ["G2:G4"]})
    position = turn(play(at(HERO, "C3"), at(FOE, square), rules=rules)).answer((HERO, "brawn", "POWER"))

    assert bool(happened(position, DamageDealt)) is found
