"""A volley in the middle of a move: it destroys models, they surge into combat, and the rest of the move is cancelled.

The volley is an out-of-phase action: nothing of the Shooting phase happens in it.
"""

from __future__ import annotations

import rulewright as rw

from .attack import ATTACKS, SHOOT, SHOOTING, STATS, Attacking, has_shot, in_sight
from .damage import INFLICT, ModelDestroyed
from .rolling import REROLLS, ROLL

from .terms import (  # isort: skip
    Acted, CommandPointSpent, Kind, Moved, Pick, Setup, Troop, Unit, Weapon, enemies, engaged, having, kind_of, living,
    picking, ruleset, towards,
)  # fmt: skip


class Move(rw.Context):
    """A unit makes a Normal move."""

    unit: int


class MoveCancelled(rw.Event, frozen=True):
    unit: int


def slowest(game: rw.Game, unit: int) -> int:
    return min(kind_of(game, model).move for model in living(game, unit))


def reachable(game: rw.Game, unit: Unit) -> list[int]:
    """Where a Normal move may end: never within Engagement Range, never past an enemy."""
    foes, found = [foe.x for foe in enemies(game, unit)], [unit.x]
    for way in (-1, 1):
        for step in range(1, game.number("move", unit.id) + 1):
            x = unit.x + way * step
            if not 0 <= x <= 60 or any(abs(foe - x) <= 1 for foe in foes):
                break
            found.append(x)
    return found


@rw.rule("core.normal-move", "faq.movement.surge-into-engagement-interrupts-move")
def make_move(game: rw.Game, move: Move) -> rw.Steps:
    """Whoever was destroyed or drawn into combat as the move began does not go on with it."""
    unit = game.state.units.get(move.unit)
    if unit is None or engaged(game, unit):
        yield MoveCancelled(move.unit)
        return rw.Leave("move")
    x = yield rw.choose(unit.owner, "destination", reachable(game, unit))
    return [Moved(unit.id, x), Acted(unit.id)]


MOVE = rw.Procedure("move", [rw.Window("move starts"), make_move, rw.Window("move ends")], Move)


# --------------------------------------------------------------------------------------------------- Fire Overwatch


def watchers(game: rw.Game, player: int, move: Move) -> list[int]:
    own = [unit for unit in game.state.units.values() if unit.owner == player and game.state.sides[player].cp > 0]
    return [unit.id for unit in own if move.unit in in_sight(game, unit)]


@rw.reaction("move starts", "move ends", options=watchers, limit=rw.Limit(1, "turn", per="player"))
@rw.rule("errata.stratagem-fire-overwatch", "errata.out-of-phase")
def fire_overwatch(game: rw.Game, player: int, unit: int, move: Move) -> rw.Call:
    return OVERWATCH(player=player, unit=unit, target=move.unit, out_of_phase=True)


def snap_shots(game: rw.Game, attacking: Attacking) -> list[rw.Event]:
    """It costs a command point, and to the end of the phase the unit hits on unmodified sixes only."""
    snap = rw.begin_effect(game, "snap shots", rw.during("phase"), target=("units", attacking.unit))
    return [CommandPointSpent(attacking.player), snap]


OVERWATCH = rw.Procedure("fire overwatch", [snap_shots, ATTACKS, has_shot], Attacking)


# ------------------------------------------------------------------------------------------ after the attacks


def surging(game: rw.Game, event: ModelDestroyed) -> list[int]:
    attacking = game.find_context(Attacking)
    shot = attacking is not None and not attacking.melee
    return [event.unit] if shot and having(game, event.unit, "blood surge") else []


def disengaged(game: rw.Game, event: ModelDestroyed, unit: int) -> bool:
    return unit in game.state.units and not engaged(game, game.state.units[unit])


@rw.trigger(
    ModelDestroyed, sources=surging, usable=disengaged, limit=rw.Limit(1, "phase"), delay="attacks", order_matters=False
)
@rw.rule("errata.surge-moves")
def blood_surge(game: rw.Game, event: ModelDestroyed, unit: int) -> rw.Steps:
    """After the attacks of the unit that shot: up to D6" towards the closest enemy, unless engaged."""
    mover = game.state.units[unit]
    (face,) = yield rw.Roll.d6(1, mover.owner, "surge")
    yield Moved(unit, (yield rw.choose(mover.owner, "surge", towards(game, mover, face))))


# -------------------------------------------------------------------------------- rules of the Shooting phase only


def shooting(game: rw.Game, player: int, attacking: Attacking) -> list[int]:
    own = game.phase == "shooting" and player == attacking.player
    return [attacking.unit] if own and game.state.sides[player].cp > 0 else []


@rw.reaction("targets selected", options=shooting, limit=rw.Limit(1, "phase", per="player"))
@rw.rule("errata.out-of-phase")
def precise_volley(game: rw.Game, player: int, unit: int, attacking: Attacking) -> rw.Steps:
    """A Stratagem of its player's Shooting phase: add 1 to Hit rolls."""
    yield CommandPointSpent(player)
    data = {"stat": "hit roll", "layer": "modifiers", "amount": 1}
    yield rw.begin_effect(game, "precise volley", rw.during("attacks"), target=("units", unit), data=data)


def pinned_by(game: rw.Game, shot: Acted) -> list[int]:
    return [unit for unit in shot.targets if unit in game.state.units] if having(game, shot.unit, "pinning") else []


@rw.trigger(Acted, phase="shooting", sources=pinned_by)
@rw.rule("errata.out-of-phase")
def pinning(game: rw.Game, shot: Acted, unit: int) -> rw.Event:
    """In your Shooting phase, after this unit has shot: its targets are slower until your next turn."""
    next_turn = rw.until_next("turn", game.context(rw.Turn).player)
    data = {"stat": "move", "layer": "modifiers", "amount": -2}
    return rw.begin_effect(game, "pinned", next_turn, target=("units", unit), data=data)


# -------------------------------------------------------------------------------------------------------- the game


def pick_mover(game: rw.Game, pick: Pick) -> rw.Steps:
    unit = yield rw.choose(pick.player, "move", (*pick.units, None))
    return rw.Leave("movers") if unit is None else MOVE(unit=unit)


MOVEMENT = ("movement", rw.Loop("movers", picking(lambda game, unit: not engaged(game, unit)), [pick_mover]))
MOVE_STAT = rw.StatRule(stat=rw.Stat("move", (rw.Layer("modifiers", "add"),), least=1), base=slowest)
RULESET = ruleset(
    "overwatch",
    MOVEMENT,
    SHOOTING,
    procedures=[ROLL, INFLICT, SHOOT, OVERWATCH, MOVE],
    reactions=[*REROLLS, fire_overwatch, precise_volley],
    triggers=[pinning, blood_surge],
    stats=[*STATS, MOVE_STAT],
)
RULES = RULESET.freeze()
SETUP = Setup(
    units=tuple(
        Troop(owner, x, models)
        for owner, squad, mob in ((0, 10, 16), (1, 30, 23))
        for x, models in ((squad, {"rifleman": 4}), (mob, {"raider": 4}))
    ),
    kinds={
        "rifleman": Kind(("rifle",), save=5, feel_no_pain=6, abilities=("pinning",)),
        "raider": Kind(("pistol",), save=5, wounds=2, abilities=("blood surge",), against={"hit roll": -1}),
    },
    weapons={"rifle": Weapon(36, 3, sustained=1), "pistol": Weapon(8)},
    cp=(4, 4),
    rounds=3,
)
