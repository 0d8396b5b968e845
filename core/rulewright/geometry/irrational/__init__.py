"""The one door to what is irrational: sines, roots, angles, and sums of products.

Processors, their vector units and versions of the C library give other last bits of them, so nothing that is kept or
compared may hang on those bits: answers lie on a lattice, comparisons have a tolerance, orders go by the lattice
(`rulewright.geometry.lattice`). `scalar` is for single numbers, `vector` for arrays; both have the names that the
functions have in `math` and NumPy. Tests add noise to the last place of everything that comes through here.
"""

from typing import Final

CERTAIN: Final = 1e-13
"""A sine or cosine this near to 1 or -1 is taken for it: the angle would be nothing but noise, 1e-8 for 1e-16."""
