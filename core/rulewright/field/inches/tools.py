"""One model that advances by a movement tool with a bend."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Final

from ...geometry import TOLERANCE, plane
from ...geometry.evidence import Fault
from ...geometry.irrational import scalar
from ...geometry.lattice import NARROW
from ...geometry.plane import Circle, Pose, Scene
from ...geometry.plane.shapes import radius
from ...geometry.plane.tools import MovementTool, Passage, Wedge
from ...geometry.plane.tools.elbows import RESOLUTION, Laid
from ...geometry.plane.tools.sampling import TRIES, sample_advance
from ...plaindata import Answer, as_json, shown
from ...text import Words
from ..faults import FaultRules
from .places import STAND
from .questions import TEXTS, Inches, Intent, NoAnswer, intends, is_number, named, numbers
from .words import NUMBER, STAY, read_legs, read_number, show_leg

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from ...geometry.maps import Item


class ToolMove(Inches, frozen=True):
    """
    One model that advances by a movement tool laid against its base, to where its base touches the tool again.

    An exact answer is ``(start, elbow, end, (x, y))``: the middle line of the tool, and the new centre of the base;
    () is to stay, which is always legal. Intents: ``("spot", x, y)``, some way of laying the tool that leads there,
    and ``("lay", direction, bend)`` in degrees, to the far end of the tool laid like this.
    """

    KEY: ClassVar[str] = "toolmove"
    LATTICES: ClassVar[tuple[int, ...]] = (NARROW,)  # with fewer decimals the arms of the tool have other lengths
    KINDS: ClassVar[frozenset[str]] = STAND | {
        "arm of another length",
        "tool does not touch the base",
        "tool lies on the base",
        "tool overlaps",
        "base does not touch the tool",
        "out of reach",
        "no room for the tool",
        "crosses an arm",
    }

    scene: Scene
    model: str
    tool: MovementTool
    passage: Passage
    rules: FaultRules
    between: Wedge | None = None
    """Toward or away from something: between which arms the base has to end; the tool may lie across them."""
    spare: float = RESOLUTION
    """A way to a place is surely found where the tool has that many inches to spare; with more it takes less time."""

    def faults(self, answer: Answer) -> tuple[Fault, ...]:
        if answer == ():
            return ()
        laid, pose = self._advance(answer)
        found = plane.tools.check_advance(self.scene, self.model, self.tool, laid, pose, self.passage)
        return (*named(found, self.model), *self._astray(pose))

    def _astray(self, pose: Pose) -> tuple[Fault, ...]:
        (x, y), (to_x, to_y) = self.scene.model(self.model).pose.centre, pose.centre
        if self.between is None or scalar.hypot(to_x - x, to_y - y) <= TOLERANCE:
            return ()
        fault = self.between.allows(math.degrees(scalar.atan2(to_y - y, to_x - x)))
        return () if fault is None else named([fault], self.model)

    def _advance(self, answer: Answer) -> tuple[Laid, Pose]:
        if not (isinstance(answer, tuple) and len(answer) == 4):
            raise NoAnswer("advance", given=shown(answer))
        start, elbow, end, place = (numbers(point, (2,), "point") for point in answer)
        laid = Laid((start[0], start[1]), (elbow[0], elbow[1]), (end[0], end[1]))
        return laid, self.scene.model(self.model).pose.at(*place)

    def draw(self, rng: Random) -> Answer | None:
        for _ in range(1 if self.between is None else TRIES):
            found = sample_advance(self.scene, self.model, self.tool, self.passage, rng)
            if found is None:
                return None
            if not self._astray(found[1]):
                return _exact(*found)
        return None

    def last_resort(self) -> Iterator[Answer]:
        yield ()

    def unsettled(self, intent: Intent) -> tuple[Fault, ...]:
        """What the geometry finds wrong with a place."""
        if (spot := self._spot(intent)) is not None:
            found = self._can_end(self._pose(spot))
            if faults := (*named(found.faults, self.model), *self._astray(self._pose(spot))):
                return faults
        return Inches.unsettled(self, intent)

    def _spot(self, intent: Intent) -> tuple[float, float] | None:
        if intent[0] == "spot" and len(intent) == 3 and all(map(is_number, intent[1:])) and self._is_round():
            return (float(intent[1]), float(intent[2]))
        return None

    def _is_round(self) -> bool:
        return isinstance(self.scene.model(self.model).base, Circle)

    def _pose(self, spot: tuple[float, float]) -> Pose:
        return self.scene.model(self.model).pose.at(*spot)

    def _can_end(self, pose: Pose) -> plane.tools.Advance:
        return plane.tools.can_end(self.scene, self.model, self.tool, pose, self.passage, self.spare)

    def plan(self, intent: Intent) -> Answer | None:
        """The exact answer for a place or for a way of laying the tool."""
        if intent[0] == "lay" and len(intent) == 3 and all(map(is_number, intent[1:])):
            return self._at_its_end(float(intent[1]), float(intent[2]))
        if (spot := self._spot(intent)) is None:
            raise NoAnswer("tool", given=shown(intent))
        pose = self._pose(spot)
        laid = self._can_end(pose).laid
        return None if laid is None or self._astray(pose) else _exact(laid, pose)

    def _at_its_end(self, direction: float, bend: float) -> Answer | None:
        """The tool laid like this, and the base behind its far end, or as far back along it as it may stand."""
        model = self.scene.model(self.model)
        laid = plane.tools.lay(self.tool, model.footprint, direction, bend)
        if any(plane.tools.tool_faults(self.tool, laid, self.passage.barred(self.scene))):
            return None
        (ex, ey), arm = laid.end, self.tool.arm
        way = ((ex - laid.elbow[0]) / arm, (ey - laid.elbow[1]) / arm)
        beyond = self.tool.half + radius(model.base) - 2 * TOLERANCE if self._is_round() else 0.0
        for step in range(BACK + 1):
            far = beyond - step * (arm + beyond) / BACK
            answer = _exact(laid, model.pose.at(ex + far * way[0], ey + far * way[1]))
            if not self.faults(answer):
                return answer
        return None

    def ideas(self, rng: Random) -> Iterator[Answer]:
        yield from (self.settle(answer) for _, answer in self.hints)
        turn = rng.uniform(0.0, 360.0)
        for number in range(0 if self.hints else 8):
            yield self.settle(("lay", turn + 45.0 * number, 0.0))
        yield ()

    def typed(self, text: str, called: Mapping[str, Words]) -> Answer | None:
        """``22,15``; ``lay 30 -45``; four points; to stay."""
        if text.casefold() in STAY:
            return ()
        if found := re.fullmatch(rf"(?:lay |放\s*)({NUMBER}) ({NUMBER})", text, re.IGNORECASE):
            return ("lay", *map(read_number, found.groups()))
        name, legs = read_legs(text)
        if name or not all(len(leg) == 2 for leg in legs):
            return None
        return ("spot", *legs[0]) if len(legs) == 1 else legs if len(legs) == 4 else None

    def texts(self, answer: Answer, called: Mapping[str, Words]) -> Iterator[str]:
        if answer == ():
            yield STAY[0]
        elif answer[0] == "spot":
            yield show_leg(answer[1:])
        elif answer[0] == "lay":
            yield " ".join(("lay", *map(repr, answer[1:])))
        else:
            yield " ".join(map(show_leg, answer))

    def reach(self) -> BaseGeometry | None:
        """Where the centre of a round base can come."""
        return plane.tools.reachable(self.scene, self.model, self.tool, self.passage) if self._is_round() else None

    def outcome(self, answer: Answer) -> Iterator[Item]:
        from ...geometry import maps

        if answer != ():
            laid, pose = self._advance(answer)
            yield maps.route((laid.start, laid.elbow, laid.end), self.model)
            yield maps.ghost(self.scene.model(self.model), pose, self.names(self.model))

    def in_words(self, answer: Answer) -> Words:
        """A place, how the tool is laid, or where it leads."""
        if intends(answer):
            word, first, second = answer
            return TEXTS.both(f"meant.{word}", x=first, y=second, direction=first, bend=second)
        if answer == ():
            return TEXTS.both("leads.stay")
        x, y = answer[3]
        return TEXTS.both("leads.tool", x=x, y=y, bend=round(math.degrees(_bend(answer))))

    def describe(self) -> dict[str, Any]:
        more = {"model": self.model, "tool": {"length": self.tool.length, "width": self.tool.width}}
        centre = as_json(self.scene.model(self.model).pose.centre)
        answers = {"spot": '("spot", x, y)', "lay": '("lay", direction, bend)', "exact": "(start, elbow, end, (x, y))"}
        return {**Inches.describe(self), **more, "from": centre, "answers": answers}


BACK: Final = 12
"""Places along the last arm of a tool that are tried for the base, from its end back."""


def _exact(laid: Laid, pose: Pose) -> Answer:
    return (laid.start, laid.elbow, laid.end, pose.centre)


def _bend(answer: Answer) -> float:
    (sx, sy), (ex, ey), (x, y), _ = answer
    turn = scalar.atan2(y - ey, x - ex) - scalar.atan2(ey - sy, ex - sx)
    return (turn + math.pi) % (2 * math.pi) - math.pi
