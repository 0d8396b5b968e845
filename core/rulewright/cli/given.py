"""The setup that was asked for on the command line: a file, and settings."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from ..documents import DocumentError, read_document
from .failing import Failed


def read_setup(file: Path | None, settings: Sequence[str] = ()) -> Any:
    """The data of a setup file with these settings in it (``mode=teams``); None without any.

    Raises Failed naming the file, UsageError naming the setting.
    """
    try:
        data = None if file is None else read_document(file)
    except DocumentError as error:
        raise Failed(f"{file}: {error}") from None
    if not settings:
        return data
    if not isinstance(data, Mapping | None):
        raise Failed(f"{file}: no table of settings that --set could change")
    return {**(data or {}), **dict(map(_setting, settings))}


def _setting(text: str) -> tuple[str, Any]:
    name, sign, value = text.partition("=")
    if not (name.strip() and sign):
        raise click.UsageError(f"--set: {text!r} is no NAME=VALUE")
    return name.strip(), _value(value.strip())


def _value(text: str) -> Any:
    """JSON where it is JSON; else a list where there are commas, and plain text."""
    try:
        return json.loads(text)
    except ValueError:
        return [_value(part.strip()) for part in text.split(",")] if "," in text else text
