"""The order of play: before the battle, then battle rounds of two turns of five phases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import GameOver, Loop, Phase, Procedure, Round, Turn, choose, rounds, rule

from .attack import separations
from .before.setup import SETUP
from .charge import CHARGES
from .command import control, gain_cp, next_test, recover, score, score_secondaries, test_shock
from .events.attacks import ModelRemoved, Stranded
from .events.battle_round import PhaseEnded, RoundBegan, TurnEnded
from .fight.phase import FIGHTS
from .moments import moment
from .movement.move_units import MOVEMENT
from .movement.reinforcements import REINFORCEMENTS, left_over
from .sequencing import outside_turns
from .shooting.actions import ACTIONS, completed
from .shooting.phase import SHOOTING
from .shooting.psychic_bolts import BOLTS
from .space.battlefield import TABLE, TOGETHER
from .terms import models, units

if TYPE_CHECKING:
    from rulewright import Event, Game, Steps


@rule("core.battle-round")
def begin_round(game: Game, context: Round) -> Steps:
    """A battle round begins."""
    yield RoundBegan(context.number, rule="core.battle-round")
    yield from outside_turns(game, "battle round start", context)


@rule("core.battle-round")
def next_turn(game: Game, last: Turn | None) -> Turn | None:
    """The same player takes the first turn in every battle round."""
    first = game.state.battle[0].first
    number = game.state.battle[0].round
    if last is None or last.number != number:
        return Turn(player=first, number=number)
    return Turn(player=1 - first, number=number) if last.player == first else None


def ended(phase: str) -> Any:
    """What lasts for a phase is over when it ends."""

    @rule("core.battle-round")
    def end(game: Game, context: Any) -> Event:
        """The phase ends."""
        return PhaseEnded(phase, rule="core.battle-round")

    end.__name__ = f"end_{phase}"
    return end


@rule("core.unit-coherency")
def restore_coherency(game: Game, turn: Turn) -> Steps:
    """At the end of a turn its player removes models from a unit, until those that are left keep together."""
    for seat in (turn.player, 1 - turn.player):
        for id in units(game, seat):
            while TOGETHER.faults(TABLE(game), tuple(left := [str(one.id) for one in models(game, id)])):
                lost = yield choose(seat, "remove", left, "core.unit-coherency", unit=id)
                cites = "core.unit-coherency"
                yield [Stranded(lost, id, rule=cites), ModelRemoved(lost, id, rule=cites)]
                yield list(separations(game))


@rule("faq.actions.one-unit-per-action", "core.only-war-scoring")
def complete(game: Game, turn: Turn) -> list[Event]:
    """At the end of a turn Actions are completed, and its player scores for what else the mission asks for."""
    return [*completed(game, turn), *score_secondaries(game, turn)]


@rule("core.battle-round")
def end_turn(game: Game, turn: Turn) -> Event:
    """The turn ends."""
    return TurnEnded(turn.player, rule="core.battle-round")


@rule("core.only-war-battle-length")
def last_army(game: Game, turn: Any) -> GameOver | None:
    """The battle ends when all models of an army are destroyed."""
    alive = [seat for seat in game.players if any(one.player == seat for one in game.state.models.values())]
    if len(alive) == len(game.players):
        return None
    return GameOver(tuple(alive), "destroyed", rule="core.only-war-battle-length")


@rule("core.only-war-battle-length")
def end_of_round(game: Game, context: Round) -> Steps:
    """A battle round ends; after the last one the player with more victory points has won, and a tie is a draw."""
    yield from outside_turns(game, "battle round end", context)
    if context.number < game.setup.battle_rounds:
        return None
    if lost := left_over(game):
        yield lost
    if destroyed := last_army(game, context):
        return destroyed
    points = [game.state.armies[seat].victory for seat in game.players]
    best = tuple(seat for seat in game.players if points[seat] == max(points))
    if len(best) > 1:
        return GameOver((), "equal points", rule="core.only-war-battle-length")
    return GameOver(best, "points", rule="core.only-war-battle-length")


COMMAND_PHASE: Final = Phase(
    "command phase",
    [
        gain_cp, recover, moment("command step"),
        Loop("battle-shock step", next_test, [moment("battle-shock test"), test_shock]),
        moment("end of command phase"), control, score, ended("command"),
    ],
)  # fmt: skip


@rule("commentary.end-of-phase")
def _phase(name: str, *body: Any) -> Phase:
    """A phase after the Command phase: its body, what is used at its end, and what lasts for it."""
    steps = [*body, moment(f"end of {name} phase"), control, ended(name)]
    return Phase(f"{name} phase", steps, rule="core.stratagems")


MOVEMENT_PHASE: Final = _phase("movement", MOVEMENT, REINFORCEMENTS)
SHOOTING_PHASE: Final = _phase("shooting", ACTIONS, BOLTS, SHOOTING)
CHARGE_PHASE: Final = _phase("charge", CHARGES)
FIGHT_PHASE: Final = _phase("fight", FIGHTS)

TURN: Final = Loop(
    "turn",
    next_turn,
    [
        COMMAND_PHASE, MOVEMENT_PHASE, SHOOTING_PHASE, CHARGE_PHASE, FIGHT_PHASE,
        restore_coherency, control, complete, end_turn, last_army,
    ],
    announce=True,
)  # fmt: skip

GAME: Final = Procedure("game", [SETUP, Loop("round", rounds(), [begin_round, TURN, end_of_round])])
