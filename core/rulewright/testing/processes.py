"""The same games in processes with different hash seeds."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from random import Random
from typing import Any, Final

from ..api import new_game, rules_for
from ..ruleset import Rules, Ruleset
from ..setups import plain_setup
from .comparing import as_plain, asked_in_words, first_difference, random_answer
from .findings import KitFailure

_CHILD: Final = "from rulewright.testing.processes import play_for_digests; play_for_digests()"


def same_under_hash_seeds(
    where: str, games: int = 2, seed: int = 1, setup: Any = None, *, seeds: Sequence[int] = (1, 2), most: int = 20_000
) -> None:
    """Play the same games in processes with different hash seeds; they must not differ in anything.

    ``where`` is "module:attribute" of a ruleset (or of a function that gives one), "file.py:attribute", or the name
    of an installed one. Raises KitFailure with the first difference.
    """
    plain = setup if setup is None or isinstance(setup, dict) else plain_setup(setup)
    task = json.dumps({"where": where, "games": games, "seed": seed, "setup": plain, "most": most, "path": sys.path})
    one, *others = (_in_process(where, task, hash_seed) for hash_seed in seeds)
    for hash_seed, other in zip(seeds[1:], others, strict=True):
        for number, (mine, theirs) in enumerate(zip(one, other, strict=True)):
            found = first_difference(mine, theirs, "")
            if found:
                raise KitFailure(
                    "hash seeds",
                    where,
                    f"with PYTHONHASHSEED={seeds[0]} and {hash_seed} the game with seed {seed + number} differs: "
                    f"{found[0].lstrip('.')} is {found[1]} and {found[2]}; does a rule go through a set?",
                    seed + number,
                )


def _in_process(where: str, task: str, hash_seed: int) -> list[Any]:
    environment = {**os.environ, "PYTHONHASHSEED": str(hash_seed)}
    done = subprocess.run(
        [sys.executable, "-c", f"import sys, json; sys.path[:] = json.loads(sys.argv[1])['path']; {_CHILD}", task],
        capture_output=True, text=True, env=environment, check=False,
    )  # fmt: skip
    if done.returncode:
        raise KitFailure("hash seeds", where, f"the games could not be played in a process:\n{done.stderr[-2000:]}")
    found: list[Any] = json.loads(done.stdout)
    return found


def play_for_digests() -> None:
    """For the kit's processes: play the games that the command line describes and print what happened."""
    task = json.loads(sys.argv[1])
    rules = rules_for(_located(task["where"]))
    played = []
    for seed in range(task["seed"], task["seed"] + task["games"]):
        game = new_game(rules, task["setup"], seed=seed)
        rng = Random(f"{seed}/answers")
        asked: list[Any] = []
        while game.request is not None and len(asked) < task["most"]:
            request = rng.choice(game.requests)
            asked.append(asked_in_words(request))
            game.answer(random_answer(request, rng), request.player)
        events = [[type(entry.event).__name__, as_plain(entry.event)] for entry in game.log]
        played.append({"requests": asked, "events": events, "digest": game.digest()})
    print(json.dumps(played, default=repr))


def _located(where: str) -> Any:
    """The ruleset that ``where`` names."""
    module, _, attribute = where.rpartition(":")
    if not module:
        return where
    if module.endswith(".py"):
        from importlib.util import module_from_spec, spec_from_file_location

        spec = spec_from_file_location("ruleset_under_test", module)
        if spec is None or spec.loader is None:
            raise ImportError(f"{module} can not be imported")
        loaded = sys.modules["ruleset_under_test"] = module_from_spec(spec)
        spec.loader.exec_module(loaded)
    else:
        if os.getcwd() not in sys.path:
            sys.path.append(os.getcwd())
        loaded = import_module(module)
    found = getattr(loaded, attribute)
    return found if isinstance(found, Ruleset | Rules | str) else found()
