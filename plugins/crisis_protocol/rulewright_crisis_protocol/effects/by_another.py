"""Effects that someone else carries out than the one whose text it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from rulewright import Call
from rulewright.programs import numbers
from rulewright.vocabulary import Effect, Some, Verb

from ..running import Run
from ..superpowers.moments import CHOSEN
from ..terms import character
from .words import Who, meant

if TYPE_CHECKING:
    from rulewright import Game, Steps


class Let(Verb, name="let", rule="terms.effects", opens=(CHOSEN,)):
    """Characters carry out effects themselves, as their own players decide; "self" is then the one who does, and
    "chosen" the one whose text it is."""

    who: Who = "chosen"
    effects: Some[Effect]

    en = "{who} does this: {effects}"
    zh = "由{who}执行：{effects}"

    def do(self, game: Game, run: Run) -> Steps:
        for one in meant(game, run, self.who):
            yield Call(
                "resolve",
                replace(
                    run, queue=numbers(self.effects), player=character(game, one).player, character=one,
                    chosen=run.character,
                ),
            )  # fmt: skip

    def worth(self, judge: Any) -> float:
        return float(judge.side(self.who) * judge.effects(self.effects))
