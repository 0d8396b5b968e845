"""An attack against several targets, one after the other in the order its player chooses, while the table changes.

An area attack strikes all enemies in reach: a series of attacks, paid once, each resolved completely before the next
target is chosen among those who still are legal targets. Each attack is one roll of both sides.
"""

from typing import Any

import rulewright as rw
from rulewright.powers import Bearer, after

from .damage import DAMAGE, DAMAGE_POWERS, POWER_FROM_DAMAGE, bleed

from .terms import (  # isort: skip
    CARRIERS, CRISIS, FIGHTER, SUCCESSES, Activation, Battlefield, Character, Damaged, Moved, PowerChanged, Profile,
    Skirmish, able, activate, may_attack, near, next_turn, populate, reactive, roller, targets,
)  # fmt: skip


class Series(rw.Context):
    """An area attack: those in reach when it was chosen, of whom ``done`` were attacked already."""

    attacker: str
    targets: tuple[str, ...] = ()
    done: tuple[str, ...] = ()


class Attack(rw.Context):
    """One attack of a series, which may come to have another target than was declared."""

    player: int
    attacker: str
    target: str = ""
    wilds: int = 0
    damage: int = 0


class Targeted(rw.Event, frozen=True):
    attacker: str
    target: str


class AttackResolved(rw.Event, frozen=True):
    attacker: str
    target: str


# ------------------------------------------------------------------------------------------------------ the series


@rw.rule("action.attack", "action.move")
def act(game: rw.Game, activation: Activation) -> rw.Steps:
    """A character moves by 1 or attacks everyone in reach."""
    card = game.state.characters[activation.character]
    deed = yield rw.choose(card.player, "action", ["left", "right", *["attack"] * may_attack(game, card.id)])
    if deed == "attack":
        return SERIES(attacker=card.id, targets=targets(game, card.id))
    return Moved(card.id, 1 if deed == "right" else -1)


def open_targets(game: rw.Game) -> list[str]:
    """Those still to be attacked: in reach when the attack was chosen, and legal targets now."""
    series = game.context(Series)
    legal = targets(game, series.attacker)
    return [target for target in series.targets if target in legal and target not in series.done]


@rw.rule("area.resolve", "beam.resolve")
def next_attack(game: rw.Game, last: Attack | None) -> Attack | None:
    """The series goes on as long as someone is left to be attacked."""
    attacker = game.state.characters[game.context(Series).attacker]
    return Attack(attacker.player, attacker.id) if open_targets(game) else None


@rw.rule("attack.step-2", "area.resolve")
def declare_target(game: rw.Game, attack: Attack) -> rw.Steps:
    """The attacker chooses the next target; what triggers on being targeted follows."""
    target = yield rw.choose(attack.player, "target", open_targets(game), rule="attack.step-2")
    series = game.context(Series)
    yield game.note(series, done=(*series.done, target))
    yield game.note(attack, target=target)
    return Targeted(attack.attacker, target)


def in_first_attack(game: rw.Game, attack: Attack) -> bool:
    return len(game.context(Series).done) == 1


@rw.rule("attack.step-3", "area.resolve")
def pay_power(game: rw.Game, attack: Attack) -> rw.Event | None:
    """The cost is paid, once for the whole series."""
    cost = game.state.characters[attack.attacker].attack.cost
    return PowerChanged(attack.attacker, -cost) if cost and in_first_attack(game, attack) else None


@rw.rule("area.allies")
def strike_allies(game: rw.Game, attack: Attack) -> list[rw.Event]:
    """Allies in the area suffer 1 damage, once, and nothing else."""
    reach = game.state.characters[attack.attacker].attack.reach
    allies = near(game, attack.attacker, reach, enemies=False) if in_first_attack(game, attack) else []
    return [Damaged(ally, 1, attack.attacker) for ally in allies if able(game, ally)]


@rw.rule("attack.step-6", "attack.step-7", "attack.step-11")
def roll_dice(game: rw.Game, attack: Attack) -> rw.Steps:
    """Both sides roll; the damage is by how much the successes of the attacker exceed those of the defender."""
    cards = [game.state.characters[who] for who in (attack.attacker, attack.target)]
    faces = {}
    for side, dice in zip(FIGHTER, (cards[0].attack.strength, cards[1].defense), strict=True):
        faces[side] = yield rw.Roll((CRISIS,) * dice, roller(attack, side), f"{side} roll")
    struck, stopped = [sum(face in SUCCESSES[side] for face in faces[side]) for side in FIGHTER]
    yield game.note(attack, wilds=faces["attack"].count("wild"), damage=max(0, struck - stopped))


@rw.rule("attack.step-13")
def suffer_damage(game: rw.Game, attack: Attack) -> rw.Event | None:
    """The target of this attack suffers the damage."""
    return Damaged(attack.target, attack.damage, attack.attacker) if attack.damage else None


@rw.rule("attack.step-14")
def finish_attack(game: rw.Game, attack: Attack) -> rw.Event:
    """What triggers after this attack comes now, before the next."""
    return AttackResolved(attack.attacker, attack.target)


SERIES = rw.Procedure(
    "series",
    [
        rw.Loop(
            "attack", next_attack, [declare_target, pay_power, strike_allies, roll_dice, suffer_damage, finish_attack]
        )
    ],
    Series,
)


# ------------------------------------------------------------------------------------------- what changes the table


def can_guard(game: rw.Game, me: Bearer, event: Targeted) -> bool:
    """It stands next to the target, while that is the target, and the attack could have it as its target."""
    still = game.context(Attack).target == event.target
    return still and me.id in near(game, event.target, 1, enemies=False) and me.id in targets(game, event.attacker)


class Bodyguard(rw.Power, name="bodyguard"):
    """The bodyguard becomes the target of this attack, and may still be the target of one of its own."""

    @reactive(Targeted, only=can_guard)
    def step_in(self, game: rw.Game, me: Bearer, event: Targeted) -> list[rw.Event]:
        return [game.note(game.context(Attack), target=me.id), Targeted(event.attacker, me.id)]


def rolled_a_wild(game: rw.Game, me: Bearer, event: AttackResolved) -> bool:
    return bool(game.context(Attack).wilds)


class Shove(rw.Power, name="shove", rule="attack.icon-rules"):
    """A wild of an attacker who shoves pushes the target away by 1, unless it is dazed or gone."""

    @after(AttackResolved, me="attacker", only=rolled_a_wild, order_matters=False)
    def push(self, game: rw.Game, me: Bearer, event: AttackResolved) -> rw.Event | None:
        if not able(game, event.target):
            return None
        return Moved(event.target, 1 if game.state.characters[event.target].place >= me.record.place else -1)


class Advance(rw.Power, name="advance", rule="attack.icon-rules"):
    """A wild moves an attacker who advances by 1: whoever comes into reach by it is no target of the series."""

    @after(AttackResolved, me="attacker", only=rolled_a_wild, order_matters=False)
    def move(self, game: rw.Game, me: Bearer, event: AttackResolved) -> rw.Event:
        return Moved(me.id, 1)


def attacked_within_3(game: rw.Game, me: Bearer, event: AttackResolved) -> bool:
    return able(game, event.attacker) and event.attacker in near(game, me.id, 3, enemies=True)


class Counter(rw.Power, name="counter"):
    """After the attack its target deals 1 damage to the attacker, whose series may end by it."""

    @reactive(AttackResolved, "target", only=attacked_within_3)
    def strike_back(self, game: rw.Game, me: Bearer, event: AttackResolved) -> rw.Event:
        return Damaged(event.attacker, 1, me.id)


def order(game: rw.Game) -> tuple[int, ...]:
    """Inside an attack the attacker, then the defender; otherwise the player with priority, here seat 0."""
    attack = game.find_context(Attack)
    return (attack.player, 1 - attack.player) if attack else (0, 1)


BLAST = Profile(5, reach=3, cost=1)
POWERS: tuple[Any, ...] = (("shove", "counter"), ("spite", "shove"), ("bodyguard", "advance"))
CONDITIONS = (("bleed",), ("bleed", "judgement"), ("bleed",))
SQUADS = [
    Character(f"{name}{seat}", seat, place + 2 * seat, BLAST, powers, 2, 5, injured=name == "a", conditions=conditions)
    for seat in (0, 1)
    for place, (name, powers, conditions) in enumerate(zip("abc", POWERS, CONDITIONS, strict=True))
]
SETUP = Skirmish(tuple(SQUADS))
RULESET = rw.Ruleset(
    id="crisis_series",
    title="A series of attacks",
    state=Battlefield,
    setup=Skirmish,
    populate=populate,
    flow=rw.Loop("turn", next_turn, [rw.Procedure("activation", [activate, act, bleed], Activation)]),
    procedures=[SERIES],
    triggers=DAMAGE,
    powers=[Bodyguard, *DAMAGE_POWERS, Shove, Advance, Counter],
    carriers=[CARRIERS],
    permissions=[POWER_FROM_DAMAGE],
    timing=rw.TimingPolicy(order),
).freeze()
