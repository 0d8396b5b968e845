"""What rules share: the contexts of what is going on, who is whose, who is able, and who is near."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Literal

from msgspec import Struct

from rulewright import Context, DiceRoll, Die, RerollRule, rule

if TYPE_CHECKING:
    from rulewright import Position
    from rulewright.dice import Faces
    from rulewright.state import Effect

    from .book.sheets import AttackSheet, SideSheet
    from .state import Character

ICONS: Final = ("critical", "wild", "hit", "block", "blank", "failure")

Condition = Literal["bleed", "hex", "incinerate", "judgement", "poison", "root", "shock", "slow", "stagger", "stun"]
"""The special conditions (condition.list-missing)."""

DIE: Final = Die("crisis", ICONS, (1, 1, 2, 1, 2, 1))
"""An eight-sided die (dice.type, dice.faces)."""


@rule("dice.type")
def game_dice(count: int) -> tuple[Die, ...]:
    """That many dice of the game; every roll is of these."""
    return (DIE,) * count


DICE_SCOPE: Final = "dice"
"""What an attack and a dodge are called by whatever may be used once in each (superpower.reactive)."""

Apart = tuple[tuple[str, ...], ...]
"""Sets of icons, each of which something may tell from all others."""

PICKED: Final[tuple[str, ...]] = ()
"""Among such sets: someone picks single dice, so all are kept as they fell, and not only counted."""

EACH: Final[Apart] = (PICKED, *((icon,) for icon in ICONS))

SUCCESSES: Final = {
    "attack": ("critical", "wild", "hit"),
    "defense": ("critical", "wild", "block"),
    "dodge": ("critical", "wild", "block"),
}
"""What counts as a success in each pool (dice.faces, attack.step-11, dodge.result)."""

LOCKED: Final = ("failure",)
"""What is neither rerolled nor changed (dice.failure)."""


FREED: Final = "failure that may be modified"
"""Among icons that a text may take: failures, where those of whoever rolls the pool may be modified."""


def takeable(icons: tuple[str, ...], failures: bool, own: bool) -> tuple[str, ...]:
    """Which dice a text may reroll or change that names these icons: failures where it says so, and of one's own dice
    where something lets them be modified."""
    if failures:
        return icons
    freed = (FREED,) if own else ()
    return tuple(one for icon in icons for one in (freed if icon in LOCKED else (icon,)))


def freed(icons: tuple[str, ...], modifiable: bool) -> tuple[str, ...]:
    """The icons that a text may take where failures may be modified, or where not."""
    if FREED not in icons:
        return icons
    return tuple("failure" if icon == FREED else icon for icon in icons if modifiable or icon != FREED)


REROLLS: Final = RerollRule(per_source_per_die=1, locked=LOCKED, rule="attack.reroll-limit")
"""A failure is neither rerolled nor modified, and one ability rerolls a die once (dice.failure)."""


class TurnOf(Context):
    """A player's turn in the activation phase; ``over`` when its end was declared, ``done`` what it was used for.

    ``may_pass`` says whether the player could pass when it began.
    """

    player: int
    number: int = 1
    may_pass: bool = False
    done: str = ""
    over: bool = False
    more: tuple[str, ...] = ()
    """Those that texts let be activated in it besides the first one."""
    used: tuple[str, ...] = ()
    """The characters that have used an active or reactive superpower in it."""


class Activation(Context):
    """An activation: the actions that were taken, moves among them, and the tokens that were interacted with;
    ``struck`` are those whom the character has attacked, each with the attack, ``attacks`` those that it has used,
    ``moved`` the ways in which it came somewhere else."""

    player: int
    character: str
    taken: int = 0
    moves: int = 0
    interacted: tuple[str, ...] = ()
    struck: tuple[tuple[str, str], ...] = ()
    attacks: tuple[str, ...] = ()
    moved: tuple[str, ...] = ()
    over: bool = False


class Pool(Struct, frozen=True):
    """The dice of one side: how many, criticals that a die is still due for, successes; each die if that matters."""

    dice: int = 0
    criticals: int = 0
    successes: int = 0
    roll: DiceRoll | None = None


class Granted(Struct, frozen=True):
    """What an effect says of an attack that it grants: whom alone it may target (anyone where empty), that it costs
    nothing, dice more in its pool, special rules that it does not have, whether its target may be at any distance or
    unseen, its type if it is another one than usual, which dice may be rerolled: "any", or "failures" too, what its
    card may say it costs at most, which attacks it must not be, and from whom its range and sight are measured, if not
    from the attacker."""

    against: tuple[str, ...] = ()
    free: bool = False
    dice: int = 0
    without: tuple[str, ...] = ()
    anywhere: bool = False
    unseen: bool = False
    type: str = ""
    reroll: str = ""
    most_cost: int | None = None
    barred: tuple[str, ...] = ()
    origin: str = ""


class Attack(Context):
    """One attack against one target: the dice of both sides as numbers, as they fell, and the damage to come."""

    player: int
    attacker: str
    attack: str
    target: str = ""
    type: str = ""
    """Its type, where the attacker chose it."""
    series: bool = False
    """It is one of the attacks of a beam or an area: its cost was paid for all, and the target is settled."""
    attack_pool: Pool = Pool()
    defense_pool: Pool = Pool()
    attack_apart: Apart = EACH
    defense_apart: Apart = EACH
    """Sets of icons that something may tell from the others of a pool; of those alike only successes count."""
    damage: int = 0
    dealt: int = 0
    striking: bool = False
    """Its own damage is being suffered, or was, and it is not over."""
    terms: Granted = Granted()
    defended: str = ""
    """With which of its defenses the target defends, where a text says so."""
    instead: int = 0
    """How many dice a text lets the target roll instead of those of its defense; 0 where none does."""
    defender: str = ""
    """For whom alone that holds, as the target; empty for whoever the target is."""


class Series(Context):
    """A beam or an area attack: the enemies still to be attacked, and one whom it has to hit."""

    player: int
    attacker: str
    attack: str
    terms: Granted = Granted()
    type: str = ""
    left: tuple[str, ...] = ()
    aimed: int = 0
    """How many enemies it was aimed at,"""
    struck: int = 0
    """and how many attacks it has come to so far."""


class Dodge(Context):
    """A character that something thrown hits, and the damage that it would suffer."""

    player: int
    character: str
    damage: int
    by: str
    dodge_pool: Pool = Pool()
    dice: int = 0
    """Dice more that it rolls, or fewer, by the text that causes it."""


# Who is who -------------------------------------------------------------------------------------------------


def character(position: Position, id: str) -> Character:
    """A character on the battlefield."""
    found: Character = position.state.characters[id]
    return found


def card_of(position: Position, id: str) -> str:
    """The card of a character, also of one that has left the battlefield; empty where there was none."""
    found = position.state.characters.get(id)
    card = id.partition("#")[0] if found is None else str(found.card)
    return card if card in position.content.characters else ""


@rule("stat-card.sides", "field.stat-ranges")
def side(position: Position, id: str) -> SideSheet:
    """The side of the stat card that lies face up."""
    one = character(position, id)
    card = position.content.characters[one.card]
    sheet: SideSheet = card.injured if one.injured else card.healthy
    return sheet


LEADING: Final = "leadership"
"""The kind of effect by which a squad has the leadership ability of its leader."""
LENT: Final = "lent attack"
"""The kind of effect by which a character has an attack for a time."""


@rule("character.definition", "stat-card.attacks", "attack.step-1")
def attacks_of(position: Position, id: str) -> tuple[str, ...]:
    """The attacks of a character: those of its side, and those that it has for a time."""
    return (*side(position, id).attacks, *[str(one.data["attack"]) for one in lent_to(position, id)])


@rule("attack.step-1")
def lent_to(position: Position, id: str) -> list[Effect]:
    """The effects by which a character has attacks for a time."""
    return [one for one in position.state.effects.values() if one.kind == LENT and one.target == id]


@rule("attack.range", "attack.target")
def origin_of(position: Position, id: str, attack: str, terms: Granted) -> str:
    """From whom the range and the sight of an attack of a character are measured: from itself, if no text says
    otherwise."""
    others = [str(one.data["origin"]) for one in lent_to(position, id) if one.data["attack"] == attack]
    return terms.origin or next(filter(None, others), "") or id


def measured_from(position: Position, attack: Attack) -> str:
    """From whom the attack that is being made is measured: from the attacker, too, where that one has gone."""
    origin = origin_of(position, attack.attacker, attack.attack, attack.terms)
    return origin if origin in position.state.characters else attack.attacker


def attack_sheet(position: Position, attack: Attack) -> AttackSheet:
    """The attack that is being made."""
    sheet: AttackSheet = position.content.attacks[attack.attack]
    return sheet


@rule("attack-profile.type")
def attack_type(position: Position, attack: Attack) -> str:
    """The type of the attack that is being made."""
    return attack.type or str(attack_sheet(position, attack).type)


@rule("character.ally-enemy")
def allied(position: Position, one: str, other: str) -> bool:
    """Whether two characters are of one squad; a character is its own ally."""
    characters = position.state.characters
    return bool(characters[one].player == characters[other].player)


@rule("damage.dazed-limits", "field.ko-effects")
def able(position: Position, id: str) -> bool:
    """On the battlefield and not dazed: it can be affected, chosen and counted."""
    found = position.state.characters.get(id)
    return found is not None and found.deployed and not found.dazed


@rule("deployment.order")
def waiting(position: Position, id: str) -> bool:
    """Whether a character is still to be deployed: its texts and those about it may speak of it."""
    found = position.state.characters.get(id)
    return found is not None and not found.deployed


def characters_of(position: Position, player: int) -> Iterator[Character]:
    """The characters of a squad that are not KO'd."""
    return (one for one in position.state.characters.values() if one.player == player)


def own_activation(position: Position, id: str) -> Activation | None:
    """The activation of a character, while it lasts."""
    found = position.find_context(Activation)
    return found if found is not None and found.character == id else None


@rule("superpower.anatomy", "power.spend")
def can_pay(position: Position, id: str, cost: int) -> bool:
    """Whether a character has as much power."""
    return bool(position.state.characters[id].power >= cost)


def there(position: Position, attack: Attack) -> bool:
    """Whether both sides of an attack are on the battlefield."""
    return {attack.attacker, attack.target} <= {*position.state.characters}


def pool_of(context: Any, character: str) -> str:
    """Which pool a character rolls in an attack or a dodge: "attack", "defense" or "dodge"; empty for none."""
    if isinstance(context, Dodge):
        return "dodge" if character == context.character else ""
    return {context.attacker: "attack", context.target: "defense"}.get(character, "")


def pool_in(context: Any, pool: str) -> Pool:
    """A pool of an attack or a dodge as it is."""
    found: Pool = getattr(context, f"{pool}_pool", Pool())
    return found


@lru_cache
def alike(pool: str, apart: Apart, initial: bool = False) -> tuple[Faces, ...]:
    """The icons of a pool among which nothing makes a difference: of a first roll criticals are told from others."""
    sets = (SUCCESSES[pool], *apart, *((("critical",),) if initial else ()))
    groups: dict[Any, list[str]] = {}
    for icon in ICONS:
        groups.setdefault(tuple(icon in one for one in sets), []).append(icon)
    return tuple(map(tuple, groups.values()))


def has(position: Position, power: str, id: str) -> bool:
    """Whether a character has a condition, a keyword or a superpower now."""
    return position.has(power, id)
