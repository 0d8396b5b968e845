"""A whole unit that is set up, in a region and together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Final

from ...geometry import plane
from ...geometry.evidence import Fault
from ...geometry.plane import Circle, Model, Pose, Scene
from ...geometry.plane.place import SetupPolicy
from ...geometry.plane.place.room import NoRoom, Room, Variants, find_room, sample_setup
from ...plaindata import Answer, shown
from ...text import LANGUAGES, Words, show
from ..faults import FaultRules
from .moves import MOVE, TOGETHER
from .places import STAND
from .questions import TEXTS, Inches, Intent, NoAnswer, each_once, intends, is_number, numbers
from .words import find, listed, read_legs, show_leg

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from ...geometry.maps import Item

PLACES: Final = frozenset({"too far", "partly too far", "too high or low", "too near", "is in", "over the edge"})
EDGES: Final = frozenset(f"too far from the {edge} edge" for edge in ("left", "right", "front", "back"))
EFFORT: Final = 400
"""Places for single models that are tried before a set-up is given up."""
FACINGS: Final = tuple(15.0 * step for step in range(24))
"""Degrees in which models are tried for which it matters how they are turned."""


class SetUp(Inches, frozen=True):
    """
    Models set up together under a policy; those of their unit that stand on the table already count.

    An answer is a tuple of ``(model id, x, y)``, with the facing or facing and height as further numbers, one for
    each model; an intent is ``("spot", x, y)``, all of them about a place. ``models`` have the bases, sides and units;
    their poses say only how they face where an answer does not.
    """

    KEY: ClassVar[str] = "setup"
    KINDS: ClassVar[frozenset[str]] = (MOVE - {"too long", "pivot not paid"}) | TOGETHER | STAND | PLACES | EDGES

    scene: Scene
    models: tuple[Model, ...]
    policy: SetupPolicy
    rules: FaultRules

    def placed(self, answer: Answer) -> tuple[Model, ...]:
        """The models where an answer puts them. Raises NoAnswer for what is none."""
        if not isinstance(answer, tuple):
            raise NoAnswer("setup", given=shown(answer))
        found = tuple(map(self._placed, answer))
        each_once([model.id for model in found], self.names)
        if missing := [model.id for model in self.models if model.id not in {one.id for one in found}]:
            raise NoAnswer("set-up-all", models=listed(map(self.names, missing)))
        return found

    def _placed(self, entry: Any) -> Model:
        if not (isinstance(entry, tuple) and entry and isinstance(entry[0], str)):
            raise NoAnswer("set-up-one", given=shown(entry))
        model = next((one for one in self.models if one.id == entry[0]), None)
        if model is None:
            models = listed(self.names(one.id) for one in self.models)
            raise NoAnswer("not-set-up", given=shown(entry[0]), models=models)
        values = numbers(entry[1:], (2, 3, 4), "spot")
        return model.at(Pose(*values) if len(values) > 2 else model.pose.at(*values))

    def faults(self, answer: Answer) -> tuple[Fault, ...]:
        return plane.place.check_setup(self.scene, self.placed(answer), self.policy)

    def draw(self, rng: Random) -> Answer | None:
        poses = sample_setup(self.scene, self.models, self.policy, rng)
        return None if poses is None else self._exact(poses)

    def plan(self, intent: Intent) -> Answer | None:
        """All models close together about a place."""
        if not (len(intent) == 3 and intent[0] == "spot" and all(map(is_number, intent[1:]))):
            raise NoAnswer("intent", given=shown(intent))
        poses = plane.place.formation(self.scene, self.models, self.policy, intent[1:])
        return None if poses is None else self._exact(poses)

    def last_resort(self) -> Iterator[Answer]:
        """What is found with more effort."""
        room = self._once("room", None, lambda _: self._room())
        if isinstance(room, Room):
            yield self._exact(room.poses)

    def has_room(self) -> bool | None:
        """Whether all of the models can be set up together; None where no room was found, but there may be some."""
        room = self._once("room", None, lambda _: self._room())
        if isinstance(room, Room):
            return True
        return False if room.proof and not self._turned() else None

    def _room(self) -> Room | NoRoom:
        """Room on the ground that is found soon, or on any level and with all that is known of packing."""
        room = find_room(self.scene, self.models, self.policy, Random(0), EFFORT)
        if isinstance(room, Room):
            return room
        pieces = self.scene.pieces.values()
        tops = {level for one in pieces for level in (one.height, *(floor.height for floor in one.floors))}
        levels = tuple(level for level in sorted({0.0, *tops}) if any(self._stands(one, level) for one in self.models))
        variants = Variants(FACINGS if self._turned() else (), levels)
        return find_room(self.scene, self.models, self.policy, Random(0), EFFORT, variants, certified=True)

    def _stands(self, model: Model, level: float) -> bool:
        """Whether a model may stand anywhere at this height, in inches."""
        there = model.at(Pose(0.0, 0.0, model.pose.facing, level))
        return not plane.place.region(self.scene, there, self.policy).is_empty

    def _turned(self) -> bool:
        """Whether it matters how a model is turned: then nothing is proven by the facings that are tried."""
        return not all(isinstance(model.base, Circle) for model in self.models)

    def _exact(self, poses: Mapping[str, Pose]) -> Answer:
        def place(name: str, pose: Pose) -> tuple[Any, ...]:
            return (name, pose.x, pose.y, pose.facing, *((pose.height,) if pose.height else ()))

        return tuple(place(model.id, poses[model.id]) for model in self.models)

    def ideas(self, rng: Random) -> Iterator[Answer]:
        return (self.settle(answer) for _, answer in self.hints)

    def typed(self, text: str, called: Mapping[str, Words]) -> Answer | None:
        """``22,15`` for all of them, or ``Mob 1 22,15; Mob 2 23,15,90``."""
        name, legs = read_legs(text)
        if not name and len(legs) == 1 and len(legs[0]) == 2:
            return ("spot", *legs[0])
        own = {model.id: self.names(model.id) for model in self.models}
        parts = [part.rsplit(maxsplit=1) for part in text.split(";")]
        read = [(part[0], read_legs(part[1])) for part in parts if len(part) == 2]
        if len(read) < len(parts) or any(name or len(legs) != 1 for _, (name, legs) in read):
            return None
        return tuple((find(name, own), *legs[0]) for name, (_, legs) in read)

    def texts(self, answer: Answer, called: Mapping[str, Words]) -> Iterator[str]:
        if intends(answer):
            yield show_leg(answer[1:])
            return
        for name in (self.names, str):
            yield "; ".join(f"{show(name(model))} {show_leg(where)}" for model, *where in answer)

    def reach(self) -> BaseGeometry | None:
        """Where the centres of the bases may be, each looked at alone."""
        import shapely

        return shapely.union_all([plane.place.region(self.scene, model, self.policy) for model in self.models])

    def outcome(self, answer: Answer) -> Iterator[Item]:
        from ...geometry import maps

        return (maps.ghost(model, model.pose, self.names(model.id)) for model in self.placed(answer))

    def in_words(self, answer: Answer) -> Words:
        if intends(answer):
            return TEXTS.both("meant.spot", x=answer[1], y=answer[2])
        places = [TEXTS.both("leads.model", name=self.names(model), x=x, y=y) for model, x, y, *_ in answer]
        return {lang: "; ".join(show(place, lang) for place in places) for lang in LANGUAGES}

    def describe(self) -> dict[str, Any]:
        models = [model.id for model in self.models]
        return {
            **Inches.describe(self),
            "models": models,
            "answers": '((model, x, y, facing, height), ...) or ("spot", x, y)',
        }
