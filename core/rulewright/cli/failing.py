"""Errors at the command line: one clear line on standard error, and an exit status."""

from __future__ import annotations

import os
from pathlib import Path
from traceback import extract_tb
from typing import Any, Final

import click

TRACEBACK: Final = "RULEWRIGHT_TRACEBACK"
"""Set this variable of the environment to see where in the program an error comes from."""


class Failed(click.ClickException):
    """The thing asked for failed, or was found wrong: exit status 1."""

    exit_code = 1

    def show(self, file: Any = None) -> None:
        click.echo(f"rulewright: {self.format_message()}", err=True)


class Commands(click.Group):
    """A group of commands whose errors are told and not dumped."""

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
    words = "; ".join(line.strip() for line in str(error).splitlines() if line.strip())
    if type(error).__module__.startswith("rulewright"):
        return words or type(error).__name__
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    frames = extract_tb(error.__traceback__)
    place = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {words}{place}; {TRACEBACK}=1 shows more"
