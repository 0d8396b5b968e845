"""A proof after HeroClix: attacks on a grid, as four small rulesets, one for each thing that makes their timing hard.

``rolling`` is the attack roll, ``hitting`` what happens when it hits, ``dial`` what happens as a dial turns, and
``control`` a figure that acts for its enemy. ``figures`` is what they share. Rule ids are those of the HeroClix
catalogue. Left out are terrain, lines of fire, action tokens and knock back.
"""
