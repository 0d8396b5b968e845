"""Before the game: forces on the table, the first player, the map, starting areas, characters placed (chapter 4)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, groupby
from random import Random
from typing import TYPE_CHECKING, Any, Final

from rulewright import (
    FOREVER,
    Context,
    Loop,
    Problem,
    Procedure,
    Roll,
    SetupError,
    begin_effect,
    choose,
    rule,
)
from rulewright.problems import instead

from .areas import OPPOSITE, areas_for, home
from .board import BOARD
from .events.before import CardChosen, EdgeChosen, FirstPlayerSet, GameBegan, InitiativeRolled, MapChosen
from .force_limits import mistakes, unmet
from .forces import Muster, Recruit, muster
from .pac import MARKERS
from .placing import Laying, Placing, lay, next_to_lay, next_to_place, place, redo_placements
from .setup_model import Setup
from .state import Battle, Character, Force, Marker, Match
from .terms import character, on_maps, sheet, turn_order

if TYPE_CHECKING:
    from rulewright import Event, Game, Position, Steps
    from rulewright.state import Effect

    from .book import Book

SHELTERED: Final = "sheltered"
"""The kind of effect that makes characters Immune in the first turns (14.1)."""

THEMED: Final = 3
"""The initiative bonus of a themed team (23.3)."""


def setup_model() -> type[Setup]:
    """The model of the setup."""
    return Setup


@rule("26")
def teams(setup: Setup) -> list[tuple[int, ...]]:
    """The players of each side; each on a side of its own, where none were agreed on."""
    seats = range(len(setup.forces))
    if len(setup.sides) != len(seats):
        return [(seat,) for seat in seats]
    return [tuple(seat for seat in seats if setup.sides[seat] == one) for one in dict.fromkeys(setup.sides)]


# Forces -----------------------------------------------------------------------------------------------------


@rule("2", "2.3", "2.4", "2.5a", "23.2b", "3", "3.3", "4.1", "24.5a", "25.2b", "25.2c")
def lay_table(state: Battle, setup: Setup, book: Book) -> None:
    """Check the forces, and put their characters beside the map. Raises SetupError with all that is wrong."""
    if problems := [*_wrong_maps(setup, book), *_wrong_sides(setup), *mistakes(setup, book)]:
        raise SetupError("setup of heroclix", list(map(str, problems)))
    state.match.add(Match(0))
    for seat, force in enumerate(musters(setup, book)):
        elements = (*force.choice.elements, *(one.id for _, one in force.equipment))
        bonuses = tuple(bonus.id for bonus in force.bonuses)
        state.forces.add(Force(seat, seat, keyword=force.choice.keyword, elements=elements, bonuses=bonuses))
        for id, recruit in _named(seat, force):
            state.characters.add(_recruited(id, seat, recruit, force.resource))
        for number, name in enumerate(force.choice.markers):
            card = book.markers.get(name)
            kind = name if card is None else card.kind
            state.markers.add(Marker(f"{name}#{seat + 1}{number + 1}", kind, seat, card="" if card is None else name))


def musters(setup: Setup, book: Book) -> list[Muster]:
    """The forces of the players."""
    return [muster(f"forces[{seat}]", choice, setup, book) for seat, choice in enumerate(setup.forces)]


def _named(seat: int, force: Muster) -> Iterator[tuple[str, Recruit]]:
    """Each character of a force with its id: the character, and a number that no other has."""
    numbers = count(1)
    for recruit in force.recruits:
        yield f"{recruit.member.character}#{seat + 1}{next(numbers)}", recruit


@rule("1.7", "1.7a", "2.2a", "2.2c", "4.1", "24.5a", "25.2b", "25.4a")
def _recruited(id: str, seat: int, one: Recruit, resource: str | None) -> Character:
    things = (one.member.equipment, resource if one.member.resource else None)
    given = (*(trait.id for trait in one.bought), *(thing for thing in things if thing))
    return Character(
        id, one.sheet.id, seat, seat, (), one.start, one.start, one.points, extra=one.extra, given=given,
        area="sideline" if one.sideline else "outside", equipment=one.member.equipment,
        plot=one.sheet.printed.plot_points,
    )  # fmt: skip


@rule("4.2", "26")
def _wrong_maps(setup: Setup, book: Book) -> Iterator[Problem]:
    for where, name in (("map", setup.map), *((f"maps[{number}]", name) for number, name in enumerate(setup.maps))):
        if name not in book.maps:
            wish = f"the id of a map{instead(name, book.maps)}"
            yield Problem(where, found=repr(name), expected=wish)
        elif (areas := len(areas_for(book.maps[name].board, len(setup.forces)))) < len(setup.forces):
            wish = f"a map with {len(setup.forces)} starting areas (26)"
            yield Problem(where, found=f"{name!r}, which has {areas}", expected=wish)


@rule("26")
def _wrong_sides(setup: Setup) -> Iterator[Problem]:
    if setup.sides and len(setup.sides) != len(setup.forces):
        yield Problem(
            "sides", found=f"{len(setup.sides)} sides", expected=f"one for each of {len(setup.forces)} forces"
        )
    elif setup.sides and len(set(setup.sides)) == 1:
        yield Problem("sides", found="one side", expected="two or more sides")


@rule("2.1", "4.1")
def sample_setup(book: Book, rng: Random) -> dict[str, Any]:
    """Random forces within the build total, on a random map; now and then more than two of them."""
    total, players = 300, rng.choice((2, 2, 2, 3, 4))
    maps = [one.id for one in book.maps.values() if len(areas_for(one.board, players)) >= players]
    if players > 2 and not maps:
        players, maps = 2, list(book.maps)
    return {
        "forces": [_random_force(book, rng, total // (players - 1)) for _ in range(players)],
        "build_total": total,
        "map": rng.choice(maps),
    }


def _random_force(book: Book, rng: Random, total: int) -> dict[str, Any]:
    members: list[dict[str, Any]] = []
    left, primes, titles = total, 0, 0
    equipment = [one for one in book.elements.values() if one.kind == "equipment"]
    figures = [one for one in book.characters.values() if one.version is None and not one.printed.bystander]
    for card in rng.sample(figures, len(figures)):
        points = rng.choice(list(card.points))
        one_too_many = (card.ring == "prime" and primes) or (card.printed.title and titles)
        if not 1 <= points <= left or one_too_many or not (card.printed.set and card.printed.number):
            continue
        primes += card.ring == "prime"
        titles += card.printed.title
        left -= points
        member = {"character": card.id, "points": points}
        cheap = [one for one in equipment if one.points <= left]
        if card.standard and cheap and rng.random() < 0.3:
            one = rng.choice(cheap)
            equipment.remove(one)
            left -= one.points
            member["equipment"] = one.id
        members.append(member)
    return {"members": members, "markers": rng.sample([*MARKERS, *book.markers], rng.randrange(4))}


# Step 1: forces are revealed, and the first player determined ---------------------------------------------


class Revealing(Context):
    """A player may use another card of a character."""

    player: int
    character: str


@rule("1.9b", "1.9bi")
def next_revealed(game: Game, last: Revealing | None) -> Revealing | None:
    """Each character of which another card may be used, in order of the seats."""
    ids = list(map(str, game.state.characters))
    left = ids if last is None else ids[ids.index(last.character) + 1 :]
    id = next((one for one in left if other_cards(game, one)), None)
    return None if id is None else Revealing(player=character(game, id).player, character=id)


@rule("1.9b", "1.9bi", "1.9c")
def other_cards(position: Position, id: str) -> list[str]:
    """The default card and the alternate cards that a character may use instead of the one it has."""
    now, own = sheet(position, id), position.content.characters
    if now.version is not None and now.version.kind == "legacy":
        return []
    seat = character(position, id).starting
    force = musters(position.setup, position.content)[seat]
    one = next(recruit for name, recruit in _named(seat, force) if name == id)
    cards = [own[card.id] for card in now.printed.cards if card.kind != "legacy"]
    return [card.id for card in cards if card.id != now.id and not unmet(force, one, card)]


@rule("1.9b", "4.1")
def choose_card(game: Game, revealing: Revealing) -> Steps:
    """Its player may replace the card that it has by an alternate card whose requirement is met."""
    id = revealing.character
    options = [*other_cards(game, id), None]
    card = yield choose(revealing.player, "card", options, "1.9b", character=id)
    if card is not None:
        yield CardChosen(id, card, rule="1.9b")


@rule("4", "4.1a", "4.1b", "23.3")
def determine_first_player(game: Game, context: Any) -> Steps:
    """Each player rolls for the first turn; the highest may decline, and then the second highest is first."""
    highest, second, *_ = yield from _ranked(game, game.players)
    first = yield choose(highest, "first_player", (highest, second), "4.1b")
    yield FirstPlayerSet(first, highest, rule="4.1b")


@rule("4.1b", "23.3")
def _ranked(game: Game, seats: tuple[int, ...]) -> Any:
    """The players by their rolls of 2d6 with the initiative bonus, the highest first; those who are tied roll again."""
    if len(seats) == 1:
        return seats
    sums: dict[int, int] = {}
    for seat in seats:
        faces = yield Roll.d6(2, seat, "initiative", rule="4.1b")
        bonus = THEMED if game.state.forces[seat].keyword else 0
        yield InitiativeRolled(seat, faces, bonus, rule="4.1b")
        sums[seat] = sum(faces) + bonus
    ranked: list[int] = []
    for _, tied in groupby(sorted(seats, key=lambda seat: -sums[seat]), key=lambda seat: sums[seat]):
        ranked += yield from _ranked(game, tuple(tied))
    return tuple(ranked)


# Step 2: the map and the starting areas ---------------------------------------------------------------------


@rule("4.2")
def choose_map(game: Game, context: Any) -> Steps:
    """The second player chooses the map, where there are several."""
    maps = list(dict.fromkeys(game.setup.maps))
    if not maps:
        return
    second = turn_order(game)[1]
    chosen = maps[0] if len(maps) == 1 else (yield choose(second, "map", maps, "4.2"))
    yield MapChosen(second, chosen, rule="4.2")


@rule("4.2", "4.2a")
def choose_areas(game: Game, context: Any) -> Steps:
    """The first player chooses an edge, and the other one has the opposite edge; printed areas are chosen in order."""
    first, *others = turn_order(game)
    areas = list(areas_for(BOARD(game).board, len(game.players)))
    edge = yield choose(first, "edge", areas, "4.2a")
    yield EdgeChosen(first, edge, rule="4.2a")
    areas.remove(edge)
    for seat in others:
        left = [OPPOSITE[edge]] if edge in OPPOSITE else areas
        own = left[0] if len(left) == 1 else (yield choose(seat, "edge", left, "4.2a"))
        yield EdgeChosen(seat, own, rule="4.2a")
        areas.remove(own)


# Step 4 -----------------------------------------------------------------------------------------------------


@rule("4.4")
def begin_game(game: Game, context: Any) -> Event:
    """What is stated to happen at the beginning of the game happens, once."""
    return GameBegan(game.state.match[0].first, rule="4.4")


@rule("14.1")
def shelter(game: Game, context: Any) -> list[Event]:
    """Characters in their starting area are Immune until each player has completed a first turn."""
    immune = {"gives": ("immune",)}
    return [
        begin_effect(game, SHELTERED, FOREVER, target=("characters", one.id), data=immune, rule="14.1")
        for one in on_maps(game)
        if in_starting_area(game, one)
    ]


def in_starting_area(position: Position, one: Character) -> bool:
    """Whether a character is in the starting area of its player, with a square at least."""
    return bool(home(position, one.player) & BOARD(position).board.mask(one.squares))


@rule("14.1")
def sheltered_no_more(game: Position, effect: Effect) -> bool:
    """When each player has completed a first turn, or the character has left its starting area."""
    begun = all(force.turns or force.defeated for force in game.state.forces.values())
    return begun or not in_starting_area(game, character(game, str(effect.target)))


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
