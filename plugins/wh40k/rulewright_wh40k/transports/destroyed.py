"""Destroyed Transports: who is within gets out, at some risk, before the model is removed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Procedure, Roll, ask_which, rule
from rulewright.field.inches import SetUp

from ..events.attacks import ModelRemoved, NoRoom
from ..events.transports import CrashRolled, Disembarked
from ..space.battlefield import UNENGAGED, places
from ..space.setting_up import SET_DOWN, set_up_all
from ..terms import model, models, unit
from .capacity import inside
from .embarking import BESIDE, beside

if TYPE_CHECKING:
    from rulewright import Game, Steps

EMERGENCY: Final = 6.0
"""Inches around a destroyed Transport within which units are set up that find no room beside it."""
HURT: Final = 1
HURT_BADLY: Final = 3
"""The highest face with which a model that disembarked costs its unit a wound; in an emergency, a higher one."""


@rule("core.destroyed-transport", "faq.transports.destroyed-transport-several-units-order",
      "faq.transports.destroyed-transport-who-orders", "faq.transports.overwatch-on-disembarked-unit")  # fmt: skip
def spill_out(game: Game, at: str, suffer: Procedure) -> Steps:
    """With its last model destroyed, all units within disembark, as their player orders; then all are rolled for.

    Enemies may fire at who is left then, as at any unit that was set up.
    """
    if models(game, at):
        return
    player, out = unit(game, at).player, []
    while left := inside(game, at):
        id = yield from ask_which(player, "spill", left, "core.destroyed-transport", transport=at)
        hurt = yield from get_out(game, id, at)
        out.append((id, hurt))
    for id, hurt in out:
        yield from bruise(game, id, hurt, suffer)
    for id, _ in out:
        if models(game, id):
            yield SET_DOWN(player=player, unit=id)


@rule("core.destroyed-transport", "core.emergency-disembarkation", "faq.movement.no-room-to-set-up",
      "commentary.set-up-on-the-battlefield")  # fmt: skip
def get_out(game: Game, id: str, at: str) -> Steps:
    """A unit disembarks within 3 inches, else within 6; models without room are destroyed.

    Receives the highest face that hurts it.
    """
    inches, hurt = BESIDE, HURT
    while models(game, id):
        question = crash(game, id, at, inches)
        answer = yield from set_up_all(
            unit(game, id).player, "disembark", question, "core.destroyed-transport", unit=id, transport=at
        )
        if answer:
            where = places(question, answer)
            yield Disembarked(id, at, where, ("normal", "no charge"), True, rule="core.destroyed-transport")
            break
        if inches == BESIDE:
            inches, hurt = EMERGENCY, HURT_BADLY
        else:
            yield from leave_behind(game, id)
    return hurt


@rule("faq.movement.no-room-to-set-up", "commentary.set-up-on-the-battlefield")
def leave_behind(game: Game, id: str) -> Steps:
    """One of the models that cannot all be set up is destroyed, by no model or unit: the player selects which."""
    kinds = {(one.profile, one.weapons, one.wounds): str(one.id) for one in models(game, id)}
    player, cites = unit(game, id).player, "faq.movement.no-room-to-set-up"
    lost = yield from ask_which(player, "left_behind", [*kinds.values()], cites, unit=id)
    yield [NoRoom(lost, id, model(game, lost).origin, rule=cites), ModelRemoved(lost, id, rule=cites)]


def crash(game: Game, id: str, at: str, inches: float) -> SetUp:
    """Where a unit must be set up around a destroyed Transport."""
    one = beside(game, id, at, inches, UNENGAGED)
    return SetUp(one.scene, one.models, one.policy, one.rules, names=one.names)


@rule("core.destroyed-transport", "core.emergency-disembarkation")
def bruise(game: Game, id: str, hurt: int, suffer: Procedure) -> Steps:
    """A D6 for each model that disembarked; low faces are mortal wounds of its unit."""
    count, player = len(models(game, id)), unit(game, id).player
    if not count:
        return
    faces: Any = yield Roll.d6(count, player, "crash", rule="core.destroyed-transport")
    wounds = sum(face <= hurt for face in faces)
    yield CrashRolled(id, faces, wounds, rule="core.destroyed-transport")
    if wounds:
        yield suffer(player=player, unit=id, damages=(1,) * wounds, spills=True)
