"""Terrain markers and objects, and terrain that is destroyed (chapters 16 and 17)."""
