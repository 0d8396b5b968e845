"""What can happen at the table. Events alone change the state; the words for them stand in text.toml."""

from __future__ import annotations

from typing import Annotated

from rulewright import Event, Seen
from rulewright.zones import CardsMoved, CardsUncovered, Revealed, Shuffled

from .state import DECK, SKILLS, Duel


class LotsDrawn(Event, frozen=True):
    """Fighters, skill set and arena were drawn; the models stand in it, its attack deck and the skills are taken."""

    fighters: tuple[str, str]
    skill_set: str
    arena: str
    deck: str
    spaces: tuple[str, str]
    skills: Annotated[tuple[str, ...], Seen.NOBODY]
    attacks: Annotated[tuple[str, ...], Seen.NOBODY]

    def apply(self, state: Duel) -> None:
        match = state.match.edit(0)
        match.skill_set, match.arena, match.deck = self.skill_set, self.arena, self.deck
        for seat, (name, space) in enumerate(zip(self.fighters, self.spaces, strict=True)):
            fighter = state.fighters.edit(seat)
            fighter.name, fighter.space = name, space
        state.zones.edit(SKILLS).cards = self.skills
        state.zones.edit(DECK).cards = self.attacks


class StartPlayerFound(Event, frozen=True):
    """A player is the start player of the first round."""

    player: int

    def apply(self, state: Duel) -> None:
        match = state.match.edit(0)
        match.start = match.active = self.player


class RoundBegan(Event, frozen=True):
    """A round began: the models stand on the starting spaces, without cubes, with the tokens that they begin with."""

    number: int
    spaces: tuple[str, str]
    tokens: tuple[int, int]

    def apply(self, state: Duel) -> None:
        state.match.edit(0).round = self.number
        for seat, (space, tokens) in enumerate(zip(self.spaces, self.tokens, strict=True)):
            fighter = state.fighters.edit(seat)
            fighter.space, fighter.tokens = space, tokens
            fighter.heavy = fighter.light = 0


class TurnBegan(Event, frozen=True):
    """A player's turn began; the display is filled first."""

    player: int
    number: int

    def apply(self, state: Duel) -> None:
        state.match.edit(0).active = self.player


class TurnStarted(Event, frozen=True):
    """The display is full: what happens at the start of a turn happens now."""

    player: int


class Moved(Event, frozen=True):
    """A fighter went this way, the space it came from first; through the corridors if it says so."""

    player: int
    way: tuple[str, ...]
    corridor: bool = False

    def apply(self, state: Duel) -> None:
        state.fighters.edit(self.player).space = self.way[-1]


class AttackBegan(Event, frozen=True):
    """A player attacks with an attack card or a special attack."""

    player: int
    attack: str


class AttackResolved(Event, frozen=True):
    """An attack has been resolved, and a knockdown test that it brought; responses come after it."""

    player: int
    attack: str


class AttackMissed(Event, frozen=True):
    """The opponent is not in range: the attack is not resolved."""

    player: int
    attack: str


class Blocked(Event, frozen=True):
    """A player blocked with a shield: "reduce" the damage, or "cancel" the effect."""

    player: int
    card: str
    use: str


class DamageTaken(Event, frozen=True):
    """A fighter took damage and has the cubes for it."""

    player: int
    heavy: int
    light: int

    def apply(self, state: Duel) -> None:
        fighter = state.fighters.edit(self.player)
        fighter.heavy += self.heavy
        fighter.light += self.light


class CubesDiscarded(Event, frozen=True):
    """A fighter discarded light cubes."""

    player: int
    light: int

    def apply(self, state: Duel) -> None:
        state.fighters.edit(self.player).light -= self.light


class TokensChanged(Event, frozen=True):
    """A fighter gained tokens, or discarded some."""

    player: int
    by: int

    def apply(self, state: Duel) -> None:
        state.fighters.edit(self.player).tokens += self.by


class SkillTriggered(Event, frozen=True):
    """An active skill does what it says."""

    player: int
    skill: str


class KnockdownTestCalled(Event, frozen=True):
    """A player has to take a knockdown test with this many cubes."""

    player: int
    cubes: int


class KnockdownTestPassed(Event, frozen=True):
    """The fighter stands."""

    player: int
    total: int = 0
    """The sum of the dice; 0 for a tower."""


class KnockdownTestFailed(Event, frozen=True):
    """The fighter is knocked down."""

    player: int
    total: int = 0


class RoundWon(Event, frozen=True):
    """A player won the round and has a victory token for it; the loser starts the next one."""

    player: int
    reason: str

    def apply(self, state: Duel) -> None:
        state.fighters.edit(self.player).wins += 1
        match = state.match.edit(0)
        match.start = match.active = 1 - self.player


EVENTS = (
    LotsDrawn, StartPlayerFound, RoundBegan, TurnBegan, TurnStarted, Moved, AttackBegan, AttackResolved, AttackMissed,
    Blocked, DamageTaken, CubesDiscarded, TokensChanged, SkillTriggered, KnockdownTestCalled, KnockdownTestPassed,
    KnockdownTestFailed, RoundWon, CardsMoved, CardsUncovered, Revealed, Shuffled,
)  # fmt: skip
