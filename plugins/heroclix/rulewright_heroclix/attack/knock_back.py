"""Knock back: characters are placed square by square away from its source."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright import ask_which, choose, rule
from rulewright.geometry import grid

from ..damage import deal
from ..events.movement import KnockedBack
from ..space.board import distance, occupied, scene_of
from ..terms import CRITICAL_MISS, force, immune, on_map, sheet, size_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulewright import Game, Position, Steps

    from ..terms import Attack

FAR = 3
"""The squares of a knock back (12.6)."""


@rule("12.6f", "24.2", "21.2b", "keyword.immune", "keyword.immobile")
def may_knock_back(position: Position, id: str, source: str) -> bool:
    """Neither a larger character nor one on a base of several squares; nor one that may not be placed."""
    if not on_map(position, id) or sheet(position, id).shape != (1, 1) or immune(position, id, source):
        return False
    if size_of(position, source) < size_of(position, id):
        return False
    return position.may("be knocked back", id) and position.may("be placed", id)


@rule("12.6a", "12.6b", "22.4", "keyword.knockback")
def knocks(position: Position, attack: Attack) -> bool:
    """Whether an attack has KNOCKBACK: its attacker has, or it rolled doubles."""
    faces = attack.roll.numbers
    doubles = len(set(faces)) == 1 and faces != CRITICAL_MISS
    return doubles or position.may("knock back", attack.attacker)


@rule("12.6b", "12.6d", "12.6g", "keyword.knockback")
def knock_back_hits(game: Game, attack: Attack) -> Steps:
    """Its player may knock back all hit characters that took damage, one at a time, the farthest first."""
    hurt = [id for id in attack.loose if id in attack.damaged and on_map(game, id)]
    if hurt and on_map(game, attack.attacker):
        who = attack.attacker
        if (yield choose(attack.player, "knock_back", ("yes", None), "12.6b", character=who)):
            far = {id: distance(game, who, id) for id in hurt}
            while on_map(game, who) and (left := {id: far[id] for id in far if on_map(game, id)}):
                id = yield from farthest(game, left, attack.player)
                del far[id]
                yield from throw_back(game, id, who)


@rule("12.6g", "13.5")
def farthest(game: Game, far: Mapping[str, int], player: int) -> Steps:
    """The one who is knocked back first: the farthest; of several the active player chooses one."""
    tied = [id for id in far if far[id] == max(far.values())]
    if game.setup.knock_back_in_seat_order:
        return min(tied, key=lambda id: force(game, id))
    return (yield from ask_which(player if game.active is None else game.active, "first_back", tied, "12.6g"))


@rule("12.6a", "12.6c", "12.6f")
def knock_back(game: Game, id: str, source: str, squares: int = FAR) -> Steps:
    """An effect outside an attack knocks a character back, unless something keeps it from that."""
    if may_knock_back(game, id, source):
        yield from throw_back(game, id, source, squares)


@rule("12.6", "12.6d", "12.6e", "12.6g")
def throw_back(game: Game, id: str, source: str, squares: int = FAR) -> Steps:
    """Up to 3 squares in a direct path away from the source; who is stopped by another character is dealt 1 damage."""
    scene = scene_of(game)
    here = scene.figures[id].squares[0]
    origin = min(scene.figures[source].squares, key=lambda at: grid.distance(at, here))
    found = grid.knock_back(
        scene.board, origin, here, squares, occupied(game, without=id), game.setup.any_closed_corner
    )
    stopped: Any = found.stopped_by
    yield KnockedBack(id, tuple(found.path), "" if stopped is None else stopped.reason, rule="12.6d")
    if stopped is None:
        return
    by_character = stopped.reason == "occupied"
    if by_character is not game.setup.knock_back_damage_at_obstacles:
        yield from deal(game, [(id, 1)], rule="12.6e")
