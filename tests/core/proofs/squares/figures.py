"""The map, the figures with their dials, and what can happen to them."""

from __future__ import annotations

from typing import Any

import msgspec

import rulewright as rw
from rulewright.field import Boards, BoardScene
from rulewright.geometry import grid
from rulewright.geometry.grid.data import BoardData

YARD = BoardData.model_validate({
    "rows": (
        "............",
        "..hh....h...",
        "..hh....##..",
        "............",
        ".....hh.....",
        ".#...hh.....",
        ".#.......h..",
        ".........h..",
        "............",
        "............",
    ),
    "elevated": {2: ("E4:H6",)},
    "walls": ("C8|D8", "C9|D9", "I2|J2", "I1|J1"),
    "windows": ("C7|D7",),
    "doors": ("B8|B9",),
    "ramps": ("D5-E5", "H4-I4"),
}).board("yard")  # fmt: skip


class Click(msgspec.Struct, frozen=True):
    """What one click of a dial shows."""

    speed: int
    attack: int
    defense: int
    damage: int


class Card(msgspec.Struct, frozen=True):
    """What is printed on a figure: its names, how far it shoots, and its dial."""

    zh: str
    range: int
    dial: tuple[Click, ...]


CARDS = {
    "ace": Card("王牌", 0, (Click(7, 10, 17, 3), Click(6, 9, 16, 3), Click(5, 9, 15, 2), Click(4, 8, 14, 1))),
    "bow": Card("长弓", 8, (Click(5, 10, 15, 2), Click(5, 9, 14, 2), Click(4, 8, 13, 1))),
    "cat": Card("狸猫", 4, (Click(9, 9, 16, 2), Click(8, 8, 15, 1), Click(7, 8, 14, 1))),
    "dan": Card("丹", 0, (Click(6, 10, 17, 3), Click(6, 10, 16, 2), Click(5, 9, 15, 2), Click(4, 8, 14, 2))),
    "eve": Card("伊芙", 7, (Click(6, 10, 15, 2), Click(5, 9, 15, 2), Click(5, 8, 13, 1))),
    "fox": Card("狐狸", 5, (Click(8, 9, 16, 2), Click(8, 9, 14, 1), Click(6, 7, 14, 1))),
}


class Fighter(rw.Record):
    """A figure on the map."""

    player: int
    at: grid.Square
    click: int = 0

    @property
    def card(self) -> Card:
        """What is printed on it."""
        return CARDS[str(self.id)]

    @property
    def shows(self) -> Click:
        """What its dial shows."""
        return self.card.dial[self.click]


class Yard(rw.State):
    """All figures that are not knocked out."""

    fighters: rw.Table[Fighter]


class Setup(msgspec.Struct, frozen=True):
    """Who stands where at the beginning: six figures, three of each player."""

    stands: tuple[tuple[str, int, grid.Square], ...] = (
        ("ace", 0, (0, 3)), ("bow", 0, (0, 5)), ("cat", 0, (0, 7)),
        ("dan", 1, (11, 6)), ("eve", 1, (11, 4)), ("fox", 1, (11, 2)),
    )  # fmt: skip


def populate(state: Yard, setup: Setup, content: Any) -> None:
    for name, player, at in setup.stands:
        state.fighters.add(Fighter(name, player, at))


# ------------------------------------------------------------------------------------------------------------ the board


def stand(position: Any, fighter: Fighter) -> grid.Figure:
    return grid.Figure(fighter.id, (fighter.at,), side=fighter.player)


BOARD = Boards(lambda position: YARD, {"fighters": stand})


@BOARD.keep
def lines(scene: BoardScene) -> grid.FigureTable:
    """The lines of fire from figure to figure."""
    return grid.figure_table(scene.board, scene.figures)


# -------------------------------------------------------------------------------------------------------------- events


class Moved(rw.Event, frozen=True):
    figure: str
    way: tuple[grid.Square, ...]

    def apply(self, state: Yard) -> None:
        state.fighters.edit(self.figure).at = self.way[-1]


class Attacked(rw.Event, frozen=True):
    figure: str
    target: str
    faces: tuple[int, ...]
    hit: bool


class Damaged(rw.Event, frozen=True):
    figure: str
    clicks: int

    def apply(self, state: Yard) -> None:
        state.fighters.edit(self.figure).click += self.clicks


class KnockedOut(rw.Event, frozen=True):
    figure: str

    def apply(self, state: Yard) -> None:
        state.fighters.remove(self.figure)
