"""Getting into Transports, and out of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Request, choose, rule
from rulewright.field import FaultRules
from rulewright.geometry.plane.measure import check_unit_wholly_within, gap, members
from rulewright.geometry.plane.place.setup import Away, Near, SetupPolicy, Standing
from rulewright.geometry.plane.shapes import radius

from ..events.transports import Disembarked, Embarked
from ..space.battlefield import TABLE, TOGETHER, UNENGAGED, places, policy, standing, within
from ..space.setting_up import FAR, SET_DOWN, Landing
from ..state import Deed
from ..terms import Move, did, has_keyword, models, on_table, unit, units
from .capacity import fits, is_transport

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps

DISEMBARK: Final = "disembark"
BESIDE: Final = 3.0
"""Inches from a Transport within which units embark, and are set up when they disembark."""
HIGH: Final = 5.0
"""The same vertically."""
TOUCHING: Final = 1.0
"""Inches from a Transport within which models are set up that are larger than the room around it."""
LEAVING: Final = FaultRules(
    {
        "too near": "core.disembark",
        "too few of its unit near": "core.unit-coherency",
        "apart from the rest of its unit": "core.unit-coherency",
    },
    others="core.disembark",
)


@rule("commentary.vehicles-with-bases")
def has_base(position: Position, id: str) -> bool:
    """Whether a unit is of Vehicles with bases that are no Aircraft and no Walkers, also when it has been destroyed."""
    kinds = {one.profile for one in position.state.models.values() if one.unit == id}
    stand = any(position.content.profiles[kind].base for kind in kinds)
    others = has_keyword(position, id, "Aircraft") or has_keyword(position, id, "Walker")
    return stand and has_keyword(position, id, "Vehicle") and not others


# Embarking --------------------------------------------------------------------------------------------------


@rule("core.embark", "core.transport-capacity", "faq.transports.embark-after-out-of-phase-move",
      "faq.transports.no-embark-on-arrival-from-reserves")  # fmt: skip
def board(game: Game, move: Move) -> Steps:
    """After a Normal, Advance or Fall Back move a unit that is near a Transport can embark."""
    id = move.unit
    found = boardable(game, id)
    if not found or not did(game, id, "normal", "advance", "fall back"):
        return
    at = yield choose(move.player, "embark", [*found, None], "core.embark", unit=id)
    if at is not None:
        yield Embarked(id, at, rule="core.embark")


@rule("core.embark", "core.transport-capacity")
def boardable(position: Position, id: str) -> list[str]:
    """The Transports that every model of a unit is near, and that have room for it."""
    if not on_table(position, id) or did(position, id, "disembarked"):
        return []
    own = units(position, unit(position, id).player)
    transports = (at for at in own if at != id and is_transport(position, at))
    near = [at for at in transports if within(position, id, at, BESIDE, level=True)]
    return [at for at in near if _near(position, id, at) and fits(position, at, id)]


@rule("core.embark", "commentary.vehicles-with-bases", "commentary.within-and-wholly-within")
def _near(position: Position, id: str, at: str) -> bool:
    """Whether every model of a unit is within 3 inches of a Transport: wholly, if it has a base."""
    scene = TABLE(position)
    if has_base(position, at):
        return any(not check_unit_wholly_within(scene, id, one, BESIDE, HIGH) for one in members(scene, at))
    theirs = [str(one.id) for one in models(position, at)]
    gaps = [[gap(scene, str(one.id), other) for other in theirs] for one in models(position, id)]
    return all(any(one.within(BESIDE, HIGH) for one in found) for found in gaps)


# Disembarking -----------------------------------------------------------------------------------------------


@rule("core.disembark")
def may_disembark(position: Position, id: str) -> bool:
    """Whether a unit began the phase within its Transport, which neither Advanced nor Fell Back.

    Some Transports let units disembark after they Advanced.
    """
    at = unit(position, id).carrier
    left = did(position, at, "fall back")
    left = left or (did(position, at, "advance") and not position.may("disembark after advancing", at))
    return on_table(position, at) and not left and not did(position, id, "embarked")


@rule("core.disembark", "errata.stratagem-fire-overwatch", "commentary.embarked-units-and-reserves",
      "commentary.counts-as-normal-move", "faq.movement.no-reaction-to-disembark-after-move",
      "faq.transports.disembark-from-strategic-reserves-transport",
      "faq.transports.overwatch-on-disembarked-unit")  # fmt: skip
def disembark(game: Game, player: int, id: str) -> Steps:
    """A unit is set up near its Transport; if that has moved, it moves no more, and charges nobody this turn."""
    at = unit(game, id).carrier
    arrived = did(game, at, "arrived")
    question = beside(game, id, at, BESIDE, Away(FAR) if arrived else UNENGAGED)
    answer = yield Request(player, "disembark", question, "core.disembark", {"unit": id, "transport": at})
    if not answer:
        return None
    moved = arrived or did(game, at, "normal", "advance")
    free = moved and not did(game, at, "arrived", "advance") and game.may("charge after disembarking", at)
    noted: tuple[Deed, ...] = ("normal", *(() if free else ("no charge",))) if moved else ()
    yield Disembarked(id, at, places(question, answer), noted, rule="core.disembark")
    return SET_DOWN(player=player, unit=id)


@rule("core.disembark", "commentary.disembarking-large-models", "commentary.vehicles-with-bases")
def beside(game: Game, id: str, at: str, inches: float, clear: Away) -> Landing:
    """Where a unit can be set up around a Transport; models too large for that, right beside it.

    That is wholly within so many inches, or, 3 inches around a Transport with a base, with any part within them.
    """
    things = tuple(str(one.id) for one in game.state.models.values() if one.unit == at)
    large = all(2 * radius(one.base) > inches for one in standing(game, id))
    high = max(HIGH, inches)
    near = Near(things, TOUCHING, wholly=False, vertical=high) if large else Near(things, inches, vertical=high)
    if has_base(game, at) and inches == BESIDE and not large:
        near = Near(things, inches, wholly=False, vertical=HIGH)
    conditions: tuple[Any, ...] = (near, clear, Standing(policy(game, id)), TOGETHER)
    return Landing(TABLE(game), standing(game, id), SetupPolicy(conditions), LEAVING, names=game.content.names)
