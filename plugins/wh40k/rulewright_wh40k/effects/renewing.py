"""What was lost comes back: wounds, destroyed units, and new units in place of others."""

from __future__ import annotations

from collections import Counter
from itertools import count
from typing import TYPE_CHECKING, Annotated, Any

from msgspec.structs import replace
from pydantic import Field

from rulewright import Request, ask_which, begin_effect, rule
from rulewright.effects import active_effects
from rulewright.vocabulary import OpenWord

from ..events.army import UnitAdded, UnitReplaced, UnitReturned
from ..events.attached_units import Attached
from ..events.attacks import WoundsRegained
from ..events.command import ShockEnded
from ..lasting import HEALED, restored
from ..moments import CALM, FALLEN
from ..movement.reinforcements import AGAIN, STRATEGIC, landing
from ..space.battlefield import places, standing, within
from ..space.setting_up import SET_DOWN, Landing
from ..state import Model, Unit
from ..terms import has_full_wounds, has_itself, models, on_table, unit, wounds_left
from ..transports.capacity import inside
from .repositioning import Repositioning
from .returning import Return, back, beside, kits, used_before
from .words import AtOnce, Borrower, OfUnits, OfWounds, Who, borrowers, calm, lasting, meant

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps

    from ..book.wording import Wording
    from ..running import Run


class Heal(OfWounds, OfUnits, name="heal", rule="commentary.regain-wounds", by="wounds", whom=None):
    """A model of each unit regains wounds that it has lost."""

    to: Borrower = Field("target", description="whose models, or those with the text")
    within: float | None = Field(None, gt=0, le=1000, description="inches of the model with the text")
    keyword: Annotated[str, OpenWord("keyword")] = Field(
        "", description="only models that have this keyword themselves"
    )
    fresh: bool = Field(False, description="each model is healed once a turn by texts of this name")

    en = "a model{sort} of {to}{near} regains lost wounds: {wounds}{fresh}"
    zh = "{to}的一个{sort}模型{near}回复失去的生命：{wounds}{fresh}"

    def units(self, position: Position, run: Run) -> list[str]:
        return borrowers(position, run, self.to)

    @rule("commentary.regain-wounds")
    def able(self, position: Position, run: Run, id: str) -> bool:
        """Whether a model of it has lost any."""
        return bool(self._wounded(position, run, id))

    @rule("commentary.regain-wounds")
    def do(self, game: Game, run: Run) -> Steps:
        """Never more than it has lost, which is what it began the battle with."""
        for id in self.ready(game, run):
            one = yield from ask_which(run.player, "healed", self._wounded(game, run, id), run.cites, unit=id)
            lost = int(game.number("wounds", one)) - wounds_left(game, one)
            wounds: Any = yield from self.number_of(game, run)
            if regained := min(wounds, lost):
                yield WoundsRegained(one, regained, rule="commentary.regain-wounds")
            if self.fresh:
                data = {"name": _name_of(game, run)}
                until = lasting(game, "turn", run.player)
                yield begin_effect(game, HEALED, until, target=("models", one), data=data, rule=run.cites)

    def facts(self, wording: Wording) -> dict[str, Any]:
        near = "" if self.within is None else wording.say("healed.within", inches=wording.inches(self.within))
        fresh = wording.say("healed.fresh") if self.fresh else ""
        sort = wording.say("healed.sort", keyword=self.keyword) if self.keyword else ""
        return {**super().facts(wording), "sort": sort, "near": near, "fresh": fresh}

    @rule("commentary.regain-wounds", "commentary.abilities-with-the-same-name")
    def _wounded(self, position: Position, run: Run, id: str) -> list[str]:
        """The models that may be healed."""
        found = _wounded(position, id)
        if self.to == "bearer":
            found = [one for one in found if one in run.models]
        if self.keyword:
            found = [one for one in found if has_itself(position, one, self.keyword)]
        if self.within is not None:
            found = [one for one in found if any(within(position, own, one, self.within) for own in run.models)]
        return [one for one in found if not (self.fresh and _was_healed(position, run, one))]


class Reanimate(OfWounds, Return, name="reanimate", rule="commentary.regain-wounds", by="wounds"):
    """Each unit reanimates wounds, one after the other: a wounded model of it regains one; where there is none, one of
    its destroyed models returns with one wound, until the unit is what it was."""

    en = "{to} reanimates {wounds} wounds"
    zh = "{to}重组 {wounds} 点生命"

    @rule("commentary.regain-wounds", "commentary.returning-models-to-a-unit")
    def able(self, position: Position, run: Run, id: str) -> bool:
        """Whether it is on the battlefield, and has wounded models, or has lost any that can return."""
        return on_table(position, id) and (bool(_wounded(position, id)) or super().able(position, run, id))

    @rule("commentary.regain-wounds", "commentary.returning-models-to-a-unit")
    def do(self, game: Game, run: Run) -> Steps:
        for id in self.ready(game, run):
            wounds: Any = yield from self.number_of(game, run)
            for _ in range(wounds):
                if found := _wounded(game, id):
                    one = yield from ask_which(run.player, "healed", found, run.cites, unit=id)
                    yield WoundsRegained(one, 1, rule="commentary.regain-wounds")
                elif super().able(game, run, id):
                    yield from back(game, run, id, wounds=1)


class Recover(AtOnce, name="recover"):
    """Units are no longer Battle-shocked."""

    to: Who = "chosen"

    en = "{to} is no longer Battle-shocked"
    zh = "{to}不再处于战斗震慑"

    @rule("core.command-phase-battle-shock-step")
    def can(self, game: Position, run: Run) -> bool:
        return bool(self._shocked(game, run))

    @rule("core.command-phase-battle-shock-step")
    def do(self, game: Game, run: Run) -> Steps:
        if found := self._shocked(game, run):
            yield ShockEnded(tuple(found), rule=run.cites)

    def _shocked(self, position: Position, run: Run) -> list[str]:
        return [id for id in meant(position, run, self.to) if unit(position, id).shocked]


def _was_healed(position: Position, run: Run, model: str) -> bool:
    name = _name_of(position, run)
    return any(one.data.get("name") == name for one in active_effects(position, HEALED, model))


def _name_of(position: Position, run: Run) -> str:
    """What a text is called, whichever datasheet it stands on."""
    found = position.content.texts.get(run.source)
    return run.source if found is None else str(found.name)


def _wounded(position: Position, id: str) -> list[str]:
    return [str(one.id) for one in models(position, id) if not has_full_wounds(position, str(one.id))]


class OfDestroyed(OfUnits, needs=(FALLEN, CALM)):
    """Destroyed units."""

    def units(self, position: Position, run: Run) -> list[str]:
        return [id for id in run.units if position.state.units[id].area == "destroyed"]

    def able(self, position: Position, run: Run, id: str) -> bool:
        """Whether no unit acts."""
        return calm(position)


class Revive(OfDestroyed, name="revive", rule="faq.timing.persisting-effects-after-return"):
    """Each destroyed unit returns with all of its models: the same unit, for which goes on what lasts."""

    en = "it returns to the battlefield with all of its models, more than 9 inches from all enemies"
    zh = "其所有模型返回战场，部署在距所有敌方模型 9 英寸外的位置"

    @rule("faq.timing.persisting-effects-after-return", "commentary.destroyed-unit", "commentary.one-shot",
          "commentary.returning-models-to-a-unit")  # fmt: skip
    def do(self, game: Game, run: Run) -> Steps:
        """A Leader whose Bodyguard is on the battlefield returns to that, which is not set up by it."""
        for id in self.ready(game, run):
            anew, led = worn(game, id, mustered(game, id, id)), led_before(game, id)
            question = joining(game, led, anew) if led else landing(game, id, AGAIN, anew)
            answer = yield Request(run.player, "renewed", question, run.cites, {"unit": id})
            if answer:
                joined = [Attached(id, led, rule="commentary.returning-models-to-a-unit")] if led else []
                held = held_items(game, id)
                yield [UnitReturned(id, anew, places(question, answer), held, rule=run.cites), *joined]
                yield restored(game, id)
                if not led:
                    yield SET_DOWN(player=run.player, unit=id)


class AddUnit(OfDestroyed, name="add_unit", rule="commentary.army"):
    """A new unit like each destroyed one is added to the army, in Strategic Reserves; nothing lasts for it."""

    en = "a new unit like it is added to your army, in Strategic Reserves"
    zh = "将一个与其相同的新单位加入你的军队，放入战略预备队"

    @rule("commentary.army", "faq.timing.persisting-effects-after-return")
    def do(self, game: Game, run: Run) -> Steps:
        for id in self.ready(game, run):
            one = new_unit(game, id)
            added = replace(one, area="reserves", reserve=STRATEGIC)
            anew = mustered(game, id, str(one.id))
            yield UnitAdded(str(one.id), added, anew, held_items(game, id), rule=run.cites)


class Replace(Repositioning, name="replace", rule="commentary.replacement-units"):
    """Each unit is removed, and a new one of full strength is set up in its place."""

    en = "it is removed, and a new unit of full strength is set up in its place, more than 9 inches from all enemies"
    zh = "将其移除，并以一个满员的新单位替换，部署在距所有敌方模型 9 英寸外的位置"

    @rule("commentary.replacement-units")
    def able(self, position: Position, run: Run, id: str) -> bool:
        """Whether it is on the battlefield, whatever it has done, and by itself: without Leaders or passengers."""
        return super().able(position, run, id) and not unit(position, id).leaders and not inside(position, id)

    @rule("commentary.replacement-units", "commentary.army")
    def do(self, game: Game, run: Run) -> Steps:
        for id in self.ready(game, run):
            one = replace(new_unit(game, id), area="table")
            anew = mustered(game, id, str(one.id))
            if where := (yield from _set_up(game, run, id, anew)):
                yield UnitReplaced(id, one, anew, where, held_items(game, id), rule=run.cites)
                yield SET_DOWN(player=run.player, unit=str(one.id))


def _set_up(game: Game, run: Run, id: str, anew: tuple[Model, ...]) -> Steps:
    """The player sets models up far from enemies. Receives where; nothing if they have no room, or shall not come."""
    question = landing(game, id, AGAIN, [replace(one, unit=id) for one in anew])
    answer = yield Request(run.player, "renewed", question, run.cites, {"unit": id})
    return places(question, answer) if answer else ()


@rule("commentary.returning-models-to-a-unit")
def led_before(position: Position, id: str) -> str:
    """The unit on the battlefield that a destroyed Leader led; empty where there is none."""
    found = position.state.led.get(id)
    there = found is not None and models(position, found.unit) and on_table(position, found.unit)
    return str(found.unit) if found is not None and there else ""


def joining(game: Game, id: str, anew: tuple[Model, ...]) -> Landing:
    """Where models are set up that return to a unit which was not their own before."""
    return beside(game, id, standing(game, id, [replace(one, unit=id) for one in anew]))


@rule("commentary.one-shot")
def worn(position: Position, id: str, anew: tuple[Model, ...]) -> tuple[Model, ...]:
    """Models of a unit that returns, with what such models have used before: that stays used."""
    left = {kind: used_before(position, id, kind) for kind in {one.profile for one in anew}}
    return tuple(replace(one, spent=left[one.profile].pop(0)) if left[one.profile] else one for one in anew)


@rule("commentary.army", "commentary.starting-strength")
def new_unit(position: Position, like: str) -> Unit:
    """A unit of the same datasheet and army as another one was mustered, with an id that no unit has."""
    old = unit(position, like)
    id = next(id for id in (f"{old.sheet}#{number}" for number in count(1)) if id not in position.state.units)
    return Unit(id, old.player, old.sheet, strength=old.strength, points=old.points)


@rule("core.datasheet", "commentary.replacement-units")
def mustered(position: Position, like: str, id: str) -> tuple[Model, ...]:
    """All models of a unit like another one, as they are mustered: at full strength, with all of their wounds."""
    old, number, named = unit(position, like), id.partition("#")[2], Counter[str]()
    found = []
    for kit in kits(position, like, old.strength):
        kind, weapons = kit.profile, kit.weapons
        named[kind] += 1
        one = f"{kind}#{number}.{named[kind]}" if number else f"{kind}.{named[kind]}"
        wounds = int(position.content.profiles[kind].wounds)
        found.append(Model(one, id, id, old.player, kind, weapons, wounds, away=True))
    return tuple(found)


@rule("core.datasheet")
def held_items(position: Position, like: str) -> tuple[tuple[str, ...], ...]:
    """What each model of a unit like another one is equipped with beside weapons; () where none has anything."""
    found = tuple(kit.items for kit in kits(position, like, unit(position, like).strength))
    return found if any(found) else ()
