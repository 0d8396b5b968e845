"""Dice: what they must show, those on the table, and exactly what it is worth to keep some of them."""
