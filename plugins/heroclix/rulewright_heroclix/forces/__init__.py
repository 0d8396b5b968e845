"""Forces: what they consist of, and what they may consist of (chapters 1, 2, 23 and 25)."""
