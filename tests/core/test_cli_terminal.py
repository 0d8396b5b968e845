"""Games played at a real terminal, as a person would: whole games, mistakes, undo, saving, and leaving in all ways."""

from __future__ import annotations

import contextlib
import os
import re
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rulewright import load
from rulewright.cli.terminal import Closed, Terminal

from .small_games import DUEL

pty = pytest.importorskip("pty", reason="terminals of this kind are not to be had on this system")

ROOT = Path(__file__).parents[2]
SCRIPT = """
import sys, time
sys.path.insert(0, {root!r})
from tests.core.small_games import install
from rulewright.bots import base
from rulewright.cli import main
class Slow:
    def __init__(self, seed): self.waits = 60.0
    def choose(self, view, request):
        print("thinking", flush=True)
        time.sleep(self.waits)
        return request.space.options()[0]
bots = base._built_in()
base._built_in = lambda: {{**bots, "slow": Slow}}
install()
main(sys.argv[1:], prog_name="rulewright")
"""


class Person:
    """Someone at a terminal that runs the program; what appears is read, lines are typed."""

    def __init__(self, folder: Path, *arguments: str, deaf: bool = False) -> None:
        self.seen = ""
        self._read = 0
        environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", "LINES": "40"}
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            # Whoever runs these tests may ignore the signal, as scripts do in the background; children inherit that.
            signal.signal(signal.SIGINT, signal.SIG_IGN if deaf else signal.SIG_DFL)
            os.chdir(folder)
            os.execve(sys.executable, [sys.executable, "-c", SCRIPT.format(root=str(ROOT)), *arguments], environment)

    def sees(self, *words: str, within: float = 30.0) -> str:
        """Wait until one of these words appears behind what was seen before; returns it."""
        end = time.monotonic() + within
        while True:
            new = plain(self.seen)[self._read :]
            found = [(new.index(word), word) for word in words if word in new]
            if found:
                place, word = min(found)
                self._read += place + len(word)
                return word
            if time.monotonic() > end or not self._more(end - time.monotonic()):
                raise AssertionError(f"not seen: {words}; seen is {plain(self.seen)[-1500:]}")

    def _more(self, seconds: float) -> bool:
        if not select.select([self.terminal], [], [], max(0.0, seconds))[0]:
            return False
        try:
            data = os.read(self.terminal, 65536)
        except OSError:  # the program is gone
            return False
        self.seen += data.decode(errors="replace")
        return bool(data)

    def types(self, *lines: str) -> None:
        for line in lines:
            os.write(self.terminal, f"{line}\n".encode())

    def presses(self, key: bytes) -> None:
        time.sleep(0.3)  # no finger is quicker: Python shows a prompt a moment before it listens for signals
        os.write(self.terminal, key)

    def leaves(self) -> int:
        """Read to the end; the exit status (negative for a signal)."""
        end = time.monotonic() + 30
        while self._more(end - time.monotonic()):
            pass
        return self.status()

    def status(self) -> int:
        for _ in range(3000):
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.pid = 0
                return os.waitstatus_to_exitcode(status)
            time.sleep(0.01)
        raise AssertionError("the program does not end")

    def close(self) -> None:
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        if self.terminal >= 0:
            os.close(self.terminal)

    def hangs_up(self) -> None:
        os.close(self.terminal)
        self.terminal = -1

    def everything(self) -> str:
        return plain(self.seen)


def plain(text: str) -> str:
    """What was shown, without colours and the like."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\r", "", text)


Sit = Callable[..., Person]
"""Someone sits down and runs the program with these arguments."""


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Sit]:
    people: list[Person] = []

    def sit_down(*arguments: str, deaf: bool = False) -> Person:
        people.append(Person(tmp_path, *arguments, deaf=deaf))
        return people[-1]

    yield sit_down
    for person in people:
        person.close()


DUEL_3 = ("play", "duel", "--seed", "3", "--seats", "human,random")


def test_a_whole_game_by_hand(sit: Sit, tmp_path: Path) -> None:
    person = sit(*DUEL_3, "--save", "game.json")
    for _ in range(60):
        if person.sees("] > ", "\n> ", "The game is over") == "The game is over":
            break
        person.types("1")
    assert person.leaves() == 0
    game = load(tmp_path / "game.json", game=DUEL)
    assert game.result is not None
    shown = person.everything()
    assert f"Player {game.result.winners[0] + 1} wins" in shown and "Turn of Player 2" in shown


def test_a_person_plays_the_first_seat_unless_told_otherwise(sit: Sit) -> None:
    person = sit("play", "duel")
    person.sees("Player 1: you")
    person.sees("Player 2: normal")
    person.sees("> ")


def test_mistakes_why_undo_and_save(sit: Sit, tmp_path: Path) -> None:
    person = sit(*DUEL_3)
    person.sees("What do you do", within=60)
    person.types("7")
    person.sees("7 is not among 1 to 2")
    person.types("dance")
    person.sees("Not understood")
    person.types("why")
    person.sees("rule 1.1 Drawing")
    person.types("2")
    person.sees("Do you react?", "Turn of Player 1")
    person.types("undo")
    person.sees("It takes back more than your decision: a bot has acted since. Do it?")
    person.types("")
    person.sees("Everything stays as it is.")
    person.types("undo")
    person.sees("Do it?")
    person.types("y")
    person.sees("Taken back: Wait")
    person.sees("What do you do at 8 health?")
    person.types("save here.json")
    person.sees("The game is saved: here.json")
    assert load(tmp_path / "here.json", game=DUEL).answers[-1][0] == -1
    person.types("quit")
    person.sees("The game is saved: here.json")
    assert person.leaves() == 0


@pytest.mark.parametrize(("key", "words"), [(b"\x04", ""), (b"\x03", "Interrupted.")])
def test_end_of_input_and_ctrl_c_save_and_say_where(sit: Sit, tmp_path: Path, key: bytes, words: str) -> None:
    person = sit(*DUEL_3)
    person.sees("What do you do")
    person.types("2")
    person.sees("Do you react?", "Turn of Player 1")
    person.sees("> ")
    person.presses(key)
    person.sees("The game is saved: duel-3.save.json")
    assert words in person.everything()
    assert person.leaves() == 0
    assert (0, "wait") in load(tmp_path / "duel-3.save.json", game=DUEL).answers
    again = sit("play", "duel", "--load", "duel-3.save.json", "--seats", "human,random")
    again.sees("Resuming ")
    again.sees("Do you react?", "What do you do")


@pytest.mark.parametrize("deaf", [False, True], ids=["", "inherited as ignored"])
def test_ctrl_c_while_a_bot_thinks(sit: Sit, tmp_path: Path, deaf: bool) -> None:
    person = sit("play", "duel", "--seed", "3", "--seats", "human,slow", deaf=deaf)
    person.sees("What do you do")
    person.types("2")
    person.sees("thinking")
    person.presses(b"\x03")
    person.sees("The game is saved: duel-3.save.json")
    assert person.leaves() == 0
    assert load(tmp_path / "duel-3.save.json", game=DUEL).request.player == 1


def test_a_terminal_that_hangs_up_does_not_take_the_game_with_it(sit: Sit, tmp_path: Path) -> None:
    person = sit(*DUEL_3)
    person.sees("What do you do")
    person.types("2")
    person.sees("Do you react?", "Turn of Player 1")
    person.sees("> ")
    person.hangs_up()
    person.status()
    assert (0, "wait") in load(tmp_path / "duel-3.save.json", game=DUEL).answers


def test_a_program_that_is_asked_to_end_saves(sit: Sit, tmp_path: Path) -> None:
    person = sit(*DUEL_3)
    person.sees("What do you do")
    os.kill(person.pid, signal.SIGTERM)
    person.sees("The game is saved: duel-3.save.json")
    assert person.leaves() == 0


def test_an_interruption_that_input_dropped_is_heard_while_it_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    def drops_it(prompt: str) -> str:
        with contextlib.suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)
        time.sleep(30)
        return "a line"

    monkeypatch.setattr("builtins.input", drops_it)
    terminal = Terminal("en")
    terminal.typed = True
    with terminal.interrupts, pytest.raises(Closed) as closed:
        terminal.ask("> ")
    assert closed.value.interrupted
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


CLEARED = "\x1b[2J"


def test_a_question_is_drawn_over_what_was_shown(sit: Sit) -> None:
    person = sit(*DUEL_3)
    person.sees("What do you do at 8 health?")
    person.types("2")
    person.sees("Do you react?", "What do you do at")
    screen = plain(person.seen[person.seen.rindex(CLEARED) :])
    assert screen.count("hand: ") == 1 and "Turn of Player 2" in screen
    assert screen.index("hand: ") < screen.index("Turn of Player 2") < screen.rindex("?")


def test_lines_scroll_where_a_person_wants_it(sit: Sit) -> None:
    person = sit(*DUEL_3, "--scroll")
    person.sees("What do you do at 8 health?")
    person.types("2")
    person.sees("Do you react?", "What do you do at")
    person.types("quit")
    person.sees("To resume: rulewright play duel --load duel-3.save.json --seats human,random --scroll")
    assert CLEARED not in person.seen


def test_people_at_one_terminal_do_not_see_each_others_hands(sit: Sit) -> None:
    person = sit("play", "duel", "--seed", "3", "--seats", "human")
    person.sees("Player 1: press Enter")
    person.types("")
    person.sees("hand: shield")
    person.types("2")
    person.sees("Player 2 is next. Press Enter to clear the screen.")
    before = len(person.seen)
    person.types("")
    person.sees("Player 2: press Enter when nobody else is looking.")
    assert "\x1b[2J" in person.seen[before:]
    person.types("")
    person.sees("hand: oil")
    assert "shield" not in plain(person.seen[before:]).lower()


def test_a_clock_runs_for_whoever_is_in_a_hurry(sit: Sit) -> None:
    person = sit("play", "plates", "--seats", "human", "--save", "plates.json")
    person.sees("Player 1: 2 plates in 1.5 s")
    person.sees("[Enter: the clock of 1.5 seconds starts] > ")
    began = time.monotonic()
    person.types("", "2")  # what is typed while the clock runs is no answer
    person.sees("0  Time is over.")
    assert time.monotonic() - began >= 1.5
    person.sees("> ")
    person.types("1")
    person.sees("Player 2: 2 plates in 1.5 s")
    person.sees("> ")
    person.types("2")  # their own clock: the outcome at once
    person.sees("The game is over: Player 1 wins.")
    assert person.leaves() == 0


def test_dice_are_typed_at_the_terminal(sit: Sit, tmp_path: Path) -> None:
    person = sit(*DUEL_3, "--dice", "manual")
    person.sees("What do you do")
    person.types("1")
    person.sees("dice> ")
    person.types("0")
    person.sees("0 is not on the die: 1, 2, 3, 4, 5, 6")
    person.types("why 2")
    person.sees("rule 1.1")
    person.types("6")
    person.sees("Player 1 strikes Player 2: 6")
    person.sees("> ")
    person.presses(b"\x04")
    person.sees("The game is saved")
    assert (-1, (6,)) in load(tmp_path / "duel-3.save.json", game=DUEL).answers


def test_simulations_show_how_far_they_are(sit: Sit) -> None:
    person = sit("simulate", "duel", "--games", "60", "--seed", "1", "--jobs", "2")
    person.sees("duel: 60 of 60 games finished")
    assert re.search(r"games .*\d+/60", person.everything())
    assert person.leaves() == 0


@pytest.mark.parametrize("deaf", [False, True], ids=["", "inherited as ignored"])
def test_ctrl_c_ends_a_simulation_at_once(sit: Sit, deaf: bool) -> None:
    person = sit("simulate", "duel", "--games", "2000000", "--seed", "1", "--jobs", "2", deaf=deaf)
    person.sees("/2000000")
    person.presses(b"\x03")
    person.sees("rulewright: interrupted")
    assert person.leaves() == 1
    assert "Traceback" not in person.everything()
