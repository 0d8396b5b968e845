"""Deploy Armies: the players set up their units in turn, in their zones or, with Infiltrators, far from the enemy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from rulewright import Context, ask_which, rule
from rulewright.field import FaultRules
from rulewright.field.inches import SetUp
from rulewright.geometry import TOLERANCE
from rulewright.geometry.plane.place.setup import Away, Near, SetupPolicy, Standing
from rulewright.geometry.plane.shapes import radius
from rulewright.geometry.plane.slides import at_origin

from ..book.wording import both
from ..dice.rolls import roll_off
from ..events.before import CannotDeploy, Deployed
from ..space.battlefield import TABLE, TOGETHER, UNENGAGED, field, places, policy, standing, touching
from ..space.setting_up import FAR, set_up_all
from ..terms import attacker, shared, unit, units

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulewright import Game, Position, Steps
    from rulewright.geometry.plane import Model
    from rulewright.text import Words

Bounds: TypeAlias = tuple[float, float, float, float]
"""The left, lower, right and upper edge of a zone, in inches."""

WAYS: Final = ("zone", "infiltrate")
EDGE: Final = 1.0
"""How far from the edge of the zone a unit is proposed to stand, in inches: a formation about a place needs room."""
EDGES: Final = ("left", "right", "front", "back")
DEPLOYING: Final = FaultRules(
    {
        **{
            f"too far from the {edge} edge": "commentary.deploying-units" for edge in ("left", "right", "front", "back")
        },
        "partly too far": "core.only-war-deployment",
        "too near": "core.engagement-range",
        "too few of its unit near": "core.unit-coherency",
        "apart from the rest of its unit": "core.unit-coherency",
    },
    others="core.only-war-deployment",
)
INFILTRATING: Final = FaultRules(
    {
        "too near": "core.ability-infiltrators",
        "too few of its unit near": "core.unit-coherency",
        "apart from the rest of its unit": "core.unit-coherency",
    },
    others="core.only-war-deployment",
)


class Deploying(Context):
    """A player deploys a unit; ``late`` when both armies are deployed but for units that come after them."""

    player: int
    late: bool = False
    contested: bool = False
    """Whether a roll-off says who begins: the first of the late ones, where both players have some."""


@rule("core.only-war-deployment")
def next_to_deploy(game: Game, last: Deploying | None) -> Deploying | None:
    """The players alternate, beginning with the Attacker, until all units are deployed; some come after all others."""
    order = attacker(game) if last is None else 1 - last.player
    for late in (False, True):
        able = [seat for seat in (order, 1 - order) if waiting(game, seat, late=late)]
        if able:
            begins = late and (last is None or not last.late)
            return Deploying(player=able[0], late=late, contested=begins and len(able) > 1)
    return None


@rule("core.only-war-deployment")
def waiting(position: Position, seat: int, *, late: bool) -> list[str]:
    """The units of a player that are still to be deployed with the others, or after both armies are."""
    return [id for id in units(position, seat, "waiting") if bool(shared(position, id, "deploys-last")) is late]


@rule("core.only-war-deployment", "core.ability-infiltrators", "core.unit-coherency", "errata.unit-coherency",
      "commentary.deploying-units", "commentary.set-up-on-the-battlefield")  # fmt: skip
def deploy(game: Game, deploying: Deploying) -> Steps:
    """The player sets up a unit, the largest one if there is nothing to decide; one without room is not deployed."""
    seat = deploying.player
    if deploying.contested:
        seat = yield from roll_off(game, "core.only-war-deployment")
        yield game.note(deploying, player=seat)
    ready = sorted(waiting(game, seat, late=deploying.late), key=lambda one: -_room(game, one))
    id = yield from ask_which(seat, "deploy_unit", ready, "core.only-war-deployment")
    if found := (yield from place(game, id)):
        yield Deployed(id, found, rule="core.only-war-deployment")
    else:
        yield CannotDeploy(id, rule="core.only-war-deployment")


@rule("core.only-war-deployment", "core.ability-infiltrators", "errata.redeploy")
def place(game: Game, id: str) -> Steps:
    """The player says where a unit is deployed, and how. Receives where; nothing if it has no room."""
    seat = unit(game, id).player
    ways = WAYS if shared(game, id, "infiltrators") else WAYS[:1]
    questions = {way: where(game, id, way) for way in ways}
    open_ways = [way for way in ways if questions[way].has_room() is not False]
    way = yield from ask_which(seat, "deploy_way", open_ways or ways, "core.ability-infiltrators", unit=id)
    question = questions[way]
    answer = yield from set_up_all(seat, "deploy", question, "core.only-war-deployment", unit=id)
    return places(question, answer) if answer else ()


@rule("core.only-war-deployment", "core.ability-infiltrators", "faq.movement.overhang-deployment-zone",
      "errata.redeploy")  # fmt: skip
def where(game: Game, id: str, way: str) -> SetUp:
    """Where a unit can be deployed: wholly within its zone, or far from the enemy's zone and from all enemies.

    One that stands on the battlefield already is taken off before it is set up again.
    """
    seat = unit(game, id).player
    own, other = game.state.armies[seat].role, game.state.armies[1 - seat].role
    left, low, right, high = next(zone.polygon.bounds for zone in field(game).zones if zone.id == own)
    large = touching(game, seat, standing(game, id), min(right - left, high - low))
    fits = all(hull_fits(one, right - left, high - low) for one in standing(game, id))
    area = (large or Near((own,), hulls=fits), UNENGAGED) if way == "zone" else (Away(FAR), Away(FAR, (other,)))
    conditions = (*area, Standing(policy(game, id)), TOGETHER)
    rules = DEPLOYING if way == "zone" else INFILTRATING
    ready = standing(game, id)
    scene = TABLE(game).without_models([one.id for one in ready if one.id in TABLE(game).models])
    hints = tuple(proposals(game, (left, low, right, high))) if way == "zone" else ()
    return SetUp(scene, ready, SetupPolicy(conditions), rules, hints=hints, names=game.content.names)


def proposals(game: Position, zone: Bounds) -> Iterator[tuple[Words, tuple[str, float, float]]]:
    """Where a unit may stand, for who does not want to count inches: as near to each objective marker as the zone
    allows, and in the middle of the zone."""
    left, low, right, high = zone
    for one in game.state.objectives.values():
        place = min(max(one.x, left + EDGE), right - EDGE), min(max(one.y, low + EDGE), high - EDGE)
        yield both("hint.opposite", thing=game.content.names(str(one.id))), ("spot", *place)
    yield both("hint.middle"), ("spot", (left + right) / 2, (low + high) / 2)


@rule("faq.movement.overhang-deployment-zone", "commentary.deploying-units")
def hull_fits(model: Model, width: float, depth: float) -> bool:
    """Whether all of a model can be within an area of this size, as it faces, and what overhangs its base must."""
    left, low, right, high = at_origin(model.hull or model.base, model.pose.facing).bounds
    return right - left <= width + TOLERANCE and high - low <= depth + TOLERANCE


def _room(position: Position, id: str) -> float:
    return sum(radius(one.base) ** 2 for one in standing(position, id))
