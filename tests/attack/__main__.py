"""All attacks in small, with a fixed seed: ``python -m tests.attack``; the modules run them in full."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Final, TypeAlias

from rulewright.plugins import registry

from . import content, leaving, records, saves, texts

FEWER: Final[Mapping[str, int]] = {"wh40k": 3}
"""Games that take long are attacked so many times less."""

Attack: TypeAlias = Callable[[], Mapping[str, object]]


def small() -> Iterator[tuple[str, Attack]]:
    """Every attack and what it is on; those that take longest first."""
    for game in sorted(registry().rulesets, key=lambda name: -FEWER.get(name, 1)):
        fewer = FEWER.get(game, 1)
        if game in texts.GAMES:
            yield f"texts of {game}", partial(texts.attack, 12, 1, game)
        yield f"content of {game}", partial(content.attack, 40 // fewer, 2, [game])
        yield f"what leaves {game}", partial(leaving.attack, 6 // fewer, 1, game)
        yield f"saves of {game}", partial(saves.attack, 300 // fewer, 1, 12 // fewer, [game])
    yield "records of simulations", partial(records.attack, 450, 1)


def made(named: tuple[str, Attack]) -> str:
    """What an attack counted. Raises AssertionError naming it where it found a fault."""
    name, attack = named
    began = time.perf_counter()
    try:
        found = attack()
    except AssertionError as fault:
        raise AssertionError(f"{name}: {fault}") from None
    return f"{name}: {dict(found)} in {time.perf_counter() - began:.0f} s"


def main() -> int:
    """Make all attacks, every fault named; 0 if there is none."""
    faults = 0
    with ProcessPoolExecutor() as pool:
        for made_one in [pool.submit(made, named) for named in small()]:
            try:
                print(made_one.result(), flush=True)
            except AssertionError as fault:
                faults += 1
                print(f"FAULT in {fault}", flush=True)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
