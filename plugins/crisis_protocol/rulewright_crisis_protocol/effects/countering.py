"""What takes the effect of a superpower away that someone is using."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.text import show
from rulewright.vocabulary import Some, Test, Verb

from ..running import Run
from ..superpowers.moments import USING
from ..superpowers.stopping import Usage
from .lasting import lasting

if TYPE_CHECKING:
    from rulewright import Game, Steps

    from ..book.wording import Wording


class Uses(Test, key="uses_superpower"):
    """Its character has spent power for a superpower of one of these English names, or is using one now."""

    uses_superpower: Some[str]

    def holds(self, game: Game, run: Run) -> bool:
        contexts = [frame.context for frame in game.frames()]
        bought = [one.superpower for one in contexts if isinstance(one, Usage) and one.character == run.character]
        used = [one.source for one in contexts if isinstance(one, Run) and one.character == run.character]
        called = {show(game.content.name_of(id), "en").casefold() for id in (*bought, *used)}
        return not called.isdisjoint(name.casefold() for name in self.uses_superpower)

    def said(self, wording: Wording) -> str:
        return wording.say("test.uses_superpower", names=wording.either.join(self.uses_superpower))


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
