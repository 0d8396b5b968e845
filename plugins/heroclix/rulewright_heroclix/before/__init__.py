"""Before the game: the steps of set-up in their order (chapter 4)."""
