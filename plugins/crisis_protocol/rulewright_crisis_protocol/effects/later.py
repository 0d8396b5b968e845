"""What happens later in the same attack, or in the next one: after it, before damage, or while its dice lie there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal

from pydantic import Field, model_validator

from rulewright import rule
from rulewright.vocabulary import Condition, Effect, Id, Some, Test, TextPart, Verb, variants

from ..running import Run
from ..superpowers.moments import MOMENTS
from ..terms import Attack
from .lasting import COMING, Until, lasting
from .words import Who, meant

if TYPE_CHECKING:
    from rulewright import Event, Game

    from ..book.wording import Wording

LATER: Final = MOMENTS.of(
    "targeted", "attacks", "attack pool", "defense pool", "own dice", "opposing dice", "dice modified", "before damage",
    "after attack", "after attacked", "attack resolved", "activation ends", "round ends", "would be moved",
    "would be KO'd", "would fall", "fells", "move ends", "heals itself", "gains activated token",
)  # fmt: skip

if TYPE_CHECKING:
    LaterMoment = str
else:
    LaterMoment = Literal[tuple(LATER)]


class Later(Verb, TextPart, name="later", rule="terms.after"):
    """Effects that characters have at a moment of this attack or of the next one, as something innate.

    "self" in them is whoever has them. Where ``attacks`` are named, the next attack is the next of these.
    """

    moments = LATER

    id: Id
    when: LaterMoment
    who: Who = "self"
    until: Until = "next attack"
    attacks: tuple[str, ...] = ()
    once: bool = Field(False, description="whether it happens only once")
    test: Condition | None = None
    effects: Some[Effect]

    @model_validator(mode="after")
    def _waits_for_one_attack(self) -> Later:
        if self.until == "next attack action":
            raise ValueError("until: an effect waits for one attack; 'next attack' is the first one of an action")
        return self

    en = variants("{until}, {when}: {effects}", once="{until}, the first time {when}: {effects}")
    zh = variants("{until}，{when}：{effects}", once="{until}，首次{when}：{effects}")

    def do(self, game: Game, run: Run) -> list[Event] | None:
        if self.id not in game.content.superpowers:
            return None
        waits = self.until in COMING
        counts: dict[str, Any] = {"brings": (self.id,), "attacks": self.attacks} if waits else {"gives": (self.id,)}
        return lasting(game, run, meant(game, run, self.who), self.until, counts, self.rule)

    def variant(self) -> str:
        return "once" if self.once else ""

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {
            "until": wording.say(f"for.{self.until.replace(' ', '_')}"),
            "when": wording.say(f"later.{self.when.replace(' ', '_').replace(chr(39), '')}"),
            "effects": wording.effects(self.effects),
        }

    def worth(self, judge: Any) -> float:
        return float(judge.side(self.who) * judge.effects(self.effects))


class AttackBy(Test, key="attack_by"):
    """The attack that is being made is one of these."""

    attack_by: Some[Id]

    @rule("attack-profile.name")
    def holds(self, game: Game, run: Run) -> bool:
        attack = game.find_context(Attack)
        return attack is not None and attack.attack in self.attack_by

    def said(self, wording: Wording) -> str:
        return wording.say("test.attack_by", attacks=wording.either.join(map(wording.called, self.attack_by)))
