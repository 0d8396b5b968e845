"""The same games written by hand, without a kernel: proof that the rulesets play right, and a bound for their speed."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

Decide = Callable[[Sequence[int]], int]
Fall = Callable[[int], Sequence[int]]


def tictactoe(decide: Decide) -> tuple[int, ...]:
    """Play on a list of nine marks; returns who won."""
    cells = [-1] * 9
    for turn in range(9):
        player = turn % 2
        cells[decide([cell for cell in range(9) if cells[cell] < 0])] = player
        rows = [cells[i * 3 : i * 3 + 3] for i in range(3)]
        lines = [*rows, *map(list, zip(*rows, strict=True)), cells[::4], cells[2:7:2]]
        if [player] * 3 in lines:
            return (player,)
    return ()


SIZE: Final = 16
WALK: Final = [
    [
        y * SIZE + x
        for x in range(max(0, start % SIZE - 2), min(SIZE, start % SIZE + 3))
        for y in range(max(0, start // SIZE - 2), min(SIZE, start // SIZE + 3))
        if y * SIZE + x != start
    ]
    for start in range(SIZE * SIZE)
]
IN_RANGE: Final = [
    [abs(a % SIZE - b % SIZE) <= 5 and abs(a // SIZE - b // SIZE) <= 5 for b in range(SIZE * SIZE)]
    for a in range(SIZE * SIZE)
]


@dataclass(slots=True)
class Fighter:
    """One unit, changed in place."""

    number: int
    side: int
    at: int
    hp: int = 6
    tired: bool = False


@dataclass(slots=True)
class Question:
    """What the hand-written skirmish asks."""

    player: int
    what: str
    choices: Sequence[int]


class Skirmish:
    """The skirmish as one generator, with a log of tuples and listeners by event name, and nothing else.

    ``fall(n)`` gives n eight-sided dice, faces 1 to 8.
    """

    def __init__(self, fall: Fall) -> None:
        self.fall = fall
        self.fighters = [Fighter(n, n % 2, n // 2 * SIZE + (12 if n % 2 else 3) + n // 2 % 2) for n in range(20)]
        self.taken = {fighter.at for fighter in self.fighters}
        self.log: list[tuple[str, int, int, int]] = []
        self.heard = 0
        self.listeners = {
            "Attacked": (self.listen, self.listen), "Damaged": (self.listen, self.listen), "Moved": (self.listen,),
        }  # fmt: skip
        self.winners: tuple[int, ...] = ()

    def listen(self, one: int, other: int, amount: int) -> None:
        """Count an event."""
        self.heard += 1

    def tell(self, what: str, one: int, other: int = 0, amount: int = 0) -> None:
        """Log an event and tell it to its listeners."""
        self.log.append((what, one, other, amount))
        for listener in self.listeners.get(what, ()):
            listener(one, other, amount)

    def play(self) -> Generator[Question, int, None]:
        """The whole game; yields questions, receives answers."""
        for number in range(1, 13):
            self.tell("RoundBegan", number)
            for fighter in self.fighters:
                fighter.tired = False
            yield from self.play_round()
            alive = [any(f.hp > 0 for f in self.fighters if f.side == side) for side in (0, 1)]
            if not all(alive):
                self.winners = (alive.index(True),)
                return

    def play_round(self) -> Generator[Question, int, None]:
        """Alternating activations until nobody is ready."""
        side = 0
        while True:
            ready = self.ready(side)
            if not ready:
                side = 1 - side
                ready = self.ready(side)
                if not ready:
                    return
            fighter = self.fighters[(yield Question(side, "unit", ready))]
            self.tell("Activated", side, fighter.number)
            yield from self.activate(fighter)
            fighter.tired = True
            self.tell("Finished", side, fighter.number)
            side = 1 - side

    def ready(self, side: int) -> list[int]:
        """Who may still be active."""
        return [f.number for f in self.fighters if f.side == side and not f.tired and f.hp > 0]

    def activate(self, fighter: Fighter) -> Generator[Question, int, None]:
        """Move, pass or attack."""
        side, near = fighter.side, IN_RANGE[fighter.at]
        foes = [f.number for f in self.fighters if f.side != side and f.hp > 0 and near[f.at]]
        action = yield Question(side, "action", (0, 1, 2) if foes else (0, 1))
        if action == 0:
            taken = self.taken
            to = yield Question(side, "cell", [cell for cell in WALK[fighter.at] if cell not in taken])
            taken.remove(fighter.at)
            taken.add(to)
            self.tell("Moved", fighter.number, fighter.at, to)
            fighter.at = to
        elif action == 2:
            self.attack(fighter, self.fighters[(yield Question(side, "target", foes))])

    def attack(self, fighter: Fighter, foe: Fighter) -> None:
        """Roll, block, hurt."""
        self.tell("Attacked", fighter.number, foe.number)
        faces = list(self.fall(4))
        if 1 in faces:
            faces += self.fall(faces.count(1))
        hits = sum(face <= 4 for face in faces)
        self.tell("Rolled", fighter.number, foe.number, hits)
        blocks = sum(face <= 3 for face in self.fall(4))
        self.tell("Defended", foe.number, fighter.number, blocks)
        if hits > blocks:
            foe.hp -= hits - blocks
            self.tell("Damaged", foe.number, fighter.number, hits - blocks)
            if foe.hp <= 0:
                self.taken.remove(foe.at)
                self.tell("Killed", foe.number, fighter.number)


def random_skirmish(seed: int) -> int:
    """A random game; returns the number of decisions."""
    random = Random(seed).random
    play = Skirmish(lambda n: [int(random() * 8) + 1 for _ in range(n)]).play()
    decisions = 0
    try:
        question = next(play)
        while True:
            decisions += 1
            choices = question.choices
            question = play.send(choices[int(random() * len(choices))])
    except StopIteration:
        return decisions


def replay_skirmish(answers: Sequence[tuple[int, Any]]) -> Skirmish:
    """The game of these recorded answers, of players and of chance (player -1)."""
    fallen = iter([answer for player, answer in answers if player < 0])
    decided = iter([answer for player, answer in answers if player >= 0])
    game = Skirmish(lambda n: _dice(next(fallen), n))
    play = game.play()
    try:
        question = next(play)
        while True:
            answer = next(decided)
            assert answer in question.choices, (question, answer)
            question = play.send(answer)
    except StopIteration:
        return game


def _dice(faces: Sequence[int], count: int) -> Sequence[int]:
    assert len(faces) == count, (faces, count)
    return faces
