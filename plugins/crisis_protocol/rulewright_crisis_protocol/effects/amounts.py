"""Amounts and conditions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from pydantic import Field

from rulewright.vocabulary import Count, Test

from ..attack import pool_in
from ..running import Run, who
from ..terms import Attack, able, character
from ..world import within
from .words import Condition, Icon, Who

if TYPE_CHECKING:
    from rulewright import Game

    from ..wording import Wording


class Faces(Count, key="faces"):
    """How many dice of a pool of the attack show an icon."""

    faces: Icon
    of: Literal["attack", "defense"] = "attack"

    def apart(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """What it tells apart: the icon that it counts."""
        yield self.of, (self.faces,)

    def count(self, game: Game, run: Run) -> int:
        attack = game.find_context(Attack)
        roll = None if attack is None else pool_in(attack, self.of).roll
        return 0 if roll is None else roll.count((self.faces,))

    def said(self, wording: Wording) -> str:
        return wording.say("amount.faces", icon=wording.icon(self.faces), pool=wording.pool(self.of))


def dealt(game: Game, run: Run) -> int:
    """The damage that the attack has dealt."""
    attack = game.find_context(Attack)
    return 0 if attack is None else attack.dealt


def spent(game: Game, run: Run) -> int:
    """The power that was paid for the effect."""
    return run.spent


class SizeAtMost(Test, key="size_at_most"):
    """A character is of this size or less."""

    size_at_most: int = Field(ge=1, le=6)
    of: Who = "target"

    def holds(self, game: Game, run: Run) -> bool:
        one = who(game, run, self.of)
        return bool(one) and game.content.characters[character(game, one).card].size <= self.size_at_most

    def said(self, wording: Wording) -> str:
        return wording.say(f"test.size_{self.of}", size=self.size_at_most)


class Has(Test, key="has"):
    """A character has a special condition."""

    has: Condition
    of: Who = "target"

    def holds(self, game: Game, run: Run) -> bool:
        one = who(game, run, self.of)
        return bool(one) and self.has in character(game, one).conditions

    def said(self, wording: Wording) -> str:
        return wording.say(f"test.has_{self.of}", condition=wording.affliction(self.has))


class Near(Test, key="near"):
    """A character is within a range of the one whose effect it is."""

    near: int = Field(ge=1, le=5, description="the range")
    of: Who = "target"

    def holds(self, game: Game, run: Run) -> bool:
        one = who(game, run, self.of)
        return bool(one) and able(game, run.character) and within(game, run.character, one, self.near)

    def said(self, wording: Wording) -> str:
        return wording.say(f"test.near_{self.of}", range=self.near)
