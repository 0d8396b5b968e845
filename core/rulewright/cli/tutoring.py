"""Lessons at a terminal: each is told when its moment comes, with what a bot would answer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..text import show
from .terminal import Terminal, safe
from .thinking import advice

if TYPE_CHECKING:
    from ..tutorial import Lesson
    from .play import Sitting


def show_lessons(terminal: Terminal, lessons: Iterable[Lesson]) -> None:
    """Show lessons apart from the log."""
    for lesson in lessons:
        terminal.show("")
        terminal.show(safe(show(lesson.words, terminal.lang), "bold green"))


def teach(sitting: Sitting, request: Any) -> None:
    """Tell the learner what there is to learn before a question, and what could be answered; or that it is over."""
    tutor, terminal = sitting.tutor, sitting.terminal
    if tutor is None or request.player != tutor.player:
        return
    if tutor.is_over(sitting.game):
        terminal.show("")
        terminal.say("tutorial.over", "bold green")
        sitting.tutor = None
        return
    show_lessons(terminal, tutor.before(request))
    if found := advice(sitting, request):
        terminal.say("tutorial.advice", "green", option=found)
