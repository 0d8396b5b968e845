"""Asking a game for odds: a command made from what its ruleset says it can be asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from ..odds_desk import BadWish, Listing, Option, Told
from ..text import columns
from .failing import Failed

Decorator = Callable[[Any], Any]


def games_with_odds() -> list[str]:
    """The installed games that can be asked."""
    from ..plugins import registry

    known = registry()
    known.import_all()
    return sorted(name for name in known.rulesets if known.get(name).odds is not None)


def command(game: str, *shared: Decorator) -> click.Command:
    """The command that asks a game, with the options that all games share. Raises Failed where it cannot be asked."""
    from ..plugins import registry

    desk = registry().get(game).odds
    if desk is None:
        others = ", ".join(games_with_odds())
        raise Failed(f"{game} has no odds to ask for" + (f"; games that have: {others}" if others else ""))

    def answer(
        content: Sequence[Path], as_json: bool, lang: str, table: Path | None, picture: Path | None, force: bool,
        **wishes: Any,
    ) -> None:  # fmt: skip
        from .. import odds
        from ..api import rules_for
        from .printing import emit
        from .writing import refuse_to_overwrite

        refuse_to_overwrite(table, picture, force=force)
        given = {name: value for name, value in wishes.items() if value not in (None, ())}
        try:
            told = odds.ask(rules_for(game, content), lang=lang, **given)
        except BadWish as wrong:
            raise click.BadParameter(str(wrong), param_hint=_flag(wrong.option)) from None
        _write(told, table, picture)
        if as_json:
            emit(told.data)
        else:
            click.echo("\n".join(lines(told)))

    asked: Any = answer
    for decorate in reversed(shared):
        asked = decorate(asked)
    for option in reversed(desk.options):
        asked = _option(option)(asked)
    return click.command(game, help=desk.about)(asked)


def _write(told: Told, table: Path | None, picture: Path | None) -> None:
    """Write the tables of an answer where someone wants them. Raises Failed where they cannot be written."""
    from ..odds import sheets

    for path, write in ((table, sheets.write_csv), (picture, sheets.draw)):
        if path is not None:
            try:
                write(told, path)
            except (ValueError, OSError) as error:
                raise Failed(str(error)) from None


def _flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _option(option: Option) -> Decorator:
    default = f"  [default: {option.default}]" if option.default not in (None, False) else ""
    how: dict[str, Any] = {"help": option.help + default}
    if option.kind is bool:
        return click.option(_flag(option.name), option.name, is_flag=True, default=None, **how)
    how["metavar"] = option.metavar or ("N" if option.kind is int else "TEXT")
    return click.option(_flag(option.name), option.name, multiple=option.many, **how)


def lines(told: Told) -> Iterator[str]:
    """An answer for people, line by line."""
    yield told.title
    for table in told.tables:
        yield ""
        yield from _table(table)
    if told.advice:
        yield ""
        yield from told.advice


def _table(table: Listing) -> Iterator[str]:
    if table.title:
        yield table.title
    rows = [table.columns, *table.rows]
    widths = [max(columns(row[column]) for row in rows) for column in range(len(table.columns))]
    right = [all(map(_is_number, (row[column] for row in table.rows))) for column in range(len(table.columns))]
    for row in rows:
        blanks = (" " * (widths[place] - columns(cell)) for place, cell in enumerate(row))
        cells = [blank + cell if fits else cell + blank for cell, blank, fits in zip(row, blanks, right, strict=True)]
        yield ("  " + "  ".join(cells)).rstrip()


def _is_number(cell: str) -> bool:
    return cell.replace(".", "").replace("%", "").replace("-", "").strip().isdecimal() or not cell.strip("- ")
