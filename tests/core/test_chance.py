"""Streams of chance: numbers that a seed and a name give, made when they are drawn, from a position that can be."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rulewright import chance
from rulewright.chance import BLOCK, FARTHEST, Seeded, Stream
from rulewright.dice import D6
from rulewright.rolls import Roll

from .measuring import python


def roll(dice: int, stream: str) -> Roll:
    return Roll((D6,) * dice, 0, stream=stream)


def numbers(seed: int, name: str, count: int) -> list[float]:
    """The plain twin: whole blocks, one after the other."""
    blocks = (Random(f"{seed}/{name}/{number}") for number in range(-(-count // BLOCK)))
    return [random.random() for random in blocks for _ in range(BLOCK)][:count]


@pytest.mark.parametrize("start", [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK, 200])
def test_a_stream_goes_on_from_any_position_as_if_it_had_come_there(start: int) -> None:
    stream = Stream(7, "play", start)
    plain = numbers(7, "play", 400)
    for place in range(start, 400):
        assert stream.position == place
        copied = stream.copy()
        assert stream() == copied() == plain[place]
    assert stream.position == 400


def test_streams_of_a_save_make_no_numbers_until_they_are_drawn_from(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    random = Random

    def counted(name: str) -> Random:
        made.append(name)
        return random(name)

    monkeypatch.setattr(chance, "Random", counted)
    seeded = Seeded(7, {f"stream {number}": number for number in range(1000)})
    again = seeded.copy()
    assert not made and again.positions()["stream 9"] == 9
    again.draw(roll(2, "stream 9"))
    assert made == ["7/stream 9/0"]
    assert (seeded.positions()["stream 9"], again.positions()["stream 9"]) == (9, 11)


def test_a_million_streams_take_little_memory() -> None:
    task = "from rulewright.chance import Seeded; Seeded(1, {str(n): n for n in range(1_000_000)}).copy().positions()"
    assert python("-c", task).megabytes < 400


def test_what_was_drawn_after_loading_is_taken_back_to_where_the_save_stood() -> None:
    seeded = Seeded(7, {"play": 5})
    first = seeded.draw(roll(3, "play"))
    seeded.take_back(1)
    assert seeded.positions() == {"play": 5}
    assert seeded.draw(roll(3, "play")) == first


@pytest.mark.parametrize("position", [-1, -(10**30), FARTHEST + 1, 10**4000])
def test_a_position_where_no_stream_can_be_is_refused_with_the_name(position: Any) -> None:
    expected = r"the stream 'shuffles' is at -?\d[\d.]*, and can be at 0 to 1,000,000,000,000"
    with pytest.raises(ValueError, match=expected):
        Seeded(7, {"play": 3, "shuffles": position})
