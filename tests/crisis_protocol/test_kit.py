"""What every ruleset owes: games end, nothing hidden shows, one seed gives one game, saves go on."""

from dataclasses import replace
from random import Random
from typing import Any

from rulewright import GameOver, Procedure, new_game
from rulewright.ruleset import Rules
from rulewright.testing import check_ruleset
from rulewright_crisis_protocol.before.setup import OPENING
from rulewright_crisis_protocol.flow import GAME
from rulewright_crisis_protocol.ruleset import RULESET
from tests.lengths import length

RULES: Rules = RULESET.freeze()


def test_the_game_keeps_what_every_ruleset_owes() -> None:
    """What is hidden is hidden before the game only, which the next test looks at more closely."""
    check_ruleset(RULES, games=length(1, 2), seed=1, looks=length(4, 12), damages=length(10, 30))


def test_all_that_is_secret_before_deployment_stays_secret_at_every_question() -> None:
    def stop(game: Any, context: Any) -> GameOver:
        return GameOver((0,), "points", rule="deployment.order")

    *before, deployment, leaders = OPENING.steps
    steps = [*before, stop, deployment, leaders, *GAME.steps[1:]]
    opening = replace(RULESET, flow=Procedure("game", steps)).freeze()
    report = check_ruleset(opening, games=5, seed=1, looks=None)
    assert report.checks["leak"] > 20


def test_random_games_of_all_missions_finish() -> None:
    for seed in range(length(3, 6)):
        rng = Random(seed)
        game = new_game(RULES, RULES.ruleset.sample_setup(RULES.content, rng), seed=seed)  # type: ignore[misc]
        while game.request is not None:
            game.answer(game.request.space.for_program(rng), game.request.player)
        assert game.result is not None
        assert len(game.result.winners) == 1
