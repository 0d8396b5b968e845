"""What every ruleset owes: matches end, nothing hidden shows, one seed gives one match, saves go on."""

from random import Random

import pytest

from rulewright import new_game
from rulewright.ruleset import Rules
from rulewright.testing import check_ruleset
from rulewright_unmatched_nemesis.ruleset import RULESET
from tests.lengths import length


@pytest.fixture(scope="module")
def rules() -> Rules:
    """The rules of the game."""
    return RULESET.freeze()


def test_the_game_keeps_what_every_ruleset_owes(rules: Rules) -> None:
    check_ruleset(rules, games=length(1, 3), seed=3, looks=2, damages=length(10, 30))


def test_random_matches_of_all_setups_finish(rules: Rules) -> None:
    for seed in range(length(5, 12)):
        rng = Random(seed)
        game = new_game(rules, rules.ruleset.sample_setup(rules.content, rng), seed=seed)  # type: ignore[misc]
        while game.request is not None:
            game.answer(game.request.space.sample(rng), game.request.player)
        assert game.result is not None
        assert len(game.result.winners) == 1
