"""A game on squares: figures with dials move over a real map, and attack along lines of fire."""
