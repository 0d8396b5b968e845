"""A proof after Warhammer 40,000: shooting with an interruption, as five small rulesets, one for each hard case.

``rolling`` is one roll and what may be done about it, ``attack`` the attack sequence with its keywords, ``overwatch``
a volley in the middle of a move, ``splitting`` a unit that comes apart when all attacks are resolved, and
``last_fight`` models that fight between their destruction and their removal. They share ``terms``, armies on a line in
whole inches, and ``phases``, the battle. What units and models carry is a power; a Stratagem, which a player has, is a
reaction. Rule ids are those of the catalogue of Warhammer 40,000.
"""
