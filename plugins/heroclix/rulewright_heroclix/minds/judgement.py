"""What programs think: how good a position is for a player."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from rulewright import programs
from rulewright.geometry.grid import Square

from ..attack.targets import may_target
from ..effects.resolution import Run
from ..effects.words import ROLES
from ..state import MOST_TOKENS
from ..terms import hit_chance, opponents, sheet, shows

if TYPE_CHECKING:
    from rulewright import View

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
NEAR: Final = 0.004
"""What a square nearer to an opposing character is worth to its player, in parts of a character's points."""
TIRED: Final = 0.02
"""What an action token costs, in parts of a character's points; a second one keeps it from acting."""
SPENT: Final = 0.06
AIM: Final = 0.5
"""How much of the damage that can be expected from an attack that can be made next counts before it is made."""


def evaluate(view: View, player: int) -> float:
    """Victory points, the clicks that are left, tokens, and whom each character can reach, against the opponents'."""
    total = 0.0
    for seat in view.players:
        sign = 1.0 if seat in view.team(player) else -1.0
        total += sign * VICTORY * view.state.forces[seat].victory
    for one in view.state.characters.values():
        if one.area == "map":
            own = one.player in view.team(player)
            total += _worth(view, one, NEAR) if own else -_worth(view, one, 0.0)
    return total


def _worth(view: View, one: Character, near: float) -> float:
    """What a character is worth: its points by the clicks that are left, and what it is near to.

    Only the player who asks is to come near: of two who both want that, each would gain nothing by it.
    """
    card = sheet(view, str(one.id))
    points = max(one.points, 5)
    whole = len(card.dial) - one.start + 1
    left = max(0, len(card.dial) - one.click + 1)
    told = points * (STANDING + (1 - STANDING) * left / whole)
    tired = 0.0 if one.tokens == 0 else TIRED if one.tokens < MOST_TOKENS else SPENT
    foes = opponents(view, one.player)
    if not foes:
        return told - points * tired
    nearest = min(_apart(one.squares, view.state.characters[foe].squares) for foe in foes)
    reach = max(1, card.range)
    told -= points * (tired + near * max(0, nearest - reach))
    return told + AIM * _aim(view, one, foes) if one.tokens < MOST_TOKENS else told


def _apart(some: tuple[Square, ...], others: tuple[Square, ...]) -> int:
    """The squares between two bases."""
    return min(max(abs(a[0] - b[0]), abs(a[1] - b[1])) for a in some for b in others)


def _aim(view: View, one: Character, foes: list[str]) -> float:
    """The points that the best attack takes on average from an opposing character within reach, as it stands."""
    id = str(one.id)
    own = shows(view, id)
    best = 0.0
    for foe in foes:
        other = view.state.characters[foe]
        apart = _apart(one.squares, other.squares)
        if apart > max(1, sheet(view, id).range):
            continue
        kind = "close" if apart == 1 else "range"
        if may_target(view, id, foe, kind):
            best = max(best, hit_chance(shows(view, foe).defense - own.attack) * _price(view, other, own.damage))
    return best


def _price(view: View, foe: Character, damage: int) -> float:
    """The points of an opposing character that so much damage takes: by clicks, and all where it is KO'd."""
    card = sheet(view, str(foe.id))
    whole, left = len(card.dial) - foe.start + 1, len(card.dial) - foe.click + 1
    taken = foe.points * (1 - STANDING) * min(damage, left) / whole
    return taken + (foe.points * (STANDING + 1) if damage >= left else 0.0)
