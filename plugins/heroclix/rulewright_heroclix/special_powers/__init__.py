"""What special powers and traits do, as data: what each part says, and the function of the power that it becomes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rulewright.powers.written import parts_of

from ..effects.amounts import AttackedBefore, AttackWith, Has
from ..effects.elements import GenerateCharacter, GenerateMarker
from ..effects.lasting import ChoosePower, GivePowers, TakePowers
from ..effects.moves import AsFree
from .actions import Activated
from .conditional import Part
from .dice import Again, Criticals, DieReplaced, Rerolled
from .giving import Bars, Gives
from .instead import DiceInstead, Evaded, Prevented, Reduced
from .passive import Forbidden, Increases, Limited, Passive, Permitted, Reaches, Using
from .piercing import Pierces
from .safe import Protects, Shelters
from .stepping_in import StepsIn
from .triggers import Triggered
from .untargetable import Untargetable

if TYPE_CHECKING:
    AnyPart = Part
else:
    AnyPart = parts_of(
        Part, Activated, Reduced, Prevented, DiceInstead, Evaded, Triggered, Passive, Increases, Permitted, Forbidden,
        Gives, Bars, Untargetable, Limited, Reaches, Using, Pierces, Shelters, Protects, Again, StepsIn, Rerolled,
        DieReplaced, Criticals, without=("increase", "offers", "effects"), kind="part of a special power",
    )  # fmt: skip
    """What a special power or trait may do; the key that each part carries tells them apart."""

NAMING: Final[dict[type, str]] = {
    GivePowers: "powers", TakePowers: "powers", ChoosePower: "powers", AsFree: "powers", Gives: "gives", Bars: "bars",
    Has: "has", AttackWith: "attack_with", AttackedBefore: "using", Triggered: "using",
}  # fmt: skip
"""What names powers, and in which field."""

ENTRIES: Final[dict[type, tuple[str, str]]] = {
    GenerateCharacter: ("card", "characters"), GenerateMarker: ("piece", "markers"),
}  # fmt: skip
"""What names entries of the content: in which field, and of which kind."""
