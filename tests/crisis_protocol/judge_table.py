"""What the situations of a judge share: answering by name, declining, and who a question is for."""

from __future__ import annotations

from typing import Any

from rulewright.testing import Scenario
from rulewright_crisis_protocol.events.attacks import AttackResolved, DiceRolled
from rulewright_crisis_protocol.events.characters import DamageSuffered


def offered(position: Scenario, name: str) -> bool:
    """Whether the open question offers something of that name."""
    return not position.idle and any(name in str(option) for option in position.options)


def use(position: Scenario, *names: str) -> Scenario:
    """Answer with the only option that has this name, then with that of the next name."""
    for name in names:
        (option,) = (one for one in position.options if name in str(one))
        position.answer(option)
    return position


def decline(position: Scenario) -> Scenario:
    """Use nothing more."""
    while not position.idle:
        position.answer(None)
    return position


def rolls_of(position: Scenario, pool: str) -> list[tuple[str, ...]]:
    """What the dice of a pool showed, time after time."""
    return [event.faces for event in position.events(DiceRolled) if event.pool == pool]


def attacked(position: Scenario) -> list[str]:
    """Whom attacks that were resolved had as their target, in order."""
    return [event.target for event in position.events(AttackResolved)]


def hurt(position: Scenario) -> list[tuple[str, int]]:
    """Who suffered how much damage, in order."""
    return [(event.character, event.amount) for event in position.events(DamageSuffered)]


def gains(amount: Any = 1, who: str = "self") -> dict[str, Any]:
    """The effect that a character gains power."""
    return {"do": "gain_power", "amount": amount, "who": who}


def harms(who: Any, amount: Any = 1) -> dict[str, Any]:
    """The effect that someone suffers damage."""
    return {"do": "damage", "who": who, "amount": amount}


def gives(condition: str, who: Any = "target") -> dict[str, Any]:
    """The effect that someone gains a special condition."""
    return {"do": "condition", "condition": condition, "who": who}
