"""7.2: the damage of an Attack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright import rule

from .types import TYPES, Part

if TYPE_CHECKING:
    from rulewright import Game

    from ..state import Attack


@rule("7.2.modifier-type", "7.1.output")
def attack_parts(attack: Attack) -> tuple[Part, ...]:
    """The damage of an Attack by type. What modifiers add has the type of the Attack; nothing falls below 0."""
    if not attack.parts:
        return ()
    (type, amount), *others = attack.parts
    parts = [(type, max(0, amount + attack.bonus)), *others]
    if attack.undefendable:
        parts = [("undefendable" if type == "normal" else type, amount) for type, amount in parts]
    if attack.redirected:
        parts = _without(parts, attack.redirected)
    return tuple(part for part in parts if part[1])


def _without(parts: list[Part], amount: int) -> list[Part]:
    """Damage less an amount, from the first part on."""
    left = []
    for type, most in parts:
        part = min(amount, most)
        amount -= part
        left.append((type, most - part))
    return left


def attack_damage(game: Game) -> int:
    """The damage of the Attack under way so far, before prevention."""
    return sum(amount for _, amount in attack_parts(game.state.attack[0]))


@rule("7.2.attack", "11.attack")
def is_attack(attack: Attack) -> bool:
    """An offensive ability that deals at least 1 damage to its target; collateral damage is none.

    Before its target is known it is not one yet. What modifiers take from it may be given back by others, in whatever
    order they come, so it stays an Attack.
    """
    return bool(attack.parts and attack.target >= 0)


@rule(
    "3.6.step-2", "7.1.normal", "7.1.undefendable",
    "7.3.table-normal", "7.3.table-undefendable", "10.1.note-undefendable",
)  # fmt: skip
def is_defendable(attack: Attack) -> bool:
    """Only normal damage lets the defender roll."""
    return not attack.undefendable and any(TYPES[type].defendable for type, _ in attack.parts)


@rule("7.3.enhanceable", "7.3.table-pure", "7.1.pure", "7.1.ultimate", "10.1.note-ultimate")
def is_enhanceable(attack: Attack) -> bool:
    """Whether the damage of an ability can be enhanced."""
    return bool(attack.parts) and TYPES[attack.parts[0][0]].enhanceable


@rule("7.2.modifier-use")
def is_modifiable(attack: Attack) -> bool:
    """Attack modifiers are used on an Attack whose damage can be enhanced, and on nothing else."""
    return is_attack(attack) and is_enhanceable(attack)
