"""Amounts and conditions: how many models and units there are, and what holds for a unit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal

from pydantic import Field

from rulewright import Turn, rule
from rulewright.vocabulary import Count, Some, Test

from ..attack import Suffering
from ..attack.wounds import toughness
from ..moments import ACTS
from ..numbers import NUMBERS, best, values, worst
from ..space.battlefield import quarter_of
from ..terms import Move, Strike, at_single_target, attack_of, model_at_single_target, models, moving, wounds_left
from .choices import Side, Units
from .returning import lost
from .words import Who, meant

if TYPE_CHECKING:
    from rulewright import Position

    from ..book.wording import Wording
    from ..running import Run


class ModelsOf(Count, key="models"):
    """The models of units that are left."""

    models: Who = "target"

    def count(self, game: Position, run: Run) -> int:
        return sum(len(models(game, id)) for id in meant(game, run, self.models))

    def said(self, wording: Wording) -> str:
        return wording.say("amount.models", of=wording.whom(self.models))


class LostBy(Count, key="lost"):
    """The models that units have lost, without those of Leaders that are attached to them."""

    lost: Who = "target"

    @rule("commentary.below-starting-strength")
    def count(self, game: Position, run: Run) -> int:
        return sum(len(lost(game, id)) for id in meant(game, run, self.lost))

    def said(self, wording: Wording) -> str:
        return wording.say("amount.lost", of=wording.whom(self.lost))


Printed = Literal["move", "toughness", "save", "invulnerable", "wounds", "leadership", "oc", "feel no pain"]
"""The numbers that each model of a unit has."""


class BestOf(Count, key="best"):
    """The best value of a number among the models of units: ``{ best = "leadership", of = "chosen" }``."""

    best: Printed
    of: Who = "target"

    @rule("commentary.best")
    def count(self, game: Position, run: Run) -> int:
        found = [each for id in meant(game, run, self.of) for each in values(game, self.best, id)]
        return best(self.best, found) if found else 0

    def said(self, wording: Wording) -> str:
        return wording.say("amount.best", stat=getattr(NUMBERS[self.best], wording.lang), of=wording.whom(self.of))


class WorstOf(Count, key="worst"):
    """The worst value of a number among the models of units."""

    worst: Printed
    of: Who = "target"

    @rule("commentary.worst")
    def count(self, game: Position, run: Run) -> int:
        found = [each for id in meant(game, run, self.of) for each in values(game, self.worst, id)]
        return worst(self.worst, found) if found else 0

    def said(self, wording: Wording) -> str:
        return wording.say("amount.worst", stat=getattr(NUMBERS[self.worst], wording.lang), of=wording.whom(self.of))


class WoundsOf(Count, key="wounds"):
    """The wounds that the model with the text has left, or its Wounds characteristic; of several those of all."""

    wounds: Literal["left", "full"]

    @rule("commentary.full-wounds")
    def count(self, game: Position, run: Run) -> int:
        found = [id for id in run.models if wounds_left(game, id)]
        if self.wounds == "left":
            return sum(wounds_left(game, id) for id in found)
        return sum(int(game.number("wounds", id)) for id in found)

    def said(self, wording: Wording) -> str:
        return wording.say(f"amount.wounds_{self.wounds}")


class UnitsOf(Units, Count, key="units", sort="units"):
    """How many units of a sort there are: ``{ units = "enemy", within = 6 }``."""

    units: Side

    def count(self, game: Position, run: Run) -> int:
        return len(self.found(game, run))

    def said(self, wording: Wording) -> str:
        return wording.say("amount.units", whom=self.told(wording, "several"))


class QuartersOf(Units, Count, key="quarters", sort="quarters"):
    """In how many table quarters units of a sort stand, each wholly within one: ``{ quarters = "friendly" }``."""

    quarters: Side

    @rule("commentary.table-quarter", "commentary.battlefield-quarter")
    def count(self, game: Position, run: Run) -> int:
        return len({quarter_of(game, one) for one in self.found(game, run)} - {""})

    def said(self, wording: Wording) -> str:
        return wording.say("amount.quarters", whom=self.told(wording, "several"))


class AtSingleTarget(Test, key="single_target", needs=(ACTS,)):
    """Whether all ranged attacks of the unit that attacks now, or of each model that does, target the same unit."""

    single_target: Literal["unit", "model"]

    @rule("commentary.single-target-model", "commentary.single-target-unit")
    def holds(self, game: Position, run: Run) -> bool:
        strike, attack = game.find_context(Strike), attack_of(game)
        if strike is None or strike.melee:
            return False
        if self.single_target == "unit":
            return at_single_target(strike)
        return attack is not None and all(model_at_single_target(strike, id) for id in attack.models)

    def said(self, wording: Wording) -> str:
        return wording.say(f"test.single_{self.single_target}")


class OfHarm(Test, key="harm"):
    """Whether what is suffered comes of one of these: ``{ harm = ["mortal wounds"] }``."""

    harm: Some[Literal["mortal wounds", "psychic attacks"]]

    @rule("core.feel-no-pain", "commentary.psychic-attack")
    def holds(self, game: Position, run: Run) -> bool:
        harm = game.find_context(Suffering)
        if harm is None:
            return False
        return ("mortal wounds" in self.harm and harm.of_mortal) or ("psychic attacks" in self.harm and harm.psychic)

    def said(self, wording: Wording) -> str:
        return wording.say("test.harm", harm=wording.listed(wording.say(f"harm.{one}") for one in self.harm))


class OfAttack(Test, key="attack"):
    """Whether the attack that is made is ``"stronger"``: its Strength is greater than the Toughness of its target."""

    attack: Literal["stronger"]

    @rule("core.wound-roll")
    def holds(self, game: Position, run: Run) -> bool:
        attack = attack_of(game)
        if attack is None:
            return False
        return int(game.number("strength", attack.unit)) > (attack.toughness or toughness(game, attack.target))

    def said(self, wording: Wording) -> str:
        return wording.say(f"test.attack_{self.attack}")


class OfStrike(Test, key="strike"):
    """Whether the attacks for which targets have been selected are ``"ranged"`` or ``"melee"``."""

    strike: Literal["ranged", "melee"]

    @rule("errata.selected-to-shoot")
    def holds(self, game: Position, run: Run) -> bool:
        strike = game.find_context(Strike)
        return strike is not None and strike.melee is (self.strike == "melee")

    def said(self, wording: Wording) -> str:
        return wording.say(f"test.strike_{self.strike}")


class OfMove(Test, key="move"):
    """Whether the unit that moves makes one of these moves: ``{ move = ["advance"] }``."""

    move: Some[Literal["normal", "advance", "fall back"]]

    @rule("core.movement-phase")
    def holds(self, game: Position, run: Run) -> bool:
        move = moving(game)
        way = move.way if isinstance(move, Move) else "normal"
        return move is not None and way in self.move

    def said(self, wording: Wording) -> str:
        return wording.say("test.move", moves=wording.either.join(map(wording.deed, self.move)))


class InPhase(Test, key="phase"):
    """Whether it is a phase, of one's own turn or of the other one: ``{ phase = "shooting", turn = "yours" }``.

    What acts out of phase acts in no phase.
    """

    phase: Literal["command", "movement", "shooting", "charge", "fight"]
    turn: Literal["yours", "theirs", "either"] = "either"

    @rule("commentary.the-turn-the-phase", "errata.out-of-phase", "commentary.out-of-phase-rules")
    def holds(self, game: Position, run: Run) -> bool:
        turn = game.find_context(Turn)
        if turn is None or game.phase.removesuffix(" phase") != self.phase:
            return False
        return self.turn == "either" or (turn.player == run.player) is (self.turn == "yours")

    def said(self, wording: Wording) -> str:
        told = wording.say("said.in", phases=wording.say(f"phase.{self.phase}"))
        return told if self.turn == "either" else wording.comma.join((told, wording.say(f"said.{self.turn}")))


class IsOne(Units, Test, key="unit", sort="side"):
    """Whether all that is said holds for a unit: ``{ unit = "chosen", strength = "below half" }``."""

    unit: Who
    side: Side = Field("any", description="whose unit it is")

    def holds(self, game: Position, run: Run) -> bool:
        found = meant(game, run, self.unit)
        return bool(found) and all(self.fits(game, run, id) for id in found)

    def said(self, wording: Wording) -> str:
        return wording.say("test.unit", unit=wording.whom(self.unit), whom=self.told(wording, "one"))


def battle_round(game: Any, run: Any) -> int:
    """The number of the battle round."""
    return int(game.state.battle[0].round)


VALUES: Final = {"battle round": battle_round}
