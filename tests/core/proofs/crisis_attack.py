"""An attack in fourteen steps: symbol dice, superpowers in their windows, several targets one after the other.

A small skirmish in the manner of Marvel: Crisis Protocol, cut down to its attacks. Two squads stand on a line; a place
is a number, a range the difference of two places. In turn the players attack with or move one of their characters.
Rules are cited by their ids in the catalogue of that game.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from rulewright import (
    Context,
    DiceRoll,
    Die,
    Event,
    Game,
    GameOver,
    Layer,
    Leave,
    Limit,
    Loop,
    Modifier,
    Permission,
    Procedure,
    Record,
    Request,
    RerollRule,
    Roll,
    Ruleset,
    Stat,
    State,
    StatRule,
    Step,
    Steps,
    Subset,
    Table,
    TimingPolicy,
    Trigger,
    Turn,
    Window,
    cannot,
    choose,
    may,
    reaction,
    rule,
    trigger,
    turns,
)

Faces = tuple[int | str, ...]
CRISIS = Die("crisis", ("critical", "wild", "hit", "block", "blank", "failure"), (1, 1, 2, 1, 2, 1))
DICE_RULE = RerollRule(per_source_per_die=1, locked=("failure",), rule="attack.reroll-limit")
ONCE = Limit(1, "attack", per="source")
CRITICAL_DICE = Permission("critical dice", default=True, rule="attack.step-8")
POWER_FROM_DAMAGE = Permission("power from damage", default=True, rule="damage.power")
PERMITTED = {"momentum": CRITICAL_DICE}
FORBIDDEN = {"hex": CRITICAL_DICE, "judgement": POWER_FROM_DAMAGE}
FIGHTER = {"attack": "attacker", "defense": "target"}
SUCCESSES = {"attack": ("critical", "wild", "hit"), "defense": ("critical", "wild", "block")}
OTHERS = {"attack": ("block", "blank", "failure"), "defense": ("hit", "blank", "failure")}


# ------------------------------------------------------------------------------------------------ what there is


class Icons(Struct, frozen=True):
    """A special rule of an attack: its effect on the target if the final attack roll shows these faces."""

    faces: tuple[str, ...]
    effect: str


class Profile(Struct, frozen=True):
    """An attack of a stat card; one with an ``area`` strikes everybody in reach."""

    strength: int = 5
    reach: int = 2
    cost: int = 0
    area: bool = False
    icons: tuple[Icons, ...] = ()


class Character(Record):
    player: int
    place: int
    attacks: tuple[Profile, ...] = (Profile(),)
    powers: tuple[str, ...] = ()
    defense: int = 3
    stamina: int = 4
    power: int = 0
    covered: bool = False
    injured: bool = False
    conditions: tuple[str, ...] = ()
    damage: int = 0
    dazed: bool = False


class Battlefield(State):
    characters: Table[Character]


class Skirmish(Struct, frozen=True):
    """The squads; ``crisis`` names a superpower to re-roll dice that every character may use for nothing."""

    characters: tuple[Character, ...]
    crisis: str = ""
    turns: int = 30


class Activation(Context):
    character: str = ""


class Action(Context):
    """An attack action: one attack, or a series against ``targets``, of whom ``done`` were attacked already."""

    attacker: str
    attack: int = -1
    targets: tuple[str, ...] = ()
    done: tuple[str, ...] = ()


class Pool(Struct, frozen=True):
    """The dice of one side: how many, criticals that a die is still due for, successes; each die if that matters."""

    dice: int = 0
    criticals: int = 0
    successes: int = 0
    roll: DiceRoll | None = None


class Attack(Context):
    player: int
    attacker: str
    profile: Profile
    target: str = ""
    attack: Pool = Pool()
    defense: Pool = Pool()
    watched: bool = False
    damage: int = 0


# ----------------------------------------------------------------------------------------------- what can happen


class Moved(Event, frozen=True):
    target: str
    by: int

    def apply(self, state: Battlefield) -> None:
        state.characters.edit(self.target).place += self.by


class PowerChanged(Event, frozen=True):
    target: str
    by: int

    def apply(self, state: Battlefield) -> None:
        character = state.characters.edit(self.target)
        character.power = min(10, character.power + self.by)


class ConditionGained(Event, frozen=True):
    target: str
    condition: str

    def apply(self, state: Battlefield) -> None:
        character = state.characters.edit(self.target)
        character.conditions = (*character.conditions, self.condition)


class Damaged(Event, frozen=True):
    """``by`` is the character whose effect it was; empty for conditions, which are nobody's."""

    target: str
    amount: int
    by: str = ""

    def apply(self, state: Battlefield) -> None:
        state.characters.edit(self.target).damage += self.amount


class Fell(Event, frozen=True):
    """A character is dazed, or knocked out and gone."""

    target: str
    out: bool

    def apply(self, state: Battlefield) -> None:
        if self.out:
            state.characters.remove(self.target)
        else:
            state.characters.edit(self.target).dazed = True


class DiceFell(Event, frozen=True):
    """One side of the running attack shows these faces now, or these in addition."""

    context: int
    side: str
    faces: Faces
    pool: Pool

    def apply(self, state: Battlefield) -> None:
        state.note(self.context, {self.side: self.pool})


class Targeted(Event, frozen=True):
    attacker: str
    target: str


class AttackResolved(Event, frozen=True):
    attacker: str
    target: str


# ------------------------------------------------------------------------------------------------- what holds now


def successes(side: str, faces: Faces) -> int:
    return sum(face in SUCCESSES[side] for face in faces)


def able(game: Game, who: str) -> bool:
    """On the battlefield and not dazed; whoever is not has no superpowers and is affected by none."""
    character = game.state.characters.get(who)
    return character is not None and not character.dazed


def has(game: Game, who: str, power: str, cost: int = 0) -> bool:
    """Whether a character has this superpower now and can pay for it."""
    return able(game, who) and power in (card := game.state.characters[who]).powers and card.power >= cost


def squad(game: Game, event: Any, who: str) -> int:
    """Whose character it is."""
    return int(game.state.characters[who].player)


def nobody(game: Game, event: Any, source: Any) -> None:
    """The controller of what the rules do by themselves."""


def near(game: Game, who: str, reach: int, enemies: bool) -> list[str]:
    """The others of the squad, or the enemies, within this range."""
    here = game.state.characters[who]
    others = [c for c in game.state.characters.values() if c.id != who and (c.player != here.player) == enemies]
    return [c.id for c in others if abs(c.place - here.place) <= reach]


@rule("attack.range", "damage.dazed-limits")
def targets(game: Game, attacker: str, profile: Profile) -> tuple[str, ...]:
    """Enemies in range; dazed ones can not be targets."""
    return tuple([who for who in near(game, attacker, profile.reach, enemies=True) if able(game, who)])


@rule("power.spend")
def attacks(game: Game, who: str) -> list[int]:
    """The numbers of the attacks that can be paid and have a target."""
    card = game.state.characters[who]
    return [n for n, p in enumerate(card.attacks) if p.cost <= card.power and targets(game, who, p)]


@rule("terms.cannot-beats-can")
def said_of(game: Game, permission: Permission, who: str) -> list[Modifier]:
    """What superpowers permit and special conditions forbid; "cannot" beats "may"."""
    card = game.state.characters[who]
    granted = [may(permission.name, p) for p in card.powers if PERMITTED.get(p) is permission]
    return granted + [cannot(permission.name, c) for c in card.conditions if FORBIDDEN.get(c) is permission]


@rule("terms.duplicates", "terms.halving")
def change_attack_dice(game: Game, attacker: str) -> Iterator[Modifier]:
    """What changes the attack pool; superpowers of one name do not stack."""
    if has(game, target := game.context(Attack).target, "bulwark"):
        yield Modifier("attack dice", "halve", 2, "bulwark", target)
    for ally in near(game, attacker, 2, enemies=False):
        if has(game, ally, "rally"):
            yield Modifier("attack dice", "dice", 1, "rally", ally, group="rally")
    if "shock" in game.state.characters[attacker].conditions:
        yield Modifier("attack dice", "dice", -1, "shock", attacker)


DICE = [
    StatRule(
        stat=Stat("attack dice", (Layer("halve", "divide", rounding="up"), Layer("dice", "add")), least=1),
        base=lambda game, attacker: game.context(Attack).profile.strength,
        modifiers=(change_attack_dice,),
    ),
    StatRule(
        stat=Stat("defense dice", (), least=1),
        base=lambda game, target: game.state.characters[target].defense,
    ),
]


# ---------------------------------------------------------------------------------------------- the fourteen steps


@rule("attack.step-1")
def choose_attack(game: Game, action: Action) -> Steps:
    """The attacker chooses an attack and measures from itself to the enemies."""
    who = game.state.characters[action.attacker]
    number = yield choose(who.player, "attack", attacks(game, who.id), rule="attack.step-1")
    yield game.note(action, attack=number, targets=targets(game, who.id, who.attacks[number]))


def open_targets(game: Game, action: Action, profile: Profile) -> list[str]:
    """Those still to be attacked: in range when the attack was chosen, and legal targets now."""
    legal = targets(game, action.attacker, profile)
    return [target for target in action.targets if target in legal and target not in action.done]


@rule("area.resolve", "beam.resolve")
def next_attack(game: Game, last: Attack | None) -> Attack | None:
    """One attack, or a series of them: each is resolved completely before the next."""
    action = game.context(Action)
    if last is not None and not last.profile.area:
        return None
    card = game.state.characters[action.attacker]
    profile = card.attacks[action.attack]
    return Attack(card.player, card.id, profile) if open_targets(game, action, profile) else None


@rule("attack.step-2", "area.resolve")
def declare_target(game: Game, attack: Attack) -> Steps:
    """The attacker chooses the target, in a series the next one; what triggers on being targeted follows."""
    action = game.context(Action)
    possible = open_targets(game, action, attack.profile)
    target = yield choose(attack.player, "target", possible, rule="attack.step-2")
    yield game.note(action, done=(*action.done, target))
    yield game.note(attack, target=target)
    return Targeted(attack.attacker, target)


def in_first_attack(game: Game) -> bool:
    return len(game.context(Action).done) == 1


@rule("attack.step-3", "area.resolve")
def pay_power(game: Game, attack: Attack) -> Event | None:
    """The cost is paid, once for a whole series."""
    cost = attack.profile.cost
    return PowerChanged(attack.attacker, -cost) if cost and in_first_attack(game) else None


@rule("area.allies")
def strike_allies(game: Game, attack: Attack) -> list[Event]:
    """Allies in an area suffer 1 damage and nothing else."""
    struck = attack.profile.area and in_first_attack(game)
    allies = near(game, attack.attacker, attack.profile.reach, enemies=False) if struck else []
    return [Damaged(ally, 1, attack.attacker) for ally in allies]


def watched(game: Game, attack: Attack) -> bool:
    """Whether anything may look at single dice of this attack, or change them; otherwise only successes count."""
    cards = [game.state.characters[who] for who in (attack.attacker, attack.target)]
    powers = [power for card in cards for power in card.powers if power in ("focus", "luck", "jinx")]
    return bool(attack.profile.icons or game.setup.crisis or powers or cards[1].covered)


def building(side: str) -> Step:
    @rule("attack.step-4", "attack.step-5")
    def build(game: Game, attack: Attack) -> Event:
        """The pool: its dice, and what adds dice to it or removes them."""
        dice = game.number(f"{side} dice", getattr(attack, FIGHTER[side]))
        fields: dict[str, Any] = {side: Pool(dice), "watched": watched(game, attack)}
        return game.note(attack, **fields)

    return Step(build, f"build {side} pool")


def roll_dice(attack: Attack, side: str, player: int, dice: int, alike: tuple[tuple[str, ...], ...], ask: str) -> Roll:
    return Roll((CRISIS,) * dice, player, f"{side} {ask}", alike=() if attack.watched else alike)


def rolling(side: str) -> Step:
    good, bad = SUCCESSES[side], OTHERS[side]

    @rule("attack.step-6", "attack.step-7")
    def roll(game: Game, attack: Attack) -> Steps:
        """The pool is rolled."""
        pool, player = getattr(attack, side), squad(game, None, getattr(attack, FIGHTER[side]))
        request = roll_dice(attack, side, player, pool.dice, (good[1:], bad), "roll")
        faces = yield request
        fallen = request.fallen(faces) if attack.watched else None
        pool = Pool(pool.dice, faces.count("critical"), successes(side, faces), fallen)
        yield DiceFell(attack.id, side, faces, pool)

    return Step(roll, f"roll {side}")


def adding(side: str) -> Step:
    good, bad = SUCCESSES[side], OTHERS[side]

    @rule("attack.step-8")
    def add(game: Game, attack: Attack) -> Steps:
        """A further die is rolled for each critical of the initial roll; these add no more."""
        pool, who = getattr(attack, side), getattr(attack, FIGHTER[side])
        if pool.criticals and CRITICAL_DICE.allowed(said_of(game, CRITICAL_DICE, who)):
            faces = yield roll_dice(attack, side, squad(game, None, who), pool.criticals, (good, bad), "criticals")
            more = pool.roll.with_added(CRISIS, faces, "criticals") if pool.roll else None
            yield DiceFell(attack.id, side, faces, Pool(pool.dice, 0, pool.successes + successes(side, faces), more))

    return Step(add, f"add {side} dice")


def now_shows(attack: Attack, side: str, roll: DiceRoll) -> Event:
    pool = Pool(getattr(attack, side).dice, 0, roll.count(SUCCESSES[side]), roll)
    return DiceFell(attack.id, side, roll.faces, pool)


def rerolling(name: str, window: str, dice: int, own: bool) -> Any:
    """A superpower of cost 1 that re-rolls up to so many own dice, or dice of the opponent.

    A crisis card may give the same ability to everybody for nothing; a die may still be re-rolled by it only once.
    """

    def side_of(player: int, attack: Attack) -> str:
        return "attack" if (player == attack.player) == own else "defense"

    def sources(game: Game, player: int, attack: Attack) -> list[str]:
        who = attack.attacker if player == attack.player else attack.target
        roll = getattr(attack, side_of(player, attack)).roll
        if not roll or not DICE_RULE.may_reroll(roll, name):
            return []
        return [who] * has(game, who, name, 1) + ["crisis"] * (game.setup.crisis == name)

    @rule("superpower.reactive")
    def use(game: Game, player: int, source: str, attack: Attack) -> Steps:
        if source != "crisis":
            yield PowerChanged(source, -1)
        side = side_of(player, attack)
        roll = getattr(attack, side).roll
        chosen = yield Request(player, name, Subset(DICE_RULE.may_reroll(roll, name), 1, dice), DICE_RULE.rule)
        faces = yield Roll((CRISIS,) * len(chosen), player, name)
        yield now_shows(attack, side, roll.rerolled(dict(zip(chosen, faces, strict=True)), name, player))

    return reaction(window, name=name, options=sources, limit=ONCE, source=str)(use)


@rule("cover.conditions")
def coverable(game: Game, player: int, attack: Attack) -> tuple[int, ...]:
    """The defense dice that cover may change, where there is cover and the attacker is not within range 2."""
    covered = player != attack.player and game.state.characters[attack.target].covered
    roll = attack.defense.roll
    if not covered or not roll or attack.attacker in near(game, attack.target, 2, enemies=True):
        return ()
    return DICE_RULE.may_change(roll, "cover")


@reaction("modify own dice", options=coverable, limit=ONCE, source=lambda die: "cover")
@rule("cover.effect")
def take_cover(game: Game, player: int, die: int, attack: Attack) -> Event:
    """A defender in cover may turn one die to a block."""
    assert attack.defense.roll
    return now_shows(attack, "defense", attack.defense.roll.changed({die: "block"}, "cover", player))


@rule("attack.step-11")
def compare_successes(game: Game, attack: Attack) -> Event:
    """The damage is by how much the successes of the attacker exceed those of the defender."""
    return game.note(attack, damage=max(0, attack.attack.successes - attack.defense.successes))


def braced(game: Game, player: int, attack: Attack) -> list[str]:
    return [attack.target] if player != attack.player and attack.damage and has(game, attack.target, "brace", 1) else []


@reaction("before damage", options=braced, limit=ONCE, source=str)
@rule("attack.step-12")
def brace(game: Game, player: int, source: str, attack: Attack) -> Steps:
    """The target pays 1 power and will suffer 1 damage less."""
    yield PowerChanged(source, -1)
    yield game.note(attack, damage=attack.damage - 1)


@rule("attack.step-13")
def suffer_damage(game: Game, attack: Attack) -> Event | None:
    """The defender suffers what is left of the damage."""
    return Damaged(attack.target, attack.damage, attack.attacker) if attack.damage else None


@rule("attack.step-14")
def finish_attack(game: Game, attack: Attack) -> Event:
    """What triggers after the attack comes now, the attacker's first."""
    return AttackResolved(attack.attacker, attack.target)


ATTACK = Loop(
    "attack",
    next_attack,
    [
        declare_target, pay_power, strike_allies,
        *map(building, FIGHTER), *map(rolling, FIGHTER), *map(adding, FIGHTER),
        Window("modify own dice"), Window("modify opposing dice"), compare_successes,
        Window("before damage"), suffer_damage, finish_attack,
    ],
)  # fmt: skip
ATTACK_ACTION = Procedure("attack action", [choose_attack, ATTACK], Action)


# --------------------------------------------------------------------------------------- what triggers on what happens


def superpower(on: type[Event], candidates: Callable[[Game, Any], Sequence[str]]) -> Callable[[Any], Trigger]:
    """A reactive superpower of cost 1: those of the candidates who have it may use it, once for each such event."""

    def register(use: Callable[[Game, Any, str], Any]) -> Trigger:
        def sources(game: Game, event: Any) -> list[str]:
            return [who for who in candidates(game, event) if has(game, who, use.__name__)]

        def payable(game: Game, event: Any, source: str) -> bool:
            return has(game, source, use.__name__, cost=1)

        @rule("superpower.reactive")
        def pay_and_use(game: Game, event: Any, source: str) -> Steps:
            yield PowerChanged(source, -1)
            return use(game, event, source)

        return trigger(on, name=use.__name__, optional=True, sources=sources, usable=payable, player=squad)(
            pay_and_use
        )

    return register


def possible_guards(game: Game, event: Targeted) -> list[str]:
    """Allies next to the target, while it is the target, whom the attack could have as its target."""
    attack = game.context(Attack)
    legal = targets(game, attack.attacker, attack.profile) if attack.target == event.target else ()
    return [who for who in near(game, event.target, 1, enemies=False) if who in legal]


@superpower(Targeted, possible_guards)
def bodyguard(game: Game, event: Targeted, source: str) -> list[Event]:
    """The bodyguard becomes the target: again a character is targeted, which is an event of its own."""
    return [game.note(game.context(Attack), target=source), Targeted(event.attacker, source)]


@trigger(Damaged, before=True, player=nobody)
@rule("damage.excess")
def ignore_excess(game: Game, event: Damaged, source: None) -> Event | None:
    """Nobody suffers more damage than the stamina that is left."""
    card = game.state.characters[event.target]
    left = card.stamina - card.damage
    return Damaged(event.target, min(event.amount, left), event.by) if left else None


@trigger(Damaged, player=nobody)
@rule("damage.power", "condition.not-enemy")
def gain_power(game: Game, event: Damaged, source: None) -> Event | None:
    """Damage from an effect of an enemy gives as much power."""
    enemy = event.by and squad(game, event, event.by) != squad(game, event, event.target)
    gains = enemy and POWER_FROM_DAMAGE.allowed(said_of(game, POWER_FROM_DAMAGE, event.target))
    return PowerChanged(event.target, event.amount) if gains else None


@trigger(Damaged, player=nobody)
@rule("damage.dazed", "damage.ko")
def collapse(game: Game, event: Damaged, source: None) -> Event | None:
    """At full damage a healthy character is dazed, an injured one knocked out."""
    card = game.state.characters[event.target]
    return Fell(card.id, out=card.injured) if card.damage == card.stamina else None


@trigger(Fell, player=nobody)
@rule("damage.dazed-limits", "win.last-standing")
def break_off(game: Game, event: Fell, source: None) -> Any:
    """A squad of which nobody is left standing has lost; an activation ends at once with its character."""
    standing = {card.player for card in game.state.characters.values() if not card.dazed}
    if len(standing) < 2:
        return GameOver(tuple(standing), "last standing")
    return Leave("activation") if game.context(Activation).character == event.target else None


def damaged_by_enemy(game: Game, event: Damaged) -> list[str]:
    """The damaged character, if an enemy did it who still stands."""
    standing = able(game, event.target) and able(game, event.by)
    return [event.target] if standing and event.by in near(game, event.target, 99, enemies=True) else []


@superpower(Damaged, damaged_by_enemy)
def spite(game: Game, event: Damaged, source: str) -> Event:
    """The character strikes back for 1 damage."""
    return Damaged(event.by, 1, source)


def shown_icons(game: Game, event: AttackResolved) -> list[int]:
    """The special rules whose icons the final roll shows, each icon on a die of its own."""
    attack = game.context(Attack)
    shown = Counter(attack.attack.roll.faces if attack.attack.roll else ())
    return [number for number, icons in enumerate(attack.profile.icons) if Counter(icons.faces) <= shown]


@trigger(AttackResolved, sources=shown_icons, player=lambda game, event, source: game.context(Attack).player)
@rule("attack.icon-rules", "condition.gain")
def icon_rule(game: Game, event: AttackResolved, source: int) -> Event | None:
    """The target is pushed away by 1 or gets a condition that it has not yet."""
    effect = game.context(Attack).profile.icons[source].effect
    if not able(game, event.target) or effect in (card := game.state.characters[event.target]).conditions:
        return None
    if effect == "push":
        return Moved(event.target, 1 if card.place >= game.state.characters[event.attacker].place else -1)
    return ConditionGained(event.target, effect)


def attacked_within_3(game: Game, event: AttackResolved) -> list[str]:
    standing = able(game, event.target) and able(game, event.attacker)
    return [event.target] if standing and event.attacker in near(game, event.target, 3, enemies=True) else []


@superpower(AttackResolved, attacked_within_3)
def counter(game: Game, event: AttackResolved, source: str) -> Event:
    """After the attack its target deals 1 damage to the attacker within range 3."""
    return Damaged(event.attacker, 1, source)


# -------------------------------------------------------------------------------------------------------- the game


def order(game: Game) -> tuple[int, ...]:
    """Inside an attack the attacker, then the defender; otherwise the player with priority, here seat 0."""
    attack = game.find_context(Attack)
    return (attack.player, 1 - attack.player) if attack else (0, 1)


@rule("activation.alternate", "action.attack", "action.move")
def act(game: Game, activation: Activation) -> Steps:
    """A character moves or attacks; the power for it comes first."""
    player = game.context(Turn).player
    own = [card.id for card in game.state.characters.values() if card.player == player and not card.dazed]
    who = yield choose(player, "activate", own)
    yield game.note(activation, character=who)
    yield PowerChanged(who, 1)
    deed = yield choose(player, "action", ["left", "right", *["attack"] * bool(attacks(game, who))])
    return ATTACK_ACTION(attacker=who) if deed == "attack" else Moved(who, 1 if deed == "right" else -1)


@rule("field.condition.bleed", "condition.not-enemy")
def bleed(game: Game, activation: Activation) -> Event | None:
    """The end of an activation costs a bleeding character 1 stamina; a condition is nobody's effect."""
    bleeding = "bleed" in game.state.characters[activation.character].conditions
    return Damaged(activation.character, 1) if bleeding else None


def next_turn(game: Game, last: Turn | None) -> Turn | None:
    return None if last and last.number == game.setup.turns else turns(order)(game, last)


def populate(state: Battlefield, setup: Skirmish, content: Any) -> None:
    for character in setup.characters:
        state.characters.add(character)


RULES = Ruleset(
    id="crisis_attack",
    title="An attack in fourteen steps",
    state=Battlefield,
    setup=Skirmish,
    populate=populate,
    flow=Loop("turn", next_turn, [Procedure("activation", [act, bleed], Activation)]),
    procedures=[ATTACK_ACTION],
    triggers=[bodyguard, ignore_excess, gain_power, collapse, break_off, spite, icon_rule, counter],
    reactions=[
        rerolling("focus", "modify own dice", 2, own=True),
        rerolling("luck", "modify own dice", 1, own=True),
        rerolling("jinx", "modify opposing dice", 1, own=False),
        take_cover,
        brace,
    ],
    stats=DICE,
    timing=TimingPolicy(order, until="each until pass"),
).freeze()
