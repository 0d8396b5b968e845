"""Attached units come apart when one of the units that they are made of is destroyed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from rulewright import rule, trigger

from ..events.attached_units import Separated, UnitDestroyed
from ..events.attacks import NoRoom
from ..terms import Combat, DeclaredCharge, Move, models, sheet, unit

if TYPE_CHECKING:
    from rulewright import Event, Game, Position


@rule("errata.leader", "core.attached-units")
def separate(game: Game, context: Any) -> list[Event]:
    """When a unit has resolved all of its attacks, Attached units come apart of which a part was destroyed."""
    return list(separations(game))


@rule("errata.leader", "core.attached-units")
def separations(position: Position) -> Iterator[Event]:
    """The Leaders that are destroyed, or no longer lead anyone; who is still to act on death is left until then."""
    for id in [str(one.id) for one in position.state.units.values() if one.leaders]:
        left = {one.origin for one in position.state.models.values() if one.unit == id}
        for leader in unit(position, id).leaders:
            if leader not in left or id not in left:
                yield Separated(leader, id, rule="errata.leader")


@trigger(Separated, immediate=True, order_matters=False)
@rule("errata.leader")
def carry_on(game: Game, event: Separated, source: None) -> list[Event] | None:
    """A Leader who alone is left of a unit goes on with its move, its charge or its fight."""
    if models(game, event.unit) or not models(game, event.leader):
        return None
    acting: Iterator[Any] = (one for kind in (Move, DeclaredCharge, Combat) for one in game.contexts(kind))
    return [game.note(one, unit=event.leader) for one in acting if one.unit == event.unit] or None


@rule("errata.leader", "core.attached-units", "commentary.destroyed-unit")
def unit_destroyed(game: Game, id: str, last: str = "") -> Iterator[Event]:
    """Each unit that an Attached unit is made of is destroyed by itself, and has then only its own keywords.

    Its last model may still be about to be removed.
    """
    if id in game.state.units and not any(one.origin == id and one.id != last for one in game.state.models.values()):
        yield UnitDestroyed(id, tuple(sorted(sheet(game, id).keywords)), rule="errata.leader")


@trigger(NoRoom, immediate=True, order_matters=False)
@rule("faq.movement.no-room-to-set-up")
def lost_for_lack_of_room(game: Game, event: NoRoom, source: None) -> list[Event] | None:
    """A unit that has lost its last model for lack of room is destroyed: by the army of the opponent, and by nobody in
    it."""
    return list(unit_destroyed(game, event.origin, event.model)) or None


TRIGGERS: Final = [carry_on, lost_for_lack_of_room]
