"""The battlefield as space: what stands where, what is in range, what is seen, and who has cover."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from rulewright import rule
from rulewright.field import Scenes
from rulewright.geometry import TOLERANCE, plane
from rulewright.geometry.plane import Circle, Marker, Model, Piece, Pose, Scene, Zone
from rulewright.geometry.plane.see import SightPolicy

from .tools import BOARD, MM, TOKEN, inches

if TYPE_CHECKING:
    from rulewright import Position

    from ..book.sheets import TerrainSheet
    from ..state import CardToken, Character, Objective, Terrain

SIGHT: Final = SightPolicy(sizes=True)
"""Terrain larger than who is looked at blocks; characters never do (los.rule, los.elevation)."""


@rule("battlefield.size")
def size(position: Position) -> tuple[float, float]:
    """The battlefield is a square."""
    return BOARD, BOARD


@rule("character.definition", "stat-card.size", "terms.objects", "field.bases", "los.size")
def stand(position: Position, character: Character) -> Model | None:
    """Where a character stands; nowhere before it is deployed. A form on a larger base stays on the battlefield."""
    if not character.deployed:
        return None
    card = position.content.characters[character.card]
    half = card.base * MM / 2
    x, y = (min(max(at, half), BOARD - half) for at in (character.x, character.y))
    return _model(str(character.id), card.base, card.size, x, y, character.player)


@lru_cache(maxsize=1 << 10)
def _model(id: str, base: int, size: int, x: float, y: float, player: int) -> Model:
    """A character, whatever lies on its card."""
    return Model(id, Circle(base), Pose(x, y), size=size, side=player)


@rule("terms.objects", "terrain.size")
def lie(position: Position, terrain: Terrain) -> Piece:
    """A terrain feature where it was set up."""
    kind: TerrainSheet = position.content.terrain[terrain.kind]
    return kind.piece(str(terrain.id), terrain.x, terrain.y, terrain.facing)


@rule("terms.objects", "objective.no-size", "field.tokens")
def token(position: Position, objective: Objective) -> Marker | None:
    """An objective token on the battlefield; it hinders nobody."""
    return None if objective.holder else Marker(str(objective.id), objective.x, objective.y, TOKEN)


@rule("terms.objects", "field.tokens")
def card_token(position: Position, one: CardToken) -> Marker:
    """A token of a team tactic card on the battlefield; it hinders nobody."""
    return Marker(str(one.id), one.x, one.y, TOKEN)


@rule("deployment.order")
def zones(position: Position) -> Iterable[Zone]:
    """What is within range 3 of each edge of the battlefield."""
    for edge, (left, low, right, high) in DEPLOYMENT.items():
        yield Zone(f"{edge} edge", ((left, low), (right, low), (right, high), (left, high)))


DEPLOYMENT: Final = {
    "south": (0.0, 0.0, BOARD, inches(3)),
    "north": (0.0, BOARD - inches(3), BOARD, BOARD),
    "west": (0.0, 0.0, inches(3), BOARD),
    "east": (BOARD - inches(3), 0.0, BOARD, BOARD),
}
"""The edges of the battlefield, and the corners of what is within range 3 of them."""

OPPOSITE: Final = {"south": "north", "north": "south", "west": "east", "east": "west"}
"""The edge that faces each."""

TABLE: Final = Scenes(
    size, {"characters": stand, "terrain": lie, "objectives": token, "card_tokens": card_token}, zones=zones,
    reads={"characters": ("card", "player", "x", "y", "deployed"), "objectives": ("x", "y", "holder")},
)  # fmt: skip


@rule("measure.placing", "measure.within", "measure.range-tools", "field.vertical")
def within(position: Position, one: str, other: str, range: int) -> bool:
    """Whether two things are within a range of each other, part to part; height does not count."""
    return plane.measure.horizontal(TABLE(position), one, other) <= inches(range) + TOLERANCE


@rule("measure.within", "field.vertical")
def around(position: Position, id: str, reach: float) -> tuple[str, ...]:
    """The characters on the battlefield within so many inches of a thing, itself among them where it is one."""
    scene = TABLE(position)
    return scene.kept(("around", id, reach), lambda scene: plane.measure.models_within(scene, id, reach))


def gap_to(position: Position, character: str, thing: str) -> float:
    """Inches between a character and something else on the battlefield."""
    return plane.measure.horizontal(TABLE(position), character, thing)


@rule("measure.within")
def tokens_around(position: Position, id: str, range: int) -> frozenset[str]:
    """The objective tokens on the battlefield within a range of a character."""
    scene = TABLE(position)

    def build(scene: Scene) -> frozenset[str]:
        return frozenset(plane.measure.markers_within(scene, id, inches(range)))

    near: frozenset[str] = scene.kept(("tokens around", id, range), build)
    return near.difference(map(str, position.state.card_tokens)) if near else near


@rule("measure.within")
def terrain_around(position: Position, id: str, range: int) -> frozenset[str]:
    """The terrain features within a range of something on the battlefield."""
    scene, reach = TABLE(position), inches(range) + TOLERANCE

    def build(scene: Scene) -> frozenset[str]:
        return frozenset([name for name in scene.pieces if plane.measure.horizontal(scene, id, name) <= reach])

    near: frozenset[str] = scene.kept(("terrain around", id, range), build)
    return near


@rule("los.rule", "los.elevation", "los.example")
def sees(position: Position, one: str, other: str) -> bool:
    """Whether a character has line of sight to another one; to itself always."""
    return plane.see.sees(TABLE(position), one, other, policy=SIGHT)


@rule("cover.conditions", "note.cover-line", "field.cover-on-top")
def cover(position: Position, attacker: str, defender: str) -> tuple[str, ...]:
    """The terrain that gives the defender cover; none where the attacker is within range 2."""
    if within(position, attacker, defender, 2):
        return ()
    scene = TABLE(position)
    size = scene.models[defender].size
    between = lines(position, attacker, defender)
    return tuple(id for id in between if scene.pieces[id].size >= size and within(position, defender, id, 1))


@rule("note.cover-line")
def lines(position: Position, attacker: str, defender: str) -> Iterable[str]:
    """The terrain through which a line runs: some line between the bases, or that between their centres."""
    scene = TABLE(position)
    if position.setup.cover == "centre line":
        return _on_centre_line(scene, attacker, defender)
    return plane.see.crossed(scene, attacker, defender)


def _on_centre_line(scene: Scene, attacker: str, defender: str) -> Iterable[str]:
    from shapely.geometry import LineString

    line = LineString([scene.models[name].pose.centre for name in (attacker, defender)])
    return [piece.id for piece in scene.pieces.values() if piece.polygon.relate_pattern(line, "T********")]
