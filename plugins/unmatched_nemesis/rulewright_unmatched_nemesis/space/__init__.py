"""The arena of the ship: its spaces, ranges and moves."""
