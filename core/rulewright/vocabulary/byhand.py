"""Texts that no program understands: the player who controls one says what happens, in the words of the game."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import dropwhile
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from pydantic import Field

from ..events import FoundImpossible, LeftByHand, PlayedByHand
from ..programs import numbers
from ..readonly import ReadOnlyDict
from ..requests import Request
from ..text import LANGUAGES, show
from .saying import HandEffects
from .words import Verb

if TYPE_CHECKING:
    from ..flow import Steps
    from ..programs import Program
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
        yield from self._ask(game, run, "by_hand", run.queue[1:])

    def ask_again(self, game: Any, run: Any, wrong: Violation) -> Steps:
        """What was said and stands first in the queue is impossible now: what happens instead of it and of the rest?"""
        told, _, said, _ = run.queue[0]
        words = wrong.said_in(game.rules.texts).words
        why = {
            "told": ReadOnlyDict(game.content.by_hand.told((said,))),
            "reason": ReadOnlyDict({lang: show(words, lang) for lang in LANGUAGES}),
        }
        yield FoundImpossible(run.player, run.source, **why, rule=wrong.rule or self.rule)
        rest = tuple(dropwhile(lambda key: key.__class__ is not int and key[0] == told, run.queue))
        yield from self._ask(game, run, "by_hand_again", rest, **why)

    def _ask(self, game: Any, run: Any, ask: str, rest: Program, **about: Any) -> Steps:
        """Ask what happens, and put it in front of the rest of the queue."""
        sayings = game.content.by_hand
        view = game.view(run.player)

        def hindrance(verb: Verb) -> Violation | None:
            return verb.hindrance(view, run)

        about = {"source": run.source, "text": self.texts, **about}
        said = yield Request(run.player, ask, HandEffects(sayings, hindrance), self.rule, about)
        cause = len(game.log)
        if said:
            told = ReadOnlyDict(sayings.told(said))
            yield PlayedByHand(run.player, run.source, self.texts, said, told, rule=self.rule)
        else:
            yield LeftByHand(run.player, run.source, self.texts, rule=self.rule)
        program = numbers(sayings.compiled(one, cause, self.deed.number) for one in said)
        if (*program, *rest) != run.queue[1:]:
            yield game.note(run, queue=(run.queue[0], *program, *rest))

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {"text": self.texts}
