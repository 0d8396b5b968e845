"""A position: everything about a game that can be read without changing it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from .plaindata import listed, shown
from .state import Context, Viewer

if TYPE_CHECKING:
    from .powers import Bearer, Carried
    from .requests import Player
    from .ruleset import Rules
    from .state import Id, Result
    from .stats import Modifier, Value, Verdict

C = TypeVar("C", bound=Context)


class GameError(Exception):
    """The game was used wrongly: answered when over, asked for an event that is not there."""


class Position:
    """What a running game and the view of a player have in common: everything that only reads takes one of them.

    ``players`` are the seats, ``teams`` the seats of each side, ``rules`` the frozen ruleset, ``content`` its content
    with that of extensions, ``state`` the tables: in a view with None in place of what its player may not know.
    """

    __slots__ = ()

    players: tuple[Player, ...]
    teams: tuple[tuple[Player, ...], ...]
    rules: Rules
    setup: Any
    content: Any

    @property
    def state(self) -> Any:
        """The tables."""
        raise NotImplementedError

    @property
    def requests(self) -> tuple[Any, ...]:
        """All that is asked now: more than one where players decide at once in secret."""
        raise NotImplementedError

    @property
    def phase(self) -> str:
        """The name of the running phase; empty outside phases and in out-of-phase actions."""
        raise NotImplementedError

    @property
    def active(self) -> Player | None:
        """Whose turn it is."""
        raise NotImplementedError

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it is running."""
        raise NotImplementedError

    def find_context(self, kind: type[C]) -> C | None:
        """The innermost running context of that type; None where there is none."""
        raise NotImplementedError

    def context(self, kind: type[C]) -> C:
        """The innermost running context of that type, as it is now. Raises LookupError where there is none."""
        found = self.find_context(kind)
        if found is None:
            raise LookupError(f"no {kind.__name__} is going on")
        return found

    def scope_number(self, name: str) -> int:
        """What tells the innermost running procedure, loop or phase of that name or scope from any other of it; 0 where
        there is none."""
        raise NotImplementedError

    # ------------------------------------------------------------------------------------------- numbers, powers

    def number(self, stat: str, subject: Id, *also: Modifier) -> Any:
        """A characteristic of a subject now; ``also`` are modifiers that count only for this use of it."""
        raise NotImplementedError

    def value(self, stat: str, subject: Id, *also: Modifier) -> Value:
        """A characteristic with the trace of what changed it and what did not, and why; ``also`` as in number."""
        raise NotImplementedError

    def verdict(self, permission: str, subject: Id, *also: Modifier) -> Verdict:
        """A permission with the trace of what permits and what forbids. Raises LookupError for an unknown one."""
        raise NotImplementedError

    def may(self, permission: str, subject: Id, *also: Modifier) -> bool:
        """Whether a subject may do something, or something may be done to it: "cannot" beats "may"."""
        raise NotImplementedError

    def has(self, power: str, subject: Id, table: str = "") -> bool:
        """Whether a record has a power now, in any version unless the name says which: ``toughness:2``.

        ``table`` is that of the record where several tables carry powers. Raises LookupError for an unknown power.
        """
        return self.rules.powers.has(self, power, subject, table)

    def carries(self, powers: frozenset[str], subject: Id, table: str = "") -> list[str]:
        """Those of some powers that a record has now, in any version, sorted by name."""
        return self.rules.powers.carries(self, powers, subject, table)

    def bearers(self, power: str, table: str = "") -> list[Id]:
        """The records that have a power now, in the order of their tables. Raises LookupError for an unknown power."""
        return self.rules.powers.bearers(self, power, table)

    def carried(self, subject: Id, table: str = "") -> list[Carried]:
        """All that a record carries: by itself or by an effect, countered or not. Why it has a power, or has it not."""
        return self.rules.powers.carried(self, subject, table)

    def offers(self, name: str, subject: Id, table: str = "") -> list[tuple[Bearer, Any]]:
        """What the powers of a record offer the rules now under a name, each with its bearer, in the order carried.

        Raises LookupError for a name that is none of ``Ruleset(offers=[...])``.
        """
        return self.rules.powers.offers(self, name, subject, table)

    def offering(self, name: str, table: str = "") -> list[Id]:
        """The records whose powers may offer the rules something under a name, in the order of their table.

        Raises LookupError for a name that is none of ``Ruleset(offers=[...])``.
        """
        return self.rules.powers.offering_now(self, name, table)

    # ---------------------------------------------------------------------------------------------------- sides

    def team(self, player: Player) -> tuple[Player, ...]:
        """The players of a player's side, the player among them. Raises GameError where there is no such player."""
        for side in self.teams:
            if player in side:
                return side
        raise GameError(f"there is no player {shown(player)}; the seats are {listed(self.players)}")

    def opponents(self, player: Player) -> tuple[Player, ...]:
        """All players of other sides, in seat order."""
        own = self.team(player)
        return tuple(other for other in self.players if other not in own)

    def viewer(self, player: Player) -> Viewer:
        """A player as someone who looks."""
        return Viewer(player, self.team(player))
