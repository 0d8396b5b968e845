"""Abilities that only Stratagems give."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Power
from rulewright.powers import Bearer, modifies, permits

from ..attack import Suffering
from ..terms import is_of

if TYPE_CHECKING:
    from rulewright import Game


class InCover(Power, name="in-cover", rule="core.benefit-of-cover"):
    """It has the Benefit of Cover."""

    @permits("cover")
    def hide(self, game: Game, me: Bearer) -> bool:
        return True


class Ward(Power, name="ward", rule="core.invulnerable-save"):
    """All of its models have an invulnerable save of so much."""

    @modifies("invulnerable", "at least", others=True)
    def protect(self, game: Game, me: Bearer, other: Any) -> int | None:
        return int(me.version) if is_of(game, me, self.name, other) else None


class MortalWard(Power, name="mortal-ward", rule="core.feel-no-pain"):
    """On so much a wound is not lost that a mortal wound would take."""

    @modifies("feel no pain", "at least", others=True)
    def withstand(self, game: Game, me: Bearer, other: Any) -> int | None:
        suffering = game.find_context(Suffering)
        wards = suffering is not None and suffering.of_mortal and is_of(game, me, self.name, other)
        return int(me.version) if wards else None


GIVEN: Final = (InCover(), Ward(), MortalWard())
