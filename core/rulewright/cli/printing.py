"""The one door for text: whatever the program prints passes here, and what comes from outside commands nothing.

Names from content, setups and saves, the names of files, the words of plugins and their errors: `guarded` shows them
all on standard output and standard error as they are, letter by letter. Rich, which has commands of its own to give,
writes behind the guard, and `terminal.new_console` looks at its texts instead.
"""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import click

from ..text import shown

MOST_LINES: Final = 500
"""Of what was found in one file; nobody reads more."""


class Guard:
    """A stream of text whose texts are `shown`; ``rich_proxied_file``, as Rich calls it, is the stream behind it."""

    def __init__(self, stream: Any) -> None:
        self.rich_proxied_file = stream

    def write(self, text: str) -> int:
        """Write a text as it can be shown; returns how long it was."""
        self.rich_proxied_file.write(shown(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write these texts."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        if name == "buffer":
            raise AttributeError("there is no way round the guard")
        return getattr(self.rich_proxied_file, name)


@contextlib.contextmanager
def guarded() -> Iterator[None]:
    """Standard output and standard error are guarded here."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (None if stream is None else Guard(stream) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def json_of(data: Any) -> str:
    """One JSON document; letters that cannot be seen stand as their numbers, so that nothing shows them otherwise."""
    text = json.dumps(data, ensure_ascii=False, indent=2)
    return "\n".join(line if line.isprintable() else "".join(map(_in_json, line)) for line in text.split("\n"))


def _in_json(letter: str) -> str:
    return letter if letter.isprintable() else json.dumps(letter)[1:-1]


def emit(data: Any) -> None:
    """One JSON document on standard output."""
    click.echo(json_of(data))


def some(lines: Sequence[str]) -> Iterator[str]:
    """The first `MOST_LINES` of these, and how many more there are."""
    yield from lines[:MOST_LINES]
    if more := len(lines[MOST_LINES:]):
        yield f"and {more:,} more"


def print_lines(lines: Iterable[str]) -> None:
    """Lines on standard output."""
    for line in lines:
        click.echo(line)
