"""The Fight phase: who fights when, piling in, melee attacks and consolidating."""
