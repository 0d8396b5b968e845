"""Step 9: cover, which changes a die of the defender."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from rulewright import Limit, reaction, rule

from ..objectives import contested_by
from ..pools import shows
from ..space.battlefield import cover
from ..terms import REROLLS, Attack, has, measured_from, there

if TYPE_CHECKING:
    from rulewright import Event, Game, Position


COVERABLE: Final = ("blank", "hit")
"""What cover is of use for: no failure, which it may not change, and no success (cover.effect, dice.failure)."""


@rule("cover.conditions", "cover.effect", "dice.failure")
def coverable(game: Game, player: int, attack: Attack) -> Sequence[int]:
    """The defense dice that cover may change to a block: all but failures, and those that are blocks."""
    roll = attack.defense_pool.roll
    if player == attack.player or roll is None or not there(game, attack):
        return ()
    if not covered(game, attack):
        return ()
    return tuple(die for die in REROLLS.may_change(roll, "cover") if roll.faces[die] != "block")


@rule("cover.effect", "terms.cannot-beats-can")
def covered(position: Position, attack: Attack) -> bool:
    """Whether the defender benefits from cover: by what stands around it, or always."""
    if not all(position.may(what, attack.target) for what in ("cover", "modify dice", "modify defense dice")):
        return False
    always = has(position, "always in cover", attack.target) or not position.may("go without cover", attack.target)
    origin = measured_from(position, attack)
    return always or sheltered(position, attack) or bool(cover(position, origin, attack.target))


@rule("cover.effect", "objective.contest", "field.crisis-data")
def sheltered(position: Position, attack: Attack) -> bool:
    """Whether the defender contests a token that gives cover against everyone who does not contest the same one."""
    if not position.content.sheltering:
        return False
    shared = {*contested_by(position, attack.attacker)}
    tokens = position.state.objectives
    own = (token for token in contested_by(position, attack.target) if token not in shared)
    return any(tokens[token].crisis in position.content.sheltering for token in own)


@reaction("modify own dice", options=coverable, limit=Limit(1, "attack", per="player"))
@rule("cover.effect", "attack.step-9")
def take_cover(game: Game, player: int, die: int, attack: Attack) -> Iterator[Event]:
    """A defender with cover changes one die to a block."""
    assert attack.defense_pool.roll is not None
    roll = attack.defense_pool.roll.changed({die: "block"}, "cover", player)
    return shows(game, attack, "defense", roll, "cover.effect")
