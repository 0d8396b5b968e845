"""Redeployment: after both armies are deployed, and before it is known who takes the first turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rulewright import Context, Loop, ask_which, choose, rule

from ..events.before import Redeployed
from ..terms import abilities, attacker, units
from .deployment import place

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps

REDEPLOY: Final = "redeploy"


class Redeploying(Context):
    """A player resolves a rule that lets units be redeployed; ``resolved`` are the units whose rules have been."""

    player: int
    resolved: tuple[str, ...] = ()


@rule("errata.redeploy", "commentary.reserves-units")
def redeploys(position: Position, seat: int) -> dict[str, int]:
    """The units of a player with such a rule, wherever they are, each with how many units it lets be redeployed."""
    return {
        one.origin: int(number)
        for one in position.state.models.values()
        if one.player == seat
        for name, number in abilities(position, one)
        if name == REDEPLOY
    }


@rule("errata.redeploy")
def next_redeploy(game: Game, last: Redeploying | None) -> Redeploying | None:
    """The players alternate, beginning with the Attacker, until all such rules are resolved."""
    order, resolved = (attacker(game), ()) if last is None else (1 - last.player, last.resolved)
    for seat in (order, 1 - order):
        if any(id not in resolved for id in redeploys(game, seat)):
            return Redeploying(player=seat, resolved=resolved)
    return None


@rule("errata.redeploy")
def redeploy(game: Game, redeploying: Redeploying) -> Steps:
    """The player resolves one of the rules: units are taken off one by one, and deployed again."""
    seat = redeploying.player
    rules = {id: number for id, number in redeploys(game, seat).items() if id not in redeploying.resolved}
    by = yield from ask_which(seat, "redeploys", [*rules], "errata.redeploy")
    done: list[str] = []
    while len(done) < rules[by] and (able := [id for id in units(game, seat) if id not in done]):
        id = yield choose(seat, "redeploy", [*able, None], "errata.redeploy", unit=by)
        if id is None:
            break
        done.append(id)
        if found := (yield from place(game, id)):
            yield Redeployed(id, found, rule="errata.redeploy")
    yield game.note(redeploying, resolved=(*redeploying.resolved, by))


REDEPLOYMENT: Final = Loop("redeployment", next_redeploy, [redeploy])
