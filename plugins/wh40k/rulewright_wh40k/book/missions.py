"""The shape of missions: what is scored besides objective markers, and Actions that units may perform."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, model_validator

from rulewright import rule
from rulewright.vocabulary import Amount, Condition, ContentModel, Id, Name, OpenWord, walk

from .models import Entry

Keywords = Annotated[tuple[str, ...], OpenWord("keyword")]


@rule("faq.actions.one-unit-per-action")
class Action(ContentModel):
    """What units may do in place of shooting and charging: from their Shooting phase to the end of the turn."""

    id: Id
    name: Name
    keywords: Keywords = Field((), description="all of which a unit has that performs it")
    without: Keywords = Field(("Aircraft",), description="none of which it has")
    one: bool = Field(False, description="only one unit of an army can perform it at any one time")
    victory: int = Field(ge=1, le=20, description="victory points for each unit that completes it")


@rule("core.only-war-scoring")
class Secondary(ContentModel):
    """What a player scores for at the end of each own turn, as often as an amount says and where a condition holds."""

    id: Id
    name: Name
    victory: Amount = Field(description="victory points; an amount, such as one for each unit somewhere")
    test: Condition | None = None
    most: int = Field(5, ge=1, le=20, description="victory points in one turn, at most")
    since: int = Field(1, ge=1, le=10, description="the first battle round in which it is scored")

    @model_validator(mode="after")
    def _measures_from_nobody(self) -> Secondary:
        for place, one in walk(self):
            if getattr(one, "within", None) is not None or any(
                getattr(one, name, False) for name in ("seen", "engaging")
            ):
                raise ValueError(f"{place}: inches and views are measured from a unit, and a mission has none")
        return self


@rule("faq.actions.returned-characters-score-again")
class Mission(Entry):
    """A mission beside Only War: its victory points count besides those for objective markers."""

    characters: int = Field(0, ge=0, le=20, description="victory points for each Character unit that is destroyed")
    again: bool = Field(True, description="also for one that has returned and is destroyed once more")
    actions: tuple[Action, ...] = ()
    secondaries: tuple[Secondary, ...] = Field((), description="what is scored for at the end of each player's turns")
