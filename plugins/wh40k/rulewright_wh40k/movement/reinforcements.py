"""Reserves: units arrive in the Reinforcements step, far from enemies, or count as destroyed in the end."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from rulewright import Context, Loop, Request, Turn, choose, rule
from rulewright.field import FaultRules
from rulewright.geometry.plane.place.setup import Away, NearOneEdge, OutOf, SetupPolicy, Standing

from ..command import command_phases, take_test
from ..events.movement import Arrived, LeftOver
from ..space.battlefield import TABLE, TOGETHER, places, policy, standing, touching
from ..space.setting_up import FAR, SET_DOWN, Landing
from ..state import Deed
from ..terms import below_half, did, models, shared, unit, units
from ..transports.embarking import DISEMBARK, disembark, may_disembark
from .aircraft import facing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rulewright import Event, Game, Position, Steps

    from ..state import Model

DEEP_STRIKE: Final = "deep strike"
STRATEGIC: Final = "strategic reserves"
EDGE: Final = 6.0
"""Inches from an edge of the battlefield within which Strategic Reserves are set up."""
SECOND: Final = 2
"""The battle round from which Strategic Reserves arrive; up to it, not in the enemy's deployment zone."""
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


@rule("core.reinforcements", "commentary.arrives", "commentary.embarked-units-and-reserves",
      "faq.movement.no-disembark-after-rapid-ingress")  # fmt: skip
def arrive(game: Game, reinforcing: Reinforcing) -> Steps:
    """A unit arrives as the rule says that put it in Reserves; who is within it may disembark then.

    That is of this step: by Rapid Ingress a Transport arrives when it is over, and nobody disembarks.
    """
    player, tried = reinforcing.player, refused(game, reinforcing)
    options = [(id, way) for id in units(game, player, "reserves") if id not in tried for way in arrivals(game, id)]
    options += [
        (id, DISEMBARK) for id in units(game, player, "embarked")
        if id not in tried and did(game, unit(game, id).carrier, "arrived") and may_disembark(game, id)
    ]  # fmt: skip
    chosen = (yield choose(player, "arrive", [*options, None], "core.reinforcements")) if options else None
    if chosen is None:
        return game.note(reinforcing, over=True)
    id, way = chosen
    yield game.note(reinforcing, tried=(*reinforcing.tried, id))
    if way == DISEMBARK:
        return (yield from disembark(game, player, id))
    return (yield from land(game, player, id, way))


@rule("core.reinforcements")
def refused(position: Position, reinforcing: Reinforcing) -> list[str]:
    """The units that were not set up and are not asked again: until another one has arrived."""
    come = sum(did(position, id, "arrived") for id in units(position, reinforcing.player))
    return [id for id, times in Counter(reinforcing.tried).items() if times > come]


@rule("core.reinforcements", "errata.stratagem-fire-overwatch", "commentary.repositioned-units",
      "faq.movement.fell-back-then-repositioned")  # fmt: skip
def land(game: Game, player: int, id: str, way: str) -> Steps:
    """A unit is set up from Reserves, or again, or stays where it is; its enemies may fire at it at once.

    One that is set up again has made a Normal move if it has not Advanced or Fallen Back; after a Command phase
    without it, it takes the Battle-shock test that it has missed.
    """
    question = landing(game, id, way)
    answer = yield Request(player, "land", question, "core.reinforcements", {"unit": id, "way": way})
    if not answer:
        return None
    absence = game.state.absences.get(id)
    large = way == STRATEGIC and touching(game, player, standing(game, id), EDGE)
    noted: list[Deed] = ["too large", "no charge"] if large else []
    if (absence or way == AGAIN) and not did(game, id, "advance", "fall back"):
        noted.append("normal")
    yield Arrived(id, way, places(question, answer), tuple(noted), rule=RULES[way])
    if absence and absence.phases < command_phases(game, player) and models(game, id) and below_half(game, id):
        yield from take_test(game, id, "commentary.repositioned-units")
    return SET_DOWN(player=player, unit=id)


BACK: Final = "back"
"""Taken off the battlefield by a rule that says where it is set up again."""
AGAIN: Final = "again"
"""On the battlefield already, and set up again somewhere else."""
RULES: Final = {
    DEEP_STRIKE: "core.ability-deep-strike", STRATEGIC: "core.strategic-reserves",
    AGAIN: "commentary.repositioned-units", BACK: "commentary.repositioned-units",
}  # fmt: skip


@rule("core.ability-deep-strike", "errata.deep-strike", "commentary.deep-strike-and-strategic-reserves",
      "core.strategic-reserves", "faq.reserves.deep-strike-needs-every-model",
      "faq.reserves.return-from-reserves-round")  # fmt: skip
def arrivals(position: Position, id: str) -> Iterator[str]:
    """How a unit can arrive now; from Strategic Reserves in no way before the second round, if no ability says so.

    One that left the battlefield by a rule that says how it returns does so whatever the round is. Where the mission
    allows it, one that stood on the battlefield returns by an ability of its own in any round.
    """
    if unit(position, id).reserve == BACK:
        yield BACK
    strategic = unit(position, id).reserve == STRATEGIC
    late = position.state.battle[0].round >= SECOND or arrives_early(position, id)
    returns = position.setup.early_returns and id in position.state.absences
    if strategic and not late and not returns:
        return
    if shared(position, id, "deep-strike"):
        yield DEEP_STRIKE
    if strategic and late and not did(position, id, "flew off"):
        yield STRATEGIC


@rule("faq.reserves.rapid-ingress-first-round", "commentary.out-of-phase-rules")
def arrives_early(position: Position, id: str) -> bool:
    """Whether a unit can arrive in the first battle round: all of its models can, in this turn."""
    if shared(position, id, "arrives-early"):
        return True
    turn = position.find_context(Turn)
    own = turn is not None and turn.player == unit(position, id).player and position.phase == "movement phase"
    return own and bool(shared(position, id, "arrives-early-in-its-own-turn"))


@rule("core.ability-deep-strike", "core.strategic-reserves", "core.reinforcements",
      "faq.reserves.measure-from-one-edge", "commentary.horizontal-distance-and-deep-strike",
      "commentary.repositioned-units", "commentary.precedence-reinforcements")  # fmt: skip
def landing(game: Game, id: str, way: str, anew: Iterable[Model] = ()) -> Landing:
    """Where a unit can be set up from Reserves, or again; never where an ability of an enemy forbids that.

    Models that are not in play yet may be set up ``anew`` in its place.
    """
    seat = unit(game, id).player
    closed = [Away(inches, ids) for inches, ids in kept_off(game, 1 - seat).items()]
    conditions: tuple[Any, ...] = (*closed, Away(FAR), Standing(policy(game, id)), TOGETHER)
    if way == STRATEGIC:
        conditions = (touching(game, seat, standing(game, id), EDGE) or NearOneEdge(EDGE), *conditions)
        if game.state.battle[0].round <= SECOND:
            conditions = (OutOf((game.state.armies[1 - seat].role,)), *conditions)
    ready = [one.at(one.pose.turned(facing(game, id) - one.pose.facing)) for one in standing(game, id, anew)]
    leave = [str(one.id) for one in models(game, id)] if way == AGAIN else []
    scene = TABLE(game).without_models(leave)
    return Landing(scene, tuple(ready), SetupPolicy(conditions), ARRIVING, names=game.content.names)


@rule("commentary.precedence-reinforcements")
def kept_off(position: Position, player: int) -> dict[float, tuple[str, ...]]:
    """The models of a player that keep enemy Reinforcements away, by the inches within which these are not set up."""
    found: dict[float, list[str]] = {}
    for at in units(position, player):
        for one in models(position, at):
            if inches := position.number("keeps off", str(one.id)):
                found.setdefault(float(inches), []).append(str(one.id))
    return {inches: tuple(ids) for inches, ids in found.items()}


@rule("core.reinforcements", "core.strategic-reserves", "commentary.reserves-units")
def left_over(game: Game) -> Event | None:
    """Units that are in Reserves when the battle ends count as destroyed, with those within them and their Leaders."""
    out = [id for seat in game.players for id in units(game, seat, "reserves")]
    out += [str(one.id) for one in game.state.units.values() if one.area == "embarked" and one.carrier in out]
    parts = [one for id in out for one in (id, *unit(game, id).leaders)]
    return LeftOver(tuple(parts), rule="core.reinforcements") if parts else None


REINFORCEMENTS: Final = Loop("reinforcements", next_arrival, [arrive])
