"""For the tests of rulesets: fixtures, and tests that cite the rules they prove.

The fixtures ``set_up``, ``refused`` and ``golden`` are described in `fixtures`; ``--update-golden`` writes the golden
files of this run.

``@pytest.mark.rule("brawl:12.3b")`` says that a test proves all asserts of a rule, and
``@pytest.mark.rule("brawl:12.3b", 1, 2)`` that it proves the first two. A test may have several marks. An id or a
number that the ledger does not have ends the run before the first test.

Only a test that passed in all its phases is a proof. If one case of a parametrized test fails, no case of it
proves anything that the failed one should have proven.

pytest loads the plugin wherever Rulewright is installed. In a run that uses none of this it imports nothing of the
kernel and does nothing: marks called ``rule`` are then someone else's.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Final

import pytest

from . import fixtures

MINE: Final = frozenset({"rulewright", "rulewright.late", "rulewright.testing", fixtures.__name__, __name__})
"""What is loaded wherever the plugin is."""
FIXTURES: Final = frozenset({"set_up", "refused", "golden"})
CITING: Final = "rulewright-rules"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("rulewright")
    group.addoption(
        "--rule-report", metavar="FILE", help="write which rules the code cites and which the tests prove, as JSON"
    )
    group.addoption(
        "--update-golden",
        action="store_true",
        help="write the golden playthroughs of the tests that run, in place of comparing them",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        "rule(id, *asserts): the test proves the rule of that id, such as 'game:12.3', or the asserts of these "
        "numbers, from 1",
    )
    if config.getoption("--rule-report") is not None:
        from .citing import RuleTests

        config.pluginmanager.register(RuleTests(config), CITING)
    config.pluginmanager.register(fixtures, "rulewright-fixtures")


@pytest.hookimpl(tryfirst=True)  # before tests are deselected: their marks are checked too
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if _cite_rules(items) and not config.pluginmanager.has_plugin(CITING):
        from .citing import RuleTests

        citing = RuleTests(config)
        config.pluginmanager.register(citing, CITING)
        citing.pytest_collection_modifyitems(items)


def _cite_rules(items: Iterable[pytest.Item]) -> bool:
    """Whether tests of a run that uses Rulewright have marks of rules."""
    marked = [item for item in items if item.get_closest_marker("rule") is not None]
    used = any(name.startswith("rulewright") and name not in MINE for name in sys.modules)
    return bool(marked) and (used or any(FIXTURES & {*getattr(item, "fixturenames", ())} for item in marked))
