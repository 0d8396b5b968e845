"""Simulations at the command line: a progress bar while they run, a few lines when they are done."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

from ..bots import UnknownBot
from ..content import DocumentError, read_document
from ..simulate import FAILURES, simulate
from .failing import Failed


def run(
    game: str,
    games: int,
    seed: int | None,
    seats: Sequence[str],
    setup: Path | None,
    jobs: int | None,
    failures: Path | None,
    *,
    quiet: bool,
) -> dict[str, Any]:
    """Simulate, and return the summary as JSON data."""
    data = read_setup(setup)
    folder = failures or Path(FAILURES)
    with progress_bar(games) as progress:
        try:
            summary = simulate(
                game, games, seed=seed, seats=seats, setup=data, jobs=jobs, failures=folder, progress=progress
            )
        except UnknownBot as error:
            raise click.UsageError(f"--seats: {error}") from None
        except ValueError as error:
            if type(error) is ValueError and "seats" in str(error):
                raise click.UsageError(f"--seats: {error}") from None
            raise
    plain: dict[str, Any] = msgspec.to_builtins(summary)
    return plain


def read_setup(file: Path | None) -> Any:
    """The data of a setup file; None without one. Raises Failed naming the file."""
    if file is None:
        return None
    try:
        return read_document(file)
    except DocumentError as error:
        raise Failed(f"{file}: {error}") from None


@contextlib.contextmanager
def progress_bar(games: int) -> Iterator[Callable[[int], None]]:
    """A bar on standard error, where that is a terminal; drawn without threads, which forks do not survive."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda played: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, auto_refresh=False, transient=True) as bar:
        task = bar.add_task("games", total=games)

        def advance(played: int) -> None:
            bar.update(task, advance=played)
            bar.refresh()

        yield advance


def summary_lines(data: Mapping[str, Any], out: Path | None) -> Iterator[str]:
    """A summary in words."""
    games, finished, seconds = data["games"], data["finished"], data["seconds"]
    yield f"{data['game']}: {finished} of {games} games finished in {seconds:.1f} s, seed {data['seed']}"
    for seat, name in enumerate(data["seats"]):
        wins = data["wins"][str(seat)]
        yield f"  player {seat + 1} ({name}): {wins} wins, {_percent(wins, finished)}"
    if draws := data["wins"]["draw"]:
        yield f"  draws: {draws}, {_percent(draws, finished)}"
    yield f"  {data['turns']} turns a game"
    yield f"  {data['decisions']:,} decisions, {data['rolls']:,} rolls, {data['events']:,} events"
    yield f"  {data['decisions'] / (seconds or 0.001):,.0f} decisions a second"
    for failure in data["failures"]:
        yield f"  game {failure['number']} failed (seed {failure['seed']}): {failure['error']}"
        if failure["journal"]:
            yield f"    {failure['journal']}"
    if out is not None:
        yield f"  written to {out}"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "—"
