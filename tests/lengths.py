"""How much a run of the tests does of what is long by nature, such as random games and spoilt files.

The usual run does a fixed small part of it. All of it is done where RULEWRIGHT_TESTS is set to "full".
"""

from __future__ import annotations

import os
from typing import Final, TypeVar

import pytest
from hypothesis import settings

FULL: Final = os.environ.get("RULEWRIGHT_TESTS") == "full"

long = pytest.mark.long
"""For a test that `.ci/run` does with every change (``-m long``), and the usual run does not."""

Amount = TypeVar("Amount")


def length(usual: Amount, full: Amount) -> Amount:
    """How much of a long test is done now."""
    return full if FULL else usual


def examples(full: int) -> settings:
    """So many examples of a property, a third of them in the usual run, which draws other ones each time."""
    return settings(max_examples=length(-(-full // 3), full))
