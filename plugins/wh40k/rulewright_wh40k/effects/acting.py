"""Units act out of turn: they shoot, arrive, charge or fight next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from rulewright import ask_which, begin_effect, rule

from ..attack import STRIKE
from ..book.models import Random
from ..charge import CHARGE, can_charge, chargeable
from ..events.attacks import Selected
from ..events.charge import ChargeDeclared
from ..fight.phase import Fighting, can_fight
from ..lasting import NO_BONUS, SNAP
from ..moments import ACTS, AWAY, FIGHT, MOVES, TARGET
from ..movement.free_moves import can_move_freely, free_move
from ..movement.reinforcements import arrivals, land
from ..shooting.eligible import can_shoot
from ..shooting.on_death import AFTER_SHOTS, avenged
from ..shooting.select_targets import declare, open_targets
from ..space.battlefield import sees
from ..terms import did, on_table, unit
from .words import OfUnits, meant, until_end_of

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps

    from ..book.wording import Wording
    from ..running import Run


def foe(position: Position, run: Run) -> str:
    """The enemy unit that acts; empty where none does, or nothing of it is left."""
    found = [id for id in meant(position, run, "acting") if unit(position, id).player != run.player]
    return found[0] if found else ""


class Shoot(OfUnits, name="shoot", earlier="shoots", needs=(ACTS, TARGET)):
    """The unit shoots the enemy that acts, out of phase; for the rest of it it hits only on unmodified sixes."""

    en = "it shoots the enemy unit that acts, and hits only on unmodified sixes"
    zh = "射击正在行动的敌方单位，仅未修正的 6 命中"

    @rule("core.stratagem-fire-overwatch", "errata.stratagem-fire-overwatch")
    def able(self, position: Position, run: Run, id: str) -> bool:
        """Whether it would be eligible to shoot, sees that enemy, and has something to shoot at it."""
        at = foe(position, run)
        ready = bool(at) and on_table(position, id) and can_shoot(position, id)
        return ready and any(open_targets(position, id, at)) and sees(position, id, at)

    @rule("core.stratagem-fire-overwatch", "errata.stratagem-fire-overwatch", "errata.out-of-phase",
          "commentary.out-of-phase-rules")  # fmt: skip
    def do(self, game: Game, run: Run) -> Steps:
        for id in self.ready(game, run):
            yield begin_effect(game, SNAP, until_end_of(game, "phase"), target=("units", id), rule=run.cites)
            yield Selected(id, "shot", rule=run.cites)
            declared = yield from declare(game, run.player, id, foe(game, run))
            if declared:
                yield STRIKE(player=run.player, unit=id, declared=tuple(declared), out_of_phase=True)
                if avenged(game):
                    yield AFTER_SHOTS(player=run.player, unit=id)


class Arrive(OfUnits, name="arrive", earlier="arrives", needs=(AWAY,)):
    """The unit arrives as in the Reinforcements step of its player, by Deep Strike if all of its models have that."""

    en, zh = "it arrives from Reserves", "从预备队抵达战场"

    @rule("core.stratagem-rapid-ingress", "errata.stratagem-rapid-ingress", "faq.reserves.rapid-ingress-first-round")
    def able(self, position: Position, run: Run, id: str) -> bool:
        """Whether it could normally arrive in this battle round."""
        return unit(position, id).area == "reserves" and any(True for _ in arrivals(position, id))

    @rule("core.stratagem-rapid-ingress", "errata.stratagem-rapid-ingress")
    def do(self, game: Game, run: Run) -> Steps:
        for id in self.ready(game, run):
            ways = list(arrivals(game, id))
            way = yield from ask_which(run.player, "ingress", ways, run.cites, unit=id)
            call = yield from land(game, run.player, id, way)
            if call is not None:
                yield call


class Move(OfUnits, name="move", needs=(TARGET, MOVES)):
    """The unit makes a Normal move of up to that distance, in any phase; its player may leave it where it is."""

    inches: Annotated[int, Field(ge=1, le=24)] | Random = Field(description="inches, or dice such as D6")

    last: bool = Field(False, description="whether a unit that makes it can no longer charge in this turn")

    en = "it can make a Normal move of up to {inches} inches{last}"
    zh = "可进行至多 {inches} 英寸的普通移动{last}"

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {**super().facts(wording), "last": wording.say("near.last") if self.last else ""}

    @rule("core.normal-move", "errata.out-of-phase")
    def able(self, position: Position, run: Run, id: str) -> bool:
        """Whether it could make a Normal move."""
        return can_move_freely(position, id)

    @rule("core.normal-move", "errata.out-of-phase")
    def do(self, game: Game, run: Run) -> Steps:
        for id in self.ready(game, run):
            yield from free_move(game, run.player, id, self.inches, last=self.last)


class Charge(OfUnits, name="charge", earlier="charges", needs=(ACTS, TARGET)):
    """The unit charges only the enemy unit that has just charged, out of phase, and has no Charge bonus this turn."""

    en = "it charges the enemy unit that has charged, without a Charge bonus"
    zh = "向刚刚冲锋的敌方单位发起冲锋，没有冲锋加成"

    @rule("core.stratagem-heroic-intervention", "errata.stratagem-heroic-intervention")
    def able(self, position: Position, run: Run, id: str) -> bool:
        """Whether it could declare a charge against that enemy."""
        at = foe(position, run)
        ready = bool(at) and did(position, at, "charge") and on_table(position, id) and can_charge(position, id)
        return ready and at in chargeable(position, id)

    @rule("core.stratagem-heroic-intervention", "errata.stratagem-heroic-intervention", "errata.out-of-phase")
    def do(self, game: Game, run: Run) -> Steps:
        for id in self.ready(game, run):
            at = foe(game, run)
            yield begin_effect(game, NO_BONUS, until_end_of(game, "turn"), target=("units", id), rule=run.cites)
            yield ChargeDeclared(id, (at,), rule=run.cites)
            yield CHARGE(player=run.player, unit=id, targets=(at,), out_of_phase=True)


class FightNext(OfUnits, name="fight_next", earlier="fights next", needs=(ACTS, FIGHT, TARGET)):
    """The unit fights next, after an enemy unit."""

    en, zh = "it fights next", "接下来战斗"

    @rule("core.stratagem-counter-offensive")
    def able(self, position: Position, run: Run, id: str) -> bool:
        """Whether an enemy unit fights, and it can still fight."""
        acts = position.state.units.get(run.acting)
        theirs = acts is not None and acts.player != run.player
        fights = position.find_context(Fighting) is not None and on_table(position, id)
        return theirs and fights and can_fight(position, id)

    @rule("core.stratagem-counter-offensive")
    def do(self, game: Game, run: Run) -> Steps:
        fighting = game.find_context(Fighting)
        found = self.units(game, run)
        if fighting is not None and found:
            yield game.note(fighting, next=found[0])
