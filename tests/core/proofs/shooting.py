"""Shooting with an interruption: a Warhammer 40,000 skirmish on a line, in whole inches.

Attacks are resolved one by one in the order of the rulebook: hit, wound, allocate, save, damage. What repeats
(attacks, hits, points of damage) is a loop, so that nothing stands suspended between one roll and the next.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import msgspec

from rulewright import (
    Call,
    Context,
    DiceRoll,
    Event,
    Game,
    GameOver,
    Layer,
    Leave,
    Limit,
    Loop,
    Modifier,
    Phase,
    Procedure,
    Record,
    RerollRule,
    Roll,
    Ruleset,
    Stat,
    State,
    StatRule,
    Steps,
    Table,
    TimingPolicy,
    Turn,
    Window,
    active_effects,
    active_first,
    begin_effect,
    choose,
    during,
    reaction,
    rounds,
    rule,
    trigger,
    turns,
    until_next,
)
from rulewright.dice import D6, halved
from rulewright.effects import EffectBegan

ONCE = RerollRule(per_die=1, rule="commentary.re-rolls")
COMMAND_REROLL = ("hit", "wound", "save", "damage")


# ---------------------------------------------------------------------------------------- content, setup, state


class Weapon(msgspec.Struct, frozen=True):
    """A profile. Damage is ``damage`` and a D3 or D6 if ``die`` says so; ``again``: results that may be re-rolled."""

    reach: int = 24
    attacks: int = 1
    skill: int = 4
    strength: int = 4
    ap: int = 0
    damage: int = 1
    die: int = 0
    sustained: int = 0
    abilities: tuple[str, ...] = ()
    modifiers: dict[str, int] = {}
    again: dict[str, tuple[int, ...]] = {}


class Kind(msgspec.Struct, frozen=True):
    """A datasheet; 7 stands for no save and no Feel No Pain. ``against`` modifies the attackers' rolls."""

    weapons: tuple[str, ...] = ()
    move: int = 6
    toughness: int = 4
    save: int = 4
    invulnerable: int = 7
    wounds: int = 1
    feel_no_pain: int = 7
    abilities: tuple[str, ...] = ()
    against: dict[str, int] = {}


class Troop(msgspec.Struct, frozen=True):
    """A unit of the setup: how many models of which kind. Characters are attached to the others."""

    owner: int
    x: int
    models: dict[str, int]


WEAPONS = {
    "rifle": Weapon(attacks=2, sustained=1, abilities=("lethal hits",), again={"hit": (1,)}),
    "cannon": Weapon(36, 2, 4, 8, 2, 0, 3, abilities=("devastating wounds",), again={"damage": (1,)}),
    "blade": Weapon(0, 2, 3, 4, 1),
    "axe": Weapon(0, 3, 3, 5, 1, 2),
}
KINDS = {
    "rifleman": Kind(("rifle", "blade"), save=5, feel_no_pain=6, abilities=("pinning",)),
    "gunner": Kind(("cannon", "blade"), save=5, feel_no_pain=6),
    "captain": Kind(("blade",), save=3, invulnerable=4, wounds=4, abilities=("character", "fight on death")),
    "sage": Kind(("blade",), toughness=3, wounds=3, abilities=("character", "deadly demise")),
    "raider": Kind(("axe",), save=5, wounds=2, abilities=("blood surge", "fight on death"), against={"hit roll": -1}),
}
TROOPS = (
    Troop(0, 10, {"rifleman": 2, "gunner": 1, "captain": 1, "sage": 1}),
    Troop(0, 16, {"raider": 3}),
    Troop(0, 20, {"raider": 2, "sage": 1}),
    Troop(1, 31, {"rifleman": 2, "gunner": 1, "captain": 1, "sage": 1}),
    Troop(1, 25, {"raider": 3}),
    Troop(1, 21, {"raider": 2, "sage": 1}),
)


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """Who fights with what."""

    weapons: dict[str, Weapon] = msgspec.field(default_factory=WEAPONS.copy)
    kinds: dict[str, Kind] = msgspec.field(default_factory=KINDS.copy)
    units: tuple[Troop, ...] = TROOPS
    cp: tuple[int, int] = (2, 2)
    rounds: int = 3


class Side(Record):
    """A player's command points."""

    id: int
    cp: int


class Unit(Record):
    """A unit; ``parts`` are the starting strengths of the units it is attached of, the bodyguard's first."""

    id: int
    owner: int
    x: int
    parts: tuple[int, ...]
    done: bool = False


class Model(Record):
    """A model. It may stand here although it is destroyed; ``allocated``: an attack was, this phase."""

    id: int
    unit: int
    part: int
    kind: str
    wounds: int
    destroyed: bool = False
    allocated: bool = False
    avenged: bool = False


class Battle(State):
    sides: Table[Side]
    units: Table[Unit]
    models: Table[Model]


def populate(battle: Battle, setup: Setup, content: Any) -> None:
    for player, cp in enumerate(setup.cp):
        battle.sides.add(Side(player, cp))
    for number, troop in enumerate(setup.units):
        parts: dict[str, int] = {}
        for kind, count in troop.models.items():
            name = kind if "character" in setup.kinds[kind].abilities else ""
            parts[name] = parts.get(name, 0) + count
            for _ in range(count):
                part = list(parts).index(name)
                battle.models.add(Model(len(battle.models), number, part, kind, setup.kinds[kind].wounds))
        battle.units.add(Unit(number, troop.owner, troop.x, tuple(parts.values())))


# ------------------------------------------------------------------------------------------------------- events


class CommandPointSpent(Event, frozen=True):
    player: int

    def apply(self, battle: Battle) -> None:
        battle.sides.edit(self.player).cp -= 1


class Moved(Event, frozen=True):
    unit: int
    x: int

    def apply(self, battle: Battle) -> None:
        battle.units.edit(self.unit).x = self.x


class MoveCancelled(Event, frozen=True):
    unit: int


class Acted(Event, frozen=True):
    """A unit moved, shot (at these targets) or fought this phase."""

    unit: int
    targets: tuple[int, ...] = ()

    def apply(self, battle: Battle) -> None:
        battle.units.edit(self.unit).done = True


class PhaseOver(Event, frozen=True):
    """What counts "this phase" is forgotten."""

    def apply(self, battle: Battle) -> None:
        for unit in [unit.id for unit in battle.units.values() if unit.done]:
            battle.units.edit(unit).done = False
        for model in [model.id for model in battle.models.values() if model.allocated]:
            battle.models.edit(model).allocated = False


class AttackAllocated(Event, frozen=True):
    model: int

    def apply(self, battle: Battle) -> None:
        battle.models.edit(self.model).allocated = True


class WoundsLost(Event, frozen=True):
    model: int
    wounds: int

    def apply(self, battle: Battle) -> None:
        battle.models.edit(self.model).wounds -= self.wounds


class ModelDestroyed(Event, frozen=True):
    """From here on the model is dead, though it may still stand on the battlefield."""

    model: int
    unit: int

    def apply(self, battle: Battle) -> None:
        battle.models.edit(self.model).destroyed = True


class Avenged(Event, frozen=True):
    """Destroyed models fight their last fight."""

    models: tuple[int, ...]

    def apply(self, battle: Battle) -> None:
        for model in self.models:
            battle.models.edit(model).avenged = True


class ModelRemoved(Event, frozen=True):
    model: int
    unit: int

    def apply(self, battle: Battle) -> None:
        battle.models.remove(self.model)
        if not any(model.unit == self.unit for model in battle.models.values()):
            battle.units.remove(self.unit)


class UnitSplit(Event, frozen=True):
    """An Attached unit came apart; ``units`` says, part by part, which unit the survivors are now."""

    unit: int
    units: dict[int, int]

    def apply(self, battle: Battle) -> None:
        old = battle.units[self.unit]
        for part, unit in self.units.items():
            battle.units.put(Unit(unit, old.owner, old.x, (old.parts[part],), old.done))
        for model in [model for model in battle.models.values() if model.unit == self.unit]:
            new = battle.models.edit(model.id)
            new.unit, new.part = self.units.get(model.part, self.unit), 0


# ---------------------------------------------------------------------------------------------- what things are


def kind_of(game: Game, model: Model) -> Kind:
    kind: Kind = game.setup.kinds[model.kind]
    return kind


def living(game: Game, unit: int) -> list[Model]:
    return [model for model in game.state.models.values() if model.unit == unit and not model.destroyed]


def having(game: Game, unit: int, ability: str) -> bool:
    return any(ability in kind_of(game, model).abilities for model in living(game, unit))


def enemies(game: Game, unit: Unit) -> list[Unit]:
    return [other for other in game.state.units.values() if other.owner != unit.owner and living(game, other.id)]


def engaged(game: Game, unit: Unit) -> list[int]:
    return [other.id for other in enemies(game, unit) if abs(other.x - unit.x) <= 1]


def targets(game: Game, unit: Unit, weapon: str) -> list[int]:
    """Whom a weapon may attack: a blade those engaged; a rifle those in range, and nobody who is engaged."""
    close, reach = engaged(game, unit), game.setup.weapons[weapon].reach
    if close or not reach:
        return [] if reach else close
    return [foe.id for foe in enemies(game, unit) if abs(foe.x - unit.x) <= reach and not engaged(game, foe)]


def arms(game: Game, models: list[Model], melee: bool) -> dict[str, int]:
    """The weapons of these models and how many attacks each makes."""
    found: dict[str, int] = {}
    for name in (name for model in models for name in kind_of(game, model).weapons):
        weapon = game.setup.weapons[name]
        if (not weapon.reach) == melee:
            found[name] = found.get(name, 0) + weapon.attacks
    return found


def in_sight(game: Game, unit: Unit) -> set[int]:
    weapons = arms(game, living(game, unit.id), melee=False)
    return {target for weapon in weapons for target in targets(game, unit, weapon)}


def of_attack(stat: str) -> Callable[[Game, int], Iterator[Modifier]]:
    """The modifiers of the attack that is being resolved: those of its weapon and those of its target."""

    def modifiers(game: Game, unit: int) -> Iterator[Modifier]:
        strike, setup = game.context(Strike), game.setup
        given = {strike.weapon: setup.weapons[strike.weapon].modifiers}
        given.update({model.kind: setup.kinds[model.kind].against for model in living(game, strike.target)})
        for name, amounts in given.items():
            if stat in amounts:
                yield Modifier(stat, "modifiers", amounts[stat], name)

    return modifiers


def roll_modifier(name: str) -> StatRule:
    layer = Layer("modifiers", "add", least=-1, most=1, rule="commentary.modifying-dice-rolls")
    return StatRule(stat=Stat(name, (layer,)), base=lambda game, unit: 0, modifiers=(of_attack(name),))


def slowest(game: Game, unit: int) -> int:
    return min(kind_of(game, model).move for model in living(game, unit))


# ----------------------------------------------------------------------------------------------------- one roll


class Rolling(Context):
    """One D6, or a D3 made of it, until it counts.

    ``again`` are the results that an ability lets re-roll, ``needs`` those from which on something changes.
    """

    player: int
    what: str
    again: tuple[int, ...] = ()
    needs: tuple[int, ...] = ()
    half: bool = False
    fallen: DiceRoll = DiceRoll((), ())

    @property
    def value(self) -> int:
        """The unmodified result, halved where a D3 is rolled."""
        return halved(self.fallen.total) if self.half else self.fallen.total


@cache
def tiers(*bounds: int, half: bool = False) -> tuple[tuple[int, ...], ...]:
    """The faces of a D6 (read as a D3) in groups between these bounds."""
    tier = {face: bisect_right(sorted(bounds), halved(face) if half else face) for face in range(1, 7)}
    return tuple(tuple(face for face in tier if tier[face] == one) for one in dict.fromkeys(tier.values()))


def die(rolling: Rolling, what: str) -> Roll:
    again = [bound for result in rolling.again for bound in (result, result + 1)]
    return Roll((D6,), rolling.player, what, alike=tiers(*rolling.needs, *again, half=rolling.half))


def throw(game: Game, rolling: Rolling) -> Steps:
    dice = die(rolling, rolling.what)
    yield game.note(rolling, fallen=dice.fallen((yield dice)))


def throw_again(game: Game, rolling: Rolling, source: str) -> Steps:
    (face,) = yield die(rolling, f"{rolling.what} again")
    yield game.note(rolling, fallen=rolling.fallen.rerolled({0: face}, source, rolling.player))


def by_ability(game: Game, player: int, rolling: Rolling) -> tuple[int, ...]:
    return ONCE.may_reroll(rolling.fallen, "ability") if rolling.value in rolling.again else ()


def by_command(game: Game, player: int, rolling: Rolling) -> tuple[int, ...]:
    able = game.state.sides[player].cp > 0 and rolling.what in COMMAND_REROLL
    return ONCE.may_reroll(rolling.fallen, "command") if able else ()


def whose_roll(game: Game, rolling: Rolling) -> tuple[int]:
    return (rolling.player,)


@reaction("rolled", options=by_ability)
def reroll(game: Game, player: int, die: int, rolling: Rolling) -> Steps:
    return throw_again(game, rolling, "ability")


@reaction("rolled", options=by_command, limit=Limit(1, "phase", per="player"))
@rule("errata.stratagem-command-reroll")
def command_reroll(game: Game, player: int, die: int, rolling: Rolling) -> Steps:
    yield CommandPointSpent(player)
    yield from throw_again(game, rolling, "command")


ROLL = Procedure("roll", [throw, Window("rolled", order=whose_roll)], Rolling)


# ------------------------------------------------------------------------------------------------ making attacks


class Attacking(Context):
    """A unit (or only these of its models) makes attacks; ``aside`` waits until all the others are resolved."""

    player: int
    unit: int
    melee: bool = False
    models: tuple[int, ...] = ()
    target: int | None = None
    attacks: tuple[tuple[str, int], ...] = ()
    aside: tuple[tuple[str, int], ...] = ()


class Strike(Context):
    """One attack: how many hits are still to be resolved, and whether the next of them wounds automatically."""

    number: int
    weapon: str
    target: int
    hits: int = 0
    lethal: bool = False


class Hit(Context):
    """One hit of an attack."""


class Wound(Context):
    """One wound on its way to a model, or mortal wounds that no weapon inflicts; ``damage`` is still to be suffered."""

    target: int
    weapon: str = ""
    saveable: bool = True
    model: int = -1
    damage: int = 1


class Points(Context):
    """So many points of damage are suffered at once."""

    points: int


@rule("core.select-ranged-targets")
def select_targets(game: Game, attacking: Attacking) -> Steps:
    unit = game.state.units[attacking.unit]
    models = [game.state.models[model] for model in attacking.models] or living(game, unit.id)
    attacks: list[tuple[str, int]] = []
    for weapon, count in arms(game, models, attacking.melee).items():
        found = [target for target in targets(game, unit, weapon) if attacking.target in (None, target)]
        if found:
            several = len(found) > 1
            target = (yield choose(attacking.player, "target", found, weapon=weapon)) if several else found[0]
            attacks += [(weapon, target)] * count
    order = list(dict.fromkeys(target for _, target in attacks))
    attacks.sort(key=lambda attack: order.index(attack[1]))
    yield game.note(attacking, attacks=tuple(attacks))


def next_strike(game: Game, last: Strike | None) -> Strike | None:
    attacks = game.context(Attacking).attacks
    for number in range(last.number + 1 if last else 0, len(attacks)):
        weapon, target = attacks[number]
        if living(game, target):
            return Strike(number=number, weapon=weapon, target=target)
    return None


@rule("core.hit-roll", "core.weapon-sustained-hits", "core.weapon-lethal-hits", "errata.stratagem-fire-overwatch")
def roll_to_hit(game: Game, strike: Strike) -> Steps:
    attacking, weapon = game.context(Attacking), game.setup.weapons[strike.weapon]
    needed = min(6, max(2, weapon.skill - game.number("hit roll", attacking.unit)))
    if any(active_effects(game, "snap shots", attacking.unit)):
        needed = 6
    again = weapon.again.get("hit", ())
    rolled = yield ROLL(player=attacking.player, what="hit", again=again, needs=(needed, 6))
    if rolled.value < needed:
        return None
    critical = rolled.value == 6
    hits = 1 + weapon.sustained if critical else 1
    return game.note(strike, hits=hits, lethal=critical and "lethal hits" in weapon.abilities)


def next_hit(game: Game, last: Hit | None) -> Hit | None:
    strike = game.context(Strike)
    return Hit() if strike.hits and living(game, strike.target) else None


@rule("core.wound-roll", "commentary.additional-hits", "errata.devastating-wounds")
def roll_to_wound(game: Game, hit: Hit) -> Steps:
    strike, attacking = game.context(Strike), game.context(Attacking)
    weapon = game.setup.weapons[strike.weapon]
    yield game.note(strike, hits=strike.hits - 1, lethal=False)
    if not strike.lethal:
        needed = to_wound(game, weapon.strength, strike.target) - game.number("wound roll", attacking.unit)
        needed = min(6, max(2, needed))
        again = weapon.again.get("wound", ())
        rolled = yield ROLL(player=attacking.player, what="wound", again=again, needs=(needed, 6))
        if rolled.value < needed:
            return None
        if rolled.value == 6 and "devastating wounds" in weapon.abilities:
            return game.note(attacking, aside=(*attacking.aside, (strike.weapon, strike.target)))
    return INFLICT(target=strike.target, weapon=strike.weapon)


def to_wound(game: Game, strength: int, target: int) -> int:
    models = [kind_of(game, model) for model in living(game, target)]
    body = [kind.toughness for kind in models if "character" not in kind.abilities]
    toughness = max(body or [kind.toughness for kind in models])
    if strength >= 2 * toughness:
        return 2
    if 2 * strength <= toughness:
        return 6
    return 3 if strength > toughness else 4 if strength == toughness else 5


def next_aside(game: Game, last: Strike | None) -> Strike | None:
    waiting = enumerate(game.context(Attacking).aside)
    found = (Strike(number=n, weapon=w, target=target) for n, (w, target) in waiting if living(game, target))
    return next(found, None)


@rule("errata.devastating-wounds")
def devastate(game: Game, strike: Strike) -> Steps:
    attacking = game.context(Attacking)
    yield game.note(attacking, aside=attacking.aside[strike.number + 1 :])
    return INFLICT(target=strike.target, weapon=strike.weapon, saveable=False)


# ------------------------------------------------------------------------------------------- allocate, save, suffer


def allocatable(game: Game, unit: int) -> list[int]:
    """The models that a wound may be allocated to, one of each kind."""
    alive = living(game, unit)
    body = [model for model in alive if "character" not in kind_of(game, model).abilities] or alive
    marked = [model for model in body if model.allocated or model.wounds < kind_of(game, model).wounds] or body
    kinds: dict[str, int] = {}
    for model in marked:
        kinds.setdefault(model.kind, model.id)
    return list(kinds.values())


@rule("core.allocate-attack", "errata.mortal-wounds")
def allocate(game: Game, wound: Wound) -> Steps:
    models = allocatable(game, wound.target)
    if not models:
        return Leave("inflict")
    owner = game.state.units[wound.target].owner
    model = (yield choose(owner, "allocate", models)) if len(models) > 1 else models[0]
    if not game.state.models[model].allocated:
        yield AttackAllocated(model)
    return game.note(wound, model=model)


@rule("core.saving-throw", "core.invulnerable-save")
def make_save(game: Game, wound: Wound) -> Steps:
    if not wound.saveable:
        return None
    kind, ap = kind_of(game, game.state.models[wound.model]), game.setup.weapons[wound.weapon].ap
    needed = max(2, min(kind.save + ap, kind.invulnerable))
    rolled = yield ROLL(player=game.state.units[wound.target].owner, what="save", needs=(needed,))
    return Leave("inflict") if rolled.value >= needed else None


@rule("commentary.damage-roll", "commentary.re-rolls", "core.dice")
def roll_damage(game: Game, wound: Wound) -> Steps:
    weapon = game.setup.weapons.get(wound.weapon)
    if weapon is None:
        return None
    damage, player = weapon.damage, game.context(Attacking).player
    if weapon.die:
        again, every = weapon.again.get("damage", ()), tuple(range(2, weapon.die + 1))
        rolled = yield ROLL(player=player, what="damage", again=again, needs=every, half=weapon.die == 3)
        damage += rolled.value
    return game.note(wound, damage=damage)


def next_points(game: Game, last: Points | None) -> Points | None:
    """Point by point for a model that may feel no pain, all at once for another; what is left over is lost."""
    wound = game.context(Wound)
    model = game.state.models.get(wound.model)
    if wound.damage == 0 or model is None or model.destroyed:
        return None
    return Points(points=1 if kind_of(game, model).feel_no_pain < 7 else wound.damage)


@rule("core.inflict-damage", "core.feel-no-pain")
def lose_wounds(game: Game, points: Points) -> Steps:
    wound = game.context(Wound)
    model = game.state.models[wound.model]
    kind = kind_of(game, model)
    yield game.note(wound, damage=wound.damage - points.points)
    if kind.feel_no_pain < 7:
        owner = game.state.units[wound.target].owner
        (face,) = yield Roll((D6,), owner, "feel no pain", alike=tiers(kind.feel_no_pain))
        if face >= kind.feel_no_pain:
            return
    yield WoundsLost(model.id, min(points.points, model.wounds))
    if model.wounds <= points.points:
        yield ModelDestroyed(model.id, model.unit)
        yield ModelRemoved(model.id, model.unit)


INFLICT = Procedure("inflict", [allocate, make_save, roll_damage, Loop("points", next_points, [lose_wounds])], Wound)
STRIKES = Loop("strikes", next_strike, [roll_to_hit, Loop("hits", next_hit, [roll_to_wound])])
DEVASTATING = Loop("devastating", next_aside, [devastate])
ATTACKS = Procedure("attacks", [select_targets, Window("targets selected"), STRIKES, DEVASTATING])


# -------------------------------------------------------------------------------------- shooting, fighting, moving


def has_shot(game: Game, attacking: Attacking) -> Event | None:
    found = tuple(dict.fromkeys(target for _, target in attacking.attacks))
    return Acted(attacking.unit, found) if attacking.unit in game.state.units else None


def consolidate(game: Game, attacking: Attacking) -> list[Event]:
    unit = game.state.units.get(attacking.unit)
    return [Acted(unit.id), Moved(unit.id, towards(game, unit, 3)[-1])] if unit else []


def towards(game: Game, unit: Unit, inches: int) -> list[int]:
    """The places on the way to the closest enemy, the present one first."""
    near = min((foe.x for foe in enemies(game, unit)), key=lambda x: abs(x - unit.x), default=unit.x)
    way = 1 if near > unit.x else -1
    return [unit.x + way * step for step in range(max(0, min(inches, abs(near - unit.x) - 1)) + 1)]


SHOOT = Procedure("shoot", [ATTACKS, has_shot], Attacking)
FIGHT = Procedure("fight", [ATTACKS, consolidate], Attacking)
LAST_FIGHT = Procedure("fight on death", [ATTACKS], Attacking)


class Move(Context):
    """A unit makes a Normal move."""

    unit: int


def reachable(game: Game, unit: Unit) -> list[int]:
    """Where a Normal move may end: never within Engagement Range, never past an enemy."""
    foes, found = [foe.x for foe in enemies(game, unit)], [unit.x]
    for way in (-1, 1):
        for step in range(1, game.number("move", unit.id) + 1):
            x = unit.x + way * step
            if not 0 <= x <= 60 or any(abs(foe - x) <= 1 for foe in foes):
                break
            found.append(x)
    return found


@rule("core.normal-move", "faq.movement.surge-into-engagement-interrupts-move")
def make_move(game: Game, move: Move) -> Steps:
    unit = game.state.units.get(move.unit)
    if unit is None or engaged(game, unit):
        yield MoveCancelled(move.unit)
        return Leave("move")
    x = yield choose(unit.owner, "destination", reachable(game, unit))
    return [Moved(unit.id, x), Acted(unit.id)]


MOVE = Procedure("move", [Window("move starts"), make_move, Window("move ends")], Move)


# ------------------------------------------------------------------------------------------------- interruptions


def watchers(game: Game, player: int, move: Move) -> list[int]:
    own = [unit for unit in game.state.units.values() if unit.owner == player and game.state.sides[player].cp > 0]
    return [unit.id for unit in own if move.unit in in_sight(game, unit)]


@reaction("move starts", "move ends", options=watchers, limit=Limit(1, "turn", per="player"))
@rule("errata.stratagem-fire-overwatch", "errata.out-of-phase")
def fire_overwatch(game: Game, player: int, unit: int, move: Move) -> Call:
    return OVERWATCH(player=player, unit=unit, target=move.unit, out_of_phase=True)


def snap_shots(game: Game, attacking: Attacking) -> list[Event]:
    """It costs a command point, and to the end of the phase the unit hits on unmodified sixes only."""
    snap = begin_effect(game, "snap shots", during("phase"), target=("units", attacking.unit))
    return [CommandPointSpent(attacking.player), snap]


OVERWATCH = Procedure("fire overwatch", [snap_shots, ATTACKS, has_shot], Attacking)


def shooting(game: Game, player: int, attacking: Attacking) -> list[int]:
    own = game.phase == "shooting" and player == attacking.player == game.active
    return [attacking.unit] if own and game.state.sides[player].cp > 0 else []


@reaction("targets selected", options=shooting, limit=Limit(1, "phase", per="player"))
@rule("errata.out-of-phase")
def precise_volley(game: Game, player: int, unit: int, attacking: Attacking) -> Steps:
    """A Stratagem of its player's Shooting phase: add 1 to Hit rolls."""
    yield CommandPointSpent(player)
    data = {"stat": "hit roll", "layer": "modifiers", "amount": 1}
    yield begin_effect(game, "precise volley", during("attacks"), target=("units", unit), data=data)


def pinned_by(game: Game, shot: Acted) -> list[int]:
    return [unit for unit in shot.targets if unit in game.state.units] if having(game, shot.unit, "pinning") else []


@trigger(Acted, phase="shooting", sources=pinned_by)
@rule("errata.out-of-phase")
def pinning(game: Game, shot: Acted, unit: int) -> Event:
    """In your Shooting phase, after this unit has shot: its targets are slower until your next turn."""
    data = {"stat": "move", "layer": "modifiers", "amount": -2}
    return begin_effect(
        game, "pinned", until_next("turn", game.context(Turn).player), target=("units", unit), data=data
    )


AFTER_ATTACKS: dict[str, Any] = {"delay": "attacks", "order_matters": False}


def surging(game: Game, event: ModelDestroyed) -> list[int]:
    attacking = game.find_context(Attacking)
    shot = attacking is not None and not attacking.melee
    return [event.unit] if shot and having(game, event.unit, "blood surge") else []


def disengaged(game: Game, event: ModelDestroyed, unit: int) -> bool:
    return unit in game.state.units and not engaged(game, game.state.units[unit])


@trigger(ModelDestroyed, sources=surging, usable=disengaged, limit=Limit(1, "phase"), **AFTER_ATTACKS)
@rule("errata.surge-moves")
def blood_surge(game: Game, event: ModelDestroyed, unit: int) -> Steps:
    """After the attacks of the unit that shot: up to D6" towards the closest enemy, unless engaged."""
    mover = game.state.units[unit]
    (face,) = yield Roll.d6(1, mover.owner, "surge")
    yield Moved(unit, (yield choose(mover.owner, "surge", towards(game, mover, face))))


# -------------------------------------------------------------------------------------------- destroyed models


def parted(game: Game, event: ModelDestroyed) -> list[int]:
    alive, unit = {model.part for model in living(game, event.unit)}, game.state.units.get(event.unit)
    return [event.unit] if unit and len(unit.parts) > 1 and alive and 0 not in alive else []


def partly_alive(game: Game, event: ModelDestroyed, unit: int) -> bool:
    return bool(parted(game, event))


@trigger(ModelDestroyed, sources=parted, usable=partly_alive, **AFTER_ATTACKS)
@rule("errata.leader", "errata.persisting-effects")
def split(game: Game, event: ModelDestroyed, unit: int) -> Steps:
    """An Attached unit without Bodyguard comes apart after all attacks; effects on it stay on every part."""
    alive = sorted({model.part for model in living(game, unit)})
    new = [max(game.state.units) + number for number in range(1, len(alive))]
    yield UnitSplit(unit, dict(zip(alive, (unit, *new), strict=True)))
    for effect in list(active_effects(game, target=unit)):
        for other in new:
            yield EffectBegan(msgspec.structs.replace(effect, id=game.new_id(), target=other))


def last_fighters(game: Game, unit: int) -> tuple[int, ...]:
    dead = [model for model in game.state.models.values() if model.unit == unit and model.destroyed]
    return tuple(m.id for m in dead if "fight on death" in kind_of(game, m).abilities and not m.avenged)


def may_fight_on(game: Game, event: ModelDestroyed | ModelRemoved) -> list[int]:
    attacking = game.find_context(Attacking)
    melee = attacking is not None and attacking.melee
    return [event.unit] if melee and event.model in last_fighters(game, event.unit) else []


@trigger(ModelRemoved, before=True, immediate=True, sources=may_fight_on)
@rule("commentary.fight-on-death")
def stay_to_fight(game: Game, event: ModelRemoved, unit: int) -> None:
    """A model that will fight on death is not removed yet."""


@trigger(ModelDestroyed, sources=may_fight_on, **AFTER_ATTACKS)
@rule("commentary.fight-on-death")
def last_fight(game: Game, event: ModelDestroyed, unit: int) -> Steps:
    """All destroyed models of a unit fight together, once, and then are removed."""
    dead = last_fighters(game, unit)
    yield Avenged(dead)
    yield LAST_FIGHT(player=game.state.units[unit].owner, unit=unit, melee=True, models=dead)
    yield [ModelRemoved(model, unit) for model in dead]


def explosive(game: Game, event: ModelRemoved) -> list[int]:
    return [event.model] if "deadly demise" in kind_of(game, game.state.models[event.model]).abilities else []


@trigger(ModelRemoved, before=True, sources=explosive)
@rule("core.deadly-demise")
def deadly_demise(game: Game, event: ModelRemoved, model: int) -> Steps:
    """Roll one D6 before the model is removed: on a 6 every unit within 6" suffers a mortal wound."""
    unit = game.state.units[event.unit]
    (face,) = yield Roll.d6(1, unit.owner, "deadly demise")
    for near in list(game.state.units.values()):
        if face == 6 and abs(near.x - unit.x) <= 6:
            yield INFLICT(target=near.id, saveable=False)
    return event


# -------------------------------------------------------------------------------------------------------- the game


class Pick(Context):
    """A player chooses which unit acts next."""

    player: int
    units: tuple[int, ...]


def picking(able: Callable[[Game, Unit], Any], in_turn: bool = False) -> Callable[[Game, Pick | None], Pick | None]:
    """Advance: the active player's units one by one, or those of both players in turn, the other player's first."""

    def advance(game: Game, last: Pick | None) -> Pick | None:
        active = game.context(Turn).player
        first = 1 - (last.player if last else active)
        for player in (first, 1 - first) if in_turn else (active,):
            own = [unit for unit in game.state.units.values() if unit.owner == player and not unit.done]
            units = tuple(unit.id for unit in own if able(game, unit))
            if units:
                return Pick(player=player, units=units)
        return None

    return advance


def pick_mover(game: Game, pick: Pick) -> Steps:
    unit = yield choose(pick.player, "move", (*pick.units, None))
    return Leave("movers") if unit is None else MOVE(unit=unit)


def pick_shooter(game: Game, pick: Pick) -> Steps:
    unit = yield choose(pick.player, "shoot", (*pick.units, None))
    return Leave("shooters") if unit is None else SHOOT(player=pick.player, unit=unit)


def pick_fighter(game: Game, pick: Pick) -> Steps:
    unit = yield choose(pick.player, "fight", pick.units)
    return FIGHT(player=pick.player, unit=unit, melee=True)


def phase_over(game: Game, turn: Turn) -> Event:
    return PhaseOver()


def wiped_out(game: Game, turn: Turn) -> Event | None:
    owners = {unit.owner for unit in game.state.units.values()}
    return GameOver(tuple(owners)) if len(owners) < 2 else None


def verdict(game: Game, nothing: None) -> Event:
    """Whoever has more models left wins."""
    owners = [game.state.units[model.unit].owner for model in game.state.models.values()]
    return GameOver(tuple(player for player in (0, 1) if owners.count(player) > owners.count(1 - player)))


MOVING = Loop("movers", picking(lambda game, unit: not engaged(game, unit)), [pick_mover])
SHOOTING = Loop("shooters", picking(in_sight), [pick_shooter])
FIGHTING = Loop("fighters", picking(engaged, in_turn=True), [pick_fighter])
PHASES = [
    Phase("movement", [MOVING, phase_over]),
    Phase("shooting", [SHOOTING, phase_over]),
    Phase("fighting", [FIGHTING, phase_over]),
]
TURN = Loop("turn", turns(lambda game: game.players, once=True), [*PHASES, wiped_out])
ROUND = Loop("round", lambda game, last: rounds(game.setup.rounds)(game, last), [TURN])

RULESET = Ruleset(
    id="shooting",
    title="Shooting with an interruption",
    state=Battle,
    flow=Procedure("battle", [ROUND, verdict]),
    procedures=[ROLL, INFLICT, SHOOT, OVERWATCH, FIGHT, LAST_FIGHT, MOVE],
    populate=populate,
    setup=Setup,
    triggers=[pinning, blood_surge, split, stay_to_fight, last_fight, deadly_demise],
    reactions=[reroll, command_reroll, fire_overwatch, precise_volley],
    stats=[
        roll_modifier("hit roll"),
        roll_modifier("wound roll"),
        StatRule(stat=Stat("move", (Layer("modifiers", "add"),), least=1), base=slowest),
    ],
    timing=TimingPolicy(active_first),
    active=lambda game: getattr(game.find_context(Turn), "player", None),
)
RULES = RULESET.freeze()
