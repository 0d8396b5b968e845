"""Destroyed models return to their unit."""

from __future__ import annotations

from collections import Counter
from itertools import count
from typing import TYPE_CHECKING, Any, Final

from rulewright import Request, ask_which, rule
from rulewright.field import FaultRules
from rulewright.geometry.plane.place.setup import SetupPolicy, Standing

from ..book.sheets import composition
from ..events.attached_units import counted
from ..events.attacks import ModelReturned
from ..moments import TARGET
from ..movement.aircraft import facing
from ..space.battlefield import TABLE, TOGETHER, engaged, places, policy, ready
from ..space.setting_up import Landing
from ..state import Model
from ..terms import did, models, on_table, sheet, unit
from .words import OfUnits

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps

    from ..book.wording import Wording
    from ..running import Run

RETURNING: Final = FaultRules(
    {"too few of its unit near": "core.unit-coherency", "apart from the rest of its unit": "core.unit-coherency"},
    others="core.reinforcements",
)
"""Which rule forbids what the geometry finds wrong with the place of a model."""


@rule("core.below-half-strength", "core.attached-units")
def lost(position: Position, id: str) -> list[tuple[str, tuple[str, ...]]]:
    """The models that a unit has lost, without its Leaders': the profile and the weapons of each."""
    own = unit(position, id)
    leaders = (*own.leaders, *counted(position.state, id))
    mustered = own.strength - sum(unit(position, leader).strength for leader in leaders)
    left = Counter(one.profile for one in models(position, id) if one.origin == id)
    found = []
    for kit in reversed([*composition(sheet(position, id), mustered)]):
        profile, weapons = kit.profile, kit.weapons
        if left[profile]:
            left[profile] -= 1
        else:
            found.append((profile, weapons))
    return found[::-1][: mustered - sum(one.origin == id for one in models(position, id))]


class Return(OfUnits, name="return", rule="core.unit-coherency", needs=(TARGET,)):
    """One of the destroyed models of each unit returns to it, with all of its wounds, where there is room for it."""

    en = "one of the destroyed models of {to} returns to it"
    zh = "{to}的一个被摧毁的模型返回该单位"

    @rule("faq.movement.no-return-to-unit-not-there-at-phase-start", "commentary.returning-models-to-a-unit")
    def able(self, position: Position, run: Run, id: str) -> bool:
        """Whether it has lost any, and stood on the battlefield when the phase began."""
        came = position.phase == "movement phase" and did(position, id, "arrived", "disembarked")
        return on_table(position, id) and not came and bool(lost(position, id))

    @rule("core.unit-coherency", "core.engagement-range", "commentary.adding-models-to-a-unit",
          "faq.movement.fell-back-then-models-return")  # fmt: skip
    def do(self, game: Game, run: Run) -> Steps:
        for id in self.units(game, run):
            if self.able(game, run, id):
                yield from back(game, run, id)

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {"to": wording.whom("target")}


def back(game: Game, run: Run, id: str) -> Steps:
    """The player selects the model, and where it is set up; it stays away if there is no room."""
    kinds = dict(lost(game, id))
    profile = yield from ask_which(run.player, "returns", [*kinds], run.cites, unit=id)
    wounds = int(game.content.profiles[profile].wounds)
    spent = next(iter(used_before(game, id, profile)), ())
    one = Model(_id(game, id, profile), id, id, run.player, profile, kinds[profile], wounds, spent=spent, away=True)
    placed = ready(game, one)
    placed = placed.at(placed.pose.turned(facing(game, id) - placed.pose.facing))
    rules = SetupPolicy((Standing(policy(game, id, engages=engaged(game, id))), TOGETHER))
    question = Landing(TABLE(game), (placed,), rules, RETURNING, names=game.content.names)
    answer = yield Request(run.player, "return", question, run.cites, {"unit": id})
    if answer:
        yield ModelReturned(str(one.id), one, places(question, answer), rule=run.cites)


@rule("commentary.one-shot")
def used_before(position: Position, id: str, profile: str) -> list[tuple[str, ...]]:
    """What destroyed models of a unit have used that they have once, model by model."""
    relics = position.state.relics.values()
    return [one.spent for one in relics if (one.origin, one.profile) == (id, profile)]


def _id(position: Position, id: str, profile: str) -> str:
    """An id of a model of a unit that none has now."""
    number = f"#{found}" if (found := id.partition("#")[2]) else ""
    free = (f"{profile}{number}.{place}" for place in count(1))
    return next(one for one in free if one not in position.state.models)
