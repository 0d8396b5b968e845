"""Squares worth going to, for what comes after the move: beside a foe, in sight of one, or out of everyone's sight."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from rulewright import rule
from rulewright.geometry import grid
from rulewright.geometry.grid import LineState

from ..book.wording import both
from ..terms import Doing, force, has, hit_chance, needed, side_of
from .board import scene_of
from .sight import fire_policy

if TYPE_CHECKING:
    from rulewright import Game, Position
    from rulewright.geometry.grid import Mask, Square
    from rulewright.text import Words

THEN: Final = {
    "running-shot": ("range",), "charge": ("close",), "hypersonic-speed": ("close", "range"),
}  # fmt: skip
"""The attacks that powers let their character make after its move, or within it."""


def attacks_after(position: Position, id: str) -> tuple[str, ...]:
    """The kinds of attack that follow the move of a character in the action that it was given."""
    doing = position.find_context(Doing)
    if doing is None or doing.character != id:
        return ()
    return THEN.get(doing.name.partition(":")[0], ())


MOST_TOWARDS: Final = 3
"""Towards so many opposing characters a move is proposed."""

Worth: TypeAlias = "tuple[float, Words, Square]"
"""A square worth going to, with its words, and the chance that an attack made from there hits."""


class Hints:
    """Squares worth going to: where the attack that follows the move can be made, the likeliest to hit first; or else
    beside each opposing character, in sight of it, and where none sees the character. Where there is no such square,
    those as near as can be to the nearest of them."""

    def __init__(self, game: Game, id: str, then: tuple[str, ...] | None = None) -> None:
        """``then`` are the kinds of attack that follow; without it those of the action that is being resolved."""
        self.game, self.id, self.then = game, id, then
        self.scene, self.side = scene_of(game), side_of(game, force(game, id))
        self.foes = [str(figure.id) for figure in self.scene.figures if figure.side != self.side]

    def __call__(self, reach: Any) -> Iterator[tuple[Words, Square]]:
        kinds = attacks_after(self.game, self.id) if self.then is None else self.then
        found = [one for foe in self.foes for one in self._from_where(foe, reach.ends, kinds)]
        yield from ((words, square) for _, words, square in sorted(found, key=lambda one: -one[0]))
        hidden = [] if kinds or not self._single else [*self._behind_cover(reach.ends)]
        yield from hidden
        if not (found or hidden):
            yield from self._towards(reach.ends)

    @property
    def _single(self) -> bool:
        return len(self.scene.figures[self.id].squares) == 1

    def _from_where(self, foe: str, ends: Mask, kinds: tuple[str, ...]) -> Iterator[Worth]:
        """Squares from which a foe can be attacked in one of these ways; near it where no attack follows."""
        if not kinds or "close" in kinds:
            yield from self._beside(foe, ends, certain=not kinds)
        if self._single and (not kinds or "range" in kinds):
            yield from self._in_sight(foe, ends, certain=not kinds)

    def _beside(self, foe: str, ends: Mask, *, certain: bool) -> Iterator[Worth]:
        """A square beside a foe; where it is attacked from there, with the chance."""
        board, figures = self.scene.board, self.scene.figures
        for square in board.squares(grid.beside(board, figures.mask(foe)) & ends)[:1]:
            name, chance = self.game.content.names(foe), self._chance(foe, "close")
            if certain:
                yield 0.0, both("hint.beside", who=name), square
            else:
                yield chance, both("hint.strike", who=name, chance=f"{chance:.0%}"), square

    @rule("11.2a", "11.3", "11.4")
    def _in_sight(self, foe: str, ends: Mask, *, certain: bool) -> Iterator[Worth]:
        """The square from which a foe is best shot at: with an open line, and far from all foes."""
        board, figures = self.scene.board, self.scene.figures
        reach = int(self.game.number("range", self.id))
        seen, _ = grid.seen_by(board, foe, figures, fire_policy(self.game, self.id, foe))
        room = ends & seen & grid.ball(board, figures.mask(foe), reach) & ~self._beside_foes()
        found = [(line, square) for square in board.squares(room) if (line := self._line(square, foe)) is not None]
        if not found:
            return
        hindered, square = min(found, key=lambda one: (one[0], -self._gap(one[1])))
        facts: dict[str, Any] = {"who": self.game.content.names(foe), "squares": self._to(square, foe)}
        if certain:
            yield 0.0, both("hint.in_sight", **facts), square
        else:
            chance = self._chance(foe, "range", hindered=hindered)
            yield chance, both("hint.shoot", chance=f"{chance:.0%}", **facts), square

    def _line(self, square: Square, foe: str) -> bool | None:
        """Whether the best line of fire from a square to a foe is hindered; None where there is none."""
        scene, policy = self.scene, fire_policy(self.game, self.id, foe)
        targets = scene.figures[foe].squares
        fire = grid.best_line(scene.board, (square,), targets, scene.figures, policy, self.id)
        if fire is None or fire.state is LineState.BLOCKED:
            return None
        hindered = fire.state is LineState.HINDERED
        return (
            None
            if hindered and has(self.game, "stealth", foe) and self.game.active != force(self.game, foe)
            else hindered
        )

    def _behind_cover(self, ends: Mask) -> Iterator[tuple[Words, Square]]:
        """The square out of the sight of all foes that is nearest to one of them."""
        board, seen = self.scene.board, 0
        for foe in self.foes:
            in_sight, _ = grid.seen_by(board, foe, self.scene.figures, fire_policy(self.game, foe, self.id))
            seen |= in_sight
        hidden = board.squares(ends & ~seen & ~self._beside_foes())
        if self.foes and hidden:
            square, foe = min(((at, foe) for at in hidden for foe in self.foes), key=lambda one: self._to(*one))
            name = self.game.content.names(foe)
            yield both("hint.behind_cover", who=name, squares=self._to(square, foe)), square

    def _towards(self, ends: Mask) -> Iterator[tuple[Words, Square]]:
        """The squares that are nearest to the nearest foes."""
        squares = self.scene.board.squares(ends)
        nearest = sorted((self._to(square, foe), square, foe) for square in squares for foe in self.foes)
        seen: set[str] = set()
        for gap, square, foe in nearest:
            if foe not in seen and len(seen) < MOST_TOWARDS:
                seen.add(foe)
                yield both("hint.towards", who=self.game.content.names(foe), squares=gap), square

    def _beside_foes(self) -> Mask:
        found = 0
        for foe in self.foes:
            found |= grid.beside(self.scene.board, self.scene.figures.mask(foe))
        return found

    def _gap(self, square: Square) -> int:
        """The squares to the nearest foe."""
        return min((self._to(square, foe) for foe in self.foes), default=0)

    def _to(self, square: Square, foe: str) -> int:
        return min(grid.distance(square, at) for at in self.scene.figures[foe].squares)

    def _chance(self, foe: str, kind: str, *, hindered: bool = False) -> float:
        """How likely an attack hits a foe by the values of both now."""
        return float(hit_chance(needed(self.game, self.id, foe, kind, hindered=hindered)))
