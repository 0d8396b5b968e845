"""What counts for a time: the kinds of effect that several rooms name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import active_effects, rule

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rulewright import Position

LENT: Final = "lent"
"""The kind of effect by which a Vehicle has something of its pilot, and a title character what its plot gives."""

OUTWITTED: Final = "outwitted"
"""The kind of effect by which Outwit takes a power."""

PULSE_WAVED: Final = "pulse-waved"
"""The kind of effect on characters within range of a Pulse Wave, which can use no powers."""

PROTECTION: Final[Mapping[str, str]] = {"outwit": OUTWITTED, "pulse-wave": PULSE_WAVED}
"""The effects that Protected: Outwit and Protected: Pulse Wave keep off."""

BOUND: Final = "bound"
"""The kind of effect by which a character does something only so: whom it may target (``upon``), how many terrain
markers it may generate (``markers``), where these lie (``where``), and to whom one is adjacent (``touching``)."""

SPECIAL: Final = "special"
"""The kind of effect that lasts by a special power or trait."""

CHOSE: Final = "chose"
"""In the data of such an effect: the power that was chosen."""

HIDDEN: Final = "hidden"
"""In the data of such an effect: that opposing characters that are not adjacent cannot target its character."""

SHAPE_CHANGED: Final = "shape changed"
"""The effect on a character that an attacker cannot target this turn."""


def what_is_carried(position: Position) -> int:
    """A number that is another one whenever a character has come to carry something else."""
    return position.rules.powers.edition(position)


@rule("22.7", "22.9", "24.5b", "keyword.protected-outwit", "keyword.protected-pulse-wave")
def protection(special: Any) -> tuple[str, ...]:
    """The kinds of effect that cannot stop a special power or trait, nor any standard power that it contains."""
    words = tuple(PROTECTION) if "stop" in special.grants else special.protected
    proof = (PROTECTION[word] for word in words)
    return tuple(dict.fromkeys((*proof, *([PULSE_WAVED] if special.continuity else ()))))


@rule("20.2")
def bounds(position: Position, id: str, name: str) -> Iterator[Any]:
    """What binds a character in what it does now, in one respect."""
    return (effect.data[name] for effect in active_effects(position, BOUND, id) if name in effect.data)


@rule("20.2")
def may_choose(position: Position, id: str, other: str) -> bool:
    """Whether nothing binds a character to target only others than that one."""
    return all(other in upon for upon in bounds(position, id, "upon"))


@rule("12.1c")
def hidden(position: Position, id: str) -> bool:
    """Whether opposing characters that are not adjacent cannot target a character."""
    return any(HIDDEN in effect.data for effect in active_effects(position, SPECIAL, id))


@rule("20.2")
def chosen_powers(position: Position, id: str) -> set[str]:
    """The powers that were chosen for what a character's texts say."""
    return {effect.data[CHOSE] for effect in active_effects(position, SPECIAL, id) if CHOSE in effect.data}
