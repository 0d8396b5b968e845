"""Tutorials: a first game that explains itself, what is asked and what happens, once each.

A tutorial is a TOML file of the game (`Ruleset.tutorial`)::

    seed = 3
    turns = 2

    [setup]
    start_player = 0

    [[lessons]]
    at = "keep_or_reroll"
    en = "Your dice lie on the table. Keep what helps an ability, and roll the others again."
    zh = "骰子已掷出。保留有用的骰子，其余重掷。"

``at`` is the kind of a question, the name of a window, or the type of an event; lessons for the same moment come one at
a time. Faces tell a lesson when its moment comes to the one who learns.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from .documents import DocumentError, read_document
from .files import file_at
from .stops import turn_of

if TYPE_CHECKING:
    from .events import Event
    from .files import Source
    from .game import Game
    from .requests import Player


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is told when a moment comes for the first time, in both languages."""

    at: str
    en: str
    zh: str

    @property
    def words(self) -> dict[str, str]:
        """The lesson by language."""
        return {"en": self.en, "zh": self.zh}


class Tutorial(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game that explains itself: its seed and setup, for how many turns of the learner, and its lessons in order."""

    seed: int
    turns: int
    lessons: tuple[Lesson, ...]
    setup: dict[str, Any] = {}


def read_tutorial(source: Source) -> Tutorial:
    """The tutorial in a file that stays as it is, read once a process. Raises ValueError naming file and place."""
    kept: Any = source
    return _read(kept)


@cache
def _read(source: Any) -> Tutorial:
    try:
        return msgspec.convert(read_document(source), Tutorial)
    except (DocumentError, msgspec.ValidationError) as error:
        raise ValueError(f"{file_at(source).name}: {error}") from None


class Tutor:
    """Tells one person the lessons of a tutorial, each when its moment comes, for the turns that it is meant for."""

    def __init__(self, tutorial: Tutorial, player: Player) -> None:
        self.tutorial = tutorial
        self.player = player
        self._untold = [*tutorial.lessons]
        self._turns: list[int] = []

    def is_over(self, game: Game) -> bool:
        """Whether the learner is asked in a turn of theirs beyond those of the tutorial; each is counted here."""
        turn = turn_of(game)
        if game.active == self.player and turn and turn not in self._turns:
            self._turns.append(turn)
        return len(self._turns) > self.tutorial.turns

    def before(self, request: Any) -> Iterator[Lesson]:
        """What there is to learn before a question is answered."""
        for moment in (request.about.get("window"), request.ask):
            yield from self._told_at(moment)

    def after(self, event: Event) -> Iterator[Lesson]:
        """What there is to learn from an event."""
        yield from self._told_at(type(event).__name__)

    def _told_at(self, moment: object) -> Iterator[Lesson]:
        found = next((lesson for lesson in self._untold if lesson.at == moment), None)
        if found is not None:
            self._untold.remove(found)
            yield found
