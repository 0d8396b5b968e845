"""What takes the effect of a superpower away that someone is using."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.vocabulary import Verb

from ..running import Run
from ..superpowers.moments import USING
from ..superpowers.stopping import Usage
from .lasting import lasting

if TYPE_CHECKING:
    from rulewright import Game, Steps


class StopSuperpower(Verb, name="stop_superpower", rule="terms.cannot-beats-can", needs=(USING,), whom=None):
    """The superpower that is being used has no effect, and its character cannot use it again in this turn."""

    en = "the superpower has no effect and is not used again for this turn"
    zh = "该超能力无效，且本回合中不能再次使用"

    def do(self, game: Game, run: Run) -> Steps:
        usage = game.find_context(Usage)
        if usage is None:
            return
        yield game.note(usage, stopped=True)
        barred = lasting(game, run, [usage.character], "turn", {"bars": usage.superpower}, self.rule)
        if barred:
            yield barred
