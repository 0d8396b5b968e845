# mypy: ignore-errors
"""The powers of beasts as texts: what all of them know, and the parts that the platform makes of that."""

from __future__ import annotations

from typing import Any, Literal

from rulewright.powers.written import WrittenChange, WrittenPart, WrittenPower, parts_of
from rulewright.vocabulary import Moments, Name, NamedMoment, Some

from .board import which
from .state import Activated, Damaged, Hit, KnockedOut

MOMENTS = Moments(
    NamedMoment("activated", Activated, "beast"),
    NamedMoment("hits", Hit, "beast", "target"),
    NamedMoment("hit", Hit, "target", "beast"),
    NamedMoment("damaged", Damaged, "beast", "by", amount="amount"),
    NamedMoment("knocks out", KnockedOut, "by"),
    NamedMoment("own dice", window="attack rolled", me="attacker"),
)


class Text(WrittenPart):
    """What the text of a beast knows."""

    moments = MOMENTS


class Near(Text, WrittenChange):
    """A change of this beast, or of those beside it."""

    whom: Literal["self", "adjacent friends", "adjacent enemies"] = "self"

    def reaches_others(self) -> bool:
        return self.whom != "self"

    def concerns(self, game: Any, me: Any, other: Any) -> bool:
        return other in which(game, me.id, "friend" if self.whom == "adjacent friends" else "enemy")


class PowerCard(WrittenPower):
    """A power on the cards of beasts."""

    name: Name
    zh: str
    does: Some[parts_of(Text, changes=Near)]
