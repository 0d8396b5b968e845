"""Tests of mind control. Each docstring is the rule's sentence, in own words, with its id."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

import pytest

from rulewright import EffectBegan, EffectEnded, Game, Request, active_effects, new_game, odds
from rulewright.testing.kit import check_ruleset
from tests.lengths import length

from . import scripted
from .control import MIND_CONTROL, Setup
from .figures import AttackResolved, Click, Damaged, Figure, Hit, KnockedOut, Placed, Turned
from .scripted import PAIRS, any_figures, asked, duel, facts, figure, hits, hurt, law, refuses

RULES = MIND_CONTROL.freeze()
PC = "probability control"
MIND = [(1, "mind control"), (2,)]


def play(figures: Iterable[Figure], answers: Sequence[Any] = (), dice: Iterable[Any] = ()) -> Game:
    return scripted.play(RULES, Setup(tuple(figures)), answers, dice)


def controlled(*more: Figure, theirs: str = "", **fields: Any) -> list[Figure]:
    """Figure 1 with Mind Control, figure 2 of the opponent next to it, figure 3 of the opponent next to that."""
    return [
        figure(1, 0, (0, 0), "mind control", "", "", **fields),
        figure(2, 1, (1, 0), "", "", "", traits=theirs),
        figure(3, 1, (2, 0)),
        *more,
    ]


def stung(mine: Sequence[Any], theirs: Sequence[Any], *more: Figure, **fields: Any) -> list[Figure]:
    """As before, with these dials; figure 3 lashes back at who attacks it, and at its controller."""
    return [
        figure(1, 0, (0, 0), *mine, **fields),
        figure(2, 1, (1, 0), *theirs),
        figure(3, 1, (2, 0), traits="backlash"),
        *more,
    ]


def test_a_controlled_figure_acts_for_the_controller_and_turns_back() -> None:
    """Each hit figure becomes friendly, may move and attack, and then returns to its own force. (pac.mind-control)"""
    game = play(controlled(), MIND, [(5, 5), (5, 5)])
    assert asked(game) == (0, "controlled")
    assert game.active == 0
    game.answer("attack")
    assert asked(game) == (0, "targets")
    assert game.request.space.items == (3,)  # its former friend, and neither the controller nor itself
    assert refuses(game, (1,), (2,), ())
    game.answer((3,))
    assert facts(game, Damaged) == [Damaged(3, 3)]
    game.answer(None)
    assert list(active_effects(game)) == []
    assert (2, "move") in game.request.space.values
    assert asked(game) == (1, "action")


def test_mind_control_deals_no_damage() -> None:
    """Instead of normal damage; also with two sixes. (12.4c)"""
    assert facts(play(controlled(), [*MIND, None], [(6, 6)]), Hit, Damaged) == [Hit(1, 2)]


def test_a_controlled_figure_moves_at_half_speed() -> None:
    """Its speed value is halved, rounded up, for as long as it is controlled. (pac.mind-control, 6.11)"""
    game = play(controlled(), [*MIND, "move"], [(5, 5)])
    assert game.number("speed", 2) == 3
    assert (4, 0) in game.request.space.values
    assert (4, 4) not in game.request.space.values
    game.answer((4, 0))
    game.answer(None)
    assert game.number("speed", 2) == 5


def test_the_controlled_figure_acts_in_either_order_once_each() -> None:
    """A move and an attack, in either order. (pac.mind-control)"""
    game = play(controlled(), [*MIND, "attack", (3,)], [(5, 5), (1, 2)])
    assert game.request.space.values == ("move", None)
    game = play(controlled(), [*MIND, "move", (1, 1)], [(5, 5)])
    assert game.request.space.values == ("attack", None)


def test_mind_control_reaches_four_squares() -> None:
    """For Mind Control the range value is at least 4. (pac.mind-control)"""
    game = play([figure(1, 0, (0, 0), "mind control", range=0), figure(2, 1, (4, 0))])
    assert (1, "mind control") in game.request.space.values
    assert (1, "attack") not in game.request.space.values


def test_several_controlled_figures_act_one_at_a_time() -> None:
    """All hit figures are friendly at once, and act one at a time. (pac.mind-control)"""
    figures = controlled(figure(4, 1, (1, 1)), bolts=2)
    game = play(figures, [(1, "mind control"), (2, 4), "attack"], [(5, 5), (1, 2), (1, 2)])
    assert game.request.space.items == (3,)
    game.answer((3,))
    game.answer(None)
    assert game.request.about == {"figure": 4}
    game.answer("attack")
    assert game.request.space.items == (3,)
    for answer in ((3,), "move", (2, 2)):
        game.answer(answer)
    assert asked(game) == (1, "action")


def test_the_last_enemy_figure_is_controlled_and_nobody_is_defeated() -> None:
    """A player with an unresolved effect is not defeated; the figure returns before that is asked. (5.2, 6.2)"""
    assert play(duel("mind control"), [*MIND, None], [(5, 5)]).result is None


def test_the_controller_uses_the_powers_and_rolls_the_dice_of_the_controlled_figure() -> None:
    """It is friendly to the controller's force: its re-roll is the controller's, and so are its dice. (6.2)"""
    game = new_game(RULES, Setup(tuple(controlled(theirs=PC))), chance="manual")
    asks = []
    for answer in (*MIND, (5, 5), None, "attack", (3,), (1, 2), (PC, 2), (5, 5)):
        asks.append(asked(game))
        game.answer(answer)
    before = [(0, "action"), (0, "targets"), (0, "attack roll"), (1, "react")]
    assert asks == [
        *before,  # it becomes friendly only when it has been hit
        (0, "controlled"), (0, "targets"), (0, "attack roll"), (0, "react"), (0, "reroll"),
    ]  # fmt: skip


@pytest.mark.parametrize(("dial", "fallen"), [(("mind control", "", ""), []), (("mind control",), [KnockedOut(1)])])
def test_control_is_lost_with_the_power_that_gave_it_in_the_middle_of_an_attack(
    dial: tuple[str, ...], fallen: list[KnockedOut]
) -> None:
    """Lost with its source, the effect ends; the target is a friend again, so the attack resolves. (20.6, 12.1c)"""
    game = play(stung(dial, ("", "", ""), figure(4, 0, (4, 4))), [*MIND, "attack", (3,)], [(5, 5), (5, 5)])
    assert facts(game, Turned) == [Turned(2, 1), Turned(1, 1)]
    assert facts(game, KnockedOut) == fallen
    assert facts(game, AttackResolved) == [AttackResolved(2, False), AttackResolved(1, True)]
    assert [event.why for event in facts(game, EffectEnded)] == ["lost"]
    assert list(active_effects(game)) == []
    assert asked(game) == (1, "action")


def test_a_controlled_figure_that_is_knocked_out_acts_no_more() -> None:
    """The effects of a knocked out figure end; the other controlled figure still acts. (12.5d)"""
    figures = stung(["mind control", "mind control"], [""], figure(4, 1, (1, 1), ""), bolts=2)
    game = play(figures, [(1, "mind control"), (2, 4), "attack", (3,)], [(5, 5), (5, 5)])
    assert facts(game, KnockedOut) == [KnockedOut(2)]
    assert facts(game, AttackResolved) == [AttackResolved(2, False)]
    assert game.request.about == {"figure": 4}


def test_a_controlled_figure_stands_where_it_moved_after_it_has_returned() -> None:
    """It returns to its force, not to its square. (6.2)"""
    game = play(controlled(), [*MIND, "move", (1, 1), None], [(5, 5)])
    assert [type(event) for event in facts(game, EffectBegan, Placed, EffectEnded)] == [
        EffectBegan,
        Placed,
        EffectEnded,
    ]
    assert game.state.figures[2].at == (1, 1)


# ---------------------------------------------------------------------------------------------------- exact odds


def test_odds_of_mind_control() -> None:
    """The controller attacks, the controlled figure attacks its friend, which lashes back at both."""
    figures = stung(["mind control"] * 5, [Click(defense=18), *[""] * 5])
    figures[2] = figure(3, 1, (2, 0), Click(defense=16), *[""] * 5, traits="backlash")

    def policy(game: Game, request: Request) -> Any:
        values = request.space.options() or ()
        return "attack" if "attack" in values else None if None in values else values[0]

    def outcome(first: Any, second: Any) -> tuple[int, int, int]:
        return (1, 1, 3) if hits(first, 8) and hits(second, 6) else (0, 0, 0)

    by_hand = law(outcome(*rolls) for rolls in product(PAIRS, repeat=2))
    assert odds.distribution(play(figures), hurt, answers=MIND, policy=policy, until="turn") == by_hand


# ---------------------------------------------------------------------------------------------------- any game


def test_random_games() -> None:
    """The usual setup, with every check of the kit."""
    where = "tests.core.proofs.grid_attack.control:MIND_CONTROL"
    assert check_ruleset(RULES, games=6, seed=3, looks=length(2, 6), where=where, must_exercise=True).games == 6


def test_random_figures() -> None:
    """Any powers on any dials: games end, forks, saves and reruns agree."""
    powers = ("mind control", PC, "backlash", "stop")

    def any_setup(seed: int) -> Setup:
        return Setup(any_figures(seed, powers, ("backlash", PC)), 20)

    assert check_ruleset(RULES, games=6, seed=1, setup=any_setup, looks=length(2, 6)).games == 6
