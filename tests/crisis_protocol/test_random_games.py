"""Random games keep what must always hold: where characters stand, power, damage, tokens; and replay alike."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rulewright import Game, new_game
from rulewright.field.inches import ToolMove
from rulewright.geometry import plane
from rulewright.journal import journal_of, rebuild
from rulewright_crisis_protocol.events import MOST_POWER, AttackResolved
from rulewright_crisis_protocol.terms import side
from rulewright_crisis_protocol.world import TABLE

from .table import rule, rules


def brawl(game: Game, request: Any, rng: Random) -> Any:
    """An answer of a player who looks for a fight: attacks and superpowers first, then moves towards something."""
    space = request.space
    if isinstance(space, ToolMove) and space.hints and rng.random() < 0.8:
        answer = space.settle(rng.choice(space.hints)[1])
        if not space.check(answer):
            return answer
    options = space.options() or ()
    if request.ask == "act" and rng.random() < 0.8:
        for kind in ("interact", "attack", "superpower", "move"):
            if found := [option for option in options if option[0] == kind]:
                return rng.choice(found)
    return space.for_program(rng)


def check(game: Game) -> None:
    """What holds at every question."""
    scene, state = TABLE(game), game.state
    for name in scene.models:
        assert not plane.place.check_stand(scene, name, scene.models[name].pose, ()), name
    for one in state.characters.values():
        assert 0 <= one.power <= MOST_POWER
        assert 0 <= one.damage <= side(game, str(one.id)).stamina
        falls = game.request is not None and game.request.ask == "drop"  # who is KO'd drops its tokens first
        assert falls or one.dazed == (one.damage == side(game, str(one.id)).stamina)
        assert len(set(one.conditions)) == len(one.conditions)
    for token in state.objectives.values():
        assert not token.holder or token.holder in state.characters
        assert 0 <= token.x <= scene.width and 0 <= token.y <= scene.depth
    for effect in state.effects.values():
        if effect.kind == "held token":
            assert state.objectives[effect.source].holder == effect.target


@rule("power.cap", 1)
@rule("damage.tokens", 2)
@rule("move.overlap", 2, 3)
@rule("move.battlefield-edge", 1)
@rule("condition.gain", 2)
@pytest.mark.parametrize("seed", [0, 1, 102, 130])
def test_a_random_game_keeps_what_must_hold_and_replays_alike(seed: int) -> None:
    rng = Random(seed)
    setup = rules().ruleset.sample_setup(rules().content, rng)  # type: ignore[misc]
    game = new_game(rules(), setup, seed=seed)
    tokens: set[object] = set()
    while game.request is not None:
        for request in game.requests:
            game.answer(brawl(game, request, rng), request.player)
        check(game)
        tokens = tokens or set(game.state.objectives)
        assert set(game.state.objectives) == tokens

    again = rebuild(rules(), game.setup, journal_of(game))
    assert again.digest() == game.digest()
    assert any(isinstance(event, AttackResolved) for event in game.events())
