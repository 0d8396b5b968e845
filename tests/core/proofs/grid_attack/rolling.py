"""The attack roll: re-rolls in alternation, then replacements in alternation, and only then the roll that counts."""

from __future__ import annotations

import msgspec

import rulewright as rw
from rulewright.powers import Bearer, use

from .figures import (  # isort: skip
    CARRIERS, STOP, TURN_DIAL, AttackResolved, Click, Figure, Hit, Map, check_defeat, damage_all, hit_or_miss, nobody,
    populate,
)  # fmt: skip


class RollFinalized(rw.Event, frozen=True):
    attacker: int
    faces: tuple[int, ...]


# ------------------------------------------------------------------------------------------------------- attack


class Attack(rw.Context):
    """What is known of an attack."""

    attacker: int
    target: int
    roll: rw.DiceRoll = rw.DiceRoll((), ())
    hit: bool = False


@rw.rule("12.2b")
def roll_attack(game: rw.Game, attack: Attack) -> rw.Steps:
    """The attacker's player rolls 2d6."""
    roll = rw.Roll.d6(2, game.state.figures[attack.attacker].player, "attack roll", "12.2b")
    yield game.note(attack, roll=roll.fallen((yield roll)))


@rw.rule("12.2c")
def finalize_roll(game: rw.Game, attack: Attack) -> rw.Event:
    """Only now may something trigger on the roll."""
    return RollFinalized(attack.attacker, attack.roll.numbers, rule="12.2c")


@rw.rule("12.3")
def determine_hit(game: rw.Game, attack: Attack) -> rw.Steps:
    """The finalized roll is added to the attack value and compared with the defense value."""
    figures = game.state.figures
    value, defense = figures[attack.attacker].shows.attack, figures[attack.target].shows.defense
    fell = yield hit_or_miss(attack.roll.numbers, attack.attacker, value, attack.target, defense)
    yield game.note(attack, hit=isinstance(fell, Hit))


@rw.rule("12.4", "12.3b")
def deal_damage(game: rw.Game, attack: Attack) -> rw.Steps:
    """A hit target is dealt the damage value, and 1 more by two sixes."""
    if attack.hit:
        more = 1 if attack.roll.faces == (6, 6) else 0
        yield from damage_all(game, [(attack.target, game.state.figures[attack.attacker].shows.damage + more)])


@rw.rule("12.7")
def resolve_attack(game: rw.Game, attack: Attack) -> rw.Event:
    """The attack is over."""
    return AttackResolved(attack.attacker)


ATTACK = rw.Procedure(
    "attack",
    [
        roll_attack,
        rw.Window("reroll", until="quiet round", rule="21.3b"),
        rw.Window("replace dice", until="quiet round", rule="21.4"),
        finalize_roll,
        determine_hit,
        deal_damage,
        resolve_attack,
    ],
    Attack,
)


@rw.trigger(
    RollFinalized, delay="attack", player=nobody,
    sources=lambda game, event: (event.attacker,) if event.faces == (1, 1) else (),
)  # fmt: skip
@rw.rule("12.3c")
def critical_miss(game: rw.Game, event: RollFinalized, figure: int) -> rw.Steps:
    """Immediately after an attack with two ones the attacker is dealt 1 unavoidable damage."""
    return damage_all(game, [(figure, 1)], "unavoidable")


# ------------------------------------------------------------------------------------------------------- powers


class ProbabilityControl(rw.Power, name="probability control", rule="pac.probability-control"):
    """Once per turn the attack roll is rolled again, by the attacker's player."""

    @rw.rule("21.3", "pac.probability-control")
    @use("reroll", limit=rw.Limit(1, "turn"))
    def reroll(self, game: rw.Game, me: Bearer, attack: Attack) -> rw.Steps:
        faces = yield rw.Roll.d6(2, game.state.figures[attack.attacker].player, "reroll", "21.3")
        yield game.note(attack, roll=attack.roll.rerolled(dict(enumerate(faces)), "probability control", me.player))


class LoadedDie(rw.Power, name="loaded die", rule="21.4"):
    """Once per game a die of the attack roll is replaced by a six."""

    @use("replace dice", choices=lambda game, me, attack: (0, 1), limit=rw.Limit(1))
    def replace(self, game: rw.Game, me: Bearer, attack: Attack, die: int) -> rw.Event:
        return game.note(attack, roll=attack.roll.changed({die: 6}, "loaded die", me.player))


# --------------------------------------------------------------------------------------------------------- game


def take_action(game: rw.Game, turn: rw.Turn) -> rw.Steps:
    """A figure attacks an opposing one, or nothing is done."""
    figures = game.state.figures.values()
    mine, theirs = ([one.id for one in figures if (one.player == turn.player) == own] for own in (True, False))
    pairs = [(one, other) for one in mine for other in theirs]
    answer = yield rw.choose(turn.player, "attack", (*pairs, None), "9.2")
    return ATTACK(attacker=answer[0], target=answer[1]) if answer is not None else None


class Setup(msgspec.Struct, frozen=True):
    """The figures, and after how many turns time is up."""

    figures: tuple[Figure, ...] = (
        Figure(1, 0, dial=(Click(powers=("probability control",)), Click()), traits=("loaded die",)),
        Figure(2, 0, dial=(Click(), Click(powers=("probability control",)))),
        Figure(3, 1, dial=(Click(defense=18, powers=("probability control",)), Click(), Click())),
        Figure(4, 1, traits=("loaded die", "probability control")),
    )
    turns: int = 20


ROLLING = rw.Ruleset(
    id="grid_attack_rolling",
    title="Attacks on a grid: the roll",
    state=Map,
    flow=rw.Loop("turn", rw.turns(lambda game: game.players), [take_action, check_defeat]),
    procedures=(ATTACK, TURN_DIAL),
    setup=Setup,
    populate=populate,
    triggers=[critical_miss],
    powers=[ProbabilityControl, LoadedDie, STOP],
    carriers=[CARRIERS],
    timing=rw.TimingPolicy(rw.active_first, nesting="others wait", recheck=False),
)
