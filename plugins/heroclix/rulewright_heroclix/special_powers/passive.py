"""Passive effects: combat values, permissions, and how standard powers can be used (8.2, 20.2, 20.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from rulewright import rule
from rulewright.powers import forbids, modifies, permits
from rulewright.vocabulary import Whole

from ..effects.words import CombatValue
from ..numbers import may, to_use
from ..powers import LIMITED, ROLLED
from ..space.board import adjacent
from ..terms import attack_of, friendly
from .conditional import Part, Whose

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulewright.powers import Bearer

    from ..book.wording import Wording
    from .conditional import Marked

    Limitable = str
    Rolled = str
else:  # the names that powers have themselves
    Limitable, Rolled = Literal[LIMITED], Literal[ROLLED]


class Passive(Part):
    """``{ modifies = "attack", by = 1, attacking = "close" }``: it, or others, modify a combat value."""

    modifies: CombatValue
    by: Whole
    layer: Literal["modify", "replace", "multiply", "divide", "beyond", "minimum", "maximum"] = "modify"
    """``beyond`` modifies it whatever the Rule of 3 says (14)."""
    to: Whose = "self"
    adjacent: bool = Field(False, description="only those adjacent to it")
    attacking: Literal["", "close", "range", "any"] = Field("", description="while they make such an attack")
    against: Literal["", "close", "range", "any"] = Field("", description="while they are targets of such an attack")
    unique: bool = Field(False, description="UNIQUE MODIFIER (22.10)")

    def told(self, wording: Wording) -> str:
        whom = wording.say("who.self") if self.to == "self" else wording.say(f"among.each_{self.to}")
        near = [wording.say("among.adjacent")] if self.adjacent else []
        facts = {"to": wording.qualified([whom, *near]), "value": wording.number(self.modifies), "by": self.by}
        tests = {"attacking": self.attacking, "against": self.against}
        during = [wording.say(f"test.{test}_{kind}") for test, kind in tests.items() if kind]
        told = wording.say(f"part.{self.layer}", **facts)
        told = wording.say("part.while", test=wording.comma.join(during), told=told) if during else told
        return wording.say("part.unique", told=told) if self.unique else told

    @rule("6.7", "8.2", "keyword.unique-modifier", "22.10")
    def marked(self, id: str, place: int) -> Iterator[Marked]:
        others = self.to != "self"

        def change(game: Any, me: Bearer, *other: Any) -> int | None:
            who = str(other[0]) if others else str(me.id)
            return self.by if self._counts(game, me, who) and self.met(game, me, id) else None

        change.__name__ = f"passive_{place}"
        group = f"unique {id}" if self.unique else ""
        yield modifies(self.modifies, self.layer, others=others, group=group)(change)

    def _counts(self, game: Any, me: Bearer, who: str) -> bool:
        attack = attack_of(game)
        if self.attacking and (attack is None or attack.attacker != who or self.attacking not in ("any", attack.kind)):
            return False
        if self.against and (attack is None or who not in attack.targets or self.against not in ("any", attack.kind)):
            return False
        if self.to in ("friendly", "opposing") and friendly(game, str(me.id), who) != (self.to == "friendly"):
            return False
        return not self.adjacent or adjacent(game, str(me.id), who)


class Permitted(Part):
    """``{ permits = "shoot beside foes" }``: it may do something."""

    permits: str

    def told(self, wording: Wording) -> str:
        return wording.say("part.permits", what=may(self.permits, wording.lang))

    def marked(self, id: str, place: int) -> Iterator[Marked]:
        def allow(game: Any, me: Bearer) -> bool:
            return self.met(game, me, id)

        allow.__name__ = f"permits_{place}"
        yield permits(self.permits)(allow)


class Forbidden(Part):
    """``{ forbids = "be placed" }``: it cannot do something."""

    forbids: str

    def told(self, wording: Wording) -> str:
        return wording.say("part.forbids", what=may(self.forbids, wording.lang))

    def marked(self, id: str, place: int) -> Iterator[Marked]:
        def bar(game: Any, me: Bearer) -> bool:
            return self.met(game, me, id)

        bar.__name__ = f"forbids_{place}"
        yield forbids(self.forbids)(bar)


class Limited(Part):
    """``{ limits = "flurry", test = ... }``: it can use a standard power only while its condition is met (20.2)."""

    limits: Limitable

    def told(self, wording: Wording) -> str:
        return wording.say("part.limits", power=wording.power(self.limits))

    @rule("20.2")
    def marked(self, id: str, place: int) -> Iterator[Marked]:
        def bar(game: Any, me: Bearer) -> bool:
            return not self.met(game, me, id)

        bar.__name__ = f"limits_{place}"
        yield forbids(to_use(self.limits))(bar)


class Using(Part):
    """``{ using = "super-senses", result = 1 }``: it can use a standard power with a change of its d6.

    With ``any`` the change is a separate effect, behind "//": it counts whatever gives the standard power (20.7a).
    """

    using: Rolled
    result: Whole
    any: bool = False

    def told(self, wording: Wording) -> str:
        return wording.say(
            "part.using_any" if self.any else "part.using", power=wording.power(self.using), by=self.result
        )

    @rule("20.7a", "21.1e", "18.2")
    def marked(self, id: str, place: int) -> Iterator[Marked]:
        def more(game: Any, me: Bearer) -> int | None:
            return self.result if self.met(game, me, id) else None

        more.__name__ = f"using_{place}"
        if self.any:
            yield modifies(f"result of {self.using}", "increase")(more)
