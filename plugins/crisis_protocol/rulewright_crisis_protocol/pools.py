"""Dice pools of attacks and dodges: what they show, and the successes in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from rulewright import DiceRoll

from .events.attacks import DiceAdded, DiceRolled
from .terms import EACH, SUCCESSES, Apart, Pool, pool_in

if TYPE_CHECKING:
    from rulewright import Event, Game, View

FIGHTER: Final = {"attack": "attacker", "defense": "target"}
"""Who rolls which pool."""
OTHER: Final = {"attack": "defense", "defense": "attack"}
"""The pool against each."""
BESIDES: Final = {
    "blank": "successes for blanks", "wild": "successes for wilds", "failure": "successes for failures",
}  # fmt: skip
"""Faces that texts may count as successes, or as more of them, and the numbers that say how many."""
UNCOUNTED: Final = {"critical": "critical successes", "wild": "wild successes"}
"""Faces that texts may forbid to count, and what it is called that they forbid."""
OPPOSING: Final = "successes for opposing failures"
"""The number of successes for each failure of the pool against one's own."""
MODIFIABLE: Final = "modifiable failures"
"""The number by which failures of one's own may be modified."""


def faces_of(name: str) -> tuple[str, ...]:
    """The faces about which a number or a permission says what they count for, or whether they may be modified."""
    if name in (OPPOSING, MODIFIABLE):
        return ("failure",)
    return tuple(face for names in (BESIDES, UNCOUNTED) for face, one in names.items() if one == name)


def succeeds(position: Game | View, who: str, pool: str, face: str) -> bool:
    """Whether a face counts as a success in a pool for whoever rolls it, as texts have it."""
    if face in BESIDES and position.number(BESIDES[face], who) > 0:
        return True
    return face in SUCCESSES[pool] and (face not in UNCOUNTED or position.may(UNCOUNTED[face], who))


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
    pool = pool_in(context, name)
    before = 0 if pool.roll is None else pool.roll.count(SUCCESSES[name])
    pool = replace(pool, criticals=0, successes=pool.successes + roll.count(SUCCESSES[name]) - before, roll=roll)
    return note_pool(game, context, name, pool, roll.faces, rule)


def apart_in(context: Any, pool: str) -> Apart:
    """What is told apart in a pool; in a dodge each icon."""
    found: Apart = getattr(context, f"{pool}_apart", EACH)
    return found


def successes_of(game: Game, pool: Pool, id: str) -> int:
    """The successes of the dice of a character, with what texts let its faces count besides."""
    if pool.roll is None:
        return pool.successes
    more = sum(pool.roll.count((face,)) * int(game.number(stat, id)) for face, stat in BESIDES.items())
    less = sum(pool.roll.count((face,)) for face, deed in UNCOUNTED.items() if not game.may(deed, id))
    return pool.successes + more - less
