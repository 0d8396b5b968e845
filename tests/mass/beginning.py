"""How the games begin: at random, with two of everything, with what files of other programs hold."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from rulewright import Game, Rules, SetupError, new_game, rules_for
from rulewright.cli.converting import import_file
from rulewright.cli.failing import Failed
from rulewright.describe import content_tables

SHARED: Final = Path(__file__).parents[2].parent / "shared" / "data"
"""Files of other programs, which may lie beside the checkout."""

FOREIGN: Final[Mapping[str, str]] = {
    "crisis_protocol": "mcp/*.cat",
    "dice_throne": "dice-throne/roll-tree-heroes/*.json",
    "heroclix": "heroclix/hcmaps/*.json",
    "wh40k": "40k/rosters/*/*",
}
"""For each game the files that it can read."""

DOUBLED: Final = 3
"""Every third game has two of everything,"""
IMPORTED: Final = 4
"""and every fourth something that was imported, where there is anything."""
TRIES: Final = 200
"""So many setups are drawn in search of one with what was imported."""


def import_all(name: str, folder: Path) -> None:
    """Write what the files beside the checkout hold for a game as content, for those that hold any that is new and that
    a game can begin with: a list without stat lines cannot.
    """
    folder.mkdir(parents=True, exist_ok=True)
    known = {id for entries in content_tables(rules_for(name).content).values() for id in map(str, entries)}
    for number, path in enumerate(sorted(SHARED.glob(FOREIGN[name])) if name in FOREIGN else ()):
        out = folder / f"{number}.json"
        with suppress(Failed):
            _, found = import_file(path, out, name)
            new = ids_in(out)
            if found.kind == "content" and not known & new:
                if new & {*words_in(drawn(rules_of(name, (out,)), Random(0), new))}:
                    continue
        out.unlink(missing_ok=True)


class Beginning(NamedTuple):
    """How a game begins, and what is special about it."""

    rules: Rules
    setup: Any
    special: tuple[str, ...]

    def game(self, seed: int) -> Game:
        return new_game(self.rules, self.setup, seed=seed)


def beginning(name: str, number: int, contents: Sequence[Path]) -> Beginning:
    """The beginning of a game. ``contents`` are the files of which it may have one."""
    content = contents_of(number, contents)
    rules = rules_of(name, content)
    setup = drawn(rules, Random(f"{name}/{number}"), frozenset().union(*map(ids_in, content)))
    plain = Beginning(rules, setup, ("imported",) if content else ())
    seats = len(plain.game(number).players)
    if number % DOUBLED == 0:
        double = Beginning(rules, doubled(setup, seats), (*plain.special, "two of everything"))
        with suppress(SetupError):
            double.game(number)
            return double
    return plain


def contents_of(number: int, contents: Sequence[Path]) -> tuple[Path, ...]:
    """The files of content that a game has, if any: one, and another one that defines nothing of the same id."""
    if not contents or number % IMPORTED:
        return ()
    rounds, place = divmod(number // IMPORTED, len(contents))
    first, second = contents[place], contents[(place + rounds + 1) % len(contents)]
    return (first,) if ids_in(first) & ids_in(second) else (first, second)


@cache
def rules_of(name: str, content: tuple[Path, ...] = ()) -> Rules:
    """The rules of a game, with these files of content."""
    return rules_for(name, content)


@cache
def ids_in(content: Path) -> frozenset[str]:
    """What a file of content defines."""
    document = json.loads(content.read_bytes())
    return frozenset(str(entry["id"]) for entries in document.values() for entry in entries)


def drawn(rules: Rules, rng: Random, wanted: frozenset[str]) -> Any:
    """A random setup; of those that are drawn the first that names one of the things wanted, if any does."""
    assert rules.ruleset.sample_setup is not None, f"{rules.id} draws no setups"
    for _ in range(TRIES if wanted else 1):
        setup = rules.ruleset.sample_setup(rules.content, rng)
        if wanted & {*words_in(setup)}:
            break
    return setup


def words_in(value: Any) -> Iterator[str]:
    """Every text in plain data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from words_in(list(value.values()))
    elif isinstance(value, list | tuple):
        for one in value:
            yield from words_in(one)


def doubled(setup: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """A setup in which everyone has what the first player has: the same force, hero or army."""
    return {
        name: (value[0],) * seats if isinstance(value, list | tuple) and len(value) == seats else value
        for name, value in setup.items()
    }
