"""What players see: names and options in words, the panel, and a closer look."""
