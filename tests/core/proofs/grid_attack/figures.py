"""What the four rulesets share: figures with dials, damage that turns them, and when a player is defeated."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

import msgspec

import rulewright as rw
from rulewright.powers import Bearer, after, before

Square = tuple[int, int]
SIZE = 5


class Click(msgspec.Struct, frozen=True):
    """One position of a dial: its combat values, and the powers that it shows."""

    speed: int = 5
    attack: int = 10
    defense: int = 16
    damage: int = 3
    powers: tuple[str, ...] = ()


KO = Click(0, 0, 0, 0)


class Figure(rw.Record):
    """A figure on the map. ``traits`` are powers of its card, which it has on every click."""

    player: int = 0
    at: Square = (0, 0)
    dial: tuple[Click, ...] = (Click(), Click(), Click())
    traits: tuple[str, ...] = ()
    range: int = 4
    bolts: int = 1
    click: int = 0

    @property
    def shows(self) -> Click:
        """What the dial shows; behind its last click it shows KO."""
        return self.dial[self.click] if self.click < len(self.dial) else KO


class Map(rw.State):
    """The figures on the map, and those in the KO area."""

    figures: rw.Table[Figure]
    fallen: rw.Table[Figure]


def populate(state: Map, setup: Any, content: None) -> None:
    """Put the figures of the setup on the map."""
    for figure in setup.figures:
        state.figures.add(figure)


# ------------------------------------------------------------------------------------------------------- events


class Hit(rw.Event, frozen=True):
    attacker: int
    target: int


class Missed(rw.Event, frozen=True):
    attacker: int
    target: int


class AttackResolved(rw.Event, frozen=True):
    """``attacked`` is False where the attack was cut short."""

    attacker: int
    attacked: bool = True


class Placed(rw.Event, frozen=True):
    figure: int
    at: Square

    def apply(self, state: Map) -> None:
        state.figures.edit(self.figure).at = self.at


class Damaged(rw.Event, frozen=True):
    """Damage is taken; ``kind`` is empty or "unavoidable"."""

    figure: int
    amount: int
    kind: str = ""
    reduced: bool = False

    @property
    def reducible(self) -> bool:
        """Whether a power may reduce it: only one may reduce an instance of damage."""
        return not self.kind and not self.reduced and self.amount > 0


class Turned(rw.Event, frozen=True):
    """A dial was turned by one click and reveals what stands there."""

    figure: int
    click: int

    def apply(self, state: Map) -> None:
        state.figures.edit(self.figure).click = self.click


class KnockedOut(rw.Event, frozen=True):
    figure: int

    def apply(self, state: Map) -> None:
        state.fallen.add(state.figures.remove(self.figure))


# ---------------------------------------------------------------------------------------------------- questions


def nobody(game: rw.Game, event: rw.Event, source: Any) -> None:
    """What the rules themselves do is no player's effect."""


def distance(one: Square, other: Square) -> int:
    """In squares; a diagonal step counts as one."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def free_squares(game: rw.Game, figure: Figure, steps: int) -> list[Square]:
    """The figure's own square, and the free ones at most this many squares away."""
    taken = [other.at for other in game.state.figures.values()]
    free = [(x, y) for x, y in product(range(SIZE), repeat=2) if (x, y) not in taken]
    return [figure.at, *(at for at in free if distance(figure.at, at) <= steps)]


# -------------------------------------------------------------------------------------------- hits and damage


@rw.rule("12.3", "12.3b", "12.3c")
def hit_or_miss(faces: tuple[Any, ...], attacker: int, attack: int, target: int, defense: int) -> Hit | Missed:
    """At least the defense value hits; two sixes hit and two ones miss whatever the values are."""
    hit = faces == (6, 6) or (attack + sum(faces) >= defense and faces != (1, 1))
    return Hit(attacker, target) if hit else Missed(attacker, target)


class Turning(rw.Context):
    """A dial is turned, by this many clicks; healing turns it back."""

    figure: int
    clicks: int


@rw.rule("1.6a", "12.5c", "18.4a", "6.6")
def turn_dial(game: rw.Game, turning: Turning) -> rw.Steps:
    """Click by click, up to the KO click, back to the starting line, or as far as a STOP click."""
    step = 1 if turning.clicks > 0 else -1
    for _ in range(abs(turning.clicks)):
        figure = game.state.figures[turning.figure]
        if not 0 <= figure.click + step <= len(figure.dial):
            return
        yield Turned(figure.id, figure.click + step)
        if game.has("stop", figure.id):
            return


TURN_DIAL = rw.Procedure("turn the dial", [turn_dial], Turning)


@rw.rule("12.5", "12.5c", "12.5d")
def damage_all(game: rw.Game, shares: Iterable[tuple[int, int]], kind: str = "") -> rw.Steps:
    """These figures are dealt damage at the same time; then each turns its dial and is checked for KO."""
    figures = game.state.figures
    taken = yield [Damaged(figure, amount, kind) for figure, amount in shares if figure in figures]
    for damaged in taken:
        if damaged is not None and damaged.figure in figures:
            yield TURN_DIAL(figure=damaged.figure, clicks=damaged.amount)
            if damaged.figure in figures and figures[damaged.figure].shows is KO:
                yield KnockedOut(damaged.figure, rule="12.5d")


@rw.rule("5.1", "5.2", "5.3a")
def check_defeat(game: rw.Game, turn: rw.Turn) -> rw.Event | None:
    """A player without figures is defeated; when time is up, more figures win."""
    left = [sum(figure.player == player for figure in game.state.figures.values()) for player in game.players]
    if 0 not in left and turn.number < game.setup.turns:
        return None
    return rw.GameOver(tuple(player for player in game.players if left[player] > left[1 - player]))


# --------------------------------------------------------------------------------- powers of several rulesets

CARRIERS = rw.Carriers("figures", lambda content, figure: (*figure.shows.powers, *figure.traits), ("shows", "traits"))
STOP = rw.Power.of("stop", rule="18.4a", text="Damage turns the dial no further than this click.")


class Burst(rw.Power, name="burst", rule="18.4"):
    """When it is revealed, each adjacent figure is dealt 1 damage."""

    @rw.rule("18.4", "8.1g", "8.1k")
    @after(Turned, me="figure", delay="turn the dial")
    def hurt_neighbours(self, game: rw.Game, me: Bearer, event: Turned) -> rw.Steps:
        figures = game.state.figures
        near = [other for other in figures if me.id in figures and distance(figures[me.id].at, figures[other].at) == 1]
        yield from damage_all(game, [(other, 1) for other in near])


class SecondWind(rw.Power, name="second wind", rule="12.5e"):
    """Once per game it is healed by one click instead of its KO."""

    clicks = 1

    @before(KnockedOut, me="figure", limit=rw.Limit(1))
    def survive(self, game: rw.Game, me: Bearer, event: KnockedOut) -> rw.Steps:
        yield TURN_DIAL(figure=me.id, clicks=-self.clicks)
        return None


class Phoenix(SecondWind, name="phoenix", rule="12.5e"):
    """Once per game it is healed to its starting line instead of its KO."""

    clicks = 9
