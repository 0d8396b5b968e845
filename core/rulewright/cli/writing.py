"""Files that commands write: nothing that is there is overwritten unless someone says so."""

from __future__ import annotations

import os
from pathlib import Path

import click

from .failing import Failed

force = click.option("--force", is_flag=True, help="Overwrite files that already exist.")


def refuse_to_overwrite(*paths: Path | None, force: bool) -> None:
    """Raise Failed, before any work is done, for the first of these files that already exists; None is no file."""
    for path in paths:
        if path is not None and not force and os.path.lexists(path):
            raise Failed(f"{path} already exists; --force overwrites it")
