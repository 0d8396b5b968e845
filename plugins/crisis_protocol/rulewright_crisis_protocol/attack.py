"""The fourteen steps of an attack, and beams and areas as series of attacks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from rulewright import (
    Context,
    DiceRoll,
    Leave,
    Limit,
    Loop,
    Procedure,
    Roll,
    Step,
    Violation,
    Window,
    choose,
    reaction,
    rule,
)
from rulewright.geometry import plane

from .damage import damage
from .events import (
    AttackReached,
    AttackResolved,
    BeforeDamage,
    DamageSuffered,
    DiceAdded,
    DiceRolled,
    PowerSpent,
    Targeted,
)
from .numbers import UNLIMITED, forbidden, with_printed
from .superpowers import cost_of as superpower_cost
from .terms import (
    DICE_SCOPE,
    DIE,
    EACH,
    PICKED,
    REROLLS,
    SUCCESSES,
    Apart,
    Attack,
    Granted,
    Pool,
    Series,
    able,
    alike,
    allied,
    attack_sheet,
    attack_type,
    can_pay,
    character,
    has,
    pool_in,
    side,
)
from .tools import beam_inches, inches
from .world import TABLE, around, cover, sees, within

if TYPE_CHECKING:
    from rulewright import Event, Game, Position, Steps

    from .sheets import AttackSheet

MOMENTS: Final = ("targeted", "attack pool", "own dice", "opposing dice", "before damage", "after attack")
"""When specials of attacks happen."""

COVERABLE: Final = ("blank", "hit")
"""What cover changes to a block: no failure, and no success (cover.effect, dice.failure)."""

FIGHTER: Final = {"attack": "attacker", "defense": "target"}
"""Who rolls which pool."""


# Who may be attacked, and with what -------------------------------------------------------------------------


@rule("attack-profile.cost", "power.spend", "attack.step-1")
def cost_of(position: Position, id: str, attack: AttackSheet) -> int:
    """The power that an attack costs a character now."""
    return with_printed(position, "attack cost", id, attack.cost)


@rule("attack.target", "attack.range", "attack.step-2", "damage.dazed-limits", "area.definition", "area.resolve")
def targets(position: Position, id: str, attack: AttackSheet) -> Iterator[str]:
    """The enemies in range and line of sight, for a beam in range of the tool however it is laid."""
    reach = beam_inches(attack.range) if attack.shape == "beam" else inches(attack.range)
    player = character(position, id).player
    for foe in around(position, id, reach):
        if character(position, foe).player != player and able(position, foe) and seen(position, id, foe, attack):
            if may_target(position, id, foe, attack):
                yield foe


@rule("superpower.keywords", "attack.target")
def may_target(position: Position, id: str, foe: str, attack: AttackSheet) -> bool:
    """Whether nothing forbids a character to target an enemy; one with stealth must be within range 3."""
    return position.may("be targeted", foe) and ("stealth" in attack.ignores or _near_enough(position, id, foe))


def _near_enough(position: Position, id: str, foe: str) -> bool:
    """Whether a character is as near to an enemy as stealth or another text asks of attackers."""
    range = int(position.number("targeted within", foe))
    return range >= UNLIMITED or within(position, id, foe, range)


@rule("attack.range", "attack.step-2")
def seen(position: Position, id: str, foe: str, attack: AttackSheet) -> bool:
    """Whether a character sees an enemy, or its attack does not need to."""
    return "sight" in attack.ignores or sees(position, id, foe)


@rule("attack.step-1", "attack.step-2", "note.step-2-garbled", "stat-card.attacks", "damage.dazed-limits")
def open_attacks(position: Position, id: str, terms: Granted = Granted()) -> Iterator[str]:  # noqa: B008
    """The attacks that a character can pay and that have a target."""
    if not (able(position, id) and position.may("attack", id)):
        return
    for attack in side(position, id).attacks:
        sheet = position.content.attacks[attack]
        paid = terms.free or can_pay(position, id, cost_of(position, id, sheet))
        if paid and any(reached(position, id, sheet, terms)):
            yield attack


def reached(position: Position, id: str, attack: AttackSheet, terms: Granted) -> Iterator[str]:
    """Those whom an attack may target, as the effect says that grants it."""
    if not terms.anywhere:
        return (foe for foe in targets(position, id, attack) if not terms.against or foe in terms.against)
    return (
        foe
        for foe in terms.against
        if able(position, foe)
        and (terms.unseen or seen(position, id, foe, attack))
        and may_target(position, id, foe, attack)
    )


@rule("attack.step-1", "attack.range", "power.spend")
def closed_attacks(position: Position, id: str) -> Iterator[tuple[str, Violation]]:
    """The attacks that a character cannot make now, each with why."""
    barred = forbidden(position, "attack", id, "cannot_attack")
    for attack in side(position, id).attacks:
        sheet = position.content.attacks[attack]
        cost = cost_of(position, id, sheet)
        if barred is not None:
            yield attack, barred
        elif not can_pay(position, id, cost):
            yield attack, Violation("too_dear", "power.spend", cost=cost)
        elif not any(targets(position, id, sheet)):
            yield attack, Violation("no_target", "attack.range")


@rule("attack-profile.type", "attack.step-1")
def choose_type(game: Game, attack: Attack | Series) -> Steps:
    """Before the target is chosen: of which type the attack is, where its card leaves that open."""
    types = game.content.attacks[attack.attack].types
    if types and not attack.type:
        type = yield choose(
            attack.player, "attack_type", types, "attack-profile.type",
            attacker=attack.attacker, attack=attack.attack,
        )  # fmt: skip
        yield game.note(attack, type=type)


# Steps 1 to 3 -----------------------------------------------------------------------------------------------


@rule("action.attack", "attack.step-2")
def declare_target(game: Game, attack: Attack) -> Steps:
    """Step 2: the attacker chooses a target; what triggers on being targeted follows."""
    target = attack.target
    if not target:
        found = list(reached(game, attack.attacker, attack_sheet(game, attack), attack.terms))
        target = found[0]
        if len(found) > 1:
            target = yield choose(
                attack.player, "target", found, "attack.step-2", attacker=attack.attacker, attack=attack.attack
            )
        yield game.note(attack, target=target)
    yield Targeted(attack.attacker, target, attack.attack, rule="attack.step-2")


@rule("attack.step-3", "power.spend")
def pay_power(game: Game, attack: Attack) -> Event | Leave | None:
    """Step 3: the cost is paid; that of a series was paid for all of it. Who has come to lack it makes no attack."""
    cost = 0 if attack.series or attack.terms.free else cost_of(game, attack.attacker, attack_sheet(game, attack))
    if not can_pay(game, attack.attacker, cost):
        return Leave("attack")
    return PowerSpent(attack.attacker, cost, rule="attack.step-3") if cost else None


# Steps 4 to 8: the dice -------------------------------------------------------------------------------------


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


def note_pool(
    game: Game,
    context: Any,
    name: str,
    pool: Pool,
    faces: Iterable[Any],
    rule: str,
    told: type[DiceRolled | DiceAdded] = DiceRolled,
) -> Iterator[Event]:
    """A pool is like this now, and these dice are shown."""
    who = context.character if name == "dodge" else getattr(context, FIGHTER[name])
    noted: dict[str, Any] = {f"{name}_pool": pool}
    yield game.note(context, **noted)
    yield told(who, name, tuple(map(str, faces)), rule=rule)


def shows(game: Game, context: Any, name: str, roll: DiceRoll, rule: str) -> Iterator[Event]:
    """The dice of a pool lie like this now."""
    pool = Pool(pool_in(context, name).dice, 0, roll.count(SUCCESSES[name]), roll)
    return note_pool(game, context, name, pool, roll.faces, rule)


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


def apart_in(context: Any, pool: str) -> Apart:
    """What is told apart in a pool; in a dodge each icon."""
    found: Apart = getattr(context, f"{pool}_apart", EACH)
    return found


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


def there(position: Position, attack: Attack) -> bool:
    """Whether both sides of an attack are on the battlefield."""
    return {attack.attacker, attack.target} <= {*position.state.characters}


# Step 9: cover ----------------------------------------------------------------------------------------------


@rule("cover.conditions", "cover.effect", "dice.failure")
def coverable(game: Game, player: int, attack: Attack) -> Sequence[int]:
    """The defense dice that cover may change to a block; a block or a success need not be changed."""
    roll = attack.defense_pool.roll
    if player == attack.player or roll is None or not there(game, attack):
        return ()
    if not covered(game, attack):
        return ()
    dice = REROLLS.may_change(roll, "cover")
    return tuple(die for die in dice if roll.faces[die] not in SUCCESSES["defense"])


@rule("cover.effect", "terms.cannot-beats-can")
def covered(position: Position, attack: Attack) -> bool:
    """Whether the defender benefits from cover: by what stands around it, or always."""
    always = has(position, "always in cover", attack.target)
    return position.may("cover", attack.target) and (always or bool(cover(position, attack.attacker, attack.target)))


@reaction("modify own dice", options=coverable, limit=Limit(1, "attack", per="player"))
@rule("cover.effect", "attack.step-9")
def take_cover(game: Game, player: int, die: int, attack: Attack) -> Iterator[Event]:
    """A defender with cover changes one die to a block."""
    assert attack.defense_pool.roll is not None
    roll = attack.defense_pool.roll.changed({die: "block"}, "cover", player)
    return shows(game, attack, "defense", roll, "cover.effect")


# Steps 11 to 14 ---------------------------------------------------------------------------------------------


@rule("attack.step-11", "attack.outline", "dice.faces")
def compare_successes(game: Game, attack: Attack) -> Event:
    """Step 11: the damage is by how much the attacker's successes exceed the defender's."""
    return game.note(attack, damage=max(0, successes(game, attack, "attack") - successes(game, attack, "defense")))


BESIDES: Final = {
    "blank": "successes for blanks", "wild": "successes for wilds", "failure": "successes for failures",
}  # fmt: skip
"""Faces that texts may count as successes, or as more of them, and the numbers that say how many."""


OPPOSING: Final = "successes for opposing failures"
OTHER: Final = {"attack": "defense", "defense": "attack"}
"""The pool against each."""
UNCOUNTED: Final = {"critical": "critical successes", "wild": "wild successes"}
"""Faces that texts may forbid to count, and what it is called that they forbid."""


@rule("attack.step-11", "dice.faces")
def successes(game: Game, attack: Attack, name: str) -> int:
    """The successes of a pool, with what texts let its faces and the failures of the other pool count besides."""
    id, other = getattr(attack, FIGHTER[name]), pool_in(attack, OTHER[name]).roll
    failures = 0 if other is None else other.count(("failure",))
    gift = failures * int(game.number(OPPOSING, id)) if failures else 0
    return successes_of(game, pool_in(attack, name), id) + gift


def successes_of(game: Game, pool: Pool, id: str) -> int:
    """The successes of the dice of a character, with what texts let its faces count besides."""
    if pool.roll is None:
        return pool.successes
    more = sum(pool.roll.count((face,)) * int(game.number(stat, id)) for face, stat in BESIDES.items())
    less = sum(pool.roll.count((face,)) for face, deed in UNCOUNTED.items() if not game.may(deed, id))
    return pool.successes + more - less


@rule("attack.step-12")
def before_damage(game: Game, attack: Attack) -> Event:
    """Step 12: what the attack does before damage is suffered."""
    return BeforeDamage(attack.attacker, attack.target, attack.attack, rule="attack.step-12")


@rule("attack.step-13", "field.condition.judgement")
def suffer_damage(game: Game, attack: Attack) -> Steps:
    """Step 13: the defender suffers what is left of the damage."""
    target = attack.target
    amount = with_printed(game, "damage", target, attack.damage) if attack.damage else 0
    if amount <= 0:
        return
    power = game.may("power from attacks", target)
    suffered = yield damage(game, target, amount, attack.attacker, power=power, rule="attack.step-13")
    if isinstance(suffered, DamageSuffered):
        yield game.note(attack, dealt=suffered.amount)


@rule("attack.step-14", "terms.after", "terms.after-example")
def finish_attack(game: Game, attack: Attack) -> Event:
    """Step 14: what triggers after the attack, the attacker's first."""
    return AttackResolved(attack.attacker, attack.target, attack.attack, attack.dealt, rule="attack.step-14")


def reaching(moment: str) -> Step:
    @rule("attack.icon-rules", "superpower.innate", "attack.step-4", "attack.step-9", "attack.step-10")
    def reach(game: Game, attack: Attack) -> Event | None:
        """A moment of the attack at which its own special rules happen, and what is innate; if there is any."""
        sheet = game.content.attacks.get(attack.attack)
        if sheet is None:
            return None
        if moment not in game.content.unasked and all(special.when != moment for special in sheet.specials):
            return None
        return AttackReached(attack.attacker, attack.target, attack.attack, moment, rule="attack.icon-rules")

    return Step(reach, f"reach {moment}")


DICE: Final[list[Any]] = [
    rolling("attack", "attack.step-6"),
    rolling("defense", "attack.step-7"),
    adding("attack"),
    adding("defense"),
    reaching("own dice"),
    Window("modify own dice", rule="attack.step-9"),
    Window("modify opposing dice", rule="attack.step-10"),
    reaching("opposing dice"),
    compare_successes,
]
"""Steps 6 to 11: from the pools to the damage."""

TO_DAMAGE: Final[list[Any]] = [
    pay_power,
    build_attack_pool,
    reaching("attack pool"),
    Window("attack pool", rule="attack.step-4"),
    build_defense_pool,
    reaching("defense pool"),
    Window("defense pool", rule="attack.step-5"),
    *DICE,
    Window("before damage", rule="attack.step-12"),
    before_damage,
]
"""Steps 3 to 12, when the target is known."""


@rule("damage.dazed-limits", "field.ko-effects")
def goes_on(game: Game) -> bool:
    """Nobody attacks who is dazed or KO'd, and nobody is attacked; once damage was dealt, step 14 is left."""
    attack = game.context(Attack)
    return attack.dealt > 0 or (able(game, attack.attacker) and able(game, attack.target))


BLOWS: Final = Procedure("blows", [*TO_DAMAGE, suffer_damage, finish_attack], scope=DICE_SCOPE, as_long_as=goes_on)

ATTACK: Final = Procedure("attack", [choose_type, declare_target, BLOWS], Attack)


# Beams and areas --------------------------------------------------------------------------------------------


@rule("attack.step-3", "beam.resolve", "area.resolve")
def pay_once(game: Game, series: Series) -> Event | None:
    """The cost is paid once for the whole series."""
    cost = 0 if series.terms.free else cost_of(game, series.attacker, game.content.attacks[series.attack])
    return PowerSpent(series.attacker, cost, rule="beam.resolve") if cost else None


@rule("beam.definition", "beam.resolve", "beam.example", "area.definition", "area.resolve", "area.allies")
def strike_out(game: Game, series: Series) -> Steps:
    """Who is hit: enemies are attacked one by one, each ally suffers 1 damage."""
    sheet = game.content.attacks[series.attack]
    if sheet.shape == "beam":
        hit = yield from _aim(game, series, sheet.range)
        id = "beam.resolve"
    else:
        hit, id = plane.tools.area(TABLE(game), series.attacker, inches(sheet.range)), "area.allies"
    players = {one: character(game, one).player for one in hit if able(game, one)}
    foes = [one for one, player in players.items() if player != series.player]
    yield game.note(series, left=tuple(foe for foe in foes if may_target(game, series.attacker, foe, sheet)))
    allies = [one for one, player in players.items() if player == series.player]
    if allies and "allies" not in sheet.ignores:
        yield [damage(game, one, 1, series.attacker, rule=id) for one in allies]


@rule("beam.definition", "beam.specific-target", "beam.example", "field.tools.range")
def _aim(game: Game, series: Series, range: int) -> Steps:
    """The attacker lays the beam anywhere along its base so that it hits an enemy: whom it is laid over is chosen."""
    who = series.attacker
    foes = {*reached(game, who, game.content.attacks[series.attack], series.terms)}
    others = [str(one.id) for one in game.state.characters.values() if able(game, str(one.id))]
    lays = plane.tools.beam_lays(TABLE(game), who, inches(range), inches(1), others)
    hits = [lay.hit for lay in lays if foes & {*lay.hit}]
    hits.sort(key=lambda hit: (sum(allied(game, who, one) for one in hit), -len(hit)))
    if len(hits) == 1:
        return hits[0]
    return (yield choose(series.player, "aim", hits, "beam.definition", character=who, attack=series.attack))


def _left_to_strike(game: Game, series: Series) -> Iterator[str]:
    sheet = game.content.attacks[series.attack]
    return (foe for foe in series.left if able(game, foe) and seen(game, series.attacker, foe, sheet))


class Strike(Context):
    """One attack of a series, against whom; ``target`` is empty where none is left."""

    target: str


@rule("beam.resolve", "area.resolve")
def next_strike(game: Game, last: Strike | None) -> Strike | None:
    """As long as enemies are left who can be attacked, and the attacker can attack."""
    series = game.context(Series)
    goes_on = able(game, series.attacker) and any(_left_to_strike(game, series))
    return Strike(target="") if goes_on else None


@rule("beam.resolve", "area.resolve")
def strike(game: Game, context: Strike) -> Steps:
    """The attacker chooses the next target; its attack is resolved completely."""
    series = game.context(Series)
    left = list(_left_to_strike(game, series))
    target = left[0]
    if len(left) > 1:
        target = yield choose(
            series.player, "next_target", left, "beam.resolve", attacker=series.attacker, attack=series.attack
        )
    yield game.note(series, left=tuple(foe for foe in left if foe != target))
    return ATTACK(
        player=series.player, attacker=series.attacker, attack=series.attack, target=target, series=True,
        terms=series.terms, type=series.type,
    )  # fmt: skip


SERIES: Final = Procedure("series", [choose_type, pay_once, strike_out, Loop("strikes", next_strike, [strike])], Series)


# The action -------------------------------------------------------------------------------------------------


class AttackAction(Context):
    """An attack action; ``attack`` is the only one that may be made, if not empty."""

    player: int
    character: str
    attack: str = ""
    terms: Granted = Granted()


@rule("action.attack", "attack.step-1", "attack.target", "beam.specific-target", "area.specific-target")
def choose_attack(game: Game, action: AttackAction) -> Steps:
    """Step 1: the character chooses one of its attacks, which has to reach the target where one is given."""
    found = [name for name in open_attacks(game, action.character, action.terms) if action.attack in ("", name)]
    if not found:
        return None
    name = found[0]
    if len(found) > 1:
        name = yield choose(
            action.player, "attack", found, "attack.step-1",
            why_not=game.on_demand(closed_attacks, action.character), character=action.character,
        )  # fmt: skip
    if game.content.attacks[name].shape:
        return SERIES(
            player=action.player, attacker=action.character, attack=name, terms=action.terms, type=action.terms.type
        )
    return ATTACK(
        player=action.player, attacker=action.character, attack=name, terms=action.terms, type=action.terms.type
    )


ATTACK_ACTION: Final = Procedure("attack action", [choose_attack], AttackAction)

PROCEDURES: Final[list[Any]] = [ATTACK, SERIES, ATTACK_ACTION]
REACTIONS: Final[list[Any]] = [take_cover]
