"""Attacks: who can be targeted (chapter 11), and the attack sequence, a file for each of its steps (chapter 12)."""
