"""Alternating activations: who passes is done for the round, and who has nothing left to activate is passed over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

import rulewright as rw

NEEDED = 7


class Setup(msgspec.Struct, frozen=True):
    """How many pieces each side has, and the points scored before."""

    pieces: tuple[int, int, int] = (2, 2, 2)
    points: tuple[int, int, int] = (0, 0, 0)
    rounds: int = 3


class Side(rw.Record):
    points: int = 0
    passed: bool = False


class Piece(rw.Record):
    owner: int
    acted: bool = False


class Hill(rw.State):
    sides: rw.Table[Side]
    pieces: rw.Table[Piece]


def populate(hill: Hill, setup: Setup, content: Any) -> None:
    for player, count in enumerate(setup.pieces):
        hill.sides.add(Side(player, setup.points[player]))
        for _ in range(count):
            hill.pieces.add(Piece(len(hill.pieces), player))


class Activated(rw.Event, frozen=True):
    piece: int

    def apply(self, hill: Hill) -> None:
        hill.pieces.edit(self.piece).acted = True


class Passed(rw.Event, frozen=True):
    """A player is done for this round."""

    player: int

    def apply(self, hill: Hill) -> None:
        hill.sides.edit(self.player).passed = True


class Climbed(rw.Event, frozen=True):
    player: int

    def apply(self, hill: Hill) -> None:
        hill.sides.edit(self.player).points += 1


class KnockedOut(rw.Event, frozen=True):
    piece: int

    def apply(self, hill: Hill) -> None:
        hill.pieces.remove(self.piece)


class RoundEnded(rw.Event, frozen=True):
    """All are ready again, those who passed too."""

    def apply(self, hill: Hill) -> None:
        for player in list(hill.sides):
            hill.sides.edit(player).passed = False
        for piece in list(hill.pieces):
            hill.pieces.edit(piece).acted = False


# ------------------------------------------------------------------------------------------------------- who is next


def of(game: rw.Game, player: int) -> list[Piece]:
    return [piece for piece in game.state.pieces.values() if piece.owner == player]


def living(game: rw.Game) -> list[int]:
    return [player for player in game.players if of(game, player)]


def able(game: rw.Game, player: int) -> bool:
    """A side out of the game, one that has passed, one with nothing left to activate: each is passed over."""
    return not game.state.sides[player].passed and any(not piece.acted for piece in of(game, player))


def order_of_round(game: rw.Game) -> Sequence[int]:
    """Each round another side begins. Those out of the game stand in it too: it says who comes after whom."""
    first = (game.context(rw.Round).number - 1) % 3
    return (*game.players[first:], *game.players[:first])


# ------------------------------------------------------------------------------------------------------- activations


class Throw(rw.Context):
    player: int
    target: int


@rw.rule("hill.activate")
def activate(game: rw.Game, turn: rw.Turn) -> rw.Steps:
    """Pass; or activate a piece, to climb for a point or to throw at an enemy."""
    ready = [piece.id for piece in of(game, turn.player) if not piece.acted]
    piece = yield rw.choose(turn.player, "activate", [None, *ready], "hill.activate")
    if piece is None:
        return Passed(turn.player, rule="hill.activate")
    yield Activated(piece, rule="hill.activate")
    enemies = [other.id for other in game.state.pieces.values() if other.owner != turn.player]
    target = yield rw.choose(turn.player, "throw", [None, *enemies], "hill.throw")
    if target is None:
        return Climbed(turn.player, rule="hill.climb")
    return THROW(player=turn.player, target=target)


@rw.rule("hill.throw")
def throw(game: rw.Game, context: Throw) -> rw.Steps:
    """Two dice reach seven; the last side standing wins at once."""
    faces = yield rw.Roll.d6(2, context.player, "throw", "hill.throw")
    if sum(faces) >= NEEDED:
        yield KnockedOut(context.target, rule="hill.throw")
    left = living(game)
    return rw.GameOver((left[0],), "the last one standing", rule="hill.last") if len(left) == 1 else None


def end_round(game: rw.Game, context: rw.Round) -> rw.Steps:
    """After the last round most points win, among those who still have a piece."""
    yield RoundEnded(rule="hill.round")
    if context.number == game.setup.rounds:
        points = {player: game.state.sides[player].points for player in living(game)}
        winners = tuple(player for player in points if points[player] == max(points.values()))
        yield rw.GameOver(winners, "points", rule="hill.round")


THROW = rw.Procedure("throw", [throw], Throw)
ACTIVATIONS = rw.Loop("activation", rw.alternating(order_of_round, able), [activate])
RULESET = rw.Ruleset(
    id="hill-passing",
    title="King of the hill, in alternating activations",
    state=Hill,
    flow=rw.Procedure("game", [rw.Loop("round", rw.rounds(), [ACTIVATIONS, end_round])]),
    procedures=[THROW],
    populate=populate,
    setup=Setup,
    players=lambda setup: 3,
    timing=rw.TimingPolicy(rw.active_first),
)
RULES = RULESET.freeze()
