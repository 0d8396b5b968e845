"""All attacks in small, with a fixed seed: ``python -m tests.attack``; the modules run them in full."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Final

from . import content, records, saves

SMALL: Final[Mapping[str, Callable[[], Mapping[str, object]]]] = {
    "saves": lambda: saves.attack(1500, 1, dice=25),
    "records of simulations": lambda: records.attack(450, 1),
    "content": lambda: content.attack(40, 2),
}

for name, attack in SMALL.items():
    began = time.perf_counter()
    print(f"{name}: {dict(attack())} in {time.perf_counter() - began:.0f} s")
