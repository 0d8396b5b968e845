"""Catalogues of BSData as content: every unit with its sizes, points, weapons and abilities, detachments, Enhancements.

`library` finds what links mean, `trees` has entries with their links resolved, `choosing` takes the smallest unit and
the largest one out of a tree as rosters have them, `prices` has their points, and `content` makes datasheets and
detachments of these. `ways` has all that models can have, `limits` how many of them, and `options` what of both
content can say, in steps of `swaps`.
"""

from __future__ import annotations
