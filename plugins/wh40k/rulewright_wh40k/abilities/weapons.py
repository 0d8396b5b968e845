"""Abilities of weapons. A unit carries those of all its weapons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rulewright import Power
from rulewright.powers import Bearer, modifies, permits

from ..terms import did, has_keyword, volley_of, weapon

if TYPE_CHECKING:
    from rulewright import Game, Position

    from ..terms import Volley


def using(position: Position, id: str, ability: str) -> Volley | None:
    """The attacks that a unit makes with a weapon that has an ability; None where it makes none."""
    volley = volley_of(position)
    if volley is None or volley.unit != id or ability not in weapon(position, volley.weapon).abilities:
        return None
    return volley


class Heavy(Power, name="heavy", rule="core.weapon-heavy"):
    """Add 1 to the Hit roll if its unit Remained Stationary this turn."""

    @modifies("hit", "roll")
    def aim(self, game: Game, me: Bearer) -> int | None:
        moved = did(game, me.id, "normal", "advance", "fall back", "charge", "disembarked", "arrived")
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
        volley = using(game, me.id, "melta")
        return weapon(game, volley.weapon).number("melta") if volley and volley.near else None


class Blast(Power, name="blast", rule="core.weapon-blast"):
    """One attack more for every five models in the target."""

    @modifies("attacks", "changed")
    def engulf(self, game: Game, me: Bearer) -> int | None:
        volley = using(game, me.id, "blast")
        return volley.size // 5 if volley else None


class IndirectFire(Power, name="indirect-fire", rule="errata.indirect-fire"):
    """Against a target that nobody of the unit sees, subtract 1 from the Hit roll."""

    @modifies("hit", "roll")
    def lob(self, game: Game, me: Bearer) -> int | None:
        volley = using(game, me.id, "indirect fire")
        return -1 if volley and volley.unseen else None


class TwinLinked(Power, name="twin-linked", rule="core.weapon-twin-linked"):
    """Wound rolls can be re-rolled."""

    @permits("reroll wounds")
    def again(self, game: Game, me: Bearer) -> bool:
        return using(game, me.id, "twin-linked") is not None


class Anti(Power, name="anti", rule="core.weapon-anti"):
    """Against a target with the keyword an unmodified Wound roll of so much is a Critical Wound."""

    @modifies("critical wound", "at least")
    def hunt(self, game: Game, me: Bearer) -> int | None:
        volley = volley_of(game)
        if volley is None or volley.unit != me.id:
            return None
        found = [
            int(number)
            for ability, number in weapon(game, volley.weapon).abilities.items()
            if ability.startswith("anti-") and has_keyword(game, volley.target, ability[5:].title())
        ]
        return min(found, default=None)


class Assault(Power, name="assault", rule="core.weapon-assault"):
    """Its unit can shoot after an Advance, with such weapons."""

    @permits("shoot after advancing")
    def on_the_run(self, game: Game, me: Bearer) -> bool:
        return True


WEAPONS: Final = (Heavy(), Lance(), Melta(), Blast(), IndirectFire(), TwinLinked(), Anti(), Assault())
