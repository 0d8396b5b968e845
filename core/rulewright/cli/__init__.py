"""The command line: list, describe, play, simulate, replay and check games."""

from .main import main

__all__ = ["main"]
