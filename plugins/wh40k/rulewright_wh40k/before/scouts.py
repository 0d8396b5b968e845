"""Before the first turn: Scouts move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from rulewright import Context, Loop, Request, choose, rule
from rulewright.field import FaultRules

from ..events.before import Scouted
from ..movement.move_units import where
from ..numbers import as_changed
from ..space.battlefield import places, varied
from ..space.normal_moves import Walk
from ..space.setting_up import FAR
from ..terms import has_keyword, models, shared, units
from ..transports.capacity import inside

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps

SCOUTS: Final = FaultRules(
    {"too long": "errata.scouts", "ends too close to": "errata.scouts"}, others="errata.moving-units"
)
"""Which rule forbids what the geometry finds wrong with the move of Scouts."""


@rule("errata.scouts", "commentary.scouts-different-distances", "core.ability-scouts")
def scouts(position: Position, id: str) -> int:
    """How far a unit moves with Scouts: the shortest distance of its models, or of those within it; 0 for none."""
    if own := _distances(position, id):
        return min(own)
    within = inside(position, id) if has_keyword(position, id, "Dedicated Transport") else []
    found = [_distances(position, one) for one in within]
    return min((number for numbers in found for number in numbers), default=0) if all(found) else 0


@rule("errata.scouts", "commentary.modifiers")
def _distances(position: Position, id: str) -> list[int]:
    """How far the models of a unit may move with Scouts, each of them; nothing where one has no such ability."""
    printed = zip(models(position, id), shared(position, id, "scouts"), strict=False)
    return [as_changed(position, "scouts", str(one.id), int(number)) for one, number in printed]


class Scouting(Context):
    """A player's units make Scouts moves; ``over`` when no more do."""

    player: int
    moved: tuple[str, ...] = ()
    over: bool = False


@rule("errata.scouts", "core.mission-sequence")
def next_scouts(game: Game, last: Scouting | None) -> Scouting | None:
    """First the player who takes the first turn, then the other one."""
    first = game.state.battle[0].first
    if last is None:
        return Scouting(player=first)
    if not last.over:
        return Scouting(player=last.player, moved=last.moved)
    return Scouting(player=1 - first) if last.player == first else None


@rule("errata.scouts", "core.ability-scouts")
def scout(game: Game, scouting: Scouting) -> Steps:
    """A unit makes a Normal move of so many inches, and ends it more than 9 inches from all enemies."""
    player = scouting.player
    able = [id for id in units(game, player) if id not in scouting.moved and scouts(game, id)]
    id = (yield choose(player, "scout", [*able, None], "errata.scouts")) if able else None
    if id is None:
        yield game.note(scouting, over=True)
        return
    yield game.note(scouting, moved=(*scouting.moved, id))
    question = scouts_walk(game, id)
    about = {"unit": id, "inches": question.inches}
    answer = yield Request(player, "scouting", question, "errata.scouts", about)
    if answer:
        yield Scouted(id, places(question, answer), rule="errata.scouts")


@rule("errata.scouts")
def scouts_walk(game: Game, id: str) -> Walk:
    """Where Scouts may go."""
    walk = where(game, id, scouts(game, id), "normal")
    moving = varied(walk.policy, clear_at_end=FAR, clear_height=float("inf"))
    return replace(walk, policy=moving, rules=SCOUTS, leaves=FAR)


SCOUTING: Final = Loop("scouting", next_scouts, [scout])
