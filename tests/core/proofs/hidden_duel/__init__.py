"""Duels with hidden hands, after Knockdown: Nemesis, one hard case after the other."""
