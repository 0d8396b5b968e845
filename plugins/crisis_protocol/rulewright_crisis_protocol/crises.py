"""Crisis cards: how characters interact with their tokens, and what the tokens score."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from rulewright import Roll, rule

from .events import ControlTaken, Interacted, PowerSpent
from .objectives import held_by, secured_by, take
from .terms import DIE, Activation, able, can_pay, character
from .world import tokens_around

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps

    from .state import Objective

INTERACTION: Final = 1
"""The power that an interaction costs."""


@rule("objective.interact", "interact.not-action", "power.spend", "damage.dazed-limits")
def interactions(game: Game, activation: Activation) -> Iterator[str]:
    """The tokens within range 1 that a character can interact with, each once in an activation."""
    id = activation.character
    if not can_pay(game, id, INTERACTION) or not game.may("interact", id):
        return
    if near := tokens_around(game, id, 1):
        for token in game.state.objectives.values():
            if token.id in near and token.id not in activation.interacted and _useful(game, token, id):
                yield str(token.id)


@rule("objective.interact", "objective.hold", "objective.control")
def _useful(position: Position, token: Objective, id: str) -> bool:
    """Whether the crisis card has an interaction with the token that would change anything."""
    card = position.content["crises"][token.crisis]
    if card.interaction == "control":
        return token.control != character(position, id).player
    held = sum(each.crisis == token.crisis for each in held_by(position, id))
    return card.interaction == "take" and held < card.most and position.may("hold", id)


@rule(
    "objective.interact", "objective.hold", "objective.control", "objective.hold-example", "objective.control-example",
    "note.control-persists",
)  # fmt: skip
def interact(game: Game, activation: Activation, name: str) -> Steps:
    """A character spends 1 power; the token is taken or controlled, where the card wants it after a roll."""
    id = activation.character
    card = game.content["crises"][game.state.objectives[name].crisis]
    yield game.note(activation, interacted=(*activation.interacted, name))
    yield PowerSpent(id, INTERACTION, rule="objective.interact")
    yield Interacted(id, name, rule="objective.interact")
    if card.roll:
        faces = yield Roll((DIE,) * card.roll, activation.player, "interaction", "objective.interact")
        if card.needs not in faces:
            return
    if card.interaction == "take":
        yield from take(game, id, name)
    else:
        yield ControlTaken(name, activation.player, rule="objective.control")


@rule("cleanup.vp", "objective.contest", "scoring.simultaneous", "field.crisis-data")
def points_for(position: Position, crisis: str) -> dict[int, int]:
    """What the tokens of a crisis score for each player now."""
    card = position.content["crises"][crisis]
    points = {0: 0, 1: 0}
    for token in position.state.objectives.values():
        if token.crisis == crisis:
            player = _scorer(position, token, card.score)
            if player is not None:
                points[player] += card.points
    return points


def _scorer(position: Position, token: Objective, score: str) -> int | None:
    if score == "controlled":
        return token.control
    if score == "held":
        return character(position, token.holder).player if token.holder and able(position, token.holder) else None
    return secured_by(position, str(token.id))
