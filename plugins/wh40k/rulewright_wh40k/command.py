"""The Command phase: command points, Battle-shock tests, and who controls objective markers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from rulewright import Context, Roll, Turn, rule, trigger
from rulewright.geometry import plane
from rulewright.programs import number

from .events.attached_units import UnitDestroyed
from .events.command import Controlled, CPGained, Scored, SecondaryScored, ShockEnded, ShockTested, TrophyTaken
from .events.movement import Absent
from .numbers import best_leadership, modified, settled
from .running import Run
from .space.battlefield import TABLE
from .state import Area
from .terms import below_half, below_start, models, unit, units

if TYPE_CHECKING:
    from rulewright import Event, Game, Position, Steps

REACH = 3.0
"""Inches within which a model is within range of an objective marker (core.objective-markers)."""
HIGH = 5.0
MOST_SCORED = 3
"""The victory points of one turn in Only War, at most."""


@rule("core.command-phase-command-step")
def gain_cp(game: Game, context: Any) -> list[Event]:
    """Both players gain 1 CP."""
    return [CPGained(seat, 1, rule="core.command-phase-command-step") for seat in game.players]


@rule("errata.gaining-cp", "commentary.cp-gained-at-start-of-command-phase", "commentary.cp-from-mission-cards",
      "faq.command-phase.once-per-battle-cp-ignores-cap")  # fmt: skip
def gain_more(game: Game, player: int, amount: int, cites: str, *, once_a_battle: bool = False) -> Steps:
    """A player gains CP besides those of Command phases: at most 1 in a battle round.

    What can happen only ``once_a_battle`` and gives more than 1 is free of that limit.
    """
    free = once_a_battle and amount > 1
    allowed = amount if free else min(amount, MOST_GAINED - game.state.armies[player].gained)
    if allowed > 0:
        yield CPGained(player, allowed, limited=not free, rule=cites)


MOST_GAINED = 1
"""The CP that a player gains in a battle round besides those of Command phases (errata.gaining-cp)."""


@rule("commentary.repositioned-units")
def command_phases(position: Position, player: int) -> int:
    """How many Command phases of a player have begun."""
    battle, turn = position.state.battle[0], position.find_context(Turn)
    begun = turn is not None and player in (battle.first, turn.player)
    return int(battle.round if begun else battle.round - 1)


@rule("commentary.repositioned-units")
def absent(position: Position, id: str) -> Event:
    """A unit is away from now on, until it is set up again: it may miss the Battle-shock test of a Command phase."""
    return Absent(id, command_phases(position, unit(position, id).player), rule="commentary.repositioned-units")


@rule("core.command-phase-battle-shock-step", "commentary.repositioned-units")
def recover(game: Game, context: Any) -> Event | None:
    """The active player's units are no longer Battle-shocked, wherever they are."""
    player = game.context(Turn).player
    shocked = tuple(id for area in ANYWHERE for id in units(game, player, area) if unit(game, id).shocked)
    return ShockEnded(shocked, rule="core.command-phase-battle-shock-step") if shocked else None


ANYWHERE: Final[tuple[Area, ...]] = ("table", "reserves", "embarked")
"""Where units are that are still in the battle."""


class Tested(Context):
    """A unit takes a Battle-shock test; ``place`` counts them."""

    player: int
    unit: str
    done: tuple[str, ...] = ()
    passed: bool = False
    """It passes without a roll."""


@rule("core.command-phase-battle-shock-step", "errata.battle-shock", "commentary.battle-shock-tests",
      "faq.command-phase.one-test-in-battle-shock-step")  # fmt: skip
def next_test(game: Game, last: Tested | None) -> Tested | None:
    """Each unit on the battlefield that is Below Half-strength, once; or already for less, where an ability says so."""
    player = game.context(Turn).player
    done = () if last is None else (*last.done, last.unit)
    for id in units(game, player):
        if id not in done and (below_half(game, id) or (below_start(game, id) and game.may("falter", id))):
            return Tested(player=player, unit=id, done=done)
    return None


@rule("core.command-phase-battle-shock-step", "commentary.automatically-passes")
def test_shock(game: Game, tested: Tested) -> Steps:
    """The unit takes its test, unless it is destroyed by now; who passes automatically does not roll."""
    if not models(game, tested.unit):
        return
    if tested.passed:
        needed = best_leadership(game, tested.unit)
        yield ShockTested(tested.unit, (), needed, True, rule="commentary.automatically-passes")
    else:
        yield from take_test(game, tested.unit, "core.command-phase-battle-shock-step")


@rule("core.leadership-test", "commentary.leadership-test", "commentary.battle-shock-tests")
def take_test(game: Game, id: str, cites: str, by: int = 0) -> Steps:
    """A Battle-shock test: 2D6, to which something may be added, against the best Leadership in the unit; none of a
    unit that is destroyed by now."""
    if not models(game, id):
        return
    yield from settled(game, "leadership", [str(one.id) for one in models(game, id)])
    faces: Any = yield Roll.d6(2, unit(game, id).player, "battle-shock", rule=cites)
    needed = best_leadership(game, id)
    passed = modified(game, "battle-shock", id, (*faces, by)) >= needed
    yield ShockTested(id, faces, needed, passed, rule="core.leadership-test")


# Objective markers ------------------------------------------------------------------------------------------


@rule("core.objective-markers", "commentary.within-range-of-objective", "commentary.level-of-control",
      "faq.movement.oc-counts-for-several-objectives")  # fmt: skip
def level(position: Position, objective: str, player: int) -> int:
    """A player's Level of Control: the OC of the models within range."""
    own = [id for id in models_near(position, objective) if position.state.models[id].player == player]
    return sum(int(position.number("oc", id)) for id in own)


@rule("core.objective-markers", "commentary.within-range-of-objective")
def models_near(position: Position, objective: str) -> tuple[str, ...]:
    """The models within range of an objective marker."""
    key = ("near a marker", objective)
    return TABLE(position).kept(key, lambda scene: plane.measure.models_within(scene, objective, REACH, HIGH))


def in_range(position: Position, objective: str, unit: str) -> bool:
    """Whether a unit is within range of an objective marker: some model of it is."""
    return any(position.state.models[id].unit == unit for id in models_near(position, objective))


@rule("errata.objective-control", "core.objective-markers", "commentary.contested", "commentary.objective-secured",
      "faq.timing.objectives-before-first-command-phase-ends", "commentary.control-objective",
      "commentary.controlled-objective")  # fmt: skip
def control(game: Game, context: Any) -> Steps:
    """At the end of a phase whoever has the higher Level of Control controls an objective marker."""
    for one in game.state.objectives.values():
        yield from settled(game, "oc", models_near(game, str(one.id)))
    return list(changes(game))


def changes(position: Position) -> Iterator[Event]:
    """The objective markers that another player controls now."""
    for one in position.state.objectives.values():
        levels = [level(position, str(one.id), seat) for seat in position.players]
        best = None if levels[0] == levels[1] else levels.index(max(levels))
        if best is None and one.secured == one.controller:
            best = one.secured
        if best != one.controller:
            yield Controlled(str(one.id), best, rule="errata.objective-control")


@trigger(UnitDestroyed, order_matters=False)
@rule("faq.actions.returned-characters-score-again")
def take_trophy(game: Game, event: UnitDestroyed, source: None) -> Event | None:
    """A mission may score for Character units: each time that one is destroyed, if it does not say otherwise."""
    mission = game.content.missions.get(game.setup.mission)
    if mission is None or not mission.characters or "Character" not in event.keywords:
        return None
    if not mission.again and event.unit in game.state.trophies:
        return None
    foe = 1 - unit(game, event.unit).player
    return TrophyTaken(foe, event.unit, mission.characters, rule="faq.actions.returned-characters-score-again")


TRIGGERS: Final = [take_trophy]


@rule("core.only-war-scoring", "faq.timing.rules-before-mission-scoring")
def score(game: Game, context: Any) -> Event | None:
    """From the second battle round on the active player scores for the objective markers under control."""
    player, battle = game.context(Turn).player, game.state.battle[0]
    held = sum(one.controller == player for one in game.state.objectives.values())
    if battle.round < 2 or not held:
        return None
    return Scored(player, min(held, MOST_SCORED), rule="core.only-war-scoring")


@rule("core.only-war-scoring", "faq.timing.rules-before-mission-scoring")
def score_secondaries(game: Game, turn: Turn) -> Iterator[Event]:
    """At the end of a turn its player scores for what the mission asks for."""
    for id, points in earned(game, turn.player):
        yield SecondaryScored(turn.player, id, points, rule="core.only-war-scoring")


def earned(game: Any, player: int) -> Iterator[tuple[str, int]]:
    """What the mission asks for besides objective markers, as far as a player has it now, with its victory points."""
    mission = game.content.missions.get(game.setup.mission)
    for one in () if mission is None else mission.secondaries:
        run = Run(player=player, source=one.id, queue=())
        if game.state.battle[0].round >= one.since and (one.test is None or one.test.holds(game, run)):
            points = min(one.most, number(one.victory, game, run))
            if points > 0:
                yield one.id, points
