"""Destroyed Transports: who is within gets out, at some risk, before the model is removed."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final

from rulewright import Procedure, Request, Roll, ask_which, rule
from rulewright.field.inches import SetUp
from rulewright.geometry.plane.place.room import Room, find_room

from ..events.attacks import ModelRemoved, NoRoom
from ..events.transports import CrashRolled, Disembarked
from ..space.battlefield import ENGAGED, places
from ..terms import models, unit
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
      "faq.transports.destroyed-transport-who-orders")  # fmt: skip
def spill_out(game: Game, at: str, suffer: Procedure) -> Steps:
    """With its last model destroyed, all units within disembark, as their player orders; then all are rolled for."""
    if models(game, at):
        return
    player, out = unit(game, at).player, []
    while left := inside(game, at):
        id = yield from ask_which(player, "spill", left, "core.destroyed-transport", transport=at)
        hurt = yield from get_out(game, id, at)
        out.append((id, hurt))
    for id, hurt in out:
        yield from bruise(game, id, hurt, suffer)


@rule("core.destroyed-transport", "core.emergency-disembarkation", "faq.movement.no-room-to-set-up",
      "commentary.set-up-on-the-battlefield")  # fmt: skip
def get_out(game: Game, id: str, at: str) -> Steps:
    """A unit disembarks within 3 inches, else within 6; models without room are destroyed.

    Receives the highest face that hurts it.
    """
    player, hurt = unit(game, id).player, HURT
    question = crash(game, id, at, BESIDE)
    if not _has_room(question):
        hurt, question = HURT_BADLY, crash(game, id, at, EMERGENCY)
    while question.models and not _has_room(question):
        lost = question.models[-1].id
        cites = "faq.movement.no-room-to-set-up"
        yield [NoRoom(lost, id, rule=cites), ModelRemoved(lost, id, rule=cites)]
        if not models(game, id):
            return hurt
        question = crash(game, id, at, EMERGENCY)
    about = {"unit": id, "transport": at}
    answer = yield Request(player, "disembark", question, "core.destroyed-transport", about)
    where = places(question, answer)
    yield Disembarked(id, at, where, ("normal", "no charge"), True, rule="core.destroyed-transport")
    return hurt


def crash(game: Game, id: str, at: str, inches: float) -> SetUp:
    """Where a unit must be set up around a destroyed Transport."""
    one = beside(game, id, at, inches, ENGAGED)
    return SetUp(one.scene, one.models, one.policy, one.rules, names=one.names)


def _has_room(question: SetUp) -> bool:
    found = find_room(question.scene, question.models, question.policy, Random(0))
    return isinstance(found, Room)


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
