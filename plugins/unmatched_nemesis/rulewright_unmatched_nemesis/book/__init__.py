"""What the rules look up of the content: its sheets, its words, and what may be chosen before a match."""
