"""What every ruleset owes: games end, one seed gives one game, saves go on."""

from rulewright.testing import check_ruleset
from tests.lengths import length


def test_the_game_keeps_what_every_ruleset_owes() -> None:
    report = check_ruleset("wh40k", games=length(1, 2), seed=1, looks=length(2, 12), damages=length(6, 30))
    assert not report.writable
