"""What programs think of positions, and that they win with it."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.bots import make_bot
from rulewright.simulate import compare
from rulewright_heroclix.minds.judgement import _aim, evaluate, suggest
from rulewright_heroclix.terms import hit_chance
from tests.lengths import length

from .table import FOE, HERO, at, clix, invent, marker, play, rule, turn


def worth(*things: Any, **forces: Any) -> float:
    """What a position is worth for player 0."""
    return evaluate(play(*things, **forces).game.view(0), 0)


def test_a_position_is_good_for_one_where_it_is_bad_for_the_other() -> None:
    view = play(at(HERO, "C3"), at(FOE, "F3", click=2)).game.view(0)

    assert evaluate(view, 0) > 0 > evaluate(view, 1)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ([at(HERO, "C3"), at(FOE, "P16", click=2)], [at(HERO, "C3"), at(FOE, "P16")]),
        ([at(HERO, "C3"), at(FOE, "E3")], [at(HERO, "C3", tokens=1), at(FOE, "E3")]),
        ([at(HERO, "C3"), at(FOE, "L3", tokens=2)], [at(HERO, "A3"), at(FOE, "L3", tokens=2)]),
        ([at(HERO, "C3"), at(FOE, "D3", click=4, tokens=2)], [at(HERO, "C3"), at(FOE, "D3", click=1, tokens=2)]),
    ],
    ids=["a click taken", "no token", "nearer", "about to fall"],
)
def test_what_is_better(better: list[Any], worse: list[Any]) -> None:
    assert worth(*better) > worth(*worse)


def test_victory_points_count() -> None:
    both = [at(HERO, "C3"), at(FOE, "L3")]

    assert worth(*both, forces={0: {"victory": 50}}) - worth(*both) == pytest.approx(50)


@rule("12.3", 2, 3)
@rule("12.3b", 1)
@rule("12.3c", 1)
def test_the_table_of_hits() -> None:
    assert [round(36 * hit_chance(need)) for need in (2, 3, 4, 7, 9, 12, 13, 20)] == [35, 35, 33, 21, 10, 1, 1, 1]


@pytest.mark.parametrize(("rows", "hopes"), [(("....hh..........",) * 16, False), (("................",) * 16, True)])
def test_nobody_hopes_to_shoot_at_stealth_across_hindering_terrain(rows: tuple[str, ...], hopes: bool) -> None:
    """In the turn of who has Stealth the line of fire is not blocked, but nobody shoots at it then."""
    gift = {"id": "gift", "name": {"en": "Gift", "zh": "天赋"}, "grants": ["stealth"]}
    rules = invent(clix(HERO, range=6), clix(FOE, traits=[gift]), rows=rows)
    game = asked(at(HERO, "C3"), at(FOE, "H3"), rules=rules)
    while game.active == 0:
        game.answer(None)
    view = game.view(0)

    assert (_aim(view, view.state.characters[HERO], {FOE: 5}) > 0) is hopes


# What a player thinks of ----------------------------------------------------------------------------------------


def asked(*things: Any, rules: Any = None) -> Any:
    """The game at the first question of a turn of player 0."""
    return turn(play(*things, rules=rules)).game


def chosen(game: Any) -> Any:
    """What a greedy bot answers."""
    return make_bot("greedy", 1).choose(game.view(0), game.request)


@pytest.mark.parametrize(("reach", "rows"), [(1, [10]), (6, [7, 10])])
def test_a_character_goes_where_it_can_attack(reach: int, rows: list[int]) -> None:
    """The way is thought of before the action is judged: an action token is not spent on a walk to anywhere."""
    rules = invent(clix(HERO, range=reach), clix(FOE, range=1))
    game = asked(at(HERO, "C3"), at(FOE, "C14"), rules=rules)
    game.answer(chosen(game))

    assert game.request.ask == "move"
    assert {square[1] for square in suggest(game.view(0), game.request) or ()} == set(rows)
    assert chosen(game)[-1][1] in rows


@pytest.mark.parametrize(("theirs", "row"), [(6, 6), (8, 4)])
def test_who_cannot_shoot_comes_near_a_shooter_and_stays_out_of_its_range(theirs: int, row: int) -> None:
    """So the next move, or charge, leads beside it: whoever stays where they are is never anywhere near."""
    game = asked(at(HERO, "C3"), at(FOE, "C14"), rules=invent(clix(HERO, range=1), clix(FOE, range=theirs)))
    game.answer(chosen(game))

    assert game.request.ask == "move"
    assert {square[1] for square in suggest(game.view(0), game.request) or ()} == {10, row}
    assert chosen(game)[-1][1] == row


@rule("16.9")
def test_nobody_shoots_at_terrain_who_has_better_to_do() -> None:
    game = asked(at(HERO, "C3"), at(FOE, "P16"), marker("blocking", "C5"), rules=invent())

    assert (HERO, "destroy", "RANGE") in game.request.space.options()
    assert (HERO, "destroy", "RANGE") not in (suggest(game.view(0), game.request) or ())
    assert chosen(game)[1] == "move"


@rule("16.9")
def test_nobody_breaks_a_wall_beside_an_enemy() -> None:
    game = asked(at(HERO, "C3"), at(FOE, "D3"), rules=invent(walls=["C3|B3"]))

    assert (HERO, "destroy", "CLOSE") in game.request.space.options()
    assert chosen(game) == (HERO, "close", "CLOSE")


def test_who_stands_beside_an_enemy_strikes_instead_of_charging() -> None:
    game = asked(at(HERO, "C3"), at(FOE, "D3"), rules=invent(clix(HERO, "8 charge/10/17/3")))

    assert (HERO, "charge", "POWER") in game.request.space.options()
    assert (HERO, "charge", "POWER") not in (suggest(game.view(0), game.request) or ())


@rule("pac.perplex")
def test_perplex_helps_whoever_attacks_next() -> None:
    rules = invent(clix("seer", "8/5/17/1 perplex"), clix(FOE, "8/10/17/3"))
    friends = at("seer", "C3"), at(HERO, "D4"), at(HERO, "A1", name="bystander")
    game = asked(*friends, at(FOE, "E4"), rules=rules)
    game.answer(("seer", "perplex", "FREE"))
    target = chosen(game)
    game.answer(target)

    assert (target, chosen(game)) in [(HERO, ("attack", 1)), (FOE, ("defense", -1))]


@rule("pac.outwit")
def test_outwit_takes_a_power_that_is_in_use() -> None:
    rules = invent(clix(HERO, "8/10/17/3 outwit"), clix(FOE, *["8 flurry/10/17 toughness/3"] * 4))
    game = asked(at(HERO, "C3"), at(FOE, "E4"), rules=rules)
    game.answer((HERO, "outwit", "FREE"))

    assert game.request.ask == "power" and len(game.request.space.options()) > 20
    assert chosen(game) == "toughness"


@pytest.mark.parametrize("power", ["toughness", "combat-reflexes", "super-senses"])
def test_powers_that_defend_are_worth_taking_away(power: str) -> None:
    with_it = invent(clix(FOE, *[f"8/10/17 {power}/3"] * 4))
    without = invent(clix(FOE, *["8/10/17 willpower/3"] * 4))
    both = at(HERO, "C3"), at(FOE, "D3")

    assert worth(*both, rules=without) > worth(*both, rules=with_it)


@rule("17.7")
def test_an_object_in_hand_is_worth_something() -> None:
    both = at(HERO, "C3"), at(FOE, "L3")

    assert worth(*both, marker("object", holder=HERO)) > worth(*both, marker("object", "C3"))


GAMES = length(2, 4)


def test_greedy_bots_beat_random_ones() -> None:
    found = compare("heroclix", "greedy", "random", GAMES, seed=1, jobs=1)

    assert found.wins["a"] == GAMES and not found.summary.failed
