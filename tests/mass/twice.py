"""Games that are played in one process and played again in another, which hashes strings in its own way."""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

Save = Callable[[str, int, str], tuple[int, str, Counter[Any]]]
"""``(content, seed, folder)``: play a game and save it there as ``SEED.json``; its seed, its digest, what came up."""
Replay = Callable[[str, int, str], str]
"""``(content, seed, folder)``: play the saved game again; its digest."""


def twice(save: Save, replay: Replay, content: str, seeds: range, workers: int) -> tuple[Counter[Any], list[str]]:
    """Play these games, and replay each in a process that did not play it. Returns what came up, and the failures."""
    found, failures = Counter[Any](), list[str]()
    os.environ.pop("PYTHONHASHSEED", None)
    with tempfile.TemporaryDirectory() as folder:
        with ProcessPoolExecutor(workers, get_context("spawn")) as playing:
            due = {seed: playing.submit(save, content, seed, folder) for seed in seeds}
            digests = {}
            for seed, game in due.items():
                try:
                    _, digests[seed], came_up = game.result()
                    found += came_up
                except AssertionError as error:
                    failures.append(str(error))
        with ProcessPoolExecutor(workers, get_context("spawn")) as replaying:
            again = {seed: replaying.submit(replay, content, seed, folder) for seed in digests}
            failures += [f"{seed} replays otherwise" for seed, one in again.items() if one.result() != digests[seed]]
    return found, failures
