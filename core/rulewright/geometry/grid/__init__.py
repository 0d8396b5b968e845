"""Boards of squares: terrain, walls, elevation, lines of fire and movement; and arenas of spaces."""
