"""A closer look, for people: a hero's board, a card, a status effect, the discard piles."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from rulewright import rule
from rulewright.looks import Thing, look_for, names_of
from rulewright.panels import Cards, Heading, Item, Items, Piece, Row, Rows, Text
from rulewright.text import by_language

from ..book.wording import both, name_of, symbol_name
from ..cards.wording import Wording
from ..state import DISCARD
from .about import hero_id
from .panel import hand, name, player

if TYPE_CHECKING:
    from rulewright import View

    from ..state import Hero

LEVELS: Final = ("", "I", "II", "III")


def own_board(view: View) -> tuple[Piece, ...]:
    """The viewer's own board."""
    return board(view, view.player)


def things(view: View) -> Iterator[Thing]:
    """All that can be looked at in this game: boards, cards, status effects, the hand, the piles."""
    book, heroes = view.content, view.state.heroes
    yield Thing(names_of(both("look.discards")), partial(discards, view))
    yield Thing(names_of(both("look.hand")), partial(own_hand, view))
    for seat in (seat for team in view.teams if view.player not in team for seat in team):
        yield Thing(names_of(both("look.other")), partial(board, view, seat))
    for seat, hero in heroes.items():
        yield Thing(names_of(player(view, seat), str(seat + 1)), partial(board, view, seat))
        sheet = book.content.heroes[hero.name]
        for ability in sheet.abilities:
            yield Thing(names_of(name(view, ability.id)), partial(levels, view, hero, ability))
        for companion in sheet.companions:
            yield Thing(names_of(name(view, companion.id)), partial(holder, view, companion))
        for card in book.heroes[hero.name].cards:
            yield Thing(names_of(name(view, card)), partial(card_text, view, hero, card))
    for status in book.content.statuses.values():
        yield Thing(names_of(name(view, status.id)), partial(holder, view, status))


look: Final = look_for(things, own_board)


def board(view: View, seat: int) -> tuple[Piece, ...]:
    """A hero: the die, every ability at its present level, what lies on the hero and what that does."""
    hero, book = view.state.heroes[seat], view.content
    side, sheet = view.state.sides[hero.side], book.content.heroes[hero.name]
    head = both("look.hero", player=player(view, seat), health=side.health, cp=hero.cp)
    slots = book.heroes[hero.name].slots
    abilities = tuple(_level(view, ability, hero.levels[slots[ability.id]]) for ability in sheet.abilities)
    held = [book.content.statuses[token.status] for token in hero.tokens]
    carried = tuple(_holder(view, thing) for thing in (*held, *sheet.companions))
    die = Items(tuple(_die(view, hero)), both("look.die"))
    return (Heading(head, about=hero_id(seat)), die, Items(abilities + carried))


def _die(view: View, hero: Hero) -> Iterator[Item]:
    """The symbols of the die with the numbers that show them."""
    faces = view.content.heroes[hero.name].faces
    for symbol in dict.fromkeys(faces):
        numbers = " ".join(str(number) for number, face in enumerate(faces, 1) if face == symbol)
        named = by_language(partial(symbol_name, view.content, symbol))
        yield Item(both("look.face", numbers=numbers, symbol=named))


def _level(view: View, ability: Any, level: int) -> Item:
    facts = {"ability": name(view, ability.id), "kind": both(f"kind.{ability.kind}"), "level": LEVELS[level]}
    what = by_language(lambda lang: Wording(view.content, lang).level(ability, level))
    return Item(both("look.ability", **facts), what, about=ability.id)


def levels(view: View, hero: Hero, ability: Any) -> tuple[Piece, ...]:
    """An ability at each of its levels; the present one is marked."""
    now = hero.levels[view.content.heroes[hero.name].slots[ability.id]]
    rows = (Row((_whole(_level(view, ability, level)),), mark=">" if level == now else " ") for level in ability.levels)
    return (Rows(tuple(rows)),)


def _whole(item: Item) -> Text:
    """A thing and what it does in one text."""
    return Text(both("look.whole", name=item.name, text=item.text))


def card_text(view: View, hero: Hero, card: str) -> tuple[Piece, ...]:
    """A card: its kind, its cost, how many there are in the deck, and what it does."""
    sheet = view.content.heroes[hero.name].cards[card]
    facts = {"card": name(view, card), "kind": both(f"kind.{sheet.kind}"), "cost": sheet.cost, "count": sheet.copies}
    what = by_language(lambda lang: Wording(view.content, lang).card(hero.name, card))
    return (Items((Item(both("look.card", **facts), what, about=card),)),)


def holder(view: View, thing: Any) -> tuple[Piece, ...]:
    """A status effect or a companion: what it is, and what it does when."""
    return (Items((_holder(view, thing),)),)


@rule("6.3.unique")
def _holder(view: View, thing: Any) -> Item:
    called = by_language(partial(name_of, view.content, thing.id))
    what = by_language(lambda lang: Wording(view.content, lang).holder(thing))
    if hasattr(thing, "stack_limit"):
        kind = both(f"kind.{thing.kind}")
        return Item(both("look.status", status=called, kind=kind, limit=thing.stack_limit), what)
    return Item(both("look.companion", companion=called, most=thing.most), what)


def own_hand(view: View) -> tuple[Piece, ...]:
    """The viewer's cards, with everything they do."""
    return (Heading(both("table.hand")), hand(view, view.player))


def discards(view: View) -> tuple[Piece, ...]:
    """The discard pile of every player, the last card first."""
    return tuple(_pile(view, seat) for seat in view.state.heroes)


def _pile(view: View, seat: int) -> Cards:
    cards = tuple(Item(name(view, card), about=card) for card in view.state.zones[DISCARD[seat]].cards)
    return Cards(cards, both("look.pile", player=player(view, seat)), about=DISCARD[seat])
