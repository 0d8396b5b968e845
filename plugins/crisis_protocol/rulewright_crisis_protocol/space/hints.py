"""Where a move may lead that is worth a look: to tokens, into the range of attacks, and away from enemies."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain
from math import degrees, radians
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace
from shapely import Point, get_coordinates
from shapely.ops import nearest_points

from rulewright.geometry import TOLERANCE
from rulewright.geometry.irrational import scalar
from rulewright.geometry.lattice import coarse
from rulewright.geometry.plane.measure.table import towards
from rulewright.geometry.plane.shapes import radius

from ..book.wording import both
from ..terms import able, attacks_of, can_pay, character, characters_of
from .battlefield import TABLE, gap_to
from .tools import BOARD, LENGTHS, MM, TOKEN, Speed, inches

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from rulewright import Position, Request, View
    from rulewright.field.inches import Place, ToolMove

NEAREST: Final = 3
"""How many of the nearest tokens, and of the nearest enemies, a move is proposed to."""
EDGE: Final = 0.01
"""Inches by which a proposed place lies inside of where the middle may be."""
INSIDE: Final = 0.1
"""Inches by which a proposed place is nearer than a range would allow."""
SPARE: Final = 0.16
"""Inches that the tool has to spare on the way to a proposed place: to prove that none at all fits takes seconds."""
ASIDE: Final = (0.0, 35.0, -35.0, 75.0, -75.0)
"""Degrees about the goal in which places are looked for, in this order."""
BENDS: Final = ((0.0, 0.0), (30.0, -50.0), (-30.0, 50.0), (60.0, -80.0), (-60.0, 80.0))
"""How the tool is laid toward what is out of reach: degrees from the straight way, and its bend."""


def proposals(position: Position, question: ToolMove, tool: Speed) -> Iterator[tuple[Any, Any]]:
    """Moves that are worth a look, each with what it is good for; ``question`` is the move without proposals."""
    id, roomy = question.model, replace(question, spare=SPARE)
    for thing, reach, words in goals(position, id):
        answer = _toward(roomy, thing, reach, tool)
        if answer is not None:
            yield words, answer
    answer = _away(position, question)
    if answer is not None:
        yield both("hint.away"), answer


def goals(position: Position, id: str) -> Iterator[tuple[str, float, Any]]:
    """Things to go to, from how many inches away they are within reach, and what for."""
    names, scene = position.content.names, TABLE(position)
    for thing in _nearest(position, id, scene.markers):
        yield thing, inches(1), both("hint.token", thing=names(thing))
    ranges = _ranges(position, id)
    for foe in _nearest(position, id, standing(position, 1 - character(position, id).player)):
        for reach, attack in ranges.items():
            yield foe, reach, both("hint.attack", thing=names(foe), attack=names(attack))


def _ranges(position: Position, id: str) -> dict[float, str]:
    """From how far away a character attacks: the farthest, and with the strongest of its attacks that it can pay."""
    sheets = [position.content.attacks[attack] for attack in attacks_of(position, id)]
    payable = [sheet for sheet in sheets if can_pay(position, id, sheet.cost)]
    found = {}
    if payable:
        for sheet in (max(payable, key=lambda one: (one.strength, one.range)), max(payable, key=lambda one: one.range)):
            found[inches(sheet.range)] = sheet.id
    return found


def _toward(question: ToolMove, thing: str, reach: float, tool: Speed) -> Any:
    """The nearest place at which a thing is within reach, or as near to it as the tool leads; None for no move."""
    scene, own = question.scene, question.scene.models[question.model]
    if thing in scene.markers:
        (x, y), size = (scene.markers[thing].x, scene.markers[thing].y), TOKEN * MM / 2
    else:
        (x, y), size = scene.models[thing].pose.centre, radius(scene.models[thing].base)
    here, own_size = own.pose.centre, radius(own.base)
    far = scalar.hypot(x - here[0], y - here[1])
    wanted = own_size + size + reach - INSIDE
    if far <= wanted - TOLERANCE:
        return None
    way = scalar.atan2(y - here[1], x - here[0])
    if far - wanted <= LENGTHS[tool] + 2 * own_size + TOLERANCE:
        for turn in ASIDE:
            back = way + radians(180.0 + turn)
            found = _settled(question, ("spot", x + wanted * scalar.cos(back), y + wanted * scalar.sin(back)))
            if found is not None:
                return found
    for turn, bend in BENDS:
        found = _settled(question, ("lay", degrees(way) + turn, bend))
        if found is not None and coarse(scalar.hypot(x - found[3][0], y - found[3][1])) < coarse(far):
            return found
    return None


def _away(position: Position, question: ToolMove) -> Any:
    """Straight away from the nearest enemy."""
    id, scene = question.model, question.scene
    own = character(position, id)
    foes = _nearest(position, id, standing(position, 1 - own.player))
    if not foes:
        return None
    foe = scene.models[foes[0]].pose
    return _settled(question, ("lay", degrees(scalar.atan2(own.y - foe.y, own.x - foe.x)), 0.0))


def _settled(question: ToolMove, intent: Any) -> Any:
    answer = question.settle(intent)
    return None if answer == intent or question.check(answer) else answer


# Places --------------------------------------------------------------------------------------------------------


def places(position: Position, question: Place, player: int) -> Iterator[tuple[Any, Any]]:
    """Where a character may be placed that is worth a look: an ally by tokens and enemies, an enemy away from them."""
    id = question.model
    tokens = _nearest(position, id, TABLE(position).markers)
    foes = _nearest(position, id, standing(position, 1 - player))
    if character(position, id).player == player:
        return near(position, question, (*tokens, *foes))
    mine = _nearest(position, id, standing(position, player))
    return chain(far(position, question, tokens[:1]), near(position, question, mine))


def places_for_token(position: Position, question: Place, player: int) -> Iterator[tuple[Any, Any]]:
    """Where a token may be dropped that is worth a look: where it falls, and by the characters of who drops it."""
    yield both("hint.here"), question.scene.models[question.model].pose.centre
    spot = Point(question.scene.models[question.model].pose.centre)
    scene = TABLE(position)
    away = {one: Point(scene.models[one].pose.centre).distance(spot) for one in standing(position, player)}
    mine = sorted(away, key=lambda one: coarse(away[one]))
    yield from near(position, question, mine[:NEAREST])


def near(position: Position, question: Place, things: Iterable[str]) -> Iterator[tuple[Any, Any]]:
    """As near to each of these things as it may be placed."""
    ground = _ground(question)
    for thing in things:
        if ground is None:
            return
        spot = nearest_points(ground, _middle(position, thing))[0]
        if not question.check(answer := (spot.x, spot.y)):
            yield both("hint.towards", thing=position.content.names(thing)), answer


def far(position: Position, question: Place, things: Iterable[str]) -> Iterator[tuple[Any, Any]]:
    """As far from each of these things as it may be placed."""
    ground = _ground(question)
    for thing in things:
        if ground is None:
            return
        middle = _middle(position, thing)
        spot = max(map(Point, get_coordinates(ground)), key=lambda one: coarse(middle.distance(one)))
        if not question.check(answer := (spot.x, spot.y)):
            yield both("hint.away_from", thing=position.content.names(thing)), answer


def _ground(question: Place) -> BaseGeometry | None:
    """Where the middle may be, a hair inside."""
    region = question.reach()
    inside = None if region is None else region.buffer(-EDGE)
    return None if inside is None or inside.is_empty else inside


def _middle(position: Position, thing: str) -> Point:
    scene = TABLE(position)
    marker = scene.markers.get(thing)
    return Point(scene.models[thing].pose.centre) if marker is None else Point(marker.x, marker.y)


def _nearest(position: Position, id: str, things: Iterable[str]) -> list[str]:
    return sorted(things, key=lambda thing: coarse(gap_to(position, id, thing)))[:NEAREST]


def standing(position: Position, player: int) -> list[str]:
    """The characters of a player on the battlefield that are not dazed."""
    return [str(one.id) for one in characters_of(position, player) if able(position, str(one.id))]


# Throws -----------------------------------------------------------------------------------------------------


def into_things(
    position: Position, thrower: str, origin: str, reach: float, met: Callable[[float], Collection[str]]
) -> Iterator[tuple[Any, Any]]:
    """Straight into the nearest enemies of the thrower and the nearest terrain, where those are what is met first.

    The tool lies at ``origin`` and leads ``reach`` inches far; ``met`` gives what it meets first in a direction.
    """
    scene = TABLE(position)
    foes = [foe for foe in standing(position, 1 - character(position, thrower).player) if foe != origin]
    for things in (foes, list(scene.pieces)):
        within = (one for one in things if gap_to(position, origin, one) <= reach + TOLERANCE)
        for thing in _nearest(position, origin, within):
            way = towards(scene, origin, thing)
            if way is not None and thing in met(angle := degrees(scalar.atan2(way[1], way[0])) % 360.0):
                yield both("hint.into", thing=position.content.names(thing)), angle


FOLLOW_UPS: Final = (
    "way_to_move",
    "advance",
    "climb",
    "target",
    "attack",
    "attack_type",
    "aim",
    "next_target",
    "special",
    "push",
    "throw",
    "throw_terrain",
    "collide",
    "terrain",
    "character",
    "token",
    "payer",
    "spend",
    "suffer",
    "may",
    "reroll",
    "change_die",
    "change_to",
)
"""Questions that carry on what was decided."""


def suggest(view: View, request: Request) -> list[Any] | None:
    """To move, the longest advance, and to climb where terrain is near; None for what is asked besides."""
    if request.ask != "way_to_move":
        return None
    ways = list(request.space.options() or ())
    id = request.about["character"]
    near = any(gap_to(view, id, piece) <= LENGTHS["short"] + TOLERANCE for piece in TABLE(view).pieces)
    return [ways[0], *(way for way in ways if near and way[0] == "climb")]


# Deployment -------------------------------------------------------------------------------------------------


def places_to_deploy(position: Position, player: int, id: str) -> Iterator[tuple[Any, Any]]:
    """As far forward as it goes, opposite each token or beside whoever stands there, the nearest tokens first."""
    base = position.content.characters[character(position, id).card].base * MM / 2
    edge = position.state.squads[player].edge
    along = 0 if edge in ("south", "north") else 1
    depth = inches(3) + base - INSIDE
    front = depth if edge in ("south", "west") else BOARD - depth
    taken = [(one.x, one.y)[along] for one in characters_of(position, player) if one.deployed]
    spots = {str(token.id): (token.x, token.y) for token in position.state.objectives.values()}
    for token, spot in sorted(spots.items(), key=lambda one: (abs(one[1][1 - along] - front), one[1][along])):
        place = _free(spot[along], base, taken)
        x, y = (place, front) if along == 0 else (front, place)
        yield both("hint.opposite", thing=position.content.names(token)), ((id, x, y),)


def _free(wanted: float, base: float, taken: Sequence[float]) -> float:
    """The place along an edge nearest to the wanted one that no other character is too near to; else that one."""
    beside = [place for step in STEPS if base <= (place := wanted + step * ABREAST) <= BOARD - base]
    return next((place for place in beside if all(abs(place - other) >= ABREAST for other in taken)), wanted)


ABREAST: Final = 3.0
"""Inches between the middles of characters that are deployed beside each other."""
STEPS: Final = (0, 1, -1, 2, -2, 3, -3)
"""Beside a place, by how many characters abreast, in the order in which they are tried."""
