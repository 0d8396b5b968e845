"""Histories read as the plain lists of records that they stand for."""

from __future__ import annotations

from random import Random
from typing import Annotated, Any

import pytest

from rulewright import Event
from rulewright.events import Unseen
from rulewright.history import AnswerLog, History, Log, Logged, Tellers
from rulewright.reasons import Called, Expected, as_seen
from rulewright.state import Seen, Viewer

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
        else:
            log.cut(count)
            del plain[count:]
        for place, entry in enumerate(plain):
            assert log.lies_behind(entry.cause, place) and not log.lies_behind(Called(-2, "step"), place)
        agree(log, plain, rng)


class Drawn(Event, frozen=True):
    player: int
    card: Annotated[str | None, Seen.OWNER] = None


class Peeked(Event, frozen=True):
    player: int
    AUDIENCE = Seen.OWNER


class Whispered(Event, frozen=True):
    """One that decides by itself who may know it."""

    number: int

    def seen_by(self, viewer: Viewer) -> Whispered | None:
        return self if viewer.player == self.number % 2 else None


@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_viewer_may_know_of_a_log_is_what_each_event_says(seed: int) -> None:
    """Asked now and then while events come and are taken back, of more events and of fewer."""
    rng = Random(seed)
    log = Log(Tellers())
    viewers = [Viewer(seat, (seat,)) for seat in (0, 1)]
    kinds = (Told, Drawn, Peeked, Whispered)
    for number in range(80):
        event = rng.choice(kinds)(rng.randint(0, 1))
        expected = Expected(-1, Drawn(rng.randint(0, 1), "ace"))
        cause = rng.choice((-1, number, Called(-1, "step"), expected, Called(expected, "step")))
        log.add(event, "source", cause)
        if rng.random() < 0.2:
            log.cut(rng.randint(0, len(log)))
        viewer, count = rng.choice(viewers), rng.randint(0, len(log))
        known = log.seen_by(viewer, count)
        assert len(known) == count
        for entry, told in zip(known, log[:count], strict=True):
            seen = told.event.seen_by(viewer)
            assert entry.event == (Unseen() if seen is None else seen)
            assert entry.cause == as_seen(told.cause, viewer, whole=seen is told.event)
        known.extend(log, count)
        assert list(known)[count:] == log[count:] and len(known) == len(log)
        known.cut(0)


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
