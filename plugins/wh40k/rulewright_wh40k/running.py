"""Effects under way: whose they are, on which units a text is used, and who else is meant in it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from rulewright import Call, Loop
from rulewright.programs import Doable, Resolution, Roles, next_effect, numbers, perform

from .terms import models

if TYPE_CHECKING:
    from rulewright import Position


class Run(Resolution):
    """Effects of a player. ``units`` are those that the text is used on, ``acting`` the unit that acts meanwhile, or
    the last model of one that is destroyed, and ``attacked`` those that it attacks or charges; ``chosen`` is the unit
    that the text has picked. ``cites`` is the rule that it follows."""

    units: tuple[str, ...] = ()
    acting: str = ""
    attacked: tuple[str, ...] = ()
    chosen: str = ""
    cites: str = "core.stratagems"
    models: tuple[str, ...] = ()
    """The models that have the text."""
    hit: tuple[str, ...] = ()
    """Those of the attacked units that attacks have hit."""


RESOLVE: Final = Loop("resolve", next_effect, [perform], Run)


def resolving(run: Run, effects: Iterable[Doable], **facts: Any) -> Call:
    """The call that resolves effects of a text by themselves, with other facts than its own."""
    return Call("resolve", replace(run, queue=numbers(effects), **facts))


def there(position: Position, id: str) -> bool:
    """Whether anything is left of a unit."""
    return id in position.state.units and bool(models(position, id))


ROLES: Final = Roles(
    {
        "target": lambda position, run: run.units,
        "acting": lambda position, run: (run.acting,) if run.acting else (),
        "attacked": lambda position, run: run.attacked,
        "chosen": lambda position, run: (run.chosen,) if run.chosen else (),
    },
    there,
)
