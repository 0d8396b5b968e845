"""What special powers and traits do, as data: what each part says, and the function of the power that it becomes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.powers.written import parts_of

from .actions import Activated
from .conditional import Part
from .dice import DieReplaced, Rerolled
from .instead import Prevented, Reduced
from .passive import Forbidden, Limited, Passive, Permitted, Using
from .triggers import Triggered

if TYPE_CHECKING:
    AnyPart = Part
else:
    AnyPart = parts_of(
        Part, Activated, Reduced, Prevented, Triggered, Passive, Permitted, Forbidden, Limited, Using, Rerolled,
        DieReplaced, without=("increase", "offers", "effects"), kind="part of a special power",
    )  # fmt: skip
    """What a special power or trait may do; the key that each part carries tells them apart."""
