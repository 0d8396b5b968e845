"""The reference scripts beside the checkout, when they are there: the denominators that the budgets were set with."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from random import Random
from typing import Any

from ..measure import SHARED


def script(name: str) -> Any:
    """A script as a module; None where it is not there or needs something that is not installed."""
    path = SHARED / f"{name}.py"
    if not path.is_file():
        return None
    spec = importlib.util.spec_from_file_location(f"reference_{name}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)

    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except ImportError:
        return None
    return module


def lite_skirmish() -> Callable[[int], int] | None:
    """The reference kernel's random skirmish of a seed; returns the number of decisions."""
    module = script("ablation")
    return None if module is None else lambda seed: int(module.Kernel(Random(seed)).run())
