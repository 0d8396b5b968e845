"""What a game keeps on record takes little memory: its pieces are counted."""

from __future__ import annotations

import sys
from typing import Any

import msgspec

from rulewright import Context, Event, Game, Procedure, Steps
from rulewright.chance import Seeded
from rulewright.dice import D6
from rulewright.events import Noted
from rulewright.history import AnswerLog, History, Log, Tellers
from rulewright.rolls import Roll
from tests.core.sketch import ask, sketch


class Job(Context):
    """What is being done."""

    zeal: int = 0
    done: tuple[int, ...] = ()


def note_and_pass(game: Game, job: Job) -> Steps:
    yield ask("rest", None, "work")
    yield game.note(job, zeal=1, done=(2, 3))
    yield ask("rest", None, "work")
    yield ask("rest", None, "work")


def passed() -> Game:
    game = sketch(flow=Procedure("job", [note_and_pass], context=Job))
    game.answer(None)
    game.answer(None)
    return game


def room(history: History[Any]) -> int:
    """The bytes that a history takes besides what stands in it."""
    return sum(map(sys.getsizeof, history.columns()))


def test_no_record_is_kept_of_an_answer_or_an_event() -> None:
    answers, log, event = AnswerLog(), Log(Tellers()), Event()
    for number in range(1000):
        answers.add(0, None)
        log.add(event, None, number)

    assert room(answers) < 1000 * (8 + 2) * 1.15 and room(log) < 1000 * (8 + 8 + 4) * 1.15


def test_a_note_takes_less_than_half_of_a_dictionary_and_is_encoded_like_one() -> None:
    game = passed()
    (note,) = [entry.event for entry in game.log if isinstance(entry.event, Noted)]
    as_before: dict[str, Any] = {"zeal": 1, "done": (2, 3)}

    assert sys.getsizeof(note.fields) < sys.getsizeof(as_before) / 2
    assert msgspec.to_builtins(note.fields) == as_before
    encode = msgspec.json.Encoder(order="deterministic").encode
    assert encode(note.fields) == encode(as_before)
    assert game.context(Job) == msgspec.structs.replace(game.context(Job), **as_before)


def test_a_note_read_from_plain_data_is_the_same_note() -> None:
    game = passed()
    (note,) = [entry.event for entry in game.log if isinstance(entry.event, Noted)]
    again = msgspec.convert(msgspec.to_builtins(note), Noted)
    game.state.writing = True
    again.apply(game.state)

    assert [*game.context(Job).done] == [2, 3]


def test_a_draw_that_may_be_taken_back_takes_two_numbers() -> None:
    chance = Seeded(1)
    first = [chance.draw(Roll((D6,), 0, "dice")) for _ in range(3)]
    chance.take_back(2)

    assert [chance.draw(Roll((D6,), 0, "dice")) for _ in range(2)] == first[1:]
    assert chance._drawn_at.tolist() == [0, 1, 2] and len(chance._drawn_from) == 3
