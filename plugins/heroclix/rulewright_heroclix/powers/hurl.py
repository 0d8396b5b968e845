"""Terrain markers that Telekinesis throws as if its character held them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Power, ask_which, rule
from rulewright.powers import Bearer, modifies

from ..actions import action
from ..attack.damage import instead
from ..attack.sequence import make_attack
from ..attack.targets import has_target
from ..events.terrain import MarkerDestroyed
from ..space.board import scene_of
from ..space.sight import seen
from ..terms import using
from ..terrain.markers import lying, values
from ..terrain.objects import HEAVY
from .attack import still_hit
from .reach import AT_LEAST
from .space import at_least_four, in_reach

if TYPE_CHECKING:
    from rulewright import Game, Position

    from ..terms import Attack, Doing


THROW: Final = "telekinetic-throw"
"""The ability that Telekinesis includes, and the power by which such attacks are made."""


@rule("pac.telekinesis", "keyword.immobile")
def throwable(position: Position, id: str) -> list[str]:
    """The terrain markers within range and line of fire that a character can throw: none that nobody could hold."""
    board, within = scene_of(position).board, in_reach(position, id) & seen(position, id)
    return [
        str(one.id)
        for one in lying(position)
        if one.kind in ("object", *HEAVY) and not values(position, one).immobile and board.mask(one.squares) & within
    ]


def can_hurl(position: Position, id: str) -> bool:
    """Whether a character has something to throw, and a target within its range and line of fire."""
    return bool(throwable(position, id)) and has_target(position, id, "range", THROW, AT_LEAST)


class Hurl(Power, name=THROW, rule="pac.telekinesis"):
    """RANGE: a terrain action with a terrain marker within range and line of fire, as if it were held."""

    reach = at_least_four

    @action("RANGE", can_hurl, "nothing_to_throw")
    def hurl(self, game: Game, doing: Doing) -> Any:
        id = doing.character
        if found := throwable(game, id):
            marker = yield from ask_which(doing.player, "hurl", found, self.rule, character=id)
            yield from make_attack(game, id, "range", self.name, thrown=marker)
            if marker in game.state.markers:
                yield MarkerDestroyed(marker, rule="17.11")

    @modifies("targets", "maximum")
    def single(self, game: Game, me: Bearer) -> int | None:
        return 1 if using(game, me.id, self.name) else None

    @instead(lambda game, me, attack: bool(attack.thrown))
    def crash(self, game: Game, me: Bearer, attack: Attack) -> Any:
        yield from ()
        thrown = game.state.markers.get(attack.thrown)
        return dict.fromkeys(still_hit(attack), 0 if thrown is None else values(game, thrown).damage)
