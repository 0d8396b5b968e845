"""What every ruleset owes: games end, nothing hidden shows, one seed gives one game, saves go on."""

from random import Random

from rulewright import new_game
from rulewright.ruleset import Rules
from rulewright.testing import check_ruleset
from rulewright_crisis_protocol.ruleset import RULESET

RULES: Rules = RULESET.freeze()


def test_the_game_keeps_what_every_ruleset_owes() -> None:
    check_ruleset(RULES, games=3, seed=2)


def test_random_games_of_all_missions_finish() -> None:
    for seed in range(6):
        rng = Random(seed)
        game = new_game(RULES, RULES.ruleset.sample_setup(RULES.content, rng), seed=seed)  # type: ignore[misc]
        while game.request is not None:
            game.answer(game.request.space.for_program(rng), game.request.player)
        assert game.result is not None
        assert len(game.result.winners) == 1
