"""What rules call certain results of dice, and who decides where several are alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from rulewright import Extension, Procedure, Turn
from rulewright.testing import Scenario
from rulewright_wh40k.dice.results import d66, discard, doubles, effect_of, extreme, treated, triples
from rulewright_wh40k.dice.rolls import roll_off

from .table import FOES, MINE, army, battle, invent, rule, unit


def doing(what: Callable[[Any], Any], rolls: Any = (), active: int = 0) -> tuple[Scenario, list[Any]]:
    """A rule that does this in the turn of a player, and what it receives."""
    found: list[Any] = []

    def step(game: Any, turn: Turn) -> Any:
        found.append((yield from what(game)))

    words = Procedure("words", [step], Turn)
    base = invent()
    extended = replace(base.ruleset, content=lambda *_: base.content).freeze(
        [Extension(ruleset="wh40k", id="words", procedures=[words])]
    )
    things = unit(MINE, (20, 20)), unit(FOES, (40, 20)), army(0, 3), army(1, 3)
    return battle(*things, rules=extended, rolls=rolls).begin(words(player=active)), found


@rule("commentary.d66")
@pytest.mark.parametrize(("faces", "number"), [((3, 6), 36), ((6, 3), 63), ((1, 1), 11)])
def test_a_d66_is_tens_and_units(faces: tuple[int, int], number: int) -> None:
    _, found = doing(lambda game: d66(game, 0, "fate", "commentary.d66"), rolls=[(face,) for face in faces])
    assert found == [number]


@rule("commentary.doubles")
@rule("commentary.triples")
@pytest.mark.parametrize(
    ("faces", "two", "three"),
    [((1, 2), (), ()), ((4, 4), (4,), ()), ((4, 2, 4), (4,), ()), ((5, 5, 5), (5,), (5,)), ((1, 1, 6, 6), (1, 6), ())],
)
def test_doubles_and_triples(faces: tuple[int, ...], two: tuple[int, ...], three: tuple[int, ...]) -> None:
    assert doubles(faces) == two and triples(faces) == three


@rule("commentary.highest-dice")
@rule("commentary.lowest-dice")
@pytest.mark.parametrize("active", [0, 1])
@pytest.mark.parametrize(
    ("which", "faces", "places"),
    [("highest", (2, 6, 6), (1, 2)), ("lowest", (2, 6, 2), (0, 2)), ("highest", (3, 1), ())],
)
def test_the_active_player_says_which_of_several_is_the_highest(
    active: int, which: Any, faces: tuple[int, ...], places: tuple[int, ...]
) -> None:
    position, found = doing(lambda game: extreme(game, faces, which, "commentary.highest-dice"), active=active)
    if places:
        assert (position.player, tuple(position.options)) == (active, places)
        position.answer(places[1])
    assert found == [places[1] if places else 0]


@rule("commentary.discard-dice")
@pytest.mark.parametrize(("first", "left"), [("lowest", (4,)), ("highest", (4,))])
def test_the_player_of_the_roll_orders_what_discards_dice(first: str, left: tuple[int, ...]) -> None:
    rules: Any = ("lowest", "highest")
    position, found = doing(lambda game: discard(game, 1, (6, 2, 4), rules, "commentary.discard-dice"))
    assert (position.player, set(position.options)) == (1, {"lowest", "highest"})
    position.answer(first)
    assert found == [left]
    two, found = doing(lambda game: discard(game, 0, (2, 2, 5), ("lowest", "lowest"), "commentary.discard-dice"))
    assert found == [(5,)] and doubles(found[0]) == () and doubles((2, 2, 5)) == (2,) and two.asked != "discard"


@rule("commentary.treated-as-dice")
@rule("commentary.counts-as-dice")
@rule("commentary.considered-as-dice")
def test_what_is_treated_as_a_value_triggers_what_the_value_triggers() -> None:
    assert treated((1, 5, 3), {5: 6}) == (1, 6, 3)
    assert doubles((5, 6)) == () and doubles(treated((5, 6), {5: 6})) == (6,)
    assert effect_of(treated((5,), {5: 6})[0], {6: "D3"}) == "D3" and effect_of(5, {6: "D3"}) is None


@rule("commentary.dice-results-with-no-effect")
@pytest.mark.parametrize(("face", "effect"), [(1, None), (2, "1"), (5, "1"), (6, "D3")])
def test_a_result_that_is_not_listed_does_nothing(face: int, effect: str | None) -> None:
    assert effect_of(face, {**dict.fromkeys(range(2, 6), "1"), 6: "D3"}) == effect


@rule("core.roll-off")
@pytest.mark.parametrize(("rolls", "winner"), [([(5, 2)], 0), ([(2, 5)], 1), ([(3, 3), (4, 4), (1, 6)], 1)])
def test_in_a_roll_off_the_higher_die_wins_and_a_tie_is_rolled_again(rolls: Any, winner: int) -> None:
    """Both players have CP for a Command Re-roll, and neither is asked."""
    position, found = doing(lambda game: roll_off(game, "core.roll-off"), rolls=rolls)
    assert found == [winner] and position.asked != "react"
    assert [army.cp for army in position.state.armies.values()] == [3, 3]
