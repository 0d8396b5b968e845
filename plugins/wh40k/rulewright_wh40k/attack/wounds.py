"""Which hits wound: Strength against Toughness."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import rule

from ..dice.rolls import Goal, thrown
from ..events.attacks import WoundsRolled
from ..numbers import as_changed
from ..terms import AttackSequence, Owed, Strike, models, wielded
from .damage import damage_of
from .hits import D6, MISS

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps


SHARP: Final = frozenset({"devastating wounds", "searing"})
"""The abilities of weapons for which a Critical Wound is better than another one."""


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


@rule("core.wound-roll", "commentary.precedence-attacks")
def wounds_on(position: Position, attack: AttackSequence) -> int:
    """The Wound roll that wounds the target; a rule of the attacker goes before one of the target."""
    if always := int(position.number("wounds on", attack.unit)):
        return always
    tough = attack.toughness or toughness(position, attack.target)
    need = needed(int(position.number("strength", attack.unit)), tough)
    return max(need, int(position.number("wounded on", attack.target)))


@rule("core.wound-roll", "core.weapon-twin-linked", "core.weapon-anti", "core.weapon-lethal-hits",
      "core.weapon-devastating-wounds", "errata.devastating-wounds", "core.re-rolls", "commentary.critical-wound",
      "commentary.automatically-wounds", "commentary.wound", "errata.mortal-wounds")  # fmt: skip
def roll_to_wound(game: Game, attack: AttackSequence) -> Steps:
    """A D6 for each hit, against what strength and toughness need."""
    used = wielded(game, attack)
    need = wounds_on(game, attack)
    modifier, critical = int(game.number("wound", attack.unit)), int(game.number("critical wound", attack.unit))

    def wounds(face: int) -> bool:
        return face >= critical or (face > MISS and face + modifier >= need)

    faces: Any = ()
    if attack.hits:
        least = next(face for face in D6 if wounds(face) or face == 6)
        best = max(least, critical) if used.abilities.keys() & SHARP else least
        throw: Any = yield from thrown(
            game, attack.player, attack.unit, "wound", attack.hits, "core.wound-roll", goal=lambda: Goal(least, best)
        )
        faces = throw.faces
    wounded = sum(map(wounds, faces)) + attack.lethal
    yield WoundsRolled(attack.unit, attack.target, faces, wounded, rule="core.wound-roll")
    criticals = sum(face >= critical for face in faces)
    devastating = criticals if "devastating wounds" in used.abilities else 0
    yield game.note(attack, wounds=wounded - devastating)
    strike = game.context(Strike)
    dealt = (yield from damage_of(game, attack, devastating)) if devastating else ()
    seared = as_changed(game, "searing", attack.unit, used.number("searing")) if "searing" in used.abilities else 0
    searing = (seared,) * criticals if seared else ()
    owed = [Owed(attack.target, each, attack.weapon, attack.models) for each in dealt]
    owed += [Owed(attack.target, each, attack.weapon, attack.models, spills=True) for each in searing]
    if owed:
        yield game.note(strike, mortal=(*strike.mortal, *owed))


@rule("commentary.unit-toughness", "commentary.mixed-toughness", "core.ability-leader")
def toughness(position: Position, target: str) -> int:
    """The Toughness of a unit: the highest among its models, those of its Bodyguard if it is attached."""
    left = models(position, target)
    own = [one for one in left if one.origin == target] or left
    return max(int(position.number("toughness", str(one.id))) for one in own)
