"""Tests of who waits for whom after a hit. Each docstring is the rule's sentence, in own words, with its id."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rulewright import Event, Extension, Game, Steps, Trigger, trigger

from . import scripted
from .figures import Click, Damaged, Hit, KnockedOut, Placed, Turned
from .hitting import HITTING, Setup
from .scripted import duel, facts, figure, volley

RULES = HITTING.freeze()
ATTACK = [1, (2,)]
"""Figure 1 attacks figure 2."""


def test_what_triggers_while_the_opponent_resolves_waits() -> None:
    """What is triggered while the opponent is resolving effects waits until the opponent has finished. (8.1h)"""
    figures = volley("spines", "spines", "", "", "burst", "", "", "")
    game = scripted.play(RULES, Setup(tuple(figures)), [1, (2, 3), ("spines", 2), (3, 0)], [(5, 5)])
    damaged = [event.figure for event in facts(game, Damaged)]
    assert damaged == [1, 1, 2, 3, 2, 3]  # two spines, the burst of the attacker, then the attack


def test_an_own_effect_begins_directly_after_its_trigger() -> None:
    """A "when" effect begins to resolve directly after the event that triggers it. (8.1f)"""
    figures = [
        figure(1, 0, (0, 0), Click(damage=1), "burst", ""),
        figure(2, 1, (1, 0), "", "burst", ""),
        figure(3, 1, (1, 1), "", "burst", ""),
    ]
    game = scripted.play(RULES, Setup(tuple(figures)), ATTACK, [(5, 5)])
    order = [(type(event).__name__, event.figure) for event in facts(game, Turned, KnockedOut)]
    # 2 bursts on 1 and 3; 1's burst must wait; 3 bursts inside 2's, on 1 and 2; then 1's waits no more, on 2 and 3
    assert order == [
        ("Turned", 2),
        ("Turned", 1), ("Turned", 3),
        ("Turned", 1), ("Turned", 2),
        ("Turned", 2), ("KnockedOut", 2), ("Turned", 3),
    ]  # fmt: skip


class Shouted(Event, frozen=True):
    """For tests: an effect was resolved."""

    what: str


def owner(game: Game, event: Event, figure: int) -> Any:
    """Whose effect a figure's is."""
    return game.state.figures[figure].player


def shout(name: str, of: str, *follow: Event, **how: Any) -> Trigger:
    """An effect of the attacker or the target of each hit; these events follow, then it is done."""

    @trigger(Hit, name=name, sources=lambda game, event: (getattr(event, of),), player=owner, **how)
    def resolve(game: Game, event: Hit, figure: int) -> Steps:
        yield Shouted(name)
        yield follow
        if follow:
            yield Shouted(f"{name} done")

    return resolve


def echo(name: str, player: int) -> Trigger:
    """A player's effect when a figure is placed."""

    @trigger(Placed, name=name, player=lambda game, event, source: player)
    def resolve(game: Game, event: Placed, source: None) -> Event:
        return Shouted(name)

    return resolve


MINE = (shout("mine", "attacker"), shout("my other", "attacker"))
MOVING = (shout("mine", "attacker", Placed(1, (3, 3))), shout("my other", "attacker"))
THEIR = shout("their", "target")
MY_NOW, THEIR_NOW = shout("my now", "attacker", immediate=True), shout("their now", "target", immediate=True)


@pytest.mark.parametrize(
    ("triggers", "heard"),
    [
        pytest.param((THEIR, *MINE), ["mine", "my other", "their"], id="the active player first (8.1h, 13.5)"),
        pytest.param(
            (MINE[0], THEIR_NOW, MY_NOW, THEIR), ["my now", "their now", "mine", "their"],
            id="immediate ones before all others (8.1d, 8.1h)",
        ),
        pytest.param(
            (*MOVING, THEIR, echo("their new", 1)), ["mine", "mine done", "my other", "their", "their new"],
            id="an opponent's new one waits for all that the active player has due (8.1h)",
        ),
        pytest.param(
            (*MOVING, echo("my new", 0)), ["mine", "my new", "mine done", "my other"],
            id="an own new one does not wait (8.1f)",
        ),
    ],
)  # fmt: skip
def test_who_resolves_first(triggers: Sequence[Trigger], heard: list[str]) -> None:
    """What is heard when figure 1 hits figure 2 under an expansion with these triggers, the first offered first."""
    rules = HITTING.freeze([Extension(ruleset=HITTING.id, id="shouts", triggers=triggers)])
    game = scripted.play(rules, Setup(tuple(duel())), ATTACK, [(5, 5)])
    while game.request is not None and game.request.ask == "trigger":
        game.answer(game.request.space.values[0])
    assert [event.what for event in game.events() if isinstance(event, Shouted)] == heard


def test_once_triggered_an_effect_resolves_without_its_power() -> None:
    """It resolves even if the power that gave it has been lost in the meantime. (8.1f)"""

    @trigger(Hit, sources=lambda game, event: (2,) if event.target == 2 else (), player=owner)
    def jolt(game: Game, event: Hit, figure: int) -> Event:
        return Turned(3, 1)

    rules = HITTING.freeze([Extension(ruleset=HITTING.id, id="jolt", triggers=[jolt])])
    figures = volley("", "")
    figures[2] = figure(3, 1, (2, 0), "spines", "")
    game = scripted.play(rules, Setup(tuple(figures)), [1, (2, 3), ("jolt", 2)], [(5, 5)])
    assert facts(game, Turned, Damaged) == [Turned(3, 1), Damaged(1, 1), Turned(1, 1)]
