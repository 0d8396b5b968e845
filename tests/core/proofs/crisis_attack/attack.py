"""The fourteen steps of an attack, and the reactive powers of both sides, each in its own window.

A character attacks once in its activation. Bodyguards step in while targets are declared, the attacker's powers
come before the defender's in each window, and the special rules of the attack before the reactions to it.
"""

from collections import Counter as Counts
from typing import Any

import rulewright as rw
from rulewright.powers import Bearer, use

from .damage import DAMAGE, DAMAGE_POWERS, POWER_FROM_DAMAGE

from .terms import (  # isort: skip
    CARRIERS, CRISIS, FIGHTER, ONCE, REROLLS, SUCCESSES, Activation, Battlefield, Character, Damaged, Icons, Moved,
    PowerChanged, Profile, Skirmish, able, activate, attacker_first, can_pay, may_attack, near, next_turn,
    populate, reactive, roller, targets,
)  # fmt: skip


class Attack(rw.Context):
    """One attack: the dice of both sides as numbers, then as they fell, and the damage it will deal."""

    player: int
    attacker: str
    target: str = ""
    attack_dice: int = 0
    defense_dice: int = 0
    attack: rw.DiceRoll | None = None
    defense: rw.DiceRoll | None = None
    damage: int = 0


class Targeted(rw.Event, frozen=True):
    attacker: str
    target: str


class AttackResolved(rw.Event, frozen=True):
    attacker: str
    target: str


# ---------------------------------------------------------------------------------------------- the fourteen steps


@rw.rule("action.attack", "attack.step-1")
def act(game: rw.Game, activation: Activation) -> rw.Steps:
    """Step 1: a character moves by 1, or chooses its attack and measures from itself."""
    card = game.state.characters[activation.character]
    deed = yield rw.choose(card.player, "action", ["left", "right", *["attack"] * may_attack(game, card.id)])
    if deed == "attack":
        return ATTACK(player=card.player, attacker=card.id)
    return Moved(card.id, 1 if deed == "right" else -1)


@rw.rule("attack.step-2")
def declare_target(game: rw.Game, attack: Attack) -> rw.Steps:
    """The attacker chooses a legal target; what triggers on being targeted follows."""
    target = yield rw.choose(attack.player, "target", targets(game, attack.attacker), rule="attack.step-2")
    yield game.note(attack, target=target)
    return Targeted(attack.attacker, target)


@rw.rule("attack.step-3")
def pay_power(game: rw.Game, attack: Attack) -> rw.Event | None:
    """The cost of the attack is paid."""
    cost = game.state.characters[attack.attacker].attack.cost
    return PowerChanged(attack.attacker, -cost) if cost else None


@rw.rule("attack.step-4")
def build_attack_pool(game: rw.Game, attack: Attack) -> rw.Event:
    """As many dice as the strength of the attack."""
    return game.note(attack, attack_dice=game.state.characters[attack.attacker].attack.strength)


@rw.rule("attack.step-5")
def build_defense_pool(game: rw.Game, attack: Attack) -> rw.Event:
    """As many dice as the defense of the target."""
    return game.note(attack, defense_dice=game.state.characters[attack.target].defense)


def shows(game: rw.Game, attack: Attack, side: str, roll: rw.DiceRoll) -> rw.Event:
    noted: dict[str, Any] = {side: roll}
    return game.note(attack, **noted)


def rolling(side: str) -> rw.Step:
    @rw.rule("attack.step-6", "attack.step-7")
    def roll(game: rw.Game, attack: Attack) -> rw.Steps:
        """The pool is rolled."""
        request = rw.Roll((CRISIS,) * getattr(attack, f"{side}_dice"), roller(attack, side), f"{side} roll")
        faces = yield request
        yield shows(game, attack, side, request.fallen(faces))

    return rw.Step(roll, f"roll {side}")


def adding(side: str) -> rw.Step:
    @rw.rule("attack.step-8")
    def add(game: rw.Game, attack: Attack) -> rw.Steps:
        """A further die is rolled for each critical of the initial roll; these add no more."""
        roll = getattr(attack, side)
        if criticals := roll.count(("critical",)):
            faces = yield rw.Roll((CRISIS,) * criticals, roller(attack, side), f"{side} criticals")
            yield shows(game, attack, side, roll.with_added(CRISIS, faces, "criticals"))

    return rw.Step(add, f"add {side} dice")


@rw.rule("attack.step-11")
def compare_successes(game: rw.Game, attack: Attack) -> rw.Event:
    """The damage is by how much the successes of the attacker exceed those of the defender."""
    assert attack.attack and attack.defense
    struck, stopped = attack.attack.count(SUCCESSES["attack"]), attack.defense.count(SUCCESSES["defense"])
    return game.note(attack, damage=max(0, struck - stopped))


@rw.rule("attack.step-13")
def suffer_damage(game: rw.Game, attack: Attack) -> rw.Event | None:
    """The defender suffers what is left of the damage."""
    return Damaged(attack.target, attack.damage, attack.attacker) if attack.damage else None


@rw.rule("attack.step-14")
def finish_attack(game: rw.Game, attack: Attack) -> rw.Event:
    """What triggers after the attack comes now, the attacker's first."""
    return AttackResolved(attack.attacker, attack.target)


ATTACK = rw.Procedure(
    "attack",
    [
        declare_target, pay_power, build_attack_pool, build_defense_pool,
        *map(rolling, FIGHTER), *map(adding, FIGHTER),
        rw.Window("modify own dice"), rw.Window("modify opposing dice"), compare_successes,
        rw.Window("before damage"), suffer_damage, finish_attack,
    ],
    Attack,
)  # fmt: skip


# -------------------------------------------------------------------------------------------- the reactive powers


def can_guard(game: rw.Game, me: Bearer, event: Targeted) -> bool:
    """It stands next to the target, while that is the target, and the attack could have it as its target."""
    still = game.context(Attack).target == event.target
    return still and me.id in near(game, event.target, 1, enemies=False) and me.id in targets(game, event.attacker)


class Bodyguard(rw.Power, name="bodyguard"):
    """Step 2: the bodyguard becomes the target, which is an event of its own. No power beats "cannot"."""

    @reactive(Targeted, only=can_guard)
    def step_in(self, game: rw.Game, me: Bearer, event: Targeted) -> list[rw.Event]:
        return [game.note(game.context(Attack), target=me.id), Targeted(event.attacker, me.id)]


def rerolling(name: str, window: str, own: bool) -> rw.Power:
    """Steps 9 and 10: a superpower of cost 1 that re-rolls one own die, or one of the opponent."""

    def rerolled(me: Bearer, attack: Attack) -> str:
        return "attack" if (me.player == attack.player) == own else "defense"

    def only(game: rw.Game, me: Bearer, attack: Attack) -> bool:
        fights = me.id in (attack.attacker, attack.target) and can_pay(game, me)
        return fights and bool(REROLLS.may_reroll(getattr(attack, rerolled(me, attack)), name))

    @rw.rule("superpower.reactive")
    @use(window, only=only, limit=ONCE)
    def reroll(game: rw.Game, me: Bearer, attack: Attack) -> rw.Steps:
        yield PowerChanged(me.id, -1)
        side = rerolled(me, attack)
        roll = getattr(attack, side)
        (die,) = yield rw.Request(me.player, name, rw.Subset(REROLLS.may_reroll(roll, name), 1, 1), REROLLS.rule)
        (face,) = yield rw.Roll((CRISIS,), me.player, name)
        yield shows(game, attack, side, roll.rerolled({die: face}, name, me.player))

    return rw.Power.of(name, reroll)


class Brace(rw.Power, name="brace"):
    """The target pays 1 power and will suffer 1 damage less."""

    @rw.rule("attack.step-12")
    @use("before damage", limit=ONCE,
         only=lambda game, me, attack: me.id == attack.target and attack.damage > 0 and can_pay(game, me))  # fmt: skip
    def soften(self, game: rw.Game, me: Bearer, attack: Attack) -> rw.Steps:
        yield PowerChanged(me.id, -1)
        yield game.note(attack, damage=attack.damage - 1)


def shown_icons(game: rw.Game, event: AttackResolved) -> list[int]:
    """The special rules whose icons the final roll shows, each icon on a die of its own."""
    roll = game.context(Attack).attack
    shown, icons = Counts(roll.faces if roll else ()), game.state.characters[event.attacker].attack.icons
    return [number for number, special in enumerate(icons) if Counts(special.faces) <= shown]


@rw.trigger(AttackResolved, sources=shown_icons, player=lambda game, event, source: game.context(Attack).player)
@rw.rule("attack.icon-rules")
def icon_rule(game: rw.Game, event: AttackResolved, source: int) -> rw.Event | None:
    """Step 14: the target is pushed away by as much as the rule says, unless it is dazed or gone."""
    special = game.state.characters[event.attacker].attack.icons[source]
    return Moved(event.target, special.push) if able(game, event.target) else None


def attacked_within_3(game: rw.Game, me: Bearer, event: AttackResolved) -> bool:
    return able(game, event.attacker) and event.attacker in near(game, me.id, 3, enemies=True)


class Counter(rw.Power, name="counter"):
    """Step 14: after the attack its target deals 1 damage to the attacker within range 3."""

    @reactive(AttackResolved, "target", only=attacked_within_3)
    def strike_back(self, game: rw.Game, me: Bearer, event: AttackResolved) -> rw.Event:
        return Damaged(event.attacker, 1, me.id)


REROLLING = [rerolling("luck", "modify own dice", True), rerolling("jinx", "modify opposing dice", False)]
POWERS = (("luck", "counter"), ("jinx", "bodyguard", "spite"), ("luck", "brace", "jinx"))
STRIKE = Profile(5, reach=3, icons=(Icons(("wild",)), Icons(("hit", "wild"), -1)))
CONDITIONS = ((), (), ("judgement",))
SQUADS = [
    Character(f"{name}{seat}", seat, place + 2 * seat, STRIKE, powers, 3, 5, injured=name == "a", conditions=conditions)
    for seat in (0, 1)
    for place, (name, powers, conditions) in enumerate(zip("abc", POWERS, CONDITIONS, strict=True))
]
SETUP = Skirmish(tuple(SQUADS))
RULESET = rw.Ruleset(
    id="crisis_attack",
    title="The fourteen steps of an attack",
    state=Battlefield,
    setup=Skirmish,
    populate=populate,
    flow=rw.Loop("turn", next_turn, [rw.Procedure("activation", [activate, act], Activation)]),
    procedures=[ATTACK],
    triggers=[*DAMAGE, icon_rule],
    powers=[Bodyguard, *DAMAGE_POWERS, Counter, *REROLLING, Brace],
    carriers=[CARRIERS],
    permissions=[POWER_FROM_DAMAGE],
    timing=rw.TimingPolicy(attacker_first(Attack), until="each until pass"),
).freeze()
