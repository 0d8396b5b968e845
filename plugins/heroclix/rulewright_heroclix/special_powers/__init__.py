"""What special powers and traits do, as data: what each part says, and the function of the power that it becomes."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import Tag

from rulewright.vocabulary import Shape

from .actions import Activated
from .dice import DieReplaced, Rerolled
from .passive import Forbidden, Limited, Passive, Permitted, Using
from .triggers import Triggered

_SHAPE: Final = Shape(
    "part of a special power",
    "action",
    "when",
    "modifies",
    "permits",
    "forbids",
    "limits",
    "using",
    "rerolls",
    "replaces_die",
)

AnyPart = Annotated[
    Annotated[Activated, Tag("action")] | Annotated[Triggered, Tag("when")] | Annotated[Passive, Tag("modifies")]
    | Annotated[Permitted, Tag("permits")] | Annotated[Forbidden, Tag("forbids")] | Annotated[Limited, Tag("limits")]
    | Annotated[Using, Tag("using")]
    | Annotated[Rerolled, Tag("rerolls")] | Annotated[DieReplaced, Tag("replaces_die")],
    _SHAPE.discriminator, _SHAPE.known,
]  # fmt: skip
"""What a special power or trait may do; the key that each part carries tells them apart."""
