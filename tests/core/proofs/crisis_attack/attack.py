"""The fourteen steps of an attack, and the reactive powers of both sides, each in its own window.

A character attacks once in its activation. Bodyguards step in while targets are declared, the attacker's powers
come before the defender's in each window, and the special rules of the attack before the reactions to it.
"""

from collections import Counter
from typing import Any

import rulewright as rw

from .damage import DAMAGE

from .terms import (  # isort: skip
    CRISIS, FIGHTER, ONCE, REROLLS, SUCCESSES, Activation, Battlefield, Character, Damaged, Icons, Moved, PowerChanged,
    Profile, Skirmish, able, activate, has, may_attack, near, next_turn, populate, roller, superpower, targets,
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


def possible_guards(game: rw.Game, event: Targeted) -> list[str]:
    """Allies next to the target, while it is the target, whom the attack could have as its target."""
    legal = targets(game, event.attacker) if game.context(Attack).target == event.target else ()
    return [who for who in near(game, event.target, 1, enemies=False) if who in legal]


@superpower(Targeted, possible_guards)
def bodyguard(game: rw.Game, event: Targeted, source: str) -> list[rw.Event]:
    """Step 2: the bodyguard becomes the target, which is an event of its own. No power beats "cannot"."""
    return [game.note(game.context(Attack), target=source), Targeted(event.attacker, source)]


def rerolling(name: str, window: str, own: bool) -> Any:
    """Steps 9 and 10: a superpower of cost 1 that re-rolls one own die, or one of the opponent."""

    def reroll_side(player: int, attack: Attack) -> str:
        return "attack" if (player == attack.player) == own else "defense"

    def sources(game: rw.Game, player: int, attack: Attack) -> list[str]:
        who = attack.attacker if player == attack.player else attack.target
        dice = REROLLS.may_reroll(getattr(attack, reroll_side(player, attack)), name)
        return [who] if dice and has(game, who, name, 1) else []

    @rw.rule("superpower.reactive")
    def use(game: rw.Game, player: int, source: str, attack: Attack) -> rw.Steps:
        yield PowerChanged(source, -1)
        side = reroll_side(player, attack)
        roll = getattr(attack, side)
        (die,) = yield rw.Request(player, name, rw.Subset(REROLLS.may_reroll(roll, name), 1, 1), REROLLS.rule)
        (face,) = yield rw.Roll((CRISIS,), player, name)
        yield shows(game, attack, side, roll.rerolled({die: face}, name, player))

    return rw.reaction(window, name=name, options=sources, limit=ONCE, source=str)(use)


def braced(game: rw.Game, player: int, attack: Attack) -> list[str]:
    return [attack.target] if player != attack.player and attack.damage and has(game, attack.target, "brace", 1) else []


@rw.reaction("before damage", options=braced, limit=ONCE, source=str)
@rw.rule("attack.step-12")
def brace(game: rw.Game, player: int, source: str, attack: Attack) -> rw.Steps:
    """The target pays 1 power and will suffer 1 damage less."""
    yield PowerChanged(source, -1)
    yield game.note(attack, damage=attack.damage - 1)


def shown_icons(game: rw.Game, event: AttackResolved) -> list[int]:
    """The special rules whose icons the final roll shows, each icon on a die of its own."""
    roll = game.context(Attack).attack
    shown, icons = Counter(roll.faces if roll else ()), game.state.characters[event.attacker].attack.icons
    return [number for number, special in enumerate(icons) if Counter(special.faces) <= shown]


@rw.trigger(AttackResolved, sources=shown_icons, player=lambda game, event, source: game.context(Attack).player)
@rw.rule("attack.icon-rules")
def icon_rule(game: rw.Game, event: AttackResolved, source: int) -> rw.Event | None:
    """Step 14: the target is pushed away by as much as the rule says, unless it is dazed or gone."""
    special = game.state.characters[event.attacker].attack.icons[source]
    return Moved(event.target, special.push) if able(game, event.target) else None


def attacked_within_3(game: rw.Game, event: AttackResolved) -> list[str]:
    standing = able(game, event.target) and able(game, event.attacker)
    return [event.target] if standing and event.attacker in near(game, event.target, 3, enemies=True) else []


@superpower(AttackResolved, attacked_within_3)
def counter(game: rw.Game, event: AttackResolved, source: str) -> rw.Event:
    """Step 14: after the attack its target deals 1 damage to the attacker within range 3."""
    return Damaged(event.attacker, 1, source)


def order(game: rw.Game) -> tuple[int, ...]:
    """Inside an attack the attacker, then the defender; otherwise the player with priority, here seat 0."""
    attack = game.find_context(Attack)
    return (attack.player, 1 - attack.player) if attack else (0, 1)


POWERS = (("luck", "counter"), ("jinx", "bodyguard", "spite"), ("luck", "brace", "jinx"))
STRIKE = Profile(5, reach=3, icons=(Icons(("wild",)), Icons(("hit", "wild"), -1)))
SQUADS = [
    Character(f"{name}{seat}", seat, place + 2 * seat, STRIKE, powers, defense=3, stamina=5, injured=name == "a")
    for seat in (0, 1)
    for place, (name, powers) in enumerate(zip("abc", POWERS, strict=True))
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
    triggers=[bodyguard, *DAMAGE, icon_rule, counter],
    reactions=[rerolling("luck", "modify own dice", True), rerolling("jinx", "modify opposing dice", False), brace],
    timing=rw.TimingPolicy(order, until="each until pass"),
).freeze()
