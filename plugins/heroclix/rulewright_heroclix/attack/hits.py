"""12.3: whom an attack hits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright import because, rule

from ..events.attacks import Hit, Missed
from ..terms import critical
from .attack_total import behind

if TYPE_CHECKING:
    from rulewright import Game, Steps
    from rulewright.stats import Value

    from ..terms import Attack


@rule("12.3", "12.3a", "12.3b", "12.3c", "8.1i")
def determine_hits(game: Game, attack: Attack) -> Steps:
    """The attack total is compared with the defense value of each target; two sixes hit, two ones miss."""
    fate, defenses = critical(game, attack), dict(attack.defenses)
    events: list[Hit | Missed] = []
    for target in attack.targets:
        total, needed = attack.total, defenses[target]
        hit = fate == "hit" or (total >= needed and fate != "miss")
        if hit:
            events.append(Hit(attack.attacker, target, total, needed, fate == "hit", rule="12.3"))
        else:
            events.append(Missed(attack.attacker, target, total, needed, rule="12.3"))
    would_hit = tuple(event.target for event in events if isinstance(event, Hit))
    yield game.note(attack, would_hit=would_hit)
    attacks = game.value("attack", attack.attacker), attack.roll, game.value("attack total", attack.attacker)
    happened = yield [because(event, *attacks, _defense(game, attack, event.target)) for event in events]
    hits = tuple(dict.fromkeys(one.target for one in happened if isinstance(one, Hit)))
    yield game.note(attack, hits=hits, aimed=attack.targets)


def _defense(game: Game, attack: Attack, target: str) -> Value:
    """The defense value of a target with what it comes from."""
    return game.value("defense", target, *behind(game, attack, target))
