"""What texts lend to units for a time: parts of abilities, which these have as if they were printed on them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pydantic import Field

from rulewright import begin_effect, rule
from rulewright.powers.written import parts_of
from rulewright.vocabulary import Some

from ..abilities.parts import Ability, Arms, Changes, Forbids, Ignores, Permits, Rerolls
from ..terms import LENT, lent_id
from .words import AtOnce, Borrower, Duration, borrowers, lasting

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps

    from ..book.wording import Wording
    from ..running import Run

    AnyLent = Ability
else:
    AnyLent = parts_of(
        Ability, Changes, Permits, Forbids, Arms, Ignores, Rerolls,
        without=("reduce", "increase", "prevent", "offers", "effects"), kind="part that is lent",
    )  # fmt: skip


class Lend(AtOnce, name="lend", rule="errata.persisting-effects"):
    """Units have parts of an ability for a time; lent to the ``bearer`` the models that have the text have them."""

    to: Borrower = "target"
    until: Duration = "phase"
    parts: Some[AnyLent] = Field(description="what they have, each as among the parts of abilities")
    called: str = Field(LENT, pattern=r"^[a-z0-9]+$", description="what tells it from others that this text lends")

    sayable = False

    def can(self, game: Position, run: Run) -> bool:
        return bool(borrowers(game, run, self.to))

    @rule("errata.persisting-effects", "commentary.your-unit-in-stratagems")
    def do(self, game: Game, run: Run) -> Steps:
        """It counts until then, whatever becomes of who has the text."""
        name = lent_id(run.source, self.called)
        only = {"models": run.models} if self.to == "bearer" else {}
        for id in borrowers(game, run, self.to):
            if any(name in given and models == only.get("models") for given, models in _lent(game, id)):
                continue
            data = {"gives": (name,), "name": run.source, **only}
            until = lasting(game, self.until, run.player)
            yield begin_effect(game, "stratagem", until, target=("units", id), data=data, rule=run.cites)

    def worth(self, judge: Any) -> float:
        """Texts lend what is good for their player."""
        return float(judge.worths["change"] * len(self.parts))

    def said(self, wording: Wording) -> str:
        """Whom it lends what, and how long."""
        parts = wording.apart.join(one.said(wording) for one in self.parts)
        return wording.say("lend.said", to=wording.whom(self.to), until=wording.say(f"for.{self.until}"), parts=parts)


def _lent(position: Position, id: str) -> Iterator[tuple[tuple[str, ...], tuple[str, ...] | None]]:
    """What is lent to a unit, and to which of its models where not to all."""
    for one in position.state.effects.values():
        if (one.target_table, one.target) == ("units", id):
            yield tuple(one.data.get("gives", ())), one.data.get("models")
