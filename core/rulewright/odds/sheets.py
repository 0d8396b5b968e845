"""The tables of an answer about odds as files: CSV for a spreadsheet, or a picture."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..files import write

if TYPE_CHECKING:
    from ..odds_desk import Listing, Told


def write_csv(told: Told, path: Path) -> None:
    """Write all tables of an answer, one below the other. Raises ValueError for a file that is no ``.csv``."""
    if path.suffix.lower() != ".csv":
        raise ValueError(f"{path}: a table is written as .csv, not as {path.suffix or 'a file without ending'}")
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for number, table in enumerate(told.tables):
        if number:
            writer.writerow(())
        writer.writerows((table.columns, *table.rows))
    write(path, text.getvalue())


def draw(told: Told, path: Path) -> None:
    """Draw the first table, its numbers the darker the greater. Raises GeometryError for another kind of picture."""
    import matplotlib
    from matplotlib.patches import Rectangle

    from ..geometry.pictures.paper import INK, SIDES, STYLE, add_axes, check_format, new_figure
    from ..geometry.pictures.paper import write as write_picture
    from ..text import shown

    check_format(path)
    table = told.tables[0]
    numbers = [[_number(cell) for cell in row] for row in table.rows]
    most = max((number for row in numbers for number in row if number is not None), default=0.0) or 1.0
    wide = [0.3 + 0.085 * max(len(row[place]) for row in (table.columns, *table.rows)) for place in _places(table)]
    starts = [sum(wide[:place]) for place in range(len(wide) + 1)]
    width, height = starts[-1] + 0.4, 0.3 * (len(table.rows) + 1) + 0.9
    figure = new_figure()
    with matplotlib.rc_context(STYLE):
        figure.set_size_inches(width, height)
        title: Any = {"fontsize": 12, "fontweight": "bold", "color": INK, "va": "center"}
        figure.text(0.2 / width, 1 - 0.3 / height, shown(told.title), **title)
        axes = add_axes(figure, 0.2 / width, 0.2 / height, starts[-1] / width, 1 - 0.8 / height)
        axes.set(xlim=(0, starts[-1]), ylim=(len(table.rows) + 0.5, -0.5), xticks=(), yticks=())
        for place, head in enumerate(table.columns):
            axes.text(starts[place] + 0.1, 0, shown(head), color=INK, fontweight="bold", va="center")
        for line, row in enumerate(table.rows, 1):
            for place, cell in enumerate(row):
                if (number := numbers[line - 1][place]) is not None:
                    box = ((starts[place], line - 0.5), wide[place], 1.0)
                    axes.add_patch(
                        Rectangle(*box, facecolor=SIDES[0], alpha=0.6 * max(0.0, number) / most, linewidth=0)
                    )
                axes.text(starts[place] + 0.1, line, shown(cell), color=INK, va="center")
    write_picture(figure, path)


def _places(table: Listing) -> Sequence[int]:
    return range(len(table.columns))


def _number(cell: str) -> float | None:
    try:
        return float(cell.rstrip("%"))
    except ValueError:
        return None
