"""Chapter 2: the table is laid, decks are shuffled, hands are drawn, and the start player is found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Procedure, Roll, SetupError, because, rule
from rulewright.dice import D6
from rulewright.problems import did_you_mean, nearest

from ..book.modes import DUEL, FREE_HEALTH, PARTNERS, SEATS, TEAMS
from ..decks import draw_cards, shuffle_deck
from ..events.before import StartPlayerFound
from ..events.dice import EffectDiceRolled
from ..events.phases import RollPhasesEnded
from ..resolution import resolve
from ..state import (
    ASIDE,
    DECK,
    DEFENCE,
    OFFENCE,
    Attack,
    Companion,
    Hero,
    Pending,
    Rolled,
    Round,
    Side,
    Throne,
    zones_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from rulewright import Game, Steps

    from ..book.compiled import Book
    from ..book.sheets import CompanionSheet, HeroSheet

HEALING_ROOM: Final = 10
STARTING_CP: Final = 2
STARTING_HAND: Final = 4


@rule("9.1.teams")
def teams_of(setup: Any) -> tuple[tuple[int, ...], ...]:
    """The seats of each side."""
    return PARTNERS if setup.mode == TEAMS else tuple((seat,) for seat in range(len(setup.heroes)))


@rule("setup.health", "9.1.health", "9.2.health")
def starting_health(setup: Any, book: Book, seats: Sequence[int]) -> int:
    """The health of a side: that of its hero, of the weaker of two partners, or less where all are opponents."""
    health = min(book.heroes[setup.heroes[seat]].health for seat in seats)
    return health if setup.mode in (DUEL, TEAMS) else min(health, FREE_HEALTH)


@rule("setup.components")
def lay_table(state: Throne, setup: Any, book: Book) -> None:
    """Each player has a hero, a deck and 2 CP; each side its health. No token lies on a board yet.

    Raises SetupError for a hero that is not there, and ContentError for one that is not as it must be.
    """
    _refuse_unknown(setup.heroes, book)
    book.check(setup.heroes)
    teams = teams_of(setup)
    for number, seats in enumerate(teams):
        state.sides.add(_side(number, starting_health(setup, book, seats)))
    sides = {seat: number for number, seats in enumerate(teams) for seat in seats}
    for seat, name in enumerate(setup.heroes):
        sheet = book.heroes[name]
        state.heroes.add(_hero(seat, sides[seat], sheet))
        state.pending.add(Pending(seat))
        for zone in zones_of(seat, sheet.deck):
            state.zones.add(zone)
    for place in (OFFENCE, DEFENCE, ASIDE):
        state.rolls.add(Rolled(place))
    state.attack.add(Attack(0))
    state.round.add(Round(0))


@rule("limits.health")
def _side(number: int, start: int) -> Side:
    """A side with the health that it starts with, and 10 more as the most that healing can reach."""
    return Side(number, start, start, start + HEALING_ROOM)


@rule("setup.components", "setup.tokens", "setup.cp", "9.1.cp")
def _hero(seat: int, side: int, sheet: HeroSheet) -> Hero:
    """The board with every ability at level I, 2 CP, no tokens, and the companions of the hero."""
    levels = (1,) * len(sheet.abilities)
    companions = tuple(map(_at_first, sheet.companions.values()))
    return Hero(seat, sheet.id, side, levels, STARTING_CP, companions=companions)


@rule("setup.tokens")
def _at_first(sheet: CompanionSheet) -> Companion:
    """A companion before the game; of one that has tokens none is there unless it starts active."""
    dial = sheet.most if sheet.has_health or sheet.starts == "active" else 0
    return Companion(sheet.id, sheet.starts, dial)


def sample_setup(book: Book, rng: Random) -> dict[str, Any]:
    """Any mode, heroes and readings, with everyone asked who might react, so that no question tells a hand."""
    from ..book.choices import Setup

    mode = rng.choice(sorted(SEATS))
    return {
        "mode": mode,
        "heroes": tuple(rng.choices(sorted(book.heroes), k=rng.choice(SEATS[mode]))),
        "seating": rng.choice(("alternating", "same side")) if mode == TEAMS else "alternating",
        "prevention": rng.choice(("fraction first", "fixed first")),
        "ignorable": rng.choice(("ignore and reduce", "ignore only")),
        **{name: rng.random() < 0.5 for name, field in Setup.model_fields.items() if field.annotation is bool},
    }


def _refuse_unknown(heroes: Sequence[str], book: Book) -> None:
    known = ", ".join(sorted(book.heroes))
    problems = [
        f"heroes: there is no hero {hero!r}{did_you_mean(nearest(hero, book.heroes))}; there are {known}"
        for hero in dict.fromkeys(heroes)
        if hero not in book.heroes
    ]
    if problems:
        raise SetupError("setup of dice_throne", problems)


@rule("setup.hand")
def deal(game: Game, context: Any) -> Steps:
    """Every deck is shuffled, and everyone draws 4 cards."""
    for player in game.players:
        yield from shuffle_deck(game, player, game.state.zones[DECK[player]].cards)
        yield from draw_cards(game, player, STARTING_HAND, "setup.hand")


@rule("setup.start-player", "field.start-tie", "9.1.turn-order", "9.2.order")
def find_start_player(game: Game, context: Any) -> Steps:
    """Everyone rolls a die; the highest begins, and those who tie roll again."""
    chosen = game.setup.start_player
    if chosen is not None:
        yield StartPlayerFound(chosen, rule="setup.start-player")
        return
    rivals = game.players
    while len(rivals) > 1:
        shown: dict[int, int] = {}
        for player in rivals:
            faces = yield Roll((D6,), player, "start_roll", "setup.start-player", stream="setup")
            yield EffectDiceRolled(player, ASIDE, faces, "start", rule="setup.start-player")
            shown[player] = faces[0]
        best = max(shown.values())
        rivals = tuple(player for player in rivals if shown[player] == best)
    yield because(RollPhasesEnded(rivals[0]), rules=("setup.start-player",))
    yield StartPlayerFound(rivals[0], rule="setup.start-player")


@rule("setup.extra")
def extra_setup(game: Game, context: Any) -> Steps:
    """The special setup steps of heroes."""
    for player, hero in game.state.heroes.items():
        call = resolve(player, "setup", hero.name, game.content.heroes[hero.name].setup, open=False)
        if call is not None:
            yield call


SETUP: Final = Procedure("setup", [deal, find_start_player, extra_setup])
