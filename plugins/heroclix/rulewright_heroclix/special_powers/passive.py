"""Passive effects: combat values, permissions, and how standard powers can be used (8.2, 20.2, 20.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import AfterValidator, Field

from rulewright import rule
from rulewright.powers import forbids, modifies
from rulewright.powers.written import Allowance, Ban, NumberChange, Varying, WrittenChange
from rulewright.vocabulary import Whole

from ..effects.words import CombatValue, Everyone
from ..numbers import a_permission, may, to_use
from ..powers import LIMITED, ROLLED
from ..space.board import adjacent
from ..terms import attack_of, friendly, on_map
from .conditional import Part, Whose

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulewright.kinds import Location
    from rulewright.powers import Bearer
    from rulewright.powers.written import Marked

    from ..book.wording import Wording

    Limitable = str
    Rolled = str
else:  # the names that powers have themselves
    Limitable, Rolled = Literal[LIMITED], Literal[ROLLED]


class Passive(Part, NumberChange):
    """``{ modifies = "attack", by = 1, attacking = "close" }``: it, or others, modify a combat value."""

    called = "passive"

    modifies: CombatValue
    by: Varying
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
        signed = self.layer in ("modify", "beyond") and isinstance(self.by, int)
        by = f"{self.by:+d}" if signed else wording.amount(self.by)
        facts = {"to": wording.qualified([whom, *near]), "value": wording.number(self.modifies), "by": by}
        tests = {"attacking": self.attacking, "against": self.against}
        during = [wording.say(f"test.{test}_{kind}") for test, kind in tests.items() if kind]
        told = wording.say(f"part.{self.layer}", **facts)
        told = wording.say("part.while", test=wording.comma.join(during), told=told) if during else told
        return wording.say("part.unique", told=told) if self.unique else told

    def reaches_others(self) -> bool:
        return self.to != "self"

    @rule("keyword.unique-modifier", "22.10")
    def stacks_as(self, place: Location) -> str:
        return f"unique {place.entry}" if self.unique else ""

    @rule("6.7", "8.2")
    def counts(self, game: Any, me: Bearer, source: str, other: tuple[Any, ...]) -> bool:
        who = str(other[0] if other else me.id)
        return self._about(game, me, who) and self.met(game, me, source)

    def _about(self, game: Any, me: Bearer, who: str) -> bool:
        attack = attack_of(game)
        if self.attacking and (attack is None or attack.attacker != who or self.attacking not in ("any", attack.kind)):
            return False
        if self.against and (attack is None or who not in attack.targets or self.against not in ("any", attack.kind)):
            return False
        if self.to in ("friendly", "opposing") and friendly(game, str(me.id), who) != (self.to == "friendly"):
            return False
        return not self.adjacent or adjacent(game, str(me.id), who)


class OfWhom(Part, WrittenChange):
    """Of whom it is: of its character, or of everyone of a sort."""

    whom: Everyone | None = Field(None, description="of whom, where it is not its character")

    def reaches_others(self) -> bool:
        return self.whom is not None

    def concerns(self, game: Any, me: Bearer, other: Any) -> bool:
        """Whether someone else is of the sort that it says."""
        run, id = self.resolution(me, "", None, ()), str(other)
        return (
            self.whom is not None
            and on_map(game, id)
            and (self.whom.itself or id != run.character)
            and self.whom.fits(game, run, id)
        )

    def reach(self, wording: Wording) -> str:
        return "" if self.whom is None else wording.whom(self.whom)


class Permitted(OfWhom, Allowance):
    """``{ permits = "shoot beside foes" }``: it may do something, or others may."""

    called = "permits"

    permits: Annotated[str, AfterValidator(a_permission)]

    def told(self, wording: Wording) -> str:
        return self.of_whom(wording, wording.say("part.permits", what=may(self.permits, wording.lang)))


class Forbidden(OfWhom, Ban):
    """``{ forbids = "be placed" }``: it cannot do something, or others cannot."""

    called = "forbids"

    forbids: Annotated[str, AfterValidator(a_permission)]

    def told(self, wording: Wording) -> str:
        return self.of_whom(wording, wording.say("part.forbids", what=may(self.forbids, wording.lang)))


class Limited(Part):
    """``{ limits = "flurry", test = ... }``: it can use a standard power only while its condition is met (20.2)."""

    key = called = "limits"

    limits: Limitable

    def told(self, wording: Wording) -> str:
        return wording.say("part.limits", power=wording.power(self.limits))

    @rule("20.2")
    def marked(self, moments: Any, place: Location) -> Marked:
        def bar(game: Any, me: Bearer) -> bool:
            return not self.met(game, me, place.entry)

        return forbids(to_use(self.limits))(bar)


class Using(Part):
    """``{ using = "super-senses", result = 1 }``: it can use a standard power with a change of its d6.

    With ``any`` the change is a separate effect, behind "//": it counts whatever gives the standard power (20.7a).
    """

    key = called = "using"

    using: Rolled
    result: Whole
    any: bool = False

    def told(self, wording: Wording) -> str:
        return wording.say(
            "part.using_any" if self.any else "part.using", power=wording.power(self.using), by=self.result
        )

    @rule("20.7a", "21.1e", "18.2")
    def marks(self, moments: Any, place: Location) -> Iterator[Marked]:
        def more(game: Any, me: Bearer) -> int | None:
            return self.result if self.met(game, me, place.entry) else None

        more.__name__ = self.label(place)
        if self.any:
            yield modifies(f"result of {self.using}", "increase")(more)
