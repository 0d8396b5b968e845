"""The words of the game: texts in both languages, and effects in sentences."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

from rulewright import wording
from rulewright.text import Texts, Words


@cache
def words() -> Texts:
    """The texts of the game."""
    return Texts.load(files(__package__) / "text.toml")


def say(key: str, lang: str, **facts: Any) -> str:
    """A text of the game."""
    return words().say(key, lang, **facts)


def both(key: str, **facts: Any) -> Words:
    """A text of the game in both languages; its facts may be given by language, too."""
    return words().both(key, **facts)


class Wording(wording.Wording):
    """Puts effects into words of one language."""

    def __init__(self, lang: str) -> None:
        super().__init__(words(), lang)

    def icon(self, icon: str) -> str:
        """A face of a die."""
        return self.say(f"icon.{icon}")

    def icons(self, icons: Iterable[str]) -> str:
        """Any of these faces."""
        return self.either.join(map(self.icon, icons))

    def pool(self, pool: str) -> str:
        """A pool of dice."""
        return self.say(f"pool.{pool}")

    def affliction(self, condition: str | None) -> str:
        """A special condition, or any."""
        return self.say(f"condition.{condition or 'any'}")

    def tool(self, tool: str) -> str:
        """A movement tool."""
        return self.say(f"tool.{tool}")

    def way(self, way: str) -> str:
        """In which direction."""
        return self.say(f"way.{way or 'any'}")


def wording_for_all(lang: str) -> Wording:
    """Effects in words."""
    return Wording(lang)
