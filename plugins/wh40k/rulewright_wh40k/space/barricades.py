"""Charging and fighting across Barricades."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

import numpy as np

from rulewright import rule
from rulewright.field.inches import Charge
from rulewright.geometry import TOLERANCE, plane
from rulewright.geometry.plane.shapes import Footprint, inches

from .battlefield import TABLE

if TYPE_CHECKING:
    from rulewright import Position
    from rulewright.geometry.evidence import Fault
    from rulewright.geometry.plane import Scene, Terrain
    from rulewright.plaindata import Answer

ACROSS: Final = 2.0
"""Inches within which enemies fight across a Barricade (core.terrain-barricades)."""
BEHIND: Final = 1.0
"""Inches of a Barricade within which a unit on its other side is charged across it."""
MET: Final = frozenset({"not engaged with", "not in base contact with"})
"""What a charge that ends at a Barricade need not fulfil towards who stands behind it."""
LINE: Final = 1.0
"""Millimetres of a straight line between two models (commentary.draw-a-straight-line)."""


@rule("commentary.draw-a-straight-line")
def straight_line(scene: Scene, one: str, other: str) -> Footprint | None:
    """The ground of a line between the closest points of two bases or hulls; None where they touch."""
    near = plane.measure.nearest(scene.models[one].footprint, scene.models[other].footprint)
    if near.distance <= TOLERANCE:
        return None
    return Footprint(np.array([near.a, near.b]), inches(LINE) / 2)


@rule("core.terrain-barricades")
def between(scene: Scene, one: str, other: str, within: float) -> tuple[str, ...]:
    """The Barricades between two models that are within some inches of each other."""
    if plane.measure.horizontal(scene, one, other) > within + TOLERANCE:
        return ()
    line = straight_line(scene, one, other)
    if line is None:
        return ()
    return tuple(
        wall
        for wall in _walls(scene)
        if any(plane.measure.overlaps(line, part) for part in plane.measure.area_footprints(scene.pieces[wall].polygon))
    )


@rule("core.terrain-barricades")
def foes_across(position: Position, id: str) -> list[str]:
    """The enemy units that a model can fight across a Barricade."""
    return [*TABLE(position).kept(("foes across", id), lambda scene: _foes_across(scene, id))]


def _foes_across(scene: Scene, id: str) -> list[str]:
    if not any(plane.measure.horizontal(scene, id, wall) <= ACROSS + inches(LINE) for wall in _walls(scene)):
        return []
    one = scene.models[id]
    near = plane.measure.models_within(scene, id, ACROSS, 5.0)
    foes = (other for other in near if scene.models[other].side != one.side)
    return list(dict.fromkeys(scene.models[foe].unit for foe in foes if between(scene, id, foe, ACROSS)))


def barred(scene: Scene, unit: str, target: str) -> tuple[str, ...]:
    """The Barricades on whose opposite side a target stands, within 1 inch of them, from all models of a unit."""
    pairs = [
        (one, other)
        for one in plane.measure.members(scene, unit)
        for other in plane.measure.members(scene, target)
        if any(plane.measure.horizontal(scene, other, piece) <= BEHIND + TOLERANCE for piece in _walls(scene))
    ]
    found = {piece for one, other in pairs for piece in between(scene, one, other, float("inf"))}
    members = plane.measure.members(scene, target)
    return tuple(
        piece
        for piece in sorted(found)
        if any(plane.measure.horizontal(scene, one, piece) <= BEHIND + TOLERANCE for one in members)
    )


def _walls(scene: Scene) -> tuple[str, ...]:
    """The Barricades of the battlefield."""
    return scene.terrain.kept("barricades", _barricades)


def _barricades(terrain: Terrain) -> tuple[str, ...]:
    return tuple(piece.id for piece in terrain.pieces if "barricade" in piece.traits)


@rule("core.terrain-barricades")
class ChargeAcross(Charge, frozen=True):
    """
    A charge at targets of which some stand behind a Barricade.

    Such a target is reached, too, by ending in contact with the Barricade, and within 2 inches of the target across it.
    """

    KEY: ClassVar[str] = "chargeacross"
    CERTAIN: ClassVar[bool] = False
    """Planners know nothing of what is allowed here."""

    def faults(self, answer: Answer) -> tuple[Fault, ...]:
        found = Charge.faults(self, answer)
        reached = {target for target in self.targets if answer and self._held(answer, target)}
        members = {one for target in reached for one in plane.measure.members(self.scene, target)}
        return tuple(fault for fault in found if not (fault.reason in MET and fault.by in reached | members))

    def _held(self, answer: Answer, target: str) -> bool:
        """Whether some model ends as close as possible to the Barricade, and within 2 inches of the target."""
        walls = set(barred(self.scene, self.unit, target))
        after = self.end(self.moves(answer))
        touching = [
            one for one in self.models if any(plane.measure.horizontal(after, one, wall) <= TOLERANCE for wall in walls)
        ]
        theirs = plane.measure.members(after, target)
        return any(walls & set(between(after, one, other, ACROSS)) for one in touching for other in theirs)

    def hopeless(self) -> bool:
        return False

    def _in_reach(self, target: str) -> bool:
        return Charge._in_reach(self, target) or bool(barred(self.scene, self.unit, target))
