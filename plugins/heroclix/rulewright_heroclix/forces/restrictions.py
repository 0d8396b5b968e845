"""What a starting force and a Sideline may consist of (chapters 1, 2, 23 and 25)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, get_args

from rulewright import Problem, rule

from ..cards.models import Suit
from .muster import Muster, Recruit, listed, muster, no_such, unknown, unknown_markers

if TYPE_CHECKING:
    from ..book.choices import Setup
    from ..book.sheets import CharacterSheet
    from ..cards.loading import Book
    from ..cards.models import Character, Element

MOST_MARKERS: Final = 3
"""The most terrain markers of a starting force (17.2)."""
MOST_ON_SIDELINE: Final = 10
"""The most game elements of a starting Sideline (2.6a)."""


# Points -----------------------------------------------------------------------------------------------------


@rule("2.1", "2.2", "2.2b", "2.2c", "2.3", "25", "25.1", "25.2a", "25.5", "25.6a", "25.9")
def total(force: Muster) -> int:
    """What a force uses up of the build total; a Sideline costs nothing."""
    equipment = sum(one.points for who, one in force.equipment if not who.member.equipment_free)
    elements = sum(one.points for one in force.elements) + sum(bonus.points for bonus in force.bonuses)
    markers = sum(one.points for one in force.markers)
    return sum(one.cost for one in force.starting) + equipment + elements + markers


@rule("2.1", "2.1a")
def within_the_build_total(force: Muster) -> Iterator[Problem]:
    """A starting force has at most as many points as the build total."""
    if (points := total(force)) > force.setup.build_total:
        wish = f"at most {force.setup.build_total}, the build total (2.1)"
        yield Problem(force.place, found=f"{points} points", expected=wish)


@rule("2.2b")
def free_for_a_reason(force: Muster) -> Iterator[Problem]:
    """A character is added without paying its cost only where its card says so."""
    for one in force.starting:
        free = one.sheet.printed.free_with
        others = [other for other in force.starting if other is not one]
        if one.member.free and not (free and any(other.sheet.fits(free) for other in others)):
            wish = "its cost paid, for no other character lets it be added without (2.2b)"
            yield Problem(f"{one.place}.free", found=one.member.character, expected=wish)


@rule("1.1", "1.1a", "2.4d")
def may_be_added(force: Muster) -> Iterator[Problem]:
    """An element of a starting force has a set symbol, a collector number and at least 1 point."""
    things: list[tuple[str, str, Character | Element, int]] = [
        (one.place, one.member.character, one.sheet.printed, one.points) for one in force.starting
    ]
    things += [(force.place, one.id, one, one.points) for one in force.elements]
    things += [(f"{who.place}.equipment", one.id, one, one.points) for who, one in force.equipment]
    for place, id, printed, points in things:
        if not printed.set:
            yield Problem(place, found=f"{id} without a set symbol", expected="an element with one (2.4d)")
        if not printed.number:
            yield Problem(place, found=f"{id} without a collector number", expected="an element with one (2.4d)")
        if points < 1:
            yield Problem(place, found=f"{id} of {points} points", expected="an element of at least 1 point (2.4d)")


@rule("2.3", "24.1")
def more_than_bystanders(force: Muster) -> Iterator[Problem]:
    """A starting force has a character that is no bystander."""
    if force.starting and all(one.sheet.printed.bystander for one in force.starting):
        wish = "at least one character that is no bystander (2.3)"
        yield Problem(force.place, found="bystanders only", expected=wish)


# Restrictions -----------------------------------------------------------------------------------------------


@rule("2.4a", "25.1", "25.3", "25.7", "25.8", "25.9")
def unique_once(force: Muster) -> Iterator[Problem]:
    """A force has one copy of a unique element, Sideline included; of different ones any number."""
    unique = [one.sheet.figure for one in force.recruits if one.sheet.ring == "unique"]
    elements = [*force.elements, *(one for _, one in force.equipment)]
    unique += [one.id for one in elements if is_unique(one)]
    unique += [one.id for one in force.markers]
    for id, copies in Counter(unique).items():
        if copies > 1:
            yield Problem(force.place, found=f"{copies} of {id}", expected="one copy of a unique element (2.4a)")


@rule("2.4a", "25.1", "25.3", "25.7", "25.8")
def is_unique(element: Element) -> bool:
    """Special objects, and so equipment, tarot and mystery cards are unique without a ring."""
    return element.ring == "unique" or element.kind in ("equipment", "tarot card", "mystery card")


@rule("2.4b")
def one_prime(force: Muster) -> Iterator[Problem]:
    """A force with its Sideline has at most one prime character."""
    prime = [one.member.character for one in force.recruits if one.sheet.ring == "prime"]
    if len(prime) > 1:
        yield Problem(force.place, found=listed(prime), expected="at most one prime character (2.4b)")


@rule("2.4c", "24.5")
def one_title(force: Muster) -> Iterator[Problem]:
    """A force with its Sideline has at most one title character."""
    title = [one.member.character for one in force.recruits if one.sheet.printed.title]
    if len(title) > 1:
        yield Problem(force.place, found=listed(title), expected="at most one title character (2.4c)")


@rule("2.4e")
def no_promotions_in_tournaments(force: Muster) -> Iterator[Problem]:
    """Promotional elements have no place in tournaments."""
    if force.setup.event == "casual":
        return
    things = [(one.place, one.member.character, one.sheet.ring) for one in force.recruits]
    things += [(force.place, one.id, one.ring) for one in (*force.elements, *(one for _, one in force.equipment))]
    for place, id, ring in things:
        if ring == "promotional":
            yield Problem(place, found=f"the promotional {id}", expected="an element for tournaments (2.4e)")


@rule("1.9c")
def old_with_legacy_cards(force: Muster) -> Iterator[Problem]:
    """In a Modern event an old character needs its Legacy card."""
    for one in force.recruits:
        legacy = one.sheet.version is not None and one.sheet.version.kind == "legacy"
        if force.setup.event == "modern" and one.sheet.printed.old and not legacy:
            yield Problem(one.place, found=one.member.character, expected="it with its Legacy card (1.9c)")


@rule("1.9b", "1.9bi")
def cards_that_may_be_used(force: Muster) -> Iterator[Problem]:
    """An alternate card needs what is printed on it."""
    for one in force.recruits:
        if one.sheet.version is not None and (wish := unmet(force, one, one.sheet)):
            yield Problem(f"{one.place}.card", found=one.sheet.id, expected=wish)


@rule("1.9b", "1.9bi")
def unmet(force: Muster, one: Recruit, sheet: CharacterSheet) -> str:
    """What a card requires that a force has not; empty where it may be used."""
    version = sheet.version
    others = [other.sheet for other in force.starting if other is not one]
    if version is None or version.kind == "legacy":
        return ""
    own = one.sheet.printed.name if one.sheet.version is None else force.book.characters[sheet.figure].printed.name
    names = [force.book.characters[other.figure].printed.name for other in others]
    if version.kind == "team-up" and own in names:
        return "no other character of that name on the force (1.9bi)"
    if version.requires is not None and not any(other.fits(version.requires) for other in others):
        wanted = (*version.requires.names, *version.requires.keywords)
        return f"another character on the force that fits {listed(wanted)} (1.9b)"
    return ""


# The Sideline -----------------------------------------------------------------------------------------------


@rule("2.6", "2.6a", "2.1a", "25.3", "25.8")
def sideline_within_limits(force: Muster) -> Iterator[Problem]:
    """A Sideline needs an effect that allows it, and holds 2 elements for each 100 points, and never more than 10."""
    traits = (trait for one in force.starting for trait in one.sheet.printed.traits)
    allowed = any(trait.builds_sideline for trait in traits) or any(one.kind == "id card" for one in force.elements)
    if force.choice.sideline and not allowed:
        wish = "none, for nothing on the force allows a Sideline (2.6)"
        yield Problem(f"{force.place}.sideline", found=f"{len(force.choice.sideline)} characters", expected=wish)
    most = min(MOST_ON_SIDELINE, 2 * (force.setup.build_total // 100))
    if (count := len(force.choice.sideline) + force.mysteries) > most:
        wish = f"at most {most} on the Sideline (2.6a)"
        yield Problem(f"{force.place}.sideline", found=f"{count} elements", expected=wish)


@rule("25.3", "25.3a")
def id_cards_have_id_characters(force: Muster) -> Iterator[Problem]:
    """With an ID card a matching ID character is added to the Sideline."""
    waiting = [one.sheet for one in force.recruits if one.sideline]
    for element in force.elements:
        if element.kind == "id card" and element.specified is not None:
            if not any(sheet.fits(element.specified) for sheet in waiting):
                wish = f"a character on the Sideline that fits {listed(element.specified.names)} (25.3)"
                yield Problem(f"{force.place}.sideline", found=f"none for {element.id}", expected=wish)


# Equipment and other elements -------------------------------------------------------------------------------


@rule("25.2", "25.2a", "25.2b")
def equipment_assigned(force: Muster) -> Iterator[Problem]:
    """Equipment goes to standard characters of the starting force, and to its own characters where it is not paid."""
    for one, element in force.equipment:
        place = f"{one.place}.equipment"
        if one.sideline:
            yield Problem(place, found=element.id, expected="none on the Sideline (25.2b)")
        elif not one.sheet.standard:
            yield Problem(place, found=element.id, expected="none, for it is no standard character (25.2b)")
        elif not one.sheet.printed.equippable:
            yield Problem(place, found=element.id, expected="none, for it cannot be equipped (25.2b)")
        if one.member.equipment_free and not (element.specified and one.sheet.fits(element.specified)):
            wish = "its cost paid, for it specifies neither name nor keyword of its character (25.2a)"
            yield Problem(f"{place}_free", found=element.id, expected=wish)


@rule("17.2", "25.5")
def three_terrain_markers(force: Muster) -> Iterator[Problem]:
    """A force has up to three terrain markers; special terrain is none of them."""
    special = [one.id for one in force.markers if one.special_terrain]
    if (count := sum(name not in special for name in force.choice.markers)) > MOST_MARKERS:
        wish = f"at most {MOST_MARKERS} (17.2)"
        yield Problem(f"{force.place}.markers", found=f"{count} terrain markers", expected=wish)


@rule("25.4", "25.5a", "25.6a")
def one_of_a_kind(force: Muster) -> Iterator[Problem]:
    """A force has at most one resource, one special terrain and one location."""
    special = [one.id for one in force.markers if one.special_terrain]
    if len(special) > 1:
        wish = "at most one special terrain (25.5a)"
        yield Problem(f"{force.place}.markers", found=listed(special), expected=wish)
    for kind, rule_id in (("resource", "25.4"), ("location", "25.6a")):
        found = [one.id for one in force.elements if one.kind == kind]
        if len(found) > 1:
            wish = f"at most one {kind} ({rule_id})"
            yield Problem(f"{force.place}.elements", found=listed(found), expected=wish)


@rule("25.4", "25.4a", "24.4")
def resource_assigned(force: Muster) -> Iterator[Problem]:
    """A resource that the force has can be assigned to any of its characters, but to no Vehicle."""
    for one in force.recruits:
        if not one.member.resource:
            continue
        if force.resource is None:
            yield Problem(
                f"{one.place}.resource", found="true", expected="false, for the force has no resource (25.4a)"
            )
        elif one.sheet.vehicle:
            yield Problem(f"{one.place}.resource", found="true", expected="false, for it is a Vehicle (24.4)")


@rule("25.6", "25.6a")
def bonuses_of_the_location(force: Muster) -> Iterator[Problem]:
    """Any number of different bonuses of the location of the force can be paid for."""
    offered = [bonus.id for one in force.elements for bonus in one.bonuses]
    for number, bonus in enumerate(force.choice.bonuses):
        if bonus not in offered or bonus in force.choice.bonuses[:number]:
            yield no_such(f"{force.place}.bonuses[{number}]", bonus, offered, "once, of a bonus of its location")


TEXTS: Final = {"id card": ("an ID card", "25.3b"), "tarot card": ("a tarot card", "25.7")}
"""The elements of which a text alone says nothing to the program."""


@rule("25.3b", "25.7")
def can_be_played(force: Muster) -> Iterator[Problem]:
    """What these rules do not play is refused: mere texts of ID and tarot cards."""
    for element in force.elements:
        played = (element.grants, element.does, element.drawn, element.leaves)
        if element.kind in TEXTS and element.text and not any(played):
            card, id = TEXTS[element.kind]
            wish = f"{card} that says in `does` or `grants` what its text means ({id})"
            found = f"the {element.kind} {element.id}"
            yield Problem(f"{force.place}.elements", found=found, expected=wish)


@rule("25.7")
def tarot_decks(force: Muster) -> Iterator[Problem]:
    """A tarot deck has one or two cards of each suit, and one to four of the major arcana."""
    suits = Counter(one.suit for one in force.elements if one.kind == "tarot card")
    for suit in get_args(Suit) if suits else ():
        most = 4 if suit == "major arcana" else 2
        if not 1 <= suits[suit] <= most:
            wish = f"1 to {most} of that suit in a tarot deck (25.7)"
            yield Problem(f"{force.place}.elements", found=f"{suits[suit]} cards of {suit}", expected=wish)


# Themed teams -----------------------------------------------------------------------------------------------


@rule("23.1", "23.1a", "23.2", "23.2a", "23.2c")
def shares_its_keyword(force: Muster) -> Iterator[Problem]:
    """All characters of a themed team have its keyword; bystanders neither count nor prevent it."""
    keyword = force.choice.keyword
    without = [
        one.member.character
        for one in force.starting
        if not one.sheet.printed.bystander and keyword not in one.sheet.keywords
    ]
    if keyword and without:
        wish = f"a keyword of all characters, but not of {listed(without)} (23.2a)"
        yield Problem(f"{force.place}.keyword", found=repr(keyword), expected=wish)


CHECKS: Final = (
    within_the_build_total, free_for_a_reason, may_be_added, more_than_bystanders, unique_once, one_prime, one_title,
    three_terrain_markers, no_promotions_in_tournaments, old_with_legacy_cards, cards_that_may_be_used,
    sideline_within_limits, id_cards_have_id_characters, equipment_assigned, one_of_a_kind, resource_assigned,
    bonuses_of_the_location, can_be_played, tarot_decks, shares_its_keyword,
)  # fmt: skip
"""What is checked of each force, in the order of the book."""


# All that is wrong ------------------------------------------------------------------------------------------


@rule("2", "2.4", "26.4")
def mistakes(setup: Setup, book: Book) -> Iterator[Problem]:
    """All that is wrong with the forces of a setup; a Battle Royale only needs things that there are."""
    for seat, choice in enumerate(setup.forces):
        place = f"forces[{seat}]"
        yield from unknown(place, choice, book)
        yield from unknown_markers(place, choice, book)
        if setup.event != "battle royale":
            found = muster(place, choice, setup, book)
            for check in CHECKS:
                yield from check(found)
