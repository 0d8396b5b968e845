"""No level of opponents looks at what it may not know: neither at hidden cards nor at dice that have not fallen."""

from __future__ import annotations

from random import Random
from typing import Any, Final

import pytest

from rulewright import Game, new_game, rules_for
from rulewright.bots import LEVELS, make_bot
from rulewright.bots.levels import at_level
from rulewright.ruleset import Rules

GAMES: Final = ("dice_throne", "unmatched_nemesis", "crisis_protocol", "heroclix", "wh40k")
WITH_HANDS: Final = ("dice_throne", "unmatched_nemesis")
"""In these the others hold cards now that the player cannot see."""
LIGHT: Final = {
    "search": "search:iterations=4:width=3:patience=4",
    "rollout": "rollout:games=1:keep=2:turns=1:patience=4:worlds=1:width=3:replies=2",
}
"""The same bots with less effort."""


@pytest.fixture(scope="module", params=GAMES)
def played(request: Any) -> Game:
    """A game that has gone on at random until there are choices, and things that not everyone knows."""
    game = new_game(rules_for(request.param), seed=4)
    rng = Random(4)
    while game.request is not None and (len(game.answers) < 60 or not _is_choice(game)):
        game.answer(game.request.space.for_program(rng), game.request.player)
    return game


def _is_choice(game: Game) -> bool:
    options = game.request.space.options()
    return options is None or len(options) > 2


def _bot(rules: Rules, level: str) -> Any:
    name = at_level(rules.ruleset, level)
    return make_bot(LIGHT.get(name.split(":")[0], name), 9)


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_chooses_alike_in_every_game_that_the_player_cannot_tell_from_this_one(
    played: Game, level: str
) -> None:
    player = played.request.player
    view = played.view(player)
    others = [played.fork(seed=77), *(view.imagine(Random(seed)) for seed in range(2))]
    if played.rules.id in WITH_HANDS:
        assert {game.digest() for game in others} > {played.digest()}
    chosen = {_bot(game.rules, level).choose(game.view(player), game.request) for game in (played, *others)}
    assert len(chosen) == 1
