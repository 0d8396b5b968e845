"""Actions of missions: units perform them instead of shooting and charging, until the turn ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rulewright import Context, Loop, Turn, choose, rule

from ..events.command import ActionCompleted, ActionStarted
from ..state import Deed
from ..terms import did, has_keyword, on_table, unit, units
from .eligible import can_shoot

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulewright import Event, Game, Position, Steps

    from ..book.missions import Action

INTERRUPTS: Final[tuple[Deed, ...]] = (
    "normal",
    "advance",
    "fall back",
    "charge",
    "surged",
    "arrived",
    "embarked",
    "moved",
)
"""What a unit that performs an Action does not do: it is not completed then."""


class Acting(Context):
    """A player's units begin Actions; ``over`` when no more do."""

    player: int
    over: bool = False


def actions(position: Position) -> tuple[Action, ...]:
    """The Actions of the mission."""
    mission = position.content.missions.get(position.setup.mission)
    return () if mission is None else tuple(mission.actions)


@rule("faq.actions.one-unit-per-action")
def performable(position: Position, player: int) -> Iterator[tuple[str, str]]:
    """The units that can begin an Action now, with each; of some Actions one unit performs each at any one time."""
    going = {one.action for one in position.state.performing.values() if unit(position, str(one.id)).player == player}
    for action in actions(position):
        if not (action.one and action.id in going):
            for id in units(position, player):
                if able(position, action, id):
                    yield id, action.id


@rule("faq.actions.one-unit-per-action")
def able(position: Position, action: Action, id: str) -> bool:
    """Whether a unit may perform an Action: it is eligible to shoot, not Battle-shocked, and such a unit as it says."""
    if unit(position, id).shocked or not can_shoot(position, id):
        return False
    if any(has_keyword(position, id, one) for one in action.without):
        return False
    return all(has_keyword(position, id, one) for one in action.keywords)


def next_acting(game: Game, last: Acting | None) -> Acting | None:
    """One unit after another, as long as the player wants."""
    if last is None:
        return Acting(player=game.context(Turn).player) if actions(game) else None
    return None if last.over else Acting(player=last.player)


@rule("faq.actions.one-unit-per-action")
def act(game: Game, acting: Acting) -> Steps:
    """A unit begins an Action."""
    found = list(performable(game, acting.player))
    chosen = (yield choose(acting.player, "act", [*found, None], "faq.actions.one-unit-per-action")) if found else None
    if chosen is None:
        yield game.note(acting, over=True)
    else:
        yield ActionStarted(*chosen, rule="faq.actions.one-unit-per-action")


@rule("faq.actions.one-unit-per-action")
def completed(game: Game, turn: Turn) -> list[Event]:
    """At the end of the turn Actions are completed by the units that have stayed where they were."""
    worth = {one.id: one.victory for one in actions(game)}
    return [
        ActionCompleted(turn.player, id, one.action, worth[one.action], rule="faq.actions.one-unit-per-action")
        for id, one in ((str(one.id), one) for one in game.state.performing.values())
        if on_table(game, id) and not did(game, id, *(deed for deed in INTERRUPTS if deed not in one.done))
    ]


ACTIONS: Final = Loop("actions", next_acting, [act])
