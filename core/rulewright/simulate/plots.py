"""A picture of a simulation: who wins how often, and how long games are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from ..text import shown
from .games import Played
from .intervals import Rate

if TYPE_CHECKING:
    from .matchups import Matrix
    from .run import Comparison, Summary

BINS: Final = 24
SIZE: Final = (11.0, 4.0)


class Plot(msgspec.Struct, frozen=True):
    """A picture that can be written to files."""

    figure: Any

    def save(self, path: Path) -> None:
        """Write it, in the format that the ending names. Raises GeometryError for another."""
        from ..geometry.pictures.paper import write

        write(self.figure, path)


def checked(path: Path) -> Path:
    """The path, where a picture can be written there. Raises GeometryError and OSError before any game is played."""
    from ..geometry.pictures.paper import check_format

    check_format(path)
    if not path.parent.is_dir():
        raise FileNotFoundError(2, "there is no such folder", str(path.parent))
    return path


def of_summary(summary: Summary, played: Sequence[Played]) -> Plot:
    """Wins of each seat, and how long games were."""
    names = {str(seat): f"player {seat + 1}\n{shown(name)}" for seat, name in enumerate(summary.seats)}
    bars = [(names.get(key, "draw"), rate) for key, rate in summary.rates.items() if key != "draw" or rate.rate]
    title = f"{summary.game}: {summary.finished} games, seed {summary.seed}"
    return _picture(title, "share of the games won", bars, 1 / max(1, len(summary.seats)), played)


def of_comparison(comparison: Comparison, played: Sequence[Played]) -> Plot:
    """The score of each bot, and how long games were."""
    bars = [(shown(comparison.a), comparison.score), (shown(comparison.b), comparison.score.turned)]
    summary = comparison.summary
    title = f"{summary.game}: {comparison.a} against {comparison.b}, {comparison.pairs} pairs, seed {summary.seed}"
    return _picture(title, "score", bars, 0.5, played)


def of_matrix(matrix: Matrix) -> Plot:
    """The score of each row against each column and against all, with intervals; the best row first."""
    import matplotlib

    from ..geometry.pictures.paper import INK, STYLE, add_axes, new_figure

    names = sorted(matrix.names, key=lambda name: -matrix.scores[name].rate)
    columns = [*range(len(names)), len(names) + 0.12]
    wide, high = 1.05 * (len(names) + 1.12), 0.62 * len(names)
    width, height = wide + 2.2, high + 1.5
    figure = new_figure()
    with matplotlib.rc_context(STYLE):
        figure.set_size_inches(width, height)
        for text, size, down in zip(map(shown, _matrix_titles(matrix)), (12, 8.5), (0.3, 0.58), strict=True):
            weight = "bold" if size == 12 else "normal"
            figure.text(0.25 / width, 1 - down / height, text, fontsize=size, fontweight=weight, color=INK, va="center")
        axes = add_axes(figure, 1.9 / width, 0.2 / height, wide / width, high / height)
        for row, name in enumerate(names):
            for column, other in zip(columns, (*names, None), strict=True):
                if other is None:
                    _cell(axes, column, row, matrix.scores[name])
                elif (one := matrix.get(name, other)) is not None:
                    _cell(axes, column, row, one.score)
        axes.set_xlim(-0.5, columns[-1] + 0.5)
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.xaxis.tick_top()
        axes.set_xticks(columns, [*(shown(name).replace("-", "-\n") for name in names), "all"])
        axes.set_yticks(range(len(names)), list(map(shown, names)))
        axes.tick_params(length=0)
        for side in axes.spines.values():
            side.set_visible(False)
    return Plot(figure)


def _matrix_titles(matrix: Matrix) -> tuple[str, str]:
    summary, first = matrix.summary, matrix.matchups[0]
    bots = " against ".join(dict.fromkeys(summary.seats))
    level = f"{first.score.level:.0%}"
    what = f"score of the row against the column, with {level} intervals; bold where they leave out 50 %"
    return f"{summary.game}: {sum(first.wins.values())} games a pair, {bots}, seed {summary.seed}", what


def _cell(axes: Any, x: float, y: float, rate: Rate) -> None:
    """A score in percent over its interval; faint where the interval holds one half."""
    from matplotlib.patches import Rectangle

    from ..geometry.pictures.paper import INK, SIDES

    better = rate.rate >= 0.5
    sure = rate.low > 0.5 or rate.high < 0.5
    strength = min(1.0, abs(rate.rate - 0.5) * 2) * (0.75 if sure else 0.3)
    axes.add_patch(Rectangle((x - 0.48, y - 0.46), 0.96, 0.92, facecolor=SIDES[0 if better else 1], alpha=strength,
                             linewidth=0))  # fmt: skip
    share, low, high = (f"{100 * part:.0f}" for part in (rate.rate, rate.low, rate.high))
    inside = {"ha": "center", "va": "center", "color": INK}
    axes.text(x, y - 0.12, f"{share} %", fontsize=11, fontweight="bold" if sure else "normal", **inside)
    axes.text(x, y + 0.24, f"{low} to {high}", fontsize=7.5, **inside)


def _picture(title: str, what: str, bars: Sequence[tuple[str, Rate]], even: float, played: Sequence[Played]) -> Plot:
    """``even`` is the rate of players who are all alike."""
    import matplotlib

    from ..geometry.pictures.paper import INK, STYLE, add_axes, new_figure

    finished = [one for one in played if one.failure is None]
    if failed := len(played) - len(finished):
        title += f", {failed} failed"
    figure = new_figure()
    with matplotlib.rc_context(STYLE):
        figure.set_size_inches(*SIZE)
        figure.text(0.03, 0.94, shown(title), fontsize=12, fontweight="bold", color=INK, va="center")
        _rates(add_axes(figure, 0.11, 0.14, 0.25, 0.70), what, bars, even)
        _histogram(add_axes(figure, 0.44, 0.14, 0.23, 0.70), "turns", [one.turns for one in finished])
        _histogram(add_axes(figure, 0.74, 0.14, 0.23, 0.70), "decisions", [one.decisions for one in finished])
    return Plot(figure)


def _rates(axes: Any, what: str, bars: Sequence[tuple[str, Rate]], even: float) -> None:
    from ..geometry.pictures.paper import FAINT, INK, SIDES

    for place, (_, rate) in enumerate(bars):
        axes.barh(place, rate.rate, height=0.6, color=SIDES[place % len(SIDES)], zorder=2)
        axes.plot([rate.low, rate.high], [place, place], color=INK, linewidth=2, marker="|", markersize=9, zorder=3)
    axes.axvline(even, color=FAINT, linestyle="--", linewidth=1, zorder=1)
    axes.set_xlim(0, 1)
    axes.set_yticks(range(len(bars)), [name.replace(":", "\n") for name, _ in bars])
    axes.set_ylim(len(bars) - 0.4, -0.6)
    level = f"{bars[0][1].level:.0%}" if bars else ""
    axes.set_xlabel(f"{what}, with {level} intervals")


def _histogram(axes: Any, what: str, numbers: Iterable[int]) -> None:
    from ..geometry.pictures.paper import GROUND, SIDES

    found = list(numbers)
    axes.set_xlabel(f"{what} in a game")
    axes.set_ylabel("games")
    axes.locator_params(integer=True)
    if found:
        low, high = min(found), max(found)
        width = max(1, -(-(high - low + 1) // BINS))  # whole numbers in a bin: as many in each
        edges = [low - 0.5 + width * number for number in range((high - low) // width + 2)]
        axes.hist(found, bins=edges, color=SIDES[0], edgecolor=GROUND, linewidth=0.6)
