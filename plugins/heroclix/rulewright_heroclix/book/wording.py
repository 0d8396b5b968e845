"""The words of the game."""

from __future__ import annotations

from typing import Any, Final

from rulewright import wording
from rulewright.text import PackageTexts, Words, show

PACKAGE: Final = "rulewright_heroclix"
"""Where the texts and the content of the game lie."""

TEXTS: Final = PackageTexts(PACKAGE)
say, both = TEXTS.say, TEXTS.both


def power_name(name: str) -> Words:
    """What a power or ability is called, with the number or the effect behind its colon; a special power by its id."""
    plain, _, of = name.partition(":")
    key = f"power.{plain.replace('-', '_')}"
    called = both(key) if key in TEXTS else plain
    return both("look.version", power=called, of=power_name(of)) if of else called


class Wording(wording.Wording):
    """Puts effects into words of one language."""

    def __init__(self, lang: str) -> None:
        super().__init__(TEXTS, lang)

    def number(self, name: str) -> str:
        """What a number of a character is called."""
        return self.say(f"value.{name}")

    def power(self, name: str) -> str:
        """What a power or ability is called."""
        return show(power_name(name), self.lang)

    def whose(self, whose: str) -> str:
        """One character of a side, or the one whose power it is."""
        return self.say("who.self" if whose == "self" else f"among.one_{whose}")

    def moment(self, when: str, who: str) -> str:
        """A moment of some character, such as "KO'd"."""
        return self.say("moment." + when.replace(" ", "_").replace("'", ""), who=who)

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
        if name == "size":
            return self.say(f"size.{value}")
        if name in ("by", "change"):
            return f"{value:+d}"
        if name == "until":
            return self.say(f"until.{value.replace(' ', '_')}" if value else "until.unsaid")
        return super().fact(name, value)
