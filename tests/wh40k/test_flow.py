"""The order of play: rounds, turns and phases, coherency at the end of a turn, and how a battle ends."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright import Round, Turn
from rulewright.narrator import Narrator
from rulewright.testing import Scenario
from rulewright_wh40k.events.attacks import ModelDestroyed, ModelRemoved, Stranded
from rulewright_wh40k.events.battle_round import PhaseEnded, RoundBegan, TurnEnded
from rulewright_wh40k.events.before import FirstTurnSet
from rulewright_wh40k.events.command import Controlled, Scored

from .table import FOES, MINE, battle, happened, invent, left, marker, rule, sheet, unit

ASKED = ("move", "shoot", "charge")


def turn(*things: Any, player: int = 0, **more: Any) -> Scenario:
    """The end of a turn of a player; of units that are apart the last models are removed."""
    position = battle(*things, **more)
    position.begin("game/round/turn/restore_coherency", Turn(player=player, number=1))
    while position.asked == "remove":
        position.answer(position.options[-1])
    return position


@rule("core.battle-round")
@pytest.mark.parametrize("first", [0, 1])
def test_each_round_both_players_take_a_turn_of_five_phases_in_the_same_order(first: int) -> None:
    position = battle(unit(MINE, (5, 5)), unit(FOES, (55, 40)))
    if first:
        position.happen(FirstTurnSet(1))
    position.begin("game/round", Round(number=1)).until(declines=ASKED)
    order = [
        event.phase if isinstance(event, PhaseEnded) else event.player
        for event in happened(position, PhaseEnded, TurnEnded)
    ]
    phases = ["command", "movement", "shooting", "charge", "fight"]
    assert order[:24] == [*phases, first, *phases, 1 - first] * 2
    assert [event.round for event in happened(position, RoundBegan)][:2] == [1, 2]


# Coherency --------------------------------------------------------------------------------------------------

GAP = 32 / 25.4
"""Inches between the middles of two bases that touch."""


@rule("core.unit-coherency", 1, 4)
@pytest.mark.parametrize(("apart", "stay"), [(2.0, 2), (2.01, 1)])
def test_small_units_keep_within_2_inches_of_one_other(apart: float, stay: int) -> None:
    position = turn(unit(MINE, (20, 20), (20 + GAP + apart, 20)), unit(FOES, (40, 20)))
    assert len(left(position, MINE)) == stay


@rule("core.unit-coherency", 1)
def test_two_groups_are_not_one() -> None:
    pairs = unit(MINE, (20, 20), (21.5, 20), (30, 20), (31.5, 20))
    assert len(left(turn(pairs, unit(FOES, (40, 20))), MINE)) == 2


@rule("core.unit-coherency", 2)
@pytest.mark.parametrize(("count", "stay"), [(6, 6), (7, 0)])
def test_large_units_keep_within_2_inches_of_two_others(count: int, stay: int) -> None:
    line = unit(MINE, *[(10 + number * (GAP + 1.5), 20) for number in range(count)])
    position = turn(line, unit(FOES, (50, 20)))
    assert (len(left(position, MINE)) == count) is bool(stay)


@rule("core.unit-coherency", 4)
def test_units_of_both_players_are_put_in_order() -> None:
    position = battle(unit(MINE, (20, 20), (30, 20), (40, 20)), unit(FOES, (20, 30), (30, 30)))
    position.begin("game/round/turn/restore_coherency", Turn(player=1, number=1))
    assert (position.player, position.options) == (1, ["foes.1", "foes.2"])
    position.answer("foes.1")
    assert (position.player, position.options) == (0, ["mine.1", "mine.2", "mine.3"])
    position.answer("mine.2")
    assert [event.model for event in happened(position, Stranded)] == ["foes.1", "mine.2"]
    assert position.options == ["mine.1", "mine.3"]
    position.answer("mine.1")
    assert [event.model for event in happened(position, ModelRemoved)] == ["foes.1", "mine.2", "mine.1"]


@rule("core.unit-coherency", 5)
def test_what_is_removed_triggers_nothing() -> None:
    rules = invent(sheet(MINE, abilities=["deadly demise 1"]))
    position = turn(unit(MINE, (20, 20), (30, 20)), unit(FOES, (40, 20)), rules=rules)
    assert len(happened(position, ModelRemoved)) == 1 and not happened(position, ModelDestroyed)


@rule("errata.objective-control")
def test_control_is_settled_again_at_the_end_of_a_turn() -> None:
    ours = unit(MINE, (20, 21), (30, 21))
    position = turn(ours, unit(FOES, (40, 20)), marker(20, 20), marker(30, 20, name="B", controller=1))
    assert {event.objective: event.player for event in happened(position, Controlled)}
    assert len([one for one in position.state.objectives.values() if one.controller == 0]) == 1


# The end ----------------------------------------------------------------------------------------------------


@rule("core.only-war-battle-length", 1, 2)
def test_the_battle_ends_with_an_army() -> None:
    position = turn(unit(MINE, (20, 20)))
    assert position.game.result is not None and position.game.result.winners == (0,)


@rule("core.only-war-battle-length", 1, 3)
@pytest.mark.parametrize(("points", "winners"), [((5, 3), (0,)), ((3, 5), (1,)), ((4, 4), ())])
def test_after_five_rounds_points_count(points: tuple[int, int], winners: tuple[int, ...]) -> None:
    position = battle(unit(MINE, (5, 5)), unit(FOES, (55, 40)), round=5)
    position.happen(*[Scored(seat, number) for seat, number in enumerate(points)])
    position.begin("game/round", Round(number=4)).until(declines=ASKED)
    assert [event.round for event in happened(position, RoundBegan)] == [4, 5]
    assert position.game.result is not None and position.game.result.winners == winners
    told = Narrator(position.game.rules, "en").result(position.game.view(0), position.game.result)
    assert told.endswith("(more victory points)" if winners else "(as many victory points)")
