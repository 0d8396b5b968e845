"""Verbs about movement. The acting player decides where the text does not say who."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import Field, model_validator

from rulewright import Violation, ask_which, choose, rule
from rulewright.programs import Resolution
from rulewright.vocabulary import LARGEST, Verb

from ..events.fighters import TokensChanged
from ..events.movement import Moved
from ..space.arena import nearest_empty, space_of, ways
from .values import seat
from .words import Way, Who

if TYPE_CHECKING:
    from rulewright import Game, Steps, View

    from ..book.wording import Wording


class Move(Verb, name="move", rule="attack.step-2", by="spaces", whom=None):
    """A fighter moves; the acting player says where. Unless it ``must``, it may go less far, or stay.

    "backward" is the opponent's way, away from one's own fighter: without ``who`` the opponent moves then.
    """

    who: Who = Field("self", description='who moves; without it oneself, or the opponent where the way is "backward"')
    spaces: int = Field(1, ge=1, le=LARGEST)
    way: Way = "any"
    must: bool = False

    @model_validator(mode="before")
    @classmethod
    @rule("move.backward")
    def _whom_backward_means(cls, data: Any) -> Any:
        if isinstance(data, dict) and data.get("way") == "backward":
            return {"who": "opponent", **data}
        return data

    @model_validator(mode="after")
    @rule("move.backward")
    def _backward_is_not_for_oneself(self) -> Move:
        if self.way == "backward" and self.who == "self":
            raise ValueError(
                'who: "backward" moves the opponent away, never one\'s own fighter (move.backward); '
                'leave who out, or let one\'s own fighter move with way = "any"'
            )
        return self

    @rule("panel.order")
    def do(self, game: Game, run: Resolution) -> Steps:
        """As far as the fighter can go where it must; nothing happens where it cannot move."""
        mover = seat(run, self.who)
        found = ways(game, mover, self.spaces, self.way)
        if not found:
            return
        if self.must:
            longest = max(map(len, found.values()))
            found = {space: path for space, path in found.items() if len(path) == longest}
        stay = () if self.must else (None,)
        options, how = (*stay, *found), (self.spaces, self.way, self.must)
        space = yield choose(run.player, "move_to", options, self.rule, fighter=mover, how=how)
        if space is not None:
            yield Moved(mover, found[space], rule=self.rule)

    def can(self, game: Game, run: Resolution) -> bool:
        return bool(ways(game, seat(run, self.who), self.spaces, self.way))

    def hindrance(self, view: View, run: Resolution) -> Violation | None:
        """A fighter that cannot leave its space does not move."""
        mover = seat(run, self.who)
        rule = f"move.{self.way}" if self.way in ("backward", "forward") else "turn.move-limits"
        return None if ways(view, mover, self.spaces, self.way) else Violation("cannot_move", rule)

    def said(self, wording: Wording) -> str:
        return wording.move(self.who, self.spaces, self.way, self.must)


class SpendToMove(Verb, name="spend_to_move", rule="panel.suppressing-fire"):
    """The own fighter moves one space for each token that is discarded."""

    en = "move a space for each {token} you discard"
    zh = "每舍弃 1 个{token}可移动 1 格"

    def do(self, game: Game, run: Resolution) -> Steps:
        player = run.player
        found = ways(game, player, game.state.fighters[player].tokens)
        if found:
            space = yield choose(player, "spend_to_move", (None, *found), self.rule, fighter=player)
            if space is not None:
                yield TokensChanged(player, 1 - len(found[space]), rule=self.rule)
                yield Moved(player, found[space], rule=self.rule)

    def can(self, game: Game, run: Resolution) -> bool:
        return bool(ways(game, run.player, game.state.fighters[run.player].tokens))


class TradePlaces(Verb, name="trade_places", rule="rule.golden"):
    """The own fighter goes to the nearest empty space, wherever that is; of several its player names one."""

    en = "exchange your space with the nearest empty one"
    zh = "与最近的空格交换位置"

    def do(self, game: Game, run: Resolution) -> Steps:
        player = run.player
        nearest = nearest_empty(game, player)
        if nearest:
            space = yield from ask_which(player, "trade_places", nearest, self.rule, fighter=player)
            yield Moved(player, (space_of(game, player), space), rule=self.rule)

    def can(self, game: Game, run: Resolution) -> bool:
        return bool(nearest_empty(game, run.player))
