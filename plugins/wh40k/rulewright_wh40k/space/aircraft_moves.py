"""Moves of Aircraft as questions: straight ahead, far, and then a turn, or off the battlefield."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import radians
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Final

from rulewright import rule
from rulewright.field import FaultRules
from rulewright.field.inches import UnitMove
from rulewright.geometry.evidence import Fault
from rulewright.geometry.irrational import scalar
from rulewright.geometry.plane.move.moves import check_flight, policy_of

from ..book.wording import both

if TYPE_CHECKING:
    from rulewright.plaindata import Answer
    from rulewright.text import Words

LEAST: Final = 20.0
"""Inches that Aircraft move at least."""
FARTHEST: Final = 100.0
"""Inches that lead off every battlefield."""
TURN: Final = 90.0
OFF: Final = "leaves the table"
FLYING: Final = FaultRules({}, others="core.aircraft-movement")
WORD: Final = "ahead"
IDEAS: Final = tuple((WORD, inches, turn) for inches in (20.0, 25.0, 30.0) for turn in (0.0, 45.0, -45.0, 90.0, -90.0))


class Flight(UnitMove, frozen=True):
    """
    A model flies straight ahead, at least 20 inches, and turns at most 90 degrees.

    Exact answers as for `UnitMove`; intents ``("ahead", inches, degrees)``. A way over the edge is legal: it ends the
    model's stay on the battlefield.
    """

    KEY: ClassVar[str] = "flight"
    KINDS: ClassVar[frozenset[str]] = UnitMove.KINDS | {
        "is not one straight line and then at most one pivot", "is not straight ahead",
        "not far enough", "pivots too far",
    }  # fmt: skip

    @rule("core.aircraft-movement", "commentary.minimum-move", "faq.movement.minimum-move-not-reduced")
    def faults(self, answer: Answer) -> tuple[Fault, ...]:
        moves = self.moves(answer)
        if not moves:
            return (Fault("not far enough", self.models[0], LEAST),)
        found = [fault for move in moves for fault in
                 check_flight(self.scene, move, policy_of(self.policy, move.model), LEAST, TURN)]  # fmt: skip
        return () if any(fault.reason == OFF for fault in found) else tuple(found)

    def leaves(self, answer: Answer) -> bool:
        """Whether an answer leads over the edge of the battlefield."""
        return any(
            fault.reason == OFF
            for move in self.moves(answer)
            for fault in check_flight(self.scene, move, policy_of(self.policy, move.model), LEAST, TURN)
        )

    def plan(self, intent: Any) -> Answer | None:
        """So many inches ahead, and then a turn."""
        if len(intent) != 3 or intent[0] != WORD:
            return None
        _, inches, turn = intent
        pose = self.scene.model(self.models[0]).pose
        x, y = pose.x + inches * scalar.cos(radians(pose.facing)), pose.y + inches * scalar.sin(radians(pose.facing))
        return ((self.models[0], ((x, y), *(((turn,),) if turn else ()))),)

    def draw(self, rng: Random) -> Answer | None:
        return self.plan((WORD, rng.uniform(LEAST, 2 * LEAST), rng.choice((0.0, 45.0, -45.0, 90.0, -90.0))))

    def last_resort(self) -> Iterator[Answer]:
        yield from (answer for idea in IDEAS if (answer := self.plan(idea)))
        if off := self.plan((WORD, FARTHEST, 0.0)):
            yield off

    def typed(self, text: str, called: Mapping[str, Words]) -> Answer | None:
        """``ahead 24`` or ``ahead 24 45``."""
        word, *values = text.casefold().split()
        try:
            inches, turn = (*map(float, values), *((0.0,) * (2 - len(values))))
        except ValueError:
            return None
        return (WORD, inches, turn) if word in (WORD, "前进") else None

    def texts(self, answer: Answer, called: Mapping[str, Words]) -> Iterator[str]:
        if answer and answer[0] == WORD:
            yield f"{WORD} {answer[1]:g} {answer[2]:g}"

    def reach(self) -> None:
        """Nothing is drawn: there is no limit."""
        return None

    def in_words(self, answer: Answer) -> Words:
        if answer and answer[0] == WORD:
            return both("meant.ahead", inches=answer[1], degrees=answer[2])
        return both("meant.off") if answer and self.leaves(answer) else UnitMove.in_words(self, answer)

    def how(self) -> Words:
        return both("how.flight")
