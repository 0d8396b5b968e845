"""Dice: rolls and re-rolls, random characteristics, and what rules call results."""
