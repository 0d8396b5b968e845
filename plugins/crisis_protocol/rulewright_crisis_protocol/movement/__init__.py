"""Movement by a character and movement of others: advancing, climbing, placing; pushes, throws and collisions."""
