"""Moves of straight lines and pivots, climbing and flying, charges and pile-ins."""
