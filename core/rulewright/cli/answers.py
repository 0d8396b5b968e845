"""Answers as people type them at a terminal: the space reads them; suggestions have letters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..plaindata import Answer
from ..requests import Space

LETTERS: Final = "abcdefghij"
"""Names of suggestions, where answers cannot be listed."""


def read(space: Space, typed: str, names: Sequence[str] = (), suggestions: Sequence[Answer] = ()) -> Answer:
    """The answer that was typed: ``names`` are those of the parts of the space, ``suggestions`` have letters.

    Whether it is legal is for the space to check. Raises Unreadable.
    """
    typed = typed.strip()
    if suggestions and typed.lower() in LETTERS[: len(suggestions)] and len(typed) == 1:
        return suggestions[LETTERS.index(typed.lower())]
    return space.read(typed, names)
