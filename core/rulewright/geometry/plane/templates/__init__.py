"""Movement tools, throws, pushes, beams, and placing within a range."""
