"""Passive effects: combat values, permissions, and how standard powers can be used (8.2, 20.2, 20.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field, model_validator

from rulewright import rule
from rulewright.powers import forbids, given, modifies, offers
from rulewright.powers.written import Allowance, Ban, NumberChange, Varying, WrittenChange
from rulewright.vocabulary import Whole

from ..effects.permissions import PermissionName
from ..effects.words import CombatValue, Everyone
from ..numbers import may, to_use
from ..powers import LIMITED, ROLLED
from ..powers.reach import ALSO_ON, LIMITS_OTHERS, ONLY_TO, TARGETING
from ..space.board import adjacent
from ..terms import attack_of, friendly, on_map
from .conditional import Part, Whose

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Self

    from rulewright.kinds import Location
    from rulewright.powers import Bearer
    from rulewright.powers.written import Marked

    from ..book.wording import Wording

    Limitable = str
    Rolled = str
else:  # the names that powers have themselves
    Limitable, Rolled = Literal[tuple(dict.fromkeys((*LIMITED, *TARGETING)))], Literal[ROLLED]


class OfNumbers(Part, WrittenChange):
    """A change of a number of its character or of others, perhaps only in attacks by them or against them."""

    to: Whose = "self"
    whom: Everyone | None = Field(None, description="whose it is, instead of `to`, where more is said of them")
    adjacent: bool = Field(False, description="only those adjacent to it")
    attacking: Literal["", "close", "range", "any"] = Field("", description="while they make such an attack")
    against: Literal["", "close", "range", "any"] = Field("", description="while they are targets of such an attack")
    unique: bool = Field(False, description="UNIQUE MODIFIER (22.10)")

    @model_validator(mode="after")
    def _of_whom(self) -> Self:
        if self.whom is not None and (self.to != "self" or self.adjacent):
            raise ValueError("whom, to, adjacent: whom says all of it")
        return self

    def changed(self, wording: Wording, key: str, value: str, by: str) -> str:
        """The change in words: whose number, and when."""
        whom = wording.say("who.self") if self.to == "self" else wording.say(f"among.each_{self.to}")
        near = [wording.say("among.adjacent")] if self.adjacent else []
        whose = wording.qualified([whom, *near]) if self.whom is None else wording.whom(self.whom)
        tests = {"attacking": self.attacking, "against": self.against}
        during = [wording.say(f"test.{test}_{kind}") for test, kind in tests.items() if kind]
        told = wording.say(f"part.{key}", to=whose, value=wording.number(value), by=by)
        told = wording.say("part.while", test=wording.comma.join(during), told=told) if during else told
        return wording.say("part.unique", told=told) if self.unique else told

    def reaches_others(self) -> bool:
        return self.to != "self" or self.whom is not None

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
        if self.whom is not None:
            return means(game, self.whom, self.resolution(me, "", None, ()), who)
        if self.to in ("friendly", "opposing") and friendly(game, str(me.id), who) != (self.to == "friendly"):
            return False
        return not self.adjacent or adjacent(game, str(me.id), who)


class Passive(OfNumbers, NumberChange):
    """``{ modifies = "attack", by = 1, attacking = "close" }``: it, or others, modify a combat value."""

    called = "passive"

    modifies: CombatValue
    by: Varying
    layer: Literal["modify", "replace", "multiply", "divide", "beyond", "minimum", "maximum"] = "modify"
    """``beyond`` modifies it whatever the Rule of 3 says (14)."""

    def told(self, wording: Wording) -> str:
        signed = self.layer in ("modify", "beyond") and isinstance(self.by, int)
        by = f"{self.by:+d}" if signed else wording.amount(self.by)
        return self.changed(wording, self.layer, self.modifies, by)


class Increases(OfNumbers):
    """``{ increases = "attack total", by = 1 }``: a number that is no combat value is increased or decreased (6.10)."""

    key = called = "increases"

    increases: Literal["attack roll", "attack total", "dealt", "targets", "break away"]
    by: Varying
    layer: Literal["increase", "minimum", "maximum"] = "increase"

    @rule("6.10", "13.4", "13.4a")
    def marked(self, moments: Any, place: Location) -> Marked:
        return self.changes(self.increases, self.layer, self.by, place)

    def told(self, wording: Wording) -> str:
        signed = self.layer == "increase" and isinstance(self.by, int)
        by = f"{self.by:+d}" if signed else wording.amount(self.by)
        key = "increases" if self.layer == "increase" else self.layer
        return self.changed(wording, key, self.increases.replace(" ", "_"), by)


def means(game: Any, whom: Everyone, run: Any, id: str) -> bool:
    """Whether a character on the map is one of those whom a text means; its own only where it says so."""
    return on_map(game, id) and (whom.itself or whom.alone or id != run.character) and whom.fits(game, run, id)


class OfWhom(Part, WrittenChange):
    """Of whom it is: of its character, or of everyone of a sort."""

    whom: Everyone | None = Field(None, description="of whom, where it is not its character")

    def reaches_others(self) -> bool:
        return self.whom is not None

    def concerns(self, game: Any, me: Bearer, other: Any) -> bool:
        """Whether someone else is of the sort that it says."""
        return self.whom is not None and means(game, self.whom, self.resolution(me, "", None, ()), str(other))

    def reach(self, wording: Wording) -> str:
        return "" if self.whom is None else wording.whom(self.whom)


class Permitted(OfWhom, Allowance):
    """``{ permits = "shoot beside foes" }``: it may do something, or others may."""

    called = "permits"

    permits: PermissionName

    def told(self, wording: Wording) -> str:
        return self.of_whom(wording, wording.say("part.permits", what=may(self.permits, wording.lang)))


class Forbidden(OfWhom, Ban):
    """``{ forbids = "be placed" }``: it cannot do something, or others cannot."""

    called = "forbids"

    forbids: PermissionName

    def told(self, wording: Wording) -> str:
        return self.of_whom(wording, wording.say("part.forbids", what=may(self.forbids, wording.lang)))


class Limited(Part):
    """``{ limits = "flurry", test = ... }``: it can use a standard power only while its condition is met, or only on
    some characters (20.2)."""

    key = called = "limits"

    limits: Limitable
    whom: Everyone | None = Field(None, description="on whom alone it may use it, while the condition is met")
    of: Everyone | None = Field(None, description="whose use is limited, to its own character; it itself without")

    @model_validator(mode="after")
    def _targets(self) -> Limited:
        if self.of is not None and (self.whom is not None or self.limits not in TARGETING):
            raise ValueError(f"of: others may use {', '.join(TARGETING)} on its character alone, without whom")
        if self.of is not None:
            return self
        if self.whom is not None and self.limits not in TARGETING:
            raise ValueError(f"whom: these powers are used on someone: {', '.join(TARGETING)}")
        if self.whom is None and self.limits not in LIMITED:
            raise ValueError(f"limits: {self.limits!r} has no action, say with `whom` on whom alone it is used")
        return self

    def told(self, wording: Wording) -> str:
        if self.of is not None:
            of, power = wording.whom(self.of), wording.power(self.limits)
            return wording.say("part.limits_of", power=power, of=of)
        if self.whom is not None:
            return wording.say("part.limits_to", power=wording.power(self.limits), whom=wording.whom(self.whom))
        return wording.say("part.limits", power=wording.power(self.limits))

    @rule("20.2")
    def marked(self, moments: Any, place: Location) -> Marked:
        def bar(game: Any, me: Bearer) -> bool:
            free = has_otherwise(game, str(me.id), self.limits, place.entry)
            return not free and not self.met(game, me, place.entry)

        def only(game: Any, me: Bearer) -> Any:
            return lambda position, power, other: self._may_target(position, me, place.entry, power, other)

        def only_on_it(game: Any, me: Bearer) -> Any:
            return lambda position, user, power, other: self._may_use(position, me, place.entry, user, power, other)

        if self.of is not None:
            return offers(LIMITS_OTHERS)(only_on_it)
        only.__name__ = self.label(place)
        return forbids(to_use(self.limits))(bar) if self.whom is None else offers(ONLY_TO)(only)

    def _may_use(self, position: Any, me: Bearer, source: str, user: str, power: str, other: str) -> bool:
        """Whether another one may target someone with a power: itself alone, where it is one of those it speaks of."""
        if self.of is None or power != self.limits or other == me.id or not self.met(position, me, source):
            return True
        of_those = means(position, self.of, self.resolution(me, source, None, ()), user)
        return not of_those or has_otherwise(position, user, power, source)

    def _may_target(self, position: Any, me: Bearer, source: str, power: str, other: str) -> bool:
        """Whether it may target another one with a power; itself only where the text says so."""
        if self.whom is None or power != self.limits or not self.met(position, me, source):
            return True
        if has_otherwise(position, str(me.id), power, source):
            return True
        return means(position, self.whom, self.resolution(me, source, None, ()), other)


@rule("20.7", "20.7a")
def has_otherwise(position: Any, id: str, power: str, source: str) -> bool:
    """Whether a character has a standard power in another version than that of a text, which limits its own alone.

    A text that does not give the power limits every version.
    """
    special = position.content.specials[source]
    granted = (power in special.grants) + (power in special.results)
    if not granted and not any(power in getattr(part, "gives", ()) for part in special.does):
        return False
    held = [one for one in position.carried(id) if not one.countered_by]
    granted *= any(one.name == source and one.given_by is None for one in held)
    ways = [one.given_by for one in held if one.name.partition(":")[0] == power]
    lent = (position.state.effects[way] for way in ways if way is not None)
    return ways.count(None) > granted or any(source not in (one.data.get("by"), *given(one)) for one in lent)


class Reaches(Part):
    """``{ reaches = "leadership", whom = { every = "friendly", range = 3 } }``: it can use a power on these, too."""

    key = called = "reaches"

    reaches: Literal["leadership"]
    whom: Everyone

    def told(self, wording: Wording) -> str:
        return wording.say("part.reaches", power=wording.power(self.reaches), whom=wording.whom(self.whom))

    @rule("20.2")
    def marked(self, moments: Any, place: Location) -> Marked:
        def reach(game: Any, me: Bearer) -> Any:
            return lambda position, power: self._found(position, me, place.entry, power)

        return offers(ALSO_ON)(reach)

    def _found(self, position: Any, me: Bearer, source: str, power: str) -> list[str]:
        if power != self.reaches or not self.met(position, me, source):
            return []
        return self.whom.found(position, self.resolution(me, source, None, ()))


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
