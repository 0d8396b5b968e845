"""Chapter 2: what comes before the first turn."""
