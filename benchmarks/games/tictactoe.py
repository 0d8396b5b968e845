"""Tic-tac-toe as a ruleset: two bitboards, with every question and every won line made once."""

from __future__ import annotations

from typing import Any, Final

from rulewright import (
    Event,
    Game,
    GameOver,
    Loop,
    Options,
    Record,
    Request,
    Ruleset,
    State,
    Steps,
    Table,
    Turn,
    trigger,
    turns,
)

from .tally import Tally

LINES: Final = (0b000000111, 0b000111000, 0b111000000, 0b001001001, 0b010010010, 0b100100100, 0b100010001, 0b001010100)
FULL: Final = 0b111111111
WON: Final = tuple(any(marks & line == line for line in LINES) for marks in range(FULL + 1))
ASK: Final = tuple(
    tuple(
        Request(player, "cell", Options(tuple(cell for cell in range(9) if not taken >> cell & 1)))
        for taken in range(FULL + 1)
    )
    for player in (0, 1)
)
"""The question to a player, by player and by the cells that are taken."""

TALLY: Final = Tally()


class Board(Record):
    """The cells of each player, one bit a cell."""

    marks: tuple[int, int] = (0, 0)


class Field(State):
    """One board, with id 0."""

    board: Table[Board]


class Placed(Event, frozen=True):
    """A player has marked a cell."""

    player: int
    cell: int

    def apply(self, state: Any) -> None:
        board = state.board.edit(0)
        first, second = board.marks
        bit = 1 << self.cell
        board.marks = (first, second | bit) if self.player else (first | bit, second)


def place(game: Game, turn: Turn) -> Steps:
    """The player marks a free cell, and wins with three in a line."""
    player = turn.player
    first, second = game.state.board[0].marks
    cell = yield ASK[player][first | second]
    yield Placed(player, cell)
    marks = game.state.board[0].marks
    if WON[marks[player]]:
        return GameOver((player,))
    if marks[0] | marks[1] == FULL:
        return GameOver(())


@trigger(Placed, order_matters=False)
def onlooker(game: Game, event: Placed, source: Any) -> None:
    """Counts the marks that are placed."""
    TALLY.seen += 1


def populate(state: Field, setup: Any, content: Any) -> None:
    """An empty board."""
    state.board.add(Board(0))


def undecided(view: Any, player: int) -> float:
    """To a bot that searches, a game that is not over is worth as much to either player."""
    return 0.0


TICTACTOE: Final = Ruleset(
    id="bench_tictactoe",
    title="Tic-tac-toe",
    state=Field,
    flow=Loop("turn", turns(lambda game: (0, 1)), [place]),
    populate=populate,
    events=(Placed,),
    triggers=(onlooker,),
    evaluate=undecided,
)
RULES: Final = TICTACTOE.freeze()
