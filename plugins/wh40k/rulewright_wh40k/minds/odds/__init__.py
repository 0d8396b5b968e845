"""Odds of attacks: what a unit does to another one, as exact laws."""
