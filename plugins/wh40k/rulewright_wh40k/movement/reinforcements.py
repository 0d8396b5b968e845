"""Reserves: units arrive in the Reinforcements step, far from enemies, or count as destroyed in the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Context, Loop, Request, Turn, choose, rule
from rulewright.field import FaultRules
from rulewright.geometry.plane.place.setup import Away, NearOneEdge, OutOf, SetupPolicy, Standing

from ..events.movement import Arrived, LeftOver
from ..space.battlefield import TABLE, TOGETHER, places, policy, standing, touching
from ..space.setting_up import FAR, SET_DOWN, Landing
from ..state import Deed
from ..terms import did, shared, unit, units
from ..transports.embarking import DISEMBARK, disembark, may_disembark
from .aircraft import facing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulewright import Event, Game, Position, Steps

DEEP_STRIKE: Final = "deep strike"
STRATEGIC: Final = "strategic reserves"
EDGE: Final = 6.0
"""Inches from an edge of the battlefield within which Strategic Reserves are set up."""
SECOND: Final = 2
"""The battle round from which Strategic Reserves arrive; in it, not in the enemy's deployment zone."""
ARRIVING: Final = FaultRules(
    {
        "too near": "core.reinforcements",
        "is in": "core.strategic-reserves",
        "too few of its unit near": "core.unit-coherency",
        "apart from the rest of its unit": "core.unit-coherency",
        **{f"too far from the {edge} edge": "core.strategic-reserves" for edge in ("left", "right", "front", "back")},
    },
    others="core.reinforcements",
)


class Reinforcing(Context):
    """A player sets up a unit from Reserves; ``tried`` are those that were not set up, ``over`` when no more arrive."""

    player: int
    tried: tuple[str, ...] = ()
    over: bool = False


@rule("core.reinforcements", "core.movement-phase")
def next_arrival(game: Game, last: Reinforcing | None) -> Reinforcing | None:
    """One unit after another, as long as the player wants."""
    if last is None:
        return Reinforcing(player=game.context(Turn).player)
    return None if last.over else Reinforcing(player=last.player, tried=last.tried)


@rule("core.reinforcements", "commentary.arrives", "commentary.embarked-units-and-reserves")
def arrive(game: Game, reinforcing: Reinforcing) -> Steps:
    """A unit arrives as the rule says that put it in Reserves; who is within it may disembark then."""
    player, tried = reinforcing.player, reinforcing.tried
    options = [(id, way) for id in units(game, player, "reserves") if id not in tried for way in arrivals(game, id)]
    options += [
        (id, DISEMBARK) for id in units(game, player, "embarked")
        if id not in tried and did(game, unit(game, id).carrier, "arrived") and may_disembark(game, id)
    ]  # fmt: skip
    chosen = (yield choose(player, "arrive", [*options, None], "core.reinforcements")) if options else None
    if chosen is None:
        return game.note(reinforcing, over=True)
    id, way = chosen
    yield game.note(reinforcing, tried=(*tried, id))
    if way == DISEMBARK:
        return (yield from disembark(game, player, id))
    return (yield from land(game, player, id, way))


@rule("core.reinforcements", "errata.stratagem-fire-overwatch")
def land(game: Game, player: int, id: str, way: str) -> Steps:
    """A unit is set up from Reserves, or stays there; its enemies may fire at it at once."""
    question = landing(game, id, way)
    answer = yield Request(player, "land", question, "core.reinforcements", {"unit": id, "way": way})
    if not answer:
        return None
    large = way == STRATEGIC and touching(game, player, standing(game, id), EDGE)
    noted: tuple[Deed, ...] = ("too large", "no charge") if large else ()
    yield Arrived(id, way, places(question, answer), noted, rule=RULES[way])
    return SET_DOWN(player=player, unit=id)


RULES: Final = {DEEP_STRIKE: "core.ability-deep-strike", STRATEGIC: "core.strategic-reserves"}


@rule("core.ability-deep-strike", "errata.deep-strike", "commentary.deep-strike-and-strategic-reserves",
      "core.strategic-reserves", "faq.reserves.deep-strike-needs-every-model")  # fmt: skip
def arrivals(position: Position, id: str) -> Iterator[str]:
    """How a unit can arrive now; from Strategic Reserves in no way before the second round."""
    strategic = unit(position, id).reserve == STRATEGIC
    if strategic and position.state.battle[0].round < SECOND:
        return
    if shared(position, id, "deep-strike"):
        yield DEEP_STRIKE
    if strategic and not did(position, id, "flew off"):
        yield STRATEGIC


@rule("core.ability-deep-strike", "core.strategic-reserves", "core.reinforcements",
      "faq.reserves.measure-from-one-edge", "commentary.horizontal-distance-and-deep-strike")  # fmt: skip
def landing(game: Game, id: str, way: str) -> Landing:
    """Where a unit can be set up from Reserves."""
    conditions: tuple[Any, ...] = (Away(FAR), Standing(policy(game, id)), TOGETHER)
    seat = unit(game, id).player
    if way == STRATEGIC:
        conditions = (touching(game, seat, standing(game, id), EDGE) or NearOneEdge(EDGE), *conditions)
        if game.state.battle[0].round == SECOND:
            conditions = (OutOf((game.state.armies[1 - seat].role,)), *conditions)
    ready = [one.at(one.pose.turned(facing(game, id) - one.pose.facing)) for one in standing(game, id)]
    return Landing(TABLE(game), tuple(ready), SetupPolicy(conditions), ARRIVING, names=game.content.names)


@rule("core.reinforcements", "core.strategic-reserves", "commentary.reserves-units")
def left_over(game: Game) -> Event | None:
    """Units that are in Reserves when the battle ends count as destroyed, with those within them."""
    out = [id for seat in game.players for id in units(game, seat, "reserves")]
    within = [str(one.id) for one in game.state.units.values() if one.area == "embarked" and one.carrier in out]
    return LeftOver((*out, *within), rule="core.reinforcements") if out else None


REINFORCEMENTS: Final = Loop("reinforcements", next_arrival, [arrive])
