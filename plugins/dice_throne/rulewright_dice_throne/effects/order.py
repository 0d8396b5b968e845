"""Verbs about order and time: breaks, what comes later, what lies in wait (8.5, 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from pydantic import Field

from rulewright import FOREVER, begin_effect, during, rule, until, vocabulary
from rulewright.programs import can_do, numbers
from rulewright.vocabulary import Effect, NamedMoment, Some, TextPart, Whole

from ..events.attack import AfterDamageOrdered
from ..moments import COMING_STAGES, FIRED, MOMENTS, OWN, PAID, REMOVED, ROLLED, THEN, USED
from ..resolution import Resolution
from .attacks import OnAttack
from .choices import May
from .resolving import defer
from .verb import Verb
from .words import Duration

if TYPE_CHECKING:
    from rulewright import Game, Window
    from rulewright.effects import Until

    from ..book.sheets import TriggerSheet
    from ..cards.compiling import Compiler
    from ..cards.wording import Wording
    from .worth import Judge

if TYPE_CHECKING:
    Fired = str
    Used = str
else:
    Fired = Literal[FIRED]
    Used = Literal[USED]
"""A named moment at which something is triggered, or may be used."""


class Part(TextPart):
    """One thing that a text of the game does."""

    moments = MOMENTS


class Trigger(vocabulary.WrittenTrigger, Part):
    """Effects at a moment; ``test`` must hold, ``optional`` ones the holder may leave.

    With ``not_on_turn_gained`` that of a token rests in the turn in which the token came.
    """

    when: Fired
    not_on_turn_gained: bool = False

    def said(self, wording: Wording) -> str:
        return wording.deed(self)


class Then(Verb, name="then", rule="8.5.then"):
    """A break in the resolution (8.5): instants, roll cards where they apply, spendable tokens; then on."""

    sayable = False
    breaks = True

    def do(self, game: Game, run: Resolution) -> Any:
        """What is waiting for the target breaks off there, too."""
        if run.staged and game.state.attack[0].deferred:
            return defer(run, self.deed)
        return pause(run)

    def said(self, wording: Wording) -> str:
        return ""


@rule("5.2.interrupt", "5.2.uninterruptible", "6.3.spend-uninterruptible", "note.spend-windows", "note.double-8.5")
def pause(run: Resolution) -> Window | None:
    """Where players may interfere, unless nothing interrupts what is being resolved."""
    return THEN if run.open else None


class Additionally(Verb, name="additionally", rule="11.additionally"):
    """Resolved only after all other effects of the description (chapter 11)."""

    effects: Some[Effect]

    def do(self, game: Game, run: Resolution) -> Any:
        end = len(run.later) - (run.kind == "card")  # the card is put away in the end
        return game.note(run, later=(*run.later[:end], *numbers(self.effects), *run.later[end:]))

    def can(self, game: Game, run: Resolution) -> bool:
        return can_do(game, run, self.effects)

    def said(self, wording: Wording) -> str:
        return wording.effects(self.effects)

    def worth(self, judge: Judge) -> float:
        return judge.effects(self.effects)


class AfterDamage(OnAttack, Part, name="after_damage", rule="3.6.step-6", needs=(OWN,)):
    """Resolved after the damage of one's own Attack has been applied; `damage_dealt` is known then."""

    keeps = (ROLLED, PAID, REMOVED)
    stages = COMING_STAGES
    tells = True

    dealt_at_least: Annotated[Whole, Field(ge=0)] = 1
    effects: Some[Effect]

    en = "after damage {effects}"
    zh = "造成伤害后{effects}"

    def moment(self) -> NamedMoment:
        return MOMENTS["damage_dealt"]

    def do(self, game: Game, run: Resolution) -> Any:
        return AfterDamageOrdered(
            self.dealt_at_least, self.deed.number, run.dice, run.paid, run.removed, rule=self.rule
        )

    def worth(self, judge: Judge) -> float:
        return judge.effects(self.effects)


class ForAWhile(Verb):
    """What lasts for a while, and comes to nothing where that is not under way."""

    until: Duration

    def objects(self) -> tuple[Verb, ...]:
        return (self,) if DURATIONS[self.until].kind == "scope" else ()

    def has_object(self, game: Game, player: int) -> bool:
        return duration(game, self.until) is not None

    def can(self, game: Game, run: Resolution) -> bool:
        return super().can(game, run) and self.has_object(game, run.player)


class Watch(ForAWhile, name="watch", rule="4.2.passive"):
    """From now until a point, something triggers: a delayed trigger that the engine keeps."""

    tells = True

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
