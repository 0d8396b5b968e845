"""Events in lines of the log: what befalls several at once is told once, and what runs on stands in one line."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright import Event, new_game
from rulewright.narrator import Narrator
from rulewright.text import Texts


class Wounded(Event, frozen=True):
    fighter: str
    wounds: int


class Rolled(Event, frozen=True):
    faces: tuple[int, ...]


class Silent(Event, frozen=True):
    fighter: str


WORDS: Any = {
    "event.wounded": {"en": "{fighter} loses {wounds}", "zh": "{fighter}失去 {wounds}"},
    "event.rolled": {"en": "Rolled: {faces}", "zh": "掷骰：{faces}"},
    "event.silent": {"en": "", "zh": ""},
    "together.wounded": {"en": "{fighters} lose {wounds} each", "zh": "{fighters}各失去 {wounds}"},
    "runs_on.wounded": {"en": "; ", "zh": "；"},
}


@pytest.fixture(scope="module")
def game() -> Any:
    return new_game("dice_throne", seed=1)


def lines(game: Any, *events: Event, room: int = 0, lang: str = "en") -> list[str]:
    teller = Narrator(game.rules, lang)
    teller.texts, teller._silent = Texts(WORDS), frozenset({"event.silent"})
    told = teller.lines(game.view(0), enumerate(events), room)
    return [f"{number} {text}" for number, text, _ in told]


def test_what_befalls_several_is_told_once(game: Any) -> None:
    events = Wounded("Ann", 1), Silent("Ann"), Wounded("Bob", 1), Wounded("Cy", 2), Wounded("Dan", 1)
    assert lines(game, *events) == ["0 Ann, Bob, Dan lose 1 each", "3 Cy loses 2"]
    assert lines(game, *events, lang="zh") == ["0 Ann、Bob、Dan 各失去 1", "3 Cy 失去 2"]


def test_other_events_come_in_between(game: Any) -> None:
    events = Wounded("Ann", 1), Rolled((6,)), Wounded("Bob", 1)
    assert lines(game, *events) == ["0 Ann loses 1", "1 Rolled: 6", "2 Bob loses 1"]


def test_what_befalls_one_again_is_counted(game: Any) -> None:
    assert lines(game, Wounded("Ann", 1), Wounded("Ann", 1), Wounded("Bob", 1)) == [
        "0 Ann loses 1",
        "1 Ann, Bob lose 1 each",
    ]
    assert lines(game, *[Rolled((5,))] * 3, Rolled((4,))) == ["0 Rolled: 5 ×3", "3 Rolled: 4"]


@pytest.mark.parametrize(("room", "told"), [(25, ["1 Rolled: 6; Ann loses 1"]), (12, ["0 Rolled: 6", "1 Ann loses 1"])])
def test_what_runs_on_stands_in_one_line_where_there_is_room(game: Any, room: int, told: list[str]) -> None:
    """The number is that of the last event: `why` leads from it to the others."""
    assert lines(game, Rolled((6,)), Wounded("Ann", 1), room=room) == told
