"""Core abilities, and those of datasheets that concern attacks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Power, Roll, rule
from rulewright.powers import Bearer, after, modifies, permits

from ..attack import SUFFER, Suffering, in_cover
from ..dice.amounts import amount, roll
from ..events.attacks import DemiseRolled, ModelDestroyed
from ..numbers import as_changed
from ..space.battlefield import engaged, within
from ..terms import (
    Strike,
    at_single_target,
    attack_of,
    is_of,
    model,
    models,
    of_every_model,
    profile,
    unit,
    units,
    wielded,
    wounds_left,
)

if TYPE_CHECKING:
    from rulewright import Game, Position

    from ..terms import AttackSequence


class Stealth(Power, name="stealth", rule="core.stealth"):
    """Subtract 1 from the Hit rolls of ranged attacks against it."""

    @modifies("hit", "roll", others=True)
    def blur(self, game: Game, me: Bearer, other: str) -> int | None:
        attack = attack_of(game)
        if attack is None or attack.target != me.id or attack.unit != other:
            return None
        blurred = not wielded(game, attack).melee and of_every_model(game, self.name, me.id)
        return -1 if blurred else None


class BigGunsNeverTire(Power, name="big-guns-never-tire", rule="errata.big-guns-never-tire"):
    """Subtract 1 from the Hit rolls of ranged attacks that it declared while locked in combat, save with a Pistol."""

    @modifies("hit", "roll")
    def hindered(self, game: Game, me: Bearer) -> int | None:
        attack = attack_of(game)
        return -1 if attack and attack.unit == me.id and attack.locked and _no_pistol(game, attack) else None


class InTheFray(Power, name="in-the-fray", rule="core.big-guns-never-tire"):
    """Subtract 1 from the Hit rolls of ranged attacks against it while it is locked in combat, save with a Pistol."""

    @modifies("hit", "roll", others=True)
    def hinder(self, game: Game, me: Bearer, other: str) -> int | None:
        attack = attack_of(game)
        if attack is None or attack.target != me.id or attack.unit != other or not engaged(game, me.id):
            return None
        return -1 if _no_pistol(game, attack) else None


def _no_pistol(position: Position, attack: AttackSequence) -> bool:
    arm = wielded(position, attack)
    return not arm.melee and "pistol" not in arm.abilities


class FocusedFire(Power, name="focused-fire", rule="commentary.single-target-unit"):
    """Add 1 to the Hit rolls of its ranged attacks while all of them target the same unit."""

    @modifies("hit", "roll")
    @modifies("hit", "roll", others=True)
    def focus(self, game: Game, me: Bearer, *other: str) -> int | None:
        strike = game.find_context(Strike)
        if strike is None or strike.melee or not _made_by(game, me, self.name, *other):
            return None
        return 1 if at_single_target(strike) else None


class Predators(Power, name="predators", rule="commentary.target-of-an-ability"):
    """Add 1 to the Attacks of its weapons against a unit that was Below Half-strength when it was selected."""

    @modifies("attacks", "changed")
    @modifies("attacks", "changed", others=True)
    def feast(self, game: Game, me: Bearer, *other: str) -> int | None:
        attack = _made_by(game, me, self.name, *other)
        return 1 if attack is not None and attack.weak else None


@rule("core.attached-units")
def _made_by(game: Game, me: Bearer, ability: str, *other: str) -> AttackSequence | None:
    """The attacks of a unit, ``me`` or the other one, if every model that makes them has the ability of ``me``."""
    attack, (id,) = attack_of(game), other or (me.id,)
    made = attack is not None and attack.unit == id and all(is_of(game, me, ability, one) for one in attack.models)
    return attack if made else None


class Camouflaged(Power, name="camouflaged", rule="commentary.benefit-of-cover-outside-terrain"):
    """Subtract 1 from the Hit rolls of ranged attacks against it while all of it has the Benefit of Cover."""

    @modifies("hit", "roll", others=True)
    def fade(self, game: Game, me: Bearer, other: str) -> int | None:
        attack = attack_of(game)
        if attack is None or attack.target != me.id or attack.unit != other:
            return None
        return -1 if all(in_cover(game, attack, str(one.id)) for one in models(game, me.id)) else None


class Stoic(Power, name="stoic", rule="commentary.against-an-attack-with-characteristic"):
    """Add 1 to its armour saving throws against attacks with Damage 1, checked when they are allocated."""

    @modifies("saving throw", "roll", others=True)
    def shrug(self, game: Game, me: Bearer, other: str) -> int | None:
        attack = attack_of(game)
        if attack is None or not is_of(game, me, self.name, other) or model(game, other).unit != attack.target:
            return None
        printed = wielded(game, attack).damage
        return 1 if not printed.dice and as_changed(game, "damage", attack.unit, printed.plus) == 1 else None


class Hardy(Power, name="hardy", rule="commentary.against-an-attack-with-characteristic"):
    """Subtract 1 from the Hit rolls of ranged attacks against it with Strength 8 or more, from their start on."""

    @modifies("hit", "roll", others=True)
    def stand_firm(self, game: Game, me: Bearer, other: str) -> int | None:
        attack = attack_of(game)
        if attack is None or attack.target != me.id or attack.unit != other or wielded(game, attack).melee:
            return None
        return -1 if int(game.number("strength", attack.unit)) >= MIGHTY else None


MIGHTY: Final = 8
"""The Strength of attacks that Hardy hinders."""


class FightsFirst(Power, name="fights-first", rule="core.fights-first"):
    """It fights in the Fights First step, if every model in it can."""

    @permits("fight first")
    def be_first(self, game: Game, me: Bearer) -> bool:
        return of_every_model(game, self.name, me.id)


class FeelNoPain(Power, name="feel-no-pain", rule="core.feel-no-pain"):
    """On so much a wound is not lost."""

    @modifies("feel no pain", "at least", others=True)
    def endure(self, game: Game, me: Bearer, other: str) -> int | None:
        return int(me.version) if is_of(game, me, self.name, other) else None


class InvulnerableSave(Power, name="invulnerable-save", rule="core.invulnerable-save"):
    """Its models have this invulnerable save; of several the best one is used."""

    @modifies("invulnerable", "at least", others=True)
    def shield(self, game: Game, me: Bearer, other: str) -> int | None:
        return int(me.version) if is_of(game, me, self.name, other) else None


class RangedInvulnerableSave(Power, name="ranged-invulnerable-save", rule="core.invulnerable-save"):
    """Models of it have an invulnerable save against ranged attacks that is printed on their profile."""

    @modifies("invulnerable", "at least", others=True)
    def deflect(self, game: Game, me: Bearer, other: str) -> int | None:
        attack = attack_of(game)
        if attack is None or not is_of(game, me, self.name, other):
            return None
        return None if wielded(game, attack).melee else profile(game, other).ranged_invulnerable


class Damaged(Power, name="damaged", rule="core.datasheet"):
    """With few wounds left, subtract 1 from the Hit rolls of its model, and so much from its Objective Control."""

    @modifies("hit", "roll")
    def falter(self, game: Game, me: Bearer) -> int | None:
        return self.slow(game, me, me.id)

    @modifies("hit", "roll", others=True)
    def slow(self, game: Game, me: Bearer, other: str) -> int | None:
        attack = attack_of(game)
        if attack is None or attack.unit != other:
            return None
        return -1 if any(_worn(game, me, id) for id in attack.models) else None

    @modifies("oc", "changed", others=True)
    def slip(self, game: Game, me: Bearer, other: str) -> int | None:
        return -int(me.version.partition("/")[2]) if _worn(game, me, other) else None


def _worn(game: Game, me: Bearer, id: str) -> bool:
    """Whether a model of that datasheet has few wounds left."""
    one = game.state.models.get(id)
    return one is not None and one.origin == me.id and wounds_left(game, id) <= int(me.version.partition("/")[0])


class PsychicWard(Power, name="psychic-ward", rule="commentary.psychic-attack"):
    """On so much a wound is not lost that a Psychic Attack inflicts."""

    @modifies("feel no pain", "at least", others=True)
    def withstand(self, game: Game, me: Bearer, other: str) -> int | None:
        suffering = game.find_context(Suffering)
        wards = suffering is not None and suffering.psychic and is_of(game, me, self.name, other)
        return int(me.version) if wards else None


class DeadlyDemise(Power, name="deadly-demise", rule="core.deadly-demise"):
    """When a model of it is destroyed, on a 6 each unit within 6 inches suffers mortal wounds."""

    @rule("core.deadly-demise", "commentary.measuring-to-destroyed-models")
    @after(ModelDestroyed, only=lambda game, me, event: is_of(game, me, "deadly-demise", event.model))
    def explode(self, game: Game, me: Bearer, event: ModelDestroyed) -> Any:
        player = model(game, event.model).player
        (face,) = yield Roll.d6(1, player, "deadly demise", rule=self.rule)
        near = [one for one in _standing(game) if within(game, event.model, one, BLAST)] if face == EXPLODES else []
        yield DemiseRolled(event.model, face, rule=self.rule)
        for id in near:
            if models(game, id):
                rolled = yield from roll(amount(me.version.upper()), 1, player, "deadly demise", self.rule)
                wounds = tuple(filter(None, (as_changed(game, "deadly demise", event.model, each) for each in rolled)))
                yield SUFFER(player=unit(game, id).player, unit=id, damages=wounds, by=me.id, spills=True,
                             mortal=True)  # fmt: skip


def _standing(position: Position) -> list[str]:
    return [id for seat in position.players for id in units(position, seat)]


EXPLODES: Final = 6
"""What a D6 has to show for a Deadly Demise."""
BLAST: Final = 6.0
"""Inches around a destroyed model in which its Deadly Demise is suffered."""
LONE_OPERATIVE: Final = Power.of(
    "lone-operative", rule="core.lone-operative",
    text="It can be selected as a target of ranged attacks only from within 12 inches.",
)  # fmt: skip
PSYCHIC_BOLT: Final = Power.of(
    "psychic-bolt", rule="core.psychic",
    text="In its Shooting phase it can inflict mortal wounds on a visible enemy unit within 18 inches.",
)  # fmt: skip
SHOOT_ON_DEATH: Final = Power.of(
    "shoot-on-death", rule="commentary.shoot-on-death",
    text="Its models that ranged attacks destroy can shoot before they are removed.",
)  # fmt: skip
SHOOT_AGAIN: Final = Power.of(
    "shoot-again", rule="commentary.shooting-again", text="When it has shot in its Shooting phase, it can shoot again.",
)  # fmt: skip
FIGHT_ON_DEATH: Final = Power.of(
    "fight-on-death", rule="commentary.fight-on-death",
    text="Its models that melee attacks destroy can fight before they are removed.",
)  # fmt: skip
EARLY: Final = (
    Power.of("deep-strike", rule="core.ability-deep-strike", text="It can be set up from Reserves far from enemies."),
    Power.of("infiltrators", rule="core.ability-infiltrators", text="It can be deployed far from the enemy."),
    Power.of("scouts", rule="core.ability-scouts", text="It can move before the battle begins."),
    Power.of("firing-deck", rule="core.firing-deck", text="Embarked models can shoot from it."),
    Power.of("redeploy", rule="errata.redeploy", text="Before the first turn, units of its army are deployed again."),
    Power.of("arrives-early", rule="core.reinforcements", text="It can arrive in the first battle round."),
    Power.of(
        "arrives-early-in-its-own-turn",
        rule="faq.reserves.rapid-ingress-first-round",
        text="It can arrive in the first battle round, in its own Movement phase only.",
    ),
    Power.of("deploys-last", rule="core.only-war-deployment", text="It is deployed after both armies."),
    Power.of("hover", rule="core.hover", text="It can be no Aircraft for the whole battle."),
)
"""Abilities that the steps of the rules ask for, mostly before the battle."""
CORE: Final = (
    *EARLY, Stealth(), BigGunsNeverTire(), InTheFray(), FocusedFire(), Predators(), Camouflaged(), Stoic(), Hardy(),
    FightsFirst(), FeelNoPain(), InvulnerableSave(), RangedInvulnerableSave(), Damaged(),
    PsychicWard(), DeadlyDemise(), LONE_OPERATIVE, PSYCHIC_BOLT, SHOOT_ON_DEATH, FIGHT_ON_DEATH, SHOOT_AGAIN,
)  # fmt: skip
