"""What the rules look up of the content: its sheets, its words, the modes, and what may be chosen before a game."""
