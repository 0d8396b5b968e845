"""A volley in the middle of a move: it destroys models, they surge into combat, and the rest of the move is cancelled.

The volley is an out-of-phase action: nothing of the Shooting phase happens in it. What a unit carries is a power;
a Stratagem is its player's, whatever unit it is used on, and stays a reaction.
"""

from __future__ import annotations

import rulewright as rw
from rulewright.powers import Bearer, after

from .attack import ATTACKS, HARD_TO_HIT, SHOOT, SHOOTING, STATS, Attacking, has_shot, in_sight
from .damage import INFLICT, ModelDestroyed
from .phases import Pick, picking, ruleset
from .rolling import REROLLS, ROLL

from .terms import (  # isort: skip
    Acted, CommandPointSpent, Kind, Moved, Setup, Troop, Unit, Weapon, enemies, engaged, kind_of, living, towards,
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


def shot(game: rw.Game, me: Bearer, event: ModelDestroyed) -> bool:
    attacking = game.find_context(Attacking)
    return attacking is not None and not attacking.melee


def disengaged(game: rw.Game, me: Bearer, event: ModelDestroyed) -> bool:
    return me.id in game.state.units and not engaged(game, me.record)


class BloodSurge(rw.Power, name="blood surge", rule="errata.surge-moves"):
    """After the attacks of the unit that shot: up to D6" towards the closest enemy, unless engaged."""

    @after(
        ModelDestroyed, me="unit", of="units", only=shot, usable=disengaged, limit=rw.Limit(1, "phase"),
        delay="attacks", order_matters=False,
    )  # fmt: skip
    def surge(self, game: rw.Game, me: Bearer, event: ModelDestroyed) -> rw.Steps:
        (face,) = yield rw.Roll.d6(1, me.player, "surge")
        yield Moved(me.id, (yield rw.choose(me.player, "surge", towards(game, me.record, face))))


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


class Pinning(rw.Power, name="pinning", rule="errata.out-of-phase"):
    """In your Shooting phase, after this unit has shot: its targets are slower until your next turn."""

    @after(Acted, me="unit", of="units", phase="shooting")
    def pin(self, game: rw.Game, me: Bearer, event: Acted) -> list[rw.Event]:
        next_turn = rw.until_next("turn", me.player)
        data = {"stat": "move", "layer": "modifiers", "amount": -2}
        targets = [unit for unit in event.targets if unit in game.state.units]
        return [rw.begin_effect(game, "pinned", next_turn, target=("units", unit), data=data) for unit in targets]


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
    powers=[HARD_TO_HIT, Pinning, BloodSurge],
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
        "rifleman": Kind(("rifle",), save=5, feel_no_pain=6, shared=("pinning",)),
        "raider": Kind(("pistol",), save=5, wounds=2, shared=("blood surge", "hard to hit")),
    },
    weapons={"rifle": Weapon(36, 3, sustained=1), "pistol": Weapon(8)},
    cp=(4, 4),
    rounds=3,
)
