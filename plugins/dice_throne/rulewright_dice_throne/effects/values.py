"""Roles and named values of the vocabulary, as functions of the game and of the effect that is resolved."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from rulewright import rule
from rulewright.vocabulary import speaks_of

from ..damage.attacks import attack_damage
from ..damage.prevention import output
from ..moments import (
    ABILITY,
    ATTACK,
    DAMAGE,
    DEALT,
    DICE,
    HURT,
    INFLICTER,
    NAMED,
    PAID,
    REMOVED,
    ROLLED,
    SPENT,
    TARGET,
)
from ..numbers import health_limit
from ..state import DECK, DISCARD, HAND, OFFENCE
from ..terms import in_play, opponents, targets

if TYPE_CHECKING:
    from rulewright import Game

    from ..resolution import Resolution
    from ..state import Companion, Side

Roles = Callable[["Game", "Resolution"], tuple[int, ...]]

# Who --------------------------------------------------------------------------------------------------------


def target_of(game: Game, run: Resolution) -> int:
    """The target of the ability of a player or a partner, for a defence the attacker; outside of attacks whom the
    player of the effect has named for it, or the only opponent; -1 where there are more."""
    attack = game.state.attack[0]
    if run.kind == "defence":
        return int(attack.attacker)
    if attack.target >= 0 and attack.attacker in game.team(run.player):
        found: int = attack.target
        return found
    if run.target >= 0:
        return run.target
    others = opponents(game, run.player)
    return others[0] if len(others) == 1 else -1


def _target(game: Game, run: Resolution) -> tuple[int, ...]:
    target = target_of(game, run)
    return (target,) if target >= 0 else ()


def _attacker(game: Game, run: Resolution) -> tuple[int, ...]:
    attack = game.state.attack[0]
    return (attack.attacker,) if attack.variant else ()


def _defender(game: Game, run: Resolution) -> tuple[int, ...]:
    attack = game.state.attack[0]
    return (attack.target,) if attack.target >= 0 else ()


def _roller(game: Game, run: Resolution) -> tuple[int, ...]:
    rolled = game.state.rolls[OFFENCE]
    return (rolled.player if rolled.faces else game.state.round[0].active,)


@rule("field.elimination")
def _if_in_play(role: Roles) -> Roles:
    """A role of a player who may have lost meanwhile: nothing affects a player who is out."""
    return lambda game, run: in_play(game, role(game, run))


ROLES: Final[dict[str, Roles]] = {
    "self": lambda game, run: (run.player,),
    "target": _if_in_play(_target),
    "attacker": _if_in_play(_attacker),
    "defender": _if_in_play(_defender),
    "roller": _roller,
    "inflicter": _if_in_play(lambda game, run: (run.inflicter,) if run.inflicter >= 0 else ()),
    "chosen": _if_in_play(lambda game, run: run.chosen),
    "each_opponent": lambda game, run: opponents(game, run.player),
    "each_teammate": lambda game, run: tuple(p for p in game.team(run.player) if p != run.player),
    "each_player": lambda game, run: in_play(game, game.players),
}


ROLE_NEEDS: Final = {"attacker": (ABILITY,), "defender": (TARGET,), "inflicter": (INFLICTER,), "chosen": (NAMED,)}
"""What has to be there for a text to name a role."""


def candidates(game: Game, player: int, kind: str, named: tuple[int, ...] = ()) -> tuple[int, ...]:
    """Whom a player may name: "player", "opponent", "teammate", "self_or_teammate", "other_player"."""
    if kind == "opponent":
        return targets(game, player)
    if kind == "self_or_teammate":
        return game.team(player)
    if kind == "teammate":
        return tuple(other for other in game.team(player) if other != player)
    if kind == "other_player":
        return tuple(other for other in in_play(game, game.players) if other not in (named or (player,)))
    return in_play(game, game.players)


# What players have ------------------------------------------------------------------------------------------

WHOSE: Final = {
    "own": "self",
    **{role: role for role in ("target", "attacker", "defender", "roller", "inflicter", "chosen")},
    "opponents": "each_opponent",
    "teammates": "each_teammate",
    "players": "each_player",
}
"""The first part of the name of a quantity, such as ``target_cp``: whose it is, and the role that says so."""

Quantity = Callable[["Game", tuple[int, ...]], int]


def _each(count: Callable[[Game, int], int]) -> Quantity:
    """A quantity of players, each of whom has their own."""
    return lambda game, players: sum(count(game, player) for player in players)


def _side(count: Callable[[Game, Side], int]) -> Quantity:
    """A quantity that partners share (9.1): that of each side once."""

    def total(game: Game, players: tuple[int, ...]) -> int:
        sides = {game.state.heroes[player].side for player in players}
        return sum(count(game, game.state.sides[side]) for side in sides)

    return total


def _cards(zones: tuple[str, ...]) -> Quantity:
    return _each(lambda game, player: len(game.state.zones[zones[player]].cards))


QUANTITIES: Final[dict[str, Quantity]] = {
    "cp": _each(lambda game, player: game.state.heroes[player].cp),
    "health": _side(lambda game, side: side.health),
    "start_health": _side(lambda game, side: side.start),
    "max_health": _side(health_limit),
    "hand": _cards(HAND),
    "deck": _cards(DECK),
    "discard": _cards(DISCARD),
    "upgrades": _each(lambda game, player: len(game.state.heroes[player].upgrades)),
    "tokens": _each(lambda game, player: sum(token.count for token in game.state.heroes[player].tokens)),
}
"""What every player has some of; the other part of the name."""

OWNED: Final = {f"{whose}_{what}": (whose, what) for whose in WHOSE for what in QUANTITIES}
"""Any quantity of any player by its name; of several players all together, and 0 where there is nobody."""


def _owned(whose: str, what: str) -> Callable[[Game, Resolution], int]:
    role, quantity = WHOSE[whose], QUANTITIES[what]
    roles = ROLES[role]
    return speaks_of(*ROLE_NEEDS.get(role, ()))(lambda game, run: quantity(game, roles(game, run)))


# Amounts ----------------------------------------------------------------------------------------------------


def faces_shown(game: Game, run: Resolution, dice: str) -> tuple[int, ...]:
    """The dice that an effect looks at: "roll" its own or the defensive ones, "attack" those of the ability.

    Dice that lie on the table count as they lie there now, whatever an effect has done to them.
    """
    place = OFFENCE if dice == "attack" else run.place
    if place < 0:
        return run.dice
    found: tuple[int, ...] = game.state.rolls[place].faces
    return found


def symbols_of(game: Game, run: Resolution, dice: str) -> tuple[str, ...]:
    """The symbols on the faces of these dice, by the die of the player who rolled them; no dice show none."""
    state = game.state
    if dice == "attack":
        player = state.rolls[OFFENCE].player
    else:
        player = run.roller if run.roller >= 0 else run.player
    if player < 0:
        return ()
    found: tuple[str, ...] = game.content.heroes[state.heroes[player].name].faces
    return found


VALUES: Final[dict[str, Callable[[Game, Resolution], int]]] = {
    # Of the last effect roll, or of the defensive roll.
    "roll": speaks_of(ROLLED)(lambda game, run: sum(faces_shown(game, run, "roll"))),
    # Of the Attack so far, before prevention; what is about to be dealt to the player of the effect.
    "attack_damage": speaks_of(ATTACK)(lambda game, run: attack_damage(game)),
    "output": speaks_of(DAMAGE)(lambda game, run: output(game, run.player)),
    # What the Attack dealt; what the player of the effect received.
    "damage_dealt": speaks_of(DEALT)(lambda game, run: game.state.attack[0].dealt),
    "damage_received": speaks_of(HURT)(lambda game, run: game.state.pending[run.player].received),
    # Used in this Offensive Roll Phase.
    "attempts": speaks_of(DICE)(lambda game, run: game.state.rolls[OFFENCE].attempts),
    "paid": speaks_of(PAID)(lambda game, run: run.paid),
    "spent": speaks_of(SPENT)(lambda game, run: run.spent),
    "removed": speaks_of(REMOVED)(lambda game, run: run.removed),
    **{name: _owned(*parts) for name, parts in OWNED.items()},
}
"""Everything that content can name as an amount."""


def stack_limit(game: Game, player: int, status: str) -> int:
    """How many tokens of a status effect a player may hold (6.2), raised limits included (6.3)."""
    limit: int = game.content.statuses[status].limit
    for name, more in game.state.heroes[player].limits:
        if name == status:
            limit += more
    return limit


def companion_of(game: Game, player: int, name: str) -> Companion | None:
    """A companion of a player as it is now; None for a player without it."""
    return next((other for other in game.state.heroes[player].companions if other.name == name), None)
