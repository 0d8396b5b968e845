"""Steps 4 to 8: both pools are built and rolled, and criticals add dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Roll, Step, rule

from ..events.attacks import DiceAdded
from ..numbers import with_no_more, with_printed
from ..pools import FIGHTER, apart_in, note_pool
from ..terms import DIE, PICKED, SUCCESSES, Attack, Pool, alike, attack_sheet, attack_type, game_dice, pool_in
from .apart import kept, told_apart

if TYPE_CHECKING:
    from rulewright import Event, Game, Position, Steps


MOMENTS: Final = ("targeted", "attack pool", "own dice", "opposing dice", "before damage", "after attack")
"""When specials of attacks happen."""


@rule("attack.step-4", "attack-profile.strength", "field.condition.shock", "terms.halving")
def attack_dice(position: Position, attack: Attack) -> int:
    """As many dice as the strength, and what is added or removed; at least one."""
    sheet = attack_sheet(position, attack)
    if sheet.criticals_only:
        least = with_no_more(position, "attack dice", attack.attacker, sheet.strength)
        return max(1, least + min(0, attack.terms.dice))
    return max(1, with_printed(position, "attack dice", attack.attacker, sheet.strength) + attack.terms.dice)


@rule("attack.step-5", "stat-card.defenses", "attack-profile.type", "field.condition.incinerate", "terms.halving")
def defense_dice(position: Position, attack: Attack) -> int:
    """As many dice as the defense against that type, and what is added or removed; at least one, unless a text says
    that none are rolled."""
    if not position.may("roll defense dice", attack.target):
        return 0
    so = attack.defender in ("", attack.target)
    defended = (so and attack.defended) or attack_type(position, attack)
    defense = (so and attack.instead) or position.number(defended, attack.target)
    counts = with_printed if position.may("add defense dice", attack.target) else with_no_more
    return counts(position, "defense dice", attack.target, defense)


@rule("attack.step-4")
def build_attack_pool(game: Game, attack: Attack) -> Event:
    """Step 4: the attack pool is built."""
    return game.note(attack, attack_pool=Pool(attack_dice(game, attack)), **told_apart(game, attack, MOMENTS))


@rule("attack.step-5")
def build_defense_pool(game: Game, attack: Attack) -> Event:
    """Step 5: the defense pool is built."""
    return game.note(attack, defense_pool=Pool(defense_dice(game, attack)))


BUILT: Final = {"attack_pool": attack_dice, "defense_pool": defense_dice}


def built_dice(game: Game) -> dict[str, int]:
    """The pools of the attack that have been built and not been rolled, with the dice that each would get now."""
    inner = None
    for frame in game.frames():
        names = [step.name for step in frame.node.steps]
        if all(f"build_{pool}" in names for pool in BUILT):
            at = 0 if inner is None else inner.index - 1
            attack = game.context(Attack)
            return {
                pool: dice(game, attack)
                for pool, dice in BUILT.items()
                if names.index(f"build_{pool}") < at < names.index(f"roll {pool.removesuffix('_pool')}")
            }
        inner = frame
    return {}


@rule("attack.step-4", "attack.step-5")
def with_pools(game: Game, change: Any) -> Steps:
    """Something changes numbers; the pools that have been built and not been rolled change with them."""
    before = built_dice(game)
    yield from change
    attack = game.find_context(Attack)
    if attack is not None and before:
        pools: dict[str, Any] = {}
        for pool, dice in built_dice(game).items():
            if dice != before[pool]:
                pools[pool] = Pool(max(1, getattr(attack, pool).dice + dice - before[pool]) if dice else 0)
        if pools:
            yield game.note(attack, **pools)


def roller(attack: Attack, pool: str) -> int:
    """The player who rolls a pool."""
    return attack.player if pool == "attack" else 1 - attack.player


def rolling(name: str, id: str) -> Step:
    successes = SUCCESSES[name]

    @rule(id, "attack.step-6", "attack.step-7", "attack.outline")
    def roll(game: Game, attack: Attack) -> Steps:
        """Steps 6 and 7: all dice of a pool are rolled."""
        pool, apart = pool_in(attack, name), apart_in(attack, name)
        if not pool.dice:
            return
        dice, groups = game_dice(pool.dice), alike(name, apart, initial=True)
        request = Roll(dice, roller(attack, name), f"{name} roll", id, alike=groups)
        faces = yield request
        count = sum(face in successes for face in faces)
        fallen = request.fallen(faces) if PICKED in apart else kept(name, apart, faces)
        yield from note_pool(game, attack, name, Pool(pool.dice, faces.count("critical"), count, fallen), faces, id)

    return Step(roll, f"roll {name}")


@rule("attack.step-8", "field.condition.hex")
def dice_for_a_critical(game: Game, attack: Attack, name: str) -> int:
    """How many dice each critical adds to a pool; none where a text says so."""
    who = getattr(attack, FIGHTER[name])
    barred = name == "defense" and not game.may("add defense dice", who)
    return 0 if barred or not game.may("critical dice", who) else int(game.number("dice for criticals", who))


def adding(name: str) -> Step:
    successes = SUCCESSES[name]

    @rule("attack.step-8", "field.condition.hex")
    def add(game: Game, attack: Attack) -> Steps:
        """Step 8: a further die for each critical of the initial roll; criticals on these add none."""
        pool, id = pool_in(attack, name), "attack.step-8"
        more = dice_for_a_critical(game, attack, name) if pool.criticals else 0
        if not more:
            return
        apart = apart_in(attack, name)
        dice, groups = game_dice(pool.criticals * more), alike(name, apart)
        faces = yield Roll(dice, roller(attack, name), f"{name} criticals", id, alike=groups)
        count = pool.successes + sum(face in successes for face in faces)
        lying = () if pool.roll is None else pool.roll.faces
        roll = kept(name, apart, (*lying, *faces))
        if PICKED in apart and pool.roll is not None:
            roll = pool.roll.with_added(DIE, faces, "criticals")
        yield from note_pool(game, attack, name, Pool(pool.dice, 0, count, roll), faces, id, DiceAdded)

    return Step(add, f"add {name} dice")
