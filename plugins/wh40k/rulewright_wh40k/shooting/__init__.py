"""The Shooting phase: who is eligible, what can be targeted, and how a unit shoots."""
