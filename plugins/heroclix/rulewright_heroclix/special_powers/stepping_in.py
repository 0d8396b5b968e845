"""Characters of the Sideline that take the place of others (21.12, 25.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright import rule
from rulewright.powers import offers
from rulewright.vocabulary import Some

from ..actions import STEPPING_IN, Action
from ..effects.elements import ReplaceCharacter
from ..effects.resolution import Run
from ..effects.words import called
from ..terms import character, friendly
from .conditional import Part

if TYPE_CHECKING:
    from rulewright.kinds import Location
    from rulewright.powers import Bearer
    from rulewright.powers.written import Marked

    from ..book.wording import Wording


class StepsIn(Part):
    """``{ steps_in_for = ["Masque"] }``: on the Sideline, it replaces a friendly character of one of these names that
    is given a FREE action, and has as many points at least."""

    key = called = "steps_in_for"

    steps_in_for: Some[str]

    def told(self, wording: Wording) -> str:
        return wording.say("part.steps_in", names=wording.either.join(self.steps_in_for))

    @rule("21.12", "20.9", "keyword.sideline-active")
    def marked(self, moments: Any, place: Location) -> Marked:
        def step_in(game: Any, me: Bearer) -> Any:
            return lambda position, id: self._action(position, me, place.entry, id)

        return offers(STEPPING_IN)(step_in)

    def _action(self, position: Any, me: Bearer, source: str, id: str) -> Action | None:
        """The action by which it replaces a character; None where it cannot be that one."""
        new, old = character(position, str(me.id)), character(position, id)
        fits = friendly(position, str(me.id), id) and old.points >= new.points
        if not fits or not any(called(position, id, name) for name in self.steps_in_for):
            return None
        replacing = ReplaceCharacter.model_validate({"cards": (new.card,), "optional": False})

        def do(game: Any, doing: Any) -> Any:
            yield from replacing.do(game, Run(player=doing.player, source=source, queue=(), character=doing.character))

        def ready(position: Any, id: str) -> bool:
            return bool(replacing.able(position, id, fitting=True))

        return Action("FREE", source, do, ready)
