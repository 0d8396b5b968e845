"""What rules share: who is on whose force, on the map, adjacent; what is going on."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Literal

from rulewright import Context, DiceRoll, rule
from rulewright.geometry.grid import Square

from .book.sheets import SIZES
from .state import Memory

if TYPE_CHECKING:
    from rulewright import Game, Position, Table

    from .book.sheets import CharacterSheet, Click
    from .state import Battle, Character


Type = Literal["MOVE", "CLOSE", "RANGE", "POWER", "FREE"]
"""The types of action (7.1)."""


class Doing(Context):
    """An action: who was given it, of which type, and the power or ability that it activates.

    ``free`` says that no action token follows; ``failed``, that the character failed to break away, so that it
    neither moves nor attacks any more (10.8a).
    """

    player: int
    character: str
    type: str
    name: str
    free: bool = False
    failed: bool = False
    freed: tuple[str, ...] = ()
    """The characters from which it has broken away."""
    moved: int = 0
    """The squares that it moved in this action."""
    attacks: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = ()
    """The attacks that its character has made in it, each with its targets and those of them that it hit."""
    normally: str = ""
    """The type of action that it normally needs, where it is activated as another one (7.6)."""


CRITICAL: Final = (6, 6)
CRITICAL_MISS: Final = (1, 1)


@cache
@rule("12.3", "12.3b", "12.3c")
def hit_chance(need: int) -> float:
    """How likely 2d6 hits a defense that is so much above the attack."""
    rolls = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    return sum(dice == CRITICAL or (dice != CRITICAL_MISS and sum(dice) >= need) for dice in rolls) / len(rolls)


class Attack(Context):
    """An attack: the targets that are legal, the roll, who is hit, and what damage each is dealt."""

    player: int
    attacker: str
    kind: str
    """"close" or "range"."""
    power: str = ""
    """The power by which it is made, such as ``pulse-wave``."""
    thrown: str = ""
    """The terrain marker that Telekinesis throws in it."""
    targets: tuple[str, ...] = ()
    by_bolts: bool = False
    """Whether they were chosen, as many as the attacker has bolts, and share its damage value."""
    bound: tuple[str, ...] = ()
    """Targets that stay targets whatever would make them illegal (12.3d)."""
    value: int = 0
    defenses: tuple[tuple[str, int], ...] = ()
    roll: DiceRoll = DiceRoll((), ())
    total: int = 0
    would_hit: tuple[str, ...] = ()
    hits: tuple[str, ...] = ()
    aimed: tuple[str, ...] = ()
    """The targets that it had when it was known whom it hits."""
    shares: tuple[tuple[str, int], ...] = ()
    attacked: bool = False
    damaged: tuple[str, ...] = ()
    """The characters that have taken damage from it."""
    loose: tuple[str, ...] = ()
    """The hit targets that may be knocked back, found before they took damage."""
    through: tuple[Any, ...] = ()
    """The piece of blocking terrain through which its line of fire goes."""


class Move(Context):
    """A move of a character over at most so many squares; ``stays`` where it failed to break away."""

    player: int
    character: str
    squares: int
    carried: tuple[str, ...] = ()
    stays: bool = False
    may_carry: bool = True
    direct: bool = False
    """Whether it moves in a direct path (10.6)."""
    moved: int = 0
    way: tuple[Square, ...] = ()
    """The squares that it moved through, its first one among them."""


RESOLUTIONS: Final = "resolutions"
"""By this name triggers wait for the end of an action and of all that it brings (8.1c)."""


# Ids --------------------------------------------------------------------------------------------------------


def numbered(game: Game, table: Table[Any], name: str) -> str:
    """An id that no record of a table has: the name with a number that is given only once in a game."""
    while (id := f"{name}#{game.new_id()}") in table:
        pass
    return id


def spare(taken: Table[Any] | Collection[str], name: str) -> str:
    """The name itself as an id, or, where that is taken, the name with the first number that is left."""
    return next(id for id in (name, *(f"{name}#{number}" for number in range(2, len(taken) + 3))) if id not in taken)


def copies(names: Iterable[str], taken: Collection[str]) -> list[str]:
    """The ids in a game of further elements with these names, beside those that are there."""
    found: list[str] = []
    for name in names:
        found.append(spare((*taken, *found), name))
    return found


def all_elements(state: Battle) -> tuple[str, ...]:
    """The ids of the game elements of all forces, and of those that lie on the map."""
    owned = (id for force in state.forces.values() for id in force.elements)
    return (*owned, *map(str, state.markers))


def owner_of(position: Position, element: str) -> int | None:
    """The player to whose starting force a game element belongs."""
    forces = position.state.forces.values()
    return next((int(force.player) for force in forces if element in force.elements), None)


# Who is who -------------------------------------------------------------------------------------------------


def character(position: Position, id: str) -> Character:
    """A character in play."""
    found: Character = position.state.characters[id]
    return found


def sheet(position: Position, id: str) -> CharacterSheet:
    """What its base, dial and card say."""
    found: CharacterSheet = position.content.characters[position.state.characters[id].card]
    return found


@rule("21.2", "21.2a", "21.2c")
def size_of(position: Position, id: str) -> int:
    """How large a character is now: 0 for tiny, 1 for standard, 2 for giant, 3 for colossal."""
    return SIZES.index(position.state.characters[id].size or sheet(position, id).size)


@rule("1.2", "1.5")
def shows(position: Position, id: str) -> Click:
    """What its dial shows."""
    one = character(position, id)
    return sheet(position, id).shows(one.click, expired=one.expired)


@rule("6.2", "pac.mind-control")
def force(position: Position, id: str) -> int:
    """The player on whose force a character is now."""
    return int(position.state.characters[id].player)


@rule("6.2", "26")
def friendly(position: Position, one: str, other: str) -> bool:
    """Whether two characters are on one force, or side; each is friendly to itself."""
    return force(position, other) in position.team(force(position, one))


@rule("26")
def side_of(position: Position, player: int) -> int:
    """The side of a player: the lowest seat of those who play together."""
    return min(position.team(player))


@rule("4.1b", "26.1")
def turn_order(position: Position) -> tuple[int, ...]:
    """The players clockwise, the first player first."""
    seats = position.players
    at = seats.index(position.state.match[0].first)
    return (*seats[at:], *seats[:at])


@rule("23.1", "23.1b")
def keywords(position: Position, id: str) -> tuple[str, ...]:
    """The keywords of a character: those of its card, with what it has gained and lost."""
    one = position.state.characters[id]
    return tuple(word for word in (*sheet(position, id).keywords, *one.gained) if word not in one.lost)


@rule("23.1", "23.1b")
def shares_keyword(position: Position, one: str, other: str) -> bool:
    """Whether two characters have a keyword in common."""
    return not set(keywords(position, one)).isdisjoint(keywords(position, other))


@rule("pac.mastermind", "pac.leadership")
def lesser(position: Position, id: str, leader: str) -> bool:
    """Whether a character has a lower point value than another one, or shares a keyword with it."""
    return shares_keyword(position, id, leader) or character(position, id).points < character(position, leader).points


def remembered(position: Position, id: str) -> Memory:
    """What is remembered of a character this turn."""
    return position.state.memory.get(id) or Memory(id)


@rule("12.5d", "15.3", "2.6a")
def on_map(position: Position, id: str) -> bool:
    """Whether a character is on the map, and so can act and be affected."""
    found = position.state.characters.get(id)
    return found is not None and found.area == "map"


@rule("3.1")
def on_maps(position: Position) -> Iterator[Character]:
    """All characters on the map."""
    return (one for one in position.state.characters.values() if one.area == "map")


def characters_of(position: Position, player: int) -> Iterator[Character]:
    """The characters on the map that are on a player's force now."""
    return (one for one in on_maps(position) if one.player == player)


@rule("6.2", "26")
def opponents(position: Position, player: int) -> list[str]:
    """The characters on the map that oppose those of a player."""
    others = position.opponents(player)
    return [str(one.id) for one in position.state.characters.values() if one.area == "map" and one.player in others]


def using(position: Position, id: str, *names: str) -> bool:
    """Whether a character is carrying out an action of one of these powers."""
    doing = position.find_context(Doing)
    return doing is not None and doing.character == id and doing.name.partition(":")[0] in names


def has(position: Position, power: str, id: str) -> bool:
    """Whether a character can use a power or ability now (20.1, 20.4)."""
    return position.rules.powers.has(position, power, id)


GUARDS: Final = {"close": "combat-reflexes", "range": "energy-shield-deflection"}
"""The powers that add 2 to the defense value against each kind of attack."""


@rule("12.2", "pac.combat-reflexes", "pac.energy-shield-deflection")
def needed(position: Position, attacker: str, target: str, kind: str, *, hindered: bool = False) -> int:
    """What 2d6 must show for an attack to hit, by the values of now; a hindered line of fire adds 1 (16.2)."""
    defense = int(position.number("defense", target)) + 2 * has(position, GUARDS[kind], target) + hindered
    return defense - int(position.number("attack", attacker))


@rule("pac.earthbound-neutralized")
def improved(position: Position, ability: str, id: str) -> bool:
    """Whether a character can use an improved ability: not with Earthbound/Neutralized."""
    return has(position, ability, id) and not has(position, "earthbound-neutralized", id)


def version(position: Position, power: str, id: str, otherwise: int = 0) -> int:
    """The X of a keyphrase such as ``giant-reach:2``; the highest of several."""
    if not position.has(power, id):
        return otherwise
    carried = (item.name for item in position.carried(id) if item.countered_by is None)
    return max((int(name.partition(":")[2]) for name in carried if name.startswith(f"{power}:")), default=otherwise)


@rule("keyword.safeguard", "22.6")
def safe_from(position: Position, id: str, power: str, by: str) -> bool:
    """Whether a character's power, or an attack without one, can neither target nor damage another character."""
    return immune(position, id, by) or (bool(power) and position.has(f"safeguard:{power}", id))


@rule("keyword.immune", "14.1")
def immune(position: Position, id: str, by: str) -> bool:
    """Whether effects of an opposing character cannot move, place, damage or target a character."""
    return position.has("immune", id) and by in position.state.characters and not friendly(position, id, by)


CRITICAL_ROLLS: Final = "critical rolls"
"""By this name texts offer what makes an attack roll critical: functions of the game and what the roll comes to, which
give "hit", "miss" or nothing."""


@rule("12.3b", "12.3c")
def critical(position: Position, attack: Attack) -> str:
    """Whether an attack roll is a critical "hit" or "miss": two sixes, two ones, or what texts of those in it say."""
    faces = attack.roll.numbers
    if faces in (CRITICAL, CRITICAL_MISS):
        return "hit" if faces == CRITICAL else "miss"
    total = int(position.number("attack roll", attack.attacker)) if faces else 0
    those = (one for one in (attack.attacker, *(attack.aimed or attack.targets)) if one in position.state.characters)
    told = (fate(position, total) for one in those for _, fate in position.offers(CRITICAL_ROLLS, one))
    return next(filter(None, told), "") if faces else ""


def attack_of(position: Position) -> Attack | None:
    """The attack that is being made."""
    return position.find_context(Attack)


def made_by(context: Any, id: str, kind: str) -> bool:
    """Whether an attack is made by a character, and of that kind."""
    return isinstance(context, Attack) and context.attacker == id and context.kind == kind
