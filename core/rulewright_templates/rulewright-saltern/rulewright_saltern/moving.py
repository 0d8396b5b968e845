"""2 Moving: a unit goes together, a model by itself advances along a bent tool."""

from __future__ import annotations

from math import atan2, degrees

from rulewright import Context, Game, Request, Steps, rule
from rulewright.field import FaultRules
from rulewright.field.inches import ToolMove, UnitMove
from rulewright.geometry.plane.tools import MovementTool, Passage

from .book import TOGETHER, sheet
from .space import ENGAGED, TABLE, WALKING, within
from .state import Moved, models

TOGETHER_RULES = {"too few of its unit near": "2.2", "apart from the rest of its unit": "2.2"}
KEEP_AWAY = {"comes too close to": "2.3", "ends too close to": "2.3"}
MOVING = FaultRules({"too long": "2.1", **TOGETHER_RULES, **KEEP_AWAY}, others="2.4")
BY_TOOL = FaultRules({"out of reach": "2.5", "no room for the tool": "2.5"}, others="2.4")
"""Which rule forbids what the geometry finds wrong."""
FLAT = Passage(size=0)
"""A tool lies across terrain of this size at most."""


class Activation(Context):
    """A unit that acts."""

    player: int
    unit: str


@rule("2.1", "2.2", "2.3", "2.4", "2.5")
def advance(game: Game, activation: Activation) -> Steps:
    """A unit that fights nobody may move."""
    unit = activation.unit
    if within(game, unit, ENGAGED):
        return
    question = along_tool(game, unit) if sheet(game, unit).tool else on_foot(game, unit)
    answer = yield Request(activation.player, "advance", question, "2.1", {"unit": unit})
    if answer:
        yield Moved(unit, question.ends(answer), rule="2.1")


def on_foot(game: Game, unit: str) -> UnitMove:
    """Where a unit may go, and two ideas where it should."""
    foe = nearest(game, unit)
    hints = (("", ("beside", foe, 1.1)), ("", ("away", foe)))  # in the kernel's own words
    return UnitMove(TABLE(game), unit, sheet(game, unit).move, WALKING, MOVING, TOGETHER, hints=hints)


def along_tool(game: Game, unit: str) -> ToolMove:
    """Where the only model of a unit may go; the ideas are the tool laid towards an enemy, straight and bent."""
    (fighter,), foe = models(game, unit), nearest(game, unit)
    other = models(game, foe)[0]
    way = degrees(atan2(other.y - fighter.y, other.x - fighter.x))
    ideas = {bend: {"en": f"to {foe}, bent by {bend}", "zh": f"向{foe}，弯折 {bend} 度"} for bend in (0, 45, -45)}
    hints = tuple((words, ("lay", way, bend)) for bend, words in ideas.items())
    tool = MovementTool(sheet(game, unit).tool, width=0.5)
    return ToolMove(TABLE(game), str(fighter.id), tool, FLAT, BY_TOOL, hints=hints)


def nearest(game: Game, unit: str) -> str:
    """The enemy unit that is nearest."""
    return within(game, unit, float("inf"))[0]
