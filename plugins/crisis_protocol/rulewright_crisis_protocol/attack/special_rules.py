"""Special rules of attacks: they happen at their moment if the final attack roll shows their icons."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from rulewright import choose, rule, trigger

from ..events.attacks import AttackReached, AttackResolved, BeforeDamage, Targeted
from ..running import Run, resolve
from ..terms import Attack, able, attack_sheet

if TYPE_CHECKING:
    from rulewright import Game, Steps

MOMENTS: Final[dict[type[Any], str]] = {
    Targeted: "targeted",
    BeforeDamage: "before damage",
    AttackResolved: "after attack",
}
"""Which moment an event is; `AttackReached` says it itself."""


@rule("attack.icon-rules", "attack.icon-example", "note.icon-recipient")
def shown(game: Game, event: Any) -> list[int]:
    """The special rules of this moment whose icons the final roll shows, each icon on a die of its own."""
    attack = game.context(Attack)
    moment = event.moment if isinstance(event, AttackReached) else MOMENTS[type(event)]
    roll = attack.attack_pool.roll
    faces = Counter(() if roll is None else map(str, roll.faces))
    run = Run(player=attack.player, source=attack.attack, queue=(), character=attack.attacker, chosen=attack.target)
    return [
        number
        for number, special in enumerate(attack_sheet(game, attack).specials)
        if special.when == moment
        and special.called not in attack.terms.without
        and Counter(special.icons) <= faces
        and (special.test is None or special.test.holds(game, run))
    ]


@trigger(
    Targeted, AttackReached, BeforeDamage, AttackResolved,
    sources=shown, player=lambda game, event, source: game.context(Attack).player,
)  # fmt: skip
@rule("attack.icon-rules", "attack-profile.special-rules", "attack.step-12", "attack.step-14", "attack.effect-order")
def special_rule(game: Game, event: Any, source: int) -> Steps:
    """A special rule of the attack happens; the attacker may leave out what is optional."""
    attack = game.context(Attack)
    special = attack_sheet(game, attack).specials[source]
    if not able(game, attack.attacker):
        return None
    if special.optional:
        rule, about = "attack.effect-order", attack.attack
        if not (yield choose(attack.player, "special", (True, False), rule, attack=about, special=source)):
            return None
    return resolve(attack.player, attack.attacker, attack.attack, special.program, attack.target)
