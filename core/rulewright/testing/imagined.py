"""What a player imagines is distributed alike in two positions that look alike to that player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import comb
from random import Random
from typing import Any, Final

from ..game import Drift, Game
from .comparing import shortened
from .findings import CheckFailed, Report
from .hidden import hidden_things, seem_alike

FEW: Final = 2
"""This many games are imagined of each position with the same random numbers: mostly they are the same games."""

MANY: Final = 1_000
"""Where they are not, this many are imagined of each with other random numbers, and counted; once a game at most."""

CERTAIN: Final = 1e-9
"""A difference is a fault if it is less likely than this by chance, all differences taken together."""

Thing = tuple[tuple[Any, ...], str]
"""A place (table, record, field, and number of an element) and what lies there."""


def check_imagined(game: Game, other: Game, player: int, rng: Random, report: Report) -> None:
    """Compare what is imagined in two positions, if they look alike to the player. Raises CheckFailed.

    Where nothing has happened in the open step, it is what ``determinize`` makes up, which has a check of its own.
    """
    began, now = game._base, (len(game.state.undo), len(game.answers))
    if game.rules.ruleset.determinize is None or now == (began.undo, began.answers):
        return
    if not seem_alike(game, other, player):
        return
    report.checks["imagined"] += 1
    seeds = [rng.getrandbits(48) for _ in range(FEW)]
    if _imagined(game, player, seeds) != _imagined(other, player, seeds) and report.checks["counted"] < report.games:
        report.checks["counted"] += 1
        _compare_counts(game, other, player, rng)


def _compare_counts(game: Game, other: Game, player: int, rng: Random) -> None:
    """Count what lies where in many games imagined of each. Raises CheckFailed for what no chance explains."""
    first, second = (_imagined(each, player, [rng.getrandbits(48) for _ in range(MANY)]) for each in (game, other))
    things = [*dict.fromkeys((*first, *second))]
    likely, number = min((_likely(first[thing], second[thing]), number) for number, thing in enumerate(things))
    if likely * len(things) < CERTAIN:
        (table, key, field, *at), what = thing = things[number]
        place = f"{table}[{key!r}].{field}" + "".join(f"[{number}]" for number in at)
        raise CheckFailed(
            "leak",
            f"{place} is {what} in {first[thing]} of {MANY} games that player {player} imagines, and in "
            f"{second[thing]} of {MANY} in a position that looks alike to player {player}: what is imagined must "
            "depend on the view alone",
        )


def _imagined(game: Game, player: int, seeds: list[int]) -> Counter[Thing]:
    """How often each hidden thing lies in each place of the games that are imagined with these seeds."""
    found: Counter[Thing] = Counter()
    view = game.view(player)
    for seed in seeds:
        try:
            found.update(_things(view.imagine(Random(seed)), player))
        except Drift:
            found[("the game", player, "imagined"), "none"] += 1
    return found


def _things(game: Game, player: int) -> Iterator[Thing]:
    for table, key, field, value in hidden_things(game, player):
        if isinstance(value, tuple):
            yield from (((table, key, field, at), shortened(part)) for at, part in enumerate(value))
        else:
            yield (table, key, field), shortened(value)


def _likely(one: int, two: int) -> float:
    """How likely two samples differ by as much in how often they have a thing that has one chance in both (Fisher)."""
    both = one + two
    ways = sum(comb(both, n) * comb(2 * MANY - both, MANY - n) for n in range(max(one, two), min(both, MANY) + 1))
    return min(1.0, 2 * ways / comb(2 * MANY, MANY))
