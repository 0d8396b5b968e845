"""Moves of straight lines and pivots, climbing and flying, charges; plans for units, and random moves."""
