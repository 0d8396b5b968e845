"""The attack sequence: every attack hits, wounds and inflicts before the next, with the keywords of its weapon.

What repeats (attacks, hits, points of damage) is a loop, and contexts hold what is still to be done: nothing stands
suspended between one roll and the next, and positions that go on alike are alike, so that exact odds are quick.
"""

from __future__ import annotations

import rulewright as rw
from rulewright.powers import Bearer, modifies

from .damage import INFLICT
from .phases import Pick, picking, ruleset
from .rolling import REROLLS, ROLL, roll_modifier
from .terms import Acted, Kind, Model, Setup, Troop, Unit, Weapon, enemies, engaged, kind_of, living


class Attacking(rw.Context):
    """A unit (or only these of its models) makes attacks; ``aside`` waits until all the others are resolved."""

    player: int
    unit: int
    melee: bool = False
    models: tuple[int, ...] = ()
    target: int | None = None
    attacks: tuple[tuple[str, int], ...] = ()
    aside: tuple[tuple[str, int], ...] = ()


class Strike(rw.Context):
    """One attack: how many hits are still to be resolved, and whether the next of them wounds automatically."""

    number: int
    weapon: str
    target: int
    hits: int = 0
    lethal: bool = False
    rolled: int = 0


class Hit(rw.Context):
    """One hit, which wounds automatically or not."""

    automatic: bool = False
    rolled: int = 0


# -------------------------------------------------------------------------------------------------------- targets


def targets(game: rw.Game, unit: Unit, weapon: str) -> list[int]:
    """Whom a weapon may attack: a blade those engaged; a rifle those in range, and nobody who is engaged."""
    close, reach = engaged(game, unit), game.setup.weapons[weapon].reach
    if close or not reach:
        return [] if reach else close
    return [foe.id for foe in enemies(game, unit) if abs(foe.x - unit.x) <= reach and not engaged(game, foe)]


def arms(game: rw.Game, models: list[Model], melee: bool) -> dict[str, int]:
    """The weapons of these models and how many attacks each makes."""
    found: dict[str, int] = {}
    for name in (name for model in models for name in kind_of(game, model).weapons):
        weapon = game.setup.weapons[name]
        if (not weapon.reach) == melee:
            found[name] = found.get(name, 0) + weapon.attacks
    return found


def in_sight(game: rw.Game, unit: Unit) -> set[int]:
    weapons = arms(game, living(game, unit.id), melee=False)
    return {target for weapon in weapons for target in targets(game, unit, weapon)}


@rw.rule("core.select-ranged-targets", "core.make-ranged-attacks")
def select_targets(game: rw.Game, attacking: Attacking) -> rw.Steps:
    """Before any attack is resolved all targets are selected; attacks at one target come before those at another."""
    unit = game.state.units[attacking.unit]
    models = [game.state.models[model] for model in attacking.models] or living(game, unit.id)
    attacks: list[tuple[str, int]] = []
    for weapon, count in arms(game, models, attacking.melee).items():
        found = [target for target in targets(game, unit, weapon) if attacking.target in (None, target)]
        if found:
            several = len(found) > 1
            target = (yield rw.choose(attacking.player, "target", found, weapon=weapon)) if several else found[0]
            attacks += [(weapon, target)] * count
    order = list(dict.fromkeys(target for _, target in attacks))
    attacks.sort(key=lambda attack: order.index(attack[1]))
    yield game.note(attacking, attacks=tuple(attacks))


# --------------------------------------------------------------------------------------------------- hit and wound


def next_strike(game: rw.Game, last: Strike | None) -> Strike | None:
    """The next attack whose target still lives."""
    attacks = game.context(Attacking).attacks
    for number in range(last.number + 1 if last else 0, len(attacks)):
        weapon, target = attacks[number]
        if living(game, target):
            return Strike(number=number, weapon=weapon, target=target)
    return None


@rw.rule("core.hit-roll", "errata.stratagem-fire-overwatch")
def roll_to_hit(game: rw.Game, strike: Strike) -> rw.Call:
    """A one always misses, a six always hits; snap shots hit on sixes only."""
    attacking, weapon = game.context(Attacking), game.setup.weapons[strike.weapon]
    needed = min(6, max(2, weapon.skill - game.number("hit roll", attacking.unit)))
    if any(rw.active_effects(game, "snap shots", attacking.unit)):
        needed = 6
    again = weapon.again.get("hit", ())
    return ROLL(player=attacking.player, what="hit", needed=needed, also=(6,), again=again)


@rw.rule("core.weapon-sustained-hits", "core.weapon-lethal-hits")
def score_hits(game: rw.Game, strike: Strike) -> rw.Event | None:
    """A six is a Critical Hit: sustained hits add to it, and a lethal one wounds automatically."""
    weapon, critical = game.setup.weapons[strike.weapon], strike.rolled == 6
    if not strike.rolled:
        return None
    hits = 1 + weapon.sustained if critical else 1
    return game.note(strike, hits=hits, lethal=critical and "lethal hits" in weapon.abilities, rolled=0)


def next_hit(game: rw.Game, last: Hit | None) -> Hit | None:
    strike = game.context(Strike)
    return Hit(automatic=strike.lethal) if strike.hits and living(game, strike.target) else None


@rw.rule("core.wound-roll", "commentary.additional-hits")
def roll_to_wound(game: rw.Game, hit: Hit) -> rw.Steps:
    """The lethal hit does not roll; the additional hits do."""
    strike, attacking = game.context(Strike), game.context(Attacking)
    weapon = game.setup.weapons[strike.weapon]
    yield game.note(strike, hits=strike.hits - 1, lethal=False)
    if hit.automatic:
        return None
    needed = to_wound(game, weapon.strength, strike.target) - game.number("wound roll", attacking.unit)
    needed, again = min(6, max(2, needed)), weapon.again.get("wound", ())
    critical = (6,) if "devastating wounds" in weapon.abilities else ()
    return ROLL(player=attacking.player, what="wound", needed=needed, also=critical, again=again)


@rw.rule("errata.devastating-wounds")
def score_wound(game: rw.Game, hit: Hit) -> rw.Call | rw.Event | None:
    """A wound is inflicted at once; a devastating Critical Wound is set aside."""
    if not (hit.automatic or hit.rolled):
        return None
    strike, attacking = game.context(Strike), game.context(Attacking)
    if hit.rolled == 6 and "devastating wounds" in game.setup.weapons[strike.weapon].abilities:
        return game.note(attacking, aside=(*attacking.aside, (strike.weapon, strike.target)))
    return INFLICT(target=strike.target, weapon=strike.weapon, player=attacking.player)


def to_wound(game: rw.Game, strength: int, target: int) -> int:
    """What a Wound roll needs against the toughness of the bodyguard, or of the rest."""
    models = [kind_of(game, model) for model in living(game, target)]
    body = [kind.toughness for kind in models if "character" not in kind.keywords]
    toughness = max(body or [kind.toughness for kind in models])
    if strength >= 2 * toughness:
        return 2
    if 2 * strength <= toughness:
        return 6
    return 3 if strength > toughness else 4 if strength == toughness else 5


def next_aside(game: rw.Game, last: Strike | None) -> Strike | None:
    waiting = enumerate(game.context(Attacking).aside)
    found = (Strike(number=n, weapon=w, target=target) for n, (w, target) in waiting if living(game, target))
    return next(found, None)


@rw.rule("errata.devastating-wounds")
def devastate(game: rw.Game, strike: Strike) -> rw.Steps:
    """After all other attacks, without a save."""
    attacking = game.context(Attacking)
    yield game.note(attacking, aside=attacking.aside[strike.number + 1 :])
    return INFLICT(target=strike.target, weapon=strike.weapon, player=attacking.player, saveable=False)


HITS = rw.Loop("hits", next_hit, [roll_to_wound, score_wound])
STRIKES = rw.Loop("strikes", next_strike, [roll_to_hit, score_hits, HITS])
DEVASTATING = rw.Loop("devastating", next_aside, [devastate])
ATTACKS = rw.Procedure("attacks", [select_targets, rw.Window("targets selected"), STRIKES, DEVASTATING])


def of_attack(stat: str) -> rw.StatRule:
    """What modifies a roll of the attack that is being resolved: its weapon, beside what units carry."""

    def modifiers(game: rw.Game, unit: int) -> list[rw.Modifier]:
        weapon = game.context(Strike).weapon
        amounts = game.setup.weapons[weapon].modifiers
        return [rw.Modifier(stat, "modifiers", amounts[stat], weapon)] if stat in amounts else []

    return roll_modifier(stat, modifiers)


def hard_to(roll: str) -> rw.Power:
    """The ability of a target: 1 is subtracted from the roll, or as much as its version says."""

    @modifies(f"{roll} roll", "modifiers", others=True, of="units")
    def harder(game: rw.Game, me: Bearer, attacker: int) -> int | None:
        return -int(me.version or 1) if game.context(Strike).target == me.id else None

    return rw.Power.of(f"hard to {roll}", harder)


STATS = [of_attack("hit roll"), of_attack("wound roll")]
POWERS = HARD_TO_HIT, HARD_TO_WOUND = hard_to("hit"), hard_to("wound")


# --------------------------------------------------------------------------------------------- the shooting phase


def has_shot(game: rw.Game, attacking: Attacking) -> rw.Event | None:
    found = tuple(dict.fromkeys(target for _, target in attacking.attacks))
    return Acted(attacking.unit, found) if attacking.unit in game.state.units else None


SHOOT = rw.Procedure("shoot", [ATTACKS, has_shot], Attacking)


def pick_shooter(game: rw.Game, pick: Pick) -> rw.Steps:
    unit = yield rw.choose(pick.player, "shoot", (*pick.units, None))
    return rw.Leave("shooters") if unit is None else SHOOT(player=pick.player, unit=unit)


SHOOTING = ("shooting", rw.Loop("shooters", picking(in_sight), [pick_shooter]))
RULESET = ruleset("attack", SHOOTING, procedures=[ROLL, INFLICT, SHOOT], reactions=REROLLS, stats=STATS, powers=POWERS)
RULES = RULESET.freeze()
SETUP = Setup(
    units=(
        Troop(0, 0, {"rifleman": 8, "gunner": 2}),
        Troop(1, 20, {"rifleman": 5, "gunner": 1}),
        Troop(1, 30, {"gunner": 2}),
    ),
    kinds={
        "rifleman": Kind(("rifle",), save=5, feel_no_pain=6, shared=("hard to hit",)),
        "gunner": Kind(("cannon",), save=4, wounds=2, shared=("hard to wound",)),
    },
    weapons={
        "rifle": Weapon(sustained=1, abilities=("lethal hits",), again={"hit": (1,)}),
        "cannon": Weapon(36, 2, 4, 8, 2, 0, 3, abilities=("devastating wounds",), again={"damage": (1,)}),
    },
    cp=(2, 2),
    rounds=3,
)
