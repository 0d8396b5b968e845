"""Verbs about choices (8.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright import vocabulary

from ..resolution import Resolution
from .verb import Verb, objects_of, objects_of_each
from .words import Who, seats

if TYPE_CHECKING:
    from rulewright import Game


class If(vocabulary.If, Verb, name="if"):
    """Whether a condition holds decides what happens."""

    def objects(self) -> tuple[Verb, ...]:
        return objects_of_each(self.then, self.otherwise)


class Choose(vocabulary.Choose, Verb, name="choose", rule="8.4.or"):
    """The player picks exactly one option (8.4)."""

    for_one = True

    by: Who = "self"

    def objects(self) -> tuple[Verb, ...]:
        return objects_of_each(*(option.effects for option in self.options))

    def chooser(self, game: Game, run: Resolution) -> int | None:
        return next(iter(seats(game, run, self.by)), None)


class May(vocabulary.May, Verb, name="may", rule="8.4.or"):
    """The player decides whether this happens."""

    for_one = True

    by: Who = "self"

    def objects(self) -> tuple[Verb, ...]:
        return objects_of(self.effects)

    def chooser(self, game: Game, run: Resolution) -> int | None:
        return next(iter(seats(game, run, self.by)), None)


class Try(vocabulary.Try, Verb, name="try", rule="field.deck"):
    """Something is done; where it cannot be done, something else."""


class ByHand(vocabulary.ByHand, Verb, name="by_hand", rule="field.deck"):
    """The player says what a text does that no program understands; of an ability it may be an Attack."""

    def strikes(self) -> bool:
        return True
