"""The words of the game."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any, Final

from rulewright.text import Texts, Words

PACKAGE: Final = "rulewright_wh40k"
"""Where the texts and the content of the game lie."""


@cache
def words() -> Texts:
    """The texts of the game."""
    return Texts.load(files(PACKAGE) / "text.toml")


def say(key: str, lang: str, **facts: Any) -> str:
    """A text of the game."""
    return words().say(key, lang, **facts)


def both(key: str, **facts: Any) -> Words:
    """A text of the game in both languages."""
    return words().both(key, **facts)
