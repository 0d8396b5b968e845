"""Catalogues of BSData as content: every unit with its sizes, points, weapons and abilities, detachments, Enhancements.

`library` finds what links mean, `trees` has entries with their links resolved, `choosing` takes the smallest unit and
the largest one out of a tree as rosters have them, and `content` makes datasheets and detachments of these.
"""

from __future__ import annotations
