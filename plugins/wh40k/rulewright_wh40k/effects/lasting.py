"""What texts change for a time: abilities that units are given, numbers, and a challenge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final

from pydantic import model_validator

from rulewright import ask_which, begin_effect, rule
from rulewright.programs import number
from rulewright.vocabulary import Amount, Some

from ..abilities import wrong_ability
from ..book.fields import one_of
from ..command import in_range
from ..events.command import Secured
from ..lasting import CHALLENGED
from ..moments import TARGET, TURN
from ..numbers import LOWER_IS_BETTER, NUMBERS, meant_by, wrong_change
from ..space.battlefield import engaged
from ..terms import has_itself, models
from .words import Duration, OfUnits, Who, lasting, meant, until_end_of

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps

    from ..book.wording import Wording
    from ..running import Run

OF_MODELS: Final = (
    "move", "toughness", "save", "invulnerable", "wounds", "leadership", "oc", "saving throw", "feel no pain", "scouts",
    "deadly demise",
)  # fmt: skip
"""The numbers that models have; a unit has the others."""


class Lasting(OfUnits):
    """Something that counts for units until the end of the phase, turn or battle round."""

    to: Who = "target"
    until: Duration = "phase"

    @rule("faq.timing.stratagem-stays-when-battle-shocked")
    def units(self, position: Position, run: Run) -> list[str]:
        """The units for which it counts until then, whatever becomes of them."""
        return meant(position, run, self.to)


class Give(Lasting, name="give", earlier="gives"):
    """Units have abilities, or count as having them."""

    abilities: Some[str]

    en = "{to} has {abilities} {until}"
    zh = "{until}{to}具有{abilities}"

    @model_validator(mode="after")
    def _can_be_given(self) -> Give:
        if wrong := next(filter(None, map(wrong_ability, self.abilities)), ""):
            raise ValueError(f"abilities: {wrong}")
        return self

    @rule("core.stratagem-go-to-ground", "core.stratagem-smokescreen", "errata.persisting-effects",
          "commentary.your-unit-in-stratagems")  # fmt: skip
    def do(self, game: Game, run: Run) -> Steps:
        for id in self.units(game, run):
            data = {"gives": tuple(self.abilities), "name": run.source}
            until = lasting(game, self.until, run.player)
            yield begin_effect(game, "stratagem", until, target=("units", id), data=data, rule=run.cites)


class Change(Lasting, name="change", earlier="changes"):
    """A number of units, or of all of their models, is another one."""

    stat: Annotated[str, one_of("a number", NUMBERS)]
    layer: str
    by: Amount

    en = "{to} has {stat} {by} {until}"
    zh = "{until}{to}的{stat} {by}"

    @model_validator(mode="after")
    def _layer_is_there(self) -> Change:
        if wrong := wrong_change(self.stat, self.layer, self.by):
            raise ValueError(wrong)
        return self

    @rule("errata.persisting-effects", "commentary.modifying-a-units-characteristics",
          "commentary.your-unit-in-stratagems")  # fmt: skip
    def do(self, game: Game, run: Run) -> Steps:
        layer, sign = meant_by(self.stat, self.layer)
        amount = sign * number(self.by, game, run)
        data = {"stat": self.stat, "layer": layer, "amount": amount, "name": run.source, "rule": run.cites}
        for id in self.units(game, run):
            for target in _whose(game, self.stat, id):
                yield begin_effect(
                    game, "stratagem", lasting(game, self.until, run.player), target=target, data=data, rule=run.cites
                )

    def facts(self, wording: Wording) -> dict[str, Any]:
        stat = getattr(NUMBERS[self.stat], wording.lang)
        return {**super().facts(wording), "stat": stat, "by": wording.change(self.layer, self.by)}

    def worth(self, judge: Any) -> float:
        layer, sign = meant_by(self.stat, self.layer)
        better = -sign if self.stat in LOWER_IS_BETTER else sign
        by = 1 if layer == "at least" else better * judge.amount(self.by)
        return float(judge.worths["change"] * judge.side(self.to) * by)


@rule("commentary.modifying-a-units-characteristics", "commentary.unit-save")
def _whose(position: Position, stat: str, id: str) -> list[tuple[str, str]]:
    """Whose number it is: that of a unit, or of each of its models."""
    return [("models", str(each.id)) for each in models(position, id)] if stat in OF_MODELS else [("units", id)]


class Secure(OfUnits, name="secure", needs=(TARGET,)):
    """Its player keeps control of the objective markers that it controls and the unit is within range of, also without
    models, until the opponent has the higher Level of Control."""

    en = "the objective markers within its range that you control stay under your control"
    zh = "其范围内由你控制的目标标记保持由你控制"

    @rule("commentary.objective-secured")
    def able(self, position: Position, run: Run, id: str) -> bool:
        """Whether it is within range of one."""
        return bool(_held(position, run.player, id))

    @rule("commentary.objective-secured")
    def do(self, game: Game, run: Run) -> Steps:
        for id in self.ready(game, run):
            for marker in _held(game, run.player, id):
                yield Secured(marker, run.player, rule="commentary.objective-secured")


@rule("commentary.within-range-of-objective")
def _held(position: Position, player: int, id: str) -> list[str]:
    """The objective markers that a player controls within range of a unit."""
    mine = (str(one.id) for one in position.state.objectives.values() if one.controller == player)
    return [marker for marker in mine if in_range(position, marker, id)]


class Challenge(OfUnits, name="challenge", earlier="challenges", needs=(TARGET, TURN)):
    """The melee attacks of one Character model in each unit have Precision until the end of the phase."""

    en = "the melee attacks of one Character model in {to} have Precision until the end of the phase"
    zh = "本阶段结束前，{to}中一个角色模型的近战攻击具有精准"

    @rule("core.stratagem-epic-challenge")
    def do(self, game: Game, run: Run) -> Steps:
        for id in self.units(game, run):
            heroes = characters(game, id)
            if heroes:
                hero = yield from ask_which(run.player, "challenger", heroes, run.cites, unit=id)
                yield begin_effect(
                    game, CHALLENGED, until_end_of(game, "phase"), target=("models", hero), rule=run.cites
                )

    @rule("core.stratagem-epic-challenge", "commentary.any")
    def able(self, position: Position, run: Run, id: str) -> bool:
        """Whether it has a Character and is within Engagement Range of any Attached units."""
        return bool(characters(position, id)) and any(attached(position, foe) for foe in engaged(position, id))

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {"to": wording.whom("target")}


def characters(position: Position, id: str) -> list[str]:
    """The Character models in a unit."""
    return [str(one.id) for one in models(position, id) if has_itself(position, str(one.id), "Character")]


def attached(position: Position, id: str) -> bool:
    """Whether a unit is an Attached unit."""
    return len({one.origin for one in models(position, id)}) > 1
