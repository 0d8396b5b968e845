"""How the content becomes the book by which a game is played."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..book.compiled import Book

if TYPE_CHECKING:
    from rulewright.vocabulary import Lexicon


def load_book(extras: Iterable[Any] = (), words: Lexicon | None = None) -> Book:
    """The content that comes with the package, with what extensions add, read with the words of this game and theirs,
    and made ready for play.

    Raises:
        ContentError: what is wrong in the content.
    """
    from .compiling import make_book
    from .content import load_content

    return make_book(load_content(None, *extras, words=words))
