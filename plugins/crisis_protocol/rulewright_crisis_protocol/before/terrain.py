"""Where terrain stands: the rules for its amount and spacing, layouts of the content, and scattered ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from rulewright import rule
from rulewright.geometry import TOLERANCE
from rulewright.problems import did_you_mean, nearest

from ..space.tools import BOARD, inches

if TYPE_CHECKING:
    from shapely.geometry import Polygon

    from rulewright.geometry.plane import Piece

    from ..cards.loading import Book

LEAST: Final = 12
"""The terrain features that a battlefield should have at least."""
LARGEST: Final = 5
"""The largest size that counts among them; larger terrain is part of the ground."""
APART: Final = inches(2)
"""Nothing stands as near as this to an edge or to other terrain."""
SCATTERED: Final = "random"


class Feature(Struct, frozen=True):
    """A terrain feature with its middle at a place, turned by ``facing`` degrees."""

    kind: str
    x: float
    y: float
    facing: float = 0.0


# What layouts there are -------------------------------------------------------------------------------------


@rule("battlefield.terrain-agree")
def features_of(book: Book, layout: str) -> tuple[Feature, ...]:
    """The terrain of a layout of the content, or of one that is scattered by a number.

    Raises LookupError naming the nearest layout where there is none.
    """
    name, _, number = layout.partition(" ")
    if name == SCATTERED and number.isdecimal():
        return scattered(book, int(number))
    if layout not in book["layouts"]:
        known = [*sorted(book["layouts"]), f"{SCATTERED} 1", f"{SCATTERED} 2"]
        hint = did_you_mean(nearest(layout, known))
        raise LookupError(f"there is no {layout!r}{hint}; there are {', '.join(known)}, and so on")
    return tuple(Feature(one.kind, one.at[0], one.at[1], one.facing) for one in book["layouts"][layout].terrain)


def piece(book: Book, feature: Feature, id: str = "") -> Piece:
    """The ground that a feature covers."""
    return book.terrain[feature.kind].piece(id, feature.x, feature.y, feature.facing)


# What is wrong with them ------------------------------------------------------------------------------------


@rule("battlefield.terrain-amount")
def too_little(book: Book, features: Sequence[Feature]) -> Iterator[str]:
    """There should be 12 terrain features of sizes 1 to 5, most of them of sizes 2 to 4."""
    sizes = [book.terrain[feature.kind].size for feature in features]
    counted = [size for size in sizes if size <= LARGEST]
    if len(counted) < LEAST:
        yield f"terrain: found {len(counted)} features of sizes 1 to 5, expected {LEAST} (battlefield.terrain-amount)"
    middling = sum(1 < size < LARGEST for size in counted)
    if 2 * middling <= len(counted):
        found = f"terrain: found {middling} of {len(counted)} features of sizes 2 to 4"
        yield f"{found}, expected more than half (battlefield.terrain-amount)"


@rule("battlefield.terrain-spacing")
def too_near(book: Book, features: Sequence[Feature], first: int = 0) -> Iterator[str]:
    """No terrain, from the ``first`` in the list on, is within range 2 of an edge or of terrain before it."""
    expected = f"expected more than {APART:g} (battlefield.terrain-spacing)"
    for where, what, gap in _gaps(book, features, first):
        if gap <= APART + TOLERANCE:
            yield f"{where}: found {max(0.0, gap):.2f} inches to {what}, {expected}"


@rule("battlefield.terrain-agree")
def impossible(book: Book, features: Sequence[Feature]) -> Iterator[str]:
    """What not even players who agree on it can set up: terrain on other terrain, or beyond the edge."""
    for where, what, gap in _gaps(book, features):
        if gap < -TOLERANCE:
            yield f"{where}: it overlaps {what}"


def _gaps(book: Book, features: Sequence[Feature], first: int = 0) -> Iterator[tuple[str, str, float]]:
    """Each feature with the edge and with those before it: where it stands, what is near, and inches between them.

    Below 0 they overlap.
    """
    pieces = [piece(book, feature).polygon for feature in features]
    names = [f"terrain[{number}] ({one.kind} at {one.x:g}, {one.y:g})" for number, one in enumerate(features)]
    for number, ground in list(enumerate(pieces))[first:]:
        yield names[number], "the edge of the battlefield", to_edge(ground)
        for other in range(number):
            over = overlap(ground, pieces[other])
            yield names[number], names[other], -1.0 if over else ground.distance(pieces[other])


def to_edge(ground: Polygon) -> float:
    """Inches from some ground to the nearest edge of the battlefield; below 0 it reaches beyond."""
    left, low, right, high = ground.bounds
    return float(min(left, low, BOARD - right, BOARD - high))


def overlap(one: Polygon, other: Polygon) -> bool:
    """Whether two grounds share more than an edge."""
    return bool(one.intersection(other).area > TOLERANCE)


# Scattered ones ---------------------------------------------------------------------------------------------

SIZES: Final = (5, 4, 3, 2, 3, 1)
"""The sizes of the terrain that is scattered, in pairs, the largest first."""
TURNS: Final = (0.0, 30.0, 45.0, 60.0, 90.0, 135.0)
TRIES: Final = 200
"""After as many misses all is begun anew."""


@rule("battlefield.terrain-amount", "battlefield.terrain-spacing")
def scattered(book: Book, number: int) -> tuple[Feature, ...]:
    """A layout by the book: six features at random and their twins across the middle, so that no edge is better.

    The same number scatters the same terrain. Raises LookupError where the content has no terrain of some size.
    """
    kinds = {size: sorted(id for id, sheet in book.terrain.items() if sheet.size == size) for size in SIZES}
    if missing := sorted(size for size in kinds if not kinds[size]):
        raise LookupError(f"no terrain of size {missing[0]} is there to be scattered")
    rng = Random(number)
    while True:
        features: list[Feature] = []
        for size in SIZES:
            features += _pair(book, features, rng.choice(kinds[size]), rng)
        if len(features) == 2 * len(SIZES):
            return tuple(features)


def _pair(book: Book, features: Sequence[Feature], kind: str, rng: Random) -> Sequence[Feature]:
    """A feature and its twin, turned about the middle, where there is room for both; nothing where none is found."""
    for _ in range(TRIES):
        x, y, facing = round(rng.uniform(0, BOARD), 1), round(rng.uniform(0, BOARD / 2), 1), rng.choice(TURNS)
        pair = [Feature(kind, x, y, facing), Feature(kind, round(BOARD - x, 1), round(BOARD - y, 1), facing + 180)]
        if not any(too_near(book, [*features, *pair], len(features))):
            return pair
    return ()
