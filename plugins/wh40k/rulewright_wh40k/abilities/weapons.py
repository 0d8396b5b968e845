"""Abilities of weapons. A unit carries those of all its weapons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rulewright import Power
from rulewright.powers import Bearer, modifies, permits

from ..book.weapons import AS_POWERS
from ..numbers import as_changed
from ..terms import attack_of, did, has_keyword, models, weapon, wielded

if TYPE_CHECKING:
    from rulewright import Game, Position

    from ..book.weapons import AS_POWERS
from ..terms import AttackSequence


def using(position: Position, id: str, ability: str) -> AttackSequence | None:
    """The attacks that a unit makes with a weapon that has an ability; None where it makes none."""
    attack = attack_of(position)
    if attack is None or attack.unit != id or ability not in wielded(position, attack).abilities:
        return None
    return attack


class Heavy(Power, name="heavy", rule="core.weapon-heavy"):
    """Add 1 to the Hit roll if its unit Remained Stationary this turn."""

    @modifies("hit", "roll")
    def aim(self, game: Game, me: Bearer) -> int | None:
        moved = did(game, me.id, "normal", "advance", "fall back", "charge", "disembarked", "arrived", "moved")
        return 1 if using(game, me.id, "heavy") and not moved else None


class Lance(Power, name="lance", rule="core.weapon-lance"):
    """Add 1 to the Wound roll if its bearer made a Charge move this turn."""

    @modifies("wound", "roll")
    def thrust(self, game: Game, me: Bearer) -> int | None:
        return 1 if using(game, me.id, "lance") and did(game, me.id, "charge") else None


class Melta(Power, name="melta", rule="core.weapon-melta"):
    """Within half of its range its Damage is higher."""

    @modifies("damage", "changed")
    def burn(self, game: Game, me: Bearer) -> int | None:
        attack = using(game, me.id, "melta")
        printed = wielded(game, attack).number("melta") if attack and attack.near else 0
        return as_changed(game, "melta", me.id, printed) if printed else None


class Blast(Power, name="blast", rule="core.weapon-blast"):
    """One attack more for every five models in the target."""

    @modifies("attacks", "changed")
    def engulf(self, game: Game, me: Bearer) -> int | None:
        attack = using(game, me.id, "blast")
        return attack.size // 5 if attack else None


class IndirectFire(Power, name="indirect-fire", rule="errata.indirect-fire"):
    """Against a target that nobody of the unit sees, subtract 1 from the Hit roll."""

    @modifies("hit", "roll")
    def lob(self, game: Game, me: Bearer) -> int | None:
        attack = using(game, me.id, "indirect fire")
        return -1 if attack and attack.unseen else None


class TwinLinked(Power, name="twin-linked", rule="core.weapon-twin-linked"):
    """Wound rolls can be re-rolled."""

    @permits("reroll wounds")
    def again(self, game: Game, me: Bearer) -> bool:
        return using(game, me.id, "twin-linked") is not None


class Anti(Power, name="anti", rule="core.weapon-anti"):
    """Against a target with the keyword an unmodified Wound roll of so much is a Critical Wound."""

    @modifies("critical wound", "at least")
    def hunt(self, game: Game, me: Bearer) -> int | None:
        attack = attack_of(game)
        if attack is None or attack.unit != me.id:
            return None
        found = [
            as_changed(game, "anti", me.id, int(number))
            for ability, number in wielded(game, attack).abilities.items()
            if ability.startswith("anti-") and has_keyword(game, attack.target, ability[5:].title())
        ]
        return min(found, default=None)


class Assault(Power, name="assault", rule="core.weapon-assault"):
    """Its unit can shoot after an Advance, with such weapons."""

    @permits("shoot after advancing")
    def on_the_run(self, game: Game, me: Bearer) -> bool:
        arms = {used for one in models(game, me.id) for used in one.weapons}
        return any("assault" in weapon(game, used, me.id).abilities for used in arms)


RULED: Final = tuple(
    Power.of(name, text="Its weapons have this ability; the attack sequence knows what it does.")
    for name in AS_POWERS
    if name not in ("heavy", "lance", "melta", "blast", "indirect-fire", "twin-linked", "assault")
)
"""Abilities of weapons that steps of the rules look at."""
WEAPONS: Final = (Heavy(), Lance(), Melta(), Blast(), IndirectFire(), TwinLinked(), Anti(), Assault(), *RULED)
