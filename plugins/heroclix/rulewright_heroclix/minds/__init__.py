"""What is worked out for players: judgement, and odds of attacks."""
