"""Special characters and equipment: wild cards, Vehicles and their pilots, plot abilities, equipping (19.4, 24, 25)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from rulewright import Power, Request, Roll, begin_effect, choose, rule, trigger, until_next
from rulewright.field import Squares
from rulewright.geometry import grid
from rulewright.powers import Bearer, after, forbids, offers, permits

from ..actions import ACTION, Action, action
from ..board import BOARD, adjacent_friends, beside, vacant
from ..damage import deal
from ..events.before import GameBegan
from ..events.belongings import Boarded, Disembarked, Equipped, PlotActivated, TeamCopied, Unequipped
from ..events.characters import RemovedFromGame, Replaced
from ..events.harm import KnockedOut
from ..events.markers import MarkerPlaced
from ..events.scores import ElementLost
from ..events.turns import ActionResolved
from ..numbers import BE_GIVEN
from ..pac import ATTACK, DAMAGE
from ..terms import character, characters_of, force, friendly, has, on_map, pick, sheet, shows, spare

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps

    from ..content_models import Special
    from ..terms import Doing

LENT: Final = "lent"
"""The kind of effect by which a Vehicle has something of its pilot, and a title character what its plot gives."""


# Wild cards -------------------------------------------------------------------------------------------------


@rule("19.4a", "19.4b")
def copyable(position: Position, id: str) -> list[str]:
    """The team abilities that other friendly characters can use, and that can be copied."""
    others = [
        str(one.id) for one in position.state.characters.values() if str(one.id) != id and on_map(position, one.id)
    ]
    friends = [one for one in others if friendly(position, one, id)]
    teams = position.content.teams.values()
    return [team.id for team in teams if not team.uncopyable and any(has(position, team.id, one) for one in friends)]


class WildCard(Power, name="wild-card", rule="19.4a"):
    """FREE: it can use a team ability of a friendly character until its player chooses again."""

    @action("FREE", lambda position, id: bool(copyable(position, id)))
    def copy(self, game: Game, doing: Doing) -> Any:
        id = doing.character
        team = yield choose(doing.player, "team", copyable(game, id), self.rule, character=id)
        before = next((one for one in character(game, id).given if one in game.content.teams), "")
        yield TeamCopied(id, team, before, rule=self.rule)


# Vehicles ---------------------------------------------------------------------------------------------------


@rule("24.4", "1.10")
def vehicles_to_board(position: Position, id: str) -> list[str]:
    """The adjacent friendly Vehicles without a pilot, for a standard character."""
    own = sheet(position, id)
    if not (own.standard and own.printed.equippable):
        return []
    near = adjacent_friends(position, id)
    return [one for one in near if sheet(position, one).vehicle and not character(position, one).pilot]


@rule("24.4a")
def pilot_abilities(position: Position, vehicle: str, pilot: str) -> tuple[str, ...]:
    """The pilot abilities whose prerequisites a pilot meets."""
    traits = sheet(position, vehicle).printed.traits
    return tuple(one.id for one in traits if one.pilot is not None and sheet(position, pilot).fits(one.pilot))


class Pilot(Power, name="pilot", rule="24.4"):
    """POWER: it becomes the pilot of an adjacent friendly Vehicle without one."""

    @action("POWER", lambda position, id: bool(vehicles_to_board(position, id)))
    def board(self, game: Game, doing: Doing) -> Any:
        id = doing.character
        vehicle = yield from pick(doing.player, "vehicle", vehicles_to_board(game, id), self.rule, character=id)
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
    return [name for name in _names(shows(position, pilot).powers) if name in (*ATTACK, *DAMAGE)] if pilot else []


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

    @action("POWER", exits)
    def leave(self, game: Game, doing: Doing) -> Any:
        vehicle = doing.character
        yield from disembark(game, vehicle, beside(game, vehicle), self.rule)

    @after(KnockedOut, me="character", left=True)
    def wreck(self, game: Game, me: Bearer, event: KnockedOut) -> Any:
        lost = character(game, me.id)
        here = lost.fell
        wreck = spare(game.state.markers, f"wreck of {me.id}")
        yield MarkerPlaced(wreck, "object", here[:1], by=me.id, rule=self.rule)
        if not lost.pilot:
            return
        board = BOARD(game).board
        around = board.mask(here)
        yield from disembark(game, me.id, around | grid.beside(board, around), self.rule)
        if on_map(game, lost.pilot):
            (face,) = yield Roll.d6(1, character(game, lost.pilot).player, "wreck", self.rule)
            yield from deal(game, [(lost.pilot, 2 if face <= 3 else 1)], kind="unavoidable", rule=self.rule)


class PilotValues(Power, name="pilot-values", rule="24.4"):
    """FREE: until its player's next turn it has the attack, damage and range values of its pilot."""

    @action("FREE", manned)
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

    @action("FREE", lambda position, id: bool(lendable(position, id)))
    def lend(self, game: Game, doing: Doing) -> Any:
        id = doing.character
        power = yield from pick(doing.player, "power", lendable(game, id), self.rule, character=id)
        column = ATTACK if power in ATTACK else DAMAGE
        own = tuple(name for name in _names(shows(game, id).powers) if name in column and name != power)
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
    at = yield Request(character(game, pilot).player, "put_down", Squares(BOARD(game), room), rule, about)
    yield Disembarked(pilot, vehicle, (at,), pilot_abilities(game, vehicle, pilot), rule=rule)


# Title characters -------------------------------------------------------------------------------------------


@rule("24.5", "24.5a")
def can_plot(position: Position, id: str, trait: Special) -> bool:
    """Whether no plot ability was activated this turn, and there are enough plot points for this one."""
    plotted = position.state.forces[force(position, id)].plotted
    return not plotted and character(position, id).plot + trait.plot >= 0


@rule("24.5", "24.5a")
def plot_ability(trait: Special) -> Power:
    """A plot ability. FREE: it adds or spends plot points, and gives what it grants until its player's next turn."""

    def activate(game: Game, doing: Doing) -> Steps:
        id = doing.character
        yield PlotActivated(id, trait.id, trait.plot, doing.player, rule="24.5")
        if trait.grants:
            yield begin_effect(
                game, LENT, until_next("turn", doing.player), target=("characters", id),
                data={"gives": trait.grants}, rule="24.5",
            )  # fmt: skip

    def offer(game: Game, me: Bearer) -> Action:
        return Action("FREE", trait.id, activate, lambda position, id: can_plot(position, id, trait))

    return Power.of(trait.id, offers(ACTION)(offer), rule="24.5", text=trait.name.en)


# Equipment --------------------------------------------------------------------------------------------------


@rule("25.2e", "25.2c")
def within_grasp(position: Position, id: str) -> list[str]:
    """The equipment that a character holds, or in whose square it is, and that lets it be equipped."""
    if not sheet(position, id).standard:
        return []
    return [found for found in _at_hand(position, id) if may_equip(position, id, found)]


def _at_hand(position: Position, id: str) -> Iterator[str]:
    here = set(character(position, id).squares)
    for marker in position.state.markers.values():
        if marker.element in position.content.elements and (marker.holder == id or here & set(marker.squares)):
            yield str(marker.id)


@rule("25.2e")
def may_equip(position: Position, id: str, equipment: str) -> bool:
    """EQUIP: ANY is for everyone, EQUIP: FRIENDLY for characters of the force that it belongs to."""
    marker = position.state.markers[equipment]
    owner, anyone = marker.player, position.content.elements[marker.element].equip == "any"
    return anyone or owner is None or owner in position.team(force(position, id))


class Equip(Power, name="equip", rule="25.2e"):
    """POWER: it is equipped with equipment that it holds, or in whose square it is."""

    @action("POWER", lambda position, id: bool(within_grasp(position, id)))
    def equip(self, game: Game, doing: Doing) -> Any:
        id = doing.character
        equipment = yield from pick(doing.player, "equipment", within_grasp(game, id), self.rule, character=id)
        yield from unequip(game, id, character(game, id).squares)
        yield Equipped(id, equipment, rule="25.2c")


@rule("25.2d", "25.2e", "5.4a")
def unequip(game: Game, id: str, squares: tuple[Any, ...]) -> Steps:
    """A character's equipment is unequipped: placed in its square, or destroyed."""
    one = character(game, id)
    if not one.equipment:
        return
    equipment = game.content.elements[one.equipment]
    yield Unequipped(id, equipment.id, rule="25.2d")
    if equipment.unequip == "drop" and squares:
        marker = spare(game.state.markers, equipment.id)
        yield MarkerPlaced(marker, "object", squares[:1], one.starting, rule="25.2e")
    else:
        yield ElementLost(one.starting, equipment.id, rule="25.2e")


@trigger(KnockedOut, RemovedFromGame, Replaced, player=lambda game, event, source: None)
@rule("2.6", "25.2d")
def unequip_fallen(game: Any, event: KnockedOut | RemovedFromGame | Replaced, source: None) -> Any:
    """Who is KO'd, replaced or removed is unequipped."""
    yield from unequip(game, event.character, character(game, event.character).fell)


@trigger(GameBegan, player=lambda game, event, source: None)
@rule("25.2f", "4.4", "17.13")
def equip_by_traits(game: Any, event: GameBegan, source: None) -> Any:
    """Traits equip their characters at the beginning of the game, unless equipment was assigned to them."""
    for seat in game.players:
        for one in list(characters_of(game, seat)):
            gifts = [trait.equipment for trait in sheet(game, str(one.id)).printed.traits if trait.equipment]
            if gifts and not one.equipment and sheet(game, str(one.id)).printed.equippable:
                yield Equipped(str(one.id), gifts[0], rule="25.2f")


POWERS: Final = (WildCard(), Pilot(), Vehicle(), PilotValues(), PilotPower(), Autopilot(), Equip())
