"""How much a person at the terminal is asked and shown: questions and lines of set-ups, own turns and turns of others.

    python -m benchmarks.terminal                     # all five games, some seeds, 80 columns
    python -m benchmarks.terminal heroclix --seeds 5 --width 60 --stops all

The person's answers are those of a bot, which gives orders: what several questions ask is said at once where the first
answer is the bot's, and in the set-up always. A turn is what the game calls one: an activation in Crisis Protocol, a
player's turn elsewhere. Lines are those of a pipe, where nothing is drawn in place, with what is typed.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from io import StringIO
from statistics import median
from typing import Any, Final, NamedTuple

from rich.console import Console

from rulewright import Game, new_game
from rulewright.bots import make_bot
from rulewright.cli.play import Sitting
from rulewright.cli.saving import Saver
from rulewright.cli.terminal import Closed, Terminal
from rulewright.ruleset import Rules
from rulewright.stops import Mode, turn_of

from .rows.play import rules_of

GAMES: Final = ("dice_throne", "unmatched_nemesis", "heroclix", "crisis_protocol", "wh40k")
PERSON: Final = "greedy"


class Counts(NamedTuple):
    """Questions and lines of one set-up or turn."""

    when: str
    questions: int
    lines: int


class Read(Terminal):
    """A terminal at which whatever is typed is read by a bot; lines are counted."""

    def __init__(self, width: int) -> None:
        self.output = StringIO()
        super().__init__("en", Console(file=self.output, width=width, highlight=False, force_terminal=False))

    def ask(self, prompt: str) -> str:
        self.output.write(f"{prompt}\n")
        return "an answer"

    @property
    def lines(self) -> int:
        """How many lines were shown."""
        return self.output.getvalue().count("\n")


class Counted(Sitting):
    """A sitting of one person, whose answers are a bot's, that counts by turns."""

    def __init__(self, game: Game, terminal: Read, answers: int, stops: Mode) -> None:
        self.asked: Counter[tuple[str, int]] = Counter()
        self.shown: Counter[tuple[str, int]] = Counter()
        self._answers = answers
        self._read_before = 0
        self._at = ("set-up", 0)
        self._person = make_bot(PERSON, 5)
        self._meant: Any = None
        self._screen = terminal
        bots = {player: make_bot(PERSON, 7) for player in game.players[1:]}
        super().__init__(game, bots, terminal, Saver(None), stops=stops)

    def show_news(self) -> None:
        super().show_news()
        turn = turn_of(self.game)
        now = ("own turn" if self.game.active == 0 else "another's turn", turn) if turn else ("set-up", 0)
        if now != self._at:
            self._count()
            self._at = now

    def _count(self) -> None:
        self.shown[self._at] += self._screen.lines - self._read_before
        self._read_before = self._screen.lines

    def _ask(self, request: Any) -> None:
        if len(self.game.answers) > self._answers:
            raise Closed
        self.asked[self._at] += 1
        super()._ask(request)
        self._count()

    def _order(self, typed: str, question: Any) -> Any:
        request = self.game.request
        self._meant = self._person.choose(self.game.view(request.player), request)
        in_set_up = self._at == ("set-up", 0)
        return next((order for order in question.orders if in_set_up or order.answer == self._meant), None)

    def _answer(self, request: Any, typed: str, question: Any) -> Any:
        return self._meant

    def _leave(self, *, interrupted: bool) -> None:
        self._count()


def counted(rules: Rules, seed: int, answers: int, width: int = 80, stops: Mode = "smart") -> Iterator[Counts]:
    """The counts of the set-up and of each turn in the first answers of a game; the last turn may be a part of one."""
    sitting = Counted(new_game(rules, None, seed=seed), Read(width), answers, stops)
    sitting.run()
    turns = [at for at in sitting.shown if at != ("set-up", 0)]
    whole = [("set-up", 0), *(turns[:-1] if sitting.game.request is not None else turns)]
    yield from (Counts(at[0], sitting.asked[at], sitting.shown[at]) for at in whole if at in sitting.shown)


def main(arguments: list[str] | None = None) -> int:
    """Count and print a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.terminal", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("names", nargs="*", metavar="GAME", default=GAMES)
    parser.add_argument("--seeds", type=int, default=3, metavar="N")
    parser.add_argument("--answers", type=int, default=250, metavar="N")
    parser.add_argument("--width", type=int, default=80, metavar="COLUMNS")
    parser.add_argument("--stops", choices=["smart", "all"], default="smart")
    wanted = parser.parse_args(arguments)
    print("| game | when | how many | questions | median | lines | median |")
    print("|---|---|---|---|---|---|---|")
    for name in wanted.names:
        rules = rules_of(name)
        every = [
            one
            for seed in range(1, wanted.seeds + 1)
            for one in counted(rules, seed, wanted.answers, wanted.width, wanted.stops)
        ]
        for when in ("set-up", "own turn", "another's turn"):
            if some := [one for one in every if one.when == when]:
                asked, shown = [one.questions for one in some], [one.lines for one in some]
                cells = [f"{min(each)} to {max(each)} | {median(each):g}" for each in (asked, shown)]
                print(f"| {name} | {when} | {len(some)} | {' | '.join(cells)} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
