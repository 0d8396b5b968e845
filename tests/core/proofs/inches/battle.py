"""An activation: a unit advances in coherency or by its tool, shoots at who it sees, charges, and fights."""

from __future__ import annotations

import math
from typing import Any

from msgspec import structs

import rulewright as rw
from rulewright.field import FaultRules
from rulewright.field.inches import Charge, ToolMove, UnitMove
from rulewright.geometry import plane
from rulewright.requests import Request

from .looks import DESK, LEDGER, TEXTS, by_tool, called, label, name, panel

from .terms import (  # isort: skip
    PASSAGE, TABLE, TOGETHER, TOOL, WALKING, Advanced, Attacked, Battle, ChargeFailed, Setup, UnitMoved, WoundLost,
    engaged, gaps, kind_of, models_of, nearest_foe, populate, units_of,
    within,
)  # fmt: skip

NORMAL = FaultRules(
    {
        "too long": "move.inches",
        "comes too close to": "move.engagement",
        "ends too close to": "move.engagement",
        "too few of its unit near": "move.coherency",
        "apart from the rest of its unit": "move.coherency",
    },
    others="move.way",
)
CHARGING = FaultRules(
    {
        "too long": "charge.roll",
        "not closer to": "charge.target",
        "not in base contact with": "charge.target",
        "not engaged with": "charge.target",
        "too few of its unit near": "move.coherency",
        "apart from the rest of its unit": "move.coherency",
    },
    others="move.way",
)
BY_TOOL = FaultRules(
    {"out of reach": "tool.reach", "no room for the tool": "tool.reach"},
    others="tool.lies",
)
CHARGED = 12.0
"""Inches within which targets of charges are."""


class Activation(rw.Context):
    """A unit that acts."""

    player: int
    unit: str


def next_unit(game: rw.Game, last: Activation | None) -> Activation | None:
    """The units of the player one after the other."""
    player = game.context(rw.Turn).player
    order = [unit.id for unit in game.state.units.values() if unit.owner == player]
    left = order[order.index(last.unit) + 1 :] if last else order
    alive = units_of(game, player)
    return next((Activation(player=player, unit=unit) for unit in left if unit in alive), None)


# ---------------------------------------------------------------------------------------------------------- moving


@rw.rule("move.inches", "move.coherency", "move.engagement", "tool.lies")
def advance(game: rw.Game, activation: Activation) -> rw.Steps:
    """A unit that is not engaged moves, each model up to its inches; a captain advances by the tool."""
    unit, kind = activation.unit, kind_of(game, activation.unit)
    if engaged(game, unit) or not units_of(game, 1 - activation.player):
        return
    if kind.tool:
        yield from advance_by_tool(game, activation)
        return
    foe = nearest_foe(game, unit)
    hints = (("", ("beside", foe, 1.1)), ("", ("away", foe)))
    space = UnitMove(TABLE(game), unit, kind.move, WALKING, NORMAL, TOGETHER, hints=hints, names=called)
    ways = yield Request(activation.player, "move", space, "move.inches", {"unit": unit, "inches": kind.move})
    if ways:
        yield UnitMoved(unit, ways, rule="move.inches")


def advance_by_tool(game: rw.Game, activation: Activation) -> rw.Steps:
    """The tool lies against its base; it ends touching the tool."""
    (figure,) = models_of(game, activation.unit)
    foe = models_of(game, nearest_foe(game, activation.unit))[0]
    way = math.degrees(math.atan2(foe.y - figure.y, foe.x - figure.x))
    hints = tuple((by_tool(foe.unit, bend), ("lay", way, bend)) for bend in (0, 45, -45))
    tool = TOOL[game.state.units[activation.unit].kind]
    space = ToolMove(TABLE(game), figure.id, tool, PASSAGE, BY_TOOL, hints=hints, names=called)
    laid = yield Request(activation.player, "advance", space, "tool.lies", {"unit": activation.unit})
    if laid:
        yield Advanced(figure.id, laid[:3], laid[3], rule="tool.lies")


# -------------------------------------------------------------------------------------------------------- shooting


@rw.rule("shoot.sight", "shoot.roll")
def shoot(game: rw.Game, activation: Activation) -> rw.Steps:
    """A unit that is not engaged shoots at a unit that it sees within range, with the models that see it."""
    unit, kind, scene = activation.unit, kind_of(game, activation.unit), TABLE(game)
    if engaged(game, unit):
        return
    foes = [foe for foe in units_of(game, 1 - activation.player) if plane.see.unit_sees(scene, unit, foe, kind.reach)]
    if foes:
        target = yield rw.choose(activation.player, "shoot", [None, *foes], "shoot.sight", unit=unit)
        if target is not None:
            seers = len(plane.see.seers(scene, unit, target, kind.reach))
            yield from attack(game, activation, target, seers * kind.shots, "shoot.roll")


def attack(game: rw.Game, activation: Activation, target: str, dice: int, by: str) -> rw.Steps:
    """Each die of 4 or more takes a wound, first of models that have lost one; the farthest go first."""
    roll = yield rw.Roll.d6(dice, activation.player, "hit", by)
    faces = tuple(roll)
    hits = sum(face >= 4 for face in faces)
    yield Attacked(activation.unit, target, faces, hits, rule=by)
    mine = models_of(game, activation.unit)
    for _ in range(hits):
        left = models_of(game, target)
        if not left:
            return

        def order(figure: Any) -> tuple[int, float, str]:
            return (figure.wounds, -min(math.dist((figure.x, figure.y), (one.x, one.y)) for one in mine), figure.id)

        yield WoundLost(min(left, key=order).id, rule="wound.lost")


# ------------------------------------------------------------------------------------------- charging and fighting


@rw.rule("charge.target", "charge.roll")
def charge(game: rw.Game, activation: Activation) -> rw.Steps:
    """A unit that is not engaged may charge a unit within 12 inches: two dice are its inches."""
    unit, scene = activation.unit, TABLE(game)
    if engaged(game, unit):
        return
    foes = within(game, unit, CHARGED)
    if not foes:
        return
    target = yield rw.choose(activation.player, "charge", [None, *foes], "charge.target", unit=unit)
    if target is None:
        return
    inches = sum((yield rw.Roll.d6(2, activation.player, "charge", "charge.roll")))
    policy = structs.replace(WALKING, engages=frozenset({target}))
    space = Charge(scene, unit, float(inches), policy, CHARGING, TOGETHER, targets=(target,), names=called)
    about = {"unit": unit, "inches": inches}
    asked = Request(activation.player, "charge move", space, "charge.roll", about)
    ways = () if space.out_of_reach() else (yield asked)
    if ways:
        yield UnitMoved(unit, ways, rule="charge.roll")
    else:
        yield ChargeFailed(unit, target, inches, rule="charge.roll")


@rw.rule("fight.engaged", "fight.roll")
def fight(game: rw.Game, activation: Activation) -> rw.Steps:
    """A unit that is engaged fights: all its models strike at one unit."""
    foes = engaged(game, activation.unit)
    if foes:
        target = yield rw.choose(activation.player, "fight", foes, "fight.engaged", unit=activation.unit)
        dice = len(models_of(game, activation.unit)) * kind_of(game, activation.unit).blows
        yield from attack(game, activation, target, dice, "fight.roll")


# ------------------------------------------------------------------------------------------------------------- end


@rw.rule("end.last")
def last_side(game: rw.Game, activation: Activation) -> rw.Steps:
    """The last side with models wins."""
    left = [player for player in game.players if units_of(game, player)]
    if len(left) < 2:
        yield rw.GameOver(tuple(left), "last side standing", rule="end.last")


@rw.rule("end.time")
def time_is_up(game: rw.Game, turn: rw.Round) -> rw.Steps:
    """After the last round the side with more wounds left wins."""
    if turn.number >= game.setup.rounds:
        wounds = [wounds_of(game, player) for player in game.players]
        winners = tuple(player for player in game.players if wounds[player] == max(wounds))
        yield rw.GameOver(winners, "time is up", rule="end.time")


def wounds_of(position: Any, player: int) -> int:
    """The wounds that the models of a player have left."""
    mine = units_of(position, player)
    return sum(figure.wounds for figure in position.state.figures.values() if figure.unit in mine)


def evaluate(view: rw.View, player: int) -> float:
    """For bots: wounds left, and how near the units are to the enemy."""
    apart = gaps(view)
    near = sum(0.02 * min(apart[unit].values(), default=0.0) for unit in units_of(view, player))
    return wounds_of(view, player) - 1.2 * wounds_of(view, 1 - player) - near


ACTIVATIONS = rw.Loop("activation", next_unit, [advance, shoot, charge, fight, last_side])
RULESET = rw.Ruleset(
    id="inches-battle",
    title="Battle by the ruin",
    state=Battle,
    flow=rw.Procedure(
        "game",
        [
            rw.Loop(
                "round",
                rw.rounds(),
                [rw.Loop("turn", rw.turns(lambda game: game.players, once=True), [ACTIVATIONS]), time_is_up],
            )
        ],
    ),
    populate=populate,
    setup=Setup,
    events=[UnitMoved, Advanced, Attacked, ChargeFailed, WoundLost],
    timing=rw.TimingPolicy(rw.active_first),
    ledger=LEDGER,
    texts=TEXTS,
    evaluate=evaluate,
    name=name,
    label=label,
    panel=panel,
    odds=DESK,
    sample_setup=lambda content, rng: {"rounds": rng.randint(1, 4)},
)
RULES = RULESET.freeze()
