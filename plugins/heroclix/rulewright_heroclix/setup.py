"""Before the game: forces are checked, and the players set up (chapters 2 to 4)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import TYPE_CHECKING, Any, Final

from rulewright import Context, Loop, Problem, Procedure, Request, Roll, SetupError, choose, did_you_mean, nearest, rule
from rulewright.field import Squares
from rulewright.geometry import grid

from .board import BOARD, occupied
from .events import EdgeChosen, FirstPlayerSet, InitiativeRolled, SetUp
from .setup_model import Setup
from .state import Battle, Character, Force, Match

if TYPE_CHECKING:
    from rulewright import Game, Steps
    from rulewright.geometry.grid import Board, Mask, Square

    from .book import Book
    from .setup_model import ForceChoice, Member

THEMED: Final = 3
"""The initiative bonus of a themed team (23.3)."""

EDGES: Final = ("north", "south", "west", "east")
OPPOSITE: Final = {"north": "south", "south": "north", "west": "east", "east": "west"}


def setup_model() -> type[Setup]:
    """The model of the setup."""
    return Setup


# Forces -----------------------------------------------------------------------------------------------------


@rule("2", "2.1", "2.2", "2.2a", "2.3", "2.4", "2.4a", "2.4b", "23.2a")
def lay_table(state: Battle, setup: Setup, book: Book) -> None:
    """Check the forces, and put their characters beside the map. Raises SetupError with all that is wrong."""
    if problems := list(_mistakes(setup, book)):
        raise SetupError("setup of heroclix", list(map(str, problems)))
    state.match.add(Match(0))
    for seat, choice in enumerate(setup.forces):
        state.forces.add(Force(seat, seat, keyword=choice.keyword))
        for id, member in _named(seat, choice):
            points = points_of(book, member)
            start = book.characters[member.character].points[points]
            state.characters.add(Character(id, member.character, seat, seat, (), start, start, points, area="outside"))


def _named(seat: int, choice: ForceChoice) -> Iterator[tuple[str, Member]]:
    """Each character of a force with its id: its card, and a number that no other has."""
    numbers = count(1)
    for member in choice.members:
        yield f"{member.character}#{seat + 1}{next(numbers)}", member


@rule("2.2a")
def points_of(book: Book, member: Member) -> int:
    """The point value at which a character is added."""
    return next(iter(book.characters[member.character].points)) if member.points is None else member.points


def _mistakes(setup: Setup, book: Book) -> Iterator[Problem]:
    if setup.map not in book.maps:
        wish = f"the id of a map{did_you_mean(nearest(setup.map, book.maps))}"
        yield Problem("map", found=repr(setup.map), expected=wish)
    for seat, choice in enumerate(setup.forces):
        yield from _mistakes_of(f"forces[{seat}]", choice, setup, book)


def _mistakes_of(place: str, choice: ForceChoice, setup: Setup, book: Book) -> Iterator[Problem]:
    total, known = 0, True
    names = [member.character for member in choice.members]
    for number, member in enumerate(choice.members):
        where = f"{place}.members[{number}]"
        card = book.characters.get(member.character)
        if card is None:
            known = False
            wish = f"the id of a character{did_you_mean(nearest(member.character, book.characters))}"
            yield Problem(f"{where}.character", found=repr(member.character), expected=wish)
        elif points_of(book, member) not in card.points:
            known = False
            yield Problem(f"{where}.points", found=str(member.points), expected=f"one of {_listed(card.points)} (2.2a)")
        else:
            total += points_of(book, member)
            if card.ring == "unique" and member.character in names[:number]:
                yield Problem(where, found=member.character, expected="one copy of a unique character (2.4a)")
    if not known:
        return
    if total > setup.build_total:
        yield Problem(place, found=f"{total} points", expected=f"at most {setup.build_total}, the build total (2.1)")
    cards = [book.characters[name] for name in names]
    if sum(card.ring == "prime" for card in cards) > 1:
        yield Problem(place, found="several prime characters", expected="at most one (2.4b)")
    if choice.keyword and not all(choice.keyword in card.keywords for card in cards):
        yield Problem(f"{place}.keyword", found=repr(choice.keyword), expected="a keyword of all characters (23.2a)")


def _listed(values: Any) -> str:
    return ", ".join(map(str, values))


@rule("2.1", "4.1")
def sample_setup(book: Book, rng: Random) -> dict[str, Any]:
    """Two random forces within the build total, on a random map."""
    total = 300
    return {
        "forces": [_random_force(book, rng, total) for _ in range(2)],
        "build_total": total,
        "map": rng.choice(list(book.maps)),
    }


def _random_force(book: Book, rng: Random, total: int) -> dict[str, Any]:
    members: list[dict[str, Any]] = []
    left, primes = total, 0
    for card in rng.sample(list(book.characters.values()), len(book.characters)):
        points = rng.choice(list(card.points))
        if points > left or (card.ring == "prime" and primes):
            continue
        primes += card.ring == "prime"
        left -= points
        members.append({"character": card.id, "points": points})
    return {"members": members}


# The steps of set-up ----------------------------------------------------------------------------------------


@rule("4.1b", "23.3")
def determine_first_player(game: Game, context: Any) -> Steps:
    """Each player rolls 2d6 with the initiative bonus, ties again; the highest chooses who is first."""
    tied: tuple[int, ...] = game.players
    while len(tied) > 1:
        sums: dict[int, int] = {}
        for seat in tied:
            faces = yield Roll.d6(2, seat, "initiative", rule="4.1b")
            bonus = THEMED if game.state.forces[seat].keyword else 0
            yield InitiativeRolled(seat, faces, bonus, rule="4.1b")
            sums[seat] = sum(faces) + bonus
        tied = tuple(seat for seat in tied if sums[seat] == max(sums.values()))
    winner = tied[0]
    first = yield choose(winner, "first_player", (winner, 1 - winner), "4.1b")
    yield FirstPlayerSet(first, rule="4.1b")


@rule("4.2", "4.2a")
def choose_edge(game: Game, context: Any) -> Steps:
    """The first player chooses an edge; the other one has the opposite edge."""
    first = game.state.match[0].first
    edge = yield choose(first, "edge", EDGES, "4.2a")
    yield EdgeChosen(first, edge, rule="4.2a")
    yield EdgeChosen(1 - first, OPPOSITE[edge], rule="4.2a")


class Placing(Context):
    """A player places a character in the starting area."""

    player: int
    character: str


@rule("4.3", "4.3a")
def next_to_place(game: Game, last: Placing | None) -> Placing | None:
    """The first player places all characters, the largest bases first; then the other one does."""
    first = game.state.match[0].first
    for seat in (first, 1 - first):
        waiting = [one for one in game.state.characters.values() if one.player == seat and one.area == "outside"]
        if waiting:
            largest = max(waiting, key=lambda one: _squares(game, one))
            return Placing(player=seat, character=str(largest.id))
    return None


def _squares(game: Game, one: Character) -> int:
    wide, deep = game.content.characters[one.card].shape
    return int(wide * deep)


@rule("4.3", "4.3a", "4.3b", "4.2a", "13.2")
def place(game: Game, placing: Placing) -> Steps:
    """A square of the starting area that is free."""
    scene, id = BOARD(game), placing.character
    area = room(game, placing.player)
    at = yield Request(placing.player, "place", Squares(scene, area), "4.3", {"character": id})
    yield SetUp(id, (at,), rule="4.3")


@rule("4.3a", "4.3b", "15.5")
def room(game: Game, player: int) -> Mask:
    """The free squares of a player's starting area, which grows by rows where it is full."""
    scene = BOARD(game)
    free = ~occupied(game) & ~scene.board.where(grid.BLOCKING)
    for rows in range(1, max(scene.board.width, scene.board.height)):
        found = starting_area(scene.board, game.state.forces[player].edge, rows) & free
        if found:
            return found
    raise LookupError(f"player {player} has no room on {scene.board.name}")


@rule("4.2a", "4.3b", "15.4")
def starting_area(board: Board, edge: str, rows: int = 1) -> Mask:
    """The squares along an edge of the map, so many rows deep."""

    def inside(square: Square) -> bool:
        x, y = square
        depth = {"north": y, "south": board.height - 1 - y, "west": x, "east": board.width - 1 - x}[edge]
        return depth < rows

    return board.mask(square for square in board.tiles if inside(square))


SETUP: Final = Procedure(
    "set-up", [determine_first_player, choose_edge, Loop("placing", next_to_place, [place], Placing)]
)
