"""Effects of special powers under way: whose they are, and whom they mean."""

from __future__ import annotations

from typing import Final

from rulewright import Call, Loop, programs, rule
from rulewright.programs import Program, Resolution, next_effect, perform

RESOLVING: Final = ("attack", "move", "action")
"""What brings effects about and resolves then."""


class Run(Resolution):
    """Effects of a character's special power or trait, which is the ``source``.

    ``other`` is the other character of the event that triggered them, ``chosen`` whom the text has chosen last; ``did``
    says whether the last effect that may be done was done, and ``rolled`` is the result of the last d6. ``over``
    are those of ``RESOLVING`` that have resolved when the effects come, ``may`` says whether they may be left, and
    ``left`` whether one that may be left was.
    """

    character: str
    other: str = ""
    chosen: tuple[str, ...] = ()
    did: bool = False
    rolled: int = 0
    over: tuple[str, ...] = ()
    may: bool = False
    left: bool = False


@rule("20", "21.1a", "21.1b")
def resolve(player: int, id: str, source: str, program: Program, other: str = "") -> Call | None:
    """The call that resolves effects of a character; None where there are none."""
    return programs.resolve(player, source, program, Run, character=id, other=other)


RESOLVE: Final = Loop("resolve", next_effect, [perform], Run)
