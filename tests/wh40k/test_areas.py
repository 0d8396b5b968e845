"""Parts of the battlefield, heights, distances to what was destroyed, and the strength of units."""

from __future__ import annotations

import pytest

from rulewright_wh40k.command import level
from rulewright_wh40k.events.attacks import ModelDestroyed, WoundsLost
from rulewright_wh40k.space.battlefield import at_ground_level, in_no_mans_land, quarter_gap, quarters
from rulewright_wh40k.terms import below_start

from .table import FOES, MINE, arm, battle, happened, invent, marker, rule, sheet, shooting, unit

HALF = 32 / 25.4 / 2


@rule("commentary.no-mans-land")
@rule("core.no-mans-land")
@pytest.mark.parametrize(
    ("x", "found"), [(6, False), (12, False), (12 + HALF - 0.01, False), (12 + HALF + 0.01, True), (30, True),
                     (48 - HALF - 0.01, True), (48 - HALF + 0.01, False), (50, False)],
)  # fmt: skip
def test_what_is_in_no_deployment_zone_is_no_mans_land(x: float, found: bool) -> None:
    """The zones end at 12 and begin at 48."""
    assert in_no_mans_land(battle(unit(MINE, (x, 20))).game, "mine.1") is found


@rule("commentary.table-quarter", 1)
@rule("commentary.battlefield-quarter")
def test_two_lines_through_the_centre_make_four_quarters() -> None:
    found = quarters(battle().game)
    assert [zone.polygon.bounds for zone in found] == [
        (0, 0, 30, 22),
        (0, 22, 30, 44),
        (30, 0, 60, 22),
        (30, 22, 60, 44),
    ]


@rule("commentary.table-quarter", 2)
@pytest.mark.parametrize("ground", [0.0, 12.0])
def test_the_distance_to_a_quarter_is_horizontal(ground: float) -> None:
    ours = unit(MINE, (25, 10))
    one = ours[1]
    ours[1] = type(one)(one.id, MINE, MINE, 0, one.profile, one.weapons, 1, 25.0, 10.0, 0.0, ground)
    game = battle(ours).game
    gaps = [quarter_gap(game, "mine.1", zone) for zone in quarters(game)]
    assert (
        gaps[0] == 0 and gaps[2] == pytest.approx(5 - HALF, abs=0.01) and gaps[1] == pytest.approx(12 - HALF, abs=0.01)
    )


@rule("commentary.ground-level", 1)
@pytest.mark.parametrize(("ground", "found"), [(0.0, True), (3.0, False)])
def test_who_stands_on_the_battlefield_within_terrain_is_at_ground_level(ground: float, found: bool) -> None:
    outline = [[20, 10], [30, 10], [30, 30], [20, 30]]
    ruin = {"id": "wood", "outline": outline, "height": 5, "traits": ["woods"]}
    ours = unit(MINE, (25, 20))
    one = ours[1]
    ours[1] = type(one)(one.id, MINE, MINE, 0, one.profile, one.weapons, 1, 25.0, 20.0, 0.0, ground)
    assert at_ground_level(battle(ours, rules=invent(terrain=[ruin])).game, "mine.1") is found


@rule("faq.movement.oc-counts-for-several-objectives")
def test_a_model_counts_for_each_marker_in_range() -> None:
    game = battle(unit(MINE, (20, 20)), marker(18, 20), marker(22, 20, name="B"), marker(30, 20, name="C")).game
    assert [level(game, one, 0) for one in "ABC"] == [1, 1, 0]


@rule("commentary.below-starting-strength")
@pytest.mark.parametrize(
    ("count", "strength", "wounds", "found"),
    [(3, 3, 1, False), (2, 3, 2, True), (3, 3, 2, False), (1, 1, 3, False), (1, 1, 2, True)],
)
def test_below_starting_strength(count: int, strength: int, wounds: int, found: bool) -> None:
    rules = invent(sheet(MINE, wounds=3))
    ours = unit(MINE, *[(20 + number, 20) for number in range(count)], strength=strength, wounds=wounds)
    assert below_start(battle(ours, rules=rules).game, MINE) is found


@rule("commentary.measuring-to-destroyed-models")
@pytest.mark.parametrize("base", ["60mm", "60x60mm rectangle"])
@pytest.mark.parametrize(("gap", "hurt"), [(6.0, True), (6.01, False)])
def test_the_distance_to_a_destroyed_model_is_to_where_it_stood(base: str, gap: float, hurt: bool) -> None:
    other = unit("other", (30, 20 + 60 / 25.4 / 2 + gap + HALF), player=1)
    rules = invent(
        sheet(MINE, arm("gun", range=40)), sheet("other"),
        sheet(FOES, base=base, keywords=["Vehicle"], abilities=["deadly demise 1"]),
    )  # fmt: skip
    position = shooting(other, rules=rules, rolls=[(6,), (6,), (1,), (6,)])
    assert [event.model for event in happened(position, ModelDestroyed)] == ["foes.1", *["other.1"] * hurt]
    assert len(happened(position, WoundsLost)) == 1 + hurt
