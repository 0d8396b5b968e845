"""Units are taken off the battlefield, and set up again: at once, or from Strategic Reserves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import Field

from rulewright import rule

from ..command import absent
from ..events.movement import Withdrawn
from ..moments import CALM, TARGET
from ..movement.reinforcements import AGAIN, BACK, STRATEGIC, land
from ..terms import on_table
from .words import OfUnits, calm

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps

    from ..book.wording import Wording
    from ..running import Run


class Repositioning(OfUnits, needs=(TARGET, CALM)):
    """Units on the battlefield, whatever they have done this turn, leave their places."""

    @rule("commentary.repositioned-units")
    def able(self, position: Position, run: Run, id: str) -> bool:
        """Whether it is on the battlefield, and no unit acts."""
        return on_table(position, id) and calm(position)

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {"to": wording.whom("target")}


class Reposition(Repositioning, name="reposition", rule="commentary.repositioned-units"):
    """Each unit is taken off the battlefield and set up again, more than 9 inches from all enemies."""

    en = "{to} is taken off the battlefield and set up again, more than 9 inches from all enemies"
    zh = "{to}移出战场，并重新部署在距所有敌方模型 9 英寸外的位置"

    @rule("commentary.repositioned-units", "faq.movement.fell-back-then-repositioned")
    def do(self, game: Game, run: Run) -> Steps:
        for id in self.ready(game, run):
            call = yield from land(game, run.player, id, AGAIN)
            if call is not None:
                yield call


class Withdraw(Repositioning, name="withdraw", rule="commentary.repositioned-units"):
    """Each unit is taken off the battlefield and placed into Strategic Reserves.

    With ``again`` it can be set up again in the Reinforcements step, more than 9 inches from all enemies.
    """

    again: bool = Field(False, description="whether it is set up again as one that was set up by Deep Strike")

    en = "{to} is taken off the battlefield and placed into {again}"
    zh = "{to}移出战场并放入{again}"

    @rule("commentary.repositioned-units", "faq.reserves.return-from-reserves-round")
    def do(self, game: Game, run: Run) -> Steps:
        for id in self.ready(game, run):
            yield [Withdrawn(id, BACK if self.again else STRATEGIC, rule=run.cites), absent(game, id)]

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {**super().facts(wording), "again": wording.say("withdrawn.again" if self.again else "withdrawn.usual")}
