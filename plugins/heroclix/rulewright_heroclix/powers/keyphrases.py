"""Keyphrase abilities and improved abilities (19.3, 19.5). Most are only asked for where the rules name them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Power
from rulewright.powers import Bearer, after, before, forbids, modifies, permits

from ..damage import deal, preventable
from ..events.attacks import Targeted
from ..events.damage import DamageDealt
from ..events.turns import ActionResolved
from ..terms import attack_of, friendly, immune

if TYPE_CHECKING:
    from rulewright import Game


class TinySize(Power, name="tiny-size", rule="keyword.tiny-size"):
    """It modifies defense +1 against range attacks."""

    @modifies("defense", "modify")
    def defend(self, game: Game, me: Bearer) -> int | None:
        attack = attack_of(game)
        return 1 if attack is not None and attack.kind == "range" and me.id in attack.targets else None


class KnockBack(Power, name="knockback", rule="keyword.knockback"):
    """When it hits, its player may knock back all hit characters that took damage."""

    @permits("knock back")
    def knock_back(self, game: Game, me: Bearer) -> bool:
        return True


class Immobile(Power, name="immobile", rule="keyword.immobile"):
    """It cannot be moved or placed."""

    @forbids("move")
    @forbids("be placed")
    def stay(self, game: Game, me: Bearer) -> bool:
        return True


class Immune(Power, name="immune", rule="keyword.immune"):
    """Effects of opposing game elements cannot move, place, damage or target it."""

    @before(Targeted, me="target", only=lambda game, me, event: not friendly(game, me.id, event.attacker))
    def shun(self, game: Game, me: Bearer, event: Targeted) -> None:
        return None

    @before(DamageDealt, me="character", only=lambda game, me, event: preventable(event)
            and immune(game, me.id, event.by))  # fmt: skip
    def withstand(self, game: Game, me: Bearer, event: DamageDealt) -> None:
        return None


class ColossalStamina(Power, name="colossal-stamina", rule="22.2"):
    """It is given costed actions with two action tokens, and then takes 1 unavoidable damage."""

    @after(ActionResolved, me="character", only=lambda game, me, event: event.type != "FREE"
           and "strained" in me.record.done)  # fmt: skip
    def strain(self, game: Game, me: Bearer, event: ActionResolved) -> Any:
        yield from deal(game, [(me.id, 1)], kind="unavoidable", rule=self.rule)


class ImprovedAdjacent(Power, name="improved-targeting-adjacent", rule="improved.targeting-adjacent"):
    """It makes range attacks while it is adjacent to opposing characters."""

    @permits("shoot beside foes")
    def shoot(self, game: Game, me: Bearer) -> bool:
        return _unless_earthbound(game, me)


def _unless_earthbound(game: Game, me: Bearer) -> bool:
    return not game.has("earthbound-neutralized", me.id)


def _permitting(name: str, rule: str, text: str, *permissions: str) -> Any:
    allowed = (permits(permission)(_unless_earthbound) for permission in permissions)
    return Power.of(name, *allowed, rule=rule, text=text)


def _asked(name: str, rule: str, text: str) -> Any:
    return Power.of(name, rule=rule, text=text)


KEYPHRASES: Final = (
    TinySize(), KnockBack(), Immobile(), Immune(), ColossalStamina(),
    _asked("autonomous", "keyword.autonomous", "Its costed actions do not count against the action total."),
    _asked("flight", "keyword.flight", "It moves over elevation, outdoor blocking terrain and characters."),
    _asked("giant-reach", "keyword.giant-reach", "Its close attacks reach targets within X squares."),
    _asked("great-size", "keyword.great-size", "It moves over and is seen over much terrain."),
    _asked("passenger", "keyword.passenger", "It can carry up to X characters of its size or smaller."),
    _asked("safeguard", "keyword.safeguard", "The stated effect can neither target nor damage it."),
    _asked("stop", "keyword.stop", "Damage from an attack turns the dial no further than this click."),
    _asked("swim", "keyword.swim", "In water, range attacks from more than 4 squares away cannot target it."),
)  # fmt: skip
"""Keyphrase abilities (19.5); some are granted with a number, or the name of an effect, behind a colon."""

IMPROVED: Final = (
    _permitting("improved-movement-elevated", "improved.movement-elevated", "Elevation does not stop it.",
                "cross elevations"),
    _permitting("improved-movement-blocking", "improved.movement-blocking", "It moves through blocking terrain.",
                "move through blocking terrain"),
    _permitting("improved-movement-outdoor-blocking", "improved.movement-outdoor-blocking",
                "It moves through outdoor blocking terrain.", "move through outdoor blocking terrain"),
    _permitting("improved-movement-destroy-blocking", "improved.movement-destroy-blocking",
                "It moves through blocking terrain and destroys it.", "move through blocking terrain"),
    _permitting("improved-movement-characters", "improved.movement-characters",
                "It breaks away automatically, and moves through and past opposing characters.",
                "break away automatically", "move through opposing characters"),
    _permitting("improved-movement-move-through", "improved.movement-move-through",
                "It moves through and past opposing characters.", "move through opposing characters"),
    _asked("improved-targeting-elevated", "improved.targeting-elevated", "Elevation blocks none of its lines of fire."),
    _asked("improved-targeting-hindering", "improved.targeting-hindering", "Its lines of fire are never hindered."),
    _asked("improved-targeting-blocking", "improved.targeting-blocking",
           "Blocking terrain blocks none of its lines of fire."),
    _asked("improved-targeting-destroy-blocking", "improved.targeting-destroy-blocking",
           "Its line of fire goes through one piece of blocking terrain, which is destroyed."),
    _asked("improved-targeting-characters", "improved.targeting-characters",
           "Characters block none of its lines of fire."),
    ImprovedAdjacent(),
    _asked("improved-movement-hindering", "improved.movement-hindering", "On older cards; nothing hinders moves now."),
    _asked("improved-movement-water", "improved.movement-water", "On older cards; water does not stop moves now."),
)  # fmt: skip
"""Improved abilities (19.3)."""
