"""Games that are played in one process and played again in another, which hashes strings in its own way."""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from rulewright import Game, Rules, load

Play = Callable[[str, int], tuple[Game, Counter[Any]]]
"""``(content, seed)``: play a game; what came up in it."""
Table = Callable[[str], Rules]
"""``(content)``: the rules with that content."""


def _saved(play: Play, content: str, seed: int, folder: str) -> tuple[str, Counter[Any]]:
    """Play a game and save it. Returns its digest, and what came up."""
    try:
        game, came_up = play(content, seed)
    except Exception as error:
        raise AssertionError(f"the game with seed {seed}: {error!r}") from error
    game.save(Path(folder) / f"{seed}.json")
    return game.digest(), came_up


def _replayed(table: Table, content: str, seed: int, folder: str) -> str:
    """The digest of a saved game, played again."""
    return load(Path(folder) / f"{seed}.json", game=table(content)).digest()


def twice(play: Play, table: Table, content: str, seeds: range, workers: int) -> tuple[Counter[Any], list[str]]:
    """Play these games, and replay each in a process that did not play it. Returns what came up, and the failures."""
    found, failures = Counter[Any](), list[str]()
    os.environ.pop("PYTHONHASHSEED", None)
    with tempfile.TemporaryDirectory() as folder:
        with ProcessPoolExecutor(workers, get_context("spawn")) as playing:
            due = {seed: playing.submit(_saved, play, content, seed, folder) for seed in seeds}
            digests = {}
            for seed, game in due.items():
                try:
                    digests[seed], came_up = game.result()
                    found += came_up
                except AssertionError as error:
                    failures.append(str(error))
        with ProcessPoolExecutor(workers, get_context("spawn")) as replaying:
            again = {seed: replaying.submit(_replayed, table, content, seed, folder) for seed in digests}
            failures += [f"{seed} replays otherwise" for seed, one in again.items() if one.result() != digests[seed]]
    return found, failures
