"""Attacks that effects grant, and what effects do to the attack that is being made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from rulewright import EffectEnded, Leave, begin_effect, during, rule
from rulewright.programs import counted, each_of, number, then_do
from rulewright.text import show
from rulewright.vocabulary import Amount, Effect, Some, Verb, variants

from ..attack.action import ATTACK_ACTION
from ..attack.choosing import open_attacks
from ..lasting import IN_ATTACK
from ..running import Run, named, who
from ..superpowers.moments import ATTACK, DAMAGE, UNROLLED
from ..terms import Attack, Granted, able, allied, attacks_of, character, characters_of, own_activation
from .words import Role, Who, meant

if TYPE_CHECKING:
    from rulewright import Event, Game, Steps

    from ..book.wording import Wording


class AttackNow(Verb, name="attack", rule="action.granted"):
    """A character makes an attack action that does not count as one of its own."""

    who: Role = "self"
    attack: str | None = Field(None, description="which of its attacks; any without")
    called: str = Field("", description="the English name of the attack that it has to be, whatever its id")
    against: Who | None = Field(None, description="whom it has to target")
    not_against: Who | None = Field(None, description="whom it must not target")
    free: bool = Field(False, description="whether it pays no power for it")
    most_cost: int | None = Field(None, ge=0, le=10, description="what its card says it costs, at most")
    unused: bool = Field(False, description="whether it has to be one that it has not used in this activation")
    anywhere: bool = Field(False, description="whether the target may be at any distance")
    unseen: bool = Field(False, description="whether the target need not be in line of sight")
    dice: Amount = Field(0, description="dice more in its pool")
    measured_from: Role = Field("self", description="from whom its range and sight are measured, if not from that one")
    without: Some[str] = Field((), description="the English names of special rules that the attack does not have")
    besides: tuple[Effect, ...] = Field((), description="what counts for its next attack: for this one only")

    after: tuple[Effect, ...] = Field((), description="what happens once when it is over, if it was made")
    type: Literal["", "physical", "energy", "mystic"] = Field("", description="its type, if it is not the usual one")
    reroll: Literal["", "any", "failures"] = Field(
        "", description="whether its attacker may reroll any of its dice, or failures too"
    )

    en = (
        "{who} makes {attack}{type}{against}{not_against}{anywhere}{unseen}{unused}{free}{most_cost}{dice}"
        "{without}{reroll}{measured_from}{besides}{after}"
    )
    zh = (
        "{who}进行一次{attack}{type}{against}{not_against}{anywhere}{unseen}{unused}{free}{most_cost}{dice}"
        "{without}{reroll}{measured_from}{besides}{after}"
    )

    def do(self, game: Game, run: Run) -> Steps:
        one = who(game, run, self.who)
        if not one or not game.may("attack", one):
            return
        targets = self._targets(game, run, one)
        if targets == ():
            return
        before = {*game.state.effects}
        yield from each_of(run, [run.chosen], self.besides)
        begun = [id for id in game.state.effects if id not in before]
        if who(game, run, self.who):
            yield from self._make(game, run, one, targets or ())
        yield [EffectEnded(id, rule=self.rule) for id in begun if id in game.state.effects]

    def _make(self, game: Game, run: Run, one: str, targets: tuple[str, ...]) -> Steps:
        """The attack, of these targets if any are named, and what happens once it is over."""
        terms = Granted(
            targets,
            self.free,
            number(self.dice, game, run),
            self.without,
            self.anywhere,
            self.unseen,
            self.type,
            self.reroll,
            self.most_cost,
            self._barred(game, one),
            "" if self.measured_from == "self" else named(game, run, self.measured_from),
        )
        which = self.attack or self._called(game, one)
        lent = which if which in game.content.of_tactics else ""
        made = self.after and any(which in ("", name) for name in open_attacks(game, one, terms, lent))
        if which or not self.called:
            yield ATTACK_ACTION(player=character(game, one).player, character=one, attack=which, terms=terms)
        if made:
            yield then_do(game, run, self.after)

    def _barred(self, game: Game, one: str) -> tuple[str, ...]:
        """The attacks that it must not make."""
        activation = own_activation(game, one) if self.unused else None
        return () if activation is None else activation.attacks

    def _called(self, game: Game, one: str) -> str:
        """The attack of that name that the character has; empty for none."""
        called = {show(game.content.name_of(id), "en").casefold(): id for id in attacks_of(game, one)}
        return called.get(self.called.casefold(), "")

    def _targets(self, game: Game, run: Run, one: str) -> tuple[str, ...] | None:
        """Whom it may attack; None for any enemy."""
        if self.against is None and self.not_against is None:
            return None
        foes = [str(foe.id) for foe in characters_of(game, 1 - character(game, one).player)]
        if self.against is not None:
            wanted = meant(game, run, self.against)
            foes = [foe for foe in foes if foe in wanted]
        barred = () if self.not_against is None else meant(game, run, self.not_against)
        return tuple(foe for foe in foes if foe not in barred)

    def _dice(self, wording: Wording) -> str:
        if isinstance(self.dice, int):
            return wording.say("attack.dice", value=self.dice) if self.dice else ""
        return wording.say("attack.more_dice", value=wording.amount(self.dice))

    def facts(self, wording: Wording) -> dict[str, Any]:
        def said(field: str, value: Any) -> str:
            return wording.say(f"attack.{field}", value=value) if value else ""

        attack = self.called or self.attack
        return {
            "who": wording.whom(self.who),
            "attack": said("named", attack and wording.called(attack)) or wording.say("attack.any"),
            "against": said("against", self.against and wording.whom(self.against)),
            "not_against": said("not_against", self.not_against and wording.whom(self.not_against)),
            "anywhere": said("anywhere", self.anywhere),
            "unseen": said("unseen", self.unseen),
            "unused": said("unused", self.unused),
            "free": said("free", self.free),
            "most_cost": "" if self.most_cost is None else wording.say("attack.most_cost", value=self.most_cost),
            "dice": self._dice(wording),
            "measured_from": said("measured_from", self.measured_from != "self" and wording.whom(self.measured_from)),
            "type": said("type", self.type and wording.say(f"attack_type.{self.type}")),
            "reroll": wording.say(f"attack.reroll_{self.reroll}") if self.reroll else "",
            "without": said("without", wording.listed(map(wording.called, self.without))),
            "after": said("after", self.after and wording.effects(self.after)),
            "besides": said("besides", self.besides and wording.effects(self.besides)),
        }


class Redirect(Verb, name="redirect", rule="attack.target", needs=(UNROLLED,)):
    """A character becomes the target of the attack, wherever it is, if nothing forbids to target it."""

    who: Role = "self"

    en = "{who} becomes the target of the attack"
    zh = "{who}成为该攻击的目标"

    def do(self, game: Game, run: Run) -> Steps:
        attack, one = game.find_context(Attack), who(game, run, self.who)
        if attack is None or not one or allied(game, one, attack.attacker) or not game.may("be targeted", one):
            return
        yield game.note(attack, target=one)
        yield self._follow(game, attack, one)

    @rule("attack.target", "attack.step-2")
    def _follow(self, game: Game, attack: Attack, one: str) -> list[Event]:
        """What the side of the attacker has said of the target of this attack counts for the new one."""
        moved: list[Event] = []
        for effect in game.state.effects.values():
            if effect.kind != IN_ATTACK.name or effect.target != attack.target or one == attack.target:
                continue
            if effect.source in game.state.characters and allied(game, str(effect.source), attack.attacker):
                moved.append(EffectEnded(effect.id, rule=self.rule))
                moved.append(begin_effect(
                    game, effect.kind, during("attack"), source=("characters", effect.source),
                    target=("characters", one), even_if_lost=True, data=effect.data, rule=self.rule,
                ))  # fmt: skip
        return moved


class Retype(Verb, name="retype", rule="attack-profile.type", needs=(UNROLLED,), whom=None):
    """The attack is of another type from now on."""

    type: Literal["physical", "energy", "mystic"]

    en = "the attack is {type}"
    zh = "该攻击变为{type}攻击"

    def do(self, game: Game, run: Run) -> Event | None:
        attack = game.find_context(Attack)
        return None if attack is None else game.note(attack, type=self.type)

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {"type": wording.say(f"attack_type.{self.type}")}


class EndAttack(Verb, name="end_attack", rule="attack.outline", needs=(ATTACK,)):
    """The attack ends at once."""

    en = "the attack ends"
    zh = "该攻击结束"

    def do(self, game: Game, run: Run) -> Leave | None:
        return None if game.find_context(Attack) is None else Leave("attack")


class ReduceDamage(Verb, name="reduce_damage", rule="attack.step-13", needs=(DAMAGE,)):
    """The damage that the attack is about to deal is reduced, but not below a minimum."""

    amount: Amount = 1
    least: int = Field(0, ge=0, le=10)
    most: int | None = Field(None, ge=0, le=20, description="at most so much is left")

    en = variants("reduce the damage by {amount}", least="reduce the damage by {amount}, to a minimum of {least}",
                  most="reduce the damage by {amount}, to {most} at most")  # fmt: skip
    zh = variants(
        "伤害减少 {amount}", least="伤害减少 {amount}，最少为 {least}", most="伤害减少 {amount}，最多为 {most}"
    )

    def do(self, game: Game, run: Run) -> Event | None:
        attack = game.find_context(Attack)
        if attack is None or not able(game, attack.target):
            return None
        left = max(min(self.least, attack.damage), attack.damage - counted(self.amount, game, run))
        left = left if self.most is None else min(left, self.most)
        return game.note(attack, damage=left) if left != attack.damage else None

    def variant(self) -> str:
        return "most" if self.most is not None else "least" if self.least else ""
