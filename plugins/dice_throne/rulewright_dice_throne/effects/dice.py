"""Verbs about dice on the table, which are turned or rolled again (10.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec.structs import asdict
from pydantic import Field, model_validator

from rulewright import Call, Request, Violation, ask_which, rule
from rulewright.programs import counted, numbers
from rulewright.spaces import Subset
from rulewright.vocabulary import Amount, Effect, Needs, Whole, variants

from ..dice.on_the_table import KEEPS, DicePlace, can_change, is_any_loose, loose_dice, reroll, values_for
from ..dice.tricks import Again, Change
from ..events.dice import DieChanged
from ..events.phases import FewerRollsOrdered
from ..moments import LOOSE, ROLLED, TURNED
from ..resolution import Resolution, Turned
from ..state import DEFENCE, OFFENCE
from .resolving import together
from .values import faces_shown
from .verb import Verb
from .words import Who, seats

if TYPE_CHECKING:
    from rulewright import Game, Steps, View

    from ..cards.wording import Wording
    from ..dice.tricks import Trick

Effects = tuple[Effect, ...]
Shown = Annotated[Literal["any", "copy", "rolled"], Needs({"rolled": (ROLLED,)})]
"""To what a die is turned that is not turned to one number."""
OWN_DICE = ("own", "own_or_teammate", "any")


class ChangeDie(Verb, name="change_die", rule="10.2.interfere", needs=(LOOSE,), opens=(TURNED,)):
    """Change numbers on dice that lie on the table.

    ``to``: a number, ``any`` number, ``copy`` the number of another of the same dice, or one that the text has
    ``rolled``; ``by``: up or down by as much, within 1 to 6. ``then`` follows each die that is turned.
    """

    roles = ()
    needs_object = True
    alters_dice = True

    whose: Literal["own", "opponent", "any"] = "any"
    count: Annotated[Whole, Field(ge=1, le=5)] = 1
    up_to: bool = False
    to: Annotated[Whole, Field(ge=1, le=6)] | Shown | None = None
    by: Annotated[Whole, Field(ge=1, le=5)] | None = None
    then: Effects = ()

    en = variants(
        "turn {dice} to {to}",
        by="turn {dice} up or down by {by}",
        any="turn {dice} to any number",
        copy="turn {dice} to what another one shows",
        rolled="turn {dice} to a face that you rolled",
    )
    zh = variants(
        "将{dice}改为 {to}",
        by="将{dice}增减 {by} 点",
        any="将{dice}改为任意点数",
        copy="将{dice}改为与另 1 颗相同",
        rolled="将{dice}改为你掷出的一面",
    )

    @model_validator(mode="after")
    def _one_change(self) -> ChangeDie:
        if (self.to is None) == (self.by is None):
            raise ValueError("change_die takes exactly one of to, by")
        return self

    def has_object(self, game: Game, player: int) -> bool:
        return can_change(game, player, self)

    def hindrance(self, view: Any, run: Resolution) -> Violation | None:
        return super().hindrance(view, run) or (None if self._changeable(view, run) else Violation("no_object"))

    def _changeable(self, game: Game, run: Resolution) -> tuple[DicePlace, ...]:
        """The dice that it can turn now."""
        rolled = faces_shown(game, run, "roll")
        found = loose_dice(game, run.player, self.whose)
        return tuple(die for die in found if values_for(game, die, self, rolled))

    @rule("9.1.dice-interference", "field.dice")
    def do(self, game: Game, run: Resolution) -> Steps:
        """The symbol goes with the number."""
        done: list[DicePlace] = []
        rolled = faces_shown(game, run, "roll")
        while len(done) < self.count:
            dice = tuple(die for die in self._changeable(game, run) if die not in done)
            if not dice:
                return
            may_stop = self.up_to and bool(done)
            place, index = yield from chosen_die(game, run, dice, may_stop)
            if place < 0:
                return
            done.append((place, index))
            values = values_for(game, (place, index), self, rolled)
            value = yield from ask_which(
                run.player, "choose_value", values, self.rule, die=(place, index), source=run.source
            )
            lying = game.state.rolls[place]
            before = lying.faces[index]
            yield DieChanged(run.player, lying.player, place, index, before, value, run.source, rule=self.rule)
            if self.then:
                facts = {**asdict(run), "queue": numbers(self.then), "later": (), "die": (place, index)}
                yield Call("resolve", Turned(**facts))

    def variant(self) -> str:
        return "by" if self.by is not None else self.to if isinstance(self.to, str) else ""

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {"dice": wording.dice(self), "to": self.to, "by": self.by}

    def said(self, wording: Wording) -> str:
        return wording.comma.join(filter(None, (super().said(wording), wording.effects(self.then))))

    def trick(self) -> Trick | None:
        to = self.to
        if to == "rolled" or self.then or self.whose not in OWN_DICE:
            return None
        return Change(self.count, self.up_to, to, self.by)


def chosen_die(game: Game, run: Resolution, dice: tuple[tuple[int, int], ...], may_stop: bool) -> Steps:
    """One of these dice, or (-1, -1) to stop."""
    options = (*dice, None) if may_stop else dice
    answer = yield from ask_which(run.player, "choose_die", options, "10.2.interfere", source=run.source)
    return (-1, -1) if answer is None else answer


class Reroll(Verb, name="reroll", earlier="reroll_dice", rule="10.2.interfere", needs=(LOOSE,)):
    """Reroll dice that lie on the table; ``one_by_one`` dice may name the same die again."""

    needs_object = True
    alters_dice = True

    whose: Literal["own", "own_or_teammate", "opponent", "any"] = "own"
    count: Annotated[Whole, Field(ge=1, le=5)] = 1
    up_to: bool = True
    one_by_one: bool = False

    en = variants("reroll {dice}", singly="reroll {dice} one after the other, also the same one again")
    zh = variants("重掷{dice}", singly="逐一重掷{dice}，可再选同一颗")

    def has_object(self, game: Game, player: int) -> bool:
        return is_any_loose(game, player, self.whose)

    def do(self, game: Game, run: Resolution) -> Steps:
        """Together or one by one."""
        declinable = self.up_to and run.kind != "card" and not run.agreed
        if self.one_by_one or self.count == 1:
            for turn in range(self.count):
                dice = loose_dice(game, run.player, self.whose)
                if not dice:
                    return
                die = yield from chosen_die(game, run, dice, (self.up_to and bool(turn)) or declinable)
                if die[0] < 0:
                    return
                yield from reroll(game, run.player, run.source, (die,))
            return
        dice = loose_dice(game, run.player, self.whose)
        most = min(self.count, len(dice))
        least = (0 if declinable else min(1, most)) if self.up_to else most
        space = Subset(dice, least, most)
        picked = yield Request(run.player, "choose_dice", space, self.rule, {"source": run.source})
        yield from reroll(game, run.player, run.source, picked)

    def variant(self) -> str:
        return "singly" if self.one_by_one and self.count > 1 else ""

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {"dice": wording.dice(self)}

    def trick(self) -> Trick | None:
        singly = self.one_by_one or self.count == 1
        return Again(1 if self.up_to else self.count, self.count, singly) if self.whose in OWN_DICE else None


class ExtraRoll(Verb, name="extra_roll", rule="3.4.step-1", needs=(LOOSE,)):
    """One more roll attempt of up to ``dice`` dice in a roll phase."""

    needs_object = True
    alters_dice = True

    phase: Literal["offensive_roll", "defensive_roll"]
    dice: Annotated[Whole, Field(ge=1, le=5)] = 5
    to: Who = "self"

    en = "one more roll attempt"
    zh = "额外掷骰 1 次"

    @property
    def place(self) -> int:
        """Where the dice lie."""
        return OFFENCE if self.phase == "offensive_roll" else DEFENCE

    def concerns(self, game: Game, run: Resolution, player: int) -> bool:
        rolled = game.state.rolls[self.place]
        return bool(rolled.player == player and rolled.faces and not rolled.locked)

    def serves_opponents(self, view: View, player: int) -> bool:
        rolled, heroes = view.state.rolls[self.place], view.state.heroes
        return not (rolled.faces and heroes[rolled.player].side == heroes[player].side)

    @rule("field.defence")
    def do(self, game: Game, run: Resolution) -> Steps:
        for player in seats(game, run, self.to):
            rolled = game.state.rolls[self.place]
            if rolled.player != player or rolled.locked or not rolled.faces:
                continue
            count = len(rolled.faces)
            about = {"place": self.place, "source": run.source}
            space = KEEPS[count] if self.dice >= count else Subset(range(count), 0, self.dice)
            indexes = yield Request(player, "keep_or_reroll", space, self.rule, about)
            yield from reroll(game, run.player, run.source, tuple((self.place, index) for index in indexes))

    def trick(self) -> Trick | None:
        return Again(0, self.dice) if self.phase == "offensive_roll" else None


class FewerRolls(Verb, name="fewer_rolls", rule="3.4.step-1"):
    """Roll attempts fewer in the Offensive Roll Phase of this turn, or in that of the next turn of a player."""

    tells = True
    patient = True

    amount: Amount = 1
    to: Who = "self"

    en = "{amount} roll attempt{amount:s} fewer"
    zh = "少掷 {amount} 次"

    def do(self, game: Game, run: Resolution) -> Any:
        amount = counted(self.amount, game, run)
        return together(FewerRollsOrdered(player, amount, rule=self.rule) for player in seats(game, run, self.to))
