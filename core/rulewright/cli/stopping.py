"""The command ``stops``: where the person is asked for reactions, and how they change it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..reading import whole_number
from ..stops import StopWish, turn_of
from .passing import moments
from .prompting import is_chance

if TYPE_CHECKING:
    from ..plaindata import Answer
    from ..stops import Stops
    from .play import Sitting

_WISHES = {"always": True, "总是": True, "never": False, "从不": False}
_MODES = {"all": "all", "everything": "all", "全部": "all", "smart": "smart", "智能": "smart"}
_TURN = ("turn", "本回合")


def stops(sitting: Sitting, rest: str) -> None:
    """Show where the person is asked, or change it: ``stops all``, ``stops 2 never``, ``stops dusk always turn``."""
    if sitting.holder is None or sitting.holder not in sitting.stops:
        sitting.terminal.say("stops.nobody", "red")
        return
    said = sitting.stops[sitting.holder]
    *names, last = rest.split() or [""]
    for_turn = last.casefold() in _TURN and bool(names)
    if for_turn:
        *names, last = names
    name, word = " ".join(names), last.casefold()
    if not rest:
        _show(sitting, said)
    elif not name and word in _MODES:
        said.mode = _MODES[word]  # type: ignore[assignment]
        sitting.terminal.say(f"stops.{said.mode}", "green")
    elif name and (word in _WISHES or word in _MODES):
        _change(sitting, said, name, word, for_turn=for_turn)
    else:
        sitting.terminal.say("stops.unknown", "red", text=rest)


def _change(sitting: Sitting, said: Stops, name: str, word: str, *, for_turn: bool) -> None:
    meant = _meant(sitting, name)
    if meant is None:
        sitting.terminal.say("stops.no_such", "red", text=name, known=_known(sitting))
        return
    what, key, called = meant
    if word in _MODES:
        said.forget(what, key)
        sitting.terminal.say("stops.as_usual", "green", name=called)
        return
    said.wish(StopWish(what, key, _WISHES[word], turn_of(sitting.game) if for_turn else None, called))
    wished = "always" if _WISHES[word] else "never"
    sitting.terminal.say(f"stops.{wished}_turn" if for_turn else f"stops.{wished}", "green", name=called)


def _meant(sitting: Sitting, name: str) -> tuple[Any, Answer, str] | None:
    """What a name means: an option of the open question by its number, a moment or a phase by name."""
    if (number := whole_number(name)) is not None:
        request = sitting.game.request
        options = None if request is None or is_chance(request) or request.ask != "react" else request.options()
        if options is None or not 1 <= number <= len(options) or options[number - 1] is None:
            return None
        thing = options[number - 1]
        return "thing", thing, sitting.teller.option(sitting.view(), request, thing)
    for what, known in (("window", _windows(sitting)), ("phase", _phases(sitting))):
        for key, called in known.items():
            if name.casefold() in (key.casefold(), called.casefold()):
                return what, key, called
    return None


def _windows(sitting: Sitting) -> dict[str, str]:
    return moments(sitting.teller)


def _phases(sitting: Sitting) -> dict[str, str]:
    """The phases of the game, and what they are called."""
    nodes = sitting.game.rules.nodes.values()
    return {node.name: sitting.teller.word("phase", node.name) for node in nodes if node.is_phase}


def _known(sitting: Sitting) -> list[str]:
    """What moments and phases are called."""
    return list(dict.fromkeys([*_windows(sitting).values(), *_phases(sitting).values()]))


def _show(sitting: Sitting, said: Stops) -> None:
    terminal = sitting.terminal
    terminal.say("stops.in_sight" if said.in_sight else f"stops.{said.mode}", "bold")
    for wish in said.wishes.values():
        wished = "always" if wish.asked else "never"
        terminal.say(f"stops.{wished}_turn" if wish.turn is not None else f"stops.{wished}", name=wish.called)
    terminal.say("stops.how", "dim", names=_known(sitting))
