"""Chapter 9: the modes, who sits where, who is still in play, and who leads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, Literal

from rulewright import rule

from .state import MAX_PLAYERS

if TYPE_CHECKING:
    from rulewright import Game, View

Mode = Literal["duel", "teams", "king_of_the_hill", "free_for_all"]

DUEL: Final = "duel"
TEAMS: Final = "teams"
KING: Final = "king_of_the_hill"
FREE: Final = "free_for_all"

SEATS: Final[Mapping[str, tuple[int, ...]]] = {DUEL: (2,), TEAMS: (4,), KING: (3,), FREE: (4, 5, 6)}
"""How many players a mode is for."""

USUAL: Final[Mapping[int, Mode]] = {2: DUEL, 3: KING, 4: TEAMS, 5: FREE, 6: FREE}
"""The mode for a number of players where none is named."""

PARTNERS: Final = ((0, 2), (1, 3))
"""The seats of the two teams: seats 1 and 3 of the rulebook against 2 and 4."""

FREE_HEALTH: Final = 35
"""With what a player begins where everyone plays for themselves (9.2)."""

CIRCLES: Final[Mapping[str, tuple[int, ...]]] = {"alternating": (0, 1, 2, 3), "same side": (0, 1, 3, 2)}
"""How the four seats of two teams lie round the table, clockwise (note.seating)."""


def _rounds(circle: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """For each seat everyone clockwise from it on."""
    return tuple((*circle[circle.index(seat) :], *circle[: circle.index(seat)]) for seat in range(len(circle)))


ROUNDS: Final = tuple(_rounds(tuple(range(count))) for count in range(MAX_PLAYERS + 1))
SAME_SIDE: Final = _rounds(CIRCLES["same side"])


@rule("note.seating", "9.1.teams")
def clockwise_from(game: Game | View, seat: int) -> tuple[int, ...]:
    """All seats clockwise from one on, whether someone still sits there or not."""
    setup = game.setup
    if setup.mode == TEAMS and setup.seating == "same side":
        return SAME_SIDE[seat]
    return ROUNDS[len(game.players)][seat]


# Who is in play ---------------------------------------------------------------------------------------------


@rule("field.elimination")
def in_play(game: Game | View, players: tuple[int, ...]) -> tuple[int, ...]:
    """Those of some players who are not out. With two players nobody is out while the game is going on."""
    if len(game.players) == 2:
        return players
    heroes = game.state.heroes
    return tuple([player for player in players if not heroes[player].out])


def opponents(game: Game, player: int) -> tuple[int, ...]:
    """The opponents of a player who are still in play, in seat order."""
    return in_play(game, game.opponents(player))


@rule("3.5.trigger")
def targets(game: Game, player: int) -> tuple[int, ...]:
    """The opponents whom a player may name as a target: all of them where texts would leave none."""
    others = opponents(game, player)
    if len(others) < 2:
        return others
    return tuple(other for other in others if game.may("targeting", other)) or others


@rule("3.5.table", "9.1.teams")
def neighbours(game: Game, player: int) -> tuple[int, int]:
    """The opponents on the left and on the right of a player; clockwise round a table is to the left."""
    others = [seat for seat in clockwise_from(game, player) if seat not in game.team(player)]
    return others[0], others[-1]


# Leaders ----------------------------------------------------------------------------------------------------


def has_leaders(game: Game | View) -> bool:
    """Whether leaders count in this mode."""
    return bool(game.setup.mode in (KING, FREE))


@rule("9.2.leader", "note.sole-leader")
def leaders(game: Game | View) -> tuple[int, ...]:
    """The players with the most health of all who are in play."""
    state = game.state
    most = max(side.health for side in state.sides.values())
    return tuple(hero.id for hero in state.heroes.values() if state.sides[hero.side].health == most)
