"""The commands ``odds`` and ``hint``: what an answer would come to, and what a bot would answer."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final

from ..bots import make_bot
from ..plaindata import plain
from ..prospects import prospects
from ..reading import NONE_TOLD, Unreadable
from ..refusals import Refused
from .prompting import is_chance
from .terminal import safe

if TYPE_CHECKING:
    from ..text import Words
    from .play import Sitting

SHOWN: Final = 12
"""So many things that may happen are told."""
RARE: Final = 0.03
"""What happens in fewer of the imagined games is left out."""


def odds(sitting: Sitting, rest: str) -> None:
    """Try an answer in imagined games, and tell what comes of it how often."""
    terminal, request = sitting.terminal, sitting.game.request
    if not _is_asked(sitting, request):
        return
    if not rest:
        terminal.say("odds.which", "red")
        return
    try:
        answer = plain(sitting.answer_typed(request, rest))
    except (Unreadable, TypeError) as problem:
        terminal.say("error.unreadable", "red", reason=getattr(problem, "reason", problem))
        return
    if wrong := request.check(answer):
        sitting.say_refused(Refused(*wrong))
        return
    try:
        teller, rng = sitting.teller, Random(len(sitting.game.log))
        found = prospects(sitting.view(), answer, teller.event, rng, question=teller.question)
    except Exception as error:  # what was made up does not fit the rules of the game
        terminal.say("odds.failed", "red", reason=error)
        return
    terminal.say("odds.title", "bold", tries=found.tries)
    often = [one for one in found.found if one.count > RARE * found.tries]
    for one in often[:SHOWN]:
        terminal.show(safe(f"{round(100 * one.count / found.tries):>4} %  {one.text}"))
    if not often:
        terminal.say("odds.nothing")
    if found.asked and 2 * found.asked[0].count > found.tries:
        terminal.say("odds.then", question=found.asked[0].text)


def hint(sitting: Sitting, rest: str) -> None:
    """Tell what the bot of the usual level would answer."""
    terminal, request = sitting.terminal, sitting.game.request
    if _is_asked(sitting, request) and (told := advice(sitting, request)):
        terminal.say("odds.hint", "green", option=told)


def advice(sitting: Sitting, request: Any) -> Words:
    """What the bot of the usual level would answer, in words; empty where it cannot tell, which is said."""
    view = sitting.view()
    try:
        answer = make_bot("normal", len(sitting.game.log)).choose(view, request)
    except Exception as error:
        sitting.terminal.say("odds.failed", "red", reason=error)
        return ""
    told: Words = request.space.told(answer, lambda part: sitting.teller.option(view, request, part))
    return sitting.terminal.words("odds.none") if told == NONE_TOLD else told


def _is_asked(sitting: Sitting, request: Any) -> bool:
    """Whether whoever looks at the screen has a question to answer."""
    if request is None or is_chance(request) or request.player != sitting.holder:
        sitting.terminal.say("odds.not_asked", "red")
        return False
    return True
