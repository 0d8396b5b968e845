"""3 Shooting, 4 charging, 5 fighting."""

from __future__ import annotations

from msgspec.structs import replace
from rulewright import Context, Game, Procedure, Request, Roll, Steps, choose, rule
from rulewright.field import FaultRules
from rulewright.field.inches import Charge
from rulewright.geometry import plane

from .book import TOGETHER, sheet
from .moving import KEEP_AWAY, TOGETHER_RULES, Activation
from .space import ENGAGED, SIGHT, TABLE, WALKING, within
from .state import Attacked, ChargeFailed, Moved, WoundLost, models

HIT = 4
"""The least face that hits."""
CHARGED = 12.0
"""Inches within which enemies are charged."""
CLOSING = {"not in base contact with": "4.2", "not closer to": "4.2", "not engaged with": "4.2"}
CHARGING = FaultRules({"too long": "4.1", **CLOSING, **TOGETHER_RULES, **KEEP_AWAY}, others="2.4")


class Attack(Context):
    """The working facts of one attack, whether shots or blows."""

    player: int
    unit: str
    target: str
    dice: int
    hits: int = 0


class Rush(Context):
    """The working facts of one charge."""

    player: int
    unit: str
    target: str
    inches: int = 0


# 3 Shooting


@rule("3.1")
def shoot(game: Game, activation: Activation) -> Steps:
    """A unit that fights nobody may shoot at an enemy unit that it sees within its range."""
    unit, scene = activation.unit, TABLE(game)
    reach = sheet(game, unit).range
    if within(game, unit, ENGAGED):
        return None
    seen = [foe for foe in within(game, unit, reach) if plane.see.unit_sees(scene, unit, foe, reach, SIGHT)]
    if not seen:
        return None
    target = yield choose(activation.player, "shoot", [*seen, None], rule="3.1", unit=unit)
    if target is None:
        return None
    shooters = len(plane.see.seers(scene, unit, target, reach, SIGHT))
    return ATTACK(player=activation.player, unit=unit, target=target, dice=shooters * sheet(game, unit).shots)


@rule("3.2")
def roll_to_hit(game: Game, attack: Attack) -> Steps:
    """Each die of four or more is a hit."""
    faces = yield Roll.d6(attack.dice, attack.player, "hit", rule="3.2")
    hits = sum(face >= HIT for face in faces)
    yield Attacked(attack.unit, attack.target, faces, hits, rule="3.2")
    yield game.note(attack, hits=hits)


@rule("3.3")
def lose_wounds(game: Game, attack: Attack) -> Steps:
    """Each hit takes a wound, of a model that has lost one before of any other."""
    for _ in range(attack.hits):
        if left := models(game, attack.target):
            yield WoundLost(str(min(left, key=lambda one: one.wounds).id), rule="3.3")


ATTACK = Procedure("attack", [roll_to_hit, lose_wounds], Attack)


# 4 Charging


@rule("4.1")
def charge(game: Game, activation: Activation) -> Steps:
    """A unit that fights nobody may charge an enemy unit within twelve inches."""
    unit = activation.unit
    foes = within(game, unit, CHARGED)
    if not foes or within(game, unit, ENGAGED):
        return None
    target = yield choose(activation.player, "charge", [*foes, None], rule="4.1", unit=unit)
    return None if target is None else CHARGE(player=activation.player, unit=unit, target=target)


@rule("4.1")
def roll_inches(game: Game, rush: Rush) -> Steps:
    """Two dice are the inches of a charge."""
    faces = yield Roll.d6(2, rush.player, "charge", rule="4.1")
    yield game.note(rush, inches=sum(faces))


@rule("4.1", "4.2")
def close_in(game: Game, rush: Rush) -> Steps:
    """The unit goes to the target, into base contact where it can. A roll that is too low is a charge that fails."""
    policy = replace(WALKING, engages=frozenset({rush.target}))
    question = Charge(TABLE(game), rush.unit, rush.inches, policy, CHARGING, TOGETHER, targets=(rush.target,))
    about = {"unit": rush.unit, "target": rush.target, "inches": rush.inches}
    answer = () if question.out_of_reach() else (yield Request(rush.player, "close_in", question, "4.1", about))
    if answer:
        yield Moved(rush.unit, question.ends(answer), rule="4.1")
    else:
        yield ChargeFailed(rush.unit, rush.target, rush.inches, rule="4.1")


CHARGE = Procedure("charging", [roll_inches, close_in], Rush)


# 5 Fighting


@rule("5.1")
def fight(game: Game, activation: Activation) -> Steps:
    """A unit within an inch of enemies fights one of their units, with all its models."""
    unit = activation.unit
    foes = within(game, unit, ENGAGED)
    if not foes:
        return None
    target = yield choose(activation.player, "fight", foes, rule="5.1", unit=unit)
    dice = len(models(game, unit)) * sheet(game, unit).blows
    return ATTACK(player=activation.player, unit=unit, target=target, dice=dice)
