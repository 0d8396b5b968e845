"""The one door for ids and labels from outside: what a terminal, a page or an XML parser can show."""

from functools import lru_cache
from html import escape
from typing import Final

LONGEST: Final = 400
"""Letters of an id or a line of words that are shown."""


@lru_cache(maxsize=1 << 12)
def plain(text: str) -> str:
    """A text in one line: blanks for line ends and tabs, and nothing that controls, reorders or cannot be shown."""
    spaced = "".join(" " if letter.isspace() else letter for letter in text[:LONGEST])
    return "".join(letter for letter in spaced if letter.isprintable())


@lru_cache(maxsize=1 << 12)
def escaped(text: str) -> str:
    """A plain text as it stands in XML, between elements or in an attribute."""
    return escape(plain(text))
