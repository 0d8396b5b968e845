"""Whom and what the player of an effect chooses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from rulewright import choose, vocabulary
from rulewright.programs import then_do
from rulewright.vocabulary import Effect, Some, Verb

from ..running import Run
from ..terms import EACH, able, character
from ..world import within

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps

    from ..wording import Wording


class ChooseCharacter(Verb, name="choose_character", rule="terms.objects"):
    """One or no character is chosen, whom what follows means by "chosen"."""

    side: Literal["enemy", "allied", "any"] = "enemy"
    range: int = Field(2, ge=1, le=5)
    size: int = Field(6, ge=1, le=6, description="of this size or less")
    then: Some[Effect]

    en = "choose {whom} within range {range}: {then}"
    zh = "选择距离 {range} 内的{whom}：{then}"

    def do(self, game: Game, run: Run) -> Steps:
        found = list(self._found(game, run))
        if found:
            one = found[0]
            if len(found) > 1:
                one = yield choose(run.player, "character", found, self.rule, character=run.character)
            yield then_do(game, run, self.then, chosen=one)

    def _found(self, game: Position, run: Run) -> Iterator[str]:
        if not able(game, run.character):
            return
        own = character(game, run.character).player
        for other in game.state.characters.values():
            id = str(other.id)
            if id == run.character or not able(game, id) or not within(game, run.character, id, self.range):
                continue
            sided = self.side == "any" or (other.player != own) == (self.side == "enemy")
            if sided and game.content.characters[other.card].size <= self.size:
                yield id

    def facts(self, wording: Wording) -> dict[str, Any]:
        size = "" if self.size == 6 else wording.say("choose.size", size=self.size)
        return {"whom": wording.say(f"choose.{self.side}", size=size), "range": self.range}


class Choose(vocabulary.Choose, name="choose", rule="attack.effect-order"):
    """The player of the effect picks one of several."""


class May(vocabulary.May, name="may", rule="attack.effect-order"):
    """The player of the effect decides whether something happens."""


class ByHand(vocabulary.ByHand, name="by_hand", rule="overview.priority-of-rules"):
    """The player of the effect says what a text does that no program understands."""

    def apart(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """What it tells apart: every icon, for nobody knows what the text says."""
        yield from ((pool, icons) for pool in ("attack", "defense") for icons in EACH)
