"""What every ruleset owes: games end, nothing hidden shows, one seed gives one game, saves go on."""

from rulewright.ruleset import Rules
from rulewright.testing import check_ruleset
from rulewright_heroclix.ruleset import RULESET
from tests.lengths import length

RULES: Rules = RULESET.freeze()


def test_the_game_keeps_what_every_ruleset_owes() -> None:
    check_ruleset(RULES, games=length(1, 3), seed=1, looks=length(4, 12), damages=length(10, 30))
