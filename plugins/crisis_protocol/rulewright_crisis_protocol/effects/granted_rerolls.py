"""What an effect grants with an attack besides the attack itself: its attacker may reroll dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Limit, reaction, rule

from ..running import Run
from ..terms import Attack, there
from .dice import Reroll

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulewright import Game, Steps

GRANTED: Final = "granted reroll"
"""The name of this reaction, and of what rerolled a die."""


@rule("action.granted", "attack.step-9")
def rerolling(game: Game, player: int, attack: Any) -> Sequence[str]:
    """The attacker, where the effect says so that granted the attack; nothing in a dodge."""
    if not isinstance(attack, Attack) or player != attack.player or not attack.terms.reroll:
        return ()
    lies = attack.attack_pool.roll is not None and there(game, attack)
    may = all(game.may(deed, attack.attacker) for deed in ("modify dice", "modify attack dice"))
    return ("reroll",) if lies and may else ()


@reaction("modify own dice", options=rerolling, limit=Limit(1, "attack", per="player"), name=GRANTED)
@rule("action.granted", "attack.step-9", "attack.reroll-limit")
def reroll(game: Game, player: int, choice: str, attack: Attack) -> Steps:
    """The attacker rerolls any of its dice once, failures only where the effect says so."""
    run = Run(player=player, source=GRANTED, queue=(), character=attack.attacker)
    yield from Reroll(amount="any", faces=(), failures=attack.terms.reroll == "failures").reroll(game, run)


REACTIONS: Final[list[Any]] = [reroll]
