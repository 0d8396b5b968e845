"""The same games in processes with different hash seeds."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout
from functools import partial
from importlib import import_module
from random import Random
from typing import Any, Final

import msgspec

from ..api import from_journal, new_game, rules_for
from ..game import Game
from ..journal import SaveError, journal_of, parse
from ..ruleset import Rules, Ruleset
from ..setups import plain_setup
from .comparing import as_plain, asked_in_words, difference, random_answer
from .exercised import steps_of
from .findings import KitFailure

_CHILD: Final = "from rulewright.testing.processes import play_for_digests; play_for_digests()"


def same_under_hash_seeds(
    where: str,
    games: int = 2,
    seed: int = 1,
    setup: Any = None,
    *,
    setups: Sequence[Any] = (),
    seeds: Sequence[int] = (1, 2),
    most: int = 20_000,
    played: Sequence[Game] = (),
) -> None:
    """Play the same games in processes with different hash seeds; they must not differ in anything.

    ``where`` is "module:attribute" of a ruleset (or of a function that gives one), "file.py:attribute", or the name
    of an installed one. Games have the ``setup``, or the next of the ``setups`` where those are given. The games that
    were ``played`` here are played again there from their journals, and must come to the same events and positions.
    Raises KitFailure with the first difference.
    """
    plain = [one if one is None or isinstance(one, dict) else plain_setup(one) for one in setups or [setup] * games]
    task = {"where": where, "seed": seed, "setups": plain[:games], "most": most, "path": sys.path}
    journals = [json.loads(msgspec.json.encode(journal_of(game))) for game in played]
    with ThreadPoolExecutor(2) as pool:  # the processes do the work, two at a time
        tasks = ({**task, "journals": journals if number == 0 else []} for number in range(len(seeds)))
        one, *others = pool.map(partial(_in_process, where), tasks, seeds)
    for hash_seed, other in zip(seeds[1:], others, strict=True):
        if one["steps"] != other["steps"]:
            _, mine, theirs = difference(one["steps"], other["steps"]) or ("", "", "")
            parting = f"a step is called {mine} with PYTHONHASHSEED={seeds[0]} and {theirs} with {hash_seed}"
            raise KitFailure("hash seeds", where, parting)
        for number, (mine, theirs) in enumerate(zip(one["played"], other["played"], strict=True)):
            if found := difference(mine, theirs):
                raise KitFailure(
                    "hash seeds",
                    where,
                    f"with PYTHONHASHSEED={seeds[0]} and {hash_seed} the game with seed {seed + number} differs: "
                    f"{found[0].lstrip('.')} is {found[1]} and {found[2]}; does a rule go through a set, or "
                    "read something of the process?",
                    seed + number,
                )
    for game, again in zip(played, one["replayed"], strict=True):
        here = json.loads(json.dumps(_outcome(game), default=repr))
        if found := difference(here, again):
            raise KitFailure(
                "replay",
                where,
                f"played again from its journal in a fresh process the game differs: {found[0].lstrip('.')} is "
                f"{found[1]} here and {found[2]} there; rules must depend on state, answers and chance alone",
                game.header.seed,
            )


def _in_process(where: str, task: dict[str, Any], hash_seed: int) -> dict[str, Any]:
    environment = {**os.environ, "PYTHONHASHSEED": str(hash_seed)}
    path = json.dumps(task["path"])
    done = subprocess.run(
        [sys.executable, "-c", f"import sys, json; sys.path[:] = json.loads(sys.argv[1]); {_CHILD}", path],
        input=json.dumps(task), capture_output=True, text=True, env=environment, check=False,
    )  # fmt: skip
    if done.returncode:
        raise KitFailure("hash seeds", where, f"the games could not be played in a process:\n{done.stderr[-2000:]}")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def play_for_digests() -> None:
    """For the kit's processes: play the games that standard input describes and print what happened."""
    task = json.load(sys.stdin)
    with redirect_stdout(sys.stderr):  # what rules print is no answer
        found = _play(task)
    print(json.dumps(found, default=repr))


def _play(task: dict[str, Any]) -> dict[str, Any]:
    rules = rules_for(located(task["where"]))
    played = []
    for seed, setup in enumerate(task["setups"], task["seed"]):
        game = new_game(rules, setup, seed=seed)
        rng = Random(f"{seed}/answers")
        asked: list[Any] = []
        while game.request is not None and len(asked) < task["most"]:
            request = rng.choice(game.requests)
            asked.append(asked_in_words(request))
            game.answer(random_answer(request, rng), request.player)
        played.append({"requests": asked, **_outcome(game)})
    replayed = [_replayed(rules, json.dumps(journal)) for journal in task["journals"]]
    return {"steps": [node.path for _, node in steps_of(rules)], "played": played, "replayed": replayed}


def _outcome(game: Game) -> dict[str, Any]:
    """What happened in a game, and where it stands."""
    events = [[type(entry.event).__name__, as_plain(entry.event)] for entry in game.log]
    return {"events": events, "digest": game.digest()}


def _replayed(rules: Rules, journal: str) -> dict[str, Any]:
    try:
        return _outcome(from_journal(parse(journal), game=rules))
    except SaveError as error:
        return {"events": [], "digest": str(error)}


def located(where: str) -> Any:
    """The ruleset that ``where`` names."""
    module, _, attribute = where.rpartition(":")
    if not module:
        return where
    if module.endswith(".py"):
        from importlib.util import module_from_spec, spec_from_file_location

        spec = spec_from_file_location("ruleset_under_test", module)
        if spec is None or spec.loader is None:
            raise ImportError(f"{module} cannot be imported")
        loaded = sys.modules["ruleset_under_test"] = module_from_spec(spec)
        spec.loader.exec_module(loaded)
    else:
        if os.getcwd() not in sys.path:
            sys.path.append(os.getcwd())
        loaded = import_module(module)
    found = getattr(loaded, attribute)
    return found if isinstance(found, Ruleset | Rules | str) else found()
