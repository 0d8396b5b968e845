"""12.2: the attack value, the defense values, the roll, and the attack total."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright import Modifier, Roll, rule
from rulewright.geometry.grid import LineState

from ..events.attacks import RollFinalized
from ..space.sight import line
from ..terrain.destroying import shot_through
from .dice import lie

if TYPE_CHECKING:
    from rulewright import Event, Game, Steps

    from ..terms import Attack
    from ..terrain.destroying import Piece


@rule("12.2", "12.2a", "6.9")
def calculate_values(game: Game, attack: Attack) -> Event:
    """The attack value and the defense value of each target, as they are now."""
    value = int(game.number("attack", attack.attacker))
    defenses = tuple((target, defense(game, attack, target)) for target in attack.targets)
    return game.note(attack, value=value, defenses=defenses, through=_through(game, attack))


@rule("improved.targeting-destroy-blocking")
def _through(game: Game, attack: Attack) -> tuple[Piece, ...]:
    """The pieces of blocking terrain through which the lines of fire of a range attack go."""
    return shot_through(game, attack.attacker, attack.targets) if attack.kind == "range" else ()


@rule("12.2a", "16.2b", "pac.pulse-wave")
def defense(game: Game, attack: Attack, target: str) -> int:
    """The defense value of a target in this attack."""
    return int(game.number("defense", target, *behind(game, attack, target)))


@rule("16.2b")
def behind(game: Game, attack: Attack, target: str) -> list[Modifier]:
    """What modifies the defense value of a target in this attack alone: hindering terrain."""
    if attack.kind != "range":
        return []
    reach = int(game.number("range", attack.attacker))
    hindered = line(game, attack.attacker, target, reach) is LineState.HINDERED
    return [Modifier("defense", "modify", 1, "hindering terrain", rule="16.2b")] if hindered else []


@rule("12.2b")
def roll_attack(game: Game, attack: Attack) -> Steps:
    """The attacker's player rolls 2d6, once for all targets."""
    roll = Roll.d6(2, attack.player, "attack roll", "12.2b")
    fallen = roll.fallen((yield roll))
    yield from lie(game, attack, fallen, "rolled", "12.2b")


@rule("12.2b", "12.2c", "12.2d", "12.2e")
def finalize(game: Game, attack: Attack) -> Steps:
    """The roll is final, and its result is added to the attack value."""
    yield RollFinalized(attack.attacker, attack.roll.numbers, rule="12.2c")
    yield game.note(attack, total=int(game.number("attack total", attack.attacker)))
