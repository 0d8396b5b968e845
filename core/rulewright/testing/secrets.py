"""What events tell: nothing that still lies hidden from the player who sees them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Self

import msgspec

from ..chance import Seeded
from ..events import Event, Noted
from ..game import Game
from ..outcomes import ShuffleSpace
from ..requests import CHANCE
from ..state import Viewer
from .comparing import shortened
from .findings import CheckFailed
from .hidden import masked_in, reveals


class Recording(Seeded):
    """Chance of a seed that keeps in mind what fell openly; how a shuffle ends nobody sees."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.open: list[Any] = []

    def draw(self, request: Any) -> Any:
        result = super().draw(request)
        if not isinstance(request.space, ShuffleSpace):
            self.open.append(result)
        return result

    def copy(self) -> Self:
        new = super().copy()
        new.open = []
        return new


class KnownWords:
    """Follows a game event by event, with the words that each player knows by then.

    A word (a text in a field of a record or event) that lies in hidden fields only must not come up in an event that
    another player sees, unless that event turns it up or takes it from where it lay. Words that someone answered, or
    that chance brought openly, are no secrets; neither are those that a player has seen once. Numbers are too alike
    to tell anything.
    """

    def __init__(self, game: Game, chance: Recording) -> None:
        self.chance = chance
        self.state = game.rules.state_type()
        self.state.writing = True
        if game.rules.ruleset.populate is not None:
            game.rules.ruleset.populate(self.state, game.setup, game.rules.content)
        self.viewers = [game.viewer(player) for player in game.players]
        self.open: set[str] = set(_words(game.header.setup))
        self.known = {viewer.player: set(_seen_in(self.state, viewer)) for viewer in self.viewers}
        self.answers = self.events = self.fallen = 0

    def go_on(self, game: Game) -> None:
        """Follow the game to where it stands now. Raises CheckFailed for an event that tells too much."""
        for player, answer in game.answers[self.answers :]:
            if player != CHANCE:
                self.open.update(_words(answer))
        for result in self.chance.open[self.fallen :]:
            self.open.update(_words(result))
        self.answers, self.fallen = len(game.answers), len(self.chance.open)
        for entry in game.log[self.events :]:
            before = self.state.fork()
            if not isinstance(entry.event, Noted):
                entry.event.apply(self.state)
            self._hear(entry.event, before)
        self.events = len(game.log)

    def _hear(self, event: Event, before: Any) -> None:
        for viewer in self.viewers:
            known = self.known[viewer.player]
            seen = event.seen_by(viewer)
            if seen is None:
                continue
            news = {word for word in _words_of(seen) if word not in known and word not in self.open}
            known |= news
            if news and not reveals(event, viewer.player):
                self._refuse_secrets(event, news, viewer, before)

    def _refuse_secrets(self, event: Event, news: set[str], viewer: Viewer, before: Any) -> None:
        visible = set(_seen_in(self.state, viewer))
        hidden = list(_hidden_in(self.state, viewer))
        taken = Counter(word for word, _ in _hidden_in(before, viewer))
        taken.subtract(word for word, _ in hidden)
        for word, place in hidden:
            if word in news and word not in visible and taken[word] <= 0:
                raise CheckFailed(
                    "leak",
                    f"{shortened(event)} tells player {viewer.player} {word!r}, which lies hidden in {place}: mark the "
                    "field of the event with Seen, or the event REVEALS = True where it is turned up",
                )


def _seen_in(state: Any, viewer: Viewer) -> Iterator[str]:
    """The words in the tables that a player sees."""
    for table in state.tables:
        for record in table.values():
            yield from _words_of(record.seen_by(viewer))


def _hidden_in(state: Any, viewer: Viewer) -> Iterator[tuple[str, str]]:
    """The words in the tables that a player does not see, with their places."""
    for table, key, field, value, shown in masked_in(state, viewer):
        visible = set(_words(shown))
        yield from ((word, f"{table}[{key!r}].{field}") for word in _words(value) if word not in visible)


def _words_of(thing: msgspec.Struct) -> Iterator[str]:
    """The words in the fields of a record or event; ids of rules do not count."""
    for name in thing.__struct_fields__:
        if name not in ("rule", "id"):
            yield from _words(getattr(thing, name))


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        if value:
            yield value
    elif isinstance(value, msgspec.Struct):
        yield from _words_of(value)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _words(key)
            yield from _words(item)
    elif isinstance(value, Sequence):
        for item in value:
            yield from _words(item)
