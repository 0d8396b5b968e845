"""The words of the game."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any, Final

from rulewright import wording
from rulewright.text import Texts, Words

PACKAGE: Final = "rulewright_heroclix"
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


class Wording(wording.Wording):
    """Puts effects into words of one language."""

    def __init__(self, lang: str) -> None:
        super().__init__(words(), lang)

    def whom(self, who: Any) -> str:
        """Whom an effect means."""
        return self.say(f"who.{who}") if isinstance(who, str) else str(who.said(self))

    def number(self, name: str) -> str:
        """What a number of a character is called."""
        return self.say(f"value.{name}")

    def power(self, name: str) -> str:
        """What a power or ability is called; a special power goes by its id."""
        key = f"power.{name.partition(':')[0].replace('-', '_')}"
        return self.say(key) if key in self.texts else name

    def together(self, parts: Iterable[str]) -> str:
        """What holds for those whom a text means."""
        return "".join(reversed(list(parts))) if self.lang == "zh" else " ".join(parts)

    def fact(self, name: str, value: Any) -> Any:
        """What stands in a text for a field of a verb."""
        if name in ("who", "to", "near"):
            return self.whom(value)
        if name == "values":
            return self.either.join(map(self.number, value))
        if name == "value":
            return self.number(value)
        if name == "powers":
            return self.either.join(map(self.power, value))
        if name in ("kind", "marker") and value:
            return self.say(f"kind.{value}")
        if name in ("by", "change"):
            return f"{value:+d}"
        if name == "until":
            return self.say(f"until.{value.replace(' ', '_')}")
        return super().fact(name, value)
