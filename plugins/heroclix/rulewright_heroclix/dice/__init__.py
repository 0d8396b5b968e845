"""Dice: rolls of a d6, rerolls and replaced dice."""
