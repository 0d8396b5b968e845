"""Victory points that texts give, and how many objective tokens a side holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from rulewright.programs import counted
from rulewright.vocabulary import Amount, Count, Test, Verb, variants

from ..events.rounds import PriorityTaken, Scored
from ..objectives import held_by
from .words import Side

if TYPE_CHECKING:
    from rulewright import Event, Game

    from ..book.wording import Wording
    from ..running import Run


class Score(Verb, name="score", rule="overview.win", by="points"):
    """A player gains victory points."""

    to: Literal["own", "opposing"] = "own"
    points: Amount = 1

    en = variants("score {points} VP", opposing="your opponent scores {points} VP")
    zh = variants("获得 {points} 点胜利点数", opposing="对手获得 {points} 点胜利点数")

    def do(self, game: Game, run: Run) -> Event | None:
        player = run.player if self.to == "own" else 1 - run.player
        points = counted(self.points, game, run)
        return Scored(player, points, run.source, rule=self.rule) if points else None

    def variant(self) -> str:
        return self.to

    def facts(self, wording: Wording) -> dict[str, str]:
        return {"points": wording.amount(self.points)}


class Behind(Test, key="behind"):
    """The player of the effect has fewer victory points than the opponent; with ``false`` it has as many or more."""

    behind: bool

    def holds(self, game: Game, run: Run) -> bool:
        mine, others = (game.state.squads[seat].points for seat in (run.player, 1 - run.player))
        return (mine < others) is self.behind

    def said(self, wording: Wording) -> str:
        return wording.say("test.behind" if self.behind else "test.not_behind")


class TakePriority(Verb, name="take_priority", rule="priority.token", whom=None):
    """The player of the effect takes the priority token."""

    en = "take the priority token"
    zh = "获得先手标记"

    def do(self, game: Game, run: Run) -> Event | None:
        mine = game.state.mission[0].priority == run.player
        return None if mine else PriorityTaken(run.player, rule=self.rule)


class Held(Count, key="held"):
    """How many objective tokens the characters of a side hold."""

    held: Side

    def count(self, game: Game, run: Run) -> int:
        sides = {"allied": (run.player,), "enemy": (1 - run.player,), "any": (0, 1)}[self.held]
        holders = (str(one.id) for one in game.state.characters.values() if one.player in sides)
        return sum(1 for id in holders for _ in held_by(game, id))

    def said(self, wording: Wording) -> str:
        return wording.say("amount.held", side=wording.say(f"player.{self.held}"))
