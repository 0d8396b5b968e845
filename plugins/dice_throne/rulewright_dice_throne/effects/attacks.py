"""Verbs about the Attack under way (7.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal

from rulewright import Violation, rule
from rulewright.programs import number
from rulewright.vocabulary import Amount, variants

from ..damage.attacks import is_enhanceable
from ..events.attack import AttackCancelled, AttackMadeUndefendable, AttackModified
from ..moments import ATTACK, COMING, COMING_STAGES, UNDEFENDED, UNDER_WAY
from ..resolution import Resolution
from .verb import Verb

if TYPE_CHECKING:
    from rulewright import Game

    from ..cards.wording import Wording


class OnAttack(Verb):
    """What is done to an Attack under way, and comes to nothing where there is none."""

    needs_object = True
    stages: ClassVar[tuple[str, ...]] = UNDER_WAY
    """The stages of an Attack at which it can be done."""

    def has_object(self, game: Game, player: int) -> bool:
        return game.state.attack[0].stage in self.stages

    def hindrance(self, view: Any, run: Resolution) -> Violation | None:
        """Nothing can be done to the Attack where none is under way."""
        return None if self.has_object(view, run.player) else Violation("no_attack_now", "7.2.attack")


class ModifyAttack(OnAttack, name="modify_attack", rule="7.2.modifier", needs=(ATTACK,)):
    """Add to (or, below 0, take from) the damage of the Attack; the type stays that of the Attack (7.2)."""

    tells = True

    add: Amount

    en = variants("Attack +{add}", lower="Attack -{add}")
    zh = variants("攻击 +{add}", lower="攻击 -{add}")

    def weakens(self) -> bool:
        """Whether it is meant to take from the damage."""
        return (self.add if isinstance(self.add, int) else getattr(self.add, "times", 1)) < 0

    @rule("7.2.modifier-use", "7.3.enhanceable", "7.1.pure", "11.ultimate")
    def do(self, game: Game, run: Resolution) -> Any:
        """Only an Attack whose damage can be enhanced is changed by a modifier; an Ultimate is never lessened."""
        attack = game.state.attack[0]
        amount = number(self.add, game, run)
        if not amount or attack.stage not in UNDER_WAY or not is_enhanceable(attack):
            return None
        if attack.ultimate and amount < 0:
            return None
        return AttackModified(run.player, amount, run.source, rule=self.rule)

    def hindrance(self, view: Any, run: Resolution) -> Violation | None:
        """Only the damage of an Attack under way can be changed, and that of an Ultimate not lowered."""
        attack, add = view.state.attack[0], number(self.add, view, run)
        if add and is_enhanceable(attack) and not (attack.ultimate and add < 0):
            return super().hindrance(view, run)
        return super().hindrance(view, run) or Violation("not_this_attack", self.rule)

    def variant(self) -> str:
        return "lower" if self.weakens() else ""

    def facts(self, wording: Wording) -> dict[str, Any]:
        add: Any = self.add
        if self.weakens():
            add = -add if isinstance(add, int) else add.model_copy(update={"times": -add.times})
        return {"add": wording.amount(add)}


class Undefendable(OnAttack, name="undefendable", rule="7.1.undefendable", needs=(UNDEFENDED,)):
    """The Attack becomes undefendable."""

    stages = COMING_STAGES
    tells = True

    en = "the Attack is undefendable"
    zh = "攻击不可防御"

    def do(self, game: Game, run: Resolution) -> Any:
        return AttackMadeUndefendable(run.player, rule=self.rule)


class CancelAttack(OnAttack, name="cancel_attack", rule="7.3.ignorable", needs=(COMING,)):
    """The offensive ability fails (everything), or only deals no damage."""

    stages = COMING_STAGES
    tells = True

    what: Literal["everything", "damage"] = "everything"

    en = "the Attack fails"
    zh = "攻击失败"

    def weakens(self) -> bool:
        return True

    def do(self, game: Game, run: Resolution) -> Any:
        """An Ultimate does not fail."""
        if game.state.attack[0].ultimate:
            return None
        return AttackCancelled(run.player, self.what, rule=self.rule)

    def hindrance(self, view: Any, run: Resolution) -> Violation | None:
        stands = Violation("not_this_attack", self.rule) if view.state.attack[0].ultimate else None
        return super().hindrance(view, run) or stands
