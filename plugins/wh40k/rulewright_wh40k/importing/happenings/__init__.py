"""What texts say that happens at a moment, as data, where every word of it is understood.

A text is taken apart from its front: the moment and its conditions (`before`), whom its player selects (`selecting`),
and then clause by clause what happens to these, or to the unit with the text (`clauses`). Some texts say one thing in
several sentences (`texts`). Where a word is left over nothing of it is claimed.
"""

from __future__ import annotations

from .before import before
from .selecting import what_happens
from .telling import Parts, Says
from .texts import whole_text

__all__ = ["happening"]


def happening(printed: str, says: Says) -> Parts:
    """What a text says that happens at a moment; nothing where a word of it is not understood."""
    whole = whole_text(printed.removesuffix("."))
    if whole is not None:
        return whole
    head = before(printed, says)
    if head is None:
        return []
    effects, optional = what_happens(head.rest, head.telling)
    may = {"may": True} if head.may or optional else {}
    return [{**head.moment, **may, "effects": effects}] if effects else []
