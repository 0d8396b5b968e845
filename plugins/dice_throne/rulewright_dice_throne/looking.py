"""A closer look, for people: a hero's board, a card, a status effect, the discard piles."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from .looks import BOLD, PLAIN, called, own_hand_lines, player_name, say
from .state import DISCARD
from .wording import Wording, name_of, symbol_name

if TYPE_CHECKING:
    from rulewright import View

    from .state import Hero

LANGUAGES: Final = ("en", "zh")
LEVELS: Final = ("", "I", "II", "III")


def look(view: View, what: str, lang: str) -> str | None:
    """What has a name, or a part of it, in either language: a board, a card, a status effect, the hand, the piles.

    Without a name it is the board of whoever looks. None where nothing has that name.
    """
    if not what.strip():
        return board(view, view.player, lang)
    wanted = _plain(what)
    found = [thing for thing in _things(view) if any(wanted in _plain(name) for name in thing[0])]
    exact = [thing for thing in found if any(wanted == _plain(name) for name in thing[0])]
    told = dict.fromkeys(tell(lang) for _, tell in exact or found)
    return "\n\n".join(told) or None


def _plain(name: str) -> str:
    """A name without what nobody types."""
    return re.sub(r"[^\w]+", "", name).casefold()


Thing = tuple[tuple[str, ...], Callable[[str], str]]
"""The names of something, and how it is told in a language."""


def _things(view: View) -> Iterator[Thing]:
    """All that can be looked at in this game."""
    book, heroes = view.content, view.state.heroes
    yield tuple(say("look.discards", lang) for lang in LANGUAGES), partial(discards, view)
    yield tuple(say("look.hand", lang) for lang in LANGUAGES), partial(hand, view)
    for seat in (seat for team in view.teams if view.player not in team for seat in team):
        yield tuple(say("look.other", lang) for lang in LANGUAGES), partial(board, view, seat)
    for seat, hero in heroes.items():
        names = (player_name(view, seat, lang) or "" for lang in LANGUAGES)
        yield (*names, str(seat + 1)), partial(board, view, seat)
        sheet = book.content.heroes[hero.name]
        for ability in sheet.abilities:
            yield _names(view, ability.id), partial(levels, view, hero, ability)
        for companion in sheet.companions:
            yield _names(view, companion.id), partial(holder, view, companion)
        for card in book.heroes[hero.name].cards:
            yield _names(view, card), partial(card_text, view, hero, card)
    for status in book.content.statuses.values():
        yield _names(view, status.id), partial(holder, view, status)


def _names(view: View, id: str) -> tuple[str, ...]:
    return tuple(called(view, id, lang) for lang in LANGUAGES)


def board(view: View, seat: int, lang: str) -> str:
    """A hero: the die, every ability at its present level, what lies on the hero and what that does."""
    hero, book, wording = view.state.heroes[seat], view.content, Wording(view.content, lang)
    side, sheet = view.state.sides[hero.side], view.content.content.heroes[hero.name]
    head = say("look.hero", lang, player=player_name(view, seat, lang), health=side.health, cp=hero.cp)
    lines = [f"{BOLD}{head}{PLAIN}", say("look.die", lang) + "  ".join(_die(view, hero, lang))]
    for ability in sheet.abilities:
        level = hero.levels[book.heroes[hero.name].slots[ability.id]]
        lines.append(_level(view, wording, ability, level, lang))
    held = [book.content.statuses[token.status] for token in hero.tokens]
    return "\n".join((*lines, *(holder(view, thing, lang) for thing in (*held, *sheet.companions))))


def _die(view: View, hero: Hero, lang: str) -> Iterator[str]:
    """The symbols of the die with the numbers that show them."""
    faces = view.content.heroes[hero.name].faces
    for symbol in dict.fromkeys(faces):
        numbers = " ".join(str(number) for number, face in enumerate(faces, 1) if face == symbol)
        yield f"[{numbers}] {symbol_name(view.content, symbol, lang)}"


def _level(view: View, wording: Wording, ability: Any, level: int, lang: str) -> str:
    facts = {"ability": called(view, ability.id, lang), "kind": say(f"kind.{ability.kind}", lang)}
    return say("look.ability", lang, level=LEVELS[level], what=wording.level(ability, level), **facts)


def levels(view: View, hero: Hero, ability: Any, lang: str) -> str:
    """An ability at each of its levels; the present one is marked."""
    wording = Wording(view.content, lang)
    now = hero.levels[view.content.heroes[hero.name].slots[ability.id]]
    told = ((">" if level == now else " ", _level(view, wording, ability, level, lang)) for level in ability.levels)
    return "\n".join(f"{mark} {text}" for mark, text in told)


def card_text(view: View, hero: Hero, card: str, lang: str) -> str:
    """A card: its kind, its cost, how many there are in the deck, and what it does."""
    sheet = view.content.heroes[hero.name].cards[card]
    facts = {"card": called(view, card, lang), "kind": say(f"kind.{sheet.kind}", lang), "cost": sheet.cost}
    what = Wording(view.content, lang).card(hero.name, card)
    return say("look.card", lang, count=sheet.copies, what=what, **facts)


def holder(view: View, thing: Any, lang: str) -> str:
    """A status effect or a companion: what it is, and what it does when."""
    name, what = name_of(view.content, thing.id, lang), Wording(view.content, lang).holder(thing)
    if hasattr(thing, "stack_limit"):
        kind = say(f"kind.{thing.kind}", lang)
        return say("look.status", lang, status=name, kind=kind, limit=thing.stack_limit, what=what)
    return say("look.companion", lang, companion=name, most=thing.most, what=what)


def hand(view: View, lang: str) -> str:
    """The cards of whoever looks, with all that they do."""
    return "\n".join(own_hand_lines(view, lang))


def discards(view: View, lang: str) -> str:
    """The discard pile of every player, the last card first."""
    lines = []
    for seat in view.state.heroes:
        pile = (called(view, card, lang) for card in view.state.zones[DISCARD[seat]].cards)
        cards = ("、" if lang == "zh" else ", ").join(pile) or say("table.nothing", lang)
        lines.append(say("look.pile", lang, player=player_name(view, seat, lang), cards=cards))
    return "\n".join(lines)
