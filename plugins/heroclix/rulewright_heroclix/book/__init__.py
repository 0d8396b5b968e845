"""What the content is played as: sheets, choices before a game, and words."""
