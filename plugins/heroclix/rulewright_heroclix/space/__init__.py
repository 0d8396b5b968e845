"""The map: what stands and lies where, who is adjacent and sees whom, and how characters can move."""
