"""Texts that no program understands: the person who controls one says what happens, in the words of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from pydantic import Field

from ..events import LeftByHand, PlayedByHand
from ..programs import then_do
from ..readonly import ReadOnlyDict
from ..requests import Request
from ..text import LANGUAGES
from .saying import HandEffects
from .words import Verb

if TYPE_CHECKING:
    from ..flow import Steps
    from ..refusals import Violation
    from ..wording import Wording

Written = Annotated[str, Field(min_length=1)]


class ByHand(Verb):
    """The player says what a text does, in the words of the game, or that it does nothing.

    A game takes it under a name of its own, with the rule that lets players do so; its content has what can be said as
    ``by_hand``.
    """

    text: Written | Annotated[dict[Literal["en", "zh"], Written], Field(min_length=1)] = Field(
        description="the text as its owner wrote it: one for all, or one for each language"
    )

    sayable: ClassVar[bool] = False

    en = "by hand: “{text}”"
    zh = "手动结算：“{text}”"

    @property
    def texts(self) -> dict[str, str]:
        """The text in every language; where it is missing in one, that of another."""
        given: Mapping[Any, str] = {} if isinstance(self.text, str) else self.text
        other = self.text if isinstance(self.text, str) else next(iter(given.values()))
        return ReadOnlyDict({lang: given.get(lang, other) for lang in LANGUAGES})

    def do(self, game: Any, run: Any) -> Steps:
        """What was said is told, and happens before what is still to come."""
        sayings = game.content.by_hand
        view = game.view(run.player)

        def hindrance(verb: Verb) -> Violation | None:
            return verb.hindrance(view, run)

        about = {"source": run.source, "text": self.texts}
        said = yield Request(run.player, "by_hand", HandEffects(sayings, hindrance), self.rule, about)
        if not said:
            yield LeftByHand(run.player, run.source, self.texts, rule=self.rule)
            return
        cause = len(game.log)
        told = ReadOnlyDict(sayings.told(said))
        yield PlayedByHand(run.player, run.source, self.texts, said, told, rule=self.rule)
        yield then_do(game, run, [sayings.compiled(one, cause) for one in said])

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {"text": self.texts}
