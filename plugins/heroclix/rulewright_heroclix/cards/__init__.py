"""The content as it is printed: models of characters, teams, elements and maps, their loading, and what they grant."""
