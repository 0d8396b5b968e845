"""Verbs about order and time: choices, breaks, what comes later, phases, prohibitions (8.4, 8.5, 11)."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from pydantic import Field, model_validator

from rulewright import FOREVER, begin_effect, during, rule, until, vocabulary
from rulewright.programs import numbers
from rulewright.vocabulary import ContentModel, Effect, Some, Whole, variants

from ..book import Change, Unsupported
from ..events import AfterDamageOrdered, ExtraPhaseOrdered, SkipOrdered
from ..numbers import CHANGED, INSTEAD, PERMISSIONS, STATS
from ..resolution import Resolution
from ..timing import THEN
from .base import Duration, Phase, Verb, Who, objects_of, seats
from .running import defer, together

if TYPE_CHECKING:
    from rulewright import Game
    from rulewright.effects import Until

    from ..book import TriggerSheet
    from ..compiling import Compiler
    from ..judgement import Judge
    from ..wording import Wording

Moment = Literal[
    "upkeep",  # 3.1
    "before_income",
    "income",
    "main_phase",
    "before_offensive_roll",
    "offensive_roll_end",  # the ability is locked in, nothing of it has happened
    "ability_activated",
    "attacking",  # the holder's own Attack, from when its target is known until its damage is counted (7.2)
    "attacked",  # the same stretch, seen by the target; once an Attack, also for a token received during it
    "defence_rolled",
    "damage_incoming",  # damage is about to be dealt to the holder (7.1); as a trigger, that of an opponent's Attack
    "status_incoming",  # tokens are about to be inflicted on the holder; prevent_status keeps them off
    "damage_dealt",  # after step 6 of the Defensive Roll Phase
    "damage_received",  # damage of any kind was applied to the holder; what answers come to is not answered again
    "attack_concluded",  # the Attack is over, or an ability without one
    "roll_phase_end",  # immediately before Main Phase 2
    "turn_end",
    "effect_rolled",  # dice of an effect lie on the table and count for nothing yet; not again after a reroll
    "status_gained",  # tokens have come to the holder
    "status_spent",  # the holder spent tokens, for their effect or as a price
    "card_played",  # the holder paid for a card; its text is still to come
    "defeated",  # health is about to become 0
]
"""A named moment at which something triggers or may be used."""

if TYPE_CHECKING:
    Forbidden = str
    RuleNumber = str
else:
    Forbidden = Literal[tuple(item.permission.name for item in PERMISSIONS)]
    RuleNumber = Literal[tuple(item.stat.name for item in STATS)]
"""What a player may not do, or what may not be done to a player; and a number of the rules that a text may change."""

SKIPPED: Final = frozenset(("upkeep", "income", "main_1", "offensive_roll", "main_2", "discard"))
"""The phases that can be skipped so far."""


class Trigger(vocabulary.WrittenTrigger):
    """Effects at a moment; ``test`` must hold, ``optional`` ones the holder may leave.

    With ``not_on_turn_gained`` that of a token rests in the turn in which the token came.
    """

    when: Moment
    not_on_turn_gained: bool = False


# Choices ----------------------------------------------------------------------------------------------------


class If(vocabulary.If, Verb, name="if"):
    """Whether a condition holds decides what happens."""

    def objects(self) -> tuple[Verb, ...]:
        sides = objects_of(self.then), objects_of(self.otherwise)
        return sides[0] + sides[1] if all(sides) else ()


class Choose(vocabulary.Choose, Verb, name="choose", rule="8.4.or"):
    """The player picks exactly one option (8.4)."""

    for_one = True

    by: Who = "self"

    def chooser(self, game: Game, run: Resolution) -> int | None:
        return next(iter(seats(game, run, self.by)), None)


class May(vocabulary.May, Verb, name="may", rule="8.4.or"):
    """The player decides whether this happens."""

    for_one = True

    by: Who = "self"

    @cached_property
    def works_on(self) -> tuple[Verb, ...]:
        """The effects, if each of them needs something to work on."""
        return objects_of(self.effects)

    def chooser(self, game: Game, run: Resolution) -> int | None:
        """Nobody is asked where it would find nothing to work on."""
        if self.works_on and not any(part.has_object(game, run.player) for part in self.works_on):
            return None
        return next(iter(seats(game, run, self.by)), None)


class ByHand(vocabulary.ByHand, Verb, name="by_hand", rule="field.deck"):
    """The player says what a text does that no program understands; of an ability it may be an Attack."""

    def strikes(self) -> bool:
        return True


# Order and time ---------------------------------------------------------------------------------------------


@rule("note.spend-windows")
class Then(Verb, name="then", rule="8.5.then"):
    """A break in the resolution (8.5): instants, roll cards where they apply, spendable tokens; then on."""

    sayable = False
    breaks = True

    def do(self, game: Game, run: Resolution) -> Any:
        """What is waiting for the target breaks off there, too."""
        if run.staged and game.state.attack[0].deferred:
            return defer(run, self.deed)
        return THEN if run.open else None

    def said(self, wording: Wording) -> str:
        return ""


class Additionally(Verb, name="additionally", rule="11.additionally"):
    """Resolved only after all other effects of the description (chapter 11)."""

    effects: Some[Effect]

    def do(self, game: Game, run: Resolution) -> Any:
        end = len(run.later) - (run.kind == "card")  # the card is put away in the end
        return game.note(run, later=(*run.later[:end], *numbers(self.effects), *run.later[end:]))

    def said(self, wording: Wording) -> str:
        return wording.effects(self.effects)

    def worth(self, judge: Judge) -> float:
        return judge.effects(self.effects)


class AfterDamage(Verb, name="after_damage", rule="3.6.step-6"):
    """Resolved after the damage of the Attack has been applied; `damage_dealt` is known then."""

    tells = True

    dealt_at_least: Annotated[Whole, Field(ge=0)] = 1
    effects: Some[Effect]

    en = "after damage {effects}"
    zh = "造成伤害后{effects}"

    def do(self, game: Game, run: Resolution) -> Any:
        return AfterDamageOrdered(
            self.dealt_at_least, self.deed.number, run.dice, run.paid, run.removed, rule=self.rule
        )

    def worth(self, judge: Judge) -> float:
        return judge.effects(self.effects)


class Watch(Verb, name="watch", rule="4.2.passive"):
    """From now until a point, something triggers: a delayed trigger that the engine keeps."""

    tells = True

    until: Duration
    trigger: Trigger
    once: bool = False

    if TYPE_CHECKING:
        sheet: TriggerSheet

    def compiled(self, compiler: Compiler) -> None:
        self.__dict__["sheet"] = compiler.trigger(self.trigger, "watch", "", numbers(self.trigger.effects))

    def do(self, game: Game, run: Resolution) -> Any:
        lasting = duration(game, self.until)
        if lasting is None:
            return None
        number, turn = self.sheet.number, game.state.round[0].number
        data = {"trigger": number, "once": self.once, "source": run.source, "turn": turn}
        return begin_effect(game, "watch", lasting, player=run.player, data=data, rule=self.rule)

    def said(self, wording: Wording) -> str:
        roll_of = getattr(self.trigger.test, "roll_of", None)
        if roll_of is None:
            return wording.deed(self.trigger)
        effects = wording.effects(self.trigger.effects)
        if self.trigger.optional:
            effects = wording.of(May, effects=effects)
        return wording.say("effect.watch_roll", effects=effects, source=wording.name(roll_of))


DURATIONS: Final = {
    "end_of_attack": during("roll phases"),
    "end_of_roll_phase": during("rolls"),
    "end_of_turn": during("turn"),
    "end_of_next_turn": until("next turn over"),
    "end_of_game": FOREVER,
}


def duration(game: Game, name: str) -> Until | None:
    """A duration of the vocabulary as one of the kernel; None where that is not under way, and so over at once."""
    found = DURATIONS[name]
    return None if found.kind == "scope" and game.scope(found.name) is None else found


# Phases and prohibitions ------------------------------------------------------------------------------------


class SkipPhase(Verb, name="skip_phase", rule="3.order"):
    """A player skips a phase, the one about to begin or the next of this kind.

    Targeting and defence are parts of an Attack, not phases that a player has, and cannot be skipped.
    """

    tells = True
    patient = True

    phase: Phase
    of: Who = "self"

    en = "skip the {phase}"
    zh = "跳过{phase}"

    def compiled(self, compiler: Compiler) -> None:
        if self.phase not in SKIPPED:
            raise Unsupported(f"skipping the phase {self.phase!r}")

    def do(self, game: Game, run: Resolution) -> Any:
        return together(SkipOrdered(who, self.phase, run.source, rule=self.rule) for who in seats(game, run, self.of))


class ExtraPhase(Verb, name="extra_phase", rule="field.status-negative"):
    """A player has one more Offensive Roll Phase after this Attack, against the same opponent if so said."""

    tells = True
    patient = True
    for_one = True

    phase: Literal["offensive_roll"] = "offensive_roll"
    by: Who = "self"
    against: Who | None = None

    en = variants("another Offensive Roll Phase for {by}", self="another Offensive Roll Phase")
    zh = variants("{by}获得额外的攻击掷骰阶段", self="额外的攻击掷骰阶段")

    def do(self, game: Game, run: Resolution) -> Any:
        for player in seats(game, run, self.by):
            against = seats(game, run, self.against) if self.against else ()
            return ExtraPhaseOrdered(player, against[0] if against else -1, rule=self.rule)
        return None


class Forbid(Verb, name="forbid", rule="field.status-negative"):
    """A player may not do certain things for a while."""

    tells = True
    patient = True

    what: Some[Forbidden]
    of: Who = "target"
    until: Duration = "end_of_attack"

    en = "{of}: {what}"
    zh = "{of}{what}"

    def do(self, game: Game, run: Resolution) -> Any:
        return _for_a_while(game, run, self, tuple(Change(what, "cannot") for what in self.what))

    def facts(self, wording: Wording) -> dict[str, Any]:
        what = wording.comma.join(wording.say(f"forbidden.{one}") for one in self.what)
        return {"of": wording.who(self.of), "what": what}


class RuleChange(ContentModel):
    """How a text changes a number of the rules: ``by`` this much, or ``to`` this much."""

    rule: RuleNumber
    by: Whole = 0
    to: Annotated[Whole, Field(ge=0)] | None = None

    @model_validator(mode="after")
    def _changes_something(self) -> RuleChange:
        if bool(self.by) == (self.to is not None):
            raise ValueError("by, to: a number changes by this much or becomes this much, one of the two")
        if self.to is not None and self.rule in ("card cost", "defence dice"):
            raise ValueError(f"to: each card and defence has a number of its own; {self.rule} changes by this much")
        return self

    @property
    def part(self) -> Change:
        """The registered number, the layer that changes it, and the amount."""
        return Change(self.rule, CHANGED.name, self.by) if self.to is None else Change(self.rule, INSTEAD.name, self.to)

    def said(self, wording: Wording) -> str:
        """The number, and what becomes of it."""
        number = wording.say(f"rule_number.{self.rule.replace(' ', '_')}")
        how = wording.say("rule_number.by", count=self.by) if self.by else wording.say("rule_number.to", count=self.to)
        return f"{number} {how}"


class ChangeRules(Verb, name="change_rules", rule="field.status-negative"):
    """Numbers of the rules are others for a player for a while."""

    tells = True
    patient = True

    changes: Some[RuleChange]
    of: Who = "self"
    until: Duration = "end_of_turn"

    en = "{of}: {what}"
    zh = "{of}{what}"

    def do(self, game: Game, run: Resolution) -> Any:
        return _for_a_while(game, run, self, tuple(change.part for change in self.changes))

    def facts(self, wording: Wording) -> dict[str, Any]:
        what = wording.comma.join(change.said(wording) for change in self.changes)
        return {"of": wording.who(self.of), "what": what}


def _for_a_while(game: Game, run: Resolution, verb: Forbid | ChangeRules, changes: tuple[Change, ...]) -> Any:
    """An effect of the kernel for each number and permission that is changed."""
    lasting = duration(game, verb.until)
    if lasting is None:
        return None
    about = {"name": run.source, "turn": game.state.round[0].number}
    found = [{"stat": one.name, "layer": one.layer, "amount": one.amount, **about} for one in changes]
    return together(
        begin_effect(game, verb.word, lasting, target=("heroes", player), data=data, rule=verb.rule)
        for player in seats(game, run, verb.of)
        for data in found
    )
