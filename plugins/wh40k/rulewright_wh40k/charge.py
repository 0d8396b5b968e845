"""The Charge phase: units declare charges, roll, and move into Engagement Range of their targets."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from rulewright import Context, Loop, Procedure, Request, Turn, choose, rule
from rulewright.field import FaultRules
from rulewright.field.inches import Charge

from .dice.rolls import thrown
from .events.charge import BeenCharged, ChargeDeclared, ChargeFailed, ChargeRolled
from .events.movement import Moved
from .moments import moment
from .numbers import modified
from .space.barricades import ChargeAcross, barred
from .space.battlefield import TABLE, TOGETHER, engaged, nearest_first, places, policies, within
from .terms import DeclaredCharge, can_move, did, has_keyword, models, unit, units

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps

FAR: Final = 12.0
"""Inches within which enemies can be charged."""
TOGETHER_AT_MOST: Final = 2
"""Targets of one charge that are listed together; a player may name more."""
CHARGING: Final = FaultRules(
    {
        "too long": "core.charge-roll",
        "not in base contact with": "core.charge-move",
        "not closer to": "core.charge-move",
        "not engaged with": "core.charge-roll",
        "too few of its unit near": "core.charge-roll",
        "apart from the rest of its unit": "core.charge-roll",
        "comes too close to": "core.charge-roll",
        "ends too close to": "core.charge-roll",
        "ends mid-climb on": "core.charging-over-terrain",
    },
    others="errata.moving-units",
)


@rule("core.charge-eligibility", "core.aircraft-charge-and-fight")
def can_charge(position: Position, id: str) -> bool:
    """Whether a unit can declare a charge."""
    if not can_move(position, id):
        return False
    if engaged(position, id) or has_keyword(position, id, "Aircraft"):
        return False
    if did(position, id, "charge", "charge declared", "no charge") or id in position.state.performing:
        return False
    if did(position, id, "advance") and not position.may("charge after advancing", id):
        return False
    return not did(position, id, "fall back") or position.may("charge after falling back", id)


@rule("core.charge-targets", "core.aircraft-charge-and-fight")
def chargeable(position: Position, id: str) -> list[str]:
    """The enemy units that a unit can charge, the nearest first."""
    flies = has_keyword(position, id, "Fly")
    foes = nearest_first(position, id, units(position, 1 - unit(position, id).player))
    near = [foe for foe in foes if within(position, id, foe, FAR)]
    return [foe for foe in near if flies or not has_keyword(position, foe, "Aircraft")]


class Charger(Context):
    """A unit that declares a charge; ``over`` when no more do."""

    player: int
    over: bool = False


@rule("core.charge-eligibility")
def next_charger(game: Game, last: Charger | None) -> Charger | None:
    """One unit after another, as long as the player wants."""
    if last is not None and last.over:
        return None
    return Charger(player=game.context(Turn).player)


@rule("core.charge-eligibility", "core.charge-targets", "commentary.declare-a-charge", "commentary.charging-unit",
      "commentary.target-of-a-charge")  # fmt: skip
def declare_charge(game: Game, charger: Charger) -> Steps:
    """The player selects a unit and the enemy units that it charges."""
    player = charger.player
    options = [
        (id, targets)
        for id in units(game, player)
        if can_charge(game, id)
        for found in [chargeable(game, id)]
        for count in range(1, min(len(found), TOGETHER_AT_MOST) + 1)
        for targets in combinations(found, count)
    ]
    chosen = (yield choose(player, "charge", [*options, None], "core.charge-eligibility")) if options else None
    if chosen is None:
        return game.note(charger, over=True)
    id, targets = chosen
    yield ChargeDeclared(id, targets, rule="core.charge-targets")
    return CHARGE(player=player, unit=id, targets=targets)


@rule("core.charge-roll", "commentary.charge-distance")
def roll_charge(game: Game, charge: DeclaredCharge) -> Steps:
    """2D6 are the inches of the charge."""
    throw: Any = yield from thrown(game, charge.player, charge.unit, "charge", 1, "core.charge-roll", size=2)
    faces = throw.faces
    yield ChargeRolled(charge.unit, faces, rule="core.charge-roll")
    yield game.note(charge, inches=modified(game, "charge", charge.unit, faces))


@rule(
    "core.charge-roll", "core.charge-move", "core.charge-bonus", "core.charging-with-fly", "core.charging-over-terrain",
    "commentary.charge-move", "commentary.charged", "commentary.been-charged", "core.terrain-barricades",
    "commentary.charging-over-terrain-with-fly",
)  # fmt: skip
def close_in(game: Game, charge: DeclaredCharge) -> Steps:
    """The unit ends engaged with every target that is left, in base contact where it can; or nobody moves."""
    id, targets = charge.unit, tuple(target for target in charge.targets if models(game, target))
    if not targets:
        return ChargeFailed(id, rule="core.charge-roll")
    moving = policies(game, id, engages=targets)
    scene = TABLE(game)
    kind = ChargeAcross if any(barred(scene, id, target) for target in targets) else Charge
    question = kind(scene, id, charge.inches, moving, CHARGING, TOGETHER, targets=targets, names=game.content.names)
    about = {"unit": id, "inches": charge.inches}
    answer = (
        ()
        if question.out_of_reach()
        else (yield Request(charge.player, "close_in", question, "core.charge-move", about))
    )
    if answer:
        yield Moved(id, "charge", places(question, answer), rule="core.charge-move")
        return BeenCharged(targets, rule="commentary.been-charged")
    return ChargeFailed(id, rule="core.charge-roll")


def alive(game: Game) -> bool:
    """Whether anything of the unit that charges is left."""
    return bool(models(game, game.context(DeclaredCharge).unit))


CHARGE: Final = Procedure(
    "charge",
    [moment("charge declared"), roll_charge, close_in, moment("charge ended")],
    DeclaredCharge,
    as_long_as=alive,
)
CHARGES: Final = Loop("charges", next_charger, [moment("select to charge"), declare_charge])
