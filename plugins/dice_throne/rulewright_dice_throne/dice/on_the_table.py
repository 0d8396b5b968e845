"""Dice on the table: where they lie, which may be changed, and how they are rolled again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Roll, Subset, rule
from rulewright.dice import D6

from ..events.dice import DiceRolledAgain
from ..state import ASIDE

if TYPE_CHECKING:
    from random import Random

    from rulewright import Game, Steps, Violation

    from ..effects.dice import ChangeDie

DicePlace = tuple[int, int]
"""A die: the place where it lies, and its number there, counting from 0."""


class Keeps(Subset, frozen=True):
    """Which dice to roll again: any of them, none to keep all. A `Subset` with its few answers worked out once."""

    known: frozenset[tuple[int, ...]] = frozenset()
    listed: tuple[tuple[int, ...], ...] = ()

    def check(self, answer: Any) -> tuple[Violation, ...]:
        if type(answer) is tuple and all(type(index) is int for index in answer) and answer in self.known:
            return ()
        return super().check(answer)

    def sample(self, rng: Random) -> tuple[int, ...]:
        return self.listed[int(rng.random() * len(self.listed))]

    def options(self) -> tuple[tuple[int, ...], ...]:
        return self.listed

    def suggest(self, n: int, rng: Random) -> list[tuple[int, ...]]:
        """To keep all dice is always worth considering."""
        if n >= len(self.listed):
            return list(self.listed)
        return [self.listed[0], *rng.sample(self.listed[1:], n - 1)][:n]

    def describe(self) -> dict[str, Any]:
        return Subset(self.items, self.least, self.most).describe()


def _keeps(count: int) -> Keeps:
    listed = tuple(Subset(range(count)).options() or ())
    return Keeps(tuple(range(count)), known=frozenset(listed), listed=listed)


KEEPS: Final = {count: _keeps(count) for count in range(7)}
"""Which of this many dice to roll again."""


def free_place(game: Game) -> int:
    """A place on the table for the dice of an effect."""
    rolls = game.state.rolls
    place = ASIDE
    while place in rolls and rolls[place].faces:
        place += 1
    return place


@rule("9.1.dice-interference", "4.4.counter")
def loose_dice(game: Game, player: int, whose: str = "any") -> tuple[DicePlace, ...]:
    """The dice on the table that a player may have changed: anyone's, so that teammates help one another."""
    found: list[DicePlace] = []
    for place, rolled in game.state.rolls.items():
        if not rolled.locked and _is_whose(game, player, rolled.player, whose):
            found += [(place, index) for index in range(len(rolled.faces))]
    return tuple(found)


def is_any_loose(game: Game, player: int, whose: str) -> bool:
    """Whether any die lies on the table that a player may have changed."""
    for rolled in game.state.rolls.values():
        if rolled.faces and not rolled.locked and _is_whose(game, player, rolled.player, whose):
            return True
    return False


def can_change(game: Game, player: int, verb: ChangeDie) -> bool:
    """Whether an effect can turn any die on the table."""
    for place, rolled in game.state.rolls.items():
        if rolled.faces and not rolled.locked and _is_whose(game, player, rolled.player, verb.whose):
            if verb.by is not None or verb.to in ("any", "rolled"):  # any die will do
                return True
            if any(values_for(game, (place, index), verb) for index in range(len(rolled.faces))):
                return True
    return False


def _is_whose(game: Game, player: int, roller: int, whose: str) -> bool:
    if whose == "own":
        concerns = roller == player
    else:
        concerns = whose == "any" or (roller in game.team(player)) is (whose == "own_or_teammate")
    return concerns and game.may("dice_changes", roller)


@rule("field.dice", "field.roll-cards", "field.instant-cards")
def values_for(game: Game, die: DicePlace, verb: ChangeDie, rolled: tuple[int, ...] = ()) -> tuple[int, ...]:
    """The numbers to which an effect can turn a die; ``rolled`` are those that its text has rolled."""
    faces = game.state.rolls[die[0]].faces
    face = faces[die[1]]
    if verb.by is not None:
        wanted: Any = (face - verb.by, face + verb.by)
    elif verb.to == "any":
        wanted = range(1, 7)
    elif verb.to == "copy":
        wanted = sorted(set(faces))
    elif verb.to == "rolled":
        wanted = sorted(set(rolled))
    else:
        wanted = (verb.to,)
    return tuple(value for value in wanted if 1 <= value <= 6 and value != face)


def reroll(game: Game, by: int, source: str, dice: tuple[DicePlace, ...]) -> Steps:
    """Roll dice on the table again, because of an effect of a player."""
    for place in sorted({place for place, _ in dice}):
        indexes = tuple(sorted(index for where, index in dice if where == place))
        player = game.state.rolls[place].player
        faces = yield Roll((D6,) * len(indexes), player, "reroll", "10.2.interfere", {"source": source})
        yield DiceRolledAgain(player, place, indexes, faces, source, by, rule="10.2.interfere")
