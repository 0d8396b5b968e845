"""What is worked out for players: how good a position is, and odds."""
