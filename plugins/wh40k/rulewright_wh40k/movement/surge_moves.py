"""Surge moves: a unit that lost models to shooting may move in the opponent's phase."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from rulewright import Power, Roll, choose, rule
from rulewright import Request as Question
from rulewright.powers import Bearer, after

from ..events.attacks import ModelDestroyed
from ..events.movement import Bled, Surged
from ..space.battlefield import engaged, places
from ..terms import Strike, did, shared, unit, units
from .move_units import where

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps

SURGE: Final = "surge"


@rule("errata.surge-moves")
def shot_by(position: Position, by: str) -> bool:
    """Whether it is the ranged attacks of a unit that are being resolved: grenades and explosions are none."""
    strike = position.find_context(Strike)
    return strike is not None and not strike.melee and strike.unit == by


class Surge(Power, name=SURGE, rule="errata.surge-moves"):
    """When enemies have shot and destroyed models of it, it can move up to D6 inches."""

    @after(ModelDestroyed, only=lambda game, me, event: event.unit == me.id and shot_by(game, event.by))
    def bleed(self, game: Game, me: Bearer, event: ModelDestroyed) -> Any:
        if unit(game, event.by).player != unit(game, me.id).player:
            yield Bled(me.id, rule=self.rule)


@rule("errata.surge-moves", "faq.reserves.move-in-later-phases-after-arrival")
def may_surge(position: Position, id: str) -> bool:
    """Whether a unit can make a surge move: once a phase, not Battle-shocked, and not near enemies."""
    free = not unit(position, id).shocked and not engaged(position, id)
    return free and did(position, id, "bled") and not did(position, id, "surged") and bool(shared(position, id, SURGE))


def surging(position: Position) -> Iterator[str]:
    """The units that can make a surge move now."""
    return (id for seat in position.players for id in units(position, seat) if may_surge(position, id))


@rule("errata.surge-moves", "faq.movement.surge-distance-is-a-maximum", "faq.movement.surge-decline-after-roll")
def surge(game: Game, context: Any) -> Steps:
    """Units that lost models roll, and move up to so far, near enemies if they want.

    Who does not move then has made its surge move, too.
    """
    for id in list(surging(game)):
        player = unit(game, id).player
        wanted = yield choose(player, "surge", [id, None], "errata.surge-moves", unit=id)
        if wanted is None:
            continue
        (inches,) = yield Roll.d6(1, player, "surge", rule="errata.surge-moves")
        question = where(game, id, inches, SURGE)
        answer = yield Question(player, "surging", question, "errata.surge-moves", {"unit": id, "inches": inches})
        ends = places(question, answer) if answer else ()
        yield Surged(id, inches if answer else 0, ends, rule="errata.surge-moves")
