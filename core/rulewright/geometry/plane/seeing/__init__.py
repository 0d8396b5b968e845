"""Lines of sight: who sees whom, how much of it, and what stands in the way."""
