"""Standard attack powers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from rulewright import Modifier, Power, begin_effect, during, rule
from rulewright.geometry import grid
from rulewright.geometry.grid import LineState
from rulewright.powers import Bearer, after, before, modifies, offers, permits

from ..actions import action
from ..attack.damage import instead
from ..attack.determine_targets import FURTHER
from ..attack.sequence import ATTACK
from ..damage import deal, heal
from ..dice.rolls import d6, more, result
from ..events.attacks import AttackResolved
from ..events.damage import DamageDealt
from ..events.turns import TokenGiven
from ..lasting import PULSE_WAVED
from ..space.board import adjacent, adjacent_foes, scene_of, within
from ..space.sight import fire_policy
from ..state import MOST_TOKENS
from ..terms import RESOLUTIONS, attack_of, character, friendly, made_by, on_map, on_maps, safe_from, shows, using
from .card import standard
from .inherent import can_attack, no_target

if TYPE_CHECKING:
    from rulewright import Event, Game, Position

    from ..terms import Attack, Doing


def by_power(name: str) -> Any:
    """Whether an attack is made by a power."""
    return lambda game, me, attack: attack.power == name


def still_hit(attack: Attack) -> list[str]:
    """The characters that an attack has hit and that are targets still."""
    return [id for id in attack.hits if id in attack.targets]


@standard("attack", "red", rolled=True)
class Blades(Power, name="blades-claws-fangs", rule="pac.blades-claws-fangs"):
    """When its close attack hits a single target, it may deal the result of a d6 instead of normal damage."""

    @instead(lambda game, me, attack: attack.kind == "close" and len(attack.targets) == 1, optional=True)
    def slash(self, game: Game, me: Bearer, attack: Attack) -> Any:
        face = yield from d6(game, attack.player, me.id, self.name)
        return dict.fromkeys(
            still_hit(attack), max(result(face, more(game, me, self.name)), shows(game, me.id).damage - 1)
        )


@standard("attack", "orange")
class EnergyExplosion(Power, name="energy-explosion", rule="pac.energy-explosion"):
    """RANGE: its range attack also targets all others beside its targets, and deals each 2 damage."""

    @action("RANGE", can_attack("range", "energy-explosion"), no_target("range"))
    def explode(self, game: Game, doing: Doing) -> Any:
        yield ATTACK(player=doing.player, attacker=doing.character, kind="range", power=self.name)

    @offers(FURTHER)
    def spread(self, game: Game, me: Bearer) -> Any:
        return beside_targets

    @instead(by_power("energy-explosion"))
    def burn(self, game: Game, me: Bearer, attack: Attack) -> Any:
        yield from ()
        return dict.fromkeys(still_hit(attack), 2)


@rule("pac.energy-explosion")
def beside_targets(game: Game, attack: Attack) -> list[str]:
    """The other characters adjacent to a target of an Energy Explosion."""
    if attack.power != "energy-explosion":
        return []
    others = [str(one.id) for one in on_maps(game) if one.id != attack.attacker]
    near = [id for id in others if any(adjacent(game, target, id) for target in attack.targets)]
    return [id for id in near if not safe_from(game, id, attack.power, attack.attacker)]


WAVE: Final = Modifier("range", "replace", 4, "Pulse Wave", rule="pac.pulse-wave")
"""The range value for a Pulse Wave is replaced by 4."""


@rule("pac.pulse-wave", "12.1b")
def swept(position: Position, id: str) -> list[str]:
    """All other characters within 4 squares and line of fire, which characters do not block."""
    scene, reach = scene_of(position), int(position.number("range", id, WAVE))

    def clear(other: str) -> bool:
        policy = replace(fire_policy(position, id, other), figures=True)
        return grid.figure_table(scene.board, scene.figures, policy)[id, other].within(reach) is not LineState.BLOCKED

    others = (str(one.id) for one in on_maps(position) if one.id != id)
    return [
        other
        for other in others
        if within(position, id, other, reach)
        and clear(other)
        and position.may("be targeted", other)
        and not safe_from(position, other, "pulse-wave", id)
    ]


@rule("pac.pulse-wave")
def sweeps(position: Position, id: str) -> bool:
    """Whether an opposing character is among those that a Pulse Wave would target."""
    able = position.may("make range attacks", id)
    return able and any(not friendly(position, id, target) for target in swept(position, id))


@standard("attack", "yellow")
class PulseWave(Power, name="pulse-wave", rule="pac.pulse-wave"):
    """RANGE: within 4 squares nobody else can use powers, and its attack targets all others and deals each 1 damage."""

    @modifies("range", "replace")
    def reach(self, game: Game, me: Bearer) -> int | None:
        return WAVE.amount if using(game, me.id, self.name) else None

    @modifies("defense", "printed", others=True)
    def strip(self, game: Game, me: Bearer, other: str) -> int | None:
        attack = attack_of(game)
        waved = attack is not None and attack.power == self.name and attack.attacker == me.id
        return shows(game, other).defense if waved and attack is not None and other in attack.targets else None

    @action("RANGE", sweeps, no_target("range"))
    def pulse(self, game: Game, doing: Doing) -> Any:
        id = doing.character
        improved = {"gives": ("improved-targeting-characters", "improved-targeting-adjacent")}
        yield begin_effect(game, "pulsing", during("action"), target=("characters", id), data=improved, rule=self.rule)
        reach, waved = int(game.number("range", id)), {"counters": "*"}
        for other in [str(one.id) for one in on_maps(game) if one.id != id]:
            if within(game, id, other, reach):
                on = ("characters", other)
                yield begin_effect(game, PULSE_WAVED, during("action"), target=on, data=waved, rule=self.rule)
        targets = swept(game, id) if on_map(game, id) else []
        if any(not friendly(game, id, target) for target in targets):
            yield ATTACK(player=doing.player, attacker=id, kind="range", power=self.name, targets=tuple(targets))

    @instead(by_power("pulse-wave"))
    def hurt(self, game: Game, me: Bearer, attack: Attack) -> Any:
        yield from ()
        return dict.fromkeys(still_hit(attack), 1)


@standard("attack", "green")
class SuperStrength(Power, name="super-strength", rule="pac.super-strength"):
    """It has KNOCKBACK for its close attacks, and can hold terrain markers that are no objects."""

    @permits("knock back")
    def knock_back(self, game: Game, me: Bearer) -> bool:
        return made_by(attack_of(game), me.id, "close")


@standard("attack", "light blue")
class Incapacitate(Power, name="incapacitate", rule="pac.incapacitate"):
    """When it attacks, it may give each hit character an action token instead of normal damage."""

    @instead(lambda game, me, attack: True, optional=True, harmless=True)
    def stun(self, game: Game, me: Bearer, attack: Attack) -> Any:
        able = [id for id in still_hit(attack) if character(game, id).tokens < MOST_TOKENS]
        yield [TokenGiven(id, me.id, rule=self.rule) for id in able]
        return {}


@standard("attack", "blue")
class PsychicBlast(Power, name="penetrating-psychic-blast", rule="pac.penetrating-psychic-blast"):
    """Damage dealt by its range attacks is penetrating damage."""

    @permits("deal penetrating damage")
    def pierce(self, game: Game, me: Bearer) -> bool:
        return made_by(attack_of(game), me.id, "range")


@standard("attack", "pink")
class PrecisionStrike(Power, name="precision-strike", rule="pac.precision-strike"):
    """Damage from its attacks cannot be reduced below 1, and opposing Super Senses come out 1 lower."""

    @before(DamageDealt, me="by", immediate=True, only=lambda game, me, event: event.attack and not event.least)
    def strike(self, game: Game, me: Bearer, event: DamageDealt) -> Event:
        return replace(event, least=min(1, event.amount))

    @modifies("result of super-senses", "increase", others=True)
    def outpace(self, game: Game, me: Bearer, other: str) -> int | None:
        attack = attack_of(game)
        return -1 if attack is not None and attack.attacker == me.id and not friendly(game, me.id, other) else None


@rule("pac.poison")
def can_poison(position: Position, id: str) -> bool:
    """Whether a character has neither moved nor been placed this turn, and an opposing one is adjacent."""
    return not {"moved", "placed"} & set(character(position, id).done) and bool(poisoned(position, id))


@standard("attack", "brown")
class Poison(Power, name="poison", rule="pac.poison"):
    """FREE: if it has neither moved nor been placed this turn, each adjacent opposing character is dealt 1 damage."""

    @action("FREE", can_poison, "nobody_to_poison")
    def poison(self, game: Game, doing: Doing) -> Any:
        found = poisoned(game, doing.character)
        yield from deal(game, [(foe, 1) for foe in found], doing.character, rule=self.rule)


def poisoned(position: Position, id: str) -> list[str]:
    """The adjacent opposing characters that Poison can damage."""
    return [foe for foe in adjacent_foes(position, id) if not safe_from(position, foe, "poison", id)]


@standard("attack", "black")
class StealEnergy(Power, name="steal-energy", rule="pac.steal-energy"):
    """When it damages one or more characters with a close attack, it is healed 1 click after resolutions."""

    @after(
        AttackResolved,
        me="attacker",
        delay=RESOLUTIONS,
        only=lambda game, me, event: event.damaged and event.kind == "close",
    )
    def feed(self, game: Game, me: Bearer, event: AttackResolved) -> Any:
        return heal(game, me.id, 1, self.rule)
