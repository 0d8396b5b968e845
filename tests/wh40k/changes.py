"""Rules in which abilities of the tests' own change numbers, so that their limits can be seen."""

from __future__ import annotations

from collections.abc import Sequence
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
    from rulewright_wh40k.cards.loading import Book
    from rulewright_wh40k.state import Unit


def change(stat: str, by: int, layer: str = "changed", name: str = "change") -> Power:
    """An ability that changes a number of its unit, of everything in it and of its attacks."""

    class Change(Power, name=name):
        """It changes a number."""

        @modifies(stat, layer, others=True)
        def alter(self, game: Game, me: Bearer, other: str) -> int | None:
            return by if other in game.state.models and model(game, other).unit == me.id else None

        @modifies(stat, layer)
        def alter_itself(self, game: Game, me: Bearer) -> int:
            return by

    return Change()


def changed(
    stat: str, by: int, *sheets: Any, unit: str = MINE, layer: str = "changed",
    then: tuple[str, int, str] | None = None, **more: Any,
) -> Rules:  # fmt: skip
    """The rules with an ability of a unit's datasheet that changes a number; ``then`` one of another datasheet."""
    given = [(change(stat, by, layer), unit)]
    if then is not None:
        given.append((change(then[0], then[1], name="other-change"), then[2]))
    return extended(given, *sheets, **more)


def allowed(permission: str, *sheets: Any, unit: str = MINE, **more: Any) -> Rules:
    """The rules with an ability of a unit's datasheet that permits something."""

    class Grant(Power, name="grant"):
        """It permits something."""

        @permits(permission)
        def allow(self, game: Game, me: Bearer) -> bool:
            return True

    return extended([(Grant(), unit)], *sheets, **more)


def extended(given: Sequence[tuple[Power, str]], *sheets: Any, **more: Any) -> Rules:
    """The rules in which units of some datasheets have one more ability each."""
    rules = invent(*sheets, **more)

    def carry(book: Book, one: Unit) -> tuple[str, ...]:
        here = [power.name for power, sheet in given if sheet == one.sheet and one.area == "table"]
        return (*carried(book, one), *here)

    content = rules.content
    own = replace(
        rules.ruleset,
        powers=lambda book: [*powers(book), *(power for power, _ in given)],
        carriers=[Carriers("units", carry, reads=("sheet", "area"))],
        content=lambda *_: content,
    )
    return own.freeze(rules.extensions)
