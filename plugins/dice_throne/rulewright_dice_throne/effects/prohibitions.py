"""Verbs about what is forbidden, and about numbers of the rules that are others, for a while."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, model_validator

from rulewright import begin_effect
from rulewright.vocabulary import ContentModel, Some, Whole

from ..book.sheets import Change
from ..numbers import CHANGED, INSTEAD, PERMISSIONS, STATS
from ..resolution import Resolution
from .order import ForAWhile, duration
from .resolving import together
from .words import Duration, Who, seats

if TYPE_CHECKING:
    from rulewright import Game

    from ..cards.wording import Wording

if TYPE_CHECKING:
    Forbidden = str
    RuleNumber = str
else:
    Forbidden = Literal[tuple(item.name for item in PERMISSIONS)]
    RuleNumber = Literal[tuple(item.stat.name for item in STATS)]
"""What a player may not do, or what may not be done to a player; and a number of the rules that a text may change."""


class Forbid(ForAWhile, name="forbid", rule="field.status-negative"):
    """A player may not do certain things for a while."""

    tells = True
    patient = True

    what: Some[Forbidden]
    of: Who = "target"
    until: Duration = "end_of_attack"

    en = "{of}: {what}"
    zh = "{of}{what}"

    def do(self, game: Game, run: Resolution) -> Any:
        return _for_a_while(game, run, self, tuple(Change(what, "cannot") for what in self.what))

    def facts(self, wording: Wording) -> dict[str, Any]:
        what = wording.comma.join(wording.say(f"forbidden.{one}") for one in self.what)
        return {"of": wording.who(self.of), "what": what}


class RuleChange(ContentModel):
    """How a text changes a number of the rules: ``by`` this much, or ``to`` this much."""

    rule: RuleNumber
    by: Whole = 0
    to: Annotated[Whole, Field(ge=0)] | None = None

    @model_validator(mode="after")
    def _changes_something(self) -> RuleChange:
        if bool(self.by) == (self.to is not None):
            raise ValueError("by, to: a number changes by this much or becomes this much, one of the two")
        if self.to is not None and self.rule in ("card cost", "defence dice"):
            raise ValueError(f"to: each card and defence has a number of its own; {self.rule} changes by this much")
        return self

    @property
    def part(self) -> Change:
        """The registered number, the layer that changes it, and the amount."""
        return Change(self.rule, CHANGED.name, self.by) if self.to is None else Change(self.rule, INSTEAD.name, self.to)

    def said(self, wording: Wording) -> str:
        """The number, and what becomes of it."""
        number = wording.say(f"rule_number.{self.rule.replace(' ', '_')}")
        how = wording.say("rule_number.by", count=self.by) if self.by else wording.say("rule_number.to", count=self.to)
        return f"{number} {how}"


class ChangeRules(ForAWhile, name="change_rules", rule="field.status-negative"):
    """Numbers of the rules are others for a player for a while."""

    tells = True
    patient = True

    changes: Some[RuleChange]
    of: Who = "self"
    until: Duration = "end_of_turn"

    en = "{of}: {what}"
    zh = "{of}{what}"

    def do(self, game: Game, run: Resolution) -> Any:
        return _for_a_while(game, run, self, tuple(change.part for change in self.changes))

    def facts(self, wording: Wording) -> dict[str, Any]:
        what = wording.comma.join(change.said(wording) for change in self.changes)
        return {"of": wording.who(self.of), "what": what}


def _for_a_while(game: Game, run: Resolution, verb: Forbid | ChangeRules, changes: tuple[Change, ...]) -> Any:
    """An effect of the kernel for each number and permission that is changed."""
    lasting = duration(game, verb.until)
    if lasting is None:
        return None
    about = {"name": run.source, "turn": game.state.round[0].number}
    found = [{"stat": one.name, "layer": one.layer, "amount": one.amount, **about} for one in changes]
    return together(
        begin_effect(game, verb.word, lasting, target=("heroes", player), data=data, rule=verb.rule)
        for player in seats(game, run, verb.of)
        for data in found
    )
