"""Forces as players have chosen them: who and what belongs to one, and what in it is unknown (chapter 2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from rulewright import Problem, rule
from rulewright.problems import instead

from ..book.sheets import MARKERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..book.choices import ForceChoice, Member, Setup
    from ..book.sheets import CharacterSheet
    from ..cards.loading import Book
    from ..cards.models import Bonus, Element, TerrainPiece, Trait


class Recruit(Struct, frozen=True):
    """A character as a force has it: where it stands in the setup, its sheet, and how it was added."""

    place: str
    member: Member
    sheet: CharacterSheet
    sideline: bool = False

    @property
    @rule("2.2a")
    def points(self) -> int:
        """The point value at which it is added."""
        return next(iter(self.sheet.points)) if self.member.points is None else self.member.points

    @property
    @rule("1.7", "1.7a", "2.2a")
    def start(self) -> int:
        """The click of its starting line: that of its point value, or the one that a trait it paid for offers."""
        return self.sheet.points.get(self.points, 1) if self.member.click is None else self.member.click

    @property
    def bought(self) -> list[Trait]:
        """The optional traits that the force pays for."""
        return [trait for trait in self.sheet.printed.traits if trait.id in self.member.traits]

    @property
    @rule("2.2c")
    def extra(self) -> int:
        """What it costs beside its point value."""
        return sum(trait.cost for trait in self.bought)

    @property
    @rule("2.2b", "2.2c")
    def cost(self) -> int:
        """What it uses up of the build total."""
        return self.extra if self.member.free else self.points + self.extra


class Muster(Struct, frozen=True):
    """A force with all that is known of it; what is unknown has been reported and left out."""

    place: str
    choice: ForceChoice
    setup: Setup
    book: Book
    recruits: tuple[Recruit, ...]
    elements: tuple[Element, ...]
    markers: tuple[TerrainPiece, ...]
    """Its special objects and EFFECT terrain (25.1, 25.9)."""

    @property
    @rule("2.3")
    def starting(self) -> list[Recruit]:
        """The characters of the starting force, without the Sideline."""
        return [one for one in self.recruits if not one.sideline]

    @property
    def equipment(self) -> list[tuple[Recruit, Element]]:
        """Who has which equipment assigned."""
        known = self.book.elements
        return [(one, known[one.member.equipment]) for one in self.recruits if one.member.equipment in known]

    @property
    @rule("25.4")
    def resource(self) -> str | None:
        """The resource of the force; None where it has none."""
        return next((one.id for one in self.elements if one.kind == "resource"), None)

    @property
    def bonuses(self) -> list[Bonus]:
        """The bonuses of its location that it pays for."""
        return [bonus for one in self.elements for bonus in one.bonuses if bonus.id in self.choice.bonuses]

    @property
    def mysteries(self) -> int:
        """The mystery cards, which lie on the Sideline (25.8)."""
        return sum(one.kind == "mystery card" for one in self.elements)


# Reading a force ------------------------------------------------------------------------------------------


@rule("17.2", "17.2a")
def unknown_markers(place: str, choice: ForceChoice, book: Book) -> Iterator[Problem]:
    known = {**dict.fromkeys(MARKERS), **book.markers}
    for number, name in enumerate(choice.markers):
        if name not in known:
            yield no_such(f"{place}.markers[{number}]", name, known, "of a terrain marker")


def muster(place: str, choice: ForceChoice, setup: Setup, book: Book) -> Muster:
    """What is known of a force."""
    recruits = tuple(
        Recruit(where, member, book.characters[member.card or member.character], field == "sideline")
        for field, number, member, where in _members(place, choice)
        if not list(_unknown_member(where, member, book))
    )
    elements, markers = _known(choice.elements, book.elements), _known(choice.markers, book.special_markers)
    return Muster(place, choice, setup, book, recruits, tuple(elements), tuple(markers))


def _members(place: str, choice: ForceChoice) -> Iterator[tuple[str, int, Member, str]]:
    for field in ("members", "sideline"):
        for number, member in enumerate(getattr(choice, field)):
            yield field, number, member, f"{place}.{field}[{number}]"


def _known(names: Iterable[str], known: Mapping[str, Any]) -> Iterator[Any]:
    return (known[name] for name in names if name in known)


def unknown(place: str, choice: ForceChoice, book: Book) -> Iterator[Problem]:
    for _, _, member, where in _members(place, choice):
        yield from _unknown_member(where, member, book)
        equipment = {id: one for id, one in book.elements.items() if one.kind == "equipment"}
        if member.equipment and member.equipment not in equipment:
            yield no_such(f"{where}.equipment", member.equipment, equipment, "of equipment")
    others = {id: one for id, one in book.elements.items() if one.kind != "equipment"}
    for number, name in enumerate(choice.elements):
        if name not in others:
            yield no_such(f"{place}.elements[{number}]", name, others, "of a game element other than equipment")


def _unknown_member(where: str, member: Member, book: Book) -> Iterator[Problem]:
    """What is wrong with a member: no such character or card, or else a choice that the card does not offer."""
    sheet = book.figure(member.character)
    if sheet is None:
        figures = [id for id, one in book.characters.items() if one.version is None]
        yield no_such(f"{where}.character", member.character, figures, "of a character")
    elif member.card and member.card not in own_cards(sheet):
        yield no_such(f"{where}.card", member.card, own_cards(sheet), f"of a card of {member.character}")
    else:
        card = book.characters[member.card] if member.card else sheet
        offered = {trait.id: trait for trait in card.printed.traits if trait.cost}
        yield from _wrong_points(where, member, card)
        yield from _wrong_traits(where, member, offered)
        yield from _wrong_click(where, member, offered)


@rule("1.9a")
def own_cards(sheet: CharacterSheet) -> list[str]:
    """The cards that can be used with a figure beside its default one."""
    return [card.id for card in sheet.printed.cards]


@rule("2.2a")
def _wrong_points(where: str, member: Member, card: CharacterSheet) -> Iterator[Problem]:
    """A character is added at one of its point values."""
    if member.points is not None and member.points not in card.points:
        yield Problem(f"{where}.points", found=str(member.points), expected=f"one of {listed(card.points)} (2.2a)")


@rule("2.2c")
def _wrong_traits(where: str, member: Member, offered: Mapping[str, Trait]) -> Iterator[Problem]:
    """An optional trait is paid for once."""
    for number, trait in enumerate(member.traits):
        if trait not in offered or trait in member.traits[:number]:
            yield no_such(f"{where}.traits[{number}]", trait, offered, "once, of an optional trait")


@rule("1.7a")
def _wrong_click(where: str, member: Member, offered: Mapping[str, Trait]) -> Iterator[Problem]:
    """Another starting line than that of the point value is for a trait that offers it and was paid for."""
    clicks = [offered[trait].click for trait in member.traits if trait in offered and offered[trait].click]
    if member.click is not None and member.click not in clicks:
        wish = f"a starting line that a trait it paid for offers ({listed(clicks) or 'none'}) (1.7a)"
        yield Problem(f"{where}.click", found=str(member.click), expected=wish)


def no_such(place: str, name: str, known: Iterable[str], of: str) -> Problem:
    return Problem(place, found=repr(name), expected=f"the id {of}{instead(name, known)}")


def listed(values: Iterable[Any]) -> str:
    """Values one after another."""
    return ", ".join(map(str, values))


def musters(setup: Setup, book: Book) -> list[Muster]:
    """The forces of the players."""
    return [muster(f"forces[{seat}]", choice, setup, book) for seat, choice in enumerate(setup.forces)]


def named(seat: int, force: Muster) -> Iterator[tuple[str, Recruit]]:
    """Each character of a force with its id: the character, and a number that no other has."""
    numbers = count(1)
    for recruit in force.recruits:
        yield f"{recruit.member.character}#{seat + 1}{next(numbers)}", recruit
