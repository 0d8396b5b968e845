"""How figures move, and why they may not: the reasons are those of the geometry, the rules those of the game."""

from __future__ import annotations

import pytest
from rulewright.geometry.grid import square_of
from rulewright.testing import Scenario, set_up

from rulewright_slipway.state import Fighter, Moved


def stands(*where: str) -> Scenario:
    """Only these figures, such as `nan A1`; the first one begins, and belongs to the crew that begins."""
    pairs = [text.split() for text in where]
    crews = dict.fromkeys(["nan", "pike", "moss"], 0)
    fighters = [Fighter(figure, crews.get(figure, 1), square_of(at)) for figure, at in pairs]
    return set_up("slipway", fighters, empty=True).begin("turn").answer(pairs[0][0])


@pytest.mark.rule("slipway:2.2")
@pytest.mark.rule("slipway:2.4", 1)
@pytest.mark.rule("slipway:2.4", 2)
@pytest.mark.rule("slipway:2.5")
@pytest.mark.rule("slipway:2.6")
@pytest.mark.parametrize(
    ("figure", "foe", "way", "rule", "reason"),
    [
        ("pike A1", "grey L8", "A7", "2.2", "A7 is 1 square too far"),
        ("pike C7", "grey L8", "C7 C8", "2.4", "a wall is between C7 and C8"),
        ("pike D3", "grey L8", "D3 D2", "2.4", "D3 and D2 differ in elevation"),
        ("pike A1", "grey C2", "A1 B1 C1", "2.5", "the move has to stop in B1, beside an opposing figure"),
        ("pike F5", "grey L8", "F5 G5 H4", "2.6", "the move has to stop in G5"),
    ],
)
def test_what_a_way_may_not_do(figure: str, foe: str, way: str, rule: str, reason: str) -> None:
    position = stands(figure, foe)

    with position.refused(rule=rule, match=reason):
        position.answer(way)


@pytest.mark.rule("slipway:2.3")
@pytest.mark.parametrize("square", ["A9", "C3", "B1"])
def test_a_move_ends_in_a_free_square_of_the_map(square: str) -> None:
    position = stands("pike A1", "moss B1", "grey L8")

    with position.refused(rule="2.3"):
        position.answer(square)


@pytest.mark.rule("slipway:2.4", 2)
def test_a_ramp_leads_up_and_the_shortest_way_is_taken() -> None:
    position = stands("pike B1", "grey L8").answer("E1")

    assert position.last(Moved).way == tuple(map(square_of, ["B1", "C1", "D1", "E1"]))
