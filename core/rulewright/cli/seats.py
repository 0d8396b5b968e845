"""Who sits where, as it is named on the command line."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from ..bots import UnknownBot, fill_seats, make_bot, seat_seed

if TYPE_CHECKING:
    from ..bots import Bot

HUMAN = "human"


def split(names: str, option: str = "--seats") -> list[str]:
    """``human, greedy`` as a list. Raises UsageError where nobody is named for a seat."""
    found = [name.strip() for name in names.split(",")]
    if not all(found):
        raise click.UsageError(f"{option}: {names!r} names nobody for a seat")
    return found


def seats_for(wanted: str | None, players: int) -> tuple[str, ...]:
    """Who plays. Without a wish a person plays the first seat, if someone is there to type. Raises UsageError."""
    if wanted is None:
        first = HUMAN if sys.stdin is not None and sys.stdin.isatty() else "greedy"
        return (first, *("greedy",) * (players - 1))
    try:
        return fill_seats(split(wanted), players)
    except ValueError as error:
        raise click.UsageError(f"--seats: {error}") from None


def seat_bots(names: Sequence[str], seed: int) -> dict[int, Bot]:
    """The bots on the seats that no person has. Raises UsageError for an unknown one."""
    try:
        return {seat: make_bot(name, seat_seed(seed, seat)) for seat, name in enumerate(names) if name != HUMAN}
    except UnknownBot as error:
        raise click.UsageError(f"--seats: {error}; a person who plays at this terminal is {HUMAN!r}") from None
