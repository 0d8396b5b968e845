"""How something is written: words, ``[words that may be missing]``, ``(one|other)``, and ``<slots>``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, TypeAlias

from msgspec import Struct

from .folding import fold


class PatternError(ValueError):
    """A pattern that cannot be read; the message says what is wrong with it."""


class NamedSlot(Struct, frozen=True):
    """Anything of a kind, under the name by which the meaning speaks of it: ``<kind>``, or ``<name:kind>``."""

    name: str
    kind: str


class Either(Struct, frozen=True):
    """One of several."""

    options: tuple[Pattern, ...]


Pattern: TypeAlias = tuple[str | NamedSlot | Either, ...]
"""What follows one upon the other: letters as they stand, slots, alternatives."""

_PIECE: Final = re.compile(r"<(?:([\w ]+):)?([\w ]+)>|([\[\](|)])|([^<>\[\](|)]+)|(.)")


def pattern(says: str) -> Pattern:
    """A pattern as it is written; what may be missing takes a blank beside it along.

    Raises PatternError for brackets without a partner, and for what is left empty.
    """
    pieces = list(_pieces(says))
    found = _alternatives(pieces, says)
    if pieces:
        raise PatternError(f"{says!r}: {pieces[0]!r} has no partner")
    if len(found) != 1 or not found[0]:
        raise PatternError(f"{says!r}: an alternative stands in parentheses, and says something")
    return found[0]


def slots_in(parts: Pattern) -> Iterator[NamedSlot]:
    """The slots of a pattern, in its order."""
    for part in parts:
        if isinstance(part, NamedSlot):
            yield part
        elif isinstance(part, Either):
            for option in part.options:
                yield from slots_in(option)


def _pieces(says: str) -> Iterator[str | NamedSlot]:
    for name, kind, mark, letters, stray in _PIECE.findall(_with_blanks(says)):
        if stray:
            raise PatternError(f"{says!r}: {stray!r} stands alone")
        yield NamedSlot(name or kind, kind) if kind else mark or _folded(letters)


def _folded(letters: str) -> str:
    """Letters as texts have them, with the blanks at their ends."""
    before, behind = (" " if letters[end] == " " else "" for end in (0, -1))
    return f"{before}{fold(letters)}{behind}" if letters.strip() else " "


def _with_blanks(says: str) -> str:
    """The blank behind what may be missing, or else the one in front, belongs to it."""
    says = re.sub(r"(?<![^ (|\[])\[([^\[\]]*)\] ", r"[(\1) ]", says)
    return re.sub(r" \[([^\[\]]*[^ \[\]])\](?![\w'])", r"[ (\1)]", says)


def _alternatives(pieces: list[str | NamedSlot], says: str) -> list[Pattern]:
    options: list[list[str | NamedSlot | Either]] = [[]]
    while pieces and pieces[0] not in ("]", ")"):
        piece = pieces.pop(0)
        if piece == "|":
            options.append([])
        elif isinstance(piece, str) and piece in ("[", "("):
            inside = _alternatives(pieces, says)
            if not pieces or pieces.pop(0) != {"[": "]", "(": ")"}[piece]:
                raise PatternError(f"{says!r}: {piece!r} has no partner")
            options[-1].append(Either((*inside, ()) if piece == "[" else tuple(inside)))
        else:
            options[-1].append(piece)
    return [tuple(option) for option in options]
