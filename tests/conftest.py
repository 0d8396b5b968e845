"""What the whole run of the tests has in common."""

import gc
import os
import sys
from collections.abc import Generator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.lengths import FULL, examples

# Compiled modules are kept, whatever the environment says: hundreds of processes would compile all of them again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# What a test asks does not depend on how busy the machine is.
settings.register_profile(
    "rulewright", parent=examples(100), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("rulewright")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, Any, Any]:
    """Collect without searching for garbage: thousands of tests are made, and all of them are there until the end."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()
        gc.set_threshold(2_000, 10, 100)  # every full collection looks at the rules of all games


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """What ``-n auto`` means: a process more than there are processors, for some tests wait for browsers."""
    return (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1) + 1


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "long: done by .ci/run, and with RULEWRIGHT_TESTS=full")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out what is long, unless everything is done."""
    for item in items:
        if item.get_closest_marker("long") and not FULL:
            item.add_marker(pytest.mark.skip(reason="long: done by .ci/run, and with RULEWRIGHT_TESTS=full"))
