"""Measure everything: ``python -m benchmarks.run [--only NAME...] [--json] [--seconds S]``."""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from .measure import Figure, Row, measure
from .rows import (
    absolute,
    agents,
    bots,
    cards,
    carried,
    dice,
    distances,
    fire,
    laws,
    parts,
    plans,
    play,
    process,
    routes,
    sight,
    slices,
    squares,
    state,
)

ROWS: Final[tuple[Row, ...]] = (
    *play.ROWS,
    *cards.ROWS,
    *agents.ROWS,
    *bots.ROWS,
    *state.ROWS,
    *parts.ROWS,
    *carried.ROWS,
    *process.ROWS,
    *dice.ROWS,
    *laws.ROWS,
    *fire.ROWS,
    *squares.ROWS,
    *distances.ROWS,
    *sight.ROWS,
    *slices.ROWS,
    *routes.ROWS,
    *plans.ROWS,
    *absolute.ROWS,
)

GROUPS: Final = {
    "playouts": (*play.ROWS, *cards.ROWS, *agents.ROWS),
    "bots": bots.ROWS,
}
"""Rows that are chosen together by one name."""


def chosen(names: Sequence[str]) -> list[Row]:
    """The rows of these groups, and those whose name is or begins with one of these; all where none is given."""
    found = {name: GROUPS.get(name) or [row for row in ROWS if row.name.startswith(name)] for name in names}
    if unknown := [name for name, rows in found.items() if not rows]:
        there = ", ".join((*GROUPS, *(row.name for row in ROWS)))
        raise SystemExit(f"no row is called {', '.join(unknown)}; there are {there}")
    return [row for row in ROWS if not names or any(row in rows for rows in found.values())]


def show(number: float | None) -> str:
    """A number with three digits that count."""
    if number is None:
        return "-"
    return f"{number:,.0f}" if abs(number) >= 100 else f"{number:.3g}"


def verdict(figure: Figure) -> str:
    """Pass, fail, or what else came of it."""
    if figure.status != "measured":
        return figure.status
    must, stretch = figure.meets(figure.row.must), figure.meets(figure.row.stretch)
    return "" if must is None else "FAIL" if not must else "pass, stretch" if stretch else "pass"


def line(figure: Figure) -> str:
    """One row of the table, in Markdown."""
    row = figure.row
    ratio = show(figure.ratio) + (f" ({show(figure.spread[0])} to {show(figure.spread[1])})" if figure.spread else "")
    cells = (
        row.name, row.what, row.beside, f"{show(figure.ours)} {row.unit}", show(figure.theirs), ratio,
        show(row.must), show(row.stretch), verdict(figure),
    )  # fmt: skip
    return "| " + " | ".join(cells) + " |"


HEAD: Final = (
    "| row | what | beside | ours | theirs | ratio | must | stretch | |\n|---|---|---|---:|---:|---:|---:|---:|---|"
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit status 1 when a row that could be measured misses its budget or its twin, 2 for wrong usage."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.run", description=__doc__)
    parser.add_argument(
        "--only", nargs="+", default=[], metavar="NAME",
        help=f"rows by the beginning of their names, or a group of rows: {', '.join(GROUPS)}",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="one JSON document instead of a table")
    parser.add_argument("--seconds", type=float, default=0.2, help="how long one sample takes (default 0.2)")
    parser.add_argument("--rounds", type=int, default=9, help="how many samples of each side (default 9)")
    parser.add_argument("--node", type=Path, help="a folder in which npm packages are installed already")
    parser.add_argument("--list", action="store_true", help="name the rows")
    wanted = parser.parse_args(arguments)
    rows = chosen(wanted.only)
    if wanted.list:
        print("\n".join(f"{row.name:28}{row.what}" for row in rows))
        print("\n".join(f"{name:28}{len(group)} of these rows" for name, group in GROUPS.items()))
        return 0
    if not wanted.json:
        print(HEAD, flush=True)
    figures = []
    for row in rows:
        figures.append(measure(row, seconds=wanted.seconds, rounds=wanted.rounds, node=wanted.node))
        print(line(figures[-1]), flush=True, file=sys.stderr if wanted.json else sys.stdout)
    if wanted.json:
        print(json.dumps({"python": platform.python_version(), "figures": [figure.plain() for figure in figures]}))
    return int(any(f.meets(f.row.must) is False or f.status.startswith(("wrong", "failed")) for f in figures))


if __name__ == "__main__":
    sys.exit(main())
