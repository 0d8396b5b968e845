"""The words of the HCMaps format, and what each means on a board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from rulewright.geometry.grid import board as kinds
from rulewright.geometry.grid.board import DOOR, WALL, EdgeKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulewright.geometry.grid.board import Step


Kind: TypeAlias = Literal["indoor", "outdoor", "both"]

LARGEST_MAP: Final = 100
"""The most columns or rows of a map; those in print have 24."""

HIGHEST: Final = 99
"""The highest elevation of a map; those in print go up to 6."""

FARTHEST: Final = 9999
"""The largest number that is read as a place."""

GLASS: Final = EdgeKind("glass wall", stops_fire=False)

FORCE_FIELD: Final = EdgeKind("force field")

FENCE: Final = EdgeKind("chain-link fence", stops_moves=False, stops_fire=False, parts=False, wall=False)

SEPARATOR: Final = EdgeKind("level separator", wall=False)

MAP_KINDS: Final[Mapping[str, Kind]] = {"indoor": "indoor", "outdoor": "outdoor", "indoorOutdoor": "both"}

TILE_KINDS: Final = {"indoor": True, "outdoor": False}

INSIDE: Final[Mapping[Kind, str]] = {"indoor": "indoor", "outdoor": "outdoor", "both": "outdoor"}


# Words of the format -> the terrain here, the area that marks it, and what is doubtful about it.
TERRAINS: Final[Mapping[str, tuple[str, str, str]]] = {
    "clear": (kinds.CLEAR, "", ""),
    "hindering": (kinds.HINDERING, "", ""),
    "blocking": (kinds.BLOCKING, "", ""),
    "water": (kinds.WATER, "", ""),
    "special": (kinds.SPECIAL, "", "what it does is told by the map's own rules, which are not read"),
    "special2": (kinds.SPECIAL, "special2", "a second special terrain; its squares are also the area 'special2'"),
    "obscuring": (kinds.OBSCURING, "", "it neither stops moves nor lines of fire, unless a game says so"),
    "window": (kinds.CLEAR, "window", "read as clear; its squares are the area 'window'"),
}

WALLS: Final[Mapping[str, tuple[EdgeKind, str]]] = {
    "normal": (WALL, ""),
    "door": (DOOR, ""),
    "door2": (DOOR, "read as doors: they stop lines of fire and part squares, but not moves"),
    "glass": (GLASS, "they stop moves and part squares, but not lines of fire; they are destroyed by no rule here"),
    "glass2": (GLASS, "read as glass: they stop moves and part squares, but not lines of fire"),
    "forceField": (FORCE_FIELD, "read as walls in every way"),
    "chainLinkFence": (FENCE, "they stop nothing here; the map's own rules, which are not read, may say more"),
    "levelSeparator": (SEPARATOR, "they stop moves and lines of fire and part squares, but are no walls to destroy"),
}

DIRECTIONS: Final[Mapping[str, Step]] = {
    "top": kinds.NORTH,
    "right": kinds.EAST,
    "bottom": kinds.SOUTH,
    "left": kinds.WEST,
}

LOOKS: Final = ("color", "style", "rotate")

CORNERS: Final = ("x0", "y0", "x1", "y1")

TITLES: Final = ("name", "set", "source", "date")

DEFAULTS: Final = ("defaultTerrain", "defaultElevation", "defaultType", "defaultWallType")

LISTS: Final = ("special", "rows", "walls", "ramps", "ziplines")

MAP_KEYS: Final = frozenset((*TITLES, *DEFAULTS, *LISTS, "type", "width", "height", "hideLabels"))

TILE_KEYS: Final = frozenset(
    ("x", "terrain", "elevation", "type", "isStartingZone", "isStartingZone4p", "label", "hideLabel", "group", "ramps")
)

OBJECT_KEYS: Final = ("range", "giant_reach", "range_damage", "close_damage", "destroy_value")
