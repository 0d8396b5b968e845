"""A direction, in degrees."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Final

from ...geometry import TOLERANCE
from ...geometry.evidence import Fault
from ...geometry.plane import Scene
from ...geometry.plane.measure.table import centre_of, towards
from ...plaindata import Answer, shown
from ...text import Words, show
from ..faults import FaultRules
from .questions import Inches, Intent, NoAnswer, intends, is_number, texts
from .words import find, read_number

if TYPE_CHECKING:
    from ...geometry.maps import Item
    from ...geometry.plane.shapes import Point

EIGHT: Final = 8
"""Directions that are suggested, evenly spread."""
SHOWN: Final = 6.0
"""Inches of a direction that are drawn."""
ARC: Final = 24
"""Places along the edge of what is drawn of the allowed directions."""


class Direction(Inches, frozen=True):
    """
    A direction in degrees, counter-clockwise from along x: from ``least`` on over ``width`` degrees.

    An answer is a number from 0 to below 360. Intents, where ``origin`` is a thing of the scene: ``("to", thing)``
    and ``("from", thing)``.
    """

    KEY: ClassVar[str] = "direction"
    KINDS: ClassVar[frozenset[str]] = frozenset({"turned too far"})
    CERTAIN: ClassVar[bool] = False

    scene: Scene
    rules: FaultRules
    least: float = 0.0
    width: float = 360.0
    origin: str = ""

    def faults(self, answer: Answer) -> tuple[Fault, ...]:
        """How far outside the allowed directions it is."""
        if not (is_number(answer) and 0.0 <= answer < 360.0):
            raise NoAnswer("degrees", given=shown(answer))
        beyond = (answer - self.least) % 360.0 - self.width
        over = min(beyond, 360.0 - self.width - beyond)
        return (Fault("turned too far", amount=over),) if over > math.degrees(TOLERANCE) else ()

    def draw(self, rng: Random) -> Answer | None:
        return (self.least + rng.random() * self.width) % 360.0

    def plan(self, intent: Intent) -> Answer | None:
        """The direction to a thing, or away from it."""
        word, *rest = intent
        if word not in ("to", "from") or len(rest) != 1 or rest[0] not in self.things() or not self.origin:
            raise NoAnswer("direction", given=shown(intent))
        way = towards(self.scene, self.origin, rest[0])
        if way is None:
            return None
        angle = math.degrees(math.atan2(way[1], way[0]))
        return (angle if word == "to" else angle + 180.0) % 360.0

    def _ideas(self, rng: Random) -> Iterator[Answer]:
        yield from (self.settle(answer) for _, answer in self.hints)
        for number in range(EIGHT):
            yield (self.least + self.width * number / EIGHT) % 360.0

    def things(self) -> tuple[str, ...]:
        """Everything that has a centre, but for the origin."""
        scene = self.scene
        every = (*scene.models, *scene.markers, *scene.pieces, *scene.zones)
        return tuple(name for name in every if name != self.origin) if self.origin else ()

    def typed(self, text: str, called: Mapping[str, Words]) -> Answer | None:
        """``90``, ``to objective 2`` or ``from Mob 1``."""
        if found := re.fullmatch(r"[+-]?\d+(\.\d*)?(e[+-]?\d+)?", text):
            return read_number(found[0])
        for word, pattern in (("to", r"(?:to |朝\s*)(.+)"), ("from", r"(?:from |背向\s*)(.+)")):
            if found := re.fullmatch(pattern, text, re.IGNORECASE):
                return (word, find(found[1], called))
        return None

    def texts(self, answer: Answer, called: Mapping[str, Words]) -> Iterator[str]:
        if isinstance(answer, tuple):
            yield f"{answer[0]} {show(called.get(answer[1], answer[1]))}"
            yield f"{answer[0]} {answer[1]}"
        else:
            yield repr(answer)

    def in_words(self, answer: Answer) -> Words:
        if intends(answer):
            return texts().both(f"meant.{answer[0]}", thing=self.names(answer[1]))
        return texts().both("leads.direction", degrees=answer)

    def ranges(self) -> Iterator[Item]:
        """The allowed directions about the origin."""
        from ...geometry import maps

        if self.origin:
            turns = [self.least + self.width * step / ARC for step in range(ARC + 1)]
            ring = (centre_of(self.scene, self.origin), *map(self._towards, turns))
            yield maps.Area(kind=maps.Kind.RANGE, about=self.origin, rings=(ring,))

    def outcome(self, answer: Answer) -> Iterator[Item]:
        from ...geometry import maps

        self.faults(answer)
        if self.origin:
            yield maps.route((centre_of(self.scene, self.origin), self._towards(answer)), self.origin)

    def _towards(self, degrees: float) -> Point:
        (x, y), angle = centre_of(self.scene, self.origin), math.radians(degrees)
        return (x + SHOWN * math.cos(angle), y + SHOWN * math.sin(angle))

    def describe(self) -> dict[str, Any]:
        return {**Inches.describe(self), "least": self.least, "width": self.width, "origin": self.origin}
