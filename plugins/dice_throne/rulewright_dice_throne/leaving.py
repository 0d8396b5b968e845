"""What is taken from a hero in the middle of anything else: for tests, which let it happen anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import rule

from .damage.phase_end import dial_turned
from .decks import DISCARDED
from .events.cards import CardDiscarded, CpLost
from .events.damage import DamageGathered
from .events.status_effects import StatusRemoved
from .state import HAND

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulewright import Event, Game, Steps

DEADLY: Final = 99
"""More damage than anyone has health."""


@rule("6.1.remove")
def stripped(game: Game, player: int) -> Steps:
    """A hero loses all tokens."""
    for token in game.state.heroes[player].tokens:
        count = game.state.heroes[player].count(token.status)
        if count:
            yield StatusRemoved(player, token.status, count, rule="6.1.remove")


@rule("6.4.companion")
def deserted(game: Game, player: int) -> list[Event]:
    """The companions of a hero become inactive."""
    companions = game.state.heroes[player].companions
    gone = (dial_turned(game, player, companion, -companion.dial) for companion in companions)
    return [event for event in gone if event is not None]


def discarded(game: Game, player: int) -> Steps:
    """A player discards the whole hand."""
    for card in game.state.zones[HAND[player]].cards:
        yield CardDiscarded(player, card, rule=DISCARDED)


def impoverished(game: Game, player: int) -> Event | None:
    """A player loses all CP."""
    cp = game.state.heroes[player].cp
    return CpLost(player, cp, rule="limits.cp") if cp else None


@rule("10.3.simultaneous")
def struck_down(game: Game, player: int) -> Event:
    """A hero will have no health when the phase ends."""
    return DamageGathered(player, DEADLY, "pure", rule="10.3.simultaneous")


LEAVES: Final[Mapping[str, Any]] = {"heroes": (stripped, deserted, discarded, impoverished, struck_down)}
