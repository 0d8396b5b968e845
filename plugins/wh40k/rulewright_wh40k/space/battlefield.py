"""The battlefield as space: what stands where, who is engaged, who sees whom, and how models move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from rulewright import rule
from rulewright.field import FaultRules, Scenes
from rulewright.field.inches import SetUp
from rulewright.field.inches.moves import Goals
from rulewright.geometry import TOLERANCE, plane
from rulewright.geometry.lattice import coarse
from rulewright.geometry.plane import Base, HeldPair, Marker, Piece, Pose, Scene, Zone
from rulewright.geometry.plane.measure import Together
from rulewright.geometry.plane.measure.table import Edge
from rulewright.geometry.plane.move import MovePolicy
from rulewright.geometry.plane.move.moves import Policies, end_pose, policy_of
from rulewright.geometry.plane.place.setup import Away, NearOneEdge
from rulewright.geometry.plane.see import Screen, SeeThrough, SightPolicy
from rulewright.geometry.plane.shapes import radius
from rulewright.readonly import ReadOnlyDict

from ..terms import models, unit
from .pivots import pivot_value

if TYPE_CHECKING:
    from rulewright import Position
    from rulewright.field.inches.questions import Inches
    from rulewright.plaindata import Answer

    from ..book.models import Profile
    from ..book.sheets import FieldSheet
    from ..state import KeptOff, Model, Objective

ENGAGED: Final = 1.0
"""Inches horizontally within which enemies are engaged; vertically it is 5 (core.engagement-range)."""
UNENGAGED: Final = Away(ENGAGED, vertical=5.0)
"""Where models are set up that may not be engaged: the same, as a condition."""
MARKER: Final = 40.0
"""Millimetres of an objective marker (core.objective-markers)."""
TOGETHER: Final = Together(inches=2.0, vertical=5.0)
SIGHT: Final = SightPolicy(
    heights=True,
    models=True,
    screens=(
        Screen("ruin", SeeThrough.INTO, exempt=frozenset({"Aircraft"}), sees_out=frozenset({"Towering"})),
        Screen("woods", SeeThrough.HAZY, exempt=frozenset({"Aircraft", "Towering"})),
    ),
)
"""True line of sight past terrain and models of other units (core.visibility, commentary.visible).

One sees into Ruins but not through, and nothing through Woods fully; Aircraft are seen and see past both, Towering
models past Woods, and out of Ruins that they are within (errata.ruins-visibility, core.terrain-woods).
"""
TILE: Final = "tile"
"""A base of terrain or a floor tile: models stand on it, and it is ground, however thick (commentary.ground-level)."""
PASSING: Final = frozenset({"Infantry", "Beast", "Belisarius Cawl"})
FLOORS: Final = PASSING | {"Fly"}
"""Who is set up and ends moves on any floor, also a Primarch of the Imperium (errata.ruins-movement)."""
PRIMARCH: Final = frozenset({"Imperium", "Primarch"})
"""Who moves through ruins (errata.ruins-movement)."""


def field(position: Position) -> FieldSheet:
    """The battlefield."""
    found: FieldSheet = position.content.battlefields[position.setup.battlefield]
    return found


def size(position: Position) -> tuple[float, float]:
    """Its width and depth in inches."""
    return field(position).width, field(position).depth


@rule("core.measuring", "core.visibility", "commentary.base")
def stand(position: Position, one: Model) -> plane.Model | None:
    """A model where it stands; whatever wounds it has left."""
    return None if one.away else _model(position, str(one.id), one)


def _model(position: Position, id: str, one: Model) -> plane.Model:
    shape = position.content.profiles[one.profile]
    keywords = position.content.units[one.profile.partition("/")[0]].keywords
    traits, (base, hull) = keywords & PASSING_OR_LARGE, _outlines(shape, keywords)
    if position.state.units[one.unit].hovers:  # chosen before any of its models stands anywhere
        traits -= {"Aircraft"}
    return _built(id, base, hull, shape.height, one.x, one.y, one.facing, one.ground, one.player, one.unit, traits)


@lru_cache(maxsize=1 << 10)
def _outlines(shape: Profile, keywords: frozenset[str]) -> tuple[Base, Base | None]:
    """What is measured to, and the hull that overhangs it."""
    return shape.measured(keywords), shape.overhanging(keywords)


PASSING_OR_LARGE: Final = frozenset({*PASSING, "Monster", "Vehicle", "Fly", "Aircraft", "Titanic", "Towering"})
"""The keywords that matter to space."""


@lru_cache(maxsize=1 << 12)
def _built(
    id: str, base: Base, hull: Base | None, height: float, x: float, y: float, facing: float, ground: float,
    player: int, unit: str, traits: frozenset[str],
) -> plane.Model:  # fmt: skip
    pose = Pose(x, y, facing, ground)
    return plane.Model(id, base, pose, height, side=player, unit=unit, traits=traits, hull=hull)


@rule("core.objective-markers")
def lie(position: Position, objective: Objective) -> Marker:
    """An objective marker."""
    return Marker(str(objective.id), objective.x, objective.y, MARKER)


@rule("commentary.charging-with-units", "commentary.base-contact")
def hold(position: Position, pair: KeptOff) -> HeldPair:
    """Two models that count as near each other until the end of the turn."""
    return HeldPair(str(pair.id), (pair.model, pair.enemy), pair.contact)


def terrain(position: Position) -> Iterable[Piece]:
    """The terrain features of the battlefield."""
    return field(position).terrain


def zones(position: Position) -> Iterable[Zone]:
    """The deployment zones."""
    return field(position).zones


TABLE: Final = Scenes(size, {"models": stand, "objectives": lie, "kept_off": hold}, terrain=terrain, zones=zones)


# Measuring --------------------------------------------------------------------------------------------------


@TABLE.keep
@rule("core.engagement-range", "commentary.unit-engagement-range", "commentary.horizontal-and-vertical-distance")
def engagements(scene: Scene) -> dict[str, tuple[str, ...]]:
    """The enemy units within Engagement Range of each unit that is engaged."""
    found: dict[str, list[str]] = {}
    for one, other in plane.measure.engaged_units(scene, ENGAGED):
        found.setdefault(one, []).append(other)
        found.setdefault(other, []).append(one)
    return {name: tuple(dict.fromkeys(foes)) for name, foes in found.items()}


@rule("commentary.any")
def engaged(position: Position, id: str) -> tuple[str, ...]:
    """The enemy units within Engagement Range of a unit."""
    return engagements(position).get(id, ())


@rule("core.measuring", "commentary.horizontal-and-vertical-distance")
def gap(position: Position, one: str, other: str, *, level: bool = False) -> float:
    """How many inches lie between the closest points of two units, or models; horizontally, with ``level``."""
    return _gap(TABLE(position), one, other, level=level)


def _gap(scene: Scene, one: str, other: str, *, level: bool = False) -> float:
    of_units = plane.measure.gaps_of_units(scene, not level)
    if one in of_units and other in of_units:
        return of_units[one][other]
    measured = plane.measure.unit_gap(scene, one, other, straight=not level)
    return measured.horizontal if level else measured.straight


def marker_gap(position: Position, id: str, marker: str) -> float:
    """How many inches lie between a unit and an objective marker, horizontally."""
    ids = tuple(str(one.id) for one in models(position, id))

    def nearest(scene: Scene) -> float:
        return min(plane.measure.horizontal(scene, one, marker) for one in ids)

    return TABLE(position).kept(("marker gap", marker, ids), nearest)


def within(position: Position, one: str, other: str, inches: float, *, level: bool = False) -> bool:
    """Whether any part of one is within a distance of any part of the other (core.measuring 4)."""
    return plane.measure.units_within(TABLE(position), one, other, inches, straight=not level)


@rule("core.visibility", "commentary.visible", "errata.ruins-visibility", "core.terrain-woods",
      "faq.movement.partly-within-terrain-true-los")  # fmt: skip
def sees(position: Position, one: str, other: str) -> bool:
    """Whether a model, or any of a unit, sees any part of a unit."""
    return TABLE(position).kept(("sees", one, other), lambda scene: plane.see.unit_sees(scene, one, other, None, SIGHT))


@rule("core.select-ranged-targets", "core.measuring")
def shooters(position: Position, id: str, target: str, inches: float) -> tuple[str, ...]:
    """The models of a unit to which a model of the target is visible and within this range, the same one."""
    return TABLE(position).kept(("shooters", id, target, inches), lambda scene: _shooters(scene, id, target, inches))


def _shooters(scene: Scene, id: str, target: str, inches: float) -> tuple[str, ...]:
    found = plane.see.seers(scene, id, target, inches, SIGHT)
    theirs = plane.measure.members(scene, target)
    return found if _level(scene, (*found, *theirs)) else _aslant(scene, found, theirs, inches)


@rule("core.select-ranged-targets", "core.measuring")
def any_shoots(position: Position, ids: Sequence[str], target: str, inches: float) -> bool:
    """Whether one of these models is a shooter in this sense: looked for until the first is found."""
    able = tuple(ids)
    return TABLE(position).kept(
        ("any shoots", able, target, inches), lambda now: _any_shoots(now, able, target, inches)
    )


def _any_shoots(scene: Scene, ids: tuple[str, ...], target: str, inches: float) -> bool:
    if not ids or not plane.see.unit_sees(scene, ids, target, inches, SIGHT):
        return False
    theirs = plane.measure.members(scene, target)
    return _level(scene, (*ids, *theirs)) or bool(_aslant(scene, ids, theirs, inches))


def _level(scene: Scene, ids: Iterable[str]) -> bool:
    """Whether models stand equally high: then how far they are horizontally is how far they are."""
    return len({scene.models[one].pose.height for one in ids}) < 2


def _aslant(scene: Scene, ids: Iterable[str], theirs: Sequence[str], inches: float) -> tuple[str, ...]:
    """Which models see one of theirs that is within a distance, measured up and down, too."""
    return tuple(
        one
        for one in ids
        if any(_gap(scene, one, at) <= inches + TOLERANCE and plane.see.sees(scene, one, at, SIGHT) for at in theirs)
    )


def nearest_first(position: Position, id: str, others: Iterable[str]) -> list[str]:
    """Units by how far they are from a unit."""
    return sorted(others, key=lambda other: coarse(gap(position, id, other)))


# Moving -----------------------------------------------------------------------------------------------------


@rule("core.moving-over-terrain", "core.normal-move", "core.flying", "errata.moving-units", "errata.ruins-movement",
      "core.aircraft-and-other-models", "commentary.fly", "commentary.flying-over-terrain",
      "commentary.flying-over-uneven-terrain", "commentary.moving-over-models",
      "core.terrain-woods", "core.terrain-craters", "core.terrain-barricades", "core.terrain-debris")  # fmt: skip
def policy(
    position: Position, id: str, *, engages: Iterable[str] = (), over_enemies: bool = False, on_foot: bool = False
) -> MovePolicy:
    """How the models of a unit stand and are set up; ``engages`` are the enemies that they may come near to.

    Nobody flies ``on_foot``: that is for moves other than Normal, Advance, Fall Back and Charge moves.
    """
    one = unit(position, id)
    own = [at for at in models(position, id) if at.origin == id] or models(position, id)
    profile = own[0].profile if own else ""
    return _of_kind(position, one.sheet, profile, one.hovers, frozenset(engages), over_enemies, on_foot)


class Each(ReadOnlyDict):
    """How each model moves, where not all move alike."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))


def policies(
    position: Position, id: str, *, engages: Iterable[str] = (), over_enemies: bool = False, on_foot: bool = False
) -> Policies:
    """How each model of a unit moves, also to act on death; one way for all where they are of one kind."""
    own, all = unit(position, id), [one for one in position.state.models.values() if one.unit == id]
    if not own.leaders and len({one.profile for one in all}) < 2:
        return _moving(policy(position, id, engages=engages, over_enemies=over_enemies, on_foot=on_foot))
    found = {}
    for one in all:
        sheet = one.profile.partition("/")[0]
        kind = _of_kind(position, sheet, one.profile, own.hovers, frozenset(engages), over_enemies, on_foot)
        found[str(one.id)] = _moving(kind)
    return next(iter(found.values())) if len({*found.values()}) == 1 else Each(found)


def varied(moving: Policies, **changes: Any) -> Policies:
    """How each model moves, with changes."""
    if isinstance(moving, MovePolicy):
        return replace(moving, **changes)
    return Each({id: replace(one, **changes) for id, one in moving.items()})


@lru_cache(maxsize=1 << 10)
@rule("core.objective-markers")
def _moving(kind: MovePolicy) -> MovePolicy:
    """The same for models that move: they may be set up on objective markers, but no move ends on one."""
    return replace(kind, on_markers=False)


def _of_kind(
    position: Position, sheet: str, profile: str, hovers: bool, engages: frozenset[str], over_enemies: bool,
    on_foot: bool,
) -> MovePolicy:  # fmt: skip
    keywords = position.content.units[sheet].keywords - (HOVERING if hovers else frozenset())
    floors, large = bool(keywords & FLOORS) or keywords >= PRIMARCH, keywords & {"Monster", "Vehicle"}
    flies = "Fly" in keywords and not on_foot
    passes = bool(keywords & PASSING) or keywords >= PRIMARCH
    turn = pivot_value(keywords, position.content.profiles[profile]) if profile else 0.0
    over = over_enemies or "Aircraft" in keywords
    return _policy(passes, bool(large) and not flies, flies, floors, engages, over, turn)


@rule("core.moving-over-terrain", "core.terrain-hills", "commentary.ground-level", "errata.straight-line-moves")
def places(question: Inches, answer: Answer) -> tuple[tuple[float | str, ...], ...]:
    """Where an answer puts models: each with its x, y, facing and the height of what it stands on."""
    if isinstance(question, Goals):
        moves = question.moves(answer)
        stands = [(at.model, end_pose(question.scene, at, policy_of(question.policy, at.model))) for at in moves]
    else:
        stands = [(one.id, one.pose) for one in question.placed(answer)] if isinstance(question, SetUp) else []
    return tuple((id, pose.x, pose.y, pose.facing, pose.height) for id, pose in stands)


HOVERING: Final = frozenset({"Aircraft"})
"""The keywords that a unit in Hover mode has not (core.hover)."""


@lru_cache(maxsize=1 << 10)
def _policy(
    passes: bool, large: bool, flies: bool, floors: bool, engages: frozenset[str], over_enemies: bool, turn: float
) -> MovePolicy:
    over_foes = over_enemies or flies
    return MovePolicy(
        areas=frozenset({"woods", "crater", TILE}),
        through=frozenset({"ruin"}) if passes else frozenset(),
        never_on=frozenset({"barricade", "debris"}),
        never_over=frozenset({"Monster", "Vehicle"}) if large else frozenset(),
        flies=flies,
        over_enemies=over_foes,
        clear_on_way=None if over_foes else ENGAGED,
        clear_at_end=ENGAGED,
        engages=engages,
        over=HOVERING,
        floors=floors,
        pivot_value=turn,
    )


MOVING: Final = FaultRules(
    {
        "too long": "core.normal-move",
        "too few of its unit near": "core.unit-coherency",
        "apart from the rest of its unit": "core.unit-coherency",
        "comes too close to": "core.normal-move",
        "ends too close to": "core.engagement-range",
        "ends mid-climb on": "core.moving-over-terrain",
        "pivot not paid": "errata.pivots",
        "ends on a floor of": "errata.ruins-movement",
        "overhangs": "errata.ruins-movement",
    },
    others="errata.moving-units",
)
"""Which rule forbids what the geometry finds wrong with a move."""


# Areas of the battlefield -----------------------------------------------------------------------------------


@rule("core.no-mans-land", "commentary.no-mans-land")
def in_no_mans_land(position: Position, model: str) -> bool:
    """Whether no part of the base of a model is in either deployment zone."""
    base = TABLE(position).model(model).footprint.polygon
    return all(base.disjoint(zone.polygon) for zone in field(position).zones)


def in_zone(position: Position, model: str, id: str) -> bool:
    """Whether the base of a model is wholly within a deployment zone."""
    base = TABLE(position).model(model).footprint.polygon
    return any(zone.polygon.covers(base) for zone in field(position).zones if zone.id == id)


@rule("commentary.battlefield-edge")
def at_edge(position: Position, model: str, inches: float, *, wholly: bool = False) -> bool:
    """Whether the base of a model is within some inches of an edge of the battlefield, or wholly within them."""
    width, depth = size(position)
    left, low, right, high = TABLE(position).model(model).footprint.polygon.bounds
    if wholly:
        return min(right, high, width - left, depth - low) <= inches + TOLERANCE
    return min(left, low, width - right, depth - high) <= inches + TOLERANCE


@rule("commentary.battlefield-edge")
def own_edge(position: Position, seat: int) -> Edge:
    """The battlefield edge of a player: the one nearest to the middle of the deployment zone."""
    role = position.state.armies[seat].role
    centre = next(zone for zone in field(position).zones if zone.id == role).polygon.centroid
    width, depth = size(position)
    gaps: dict[Edge, float] = {
        "left": centre.x, "right": width - centre.x, "front": centre.y, "back": depth - centre.y,
    }  # fmt: skip
    return min(gaps, key=lambda edge: coarse(gaps[edge]))


@rule("faq.reserves.oversized-models", "commentary.deploying-units")
def touching(position: Position, seat: int, ready: Sequence[plane.Model], room: float) -> NearOneEdge | None:
    """Where models stand that are too large for so many inches: touching their player's edge; None if they are not."""
    widest = max(2 * radius(one.base) for one in ready)
    return NearOneEdge(widest, (own_edge(position, seat),)) if widest > room else None


@rule("commentary.table-quarter", "commentary.battlefield-quarter")
def quarters(position: Position) -> tuple[Zone, ...]:
    """The four table quarters: two straight lines through the centre of the battlefield part them."""
    width, depth = size(position)
    halves = ((0.0, width / 2), (width / 2, width)), ((0.0, depth / 2), (depth / 2, depth))
    return tuple(
        Zone(f"quarter {number}", ((left, low), (right, low), (right, high), (left, high)))
        for number, ((left, right), (low, high)) in enumerate(product(*halves), start=1)
    )


@rule("commentary.table-quarter")
def quarter_gap(position: Position, model: str, quarter: Zone) -> float:
    """How many inches lie between a model and a table quarter, horizontally."""
    return float(TABLE(position).model(model).footprint.polygon.distance(quarter.polygon))


@rule("commentary.table-quarter", "commentary.battlefield-quarter")
def quarter_of(position: Position, id: str) -> str:
    """The table quarter that a unit is wholly within; empty where it is in several of them."""
    found = [zone for zone in quarters(position) for one in models(position, id)
             if quarter_gap(position, str(one.id), zone) <= TOLERANCE]  # fmt: skip
    return found[0].id if len({zone.id for zone in found}) == 1 else ""


@rule("commentary.ground-level")
def at_ground_level(position: Position, model: str) -> bool:
    """Whether a model stands on the surface of the battlefield, also within terrain or on a tile."""
    return bool(position.state.models[model].ground <= TOLERANCE)


# Setting up -------------------------------------------------------------------------------------------------


def ready(position: Position, one: Model) -> plane.Model:
    """A model that is to be set up, as space has it."""
    return _model(position, str(one.id), one)


def standing(position: Position, id: str, new: Iterable[Model] = ()) -> tuple[plane.Model, ...]:
    """The models of a unit that is to be set up, or new ones, as space has them."""
    return tuple(ready(position, one) for one in tuple(new) or models(position, id))
