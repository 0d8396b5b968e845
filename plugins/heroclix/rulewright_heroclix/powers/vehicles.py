"""Vehicles and their pilots (24.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Power, Request, Roll, Violation, ask_which, begin_effect, rule, until_next
from rulewright.field import Squares
from rulewright.geometry import grid
from rulewright.powers import after, forbids, permits

from ..actions import action
from ..book.sheets import HEAVY_OBJECT
from ..damage import deal
from ..events.belongings import Boarded, Disembarked
from ..events.damage import KnockedOut
from ..events.terrain import MarkerPlaced
from ..events.turns import ActionResolved
from ..lasting import LENT
from ..numbers import BE_GIVEN
from ..space.board import adjacent_friends, beside, scene_of, vacant
from ..terms import character, has, on_map, on_maps, sheet, shows, spare
from .card import column_of

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps
    from rulewright.powers import Bearer

    from ..terms import Doing

LENDABLE: Final = ("attack", "damage")
"""The columns of the powers that a Vehicle may have of its pilot."""


@rule("24.4", "1.10")
def vehicles_to_board(position: Position, id: str) -> list[str]:
    """The adjacent friendly Vehicles without a pilot, for a standard character."""
    if not sheet(position, id).standard:
        return []
    near = adjacent_friends(position, id)
    return [one for one in near if sheet(position, one).vehicle and not character(position, one).pilot]


@rule("24.4a")
def pilot_abilities(position: Position, vehicle: str, pilot: str) -> tuple[str, ...]:
    """The pilot abilities whose prerequisites a pilot meets."""
    traits = sheet(position, vehicle).printed.traits
    return tuple(one.id for one in traits if one.pilot is not None and sheet(position, pilot).fits(one.pilot))


def no_vehicle(position: Position, id: str) -> Violation | None:
    """Why it can board none; not worth telling where no Vehicle is about."""
    about = any(sheet(position, str(one.id)).vehicle for one in on_maps(position))
    return Violation("no_vehicle", "24.4") if about else None


class Pilot(Power, name="pilot", rule="24.4"):
    """POWER: it becomes the pilot of an adjacent friendly Vehicle without one."""

    @action("POWER", vehicles_to_board, no_vehicle)
    def board(self, game: Game, doing: Doing) -> Any:
        id = doing.character
        vehicle = yield from ask_which(doing.player, "vehicle", vehicles_to_board(game, id), self.rule, character=id)
        yield Boarded(id, vehicle, pilot_abilities(game, vehicle, id), rule=self.rule)


def manned(position: Position, id: str) -> bool:
    """Whether a Vehicle has a pilot."""
    return bool(character(position, id).pilot)


@rule("24.4")
def exits(position: Position, id: str) -> bool:
    """Whether a Vehicle has a pilot and room beside it."""
    return manned(position, id) and bool(vacant(position) & beside(position, id))


@rule("24.4")
def lendable(position: Position, id: str) -> list[str]:
    """The standard attack and damage powers of the pilot of a Vehicle."""
    pilot = character(position, id).pilot
    return [name for name in _names(shows(position, pilot).powers) if column_of(name) in LENDABLE] if pilot else []


def _names(powers: Any) -> list[str]:
    return [one if isinstance(one, str) else one.name for one in powers]


class Vehicle(Power, name="vehicle", rule="24.4"):
    """It acts with a pilot or by Autopilot, breaks away automatically, and is not carried."""

    @forbids("be carried")
    @permits("break away automatically")
    def always(self, game: Game, me: Bearer) -> bool:
        return True

    @forbids(BE_GIVEN["MOVE"])
    @forbids(BE_GIVEN["CLOSE"])
    @forbids(BE_GIVEN["RANGE"])
    @forbids(BE_GIVEN["POWER"])
    @forbids(BE_GIVEN["FREE"])
    def unmanned(self, game: Game, me: Bearer) -> bool:
        return not manned(game, me.id) and not has(game, "autopilot", me.id)

    @action("POWER", exits, "no_exit")
    def leave(self, game: Game, doing: Doing) -> Any:
        vehicle = doing.character
        yield from disembark(game, vehicle, beside(game, vehicle), self.rule)

    @after(KnockedOut, me="character", left=True)
    def wreck(self, game: Game, me: Bearer, event: KnockedOut) -> Any:
        lost = character(game, me.id)
        here = lost.last_squares
        wreck = spare(game.state.markers, f"wreck of {me.id}")
        yield MarkerPlaced(wreck, "object", here[:1], by=me.id, card=HEAVY_OBJECT, rule=self.rule)
        if not lost.pilot:
            return
        board = scene_of(game).board
        around = board.mask(here)
        yield from disembark(game, me.id, around | grid.beside(board, around), self.rule)
        if on_map(game, lost.pilot):
            (face,) = yield Roll.d6(1, character(game, lost.pilot).player, "wreck", self.rule)
            yield from deal(game, [(lost.pilot, 2 if face <= 3 else 1)], kind="unavoidable", rule=self.rule)


class PilotValues(Power, name="pilot-values", rule="24.4"):
    """FREE: until its player's next turn it has the attack, damage and range values of its pilot."""

    @action("FREE", manned, "no_pilot")
    def aim(self, game: Game, doing: Doing) -> Any:
        id, pilot = doing.character, character(game, doing.character).pilot
        shown = shows(game, pilot)
        values = {"attack": shown.attack, "damage": shown.damage, "range": sheet(game, pilot).range}
        for stat, value in values.items():
            yield begin_effect(
                game, LENT, until_next("turn", doing.player), target=("characters", id),
                data={"stat": stat, "layer": "replace", "amount": value}, rule=self.rule,
            )  # fmt: skip


class PilotPower(Power, name="pilot-power", rule="24.4"):
    """FREE: until its player's next turn it can use an attack or damage power of its pilot instead of its own."""

    @action("FREE", lendable, "no_power_of_pilot")
    def lend(self, game: Game, doing: Doing) -> Any:
        id = doing.character
        power = yield from ask_which(doing.player, "power", lendable(game, id), self.rule, character=id)
        column = column_of(power)
        own = tuple(name for name in _names(shows(game, id).powers) if column_of(name) == column and name != power)
        yield begin_effect(
            game, LENT, until_next("turn", doing.player), target=("characters", id),
            data={"gives": power, "counters": own}, rule=self.rule,
        )  # fmt: skip


class Autopilot(Power, name="autopilot", rule="24.4b"):
    """It is given actions without a pilot, and dealt 1 unavoidable damage after each."""

    @after(ActionResolved, me="character", only=lambda game, me, event: not manned(game, me.id))
    def overheat(self, game: Game, me: Bearer, event: ActionResolved) -> Any:
        yield from deal(game, [(me.id, 1)], kind="unavoidable", rule=self.rule)


@rule("24.4")
def disembark(game: Game, vehicle: str, near: int, rule: str) -> Steps:
    """The pilot of a Vehicle is placed in one of these squares that is free; where none is, it is KO'd."""
    pilot = character(game, vehicle).pilot
    room = near & vacant(game)
    if not room:
        yield KnockedOut(pilot, rule=rule)
        return
    about = {"character": pilot}
    at = yield Request(character(game, pilot).player, "put_down", Squares(scene_of(game), room), rule, about)
    yield Disembarked(pilot, vehicle, (at,), pilot_abilities(game, vehicle, pilot), rule=rule)


POWERS: Final = (Pilot(), Vehicle(), PilotValues(), PilotPower())
KEYPHRASES: Final = (Autopilot(),)
