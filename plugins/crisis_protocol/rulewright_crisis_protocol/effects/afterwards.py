"""What texts do to the move action that is being made, and what happens after it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from msgspec.structs import replace

from rulewright.programs import numbers
from rulewright.vocabulary import Effect, Some, Verb, variants

from ..movement.moves import Move
from ..running import Run
from ..superpowers.moments import MOVE
from .words import Tool

if TYPE_CHECKING:
    from rulewright import Event, Game

    from ..book.wording import Wording


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


class MoveWith(Verb, name="move_with", rule="action.move", needs=(MOVE,)):
    """In the move action that is being made the character may use this tool, or no longer one, whatever its speed."""

    tool: Tool
    at: Literal["least", "most"] = "least"

    en = variants("it may advance {tool} in this move", most="it uses no longer tool than {tool} in this move")
    zh = variants("本次移动可用{tool}推进", most="本次移动至多使用{tool}")

    def do(self, game: Game, run: Run) -> Event | None:
        move = game.find_context(Move)
        if move is None:
            return None
        noted: dict[str, Any] = {self.at: self.tool}
        return game.note(move, **noted)

    def variant(self) -> str:
        return "most" if self.at == "most" else ""

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {"tool": wording.tool(self.tool)}
