"""What every ruleset owes: games end, one seed gives one game, saves go on."""

from rulewright.testing import check_ruleset


def test_the_game_keeps_what_every_ruleset_owes() -> None:
    report = check_ruleset("wh40k", games=2, seed=1)
    assert not report.writable
