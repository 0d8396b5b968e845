"""What players see: names and options in words, and the panel."""
