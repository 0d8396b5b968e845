"""What several rules set of attacks and their targets is settled before they are made."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from rulewright import rule

from ..numbers import settled
from ..terms import AttackSequence, models

if TYPE_CHECKING:
    from rulewright import Game, Steps

OF_ATTACKS: Final = ("attacks", "skill", "strength", "ap", "damage")
OF_TARGETS: Final = ("save", "invulnerable", "feel no pain", "wounds")


@rule("faq.timing.two-rules-set-a-characteristic")
def settle(game: Game, attack: AttackSequence) -> Steps:
    """The active player orders such rules, for the attacks and for the models of the target."""
    for stat in OF_ATTACKS:
        yield from settled(game, stat, [attack.unit])
    for stat in OF_TARGETS:
        yield from settled(game, stat, [str(one.id) for one in models(game, attack.target)])


@rule("faq.timing.two-rules-set-a-characteristic", "commentary.unit-toughness")
def settle_toughness(game: Game, targets: Iterable[str]) -> Steps:
    """Before targets are selected, when their Toughness is noted."""
    for target in targets:
        yield from settled(game, "toughness", [str(one.id) for one in models(game, target)])
