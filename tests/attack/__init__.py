"""Attacks: many damaged inputs made with a seed, each refused in words or read as what it is.

Each module has ``attack(count, seed)``, which raises AssertionError for the first fault and returns what it counted;
``python -m tests.attack.records 4500`` runs one in full.
"""
