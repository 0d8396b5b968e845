"""What every ruleset owes: games end, one seed gives one game, saves go on."""

from rulewright import rules_for
from rulewright.testing import check_ruleset
from rulewright.testing.kit import HASH_SEEDS
from rulewright.testing.processes import same_under_hash_seeds
from tests.lengths import length


def test_the_game_keeps_what_every_ruleset_owes() -> None:
    rules = rules_for("wh40k")  # without a name: other processes play the beginning of a game below
    report = check_ruleset(rules, games=length(1, 2), seed=1, looks=length(2, 12), damages=length(6, 30))
    assert not report.writable


def test_a_game_goes_alike_in_other_processes() -> None:
    same_under_hash_seeds("wh40k", games=1, most=length(40, 20_000), seeds=length((1, 2), HASH_SEEDS))
