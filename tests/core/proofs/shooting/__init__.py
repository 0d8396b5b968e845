"""A proof after Warhammer 40,000: shooting with an interruption, as five small rulesets, one for each hard case.

``rolling`` is one roll and what may be done about it, ``attack`` the attack sequence with its keywords, ``overwatch``
a volley in the middle of a move, ``splitting`` a unit that comes apart when all attacks are resolved, and
``last_fight`` models that fight between their destruction and their removal. ``terms`` is what they share: armies on
a line, in whole inches. Rule ids are those of the catalogue of Warhammer 40,000.
"""
