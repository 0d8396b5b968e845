"""What programs use in windows: Stratagems where enough is at stake, and other texts for what they promise."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from rulewright.geometry.lattice import coarse

from ..dice.rolls import Throw, result_of, rolls_of
from ..space.setting_up import SetDown
from ..terms import AttackSequence, DeclaredCharge, Strike, moving
from .judgement import HOLDING, JUDGE, stands_on, stratagem_of
from .matchup import exchange, price, shots

if TYPE_CHECKING:
    from rulewright import Request, View

CP: Final = 6.0
"""The points that a use of a CP has to bring, and what a mortal wound is worth."""


def reactions(view: View, request: Request) -> Sequence[Any]:
    """The reaction that gains most; none where none gains anything and none must be chosen."""
    options = request.options() or ()
    best = max((one for one in options if one is not None), key=lambda one: gain(view, request, one), default=None)
    return [None] if None in options and (best is None or gain(view, request, best) <= 0) else [best]


def gain(view: View, request: Request, option: Any) -> float:
    """About the points that a reaction gains: what is at stake less what it costs, or what its text promises."""
    found = stake(view, request, option)
    if found is None:
        return coarse(CP * JUDGE.promise(view, request, option))
    at_stake, cost = found
    return coarse(float(at_stake - CP * cost))


def stake(view: View, request: Request, option: Any) -> tuple[float, int] | None:
    """The points that are at stake where a Stratagem is used, and its CP; None for what nobody can tell that of."""
    used = stratagem_of(view, option)
    told = None if used is None else STAKES.get((str(request.about.get("window")), used.when.turn))
    return None if used is None or told is None else (told(view, option[1][-1]), used.cp)


# What is at stake -------------------------------------------------------------------------------------------

SNAP: Final = 0.25
"""How much of its usual shooting a unit does that hits on sixes only."""
SHELTERED: Final = 0.25
"""How much of what would be lost to shots Stratagems that protect usually keep."""
FALTERS: Final = 0.4
"""How likely a unit that takes a Battle-shock test fails it."""


def overwatch(view: View, id: str) -> float:
    """What the shots of a unit at the enemy that moves or charges are worth."""
    move, charge, landed = moving(view), view.find_context(DeclaredCharge), view.find_context(SetDown)
    mover = move or charge or landed
    if mover is None or mover.unit not in view.state.units:
        return 0.0
    return SNAP * price(view, mover.unit, shots(view, id, mover.unit))


def shelter(view: View, id: str) -> float:
    """What a unit would lose less to the shots that are declared."""
    strike = view.find_context(Strike)
    return 0.0 if strike is None else SHELTERED * price(view, id, shots(view, strike.unit, id))


def bravery(view: View, id: str) -> float:
    """An objective marker that a unit holds and would lose."""
    return FALTERS * HOLDING * len(stands_on(view, id))


def intervention(view: View, id: str) -> float:
    """What a unit wins against the enemy that has charged."""
    charge = view.find_context(DeclaredCharge)
    return 0.0 if charge is None else exchange(view, id, charge.unit)


def second_roll(view: View, id: str) -> float:
    """What a roll that failed would have brought, as likely as it passes now; nothing of one that has passed."""
    throw = view.find_context(Throw)
    if throw is None or throw.unit != id or throw.what not in DECIDED:
        return 0.0
    if not any(result_of(throw, roll) < throw.needed for roll in rolls_of(throw)):
        return 0.0
    return passes_again(throw) * DECIDED[throw.what](view, throw)


def passes_again(throw: Throw) -> float:
    """How likely one roll of these passes when it is made again."""
    faces = list(product(range(1, 7), repeat=throw.size))
    return sum(result_of(throw, roll) >= throw.needed for roll in faces) / len(faces)


def _charge(view: View, throw: Throw) -> float:
    """What the targets of a charge are worth, and the markers where they are."""
    charge = view.find_context(DeclaredCharge)
    foes = [] if charge is None else [foe for foe in charge.targets if foe in view.state.units]
    return sum(max(0.0, exchange(view, throw.unit, foe)) + HOLDING * len(stands_on(view, foe)) for foe in foes)


def _attack(view: View, throw: Throw) -> float:
    """What an attack that goes through takes from its target."""
    attack = view.find_context(AttackSequence)
    if attack is None:
        return 0.0
    return price(view, attack.target, view.content.weapons[attack.weapon].damage.mean)


DECIDED: Final[Mapping[str, Callable[[Any, Any], float]]] = {
    "charge": _charge, "hit": _attack, "wound": _attack, "save": _attack,
}  # fmt: skip
"""What rolls decide that a Command Re-roll may be worth."""

STAKES: Final[Mapping[tuple[str, str], Callable[[Any, str], float]]] = {
    ("rolled", "either"): second_roll,
    ("move ends", "theirs"): overwatch,
    ("set up", "theirs"): overwatch,
    ("charge declared", "theirs"): overwatch,
    ("targets selected", "theirs"): shelter,
    ("battle-shock test", "yours"): bravery,
    ("charge ended", "theirs"): intervention,
}
"""What is at stake when Stratagems are used, by their moment and turn: a function of the unit that they are used on."""
