"""The words of the game: texts in both languages, and effects in sentences."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from rulewright import wording
from rulewright.text import PackageTexts

from .weapons import ANTI

PACKAGE: Final = "rulewright_wh40k"
"""Where the texts and the content of the game lie."""

TEXTS: Final = PackageTexts(PACKAGE)
say, both = TEXTS.say, TEXTS.both


class Wording(wording.Wording):
    """Puts effects into words of one language."""

    def __init__(self, lang: str) -> None:
        super().__init__(TEXTS, lang)

    def listed(self, things: Iterable[str]) -> str:
        """Things one after the other."""
        return ("、" if self.lang == "zh" else ", ").join(things)

    def ability(self, name: str) -> str:
        """An ability as players write it: Feel No Pain 5."""
        words, _, number = name.partition(":")
        if words.startswith(ANTI):
            return f"{self.say('power.anti')}-{words.removeprefix(ANTI).title()} {number}+"
        called = self.say("power." + words.replace("-", "_"))
        return f"{called} {number}".strip()

    def window(self, name: str) -> str:
        """When a text is used."""
        return self.say("window." + name.replace(" ", "_").replace("-", "_"))

    def moment(self, when: str, who: str) -> str:
        """A moment of an ability, and whose it is."""
        return self.say("moment.named", who=who, when=self.window(when))

    def deed(self, deed: str) -> str:
        """What a unit may have done in a turn."""
        return self.say(f"deed.{deed.replace(' ', '_')}")

    def inches(self, inches: float | None) -> str:
        """A distance without superfluous decimals."""
        return f"{inches:g}"

    def change(self, layer: str, by: Any) -> str:
        """How a number is changed in a layer."""
        signed = f"{by:+d}" if isinstance(by, int) else f"+ {self.amount(by)}"
        return self.say(f"change.{layer.replace(' ', '_')}", by=self.amount(by), signed=signed)

    def fact(self, name: str, value: Any) -> Any:
        """What stands in a text for a field: whom, for how long, an amount."""
        if name == "to":
            return self.whom(value)
        if name == "until":
            return self.say(f"for.{value}")
        if name == "abilities":
            return self.listed(map(self.ability, value))
        return super().fact(name, value)
