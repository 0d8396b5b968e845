"""What units do to each other on average, by what is printed of weapons and models: a quick look, no exact odds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from rulewright import kept_while

from ..attack.wounds import needed
from ..book.weapons import ANTI
from ..charge import FAR
from ..space.battlefield import ENGAGED, gap
from ..terms import models, unit, units

if TYPE_CHECKING:
    from rulewright import Position

    from ..book.sheets import WeaponSheet
    from ..cards.loading import Book
    from ..state import Model

CRITICAL: Final = 1 / 6
BLAST: Final = 5
"""Models of a target for each of which, counted whole, a Blast weapon makes a further attack."""


# What units are worth ---------------------------------------------------------------------------------------


def points(position: Position, id: str) -> int:
    """The points of a unit, its Leaders included."""
    one = unit(position, id)
    return one.points + sum(unit(position, leader).points for leader in one.leaders)


def _models_now(position: Position) -> int:
    """Another number whenever a model has changed."""
    version: int = position.state.models.version
    return version


def _units_now(position: Position) -> tuple[int, int]:
    """The same for models and units."""
    return _models_now(position), int(position.state.units.version)


@kept_while(_units_now)
def wounds(position: Position, id: str) -> tuple[int, int]:
    """The wounds that a unit has left, and those that it began with."""
    left = models(position, id)
    profiles = position.content.profiles
    lost = max(0, unit(position, id).strength - len(left))
    full = sum(profiles[one.profile].wounds for one in left)
    return sum(one.wounds for one in left), full + lost * (profiles[left[0].profile].wounds if left else 1)


def price(position: Position, id: str, lost: float) -> float:
    """The points that a unit loses with so many wounds; no more than it has left."""
    left, full = wounds(position, id)
    return points(position, id) * min(lost, left) / max(full, 1)


def control(position: Position, id: str) -> int:
    """The OC of all models of a unit, as it is printed; 0 for those that can hold no objective marker."""
    profiles = position.content.profiles
    return sum(profiles[one.profile].oc for one in models(position, id))


def standing(position: Position, player: int) -> list[str]:
    """The units of a player on the battlefield of which anything is left."""
    return [id for id in units(position, player) if models(position, id)]


# What attacks do --------------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 14)
def harm(book: Book, used: str, profile: str) -> float:
    """The mean wounds that an attack with a weapon takes from models of a profile; what is left of it is lost."""
    arm, target = book.weapons[used], book.profiles[profile]
    sure = arm.skill is None or "torrent" in arm.abilities
    critical = 0.0 if sure else CRITICAL
    hits = 1.0 if sure else passes(arm.skill or 0, least_chance=CRITICAL)
    lethal = critical if "lethal hits" in arm.abilities else 0.0
    hits += critical * arm.amount("sustained hits").mean - lethal
    wounding, gravely = _wounding(book, arm, profile)
    through = 1 - passes(min(target.save - arm.ap, target.invulnerable or 7))
    unsaved = (wounding - gravely) * through + gravely * (1.0 if "devastating wounds" in arm.abilities else through)
    return float((hits * unsaved + lethal * through) * min(arm.damage.mean, target.wounds))


def passes(least: int, *, least_chance: float = 0.0) -> float:
    """How likely a D6 shows at least that; a 1 fails."""
    return max(least_chance, (7 - max(2, min(least, 7))) / 6)


def _wounding(book: Book, arm: WeaponSheet, profile: str) -> tuple[float, float]:
    """How likely a hit wounds, and how likely it does critically."""
    keywords = {one.casefold() for one in book.units[profile.partition("/")[0]].keywords}
    gravely = CRITICAL
    for name, number in arm.abilities.items():
        if name.startswith(ANTI) and name.removeprefix(ANTI) in keywords:
            gravely = passes(int(number))
    wounding = max(gravely, passes(needed(arm.strength, book.profiles[profile].toughness)))
    again = 2 - wounding if "twin-linked" in arm.abilities else 1.0
    return wounding * again, gravely * again


def shots(position: Position, id: str, foe: str, *, moved: float = 0.0) -> float:
    """The mean wounds of the shooting of a unit at an enemy, ``moved`` inches nearer; sight is left out."""
    if not models(position, foe):
        return 0.0
    inches = gap(position, id, foe) - moved
    arms = [(arm, count) for arm, count in _arms(position, id) if arm.range >= inches]
    size = len(models(position, foe))
    return _best_profiles((
        (arm.whole, count * attacks(arm, size, inches) * harm(position.content, arm.id, target(position, foe)))
        for arm, count in arms
    ))  # fmt: skip


def attacks(arm: WeaponSheet, size: int, inches: float) -> float:
    """The mean attacks of a ranged weapon at a target of so many models at a distance."""
    more = size // BLAST if "blast" in arm.abilities else 0
    near = arm.amount("rapid fire").mean if 2 * inches <= arm.range else 0.0
    return arm.attacks.mean + more + near


@kept_while(_models_now)
def blows(position: Position, id: str, foe: str) -> float:
    """The mean wounds of the melee attacks of all models of a unit at an enemy."""
    if not models(position, foe):
        return 0.0
    total, profile = 0.0, target(position, foe)
    for one in models(position, id):
        best = 0.0
        for arm in arms_of(position, one):
            dealt = arm.attacks.mean * harm(position.content, arm.id, profile) if arm.melee else 0.0
            if "extra attacks" in arm.abilities:
                total += dealt
            else:
                best = max(best, dealt)
        total += best
    return total


def target(position: Position, id: str) -> str:
    """The profile to which attacks at a unit are allocated first."""
    own = [one.profile for one in models(position, id) if one.origin == id]
    return own[0] if own else models(position, id)[0].profile


@kept_while(_models_now)
def _arms(position: Position, id: str) -> tuple[tuple[WeaponSheet, int], ...]:
    """The ranged weapons of a unit, and how many of its models have each."""
    found = Counter(arm.id for one in models(position, id) for arm in arms_of(position, one) if not arm.melee)
    return tuple((position.content.weapons[used], count) for used, count in found.items())


def arms_of(position: Position, one: Model) -> list[WeaponSheet]:
    """The weapons of a model."""
    sheets = position.content.weapons
    return [sheets[used] for used in one.weapons if used in sheets]


def _best_profiles(found: Iterable[tuple[str, float]]) -> float:
    """The sum over weapons of the best of their profiles."""
    best: dict[str, float] = {}
    for whole, dealt in found:
        best[whole] = max(best.get(whole, 0.0), dealt)
    return sum(best.values())


# Charges ----------------------------------------------------------------------------------------------------


def reaches(inches: float) -> float:
    """How likely a charge across this distance, in inches, is to end within Engagement Range."""
    least = inches - ENGAGED
    return sum(one + other >= least for one in range(1, 7) for other in range(1, 7)) / 36 if inches <= FAR else 0.0


def exchange(position: Position, id: str, foe: str) -> float:
    """The points that a unit wins and loses by fighting an enemy first, which then strikes back with what is left."""
    dealt, (left, _) = blows(position, id, foe), wounds(position, foe)
    stands = max(0.0, 1 - dealt / max(left, 1))
    return price(position, foe, dealt) - stands * price(position, id, blows(position, foe, id))
