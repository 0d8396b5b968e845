"""The attack sequence in its seven steps (chapter 12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Allocation, Event, Procedure, Request, Roll, Subset, Violation, Window, rule, trigger
from rulewright.geometry.grid import LineState

from .board import adjacent, adjacent_foes, distance, line
from .damage import deal
from .events import AttackResolved, Hit, KnockedBack, KnockedOut, Missed, Moved, Placed, RollFinalized, Targeted
from .knockback import knock_back_hits
from .terms import Attack, Doing, character, force, has, on_map, opponents, pick, version

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps

CRITICAL: Final = (6, 6)
CRITICAL_MISS: Final = (1, 1)


# Who may be attacked ----------------------------------------------------------------------------------------


@rule("11.1", "11.2", "11.2a", "12.1", "12.1a", "keyword.giant-reach", "22.3", "6.2")
def legal_targets(position: Position, id: str, kind: str) -> list[str]:
    """The opposing characters that a character can attack: adjacent ones, or those within range and line of fire."""
    if barred(position, id, kind) is not None:
        return []
    return [foe for foe in opponents(position, force(position, id)) if may_target(position, id, foe, kind)]


@rule("10.8a", "11.2a", "7.3a", "improved.targeting-adjacent", "20.4")
def barred(position: Position, id: str, kind: str) -> Violation | None:
    """Why a character cannot make an attack at all now; None where it can."""
    doing = position.find_context(Doing)
    if doing is not None and doing.character == id and doing.failed:
        return Violation("failed_to_break_away", "10.8a")
    if not on_map(position, id) or not position.may(f"make {kind} attacks", id):
        return Violation("cannot_attack", "7.3a")
    if kind == "range" and adjacent_foes(position, id) and not position.may("shoot beside foes", id):
        return Violation("beside_foes", "11.2a")
    return None


@rule("11.1", "11.2", "11.4", "12.1", "12.1c", "16.3b", "keyword.giant-reach", "22.3")
def may_target(position: Position, id: str, foe: str, kind: str) -> bool:
    """Whether an attack of that kind can reach a character, and nothing forbids to target it."""
    if not on_map(position, foe) or not position.may("be targeted", foe):
        return False
    if kind == "close" and adjacent(position, id, foe):
        return True
    reach = version(position, "giant-reach", id) if kind == "close" else int(position.number("range", id))
    state = line_to(position, id, foe, reach, kind) if distance(position, id, foe) <= reach else LineState.BLOCKED
    return state is not LineState.BLOCKED


@rule("11.4d", "16.2b", "pac.stealth", "keyword.giant-reach")
def line_to(position: Position, id: str, foe: str, reach: int, kind: str = "range") -> LineState:
    """The line of fire to a target; a hindered one to a character with Stealth is blocked in others' turns."""
    state = line(position, id, foe, reach)
    if state is not LineState.HINDERED:
        return state
    if kind == "close":
        return LineState.OPEN
    hidden = has(position, "stealth", foe) and position.active != force(position, foe)
    return LineState.BLOCKED if hidden and not adjacent(position, id, foe) else state


# 12.1 Determine targets -------------------------------------------------------------------------------------


@rule("12.1", "12.1a", "12.1b", "11.5")
def choose_targets(game: Game, attack: Attack) -> Steps:
    """One target, or as many as the character has bolts; all of some kind for an attack that says so."""
    if attack.targets:
        yield [Targeted(attack.attacker, target, rule="12.1") for target in attack.targets]
        return
    refused: tuple[str, ...] = ()
    while True:
        legal = [foe for foe in legal_targets(game, attack.attacker, attack.kind) if foe not in refused]
        if not legal:
            return
        most = min(len(legal), int(game.number("targets", attack.attacker)))
        about: dict[str, Any] = {"character": attack.attacker, "kind": attack.kind}
        if most == 1:
            chosen = ((yield from pick(attack.player, "target", legal, "12.1", **about)),)
        else:
            chosen = yield Request(attack.player, "targets", Subset(legal, 1, most), "12.1a", about)
        happened = yield [Targeted(attack.attacker, target, rule="12.1") for target in chosen]
        kept = tuple(event.target for event in happened if event is not None)
        if kept:
            yield game.note(attack, targets=kept)
            return
        refused += chosen


@trigger(Moved, Placed, KnockedBack, KnockedOut, player=lambda game, event, source: None)
@rule("12.1c")
def illegal_targets_drop_out(game: Game, event: Event, source: None) -> Steps:
    """A target that has become illegal is none any more, in any of the nested attacks."""
    for attack in list(game.contexts(Attack)):
        still = tuple(target for target in attack.targets if may_still_target(game, attack, target))
        if still != attack.targets:
            yield game.note(attack, targets=still)


def may_still_target(game: Game, attack: Attack, target: str) -> bool:
    """Whether a chosen target is legal now; once it is hit, all that matters is that it is on the map."""
    if not on_map(game, attack.attacker) or not on_map(game, target):
        return False
    return bool(attack.total) or may_target(game, attack.attacker, target, attack.kind)


# 12.2 Determine the attack total ----------------------------------------------------------------------------


@rule("12.2", "12.2a", "16.2b", "6.9")
def calculate_values(game: Game, attack: Attack) -> Event:
    """The attack value and the defense value of each target, one more behind hindering terrain."""
    value = int(game.number("attack", attack.attacker))
    defenses = tuple((target, defense(game, attack, target)) for target in attack.targets)
    return game.note(attack, value=value, defenses=defenses)


@rule("12.2a", "16.2b", "pac.pulse-wave")
def defense(game: Game, attack: Attack, target: str) -> int:
    """The defense value of a target in this attack."""
    from rulewright import Modifier

    also = []
    if attack.kind == "range":
        reach = int(game.number("range", attack.attacker))
        if line(game, attack.attacker, target, reach) is LineState.HINDERED:
            also.append(Modifier("defense", "modify", 1, "hindering terrain", "16.2b"))
    return int(game.number("defense", target, *also))


@rule("12.2b")
def roll_attack(game: Game, attack: Attack) -> Steps:
    """The attacker's player rolls 2d6, once for all targets."""
    roll = Roll.d6(2, attack.player, "attack roll", "12.2b")
    yield game.note(attack, roll=roll.fallen((yield roll)))


@rule("12.2c", "12.2d", "12.2e")
def finalize(game: Game, attack: Attack) -> Steps:
    """The roll is final, and with the attack value the attack total."""
    faces = attack.roll.numbers
    yield RollFinalized(attack.attacker, faces, rule="12.2c")
    yield game.note(attack, total=attack.value + sum(faces))


# 12.3 Determine hits ----------------------------------------------------------------------------------------


@rule("12.3", "12.3a", "12.3b", "12.3c", "8.1i")
def determine_hits(game: Game, attack: Attack) -> Steps:
    """The attack total is compared with the defense value of each target; two sixes hit, two ones miss."""
    faces, defenses = attack.roll.numbers, dict(attack.defenses)
    events: list[Event] = []
    for target in attack.targets:
        total, needed = attack.total, defenses[target]
        hit = faces == CRITICAL or (total >= needed and faces != CRITICAL_MISS)
        if hit:
            events.append(Hit(attack.attacker, target, total, needed, faces == CRITICAL, rule="12.3"))
        else:
            events.append(Missed(attack.attacker, target, total, needed, rule="12.3"))
    happened = yield events
    yield game.note(attack, hits=tuple(dict.fromkeys(one.target for one in happened if isinstance(one, Hit))))


# 12.4 Calculate damage --------------------------------------------------------------------------------------


@rule("12.4", "12.4a", "12.4b", "12.3b")
def calculate_damage(game: Game, attack: Attack) -> Steps:
    """The damage value, divided among hit targets that were chosen with bolts; a critical hit deals 1 more to each."""
    yield game.note(attack, attacked=True)
    hits = [target for target in attack.hits if target in attack.targets]
    if not hits:
        return
    damage = int(game.number("damage", attack.attacker))
    shares = dict.fromkeys(hits, damage)
    if len(attack.targets) > 1 and len(hits) > 1:
        space = Allocation(damage, tuple(hits))
        shares = dict(zip(hits, (yield Request(attack.player, "divide", space, "12.4")), strict=True))
    elif len(attack.targets) > 1:
        shares = {hits[0]: damage}
    more = 1 if attack.roll.numbers == CRITICAL else 0
    dealt = tuple((target, max(0, share + more)) for target, share in shares.items())
    yield game.note(attack, shares=dealt)


# 12.5 to 12.7 -----------------------------------------------------------------------------------------------


@rule("12.5", "12.6", "12.4d")
def resolve_damage(game: Game, attack: Attack) -> Steps:
    """Each target takes its damage; then characters are knocked back."""
    kind = "penetrating" if game.may("deal penetrating damage", attack.attacker) else ""
    clicks = yield from deal(game, attack.shares, attack.attacker, kind, attack=True, rule="12.5")
    yield game.note(attack, damaged=tuple(clicks))
    yield from knock_back_hits(game, game.context(Attack))


@rule("12.7", "6.5a", "12.3c")
def resolve_attack(game: Game, attack: Attack) -> Steps:
    """The attack is over; after two ones the attacker is dealt 1 unavoidable damage."""
    yield AttackResolved(attack.attacker, attack.attacked, attack.kind, attack.damaged, rule="12.7")
    if attack.roll.numbers == CRITICAL_MISS:
        yield from deal(game, [(attack.attacker, 1)], kind="unavoidable", rule="12.3c")


SEQUENCE: Final = Procedure(
    "attack sequence",
    [
        calculate_values,
        roll_attack,
        Window("reroll", until="quiet round", rule="21.3b"),
        Window("replace dice", until="quiet round", rule="21.4"),
        finalize,
        determine_hits,
        calculate_damage,
        resolve_damage,
    ],
    as_long_as=lambda game: bool(game.context(Attack).targets),
)
ATTACK: Final = Procedure("attack", [choose_targets, SEQUENCE, resolve_attack], Attack)


@rule("7.2")
def make_attack(game: Game, id: str, kind: str, power: str = "") -> Steps:
    """A character makes an attack of a kind, where it has a target."""
    if legal_targets(game, id, kind):
        yield ATTACK(player=character(game, id).player, attacker=id, kind=kind, power=power)
