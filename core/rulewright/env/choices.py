"""What an agent may choose from: a list of answers of at most a fixed length, the same for the same question."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from ..plaindata import Answer
from ..refusals import NothingLegal
from ..view import describe_request


class Choices(NamedTuple):
    """The answers that actions 0, 1, 2, ... stand for, and whether they are all there are."""

    answers: tuple[Answer, ...] = ()
    complete: bool = True


def choices_of(request: Any, listed: Sequence[Answer] | None, width: int, seed: int) -> Choices:
    """Up to ``width`` legal answers to a request; ``listed`` are its options, None where they cannot be listed.

    All of them in their order where they fit; otherwise drawn from a generator that depends on the seed and on the
    question as the player reads it, and on nothing else. Passing is never left out. Raises NothingLegal.
    """
    if listed is not None and len(listed) <= width:
        if not listed:
            raise NothingLegal(f"nothing can be answered to {request.ask!r}, which player {request.player} is asked")
        return Choices(tuple(listed))
    rng = Random(f"{seed}/candidates/{describe_request(request)!r}")
    if listed is None:
        found = request.space.suggest(width, rng) or [request.space.for_program(rng)]
        return Choices(tuple(found), complete=False)
    return Choices(tuple(_some(listed, width, rng)), complete=False)


def _some(listed: Sequence[Answer], width: int, rng: Random) -> list[Answer]:
    """Some of many answers in their order, passing among them where it is allowed."""
    places = rng.sample(range(len(listed)), width)
    passing = next((place for place, answer in enumerate(listed) if answer is None), None)
    if passing is not None and passing not in places:
        places[0] = passing
    return [listed[place] for place in sorted(places)]
