"""What happens after the move action that is being made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulewright.programs import numbers
from rulewright.vocabulary import Effect, Some, Verb

from ..movement.moves import Move
from ..running import Run
from ..superpowers.moments import MOVE

if TYPE_CHECKING:
    from rulewright import Event, Game


class AfterMove(Verb, name="after_move", rule="terms.after", needs=(MOVE,)):
    """Effects come when the move that is being made is over; whoever was chosen before is chosen then."""

    then: Some[Effect]

    en = "after this move: {then}"
    zh = "本次移动结束后：{then}"

    def do(self, game: Game, run: Run) -> Event | None:
        move = game.find_context(Move)
        if move is None:
            return None
        return game.note(move, afterwards=(*move.afterwards, replace(run, queue=numbers(self.then))))
