"""The attack sequence in its seven steps (chapter 12)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from rulewright import Allocation, Event, Modifier, Procedure, Request, Roll, Subset, rule, trigger
from rulewright.geometry.grid import LineState
from rulewright.powers import Bearer, offers

from .board import line
from .damage import deal
from .events.attacks import AttackResolved, Hit, Missed, RollFinalized, Targeted
from .events.characters import TakenOff
from .events.harm import KnockedOut
from .events.moves import KnockedBack, Moved, Placed
from .knockback import knock_back_hits, knocks, may_knock_back
from .rolls import REPLACE, REROLL
from .targets import legal_targets, may_target
from .terms import CRITICAL, CRITICAL_MISS, Attack, attack_of, character, on_map, pick
from .terrain import destroy_all, shot_through

if TYPE_CHECKING:
    from rulewright import Game, Steps
else:
    Game = Steps = Any  # what msgspec evaluates for a signature


FURTHER: Final = "further targets"
"""By this name powers offer targets beyond those chosen: ``(game, attack)`` gives their ids."""

INSTEAD: Final = "instead of normal damage"
"""By this name powers offer what an attack does instead of dealing normal damage."""

Damage = Mapping[str, int]
"""The damage that each hit target is to be dealt."""


class Instead(Struct, frozen=True):
    """What an attack does instead of dealing normal damage: a step that gives the damage that it deals."""

    name: str
    do: Callable[[Game, Attack], Steps]
    optional: bool
    harmless: bool


def instead(
    when: Callable[[Game, Bearer, Attack], bool], *, optional: bool = False, harmless: bool = False
) -> Callable[[Callable[..., Any]], Any]:
    """Mark a step ``(game, me, attack)`` of a power as what attacks do instead of dealing normal damage.

    It gives the damage of each hit target, and nothing where another effect takes the place of damage (``harmless``).
    """

    def mark(do: Callable[..., Any]) -> Any:
        def offer(self: Any, game: Any, me: Bearer) -> Instead | None:
            attack = attack_of(game)
            if attack is None or attack.attacker != me.id or not when(game, me, attack):
                return None
            return Instead(self.name, lambda game, attack: do(self, game, me, attack), optional, harmless)

        offer.__name__ = do.__name__
        return offers(INSTEAD)(offer)

    return mark


# 12.1 Determine targets -------------------------------------------------------------------------------------


@rule("12.1", "12.1a", "12.1b", "11.5", "pac.shape-change")
def choose_targets(game: Game, attack: Attack) -> Steps:
    """One target, or as many as the character has bolts; all of some kind for an attack that says so."""
    if attack.targets:
        yield game.note(attack, targets=(yield from target(game, attack, attack.targets)))
        return
    tried: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    most = int(game.number("targets", attack.attacker))
    while most:
        legal = [foe for foe in legal_targets(game, attack.attacker, attack.kind, attack.power) if foe not in tried]
        chosen = yield from some_of(attack, legal, most, optional=bool(tried))
        new = yield from target(game, attack, chosen)
        tried, kept, most = tried + chosen, kept + new, len(chosen) - len(new)
        yield game.note(attack, targets=kept, by_bolts=True)


@rule("12.1a", "pac.shape-change")
def some_of(attack: Attack, legal: Sequence[str], most: int, *, optional: bool) -> Steps:
    """So many of the legal targets; none where it may choose others for those that could not be targeted."""
    about: dict[str, Any] = {"character": attack.attacker, "kind": attack.kind}
    if not legal:
        return ()
    if min(most, len(legal)) > 1:
        space = Subset(legal, 0 if optional else 1, min(most, len(legal)))
        return (yield Request(attack.player, "targets", space, "12.1a", about))
    options = (*legal, None) if optional else tuple(legal)
    chosen = yield from pick(attack.player, "target", options, "12.1", **about)
    return () if chosen is None else (chosen,)


def target(game: Game, attack: Attack, chosen: Sequence[str]) -> Steps:
    """Characters would be targeted; gives those that are."""
    happened = yield [Targeted(attack.attacker, id, rule="12.1") for id in chosen]
    return tuple(event.target for event in happened if event is not None)


@rule("12.1b", "12.3d", "pac.energy-explosion")
def add_targets(game: Game, attack: Attack) -> Steps:
    """A power may make others targets, too, whether they would be legal ones or not."""
    if attack.targets:
        found = [id for _, more in game.offers(FURTHER, attack.attacker) for id in more(game, attack)]
        new = [id for id in dict.fromkeys(found) if id not in attack.targets and id != attack.attacker]
        if new:
            kept = yield from target(game, attack, new)
            yield game.note(attack, targets=(*attack.targets, *kept), bound=(*attack.bound, *kept))


@trigger(Moved, Placed, KnockedBack, KnockedOut, TakenOff, player=lambda game, event, source: None)
@rule("12.1c")
def illegal_targets_drop_out(game: Game, event: Event, source: None) -> Steps:
    """A target that has become illegal is none any more, in any of the nested attacks."""
    for attack in list(game.contexts(Attack)):
        noted = check_targets(game, attack)
        if noted is not None:
            yield noted


@rule("12.1c")
def check_targets(game: Game, attack: Attack) -> Event | None:
    """Whatever has made a target illegal since it was chosen, it is none any more."""
    still = tuple(target for target in attack.targets if may_still_target(game, attack, target))
    return game.note(attack, targets=still) if still != attack.targets else None


def may_still_target(game: Game, attack: Attack, target: str) -> bool:
    """Whether a chosen target is legal now; once it is hit, all that matters is that it is on the map."""
    if not on_map(game, attack.attacker) or not on_map(game, target):
        return False
    if attack.total or target in attack.bound:
        return True
    return may_target(game, attack.attacker, target, attack.kind, attack.power)


# 12.2 Determine the attack total ----------------------------------------------------------------------------


@rule("12.2", "12.2a", "16.2b", "6.9")
def calculate_values(game: Game, attack: Attack) -> Event:
    """The attack value and the defense value of each target, one more behind hindering terrain."""
    value = int(game.number("attack", attack.attacker))
    defenses = tuple((target, defense(game, attack, target)) for target in attack.targets)
    through = shot_through(game, attack.attacker, attack.targets) if attack.kind == "range" else ()
    return game.note(attack, value=value, defenses=defenses, through=through)


@rule("12.2a", "16.2b", "pac.pulse-wave")
def defense(game: Game, attack: Attack, target: str) -> int:
    """The defense value of a target in this attack."""
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


@rule("12.2b", "12.2c", "12.2d", "12.2e")
def finalize(game: Game, attack: Attack) -> Steps:
    """The roll is final, and its result is added to the attack value."""
    yield RollFinalized(attack.attacker, attack.roll.numbers, rule="12.2c")
    yield game.note(attack, total=int(game.number("attack total", attack.attacker)))


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
    would_hit = tuple(event.target for event in events if isinstance(event, Hit))
    yield game.note(attack, would_hit=would_hit)
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
    other = yield from choose_instead(game, attack)
    shares: Damage = yield from (normal_damage(game, attack, hits) if other is None else other.do(game, attack))
    yield game.note(attack, shares=tuple(shares.items()))
    dealt = tuple((target, int(game.number("dealt", target))) for target in shares)
    yield game.note(attack, shares=dealt)


@rule("12.4", "12.4b", "12.1b")
def normal_damage(game: Game, attack: Attack, hits: Sequence[str]) -> Steps:
    """The damage value, divided among the hit targets that were chosen with bolts; all of it to each without."""
    damage = int(game.number("damage", attack.attacker))
    if attack.by_bolts and len(hits) > 1:
        space = Allocation(damage, tuple(hits))
        return dict(zip(hits, (yield Request(attack.player, "divide", space, "12.4")), strict=True))
    return dict.fromkeys(hits, damage)


@rule("12.4c")
def choose_instead(game: Game, attack: Attack) -> Steps:
    """What takes the place of normal damage; of several the attacker's player chooses one. None for normal damage."""
    found = {one.name: one for _, one in game.offers(INSTEAD, attack.attacker)}
    if not found:
        return None
    optional = all(one.optional for one in found.values())
    names = (*found, None) if optional else tuple(found)
    return found.get((yield from pick(attack.player, "instead", names, "12.4c", character=attack.attacker)))


def deals_damage(game: Game, attack: Attack) -> bool:
    """Whether an attack deals damage, unless its player chooses otherwise."""
    return not any(one.harmless and not one.optional for _, one in game.offers(INSTEAD, attack.attacker))


# 12.5 to 12.7 -----------------------------------------------------------------------------------------------


@rule("12.5", "12.4d", "12.6f")
def resolve_damage(game: Game, attack: Attack) -> Steps:
    """Each target takes its damage; whom nothing keeps from being knocked back is known before dials turn."""
    kind = "penetrating" if game.may("deal penetrating damage", attack.attacker) else ""
    loose = tuple(id for id in attack.hits if may_knock_back(game, id, attack.attacker)) if knocks(game, attack) else ()
    clicks = yield from deal(game, attack.shares, attack.attacker, kind, attack=True, rule="12.5")
    yield game.note(attack, damaged=tuple(clicks), loose=loose)


@rule("12.7", "6.5a")
def resolve_attack(game: Game, attack: Attack) -> Event:
    """The attack is over."""
    return AttackResolved(attack.attacker, attack.attacked, attack.kind, attack.damaged, rule="12.7")


@trigger(AttackResolved, immediate=True, player=lambda game, event, source: None)
@rule("improved.targeting-destroy-blocking")
def destroy_what_was_shot_through(game: Game, event: AttackResolved, source: None) -> list[Event]:
    """The piece of blocking terrain through which the line of fire of an attack went is destroyed."""
    return destroy_all(game, game.context(Attack).through, "improved.targeting-destroy-blocking")


@trigger(AttackResolved, immediate=True, player=lambda game, event, source: None)
@rule("12.3c", "8.1d")
def critical_miss_hurts(game: Game, event: AttackResolved, source: None) -> Steps:
    """Immediately after an attack that rolled two ones has resolved, the attacker is dealt 1 unavoidable damage."""
    attack = game.context(Attack)
    if attack.attacked and attack.roll.numbers == CRITICAL_MISS:
        yield from deal(game, [(attack.attacker, 1)], kind="unavoidable", rule="12.3c")


SEQUENCE: Final = Procedure(
    "attack sequence",
    [
        check_targets,
        calculate_values,
        roll_attack,
        REROLL,
        REPLACE,
        finalize,
        determine_hits,
        calculate_damage,
        resolve_damage,
        knock_back_hits,
    ],
    as_long_as=lambda game: bool(game.context(Attack).targets),
)
ATTACK: Final = Procedure("attack", [choose_targets, add_targets, SEQUENCE, resolve_attack], Attack)


@rule("7.2", "12")
def make_attack(game: Game, id: str, kind: str, power: str = "", thrown: str = "") -> Steps:
    """A character makes an attack of a kind, where it has a target."""
    if legal_targets(game, id, kind, power):
        yield ATTACK(player=character(game, id).player, attacker=id, kind=kind, power=power, thrown=thrown)
