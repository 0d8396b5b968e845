"""Transports: who fits in, embarking, disembarking, and what happens when one is destroyed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from rulewright import Violation, rule

from ..terms import models, sheet

if TYPE_CHECKING:
    from rulewright import Position

    from ..state import Model


def is_transport(position: Position, id: str) -> bool:
    """Whether a unit carries others."""
    return sheet(position, id).transport is not None


def inside(position: Position, id: str) -> list[str]:
    """The units embarked within a Transport."""
    return [str(one.id) for one in position.state.units.values() if one.carrier == id and one.area == "embarked"]


@rule("core.transport-capacity")
def over_capacity(position: Position, id: str, more: Sequence[str]) -> Iterator[Violation]:
    """What keeps these units from being within a Transport together with all that is in it."""
    within = {one: models(position, one) for one in (*inside(position, id), *more)}
    return overfull(position, id, within)


@rule("core.transport-capacity")
def overfull(position: Position, id: str, within: Mapping[str, Sequence[Model]]) -> Iterator[Violation]:
    """What keeps these models of units from being within a Transport, with nobody else in it."""
    room = sheet(position, id).transport
    if room is None:
        yield Violation("no_transport", "core.transport-capacity", unit=id)
        return
    total = 0
    for one, them in within.items():
        for model in them:
            keywords = _keywords(position, model)
            if (room.only and keywords.isdisjoint(room.only)) or not keywords.isdisjoint(room.never):
                yield Violation("not_carried", "core.transport-capacity", unit=one, transport=id)
                break
            total += max((room.slots[word] for word in keywords & room.slots.keys()), default=1)
    if total > room.models:
        yield Violation("over_capacity", "core.transport-capacity", transport=id, models=total, most=room.models)


def _keywords(position: Position, model: Model) -> frozenset[str]:
    return sheet(position, model.origin).keywords


def fits(position: Position, id: str, one: str) -> bool:
    """Whether a unit could be within a Transport together with all that is in it."""
    return not any(over_capacity(position, id, (one,)))
