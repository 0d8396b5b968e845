"""The shape of missions: what is scored besides objective markers, and Actions that units may perform."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from rulewright import rule
from rulewright.vocabulary import ContentModel, Id, Name, OpenWord

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


@rule("faq.actions.returned-characters-score-again")
class Mission(Entry):
    """A mission beside Only War: its victory points count besides those for objective markers."""

    characters: int = Field(0, ge=0, le=20, description="victory points for each Character unit that is destroyed")
    again: bool = Field(True, description="also for one that has returned and is destroyed once more")
    actions: tuple[Action, ...] = ()
