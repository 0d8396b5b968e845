"""What is wrong with a setup: names that nothing has, and what the rules for rosters, squads and terrain forbid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rulewright import SetupError, rule
from rulewright.problems import did_you_mean, nearest

from ..space.battlefield import OPPOSITE
from .mission import affiliations_of, excluded, missions, threat_of, usable
from .terrain import features_of, impossible, too_little, too_near

if TYPE_CHECKING:
    from ..cards.loading import Book


def check(setup: Any, book: Book) -> None:
    """Raises SetupError with everything in a setup that does not fit the content, or else the rules."""
    for checks in ((_unknown,), (_roster_faults, _squad_faults, _place_faults, _terrain_faults)):
        if problems := [problem for each in checks for problem in each(setup, book)]:
            raise SetupError("setup of crisis_protocol", problems)


def _unknown(setup: Any, book: Book) -> Iterator[str]:
    """Names that nothing in the content has, with the nearest ones."""
    for kind in ("secure", "extract"):
        yield from _named(kind, filter(None, [getattr(setup, kind)]), book.crises_of(kind))
    decks: dict[str, Iterable[str]] = {"characters": book.characters, "tactics": book.tactics}
    for seat, squad in enumerate(setup.squads or ()):
        for field, known in decks.items():
            yield from _named(f"squads[{seat}].{field}", getattr(squad, field), known)
    decks |= {kind: book.crises_of(kind) for kind in ("secure", "extract")}
    for seat, roster in enumerate(setup.rosters or ()):
        for field, known in decks.items():
            yield from _named(f"rosters[{seat}].{field}", getattr(roster, field), known)
    try:
        features_of(book, setup.layout) if setup.layout else ()
    except LookupError as problem:
        yield f"layout: {problem}"


def _named(field: str, given: Iterable[str], known: Iterable[str]) -> Iterator[str]:
    names = sorted(known)
    for name in given:
        if name not in names:
            yield f"{field}: there is no {name!r}{did_you_mean(nearest(name, names))}; there are {', '.join(names)}"


@rule("roster.alter-ego", "roster.tactics", "roster.crises")
def _roster_faults(setup: Any, book: Book) -> Iterator[str]:
    """What forbids a roster: an alter ego or a card twice; how many there are of each, the model of the setup says."""
    for seat, roster in enumerate(setup.rosters or ()):
        where = f"rosters[{seat}]"
        yield from _egos_twice(book, f"{where}.characters", roster.characters)
        yield from _names_twice(book, f"{where}.tactics", roster.tactics, "roster.tactics")
        yield from _never_together(book, f"{where}.tactics", roster.tactics)
        yield from _names_twice(book, f"{where}.secure, extract", (*roster.secure, *roster.extract), "roster.crises")


@rule(
    "squad.threat", "squad.crisis-limit", "stat-card.threat", "affiliation.condition", "tactic-card.affiliation",
    "roster.tactics", "affiliation.leadership",
)  # fmt: skip
def _squad_faults(setup: Any, book: Book) -> Iterator[str]:
    """What forbids a squad: its threat, an alter ego twice, an affiliation too few have, cards it may not use."""
    most = max(threat_of(book, one) for one in missions(book, setup))
    for seat, squad in enumerate(setup.squads or ()):
        where = f"squads[{seat}]"
        threat = sum(book.characters[card].threat for card in squad.characters)
        if threat > most:
            yield f"{where}.characters: threat {threat}, and the mission allows {most} (squad.threat)"
        yield from _egos_twice(book, f"{where}.characters", squad.characters)
        if squad.affiliation and squad.affiliation not in affiliations_of(book, squad.characters):
            members = sum(squad.affiliation in book.characters[card].affiliations for card in squad.characters)
            found = f"found {members} of {len(squad.characters)} that belong to {squad.affiliation!r}"
            yield f"{where}.affiliation: {found}, expected more than half (affiliation.condition)"
        for id in dict.fromkeys(squad.tactics):
            if id not in usable(book, [id], squad.affiliation):
                wanted = book.tactics[id].affiliation
                yield f"{where}.tactics: {id!r} needs the affiliation {wanted!r} (tactic-card.affiliation)"
        yield from _names_twice(book, f"{where}.tactics", squad.tactics, "roster.tactics")
        yield from _never_together(book, f"{where}.tactics", squad.tactics)
        if squad.leader and squad.leader not in leaders_among(book, squad.characters, squad.affiliation):
            yield f"{where}.leader: {squad.leader!r} cannot lead this squad (affiliation.leadership)"


@rule("affiliation.leadership", "leadership.active")
def leaders_among(book: Book, cards: Iterable[str], affiliation: str) -> list[str]:
    """The characters with a leadership ability that requires the affiliation of their squad."""
    return [card for card in cards if affiliation and book.characters[card].leads == affiliation]


@rule("overview.priority-of-rules")
def _never_together(book: Book, field: str, cards: Iterable[str]) -> Iterator[str]:
    known = [id for id in dict.fromkeys(cards) if id in book.tactics]
    for number, id in enumerate(known):
        for other in excluded(book, id, known[:number]):
            yield f"{field}: {other!r} and {id!r} cannot be included together, as the text of one says"


@rule("roster.alter-ego")
def _egos_twice(book: Book, field: str, cards: Iterable[str]) -> Iterator[str]:
    egos = Counter(book.characters[card].alter_ego for card in cards)
    yield from (f"{field}: {who} is there twice (roster.alter-ego)" for who in egos if egos[who] > 1)


def _names_twice(book: Book, field: str, cards: Sequence[str], rule: str) -> Iterator[str]:
    """Cards of one name, whatever their ids."""
    names = Counter(book.name_of(card)["en"] for card in cards)  # type: ignore[index]
    yield from (f"{field}: {name!r} is there twice ({rule})" for name in names if names[name] > 1)


@rule("mission.step-5", "deployment.order")
def _place_faults(setup: Any, book: Book) -> Iterator[str]:
    """Edges that do not face each other, and places of which part is missing."""
    if setup.squads is None:
        return
    edges = [squad.edge for squad in setup.squads]
    if all(edges) and edges[1] != OPPOSITE[edges[0]]:
        yield f"squads[1].edge: found {edges[1]!r}, expected {OPPOSITE[edges[0]]!r} (mission.step-5)"
    places = [bool(squad.places) for squad in setup.squads]
    if any(places) and not (all(places) and any(edges)):
        yield "squads: places are given for both squads, and with an edge (deployment.order)"


@rule("battlefield.terrain-agree", "battlefield.terrain-spacing", "battlefield.terrain-amount")
def _terrain_faults(setup: Any, book: Book) -> Iterator[str]:
    """What is wrong with the layout; how much terrain there is and how near, players may agree on."""
    if setup.layout:
        features = features_of(book, setup.layout)
        found = [*impossible(book, features)]
        if setup.spacing == "by the book":
            found = [*too_little(book, features), *too_near(book, features)]
        yield from (f"layout {setup.layout!r}: {problem}" for problem in found)
