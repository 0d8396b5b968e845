"""Patterns of what texts print."""

from __future__ import annotations

import re


def matched(pattern: str, printed: str) -> re.Match[str] | None:
    """A text that is all of a pattern, whatever its capitals."""
    return re.fullmatch(pattern, printed, re.IGNORECASE)
