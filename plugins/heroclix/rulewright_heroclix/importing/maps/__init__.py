"""Maps in the HCMaps format: boards to play on and to draw."""
