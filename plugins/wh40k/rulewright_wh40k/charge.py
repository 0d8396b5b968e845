"""The Charge phase: units declare charges, roll, and move into Engagement Range of their targets."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from rulewright import Context, Loop, Options, Procedure, Prompt, Request, Turn, Violation, choose, rule
from rulewright.field import FaultRules
from rulewright.field.inches import Charge

from .attack import suffer_hazard
from .book.wording import both
from .dice.rolls import Goal, thrown
from .events.charge import BeenCharged, ChargeDeclared, ChargeFailed, ChargeRolled, CountedNear
from .events.movement import Moved
from .moments import moment
from .movement.move_units import was_interrupted
from .numbers import modified
from .space.barricades import ChargeAcross, barred
from .space.battlefield import TABLE, TOGETHER, engaged, nearest_first, places, policies, within
from .terms import DeclaredCharge, can_move, did, has_keyword, models, unit, units

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rulewright import Game, Position, Steps
    from rulewright.geometry.plane import HeldPair
    from rulewright.plaindata import Answer

FAR: Final = 12.0
"""Inches within which enemies can be charged."""
LISTED: Final = 2
"""So many targets of one charge are listed together, and all of them; a player may name others."""
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
    foes = units(position, 1 - unit(position, id).player)
    near = [foe for foe in foes if within(position, id, foe, FAR)]
    able = [foe for foe in near if flies or not has_keyword(position, foe, "Aircraft")]
    return nearest_first(position, id, able)


class Charges(Options, frozen=True):
    """Units with the enemies that they charge; ``able`` says of each unit whom it can charge: any of these together."""

    able: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def check(self, answer: Answer) -> tuple[Violation, ...]:
        match answer:
            case (str() as id, tuple() as targets) if targets and len({*targets}) == len(targets):
                if {*targets} <= {*dict(self.able).get(id, ())}:
                    return ()
        return Options.check(self, answer)

    def prompt(self, names: Sequence[str] = ()) -> Prompt:
        """Charges at one enemy and at all of them are shown; those at some are there all the same, by name."""
        shown = Options.prompt(self, names)
        listed = zip(shown.lines, self.options() or (), strict=True)
        lines = tuple(line for line, answer in listed if self._is_plain(answer))
        return shown if lines == shown.lines else replace(shown, lines=lines, how=both("how.charges"), plain=False)

    def _is_plain(self, answer: Answer) -> bool:
        return answer is None or len(answer[1]) in (1, len(dict(self.able)[answer[0]]))


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


@rule("core.charge-targets")
def listed(found: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The targets of one charge that are listed: each, two together, and all."""
    for count in sorted({*range(1, min(len(found), LISTED) + 1), *([len(found)] if found else [])}):
        yield from combinations(found, count)


@rule("core.charge-eligibility", "core.charge-targets", "commentary.declare-a-charge", "commentary.charging-unit",
      "commentary.target-of-a-charge")  # fmt: skip
def declare_charge(game: Game, charger: Charger) -> Steps:
    """The player selects a unit and the enemy units that it charges."""
    player = charger.player
    able = [(id, tuple(chargeable(game, id))) for id in units(game, player) if can_charge(game, id)]
    options = [(id, targets) for id, found in able for targets in listed(found)]
    asked = Charges((*options, None), able=tuple(able))
    chosen = (yield Request(player, "charge", asked, "core.charge-eligibility")) if options else None
    if chosen is None:
        return game.note(charger, over=True)
    id, targets = chosen
    yield ChargeDeclared(id, targets, rule="core.charge-targets")
    return CHARGE(player=player, unit=id, targets=targets)


NO_LONGER: Final = "commentary.eligible-target-no-longer"


@rule(NO_LONGER)
def select_again(game: Game, charge: DeclaredCharge) -> Steps:
    """For a target that can no longer be charged, since the unit has surged, the player may select another one."""
    id, targets, able = charge.unit, charge.targets, chargeable(game, charge.unit)
    for gone in [target for target in targets if target not in able]:
        if others := [foe for foe in able if foe not in targets]:
            other = yield choose(charge.player, "charge_instead", [*others, None], NO_LONGER, unit=id, target=gone)
            targets = tuple(other or gone if target == gone else target for target in targets)
    if targets != charge.targets:
        yield ChargeDeclared(id, targets, rule=NO_LONGER)
        yield game.note(charge, targets=targets)


@rule("core.charge-roll", "commentary.charge-distance")
def roll_charge(game: Game, charge: DeclaredCharge) -> Steps:
    """2D6 are the inches of the charge, if the unit still charges."""
    if not models(game, charge.unit) or was_interrupted(game, charge.unit):
        return
    yield from select_again(game, charge)
    charge = game.context(DeclaredCharge)
    throw: Any = yield from thrown(
        game, charge.player, charge.unit, "charge", 1, "core.charge-roll", size=2, goal=lambda: far_enough(game, charge)
    )
    faces = throw.faces
    yield ChargeRolled(charge.unit, faces, rule="core.charge-roll")
    yield game.note(charge, inches=modified(game, "charge", charge.unit, faces))


@rule(
    "core.charge-roll", "core.charge-move", "core.charge-bonus", "core.charging-with-fly", "core.charging-over-terrain",
    "commentary.charge-move", "commentary.charged", "commentary.been-charged", "core.terrain-barricades",
    "commentary.charging-over-terrain-with-fly", "commentary.charging-with-units",
)  # fmt: skip
def close_in(game: Game, charge: DeclaredCharge) -> Steps:
    """The unit ends engaged with every target that is left, in base contact where it can; or nobody moves."""
    id, targets = charge.unit, tuple(target for target in charge.targets if models(game, target))
    if not models(game, id):
        return None
    if not targets or was_interrupted(game, id):
        return ChargeFailed(id, rule="core.charge-roll")
    question = closing_in(game, charge, targets, charge.inches)
    about = {"unit": id, "inches": charge.inches}
    answer = (
        ()
        if question.out_of_reach()
        else (yield Request(charge.player, "close_in", question, "core.charge-move", about))
    )
    if answer:
        yield Moved(id, "charge", places(question, answer), rule="core.charge-move")
        yield from counted_near(question.kept_off(answer), "commentary.charging-with-units")
        return BeenCharged(targets, rule="commentary.been-charged")
    return ChargeFailed(id, rule="core.charge-roll")


@rule("commentary.charging-with-units", "commentary.base-contact")
def counted_near(pairs: Iterable[HeldPair], cites: str) -> Steps:
    """Models that overhanging hulls keep off count as near these enemies."""
    for pair in pairs:
        model, enemy = pair.models
        yield CountedNear(model, enemy, pair.contact, rule=cites)


@rule("errata.hazardous")
def suffer_hazards(game: Game, charge: DeclaredCharge) -> Steps:
    """Who shot Hazardous weapons at the unit as it charged suffers what came of that."""
    for hazard in charge.hazards:
        yield from suffer_hazard(game, hazard)
    if charge.hazards:
        yield game.note(game.context(DeclaredCharge), hazards=())


def goes_on(game: Game) -> bool:
    """Whether anything of the unit that charges is left, or anything that was to wait for its charge."""
    charge = game.context(DeclaredCharge)
    return bool(models(game, charge.unit) or charge.hazards)


def closing_in(position: Position, charge: DeclaredCharge, targets: tuple[str, ...], inches: int) -> Charge:
    """The Charge move of a unit that has rolled this many inches."""
    id, scene = charge.unit, TABLE(position)
    kind = ChargeAcross if any(barred(scene, id, target) for target in targets) else Charge
    moving = policies(position, id, engages=targets)
    return kind(scene, id, inches, moving, CHARGING, TOGETHER, targets=targets, names=position.content.names)


@rule("core.charge-roll")
def far_enough(game: Game, charge: DeclaredCharge) -> Goal:
    """The least Charge roll with which all targets are near enough; with more there may be better places."""
    targets = tuple(target for target in charge.targets if models(game, target))
    for needed in range(2, MOST + 1):
        inches = modified(game, "charge", charge.unit, (needed,))
        if not targets or not closing_in(game, charge, targets, inches).out_of_reach():
            return Goal(needed)
    return Goal(MOST + 1)


MOST: Final = 12
"""The highest roll of 2D6."""


CHARGE: Final = Procedure(
    "charge",
    [moment("charge declared"), roll_charge, close_in, suffer_hazards, moment("charge ended")],
    DeclaredCharge,
    as_long_as=goes_on,
)
CHARGES: Final = Loop("charges", next_charger, [moment("select to charge"), declare_charge])
