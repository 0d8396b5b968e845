"""All attacks in small, with a fixed seed: ``python -m tests.attack``; the modules run them in full."""

from __future__ import annotations

import time

from . import records, saves

for name, attacked in (
    ("saves", lambda: saves.attack(1500, 1, dice=25)),
    ("records of simulations", lambda: records.attack(450, 1)),
):
    began = time.perf_counter()
    print(f"{name}: {dict(attacked())} in {time.perf_counter() - began:.0f} s")
