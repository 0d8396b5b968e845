"""A direction, in degrees."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, ClassVar, Final

from ...geometry import TOLERANCE, GeometryError
from ...geometry.evidence import Fault
from ...geometry.plane import Scene
from ...geometry.plane.table import towards
from ...plaindata import Answer, shown
from ..faults import FaultRules
from .asking import Inches, Intent, is_number
from .words import find, read_number

EIGHT: Final = 8
"""Directions that are suggested, evenly spread."""


class Direction(Inches, frozen=True):
    """
    A direction in degrees, counter-clockwise from along x: from ``least`` on over ``width`` degrees.

    An answer is a number from 0 to below 360. Intents, where ``origin`` is a thing of the scene: ``("to", thing)``
    and ``("from", thing)``.
    """

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
            raise GeometryError(f"a direction is a number of degrees from 0 to below 360, not {shown(answer)}")
        beyond = (answer - self.least) % 360.0 - self.width
        over = min(beyond, 360.0 - self.width - beyond)
        return (Fault("turned too far", amount=over),) if over > math.degrees(TOLERANCE) else ()

    def draw(self, rng: Random) -> Answer | None:
        """A random direction."""
        return (self.least + rng.random() * self.width) % 360.0

    def plan(self, intent: Intent) -> Answer | None:
        """The direction to a thing, or away from it."""
        word, *rest = intent
        if word not in ("to", "from") or len(rest) != 1 or rest[0] not in self.things() or not self.origin:
            raise GeometryError(f'a direction is meant as ("to", thing) or ("from", thing), not {shown(intent)}')
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

    def typed(self, text: str, called: Mapping[str, str]) -> Answer | None:
        """``90``, ``to objective 2`` or ``from Mob 1``."""
        if found := re.fullmatch(r"[+-]?\d+(\.\d*)?(e[+-]?\d+)?", text):
            return read_number(found[0])
        if found := re.fullmatch(r"(to|from) (.+)", text, re.IGNORECASE):
            return (found[1].lower(), find(found[2], called))
        return None

    def texts(self, answer: Answer, called: Mapping[str, str]) -> Iterator[str]:
        """How an answer might be typed."""
        if isinstance(answer, tuple):
            yield f"{answer[0]} {called.get(answer[1], answer[1])}"
            yield f"{answer[0]} {answer[1]}"
        else:
            yield repr(answer)

    def in_words(self, answer: Answer) -> str:
        """An answer in words."""
        return f"{answer:.0f} degrees"

    def describe(self) -> dict[str, Any]:
        """The allowed directions as JSON data."""
        return {**Inches.describe(self), "least": self.least, "width": self.width, "origin": self.origin}
