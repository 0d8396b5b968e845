"""The words of the game: texts in both languages, and effects in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from rulewright import wording
from rulewright.text import PackageTexts, Words, show

PACKAGE: Final = "rulewright_crisis_protocol"
"""Where the texts and the content of the game lie."""


TEXTS: Final = PackageTexts(PACKAGE)
say, both = TEXTS.say, TEXTS.both


class Wording(wording.Wording):
    """Puts effects into words of one language; ``names`` says what the content calls what has an id in it."""

    def __init__(self, lang: str, names: Callable[[str], Words] = str) -> None:
        super().__init__(TEXTS, lang)
        self._names = names

    def called(self, id: str) -> str:
        """A card, an attack or the like by its name, from its id or its English name; or else as it stands."""
        return show(self._names(id), self.lang)

    def power(self, id: str) -> str:
        """A superpower by its name, or a keyword."""
        name, _, what = id.partition(":")
        if name == "immunity":
            return self.say("look.immunity", condition=self.affliction(what))
        what = self.say(f"keyword_of.{what}") if f"keyword_of.{what}" in TEXTS else what
        return self.say(f"keyword.{name}", what=what) if f"keyword.{name}" in TEXTS else self.called(id)

    def icon(self, icon: str) -> str:
        """A face of a die."""
        return self.say(f"icon.{icon}")

    def icons(self, icons: Iterable[str]) -> str:
        """Any of these faces."""
        return self.either.join(map(self.icon, icons))

    def token(self, name: str) -> str:
        """A kind of token: by a text of the game, or else as the card calls it."""
        return self.say(f"token_name.{name}") if f"token_name.{name}" in TEXTS else name

    def pool(self, pool: str) -> str:
        """A pool of dice."""
        return self.say(f"pool.{pool}")

    def affliction(self, condition: str | None) -> str:
        """A special condition, or any."""
        return self.say(f"condition.{condition or 'any'}")

    def tool(self, tool: str) -> str:
        """A movement tool."""
        return self.say(f"tool.{tool}")

    def way(self, way: str, of: str = "self") -> str:
        """In which direction, from or to whom."""
        if not way or of == "self":
            return self.say(f"way.{way or 'any'}")
        return self.say(f"way.{way}_of", of=self.whom(of))

    def whose(self, role: str) -> str:
        """Something of a role."""
        return self.say(f"whose.{role}")

    def listed(self, things: Iterable[str]) -> str:
        """Things one after the other."""
        return ("、" if self.lang == "zh" else ", ").join(things)

    def fact(self, name: str, value: Any) -> Any:
        """What stands in a text for a field: whom, a condition, a tool in words."""
        if name in ("who", "of", "into") and value is not None:
            return self.whom(value)
        said = {
            "condition": self.affliction,
            "has": self.affliction,
            "open_to": self.affliction,
            "tool": self.tool,
            "to": self.icon,
            "faces": self.icons,
            "token": self.token,
            "kind": self.token,
            "holds": self.token,
            "affiliation": self.called,
            "leads": self.called,
            "superpower": self.called,
            "leadership": self.called,
        }.get(name)
        return super().fact(name, value) if said is None or value is None else said(value)
