"""Chapters 3.4 to 3.6: the Offensive, the Targeting and the Defensive Roll Phase, a file for each step."""
