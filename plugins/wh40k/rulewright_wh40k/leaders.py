"""Attached units come apart when one of the units that they are made of is destroyed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rulewright import rule

from .before_events import Separated
from .terms import models, unit

if TYPE_CHECKING:
    from rulewright import Event, Game, Position


@rule("errata.leader", "core.attached-units")
def separate(game: Game, context: Any) -> list[Event]:
    """When a unit has resolved all of its attacks, Attached units come apart of which a part was destroyed."""
    return list(separations(game))


@rule("errata.leader", "core.attached-units")
def separations(position: Position) -> Iterator[Event]:
    """The Leaders that are destroyed, or lead nobody any more."""
    for id in [str(one.id) for one in position.state.units.values() if one.leaders]:
        left = {one.origin for one in models(position, id)}
        for leader in unit(position, id).leaders:
            if leader not in left or id not in left:
                yield Separated(leader, id, rule="errata.leader")
