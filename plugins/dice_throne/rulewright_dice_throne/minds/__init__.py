"""What is worked out for players: how good a position is, which dice to keep, odds."""
