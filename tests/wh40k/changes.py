"""Rules in which abilities of the tests' own change numbers, so that their limits can be seen."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rulewright import Carriers, Power
from rulewright.powers import Bearer, modifies, permits
from rulewright_wh40k.abilities import powers
from rulewright_wh40k.ruleset import carried
from rulewright_wh40k.terms import model

from .table import MINE, invent

if TYPE_CHECKING:
    from rulewright import Game, Rules
    from rulewright_wh40k.book import Book
    from rulewright_wh40k.state import Unit


def changed(stat: str, by: int, *sheets: Any, unit: str = MINE, layer: str = "changed", **more: Any) -> Rules:
    """The rules with an ability of a unit's datasheet that changes a number of everything in the unit."""

    class Change(Power, name="change"):
        """It changes a number."""

        @modifies(stat, layer, others=True)
        def alter(self, game: Game, me: Bearer, other: str) -> int | None:
            return by if other in game.state.models and model(game, other).unit == me.id else None

        @modifies(stat, layer)
        def alter_itself(self, game: Game, me: Bearer) -> int:
            return by

    return extended(Change(), *sheets, unit=unit, **more)


def allowed(permission: str, *sheets: Any, unit: str = MINE, **more: Any) -> Rules:
    """The rules with an ability of a unit's datasheet that permits something."""

    class Grant(Power, name="grant"):
        """It permits something."""

        @permits(permission)
        def allow(self, game: Game, me: Bearer) -> bool:
            return True

    return extended(Grant(), *sheets, unit=unit, **more)


def extended(power: Power, *sheets: Any, unit: str = MINE, **more: Any) -> Rules:
    """The rules in which units of a datasheet have one more ability."""
    rules = invent(*sheets, **more)

    def carry(book: Book, one: Unit) -> tuple[str, ...]:
        return (*carried(book, one), *((power.name,) if one.sheet == unit and one.area == "table" else ()))

    content = rules.content
    own = replace(
        rules.ruleset,
        powers=lambda book: [*powers(book), power],
        carriers=[Carriers("units", carry, reads=("sheet", "area"))],
        content=lambda *_: content,
    )
    return own.freeze(rules.extensions)
