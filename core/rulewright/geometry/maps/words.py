"""The words of maps: ids and labels from outside as a terminal, a page or an XML parser can show them; legends."""

from functools import lru_cache
from html import escape
from typing import Final

from ...text import PackageTexts, Words, show

LONGEST: Final = 400
"""Letters of an id or a line of words that are shown."""


def plain(text: Words) -> str:
    """A text in one line: blanks for line ends and tabs, and nothing that controls, reorders or cannot be shown."""
    return _plain(text if isinstance(text, str) else show(text))


@lru_cache(maxsize=1 << 12)
def _plain(text: str) -> str:
    spaced = "".join(" " if letter.isspace() else letter for letter in text[:LONGEST])
    return "".join(letter for letter in spaced if letter.isprintable())


def escaped(text: Words) -> str:
    """A plain text as it stands in XML, between elements or in an attribute."""
    return _escaped(text if isinstance(text, str) else show(text))


@lru_cache(maxsize=1 << 12)
def _escaped(text: str) -> str:
    return escape(_plain(text))


TEXTS: Final = PackageTexts(__package__, "legend.toml")
"""What faces write on maps themselves."""
