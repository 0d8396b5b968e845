"""What several events change: what a unit did, and where its models are."""

from __future__ import annotations

from ..state import Deed, Equipped, Model, Newcomer, Relic, War

Places = tuple[tuple[float | str, ...], ...]
"""Models with where they are."""


def did(state: War, unit: str, *deeds: Deed) -> None:
    """Note what a unit did this turn."""
    record = state.units.edit(unit)
    record.done = tuple(dict.fromkeys((*record.done, *deeds)))


def put(state: War, places: Places) -> None:
    """Put models where they are now."""
    for id, *where in places:
        model = state.models.edit(str(id))
        model.away = False
        model.x, model.y, model.facing, model.ground = (*map(float, where), *((0.0,) * (4 - len(where))))


def bury(state: War, model: str) -> None:
    """A model is removed; what it has used that it has once is remembered."""
    one = state.models[model]
    state.models.remove(model)
    if one.spent and model not in state.relics:
        state.relics.add(Relic(model, one.origin, one.profile, one.spent))


def rise(state: War, model: Model) -> None:
    """A model is in play again, and with it what such a model of its unit has used."""
    state.models.add(model)
    if model.id not in state.newcomers:
        state.newcomers.add(Newcomer(model.id))
    for relic in state.relics.values():
        if (relic.origin, relic.profile, relic.spent) == (model.origin, model.profile, model.spent):
            state.relics.remove(relic.id)
            return


def equip(state: War, model: str, items: tuple[str, ...]) -> None:
    """A model that is new in play has these items of wargear, and none that another one of its id had."""
    if model in state.equipped:
        state.equipped.remove(model)
    if items:
        state.equipped.add(Equipped(model, items))


def withdraw(state: War, unit: str, how: str = "strategic reserves") -> None:
    """A unit is in Reserves instead of on the battlefield, in Strategic Reserves if nothing else is said."""
    record = state.units.edit(unit)
    record.area, record.reserve = "reserves", how
    leave(state, unit)


def leave(state: War, unit: str) -> None:
    """The models of a unit are not on the battlefield any more."""
    for id in [one.id for one in state.models.values() if one.unit == unit]:
        state.models.edit(id).away = True
