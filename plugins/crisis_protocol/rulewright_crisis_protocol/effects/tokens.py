"""Power, damage, special conditions, and tokens on stat cards."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field, model_validator

from rulewright import Leave, ask_which, choose, rule
from rulewright.programs import counted, then_do
from rulewright.vocabulary import Amount, Effect, Some, Verb, variants

from ..conditions import afflict, cure, immune
from ..damage import damage, is_spared, overcome, power_for, stamina_left
from ..events.activation import ActivatedTokenPlaced, ActivatedTokenRemoved
from ..events.characters import DamageRemoved, KnockedOut, PowerLost, PowerSpent, TokensChanged, TurnedHealthy
from ..objectives import drop_all, held_by
from ..running import ROLES, Run, doer, of_leadership
from ..superpowers.moments import MUCH
from ..superpowers.stopping import is_stopped
from ..terms import Condition, able, character
from .words import Who, meant, worded

if TYPE_CHECKING:
    from rulewright import Event, Game, Steps

    from ..book.wording import Wording


class ToEach(Verb):
    """Something happens to those whom the text means, to all of them at once."""

    who: Who = "self"

    def do(self, game: Game, run: Run) -> Steps:
        found = [self.happen(game, run, one) for one in self.whom(game, run)]
        yield [event for event in found if event is not None]

    def whom(self, game: Game, run: Run) -> Iterable[str]:
        """To whom it happens."""
        return meant(game, run, self.who)

    def happen(self, game: Game, run: Run, one: str) -> Event | None:
        """What happens to one of them."""
        raise NotImplementedError


# Power ------------------------------------------------------------------------------------------------------


class GainPower(ToEach, name="gain_power", rule="power.tokens"):
    """Characters gain power."""

    amount: Amount = 1

    en = variants("{who} gains {amount} power", equal="{who} gains power equal to {amount}")
    zh = variants("{who}获得 {amount} 点力量", equal="{who}获得等同于{amount}的力量")

    def happen(self, game: Game, run: Run, one: str) -> Event | None:
        own = run.source in game.content.attacks and one == run.character
        if own and not game.may("power by own attacks", one):
            return None
        return power_for(game, one, counted(self.amount, game, run), self.rule)

    def variant(self) -> str:
        return worded(self.amount)


class LosePower(Verb, name="lose_power", rule="power.lose-more", leaves=(MUCH,)):
    """Characters lose power, all of it where they have no more; "that_much" is what they lost together."""

    amount: Amount = 1
    who: Who = "target"

    en = variants("{who} loses {amount} power", equal="{who} loses power equal to {amount}")
    zh = variants("{who}失去 {amount} 点力量", equal="{who}失去等同于{amount}的力量")

    def do(self, game: Game, run: Run) -> Steps:
        amount = counted(self.amount, game, run)
        lost = {one: min(amount, character(game, one).power) for one in meant(game, run, self.who)}
        events = [PowerLost(one, count, rule=self.rule) for one, count in lost.items() if count]
        if events:
            yield events
        yield game.note(run, much=sum(lost.values()))

    def variant(self) -> str:
        return worded(self.amount)


class Spend(Verb, name="spend", rule="power.spend", by="least"):
    """Characters may each spend power, up to so much; what follows if any does counts all of it as "power_spent"."""

    up_to: Amount = 1
    least: int = Field(1, ge=1, le=10, description="the least that one may spend, if it spends any")
    who: Who = "self"
    must: bool = Field(False, description="whether each of them has to spend that much if it can")
    then: Some[Effect]

    en = variants(
        "{who} may spend up to {up_to} power: {then}", must="{who} spends up to {up_to} power if it can: {then}"
    )
    zh = variants("{who}可花费至多 {up_to} 点力量：{then}", must="{who}若能够则花费至多 {up_to} 点力量：{then}")

    def do(self, game: Game, run: Run) -> Steps:
        first, spent, own = not (run.spent or run.paid), 0, 0
        for one in meant(game, run, self.who):
            most = min(counted(self.up_to, game, run), character(game, one).power)
            if most < self.least:
                continue
            amounts = (*((0,) if not self.must else ()), *range(self.least, most + 1))
            amount = amounts[-1]
            if len(amounts) > 1:
                amount = yield choose(character(game, one).player, "spend", amounts, self.rule, character=one)
            if amount:
                yield PowerSpent(one, amount, rule=self.rule)
                spent, own = spent + amount, own + amount * (one == run.character)
        if own:
            yield game.note(run, paid=run.paid + own)
        power = game.content.superpowers.get(run.source)
        if own and first and power is not None and (yield from is_stopped(game, run.character, power)):
            yield Leave("resolve")
        if spent:
            yield then_do(game, run, self.then, spent=spent)

    def variant(self) -> str:
        return "must" if self.must else ""

    def worth(self, judge: Any) -> float:
        return max(0.0, super().worth(judge))


# Damage -----------------------------------------------------------------------------------------------------


class Damage(ToEach, name="damage", rule="damage.tokens", leaves=(MUCH,)):
    """Characters suffer damage by this effect; "that_much" is what they suffered together."""

    amount: Amount = 1
    who: Who = "target"
    power: bool = Field(True, description="whether damage from an enemy effect gives power, as it does")

    en = variants(
        "{who} suffers {amount} damage", equal="{who} suffers damage equal to {amount}",
        powerless="{who} suffers {amount} damage and gains no power for it",
    )  # fmt: skip
    zh = variants(
        "{who}受到 {amount} 点伤害", equal="{who}受到等同于{amount}的伤害",
        powerless="{who}受到 {amount} 点伤害，且不因此获得力量",
    )  # fmt: skip

    def do(self, game: Game, run: Run) -> Steps:
        before = {one: stamina_left(game, one) for one in meant(game, run, self.who)}
        yield from super().do(game, run)
        left = {one: stamina_left(game, one) if one in game.state.characters else 0 for one in before}
        yield game.note(run, much=sum(before[one] - left[one] for one in before))

    def happen(self, game: Game, run: Run, one: str) -> Event | None:
        amount = counted(self.amount, game, run)
        return damage(game, one, amount, doer(game, run), power=self.power, rule=self.rule) if amount else None

    def variant(self) -> str:
        return worded(self.amount) if self.power else "powerless"


class Heal(ToEach, name="heal", rule="damage.tokens"):
    """Damage tokens are taken off characters."""

    amount: Amount = 1

    en = variants("remove {amount} damage from {who}", equal="remove damage equal to {amount} from {who}")
    zh = variants("{who}移除 {amount} 点伤害", equal="{who}移除等同于{amount}的伤害")

    def matters(self, game: Game, run: Run) -> bool:
        whom = [*self.whom(game, run)]
        return not whom or any(character(game, one).damage and game.may("remove damage", one) for one in whom)

    def happen(self, game: Game, run: Run, one: str) -> Event | None:
        amount = min(counted(self.amount, game, run), character(game, one).damage)
        if not game.may("remove damage", one):
            return None
        return DamageRemoved(one, amount, doer(game, run), rule=self.rule) if amount else None

    def variant(self) -> str:
        return worded(self.amount)


class Daze(Verb, name="daze", rule="damage.dazed"):
    """Characters are dazed, injured ones KO'd, as if they had suffered all the damage that they can."""

    who: Who = "target"

    en = "{who} is dazed"
    zh = "{who}晕倒"

    def do(self, game: Game, run: Run) -> Steps:
        for one in meant(game, run, self.who):
            yield from overcome(game, one, doer(game, run))


class KnockOut(Verb, name="ko", rule="damage.ko"):
    """Characters are KO'd, healthy or injured, dazed or not."""

    who: Who = "target"

    en = "{who} is KO'd"
    zh = "{who}被击倒"

    def do(self, game: Game, run: Run) -> Steps:
        whom = ROLES.named(game, run, self.who) if isinstance(self.who, str) else meant(game, run, self.who)
        for one in (id for id in whom if id in game.state.characters):
            if (yield from is_spared(game, one, doer(game, run), ko=True)):
                continue
            yield from drop_all(game, one)
            yield KnockedOut(one, character(game, one).player, doer(game, run), rule=self.rule)


class FlipToHealthy(ToEach, name="flip_to_healthy", rule="stat-card.sides"):
    """Injured characters lie on their healthy side again."""

    en = "{who} flips to its healthy side"
    zh = "{who}翻至健康面"

    def happen(self, game: Game, run: Run, one: str) -> Event | None:
        return TurnedHealthy(one, rule=self.rule) if character(game, one).injured else None


class Suffer(Verb, name="suffer", rule="damage.tokens", opens=(MUCH,), by="least"):
    """The character may suffer damage, up to so much; "that_much" in what follows is how much it chose."""

    up_to: Amount = 1
    least: int = Field(1, ge=1, le=10, description="the least that it may suffer, if it suffers any")
    then: Some[Effect]

    en = "it may suffer up to {up_to} damage: {then}"
    zh = "其可受到至多 {up_to} 点伤害：{then}"

    def do(self, game: Game, run: Run) -> Steps:
        if not able(game, run.character):
            return
        most = min(counted(self.up_to, game, run), stamina_left(game, run.character))
        if most < self.least:
            return
        amounts = (0, *range(self.least, most + 1))
        amount = yield choose(run.player, "suffer", amounts, self.rule, character=run.character)
        if amount:
            yield damage(game, run.character, amount, run.character, rule=self.rule)
            yield then_do(game, run, self.then, much=amount)


# Special conditions -----------------------------------------------------------------------------------------


class Afflict(Verb, name="condition", rule="condition.gain"):
    """Characters gain special conditions: one, several, or some of several, which the player chooses."""

    condition: Condition | Some[Condition]
    some: int | None = Field(None, ge=1, le=99, description="how many of them; all without")
    who: Who = "target"

    en = variants("{who} gains {condition}", some="{who} gains {some} of {condition}")
    zh = variants("{who}获得{condition}状态", some="{who}获得以下状态中的 {some} 个：{condition}")

    @model_validator(mode="after")
    def _some_of_more(self) -> Afflict:
        if self.some is not None and self.some >= len(self.conditions):
            raise ValueError("some: there are no more conditions than that to choose from")
        return self

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Those that it names."""
        return self.condition if isinstance(self.condition, tuple) else (self.condition,)

    def do(self, game: Game, run: Run) -> Steps:
        for one in meant(game, run, self.who):
            gained = self.conditions
            if self.some is not None:
                held = character(game, one).conditions
                open_ = [each for each in gained if each not in held and not immune(game, one, each)]
                gained = tuple(open_)
                if len(open_) > self.some:
                    sets = list(combinations(open_, self.some))
                    gained = yield choose(run.player, "conditions", sets, self.rule, character=one)
            events = [event for each in gained if (event := afflict(game, one, each, self.rule)) is not None]
            if events:
                yield events

    def variant(self) -> str:
        return "" if self.some is None else "some"

    def facts(self, wording: Wording) -> dict[str, Any]:
        told = wording.listed(map(wording.affliction, self.conditions))
        return {**super().facts(wording), "condition": told}


class Cure(Verb, name="remove_condition", rule="field.condition.removal"):
    """Special conditions are taken off characters: those named, or of all that they have so many as are chosen."""

    condition: Condition | Some[Condition] | None = None
    amount: Literal["all"] | Amount = Field(1, description="how many of those that it has")
    who: Who = "self"
    shaken: bool = Field(False, description="whether that is a Shake action, which texts may keep from removing some")
    then: tuple[Effect, ...] = Field((), description="what happens for each that was removed")

    en = variants(
        "remove {condition} from {who}{then}", all="remove all special conditions from {who}{then}",
        some="remove up to {amount} special conditions from {who}{then}", shaken="{who} performs a Shake action{then}",
    )  # fmt: skip
    zh = variants(
        "{who}移除{condition}{then}", all="{who}移除所有特殊状态{then}", some="{who}移除至多 {amount} 个特殊状态{then}",
        shaken="{who}执行一次摇晃行动{then}",
    )  # fmt: skip

    def do(self, game: Game, run: Run) -> Steps:
        removed = 0
        for one in meant(game, run, self.who):
            held = character(game, one).conditions
            if self.condition is not None:
                named = self.condition if isinstance(self.condition, tuple) else (self.condition,)
                held = tuple(each for each in held if each in named)
            if self.shaken:
                held = tuple(each for each in held if game.may(f"shake off {each}", one))
            most = len(held) if self._all else counted(self.amount, game, run)  # type: ignore[arg-type]
            while held and most:
                which = held[0]
                if len(held) > most:
                    which = yield choose(run.player, "cure", held, self.rule, character=one)
                yield cure(game, one, which, self.rule)
                removed += 1
                held, most = tuple(each for each in held if each != which), most - 1
        if self.then and removed:
            yield then_do(game, run, self.then * removed)

    @property
    def _all(self) -> bool:
        return self.amount == "all" or isinstance(self.condition, tuple)

    def variant(self) -> str:
        if self.shaken:
            return "shaken"
        if self.condition is None and self.amount != 1:
            return "all" if self.amount == "all" else "some"
        return ""

    def facts(self, wording: Wording) -> dict[str, Any]:
        named = self.condition if isinstance(self.condition, tuple) else (self.condition,)
        told = wording.listed(map(wording.affliction, named))
        then = wording.say("cured.each", then=wording.effects(self.then)) if self.then else ""
        return {**super().facts(wording), "condition": told, "then": then}


# Other tokens -----------------------------------------------------------------------------------------------


class Activate(ToEach, name="activated_token", rule="activation.token"):
    """An activated token is placed on characters, or removed from them."""

    remove: bool = False

    en = variants("{who} gains an activated token", remove="{who} removes its activated token")
    zh = variants("{who}放置已激活标记", remove="{who}移除已激活标记")

    def happen(self, game: Game, run: Run, one: str) -> Event | None:
        if character(game, one).activated is not self.remove:
            return None
        return (ActivatedTokenRemoved if self.remove else ActivatedTokenPlaced)(one, rule=self.rule)

    def variant(self) -> str:
        return "remove" if self.remove else ""

    def worth(self, judge: Any) -> float:
        return -super().worth(judge) if self.remove else super().worth(judge)


class Tokens(ToEach, whom=None):
    """Tokens of a name of their own on stat cards."""

    token: str = Field(description="what the text calls it")
    amount: Amount = 1

    def even_dazed(self, game: Game, run: Run) -> Iterable[str]:
        """Those whom the text means, dazed or not."""
        named = ROLES.named(game, run, self.who) if isinstance(self.who, str) else meant(game, run, self.who)
        return [one for one in named if one in game.state.characters]


class GainTokens(Tokens, name="gain_tokens", earlier="gain_token", rule="terms.effects"):
    """Characters gain tokens that the text names."""

    most: int | None = Field(None, ge=1, le=99, description="how many of them a character can have")

    en = "{who} gains {amount} {token}"
    zh = "{who}获得 {amount} 个{token}标记"

    @rule("leadership.active")
    def whom(self, game: Game, run: Run) -> Iterable[str]:
        """By its leadership ability a leader gains them while it is dazed, too."""
        return self.even_dazed(game, run) if of_leadership(game, run) else super().whom(game, run)

    def happen(self, game: Game, run: Run, one: str) -> Event | None:
        has = character(game, one).tokens.count(self.token)
        gained = counted(self.amount, game, run)
        most = game.content.most_tokens.get(self.token) if self.most is None else self.most
        if most is not None:
            gained = min(gained, most - has)
        return TokensChanged(one, self.token, gained, rule=self.rule) if gained > 0 else None


class LoseTokens(Tokens, name="lose_tokens", earlier="lose_token", rule="terms.effects", leaves=(MUCH,)):
    """Tokens that the text names are taken off characters, all where they have no more; "that_much" is how many."""

    en = "{who} loses {amount} {token}"
    zh = "{who}失去 {amount} 个{token}标记"

    def do(self, game: Game, run: Run) -> Steps:
        before = self._tokens(game, run)
        yield from super().do(game, run)
        yield game.note(run, much=before - self._tokens(game, run))

    def _tokens(self, game: Game, run: Run) -> int:
        return sum(character(game, one).tokens.count(self.token) for one in self.whom(game, run))

    @rule("damage.dazed-limits")
    def whom(self, game: Game, run: Run) -> Iterable[str]:
        """Markers of a card are taken off who is dazed, too: that affects nobody."""
        return self.even_dazed(game, run)

    def happen(self, game: Game, run: Run, one: str) -> Event | None:
        lost = min(counted(self.amount, game, run), character(game, one).tokens.count(self.token))
        return TokensChanged(one, self.token, -lost, rule=self.rule) if lost else None


class Drop(Verb, name="drop", rule="objective.drop"):
    """Characters drop the objective tokens that they hold, or one of them, which the player of the effect chooses."""

    who: Who = "target"
    only: Literal["", "one"] = ""

    en = variants("{who} drops its objective tokens", one="{who} drops an objective token")
    zh = variants("{who}丢弃其目标标记", one="{who}丢弃一个目标标记")

    def do(self, game: Game, run: Run) -> Steps:
        for one in meant(game, run, self.who):
            held = [str(token.id) for token in held_by(game, one)]
            if self.only and len(held) > 1:
                held = [(yield from ask_which(run.player, "token", held, self.rule, character=one))]
            yield from drop_all(game, one, held)

    def variant(self) -> str:
        return self.only
