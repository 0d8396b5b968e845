"""Rolls and command points: a roll is made again, a test is passed, dice decide what happens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from pydantic import Field

from rulewright import Roll, ask_which, rule
from rulewright.programs import counted
from rulewright.vocabulary import Amount, Effect, Needs, Some, Verb

from ..command import Tested, gain_more
from ..dice.rolls import Throw, open_to_reroll, reroll_one
from ..events.stratagems import TextRolled
from ..moments import CHOSEN, ROLL, TEST
from ..numbers import values
from ..running import resolving
from ..terms import unit
from .words import AtOnce, meant

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps

    from ..running import Run

REROLLED: Final = (
    "hit", "wound", "save", "damage", "attacks", "advance", "charge", "desperate escape", "hazardous",
)  # fmt: skip
"""The rolls that Command Re-roll is for (errata.stratagem-command-reroll)."""
MOST: Final = 20
"""The dice of one effect, at most."""


class Reroll(AtOnce, name="reroll", earlier="re-rolls", needs=(ROLL,)):
    """One of the rolls that were made together is made again."""

    en, zh = "one of the rolls is made again", "重投其中一次掷骰"

    @rule("core.stratagem-command-re-roll", "errata.stratagem-command-reroll")
    def can(self, game: Position, run: Run) -> bool:
        """Whether the roll is one of those that can be re-rolled, and was not re-rolled; so is one yet to be made."""
        throw = game.find_context(Throw)
        return throw is None or (throw.what in REROLLED and bool(open_to_reroll(throw) or not throw.faces))

    def do(self, game: Game, run: Run) -> Steps:
        throw = game.find_context(Throw)
        if throw is not None and open_to_reroll(throw):
            yield from reroll_one(game, throw, run.cites)


class Pass(AtOnce, name="pass", earlier="passes", needs=(TEST,)):
    """The unit passes its test without a roll."""

    en, zh = "it passes the test without a roll", "不掷骰即通过测试"

    def can(self, game: Position, run: Run) -> bool:
        return game.find_context(Tested) is not None

    @rule("core.stratagem-insane-bravery", "errata.stratagem-insane-bravery", "commentary.automatically-passes")
    def do(self, game: Game, run: Run) -> Steps:
        tested = game.find_context(Tested)
        if tested is not None:
            yield game.note(tested, passed=True)


class GainCp(AtOnce, name="gain_cp", earlier="gains", by="cp"):
    """The player gains command points, as far as the limit of the battle round allows."""

    cp: int = Field(ge=1, le=6)

    en, zh = "you gain {cp} CP", "你获得 {cp} CP"

    @rule("errata.gaining-cp", "faq.command-phase.once-per-battle-cp-ignores-cap")
    def do(self, game: Game, run: Run) -> Steps:
        """Besides those of Command phases."""
        used = game.content.stratagems.get(run.source)
        once = used is not None and used.once == "battle"
        yield from gain_more(game, run.player, self.cp, run.cites, once_a_battle=once)


class RollDice(Verb, name="roll", rule="core.dice"):
    """Dice are rolled, and something happens for each that is high enough."""

    dice: Amount = 1
    on: Annotated[Annotated[int, Field(ge=2, le=6)] | Literal["save"], Needs({"save": (CHOSEN,)})] = Field(
        description="for each die that shows this or more, such as the Save of the chosen unit"
    )
    then: Some[Effect]

    en = "roll {dice} D6; for each {on}: {then}"
    zh = "掷 {dice} 个 D6，每个 {on}：{then}"

    @rule("core.dice", "commentary.dice-results-with-no-effect")
    def do(self, game: Game, run: Run) -> Steps:
        count = min(counted(self.dice, game, run), MOST)
        if not count:
            return
        faces: Any = yield Roll.d6(count, run.player, run.source, rule=run.cites)
        on: int | Literal["save"] = self.on
        if on == "save":
            on = yield from unit_save(game, meant(game, run, "chosen"), run.cites)
        high = sum(face >= on for face in faces)
        yield TextRolled(run.player, run.source, tuple(faces), high, rule=run.cites)
        for _ in range(high):
            yield resolving(run, self.then)

    def can(self, game: Game, run: Run) -> bool:
        return counted(self.dice, game, run) > 0

    def worth(self, judge: Any) -> float:
        on = self.on if isinstance(self.on, int) else USUAL_SAVE
        return float(judge.amount(self.dice) * (7 - on) / 6 * judge.effects(self.then))

    def facts(self, wording: Any) -> dict[str, Any]:
        on = f"{self.on}+" if isinstance(self.on, int) else wording.say("dice.save")
        return {**super().facts(wording), "on": on}


USUAL_SAVE: Final = 4
"""The Save of a unit, for bots."""


@rule("commentary.unit-save")
def unit_save(game: Game, ids: Sequence[str], cites: str) -> Steps:
    """The Save of a unit: the most common one of its models; of several its player decides which.

    Receives a number that no die shows where nothing of the unit is left.
    """
    for id in ids:
        counts = Counter(values(game, "save", id))
        common = sorted(save for save, count in counts.items() if count == max(counts.values()))
        return (yield from ask_which(unit(game, id).player, "unit_save", common, cites, unit=id))
    return NEVER


NEVER: Final = 7
