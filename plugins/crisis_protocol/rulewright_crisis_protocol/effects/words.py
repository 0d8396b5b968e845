"""What words of effects have in common: whom they mean, and the names of what lies on the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field, model_validator

from rulewright.vocabulary import ContentModel, Id

from ..objectives import held_by
from ..running import Run, who
from ..space.battlefield import sees, within
from ..terms import Condition, able, character

if TYPE_CHECKING:
    from rulewright import Position
    from rulewright.vocabulary import Amount

    from ..book.wording import Wording

Role = Literal["self", "chosen", "attacker", "target"]
"""Whose effect it is, whom the text speaks of last, and the two sides of the attack."""
Side = Literal["enemy", "allied", "any"]
Tool = Literal["short", "medium", "long"]
Icon = Literal["critical", "wild", "hit", "block", "blank", "failure"]
Way = Literal["", "away", "toward"]


class Filter(ContentModel):
    """Which characters a text may mean: those of a side for which all that it says holds."""

    range: int | None = Field(None, ge=1, le=5, description="how near they are; anywhere without")
    of: Role = Field("self", description="from whom the range is measured")
    sight: bool = Field(False, description="whether that character has to see them")
    size: int = Field(6, ge=1, le=6, description="of this size or less")
    has: Condition | None = None
    holding: bool = Field(False, description="whether they hold an objective token")
    activated: bool = Field(False, description="whether they have an activated token")
    affiliation: Id | None = None
    itself: bool = Field(False, description="whether the one whose effect it is may be among them")
    other_than: tuple[Role, ...] = ()

    @property
    def sort(self) -> Side:
        """Of which side they are."""
        raise NotImplementedError

    @model_validator(mode="after")
    def _near_or_not(self) -> Filter:
        if self.range is None and self.of != "self" and not self.sight:
            raise ValueError("of: without a range or sight nothing is measured from there")
        return self

    def found(self, position: Position, run: Run) -> Iterator[str]:
        """Whom it means now, none of them dazed or gone."""
        feature = run.chosen if self.of == "chosen" and run.chosen in position.state.terrain else ""
        origin = feature or who(position, run, self.of)
        without = {who(position, run, role) for role in self.other_than}
        if not self.itself:
            without.add(run.character)
        if origin or (self.range is None and not self.sight):
            for one in position.state.characters.values():
                id = str(one.id)
                if id not in without and able(position, id) and self._fits(position, run, id, origin):
                    yield id

    def _fits(self, position: Position, run: Run, id: str, origin: str) -> bool:
        one = character(position, id)
        card = position.content.characters[one.card]
        return (
            (self.sort == "any" or (one.player == run.player) == (self.sort == "allied"))
            and card.size <= self.size
            and self.has in (None, *one.conditions)
            and self.affiliation in (None, *card.affiliations)
            and not (self.activated and not one.activated)
            and not (self.holding and not any(held_by(position, id)))
            and (self.range is None or within(position, origin, id, self.range))
            and not (self.sight and not sees(position, origin, id))
        )

    def told(self, wording: Wording, how: str) -> str:
        """It in words: one of them, each of them, or several."""
        itself = "_itself" if self.itself and self.sort != "enemy" else ""
        parts = [wording.say(f"among.{how}_{self.sort}{itself}")]
        if self.affiliation is not None:
            parts.append(wording.say("among.affiliation", affiliation=self.affiliation))
        if self.size < 6:
            parts.append(wording.say("among.size", size=self.size))
        if self.has is not None:
            parts.append(wording.say("among.has", condition=wording.affliction(self.has)))
        if self.holding:
            parts.append(wording.say("among.holding"))
        if self.activated:
            parts.append(wording.say("among.activated"))
        if self.range is not None:
            parts.append(wording.say("among.range", range=self.range, of=wording.whom(self.of)))
        if self.sight:
            parts.append(wording.say("among.sight", of=wording.whom(self.of)))
        parts += [wording.say("among.other_than", role=wording.whom(role)) for role in self.other_than]
        return wording.qualified(parts)


class Everyone(Filter):
    """All characters of a side for which something holds: ``{ every = "enemy", range = 2 }``."""

    every: Side

    @property
    def sort(self) -> Side:
        return self.every

    def said(self, wording: Wording) -> str:
        """It in words."""
        return self.told(wording, "each")


Who = Role | Everyone
"""Whom an effect means: a role, or everyone of a sort."""


def meant(position: Position, run: Run, whom: Any) -> list[str]:
    """Those whom a text means and who can be affected."""
    if isinstance(whom, Everyone):
        return list(whom.found(position, run))
    one = who(position, run, whom)
    return [one] if one else []


def worded(amount: Amount) -> str:
    """The variant of a sentence with an amount: "equal" to what is neither a plain number nor "that much"."""
    return "" if isinstance(amount, int) or getattr(amount, "name", "") == "that_much" else "equal"
