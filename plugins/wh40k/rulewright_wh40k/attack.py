"""The attack sequence: how many attacks, hits, wounds, allocation, saves and damage; then mortal wounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Context, Loop, Procedure, Roll, choose, rule
from rulewright.geometry import plane

from .crashes import spill_out
from .events import (
    Allocated,
    HazardTested,
    HitsRolled,
    ModelDestroyed,
    ModelRemoved,
    SavesRolled,
    TargetsDeclared,
    WoundsLost,
    WoundsRolled,
)
from .lasting import CHALLENGED, SNAP, under
from .leaders import separate, separations, unit_destroyed
from .rolling import amount_thrown, thrown
from .stratagems.moments import moment
from .terms import Strike, Volley, Wounding, has_keyword, model, models, pick, profile, sheet, unit, weapon
from .world import SIGHT, TABLE

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps

MISS: Final = 1
"""An unmodified 1 always fails (core.hit-roll, core.wound-roll, core.saving-throw)."""
BLIND: Final = 3
"""Without a view of the target an unmodified roll up to this fails (errata.indirect-fire 5)."""
SNAPPED: Final = 5
"""In Fire Overwatch an unmodified roll up to this fails (errata.stratagem-fire-overwatch)."""
HAZARD: Final = 3
"""The mortal wounds of a failed Hazardous test (errata.hazardous 7)."""


# One weapon at one target -----------------------------------------------------------------------------------


@rule("core.select-ranged-targets", "core.select-melee-targets", "core.weapon-one-shot",
      "faq.timing.unresolved-attacks-after-target-destroyed")  # fmt: skip
def announce(game: Game, strike: Strike) -> list[TargetsDeclared]:
    """All targets are declared before any attack is resolved; from then on the weapons count as used."""
    return [TargetsDeclared(strike.unit, one.target, one.weapon, one.models, rule="core.select-ranged-targets")
            for one in strike.declared]  # fmt: skip


@rule("core.make-ranged-attacks", "core.make-melee-attacks", "faq.timing.unresolved-attacks-after-target-destroyed")
def next_volley(game: Game, last: Volley | None) -> Volley | None:
    """All attacks against one target before those against another one, all of one weapon before another's."""
    strike = game.context(Strike)
    targets = list(dict.fromkeys(one.target for one in strike.declared))
    order = sorted(strike.declared, key=lambda one: (targets.index(one.target), one.weapon))
    for place in range(0 if last is None else last.index + 1, len(order)):
        one = order[place]
        left = tuple(id for id in one.models if id in game.state.models)
        if left and models(game, one.target):
            return Volley(
                index=place, player=strike.player, unit=strike.unit, target=one.target, weapon=one.weapon, models=left,
                size=one.size, near=one.near, unseen=one.unseen, locked=one.locked,
            )  # fmt: skip
    return None


@rule("core.make-ranged-attacks", "core.make-melee-attacks", "core.weapon-rapid-fire", "core.weapon-blast",
      "errata.extra-attacks", "core.weapon-extra-attacks")  # fmt: skip
def count_attacks(game: Game, volley: Volley) -> Steps:
    """Each weapon makes as many attacks as its characteristic says."""
    used = weapon(game, volley.weapon)
    rolled: Any = yield from amount_thrown(
        game, volley.player, volley.unit, used.attacks, len(volley.models), "attacks", "core.random-characteristics"
    )
    fixed = "extra attacks" in used.abilities
    more = 0 if fixed else int(game.number("attacks", volley.unit)) + volley.near * used.number("rapid fire")
    yield game.note(volley, attacks=sum(max(1, each + more) for each in rolled))


@rule("core.hit-roll", "core.weapon-torrent", "core.weapon-sustained-hits", "core.weapon-lethal-hits",
      "errata.indirect-fire", "commentary.automatically-successful", "commentary.automatically-hits",
      "commentary.critical-hit", "commentary.additional-hits")  # fmt: skip
def roll_to_hit(game: Game, volley: Volley) -> Steps:
    """A D6 for each attack: its skill or more hits, an unmodified 6 always does, a 1 never."""
    used = weapon(game, volley.weapon)
    if used.skill is None:
        yield game.note(volley, hits=volley.attacks)
        return
    throw: Any = yield from thrown(game, volley.player, volley.unit, "hit", volley.attacks, "core.hit-roll")
    faces = throw.faces
    modifier, critical = int(game.number("hit", volley.unit)), int(game.number("critical hit", volley.unit))
    fails = BLIND if volley.unseen else MISS
    if under(game, SNAP, volley.unit) and not used.melee:
        fails = SNAPPED
    hit = [face for face in faces if face > fails and (face >= critical or face + modifier >= used.skill)]
    criticals = sum(face >= critical for face in hit)
    more = criticals * used.number("sustained hits")
    lethal = criticals if "lethal hits" in used.abilities else 0
    yield HitsRolled(volley.unit, volley.target, faces, len(hit) + more, rule="core.hit-roll")
    yield game.note(volley, hits=len(hit) + more - lethal, lethal=lethal)


@rule("core.wound-roll")
def needed(strength: int, toughness: int) -> int:
    """The result that wounds."""
    if strength >= 2 * toughness:
        return 2
    if strength > toughness:
        return 3
    if strength == toughness:
        return 4
    return 6 if 2 * strength <= toughness else 5


@rule("core.wound-roll", "core.weapon-twin-linked", "core.weapon-anti", "core.weapon-lethal-hits",
      "core.weapon-devastating-wounds", "errata.devastating-wounds", "core.re-rolls", "commentary.critical-wound",
      "commentary.automatically-wounds")  # fmt: skip
def roll_to_wound(game: Game, volley: Volley) -> Steps:
    """A D6 for each hit, against what strength and toughness need."""
    used = weapon(game, volley.weapon)
    need = needed(int(game.number("strength", volley.unit)), toughness(game, volley.target))
    modifier, critical = int(game.number("wound", volley.unit)), int(game.number("critical wound", volley.unit))

    def wounds(face: int) -> bool:
        return face >= critical or (face > MISS and face + modifier >= need)

    faces: Any = ()
    if volley.hits:
        throw: Any = yield from thrown(game, volley.player, volley.unit, "wound", volley.hits, "core.wound-roll")
        faces = throw.faces
        failed = [place for place, face in enumerate(faces) if not wounds(face) and place not in throw.again]
        if failed and game.may("reroll wounds", volley.unit):
            again: Any = yield Roll.d6(len(failed), volley.player, "wound", rule="core.re-rolls")
            faces = (*(face for place, face in enumerate(faces) if place not in failed), *again)
    wounded = sum(map(wounds, faces)) + volley.lethal
    yield WoundsRolled(volley.unit, volley.target, faces, wounded, rule="core.wound-roll")
    devastating = sum(face >= critical for face in faces) if "devastating wounds" in used.abilities else 0
    yield game.note(volley, wounds=wounded - devastating)
    if devastating:
        strike = game.context(Strike)
        dealt = yield from damage_of(game, volley, devastating)
        yield game.note(strike, mortal=(*strike.mortal, *((volley.target, each) for each in dealt)))


@rule("commentary.unit-toughness", "commentary.mixed-toughness", "core.ability-leader")
def toughness(position: Position, target: str) -> int:
    """The Toughness of a unit: the highest among its models, those of its Bodyguard if it is attached."""
    left = models(position, target)
    own = [one for one in left if one.origin == target] or left
    return max(int(position.number("toughness", str(one.id))) for one in own)


@rule("core.inflict-damage", "core.weapon-melta", "core.random-characteristics",
      "commentary.modifying-damage-and-devastating-wounds")  # fmt: skip
def damage_of(game: Game, volley: Volley, times: int) -> Steps:
    """The damage of some attacks, each rolled by itself; receives the numbers."""
    used = weapon(game, volley.weapon)
    rolled: Any = yield from amount_thrown(
        game, volley.player, volley.unit, used.damage, times, "damage", "core.inflict-damage"
    )
    more = int(game.number("damage", volley.unit))
    return tuple(max(1, each + more) for each in rolled)


# Allocation, saves, damage ----------------------------------------------------------------------------------


@rule("core.allocate-attack", "commentary.attached-unit-several-characters-allocation")
def allocatable(position: Position, id: str) -> list[str]:
    """The models of a unit to which an attack can be allocated: one that has begun to suffer before all others.

    In an Attached unit its Bodyguard comes first.
    """
    left = models(position, id)
    among = [one for one in left if one.origin == id] or left
    begun = [one for one in among if one.allocated or one.wounds < profile(position, str(one.id)).wounds]
    return [str(one.id) for one in begun or among]


@rule("core.saving-throw", "core.invulnerable-save", "core.benefit-of-cover")
def save_needed(position: Position, volley: Volley, id: str) -> int:
    """The unmodified result that saves a model: by its Save and AP, or by its invulnerable save if that is better."""
    ap, save = int(position.number("ap", volley.unit)), int(position.number("save", id))
    modifier = int(position.number("saving throw", id)) + has_cover(position, volley, id, save, ap)
    return min(max(save - ap - min(modifier, 1), 2), int(position.number("invulnerable", id)))


@rule("core.benefit-of-cover", "core.weapon-ignores-cover", "core.terrain-ruins", "core.terrain-woods",
      "core.terrain-hills", "core.terrain-debris", "core.terrain-barricades",
      "commentary.benefit-of-cover-outside-terrain")  # fmt: skip
def has_cover(position: Position, volley: Volley, id: str, save: int, ap: int) -> bool:
    """Whether a model has the Benefit of Cover: terrain hides some of it from an attacker, or an ability says so."""
    used = weapon(position, volley.weapon)
    if used.melee or "ignores cover" in used.abilities or (save <= 3 and ap == 0):
        return False
    return volley.unseen or position.may("cover", model(position, id).unit) or hidden(position, volley.unit, id)


def hidden(position: Position, unit: str, id: str) -> bool:
    """Whether some model of a unit does not see all of a model."""
    scene = TABLE(position)
    if id not in scene.models:
        return False
    looking = [str(one.id) for one in models(position, unit)]
    return not all(plane.see.fully_visible(scene, one, id, SIGHT) for one in looking)


@rule("core.fast-dice-rolling", "core.allocate-attack")
def next_wound(game: Game, last: Wounding | None) -> Wounding | None:
    """One attack after another is allocated; all together where every model saves alike."""
    volley = game.context(Volley)
    left = models(game, volley.target)
    if not volley.wounds or not left:
        return None
    alike = len({one.profile for one in left}) == len({save_needed(game, volley, str(one.id)) for one in left}) == 1
    together = volley.wounds if alike and not picked_out(game, volley) else 1
    return Wounding(player=unit(game, volley.target).player, unit=volley.target, count=together)


@rule("core.weapon-precision", "commentary.attached-unit-several-characters-allocation")
def picked_out(position: Position, volley: Volley) -> list[str]:
    """The Characters in an Attached unit to which the attacker may allocate an attack with Precision: those seen."""
    challenged = weapon(position, volley.weapon).melee and all(
        under(position, CHALLENGED, one) for one in volley.models
    )
    if "precision" not in weapon(position, volley.weapon).abilities and not challenged:
        return []
    scene = TABLE(position)
    attackers = [one for one in volley.models if one in scene.models]
    return [
        str(one.id)
        for one in models(position, volley.target)
        if one.origin != volley.target
        and has_keyword(position, one.origin, "Character")
        and any(plane.see.sees(scene, attacker, str(one.id), SIGHT) for attacker in attackers)
    ]


@rule("core.allocate-attack", "core.weapon-precision")
def allocate(game: Game, wounding: Wounding) -> Steps:
    """The player of the target chooses the model; where all save alike that waits until a save has failed.

    An attack with Precision is allocated to a Character if the attacker wants that.
    """
    volley = game.context(Volley)
    yield game.note(volley, wounds=volley.wounds - wounding.count)
    if found := picked_out(game, volley):
        rule = "core.weapon-precision"
        id = yield choose(volley.player, "precision", [*found, None], rule, unit=wounding.unit)
        if id is not None:
            yield Allocated(id, 1, rule=rule)
            return game.note(wounding, model=id)
    if wounding.count == 1:
        id = yield from choose_model(game, wounding.player, wounding.unit)
        return game.note(wounding, model=id)
    return None


def choose_model(game: Game, player: int, unit: str) -> Steps:
    """The model to which an attack is allocated."""
    id = yield from pick(player, "allocate", allocatable(game, unit), "core.allocate-attack", unit=unit)
    yield Allocated(id, 1, rule="core.allocate-attack")
    return id


@rule("core.saving-throw", "core.invulnerable-save", "commentary.saved")
def save(game: Game, wounding: Wounding) -> Steps:
    """A D6 for each attack; what is not saved does its damage."""
    volley = game.context(Volley)
    like = wounding.model or allocatable(game, wounding.unit)[0]
    need = save_needed(game, volley, like)
    throw: Any = yield from thrown(game, wounding.player, wounding.unit, "save", wounding.count, "core.saving-throw")
    faces = throw.faces
    failed = sum(face < need or face == MISS for face in faces)
    yield SavesRolled(like, faces, need, failed, rule="core.saving-throw")
    if not failed:
        return None
    dealt = yield from damage_of(game, volley, failed)
    return SUFFER(player=wounding.player, unit=wounding.unit, damages=dealt, model=wounding.model, by=volley.unit)


class Suffering(Context):
    """A unit suffers damage, attack by attack; what destroys a model is lost, or ``spills`` over to another one."""

    player: int
    unit: str
    damages: tuple[int, ...]
    model: str = ""
    by: str = ""
    spills: bool = False


class Damage(Context):
    """The damage of one attack."""

    player: int
    wounds: int


@rule("core.inflict-damage", "errata.mortal-wounds")
def next_damage(game: Game, last: Damage | None) -> Damage | None:
    """One attack after another, as long as there are models."""
    suffering = game.context(Suffering)
    if not suffering.damages or not models(game, suffering.unit):
        return None
    return Damage(player=suffering.player, wounds=suffering.damages[0])


@rule("core.inflict-damage", "core.feel-no-pain", "errata.mortal-wounds", "core.mortal-wounds", "core.destroyed")
def bear(game: Game, damage: Damage) -> Steps:
    """A model loses a wound for each point, and is destroyed with its last one."""
    suffering = game.context(Suffering)
    id = suffering.model if suffering.model in game.state.models else ""
    id = id or (yield from choose_model(game, suffering.player, suffering.unit))
    rest = list(suffering.damages[1:])
    lost = yield from felt(game, id, damage.wounds)
    left = model(game, id).wounds
    if lost:
        yield WoundsLost(id, min(lost, left), rule="core.inflict-damage")
    if suffering.spills and lost > left:
        rest.insert(0, lost - left)
    yield game.note(suffering, damages=tuple(rest))
    if lost >= left:
        yield from destroy(game, id, suffering.by)


@rule("core.destroyed", "faq.timing.destroyed-model-before-removal", "commentary.destroyed-model",
      "commentary.destroyed-unit")  # fmt: skip
def destroy(game: Game, id: str, by: str = "", rule: str = "core.destroyed") -> Steps:
    """A model is destroyed; what that triggers is resolved before it is removed."""
    unit, origin = model(game, id).unit, model(game, id).origin
    yield ModelDestroyed(id, unit, by, rule=rule)
    yield from spill_out(game, unit, SUFFER)
    yield ModelRemoved(id, unit, rule=rule)
    yield from unit_destroyed(game, origin)
    if game.find_context(Strike) is None:
        yield list(separations(game))


@rule("core.feel-no-pain", "commentary.feel-no-pain")
def felt(game: Game, id: str, wounds: int) -> Steps:
    """How many wounds a model loses that could ignore some."""
    need = int(game.number("feel no pain", model(game, id).unit))
    if need > 6:
        return wounds
    faces: Any = yield Roll.d6(wounds, model(game, id).player, "feel no pain", rule="core.feel-no-pain")
    return sum(face < need for face in faces)


SUFFER: Final = Procedure("suffer", [Loop("damage", next_damage, [bear])], Suffering)

VOLLEYS: Final = Loop(
    "volley",
    next_volley,
    [count_attacks, roll_to_hit, roll_to_wound, Loop("wounding", next_wound, [allocate, save])],
)


# After the attacks ------------------------------------------------------------------------------------------


@rule("errata.mortal-wounds", "errata.devastating-wounds")
def next_mortal(game: Game, last: Any) -> Any:
    """The mortal wounds of Critical Wounds, after all other attacks of the unit."""
    strike = game.context(Strike)
    return Mortal(player=strike.player) if strike.mortal else None


class Mortal(Context):
    """Mortal wounds that one attack inflicts."""

    player: int


@rule("errata.mortal-wounds", "errata.devastating-wounds")
def inflict_mortal(game: Game, mortal: Mortal) -> Steps:
    """They are inflicted on one model; what is left when it is destroyed is lost."""
    strike = game.context(Strike)
    target, wounds = strike.mortal[0]
    yield game.note(strike, mortal=strike.mortal[1:])
    if models(game, target):
        yield SUFFER(player=unit(game, target).player, unit=target, damages=(wounds,), by=strike.unit)


@rule("errata.hazardous", "core.weapon-hazardous")
def test_hazards(game: Game, strike: Strike) -> Steps:
    """A D6 for each Hazardous weapon that was used; on a 1 a model that has one suffers mortal wounds."""
    used = [id for one in strike.declared for id in one.models if _hazardous(game, one.weapon)]
    used = [id for id in used if id in game.state.models]
    if not used:
        return
    throw: Any = yield from thrown(game, strike.player, strike.unit, "hazardous", len(used), "errata.hazardous")
    faces = throw.faces
    yield HazardTested(strike.unit, faces, rule="errata.hazardous")
    for _ in range(faces.count(1)):
        found = hazardous_models(game, strike.unit)
        if found:
            id = yield from pick(strike.player, "hazard", found, "errata.hazardous", unit=strike.unit)
            yield SUFFER(player=strike.player, unit=strike.unit, damages=(HAZARD,), model=id)


def _hazardous(position: Position, id: str) -> bool:
    return "hazardous" in weapon(position, id).abilities


@rule("errata.hazardous")
def hazardous_models(position: Position, id: str) -> list[str]:
    """Who may suffer for a failed test: the wounded before others, no Character before others."""
    own = [one for one in models(position, id) if any(_hazardous(position, weapon) for weapon in one.weapons)]
    hurt = [one for one in own if one.wounds < profile(position, str(one.id)).wounds]
    plain = [one for one in own if "Character" not in sheet(position, one.origin).keywords]
    return [str(one.id) for one in hurt or plain or own]


STRIKE: Final = Procedure(
    "strike",
    [
        announce,
        moment("targets selected"),
        VOLLEYS,
        Loop("mortal", next_mortal, [inflict_mortal]),
        test_hazards,
        separate,
    ],
    Strike,
)
