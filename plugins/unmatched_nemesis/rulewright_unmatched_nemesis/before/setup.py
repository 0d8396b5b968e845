"""Page 10: fighters, arena and boxes; the table is laid."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from rulewright import Matchups, SetupError, rule
from rulewright.problems import did_you_mean, nearest

from ..state import DECK, DISPLAY_SIZE, SKILLS, Duel, Fighter, Match
from ..state import empty_zones as zones

if TYPE_CHECKING:
    from random import Random

    from ..cards.loading import Book

DEALT_SKILLS: Final = 3
FIRST_CARDS: Final = 2 * DISPLAY_SIZE
"""Attack cards with which a round begins: those of the first hands, and those of the display after the draft."""


@rule("overview.players", "setup.step-1", "setup.step-2", "setup.step-3", "arena.start-space")
def lay_table(state: Duel, setup: Any, book: Book) -> None:
    """Each player has a fighter and a side of its panel, and a starting space; cards lie unshuffled."""
    if problems := list(_problems(setup, book)):
        raise SetupError("setup of unmatched_nemesis", problems)
    state.match.add(Match(0, setup.arena, setup.skill_set, setup.deck))
    for seat, start in enumerate(book.arenas[setup.arena].starts):
        state.fighters.add(Fighter(seat, setup.fighters[seat], setup.sides[seat], start))
    for zone in zones():
        state.zones.add(zone)
    state.zones.edit(SKILLS).cards = book.skill_set(setup.skill_set)
    state.zones.edit(DECK).cards = book.deck(setup.deck)


@rule("mix.nemesis-arena")
def _problems(setup: Any, book: Book) -> Iterable[str]:
    """Names that nothing has, and an arena with a deck that is not its own."""
    for field, kind, names in (("fighters", "fighters", setup.fighters), ("arena", "arenas", (setup.arena,))):
        for name in names:
            if name not in book[kind]:
                known = ", ".join(sorted(book[kind]))
                yield f"{field}: there is no {name!r}{did_you_mean(nearest(name, book[kind]))}; there are {known}"
    boxes = {box: len(book.skill_set(box)) for box in (*book.boxes("skills"), setup.skill_set)}
    yield from _short("skill_set", "skill cards", setup.skill_set, boxes, 2 * DEALT_SKILLS)
    drawn = setup.mix == "random"
    decks = dict.fromkeys(deck_in(book, setup, arena) for arena in book.arenas) if drawn else (setup.deck,)
    for deck in decks:
        boxes = {box: len(book.deck(box)) for box in (*book.boxes("attacks"), deck)}
        yield from _short("deck", "attack cards", deck, boxes, FIRST_CARDS)
    if not drawn and setup.arena in book.arenas and (needed := deck_in(book, setup, setup.arena)) != setup.deck:
        yield f"deck: the arena {setup.arena!r} is used with the attack deck of {needed!r}, not of {setup.deck!r}"


def _short(field: str, cards: str, box: str, boxes: Mapping[str, int], needed: int) -> Iterable[str]:
    """A box that has fewer cards of a kind than are needed, with those that have enough."""
    enough = [other for other, count in boxes.items() if count >= needed]
    if box not in enough:
        hint = did_you_mean(nearest(box, enough))
        wish = f"{needed} are needed{hint}; there are {', '.join(enough) or 'none'}"
        yield f"{field}: the box {box!r} has {boxes[box]} {cards}, {wish}"


@rule("mix.nemesis-arena")
def deck_in(book: Book, setup: Any, arena: str) -> str:
    """The box whose attack deck is used in an arena: the one that it needs, else the one that was chosen."""
    return book.arenas[arena].deck or str(setup.deck)


def sample_setup(book: Book, rng: Random) -> dict[str, Any]:
    """Any fighters, sides and readings, with everyone asked who might, so that no question tells a hand."""
    from ..book.choices import Setup

    fixed = ("fighters", "sides", "skill_set", "arena", "deck", "asked")
    readings = {
        name: rng.choice(field.annotation.__args__)  # type: ignore[union-attr]
        for name, field in Setup.model_fields.items()
        if name not in fixed
    }
    return {
        "fighters": tuple(rng.sample(sorted(book["fighters"]), 2)),
        "sides": (rng.choice("ab"), rng.choice("ab")),
        **readings,
    }


SIDES: Final = ("a", "b")


def _panels(book: Book) -> tuple[str, ...]:
    """Each side of each fighter's panel, such as "james-a"."""
    return tuple(f"{fighter}-{side}" for fighter in book["fighters"] for side in SIDES)


def _meeting(setup: Mapping[str, Any], panels: Sequence[str]) -> dict[str, Any]:
    """A match between the fighters of two panels."""
    fighters, sides = zip(*(panel.rsplit("-", 1) for panel in panels), strict=True)
    return {**setup, "fighters": fighters, "sides": sides}


def _differ(one: str, other: str) -> bool:
    """Whether two panels are of two fighters."""
    return one.rpartition("-")[0] != other.rpartition("-")[0]


MATCHUPS: Final = Matchups(_panels, _meeting, _differ)
