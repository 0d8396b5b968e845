"""What a character has gained and lost, and characters that come and go."""

from __future__ import annotations

from typing import Any, Final

from rulewright import EffectEnded, Event
from rulewright.geometry.grid import Square

from ..state import Battle, Character


class KeywordGained(Event, frozen=True):
    """A character has gained a keyword, for the rest of the game."""

    character: str
    keyword: str

    def apply(self, state: Battle) -> None:
        one = state.characters.edit(self.character)
        one.gained = tuple(dict.fromkeys((*one.gained, self.keyword)))
        one.lost = tuple(keyword for keyword in one.lost if keyword != self.keyword)


class KeywordLost(Event, frozen=True):
    """A character has lost a keyword, for the rest of the game."""

    character: str
    keyword: str

    def apply(self, state: Battle) -> None:
        one = state.characters.edit(self.character)
        one.lost = tuple(dict.fromkeys((*one.lost, self.keyword)))
        one.gained = tuple(keyword for keyword in one.gained if keyword != self.keyword)


class TakenOff(Event, frozen=True):
    """An effect removed a character from the map; it returns at the beginning of the next turn of a player."""

    character: str
    back: int

    def apply(self, state: Battle) -> None:
        character = state.characters.edit(self.character)
        character.last_squares, character.back = character.squares, self.back
        character.area, character.squares = "aside", ()


class Returned(Event, frozen=True):
    """A character has returned to the map."""

    character: str
    squares: tuple[Square, ...]

    def apply(self, state: Battle) -> None:
        character = state.characters.edit(self.character)
        character.area, character.squares, character.back = "map", self.squares, None


class CalledIn(Event, frozen=True):
    """A character of the Sideline has come to the map for a while."""

    character: str
    squares: tuple[Square, ...]

    def apply(self, state: Battle) -> None:
        character = state.characters.edit(self.character)
        character.area, character.squares = "map", self.squares


class SentBack(EffectEnded, frozen=True):
    """The time is over for which a character was called in: it is on the Sideline again."""

    character: str = ""

    def apply(self, state: Any) -> None:
        super().apply(state)
        character = state.characters.edit(self.character)
        character.last_squares = character.squares
        character.area, character.squares = "sideline", ()


class CameBack(Event, frozen=True):
    """A KO'd character has returned from the KO area, as a new one: to the map, or without squares to the Sideline."""

    id: str
    old: str
    start: int
    """The click of its starting line."""
    squares: tuple[Square, ...] = ()

    def apply(self, state: Battle) -> None:
        old = state.characters.edit(self.old)
        old.area = "removed"
        new = Character(
            self.id, old.card, old.starting, old.starting, self.squares, self.start, self.start, old.points,
            area="map" if self.squares else "sideline", given=state.active_tarot(),
        )  # fmt: skip
        state.characters.add(new)


class SizeChanged(Event, frozen=True):
    """A character has gained a size symbol, which replaces the one that it had."""

    character: str
    size: str

    def apply(self, state: Battle) -> None:
        state.characters.edit(self.character).size = self.size


class OldSizeReturned(EffectEnded, frozen=True):
    """The time of a size symbol is over: the character has the size that it had before; none is that of its base."""

    character: str = ""
    size: str = ""

    def apply(self, state: Any) -> None:
        super().apply(state)
        state.characters.edit(self.character).size = self.size


class RemovedFromGame(Event, frozen=True):
    """A character was removed from the game; nothing that looks for a KO looks at it."""

    character: str

    def apply(self, state: Battle) -> None:
        character = state.characters.edit(self.character)
        character.last_squares = character.squares
        character.area, character.squares, character.tokens = "removed", (), 0


class NamedTokens(Event, frozen=True):
    """Named tokens came onto a character's card, or off it."""

    character: str
    token: str
    change: int

    def apply(self, state: Battle) -> None:
        character = state.characters.edit(self.character)
        counts = dict(character.named)
        counts[self.token] = counts.get(self.token, 0) + self.change
        character.named = tuple((name, count) for name, count in counts.items() if count)


class CharacterGenerated(Event, frozen=True):
    """A character was generated, on the force of a player, perhaps attached to another one."""

    id: str
    card: str
    player: int
    by: str
    squares: tuple[Square, ...]
    attached: str = ""
    points: int = 0

    def apply(self, state: Battle) -> None:
        new = Character(
            self.id, self.card, self.player, self.player, self.squares, points=self.points, by=self.by,
            attached=self.attached, given=state.active_tarot(),
        )  # fmt: skip
        state.characters.add(new)


class Replaced(Event, frozen=True):
    """Characters of the Sideline took the place of a character, which went there. What it held lies in its square.

    They keep its action tokens, and what it did this turn counts as done by them: a costed action, being carried.
    """

    character: str
    replacements: tuple[str, ...]
    squares: tuple[tuple[Square, ...], ...]
    """What the base of each covers."""
    click: int

    def apply(self, state: Battle) -> None:
        old = state.characters.edit(self.character)
        old.last_squares, line = old.squares, (*old.stands_for, self.character)
        old.replaces = ""
        for id, squares in zip(self.replacements, self.squares, strict=True):
            new = state.characters.edit(id)
            new.area, new.squares, new.tokens, new.click = "map", squares, old.tokens, self.click
            new.done = tuple(word for word in old.done if word in ("costed", "token", "carried"))
            new.replaces = " ".join(line)
        for marker in list(state.markers.values()):
            if marker.holder == self.character:
                held = state.markers.edit(marker.id)
                held.holder, held.squares = "", old.squares[:1]
        old.area, old.squares, old.tokens = "sideline", (), 0


EVENTS: Final[tuple[type[Event], ...]] = (
    KeywordGained,
    KeywordLost,
    TakenOff,
    Returned,
    CalledIn,
    SentBack,
    CameBack,
    SizeChanged,
    OldSizeReturned,
    RemovedFromGame,
    NamedTokens,
    CharacterGenerated,
    Replaced,
)
