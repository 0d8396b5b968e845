"""What can happen to dice."""

from __future__ import annotations

from typing import Final

from rulewright import Event
from rulewright.state import Seen

from ..state import Rolled, Throne


class DiceRolled(Event, frozen=True):
    """Dice fell and lie in a place on the table."""

    player: int
    place: int
    faces: tuple[int, ...]
    source: str = ""

    def apply(self, state: Throne) -> None:
        fell = tuple(sorted(self.faces))
        state.rolls.put(Rolled(self.place, self.player, self.faces, self.source, attempts=1, fell=fell))


class EffectDiceRolled(DiceRolled, frozen=True):
    """The same, for an effect or a defence; in place -1 where nobody can touch them before they count."""

    def apply(self, state: Throne) -> None:
        if self.place >= 0:
            super().apply(state)


class TargetingDieRolled(DiceRolled, frozen=True):
    """The die that finds the target in a game of two teams; after an Ultimate nobody can change it."""

    locked: bool = False

    def apply(self, state: Throne) -> None:
        super().apply(state)
        state.rolls.edit(self.place).locked = self.locked


class DiceRerolled(Event, frozen=True):
    """A further roll attempt: which dice were rolled again, and what they show now."""

    player: int
    place: int
    indexes: tuple[int, ...]
    faces: tuple[int, ...]

    def apply(self, state: Throne) -> None:
        rolled = put_faces(state, self.place, self.indexes, self.faces)
        rolled.attempts += 1
        kept = [face for index, face in enumerate(rolled.faces) if index not in self.indexes]
        rolled.kept = tuple(sorted(kept))
        rolled.fell = tuple(sorted(rolled.faces))


class DiceRolledAgain(Event, frozen=True):
    """Dice on the table were rolled again because of someone's effect."""

    player: int
    place: int
    indexes: tuple[int, ...]
    faces: tuple[int, ...]
    source: str
    by: int

    def apply(self, state: Throne) -> None:
        put_faces(state, self.place, self.indexes, self.faces)


def put_faces(state: Throne, place: int, indexes: tuple[int, ...], faces: tuple[int, ...]) -> Rolled:
    """Some dice in a place show other numbers. Returns the record, still open for writing."""
    rolled = state.rolls.edit(place)
    shown = list(rolled.faces)
    for index, face in zip(indexes, faces, strict=True):
        shown[index] = face
    rolled.faces = tuple(shown)
    return rolled


class DieChanged(Event, frozen=True):
    """A die of a player was turned to another number, by themselves or by someone else."""

    player: int
    of: int
    place: int
    index: int
    before: int
    after: int
    source: str = ""

    def apply(self, state: Throne) -> None:
        rolled = state.rolls.edit(self.place)
        rolled.faces = (*rolled.faces[: self.index], self.after, *rolled.faces[self.index + 1 :])


class DiceTaken(Event, frozen=True):
    """The dice of an effect have done their work and go off the table."""

    places: tuple[int, ...]

    AUDIENCE = Seen.NOBODY

    def apply(self, state: Throne) -> None:
        for place in self.places:
            state.rolls.put(Rolled(place))


EVENTS: Final = (
    DiceRolled, EffectDiceRolled, TargetingDieRolled, DiceRerolled, DiceRolledAgain, DieChanged, DiceTaken,
)  # fmt: skip
