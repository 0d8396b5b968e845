"""Chapters 4.2 and 6: what tokens, passive abilities and companions change, trigger and are used for."""
