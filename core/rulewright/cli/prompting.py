"""Questions at a terminal: when one need not be asked, when Enter alone passes, and what was typed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ..plaindata import Answer
from ..reading import Unreadable, read_one
from ..requests import may_pass
from ..spaces import Space

LETTERS: Final = "abcdefgijkmnoprstuvwxyz"
"""Names of suggestions and orders: those letters that are no commands."""


def is_chance(request: Any) -> bool:
    """Whether chance is asked and not a player."""
    return hasattr(request, "stream")


def forced(request: Any) -> tuple[Answer] | None:
    """The only legal answer, in a tuple; None where there is a choice."""
    options = request.space.options()
    return (options[0],) if options is not None and len(options) == 1 else None


def enter_passes(request: Any) -> bool:
    """Whether Enter alone passes: only where passing comes first, so that nobody gives up a defence by a slip."""
    try:
        return may_pass(request) and request.space.read("") is None
    except Unreadable:
        return False


def read(
    space: Space,
    typed: str,
    names: Sequence[str] = (),
    suggestions: Sequence[Answer] = (),
    barred: Sequence[tuple[Answer, str]] = (),
) -> Answer:
    """The answer that was typed: ``names`` are those of the parts of the space, ``suggestions`` have letters.

    ``barred`` are answers that cannot be given now, with their names: whoever means one shall learn why. Whether an
    answer is legal is for the space to check. Raises Unreadable.
    """
    typed = typed.strip()
    if suggestions and typed.lower() in LETTERS[: len(suggestions)] and len(typed) == 1:
        return suggestions[LETTERS.index(typed.lower())]
    found = _barred(space, typed, names, barred)
    return space.read(typed, names) if found is None else found[0]


def _barred(
    space: Space, typed: str, names: Sequence[str], barred: Sequence[tuple[Answer, str]]
) -> tuple[Answer] | None:
    """What was meant among the legal answers and the others, by name; None where the space reads it by itself.

    Raises Unreadable where a legal answer and another one may be meant.
    """
    begins = any(name.casefold().startswith(typed.casefold()) for name in names)
    if not barred or begins or typed.lstrip("-").isdecimal():
        return None
    answers = (*(space.parts() or ()), *(answer for answer, _ in barred))
    try:
        return (read_one(answers, typed, (*names, *(name for _, name in barred))),)
    except Unreadable as problem:
        if "options" in problem.facts:
            raise
        return None
