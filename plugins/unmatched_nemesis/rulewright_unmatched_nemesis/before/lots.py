"""Mixing boxes: fighters, skill set and arena at random."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from rulewright import Pick, Procedure, rule
from rulewright.requests import CHANCE

from ..events.before import LotsDrawn
from .setup import DEALT_SKILLS, deck_in

if TYPE_CHECKING:
    from rulewright import Game, Steps

    from ..cards.loading import Book


def _drawn(items: Iterable[str], count: int, ask: str) -> Steps:
    """This many of some tokens at random, shuffled face down."""
    tokens = tuple(items)
    if len(tokens) == count == 1:
        return tokens
    return (yield Pick(tokens, count, CHANCE, ask, "mix.random", ordered=True, stream="setup"))


@rule("mix.random", "mix.tokens")
def draw_lots(game: Game, context: None) -> Steps:
    """Fighters, the skill set and the arena are drawn; an arena that needs its own attack deck brings it."""
    book: Book = game.content
    fighters = yield from _drawn(book["fighters"], 2, "draw_fighters")
    (skill_set,) = yield from _drawn(book.boxes("skills", 2 * DEALT_SKILLS), 1, "draw_skill_set")
    (arena,) = yield from _drawn(book["arenas"], 1, "draw_arena")
    deck = deck_in(book, game.setup, arena)
    cards = book.skill_set(skill_set), book.deck(deck)
    yield LotsDrawn(fighters, skill_set, arena, deck, book.arenas[arena].starts, *cards, rule="mix.random")


LOTS: Final = Procedure("lots", [draw_lots], when=lambda game: bool(game.setup.mix == "random"))
