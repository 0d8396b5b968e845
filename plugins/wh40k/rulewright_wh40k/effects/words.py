"""What words of effects have in common: whom they mean, and that they happen at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from pydantic import Field

from rulewright import FOREVER, during, rule, until_next
from rulewright.programs import counted
from rulewright.vocabulary import Amount, Needs, Verb

from ..attack import Suffering
from ..book.models import DICE
from ..dice.amounts import amount, roll
from ..moments import ACTS, ATTACKED, CHOSEN, TARGET, TURN
from ..running import ROLES
from ..terms import Combat, DeclaredCharge, Move, Strike, on_table

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps
    from rulewright.effects import Until

    from ..book.wording import Wording
    from ..running import Run

Who = Annotated[
    Literal["target", "acting", "attacked", "chosen"],
    Needs({"target": (TARGET,), "acting": (ACTS,), "attacked": (ATTACKED,), "chosen": (CHOSEN,)}),
]
"""The units that the text is used on, the one that acts, those that it attacks, and the one that was picked."""
Borrower = Annotated[
    Literal["target", "acting", "attacked", "chosen", "bearer"],
    Needs({"target": (TARGET,), "acting": (ACTS,), "attacked": (ATTACKED,), "chosen": (CHOSEN,), "bearer": (TARGET,)}),
]
"""Units as before, or the models that have the text."""
Duration = Annotated[
    Literal["phase", "turn", "round", "battle", "next turn", "next movement phase", "next shooting phase"],
    Needs({"phase": (TURN,), "turn": (TURN,)}),
]
"""Until the end of what; a round is a battle round. "next turn" is until its player's next turn begins, and so on."""
NEXT: Final = "next "

SCOPES: Final = ("phase", "turn", "round")


@rule("errata.persisting-effects")
def lasting(game: Game, scope: Duration, player: int) -> Until:
    """How long something of a player lasts from now on."""
    if scope.startswith(NEXT):
        return until_next(scope.removeprefix(NEXT), player)
    return FOREVER if scope == "battle" else until_end_of(game, scope)


@rule("errata.persisting-effects")
def until_end_of(game: Game, scope: str) -> Until:
    """To the end of this from now on; where no such phase or turn is going on, to the end of what is."""
    for name in SCOPES[SCOPES.index(scope) :]:
        if game.scope(name) is not None:
            return during(name)
    return FOREVER


meant: Final = ROLES.meant
"""The units that a text means of which anything is left."""


def borrowers(position: Position, run: Run, who: Borrower) -> list[str]:
    """The same; for the models that have the text, their unit."""
    return meant(position, run, "target" if who == "bearer" else who)


@rule("commentary.measuring-to-destroyed-units")
def standing(position: Position, run: Run, who: str) -> list[str]:
    """Those of them that are on the battlefield: from these, distances are measured.

    A unit that is destroyed is where its last model is, until that is removed.
    """
    if run.acting in position.state.models and (who == "acting" or (who == "target" and run.acting in run.models)):
        return [run.acting]
    lying = {one.unit for one in position.state.models.values() if not one.away}
    return [id for id in ROLES.named(position, run, who) if id in lying and on_table(position, id)]


ACTING: Final = (Strike, Suffering, Move, DeclaredCharge, Combat)
"""What goes on while a unit acts."""


def calm(position: Position) -> bool:
    """Whether no unit acts; then units may leave their places, also by what players say by hand."""
    return not any(position.find_context(kind) is not None for kind in ACTING)


class AtOnce(Verb):
    """What leads to no other effects: a text does it in the step in which it is used."""


class OfWounds(AtOnce):
    """Something that is done with a number of wounds, or with as many as dice show."""

    wounds: Amount = 1
    dice: Annotated[str, Field(pattern=f"^$|{DICE}")] = Field("", description="dice such as D3, instead of a number")

    @rule("core.dice")
    def number_of(self, game: Game, run: Run) -> Steps:
        """What dice such as D3 come to, or the number where there are none; receives it."""
        if not self.dice:
            return counted(self.wounds, game, run)
        (found,) = yield from roll(amount(self.dice), 1, run.player, run.source, run.cites)
        return found

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {**super().facts(wording), **({"wounds": self.dice} if self.dice else {})}


class OfUnits(AtOnce):
    """Something that is done with each of some units; it can be done where all of them can do it."""

    def units(self, position: Position, run: Run) -> list[str]:
        """The units that it is about."""
        return meant(position, run, "target")

    def able(self, position: Position, run: Run, id: str) -> bool:
        """Whether it can be done with a unit."""
        return True

    def ready(self, game: Position, run: Run) -> Iterator[str]:
        """One unit after the other, as long as it can be done with it when its turn comes."""
        return (id for id in self.units(game, run) if self.able(game, run, id))

    def can(self, game: Position, run: Run) -> bool:
        found = self.units(game, run)
        return bool(found) and all(self.able(game, run, id) for id in found)
