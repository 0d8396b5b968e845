"""What is worked out for players: odds."""
