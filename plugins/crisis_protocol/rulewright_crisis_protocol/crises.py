"""Crisis cards: how characters interact with their tokens, what the tokens score, and effects of the cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from rulewright import EffectEnded, Roll, ask_which, rule, trigger
from rulewright.geometry import TOLERANCE

from .events.attacks import DiceRolled, RollOver
from .events.characters import PowerSpent
from .events.objectives import ControlTaken, CrisisStruck, Interacted
from .events.rounds import CrisisEffects
from .objectives import contested_by, held_by, is_sealed, may_hold, of_type, pick_up, secured_by, tokens_of, told_of
from .running import Run, resolve
from .space.battlefield import tokens_around, within
from .space.tools import BOARD
from .state import SEATS
from .terms import DIE, Activation, able, can_pay, character, characters_of, has

if TYPE_CHECKING:
    from rulewright import Event, Game, Position, Steps

    from .book.sheets import CrisisEffectSheet
    from .cards.models import Crisis
    from .state import Objective

INTERACTION: Final = 1
"""The power that an interaction costs."""
NEXT: Final = "next"
"""For this sort of tokens an interaction is free once."""


@rule("objective.interact", "interact.not-action", "power.spend", "damage.dazed-limits")
def interactions(game: Game, activation: Activation) -> Iterator[str]:
    """The tokens that a character can interact with in its activation, each once."""
    found = in_hand(game, activation.character)
    return (token for token in found if token not in activation.interacted)


@rule("objective.interact", "damage.dazed-limits")
def in_hand(game: Game, id: str, *, free: bool = False) -> Iterator[str]:
    """The tokens within range 1, or another one by a text, that a character can interact with; ``free`` if it need not
    pay for that."""
    if not game.may("interact", id):
        return
    if near := tokens_around(game, id, int(game.number("interaction range", id))):
        for token in game.state.objectives.values():
            name = str(token.id)
            if name in near and _open(game, id, name, free) and _useful(game, token, id):
                yield name


@rule("objective.interact", "power.spend", "terms.cannot-beats-can")
def _open(position: Position, id: str, token: str, free: bool) -> bool:
    """Whether a character can pay for an interaction with a token, or need not, and nothing forbids it."""
    paid = free or can_pay(position, id, interaction_cost(position, id, token))
    return paid and not is_sealed(position, token) and position.may(f"interact with {of_type(position, token)}", id)


@rule("objective.interact", "power.spend")
def interaction_cost(position: Position, id: str, token: str) -> int:
    """The power that an interaction with a token costs a character: none where its card says so of such tokens."""
    kind = position.content["crises"][position.state.objectives[token].crisis].token
    free = (f"free interaction:{sort.replace(' ', '-')}" for sort in (of_type(position, token), kind, NEXT))
    return 0 if any(has(position, keyword, id) for keyword in free) else INTERACTION


@rule("objective.interact", "objective.hold", "objective.control")
def _useful(position: Position, token: Objective, id: str) -> bool:
    """Whether the crisis card has an interaction with the token that would change anything."""
    card = position.content["crises"][token.crisis]
    if token.goal:
        return False
    if card.interaction == "control":
        return token.control != character(position, id).player
    if card.interaction == "other":
        return True
    held = sum(each.crisis == token.crisis for each in held_by(position, id))
    return card.interaction == "take" and held < card.most and may_hold(position, id, str(token.id))


@rule(
    "objective.interact", "objective.hold", "objective.control", "objective.hold-example", "objective.control-example",
    "note.control-persists",
)  # fmt: skip
def interact(game: Game, activation: Activation, name: str) -> Steps:
    """A character interacts with a token in its activation."""
    yield game.note(activation, interacted=(*activation.interacted, name))
    return (yield from interact_with(game, activation.character, name))


@rule("objective.interact", "objective.hold", "objective.control", "power.spend")
def interact_with(game: Game, id: str, name: str, *, free: bool = False) -> Steps:
    """A character spends 1 power, if it is not free; the token is taken or controlled, where the card wants it after a
    roll; and what the card says besides happens."""
    crisis, player = game.state.objectives[name].crisis, character(game, id).player
    card = game.content["crises"][crisis]
    if not free and (cost := interaction_cost(game, id, name)):
        yield PowerSpent(id, cost, rule="objective.interact")
    yield Interacted(id, name, rule="objective.interact")
    faces: tuple[Any, ...] = ()
    if card.roll:
        faces = yield Roll((DIE,) * card.roll, player, "interaction", "objective.interact")
        yield DiceRolled(id, "roll", tuple(map(str, faces)), rule="objective.interact")
    if not card.roll or card.needs in faces:
        if card.interaction == "take":
            yield from pick_up(game, id, name)
        elif card.interaction == "control":
            yield ControlTaken(name, player, rule="objective.control")
    if faces and "rolled" in game.content.moments:
        yield RollOver(id, tuple(map(str, faces)), rule="objective.interact")
    return told_of(game, id, name, game.content.interacting.get(crisis))


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


@trigger(Interacted, immediate=True, order_matters=False)
@rule("objective.interact", "power.spend")
def no_longer_free(game: Game, event: Interacted, source: None) -> list[Event] | None:
    """What made the next interaction of a character free has done so."""
    free = f"free interaction:{NEXT}"
    ended: list[Event] = [
        EffectEnded(one.id, rule="objective.interact")
        for one in game.state.effects.values()
        if one.target == event.character and free in one.data.get("gives", ())
    ]
    return ended or None


TRIGGERS: Final[list[Any]] = [strike, no_longer_free]
