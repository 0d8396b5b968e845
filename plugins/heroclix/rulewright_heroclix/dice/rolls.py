"""Rolls of a d6: thrown, rerolled, replaced, and whether they succeed (6.4, 21.3, 21.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rulewright import Context, DiceRoll, Procedure, Roll, Window, rule

from ..events.dice import D6Rolled, DiceLie

if TYPE_CHECKING:
    from rulewright import Game, Steps
    from rulewright.powers import Bearer


BREAK_AWAY: Final = "break away"
"""What a roll to break away is for."""


class Rolling(Context):
    """A roll of a d6 for a character: ``what`` it is for, such as "break away", and how it has fallen."""

    player: int
    character: str
    what: str
    roll: DiceRoll = DiceRoll((), ())


@rule("21.3")
def throw(game: Game, rolling: Rolling) -> Steps:
    """The player rolls the d6."""
    roll = Roll.d6(1, rolling.player, rolling.what)
    fallen = roll.fallen((yield roll))
    yield game.note(rolling, roll=fallen)
    if rolling.what == BREAK_AWAY:  # of any other d6 it is told what it shows in the end
        yield DiceLie(rolling.character, "rolled", "break-away", fallen.numbers, rule="10.8a")


REROLL: Final = Window("reroll", until="quiet round", rule="21.3b")
"""Both players may reroll, the active one first, until both decline."""

REPLACE: Final = Window("replace dice", until="quiet round", rule="21.4")
"""Then both may replace dice in the same way."""

ROLL: Final = Procedure("roll", [throw, REROLL, REPLACE], Rolling)

FINAL: Final = Procedure("final roll", [throw, REPLACE], Rolling)
"""A roll that cannot be rerolled."""


@rule("21.3", "21.3a", "21.3b", "21.4")
def d6(game: Game, player: int, character: str, what: str, *, final: bool = False) -> Steps:
    """Roll a d6 for a character, with all that may be done to it; gives the result, and tells what it was for.

    One that is ``final`` cannot be rerolled.
    """
    rolled = yield (FINAL if final else ROLL)(player=player, character=character, what=what)
    face = rolled.roll.numbers[0]
    if what != BREAK_AWAY:  # that it breaks away, or does not, tells the face
        yield D6Rolled(character, what.replace(" ", "-"), face, rule="6.4")
    return face


@rule("6.4", "6.10", "20.7", "20.7a")
def more(game: Game, me: Bearer, power: str) -> int:
    """By how much the result of a power's d6 is increased: whatever gives it, and in the version that is used."""
    special = game.content.specials.get(me.version)
    own = 0 if special is None else special.results.get(power, 0)
    return int(game.number(f"result of {power}", me.id)) + own


@rule("20.7")
def least(me: Bearer, otherwise: int) -> int:
    """What the d6 of a power must show, where its version does not say another number."""
    return int(me.version) if me.version.isdecimal() else otherwise


@rule("6.4")
def result(face: int, more: int) -> int:
    """The result of a d6 after all changes: from 1 to 6."""
    return min(6, max(1, face + more))


@rule("6.4")
def succeeds(face: int, least: int, more: int = 0) -> bool:
    """Whether a d6 succeeds on ``least`` or higher: a 6 always does, a 1 never, whatever the result is increased by."""
    return face == 6 or (face > 1 and result(face, more) >= least)
