"""Destroyed models return to their unit."""

from __future__ import annotations

from collections import Counter
from itertools import count
from typing import TYPE_CHECKING, Final

from rulewright import Request, ask_which, rule
from rulewright.field import FaultRules
from rulewright.geometry.plane.place.setup import Near, SetupPolicy, Standing

from ..book.sheets import composition
from ..events.attached_units import counted
from ..events.attacks import ModelReturned
from ..movement.aircraft import facing
from ..space.battlefield import TABLE, TOGETHER, engaged, places, policy, ready
from ..space.setting_up import Landing
from ..state import Kit, Model
from ..terms import did, each_once, items, models, on_table, sheet, unit
from .words import OfUnits, Who, meant

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps
    from rulewright.geometry import plane

    from ..running import Run

RETURNING: Final = FaultRules(
    {
        "too few of its unit near": "core.unit-coherency",
        "apart from the rest of its unit": "core.unit-coherency",
        "too far": "commentary.adding-models-to-a-unit",
        "too high or low": "commentary.adding-models-to-a-unit",
    },
    others="core.reinforcements",
)
"""Which rule forbids what the geometry finds wrong with the place of a model."""


@rule("commentary.returning-models-to-a-unit")
def kits(position: Position, id: str, count: int) -> tuple[Kit, ...]:
    """What this many models of a unit began the battle with: what is printed, or chosen among wargear options."""
    chosen = position.state.equipment.get(id)
    return tuple(composition(sheet(position, id), count)) if chosen is None else chosen.kits


@rule("core.below-half-strength", "core.attached-units", "commentary.returning-models-to-a-unit")
def lost(position: Position, id: str) -> list[Kit]:
    """The models that a unit has lost, without its Leaders': the profile and the weapons of each."""
    own = unit(position, id)
    leaders = (*own.leaders, *counted(position.state, id))
    mustered = own.strength - sum(unit(position, leader).strength for leader in leaders)
    alive = [one for one in models(position, id) if one.origin == id]
    gone, found = Counter(kit.profile for kit in kits(position, id, mustered)), []
    gone.subtract(one.profile for one in alive)
    left = Counter(Kit(one.profile, one.weapons, items(position, str(one.id))) for one in alive)
    for kit in kits(position, id, mustered):
        if left[kit]:
            left[kit] -= 1
        elif gone[kit.profile] > 0:
            gone[kit.profile] -= 1
            found.append(kit)
    return found


class Return(OfUnits, name="return", rule="core.unit-coherency"):
    """One of the destroyed models of each unit returns to it, with all of its wounds, where there is room for it."""

    to: Who = "target"

    en = "one of the destroyed models of {to} returns to it"
    zh = "{to}的一个被摧毁的模型返回该单位"

    @rule("faq.movement.no-return-to-unit-not-there-at-phase-start", "commentary.returning-models-to-a-unit",
          "commentary.reserves-units")  # fmt: skip
    def able(self, position: Position, run: Run, id: str) -> bool:
        """Whether it has lost any, and is in Reserves or stood on the battlefield when the phase began."""
        came = position.phase == "movement phase" and did(position, id, "arrived", "disembarked")
        there = on_table(position, id) and not came and bool(there_before(position, id))
        return (there or unit(position, id).area == "reserves") and bool(lost(position, id))

    @rule("faq.movement.fell-back-then-models-return")
    def do(self, game: Game, run: Run) -> Steps:
        for id in self.units(game, run):
            if self.able(game, run, id):
                yield from back(game, run, id)

    def units(self, position: Position, run: Run) -> list[str]:
        return meant(position, run, self.to)


@rule("commentary.adding-models-to-a-unit")
def back(game: Game, run: Run, id: str, wounds: int | None = None) -> Steps:
    """The player selects the model, and where it is set up; it stays away if there is no room.

    One that is added to a unit in Reserves is set up with that. It has all of its ``wounds`` if nothing else is said.
    """
    gone = lost(game, id)
    profile = yield from ask_which(run.player, "returns", [*each_once(kit.profile for kit in gone)], run.cites, unit=id)
    gear = {(*kit.weapons, *kit.items): kit for kit in gone if kit.profile == profile}
    kit = gear[(yield from ask_which(run.player, "returns_with", [*gear], run.cites, unit=id))]
    wounds = int(game.content.profiles[profile].wounds) if wounds is None else wounds
    spent = next(iter(used_before(game, id, profile)), ())
    one = Model(_id(game, id, profile), id, id, run.player, profile, kit.weapons, wounds, spent=spent, away=True)
    if not on_table(game, id):
        yield ModelReturned(str(one.id), one, (), kit.items, rule=run.cites)
        return
    placed = ready(game, one)
    placed = placed.at(placed.pose.turned(facing(game, id) - placed.pose.facing))
    question = beside(game, id, (placed,))
    answer = yield Request(run.player, "return", question, run.cites, {"unit": id})
    if answer:
        yield ModelReturned(str(one.id), one, places(question, answer), kit.items, rule=run.cites)


@rule("commentary.adding-models-to-a-unit")
def there_before(position: Position, id: str) -> tuple[str, ...]:
    """The models of a unit that stood on the battlefield with it when the phase began."""
    return tuple(str(one.id) for one in models(position, id) if one.id not in position.state.newcomers)


@rule("core.unit-coherency", "core.engagement-range", "commentary.adding-models-to-a-unit")
def beside(game: Game, id: str, added: tuple[plane.Model, ...]) -> Landing:
    """Where models are set up that are added to a unit: in Unit Coherency with those that stood there when the phase
    began, and near those enemies alone that it fights."""
    wanted = TOGETHER.wanted(len(models(game, id)) + len(added))
    before = there_before(game, id)
    near = [Near(before, TOGETHER.inches, wholly=False, vertical=TOGETHER.vertical, of=wanted)] if before else []
    rules = SetupPolicy((Standing(policy(game, id, engages=engaged(game, id))), TOGETHER, *near))
    return Landing(TABLE(game), added, rules, RETURNING, names=game.content.names)


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
