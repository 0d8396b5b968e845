"""Continuous inches: bases, terrain, distances, sight and movement on a table."""
