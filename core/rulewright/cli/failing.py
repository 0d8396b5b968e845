"""Errors at the command line: one clear line on standard error, and an exit status."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import warnings
from collections.abc import Iterator
from pathlib import Path
from traceback import extract_tb
from typing import Any, Final

import click

from ..text import brief
from .printing import guarded

TRACEBACK: Final = "RULEWRIGHT_TRACEBACK"
"""Set this variable of the environment to see where in the program an error comes from."""


class Failed(click.ClickException):
    """The thing asked for failed, or was found wrong: exit status 1."""

    exit_code = 1

    def show(self, file: Any = None) -> None:
        click.echo(f"rulewright: {self.format_message()}", err=True)


class Commands(click.Group):
    """A group of commands whose errors are told and not dumped, and whose texts command no terminal."""

    def main(self, *args: Any, **extra: Any) -> Any:
        with guarded(), _heard(), _noted():
            return super().main(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except KeyboardInterrupt:
            raise Failed("interrupted") from None
        except Exception as error:
            if os.environ.get(TRACEBACK):
                raise
            raise Failed(told(error)) from error


def told(error: Exception) -> str:
    """An error in one line: as it is where it was made for people, else with its sort and place."""
    words = "; ".join(brief(line.strip()) for line in str(error).split("\n") if line.strip())
    if type(error).__module__.startswith("rulewright"):
        return words or type(error).__name__
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    frames = extract_tb(error.__traceback__)
    place = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {words}{place}; {TRACEBACK}=1 shows more"


@contextlib.contextmanager
def _noted() -> Iterator[None]:
    """What is read and now written in another way is told in one line, without the place in the program."""
    with warnings.catch_warnings():
        before = warnings.showwarning

        def tell(message: Any, category: Any, *place: Any, **more: Any) -> None:
            if issubclass(category, FutureWarning):
                click.echo(f"note: {message}", err=True)
            else:
                before(message, category, *place, **more)

        warnings.showwarning = tell
        yield


@contextlib.contextmanager
def _heard() -> Iterator[None]:
    """Ctrl-C of someone at the terminal is heard here, also where a script has left it to its children as ignored."""
    sits = sys.stdin is not None and sys.stdin.isatty() and threading.current_thread() is threading.main_thread()
    if not sits or signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        yield
        return
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
