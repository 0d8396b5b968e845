"""A person at a terminal: what is shown, what is typed, and how it ends."""

from __future__ import annotations

import contextlib
import importlib
import math
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderableType, RenderHook, RenderResult
from rich.segment import Segment, Segments
from rich.table import Table
from rich.text import Text

from ..text import PackageTexts, shown

TEXTS: Final = PackageTexts(__package__, "texts.toml")
"""What the program itself says."""


Line: TypeAlias = Sequence[Segment]
"""A line as it is printed."""

PIPED: Final = 24
"""The lines of a screen where nobody knows how many there are."""


class Closed(Exception):
    """The person is gone: the input ended, or was interrupted."""

    def __init__(self, *, interrupted: bool = False) -> None:
        super().__init__()
        self.interrupted = interrupted


def new_console(*, stderr: bool = False) -> Console:
    """A console whose texts command nothing, and link to nothing: only its own colours and movements do."""
    console = Console(highlight=False, stderr=stderr)
    console.push_render_hook(_Look())
    return console


class _Look(RenderHook):
    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        return [_Seen(one) for one in renderables]


class _Seen:
    """What a renderable prints, looked at in the end."""

    def __init__(self, inner: ConsoleRenderable) -> None:
        self.inner = inner

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for segment in console.render(self.inner, options):
            if segment.control:
                yield segment
            else:
                style = segment.style.update_link(None) if segment.style else None
                yield Segment(shown(segment.text), style)


def safe(text: str, style: str = "") -> Text:
    """A text of a stranger's content, which can neither command the terminal nor mark itself up."""
    return Text(shown(text), style)


class Terminal:
    """Shows texts of the program in one language, and asks for lines."""

    def __init__(
        self, lang: str, console: Console | None = None, wait: Callable[[float], None] | None = None, *,
        scroll: bool = False,
    ) -> None:  # fmt: skip
        self.lang = lang
        self.console = console or new_console()
        self._wait = wait or time.sleep
        self.interrupts = Interrupts()
        self.typed = sys.stdin is not None and sys.stdin.isatty()
        """Whether a person types, and not a file."""
        self.in_place = self.typed and self.console.is_terminal and not scroll
        """Whether a question is drawn over what was shown before it."""
        self.news: list[Line] = []
        """What was shown since a line was typed, where questions are drawn in place."""
        self._gathered: list[Line] | None = None
        self.offered: Sequence[str] = ()
        """What may be typed now: the tab key completes it."""
        if self.typed:
            with contextlib.suppress(ImportError):
                readline = importlib.import_module("readline")  # lines can be edited and called back
                readline.set_completer(self.complete)
                readline.set_completer_delims("")
                readline.parse_and_bind("tab: complete")

    @property
    def size(self) -> tuple[int, int]:
        """How many columns and lines are seen at once; what is piped has those of a small screen."""
        return self.console.width, self.console.height if self.console.is_terminal else PIPED

    def complete(self, typed: str, number: int) -> str | None:
        """The completion of that number of what was typed so far; also of what stands behind a command, as in ``look
        so wild``. None where there are no more."""
        command, blank, rest = typed.partition(" ")
        whole = [word for word in self.offered if word.casefold().startswith(typed.casefold())]
        behind = [word for word in self.offered if blank and word.casefold().startswith(rest.casefold())]
        found = whole or [f"{command} {word}" for word in behind]
        return found[number] if number < len(found) else None

    def words(self, key: str, **facts: Any) -> str:
        """A text of the program."""
        return TEXTS.say(key, self.lang, **facts)

    def say(self, key: str, style: str = "", **facts: Any) -> None:
        """Show a text of the program."""
        self.show(self.words(key, **facts), style)

    def show(self, text: str | RenderableType, style: str = "") -> None:
        """Show something; a text of a stranger's content cannot command the terminal."""
        if isinstance(text, str):
            text = safe(text, style)
        if self._gathered is not None:
            self._gathered += self.console.render_lines(text, pad=False)
            return
        if self.in_place:
            self.news += self.console.render_lines(text, pad=False)
        self.console.print(text, soft_wrap=not self.console.is_terminal)

    @contextlib.contextmanager
    def gathered(self) -> Iterator[list[Line]]:
        """Inside, what is shown is not printed: its lines are gathered."""
        lines: list[Line] = []
        self._gathered = lines
        try:
            yield lines
        finally:
            self._gathered = None

    def redraw(self, lines: Sequence[Line]) -> None:
        """Show these lines and nothing else, from the top of the screen."""
        self.console.clear()
        for line in lines:
            self.console.print(Segments([*line, Segment.line()]), end="")

    def ask(self, prompt: str) -> str:
        """One line as it was typed. Raises Closed at the end of input."""
        while True:
            try:
                with self.interrupts.heard(self.typed):
                    typed = input(shown(prompt))
            except EOFError:
                self.console.print()
                raise Closed from None
            except KeyboardInterrupt:
                self.console.print()
                raise Closed(interrupted=True) from None
            except UnicodeDecodeError:
                self.say("error.unreadable", "red", reason="UTF-8")
                continue
            self.news.clear()
            if not self.typed:
                self.show(typed)  # lines from a file stand behind their prompts, as if they were typed
            return typed

    def count_down(self, seconds: float) -> None:
        """Let a clock run: the seconds are counted aloud on a terminal, and what is typed meanwhile is forgotten."""
        whole = math.ceil(seconds)
        for left in range(whole, 0, -1):
            self._count(left)
            self._wait(seconds - whole + 1 if left == whole else 1)
        self._count(0)
        self.say("clock.over", "bold")
        self.console.bell()
        self._forget()

    def _count(self, left: int) -> None:
        if self.console.is_terminal:
            self.console.print(f"{left} ", end="")

    def _forget(self) -> None:
        """Forget what was typed and not read, as far as the system can."""
        if self.typed:
            with contextlib.suppress(ImportError, OSError):
                import termios

                termios.tcflush(sys.stdin, termios.TCIFLUSH)

    def clear(self) -> None:
        """Hide what was shown, as far as the terminal can."""
        if self.console.is_terminal:
            self.console.clear()
        else:
            self.console.print("\n" * 3)


def event_line(number: int, text: str, rule: str, console: Console, colours: Mapping[str, str]) -> Table | Text:
    """An event in the log: its number, its words, its rule; on a terminal long texts keep their margin."""
    if not console.is_terminal:
        return safe(f"{number:>5}  {text}" + (f"  [{rule}]" if rule else ""))
    grid = Table.grid(padding=(0, 2))
    grid.add_column(justify="right", width=5, style="dim")
    grid.add_column(overflow="fold")
    words = safe(text)
    for name, colour in colours.items():
        words.highlight_words([name], colour)
    if rule:
        words.append(f"  [{rule}]", "dim")
    grid.add_row(str(number), words)
    return grid


def room_for(console: Console) -> int:
    """The columns of a line that an event has for its words and its rule."""
    return console.width - 7


class Interrupts:
    """Ctrl-C and the end of the terminal raise KeyboardInterrupt, but never in the middle of a change to the game."""

    SIGNALS: Final = ("SIGINT", "SIGTERM", "SIGHUP")

    def __init__(self) -> None:
        self._shielded = False
        self._waiting = False
        self._came = False
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Interrupts:
        if threading.current_thread() is threading.main_thread():
            for name in self.SIGNALS:
                if (number := getattr(signal, name, None)) is not None:
                    self._before[number] = signal.signal(number, self._receive)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._before.clear()

    def _receive(self, number: int, frame: object) -> None:
        if self._shielded and not self._waiting:
            self._waiting = True  # a second Ctrl-C gets through
            return
        self._came = True
        raise KeyboardInterrupt

    def _remind(self, number: int, frame: object) -> None:
        if self._came:
            raise KeyboardInterrupt

    @contextlib.contextmanager
    def heard(self, typed: bool) -> Iterator[None]:
        """Inside, a line is waited for, and an interruption is heard although it came a moment before the wait.

        Python runs handlers between two of its steps, or when a signal ends a wait of the system: one that comes
        between the last step and the wait would be heard after the next key. `input` also drops what is raised
        while it flushes. So a timer ends the wait every quarter of a second, and reminds of what came.
        """
        alarm = getattr(signal, "SIGALRM", None)
        if not typed or alarm is None or not self._before:
            yield
            return
        before = signal.signal(alarm, self._remind)
        signal.setitimer(signal.ITIMER_REAL, 0.25, 0.25)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(alarm, before)

    @contextlib.contextmanager
    def shielded(self) -> Iterator[None]:
        """What happens inside is done to its end; an interruption comes right after it."""
        self._shielded = True
        try:
            yield
        finally:
            self._shielded = False
        if self._waiting:
            self._waiting = False
            raise KeyboardInterrupt
