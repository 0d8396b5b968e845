"""The tests of Rulewright: the kernel in `core`, and one package a game."""
