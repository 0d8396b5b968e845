"""Boards of squares: terrain, walls, elevation, lines of fire and movement; and arenas of spaces."""

from . import adjacency
from .board import DOOR, TERRAIN, WALL, WINDOW, Board, Edge, EdgeKind, Mask, Square, Tile, edge, name_of, square_of
from .hcmaps import MapFile, read_map
from .markers import Destroyed, Ground, Marker
from .repairs import Note

__all__ = [
    "DOOR",
    "TERRAIN",
    "WALL",
    "WINDOW",
    "Board",
    "Destroyed",
    "Edge",
    "EdgeKind",
    "Ground",
    "MapFile",
    "Marker",
    "Mask",
    "Note",
    "Square",
    "Tile",
    "adjacency",
    "edge",
    "name_of",
    "read_map",
    "square_of",
]
