"""What a model may move over, through and onto: the movement rules of a game as data."""

from enum import Enum
from typing import Final

import msgspec

from ... import TOLERANCE, GeometryError
from ..misspelt import refuse_misspelt
from ..scene import Change, Model, Piece, Scene, Terrain
from ..shapes import Base

_WHAT: Final = "a policy for moves"


class Way(Enum):
    """How a piece of terrain meets a moving model."""

    OPEN = "open"
    """An area to move and stand in (woods, the inside of a ruin); its floors can be stood on."""
    LOW = "low"
    """Moved over as if not there, and stood on; going up and down is free."""
    THIN = "thin"
    """Moved through as if not there, but not stood in (a wall that some models pass)."""
    CLIMBED = "climbed"
    """Gone up, over and down, and stood on."""
    CLOSED = "closed"
    """Not moved over at all."""


class MovePolicy(msgspec.Struct, frozen=True, kw_only=True):
    """
    How a model moves. Traits are words on models and pieces of terrain; the model that moves is a friend of its side.

    Terrain: ``free_height`` is how high terrain may reach, in inches, to be moved over as if it were not there;
    higher terrain is climbed where ``climbs``, its height counted up and down. ``flies`` measures the way through the
    air, over all terrain. Terrain with a trait in ``areas`` is only ground with a name (woods, the inside of a ruin);
    terrain with a trait in ``through`` is passed as if it were not there (walls, for some models); on terrain with a
    trait in ``never_on`` no move ends. ``floors`` says whether floors above the ground may be ended on, ``on_markers``
    whether objective markers may. A model that starts on top of low terrain climbs from there, unless
    ``low_tops_are_ground``.

    Models: ``over_friends`` and ``over_enemies`` say whether those may be moved over; models with a trait in
    ``over`` always are, others with a trait in ``never_over`` never.

    Enemies that cannot be moved over are kept farther away than ``clear_on_way`` inches on the way, and all
    enemies farther than ``clear_at_end`` at the end, where no more than ``clear_height`` inches lie between them
    vertically; None asks for no distance. Units named in ``engages`` may be approached.

    ``pivot_value`` is subtracted once from a move with pivots. ``over_edge`` lets models cross the table edge.
    ``hull`` is the shape that must fit through gaps and stay on the table where that is not the base.

    A trait that nothing in a scene has is refused there where something has one written almost alike. Raises
    GeometryError for a number that is negative or none.
    """

    free_height: float = 2.0
    climbs: bool = True
    flies: bool = False
    areas: frozenset[str] = frozenset()
    through: frozenset[str] = frozenset()
    never_on: frozenset[str] = frozenset()
    floors: bool = True
    on_markers: bool = True
    low_tops_are_ground: bool = False
    over_friends: bool = True
    over_enemies: bool = False
    over: frozenset[str] = frozenset()
    never_over: frozenset[str] = frozenset()
    clear_on_way: float | None = None
    clear_at_end: float | None = None
    clear_height: float = 5.0
    engages: frozenset[str] = frozenset()
    pivot_value: float = 0.0
    over_edge: bool = False
    hull: Base | None = None

    def __post_init__(self) -> None:
        limits = {name: getattr(self, name) for name in ("free_height", "clear_on_way", "clear_at_end")}
        for name, value in {**limits, "clear_height": self.clear_height, "pivot_value": self.pivot_value}.items():
            if value is not None and not value >= 0.0:
                raise GeometryError(f"{_WHAT}: its {name} is a number from 0 up, not {value!r}")

    def way(self, piece: Piece) -> Way:
        """How this piece of terrain meets the model on its move."""
        if piece.traits & self.areas:
            return Way.OPEN
        if piece.traits & self.through:
            return Way.THIN
        if piece.height <= self.free_height + TOLERANCE:
            return Way.LOW
        return Way.CLIMBED if (self.climbs or self.flies) and piece.height < float("inf") else Way.CLOSED

    def passes(self, model: Model, other: Model) -> bool:
        """Whether ``model`` may be moved over ``other``."""
        if other.traits & self.over:
            return True
        if other.traits & self.never_over:
            return False
        return self.over_friends if other.side == model.side else self.over_enemies

    def keeps_from(self, model: Model, other: Model) -> bool:
        """Whether ``model`` must keep its distance from ``other``: an enemy that it may not engage."""
        return other.side != model.side and (other.unit or other.id) not in self.engages

    def meet(self, scene: Scene) -> None:
        """Look once whether its traits are spelt as those in the scene. Raises GeometryError for one that is not."""
        if self.areas or self.through or self.never_on:
            scene.terrain.kept(("met", self), self._meet_terrain)
        if self.over or self.never_over:
            scene.kept(("met", self), self._meet_models, self._met_after)

    def _meet_terrain(self, terrain: Terrain) -> None:
        named = {"areas": self.areas, "through": self.through, "never_on": self.never_on}
        refuse_misspelt(_WHAT, named, (piece.traits for piece in terrain.pieces))

    def _meet_models(self, scene: Scene) -> frozenset[str]:
        """The traits of the models that it has met."""
        named = {"over": self.over, "never_over": self.never_over}
        traits = [model.traits for model in scene.models.values()]
        refuse_misspelt(_WHAT, named, traits)
        return frozenset().union(*traits)

    def _met_after(self, met: frozenset[str], scene: Scene, change: Change) -> frozenset[str]:
        """The same where models have come or moved: it is looked at again only if one has a trait that is new."""
        models = tuple(scene.models.values())
        fresh = (models[row].traits for row in (change.rows < 0).nonzero()[0])
        return met if all(traits <= met for traits in fresh) else self._meet_models(scene)
