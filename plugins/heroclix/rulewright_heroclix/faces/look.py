"""A closer look: characters with their dials and cards, special powers, teams, elements, terrain markers, maps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from rulewright import Power, rule
from rulewright.geometry import grid, maps
from rulewright.looks import Thing, look_for, names_of, thing_of
from rulewright.panels import Heading, Item, Items, MapOf, Piece, Row, Rows, Text
from rulewright.text import Words, by_language, show

from ..book.sheets import COLUMNS, MARKERS, STANDARD_MARKER
from ..book.wording import Wording, both, power_name, say
from ..powers import ALL
from ..state import element_of

if TYPE_CHECKING:
    from rulewright import View

    from ..book.sheets import CharacterSheet, MarkerSheet
    from ..cards.loading import Book
    from ..cards.models import Special, Specified
    from ..state import Marker

HEADS: Final[tuple[Words, ...]] = ("", *(both(f"value.{name}") for name in ("click", *COLUMNS, "powers")))


def own_characters(view: View) -> Iterator[Piece]:
    """The viewer's own characters on the map."""
    for one in view.state.characters.values():
        if one.player == view.player and one.area == "map":
            yield from in_play(view, str(one.id))


def things(view: View) -> Iterator[Thing]:
    """All that has a name, what is in play first."""
    book, state = view.content, view.state
    for id in map(str, state.characters):
        yield Thing(names_of(book.names(id), id), partial(in_play, view, id))
    for one in state.markers.values():
        yield Thing(names_of(called_marker(view, one), str(one.id)), partial(lying, view, one))
    for seat, force in enumerate(state.forces.values()):
        for id in (one for one in force.elements if element_of(one) in book.elements):
            yield Thing(names_of(book.names(id), id), partial(owned, view, seat, id))
    shown: tuple[tuple[Callable[[View, str], tuple[Piece, ...]], Iterable[str]], ...] = (
        (character, book.characters), (special, book.specials), (marker, book.markers), (board, book.maps),
    )  # fmt: skip
    for tell, ids in shown:
        yield from (Thing(names_of(book.name_of(id), id), partial(tell, view, id)) for id in ids)
    yield from (thing_of(view, one) for one in ALL if type(one) is Power)
    for kind in MARKERS:
        yield Thing(names_of(both(f"kind.{kind}"), kind), partial(_marker, view, both(f"kind.{kind}"), STANDARD_MARKER))


look: Final = look_for(things, own_characters)


# In play ----------------------------------------------------------------------------------------------------


def in_play(view: View, id: str) -> tuple[Piece, ...]:
    """A character as it is now, and its card with the click that its dial shows."""
    one, names = view.state.characters[id], view.content.names
    where = both("look.in", squares=squares_of(one.squares)) if one.squares else both(f"area.{one.area}")
    now: list[Words] = [where, both("look.tokens", count=one.tokens)]
    now += [both("look.equipped", what=names(one.equipment))] if one.equipment else []
    now += [both("look.pilot", who=names(one.pilot))] if one.pilot else []
    now += [
        both("look.holds", what=called_marker(view, held)) for held in view.state.markers.values() if held.holder == id
    ]
    now += [both("look.named", token=token, count=count) for token, count in one.named]
    now += [both("look.plot", points=one.plot)] if one.plot else []
    card = view.content.characters[one.card]
    return (Heading(names(id), about=id), Text(both("look.now", now=now)), *_card(view, card, one.click))


def lying(view: View, one: Marker) -> tuple[Piece, ...]:
    """A terrain marker or an object: where it lies or who holds it, and what is printed on it."""
    names = view.content.names
    held = both("look.held", who=names(one.holder)) if one.holder else both("look.in", squares=squares_of(one.squares))
    if one.element in view.content.elements:
        return (Heading(called_marker(view, one), about=str(one.id)), Text(held), *special(view, one.element))
    printed = _marker(view, marked(view, one), view.content.markers.get(one.card, STANDARD_MARKER))
    return (Heading(marked(view, one), about=str(one.id)), Text(held), *printed)


def owned(view: View, seat: int, id: str) -> tuple[Piece, ...]:
    """A game element of a force: whose it is, who wears it, the clues that were found, and what is printed on it."""
    names, force = view.content.names, view.state.forces[seat]
    now: list[Words] = [both("seat.name", number=seat + 1)]
    now += [both("look.worn", who=names(str(one.id))) for one in view.state.characters.values() if one.equipment == id]
    now += [both("look.found", count=force.clues.count(id))] if id in force.clues else []
    now += [both("look.active")] if id in view.state.active_tarot() else []
    return (Heading(names(id), about=id), Text(both("look.now", now=now)), *special(view, element_of(id)))


def called_marker(view: View, one: Marker) -> Words:
    """A terrain marker by its own name, that of the element that lies there, or its kind."""
    book: Book = view.content
    if one.element in book.elements:
        return book.names(str(one.id))
    return book.name_of(one.card) if one.card else both(f"kind.{one.kind}")


@rule("25.1", "25.9")
def marked(view: View, one: Marker) -> Words:
    """A terrain marker, with a gear before a special object and mountains before EFFECT terrain."""
    called, printed = called_marker(view, one), view.content.markers.get(one.card, STANDARD_MARKER)
    if not printed.gives:
        return called
    return both("look.gear" if printed.kind == "object" else "look.mountain", name=called)


def squares_of(squares: Iterable[Any]) -> str:
    """Squares by their names."""
    return " ".join(map(grid.name_of, squares))


# Cards ------------------------------------------------------------------------------------------------------


def character(view: View, id: str) -> tuple[Piece, ...]:
    """A character: its base, its dial and its card."""
    return _card(view, view.content.characters[id])


def _card(view: View, card: CharacterSheet, now: int = 0) -> tuple[Piece, ...]:
    """What base, dial and card say; the click ``now`` is marked."""
    dial = Rows(tuple(_clicks(view, card, now)), HEADS)
    return (Heading(card.name), *_base(card), *_lists(view, card), dial, *_texts(card))


@rule("1.1", "1.5", "1.7", "24.1", "24.5")
def _base(card: CharacterSheet) -> Iterator[Text]:
    """What is printed on its base: point values with their starting lines, range, bolts, size and symbols."""
    printed = card.printed
    starts = [both("look.points", points=points, click=click) for points, click in card.points.items()]
    facts = {"range": card.range, "bolts": card.bolts, "size": both(f"size.{card.size}"), "base": printed.base}
    yield Text(both("look.card", starts=starts, **facts))
    marks: list[Words] = [both(f"symbol.{one}") for one in printed.symbols]
    marks += [both(f"ring.{card.ring}")] if card.ring else []
    marks += [both(f"look.{word}") for word in ("bystander", "title") if getattr(printed, word)]
    if marks:
        yield Text(both("look.marks", marks=marks))


@rule("1.9", "19.3", "19.4", "23.1")
def _lists(view: View, card: CharacterSheet) -> Iterator[Text]:
    """Its keywords, team abilities and improved abilities."""
    teams, improved = card.printed.teams, card.printed.improved
    if card.keywords:
        yield Text(both("look.keywords", keywords=list(card.keywords)))
    if teams:
        yield Text(both("look.teams", teams=[view.content.name_of(team) for team in teams]))
    if improved:
        yield Text(both("look.improved", powers=[power_name(one) for one in improved]))


@rule("1.9")
def _texts(card: CharacterSheet) -> Iterator[Items]:
    """Its traits and special powers, with all that they say."""
    own = [(one, "trait") for one in card.printed.traits] + [(one, "special") for one in card.printed.specials]
    if own:
        yield Items(tuple(_special(one, kind) for one, kind in own))


@rule("1.2", "1.5", "1.6", "1.8")
def _clicks(view: View, card: CharacterSheet, now: int) -> Iterator[Row]:
    """The clicks of the dial, each with its values and the powers that it shows, those of the speed first."""
    dial = card.printed.dial
    columns = (getattr(dial, column) for column in COLUMNS)
    for number, cells in enumerate(zip(*columns, strict=True), 1):
        values, powers = zip(*(cell.partition(" ")[::2] for cell in cells), strict=True)
        told = (Text(_value(value, shown)) for value, shown in zip(values, powers, strict=True))
        named = [_power(view, one) for value, one in zip(values, powers, strict=True) if one and value != "countdown"]
        yield Row((Text(">" if number == now else ""), Text(str(number)), *told, Text(listed(named))))


@rule("1.8", "24.3")
def _value(value: str, shown: str) -> Words:
    return both("look.countdown", number=shown) if value == "countdown" else value


def listed(names: Sequence[Words]) -> Words:
    """Names behind one another."""
    return by_language(lambda lang: ("、" if lang == "zh" else ", ").join(show(name, lang) for name in names))


def _power(view: View, name: str) -> Words:
    """A power that a dial shows: a special power by its own name."""
    return view.content.name_of(name) if name in view.content.specials else power_name(name)


# Special powers, traits, teams, elements --------------------------------------------------------------------


def special(view: View, id: str) -> tuple[Piece, ...]:
    """A special power, a trait, a team ability or a game element: what it grants and does."""
    one, book = view.content.specials[id], view.content
    if id in book.elements:
        return (Items((_element(one), *(_special(bonus, "bonus") for bonus in one.bonuses))),)
    traits = {trait.id for card in book.characters.values() for trait in card.printed.traits}
    kind = "team" if id in book.teams else "trait" if id in traits else "special"
    return (Items((_special(one, kind),)),)


def _element(one: Any) -> Item:
    """A game element, with its kind, its points and who may have it."""
    notes: list[Words] = [both(f"element.{one.kind.replace(' ', '_')}"), both("look.cost", points=one.points)]
    notes += [both(f"suit.{one.suit.replace(' ', '_')}")] if one.suit else []
    notes += [both("look.for", whom=_specified(one.specified))] if one.specified is not None else []
    if one.kind == "equipment":
        notes += [both(f"look.equip_{one.equip}"), both(f"look.unequip_{one.unequip}")]
    notes += [both("look.clues", count=one.clues)] if one.clues else []
    return Item(one.name.words, by_language(partial(_does, one)), tuple(notes))


def _specified(whom: Specified) -> list[str]:
    return [*whom.names, *whom.keywords]


@rule("2.2c", "18.2", "19.2", "19.4", "22.7", "24.5", "24.5b", "25.6")
def _special(one: Special, kind: str) -> Item:
    """A special power, a trait or a team ability, with what else is printed beside it."""
    notes: list[Words] = [both(f"look.{kind}")]
    cost = getattr(one, "cost", 0) or getattr(one, "points", 0)
    notes += [both("look.cost", points=cost)] if cost else []
    notes += [both("look.at", points=one.at)] if one.at is not None else []
    notes += [both("look.plotting", points=one.plot)] if one.plot else []
    notes += [both("look.protected", power=power_name(each)) for each in one.protected]
    notes += [both(f"look.{word}") for word in MARKS if getattr(one, word, False)]
    return Item(one.name.words, by_language(partial(_does, one)), tuple(notes))


MARKS: Final = ("sideline", "continuity", "builds_sideline", "uncopyable")
"""What is either printed beside the text of a special power, trait or team ability or not."""


def _does(one: Special, lang: str) -> str:
    """The text of its owner, or else what it grants and does in the words of the game."""
    words = Wording(lang)
    grants = [say("look.grants", lang, powers=[power_name(each) for each in one.grants])] if one.grants else []
    parts = [part.said(words) for part in one.does]
    for when in ("drawn", "leaves"):
        if effects := getattr(one, when, ()):
            parts.append(say(f"look.{when}", lang, effects=words.effects(effects)))
    return one.text or words.apart.join((*grants, *parts))


# Terrain ----------------------------------------------------------------------------------------------------


def marker(view: View, id: str) -> tuple[Piece, ...]:
    """A terrain marker of the content."""
    return _marker(view, view.content.name_of(id), view.content.markers[id])


@rule("17.1a", "17.1d", "17.11c", "25.1", "25.5d", "25.9")
def _marker(view: View, name: Words, sheet: MarkerSheet) -> tuple[Piece, ...]:
    """What is printed on a terrain marker, or the default values; and what its effects and its map bonus are."""
    book, (columns, rows) = view.content, sheet.covers
    words = ("heavy", "indestructible", "immobile", "special_terrain")
    notes: list[Words] = [both(f"kind.{sheet.kind}")]
    notes += [both(f"look.{word}") for word in words if getattr(sheet, word)]
    notes += [both("look.covers", columns=columns, rows=rows)] if columns * rows > 1 else []
    notes += [both("look.rises", rises=sheet.rises)] if sheet.rises else []
    notes += [both("look.stairs", stairs=", ".join(sheet.stairs))] if sheet.stairs else []
    notes += [both("look.cost", points=sheet.points)] if sheet.points else []
    facts = {name: getattr(sheet, name) for name in ("range", "reach", "damage", "close", "destroy")}
    items = [Item(name, both("look.marker", **facts), tuple(notes))]
    printed = book.special_markers.get(sheet.id)
    if printed is not None and sheet.gives:
        whose = both(f"look.gives_to_{sheet.gives_to.replace(' ', '_')}")
        items.append(Item(both("look.effects"), by_language(partial(_does, printed)), (whose,)))
    if printed is not None and printed.bonus:
        powers = [power_name(one) for one in printed.bonus]
        items.append(Item(both("look.map_bonus", map=book.name_of(printed.map), powers=powers)))
    return (Items(tuple(items)),)


def board(view: View, id: str) -> tuple[Piece, ...]:
    """A map."""
    sheet = view.content.maps[id]
    return (Heading(sheet.name), MapOf(maps.map_of_board(sheet.board)))
