"""What several rules set of attacks and their targets is settled before they are made."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from rulewright import begin_effect, choose, during, rule

from ..numbers import settled
from ..terms import INSTANCE, AttackSequence, models, rival_numbers

if TYPE_CHECKING:
    from rulewright import Game, Steps

OF_ATTACKS: Final = ("attacks", "skill", "strength", "ap", "damage")
OF_TARGETS: Final = ("save", "invulnerable", "feel no pain", "wounds")


@rule("faq.timing.two-rules-set-a-characteristic")
def settle(game: Game, attack: AttackSequence) -> Steps:
    """The active player orders such rules, for the attacks and for the models of the target."""
    yield from pick_numbers(game, attack)
    for stat in OF_ATTACKS:
        yield from settled(game, stat, [attack.unit])
    for stat in OF_TARGETS:
        yield from settled(game, stat, [str(one.id) for one in models(game, attack.target)])


@rule("commentary.duplicated-core-abilities")
def pick_numbers(game: Game, attack: AttackSequence) -> Steps:
    """Where the weapon has an ability with several numbers of which none is the best one its player picks one."""
    for ability, numbers in rival_numbers(game, attack).items():
        about: dict[str, Any] = {"unit": attack.unit, "weapon": attack.weapon, "power": ability}
        number = yield choose(attack.player, "instance", numbers, "commentary.duplicated-core-abilities", **about)
        yield begin_effect(
            game, INSTANCE, during("volley"), target=("units", attack.unit),
            data={"ability": ability, "number": number}, rule="commentary.duplicated-core-abilities",
        )  # fmt: skip


@rule("faq.timing.two-rules-set-a-characteristic", "commentary.unit-toughness")
def settle_toughness(game: Game, targets: Iterable[str]) -> Steps:
    """Before targets are selected, when their Toughness is noted."""
    for target in targets:
        yield from settled(game, "toughness", [str(one.id) for one in models(game, target)])
