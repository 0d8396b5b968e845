"""Psychic abilities: units that cast a bolt at the start of their player's Shooting phase."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Context, Loop, Roll, Turn, choose, rule

from ..attack import SUFFER
from ..dice.amounts import amount, roll
from ..events.shooting import BoltCast
from ..numbers import as_changed
from ..space.battlefield import sees, within
from ..terms import abilities, models, unit, units
from .eligible import can_shoot

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps

FAR: Final = 18.0
"""Inches within which a bolt reaches an enemy unit that is visible."""
BACKLASH: Final = amount("D3")
"""The mortal wounds that a unit suffers which rolls a 1."""


class Casting(Context):
    """Units cast bolts; ``done`` have cast theirs. ``over`` when no more do."""

    player: int
    done: tuple[str, ...] = ()
    over: bool = False


@rule("core.psychic", "commentary.psychic-weapons-and-abilities")
def next_bolt(game: Game, last: Casting | None) -> Casting | None:
    """One unit after another, as long as the player wants."""
    if last is not None and last.over:
        return None
    player = game.context(Turn).player
    done = () if last is None else last.done
    return Casting(player=player, done=done) if _casts(game, player, done) else None


def _casts(position: Position, player: int, done: tuple[str, ...]) -> list[tuple[str, str]]:
    """The units that can cast a bolt, eligible to shoot, each with every enemy unit that it can be cast at."""
    able = [id for id in units(position, player) if id not in done and bolts(position, id) and can_shoot(position, id)]
    return [(id, foe) for id in able for foe in units(position, 1 - player) if bolts_at(position, id, foe)]


def bolts(position: Position, id: str) -> dict[str, str]:
    """The models of a unit that have a bolt, with what it inflicts, such as D3."""
    known = ((str(one.id), *ability) for one in models(position, id) for ability in abilities(position, one))
    return {one: number.upper() for one, name, number in known if name == "psychic-bolt"}


@rule("core.psychic", "core.attached-units")
def bolts_at(position: Position, id: str, foe: str) -> list[str]:
    """What the bolts of those models inflict that an enemy unit is visible to and near."""
    found = bolts(position, id).items()
    return [bolt for one, bolt in found if within(position, one, foe, FAR) and sees(position, one, foe)]


@rule("core.psychic", "commentary.psychic-attack", "faq.psychic.mortal-wounds-are-psychic-attacks",
      "faq.psychic.doombolt-and-feel-no-pain")  # fmt: skip
def cast(game: Game, casting: Casting) -> Steps:
    """A D6: on a 1 the unit suffers itself, else the enemy; the mortal wounds are a Psychic Attack either way."""
    options: list[Any] = [*_casts(game, casting.player, casting.done), None]
    chosen = yield choose(casting.player, "bolt", options, "core.psychic")
    if chosen is None:
        return game.note(casting, over=True)
    id, foe = chosen
    yield game.note(casting, done=(*casting.done, id))
    power = amount(bolts_at(game, id, foe)[0])
    (face,) = yield Roll.d6(1, casting.player, "psychic bolt", rule="core.psychic")
    yield BoltCast(id, foe, face, rule="core.psychic")
    victim, hurt = (id, BACKLASH) if face == 1 else (foe, power)
    rolled = yield from roll(hurt, 1, casting.player, "psychic bolt", "core.psychic")
    if hurt is power:
        rolled = (as_changed(game, "psychic bolt", id, each) for each in rolled)
    wounds = tuple(filter(None, rolled))
    if not models(game, victim):
        return None
    return SUFFER(player=unit(game, victim).player, unit=victim, damages=wounds, by=id, spills=True, mortal=True,
                  psychic=True)  # fmt: skip


BOLTS: Final = Loop("bolts", next_bolt, [cast])
