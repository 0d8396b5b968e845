"""Dice pools: 8-sided symbol dice, criticals that add dice once, failures nobody can change, re-rolls by source.

The first characters of both squads attack each other in turn; nothing is decided but what becomes of the dice.
"""

from typing import Any

from msgspec import Struct

import rulewright as rw
from rulewright.powers import Bearer, forbids, modifies, permits, use

from .terms import (  # isort: skip
    CARRIERS, CRISIS, FIGHTER, ONCE, REROLLS, SUCCESSES, Battlefield, Character, Damaged, PowerChanged, Profile,
    Skirmish, attacker_first, can_pay, near, populate, roller,
)  # fmt: skip

CRITICAL_DICE = rw.Permission("critical dice", default=True, rule="attack.step-8")
FAILURES = {"attack": ("block", "blank", "failure"), "defense": ("hit", "blank", "failure")}


class Pool(Struct, frozen=True):
    """The dice of one side: how many, criticals that a die is still due for, successes; each die if that matters."""

    dice: int = 0
    criticals: int = 0
    successes: int = 0
    roll: rw.DiceRoll | None = None


class Attack(rw.Context):
    """``watched``: something may look at single dice or change them; otherwise only their successes count."""

    number: int
    player: int
    attacker: str
    target: str
    attack: Pool = Pool()
    defense: Pool = Pool()
    watched: bool = False


class DiceFell(rw.Event, frozen=True):
    """One side of the running attack shows these faces now, or these in addition."""

    side: str
    faces: tuple[int | str, ...]
    pool: Pool


def fell(game: rw.Game, attack: Attack, side: str, faces: tuple[int | str, ...], pool: Pool) -> list[rw.Event]:
    noted: dict[str, Any] = {side: pool}
    return [game.note(attack, **noted), DiceFell(side, faces, pool)]


def now_shows(game: rw.Game, attack: Attack, side: str, roll: rw.DiceRoll) -> list[rw.Event]:
    """Dice of this side were re-rolled or changed."""
    pool = Pool(getattr(attack, side).dice, 0, roll.count(SUCCESSES[side]), roll)
    return fell(game, attack, side, roll.faces, pool)


# ------------------------------------------------------------------------------------------------- how many dice


class Bulwark(rw.Power, name="bulwark", rule="terms.halving"):
    """Whoever attacks it has half the dice."""

    @modifies("attack dice", "halve", others=True)
    def halve(self, game: rw.Game, me: Bearer, attacker: str) -> int | None:
        return 2 if game.context(Attack).target == me.id else None


class Rally(rw.Power, name="rally", rule="terms.duplicates"):
    """Allies within range 2 attack with a die more; superpowers of one name do not stack."""

    @modifies("attack dice", "dice", others=True, group="rally")
    def cheer(self, game: rw.Game, me: Bearer, attacker: str) -> int | None:
        return 1 if attacker in near(game, me.id, 2, enemies=False) else None


class Shock(rw.Power, name="shock"):
    """It attacks with a die less."""

    @modifies("attack dice", "dice")
    def tremble(self, game: rw.Game, me: Bearer) -> int:
        return -1


ATTACK_DICE = rw.StatRule(
    stat=rw.Stat("attack dice", (rw.Layer("halve", "divide", rounding="up"), rw.Layer("dice", "add")), least=1),
    base=lambda game, attacker: game.state.characters[attacker].attack.strength,
)
DEFENSE_DICE = rw.StatRule(
    stat=rw.Stat("defense dice", (), least=1), base=lambda game, target: game.state.characters[target].defense
)


class Momentum(rw.Power, name="momentum"):
    """Its criticals add dice."""

    @permits("critical dice")
    def add(self, game: rw.Game, me: Bearer) -> bool:
        return True


class Hex(rw.Power, name="hex"):
    """Its criticals cannot add dice."""

    @forbids("critical dice")
    def deny(self, game: rw.Game, me: Bearer) -> bool:
        return True


# ----------------------------------------------------------------------------------------- the steps of the dice


def next_attack(game: rw.Game, last: Attack | None) -> Attack | None:
    """The players attack in turn."""
    number = last.number + 1 if last else 0
    first = {card.player: card.id for card in reversed(list(game.state.characters.values()))}
    player = number % 2
    return Attack(number, player, first[player], first[1 - player]) if number < game.setup.turns else None


def watched(game: rw.Game, attack: Attack) -> bool:
    fighters = (attack.attacker, attack.target)
    rerolls = any(game.has(power, who) for power in ("focus", "luck") for who in fighters)
    return rerolls or game.state.characters[attack.target].covered


@rw.rule("attack.step-4", "attack.step-5")
def build_pools(game: rw.Game, attack: Attack) -> rw.Event:
    """The pools: their dice, and what adds dice to them or removes them."""
    dice = {side: Pool(game.number(f"{side} dice", getattr(attack, fighter))) for side, fighter in FIGHTER.items()}
    return game.note(attack, attack=dice["attack"], defense=dice["defense"], watched=watched(game, attack))


def rolling(side: str) -> rw.Step:
    alike = (SUCCESSES[side][1:], FAILURES[side])

    @rw.rule("attack.step-6", "attack.step-7")
    def roll(game: rw.Game, attack: Attack) -> rw.Steps:
        """The pool is rolled."""
        dice = getattr(attack, side).dice
        request = rw.Roll((CRISIS,) * dice, roller(attack, side), f"{side} roll", alike=() if attack.watched else alike)
        faces = yield request
        successes = sum(face in SUCCESSES[side] for face in faces)
        fallen = request.fallen(faces) if attack.watched else None
        yield fell(game, attack, side, faces, Pool(dice, faces.count("critical"), successes, fallen))

    return rw.Step(roll, f"roll {side}")


def adding(side: str) -> rw.Step:
    alike = (SUCCESSES[side], FAILURES[side])

    @rw.rule("attack.step-8")
    def add(game: rw.Game, attack: Attack) -> rw.Steps:
        """A further die is rolled for each critical of the initial roll; these add no more."""
        pool, who = getattr(attack, side), getattr(attack, FIGHTER[side])
        if not pool.criticals or not game.may("critical dice", who):
            return
        added = (CRISIS,) * pool.criticals
        faces = yield rw.Roll(added, roller(attack, side), f"{side} criticals", alike=() if attack.watched else alike)
        successes = pool.successes + sum(face in SUCCESSES[side] for face in faces)
        fallen = pool.roll.with_added(CRISIS, faces, "criticals") if pool.roll else None
        yield fell(game, attack, side, faces, Pool(pool.dice, 0, successes, fallen))

    return rw.Step(add, f"add {side} dice")


@rw.rule("attack.step-11", "attack.step-13")
def compare_successes(game: rw.Game, attack: Attack) -> rw.Event | None:
    """The damage is by how much the successes of the attacker exceed those of the defender."""
    damage = attack.attack.successes - attack.defense.successes
    return Damaged(attack.target, damage, attack.attacker) if damage > 0 else None


# ------------------------------------------------------------------------------------------ who may change the dice


def rerolling(name: str, dice: int) -> rw.Power:
    """A superpower of cost 1 that re-rolls up to this many own dice; a crisis card may give it to all for nothing.

    Both are one ability: each version may be used once in an attack, but a die is re-rolled only once by either.
    """

    def rerolled(me: Bearer, attack: Attack) -> str:
        return "attack" if me.player == attack.player else "defense"

    def only(game: rw.Game, me: Bearer, attack: Attack) -> bool:
        roll = getattr(attack, rerolled(me, attack)).roll
        fights = me.id in (attack.attacker, attack.target) and can_pay(game, me)
        return fights and bool(roll) and bool(REROLLS.may_reroll(roll, name))

    @rw.rule("superpower.reactive")
    @use("modify own dice", only=only, limit=ONCE)
    def reroll(game: rw.Game, me: Bearer, attack: Attack) -> rw.Steps:
        if me.version != "free":
            yield PowerChanged(me.id, -1)
        side = rerolled(me, attack)
        roll = getattr(attack, side).roll
        chosen = yield rw.Request(me.player, name, rw.Subset(REROLLS.may_reroll(roll, name), 1, dice), REROLLS.rule)
        faces = yield rw.Roll((CRISIS,) * len(chosen), me.player, name)
        yield now_shows(game, attack, side, roll.rerolled(dict(zip(chosen, faces, strict=True)), name, me.player))

    return rw.Power.of(name, reroll)


@rw.rule("cover.conditions")
def coverable(game: rw.Game, player: int, attack: Attack) -> tuple[int, ...]:
    """The defense dice that cover may change, where there is cover and the attacker is not within range 2."""
    covered = player != attack.player and game.state.characters[attack.target].covered
    roll = attack.defense.roll
    if not covered or not roll or attack.attacker in near(game, attack.target, 2, enemies=True):
        return ()
    return REROLLS.may_change(roll, "cover")


@rw.reaction("modify own dice", options=coverable, limit=ONCE, source=lambda die: "cover")
@rw.rule("cover.effect")
def take_cover(game: rw.Game, player: int, die: int, attack: Attack) -> list[rw.Event]:
    """A defender in cover may turn one die to a block."""
    assert attack.defense.roll
    return now_shows(game, attack, "defense", attack.defense.roll.changed({die: "block"}, "cover", player))


STEPS = [
    build_pools, *map(rolling, FIGHTER), *map(adding, FIGHTER), rw.Window("modify own dice"), compare_successes,
]  # fmt: skip
POWERS = ("focus", "luck", "momentum", "bulwark")
ONE = Character("one", 0, 0, Profile(7), POWERS, 3, power=5, conditions=("shock", "hex"))
TWO = Character("two", 1, 3, Profile(7), POWERS, 3, power=5, covered=True, conditions=("hex",))
SETUP = Skirmish((ONE, TWO, Character("herald", 0, 1, powers=("rally",))), crisis="focus", turns=12)
RULESET = rw.Ruleset(
    id="crisis_dice",
    title="Dice pools",
    state=Battlefield,
    setup=Skirmish,
    populate=populate,
    flow=rw.Loop("attack", next_attack, STEPS),
    reactions=[take_cover],
    powers=[rerolling("focus", 2), rerolling("luck", 1), Bulwark, Rally, Shock, Momentum, Hex],
    carriers=[CARRIERS],
    stats=[ATTACK_DICE, DEFENSE_DICE],
    permissions=[CRITICAL_DICE],
    timing=rw.TimingPolicy(attacker_first(Attack), until="each until pass"),
).freeze()
