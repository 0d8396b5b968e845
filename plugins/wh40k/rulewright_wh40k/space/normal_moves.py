"""Normal, Advance and Fall Back moves as questions: what a whole unit must fulfil besides what its models must."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Final

from msgspec.structs import replace

from rulewright import rule
from rulewright.field.inches import UnitMove
from rulewright.geometry import plane
from rulewright.geometry.evidence import Fault
from rulewright.geometry.plane.move import check_move, check_unit_move, policy_of

from ..book.wording import both

if TYPE_CHECKING:
    from rulewright.geometry.plane import Scene
    from rulewright.geometry.plane.move import Move
    from rulewright.plaindata import Answer
    from rulewright.text import Words


TOO_FAR: Final = frozenset({"too long", "pivot not paid"})


class Walk(UnitMove, frozen=True):
    """
    A unit moves; with ``leaves`` inches all of its models end farther than that from enemies, also those that stay.
    ``slower`` are those of its models that move less far, each with its inches.

    Answers as for `UnitMove`. () is to stay, always legal.
    """

    KEY: ClassVar[str] = "walk"
    CERTAIN: ClassVar[bool] = False
    """Planners know nothing of what is checked here."""

    leaves: float | None = None
    slower: tuple[tuple[str, float], ...] = ()

    def faults(self, answer: Answer) -> tuple[Fault, ...]:
        moves = self.moves(answer)
        if not moves:
            return ()
        found, after = check_unit_move(self.scene, moves, self.inches, self.policy, self.coherency)
        return found or (*self._too_far(moves), *self._left_behind(after))

    @rule("core.normal-move")
    def _too_far(self, moves: Iterable[Move]) -> Iterator[Fault]:
        """Models that go farther than they can, though others of their unit may."""
        slower = dict(self.slower)
        for move in (one for one in moves if one.model in slower):
            for fault in check_move(self.scene, move, slower[move.model], policy_of(self.policy, move.model)):
                if fault.reason in TOO_FAR:
                    yield replace(fault, of=move.model)

    @rule("core.fall-back")
    def _left_behind(self, after: Scene) -> Iterator[Fault]:
        """Models that end near enemies though their unit Falls Back."""
        if self.leaves is None:
            return
        high = policy_of(self.policy, self.models[0]).clear_height
        for one, other in plane.measure.engaged_units(after, self.leaves, high):
            if self.unit in (one, other):
                yield Fault("ends too close to", other if one == self.unit else one, of=self.models[0])

    def plan(self, intent: Any) -> Answer | None:
        """The exact answer for a goal; None where what is planned breaks a rule of the whole unit."""
        planned = UnitMove.plan(self, intent)
        if planned is not None and self.faults(planned):
            planned = None
        return planned if planned is not None or not self.slower else self._together().plan(intent)

    def draw(self, rng: Random) -> Answer | None:
        drawn = UnitMove.draw(self, rng)
        if drawn is None or not self._once("faults", self._laid(drawn), self.faults):
            return drawn
        return self._together().draw(rng) if self.slower else ()

    def _together(self) -> Walk:
        """The same, with all models as slow as the slowest."""
        return replace(self, inches=min(inches for _, inches in self.slower), slower=())

    def how(self) -> Words:
        return both("how.walk")
