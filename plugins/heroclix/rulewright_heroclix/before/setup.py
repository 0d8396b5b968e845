"""Before the game: forces on the table, and the steps of set-up (chapter 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rulewright import Loop, Problem, Procedure, SetupError, rule
from rulewright.problems import instead

from ..book.choices import Setup
from ..forces.muster import musters, named
from ..forces.restrictions import mistakes
from ..state import Character, Force, Marker, Match, Tarot, element_of
from ..terms import all_elements, copies
from .begin import begin_game, shelter
from .map_and_areas import choose_areas, choose_map
from .placement import Laying, Placing, lay, next_to_lay, next_to_place, place, redo_placements
from .reveal_forces import Revealing, choose_card, determine_first_player, next_revealed
from .starting_areas import areas_for

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..book.sheets import CharacterSheet
    from ..cards.loading import Book
    from ..forces.muster import Muster, Recruit
    from ..state import Battle


@rule("26")
def teams(setup: Setup) -> list[tuple[int, ...]]:
    """The players of each side; each on a side of its own, where none were agreed on."""
    seats = range(len(setup.forces))
    if len(setup.sides) != len(seats):
        return [(seat,) for seat in seats]
    return [tuple(seat for seat in seats if setup.sides[seat] == one) for one in dict.fromkeys(setup.sides)]


@rule("2", "2.3")
def lay_table(state: Battle, setup: Setup, book: Book) -> None:
    """Check the forces, and put them beside the map. Raises SetupError with all that is wrong."""
    refuse_mistakes(setup, book)
    state.match.add(Match(0))
    for seat, force in enumerate(musters(setup, book)):
        _lay_force(state, seat, force, book)


@rule("2.4", "2.5a")
def refuse_mistakes(setup: Setup, book: Book) -> None:
    """Forces are checked before the game, and no more after it has begun. Raises SetupError with all that is wrong."""
    if problems := [*_wrong_maps(setup, book), *_wrong_sides(setup), *mistakes(setup, book)]:
        raise SetupError("setup of heroclix", list(map(str, problems)))


@rule("2", "2.3", "4.1", "24.5a", "25.2b", "25.2c")
def _lay_force(state: Battle, seat: int, force: Muster, book: Book) -> None:
    """The elements of a force, its characters, and its terrain markers."""
    names = (*force.choice.elements, *(one.id for _, one in force.equipment))
    elements = tuple(copies(names, all_elements(state)))
    worn = dict(zip((who.place for who, _ in force.equipment), elements[len(force.choice.elements) :], strict=True))
    resource = next((id for id in elements if element_of(id) == force.resource), "")
    bonuses = tuple(bonus.id for bonus in force.bonuses)
    markers = [*_markers(seat, force, book)]
    special = tuple(str(one.id) for one in markers if one.card and book.markers[one.card].points)
    owned = (*elements, *special)
    state.forces.add(Force(seat, seat, keyword=force.choice.keyword, elements=owned, bonuses=bonuses))
    tarot = tuple(id for id in elements if book.elements[element_of(id)].kind == "tarot card")
    if tarot:
        state.tarot.add(Tarot(seat, tarot))
    for id, recruit in named(seat, force):
        cards = [] if recruit.sideline else inspiring(book, elements, recruit.sheet)
        state.characters.add(_recruited(id, seat, recruit, worn.get(recruit.place, ""), resource, cards))
    for marker in markers:
        state.markers.add(marker)


@rule("17.2", "25.1", "25.5", "25.9")
def _markers(seat: int, force: Muster, book: Book) -> Iterator[Marker]:
    """The terrain markers of a force: standard ones, and those with a card of their own."""
    for number, name in enumerate(force.choice.markers, 1):
        card = book.markers.get(name)
        kind = name if card is None else card.kind
        yield Marker(f"{name}#{seat + 1}{number}", kind, seat, card="" if card is None else name)


@rule("1.7", "1.7a", "2.2a", "2.2c", "3", "3.3", "4.1", "24.5a", "25.2b", "25.4a")
def _recruited(id: str, seat: int, one: Recruit, equipment: str, resource: str, cards: Sequence[str] = ()) -> Character:
    things = (equipment, resource if one.member.resource else "", *cards)
    given = (*(trait.id for trait in one.bought), *(thing for thing in things if thing))
    return Character(
        id, one.sheet.id, seat, seat, (), one.start, one.start, one.points, extra=one.extra, given=given,
        area="sideline" if one.sideline else "outside", equipment=equipment,
        plot=one.sheet.printed.plot_points,
    )  # fmt: skip


@rule("25.3b")
def inspiring(book: Book, elements: Sequence[str], sheet: CharacterSheet) -> list[str]:
    """The ID cards among the elements of a force whose effects a character of it can use."""
    found = ((id, book.elements[element_of(id)]) for id in elements)
    cards = [(id, one) for id, one in found if one.kind == "id card" and (one.grants or one.does)]
    return [id for id, one in cards if one.inspires is None or sheet.fits(one.inspires)]


@rule("4.2", "15", "26")
def _wrong_maps(setup: Setup, book: Book) -> Iterator[Problem]:
    players = len(setup.forces)
    for where, name in (("map", setup.map), *((f"maps[{number}]", name) for number, name in enumerate(setup.maps))):
        if name not in book.maps:
            wish = f"the id of a map{instead(name, book.maps)}"
            yield Problem(where, found=repr(name), expected=wish)
        elif (areas := len(areas_for(book.maps[name].board_for(players), players))) < players:
            wish = f"a map with {players} starting areas (26)"
            yield Problem(where, found=f"{name!r}, which has {areas}", expected=wish)


@rule("26")
def _wrong_sides(setup: Setup) -> Iterator[Problem]:
    if setup.sides and len(setup.sides) != len(setup.forces):
        yield Problem(
            "sides", found=f"{len(setup.sides)} sides", expected=f"one for each of {len(setup.forces)} forces"
        )
    elif setup.sides and len(set(setup.sides)) == 1:
        yield Problem("sides", found="one side", expected="two or more sides")


SETUP: Final = Procedure(
    "set-up",
    [
        Loop("revealing", next_revealed, [choose_card], Revealing),
        determine_first_player,
        choose_map,
        choose_areas,
        Loop("placing", next_to_place, [place], Placing),
        redo_placements,
        Loop("placing again", next_to_place, [place], Placing),
        Loop("terrain markers", next_to_lay, [lay], Laying),
        shelter,
        begin_game,
    ],
)
