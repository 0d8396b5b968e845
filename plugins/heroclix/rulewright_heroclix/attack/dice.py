"""The dice that lie on the table, and what is done to them (12.2, 21.3, 21.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright import DiceRoll, rule

from ..dice.rolls import Rolling
from ..events.dice import DiceLie
from ..terms import Attack

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps


def dice_now(position: Position) -> tuple[int, ...]:
    """The dice that lie on the table: those of a d6 that is being rolled, or else of the attack roll."""
    rolls = (position.find_context(Rolling), position.find_context(Attack))
    return next((one.roll.numbers for one in rolls if one is not None and one.roll.numbers), ())


@rule("21.3", "21.4", "12.2b")
def lie(game: Game, roll: Attack | Rolling, dice: DiceRoll, how: str, rule: str) -> Steps:
    """The dice of a roll lie anew, and everyone sees how."""
    yield game.note(roll, roll=dice)
    if isinstance(roll, Attack):
        total = int(game.number("attack total", roll.attacker))
        yield DiceLie(roll.attacker, how, "attack-roll", dice.numbers, total, roll.defenses, rule=rule)
    else:
        yield DiceLie(roll.character, how, roll.what.replace(" ", "-"), dice.numbers, rule=rule)
