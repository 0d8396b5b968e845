"""The attack sequence in its seven steps (chapter 12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rulewright import Procedure, rule, trigger

from ..damage import deal
from ..dice.rolls import REPLACE, REROLL
from ..events.attacks import AttackResolved
from ..terms import Attack, Doing, character, critical
from ..terrain.destroying import destroy_all
from .attack_total import calculate_values, finalize, roll_attack
from .damage import calculate_damage, resolve_damage
from .determine_targets import add_targets, check_targets, choose_targets, determined
from .hits import determine_hits
from .knock_back import knock_back_hits
from .targets import has_target

if TYPE_CHECKING:
    from rulewright import Event, Game, Steps


@rule("12.7", "6.5a")
def resolve_attack(game: Game, attack: Attack) -> Steps:
    """The attack is over, and the action in which it was made knows of it."""
    doing = game.find_context(Doing)
    if attack.aimed and doing is not None and doing.character == attack.attacker:
        yield game.note(doing, attacks=(*doing.attacks, (attack.aimed, attack.hits)))
    yield AttackResolved(attack.attacker, attack.attacked, attack.kind, attack.damaged, rule="12.7")


@trigger(AttackResolved, immediate=True, order_matters=False, player=lambda game, event, source: None)
@rule("improved.targeting-destroy-blocking")
def destroy_what_was_shot_through(game: Game, event: AttackResolved, source: None) -> list[Event] | None:
    """The piece of blocking terrain through which the line of fire of an attack went is destroyed."""
    return destroy_all(game, game.context(Attack).through, "improved.targeting-destroy-blocking") or None


@trigger(AttackResolved, immediate=True, order_matters=False, player=lambda game, event, source: None)
@rule("12.3c", "8.1d")
def critical_miss_hurts(game: Game, event: AttackResolved, source: None) -> Steps | None:
    """Immediately after an attack that rolled two ones has resolved, the attacker is dealt 1 unavoidable damage."""
    attack = game.context(Attack)
    return _hurt(game, attack.attacker) if attack.attacked and critical(game, attack) == "miss" else None


def _hurt(game: Game, attacker: str) -> Steps:
    yield from deal(game, [(attacker, 1)], kind="unavoidable", rule="12.3c")


SEQUENCE: Final = rule("12", "12.2", "12.2c", "12.2e")(
    Procedure(
        "attack sequence",
        [
            check_targets,
            determined,
            calculate_values,
            roll_attack,
            REROLL,
            REPLACE,
            finalize,
            determine_hits,
            calculate_damage,
            resolve_damage,
            knock_back_hits,
        ],
        as_long_as=lambda game: bool(game.context(Attack).targets),
    )
)

ATTACK: Final = Procedure("attack", [choose_targets, add_targets, SEQUENCE, resolve_attack], Attack)


@rule("7.2")
def make_attack(game: Game, id: str, kind: str, power: str = "", thrown: str = "") -> Steps:
    """A character makes an attack of a kind, where it has a target."""
    if has_target(game, id, kind, power):
        yield ATTACK(player=character(game, id).player, attacker=id, kind=kind, power=power, thrown=thrown)
