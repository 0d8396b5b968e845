"""A direction, in degrees."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Final

from ...geometry import TOLERANCE
from ...geometry.evidence import Fault
from ...geometry.irrational import scalar
from ...geometry.lattice import near
from ...geometry.plane import Scene
from ...geometry.plane.measure.table import centre_of, towards
from ...plaindata import Answer, shown
from ...text import Words, show
from ..faults import FaultRules
from .questions import TEXTS, Inches, Intent, NoAnswer, intends, is_number
from .words import NUMBER, find, read_number

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

    An answer is a number from 0 to below 360. Where a tool may be laid ``aside`` of the middle of the ``origin``, it is
    that number or ``(degrees, inches to the left)``, up to as many to either side. Intents, where the origin is a thing
    of the scene: ``("to", thing)`` and ``("from", thing)``.
    """

    KEY: ClassVar[str] = "direction"
    KINDS: ClassVar[frozenset[str]] = frozenset({"turned too far", "too far aside"})
    CERTAIN: ClassVar[bool] = False

    scene: Scene
    rules: FaultRules
    least: float = 0.0
    width: float = 360.0
    origin: str = ""
    aside: float = 0.0

    def faults(self, answer: Answer) -> tuple[Fault, ...]:
        """How far outside the allowed directions it is, and how much too far aside."""
        degrees, aside = self.laid(answer)
        beyond = (degrees - self.least) % 360.0 - self.width
        over = min(beyond, 360.0 - self.width - beyond)
        turned = (Fault("turned too far", amount=over),) if over > math.degrees(TOLERANCE) else ()
        missed = abs(aside) - self.aside
        return (*turned, Fault("too far aside", amount=missed)) if missed > TOLERANCE else turned

    def laid(self, answer: Answer) -> tuple[float, float]:
        """The degrees of an exact answer, and how many inches to the left. Raises NoAnswer for what is none."""
        pair = answer if self.aside and isinstance(answer, tuple) and len(answer) == 2 else (answer, 0.0)
        if not (all(map(is_number, pair)) and 0.0 <= pair[0] < 360.0):
            raise NoAnswer("laid" if self.aside else "degrees", given=shown(answer))
        return float(pair[0]), float(pair[1])

    def draw(self, rng: Random) -> Answer | None:
        degrees = near(self.least + rng.random() * self.width) % 360.0
        return (degrees, rng.uniform(-self.aside, self.aside)) if self.aside else degrees

    def plan(self, intent: Intent) -> Answer | None:
        """The direction to a thing, or away from it."""
        word, *rest = intent
        if word not in ("to", "from") or len(rest) != 1 or rest[0] not in self.things() or not self.origin:
            raise NoAnswer("direction", given=shown(intent))
        way = towards(self.scene, self.origin, rest[0])
        if way is None:
            return None
        angle = math.degrees(scalar.atan2(way[1], way[0]))
        return near(angle if word == "to" else angle + 180.0) % 360.0

    def ideas(self, rng: Random) -> Iterator[Answer]:
        yield from (self.settle(answer) for _, answer in self.hints)
        for number in range(EIGHT):
            yield (self.least + self.width * number / EIGHT) % 360.0

    def things(self) -> tuple[str, ...]:
        """Everything that has a centre, but for the origin."""
        scene = self.scene
        every = (*scene.models, *scene.markers, *scene.pieces, *scene.zones)
        return tuple(name for name in every if name != self.origin) if self.origin else ()

    def typed(self, text: str, called: Mapping[str, Words]) -> Answer | None:
        """``90``, ``90 aside -0.5``, ``to objective 2`` or ``from Mob 1``."""
        if found := re.fullmatch(rf"({NUMBER})(?:(?: aside | ?偏\s*)({NUMBER}))?", text, re.IGNORECASE):
            degrees, aside = found.groups()
            return read_number(degrees) if aside is None else (read_number(degrees), read_number(aside))
        for word, pattern in (("to", r"(?:to |朝\s*)(.+)"), ("from", r"(?:from |背向\s*)(.+)")):
            if found := re.fullmatch(pattern, text, re.IGNORECASE):
                return (word, find(found[1], called))
        return None

    def texts(self, answer: Answer, called: Mapping[str, Words]) -> Iterator[str]:
        if intends(answer):
            yield f"{answer[0]} {show(called.get(answer[1], answer[1]))}"
            yield f"{answer[0]} {answer[1]}"
        else:
            yield " aside ".join(map(repr, answer if isinstance(answer, tuple) else (answer,)))

    def in_words(self, answer: Answer) -> Words:
        if intends(answer):
            return TEXTS.both(f"meant.{answer[0]}", thing=self.names(answer[1]))
        degrees, aside = self.laid(answer)
        return TEXTS.both("leads.aside" if aside else "leads.direction", degrees=degrees, aside=aside)

    def how(self) -> Words:
        return TEXTS.both("how.aside", aside=self.aside) if self.aside else Inches.how(self)

    def ranges(self) -> Iterator[Item]:
        """The allowed directions about the origin."""
        from ...geometry import maps

        if self.origin:
            turns = [self.least + self.width * step / ARC for step in range(ARC + 1)]
            ring = (centre_of(self.scene, self.origin), *map(self._towards, turns))
            yield maps.Area(kind=maps.Kind.RANGE, about=self.origin, rings=(ring,))

    def outcome(self, answer: Answer) -> Iterator[Item]:
        from ...geometry import maps

        degrees, aside = self.laid(answer)
        if self.origin:
            yield maps.route((self._towards(degrees, aside, 0.0), self._towards(degrees, aside)), self.origin)

    def _towards(self, degrees: float, aside: float = 0.0, far: float = SHOWN) -> Point:
        (x, y), angle = centre_of(self.scene, self.origin), math.radians(degrees)
        ahead, left = (scalar.cos(angle), scalar.sin(angle)), (-scalar.sin(angle), scalar.cos(angle))
        return (x + far * ahead[0] + aside * left[0], y + far * ahead[1] + aside * left[1])

    def describe(self) -> dict[str, Any]:
        more = {"least": self.least, "width": self.width, "origin": self.origin, "aside": self.aside}
        return {**Inches.describe(self), **more}
