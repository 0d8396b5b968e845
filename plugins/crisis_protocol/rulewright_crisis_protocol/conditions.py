"""The special conditions of the game, each a power that its bearer carries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import EffectBegan, Power, rule, trigger
from rulewright.powers import Bearer, after, forbids, modifies

from .damage import damage
from .events.activation import ActivationEnded
from .events.characters import ConditionGained, ConditionRemoved, PowerLost, Transformed
from .events.rounds import PlayerEffects
from .terms import has

if TYPE_CHECKING:
    from rulewright import Event, Game, Position


class Bleed(Power, name="bleed", rule="field.condition.bleed"):
    """It suffers 1 damage at the end of each of its activations."""

    @after(ActivationEnded, me="character")
    def bleed(self, game: Game, me: Bearer, event: ActivationEnded) -> Event:
        return damage(game, str(me.id), 1, rule="field.condition.bleed")


class Hex(Power, name="hex", rule="field.condition.hex"):
    """Its criticals add no dice."""

    @forbids("critical dice")
    def deny(self, game: Game, me: Bearer) -> bool:
        return True


class Incinerate(Power, name="incinerate", rule="field.condition.incinerate"):
    """It defends with a die less."""

    @modifies("defense dice", "dice")
    def burn(self, game: Game, me: Bearer) -> int:
        return -1


class Judgement(Power, name="judgement", rule="field.condition.judgement"):
    """It gains no power for damage from enemy attacks."""

    @forbids("power from attacks")
    def deny(self, game: Game, me: Bearer) -> bool:
        return True


class Poison(Power, name="poison", rule="field.condition.poison"):
    """It loses 1 power in each power phase."""

    @after(PlayerEffects, only=lambda game, me, event: event.phase == "power" and me.record.power > 0)
    def sicken(self, game: Game, me: Bearer, event: PlayerEffects) -> Event:
        return PowerLost(str(me.id), 1, rule="field.condition.poison")


class Root(Power, name="root", rule="field.condition.root"):
    """Its active and reactive superpowers cost 1 power more."""

    @modifies("superpower cost", "changed")
    def hold(self, game: Game, me: Bearer) -> int:
        return 1


class Shock(Power, name="shock", rule="field.condition.shock"):
    """It attacks with a die less."""

    @modifies("attack dice", "dice")
    def tremble(self, game: Game, me: Bearer) -> int:
        return -1


class Slow(Power, name="slow", rule="field.condition.slow"):
    """It advances with the short movement tool only."""

    @modifies("speed", "at most")
    def drag(self, game: Game, me: Bearer) -> int:
        return 1


STAGGER: Final = Power.of(
    "stagger", text="Its first action must shake this condition off.", rule="field.condition.stagger"
)
"""What it forbids is asked where actions are offered."""


class Stun(Power, name="stun", rule="field.condition.stun"):
    """Whatever would give it more than 1 power gives it 1."""

    @modifies("power gained", "at most")
    def numb(self, game: Game, me: Bearer) -> int:
        return 1


CONDITIONS: Final[dict[str, Any]] = {
    "bleed": Bleed, "hex": Hex, "incinerate": Incinerate, "judgement": Judgement, "poison": Poison, "root": Root,
    "shock": Shock, "slow": Slow, "stagger": STAGGER, "stun": Stun,
}  # fmt: skip
"""Special conditions by their names (condition.list-missing)."""


@rule("condition.gain", "keyword.immunity", "terms.duplicates")
def afflict(game: Game, id: str, condition: str, rule: str) -> ConditionGained | None:
    """A condition for a character that has it not and is not immune to it."""
    if condition in game.state.characters[id].conditions or immune(game, id, condition):
        return None
    return ConditionGained(id, condition, rule=rule)


@rule("keyword.immunity")
def immune(position: Position, id: str, condition: str) -> bool:
    """Whether a character cannot be affected by a special condition."""
    return has(position, f"immunity:{condition}", id)


@rule("action.shake", "field.condition.removal")
def cure(game: Game, id: str, condition: str, rule: str) -> ConditionRemoved | None:
    """A condition that is taken off a character."""
    has = condition in game.state.characters[id].conditions
    return ConditionRemoved(id, condition, rule=rule) if has else None


@trigger(EffectBegan, Transformed, immediate=True, order_matters=False)
@rule("keyword.immunity")
def shrug_off(game: Game, event: EffectBegan | Transformed, source: None) -> list[Event]:
    """Who gains an immunity loses the special condition at once."""
    return [
        ConditionRemoved(str(one.id), condition, rule="keyword.immunity")
        for one in game.state.characters.values()
        for condition in one.conditions
        if immune(game, str(one.id), condition)
    ]


TRIGGERS: Final[list[Any]] = [shrug_off]
