"""Verbs about choices (8.4)."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from rulewright import vocabulary

from ..resolution import Resolution
from .verb import Verb, objects_of
from .words import Who, seats

if TYPE_CHECKING:
    from rulewright import Game


class If(vocabulary.If, Verb, name="if"):
    """Whether a condition holds decides what happens."""

    def objects(self) -> tuple[Verb, ...]:
        sides = objects_of(self.then), objects_of(self.otherwise)
        return sides[0] + sides[1] if all(sides) else ()


class Choose(vocabulary.Choose, Verb, name="choose", rule="8.4.or"):
    """The player picks exactly one option (8.4)."""

    for_one = True

    by: Who = "self"

    def chooser(self, game: Game, run: Resolution) -> int | None:
        return next(iter(seats(game, run, self.by)), None)


class May(vocabulary.May, Verb, name="may", rule="8.4.or"):
    """The player decides whether this happens."""

    for_one = True

    by: Who = "self"

    @cached_property
    def works_on(self) -> tuple[Verb, ...]:
        """The effects, if each of them needs something to work on."""
        return objects_of(self.effects)

    def chooser(self, game: Game, run: Resolution) -> int | None:
        """Nobody is asked where it would find nothing to work on."""
        if self.works_on and not any(part.has_object(game, run.player) for part in self.works_on):
            return None
        return next(iter(seats(game, run, self.by)), None)


class ByHand(vocabulary.ByHand, Verb, name="by_hand", rule="field.deck"):
    """The player says what a text does that no program understands; of an ability it may be an Attack."""

    def strikes(self) -> bool:
        return True
