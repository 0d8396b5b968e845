"""Words that rules share: who is whose opponent, who is in play, who leads, who comes first, and who may do nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from rulewright import Violation, rule

from .book.modes import FREE, KING, TEAMS
from .state import MAX_PLAYERS

if TYPE_CHECKING:
    from rulewright import Game, View

    from .state import Attack

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


# Who comes first -------------------------------------------------------------------------------------------


@rule("10.2.order", "3.order")
def clockwise(game: Game) -> tuple[int, ...]:
    """The active player, then the others clockwise, without players who are out."""
    return in_play(game, clockwise_from(game, game.state.round[0].active))


def active_player(game: Game) -> int:
    """Whose turn it is."""
    player: int = game.state.round[0].active
    return player


# Leaders ----------------------------------------------------------------------------------------------------


@rule("9.3.variants")
def has_leaders(game: Game | View) -> bool:
    """Whether leaders count in this mode."""
    return bool(game.setup.mode in (KING, FREE))


@rule("9.2.leader", "note.sole-leader")
def leaders(game: Game | View) -> tuple[int, ...]:
    """The players with the most health of all who are in play."""
    state = game.state
    most = max(side.health for side in state.sides.values())
    return tuple(hero.id for hero in state.heroes.values() if state.sides[hero.side].health == most)


# What is forbidden ------------------------------------------------------------------------------------------


def forbidden(game: Game, player: int, what: str, key: str) -> Violation | None:
    """The refusal that names what forbids a player something: a token, a passive ability, a companion, or whose effect
    it is. None where nothing does."""
    if game.may(what, player):
        return None
    verdict = game.verdict(what, player)
    by = verdict.forbidden_by
    name, rule = ("", "") if by is None else (by.name, by.rule)
    return Violation(key, rule or verdict.rule, status=game.content.names.get(name, name))


@rule("4.4.lock", "4.4.unstoppable", "11.ultimate", "note.ultimate-lock")
def is_locked_out(game: Game | View, attack: Attack, player: int) -> bool:
    """From the activation of an Ultimate until its roll phases are over, the opponents of its player can do nothing.

    With the option ``until_damage`` only until its damage has been applied.
    """
    if not attack.ultimate or (attack.stage == "dealt" and game.setup.until_damage):
        return False
    heroes = game.state.heroes
    return bool(heroes[player].side != heroes[attack.attacker].side)


@rule("4.4.lock", "11.ultimate")
def ultimate_forbids(game: Game | View, players: Sequence[int]) -> Violation | None:
    """An Ultimate under way is why these players can do nothing; None unless it is so for all of them."""
    attack = game.state.attack[0]
    if not players or not all(is_locked_out(game, attack, player) for player in players):
        return None
    return Violation("locked_out", "4.4.lock", ability=game.content.names[attack.variant])


def why_not_asked(game: Game, player: int) -> Violation | None:
    """Why a player is not asked who is not."""
    return ultimate_forbids(game, (player,))
