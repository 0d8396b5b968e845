"""Stratagems: data that says what they cost, when and on whom they are used, and what they do; verbs do it."""
