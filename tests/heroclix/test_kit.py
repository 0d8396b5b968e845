"""What every ruleset owes: games end, nothing hidden shows, one seed gives one game, saves go on."""

from rulewright.ruleset import Rules
from rulewright.testing import check_ruleset
from rulewright_heroclix.ruleset import RULESET
from tests.lengths import length

RULES: Rules = RULESET.freeze()


def test_the_game_keeps_what_every_ruleset_owes() -> None:
    check_ruleset(RULES, games=length(1, 3), seed=1, looks=length(4, 12), damages=length(10, 30))


def test_the_report_names_words_and_powers_that_came_up() -> None:
    """The Ringmaster counts its friends at the beginning of each turn; the Ratcatcher has Stealth."""
    members = [{"character": "ringmaster"}, {"character": "gatewarden"}, {"character": "ratcatcher"}]
    setup = {"forces": [{"members": members}] * 2, "build_total": 300, "map": "square", "turns": 4}
    report = check_ruleset("heroclix", games=1, seed=1, looks=1, damages=0, setup=setup)

    assert report.exercised["power held"]["stealth"] and "earthbound-neutralized" in report.silent["power held"]
    assert report.exercised["word"]["how_many"] and "give_token" in report.silent["word"]
