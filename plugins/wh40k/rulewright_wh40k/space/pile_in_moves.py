"""Piling in and consolidating as questions: where the models of a unit go in a fight."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Final

from rulewright import rule
from rulewright.field.inches import UnitMove
from rulewright.field.inches.moves import CHARGE, MOVE, TOGETHER, new_pairs
from rulewright.field.inches.questions import NoAnswer, intends
from rulewright.geometry.lattice import NARROW
from rulewright.geometry.plane.measure import members
from rulewright.geometry.plane.move import (
    CONTACT,
    FREE,
    Limits,
    Move,
    Pivot,
    after_moves,
    already_held,
    check_engaged,
    check_unit_move,
    end_pose,
    keeping_together,
    moved_to,
    policy_of,
)
from rulewright.plaindata import shown

from ..book.wording import both
from .melee_moves import check_consolidate, check_pile_in, plan_melee_move, turns

if TYPE_CHECKING:
    from rulewright.geometry.evidence import Fault
    from rulewright.geometry.plane import HeldPair, Scene
    from rulewright.plaindata import Answer
    from rulewright.text import Words


@rule("core.pile-in", "core.consolidate", "commentary.pile-in-move", "commentary.consolidation-move")
class MeleeMove(UnitMove, frozen=True):
    """
    A unit piles in, or with ``consolidating`` consolidates towards enemies.

    Answers as for `UnitMove`; ``("closer",)`` is the best move that is found. () is to stay, always legal.
    """

    KEY: ClassVar[str] = "meleemove"
    LATTICES: ClassVar[tuple[int, ...]] = (NARROW,)  # with fewer decimals hardly a base is in contact
    KINDS: ClassVar[frozenset[str]] = (
        MOVE | TOGETHER | CHARGE | {"already in base contact with", "has nothing to get closer to"}
    )

    consolidating: bool = False
    enemies: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    """The models that may move; all of the unit without (commentary.fighting-with-one-model)."""
    ignored: frozenset[str] = frozenset()
    """Traits of enemies that are ignored in finding the closest one (core.aircraft-charge-and-fight 5)."""

    @property
    def models(self) -> tuple[str, ...]:
        return self.only or self.whole

    @property
    def whole(self) -> tuple[str, ...]:
        """All models of the unit, also those that may not move."""
        return members(self.scene, self.unit)

    def coherency(self, scene: Scene) -> tuple[Fault, ...]:
        return () if self.together is None else self.together.faults(scene, self.whole)

    def faults(self, answer: Answer) -> tuple[Fault, ...]:
        return self.followed(answer)[0]

    @rule("commentary.base-contact")
    def kept_off(self, answer: Answer) -> tuple[HeldPair, ...]:
        """The enemies that models count as touching in the end, whose overhanging hulls keep them off.

        Who is already as close as possible, and so does not move, counts as having made the move.
        """
        foes = [foe for unit in self.enemies for foe in members(self.scene, unit)]
        if all(self.scene.models[foe].hull is None for foe in foes):
            return ()
        now, moved = self.followed(answer)[1], {move.model for move in self.moves(answer)}
        for id in self.models:
            if id not in moved and not already_held(now, id, foes):
                policy, pose = policy_of(self.policy, id), now.model(id).pose
                now = moved_to(now, id, pose, self.inches, policy, self.enemies, CONTACT)
        return new_pairs(self.scene, now)

    def followed(self, answer: Answer) -> tuple[tuple[Fault, ...], Scene]:
        """Everything wrong with an answer, and the scene after what is not wrong by itself."""
        moves = self.moves(answer)
        if not moves:
            return (), self.scene
        check = check_consolidate if self.consolidating else check_pile_in
        found: list[Fault] = []
        now, after = self.scene, after_moves(self.scene, moves, self.policy)
        for move in moves:
            policy = policy_of(self.policy, move.model)
            wrong = check(now, move, policy, self.inches, self.ignored, self._together(after, move.model))
            found += wrong
            if not wrong:
                end = end_pose(now, move, policy)
                now = moved_to(now, move.model, end, self.inches, policy, self.enemies, CONTACT)
        if not found:
            found += check_unit_move(self.scene, moves, self.inches, self.policy, self.coherency)[0]
            found += check_engaged(now, self.whole, self.enemies, every=False)
        return tuple(found), now

    @rule("commentary.as-close-as-possible")
    def _together(self, after: Scene, model: str) -> Limits:
        """Where a model keeps together with the others of its unit in the end: contact is not asked of it elsewhere."""
        if self.together is None:
            return FREE
        others = [name for name in self.whole if name != model]
        return keeping_together(after, model, others, self.coherency, self.together.inches)

    @rule("commentary.as-close-as-possible")
    def may_turn(self) -> bool:
        """Whether some model that overhangs its round base is as close as possible to an enemy, and may turn there."""
        for id in self.models:
            one, policy = self.scene.models[id], policy_of(self.policy, id)
            turn = Move(id, (Pivot(1.0),))
            foes = (foe for unit in self.enemies for foe in members(self.scene, unit))
            if one.hull is not None and turns(self.scene, turn, policy, self.inches, foes):
                return True
        return False

    def draw(self, rng: Random) -> Answer | None:
        return self.planned(CLOSER) or ()

    def plan(self, intent: Any) -> Answer | None:
        if intent != CLOSER:
            raise NoAnswer("intent", given=shown(intent))
        plan = plan_melee_move(
            self.scene,
            self.models,
            self.policy,
            self.inches,
            self.ignored,
            self.together,
            consolidating=self.consolidating,
        )
        answer = self.exact(plan.moves) if plan.moves else None
        return None if answer is None or (self.only and self.faults(answer)) else answer

    def ideas(self, rng: Random) -> Iterator[Answer]:
        yield self.settle(CLOSER)
        yield ()

    def typed(self, text: str, called: Mapping[str, Any]) -> Answer | None:
        """``closer``, to stay, or a path for each model."""
        return CLOSER if text.casefold() in CLOSER_WORDS else UnitMove.typed(self, text, called)

    def texts(self, answer: Answer, called: Mapping[str, Any]) -> Iterator[str]:
        return iter(("closer",)) if answer == CLOSER else UnitMove.texts(self, answer, called)

    def in_words(self, answer: Answer) -> Words:
        return both("meant.closer") if intends(answer) else UnitMove.in_words(self, answer)

    def how(self) -> Words:
        return both("how.meleemove")


CLOSER: Final = ("closer",)
CLOSER_WORDS: Final = ("closer", "靠近")
