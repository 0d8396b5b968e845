"""Simulations at the command line: a progress bar while they run, a few lines when they are done."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, Final

import click
import msgspec

from ..bots import UnknownBot
from ..ruleset import Rules
from ..simulate import FAILURES, Comparison, Matrix, Summary, compare, matchups, simulate
from ..simulate.matchups import who_meets
from .failing import Failed
from .given import read_setup
from .writing import refuse_to_overwrite

REFRESHED: Final = 0.1
"""The progress bar is drawn again after this many seconds at the earliest."""
TOLD: Final = 10.0
"""Where there is no bar a line tells how far it is after this many seconds."""


def run(
    rules: Rules, seats: Sequence[str], versus: Sequence[str], matrix: Path | None, among: Sequence[str], *,
    games: int, setup: Path | None, settings: Sequence[str], force: bool, **wishes: Any,
) -> dict[str, Any]:  # fmt: skip
    """Simulate, compare the bots of ``versus``, or all that can meet, and return the summary as JSON data.

    Raises Failed where the matrix or the picture would overwrite a file and it is not to be by ``force``.
    """
    refuse_to_overwrite(matrix, wishes["plot"], force=force)
    data = read_setup(setup, settings)
    wishes["failures"] = wishes["failures"] or Path(FAILURES)
    with progress_bar(games if matrix is None else games * _pairs(rules, among)) as progress:
        common = {"setup": data, "progress": progress, **wishes}
        try:
            if versus:
                return _plain(compare(rules, versus[0], versus[1], games, **common))
            if matrix is not None:
                return _plain(matchups(rules, games, seats=seats, among=among, table=matrix, **common))
            return _plain(simulate(rules, games, seats=seats, **common))
        except UnknownBot as error:
            raise click.UsageError(f"{'--compare' if versus else '--seats'}: {error}") from None
        except KeyboardInterrupt:
            if wishes["records"] is None:
                raise
            raise Failed(f"interrupted; the same command goes on with what is in {wishes['records']}") from None
        except ValueError as error:
            if type(error) is ValueError and "seats" in str(error):
                raise click.UsageError(f"--seats: {error}") from None
            raise


def _pairs(rules: Rules, among: Sequence[str]) -> int:
    """How many pairs there are of those that can meet."""
    meet = rules.ruleset.matchups
    try:
        names = who_meets(rules, among)
    except ValueError as error:
        raise click.UsageError(f"{'--among' if among else '--matchups'}: {error}") from None
    return 0 if meet is None else len(meet.pairs(names))


def _plain(found: Summary | Comparison | Matrix) -> dict[str, Any]:
    """The summary, and in a comparison what else was found."""
    plain: dict[str, Any] = msgspec.to_builtins(found)
    if isinstance(found, Summary):
        return plain
    summary: dict[str, Any] = plain.pop("summary")
    return {**summary, "comparison" if isinstance(found, Comparison) else "matrix": plain}


@contextlib.contextmanager
def progress_bar(games: int) -> Iterator[Callable[[int], None]]:
    """A bar on standard error, drawn without threads, which forks do not survive; where that is no terminal, a plain
    line now and then."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from .terminal import new_console

    console = new_console(stderr=True)
    if not console.is_terminal:
        yield plain_lines(games, console.file)
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, auto_refresh=False, transient=True) as bar:
        task = bar.add_task("games", total=games)

        drawn = time.monotonic()

        def advance(played: int) -> None:
            nonlocal drawn
            bar.update(task, advance=played)
            if (now := time.monotonic()) - drawn >= REFRESHED or bar.finished:
                drawn = now
                bar.refresh()

        yield advance


def plain_lines(games: int, file: IO[str]) -> Callable[[int], None]:
    """What tells now and then how many games were played; a run that is soon over is silent."""
    played, told = 0, time.monotonic()

    def advance(more: int) -> None:
        nonlocal played, told
        played += more
        if (now := time.monotonic()) - told >= TOLD:
            told = now
            print(f"{played:,} of {games:,} games ({played / games:.0%})", file=file, flush=True)

    return advance


def summary_lines(data: Mapping[str, Any], files: Iterable[Path | None]) -> Iterator[str]:
    """A summary in words."""
    games, finished, seconds = data["games"], data["finished"], data["seconds"]
    yield f"{data['game']}: {finished} of {games} games finished in {seconds:.1f} s, seed {data['seed']}"
    if kept := data["kept"]:
        yield f"  {kept} of them were already there"
    if comparison := data.get("comparison"):
        yield from _comparison_lines(comparison)
    if matrix := data.get("matrix"):
        yield from _matrix_lines(matrix)
    for seat, name in enumerate(data["seats"]):
        yield f"  player {seat + 1} ({name}): {data['wins'][str(seat)]} wins, {_percent(data['rates'][str(seat)])}"
    if draws := data["wins"]["draw"]:
        yield f"  draws: {draws}, {_percent(data['rates']['draw'])}"
    yield f"  {data['turns']} turns a game"
    yield f"  {data['decisions']:,} decisions, {data['rolls']:,} rolls, {data['events']:,} events"
    if by_hand := data["by_hand"]:
        yield f"  {sum(by_hand.values()):,} effects had none, because people play them by hand:"
        yield from (f"    {card}: {count:,}" for card, count in sorted(by_hand.items(), key=lambda one: -one[1]))
    if not kept:
        yield f"  {data['decisions'] / (seconds or 0.001):,.0f} decisions a second"
    for failure in data["failures"]:
        yield f"  game {failure['number']} failed (seed {failure['seed']}): {failure['error']}"
        if failure["journal"]:
            yield f"    {failure['journal']}"
    for file in files:
        if file is not None:
            yield f"  written to {file}"


def _comparison_lines(data: Mapping[str, Any]) -> Iterator[str]:
    a, b, wins, difference = data["a"], data["b"], data["wins"], data["difference"]
    draws = f", {wins['draw']} draws" if wins["draw"] else ""
    yield f"  {a} wins {wins['a']}, {b} wins {wins['b']}{draws}; {data['pairs']} pairs with the seats changed"
    yield f"  score of {a}: {_percent(data['score'])}"
    yield f"  {a} - {b}: {difference['rate']:+.3f} ({difference['low']:+.3f} to {difference['high']:+.3f})"


def _matrix_lines(data: Mapping[str, Any]) -> Iterator[str]:
    """Each of those that met, the best first, with its score against all others."""
    width = max(map(len, data["names"]))
    for name, rate in sorted(data["scores"].items(), key=lambda item: -item[1]["rate"]):
        yield f"  {name:<{width}}  {_percent(rate)}"


def _percent(rate: Mapping[str, Any]) -> str:
    share, low, high = (100 * rate[part] for part in ("rate", "low", "high"))
    return f"{share:.1f} % ({low:.1f} to {high:.1f})"
