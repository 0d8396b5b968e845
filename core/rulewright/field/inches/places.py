"""A model that is placed within a range of where it stands, or of something else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Final

from ...geometry import plane
from ...geometry.evidence import Fault
from ...geometry.plane import Footprint, Pose, Scene
from ...geometry.plane.tools.sampling import sample_place
from ...plaindata import Answer, as_json
from ...text import Words
from ..faults import FaultRules
from .questions import TEXTS, Inches, named, numbers
from .words import read_legs, show_leg

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from ...geometry.maps import Item

STAND: Final = frozenset({"off the table", "overlaps", "partly on", "may not stand on", "cannot balance on"})


class Place(Inches, frozen=True):
    """
    One model placed within this many inches of where it stands, or ``of`` some ground; with ``wholly`` all of it.

    An answer is ``(x, y)``, or ``(x, y, facing)`` in degrees. ``closed`` is terrain that it may not stand on.
    """

    KEY: ClassVar[str] = "place"
    KINDS: ClassVar[frozenset[str]] = STAND | {"too far"}

    scene: Scene
    model: str
    inches: float
    rules: FaultRules
    of: Footprint | None = None
    wholly: bool = False
    closed: frozenset[str] = frozenset()

    def _pose(self, answer: Answer) -> Pose:
        values = numbers(answer, (2, 3), "place")
        pose = self.scene.model(self.model).pose.at(*values[:2])
        return pose.turned(values[2] - pose.facing) if len(values) == 3 else pose

    def faults(self, answer: Answer) -> tuple[Fault, ...]:
        where = (self._pose(answer), self.inches, self.of, self.wholly, self.closed)
        return named(plane.place.check_place(self.scene, self.model, *where), self.model)

    def draw(self, rng: Random) -> Answer | None:
        pose = sample_place(self.scene, self.model, self.inches, rng, self.of, self.wholly, self.closed)
        return None if pose is None else pose.centre

    def last_resort(self) -> Iterator[Answer]:
        yield self.scene.model(self.model).pose.centre

    def typed(self, text: str, called: Mapping[str, Words]) -> Answer | None:
        """``22,15`` or ``22,15,90``."""
        name, legs = read_legs(text)
        return legs[0] if not name and len(legs) == 1 and len(legs[0]) > 1 else None

    def texts(self, answer: Answer, called: Mapping[str, Words]) -> Iterator[str]:
        yield show_leg(answer)

    def reach(self) -> BaseGeometry | None:
        """Where the centre of the base may be, with the facing it has."""
        where = (self.inches, self.of, self.wholly, None, self.closed)
        return plane.place.place_region(self.scene, self.model, *where)

    def ranges(self) -> Iterator[Item]:
        from ...geometry import maps

        ground = self.of or self.scene.model(self.model).footprint
        return maps.region(ground.grown(self.inches).polygon, maps.Kind.RANGE)

    def outcome(self, answer: Answer) -> Iterator[Item]:
        from ...geometry import maps

        yield maps.ghost(self.scene.model(self.model), self._pose(answer), self.names(self.model))

    def in_words(self, answer: Answer) -> Words:
        x, y, *facing = answer
        return TEXTS.both("leads.facing" if facing else "leads.place", x=x, y=y, facing=facing and facing[0])

    def describe(self) -> dict[str, Any]:
        centre = as_json(self.scene.model(self.model).pose.centre)
        more = {"model": self.model, "inches": self.inches, "wholly": self.wholly, "from": centre}
        return {**Inches.describe(self), **more, "answers": "(x, y) or (x, y, facing)"}
