"""Histories read as the plain lists of records that they stand for."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rulewright import Event
from rulewright.history import AnswerLog, History, Log, Logged, Tellers
from rulewright.reasons import Called

SEEDS = range(20)


class Told(Event, frozen=True):
    number: int


def agree(history: History[Any], plain: list[Any], rng: Random) -> None:
    """Whether a history shows what its plain twin does."""
    low, high = sorted(rng.sample(range(-3, len(plain) + 3), 2))
    assert len(history) == len(plain) and list(history) == plain and history == plain
    assert history[low:high] == plain[low:high] and history[::-2] == plain[::-2]
    assert list(reversed(history)) == plain[::-1] and repr(history) == repr(plain)
    for place in range(-len(plain), len(plain)):
        assert history[place] == plain[place] and history[place] in history
    with pytest.raises(IndexError):
        history[len(plain)]


@pytest.mark.parametrize("seed", SEEDS)
def test_answers_read_like_a_list_of_pairs(seed: int) -> None:
    rng = Random(seed)
    answers: AnswerLog = AnswerLog()
    plain: list[tuple[int, Any]] = []
    for _ in range(60):
        what, count = rng.random(), rng.randint(0, len(plain))
        if what < 0.8:
            pair = (rng.choice((-1, 0, 1, 300)), rng.choice((None, "pass", (3, 4), True)))
            answers.add(*pair)
            plain.append(pair)
        elif what < 0.9:
            answers.cut(count)
            del plain[count:]
        else:
            answers.forget(count)
            plain[:count] = [(seat, None) for seat, _ in plain[:count]]
        agree(answers, plain, rng)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_log_reads_like_a_list_of_what_was_logged(seed: int) -> None:
    rng = Random(seed)
    log = Log(Tellers())
    plain: list[Logged] = []
    for number in range(60):
        what, count, source = rng.random(), rng.randint(0, len(plain)), rng.choice("abc")
        cause = rng.choice((-1, number, Called(-1, "step")))
        if what < 0.8:
            log.add(Told(number), source, cause)
            plain.append(Logged(Told(number), source, cause))
        elif what < 0.9:
            log.cut(count)
            del plain[count:]
        elif plain:
            old = plain[count - 1]
            cause = number if isinstance(old.cause, int) else cause
            log.put(count - 1, Told(-number), cause)
            plain[count - 1] = Logged(Told(-number), old.source, cause)
        for place, entry in enumerate(plain):
            assert log.lies_behind(entry.cause, place) and not log.lies_behind(Called(-2, "step"), place)
        agree(log, plain, rng)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_copy_goes_its_own_way(seed: int) -> None:
    rng = Random(seed)
    log = Log(Tellers())
    for number in range(10):
        log.add(Told(number), "source", rng.choice((-1, Called(number, "step"))))
    kept = rng.choice((None, *range(11)))
    copy, before = log.copy(kept), list(log)[:kept]
    log.add(Told(99), "source", -1)
    log.cut(rng.randrange(10))

    assert copy == before and type(copy) is Log
    copy.add(Told(7), "source", Called(7, "step"))
    assert list(copy) == [*before, Logged(Told(7), "source", Called(7, "step"))]
