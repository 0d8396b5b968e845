"""The names of what a text may permit or forbid."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from pydantic import AfterValidator

from rulewright.vocabulary import unknown

from ..numbers import PERMISSIONS, to_use
from ..powers import LIMITED

NAMES: Final = (*(one.name for one in PERMISSIONS), *map(to_use, LIMITED))


def _known(name: str) -> str:
    """A name, as it stands. Raises ContentError, which names one that is like it, for what nothing is called."""
    if name not in NAMES:
        raise unknown(name, "the name of a permission", NAMES)
    return name


PermissionName: TypeAlias = Annotated[str, AfterValidator(_known)]
