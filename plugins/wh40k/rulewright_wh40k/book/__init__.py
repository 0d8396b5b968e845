"""The content of the game: its models, sheets and loading, and what makes a roster legal."""
