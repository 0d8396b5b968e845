"""How the work of a decision grows with what takes part: ``python -m benchmarks.growth [GAME ...] [--plot FILE]``.

Random games are played with more and more figures, characters, models, powers or turns, and the calls of our functions
are counted (`benchmarks.work`), a decision. Behind them stands how many times as much work the largest size is as the
smallest, divided by how many times as large it is: 1 for a straight line through the smallest size, less for a flatter
one.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from rulewright import new_game
from rulewright.ruleset import Rules

from .players import play_on_at_random
from .rows.play import FORCES, SQUADS, rules_of
from .work import calls

SEEDS: Final = range(3)
MOST: Final = 120
"""Decisions of a game that are counted, unless it is over before or turns are what grows."""

FIGURES: Final = ("gale", "mason", "quill", "ember", "tidecaller", "brine", "undertow", "pearl", "rivet", "spark")


def _of_figures(number: int) -> Mapping[str, Any]:
    force = {"members": [{"character": one} for one in FIGURES[:number]]}
    return {"forces": (force, force), "map": "works", "build_total": 2000}


def _of_special_figures(number: int) -> Mapping[str, Any]:
    """Two forces of five, so many of which have special powers."""
    forces = [
        {"members": [*force["members"][:number], *({"character": one} for one in FIGURES[number:5])]}
        for force in FORCES["forces"]
    ]
    return {**FORCES, "forces": forces, "build_total": 2000}


def _of_turns(number: int) -> Mapping[str, Any]:
    return {**FORCES, "turns": number}


def _of_characters(number: int) -> Mapping[str, Any]:
    squads = [{"characters": squad["characters"][:number]} for squad in SQUADS["squads"]]
    return {**SQUADS, "squads": squads}


def _of_models(number: int) -> Mapping[str, Any]:
    """Two armies of squads of ten."""
    army = {"faction": "Lantern Guard", "units": [{"sheet": "wardens", "models": 10}] * (number // 10)}
    return {"armies": (army, army), "open_play": True}


class Growth(NamedTuple):
    """What grows in a game, and how a game of each size is set up."""

    game: str
    what: str
    sizes: Sequence[int]
    setup: Callable[[int], Mapping[str, Any]]
    most: int = MOST


GROWTHS: Final = (
    Growth("heroclix", "figures a side", (2, 4, 6, 8, 10), _of_figures),
    Growth("heroclix", "figures a side with special powers", (1, 2, 3, 4, 5), _of_special_figures),
    Growth("heroclix", "turns", (6, 12, 24, 48), _of_turns, 10_000),
    Growth("crisis_protocol", "characters a side", (2, 3, 4, 5), _of_characters),
    Growth("wh40k", "models a side", (10, 20, 30, 40), _of_models),
)


def work_of(rules: Rules, growth: Growth, size: int) -> float:
    """The calls of a decision in games of a size."""
    setup = growth.setup(size)

    def play() -> int:
        return sum(play_on_at_random(new_game(rules, setup, seed=seed), seed, growth.most) for seed in SEEDS)

    return sum(calls(play).values())


def measured(growth: Growth) -> Iterator[tuple[int, float]]:
    """Each size with the calls of a decision."""
    rules = rules_of(growth.game)
    for size in growth.sizes:
        yield size, work_of(rules, growth, size)


def steepness(points: Sequence[tuple[int, float]]) -> float:
    """How many times as much work the largest size is as the smallest, divided by how many times as large it is."""
    (small, least), (large, most) = points[0], points[-1]
    return (most / least) / (large / small)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a table for each, and draw them."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.growth", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: all that have sizes")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="a picture of all of them (.svg or .png)")
    wanted = parser.parse_args(arguments)
    if unknown := [name for name in wanted.games if name not in {one.game for one in GROWTHS}]:
        parser.error(f"{unknown[0]!r} has no sizes; these have: {', '.join(sorted({one.game for one in GROWTHS}))}")
    found: dict[Growth, list[tuple[int, float]]] = {}
    for growth in GROWTHS:
        if not wanted.games or growth.game in wanted.games:
            points = found[growth] = [*measured(growth)]
            told = ", ".join(f"{size}: {work:.0f}" for size, work in points)
            print(f"{growth.game}: calls a decision by {growth.what}: {told}; {steepness(points):.2f}", flush=True)
    if wanted.plot:
        draw(found, wanted.plot)
    return 0


def draw(found: Mapping[Growth, Sequence[tuple[int, float]]], file: Path) -> None:
    """A panel for each: the work by size, beside a straight line through the smallest size."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    with matplotlib.rc_context({"svg.hashsalt": "rulewright", "font.size": 9}):
        figure, panels = pyplot.subplots(1, len(found), figsize=(3.2 * len(found), 3), squeeze=False)
        for panel, (growth, points) in zip(panels[0], found.items(), strict=True):
            sizes, work = zip(*points, strict=True)
            panel.plot(sizes, work, marker="o", color="#1b5e8c", label="counted")
            panel.plot(sizes, [work[0] * size / sizes[0] for size in sizes], "--", color="#999999", label="straight")
            panel.set(title=growth.game, xlabel=growth.what, ylim=(0, max(work) * 1.15), xticks=sizes)
            panel.spines[["top", "right"]].set_visible(False)
        panels[0][0].set_ylabel("calls a decision")
        panels[0][0].legend(frameon=False)
        figure.tight_layout()
        figure.savefig(file, metadata={"Date": None} if file.suffix == ".svg" else None)
        pyplot.close(figure)


if __name__ == "__main__":
    raise SystemExit(main())
