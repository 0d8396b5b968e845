"""What a match shows: the arena with the fighters in it, what each of them has, and the cards that lie open.

Fighters are known as ``fighter:0`` and ``fighter:1``, spaces, cards, skills and special attacks by their own ids.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from rulewright.labels import by_question
from rulewright.panels import (
    Cards,
    Emphasis,
    Heading,
    Item,
    Items,
    Panel,
    Piece,
    Row,
    Rows,
    Section,
    Spot,
    Spots,
    Text,
)
from rulewright.text import Words, by_language

from ..book.spaces import STRAIGHT
from ..book.wording import both, token_name
from ..space.arena import gap, is_in_range
from ..state import ACTIVE, DECK, DISCARD, DISPLAY, HAND, KEPT
from .cards import attack_deed, attack_name, skill_deed, skill_name
from .names import fighter_name

if TYPE_CHECKING:
    from rulewright import Request, View

    from ..cards.loading import Book
    from ..state import Fighter


def panel(view: View) -> Panel:
    """The table as one player sees it."""
    fighters = Rows(tuple(_fighter(view, seat) for seat in view.state.fighters))
    display = Cards(attacks(view.content, view.state.zones[DISPLAY].cards), both("table.display"), about=DISPLAY)
    return Panel((_head(view), Section((_arena(view), _legend(view))), Section((fighters,)), Section((display,))))


def _tested(view: View, request: Request, answer: Any) -> tuple[str, ...]:
    return (fighter_id(request.about["fighter"]),)


def _mover(view: View, request: Request, answer: str | None) -> tuple[str, ...] | None:
    return None if answer is None else (fighter_id(request.about["fighter"]), answer)


about: Final = by_question({"call_test": _tested, "move_to": _mover})
"""A test and a move are about a fighter, too. What else an option is about it names."""


def fighter_id(seat: int) -> str:
    """What the fighter of a player is known as."""
    return f"fighter:{seat}"


def named(view: View, seat: int) -> Words:
    """The fighter of a player, by name."""
    return by_language(lambda lang: fighter_name(view, seat, lang) or "")


def _head(view: View) -> Heading:
    match, zones = view.state.match[0], view.state.zones
    if not match.round:
        return Heading(both("table.setup"))
    counts = {"deck": len(zones[DECK].cards), "discard": len(zones[DISCARD].cards)}
    return Heading(both("table.head", round=match.round, player=named(view, match.active), **counts))


# The arena --------------------------------------------------------------------------------------------------


def _arena(view: View) -> Spots:
    """The spaces; red ones with a star."""
    model = view.content["arenas"][view.state.match[0].arena]
    red = view.content.arenas[model.id].entrances
    rows = sorted({space.row for space in model.spaces})
    spots = (_spot(view, space, rows.index(space.row), space.id in red) for space in model.spaces)
    return Spots(tuple(spots), tuple(model.links))


def _spot(view: View, space: Any, row: int, red: bool) -> Spot:
    here = next((seat for seat, fighter in view.state.fighters.items() if fighter.space == space.id), None)
    holds = "" if here is None else named(view, here)
    emphasis = Emphasis.STRONG if holds else Emphasis.BAD if red else Emphasis.PLAIN
    name = f"{space.id}*" if red else space.id
    return Spot(name, row, space.column, holds, emphasis, about=space.id)


def _legend(view: View) -> Text:
    """What the star means, and how far the fighters are apart."""
    line = both("table.straight") if is_in_range(view, 0, STRAIGHT) else ""
    return Text(both("table.legend", steps=gap(view), line=line))


# The fighters -----------------------------------------------------------------------------------------------


def _fighter(view: View, seat: int) -> Row:
    fighter = view.state.fighters[seat]
    mark = ">" if seat == view.state.match[0].active else ""
    return Row(tuple(_figures(view, seat, fighter)), tuple(_below(view, seat, fighter)), mark, about=fighter_id(seat))


def _figures(view: View, seat: int, fighter: Fighter) -> Iterator[Text]:
    """A fighter's name, damage, tokens and wins."""
    model = view.content["fighters"][fighter.name]
    key = "table.you" if seat == view.player else "table.other"
    title = both(key, name=named(view, seat), title=model.fighter_class.words)
    yield Text(title, Emphasis.STRONG)
    yield Text(both("table.damage", heavy=fighter.heavy, light=fighter.light))
    token = by_language(partial(token_name, model))
    yield Text("" if model.tokens is None else both("table.tokens", count=fighter.tokens, token=token))
    yield Text(both("table.wins", wins=fighter.wins))


def _below(view: View, seat: int, fighter: Fighter) -> Iterator[Piece]:
    """The skills, the special attacks and the hand of a fighter; of the opponent's special attacks only the names."""
    zones, book = view.state.zones, view.content
    for zone, title in ((ACTIVE[seat], "table.active"), (KEPT[seat], "table.kept")):
        if cards := zones[zone].cards:
            yield Cards(skills(book, cards), both(title), cards.count(None), about=zone)
    own = seat == view.player
    yield Items(specials(book, getattr(book["fighters"][fighter.name], fighter.side), deeds=own), both("table.panel"))
    if cards := zones[HAND[seat]].cards:
        held = (Item(by_language(partial(attack_name, book, card)), about=card) for card in cards if card is not None)
        yield Cards(tuple(held), both("table.hand"), cards.count(None), about=HAND[seat])


# Cards ------------------------------------------------------------------------------------------------------


def attacks(book: Book, ids: Iterable[str]) -> tuple[Item, ...]:
    """Attack cards and special attacks with all that they do."""
    return tuple(_item(book, id, attack_name, attack_deed) for id in ids)


def specials(book: Book, side: Any, *, deeds: bool = True) -> tuple[Item, ...]:
    """The special attacks of one side of a panel; without their ``deeds`` by name and cost."""
    found = attacks(book, (special.id for special in side.specials))
    return found if deeds else tuple(Item(item.name, about=item.about) for item in found)


def skills(book: Book, ids: Iterable[str | None]) -> tuple[Item, ...]:
    """Skill cards with all that they do; of those that are not seen, none."""
    return tuple(_item(book, id, skill_name, skill_deed) for id in ids if id is not None)


def _item(book: Book, id: str, name: Any, deed: Any) -> Item:
    return Item(by_language(partial(name, book, id)), by_language(partial(deed, book, id)), about=id)
