"""
Warhammer 40,000 for Rulewright.

There are no rules yet, and so no game of that name: only the moves of the Fight phase, in :mod:`.melee_moves`.
"""
