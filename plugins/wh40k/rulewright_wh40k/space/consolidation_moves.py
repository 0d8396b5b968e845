"""Consolidating towards an objective marker, as a question: for units that cannot end engaged."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from rulewright import rule
from rulewright.field.inches.questions import NoAnswer, intends
from rulewright.geometry import plane
from rulewright.geometry.evidence import Fault
from rulewright.geometry.irrational import scalar
from rulewright.geometry.lattice import coarse
from rulewright.geometry.plane.move import Move, To, check_unit_move, end_pose, policy_of
from rulewright.plaindata import shown

from ..book.wording import both
from .melee_moves import check_consolidate_to_marker
from .pile_in_moves import CLOSER, MeleeMove

if TYPE_CHECKING:
    from rulewright.geometry.plane import Scene
    from rulewright.plaindata import Answer
    from rulewright.text import Words

SHARE: Final = (1.0, 0.75, 0.5, 0.25)
"""Shares of the longest way that the best move tries, of each model straight ahead."""


@rule("core.consolidate", "commentary.consolidation-move", "faq.movement.consolidate-to-objective-any-path")
class MarkerMove(MeleeMove, frozen=True):
    """
    A unit consolidates towards ``marker``: each model that moves ends closer to it, within range, by any path.

    Answers as for `MeleeMove`. () is to stay, always legal.
    """

    KEY: ClassVar[str] = "markermove"
    KINDS: ClassVar[frozenset[str]] = MeleeMove.KINDS | {"too far", "ends on"}
    CERTAIN: ClassVar[bool] = False
    """Planners know nothing of what is checked here."""

    marker: str = ""

    def faults(self, answer: Answer) -> tuple[Fault, ...]:
        moves = self.moves(answer)
        if not moves:
            return ()
        found: list[Fault] = []
        now: Scene = self.scene
        for move in moves:
            wrong = self._wrong(now, move)
            found += wrong
            if not wrong:
                now = now.moved({move.model: end_pose(now, move, policy_of(self.policy, move.model))})
        if not found:
            found += check_unit_move(self.scene, moves, self.inches, self.policy, self.coherency)[0]
        return tuple(found)

    def _wrong(self, scene: Scene, move: Move) -> tuple[Fault, ...]:
        policy = policy_of(self.policy, move.model)
        return check_consolidate_to_marker(scene, move, policy, self.marker, self.inches)

    def plan(self, intent: Any) -> Answer | None:
        """Each model straight ahead to the marker, as far as it may, the nearest first."""
        if intent != CLOSER:
            raise NoAnswer("intent", given=shown(intent))
        now, moves = self.scene, []
        for id in sorted(self.models, key=lambda one: coarse(plane.measure.horizontal(self.scene, one, self.marker))):
            move = next((one for one in self._straight(now, id) if not self._wrong(now, one)), None)
            if move is not None:
                moves.append(move)
                now = now.moved({id: end_pose(now, move, policy_of(self.policy, id))})
        answer = self.exact(tuple(moves)) if moves else None
        return None if answer is None or self.faults(answer) else answer

    def _straight(self, scene: Scene, id: str) -> list[Move]:
        pose, marker = scene.models[id].pose, scene.markers[self.marker]
        x, y = marker.x - pose.x, marker.y - pose.y
        whole = scalar.hypot(x, y)
        far = min(self.inches, plane.measure.horizontal(scene, id, self.marker))
        if whole <= 0.0 or far <= 0.0:
            return []
        return [Move(id, (To(pose.x + x * far * part / whole, pose.y + y * far * part / whole),)) for part in SHARE]

    def in_words(self, answer: Answer) -> Words:
        return both("meant.to_marker") if intends(answer) else MeleeMove.in_words(self, answer)
