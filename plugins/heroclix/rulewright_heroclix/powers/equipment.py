"""Equipping and unequipping (25.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from rulewright import Power, Violation, ask_which, rule, trigger

from ..actions import action
from ..events.before import GameBegan
from ..events.belongings import Boarded, Equipped, Unequipped
from ..events.characters import RemovedFromGame, Replaced, SentBack, TakenOff
from ..events.damage import KnockedOut
from ..events.terrain import MarkerPlaced
from ..events.victory import ElementLost
from ..state import element_of
from ..terms import all_elements, character, characters_of, force, owner_of, sheet, spare

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulewright import Game, Position, Steps

    from ..terms import Doing


@rule("25.2", "25.2b", "25.2e")
def within_grasp(position: Position, id: str) -> list[str]:
    """The equipment that a character holds, or in whose square it is, and that lets it be equipped.

    None where it is no standard character, or cannot be equipped at all.
    """
    own = sheet(position, id)
    if not (own.standard and own.printed.equippable):
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


def nothing_at_hand(position: Position, id: str) -> Violation | None:
    """Why it cannot be equipped; not worth telling where no equipment is about."""
    about = any(one.element in position.content.elements for one in position.state.markers.values())
    return Violation("no_equipment", "25.2e") if about else None


class Equip(Power, name="equip", rule="25.2e"):
    """POWER: it is equipped with equipment that it holds, or in whose square it is."""

    @action("POWER", within_grasp, nothing_at_hand)
    def equip(self, game: Game, doing: Doing) -> Any:
        id = doing.character
        equipment = yield from ask_which(doing.player, "equipment", within_grasp(game, id), self.rule, character=id)
        yield from unequip(game, id, character(game, id).squares)
        if equipment in within_grasp(game, id):
            yield Equipped(id, equipment, rule="25.2c")


@rule("25.2d", "25.2e", "5.4a")
def unequip(game: Game, id: str, squares: tuple[Any, ...]) -> Steps:
    """A character's equipment is unequipped: placed in its square, or destroyed."""
    one = character(game, id)
    if not one.equipment:
        return
    equipment, owner = one.equipment, owner_of(game, one.equipment)
    owner = one.starting if owner is None else owner
    yield Unequipped(id, equipment, rule="25.2d")
    if game.content.elements[element_of(equipment)].unequip == "drop" and squares:
        yield MarkerPlaced(equipment, "object", squares[:1], owner, rule="25.2e")
    else:
        yield ElementLost(owner, equipment, rule="25.2e")


Left: TypeAlias = KnockedOut | RemovedFromGame | Replaced | TakenOff | SentBack | Boarded


@trigger(KnockedOut, RemovedFromGame, Replaced, TakenOff, SentBack, Boarded, player=lambda game, event, source: None)
@rule("2.6", "25.2d")
def unequip_fallen(game: Any, event: Left, source: None) -> Any:
    """Who has left the map, for whatever reason, is unequipped."""
    yield from unequip(game, event.character, character(game, event.character).last_squares)


@trigger(GameBegan, player=lambda game, event, source: None)
@rule("25.2f", "4.4", "17.13")
def equip_by_traits(game: Any, event: GameBegan, source: None) -> Any:
    """Traits equip their characters at the beginning of the game, unless equipment was assigned to them."""
    for seat in game.players:
        for one in list(characters_of(game, seat)):
            gifts = [trait.equipment for trait in sheet(game, str(one.id)).printed.traits if trait.equipment]
            if gifts and not one.equipment and sheet(game, str(one.id)).printed.equippable:
                yield Equipped(str(one.id), spare(all_elements(game.state), gifts[0]), rule="25.2f")


POWERS: Final = (Equip(),)
