"""Normal, Advance and Fall Back moves as questions: what a whole unit must fulfil besides what its models must."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from rulewright import rule
from rulewright.field.inches import UnitMove
from rulewright.geometry import plane
from rulewright.geometry.evidence import Fault
from rulewright.geometry.plane.move import end_pose, policy_of

from ..book.wording import both

if TYPE_CHECKING:
    from rulewright.geometry.plane import Scene
    from rulewright.plaindata import Answer
    from rulewright.text import Words


class Walk(UnitMove, frozen=True):
    """
    A unit moves; with ``leaves`` inches all of its models end farther than that from enemies, also those that stay.

    Answers as for `UnitMove`. () is to stay, always legal.
    """

    KEY: ClassVar[str] = "walk"
    CERTAIN: ClassVar[bool] = False
    """Planners know nothing of what is checked here."""

    leaves: float | None = None

    def faults(self, answer: Answer) -> tuple[Fault, ...]:
        found = UnitMove.faults(self, answer)
        if found or not answer:
            return found
        moves = self.moves(answer)
        ends = {move.model: end_pose(self.scene, move, policy_of(self.policy, move.model)) for move in moves}
        after = self.scene.moved(ends)
        return tuple(self._left_behind(after))

    @rule("core.fall-back")
    def _left_behind(self, after: Scene) -> Iterator[Fault]:
        """Models that end near enemies though their unit Falls Back."""
        if self.leaves is None:
            return
        for one, other in plane.measure.engaged_units(after, self.leaves):
            if self.unit in (one, other):
                yield Fault("ends too close to", other if one == self.unit else one, of=self.models[0])

    def plan(self, intent: Any) -> Answer | None:
        """The exact answer for a goal; None where what is planned breaks a rule of the whole unit."""
        planned = UnitMove.plan(self, intent)
        return None if planned is not None and self.faults(planned) else planned

    def draw(self, rng: Random) -> Answer | None:
        drawn = UnitMove.draw(self, rng)
        return () if drawn is not None and self.faults(drawn) else drawn

    def how(self) -> Words:
        return both("how.walk")
