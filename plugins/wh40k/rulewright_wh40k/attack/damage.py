"""Damage: wounds that models lose, what is felt of them, and models that are destroyed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from rulewright import FOREVER, Context, Loop, Procedure, Roll, Turn, begin_effect, rule
from rulewright.windows import at_stake

from ..dice.rolls import amount_thrown
from ..events.attacks import (
    SURVIVAL,
    DamageSuffered,
    LastFightRolled,
    ModelDestroyed,
    ModelDoomed,
    ModelRemoved,
    Survived,
    WoundsGained,
    WoundsLost,
)
from ..moments import moment
from ..numbers import NONE, as_changed
from ..terms import (
    GAINED,
    AttackSequence,
    Fallen,
    Strike,
    did,
    gained,
    has_ability,
    is_left,
    model,
    models,
    raised,
    wielded,
    wounds_left,
)
from ..transports.destroyed import spill_out
from .allocation import choose_model
from .attached_units import separations, unit_destroyed

if TYPE_CHECKING:
    from rulewright import Event, Game, Position, Steps


@rule("core.inflict-damage", "core.weapon-melta", "core.random-characteristics",
      "commentary.modifying-damage-and-devastating-wounds", "errata.weapon-characteristics",
      "faq.general.damage-zero-vs-minimum-one", "faq.timing.damage-zero-then-additions",
      "commentary.damage-roll")  # fmt: skip
def damage_of(game: Game, attack: AttackSequence, times: int) -> Steps:
    """The damage of some attacks, each rolled by itself; receives the numbers.

    It is never below 1, save where a rule changes it to 0; that comes before what is added.
    """
    used = wielded(game, attack)
    rolled: Any = yield from amount_thrown(
        game, attack.player, attack.unit, used.damage, times, "damage", "core.inflict-damage"
    )
    nothing = game.may("damage of 0", attack.target)
    return tuple(as_changed(game, "damage", attack.unit, 0 if nothing else each) for each in rolled)


class MortalWound(Context):
    """A model of a unit is about to suffer mortal wounds."""

    player: int
    unit: str


def before_mortal(game: Game, player: int, unit: str) -> Steps:
    """What is used, or happens, before a unit suffers mortal wounds; nothing where there is nothing of that kind."""
    about = MortalWound(player=player, unit=unit)
    if at_stake(game, "mortal wounds", about):
        yield MORTAL(player=player, unit=unit)


UNIT_FALLS: Final = Procedure("unit falls", [moment("unit destroyed")], Fallen)
MORTAL: Final = Procedure("before mortal wounds", [moment("mortal wounds")], MortalWound)


class Suffering(Context):
    """A unit suffers damage, attack by attack; what destroys a model is lost, or it ``spills`` over to another one, one
    wound at a time.

    With ``model`` that one suffers all of it. ``mortal`` are mortal wounds, ``psychic`` says that a Psychic Attack
    inflicts them.
    """

    player: int
    unit: str
    damages: tuple[int, ...]
    model: str = ""
    by: str = ""
    spills: bool = False
    mortal: bool = False
    psychic: bool = False
    announced: bool = False
    """Whether players have used what they may before mortal wounds."""

    @property
    def of_mortal(self) -> bool:
        """Whether it is the damage of mortal wounds: no other damage carries over to another model."""
        return self.mortal or self.spills


class Damage(Context):
    """The damage of one attack."""

    player: int
    wounds: int


@rule("core.inflict-damage", "errata.mortal-wounds")
def next_damage(game: Game, last: Damage | None) -> Damage | None:
    """One attack after another, as long as there are models; mortal wounds that carry over one at a time."""
    suffering = game.context(Suffering)
    if not suffering.damages or not models(game, suffering.unit):
        return None
    if suffering.model and not is_left(game, suffering.model) and not suffering.spills:
        return None
    return Damage(player=suffering.player, wounds=1 if suffering.spills else suffering.damages[0])


@rule("core.inflict-damage", "core.feel-no-pain", "errata.mortal-wounds", "core.mortal-wounds", "core.destroyed",
      "commentary.suffers-damage", "commentary.normal-damage", "commentary.mortal-wounds")  # fmt: skip
def bear(game: Game, damage: Damage) -> Steps:
    """A model loses a wound for each point, and is destroyed with its last one; one that is gone loses none."""
    suffering = game.context(Suffering)
    id = suffering.model if is_left(game, suffering.model) else ""
    id = id or (yield from choose_model(game, suffering.player, suffering.unit))
    rest = list(suffering.damages[1:])
    if (more := suffering.damages[0] - damage.wounds) > 0:
        rest.insert(0, more)
    mortal, psychic, lost = suffering.mortal, suffering.psychic, damage.wounds
    if suffering.of_mortal and not suffering.announced:
        yield from before_mortal(game, suffering.player, suffering.unit)
    if wounds_left(game, id):
        yield DamageSuffered(id, lost, mortal, psychic, rule="commentary.suffers-damage")
    if wounds_left(game, id):
        lost = yield from felt(game, id, lost)
    left = wounds_left(game, id)
    if left and lost >= left and survives(game, id):
        lost = left - 1
        yield Survived(id, rule="faq.timing.destroyed-triggers-when-prevented")
        left = wounds_left(game, id)
    if lost and left:
        yield from recounted(game, id)
        yield WoundsLost(id, min(lost, left), rule="core.inflict-damage")
    yield game.note(suffering, damages=tuple(rest), announced=True)
    if lost < left or id not in game.state.models or not left:
        return
    if acts_on_death(game, id, suffering.by) or (yield from stands_up(game, id, suffering.by)):
        yield ModelDoomed(id, suffering.by, rule="commentary.fight-on-death")
    else:
        yield from destroy(game, id, suffering.by)


@rule("core.inflict-damage", "commentary.modifiers")
def recounted(game: Game, id: str) -> Iterator[Event]:
    """A model whose Wounds were raised or lowered has so many more or less before it loses any."""
    more, cites = raised(game, id) - gained(game, id), "errata.model-characteristics"
    if more:
        yield WoundsGained(id, wounds_left(game, id) - model(game, id).wounds, rule=cites)
        yield begin_effect(game, GAINED, FOREVER, target=("models", id), data={"wounds": more}, rule=cites)


@rule("faq.timing.destroyed-triggers-when-prevented")
def survives(position: Position, id: str) -> bool:
    """Whether a model that would be destroyed is not, once in the battle: nothing happens that destruction triggers."""
    return SURVIVAL not in model(position, id).spent and position.may("survive", id)


@rule("commentary.fight-on-death", "commentary.shoot-on-death")
def acts_on_death(position: Position, id: str, by: str) -> bool:
    """Whether a model that an attack destroys shoots or fights before it is removed, as the attack was made.

    Attacks in a turn are avenged, in their phase and out of it; those that are only counted are not.
    """
    strike = avenged_strike(position, by)
    return strike is not None and has_ability(position, id, "fight-on-death" if strike.melee else "shoot-on-death")


def avenged_strike(position: Position, by: str) -> Strike | None:
    """The attacks of a unit that are being resolved, if whoever they destroy may act on death; None without any."""
    strike = position.find_context(Strike)
    if strike is None or strike.unit != by or not (strike.avenged or position.find_context(Turn) is not None):
        return None
    return strike


@rule("commentary.fight-on-death", "core.dice")
def stands_up(game: Game, id: str, by: str) -> Steps:
    """A D6 decides whether a model fights before it is removed that melee attacks destroy; receives whether it does.

    That is of models whose text says so, and of units that have not fought in this phase.
    """
    strike, needed = avenged_strike(game, by), int(game.number("last fight", id))
    one = model(game, id)
    if strike is None or not strike.melee or needed >= NONE or did(game, one.unit, "fought"):
        return False
    (face,) = yield Roll.d6(1, one.player, "last fight", rule="commentary.fight-on-death")
    yield LastFightRolled(id, face, needed, rule="commentary.fight-on-death")
    return face >= needed


@rule("commentary.fight-on-death", "commentary.shoot-on-death")
def doomed(position: Position) -> dict[str, tuple[str, ...]]:
    """The destroyed models that are still to act, by unit: those of a unit act together."""
    found: dict[str, tuple[str, ...]] = {}
    for one in position.state.models.values():
        if one.doomed:
            found[one.unit] = (*found.get(one.unit, ()), str(one.id))
    return found


@rule("commentary.fight-on-death", "commentary.shoot-on-death", "faq.timing.destroyed-triggers-when-prevented")
def fall(game: Game, ids: Iterable[str]) -> Steps:
    """Models that have acted on death are destroyed: what that triggers happens now, then they are removed."""
    for id in ids:
        if id in game.state.models:
            yield from destroy(game, id, model(game, id).slayer)


@rule("core.destroyed", "commentary.destroyed-by", "faq.timing.destroyed-model-before-removal",
      "commentary.destroyed-model", "commentary.destroyed-unit", "errata.leader")  # fmt: skip
def destroy(game: Game, id: str, by: str = "", rule: str = "core.destroyed") -> Steps:
    """A model is destroyed; what that triggers is resolved before it is removed.

    Each unit of an Attached unit is destroyed by itself, with the last model that was mustered with it.
    """
    unit, origin = model(game, id).unit, model(game, id).origin
    yield ModelDestroyed(id, unit, by, rule=rule)
    yield from spill_out(game, unit, SUFFER)
    if not any(one.origin == origin and one.id != id for one in game.state.models.values()):
        yield UNIT_FALLS(player=game.state.units[origin].player, unit=origin, last=id)
    if id in game.state.models:
        yield ModelRemoved(id, model(game, id).unit, rule=rule)
    yield from unit_destroyed(game, origin)
    if game.find_context(Strike) is None and game.find_context(Suffering) is None:
        yield list(separations(game))


@rule("core.attached-units", "errata.mortal-wounds")
def part(game: Game, suffering: Suffering) -> list[Event]:
    """Leaders part from a Bodyguard that is gone when all of the damage has been suffered, or all attacks are made."""
    return [] if game.find_context(Strike) is not None else list(separations(game))


@rule("core.feel-no-pain", "commentary.feel-no-pain")
def felt(game: Game, id: str, wounds: int) -> Steps:
    """How many wounds a model loses that could ignore some."""
    need = int(game.number("feel no pain", id))
    if need > 6 or not wounds:
        return wounds
    faces: Any = yield Roll.d6(wounds, model(game, id).player, "feel no pain", rule="core.feel-no-pain")
    return sum(face < need for face in faces)


SUFFER: Final = Procedure("suffer", [Loop("damage", next_damage, [bear]), part], Suffering)
