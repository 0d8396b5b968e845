"""Harm to enemies: mortal wounds, and Battle-shock tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from pydantic import Field

from rulewright import Call, Roll, ask_which, rule
from rulewright.vocabulary import OpenWord

from ..attack import SUFFER
from ..command import take_test
from ..events.stratagems import FoeHarmed
from ..fight.melee_attacks import engaged_with
from ..moments import TARGET
from ..space.battlefield import engaged, sees, within
from ..terms import has_itself, models, unit, units
from .words import AtOnce, OfWounds, Who, meant, standing

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps

    from ..book.wording import Wording
    from ..running import Run

MOST: Final = 100
"""The mortal wounds of one effect, at most: more than any unit has."""


class MortalWounds(AtOnce, name="mortal_wounds", earlier="harms", needs=(TARGET,)):
    """An enemy unit is selected that fulfils all of this, and dice are rolled: mortal wounds for those high enough."""

    by: Annotated[str, OpenWord("keyword")] = Field(description="the keyword of the model that is selected in the unit")
    dice: Annotated[int, Field(ge=1, le=20)] | Literal["toughness"]
    on: int = Field(ge=2, le=6)
    most: int = Field(20, ge=1, le=100)
    within: float | None = Field(None, gt=0, le=1000, description="inches from that model")
    seen: bool = Field(False, description="visible to that model")
    engaged: bool = Field(False, description="within Engagement Range of that model")
    free: bool = Field(False, description="not within Engagement Range of anyone in the user's army")

    en = "select a {by} model and an enemy unit{near}: roll {dice}, and it suffers a mortal wound on each {on}+{most}"
    zh = "选择一个 {by} 模型与一个敌方单位{near}：掷 {dice}，每个 {on}+ 使其受到 1 点致命伤{most}"

    def can(self, game: Position, run: Run) -> bool:
        return any(True for _ in self.pairs(game, run))

    @rule("errata.stratagem-grenade", "errata.stratagem-tank-shock", "core.stratagem-grenade",
          "core.stratagem-tank-shock", "commentary.dice-results-with-no-effect")  # fmt: skip
    def do(self, game: Game, run: Run) -> Steps:
        """Enemy and model are selected, dice rolled, and the enemy suffers a mortal wound for each high enough."""
        found = list(self.pairs(game, run))
        if not found:
            return
        id = standing(game, run, "target")[0]
        foe = yield from ask_which(run.player, "harmed", sorted({foe for _, foe in found}), run.cites, unit=id)
        able = [one for one, other in found if other == foe]
        model = yield from ask_which(run.player, "harmer", able, run.cites, unit=id)
        count = int(game.number("toughness", model)) if self.dice == "toughness" else self.dice
        faces: Any = yield Roll.d6(count, run.player, run.source, rule=run.cites)
        wounds = min(sum(face >= self.on for face in faces), self.most)
        yield FoeHarmed(id, foe, faces, wounds, rule=run.cites)
        if wounds:
            yield suffered(game, foe, wounds, id)

    @rule("errata.stratagem-grenade", "errata.stratagem-tank-shock", "core.stratagem-grenade",
          "core.stratagem-tank-shock", "commentary.keywords")  # fmt: skip
    def pairs(self, position: Position, run: Run) -> Iterator[tuple[str, str]]:
        """The models that can be selected, each with an enemy unit that can be selected with it."""
        for id in standing(position, run, "target"):
            for model in models(position, id):
                if has_itself(position, str(model.id), self.by):
                    for foe in units(position, 1 - run.player):
                        if self._reaches(position, str(model.id), foe):
                            yield str(model.id), foe

    def _reaches(self, position: Position, model: str, foe: str) -> bool:
        """Whether an enemy unit fulfils all that is asked of it."""
        if self.free and engaged(position, foe):
            return False
        if self.within is not None and not within(position, model, foe, self.within):
            return False
        if self.engaged and foe not in engaged_with(position, model):
            return False
        return not self.seen or sees(position, model, foe)

    def facts(self, wording: Wording) -> dict[str, Any]:
        near = [wording.say("near.within", inches=wording.inches(self.within))] if self.within is not None else []
        near += [wording.say(f"near.{name}") for name in ("seen", "engaged", "free") if getattr(self, name)]
        dice = wording.say("dice.toughness") if self.dice == "toughness" else f"{self.dice}D6"
        most = wording.say("dice.most", most=self.most) if self.most < type(self).model_fields["most"].default else ""
        return {"by": self.by, "near": "".join(near), "dice": dice, "on": self.on, "most": most}

    def worth(self, judge: Any) -> float:
        wounds = judge.amount(self.dice) * (7 - self.on) / 6
        return float(-judge.worths["mortal wound"] * min(wounds, self.most))


def suffered(position: Position, foe: str, wounds: int, by: str = "") -> Call:
    """The call by which a unit suffers mortal wounds, one after the other."""
    return SUFFER(player=unit(position, foe).player, unit=foe, damages=(1,) * min(wounds, MOST), by=by, spills=True)


class Suffer(OfWounds, name="suffer", rule="core.mortal-wounds", changes="mortal wound", by="wounds"):
    """Units suffer mortal wounds."""

    to: Who = "chosen"

    en = "{to} suffers mortal wounds: {wounds}"
    zh = "{to}受到 {wounds} 点致命伤"

    def can(self, game: Position, run: Run) -> bool:
        return bool(meant(game, run, self.to))

    @rule("core.mortal-wounds", "errata.mortal-wounds")
    def do(self, game: Game, run: Run) -> Steps:
        for id in meant(game, run, self.to):
            wounds: Any = yield from self.number_of(game, run)
            if wounds:
                yield suffered(game, id, wounds, next(iter(run.units), ""))


class BattleShock(AtOnce, name="battle_shock", earlier="frightens", needs=(TARGET,)):
    """An enemy unit is selected within some inches of its unit, and takes a Battle-shock test."""

    within: float = Field(12, gt=0, le=1000)

    en = "an enemy unit within {within} inches takes a Battle-shock test"
    zh = "{within} 英寸内的一个敌方单位进行战斗震慑测试"

    def foes(self, position: Position, run: Run) -> list[str]:
        """The enemy units that can be selected."""
        own = standing(position, run, "target")
        foes = [foe for foe in units(position, 1 - run.player) if models(position, foe)]
        return [foe for foe in foes if own and all(within(position, id, foe, self.within) for id in own)]

    def can(self, game: Position, run: Run) -> bool:
        return bool(self.foes(game, run))

    @rule("commentary.battle-shock-tests", "faq.command-phase.two-battle-shock-tests")
    def do(self, game: Game, run: Run) -> Steps:
        """It takes a test, whatever its strength is, and even if it is Battle-shocked already."""
        if found := self.foes(game, run):
            foe = yield from ask_which(run.player, "frightened", found, run.cites)
            yield from take_test(game, foe, run.cites)

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {"within": wording.inches(self.within)}


class TakeTest(AtOnce, name="take_test", rule="core.leadership-test"):
    """Units take a Battle-shock test."""

    to: Who = "chosen"
    by: int = Field(0, ge=-6, le=6, description="what is added to the test")

    en = "{to} takes a Battle-shock test{by}"
    zh = "{to}进行战斗震慑测试{by}"

    def can(self, game: Position, run: Run) -> bool:
        return bool(meant(game, run, self.to))

    @rule("commentary.battle-shock-tests")
    def do(self, game: Game, run: Run) -> Steps:
        for id in meant(game, run, self.to):
            yield from take_test(game, id, run.cites, self.by)

    def facts(self, wording: Wording) -> dict[str, Any]:
        by = wording.say("tested.by", by=f"{self.by:+d}") if self.by else ""
        return {**super().facts(wording), "by": by}
