"""Dice that are rolled, added, rerolled and changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from msgspec.structs import replace
from pydantic import Field

from rulewright import Call, DiceRoll, Request, RerollRule, Roll, Subset, choose, rule, vocabulary
from rulewright.programs import counted, number, numbers
from rulewright.text import show
from rulewright.vocabulary import Amount, Effect, Needs, Some, Verb, variants

from ..events.attacks import DiceRolled, RollOver
from ..pools import MODIFIABLE, apart_in, note_pool, shows
from ..running import Run, who
from ..superpowers.moments import ATTACK_POOL, DEFENSE_POOL, DICE, FRESH, MUCH, ROLLED
from ..terms import (
    EACH,
    ICONS,
    PICKED,
    REROLLS,
    SUCCESSES,
    Attack,
    Dodge,
    Pool,
    alike,
    attack_sheet,
    game_dice,
    pool_in,
    pool_of,
    takeable,
)
from .words import Icon, Role

if TYPE_CHECKING:
    from rulewright import Event, Game, Position, Steps

    from ..book.wording import Wording

FAILURES_TOO: Final = RerollRule(per_source_per_die=1, rule="attack.reroll-limit")
"""Where a text says that failures are rerolled or changed, too."""


class RollDice(Verb, name="roll", rule="dice.faces", opens=(ROLLED,)):
    """Dice are rolled that belong to no attack; what follows counts what they show."""

    dice: Amount = 1
    then: Some[Effect]

    en = "roll {dice} dice: {then}"
    zh = "掷 {dice} 个骰子：{then}"

    def do(self, game: Game, run: Run) -> Steps:
        count = min(counted(self.dice, game, run), 99)
        if not count:
            return
        faces = yield Roll(game_dice(count), run.player, "effect roll", self.rule)
        shown = tuple(map(str, faces))
        yield DiceRolled(run.character, "roll", shown, rule=self.rule)
        yield Call("resolve", replace(run, queue=numbers(self.then), rolled=shown))
        if "rolled" in game.content.moments:
            yield RollOver(run.character, shown, rule=self.rule)


class AddDice(Verb, name="add_dice", rule="attack.step-4", needs=(ATTACK_POOL,)):
    """Dice are added to a character's pool in this attack, or removed from it; one at least is left."""

    amount: Amount = 1
    who: Annotated[Role, Needs({"target": (DEFENSE_POOL,)})] = "self"

    en = "add {amount} dice to {whose} roll"
    zh = "{whose}掷骰增加 {amount} 个骰子"

    def do(self, game: Game, run: Run) -> Event | None:
        attack = game.find_context(Attack)
        pool = "" if attack is None else pool_of(attack, who(game, run, self.who))
        if attack is None or not pool or not (pool == "attack" or game.may("roll defense dice", attack.target)):
            return None
        more = number(self.amount, game, run)
        if pool == "defense" and more > 0 and not game.may("add defense dice", attack.target):
            return None
        if pool == "attack" and more > 0 and attack_sheet(game, attack).criticals_only:
            return None
        dice = pool_in(attack, pool).dice + more
        noted: dict[str, Any] = {f"{pool}_pool": Pool(max(1, dice))}
        return game.note(attack, **noted)

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {**super().facts(wording), "whose": wording.whose(self.who)}


def pools(game: Position) -> Any:
    """The attack or the dodge whose dice lie on the table."""
    dodge = game.find_context(Dodge)
    return dodge if dodge is not None else game.find_context(Attack)


class Modify(Verb, whom=None):
    """Dice that lie on the table are rerolled or changed: of a character's pool, or of the one against it."""

    who: Role = "self"
    of: Literal["own", "opposing"] = "own"
    failures: bool = Field(False, description="whether it may take failures, too")

    def apart(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """What it tells apart: single dice, and those that it may take; of any pool where it is about others than who
        is in the attack, and of that of who is "chosen" where it is about that one's own dice."""
        own = self.of == "own"
        rolled = {"self": self.of, "chosen": "chosen" if own else "", "attacker": "attack" if own else "defense",
                  "target": "defense" if own else "attack"}  # fmt: skip
        whose = rolled.get(self.who, "")
        pools = (whose,) if whose else ("attack", "defense")
        yield from ((pool, icons) for pool in pools for icons in (PICKED, *self.takes()))

    def takes(self) -> Iterable[tuple[str, ...]]:
        """The sets of icons that it tells from others, above all those that it may take."""
        raise NotImplementedError(f"{type(self).__name__} does not say which dice it takes")

    def pool(self, game: Game, run: Run) -> str:
        """Which pool; empty where there is none."""
        context = pools(game)
        own = "" if context is None else pool_of(context, who(game, run, self.who))
        return own if self.of == "own" else {"attack": "defense", "defense": "attack"}.get(own, "")

    def allowed(self, game: Game, run: Run, pool: str) -> bool:
        """Whether nothing forbids whoever modifies those dice to do so: of a side of the attack, whose effect it is."""
        context = pools(game)
        one = run.character if self.who in ("attacker", "target") else who(game, run, self.who)
        own = context is not None and pool_of(context, one) == pool != "dodge"
        return game.may("modify dice", one) and (not own or game.may(f"modify {pool} dice", one))

    def may_take(self, game: Game, run: Run, roll: DiceRoll) -> list[int]:
        """The dice of a roll that it may take now."""
        raise NotImplementedError(f"{type(self).__name__} does not say which dice it takes")

    def can(self, game: Game, run: Run) -> bool:
        pool = self.pool(game, run)
        roll = pool_in(pools(game), pool).roll if pool else None
        return roll is not None and self.allowed(game, run, pool) and bool(self.may_take(game, run, roll))

    def ability(self, game: Game, run: Run) -> str:
        """By what a die is remembered that was taken: by the name of the ability, wherever it comes from."""
        return str(show(game.content.name_of(run.source)))

    @rule("dice.failure")
    def limits(self, game: Game, run: Run) -> RerollRule:
        """Which dice may be taken: failures, too, where the text says so, or another one of whoever takes its own."""
        own = who(game, run, self.who) if self.of == "own" else ""
        return FAILURES_TOO if self.failures or (own and game.number(MODIFIABLE, own)) else REROLLS

    def variant(self) -> str:
        return self.of


class Reroll(Modify, name="reroll", rule="attack.reroll-limit", needs=(DICE,), leaves=(MUCH,)):
    """Dice are rerolled, each once by this ability; failures only where the text says so. "that_much" is how many."""

    amount: Literal["any", "all"] | Amount = 1
    faces: tuple[Icon, ...] = Field((), description="only dice that show one of these")

    en = variants(
        own="{who} rerolls up to {amount} of its {faces}{failures}",
        opposing="{who} rerolls up to {amount} of the opposing {faces}{failures}",
    )
    zh = variants(
        own="{who}重投自己至多 {amount} 个{faces}{failures}", opposing="{who}重投对方至多 {amount} 个{faces}{failures}"
    )

    def takes(self) -> Iterable[tuple[str, ...]]:
        return (takeable(self.faces or ICONS, self.failures, self.of == "own"),)

    def do(self, game: Game, run: Run) -> Steps:
        much = yield from self.reroll(game, run)
        yield game.note(run, much=much)

    def reroll(self, game: Game, run: Run) -> Steps:
        """Reroll dice that the player of the effect chooses. Returns how many."""
        context, pool = pools(game), self.pool(game, run)
        roll = pool_in(context, pool).roll if pool else None
        if roll is None or not self.allowed(game, run, pool):
            return 0
        ability, limits = self.ability(game, run), self.limits(game, run)
        dice = self.may_take(game, run, roll)
        most = len(dice) if isinstance(self.amount, str) else counted(self.amount, game, run)
        if not dice or not most:
            return 0
        chosen: Any = dice
        if self.amount != "all":
            space = Subset(dice, 0, min(most, len(dice)))
            about = {"character": run.character, "pool": pool, "source": run.source}
            chosen = yield Request(run.player, "reroll", space, limits.rule, about)
        if chosen:
            groups = alike(pool, apart_in(context, pool))
            lifted = tuple(roll.dice[die] for die in chosen)
            faces = yield Roll(lifted, run.player, "reroll", limits.rule, alike=groups)
            again = dict(zip(chosen, faces, strict=True))
            yield from shows(game, context, pool, roll.rerolled(again, ability, run.player), self.rule)
        return len(chosen)

    def may_take(self, game: Game, run: Run, roll: DiceRoll) -> list[int]:
        dice = self.limits(game, run).may_reroll(roll, self.ability(game, run))
        return [die for die in dice if not self.faces or roll.faces[die] in self.faces]

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {
            "who": wording.whom(self.who),
            "amount": wording.say(f"reroll.{self.amount}")
            if isinstance(self.amount, str)
            else wording.amount(self.amount),
            "faces": wording.icons(self.faces) if self.faces else wording.say("reroll.dice"),
            "failures": wording.say("reroll.failures") if self.failures else "",
        }


class ChangeDie(Modify, name="change_die", rule="attack.step-9", needs=(DICE,), leaves=(MUCH,)):
    """Dice of the attack with one of these faces are changed to another one; failures only where the text says so.

    "that_much" is how many were changed.
    """

    faces: Some[Icon]
    to: Icon | Literal["any"] = Field(description="any: whichever the player chooses")
    amount: Amount = 1
    optional: bool = Field(False, description="whether the player may stop before it is that many")

    en = variants(
        own="change {amount} of its {faces} to {to}", opposing="change {amount} of the opposing {faces} to {to}"
    )
    zh = variants(own="将其 {amount} 个{faces}改为{to}", opposing="将对方 {amount} 个{faces}改为{to}")

    def takes(self) -> Iterable[tuple[str, ...]]:
        return EACH if self.to == "any" else (takeable(self.faces, self.failures, self.of == "own"),)

    def do(self, game: Game, run: Run) -> Steps:
        pool = self.pool(game, run)
        yield game.note(run, much=0)
        may_change = pool and self.allowed(game, run, pool)
        for changed in range(min(counted(self.amount, game, run), 99) if may_change else 0):
            context = pools(game)
            roll = pool_in(context, pool).roll
            dice = [] if roll is None else self.may_take(game, run, roll)
            if roll is None or not dice:
                return
            shown = roll.faces
            die: int | None = dice[0]
            if self.optional or len({shown[each] for each in dice}) > 1:
                ways = (*dice, None) if self.optional else dice
                die = yield choose(run.player, "change_die", ways, self.rule, character=run.character, pool=pool)
            if die is None:
                return
            to: Any = self.to
            if to == "any":
                faces = tuple(face for face in ICONS if face != shown[die])
                to = yield choose(run.player, "change_to", faces, self.rule, character=run.character, pool=pool)
            yield from shows(game, context, pool, roll.changed({die: to}, run.source, run.player), self.rule)
            yield game.note(run, much=changed + 1)

    def may_take(self, game: Game, run: Run, roll: DiceRoll) -> list[int]:
        dice = self.limits(game, run).may_change(roll, run.source)
        return [die for die in dice if roll.faces[die] in self.faces]

    def facts(self, wording: Wording) -> dict[str, Any]:
        amount = wording.amount(self.amount)
        return {
            "amount": wording.say("change_die.at_most", amount=amount) if self.optional else amount,
            "faces": wording.icons(self.faces),
            "to": wording.say(f"icon.{self.to}"),
        }


class CountDie(Modify, name="treat_die", rule="attack.step-8", needs=(FRESH,), leaves=(MUCH,)):
    """Dice of one's own that have just fallen count as another face from now on, before criticals add dice; failures,
    too, for they are not changed. "that_much" is how many they were."""

    faces: Some[Icon]
    to: Icon
    amount: Amount = 1
    of: Literal["own"] = "own"
    modifies: bool = Field(False, description="whether that modifies them, which texts may forbid")

    en = variants("treat {amount} of its {faces} as {to}", modifies="change {amount} of its {faces} to {to} at once")
    zh = variants("将其 {amount} 个{faces}视为{to}", modifies="立即将其 {amount} 个{faces}改为{to}")

    def takes(self) -> Iterable[tuple[str, ...]]:
        return (self.faces, ("critical",))

    def do(self, game: Game, run: Run) -> Steps:
        pool, context = self.pool(game, run), pools(game)
        roll = pool_in(context, pool).roll if pool and self.allowed(game, run, pool) else None
        dice = [] if roll is None else self.may_take(game, run, roll)
        chosen = dice[: counted(self.amount, game, run)]
        if roll is not None and len(chosen) < len(dice) and len({roll.faces[die] for die in dice}) > 1:
            space = Subset(dice, len(chosen), len(chosen))
            about = {"character": run.character, "pool": pool, "source": run.source}
            chosen = yield Request(run.player, "change_die", space, self.rule, about)
        yield game.note(run, much=len(chosen))
        if roll is not None and chosen:
            faces = [self.to if die in chosen else str(face) for die, face in enumerate(roll.faces)]
            shown, before = DiceRoll.of(game_dice(len(faces)), faces), pool_in(context, pool)
            criticals = shown.count("critical") - roll.count("critical")
            successes = shown.count(SUCCESSES[pool]) - roll.count(SUCCESSES[pool])
            fresh = Pool(before.dice, before.criticals + criticals, before.successes + successes, shown)
            yield from note_pool(game, context, pool, fresh, faces, self.rule)

    def may_take(self, game: Game, run: Run, roll: DiceRoll) -> list[int]:
        return [die for die, face in enumerate(roll.faces) if face in self.faces]

    def allowed(self, game: Game, run: Run, pool: str) -> bool:
        return not self.modifies or super().allowed(game, run, pool)

    def variant(self) -> str:
        return "modifies" if self.modifies else ""

    def facts(self, wording: Wording) -> dict[str, Any]:
        facts = {"amount": wording.amount(self.amount), "faces": wording.icons(self.faces)}
        return {**facts, "to": wording.say(f"icon.{self.to}")}


def may_be_left(effects: Iterable[Effect]) -> bool:
    """Whether the player of effects decides of all of them if they happen, as of rerolls of any number of dice."""
    return all(_may_be_left(one) for one in effects)


def _may_be_left(effect: Effect) -> bool:
    if isinstance(effect, vocabulary.If):
        return may_be_left((*effect.then, *effect.otherwise))
    if isinstance(effect, Reroll):
        return effect.amount != "all"
    return isinstance(effect, vocabulary.May) or (isinstance(effect, ChangeDie) and effect.optional)
