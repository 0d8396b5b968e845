"""What players see: names and options in words, the arena and the panels, a closer look."""
