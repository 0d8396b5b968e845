"""Chapters 7 and 10: types of damage, the damage of an Attack, prevention, and the end of a phase."""
