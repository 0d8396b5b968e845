"""Stratagems may name only abilities and numbers that the rules know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from rulewright.problems import ContentError, Problem, did_you_mean, nearest

from ..abilities import KNOWN
from ..book.loading import load_book
from ..numbers import STATS

if TYPE_CHECKING:
    from ..book.loading import Book

LAYERS: Final = {one.stat.name: [layer.name for layer in one.stat.layers] for one in STATS}


def load_content(extras: Iterable[Any] = ()) -> Book:
    """The content of the game, with files of one's own. Raises ContentError for what no rule knows, too."""
    book = load_book(extras)
    if problems := list(mistaken(book)):
        raise ContentError(problems)
    return book


def mistaken(book: Book) -> Iterator[Problem]:
    """Abilities and numbers in Stratagems that do not exist."""
    for id, one in book.stratagems.items():
        for place, does in enumerate(one.does):
            where, file = f"does[{place}]", book.pack.file_of("stratagems", id)
            if does.do == "give":
                for ability in does.abilities:
                    if (name := ability.partition(":")[0]) not in KNOWN:
                        wish = f"an ability{did_you_mean(nearest(name, KNOWN))}"
                        yield Problem(file, id, f"{where}.abilities", repr(ability), wish)
            elif does.do == "change" and does.stat not in LAYERS:
                wish = f"a number{did_you_mean(nearest(does.stat, LAYERS))}"
                yield Problem(file, id, f"{where}.stat", repr(does.stat), wish)
            elif does.do == "change" and does.layer not in LAYERS[does.stat]:
                wish = f"a layer of {does.stat}: {', '.join(LAYERS[does.stat])}"
                yield Problem(file, id, f"{where}.layer", repr(does.layer), wish)
