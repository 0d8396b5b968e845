"""The round: power phase, activation phase, cleanup phase in its seven steps, and how a game is won."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import GameOver, Phase, Procedure, Round, rule, trigger

from .activation import TURN, moment
from .crises import points_for
from .damage import power_for
from .events.activation import ActivatedTokensRemoved
from .events.characters import KnockedOut, Recovered
from .events.rounds import PlayerEffects, PriorityTaken, RoundBegan, Scored
from .terms import side

if TYPE_CHECKING:
    from rulewright import Event, Game, Steps

TO_WIN: Final = 16
ROUNDS: Final = 6


# Power phase ------------------------------------------------------------------------------------------------


@rule("round.structure", "cleanup.next-round", "note.round-turn")
def begin_round(game: Game, context: Round) -> Event:
    """The round token moves on."""
    return RoundBegan(context.number, rule="cleanup.next-round")


@rule("power-phase.step-1", "field.power", "field.power-dazed")
def give_power(game: Game, context: Round) -> list[Event]:
    """Step 1: every character gains 1 power."""
    gains = (power_for(game, str(one.id), 1, "power-phase.step-1") for one in game.state.characters.values())
    return [gain for gain in gains if gain is not None]


POWER_PHASE: Final = Phase("power", [begin_round, give_power, moment("power", "power-phase.step-2")])
ACTIVATION_PHASE: Final = Phase(
    "activation phase",
    [moment("activation begins", "activation.step-1"), TURN, moment("activation ends", "activation.step-3")],
)


# Cleanup phase ----------------------------------------------------------------------------------------------


@rule("cleanup.vp", "tactic-card.reactive")
def before_scoring(game: Game, context: Round) -> Event | None:
    """What players may do before victory points are scored, if any text speaks of that."""
    told = "before scoring" in game.content.moments
    return PlayerEffects("scoring", rule="cleanup.vp") if told else None


@rule("cleanup.vp", "scoring.simultaneous", "note.sixteen-and-simultaneous")
def score(game: Game, context: Round) -> Steps:
    """Step 1: both players score at the same time, from both crisis cards; only then is the winner looked for."""
    mission = game.state.mission[0]
    gains = [
        Scored(player, points, crisis, rule="cleanup.vp")
        for crisis in (mission.secure, mission.extract)
        for player, points in points_for(game, crisis).items()
        if points
    ]
    if gains:
        yield gains
    return winner(game)


@rule("win.sixteen", "win.round-six", "overview.win", "note.sixteen-and-simultaneous")
def winner(game: Game) -> GameOver | None:
    """Who has more points than the other, and 16 or more; after round 6 any points will do."""
    points = [game.state.squads[seat].points for seat in game.players]
    if max(points) < TO_WIN:
        return ahead(game) if game.state.mission[0].round > ROUNDS else None
    return ahead(game, "points", "win.sixteen")


@rule("win.round-six")
def ahead(game: Game, reason: str = "most_points", rule: str = "win.round-six") -> GameOver | None:
    """Who has more points than the other."""
    points = [game.state.squads[seat].points for seat in game.players]
    return None if points[0] == points[1] else GameOver((points.index(max(points)),), reason, rule=rule)


@trigger(Scored, immediate=True, order_matters=False)
@rule("win.sixteen", "win.round-six", "note.sixteen-and-simultaneous")
def win_at_once(game: Game, event: Scored, source: None) -> GameOver | None:
    """Points gained at other times than in the step of scoring may win at once."""
    return None if event.rule == "cleanup.vp" else winner(game)


@rule("cleanup.dazed", "note.injured-flip", "note.dazed-affected")
def recover(game: Game, context: Round) -> list[Event]:
    """Step 4: who is dazed loses damage, conditions and the dazed token, and lies on the injured side; by its card one
    may be KO'd instead."""
    return [
        KnockedOut(str(one.id), one.player, rule="damage.ko")
        if "never injured" in side(game, str(one.id)).carries
        else Recovered(str(one.id), rule="cleanup.dazed")
        for one in game.state.characters.values()
        if one.dazed
    ]


@rule("cleanup.priority", "priority.token", "note.priority-terms")
def hand_on_priority(game: Game, context: Round) -> Event | None:
    """Step 5: whoever activated the last character hands the priority token on."""
    mission = game.state.mission[0]
    if mission.last != mission.priority:
        return None
    return PriorityTaken(1 - mission.priority, rule="cleanup.priority")


@rule("cleanup.activated")
def take_tokens_off(game: Game, context: Round) -> Event:
    """Step 6: all activated tokens are removed."""
    return ActivatedTokensRemoved(rule="cleanup.activated")


@rule("win.round-six")
def end_of_round(game: Game, context: Round) -> GameOver | None:
    """After round 6 the player with the most points has won; on a tie the game goes on until someone scores more."""
    return ahead(game) if context.number == ROUNDS else None


CLEANUP: Final = Phase(
    "cleanup",
    [
        before_scoring,
        score,
        moment("cleanup", "cleanup.player-effects"),
        recover,
        hand_on_priority,
        take_tokens_off,
        end_of_round,
    ],
)

ROUND: Final = Procedure("round", [POWER_PHASE, ACTIVATION_PHASE, CLEANUP])
TRIGGERS: Final[list[Any]] = [win_at_once]
