"""Whom powers such as Outwit and Perplex reach."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Final

from rulewright import Modifier, rule
from rulewright.geometry.grid import LineState

from ..attack.targets import cannot_be_targeted
from ..lasting import may_choose
from ..space.board import adjacent_friends, distance
from ..space.sight import line
from ..terms import force, on_map, on_maps, opponents, safe_from

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rulewright import Position

AT_LEAST: Final = Modifier("range", "minimum", 4, "at least 4", rule="13.4")
"""The range value of those who use such powers is at least 4."""


ONLY_TO: Final = "only to target"
"""By this name texts offer whom a power may target: a function of the game, the power and the other character."""
LIMITS_OTHERS: Final = "only to target, for others"
"""By this name texts offer whom a power of others may target: a function of the game, who uses it, the power and the
other character."""
ALSO_ON: Final = "also on"
"""By this name texts offer on whom else a power may be used: a function of the game and the power."""
KEPT_OFF: Final = "cannot be targeted"
"""By this name texts offer who cannot use a power on their character: a function of the game, the power and the other
one."""
TARGETING: Final = (
    "perplex", "outwit", "probability-control", "force-blast", "telekinesis",
    "support", "leadership", "mastermind", "empower", "enhancement", "defend",
)  # fmt: skip
"""The standard powers that are used on someone within range and line of fire, or on an adjacent friendly character."""


@rule("pac.perplex", "pac.outwit", "pac.probability-control", "pac.force-blast", "pac.telekinesis")
def reached(position: Position, id: str, power: str) -> list[str]:
    """The characters that a power may target within range and line of fire, the range value being at least 4.

    A character reaches itself; one off the map, which may still have what was lent to it, reaches nobody.
    """
    return list(_reached(position, id, power, (str(one.id) for one in on_maps(position))))


def reaches(position: Position, id: str, power: str, other: str) -> bool:
    """Whether a character on the map is one of `reached`."""
    return next(_reached(position, id, power, (other,)), None) is not None


def reaches_any(position: Position, id: str, power: str) -> bool:
    """Whether there is any of `reached`."""
    others = (str(one.id) for one in on_maps(position) if one.id != id)
    return next(_reached(position, id, power, chain((id,), others)), None) is not None


def reached_foes(position: Position, id: str, power: str) -> Iterator[str]:
    """Those of `reached` that are opposing characters."""
    return _reached(position, id, power, opponents(position, force(position, id)) if on_map(position, id) else ())


def _reached(position: Position, id: str, power: str, those: Iterable[str]) -> Iterator[str]:
    if not on_map(position, id):
        return
    reach = int(position.number("range", id, AT_LEAST))
    for other in those:
        if (
            within(position, id, other, reach)
            and not safe_from(position, other, power, id)
            and means(position, id, power, other)
            and not kept_off(position, other, power, id)
        ):
            yield other


@rule("20.2", "22.6")
def beside(position: Position, id: str, power: str) -> list[str]:
    """The adjacent friendly characters on whom a power may be used."""
    friends = [one for one in adjacent_friends(position, id) if means(position, id, power, one)]
    return [one for one in friends if not safe_from(position, one, power, id)]


@rule("20.4", "22.6", "11.5")
def kept_off(position: Position, id: str, power: str, by: str) -> bool:
    """Whether the texts of a character keep a power of another one off it, by what they say or for a while."""
    if any(keeps_off(position, power, by) for _, keeps_off in position.offers(KEPT_OFF, id)):
        return True
    return cannot_be_targeted(position, id, by, "power")


@rule("20.2")
def means(position: Position, id: str, power: str, other: str) -> bool:
    """Whether a power may be used on a character, as far as texts limit on whom."""
    own = (on for _, on in position.offers(ONLY_TO, id))
    if not may_choose(position, id, other) or not all(on(position, power, other) for on in own):
        return False
    if not position.content.limits_others:
        return True
    others = (on for one in on_maps(position) for _, on in position.offers(LIMITS_OTHERS, one.id))
    return all(on(position, id, power, other) for on in others)


@rule("20.2")
def further(position: Position, id: str, power: str) -> list[str]:
    """On whom else a character may use a power, by what its texts say."""
    return [other for _, found in position.offers(ALSO_ON, id) for other in found(position, power)]


def within(position: Position, id: str, other: str, reach: int) -> bool:
    """Whether a character is within so many squares and line of fire of another one; each is of itself."""
    if other == id:
        return True
    return distance(position, id, other) <= reach and line(position, id, other, reach) is not LineState.BLOCKED
