"""Who may be attacked: range, line of fire, and what keeps a character from being a target (chapters 11 and 12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rulewright import Violation, active_effects, rule
from rulewright.geometry import grid
from rulewright.geometry.grid import LineState

from ..lasting import SHAPE_CHANGED, hidden, may_choose
from ..space.board import adjacent, adjacent_foes, beside_or_linked, distance, linked_by_stairs, scene_of
from ..space.sight import line
from ..terms import Doing, character, force, friendly, has, on_map, opponents, safe_from, version
from ..terrain.markers import values
from ..terrain.objects import held_by

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulewright import Modifier, Position


UNTARGETABLE: Final = "untargetable"
"""By this name texts offer who cannot target their character: a function of the game, the other one, and what it
would be a target of: "close" or "range" for such an attack, "power" for what is none."""

SHALLOW: Final = 4
"""The most squares from which a range attack can target who swims."""


@rule("11.1", "11.2", "11.2a", "12.1", "12.1a", "keyword.giant-reach", "22.3", "6.2")
def legal_targets(position: Position, id: str, kind: str, power: str = "", *also: Modifier) -> list[str]:
    """The opposing characters that a character can attack: adjacent or linked by stairs, or in range and line of fire.

    ``power`` is the one by which it would attack, ``also`` what would modify its range value then.
    """
    return list(_targets(position, id, kind, power, *also))


def has_target(position: Position, id: str, kind: str, power: str = "", *also: Modifier) -> bool:
    """Whether there is any of `legal_targets`."""
    return next(_targets(position, id, kind, power, *also), None) is not None


def _targets(position: Position, id: str, kind: str, power: str, *also: Modifier) -> Iterator[str]:
    """What `legal_targets` says, one after the other."""
    if barred(position, id, kind) is None:
        reach = reach_of(position, id, kind, power, *also)
        foes = opponents(position, force(position, id))
        joined = beside_or_linked(position, id) if kind == "close" else ()
        for foe in foes:
            near = foe in joined or (distance(position, id, foe) <= reach and reaches(position, id, foe, kind, reach))
            if near and may_be_targeted(position, id, foe, kind, power):
                yield foe


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


@rule("11.1", "11.2", "12.1", "22.3")
def may_target(position: Position, id: str, foe: str, kind: str, power: str = "", *also: Modifier) -> bool:
    """Whether an attack of that kind can reach a character, and nothing forbids to target it."""
    reach = reach_of(position, id, kind, power, *also)
    return reaches(position, id, foe, kind, reach) and may_be_targeted(position, id, foe, kind, power)


@rule("11.1", "11.2", "keyword.giant-reach")
def reach_of(position: Position, id: str, kind: str, power: str, *also: Modifier) -> int:
    """How many squares an attack of a kind reaches; a close one beyond adjacent characters."""
    return close_reach(position, id, power) if kind == "close" else int(position.number("range", id, *also))


@rule("11.1", "11.2", "11.4", "11.4d", "16.3b", "16.5b", "16.7c", "keyword.giant-reach")
def reaches(position: Position, id: str, foe: str, kind: str, reach: int) -> bool:
    """Whether an attack of that kind and reach, which needs a line of fire where nothing joins them, gets there."""
    if not (on_map(position, id) and on_map(position, foe)):
        return False
    if kind == "close" and (adjacent(position, id, foe) or linked_by_stairs(position, id, foe)):
        return True
    if distance(position, id, foe) > reach:
        return False
    return line_to(position, id, foe, reach, kind) is not LineState.BLOCKED


@rule("12.1", "12.1c", "22.3", "6.2", "keyword.swim")
def may_be_targeted(position: Position, id: str, foe: str, kind: str, power: str) -> bool:
    """Whether nothing forbids an attack of that kind to target a character."""
    if not position.may("be targeted", foe):
        return False
    if slipped_away(position, foe, id) or safe_from(position, foe, power, id) or not may_choose(position, id, foe):
        return False
    if cannot_be_targeted(position, foe, id, kind):
        return False
    return not (kind == "range" and submerged(position, foe) and distance(position, id, foe) > SHALLOW)


@rule("12.1c", "11.5", "20.4")
def cannot_be_targeted(position: Position, id: str, by: str, what: str) -> bool:
    """Whether texts keep a character from being a target of another one, always or for a while: of what is a "close" or
    "range" attack, or no attack, a "power"."""
    if hidden(position, id) and not friendly(position, id, by) and not adjacent(position, id, by):
        return True
    return any(keeps_off(position, by, what) for _, keeps_off in position.offers(UNTARGETABLE, id))


@rule("keyword.giant-reach", "17.9b", "17.11a")
def close_reach(position: Position, id: str, power: str) -> int:
    """How far its close attacks reach beyond adjacent characters; those with a terrain marker as far as that does."""
    marker = held_by(position, id) if power == "terrain" else None
    reach = 0 if marker is None else values(position, marker).reach
    return max(reach, version(position, "giant-reach", id))


@rule("keyword.swim", "16.6")
def submerged(position: Position, id: str) -> bool:
    """Whether a character with Swim occupies water terrain."""
    board = scene_of(position).board
    return has(position, "swim", id) and bool(board.mask(character(position, id).squares) & board.where(grid.WATER))


@rule("pac.shape-change")
def slipped_away(position: Position, id: str, attacker: str) -> bool:
    """Whether a character has changed its shape, so that an attacker cannot target it this turn."""
    return any(effect.source == attacker for effect in active_effects(position, SHAPE_CHANGED, id))


@rule("16.2b", "pac.stealth", "keyword.giant-reach")
def line_to(position: Position, id: str, foe: str, reach: int, kind: str = "range") -> LineState:
    """The line of fire to a target; a hindered one to a character with Stealth is blocked in others' turns."""
    state = line(position, id, foe, reach)
    if state is not LineState.HINDERED:
        return state
    if kind == "close":
        return LineState.OPEN
    hidden = has(position, "stealth", foe) and position.active != force(position, foe)
    return LineState.BLOCKED if hidden and not adjacent(position, id, foe) else state
