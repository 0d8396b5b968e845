"""Where a unit is deployed, by the name of a place: nobody has to count inches."""

from __future__ import annotations

from random import Random

import pytest

from rulewright import Game, new_game
from rulewright.field.inches import SetUp
from rulewright.overview import question_of
from rulewright_wh40k.space.battlefield import zones


def deploying(seed: int) -> Game:
    """The first question where a unit is deployed."""
    game, rng = new_game("wh40k", seed=seed), Random(seed)
    while game.request.ask != "deploy":
        game.answer(game.request.space.for_program(rng), game.request.player)
    return game


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_proposals_name_objective_markers_and_stand_as_near_to_them_as_the_zone_allows(seed: int) -> None:
    game = deploying(seed)
    request = game.request
    question = question_of(game.view(request.player), request, langs=("en", "zh"))
    assert question is not None
    named = [idea for idea in question.ideas if idea.label["en"].startswith("in front, opposite Objective ")]
    assert named and all("正对" in idea.label["zh"] for idea in named)
    own = game.state.armies[request.player].role
    left, low, right, high = next(zone.polygon.bounds for zone in zones(game) if zone.id == own)
    for idea in named:
        assert not request.check(idea.answer)
        marker = next(one for one in game.state.objectives.values() if str(one.id)[-1] == idea.label["en"][-1])
        x = sum(place[1] for place in idea.answer) / len(idea.answer)
        y = sum(place[2] for place in idea.answer) / len(idea.answer)
        assert abs(x - min(max(marker.x, left), right)) < 6 and abs(y - min(max(marker.y, low), high)) < 6


def test_a_place_is_typed_by_its_name() -> None:
    game = deploying(3)
    space = game.request.space
    assert isinstance(space, SetUp)
    game.answer(space.read("in front, opposite Objective 2"), game.request.player)
    assert game.request.ask != "deploy"
