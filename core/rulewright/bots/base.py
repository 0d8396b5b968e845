"""What a bot is, how bots are found by name, and the simplest one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from hashlib import blake2b
from random import Random
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

from ..content import did_you_mean, nearest

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from ..requests import Answer
    from ..view import View

GROUP: Final = "rulewright.bots"
"""The entry points of bots: a name and a function that makes the bot from a seed."""


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, view: View, request: Any) -> Answer:
        """A legal answer to a request to the player whose view this is."""


MakeBot: TypeAlias = Callable[[int], Bot]


class UnknownBot(LookupError):
    """No bot of that name can play; says which names are near, or what is broken about it."""


class RandomBot:
    """Answers with any legal answer. The same seed gives the same answers to the same requests."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def choose(self, view: View, request: Any) -> Answer:
        """A random legal answer."""
        return request.space.sample(self._rng)


def make_bot(name: str, seed: int) -> Bot:
    """The bot of that name, built-in or of a plugin. Raises `UnknownBot`."""
    if name in _built_in():
        return _built_in()[name](seed)
    points = _installed().get(name, ())
    if not points:
        names = bot_names()
        raise UnknownBot(f"no bot is named {name!r}{did_you_mean(nearest(name, names)) or _list(names)}")
    if len(points) > 1:
        raise UnknownBot(f"{len(points)} packages register a bot {name!r} ({_list_of(points)}); uninstall one")
    try:
        make: MakeBot = points[0].load()
        return make(seed)
    except Exception as error:
        raise UnknownBot(f"bot {name!r} ({points[0].value}) is broken: {type(error).__name__}: {error}") from error


def bot_names() -> tuple[str, ...]:
    """The names of all bots, the built-in ones first."""
    return (*_built_in(), *(name for name in _installed() if name not in _built_in()))


def seat_seed(seed: int, seat: int) -> int:
    """The seed of the bot on a seat of a game with this seed: the same in play and in simulations."""
    return int.from_bytes(blake2b(f"{seed}/seat {seat}".encode(), digest_size=6).digest())


def fill_seats(names: Sequence[str], players: int) -> tuple[str, ...]:
    """Who sits where: one name for each seat, or one for all. Raises ValueError for another number of names."""
    if len(names) == 1:
        return tuple(names) * players
    if len(names) != players:
        raise ValueError(f"the game has {players} seats, and {len(names)} names are given: {', '.join(names)}")
    return tuple(names)


def _built_in() -> dict[str, MakeBot]:
    from .greedy import GreedyBot
    from .search import SearchBot

    return {"random": RandomBot, "greedy": GreedyBot, "search": SearchBot}


@cache
def _installed() -> dict[str, list[EntryPoint]]:
    from importlib.metadata import entry_points

    found: dict[str, list[EntryPoint]] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        found.setdefault(point.name, []).append(point)
    return found


def _list(names: tuple[str, ...]) -> str:
    return f"; there are: {', '.join(names)}"


def _list_of(points: list[EntryPoint]) -> str:
    return ", ".join(point.value for point in points)
