"""Answers that no question should accept: nonsense, and legal answers with something wrong about them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from ..plaindata import same
from ..refusals import NothingLegal

NONSENSE: Final = (
    "no such answer", 10**30, -987_654_321, float("nan"), ("no", "such", "answer"), ((),), {"no": 1}, object(),
)  # fmt: skip
"""Answers that no question expects; one that happens to be listed is left out."""

NEAR: Final = 8
"""This many legal answers are spoilt."""


def answers_outside(request: Any, rng: Random) -> Iterator[Any]:
    """Answers that are not among those of a request: they must all be refused.

    Where answers can be listed that is certain; of the others those are taken that the space itself does not admit.
    An intent that the space makes an answer of is not outside.
    """
    listed = request.space.options()
    for answer in (*NONSENSE, *_spoilt(request, rng)):
        if listed is None:
            if request.check(answer):
                yield answer
        elif not any(answer is option or _means(answer, option) for option in listed) and not _settles(request, answer):
            yield answer


def _settles(request: Any, answer: Any) -> bool:
    """Whether an answer stands for another one that is legal."""
    exact = request.space.settle(answer)
    return exact is not answer and not request.space.check(exact)


def _means(answer: Any, option: Any) -> bool:
    """Whether an answer is this option; order does not matter where the items are the same."""
    if same(answer, option):
        return True
    both = isinstance(answer, tuple) and isinstance(option, tuple) and len(answer) == len(option)
    return both and sorted(map(repr, answer)) == sorted(map(repr, option))


def _spoilt(request: Any, rng: Random) -> Iterator[Any]:
    """Legal answers, each with something wrong about it."""
    try:
        legal = request.space.suggest(NEAR, rng)
    except NothingLegal:
        return
    for answer in legal:
        yield from _variants(answer)


def _variants(answer: Any) -> Iterator[Any]:
    if isinstance(answer, tuple):
        yield answer[:-1]
        yield (*answer, answer[0] if answer else 0)
        yield (answer,)
        for place, part in enumerate(answer):
            for variant in _variants(part):
                yield (*answer[:place], variant, *answer[place + 1 :])
            break
    elif isinstance(answer, bool):
        yield int(answer)
    elif isinstance(answer, int):
        yield from (answer + 1_000_003, -answer - 1, float(answer), str(answer), answer == 1)
    elif isinstance(answer, float):
        yield from (answer + 1e6, str(answer))
    elif isinstance(answer, str):
        yield from (f"{answer} ", answer.swapcase(), answer[:-1], (answer,))
    elif answer is None:
        yield from (False, (), "None")
