"""The abilities that every character has (7.3, 19.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Modifier, Power, Violation

from ..actions import action
from ..attack.sequence import make_attack
from ..attack.targets import barred, has_target
from ..movement.moves import make_move

if TYPE_CHECKING:
    from rulewright import Game, Position

    from ..actions import Lacks
    from ..terms import Doing


def can_move(position: Position, id: str) -> bool:
    """Whether a character may move."""
    return position.may("move", id)


def can_attack(kind: str, power: str = "", *also: Modifier) -> Any:
    """Whether a character has a target for an attack of that kind, by a power that modifies its range value."""
    return lambda position, id: has_target(position, id, kind, power, *also)


def no_target(kind: str) -> Lacks:
    """Why there is none: it cannot make such an attack now, or nobody is in reach."""
    key, rule = ("nobody_in_reach", "11.1") if kind == "close" else ("nobody_in_sight", "11.2")
    return lambda position, id: barred(position, id, kind) or Violation(key, rule)


class Move(Power, name="move", rule="7.3"):
    """MOVE: move up to its speed value in squares."""

    @action("MOVE", can_move, "cannot_move")
    def move(self, game: Game, doing: Doing) -> Any:
        yield from make_move(game, doing.character)


class Close(Power, name="close", rule="7.3"):
    """CLOSE: make a close attack."""

    @action("CLOSE", can_attack("close"), no_target("close"))
    def strike(self, game: Game, doing: Doing) -> Any:
        yield from make_attack(game, doing.character, "close")


class Range(Power, name="range", rule="7.3"):
    """RANGE: make a range attack."""

    @action("RANGE", can_attack("range"), no_target("range"))
    def shoot(self, game: Game, doing: Doing) -> Any:
        yield from make_attack(game, doing.character, "range")


CARRY: Final = Power.of("carry", rule="pac.carry", text="It may carry an adjacent friendly character that is smaller.")

POWERS: Final = (Move(), Close(), Range(), CARRY)
