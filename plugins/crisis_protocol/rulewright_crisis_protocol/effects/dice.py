"""Dice that are added, rerolled and changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from rulewright import Request, Roll, Subset, choose
from rulewright.programs import counted
from rulewright.vocabulary import LARGEST, Amount, Some, Verb, variants

from ..attack import apart_in, pool_in, shows
from ..running import Run
from ..terms import DIE, ICONS, LOCKED, PICKED, REROLLS, Attack, Dodge, Pool, alike, pool_of
from .words import Icon

if TYPE_CHECKING:
    from rulewright import Event, Game, Steps

    from ..wording import Wording


class AddDice(Verb, name="add_dice", rule="attack.step-4"):
    """Dice are added to the pool of the character in this attack, or removed from it."""

    amount: Amount = 1

    en = "add {amount} dice to its roll"
    zh = "其掷骰增加 {amount} 个骰子"

    def do(self, game: Game, run: Run) -> Event | None:
        attack = game.find_context(Attack)
        pool = "" if attack is None else pool_of(attack, run.character)
        if attack is None or not pool:
            return None
        dice = pool_in(attack, pool).dice + counted(self.amount, game, run)
        noted: dict[str, Any] = {f"{pool}_pool": Pool(max(1, dice))}
        return game.note(attack, **noted)


def pools(game: Game) -> Any:
    """The attack or the dodge whose dice lie on the table."""
    dodge = game.find_context(Dodge)
    return dodge if dodge is not None else game.find_context(Attack)


class Reroll(Verb, name="reroll", rule="attack.reroll-limit"):
    """The character rerolls some of its own dice; each die once by this ability, failures never."""

    amount: int = Field(1, ge=1, le=LARGEST)

    en = "reroll up to {amount} of its dice"
    zh = "重投其至多 {amount} 个骰子"

    def apart(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """What it tells apart: all but failures, which are locked."""
        yield "own", PICKED
        yield "own", tuple(icon for icon in ICONS if icon not in LOCKED)

    def do(self, game: Game, run: Run) -> Steps:
        context = pools(game)
        pool = pool_of(context, run.character)
        roll = pool_in(context, pool).roll
        dice = () if roll is None else REROLLS.may_reroll(roll, run.source)
        if roll is None or not dice or not game.may("modify dice", run.character):
            return
        space = Subset(dice, 0, min(self.amount, len(dice)))
        chosen = yield Request(run.player, "reroll", space, REROLLS.rule, {"character": run.character, "pool": pool})
        if chosen:
            groups = alike(pool, apart_in(context, pool))
            faces = yield Roll((DIE,) * len(chosen), run.player, "reroll", REROLLS.rule, alike=groups)
            again = dict(zip(chosen, faces, strict=True))
            yield from shows(game, context, pool, roll.rerolled(again, run.source, run.player), self.rule)


class ChangeDie(Verb, name="change_die", rule="attack.step-9"):
    """Dice of the attack with one of these faces are changed to another one; failures never."""

    faces: Some[Icon]
    to: Icon
    of: Literal["own", "opposing"] = "own"
    amount: int = Field(1, ge=1, le=LARGEST)

    en = variants(
        own="change {amount} of its {faces} to {to}", opposing="change {amount} of the opposing {faces} to {to}"
    )
    zh = variants(own="将其 {amount} 个{faces}改为{to}", opposing="将对方 {amount} 个{faces}改为{to}")

    def apart(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """What it tells apart: the faces that it changes; failures are locked."""
        yield self.of, PICKED
        yield self.of, tuple(icon for icon in ICONS if icon in self.faces and icon not in LOCKED)

    def do(self, game: Game, run: Run) -> Steps:
        context = pools(game)
        pool = pool_of(context, run.character)
        if self.of == "opposing":
            pool = {"attack": "defense", "defense": "attack"}.get(pool, "")
        for _ in range(self.amount):
            context = pools(game)
            roll = pool_in(context, pool).roll
            may = () if roll is None else REROLLS.may_change(roll, run.source)
            dice = [die for die in may if roll is not None and roll.faces[die] in self.faces]
            if roll is None or not dice:
                return
            die = dice[0]
            if len({roll.faces[each] for each in dice}) > 1:
                die = yield choose(run.player, "change_die", dice, self.rule, character=run.character, pool=pool)
            yield from shows(game, context, pool, roll.changed({die: self.to}, run.source, run.player), self.rule)

    def variant(self) -> str:
        return self.of

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {
            "amount": self.amount, "faces": wording.icons(self.faces), "to": wording.icon(self.to),
        }  # fmt: skip
