"""Breaking away from adjacent opposing characters (10.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright import rule

from ..dice.rolls import BREAK_AWAY, d6, succeeds
from ..events.movement import BreakAwayFailed, BrokeAway
from ..space.board import adjacent_foes
from ..terms import Doing, size_of

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps

    from ..terms import Move


@rule("10.7c", "10.8", "21.2b", "improved.movement-characters")
def must_break_away_from(position: Position, id: str) -> list[str]:
    """The adjacent opposing characters from which a character has not broken away in this action."""
    doing = position.find_context(Doing)
    freed = doing.freed if doing is not None and doing.character == id else ()
    return [foe for foe in adjacent_foes(position, id) if foe not in freed]


@rule("10.8", "10.8a", "21.2b", "pac.plasticity")
def break_away(game: Game, move: Move) -> Steps:
    """One d6 for all of them: 4 to 6 succeeds. Who fails does not move, and nothing more in this action."""
    id = move.character
    foes = must_break_away_from(game, id)
    if not foes:
        return
    doing = game.find_context(Doing)
    face, least = None, roll_to_break_away(game, id)
    if least is not None:
        face = yield from d6(game, move.player, id, BREAK_AWAY)
        if not succeeds(face, least):
            yield BreakAwayFailed(id, face, rule="10.8a")
            yield game.note(move, stays=True)
            if doing is not None and doing.character == id:
                yield game.note(doing, failed=True)
            return
    yield BrokeAway(id, face, rule="10.8")
    if doing is not None and doing.character == id:
        yield game.note(doing, freed=(*doing.freed, *foes))


@rule("10.8", "21.2b")
def roll_to_break_away(position: Position, id: str) -> int | None:
    """What the d6 has to show if a character moves now; None where it need not roll."""
    foes = must_break_away_from(position, id)
    if not foes or breaks_away_automatically(position, id, foes):
        return None
    return int(position.number("break away", id))


@rule("21.2b", "improved.movement-characters", "pac.phasing-teleport", "24.4")
def breaks_away_automatically(position: Position, id: str, foes: list[str]) -> bool:
    """From characters two or more sizes smaller, or by a power."""
    own = size_of(position, id)
    return position.may("break away automatically", id) or all(size_of(position, foe) <= own - 2 for foe in foes)
