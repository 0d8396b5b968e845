"""What programs think: how good a position is for a player."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from rulewright import programs
from rulewright.geometry.grid import LineState

from ..attack.targets import may_be_targeted, reach_of, reaches
from ..effects.resolution import Run
from ..effects.words import ROLES
from ..space.board import distance, distances
from ..space.sight import line
from ..state import MOST_TOKENS
from ..terms import GUARDS, has, hit_chance, opponents, sheet

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from rulewright import Request, View
    from rulewright.geometry.grid import Square

    from ..state import Character

# What texts are worth ----------------------------------------------------------------------------------------


class Judge(programs.Judge):
    """What texts are usually worth, in clicks of damage."""

    roles = ROLES
    run = Run
    worths = MappingProxyType({
        "damage": -1.0, "heal": 0.75, "ko": -4.0, "remove_from_game": -4.0, "take_off": -1.0, "lose": -100.0,
        "give_token": -1.0, "remove_token": 1.0, "named_tokens": 0.3, "keyword": 0.1, "modify": 0.5, "forbid": -1.0,
        "permit": 0.5, "hide": 1.0,
        "can_use": 1.0, "cannot_use": -1.0, "choose_power": 1.0, "copy": 1.0, "move": 0.5, "place": 0.3,
        "attack": 2.0, "as_free": 1.5, "generate": 2.0, "generate_marker": 0.5, "replace": 1.0,
        "destroy_special_terrain": 0.5, "bring_back": 2.0, "call_in": 1.5,
    })  # fmt: skip


JUDGE: Final = Judge()


# How good a position is --------------------------------------------------------------------------------------

VICTORY: Final = 1.0
"""What a victory point is worth, in points of a force."""
STANDING: Final = 0.35
"""How much of its point value a character is worth as long as it stands; the rest goes click by click."""
NEAR: Final = 0.01
"""What a square nearer to an opposing character is worth to its player, in parts of a character's points."""
TIRED: Final = 0.02
"""What an action token costs, in parts of a character's points; a second one keeps it from acting."""
SPENT: Final = 0.06
AIM: Final = 0.5
"""How much of the damage that can be expected from an attack that can be made next counts before it is made."""
ALSO: Final = 0.1
"""How much of that counts of the other targets that it might have: a second one is worth something, too."""
HELD: Final = 1.0
"""What an object in hand is worth, in points."""

REDUCES: Final = {"toughness": 1, "invulnerability": 2, "impervious": 2, "invincible": 2}
"""By how much defense powers reduce damage."""
"""The powers that modify defense +2 against an attack of each kind."""
PIERCES: Final = {"close": "exploit-weakness", "range": "penetrating-psychic-blast"}
"""The powers whose damage in such an attack is not reduced."""
EXPERTS: Final = {"close": "close-combat-expert", "range": "ranged-combat-expert"}
"""The powers that modify attack and damage +1 in an attack of each kind."""
EVADES: Final = 2 / 3
"""How often Super Senses do not help."""
DEFENDING: Final = frozenset((*REDUCES, *GUARDS.values(), "super-senses"))
ATTACKING: Final = frozenset((*EXPERTS.values(), *PIERCES.values()))


def evaluate(view: View, player: int) -> float:
    """Victory points, the clicks that are left, tokens, and whom each character can reach, against the opponents'."""
    total, own, apart = 0.0, view.team(player), distances(view)
    for seat in view.players:
        total += (1.0 if seat in own else -1.0) * VICTORY * view.state.forces[seat].victory
    foes = {seat: opponents(view, seat) for seat in view.players}
    for one in view.state.characters.values():
        if one.area == "map" and one.squares:
            ours = one.player in own
            worth = _worth(view, one, {foe: apart[one.id, foe] for foe in foes[one.player]}, NEAR if ours else 0.0)
            total += worth if ours else -worth
    return total + HELD * sum(_holds(view, marker, player) for marker in view.state.markers.values() if marker.holder)


def _holds(view: View, marker: Any, player: int) -> int:
    """Whose hands an object is in: 1 for the player's, -1 for an opponent's."""
    holder = view.state.characters.get(marker.holder)
    return 0 if holder is None else 1 if holder.player in view.team(player) else -1


def _worth(view: View, one: Character, apart: Mapping[str, int], near: float) -> float:
    """What a character is worth: its points by the clicks that are left, and what it is near to.

    ``apart`` are the squares from it to each opposing character. Only the player who asks is to come near: of two who
    both want that, each would gain nothing by it.
    """
    card = sheet(view, str(one.id))
    points = max(one.points, 5)
    whole = len(card.dial) - one.start + 1
    left = max(0, len(card.dial) - one.click + 1)
    told = points * (STANDING + (1 - STANDING) * left / whole)
    tired = 0.0 if one.tokens == 0 else TIRED if one.tokens < MOST_TOKENS else SPENT
    if not apart:
        return told - points * tired
    reach = max(1, card.range)
    told -= points * (tired + near * max(0, min(apart.values()) - reach))
    return told + AIM * _aim(view, one, apart) if one.tokens < MOST_TOKENS else told


def _aim(view: View, one: Character, apart: Mapping[str, int]) -> float:
    """The points that the best attack takes on average from an opposing character within reach, as all are now."""
    id = str(one.id)
    reach = max(1, sheet(view, id).range)
    near = [(foe, "close" if squares == 1 else "range") for foe, squares in apart.items() if squares <= reach]
    if not near:
        return 0.0
    attack, damage, powers = int(view.number("attack", id)), int(view.number("damage", id)), view.carries(ATTACKING, id)
    far = {kind: reach_of(view, id, kind, "") for kind in dict.fromkeys(kind for _, kind in near)}
    found = []
    for foe, kind in near:
        if kind == "range" and _shaded(view, id, foe, far[kind]):
            continue
        if reaches(view, id, foe, kind, far[kind]) and may_be_targeted(view, id, foe, kind, ""):
            expert = EXPERTS[kind] in powers
            chance, less = _chance(view, foe, kind, attack + expert, powers)
            found.append(chance * _price(view, view.state.characters[foe], max(0, damage + expert - less)))
    best = max(found, default=0.0)
    return best + ALSO * (sum(found) - best)


def _shaded(view: View, id: str, foe: str, reach: int) -> bool:
    """Whether Stealth hides a character from the range attacks of another in that one's turn, whoever's turn it is."""
    return has(view, "stealth", foe) and line(view, id, foe, reach) is LineState.HINDERED


def _chance(view: View, foe: str, kind: str, attack: int, own: Collection[str]) -> tuple[float, int]:
    """How likely an attack of that value hits a character, and by how much it reduces the damage."""
    powers = view.carries(DEFENDING, foe)
    defense = int(view.number("defense", foe)) + 2 * (GUARDS[kind] in powers)
    chance = hit_chance(defense - attack) * (EVADES if "super-senses" in powers else 1.0)
    less = max((by for power, by in REDUCES.items() if power in powers), default=0)
    return chance, 0 if PIERCES[kind] in own and "invincible" not in powers else less


def _price(view: View, foe: Character, damage: int) -> float:
    """The points of an opposing character that so much damage takes: by clicks, and all where it is KO'd."""
    card = sheet(view, str(foe.id))
    whole, left = len(card.dial) - foe.start + 1, len(card.dial) - foe.click + 1
    taken = foe.points * (1 - STANDING) * min(damage, left) / whole
    return taken + (foe.points * (STANDING + 1) if damage >= left else 0.0)


# What is worth a thought -------------------------------------------------------------------------------------

FOLLOW_UPS: Final = ("move", "target", "perplex", "change", "outwit", "power", "blast", "support")
"""The questions that carry on what an action began: nobody can judge an action before they are answered."""
STRIKING: Final = ("close", "flurry")
"""The actions with which a character makes close attacks where it stands."""
SHOOTING: Final = ("range", "energy-explosion", "pulse-wave")


def suggest(view: View, request: Request) -> list[Any] | None:
    """What a player would think of: nobody shoots at terrain who can do anything else, nor destroys any who can attack,
    and who can strike where it stands does not charge; attack and defense of one's own go up, of opponents down, and
    powers in use are taken away."""
    if request.ask == "move":
        return ways(view, request)
    answers = request.space.options() or ()
    about = request.about.get("character", "")
    if request.ask == "change" and about in view.state.characters:
        by = 1 if view.state.characters[about].player in view.team(request.player) else -1
        return [one for one in answers if one in (("attack", by), ("defense", by))] or None
    if request.ask == "power" and about in view.state.characters:
        return [one for one in answers if isinstance(one, str) and one in in_use(view, about)] or None
    if request.ask == "attack":
        found = [one for one in answers if one != "destroy"]
        return found if any(one is not None for one in found) else None
    if request.ask != "action":
        return None
    able = {deed[:2] for deed in answers if deed is not None}
    busy = {deed[0] for deed in answers if deed is not None and deed[1] != "destroy" and deed[2] != "FREE"}
    found = [deed for deed in answers if deed is None or not _is_poor(deed, able, busy)]
    return found if len(found) > 1 else None


CONSIDERED: Final = 2
"""So many opposing characters, the nearest ones, are thought of when a character moves."""


def ways(view: View, request: Request) -> list[Any] | None:
    """Where a character might go: beside each of the nearest opposing characters, or as near as it comes, as far away
    as its range lets it shoot, and near to one that shoots farther, but out of its range."""
    space: Any = request.space
    id = str(space.figure)
    ends = [*space.ways.board.squares(space.ways.ends)]
    foes = sorted(opponents(view, view.state.characters[id].player), key=lambda foe: distance(view, id, foe))
    reach = max(1, sheet(view, id).range)
    found: dict[Square, None] = {}
    for foe in foes[:CONSIDERED]:
        theirs = max(1, sheet(view, foe).range)
        for least in (1, reach, theirs + 1) if theirs > reach else (1, reach):
            found[_best_end(ends, view.state.characters[foe].squares, least)] = None
    return [*found] or None


def _best_end(ends: Iterable[Square], theirs: Sequence[Square], least: int) -> Square:
    """Of some squares the one that is as few squares away from others as it can be, but no fewer than ``least`` where
    that can be; of those the one farthest away."""
    ranked = []
    for end in ends:
        x, y = end
        apart = min([max(abs(x - column), abs(y - row)) for column, row in theirs])
        ranked.append((max(0, apart - least), -apart, end))
    return min(ranked)[2]


def in_use(view: View, id: str) -> set[str]:
    """The powers and abilities that a character can use now."""
    return {one.name.partition(":")[0] for one in view.carried(id) if one.countered_by is None}


def _is_poor(deed: tuple[str, str, str], able: Collection[tuple[str, str]], busy: Collection[str]) -> bool:
    """Whether its character can do something better than that."""
    id, name, type = deed
    if name == "destroy":
        return id in busy if type == "RANGE" else any((id, attack) in able for attack in (*STRIKING, *SHOOTING))
    return name == "charge" and any((id, strike) in able for strike in STRIKING)
