"""Crisis cards: how characters interact with their tokens, what the tokens score, and effects of the cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from rulewright import ask_which, rule, trigger
from rulewright.geometry import TOLERANCE

from .events.objectives import CrisisStruck
from .events.rounds import CrisisEffects
from .objectives import (
    contested_by,
    in_hand,
    interact_with,
    secured_by,
    tokens_of,
)
from .running import Run, resolve
from .space.battlefield import tokens_around, within
from .space.tools import BOARD
from .state import SEATS
from .terms import Activation, able, character, characters_of

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps

    from .book.sheets import CrisisEffectSheet
    from .cards.models import Crisis
    from .state import Objective


@rule("objective.interact", "interact.not-action", "damage.dazed-limits")
def interactions(position: Position, activation: Activation) -> Iterator[str]:
    """The tokens that a character can interact with in its activation, each once."""
    found = in_hand(position, activation.character)
    return (token for token in found if token not in activation.interacted)


@rule(
    "objective.interact", "objective.hold", "objective.control", "objective.hold-example", "objective.control-example",
    "note.control-persists",
)  # fmt: skip
def interact(game: Game, activation: Activation, name: str) -> Steps:
    """A character interacts with a token in its activation."""
    yield game.note(activation, interacted=(*activation.interacted, name))
    return (yield from interact_with(game, activation.character, name))


@rule("cleanup.vp", "objective.contest", "scoring.simultaneous", "field.crisis-data")
def points_for(position: Position, crisis: str) -> dict[int, int]:
    """What the tokens of a crisis score for each player now."""
    card = position.content["crises"][crisis]
    points = {0: 0, 1: 0}
    for token in tokens_of(position, crisis):
        player = scorer(position, token)
        if player is not None:
            points[player] += _points(position, card, token, player)
    return points


@rule("cleanup.vp", "field.crisis-data")
def _points(position: Position, card: Crisis, token: Objective, player: int) -> int:
    """What a token is worth to a player: another number for the one farthest from the own edge, and more for one that
    was brought to the own goal, if the card says so."""
    farthest = card.far is not None and token in _farthest(position, tokens_of(position, token.crisis), player)
    points = card.far if card.far is not None and farthest else card.points
    return points + (card.brought if _brought(position, token, player) else 0)


@rule("measure.within")
def _brought(position: Position, token: Objective, player: int) -> bool:
    """Whether a token lies within range 1 of the goal of a player, which is the one farthest from the own edge."""
    goals = [one for one in position.state.objectives.values() if one.crisis == token.crisis and one.goal]
    if not goals or token.holder:
        return False
    return any(within(position, str(token.id), str(goal.id), 1) for goal in _farthest(position, goals, player))


def _farthest(position: Position, tokens: list[Objective], player: int) -> list[Objective]:
    """Of some tokens those that lie farthest from the edge of a player."""
    most = max(_from_edge(position, one, player) for one in tokens)
    return [one for one in tokens if _from_edge(position, one, player) >= most - TOLERANCE]


@rule("mission.step-5")
def _from_edge(position: Position, token: Objective, player: int) -> float:
    """How far a token lies from the edge of a player, in inches."""
    edge = position.state.squads[player].edge
    along = token.y if edge in ("south", "north") else token.x
    return along if edge in ("south", "west") else BOARD - along


def scorer(position: Position, token: Objective) -> int | None:
    """The player for whom a token scores now: who controls, holds or secures it, as its crisis card says."""
    score = position.content["crises"][token.crisis].score
    if token.goal:
        return None
    if score == "controlled":
        return token.control
    if score == "held":
        return character(position, token.holder).player if token.holder and able(position, token.holder) else None
    return secured_by(position, str(token.id))


# Effects ----------------------------------------------------------------------------------------------------

MOMENTS: Final = {
    "power phase": "power",
    "activation phase begins": "activation begins",
    "activation phase ends": "activation ends",
    "cleanup": "cleanup",
}
"""The phase in whose step each moment of a crisis card comes."""

SEAT: Final = "@"
"""Stands before the seat of a player, one of whose characters an effect concerns."""
SIDE: Final = "="
"""Stands before the seat of a player whom an effect concerns, whichever of the characters."""
IN_TURN: Final = "*"
"""Stands for all whom an effect concerns, one after the other."""


@rule("power-phase.step-3", "cleanup.crisis-effects", "activation.step-1", "activation.step-3", "field.crisis-data")
def due(game: Game, event: CrisisEffects) -> list[str]:
    """The effects of both crisis cards at a moment, one for each whom it concerns: "crisis number whom"."""
    mission = game.state.mission[0]
    return [
        f"{crisis} {number} {whom}"
        for crisis in (mission.secure, mission.extract)
        for number, effect in enumerate(game.content.crisis_effects.get(crisis, ()))
        if MOMENTS[effect.when] == event.phase and not effect.follows
        for whom in _sources(game, crisis, number)
    ]


def _sources(game: Game, crisis: str, number: int) -> list[str]:
    """Whom an effect concerns now, or all of them together where they come one after the other."""
    effect = game.content.crisis_effects[crisis][number]
    found = _struck(game, crisis, effect)
    if _followed(game, crisis, number):
        return [IN_TURN]
    return [IN_TURN] if effect.in_turn and found else found


def _followed(game: Game, crisis: str, number: int) -> bool:
    """Whether another effect of the card comes right after this one."""
    return any(effect.follows for effect in game.content.crisis_effects[crisis][number + 1 : number + 2])


def _struck(game: Game, crisis: str, effect: CrisisEffectSheet) -> list[str]:
    """Those whom an effect concerns and for whom what it asks for holds."""
    concerned = _concerned(game, crisis, effect.whom)
    return [whom for whom in concerned if any(_holds(game, crisis, effect, id) for id in _meant(game, whom))]


def _holds(game: Game, crisis: str, effect: CrisisEffectSheet, id: str) -> bool:
    """Whether what the effect asks for holds for a character."""
    if effect.test is None:
        return True
    run = Run(player=character(game, id).player, source=crisis, queue=(), character=id)
    return effect.test.holds(game, run)


@rule("measure.within", "objective.contest", "objective.hold")
def _concerned(game: Game, crisis: str, whom: str) -> list[str]:
    """The characters that an effect concerns, each once; of one that a player chooses the seat of the player."""
    if whom == "each player":
        return [f"{SEAT}{seat}" for seat in SEATS]
    if whom == "each side":
        return [f"{SIDE}{seat}" for seat in SEATS]
    tokens = tokens_of(game, crisis)
    ids = [str(one.id) for one in game.state.characters.values() if able(game, str(one.id))]
    if whom == "each holder":
        return [id for id in ids if any(token.holder == id for token in tokens)]
    if whom == "each character":
        return ids
    names = {str(token.id) for token in tokens}
    if whom == "each contesting":
        return [id for id in ids if not names.isdisjoint(contested_by(game, id))]
    return [id for id in ids if names & tokens_around(game, id, 1)]


@trigger(
    CrisisEffects, name="crisis effect", sources=due, player=lambda game, event, source: game.state.mission[0].priority
)
@rule("power-phase.step-3", "cleanup.crisis-effects", "activation.step-1", "activation.step-3", "terms.enemy-effect")
def strike(game: Game, event: CrisisEffects, source: str) -> Steps:
    """A crisis card does what it says; the player with priority orders what happens at the same moment."""
    crisis, number, whom = source.split()
    if whom == IN_TURN:
        return (yield from _in_turn(game, event.rule, crisis, int(number)))
    return (yield from _strike(game, event.rule, crisis, game.content.crisis_effects[crisis][int(number)], whom))


@rule("power-phase.step-3", "cleanup.crisis-effects", "priority.token")
def _in_turn(game: Game, rule: str, crisis: str, number: int) -> Steps:
    """An effect for one after the other, those of the player with priority first if the card says so; and then what
    follows it on the card."""
    effect = game.content.crisis_effects[crisis][number]
    first = game.state.mission[0].priority
    apart = effect.in_turn or effect.whom in ("each player", "each side")
    for seat in (first, 1 - first) if apart else (None,):
        left = [whom for whom in _struck(game, crisis, effect) if seat in (None, _seat(game, whom))]
        while left:
            whom = yield from ask_which(
                first if seat is None else seat, "strikes", left, rule, crisis=crisis, number=number
            )
            left.remove(whom)
            if call := (yield from _strike(game, rule, crisis, effect, whom)):
                yield call
    if _followed(game, crisis, number):
        yield from _in_turn(game, rule, crisis, number + 1)


def _seat(game: Game, whom: str) -> int:
    """The player whom an effect concerns, or whose character."""
    return int(whom[1:]) if whom[0] in (SEAT, SIDE) else character(game, whom).player


def _strike(game: Game, rule: str, crisis: str, effect: CrisisEffectSheet, whom: str) -> Steps:
    """An effect happens to one whom it concerns."""
    able_ = [id for id in _meant(game, whom) if able(game, id)]
    found = [id for id in able_ or _whichever(game, whom) if _holds(game, crisis, effect, id)]
    if not found:
        return None
    asked = found[:1] if whom[0] == SIDE else found
    number, player = game.content.crisis_effects[crisis].index(effect), character(game, found[0]).player
    id = yield from ask_which(player, "strikes", asked, rule, crisis=crisis, number=number)
    yield CrisisStruck(crisis, id, rule=rule)
    if not able(game, id) and whom[0] != SIDE:
        return None
    return resolve(character(game, id).player, id, crisis, effect.program)


def _whichever(game: Game, whom: str) -> list[str]:
    """What concerns a player, whichever the character, concerns one whose characters are all dazed, too."""
    return _meant(game, whom) if whom[0] == SIDE else []


def _meant(game: Game, whom: str) -> list[str]:
    """The character of that name, or all of the player with that seat."""
    if whom[0] in (SEAT, SIDE):
        return [str(one.id) for one in characters_of(game, int(whom[1:]))]
    return [whom] if whom in game.state.characters else []


TRIGGERS: Final[list[Any]] = [strike]
