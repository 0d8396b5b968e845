"""What things are called: the texts of the game in both languages, and the names in its content."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Final

from rulewright.text import PackageTexts

if TYPE_CHECKING:
    from .compiled import Book

Names = Mapping[str, str]

PACKAGE: Final = "rulewright_dice_throne"
"""Where the texts and the content of the game lie."""

TEXTS: Final = PackageTexts(PACKAGE)
say, both = TEXTS.say, TEXTS.both


@cache
def symbols_of(book: Book) -> dict[str, Names]:
    """The names of all symbols."""
    return {symbol: name for hero in book.heroes.values() for symbol, name in hero.symbols.items()}


def name_of(book: Book, id: str, lang: str) -> str:
    """What something is called; its id where it has no name."""
    known = book.names.get(id)
    return id.replace("-", " ") if known is None else known.get(lang) or known["en"]


def symbol_name(book: Book, symbol: str, lang: str) -> str:
    """What a symbol is called."""
    known = symbols_of(book).get(symbol)
    return symbol if known is None else known.get(lang) or known["en"]
