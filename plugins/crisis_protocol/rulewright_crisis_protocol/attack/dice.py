"""Steps 4 to 8: both pools are built and rolled, and criticals add dice."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from rulewright import DiceRoll, Roll, Step, rule

from ..events.attacks import DiceAdded
from ..numbers import with_printed
from ..pools import BESIDES, FIGHTER, UNCOUNTED, apart_in, note_pool
from ..superpowers.powers import cost_of as superpower_cost
from ..terms import (
    DIE,
    EACH,
    PICKED,
    SUCCESSES,
    Apart,
    Attack,
    Pool,
    alike,
    attack_sheet,
    attack_type,
    can_pay,
    character,
    pool_in,
)
from .cover import COVERABLE, covered

if TYPE_CHECKING:
    from rulewright import Event, Game, Steps


MOMENTS: Final = ("targeted", "attack pool", "own dice", "opposing dice", "before damage", "after attack")
"""When specials of attacks happen."""
OPPOSING: Final = "successes for opposing failures"
OTHER: Final = {"attack": "defense", "defense": "attack"}
"""The pool against each."""


@rule("attack.step-4", "attack-profile.strength", "field.condition.shock", "terms.halving", "dice.type")
def build_attack_pool(game: Game, attack: Attack) -> Event:
    """Step 4: as many dice as the strength, and what is added or removed; at least one."""
    strength = attack_sheet(game, attack).strength
    pool = Pool(max(1, with_printed(game, "attack dice", attack.attacker, strength) + attack.terms.dice))
    return game.note(attack, attack_pool=pool, **icons_that_matter(game, attack))


@rule("attack.step-5", "stat-card.defenses", "attack-profile.type", "field.condition.incinerate", "terms.halving")
def build_defense_pool(game: Game, attack: Attack) -> Event:
    """Step 5: as many dice as the defense against that type, and what is added or removed; at least one."""
    defense = attack.instead or game.number(attack.defended or attack_type(game, attack), attack.target)
    return game.note(attack, defense_pool=Pool(with_printed(game, "defense dice", attack.target, defense)))


def icons_that_matter(game: Game, attack: Attack, moments: Collection[str] = MOMENTS) -> dict[str, Any]:
    """What specials of the attack at these moments, superpowers and cards of both sides and cover tell apart."""
    found: dict[str, dict[tuple[str, ...], None]] = {"attack": {}, "defense": {}}
    fighters = ((attack.attacker, ("attack", "defense")), (attack.target, ("defense", "attack")))
    specials = [special for special in attack_sheet(game, attack).specials if special.when in moments]
    texts: list[tuple[Any, tuple[str, str]]] = [(special, ("attack", "defense")) for special in specials]
    texts += [(sheet, pools) for id, pools in fighters for sheet in _sheets(game, id)]
    texts += [(sheet, ("", "")) for sheet in _helping(game, (attack.attacker, attack.target))]
    for sheet, (own, opposing) in texts:
        names = {"own": own, "opposing": opposing}
        for pool, icons in sheet.apart:
            found[names.get(pool, pool)][icons] = None
    if attack.terms.reroll:
        found["attack"] |= dict.fromkeys(EACH)
    if covered(game, attack):
        found["defense"] |= dict.fromkeys((PICKED, COVERABLE))
    for pool, fighter in FIGHTER.items():
        who = getattr(attack, fighter)
        found[pool] |= {(face,): None for face, stat in BESIDES.items() if game.number(stat, who)}
        found[pool] |= {(face,): None for face, deed in UNCOUNTED.items() if not game.may(deed, who)}
        if game.number(OPPOSING, who):
            found[OTHER[pool]][("failure",)] = None
    return {f"{pool}_apart": tuple(sorted(sets)) for pool, sets in found.items()}


def _sheets(game: Game, id: str) -> Iterator[Any]:
    """The superpowers and cards that look at dice, and that a character could pay for now."""
    content = game.content
    for name in (item.name for item in game.carried(id)):
        power = content.superpowers.get(name)
        if power is not None and power.apart:
            if can_pay(game, id, superpower_cost(game, id, power)):
                yield power
    for card in (content.tactics[card] for card in game.state.squads[character(game, id).player].tactics):
        if card.apart and can_pay(game, id, card.cost):
            yield card


def _helping(game: Game, fighters: Collection[str]) -> Iterator[Any]:
    """The superpowers of others that modify dice of their allies."""
    helping = game.content.helping
    for id in game.state.characters if helping else ():
        if id not in fighters:
            yield from (helping[item.name] for item in game.carried(id) if item.name in helping)


def roller(attack: Attack, pool: str) -> int:
    """The player who rolls a pool."""
    return attack.player if pool == "attack" else 1 - attack.player


def rolling(name: str, id: str) -> Step:
    successes = SUCCESSES[name]

    @rule(id, "attack.step-6", "attack.step-7", "attack.outline")
    def roll(game: Game, attack: Attack) -> Steps:
        """Steps 6 and 7: all dice of a pool are rolled."""
        pool, apart = pool_in(attack, name), apart_in(attack, name)
        dice, groups = (DIE,) * pool.dice, alike(name, apart, initial=True)
        request = Roll(dice, roller(attack, name), f"{name} roll", id, alike=groups)
        faces = yield request
        count = sum(face in successes for face in faces)
        fallen = request.fallen(faces) if PICKED in apart else _counted(name, apart, faces)
        yield from note_pool(game, attack, name, Pool(pool.dice, faces.count("critical"), count, fallen), faces, id)

    return Step(roll, f"roll {name}")


def _counted(name: str, apart: Apart, faces: Iterable[Any]) -> DiceRoll | None:
    """The dice of a pool that count from now on where nobody picks one: all successes, and what something tells apart.

    They lie in one order however they fell, so that like pools are one. None where successes alone count.
    """
    if not apart:
        return None
    wanted = {*SUCCESSES[name], *(icon for icons in apart for icon in icons)}
    left = sorted((face for face in faces if face in wanted), key=DIE.faces.index)
    return DiceRoll.of((DIE,) * len(left), left)


def adding(name: str) -> Step:
    successes = SUCCESSES[name]

    @rule("attack.step-8", "field.condition.hex")
    def add(game: Game, attack: Attack) -> Steps:
        """Step 8: a further die for each critical of the initial roll; criticals on these add none."""
        pool, id = pool_in(attack, name), "attack.step-8"
        if not pool.criticals or not game.may("critical dice", getattr(attack, FIGHTER[name])):
            return
        apart = apart_in(attack, name)
        more = int(game.number("dice for criticals", getattr(attack, FIGHTER[name])))
        dice, groups = (DIE,) * (pool.criticals * more), alike(name, apart)
        faces = yield Roll(dice, roller(attack, name), f"{name} criticals", id, alike=groups)
        count = pool.successes + sum(face in successes for face in faces)
        lying = () if pool.roll is None else pool.roll.faces
        roll = _counted(name, apart, (*lying, *faces))
        if PICKED in apart and pool.roll is not None:
            roll = pool.roll.with_added(DIE, faces, "criticals")
        yield from note_pool(game, attack, name, Pool(pool.dice, 0, count, roll), faces, id, DiceAdded)

    return Step(add, f"add {name} dice")
