"""What is worked out quickly, beside slow and obvious ways, at moments of random games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations
from random import Random
from typing import Any

import pytest

from rulewright import Game, new_game
from rulewright.effects import EffectKind
from rulewright.geometry import grid
from rulewright_heroclix.actions import ACTION, can_act, deeds, offered, open_actions, own_actions, why_not
from rulewright_heroclix.attack.targets import has_target, legal_targets, may_target
from rulewright_heroclix.powers.reach import reached, reached_foes, reaches, reaches_any
from rulewright_heroclix.space.board import adjacent, adjacent_foes, distance, linked_by_stairs, scene_of
from rulewright_heroclix.space.sight import fire_policy, line, near
from rulewright_heroclix.special_powers.giving import GIVEN, GIVING
from rulewright_heroclix.terms import characters_of, force, on_maps, opponents
from rulewright_heroclix.terrain.destroying import breaks, damage_to_terrain, far_pieces, in_line, pieces

NAMES = ("ringmaster", "hush", "sandglass", "grudge-bearer", "tin-stray"), (
    "gatewarden", "mimic", "wishmaker", "powder-monkey", "card-sharp",
)  # fmt: skip
FORCES = {
    "forces": tuple({"members": [{"character": one} for one in names]} for names in NAMES),
    "map": "works", "build_total": 400, "turns": 8,
}  # fmt: skip
"""Forces whose texts give and bar powers, on a map with walls, elevations and stairs."""


def moments(seed: int) -> Iterator[Game]:
    """A random game whenever a player gives an action, and a fork of it that has gone on."""
    game, rng = new_game("heroclix", FORCES, seed=seed), Random(seed)
    while (request := game.request) is not None:
        if request.ask == "action" and rng.random() < 0.4:
            yield game
            fork = game.fork()
            fork.answer(rng.choice(fork.request.space.options()), fork.request.player)
            yield fork
        game.answer(request.space.sample(rng), request.player)


def on_the_map(game: Game) -> list[str]:
    return [str(one.id) for one in on_maps(game)]


def who_stands_where(game: Game) -> None:
    scene, ids = scene_of(game), on_the_map(game)
    for one, other in permutations(ids, 2):
        pairs = [(a, b) for a in scene.figures[one].squares for b in scene.figures[other].squares]
        assert adjacent(game, one, other) == any(grid.adjacent(scene.board, a, b) for a, b in pairs)
        assert linked_by_stairs(game, one, other) == any(grid.stair_linked(scene.board, a, b) for a, b in pairs)
        assert distance(game, one, other) == min(grid.distance(a, b) for a, b in pairs)
        policy = fire_policy(game, one, other)
        drawn = [
            (grid.line_of_fire(scene.board, a, b, scene.figures, policy, one), grid.distance(a, b)) for a, b in pairs
        ]
        within = [fire.state for fire, far in drawn if far <= 6]
        assert line(game, one, other, 6) == min(within, default=grid.LineState.BLOCKED, key=BEST.index)
    for one in ids:
        assert adjacent_foes(game, one) == [
            foe for foe in opponents(game, force(game, one)) if adjacent(game, one, foe)
        ]


BEST = (grid.LineState.OPEN, grid.LineState.HINDERED, grid.LineState.BLOCKED)


def who_can_be_reached(game: Game) -> None:
    for one in on_the_map(game):
        foes = opponents(game, force(game, one))
        for kind in ("close", "range"):
            targets = legal_targets(game, one, kind)
            assert has_target(game, one, kind) == bool(targets)
            assert set(targets) <= {foe for foe in foes if may_target(game, one, foe, kind)}
        for power in ("perplex", "outwit"):
            found = reached(game, one, power)
            assert reaches_any(game, one, power) == bool(found)
            assert found == [other for other in on_the_map(game) if reaches(game, one, power, other)]
            assert list(reached_foes(game, one, power)) == [foe for foe in found if foe in foes]


def what_can_be_destroyed(game: Game) -> None:
    board = scene_of(game).board
    for one in on_the_map(game):
        within = near(game, one, int(game.number("range", one)))
        walls = [("wall", wall) for wall, kind in board.edges.items() if kind.wall and set(wall) <= set(board.tiles)]
        inside = [wall for wall in walls if all(board.bit(square) & within for square in wall[1])]
        squares = [piece for piece in pieces(game, within) if piece[0] == "square"]
        damage = damage_to_terrain(game, one, "range")
        there: list[Any] = [*squares, *inside]
        slow = [piece for piece in there if breaks(game, damage, piece) and in_line(game, one, piece[1])]
        assert [piece for piece in far_pieces(game, one) if piece[0] != "marker"] == slow


def what_can_be_done(game: Game) -> None:
    player = game.active
    assert player is not None
    slow = [
        (str(one.id), found.name, found.type)
        for one in characters_of(game, player)
        for found in offered(game, str(one.id))
        if why_not(game, str(one.id), found) is None and found.ready(game, str(one.id))
    ]
    for one in characters_of(game, player):
        provided = [(found.name, found.type) for _, found in game.offers(ACTION, str(one.id))]
        assert [(found.name, found.type) for found in own_actions(game, str(one.id))] == provided
    assert open_actions(game, player) == slow and can_act(game, player) == bool(slow)
    if game.request is not None and game.request.ask == "action":
        listed, one_by_one = (fork.request.space for fork in (game, game.view(player).imagine(Random(1))))
        drawn = {one_by_one.sample(Random(number)) for number in range(200)}
        assert drawn <= {*slow, None} and (len(slow) > 8 or drawn == {*slow, None})
        assert all(not one_by_one.check(deed) for deed in slow)
        assert all(one_by_one.check(deed) for deed in deeds(game, player) if deed not in slow)
        assert [*listed.options()] == [*slow, None] == [*one_by_one.options()]


def what_texts_give(game: Game) -> None:
    slow = {
        (giver, gift.place.entry, gift.place.number, one)
        for giver in on_the_map(game)
        for _, gift in game.offers(GIVING, giver)
        for one in gift.to_whom(game, giver)
    }
    given = (one for one in game.state.effects.values() if one.kind == GIVEN)
    assert {(one.source, one.data["by"], one.data["number"], one.target) for one in given} == slow


def what_lasts(game: Game) -> None:
    kinds: dict[str, EffectKind] = game.rules.effect_kinds
    for effect in game.state.effects.values():
        kind = kinds.get(effect.kind)
        if kind is not None and kind.lost is not None and not effect.even_if_lost:
            assert not kind.lost(game, effect), effect


@pytest.mark.parametrize(
    "compared",
    [who_stands_where, who_can_be_reached, what_can_be_destroyed, what_can_be_done, what_texts_give, what_lasts],
)
@pytest.mark.parametrize("seed", [1, 2])
def test_quick_ways_say_what_slow_ones_do(compared: Callable[[Game], None], seed: int) -> None:
    seen = 0
    for game in moments(seed):
        if game.result is None:
            compared(game)
            seen += 1
    assert seen > 20
