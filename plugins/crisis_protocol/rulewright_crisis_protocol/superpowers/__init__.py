"""Superpowers: keywords, moments, and how they are offered, paid and used."""
